"""Which items a sitting asks."""

import pytest

from drill.services.views import Preview, SittingSpec
from tests.core_fakes import Desk

MODES = ("quick_fire", "grill", "spoken", "long", "mixed")


@pytest.mark.parametrize(
    ("spec", "numbers"),
    [
        (SittingSpec(mode="grill", band="basics"), range(1, 16)),
        (SittingSpec(mode="grill", band="data"), range(16, 31)),
        (SittingSpec(mode="grill", band="senior"), range(31, 41)),
        (SittingSpec(mode="grill", band="quick"), range(41, 51)),
        (SittingSpec(mode="quick_fire", band="senior"), range(31, 41)),
        (SittingSpec(mode="quick_fire", band="all"), range(1, 51)),
        (SittingSpec(mode="quick_fire"), range(41, 51)),
        (SittingSpec(mode="grill", topic="B"), range(1, 51, 8)),
        (SittingSpec(mode="grill", topic="B", band="data"), (17, 25)),
        (SittingSpec(mode="grill", only=("q07", "9")), (7, 9)),
    ],
)
def test_filters_narrow_each_other(desk: Desk, spec: SittingSpec, numbers: range) -> None:
    """Band, topic and ids each leave exactly what fits all of them."""
    assert set(desk.practice.preview(spec).pool) == {f"q{n:02}" for n in numbers}


@pytest.mark.parametrize(("mode", "of"), zip(MODES, (10, 50, 8, 5, 27), strict=True))
def test_each_mode_asks_its_part_of_the_sheet(desk: Desk, mode: str, of: int) -> None:
    """Quick fire ten, grill fifty, eight sections, five long ones, a mock 24 + 2 + 1."""
    assert desk.practice.start(SittingSpec(mode=mode)).of == of  # type: ignore[arg-type]


def test_a_mock_is_balanced_and_ends_with_a_plan(desk: Desk) -> None:
    """Nine, nine and six of the bands, two sections, a long one; the same seed, the same mock."""
    spec = SittingSpec(mode="mixed", seed=5)
    ids = desk.practice.preview(spec).pool
    desk.practice.start(spec)
    assert tuple(item.id for item in desk.practice.scorecard().items) == ids
    bands = [0 if i <= "q15" else 1 if i <= "q30" else 2 for i in ids[:24]]
    assert bands == [0] * 9 + [1] * 9 + [2] * 6
    assert [i[0] for i in ids[24:]] == ["S", "S", "L"]
    assert desk.practice.preview(SittingSpec(mode="mixed", seed=6)).pool != ids


def test_a_preview_tells_what_comes(desk: Desk) -> None:
    """In a known order exactly those asked; else the pool it is drawn from, and of how many."""

    def preview(**spec: object) -> Preview:
        return desk.practice.preview(SittingSpec(mode="grill", **spec))  # type: ignore[arg-type]

    assert preview(items=3) == Preview(asked=3, pool=("q01", "q02", "q03"), drawn=False)
    drawn = preview(shuffle=True, items=4)
    assert (drawn.asked, len(drawn.pool), drawn.drawn) == (4, 50, True)
    known = preview(shuffle=True, seed=2, items=4)
    assert (known.asked, len(known.pool), known.drawn) == (4, 4, False)
    assert known.pool != ("q01", "q02", "q03", "q04")


def test_one_time_limit_for_all(desk: Desk) -> None:
    """A limit of the person's own replaces each item's."""
    assert desk.practice.start(SittingSpec(mode="grill", seconds=30)).total == 30


def test_the_cap_in_items_counts_after_shuffling(desk: Desk) -> None:
    """Five of fifty, shuffled, are not the first five."""
    desk.practice.start(SittingSpec(mode="grill", shuffle=True, seed=1, items=5))
    ids = [item.id for item in desk.practice.scorecard().items]
    assert len(ids) == 5
    assert ids != [f"q{n:02}" for n in range(1, 6)]


def test_due_items_come_by_urgency(desk: Desk) -> None:
    """The longest overdue first, whatever its number, and the sitting says that it is today's."""
    desk.practice.start(SittingSpec(mode="grill", only=("q09",)))
    desk.answer("wrong")
    desk.clock.run(3600)
    desk.practice.start(SittingSpec(mode="grill", only=("q02",)))
    desk.answer("wrong")
    desk.clock.run(86400 * 2)
    spec = SittingSpec(mode="mixed", source="due")
    assert desk.practice.preview(spec).pool == ("q09", "q02")
    assert desk.practice.start(spec).title == "Today"


def test_a_sitting_whose_question_left_the_bank_can_be_discarded(desk: Desk) -> None:
    """It cannot be resumed, which is said by name; it can still be put away."""
    from dataclasses import replace  # noqa: PLC0415

    from drill.errors import UsageError  # noqa: PLC0415

    desk.practice.start(SittingSpec(mode="grill", items=2))
    desk.answer("right")
    desk.practice.quit()
    again = desk.again()
    again.bank = replace(desk.bank, questions=desk.bank.questions[1:])
    with pytest.raises(UsageError, match="q01"):
        again.practice.resume("desk-sitting-1")
    again.practice.discard("desk-sitting-1")
    assert again.practice.resumable() == ()
    again.log.close()

"""Each attempt at an exercise is another disguise; what was opened stays what it was."""

import json
from pathlib import Path
from typing import Any

import pytest

from drill.content.instances import instance
from drill.model.exercise import Exercise, Instances, OtherText
from drill.services.watch import LINK, Folder, Watch, link

BROKEN = "def f(xs):\n    longest = max(xs)\n    return longest\n"
FIXED = "def f(xs):\n    longest = max(xs, default=0)\n    return longest\n"
OTHER = "def f(xs):\n    longest = sorted(xs)[-1]\n    return longest\n"
EXAMPLE = (
    "from broken import f\n\nMANY = 6\n\nassert f(range(MANY)) == MANY - 1\nassert f([]) == 0\n"
)


@pytest.fixture
def exercise(bench: Any) -> Exercise:
    """Put an exercise with names, a size and another text on the shelf."""
    plain: Exercise = bench.shelf.exercise
    written = Instances.model_validate(
        {
            "names": {"longest": ["largest", "best"]},
            "sizes": {"MANY": [8, 9]},
            "symptom": "ValueError after {MANY}",
            "variants": {"last": {"symptom": "IndexError"}},
        }
    )
    made = plain.model_copy(
        update={
            "sheet": plain.sheet.model_copy(update={"instances": written}),
            "broken": BROKEN,
            "fixed": FIXED,
            "example": EXAMPLE,
            "variants": (OtherText(name="last", broken=OTHER),),
        }
    )
    bench.shelf.exercise = made
    return made


def closed(bench: Any) -> None:
    """End the open attempt after a look at it: one in which nothing was done is thrown away."""
    bench.fix.run("example")
    bench.fix.close("abandoned")


def test_each_closed_attempt_brings_the_next(bench: Any, exercise: Exercise) -> None:
    """First the text of the folder, then one instance after the other."""
    for n in range(4):
        view = bench.fix.start("empty-max")
        made = instance(exercise, n)
        assert (view.instance, view.source, view.symptom) == (n, made.broken, made.sheet.symptom)
        closed(bench)
    assert len({instance(exercise, n).broken for n in range(4)}) >= 3


@pytest.mark.usefixtures("exercise")
def test_what_was_thrown_away_does_not_count(bench: Any) -> None:
    """Opened and ended without an act: the same text comes again."""
    bench.fix.start("empty-max")
    bench.fix.close("abandoned")
    assert bench.fix.start("empty-max").instance == 0


def test_what_was_left_open_does_not_count(bench: Any, exercise: Exercise) -> None:
    """Quitting without a result is no reason for another text."""
    bench.fix.start("empty-max")
    bench.fix.edit(exercise.broken + "# seen\n")
    bench.fix.quit()
    assert bench.fix.start("empty-max").instance == 0


def test_resumed_it_is_the_same_instance(bench: Any, exercise: Exercise) -> None:
    """After a kill, and though another attempt was closed meanwhile: texts, reset and runs."""
    bench.fix.start("empty-max")
    closed(bench)
    sitting = bench.fix.start("empty-max").sitting
    bench.fix.edit(instance(exercise, 1).broken + "# mine\n")
    bench.fix.quit()
    bench.fix.start("empty-max")
    closed(bench)
    bench.again()
    view = bench.fix.resume(sitting)
    assert (view.instance, view.source) == (1, instance(exercise, 1).broken + "# mine\n")
    bench.fix.unpause()
    assert bench.fix.go_back().source == instance(exercise, 1).broken
    assert bench.fix.diff() == ()
    bench.fix.run("example")
    assert bench.runner.requests[-1].own_source == instance(exercise, 1).example


def test_it_is_judged_and_looked_back_at_as_that_instance(bench: Any, exercise: Exercise) -> None:
    """Changed lines, the reference and the timeline are those of the instance."""
    bench.fix.start("empty-max")
    closed(bench)
    one = instance(exercise, 1)
    sitting = bench.fix.start("empty-max").sitting
    bench.fix.submit(one.fixed)
    bench.fix.close("solved")
    review = bench.fix.review
    assert review.text(sitting, None) == one.broken
    assert review.debriefing(sitting).reference == one.fixed
    assert review.comparison(sitting).to_reference == ()
    assert review.timeline(sitting)[0].says == "10 minutes, instance 1"
    assert review.card(sitting).solved


def test_the_number_is_in_the_log(bench: Any, exercise: Exercise) -> None:
    """Beside slug and minutes, from the first instance on; without it an old log reads as 0."""
    assert exercise.sheet.instances is not None
    opened = []
    for _ in range(2):
        sitting = bench.fix.start("empty-max").sitting
        steps = [
            e.body.step for e in bench.history.events(sitting) if e.body.kind == "step_recorded"
        ]
        opened.append(steps[0].get("instance"))
        closed(bench)
    assert opened == [None, 1]


def test_a_work_folder_keeps_its_instance(bench: Any, exercise: Exercise, tmp_path: Path) -> None:
    """What is watched is the text that was put there, also at the second attempt."""
    one = instance(exercise, 1)
    (tmp_path / "broken.py").write_text(one.broken)
    link(tmp_path, "empty-max", instance=1)
    for _ in range(2):
        watch = Watch(bench.fix, Folder(tmp_path, lambda _: None))
        view = watch.open().view
        assert view is not None
        assert (view.instance, view.source) == (1, one.broken)
        assert json.loads((tmp_path / LINK).read_text())["instance"] == "1"
        bench.fix.close("abandoned")


@pytest.mark.parametrize("given", ["", '"instance": "x",'])
def test_a_folder_of_an_older_drill_is_instance_0(
    bench: Any, exercise: Exercise, tmp_path: Path, given: str
) -> None:
    """Without a number, or with one that is none, the folder holds the text as written."""
    bench.fix.start("empty-max")
    closed(bench)
    (tmp_path / "broken.py").write_text(exercise.broken)
    (tmp_path / LINK).write_text(f'{{{given} "slug": "empty-max", "sitting": ""}}')
    view = Watch(bench.fix, Folder(tmp_path, lambda _: None)).open().view
    assert view is not None
    assert view.instance == 0

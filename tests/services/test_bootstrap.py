"""The services over the real bank, the real engine and a folder of their own."""

from pathlib import Path

import pytest

from drill import paths
from drill.bootstrap import build
from drill.services.views import SittingSpec


def test_building_touches_nothing(tmp_path: Path) -> None:
    """No folder is made and no file read before a service is asked."""
    services = build(tmp_path / "home")
    services.close()
    assert list(tmp_path.iterdir()) == []


def test_the_home_folder_is_named_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`DRILL_HOME` overrides the platform's folder; blank is as if it were not set."""
    monkeypatch.setenv("DRILL_HOME", str(tmp_path / "there"))
    assert paths.home_folder() == tmp_path / "there"
    monkeypatch.setenv("DRILL_HOME", "  ")
    assert paths.home_folder().name == "drill"


def test_the_reference_is_a_cold_answer(tmp_path: Path) -> None:
    """A quick fire over the real bank, answered with the references, is cold throughout."""
    services = build(tmp_path / "home")
    view = services.practice.start(SittingSpec(mode="quick_fire"))
    by_id = {question.id: question for question in services.bank.questions}
    while view.phase != "finished":
        services.practice.submit(by_id[view.item].reference)
        view = services.practice.next()
    card = services.practice.scorecard()
    assert (card.cold, card.of, card.scaled_from) == (10, 10, 10)
    trends = services.progress.trends()
    assert (trends.home.cold, trends.answers, trends.sittings[0].cold) == (10, 10, 10)
    assert sum(",cold," in row for row in services.export.csv()) == 10
    services.close()


def test_the_doctor_finds_a_healthy_home_healthy(tmp_path: Path) -> None:
    """Nothing is broken on a fresh home, and a wrong setting is a warning."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text("zzz = 1\n")
    services = build(home)
    found = {finding.name: finding.state for finding in services.doctor.examine()}
    assert "broken" not in found.values()
    assert found["config"] == "warn"
    services.close()


def test_the_doctor_reports_a_damaged_history(tmp_path: Path) -> None:
    """A damaged file is a finding, not a crash."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "history.db").write_bytes(b"damaged" * 999)
    services = build(home)
    broken = [finding for finding in services.doctor.examine() if finding.state == "broken"]
    assert [finding.name for finding in broken] == ["history"]
    assert "damaged" in broken[0].says


def test_an_engine_that_stumbles_leaves_the_mark_to_the_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sitting goes on: the answer is kept, the mark is unsure, the reason is said."""

    def stumbles(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("drill.grading.grade", stumbles)
    services = build(tmp_path / "home")
    services.practice.start(SittingSpec(mode="grill"))
    view = services.practice.submit("overfit one batch")
    assert view.review is not None
    assert view.review.asks_mark
    assert view.review.grade is not None
    assert "ZeroDivisionError" in view.review.grade.points[0].why
    assert services.practice.overrule("correct", "").counts.cold == 1
    services.close()

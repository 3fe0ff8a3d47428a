"""A work folder under a foreign editor: each save is run once, however it is written."""

import os
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from drill.cli.watch import _ended, _obey, _Shown, _typed_lines, ran_now
from drill.cli.watch_words import output_tail
from drill.services.watch import Folder, Watch, link, linked

Bench = Any
Texts = Callable[[str], str]


@pytest.fixture
def work(tmp_path: Path, texts: Texts) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "broken.py").write_text(texts("broken"))
    link(folder, "empty-max")
    return folder


def in_place(file: Path, text: str) -> None:
    with file.open("r+") as out:
        out.write(text)
        out.truncate()


def truncated(file: Path, text: str) -> None:
    file.write_text(text)


def renamed(file: Path, text: str) -> None:
    swap = file.with_name(".broken.py.swp")
    swap.write_text(text)
    swap.replace(file)


def renamed_from_elsewhere(file: Path, text: str) -> None:
    far = file.parent.parent / "swap"
    far.write_text(text)
    far.replace(file)


def with_backup(file: Path, text: str) -> None:
    file.rename(file.with_name("broken.py~"))
    file.write_text(text)


SAVES = (in_place, truncated, renamed, renamed_from_elsewhere, with_backup)


@pytest.mark.parametrize("save", SAVES, ids=lambda save: save.__name__)
def test_each_way_of_saving_is_one_save(
    work: Path, texts: Texts, save: Callable[[Path, str], None]
) -> None:
    """Rename, truncate, in place, swap files here or elsewhere: new bytes are seen once."""
    folder = Folder(work, lambda _: None)
    assert folder.saved() == ("broken.py",)
    assert folder.saved() == ()
    save(work / "broken.py", texts("fixed"))
    assert folder.saved() == ("broken.py",)
    assert folder.text("broken.py") == texts("fixed")
    assert folder.saved() == ()


def test_same_bytes_again_are_no_save(work: Path, texts: Texts) -> None:
    """Saved without a change, or touched: nothing to run."""
    folder = Folder(work, lambda _: None)
    folder.saved()
    renamed(work / "broken.py", texts("broken"))
    os.utime(work / "broken.py", (1, 1))
    assert folder.saved() == ()


def test_half_written_file_is_read_when_it_stands_still(work: Path, texts: Texts) -> None:
    """Truncated first, filled a moment later: the empty text in between is never run."""
    file = work / "broken.py"
    waits = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 2:
            file.write_text(texts("fixed"))

    folder = Folder(work, sleep)
    folder.saved()
    file.write_text("")
    assert folder.text("broken.py") == texts("fixed")


def test_missing_file_is_waited_for_once_not_at_every_look(work: Path) -> None:
    """A file that was deleted costs a moment once; it is seen when it is back."""
    waits: list[float] = []
    folder = Folder(work, waits.append)
    folder.saved()
    (work / "broken.py").unlink()
    assert folder.text("broken.py") is None
    first = len(waits)
    assert first > 0
    assert folder.text("broken.py") is None
    assert len(waits) == first


def test_own_tests_and_scratch_are_run_too(work: Path, bench: Bench, texts: Texts) -> None:
    """Each file has its own target; new code is held against example and own tests."""
    watch = Watch(bench.fix, Folder(work, lambda _: None))
    watch.open()

    def saves() -> Any:
        (work / "own.py").write_text("from broken import f\ndef test_x():\n    assert f([]) == 0\n")
        yield
        (work / "scratch.py").write_text("print(1)\n")
        yield
        (work / "broken.py").write_text(texts("fixed"))
        yield

    news = [one.says for one in watch.follow(saves()) if one.state == "waiting"]
    assert [says.split(",")[0] for says in news] == [
        "own: failed",
        "scratch: held",
        "example: held",
        "own: held",
    ]


def test_save_during_a_run_is_run_next(work: Path, bench: Bench, texts: Texts) -> None:
    """While one version is judged the next is saved: both are judged, in order."""
    watch = Watch(bench.fix, Folder(work, lambda _: None))
    watch.open()
    plain = bench.runner.run

    def run(request: Any) -> Any:
        if "sorted" in request.source:
            (work / "broken.py").write_text(texts("fixed"))
        return plain(request)

    bench.runner.run = run

    def saves() -> Any:
        (work / "broken.py").write_text("def f(xs):\n    return sorted(xs)[-1]\n")
        yield

    says = [one.says for one in watch.follow(saves()) if one.state == "waiting"]
    assert says == ["example: failed, ValueError: empty", "example: held"]


def test_the_same_steps_are_recorded_as_on_the_screen(
    work: Path, bench: Bench, texts: Texts
) -> None:
    """Run, edit, run: from the folder as from the editor."""
    watch = Watch(bench.fix, Folder(work, lambda _: None))
    watch.open()

    def saves() -> Any:
        (work / "broken.py").write_text(texts("broken") + "\n# hm\n")
        yield
        (work / "broken.py").write_text(texts("fixed"))
        yield

    list(watch.follow(saves()))
    kinds = [step.kind for step in bench.fix._open.session.record.steps]
    assert kinds == ["opened", "ran", "edited", "ran"]


def test_watching_again_goes_on_with_the_same_sitting(
    work: Path, bench: Bench, texts: Texts
) -> None:
    """After a kill the folder finds its sitting; work in the files is never overwritten."""
    first = Watch(bench.fix, Folder(work, lambda _: None)).open().view
    (work / "broken.py").write_text(texts("fixed"))
    bench.fix.run("example", texts("fixed"))
    fix = bench.again()
    second = Watch(fix, Folder(work, lambda _: None)).open().view
    assert second.sitting == first.sitting
    assert second.phase == "working"
    assert (work / "broken.py").read_text() == texts("fixed")


def test_finished_sitting_begins_a_new_one(work: Path, bench: Bench) -> None:
    """The folder of a closed exercise can be worked in again."""
    first = Watch(bench.fix, Folder(work, lambda _: None)).open().view
    bench.fix.close("abandoned")
    second = Watch(bench.fix, Folder(work, lambda _: None)).open().view
    assert second.sitting != first.sitting
    assert linked(work)["sitting"] == second.sitting


def test_reset_keeps_the_old_text(work: Path, texts: Texts) -> None:
    """Each reset keeps what stood there under a number of its own."""
    folder = Folder(work, lambda _: None)
    (work / "broken.py").write_text("mine")
    assert folder.reset(texts("broken")).read_text() == "mine"
    (work / "broken.py").write_text("mine too")
    assert folder.reset(texts("broken")).read_text() == "mine too"
    assert (work / "broken.1.py").read_text() == "mine"
    assert (work / "broken.py").read_text() == texts("broken")


def test_solved_stays_open_until_the_person_ends_it(
    work: Path, bench: Bench, texts: Texts, capsys: pytest.CaptureFixture[str]
) -> None:
    """The verdict and what can still be earned are said; f brings card, cause and next steps."""
    folder, shown = Folder(work, lambda _: None), _Shown(json=False)
    Watch(bench.fix, folder).open()
    bench.fix.run("example")
    bench.fix.edit(texts("fixed"))
    _obey("s", bench.fix, folder, shown)
    said = capsys.readouterr().out
    assert "✔ solved, fix 20/20" in said
    assert "✔ edges" in said
    assert "f ends it" in said
    assert "own tests run last in own.py can earn up to" in said
    assert bench.fix.view().phase == "working"
    _obey("f", bench.fix, folder, shown)
    assert bench.fix.view().closed == "solved"
    _ended(bench.fix, shown, work)
    said = capsys.readouterr().out
    assert "empty-max   fix 20/20" in said
    assert "root cause: max of nothing" in said
    assert "to prevent: test the edges" in said
    assert "next: `drill`" in said


def test_what_cannot_be_read_is_not_submitted(
    work: Path, bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    """S on half a line: error, file and line, and nothing is counted."""
    folder, shown = Folder(work, lambda _: None), _Shown(json=False)
    Watch(bench.fix, folder).open()
    bench.fix.edit("def f(xs):\n    return max(xs\n")
    _obey("s", bench.fix, folder, shown)
    said = capsys.readouterr().out
    assert "not submitted, counts for nothing" in said
    assert "SyntaxError broken.py:2: '(' was never closed" in said
    assert bench.fix.view().runs == 0


def test_a_submission_that_could_not_run_says_why(
    work: Path, bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without groups there is still a verdict and its reason."""
    folder, shown = Folder(work, lambda _: None), _Shown(json=False)
    Watch(bench.fix, folder).open()
    bench.runner.broken = True
    _obey("s", bench.fix, folder, shown)
    said = capsys.readouterr().out
    assert "could not run, counts for nothing" in said
    assert "the runner ended" in said


@pytest.mark.parametrize(("line", "says"), [("x", "thrown away"), ("", "kept for later")])
def test_ended_without_an_act_is_said(
    work: Path, bench: Bench, capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    """Given up at once it counts for nothing; quit, it can be gone on with."""
    folder, shown = Folder(work, lambda _: None), _Shown(json=False)
    Watch(bench.fix, folder).open()
    if line:
        _obey(line, bench.fix, folder, shown)
    _ended(bench.fix, shown, work)
    assert says in capsys.readouterr().out
    assert bench.history.exercises(10) == ()


def test_closing_ends_the_watch(work: Path, bench: Bench) -> None:
    """Closed elsewhere: the watcher says so and stops."""
    watch = Watch(bench.fix, Folder(work, lambda _: None))
    watch.open()
    bench.fix.close("abandoned")
    assert [one.state for one in watch.follow(iter([None, None]))] == ["closed"]


def test_time_up_ends_the_watch(work: Path, bench: Bench) -> None:
    """The clock is the exercise's, not the editor's."""
    watch = Watch(bench.fix, Folder(work, lambda _: None))
    watch.open()
    bench.clock.pass_(10_000)
    assert [one.says for one in watch.follow(iter([None]))] == ["the time is up"]


def test_folder_of_another_history_begins_anew(work: Path, bench: Bench) -> None:
    """The sitting it names is not here: a new one is begun, the files stay."""
    link(work, "empty-max", "0" * 32)
    news = Watch(bench.fix, Folder(work, lambda _: None)).open()
    assert news.view is not None
    assert linked(work)["sitting"] == news.view.sitting


def test_what_was_saved_while_nobody_watched_is_run_first(
    bench: Bench, work: Path, texts: Texts
) -> None:
    """Killed, mended meanwhile, watched again: the new text has its verdict without a save."""
    Watch(bench.fix, Folder(work, lambda _: None)).open()
    (work / "broken.py").write_text(texts("fixed"))
    fix = bench.again()
    watch = Watch(fix, Folder(work, lambda _: None))
    watch.open()
    states = [news.says for news in watch.follow(iter([None]))]
    assert states == ["running the example", "example: held"]


def test_unchanged_files_are_not_run_when_watched_again(bench: Bench, work: Path) -> None:
    """Nothing was saved meanwhile: nothing is run."""
    Watch(bench.fix, Folder(work, lambda _: None)).open()
    watch = Watch(bench.again(), Folder(work, lambda _: None))
    watch.open()
    assert list(watch.follow(iter([None]))) == []


def test_a_printed_line_without_end_is_cut() -> None:
    """Ten megabytes on one line never fill the terminal."""
    shown = output_tail("first\n" + "x" * 10_000_000)
    assert len(shown) < 500
    assert shown.endswith("…")


def test_c_cancels_at_once_and_is_no_line_for_the_watcher(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The watcher waits for the run, so the keyboard's own thread obeys."""
    cancelled = Event()
    monkeypatch.setattr("sys.stdin", StringIO("c\nv\n"))
    typed = _typed_lines(cancelled.set)
    assert typed.get(timeout=5) == "v"
    assert cancelled.is_set()
    assert typed.empty()


def test_the_example_can_be_run_before_any_edit(bench: Bench, work: Path) -> None:
    """The watcher shows the fault on the code as given: four points, and no edit was needed."""
    Watch(bench.fix, Folder(work, lambda _: None)).open()
    assert ran_now(bench.fix).says == "example: failed, ValueError: empty"
    assert bench.fix.card().steps.parts["reproduce"].points == 4

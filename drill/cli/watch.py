"""`drill exercise watch`: verdicts as files are saved in one's own editor."""

import queue
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from drill.cli.exits import Exit
from drill.cli.session import services
from drill.cli.verb import Verbs, add_pack, add_verb, answer, answer_json, talk
from drill.cli.watch_words import (
    card_text,
    columns,
    ending_text,
    fitted,
    output_tail,
    own_text,
    solved_text,
    unreadable_text,
    verdict_text,
)
from drill.errors import UsageError

if TYPE_CHECKING:
    from drill.bootstrap import Services
    from drill.debugging.card import ExerciseCard
    from drill.model.steps import Belief
    from drill.services.fix import Fix
    from drill.services.watch import Folder, News

HELP = """type a line and enter:
e run the example · s submit · f finish and see the card · c cancel a run
t THOUGHT => WHAT A RUN WOULD SHOW · y or n: the last thought was so, or was not
h hint · v versions · b SHA go back to one · r reset (the old text is kept)
q quit, to go on later · x give up"""
GLYPHS = {"waiting": "·", "running": "…", "gone": "!", "unreadable": "!", "closed": "■"}


def register(verbs: Verbs) -> None:
    parser = add_verb(
        verbs, "watch", run, "show verdicts as you save in your own editor", epilog=HELP
    )
    parser.add_argument("dir", nargs="?", type=Path, default=Path(), metavar="DIR")
    parser.add_argument("--slug", metavar="SLUG", help="default: what the folder belongs to")
    add_pack(parser)


def run(args: Namespace) -> int:
    from drill.services.watch import Folder, Watch, notices

    if not args.dir.is_dir():
        raise UsageError(f"{args.dir} is no folder; make one with `drill exercise start SLUG`")
    folder = Folder(args.dir, time.sleep)
    with services(args.pack) as use:
        use.runner.start()
        typed = _typed_lines(use.runner.cancel)
        watch = Watch(use.fix, folder)
        shown = _Shown(json=args.json)
        shown.news(watch.open(args.slug))
        if not args.json:
            talk(HELP)
        ended = threading.Event()
        seen = _obeying(notices(args.dir, stop=ended.is_set), typed, use, folder, shown)
        for news in watch.follow(seen):
            shown.news(news)
            if news.state == "closed" and news.view is not None and news.view.expired:
                use.fix.close("time")
        return _ended(use.fix, shown, args.dir)


def _ended(fix: "Fix", shown: "_Shown", folder: Path) -> Exit:
    """Show the card and what comes next; what was not finished is kept for later."""
    view = fix.view()
    if view.phase != "finished":
        fix.quit()
        shown.says("kept for later: watch this folder again to go on")
        return Exit.NO
    if not view.begun:
        shown.says("nothing was done, so it was thrown away: it counts for nothing")
        return Exit.NO
    card = fix.card()
    shown.card(card)
    if not shown.json:
        if view.own_tests is not None:
            shown.says(own_text(view.own_tests))
        shown.says(ending_text(fix.review.debriefing(view.sitting), folder))
    return Exit.FINE if card.passed else Exit.NO


class _Shown:
    """Prints news: one line each, or one JSON object."""

    def __init__(self, *, json: bool) -> None:
        self.json = json

    def news(self, news: "News") -> None:
        if not self.json and news.says:
            left = "" if news.view is None else f"  {_clock(news.view.left)} left"
            answer(fitted(f"{GLYPHS[news.state]} {news.says}{left}", columns()))
            last = None if news.view is None else news.view.last
            if last is not None and news.state == "waiting" and last.verdict.output.strip():
                answer(output_tail(last.verdict.output))
        elif self.json:
            verdict = None if news.view is None or news.view.last is None else news.view.last
            answer_json(
                {
                    "state": news.state,
                    "says": news.says,
                    "target": None if verdict is None else verdict.target,
                    "verdict": None if verdict is None else verdict.verdict.verdict,
                }
            )
        sys.stdout.flush()

    def says(self, text: str) -> None:
        if self.json:
            answer_json({"says": text.strip()})
        else:
            answer(fitted(text, columns()))
        sys.stdout.flush()

    def card(self, card: "ExerciseCard") -> None:
        if self.json:
            answer_json({"card": card})
        else:
            answer(fitted(card_text(card), columns()))


def _clock(seconds: float) -> str:
    return f"{int(seconds // 60):02d}:{int(seconds % 60):02d}"


def _typed_lines(cancel: Callable[[], None]) -> "queue.Queue[str]":
    """Read lines on another thread, so that the watcher never waits for the keyboard.

    `c` is obeyed there and then: the watcher itself waits for the run.
    """
    typed: queue.Queue[str] = queue.Queue()

    def read() -> None:
        for line in sys.stdin:
            if line.strip() == "c":
                cancel()
            else:
                typed.put(line.strip())

    threading.Thread(target=read, name="keyboard", daemon=True).start()
    return typed


def _obeying(
    seen: Iterator[object],
    typed: "queue.Queue[str]",
    use: "Services",
    folder: "Folder",
    shown: _Shown,
) -> Iterator[object]:
    """Carry out what was typed between two looks at the folder; `q` ends them."""
    for notice in seen:
        while not typed.empty():
            line = typed.get()
            if line == "q":
                return
            _obey(line, use.fix, folder, shown)
        yield notice


def _obey(line: str, fix: "Fix", folder: "Folder", shown: _Shown) -> None:
    verb, _, rest = line.partition(" ")
    acts: dict[str, Callable[[], object]] = {
        "e": lambda: shown.news(ran_now(fix)),
        "s": lambda: _submit(fix, shown),
        "t": lambda: _think(fix, shown, rest),
        "y": lambda: _mark_last(fix, shown, "confirmed"),
        "n": lambda: _mark_last(fix, shown, "refuted"),
        "h": lambda: shown.says("\n".join(f"  hint: {hint}" for hint in fix.hint().hints)),
        "v": lambda: _versions(fix, shown),
        "b": lambda: _go_back(fix, folder, shown, rest or "none"),
        "r": lambda: _go_back(fix, folder, shown, ""),
        "f": lambda: _finish(fix, shown),
        "x": lambda: fix.close("abandoned"),
    }
    try:
        acts.get(verb, lambda: shown.says(HELP))()
    except UsageError as error:
        talk(f"drill: {error}")


def ran_now(fix: "Fix") -> "News":
    """Run the example on the code as it stands: seeing it fail needs no edit."""
    from drill.services.watch import News, said

    view = fix.run("example")
    return News("waiting", said("example", view), view)


def _think(fix: "Fix", shown: _Shown, line: str) -> None:
    text, _, expect = line.partition("=>")
    view = fix.think(text.strip(), expect.strip())
    shown.says(f"  noted. {view.offer}")


def _mark_last(fix: "Fix", shown: _Shown, verdict: "Belief") -> None:
    thoughts = fix.view().thoughts
    if not thoughts:
        raise UsageError("there is no thought to mark (t THOUGHT writes one)")
    fix.mark(thoughts[-1].text, verdict)
    shown.says(f"  {verdict}: {thoughts[-1].text}")


def _versions(fix: "Fix", shown: _Shown) -> None:
    for one in fix.versions():
        held = "held" if one.green else "    "
        here = "<- here" if one.current else ""
        shown.says(f"  {one.number} {one.sha[:8]} {one.changed:>3} lines changed {held} {here}")


def _go_back(fix: "Fix", folder: "Folder", shown: _Shown, start: str) -> None:
    """Put a version (the given code for an empty `start`) into the file; nothing is lost."""
    sha = None
    if start:
        sha = next((one.sha for one in fix.versions() if one.sha.startswith(start)), None)
        if sha is None:
            raise UsageError("name a version by the start of its hash (v lists them)")
    kept = folder.reset(fix.go_back(sha).source)
    shown.says(f"  the text from before is in {kept.name}")


def _submit(fix: "Fix", shown: _Shown) -> None:
    shown.says("… running the hidden checks")
    view = fix.submit()
    if view.unreadable is not None:
        shown.says(unreadable_text(view.unreadable))
    elif view.last is not None:
        shown.says(verdict_text(view.last.verdict))
        if view.solved:
            shown.says(solved_text(fix.card()))


def _finish(fix: "Fix", shown: _Shown) -> None:
    shown.says("… judging your own tests")
    fix.close("solved" if fix.view().solved else "abandoned")

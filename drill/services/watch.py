"""One's own editor: a work folder is watched, each save is run, the same steps are recorded.

The folder is watched, never the file: editors save by renaming, truncating or in place, and keep
their swap files where they like. What counts is what the file holds: the same bytes again are no
new save. Between two notices of the system the files are looked at as well, so that folders on a
network, where no notice comes, work too.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal, Protocol

from drill.errors import UsageError
from drill.model.steps import Target
from drill.services.fix_views import FixView

NAMES: dict[str, Target] = {"broken.py": "example", "own.py": "own", "scratch.py": "scratch"}
"""Watched file -> what its save runs."""
MAIN = "broken.py"
LINK = ".drill.json"
"""Names the exercise and the sitting that a work folder belongs to."""
SETTLE = 0.03
"""Seconds after which a file that still changes is read again."""
PATIENCE = 10
"""Times a file may change or be empty under our eyes before it is taken as it is."""
LOOK_EVERY = 0.5
"""Seconds between two looks where the system gives no notice."""
LARGEST = 1 << 20

WatchState = Literal["waiting", "running", "gone", "unreadable", "closed"]


class Fixing(Protocol):
    """The part of the fix service that a watcher drives."""

    def start(self, slug: str, *, number: int | None = None) -> FixView: ...
    def resume(self, sitting: str) -> FixView: ...
    def unpause(self) -> FixView: ...
    def view(self) -> FixView: ...
    def tick(self) -> FixView: ...
    def edit(
        self, source: str | None = None, own: str | None = None, scratch: str | None = None
    ) -> None: ...
    def run(self, target: Target, source: str | None = None) -> FixView: ...


@dataclass(frozen=True)
class News:
    """Something to show: the state of the watcher, or what a save came to."""

    state: WatchState
    says: str
    view: FixView | None = None


class Folder:
    """A work folder: what its files hold now, and which of them were saved since the last look."""

    def __init__(self, path: Path, sleep: Callable[[float], None]) -> None:
        self.path = path
        self._sleep = sleep
        self._seen: dict[str, str] = {}
        self._empty: set[str] = set()
        """Files that were empty or missing at the last look: no need to wait for them again."""

    def text(self, name: str) -> str | None:
        """Return what a file holds once it stands still; None when it is not there."""
        settled = self._read(name)
        # an own test file may be empty or missing for long: nobody waits for it
        if settled or (name == MAIN and name not in self._empty):
            settled = self._settled(name, settled)
        if settled:
            self._empty.discard(name)
        else:
            self._empty.add(name)
        return None if settled is None else settled.decode("utf-8-sig", errors="replace")

    def _settled(self, name: str, data: bytes | None) -> bytes | None:
        """Read until two looks agree; a file just truncated or renamed away is given time."""
        for _ in range(PATIENCE):
            if not data:
                self._sleep(SETTLE)
            again = self._read(name)
            if again == data and data:
                break
            data = again
        return data

    def saved(self) -> tuple[str, ...]:
        """Return the names of files whose bytes are new, in the order in which they are run."""
        new = []
        for name in NAMES:
            text = self.text(name)
            digest = "" if text is None else sha256(text.encode()).hexdigest()
            if text is not None and self._seen.get(name) != digest:
                new.append(name)
            self._seen[name] = digest
        return tuple(new)

    def forget(self, name: str) -> None:
        """Take a file as saved anew at the next look."""
        self._seen.pop(name, None)

    def reset(self, text: str) -> Path:
        """Write `text` over broken.py; what stood there is kept beside it."""
        file = self.path / MAIN
        number = 1
        while (kept := self.path / f"broken.{number}.py").exists():
            number += 1
        try:
            if file.exists():
                file.rename(kept)
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{file} cannot be written: {error.strerror}") from error
        return kept

    def _read(self, name: str) -> bytes | None:
        try:
            with (self.path / name).open("rb") as file:
                return file.read(LARGEST)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UsageError(f"{self.path / name} cannot be read: {error.strerror}") from error


def linked(folder: Path) -> dict[str, str]:
    """Return what the folder belongs to: slug, instance and, once it was watched, sitting."""
    try:
        found = json.loads((folder / LINK).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}


def link(folder: Path, slug: str, sitting: str = "", instance: int = 0) -> None:
    text = json.dumps({"slug": slug, "sitting": sitting, "instance": str(instance)})
    with suppress(OSError):  # a folder that cannot be written can still be watched
        (folder / LINK).write_text(text + "\n", encoding="utf-8")


class Watch:
    """Runs what is saved. `notices` yields whenever the folder may have changed, or time passed."""

    def __init__(self, fix: Fixing, folder: Folder) -> None:
        self._fix = fix
        self._folder = folder

    def open(self, slug: str | None = None) -> News:
        """Go on with the sitting that the folder belongs to, or begin one."""
        known_as = linked(self._folder.path)
        wanted = slug or known_as.get("slug") or self._folder.path.resolve().name
        view = None
        if known_as.get("sitting") and known_as.get("slug") == wanted:
            with suppress(UsageError):  # finished, or not in this history: a new one begins
                view = self._fix.resume(known_as["sitting"])
                view = self._fix.unpause()
        if view is None:
            given = known_as.get("instance", "") if known_as.get("slug") == wanted else ""
            # the folder holds the text of its instance, also at the second attempt
            view = self._fix.start(wanted, number=int(given) if given.isdecimal() else 0)
        link(self._folder.path, view.slug, view.sitting, view.instance)
        known = self._folder.saved()
        source = self._folder.text(MAIN)
        if source is None:
            return News("gone", f"{MAIN} is not there; waiting for it", view)
        texts = {MAIN: source, **{name: self._folder.text(name) for name in NAMES if name != MAIN}}
        before = {MAIN: view.source, "own.py": view.own, "scratch.py": view.scratch}
        for name in NAMES:
            if texts[name] and texts[name] != before[name]:
                self._folder.forget(name)  # saved while nobody watched: it is run first
        self._fix.edit(texts[MAIN], texts["own.py"], texts["scratch.py"])
        which = f" (instance {view.instance})" if view.instance else ""
        return News("waiting", f"watching {', '.join(known)} in {self._folder.path}{which}", view)

    def follow(self, notices: Iterator[object]) -> Iterator[News]:
        """Yield news until the exercise closes; a save during a run is run next."""
        gone = False
        for _ in notices:
            view = self._fix.tick()
            if view.phase == "finished":
                yield News("closed", "the exercise is closed", view)
                return
            if view.expired:
                yield News("closed", "the time is up", view)
                return
            while saved := self._folder.saved():
                yield from self._run(saved)
            missing = self._folder.text(MAIN) is None
            if missing and not gone:
                yield News("gone", f"{MAIN} is not there; waiting for it", view)
            gone = missing

    def _run(self, saved: tuple[str, ...]) -> Iterator[News]:
        texts = {name: self._folder.text(name) for name in NAMES}
        self._fix.edit(texts[MAIN], texts["own.py"], texts["scratch.py"])
        targets = [NAMES[name] for name in saved]
        if "example" in targets and texts["own.py"] and "own" not in targets:
            targets.append("own")  # a new version of the code is held against both
        for target in targets:
            yield News("running", f"running the {target}")
            view = self._fix.run(target)
            yield News("waiting", said(target, view), view)


def said(target: Target, view: FixView) -> str:
    """Say in one line what a run came to."""
    if view.last is None:
        return ""
    verdict = view.last.verdict
    word = "failed" if verdict.verdict == "unsolved" else verdict.verdict.replace("_", " ")
    return f"{target}: {word}" + (f", {verdict.reason}" if verdict.reason else "")


def notices(folder: Path, *, stop: Callable[[], bool]) -> Iterator[object]:
    """Yield on each change of the folder that the system tells of, and every half second."""
    from watchfiles import watch  # noqa: PLC0415 - only who watches pays for it

    yield None
    for changes in watch(
        folder,
        recursive=False,
        debounce=50,
        step=20,
        rust_timeout=int(LOOK_EVERY * 1000),
        yield_on_timeout=True,
        raise_interrupt=True,
        watch_filter=None,
        ignore_permission_denied=True,
    ):
        if stop():
            return
        yield changes

"""Runs hidden checks against confined candidates and says what held. Proof only."""

import signal
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from types import FrameType

from drill.errors import DrillError
from drill.model.run import CheckTime, Outcome
from drill.runner.hidden import Check
from drill.runner.limits import CHECK_SECONDS, LOAD_SECONDS, MAX_RESPAWNS
from drill.runner.remote import Remote
from drill.runner.session import Gone, Session, Violation
from drill.runner.toolkit import Candidate, Toolkit

_MAX_SYMPTOM = 300


class Deadline(BaseException):
    """The time of a check or of the submission is up."""


@dataclass(frozen=True)
class Spawned:
    """A confined candidate's process, ready to be asked."""

    session: Session
    kill: Callable[[], None]
    """Ends its process group at once."""
    end: Callable[[], str]
    """Why it ended, in a few words, once it did."""


@dataclass(frozen=True)
class Task:
    """A submission as the judge sees it."""

    source: str
    world: str | None
    collect: Callable[[], tuple[Check, ...]]
    """Reads the hidden checks; called while the candidate's code is loading."""
    groups: tuple[str, ...]
    seed: int
    devices: tuple[str, ...]
    seconds: float
    """Deadline of the submission, calibrated."""
    scale: float
    """How much slower this machine is than the one the deadlines were written on."""
    thorough: bool = True
    """Without it the first check that fails ends the run."""


@dataclass
class Tally:
    """What was seen so far; becomes the verdict."""

    broken: dict[str, str] = field(default_factory=dict)
    """Group to the symptom of its first check that failed."""
    verdict: Outcome = "solved"
    first: str | None = None
    reason: str = ""
    tightest: CheckTime | None = None

    def took(self, check: str, seconds: float, limit: float) -> None:
        """Keep the check that came nearest to its deadline."""
        made = CheckTime(check=check, ms=round(1000 * seconds, 2), limit_ms=1000 * limit)
        if self.tightest is None or made.margin < self.tightest.margin:
            self.tightest = made

    def fail(self, groups: tuple[str, ...], check: str | None, kind: Outcome, says: str) -> None:
        for group in groups:
            self.broken.setdefault(group, says)
        if self.verdict == "solved":
            self.verdict, self.first, self.reason = kind, check, says


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise Deadline in this thread after `seconds`, wherever it stands."""

    def ring(_signal: int, _frame: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.25)
        raise Deadline

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def clean(text: str, limit: int = _MAX_SYMPTOM) -> str:
    """One line without control characters."""
    shown = "".join(
        "·" if unicodedata.category(c)[0] == "C" and c not in "\n\t" else c for c in text
    )
    return " ".join(shown.split())[:limit]


def outside_seed(seed: int) -> int:
    """Derive the candidate's seed one way, so that it cannot roll the dice of the checks."""
    return int.from_bytes(sha256(f"candidate {seed}".encode()).digest()[:6], "little")


class Judge:
    """One submission, check after check."""

    def __init__(self, task: Task, spawn: Callable[[str], Spawned]) -> None:
        self.task = task
        self.tally = Tally()
        self._spawn = spawn
        self._live: list[Spawned] = []
        self._checks: tuple[Check, ...] = () if task.groups else task.collect()
        self.groups = task.groups or tuple(dict.fromkeys(one.group for one in self._checks))
        self._home: dict[str, Candidate] = {}
        self._started = 0
        self._end = time.perf_counter() + task.seconds

    def run(self) -> Tally:
        """Judge; the candidates that live on are ended by whoever started this."""
        for device in self.task.devices:
            if not self._load(device, self.groups):
                return self.tally
        for check in self._checks:
            devices = self.task.devices if check.devices else self.task.devices[:1]
            if not all(self._check(check, device) for device in devices):
                break
        return self.tally

    def _load(self, device: str, groups: tuple[str, ...], check: str | None = None) -> bool:
        failed = self._attempt(lambda: self._enter(device), self._usual(LOAD_SECONDS), "")
        if failed is None:
            return True
        kind, says = failed
        self.tally.fail(groups, check, kind, clean(f"The code could not be loaded: {says}"))
        return False

    def _usual(self, seconds: float) -> float:
        """Give the deadline nobody named: one hang must leave time for the checks after it."""
        return min(seconds * self.task.scale, self.task.seconds / 4)

    def _enter(self, device: str) -> None:
        self._home[device] = self._fresh(device)

    def _fresh(self, device: str) -> Candidate:
        spawned = self._spawn(device)
        self._live.append(spawned)
        session, text = spawned.session, self.task.world
        seeded = session.begin("seed", outside_seed(self.task.seed))
        around = None if text is None else session.begin("world", text, keep=True)
        module = session.begin("load", self.task.source, keep=True)
        self._checks = self._checks or self.task.collect()
        session.finish(seeded)
        world = None if around is None else session.finish(around)
        return Candidate(session, session.finish(module), world)

    def _check(self, check: Check, device: str) -> bool:
        """Run one check; False ends the submission."""
        if check.group in self.tally.broken and self.tally.verdict != "unsolved":
            return True
        if device not in self._home:
            self._started += 1
            if self._started > MAX_RESPAWNS or not self._load(device, (check.group,), check.id):
                self._give_up()
                return False
        tools = Toolkit(self._home[device], self.task.seed, device, lambda: self._fresh(device))
        own = None if check.seconds is None else check.seconds * self.task.scale
        limit = self._usual(CHECK_SECONDS) if own is None else own
        begin = time.perf_counter()
        failed = self._attempt(lambda: check.body(tools), limit, check.symptom)
        self.tally.took(check.id, time.perf_counter() - begin, limit)
        if failed is None:
            return True
        self.tally.fail((check.group,), check.id, failed[0], failed[1])
        if failed[0] in {"timeout", "crashed"}:
            self._home.pop(device, None)
        if not self.task.thorough or time.perf_counter() >= self._end:
            self._give_up()
            return False
        return True

    def _give_up(self) -> None:
        """Fail what was not judged."""
        says = "not judged: an earlier check ended the run"
        judged = {check.group for check in self._checks}
        self.tally.fail(tuple(g for g in self.groups if g in judged), None, "timeout", says)

    def _attempt(
        self, body: Callable[[], None], limit: float, symptom: str
    ) -> tuple[Outcome, str] | None:
        """None when it held; else the kind of failure and what a person would observe."""
        limit = min(limit, self._end - time.perf_counter())
        before = len(self._live)
        try:
            with alarm(limit):
                body()
        except Deadline:
            self._kill_from(0)
            return "timeout", clean(f"{symptom or 'it ran'} (not done after {limit:.2g} s)")
        except Gone:
            why = next((w for w in (one.end() for one in reversed(self._live)) if w), "it ended")
            self._kill_from(0)
            kind: Outcome = "out_of_memory" if "memory" in why else "crashed"
            return kind, clean(f"{symptom or 'the process ended'} ({why})")
        except Violation as broken:
            self._kill_from(0)
            return "crashed", clean(f"{symptom or 'the code interfered'} (protocol: {broken})")
        except DrillError:
            raise
        except BaseException as error:  # noqa: BLE001  (an exception is a check that failed)
            return _kind(error), clean(_says(error, symptom))
        if symptom:
            self._kill_from(before)
        return None

    def _kill_from(self, start: int) -> None:
        for one in self._live[start:]:
            with suppress(OSError):
                one.kill()
        if start == 0:
            self._home.clear()
        del self._live[start:]


def _kind(error: BaseException) -> Outcome:
    text = str(error.args[0]) if error.args else ""
    if isinstance(error, MemoryError) or "t allocate memory" in text:
        return "out_of_memory"
    return "unsolved"


def _says(error: BaseException, symptom: str) -> str:
    kind = getattr(error, "remote_type", None)
    text = str(error.args[0]) if error.args and not isinstance(error.args[0], Remote) else ""
    if kind is None:
        return text if isinstance(error, AssertionError) and text else symptom
    raised = f"{kind}: {text}" if text else kind
    return f"{symptom} ({raised})" if symptom else raised

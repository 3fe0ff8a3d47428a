"""Doctor: what is in order, what is not, and how to mend it."""

import platform
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from drill.config import Config
from drill.errors import DrillError
from drill.services.ports import Bank

LEAST_FREE = 50 * 2**20
"""Bytes of free disk under which the next sittings are at risk."""
State = Literal["ok", "warn", "broken"]


@dataclass(frozen=True, kw_only=True)
class Finding:
    name: str
    """What was looked at: `home`, `history`, `backups`, `config`, `bank`, `python`."""
    state: State
    says: str
    """One line: what was found."""
    mend: str = ""
    """What to do; empty when ok."""


class CheckedLog(Protocol):
    """The part of the history that the doctor needs."""

    @property
    def file(self) -> Path: ...
    def check(self) -> tuple[str, ...]: ...
    def backups(self) -> tuple[Path, ...]: ...


class Doctor:
    def __init__(
        self,
        *,
        home: Path,
        log: CheckedLog,
        config: Callable[[], Config],
        bank: Callable[[], Bank],
        walls: Callable[[], dict[str, str]] = dict,
    ) -> None:
        self._home = home
        self._log = log
        self._config = config
        self._bank = bank
        self._walls = walls
        """Each layer of confinement with an empty text, or why it does not hold here."""

    def examine(self) -> tuple[Finding, ...]:
        """Look at everything; as long as reading the history. Only a missing history is made."""
        return (
            self._python(),
            self._history(),
            self._disk(),
            self._backups(),
            *self._settings(),
            self._content(),
            *self._confinement(),
        )

    def _python(self) -> Finding:
        says = f"Python {platform.python_version()} on {platform.system()}, {sys.executable}"
        return Finding(name="python", state="ok", says=says)

    def _history(self) -> Finding:
        try:
            wrong = self._log.check()
        except DrillError as error:
            return Finding(name="history", state="broken", says=str(error), mend="see this line")
        if wrong:
            return Finding(
                name="history",
                state="broken",
                says=f"{self._log.file}: {wrong[0]}",
                mend="copy the newest backup over it, then start drill again",
            )
        return Finding(name="history", state="ok", says=f"{self._log.file} reads without a fault")

    def _disk(self) -> Finding:
        try:
            free = shutil.disk_usage(self._home).free
        except OSError as error:
            return Finding(
                name="home",
                state="broken",
                says=f"{self._home}: {error}",
                mend="make the folder or name another in DRILL_HOME",
            )
        says = f"{self._home}, {free // 2**20} MiB free"
        if free < LEAST_FREE:
            return Finding(name="home", state="warn", says=says, mend="free some space")
        return Finding(name="home", state="ok", says=says)

    def _backups(self) -> Finding:
        made = self._log.backups()
        if not made:
            return Finding(
                name="backups",
                state="ok",
                says="none yet; one is made when drill closes, at most once a day",
            )
        return Finding(
            name="backups",
            state="ok",
            says=f"{len(made)} in {made[-1].parent}, last {made[-1].name}",
        )

    def _settings(self) -> tuple[Finding, ...]:
        problems = self._config().problems
        if not problems:
            return (Finding(name="config", state="ok", says="no wrong setting"),)
        return tuple(
            Finding(name="config", state="warn", says=str(problem), mend="mend that line")
            for problem in problems
        )

    def _content(self) -> Finding:
        try:
            bank = self._bank()
        except DrillError as error:
            return Finding(
                name="bank", state="broken", says=str(error), mend="run `drill content check`"
            )
        says = (
            f"{len(bank.questions)} questions, {len(bank.spoken)} spoken sections, "
            f"{len(bank.long)} long questions, version {bank.version}"
        )
        return Finding(name="bank", state="ok", says=says)

    def _confinement(self) -> tuple[Finding, ...]:
        """Say which walls hold round foreign code; one's own runs with a notice without them."""
        walls = self._walls()
        if not walls:
            return ()
        held = ", ".join(name for name, why in walls.items() if not why) or "none"
        missing = [f"{name}: {why}" for name, why in walls.items() if why]
        if not missing:
            return (Finding(name="walls", state="ok", says=f"all hold: {held}"),)
        bonus = all(name.startswith("namespaces") for name in missing)
        return (
            Finding(
                name="walls",
                state="ok" if bonus else "warn",
                says=f"held: {held}; not held: {'; '.join(missing)}",
                mend="" if bonus else "a partner's code is refused here; your own runs",
            ),
        )

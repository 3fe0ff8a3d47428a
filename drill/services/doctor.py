"""Doctor: what is in order, what is not, and how to mend it."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, kw_only=True)
class Finding:
    name: str
    """What was looked at: `home`, `history`, `config`, `bank`, `python`, `terminal`, …"""
    state: Literal["ok", "warn", "broken"]
    says: str
    """One line: what was found."""
    mend: str
    """What to do; empty when ok."""


class Doctor:
    def examine(self) -> tuple[Finding, ...]:
        """All findings; none of them changes anything. Takes as long as reading the history."""
        raise NotImplementedError

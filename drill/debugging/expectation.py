"""What a person said a run would show, held against what it showed."""

import re
from typing import Literal

Outcome = Literal["confirmed", "refuted", "open"]

_FAILS = re.compile(
    r"\b(fail\w*|break\w*|error\w*|raise\w*|crash\w*|hang\w*|wrong|red)\b", re.IGNORECASE
)
_HOLDS = re.compile(
    r"\b(pass\w*|hold\w*|work\w*|green|ok|okay|fine|succeed\w*|fixed|right)\b", re.IGNORECASE
)
_NOT = re.compile(
    r"\b(not|no|never|without|doesn't|does not|won't|no longer|stops?)\W+\w*$", re.IGNORECASE
)


def outcome(expected: str, *, failed: bool) -> Outcome:
    """Return whether the run went as said; `open` where the words do not tell."""
    says_fail, says_hold = _says(_FAILS, expected), _says(_HOLDS, expected)
    if says_fail is None and says_hold is None:
        return "open"
    expects_failure = says_fail if says_fail is not None else not says_hold
    if says_fail is not None and says_hold is not None and says_fail == says_hold:
        return "open"
    return "confirmed" if expects_failure == failed else "refuted"


def _says(words: re.Pattern[str], text: str) -> bool | None:
    """Return whether the word is meant (True), denied (False) or absent (None)."""
    found = words.search(text)
    if found is None:
        return None
    return _NOT.search(text[: found.start()]) is None

"""Where a text stops being Python: what cannot be read is not handed in."""

import warnings
from dataclasses import dataclass

WINDOW = 30
"""Letters of the line that are shown around the place: they fit beside the code."""


@dataclass(frozen=True)
class Unreadable:
    """Why a text is no Python, and where."""

    error: str
    """Type of the error: SyntaxError, IndentationError or TabError."""
    line: int | None
    """1-based; None where the whole text is at fault."""
    says: str
    shown: str
    """The line, with a mark under the place; empty where there is none."""


def unreadable(text: str) -> Unreadable | None:
    """Return what is wrong with the writing of a text; None for what Python can read."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a doubtful escape is no error
            compile(text, "broken.py", "exec", dont_inherit=True)
    except SyntaxError as error:
        return Unreadable(type(error).__name__, error.lineno, error.msg, _shown(text, error))
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return Unreadable("SyntaxError", None, str(error) or "too deeply nested to be read", "")
    return None


def _shown(text: str, error: SyntaxError) -> str:
    lines = text.splitlines()
    if error.lineno is None or not 0 < error.lineno <= len(lines):
        return ""
    line = lines[error.lineno - 1].rstrip()
    at = min(max((error.offset or 1) - 1, 0), len(line))
    left = max(len(line) - len(line.lstrip()), at - WINDOW // 2)
    return f"{line[left : left + WINDOW]}\n{' ' * max(at - left, 0)}^"

"""Fold a text to one plain form, with the way back to the original's offsets."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

LIMIT = 8_000
"""Characters of an answer that are read: ten minutes of talk, so that time stays bounded."""

_SYMBOLS = {
    "\u2019": "'",
    "\u2018": "'",
    "`": "'",
    "\u00b4": "'",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "„": '"',
    "\u2212": "-",
    "\u2013": "-",
    "\u2010": "-",
    "\u2011": "-",
    "\u2012": "-",
    "—": "—",
    "―": "—",
    "→": "→",
    "⇒": "→",
    "➜": "→",
    "➔": "→",
    "⟶": "→",
    "⟹": "→",
    "↦": "→",
    "➡": "→",
    "►": "→",
    "▶": "→",
    "↓": " down ",
    "↑": " up ",
    "≤": "≤",
    "⩽": "≤",
    "≦": "≤",
    "≥": "≥",
    "⩾": "≥",
    "≧": "≥",
    "≈": "~",
    "≃": "~",
    "\u223c": "~",
    "≅": "~",
    "≠": " not ",
    "·": "*",
    "\u00d7": "*",
    "∙": "*",
    "⋅": "*",
    "÷": "/",
    "\u2215": "/",
    "\u2044": "/",
    "•": "\n",
    "●": "\n",
    "▪": "\n",
    "◦": "\n",
    "∞": " inf ",
    "…": "...",
    "‰": "%",
    "√": " sqrt ",
    "∂": "d",
    "∇": " gradient ",
    "Δ": "δ",
    "ŷ": "yhat",
    "✓": " ",
    "✗": " ",
}
_SUPER = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+", strict=True))


@lru_cache(maxsize=4096)
def _fold_char(char: str) -> str:
    known = _SYMBOLS.get(char)
    if known is not None:
        return known
    if char in "\t\r\v\f\x00":
        return " "
    parts = unicodedata.normalize("NFKD", char)
    plain = "".join(part for part in parts if not unicodedata.combining(part))
    plain = "".join(_SYMBOLS.get(part, part) for part in plain).casefold()
    category = unicodedata.category(char)
    if category in {"Zs", "Zl", "Zp"}:
        return " "
    if category in {"Cf", "Cc", "Cs", "Co"}:
        return "\n" if char == "\n" else ""
    return plain


def fold(text: str) -> tuple[str, list[int] | None]:
    """Folded text, and for each of its characters the index in `text` (None: the same)."""
    text = text[:LIMIT]
    if text.isascii() and text.isprintable():
        return text.lower().replace("`", "'"), None
    out: list[str] = []
    offsets: list[int] = []
    raised = False
    for index, char in enumerate(text):
        if char in _SUPER:
            piece = _SUPER[char] if raised else "^" + _SUPER[char]
            raised = True
        else:
            piece = _fold_char(char)
            raised = False
        out.append(piece)
        offsets.extend([index] * len(piece))
    return "".join(out), offsets

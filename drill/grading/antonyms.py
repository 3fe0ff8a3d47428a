"""Pairs of words that say the contrary, for answers graded without a rubric."""

from __future__ import annotations

from drill.grading.text import words_of

_PAIRS = """
low high|lower higher|lower increase|lower raise|small large|small big|little much|tiny huge
few many|fewer more|less more|decrease increase|reduce increase|reduce add|shrink grow|fall rise
drop climb|down up|decrease add|worse better|weak strong|slow fast|short long|early late
before after|first last|begin end|start end|rare common|rarely often|noisy smooth|sparse dense
hard soft|local global|minimum maximum|enable disable|on off|freeze unfreeze|train freeze
keep drop|add remove|include exclude|open close|overfit underfit|vanish explode|converge diverge
forward backward|overflow underflow|stable instability|correct incorrect|right wrong|true false
valid invalid|same different|equal unequal|possible impossible|all none|always never
everything nothing|positive negative|succeed fail|pass fail|accept reject|reliable unreliable
reliable misleading|biased unbiased|balanced imbalanced|online offline|hot cold|encoder decoder
teacher student|precision recall|lose gain|cheap expensive|simple complex|dependent independent
numerator denominator|upper lower|left right|sum mean|linear log|deterministic random
explicit implicit|finite inf|singular plural|active inactive|similar dissimilar|safe risky
checkpoint clip|static dynamic|find lose|begin end|start finish|start end|one both|single all
clean bad|clean dirty|good bad|rough smooth|above below|over under|inside outside|latest oldest
first last|new old|more fewer|connected cut|ascend descend|top bottom|shorten lengthen
ended begun|finished started|seen unseen|known unknown|wide narrow|early late|before after
compress spread|flatten spread|rise collapse
"""


def _stem(word: str) -> str:
    words = words_of(word)
    return words[0][1] if words else word


def _table() -> dict[str, frozenset[str]]:
    out: dict[str, set[str]] = {}
    for pair in _PAIRS.replace("\n", "|").split("|"):
        if pair.strip():
            a, b = (_stem(word) for word in pair.split())
            out.setdefault(a, set()).add(b)
            out.setdefault(b, set()).add(a)
    return {word: frozenset(others) for word, others in out.items()}


OPPOSITES = _table()
"""Stem to the stems of its contraries."""


_UP = "high higher large larger big bigger huge more increase raise rise up grow climb gain add"
_DOWN = (
    "low lower small smaller tiny little less fewer decrease reduce drop fall down shrink decline"
)
POLES = {**{_stem(w): 1 for w in _UP.split()}, **{_stem(w): -1 for w in _DOWN.split()}}
"""Stem to the direction it points in."""

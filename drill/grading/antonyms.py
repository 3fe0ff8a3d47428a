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
compress spread|flatten spread|rise collapse|keep lose|dead alive|exact noisy|exact rough
flatten sharpen|flat sharp|symmetric asymmetric|majority minority|whole part|full empty
improve worsen|improve degrade|help hurt|allow forbid|direct indirect|save cost|frequent rare
nowhere everywhere|nothing all|expand shrink|present absent|widen narrow|deep shallow
block flow|block pass|inflate deflate|keep change|preserve change|preserve destroy|constant growing
linear quadratic|linear exponential|quadratic constant|optimistic pessimistic|merge split
overestimate underestimate|together apart|share separate|reveal hide|show hide|visible hidden
strict loose|tight loose|heavy light|most least|best worst|maximise minimise|forget remember
learn forget|agree disagree|match mismatch|help harm|useful useless|once repeatedly
single multiple|unique duplicate|ordered shuffled|sequential parallel|synchronous asynchronous
eager lazy|row column|horizontal vertical|push pull|optional mandatory|required optional
"""


def _stem(word: str) -> str:
    words = words_of(word)
    return words[0][1] if words else word


_SPLITS = "train|validation|test"
"""Parts of a data set: each is the contrary of the others where nobody declared a rubric."""


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
_DENYING = ("un", "in", "im", "non", "dis", "ir")


def contraries(base: str) -> frozenset[str]:
    """Give the stems of a stem's contraries: listed, or made by a prefix (`untrainable`)."""
    cut = {base[len(start) :] for start in _DENYING if base.startswith(start)}
    made = {start + base for start in _DENYING if len(base) >= _LEAST}
    for one, other in (("over", "under"), ("under", "over")):
        if base.startswith(one) and len(base) >= len(one) + _LEAST:
            made.add(other + base[len(one) :])
    splits = _PARTS - {base} if base in _PARTS else frozenset()
    return (
        OPPOSITES.get(base, frozenset())
        | splits
        | made
        | {rest for rest in cut if len(rest) >= _LEAST}
    )


_PARTS = frozenset(map(_stem, _SPLITS.split("|")))
_LEAST = 4
"""Letters of a stem that a denying prefix can stand before."""
FOLLOWING = frozenset(map(_stem, ("up", "down", "rise", "fall", "climb", "decline")))
"""Stems of directions that are said of what stands before them."""
POLES = {**{_stem(w): 1 for w in _UP.split()}, **{_stem(w): -1 for w in _DOWN.split()}}
"""Stem to the direction it points in."""

"""The eight topics of the catalogue and the bands of the grill."""

from typing import NamedTuple

TOPICS = {
    "A": "debugging tree",
    "B": "loss curves",
    "C": "sanity checks",
    "D": "NaN debugging",
    "E": "leakage",
    "F": "gradient checking",
    "G": "distribution shift",
    "H": "production debugging",
}
"""Letter -> name, for people."""


class Band(NamedTuple):
    name: str
    first: int
    last: int
    meaning: str
    """What it means when the band is weak."""


BANDS = (
    Band("basics", 1, 15, "the first checks do not come by themselves yet"),
    Band("data and numerics", 16, 30, "a bug in the data or the numerics can fool you"),
    Band("senior", 31, 40, "senior debugging questions will go past you"),
)
"""The bands that are judged; 41-50 restate questions of theirs."""

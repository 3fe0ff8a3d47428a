"""Every sign drawn on screen that is not a letter, in Unicode and in plain ASCII."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Glyphs:
    hit: str
    partly: str
    missed: str
    wrong: str
    extra: str
    unsure: str
    full: str
    empty: str
    line: str
    """The mark that stands in a score bar where a line (28, 30) is crossed."""
    rule: str
    say: str
    arrow: str
    dot: str
    open: str
    ellipsis: str
    sparks: tuple[str, ...]
    """Low to high."""
    low: str
    """Beside the clock in its last fifth, so that colour is never alone."""
    quotes: tuple[str, str]
    joint: str
    """Between two short facts on one line."""

    def fit(self, title: str) -> str:
        """Put the joint of these signs into a title that a service made."""
        return title.replace("·", self.joint)


UNICODE = Glyphs(
    hit="✔",
    partly="◐",
    missed="○",
    wrong="✘",
    extra="+",
    unsure="?",
    full="█",
    empty="░",
    line="│",
    rule="─",
    say="▸",
    arrow="→",
    dot="●",
    open="·",
    ellipsis="…",
    sparks=("▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"),
    low="!",
    quotes=("“", "”"),
    joint="·",
)

ASCII = Glyphs(
    hit="+",
    partly="~",
    missed="-",
    wrong="x",
    extra="*",
    unsure="?",
    full="#",
    empty=".",
    line="|",
    rule="-",
    say=">",
    arrow="->",
    dot="o",
    open=".",
    ellipsis="...",
    sparks=("_", ".", ":", "-", "=", "+", "*", "#"),
    low="!",
    quotes=('"', '"'),
    joint="-",
)

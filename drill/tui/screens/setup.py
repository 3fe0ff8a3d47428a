"""What a sitting shall be: which questions, in which order, up to which cap."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from drill.model.topics import TOPICS
from drill.tui.screens.base import BaseModal
from drill.tui.text import counted
from drill.tui.widgets.choices import Choice, Choices
from drill.tui.widgets.keyline import KeyLine

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.widget import Widget

    from drill.model.event import Mode
    from drill.services.views import Preview, SittingSpec

TITLES: dict[Mode, str] = {
    "quick_fire": "Quick fire",
    "grill": "Grill",
    "spoken": "Say it out loud",
    "long": "Five long questions",
    "mixed": "Full mock",
}
SHOWN = 9
"""Runs of numbers named in the preview: what fits a line."""
_BANDS = (
    ("all", "1-50 all"),
    ("basics", "1-15 basics"),
    ("data", "16-30 data and numerics"),
    ("senior", "31-40 senior"),
    ("quick", "41-50 quick fire"),
)
_TOPICS = (("", "any"), *((letter, f"{letter} {name}") for letter, name in TOPICS.items()))
_SOURCES = (("all", "all"), ("weak", "only those not cold last time"), ("due", "only due ones"))
_NAMES = {"spoken": "section", "long": "long question", "mixed": "item"}
_EACH = {"quick_fire": " at 15 s"}


class SetupScreen(BaseModal["SittingSpec"]):
    AUTO_FOCUS = "Choices"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,f9",
            "start",
            "start",
            id="setup.start",
            tooltip="The first clock runs at once",
            priority=True,
        ),
    ]

    def __init__(self, mode: Mode) -> None:
        super().__init__()
        self._mode = mode

    def body(self) -> Iterable[Widget]:
        with Vertical(classes="box") as box:
            box.border_title = TITLES[self._mode]
            yield Choices(self._rows(), self.glyphs)
            yield Static(classes="gap")
            yield Static("", id="preview", markup=False)
            yield Static(classes="gap")
            yield KeyLine()

    def _rows(self) -> list[Choice]:
        config = self.drill.config
        usual = config.sitting if config else None
        rows = []
        if self._mode in {"quick_fire", "grill"}:
            usual_band = "quick" if self._mode == "quick_fire" else "all"
            rows.append(Choice("band", "Questions", _BANDS, usual_band))
        rows.append(Choice("topic", "Topic", _TOPICS))
        rows.append(Choice("source", "Which", _SOURCES, "all"))
        shuffled = self._mode == "quick_fire" or bool(usual and usual.shuffle)
        rows.append(
            Choice(
                "order", "Order", (("", "in order"), ("yes", "shuffled")), "yes" if shuffled else ""
            )
        )
        rows.append(Choice("seed", "Seed", empty="a new one"))
        items = 10 if self._mode == "quick_fire" else usual.items if usual else None
        rows.append(Choice("items", "At most, questions", value=str(items or ""), empty="no cap"))
        minutes = usual.minutes if usual else None
        if self._mode == "mixed":
            minutes = minutes or 45
        rows.append(
            Choice(
                "minutes", "At most, minutes", value=str(int(minutes or 0) or ""), empty="no cap"
            )
        )
        return rows

    def on_mount(self) -> None:
        self._preview()

    def on_choices_changed(self) -> None:
        self._preview()

    def _spec(self) -> SittingSpec:
        from drill.services.views import Band, SittingSpec, Source  # noqa: PLC0415 - pydantic comes with it

        rows = self.query_one(Choices)
        bands: dict[str, Band | None] = {
            "basics": "basics",
            "data": "data",
            "senior": "senior",
            "quick": "quick",
            "all": "all" if self._mode == "quick_fire" else None,
        }
        sources: dict[str, Source] = {"all": "all", "weak": "weak", "due": "due"}
        banded = self._mode in {"quick_fire", "grill"}
        minutes = rows.number("minutes")
        return SittingSpec(
            mode=self._mode,
            band=bands.get(rows.value("band")) if banded else None,
            topic=rows.value("topic") or None,
            source=sources[rows.value("source")],
            shuffle=bool(rows.value("order")),
            seed=rows.number("seed"),
            items=rows.number("items"),
            minutes=float(minutes) if minutes else None,
        )

    def _preview(self) -> None:
        spec = self._spec()
        self.ask(lambda: self.drill.services.practice.preview(spec), self._previewed)

    def _previewed(self, found: Preview) -> None:
        text = self._said(found) if found.asked else "Nothing fits this choice."
        self.query_one("#preview", Static).update(
            Content.styled(text, "$quiet" if found.asked else "$warning")
        )

    def _said(self, found: Preview) -> str:
        many = counted(found.asked, _NAMES.get(self._mode, "question"))
        parts = runs(found.pool)
        more = f", {self.glyphs.ellipsis}" if len(parts) > SHOWN else ""
        names = ", ".join(parts[:SHOWN]) + more
        how = "in this order"
        if found.drawn:
            all_of_them = len(found.pool) == found.asked
            how = "shuffled" if all_of_them else f"drawn from these {len(found.pool)}"
        return f"{many}{_EACH.get(self._mode, '')}, {how}: {names}"

    def action_start(self) -> None:
        self.dismiss(self._spec())


def runs(ids: Sequence[str]) -> list[str]:
    """Name questions by their numbers, sections and plans by their ids; neighbours as one run."""
    found: list[list[tuple[str, int]]] = []
    for name in ids:
        kind, place = name.rstrip("0123456789"), 0
        if kind != name:
            place = int(name[len(kind) :])
        elif len(name) > 1:
            kind, place = name[:-1], ord(name[-1])
        follows = found and found[-1][-1] == (kind, place - 1)
        if follows:
            found[-1].append((kind, place))
        else:
            found.append([(kind, place)])
    return [_run(one) for one in found]


def _run(run: list[tuple[str, int]]) -> str:
    joint = "-" if run[0][0] == "q" else " to "
    ends = [run[0]] if len(run) == 1 else [run[0], run[-1]]
    return joint.join(_name(kind, place) for kind, place in ends)


def _name(kind: str, place: int) -> str:
    if kind == "q":
        return str(place)
    return f"{kind}{chr(place) if kind.endswith('-') else place}"

"""What the screens of a running sitting share."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from drill.tui.screens.base import Base

if TYPE_CHECKING:
    from textual.events import Key

    from drill.services.views import View


HELP_SAYS = "The clock stands while this is open, and the question is hidden. Close it to go on."


class SittingScreen(Base[None]):
    """Shows one phase of a sitting; the app switches to another screen when the phase changes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "f10",
            "finish",
            "end sitting",
            id="sitting.end",
            tooltip="End the sitting and see its scorecard",
            show=False,
        ),
        Binding(
            "ctrl+q",
            "app.leave",
            "quit",
            id="app.quit",
            tooltip="Quit; the sitting can be resumed",
            show=False,
            priority=True,
        ),
    ]

    GOES_ON: ClassVar[str] = ""
    """The action that leads to the next screen. It begins with its key: no letter overtakes it."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view

    def takes(self, key: Key) -> bool:
        if not super().takes(key):
            return False
        bound = self.active_bindings.get(key.key)
        if bound is None or not self.GOES_ON or bound.binding.action != self.GOES_ON:
            return True
        self.call_later(self.run_action, self.GOES_ON)
        self._going = True
        return False

    def fits(self, view: View) -> bool:
        """Say whether this screen shows the phase and the item of `view`."""
        return view.phase == self.view.phase and view.index == self.view.index

    def update_view(self, view: View) -> None:
        """Take over a newer view of the same phase and item."""
        self.view = view

    @property
    def where(self) -> str:
        """Title, place in the sitting and what is asked, for the top line."""
        view = self.view
        joint = f" {self.glyphs.joint} "
        parts = [f"{self.glyphs.fit(view.title)} {view.position}/{view.of}"]
        if self.size.width >= 60 and view.topic_name:  # noqa: PLR2004 - room for the topic
            parts.append(f"{view.topic} {view.topic_name}")
        if view.kind == "question" and view.number is not None:
            parts.append(f"question {view.number}")
        return joint.join(parts)

    def open_help(self) -> None:
        """Let the clocks stand while help is read; the question is hidden as in any pause."""
        from drill.tui.screens.help import HelpScreen  # noqa: PLC0415 - each screen when it is shown

        if self.view.phase not in {"answering", "reviewing"}:
            super().open_help()
            return
        self.hand_over()
        self.app.push_screen(HelpScreen(self, HELP_SAYS), self._helped)
        self.drill.sitting.do(lambda practice: practice.pause())

    def _helped(self, _: None) -> None:
        self.drill.sitting.do(lambda practice: practice.unpause())

    def action_finish(self) -> None:
        from drill.tui.screens.asking import ConfirmScreen  # noqa: PLC0415 - each screen when it is shown

        self.app.push_screen(
            ConfirmScreen(
                "End this sitting?", "What was answered counts; the rest is not reached."
            ),
            self._finish,
        )

    def _finish(self, sure: bool | None) -> None:
        if sure:
            self.drill.sitting.do(lambda practice: practice.end())

"""Broken code, mended under the clock: story, editor, and what happened."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import ContentSwitcher, Static

from drill.services.starts import OWN_START, SCRATCH_START
from drill.tui.fixing import Texts
from drill.tui.happened import (
    TARGETS,
    contract_rows,
    failing_line,
    run_lines,
    story_lines,
    thought_rows,
    unreadable_lines,
)
from drill.tui.screens.base import Base
from drill.tui.screens.fix_dialogs import LineScreen, ThinkScreen, Thought
from drill.tui.screens.fix_keys import HELP_SAYS, KEYS
from drill.tui.text import join, plain
from drill.tui.themes import THEMES_BY_NAME
from drill.tui.widgets.code import CodeEditor
from drill.tui.widgets.lines import Lines
from drill.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

    from drill.services.fix import Fix
    from drill.services.fix_views import FixView
    from drill.tui.fixing import Ask

FILES = {"code": "broken.py", "own": "own.py", "scratch": "scratch.py", "example": "example.py"}
BREAKPOINTS = [(0, "-tiny"), (60, "-normal"), (116, "-wide")]
"""Three panes fit later than the two of other screens."""
_PANES = ("run", "story", "none")
"""What F3 goes through where there is no room for everything."""


class FixScreen(Base[None]):
    CSS_PATH = "fix.tcss"
    AUTO_FOCUS = "#code"
    LAST = "#thoughts"
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS
    BINDINGS = KEYS

    def __init__(self, view: FixView) -> None:
        super().__init__()
        self.view = view
        self._pane = "story"
        self._sought = ""
        self._shown: dict[str, tuple[object, ...]] = {}
        """Part of the screen -> the values it was drawn from."""

    def body(self) -> Iterable[Widget]:
        view = self.view
        with Horizontal(id="panes"):
            with VerticalScroll(id="story", can_focus=False):
                yield Static("", id="told", markup=False)
                yield Rows(id="contract", gutter=2)
            with Vertical(id="desk"):
                yield Static("", id="files", markup=False)
                with ContentSwitcher(initial="code"):
                    yield CodeEditor(view.source, id="code")
                    yield CodeEditor(view.own, id="own")
                    yield CodeEditor(view.scratch, id="scratch")
                    yield CodeEditor("", read_only=True, id="example")
            with Vertical(id="side"):
                yield Lines(id="happened")
                with VerticalScroll(id="thought", can_focus=False):
                    yield Rows(id="thoughts", gutter=9)

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self._colour())
        self._colour()
        self._set_pane("story")
        slug, number = self.view.slug, self.view.instance
        self.ask(lambda: self._prepare(slug, number), self._example)
        self.update_view(self.view)
        self.call_after_refresh(self._draw_files)  # only now is the width known

    def _colour(self) -> None:
        for editor in self.query(CodeEditor):
            editor.colour(THEMES_BY_NAME[self.app.theme])

    def _prepare(self, slug: str, number: int) -> str:
        """Let the runner warm up, and fetch the visible example."""
        self.drill.services.runner.start()
        return self.drill.services.exercises.get(slug, number).example

    def _example(self, text: str) -> None:
        self._editor("example").load_text(text)

    def _editor(self, name: str) -> CodeEditor:
        return self.query_one(f"#{name}", CodeEditor)

    @property
    def _file(self) -> str:
        return self.query_one(ContentSwitcher).current or "code"

    def update_view(self, view: FixView) -> None:
        """Draw what a newer view changed; the editors are the person's and stay as they are."""
        ran = view.runs != self.view.runs
        self.view = view
        if not self.built:
            return
        until = self.drill.monotonic() + view.left
        if view.phase == "working":
            self.top.start(lambda: until - self.drill.monotonic(), view.total)
        else:
            self.top.hold("paused")
        if ran and self._pane == "story":
            self._set_pane("run")
        self._draw()

    def _draw(self) -> None:
        """Draw each part whose values changed, and leave the others alone."""
        view, fixing = self.view, self.drill.fixing
        if self._is_new("title", view.slug):
            which = f" {self.glyphs.joint} instance {view.instance}" if view.instance else ""
            self.top.title(f"{view.slug} {self.glyphs.joint} {view.minutes} min{which}")
            self._draw_files()
        if self._is_new("contract", view.contract):
            self.query_one("#contract", Rows).show(contract_rows(view, self.glyphs))
        if self._is_new("story", view.story, view.hints, view.interruption):
            self.query_one("#told", Static).update(story_lines(view))
        if self._is_new("runs", fixing.running, fixing.queued):
            self._draw_files()
        if self._is_new(
            "run", view.last, view.unreadable, view.runs, view.interruption, view.solved
        ):
            self.query_one("#happened", Lines).show(self._happened())
        if self._is_new("thoughts", view.thoughts, view.offer):
            self.query_one("#thoughts", Rows).show(thought_rows(view, self.glyphs))
        if self._is_new("keys", view.next_hint_costs):
            self.refresh_bindings()

    def _is_new(self, part: str, *values: object) -> bool:
        if self._shown.get(part) == values:
            return False
        self._shown[part] = values
        return True

    def _happened(self) -> Content:
        view = self.view
        lines: list[Content] = []
        if view.interruption:
            lines.append(plain(view.interruption, "bold $warning"))
        if view.solved:
            lines.append(
                Content.styled(
                    "Solved. F10 ends it; an own test can still earn points.", "$success"
                )
            )
        if lines:
            lines.append(Content())
        if view.unreadable is not None:
            lines.append(unreadable_lines(view.unreadable, self.glyphs))
        elif view.last is not None:
            lines.append(run_lines(view.last, self.glyphs))
        else:
            since = " since you came back" if view.runs else ""
            lines.append(Content.styled(f"No run yet{since}. F5 runs the example.", "$quiet"))
        return join(lines)

    def _draw_files(self) -> None:
        """Draw the names of the files, and what runs now and next."""
        fixing, current = self.drill.fixing, self._file
        room = self.query_one("#files").content_size.width
        wide = sum(len(name) + 3 for name in FILES.values()) <= room + 1
        names = [
            Content.styled(
                f" {name} " if wide else name,
                "bold $foreground on $panel" if key == current else "$quiet",
            )
            for key, name in FILES.items()
        ]
        line = join(names, " ")
        if fixing.running:
            then = f", then {TARGETS[fixing.queued]}" if fixing.queued else ""
            word = Content.styled(f"{TARGETS[fixing.running]} runs{then}, esc cancels", "$accent")
            left = room - word.cell_length
            line = word if left < line.cell_length + 1 else join([line, word], "  ")
        self.query_one("#files", Static).update(line, layout=False)

    def _set_pane(self, pane: str) -> None:
        self._pane = pane
        for one in _PANES:
            self.set_class(one == pane, f"-pane-{one}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        match action:
            case "hint":
                return self.view.next_hint_costs is not None
            case "box":
                return not isinstance(self.focused, CodeEditor)
            case _:
                return True

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw_files)

    def on_text_area_changed(self) -> None:
        self.hand_over()

    def hand_over(self) -> None:
        """Give what stands in the editors to the service: nothing typed is behind a run."""
        texts = Texts(*(self._editor(name).text for name in ("code", "own", "scratch")))
        self.drill.fixing.edit(texts)

    def on_code_editor_capped(self) -> None:
        self.app.notify("That paste is longer than a file may be here. Nothing was changed.")

    def on_descendant_focus(self) -> None:
        self.refresh_bindings()

    def on_descendant_blur(self) -> None:
        self.refresh_bindings()

    # runs

    def action_example(self) -> None:
        self._run("example")

    def action_own(self) -> None:
        self._run_file("own", OWN_START, "Write a test here, then F6 runs it. ctrl+o goes back.")

    def action_scratch(self) -> None:
        self._run_file("scratch", SCRATCH_START, "Try things here, then F7 runs it.")

    def _run_file(self, name: Ask, start: str, says: str) -> None:
        if self._editor(name).text.strip():
            self._run(name)
            return
        editor = self._editor(name)
        editor.swap(start)
        editor.move_cursor(editor.document.end)
        self.action_file(name)
        self.app.notify(says, timeout=4)

    def action_submit(self) -> None:
        self._run("submit")

    def _run(self, ask: Ask) -> None:
        if self._pane == "story":
            self._set_pane("run")
        self.hand_over()
        self.drill.fixing.run(ask)

    # thoughts and help

    def open_help(self) -> None:
        """Let the clock stand while help is read; the code is hidden as in any pause."""
        from drill.tui.screens.help import HelpScreen  # noqa: PLC0415 - each screen when it is shown

        if self.view.phase == "working":
            self.action_pause()
            self.app.push_screen(HelpScreen(self.app.screen, HELP_SAYS), self._helped)
        else:
            super().open_help()

    def _helped(self, _: None) -> None:
        self.drill.fixing.do(lambda fix: fix.unpause())

    def action_think(self) -> None:
        self.app.push_screen(ThinkScreen(self.view), self._thought)

    def _thought(self, said: tuple[Thought, ...] | None) -> None:
        for thought in said or ():
            self.drill.fixing.do(partial(_told, thought))

    def action_hint(self) -> None:
        from drill.tui.screens.asking import ConfirmScreen  # noqa: PLC0415 - each screen when it is shown

        self.app.push_screen(
            ConfirmScreen(
                "Open a hint?", f"It costs {self.view.next_hint_costs} points of the 50."
            ),
            self._hint,
        )

    def _hint(self, sure: bool | None) -> None:
        if sure:
            self._set_pane("story")
            self.drill.fixing.do(lambda fix: fix.hint())

    # the editor

    def action_scroll(self, by: int) -> None:
        """Move what happened, or the story where it stands in its place."""
        if self._pane == "story" and not self.has_class("-wide"):
            self.query_one("#story").scroll_relative(y=by, animate=False)
        else:
            self.query_one("#happened", Lines).move(by)

    def action_pane(self) -> None:
        self._set_pane(_PANES[(_PANES.index(self._pane) + 1) % len(_PANES)])

    def action_file(self, name: str) -> None:
        self.query_one(ContentSwitcher).current = name
        self._editor(name).focus()
        self._draw_files()

    def action_next_file(self) -> None:
        names = list(FILES)
        self.action_file(names[(names.index(self._file) + 1) % len(names)])

    def action_unbox(self) -> None:
        if self.drill.fixing.running not in {None, "close"}:
            self.drill.fixing.cancel()
        elif isinstance(self.focused, CodeEditor):
            self.set_focus(None)
        else:
            self.action_box()

    def action_box(self) -> None:
        self._editor(self._file).focus()

    def action_find(self) -> None:
        self.app.push_screen(LineScreen("Find", self._sought), self._find)

    def _find(self, words: str | None) -> None:
        if words:
            self._sought = words
            if not self._editor(self._file).find(words):
                self.app.notify("Not in this file.", timeout=3)

    def action_go_to(self) -> None:
        line = failing_line(self.view, FILES[self._file])
        self.app.push_screen(LineScreen("Go to line", str(line or "")), self._go_to)

    def _go_to(self, line: str | None) -> None:
        if line and line.strip().isdecimal():
            self._editor(self._file).go_to(int(line))

    # versions, pause, end

    def action_versions(self) -> None:
        from drill.tui.screens.versions import VersionsScreen  # noqa: PLC0415 - each screen when it is shown

        self.app.push_screen(VersionsScreen(), self._go_back)

    def _go_back(self, back: tuple[str | None] | None) -> None:
        if back is not None:
            sha = back[0]
            self.drill.fixing.do(lambda fix: fix.go_back(sha), self._put_back)

    def _put_back(self, view: FixView) -> None:
        self.action_file("code")
        self._editor("code").swap(view.source)
        self.app.notify("Gone back. ctrl+z undoes it.", timeout=4)

    def action_pause(self) -> None:
        self.hand_over()
        self.drill.fixing.do(lambda fix: fix.pause())

    def action_finish(self) -> None:
        self.hand_over()
        self.drill.fixing.do(lambda fix: fix.view(), self._ask_to_finish)

    def _ask_to_finish(self, view: FixView) -> None:
        """Ask once what was typed last is known to the view."""
        from drill.tui.screens.asking import ConfirmScreen  # noqa: PLC0415 - each screen when it is shown

        if not self.is_current:
            return  # asked twice in a row, or something else stands above by now
        said = "Your own tests are tried on known wrong fixes, then the card comes."
        if not view.begun:
            said = "Nothing was done yet: it is thrown away and counts for nothing."
        elif not view.solved:
            said = f"It is not solved yet; the steps still count. {said}"
        self.app.push_screen(ConfirmScreen("End this exercise?", said), self._finish)

    def _finish(self, sure: bool | None) -> None:
        if sure:
            self.hand_over()
            self.drill.fixing.close("solved" if self.view.solved else "abandoned")


def _told(thought: Thought, fix: Fix) -> FixView:
    if thought.mark is not None:
        return fix.mark(thought.text, thought.mark)
    return fix.think(thought.text, thought.expect)

"""The keys of the fix screen: each works in the editor, and has a plain letter outside."""

from textual.binding import Binding, BindingType


def _both(key: str, letter: str, action: str, word: str, tooltip: str) -> list[BindingType]:
    """Bind a key that works in the editor too, and its plain letter outside."""
    name = f"fix.{action.partition('(')[0]}"
    return [
        Binding(key, action, word, id=name, tooltip=tooltip, priority=True),
        Binding(letter, action, word, id=f"{name}_plain", tooltip=tooltip),
    ]


HELP_SAYS = (
    "The clock stands while this is open. Of the steps only the first hypothesis goes by the "
    "clock: reading costs nothing."
)
KEYS: list[BindingType] = [
    *_both("f5", "r", "example", "run", "Run the visible example on your code"),
    *_both("f6", "t", "own", "tests", "Run your own tests; the first time opens their file"),
    *_both("f7", "s", "scratch", "scratch", "Run the scratch file beside your code"),
    *_both("f8", "w", "think", "think", "Write what you think and expect, or mark it"),
    *_both("f9", "u", "submit", "submit", "Have the hidden checks decide"),
    *_both("f2", "h", "hint", "hint", "Open a hint; it costs points"),
    *_both("f3", "o", "pane", "panes", "What happened, the story, or only the editor"),
    *_both("f4", "p", "pause", "pause", "Stop the clock; the code is hidden meanwhile"),
    *_both("f12", "v", "versions", "versions", "Compare and go back to any version that was run"),
    *_both("f10", "q", "finish", "finish", "End it and see the card"),
    Binding(
        "ctrl+o",
        "next_file",
        "file",
        id="fix.file",
        tooltip="Code, own tests, scratch, example",
        priority=True,
        show=False,
    ),
    Binding(
        "ctrl+f",
        "find",
        "find",
        id="fix.find",
        tooltip="Search; again finds the next",
        priority=True,
        show=False,
    ),
    Binding(
        "ctrl+g",
        "go_to",
        "line",
        id="fix.line",
        tooltip="Go to a line; the failing one is offered",
        priority=True,
        show=False,
    ),
    Binding(
        "escape",
        "unbox",
        "plain keys",
        id="fix.unbox",
        tooltip="Cancel a run; else leave or enter the editor",
        priority=True,
        show=False,
    ),
    Binding(
        "down,j",
        "scroll(3)",
        "down",
        id="fix.down",
        tooltip="What happened, further down",
        show=False,
    ),
    Binding("up,k", "scroll(-3)", "up", id="fix.up", tooltip="And up again", show=False),
    Binding("e,i", "box", "edit", id="fix.box", tooltip="Back into the editor"),
    Binding("1", "file('code')", "code", id="fix.file1", tooltip="broken.py", show=False),
    Binding("2", "file('own')", "own tests", id="fix.file2", tooltip="own.py", show=False),
    Binding("3", "file('scratch')", "scratch", id="fix.file3", tooltip="scratch.py", show=False),
    Binding("4", "file('example')", "example", id="fix.file4", tooltip="example.py", show=False),
    Binding(
        "ctrl+q",
        "app.leave",
        "quit",
        id="app.quit",
        tooltip="Quit; the exercise can be resumed",
        show=False,
        priority=True,
    ),
]

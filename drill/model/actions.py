"""Ids of all that a key can do, as `[keys]` in `config.toml` names them."""

_BY_SCREEN = {
    "answer": (
        "box confidence dictate dictate_plain hint note note_plain pause skip submit "
        "submit_long sure1 sure2 sure3 sure4 unbox"
    ),
    "app": "help quit",
    "card": "again close history look",
    "choices": "down left right up",
    "code": "all dedent end start",
    "confirm": "no yes",
    "excard": "again close compare debrief timeline",
    "exercises": "close recovery start",
    "fix": (
        "box down example example_plain file file1 file2 file3 file4 find finish "
        "finish_plain hint hint_plain line own own_plain pane pane_plain pause "
        "pause_plain scratch scratch_plain submit submit_plain think think_plain unbox up "
        "versions versions_plain"
    ),
    "help": "close",
    "history": "card close export",
    "home": "fix grill history leave long mock quick resume spoken today",
    "left": "anew go_on",
    "line": "take",
    "looked": "before close next overrule",
    "modal": "leave",
    "overrule": "tab take",
    "page": "close",
    "pause": "go_on put_away",
    "pick": "down end home pagedown pageup up",
    "resume": "discard go_on",
    "setup": "start",
    "sitting": "end",
    "think": "keep tab",
    "timeline": "close tab",
    "verdict": "next note overrule reference undo",
    "versions": "against back close",
    "write": "take",
}
ACTIONS = frozenset(
    f"{screen}.{name}" for screen, names in _BY_SCREEN.items() for name in names.split()
)

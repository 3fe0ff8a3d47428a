"""The two themes of drill: calm, with one colour per meaning."""

from textual.theme import Theme

DARK = Theme(
    name="drill-dark",
    primary="#7fa6cc",
    secondary="#a394c4",
    accent="#d8a95f",
    warning="#d8a95f",
    error="#d37d78",
    success="#8bb98a",
    foreground="#d6d9df",
    background="#15171c",
    surface="#1b1e24",
    panel="#2a2e37",
    dark=True,
    variables={
        "quiet": "#868d9b",
        "rule": "#343945",
        "gap": "#2a2e37",
        "hit-back": "#22332a",
        "wrong-back": "#3a2526",
        "partly-back": "#372f20",
        "block-cursor-background": "#7fa6cc",
        "block-cursor-foreground": "#15171c",
        "block-cursor-text-style": "none",
        "border": "#343945",
        "border-blurred": "#2a2e37",
        "scrollbar": "#2a2e37",
        "scrollbar-background": "#15171c",
        "scrollbar-hover": "#3a404c",
        "scrollbar-active": "#7fa6cc",
    },
)

LIGHT = Theme(
    name="drill-light",
    primary="#2d618f",
    secondary="#6b5796",
    accent="#96601a",
    warning="#96601a",
    error="#ad3f3a",
    success="#35713f",
    foreground="#2a2d33",
    background="#faf8f3",
    surface="#f3f0e8",
    panel="#e4dfd3",
    dark=False,
    variables={
        "quiet": "#6e6b64",
        "rule": "#d0cabb",
        "gap": "#e0dacc",
        "hit-back": "#dcebd9",
        "wrong-back": "#f4dcd8",
        "partly-back": "#f4e7cd",
        "block-cursor-background": "#2d618f",
        "block-cursor-foreground": "#faf8f3",
        "block-cursor-text-style": "none",
        "border": "#d0cabb",
        "border-blurred": "#e0dacc",
        "scrollbar": "#d9d3c4",
        "scrollbar-background": "#faf8f3",
        "scrollbar-hover": "#c7c0ae",
        "scrollbar-active": "#2d618f",
    },
)

THEMES_BY_NAME = {theme.name: theme for theme in (DARK, LIGHT)}

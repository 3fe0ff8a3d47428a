"""Where things lie: the data folder, the config and the content."""

import os
from pathlib import Path

import drill


def home_folder(override: Path | None = None) -> Path:
    """Find the data folder: what the caller says, else `DRILL_HOME`, else the platform's own."""
    if override is not None:
        return override
    named = os.environ.get("DRILL_HOME", "").strip()
    if named:
        return Path(named).expanduser().absolute()
    import platformdirs  # noqa: PLC0415 - most homes are named: the import is not free

    return Path(platformdirs.user_data_dir("drill", appauthor=False))


def config_file(home: Path) -> Path:
    return home / "config.toml"


def content_root() -> Path:
    """Repository root in a checkout, `drill/_content` in an installed wheel."""
    package = Path(drill.__file__).resolve().parent
    packed = package / "_content"
    return packed if packed.is_dir() else package.parent


def bank_folder() -> Path:
    return content_root() / "question_bank"


def exercises_folder() -> Path:
    return content_root() / "buggy_snippets"

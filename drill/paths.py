"""Where things lie: the data folder, the config and the content."""

import os
from pathlib import Path

import drill
from drill.errors import ContentError

PACKS = "drill.packs"
"""Group of the entry points by which packages bring content."""


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


def installed_packs() -> tuple[Path, ...]:
    """Find the content folders of installed packages with an entry point in `drill.packs`.

    The entry point names a package; its folder is the pack. No code of it is run.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415 - only content needs them
    from importlib.util import find_spec  # noqa: PLC0415

    found = []
    for point in sorted(entry_points(group=PACKS), key=lambda point: point.name):
        try:
            spec = find_spec(point.module.partition(".")[0])
        except (ImportError, ValueError):
            spec = None
        places = list(spec.submodule_search_locations or ()) if spec else []
        inner = point.module.split(".")[1:]
        if not places:
            raise ContentError(
                f"entry point {point.name!r} in {PACKS}",
                f"names {point.module!r}, which is no installed package",
                mend="reinstall or remove that package",
            )
        found.append(Path(places[0], *inner))
    return tuple(found)


def bank_folder() -> Path:
    return content_root() / "question_bank"


def exercises_folder() -> Path:
    return content_root() / "buggy_snippets"

"""Exercises from their folders to frozen models; whatever is wrong names file and mend."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from drill.errors import ContentError
from drill.model.exercise import Exercise, ExerciseSheet, Fix, OtherText

SHEET = "exercise.yaml"
REQUIRED = (SHEET, "broken.py", "fixed.py", "example.py", "hidden.py")
OPTIONAL = ("world.py", "mutants.yaml")
VARIANTS = "variants"
"""Folder of other texts to mend, each perhaps with an example of its own."""


class ExerciseShelf:
    """All exercises of the given content folders, by slug."""

    def __init__(self, exercises: Sequence[Exercise]) -> None:
        self.all = tuple(exercises)
        self._by_slug = {one.slug: one for one in self.all}

    def get(self, slug: str) -> Exercise | None:
        return self._by_slug.get(slug)

    @property
    def version(self) -> str:
        text = "".join(f"{one.slug}:{one.version};" for one in self.all)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


BANK = "question_bank"
"""Folder of a pack that holds questions, beside its exercises."""


def _shelf_of(root: Path) -> Path:
    """Find the exercises of a pack: in `buggy_snippets` as the trainer has them, or at its top."""
    inner = root / "buggy_snippets"
    return inner if inner.is_dir() else root


def exercise_folders(roots: Sequence[Path]) -> tuple[Path, ...]:
    """Folders that hold an exercise, in the order of their names."""
    found = [
        folder
        for root in map(_shelf_of, roots)
        if root.is_dir()
        for folder in root.iterdir()
        if folder.is_dir() and folder.name[0] not in "._" and folder.name != BANK
    ]
    return tuple(sorted(found, key=lambda folder: folder.name))


def load_exercises(roots: Sequence[Path]) -> ExerciseShelf:
    return ExerciseShelf([load_exercise(folder) for folder in exercise_folders(roots)])


def load_exercise(folder: Path) -> Exercise:
    sheet = _sheet(folder)
    return Exercise(
        sheet=sheet,
        broken=read(folder / "broken.py"),
        example=read(folder / "example.py"),
        fixed=read(folder / "fixed.py"),
        folder=str(folder.resolve()),
        version=_version(folder),
        variants=tuple(_variant(folder / VARIANTS, name) for name in _variant_names(sheet)),
    )


def variant_files(sheet: ExerciseSheet) -> tuple[str, ...]:
    """Names that files of the folder `variants` may have."""
    names = _variant_names(sheet)
    return (*(f"{name}.py" for name in names), *(f"{name}_example.py" for name in names))


def _variant_names(sheet: ExerciseSheet) -> tuple[str, ...]:
    return () if sheet.instances is None else tuple(sheet.instances.variants)


def _variant(folder: Path, name: str) -> OtherText:
    own = folder / f"{name}_example.py"
    return OtherText(
        name=name,
        broken=read(folder / f"{name}.py"),
        example=read(own) if own.exists() else None,
    )


def load_fixes(folder: Path) -> tuple[Fix, ...]:
    """Return the known right and wrong fixes of an exercise."""
    fixes = []
    for file in sorted((folder / "fixes").glob("*.py")):
        source = read(file)
        right = file.name.startswith("right_")
        first = source.partition("\n")[0].strip()
        if not right and not first.startswith("#"):
            raise ContentError(
                str(file), "the first line does not say what is wrong", line=1, mend="add a comment"
            )
        says = "" if right else first.lstrip("# ")
        fixes.append(Fix(name=file.stem, right=right, says=says, source=source))
    return tuple(fixes)


def read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ContentError(str(file), "the file is missing", mend="add it") from error
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(str(file), f"cannot be read: {error}") from error


def _sheet(folder: Path) -> ExerciseSheet:
    file = folder / SHEET
    try:
        raw: Any = yaml.safe_load(read(file))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = None if mark is None else mark.line + 1
        problem = str(getattr(error, "problem", None) or error)
        raise ContentError(str(file), problem, line=line, mend="mend the YAML") from error
    try:
        sheet = ExerciseSheet.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ContentError(str(file), f"{where}: {first['msg']}") from error
    if sheet.slug != folder.name:
        raise ContentError(
            str(file), f"slug is {sheet.slug!r}", mend=f"name it {folder.name!r} like its folder"
        )
    if "fault" not in (names := [group.name for group in sheet.groups]):
        raise ContentError(str(file), "groups: no group named fault", mend="add it")
    if len(set(names)) != len(names):
        raise ContentError(str(file), "groups: a name stands twice", mend="merge the groups")
    return sheet


def _version(folder: Path) -> str:
    whole = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            whole.update(f"{file.relative_to(folder).as_posix()}\0".encode())
            whole.update(file.read_bytes())
    return whole.hexdigest()[:12]

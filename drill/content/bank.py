"""The question bank: YAML files to frozen questions."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from drill.content.yaml_tree import Tree, parse_yaml
from drill.errors import ContentError
from drill.model.question import Concept, LongItem, Question

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

_CONCEPT = re.compile(r"<([a-z][a-z0-9_]*)>")
_SHARED = ("points", "wrong")
_KEYS = frozenset({"questions", "long", "concepts"})
Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True)
class Origin:
    """Where an item was written."""

    file: str
    line: int | None


@dataclass(frozen=True)
class Bank:
    """Every question and long item of the content roots."""

    questions: tuple[Question, ...]
    """By number."""
    spoken: tuple[LongItem, ...]
    long: tuple[LongItem, ...]
    concepts: Mapping[str, Concept]
    version: str
    """Hash of the files it was read from."""
    origins: Mapping[str, Origin]

    def get(self, name: str) -> Question | LongItem:
        """By number (`14`), id (`q14`, `L3`, `S-A`); raises KeyError."""
        key = name.strip()
        if key.isdigit():
            key = f"q{int(key):02d}"
        items: tuple[Question | LongItem, ...] = (*self.questions, *self.spoken, *self.long)
        for item in items:
            if item.id.casefold() == key.casefold():
                return item
        raise KeyError(name)

    def lexicon_for(self, wordings: Iterable[str]) -> tuple[Concept, ...]:
        """Return the concepts that wordings name, directly or through other concepts."""
        return closure(wordings, self.concepts)


def closure(wordings: Iterable[str], concepts: Mapping[str, Concept]) -> tuple[Concept, ...]:
    """Concepts named by wordings and, in turn, by those concepts and as their opposites."""
    found: dict[str, Concept] = {}
    waiting = [name for wording in wordings for name in _CONCEPT.findall(wording)]
    while waiting:
        name = waiting.pop()
        concept = concepts.get(name)
        if concept is None or name in found:
            continue
        found[name] = concept
        if concept.opposite is not None:
            waiting.append(concept.opposite)
        for wording in concept.wordings:
            waiting.extend(_CONCEPT.findall(wording))
    return tuple(found[name] for name in sorted(found))


@dataclass(frozen=True)
class _File:
    name: str
    tree: Tree


def _files(roots: Sequence[Path]) -> Iterable[tuple[str, bytes]]:
    for root in roots:
        folder = root / "question_bank" if (root / "question_bank").is_dir() else root
        try:
            paths = sorted(folder.glob("*.yaml"))
            for path in paths:
                yield f"{folder.name}/{path.name}", path.read_bytes()
        except OSError as error:
            raise ContentError(str(folder), f"cannot be read: {error.strerror}") from error


def load_bank(roots: Sequence[Path]) -> Bank:
    """Read `<root>/question_bank/*.yaml` of every root; raises ContentError with file and line."""
    digest = hashlib.sha256()
    files: list[_File] = []
    for name, raw in _files(roots):
        digest.update(name.encode() + b"\0" + raw + b"\0")
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise ContentError(name, "is not UTF-8", mend="save it as UTF-8") from error
        files.append(_File(name, parse_yaml(text, name)))
    if not files:
        raise ContentError("question_bank", "no files were found", mend="name a folder with *.yaml")
    for file in files:
        _top_level(file)
    concepts = _concepts(files)
    questions, origins = _questions(files, concepts)
    long, long_origins = _long(files, concepts)
    return Bank(
        tuple(sorted(questions, key=lambda q: (q.number, q.id))),
        tuple(sorted((i for i in long if i.id.startswith("S-")), key=lambda i: i.id)),
        tuple(sorted((i for i in long if i.id.startswith("L")), key=lambda i: int(i.id[1:]))),
        concepts,
        digest.hexdigest()[:12],
        {**origins, **long_origins},
    )


def _top_level(file: _File) -> None:
    data = file.tree.data
    if not isinstance(data, dict) or not set(data) <= _KEYS:
        raise ContentError(
            file.name,
            "top level must be `questions:`, `long:` or `concepts:`",
            line=1,
            mend="see docs/rubrics.md",
        )


def validated(model: type[Model], data: Any, file: _File, path: tuple[str | int, ...]) -> Model:
    """Return the data as a model, or a ContentError that names the line of the first fault."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = tuple(
            p for p in first["loc"] if p not in {"number", "order", "roles", "formula"} or p in data
        )
        named = ".".join(str(p) for p in first["loc"]) or model.__name__
        label = data.get("id") or data.get("name") or "" if isinstance(data, dict) else ""
        raise ContentError(
            file.name,
            f"{label}: {named}: {first['msg']}".lstrip(": "),
            line=file.tree.line((*path, *where)),
            mend="see docs/rubrics.md",
        ) from error


def _concepts(files: list[_File]) -> dict[str, Concept]:
    out: dict[str, Concept] = {}
    for file in files:
        for name, body in (file.tree.data.get("concepts") or {}).items():
            path = ("concepts", name)
            if name in out:
                raise ContentError(
                    file.name,
                    f"concept {name!r} is defined twice",
                    line=file.tree.line(path),
                    mend="merge them",
                )
            data = (
                {"name": name, **body}
                if isinstance(body, dict)
                else {"name": name, "wordings": body}
            )
            out[name] = validated(Concept, data, file, path)
    return out


def _entries(
    files: list[_File], key: str
) -> Iterable[tuple[_File, tuple[str | int, ...], dict[str, Any]]]:
    for file in files:
        for index, data in enumerate(file.tree.data.get(key) or []):
            if not isinstance(data, dict):
                raise ContentError(
                    file.name, f"{key}[{index}] is no mapping", line=file.tree.line((key, index))
                )
            yield file, (key, index), data


def _texts(value: Any) -> Iterable[str]:
    """Every text anywhere in a piece of data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def _named(data: dict[str, Any]) -> list[str]:
    parts = {k: v for k, v in data.items() if k in {"points", "wrong", "content", "method"}}
    return [t for t in _texts(parts) if "<" in t]


def _questions(
    files: list[_File], concepts: dict[str, Concept]
) -> tuple[list[Question], dict[str, Origin]]:
    raw = {str(data.get("id")): data for _, _, data in _entries(files, "questions")}
    out: list[Question] = []
    origins: dict[str, Origin] = {}
    for file, path, data in _entries(files, "questions"):
        merged = _with_rubric(data, raw, file, path)
        question = validated(Question, merged, file, path)
        _unique(question.id, origins, file, path)
        lexicon = closure(_named(merged), concepts)
        out.append(question.model_copy(update={"lexicon": lexicon}))
        origins[question.id] = Origin(file.name, file.tree.line(path))
    return out, origins


def _unique(
    name: str, origins: dict[str, Origin], file: _File, path: tuple[str | int, ...]
) -> None:
    if name in origins:
        other = origins[name]
        raise ContentError(
            file.name,
            f"{name} is there twice (also {other.file}:{other.line})",
            line=file.tree.line(path),
            mend="give one of them another id",
        )


def _with_rubric(
    data: dict[str, Any], raw: dict[str, dict[str, Any]], file: _File, path: tuple[str | int, ...]
) -> dict[str, Any]:
    """Add the points, wrong claims and rules of the question that `rubric_of` names."""
    if "rubric_of" not in data:
        return data
    own = {k: v for k, v in data.items() if k != "rubric_of"}
    source = raw.get(str(data["rubric_of"]))
    if source is None or "rubric_of" in source:
        raise ContentError(
            file.name,
            f"rubric_of names {data['rubric_of']!r}, which has no rubric of its own",
            line=file.tree.line((*path, "rubric_of")),
            mend="name a question with points",
        )
    for key in _SHARED:
        mine = own.get(key) or []
        ids = {item.get("id") for item in mine}
        own[key] = [item for item in source.get(key) or [] if item.get("id") not in ids] + mine
    for key in ("correct", "partial"):
        if key not in own and key in source:
            own[key] = source[key]
    return own


def _long(
    files: list[_File], concepts: dict[str, Concept]
) -> tuple[list[LongItem], dict[str, Origin]]:
    out: list[LongItem] = []
    origins: dict[str, Origin] = {}
    for file, path, data in _entries(files, "long"):
        item = validated(LongItem, data, file, path)
        _unique(item.id, origins, file, path)
        out.append(item.model_copy(update={"lexicon": closure(_named(data), concepts)}))
        origins[item.id] = Origin(file.name, file.tree.line(path))
    return out, origins

"""`config.toml`: read once, checked key by key; a wrong line costs its own setting only."""

import difflib
import json
import tomllib
from collections.abc import Collection
from datetime import date
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticUndefined

from drill.errors import ConfigError
from drill.model.actions import ACTIONS


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Look(_Section):
    """`[look]`."""

    theme: Literal["auto", "dark", "light"] = "auto"
    ascii: bool = False
    """Only ASCII glyphs."""


class Sitting(_Section):
    """`[sitting]`: defaults of the screens that start a sitting."""

    shuffle: bool = False
    """Shuffle the grill."""
    items: int | None = Field(default=None, gt=0)
    """Cap in items."""
    minutes: float | None = Field(default=None, gt=0)
    """Cap in minutes."""
    ask_confidence: bool = True


class Dictation(_Section):
    """`[dictation]`: a program that prints what was said."""

    command: tuple[str, ...] = Field(default=(), strict=False)
    """Program and arguments, run without a shell; its stdout goes into the answer box."""


class Judge(_Section):
    """`[judge]`: an OpenAI-compatible endpoint for a second opinion; off while `url` is empty."""

    url: str = Field(default="", pattern=r"^(https?://\S+)?$")
    model: str = ""
    key_env: str = "DRILL_JUDGE_KEY"
    """Name of the environment variable that holds the key; the key itself is never stored."""
    timeout: float = Field(default=20.0, gt=0, le=300)


class Config(_Section):
    """All settings, each with a default that works."""

    look: Look = Look()
    sitting: Sitting = Sitting()
    dictation: Dictation = Dictation()
    judge: Judge = Judge()
    interview: date | None = None
    """Day of the interview, `interview = 2026-12-12`."""
    keys: dict[str, str] = Field(default_factory=dict)
    """`[keys]`: id of an action -> key, such as `"answer.submit" = "enter"`."""
    problems: tuple[ConfigError, ...] = Field(default=(), exclude=True)
    """Wrong lines, each naming file, key and mend; their settings stand at the default."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


def load_config(file: Path) -> Config:
    """Read the settings of `file`; never raise for what stands in it, or if it is missing."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Config()
    except (OSError, UnicodeDecodeError) as error:
        return Config(
            problems=(ConfigError(f"{file}: cannot be read ({error}); defaults are used"),)
        )
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Config(
            problems=(
                ConfigError(f"{file}: not TOML ({error}); mend that line, defaults are used"),
            )
        )
    return _checked(file, table)


def _checked(file: Path, table: dict[str, Any]) -> Config:
    problems: list[ConfigError] = []
    kept: dict[str, Any] = {}
    fields = {name: f for name, f in Config.model_fields.items() if name != "problems"}
    for name, value in table.items():
        if name not in fields:
            problems.append(_unknown(file, name, name, tuple(fields)))
            continue
        kind = fields[name].annotation
        if isinstance(kind, type) and issubclass(kind, _Section):
            kept[name] = _section(file, name, value, kind, problems)
        elif (good := _value(file, name, value, fields[name], problems)) is not None:
            kept[name] = good
    keys = kept.get("keys", {})
    problems += [
        _unknown(file, f'keys."{key}"', key, ACTIONS) for key in keys if key not in ACTIONS
    ]
    kept["keys"] = {key: entry for key, entry in keys.items() if key in ACTIONS}
    return Config(**kept, problems=tuple(problems))


def _section(
    file: Path, name: str, value: object, kind: type[_Section], problems: list[ConfigError]
) -> _Section:
    if not isinstance(value, dict):
        problems.append(
            ConfigError(f"{file}: {name} is a section; write [{name}] and its keys below it")
        )
        return kind()
    kept: dict[str, Any] = {}
    for key, entry in value.items():
        where = f"{name}.{key}"
        if key not in kind.model_fields:
            problems.append(_unknown(file, where, key, tuple(kind.model_fields)))
        elif (good := _value(file, where, entry, kind.model_fields[key], problems)) is not None:
            kept[key] = good
    return kind(**kept)


def _value(file: Path, where: str, value: object, field: Any, problems: list[ConfigError]) -> Any:
    """Return the value if it fits, else None and note a problem."""
    probe = TypeAdapter(field.rebuild_annotation())
    try:
        return probe.validate_python(value, strict=field.annotation != tuple[str, ...])
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        says = _mend(first["type"], field)
        if isinstance(value, dict) and first["loc"] and first["loc"][0] in value:
            key = first["loc"][0]
            line = f'{where}."{key}" = {_toml(value[key])}'
            problems.append(ConfigError(f"{file}: {line}: {says}"))
            rest = {name: entry for name, entry in value.items() if name != key}
            return _value(file, where, rest, field, problems)
        problems.append(ConfigError(f"{file}: {where} = {_toml(value)}: {says}"))
        return None


_MENDS = {
    "bool": "write true or false",
    "int": "write a whole number, without quotes",
    "float": "write a number, without quotes",
    "greater": "write a number above 0",
    "less": "write a smaller number",
    "string_pattern": "write an address that begins with http:// or https://",
    "string": "write a text in quotes",
    "date": "write a day without quotes, such as 2026-12-12",
    "tuple": 'write a list of texts, such as ["my-dictation", "--once"]',
}
"""What to write instead, by how the type of pydantic's error begins; the longer ones first."""


def _mend(error: str, field: Any) -> str:
    """Say what would be right, and what counts until then."""
    if get_origin(field.annotation) is Literal:
        return "write one of " + ", ".join(f'"{one}"' for one in get_args(field.annotation))
    start = next((start for start in _MENDS if error.startswith(start)), "")
    usual = field.default
    until = "" if usual in (None, "") or usual is PydanticUndefined else f" ({_toml(usual)})"
    return f"{_MENDS.get(start, 'this does not fit')}; without the line the default{until} is used"


def _toml(value: object) -> str:
    """Write a value as it stands in the file."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _unknown(file: Path, where: str, key: str, known: Collection[str]) -> ConfigError:
    near = difflib.get_close_matches(key, sorted(known), n=1)
    if near:
        mend = f"did you mean {near[0]}?"
    else:
        mend = "F1 lists them" if known is ACTIONS else "known here: " + ", ".join(known)
    return ConfigError(f"{file}: {where}: no such setting; {mend}")

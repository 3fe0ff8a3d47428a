"""JSON Schema of the files of a question bank, for editors that complete."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from drill.model.question import Concept, LongItem, Question


class _ConceptBody(BaseModel):
    model_config = ConfigDict(extra="forbid")

    wordings: tuple[str, ...]
    opposite: str | None = None


class _BankFile(BaseModel):
    """One file of `question_bank/`."""

    model_config = ConfigDict(extra="forbid")

    questions: tuple[Question, ...] = ()
    long: tuple[LongItem, ...] = ()
    concepts: dict[str, _ConceptBody] = {}


def bank_schema() -> dict[str, Any]:
    """Return schema of a bank file as its author writes it: no lexicon, `rubric_of` allowed."""
    schema = _BankFile.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "drill question bank"
    definitions = schema["$defs"]
    for name in ("Question", "LongItem"):
        definitions[name]["properties"].pop("lexicon", None)
    question = definitions["Question"]
    question["properties"]["rubric_of"] = {
        "type": "string",
        "pattern": r"^q\d\d$",
        "description": "take points, wrong claims and rules from this question",
    }
    question["required"] = [name for name in question["required"] if name != "points"]
    del definitions[Concept.__name__]
    return schema

"""Proof of a question bank: its wordings read, its examples earn what they should."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from drill.grading import grade, grade_long
from drill.grading.long import compile_long, long_wordings
from drill.grading.maths import NotAFormulaError
from drill.grading.pattern import WordingError, concepts_in, parse
from drill.grading.rubric import compile_rubric, question_wordings
from drill.grading.rules import RuleError
from drill.model.grade import LONG_PASS
from drill.model.question import LongItem, Question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from drill.content.bank import Bank

QUESTIONS = 50
SPOKEN = 8
LONG = 5
LEAST_EXAMPLES = 8
_STRAY = re.compile(r".*\.yaml$")
_UNREADABLE = (WordingError, RuleError, NotAFormulaError)


@dataclass(frozen=True)
class Problem:
    """One thing an author has to mend."""

    file: str
    line: int | None
    item: str
    """Id of the question, long item or concept; empty where the file as a whole is meant."""
    problem: str
    mend: str

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        item = f"{self.item}: " if self.item else ""
        return f"{where}: {item}{self.problem}" + (f" — {self.mend}" if self.mend else "")


def check_bank(bank: Bank, root: Path) -> tuple[Problem, ...]:
    """Everything wrong with a bank; empty when it is sound. `root` is searched for stray files."""
    found = [*_stray(root), *_concepts(bank), *_twins(bank)]
    for question in bank.questions:
        found += _question(bank, question)
    for long in (*bank.spoken, *bank.long):
        found += _long(bank, long)
    return tuple(found)


def check_complete(bank: Bank) -> tuple[Problem, ...]:
    """Report what is missing of fifty questions, eight sections and five long questions."""
    wanted = [
        *(f"q{n:02d}" for n in range(1, QUESTIONS + 1)),
        *(f"S-{letter}" for letter in "ABCDEFGH"[:SPOKEN]),
        *(f"L{n}" for n in range(1, LONG + 1)),
    ]
    have = {q.id for q in bank.questions} | {i.id for i in (*bank.spoken, *bank.long)}
    return tuple(
        Problem("question_bank", None, name, "is not there", "write it")
        for name in wanted
        if name not in have
    )


def _at(bank: Bank, item: str, problem: str, mend: str) -> Problem:
    origin = bank.origins.get(item)
    return Problem(
        origin.file if origin else "question_bank",
        origin.line if origin else None,
        item,
        problem,
        mend,
    )


def _stray(root: Path) -> Iterable[Problem]:
    folder = root / "question_bank" if (root / "question_bank").is_dir() else root
    for path in sorted(folder.iterdir()):
        if not _STRAY.match(path.name) and path.name not in {"__pycache__", "README.md"}:
            yield Problem(
                f"{folder.name}/{path.name}", None, path.name, "is no part of a bank", "remove it"
            )


def _wordings(bank: Bank, item: str, wordings: Iterable[str]) -> list[Problem]:
    found: list[Problem] = []
    for wording in wordings:
        try:
            group = parse(wording)
        except WordingError as error:
            found.append(_at(bank, item, str(error), "see the wording language in docs/rubrics.md"))
            continue
        found += [
            _at(
                bank,
                item,
                f"{wording!r} names <{name}>, which is no concept",
                "define it in lexicon.yaml",
            )
            for name in sorted(concepts_in(group))
            if name not in bank.concepts
        ]
    return found


def _concepts(bank: Bank) -> list[Problem]:
    found: list[Problem] = []
    for name, concept in bank.concepts.items():
        found += _wordings(bank, f"<{name}>", concept.wordings)
        if concept.opposite is not None and concept.opposite not in bank.concepts:
            found.append(
                _at(
                    bank,
                    f"<{name}>",
                    f"its opposite {concept.opposite!r} is no concept",
                    "define it",
                )
            )
    return found


def _twins(bank: Bank) -> list[Problem]:
    by_id = {question.id: question for question in bank.questions}
    found = []
    for question in bank.questions:
        if question.twin_of is None:
            continue
        twin = by_id.get(question.twin_of)
        if twin is None:
            found.append(
                _at(bank, question.id, f"twin_of names {question.twin_of!r}", "name a question")
            )
        elif not {*twin.concepts} & {*question.concepts}:
            found.append(
                _at(
                    bank,
                    question.id,
                    f"shares no concept with {twin.id}",
                    "give both the same concept",
                )
            )
    return found


def _texts(bank: Bank, item: Question | LongItem) -> list[Problem]:
    found = []
    if not item.hints or any(not hint.strip() for hint in item.hints):
        found.append(_at(bank, item.id, "a hint is missing or empty", "write at least one"))
    ids = [claim.id for claim in item.wrong]
    if isinstance(item, Question):
        ids += [point.id for point in item.points]
    else:
        ids += [criterion.id for criterion in (*item.content, *item.method)]
    twice = sorted({name for name in ids if ids.count(name) > 1})
    found += [_at(bank, item.id, f"the id {name!r} is there twice", "rename one") for name in twice]
    return found


def _question(bank: Bank, question: Question) -> list[Problem]:
    found = [*_texts(bank, question), *_wordings(bank, question.id, question_wordings(question))]
    points = {point.id for point in question.points}
    for claim in question.wrong:
        found += [
            _at(
                bank,
                question.id,
                f"wrong claim {claim.id!r} names {name!r}, which is no point",
                "name a point",
            )
            for name in (*claim.against, *claim.unless)
            if name not in points
        ]
    if found:
        return found
    try:
        compile_rubric(question)
    except _UNREADABLE as error:
        return [_at(bank, question.id, str(error), "see docs/rubrics.md")]
    return [*_question_examples(bank, question), *_reference(bank, question)]


def _reference(bank: Bank, question: Question) -> list[Problem]:
    found = []
    for name, text in (("reference", question.reference), ("spoken version", question.spoken)):
        verdict = grade(text, question).verdict
        if verdict != "correct":
            found.append(
                _at(bank, question.id, f"its {name} is graded {verdict}", "widen the wordings")
            )
    return found


def _question_examples(bank: Bank, question: Question) -> list[Problem]:
    examples = question.examples
    wanted = (
        ("correct", examples.earns),
        ("partial", examples.partly),
        ("incorrect", examples.earns_not),
    )
    found = []
    if sum(len(texts) for _, texts in wanted) < LEAST_EXAMPLES:
        found.append(
            _at(bank, question.id, "has too few examples", f"write {LEAST_EXAMPLES} or more")
        )
    for verdict, texts in wanted:
        for text in texts:
            got = grade(text, question).verdict
            if got != verdict:
                found.append(
                    _at(
                        bank,
                        question.id,
                        f"example {text!r} is graded {got}, not {verdict}",
                        "mend the rubric",
                    )
                )
    return found


def _long(bank: Bank, item: LongItem) -> list[Problem]:
    found = [*_texts(bank, item), *_wordings(bank, item.id, long_wordings(item))]
    if found:
        return found
    try:
        compile_long(item)
    except _UNREADABLE as error:
        return [_at(bank, item.id, str(error), "see docs/rubrics.md")]
    passes: Callable[[float], bool] = lambda mark: mark >= LONG_PASS  # noqa: E731
    for wanted, texts in ((True, item.examples.passes), (False, item.examples.fails)):
        for text in texts:
            mark = grade_long(text, item).score
            if passes(mark) is not wanted:
                name = "pass" if wanted else "fail"
                found.append(
                    _at(
                        bank,
                        item.id,
                        f"example {text[:60]!r} … has {mark}, should {name}",
                        "mend the rubric",
                    )
                )
    return found

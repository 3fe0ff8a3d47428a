"""Reading a question bank: what is accepted, and how faults are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from drill.content.bank import load_bank
from drill.content.check_bank import check_bank, check_complete
from drill.content.schema import bank_schema
from drill.errors import ContentError

ROOT = Path(__file__).parents[2]

QUESTION = """questions:
  - id: q01
    number: 1
    topic: A
    concepts: [one]
    kind: fact
    prompt: "What is it?"
    seconds: 30
    reference: "It is omega."
    spoken: "Well, it is omega."
    hints: ["the last letter"]
    points:
      - {id: omega, says: omega, wordings: [<last>, no]}
    examples: {earns: [omega], partly: [], earns_not: [alpha, beta, gamma, delta, eta, zeta, iota]}
concepts:
  last: [omega, "last letter"]
"""


def write(folder: Path, text: str) -> Path:
    (folder / "question_bank").mkdir()
    (folder / "question_bank" / "A.yaml").write_text(text, "utf-8")
    return folder


def test_a_question_is_read_with_its_lexicon(tmp_path: Path) -> None:
    """A concept travels inside the question, and plain words such as `no` stay words."""
    bank = load_bank([write(tmp_path, QUESTION)])
    question = bank.get("1")
    assert question is bank.get("q01") is bank.get(" 01 ")
    assert [concept.name for concept in bank.questions[0].lexicon] == ["last"]
    assert bank.questions[0].points[0].wordings == ("<last>", "no")


def test_the_version_follows_the_content(tmp_path: Path) -> None:
    """The same files give the same version, others another."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first = load_bank([write(tmp_path / "a", QUESTION)]).version
    assert load_bank([tmp_path / "a"]).version == first
    assert load_bank([write(tmp_path / "b", QUESTION + "# a remark\n")]).version != first


FAULTS = [
    ("    seconds: 30\n", "    seconds: 0\n", 8, "seconds"),
    ("    kind: fact\n", "    kind: riddle\n", 6, "kind"),
    ("    topic: A\n", "    topic: A\n    topik: B\n", 5, "topik"),
    ("{id: omega,", "{id: Omega,", 13, "id"),
    ("    seconds: 30\n", "    seconds: 30\n    seconds: 31\n", 9, "twice"),
    ('"What is it?"', '"What is it?', 7, "no YAML"),
    ("concepts:\n  last", "concept:\n  last", 1, "top level"),
]


@pytest.mark.parametrize(("old", "new", "line", "said"), FAULTS)
def test_a_fault_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, said: str
) -> None:
    """The author learns file, line and field."""
    with pytest.raises(ContentError) as caught:
        load_bank([write(tmp_path, QUESTION.replace(old, new, 1))])
    assert caught.value.file == "question_bank/A.yaml"
    assert said in str(caught.value)
    assert caught.value.line is not None
    assert abs(caught.value.line - line) <= 2


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("<last>, no", "<first>, no", "no concept"),
        ("<last>, no", '"(omega"', "is missing"),
        ("earns: [omega]", "earns: [nothing much]", "is graded incorrect, not correct"),
        ('hints: ["the last letter"]', "hints: []", "hint"),
        ("    hints:", "    correct: [nobody]\n    hints:", "no point"),
        ("alpha, beta, gamma, ", "", "too few examples"),
        ("    hints:", "    twin_of: q77\n    hints:", "twin_of"),
        ("It is omega.", "It is what it is.", "reference is graded"),
    ],
)
def test_the_check_finds_what_the_author_has_to_mend(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    """Wordings, rules, hints, twins and examples are proved."""
    root = write(tmp_path, QUESTION.replace(old, new, 1))
    assert any(said in str(problem) for problem in check_bank(load_bank([root]), root))


def test_a_sound_bank_has_no_problems(tmp_path: Path) -> None:
    """Nothing is reported where nothing is wrong."""
    root = write(tmp_path, QUESTION)
    assert check_bank(load_bank([root]), root) == ()


def test_a_stray_file_is_a_problem(tmp_path: Path) -> None:
    """The folder holds nothing but the bank."""
    root = write(tmp_path, QUESTION)
    (root / "question_bank" / "notes.txt").write_text("x", "utf-8")
    assert [problem.item for problem in check_bank(load_bank([root]), root)] == ["notes.txt"]


def test_a_missing_bank_is_a_content_error(tmp_path: Path) -> None:
    """An empty root is said to be empty."""
    with pytest.raises(ContentError):
        load_bank([tmp_path])


def test_two_questions_may_not_share_an_id(tmp_path: Path) -> None:
    """The second one is named with both places."""
    root = write(tmp_path, QUESTION)
    again = QUESTION.split("concepts:\n  last", maxsplit=1)[0]
    (root / "question_bank" / "B.yaml").write_text(again, "utf-8")
    with pytest.raises(ContentError, match="there twice"):
        load_bank([root])


def test_our_bank_is_complete_and_sound() -> None:
    """All 63 items are there and every example earns what it should."""
    bank = load_bank([ROOT])
    assert [str(p) for p in (*check_complete(bank), *check_bank(bank, ROOT))] == []


def test_the_schema_names_every_field_an_author_writes() -> None:
    """Editors complete from it; the lexicon is the loader's."""
    properties = bank_schema()["$defs"]["Question"]["properties"]
    assert {"points", "wrong", "examples", "rubric_of"} <= set(properties)
    assert "lexicon" not in properties

"""Fresh instances: another text each time, the same exercise."""

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from drill.content.check_instances import check_instances
from drill.content.exercises import exercise_folders, load_exercise
from drill.content.instances import dealt, instance, with_sizes
from drill.debugging.code import api_changed
from drill.errors import ContentError, UsageError
from drill.model.exercise import Exercise, Instances
from drill.model.run import RunRequest, RunVerdict
from drill.paths import bank_folder, exercises_folder
from drill.services.content_check import ContentCheck
from drill.services.content_new import new_exercise

FOLDERS = exercise_folders([exercises_folder()])
BROKEN = "def _one(x):\n    step = 1\n    return step\n\n\ndef answer(x):\n    return x * _one(x)\n"
FIXED = "def _one(x):\n    step = 1\n    return step\n\n\ndef answer(x):\n    return x + _one(x)\n"
MINUS = "def _one(x):\n    step = 1\n    return step\n\n\ndef answer(x):\n    return x - _one(x)\n"
EXAMPLE = (
    "from broken import answer\n\nSTART = 1\n\ngot = answer(START)\nassert got == START + 1, got\n"
)
WRITTEN = """
instances:
  names:
    step: [size, stride]
    _one: [_unit, _single]
  sizes:
    START: [5, 7]
  symptom: "answer({START}) is not one more"
  variants:
    minus:
      absent: [product]
      cause: the sign is wrong
      symptom: "answer({START}) is one less; `step` is right"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write an exercise with two names, a size and another text."""
    made = new_exercise("count-on", tmp_path / "pack")
    for name, text in {"broken": BROKEN, "fixed": FIXED, "example": EXAMPLE}.items():
        (made / f"{name}.py").write_text(text)
    (made / "variants").mkdir()
    (made / "variants" / "minus.py").write_text(MINUS)
    sheet = (
        (made / "exercise.yaml")
        .read_text()
        .replace(
            '      wordings: ["off by one"]\n',
            '      wordings: ["off by one", "product", "times"]\n'
            "    - {id: product, says: it multiplies, must: false, wordings: [product, times]}\n",
        )
    )
    (made / "exercise.yaml").write_text(sheet + WRITTEN)
    return made


def replace(folder: Path, old: str, new: str, file: str = "exercise.yaml") -> None:
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new))


def found(folder: Path) -> list[str]:
    return [one.problem for one in check_instances(load_exercise(folder), folder)]


def test_instance_0_is_what_stands_in_the_folder(folder: Path) -> None:
    """Nothing changes for who opens an exercise for the first time."""
    exercise = load_exercise(folder)
    assert instance(exercise, 0) is exercise
    assert found(folder) == []


def test_an_exercise_without_instances_stays_as_it_is(tmp_path: Path) -> None:
    """A pack that knows nothing of them is the same text at every attempt."""
    exercise = load_exercise(new_exercise("count-on", tmp_path))
    assert instance(exercise, 3) == exercise


def test_faults_names_and_sizes_change(folder: Path) -> None:
    """Among a few instances each choice is made in more than one way, in all texts alike."""
    made = [instance(load_exercise(folder), n) for n in range(6)]
    assert any("x - _" in one.broken for one in made)
    assert any("x * _" in one.broken for one in made)
    assert {
        name for one in made for name in ("_one", "_unit", "_single") if name in one.broken
    } == {
        "_one",
        "_unit",
        "_single",
    }
    assert {line for one in made for line in one.example.splitlines() if "START = " in line} == {
        "START = 1",
        "START = 5",
        "START = 7",
    }
    for one in made:
        name = next(name for name in ("step", "size", "stride") if f"{name} = 1" in one.broken)
        assert f"{name} = 1" in one.fixed


def test_what_is_said_is_true_of_the_instance(folder: Path) -> None:
    """Symptom, hints and root cause are those of the faults, names and sizes at hand."""
    made = [instance(load_exercise(folder), n) for n in range(6)]
    for one in made[1:]:
        start = next(line for line in one.example.splitlines() if "START = " in line)
        points = {point.id: point for point in one.sheet.root_cause.points}
        if "x - _" in one.broken:
            name = next(name for name in ("step", "size", "stride") if f"{name} = 1" in one.broken)
            said = f"answer({start[8:]}) is one less; `{name}` is right"
            assert one.sheet.symptom == said
            assert set(points) == {"cause"}
            assert points["cause"].says == "the sign is wrong"
            assert points["cause"].wordings == ("off by one",)
        else:
            assert set(points) == {"cause", "product"}
            if start != "START = 1":
                assert one.sheet.symptom == f"answer({start[8:]}) is not one more"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("step: [size, stride]", "stop: [size, stride]", "'stop' is not in broken.py"),
        ("step: [size, stride]", "step: [answer]", "'answer' is taken"),
        ("step: [size, stride]", "step: [min]", "'min' is taken"),
        ("_one: [_unit, _single]", "answer: [reply]", "'answer' is a name of the module"),
        ("_one: [_unit, _single]", "x: [y]", "'x' is a parameter of answer()"),
        ("START: [5, 7]", "BEGIN: [5, 7]", "BEGIN is no constant at the top of example.py"),
        ("START: [5, 7]", "got: [5, 7]", "got of example.py is no literal"),
        ("absent: [product]", "absent: [sum]", "no point of the root cause is 'sum'"),
        ("absent: [product]", "absent: [cause]", "no point that must be named is left"),
        ('more"', 'more {STOP}"', "the symptom names {STOP}"),
    ],
)
def test_a_slip_of_the_author_is_named(folder: Path, old: str, new: str, why: str) -> None:
    """The check says what in exercise.yaml cannot be."""
    replace(folder, old, new)
    assert any(why in problem for problem in found(folder)), found(folder)


def test_a_name_that_the_checks_know_is_refused(folder: Path) -> None:
    """A private function that a hidden check looks at keeps its name."""
    replace(folder, "t.candidate.answer(1)", "t.candidate._one(1) + 1", "hidden.py")
    assert any("'_one' is named by the checks" in problem for problem in found(folder))


def test_too_few_texts_are_a_gap(tmp_path: Path) -> None:
    """Instances that are all the same text are none."""
    folder = new_exercise("count-on", tmp_path)
    replace(folder, "\ndebrief:", "\ninstances: {}\ndebrief:")
    assert found(folder) == ["instances: 1 texts among the first 5"]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"names": {"a": ["c"], "b": ["c"]}}, "'c' stands for two things"),
        ({"names": {"a": ["b"], "b": ["c"]}}, "'b' stands for two things"),
        ({"names": {"a b": ["c"]}}, "should match pattern"),
        ({"sizes": {"N": [3]}}, "symptom for other sizes is missing"),
        ({"variants": {"x": {"absent": []}}}, "symptom"),
    ],
)
def test_what_can_never_be_is_refused_when_it_is_read(wrong: dict[str, object], why: str) -> None:
    """The form of the key itself is checked."""
    with pytest.raises(ValueError, match=why):
        Instances.model_validate(wrong)


def test_cards_are_dealt_until_all_are_out() -> None:
    """The first is as written; every card comes once before one comes back, none twice running."""
    for cards in range(1, 6):
        out = [dealt("key", range(cards), n) for n in range(cards * 20)]
        assert out[0] == 0
        decks = [set(out[at : at + cards]) for at in range(0, len(out), cards)]
        assert all(deck == set(range(cards)) for deck in decks)
        assert cards == 1 or all(one != two for one, two in pairwise(out))


def test_the_same_on_every_machine() -> None:
    """Neither the order of a set nor Python's hash has a say."""
    program = (
        "import hashlib, pathlib, sys\n"
        "from drill.content.exercises import load_exercise\n"
        "from drill.content.instances import instance\n"
        "exercise = load_exercise(pathlib.Path(sys.argv[1]))\n"
        "made = [instance(exercise, n).model_dump_json() for n in range(4)]\n"
        "print(hashlib.sha256(repr(made).encode()).hexdigest())\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program, str(FOLDERS[0])],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert len(next(iter(said))) > 60


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_exercise_has_fresh_instances(folder: Path) -> None:
    """All thirty: at least three texts among five, no public name changed, nothing left to mend."""
    exercise = load_exercise(folder)
    made = [instance(exercise, n) for n in range(5)]
    assert len({one.broken for one in made}) >= 3
    assert len({one.example for one in made}) >= 2
    assert len(exercise.variants) >= 2
    for one in made:
        compile(one.broken, "broken.py", "exec")
        assert not api_changed(exercise.broken, exercise.fixed, one.broken)
        assert not api_changed(exercise.broken, exercise.fixed, one.fixed)
        assert (one.folder, one.version, one.sheet.groups) == (
            exercise.folder,
            exercise.version,
            exercise.sheet.groups,
        )
    assert list(check_instances(exercise, folder)) == []


class Reader:
    """Judges the exercise of this file by its text, as its checks would."""

    start_ms = 0.0

    def __init__(self) -> None:
        self.asked: list[RunRequest] = []

    def start(self) -> None: ...
    def close(self) -> None: ...
    def wait_ready(self, seconds: float = 120.0) -> None: ...

    def run(self, request: RunRequest) -> RunVerdict:
        self.asked.append(request)
        space: dict[str, object] = {}
        exec(request.source, space)  # noqa: S102 - our own texts
        right = [space["answer"](x) for x in (-1, 1, 5, 7)] == [0, 2, 6, 8]  # type: ignore[operator]
        held = "held" if request.target == "example" else "solved"
        return RunVerdict(
            slug=request.slug,
            target=request.target,
            seed=request.seed or 0,
            verdict=held if right else "unsolved",
        )


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def check(folder: Path, reader: Reader) -> ContentCheck:
    return ContentCheck(banks=[bank_folder()], exercises=[folder.parent], runner=lambda _: reader)


def instances_of(reader: Reader) -> list[RunRequest]:
    return [one for one in reader.asked if one.target == "example" and one.own_source]


def test_the_content_check_judges_instances(check: ContentCheck, reader: Reader) -> None:
    """Broken and reference of each, the example of that instance, and the hidden checks."""
    assert list(check.check(only=["count-on"], instances=4)) == []
    assert len(instances_of(reader)) == 8
    known = {name: (load_exercise(Path(reader.asked[0].folder)).broken) for name in ("broken",)}
    judged = [one.source for one in reader.asked if one.target == "hidden"]
    assert len(set(judged) - set(known.values())) >= 8


def test_one_instance_in_an_ordinary_run_four_in_a_long_one(
    check: ContentCheck, reader: Reader
) -> None:
    """The quick check stays quick; the long one gives them a share of its seeds."""
    assert list(check.check(only=["count-on"])) == []
    assert len(instances_of(reader)) == 2
    reader.asked.clear()
    assert list(check.check(only=["count-on"], runs=8)) == []
    assert len(instances_of(reader)) == 8


def test_an_instance_that_is_right_already_is_a_problem(folder: Path, check: ContentCheck) -> None:
    """A variant without a fault does not slip through."""
    replace(folder, "x - _one(x)", "_one(x) + x", "variants/minus.py")
    problems = [str(one) for one in check.check(only=["count-on"], instances=4)]
    assert any("instance" in one and "passes" in one for one in problems)
    assert any("does not fail" in one for one in problems)


def test_only_one_exercise_leaves_the_questions_alone(tmp_path: Path, folder: Path) -> None:
    """Who works on one exercise neither waits for the bank nor reads its problems."""
    bank = tmp_path / "bank"
    bank.mkdir()
    (bank / "lexicon.yaml").write_bytes((bank_folder() / "lexicon.yaml").read_bytes())
    check = ContentCheck(banks=[bank], exercises=[folder.parent], runner=lambda _: Reader())
    assert list(check.check(only=["count-on"])) == []
    assert any("question" in str(one) for one in check.check())


def test_a_name_that_is_no_exercise_is_said_so(check: ContentCheck) -> None:
    """A typing error does not pass as a sound exercise."""
    with pytest.raises(UsageError, match="count-off"):
        list(check.check(only=["count-off"]))


def drill(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "drill", *args, "--pack", str(folder.parent)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "DRILL_HOME": str(folder.parent / "home")},
        timeout=120,
    )


def test_a_work_folder_of_an_instance(folder: Path, tmp_path: Path) -> None:
    """`start --instance` writes its texts and remembers its number; `show` has its symptom."""
    exercise: Exercise = instance(load_exercise(folder), 2)
    work = tmp_path / "work"
    said = drill(folder, "exercise", "start", "count-on", str(work), "--instance", "2", "--json")
    assert json.loads(said.stdout)["instance"] == 2
    assert (work / "broken.py").read_text() == exercise.broken
    assert (work / "example.py").read_text() == exercise.example
    assert json.loads((work / ".drill.json").read_text())["instance"] == "2"
    shown = drill(folder, "exercise", "show", "count-on", "--instance", "2")
    assert exercise.sheet.symptom in shown.stdout
    listed = json.loads(drill(folder, "exercise", "show", "count-on", "--json").stdout)
    assert not listed.keys() & {"instances", "root_cause", "hints", "debrief"}


def test_a_number_is_a_number(folder: Path) -> None:
    """Anything else is a usage error that says so."""
    said = drill(folder, "exercise", "show", "count-on", "--instance", "-1")
    assert said.returncode == 2
    assert "is no number" in said.stderr


@pytest.mark.slow
def test_the_same_checks_judge_every_instance(folder: Path, tmp_path: Path) -> None:
    """`run --instance` counts lines against that instance; right and wrong stay what they are."""
    one = instance(load_exercise(folder), 1)
    for name, text in {"broken": one.broken, "fixed": one.fixed}.items():
        (tmp_path / f"{name}.py").write_text(text)
    said = drill(
        folder, "exercise", "run", "count-on", "--instance", "1", "--json",
        "--code", str(tmp_path / "broken.py"), "--code", str(tmp_path / "fixed.py"),
    )  # fmt: skip
    rows = [json.loads(line) for line in said.stdout.splitlines()]
    assert [row["verdict"] for row in rows] == ["unsolved", "solved"]
    assert [row["changed"] for row in rows] == [0, 1]
    assert {(row["instance"], row["reference_changed"]) for row in rows} == {(1, 1)}


def test_an_unreadable_variant_names_its_file(folder: Path) -> None:
    """A text that is announced and missing is the author's to add."""
    (folder / "variants" / "minus.py").unlink()
    with pytest.raises(ContentError, match=r"minus\.py: the file is missing"):
        load_exercise(folder)


@pytest.mark.parametrize(
    ("value", "line"),
    [
        (3, "N = 3"),
        (80000, "N = 80_000"),
        (-2.5, "N = -2.5"),
        ("PT", 'N = "PT"'),
        ((12, None, "b"), 'N = (12, None, "b")'),
    ],
)
def test_a_size_is_written_as_a_person_would(value: object, line: str) -> None:
    """Digits in groups, texts in double quotes; what stood over two lines stands on one."""
    written = Instances.model_validate({"sizes": {"N": [value]}, "symptom": "so"}).sizes["N"][0]
    example = "import math\n\nN = (\n    1\n)\nprint(N)\n"
    assert with_sizes(example, {"N": written}) == f"import math\n\n{line}\nprint(N)\n"


def test_a_size_left_alone_changes_nothing() -> None:
    """The text of the example stays to the letter."""
    assert with_sizes("N = 1_0\n", {"N": None}) == "N = 1_0\n"

"""What is read off the code itself: probes, residue, API, size, sameness."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.debugging.code import (
    api_changed,
    has_probe,
    is_probe_script,
    is_smaller,
    names_of_tests,
    only_test,
    residue,
)
from drill.debugging.same import same_code
from drill.debugging.versions import changed_lines, diff, line_changes

GIVEN = """
class Cache:
    def __init__(self, size: int):
        self.size = size

    def get(self, key, default=None):
        return default


def make(size):
    print("made")
    return Cache(size)
"""


@pytest.mark.parametrize(
    ("added", "probe"),
    [
        ("", False),
        ("print(1)\n", True),
        ("assert make(1)\n", True),
        ("breakpoint()\n", True),
        ("import pdb; pdb.set_trace()\n", True),
        ("import pprint; pprint.pprint(1)\n", True),
        ("x = 'print(1)'\n", False),
        ("# print(1)\n", False),
        ("self.print(1)\n", False),
        ("def (", False),
    ],
)
def test_probe_is_what_was_put_in(added: str, probe: bool) -> None:
    """Prints, asserts and debuggers beyond those that were given; a broken text shows none."""
    assert has_probe(GIVEN, GIVEN + added) is probe
    assert is_probe_script(added) is probe


@pytest.mark.parametrize(
    ("added", "left"),
    [
        ("", 0),
        ("print(1)\nprint(2)\n", 2),
        ("# return Cache(size + 1)\n", 1),
        ("# size = 1\n", 1),
        ("# the size is one more than it should be\n", 0),
        ("# note: see make\n", 0),
        ("if False:\n    pass\n", 1),
        ("def g():\n    return 1\n    x = 2\n", 1),
        ("def _old(): ...\n", 1),
        ("def _used(): ...\n_used()\n", 0),
        ("import pdb\n", 1),
        ("assert True\n", 0),
    ],
)
def test_residue_counts_what_was_left_behind(added: str, left: int) -> None:
    """Prints, debuggers and dead code that were not given; words in comments are none."""
    assert residue(GIVEN, GIVEN + added) == left


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("def make(size):", "def make(size, loud=False):", False),
        ("def make(size):", "def make(size, loud):", True),
        ("def make(size):", "def make(n):", True),
        ("def make(size):", "def build(size):", True),
        ("def get(self, key, default=None)", "def get(self, key, default)", True),
        ("def get(self, key, default=None)", "def get(self, key, default=0)", False),
        ("class Cache", "class Store", True),
        ("self.size = size", "self.size = size + 0", False),
        ('print("made")', "pass", False),
    ],
)
def test_api_is_what_callers_rely_on(old: str, new: str, changed: bool) -> None:
    """Names and parameters of what is public; optional parameters may come, defaults may change."""
    assert old in GIVEN
    assert api_changed(GIVEN, GIVEN, GIVEN.replace(old, new)) is changed


def test_api_that_the_reference_changes_is_no_api() -> None:
    """Only what broken code and reference have in common is held against anyone."""
    fixed = GIVEN.replace("def make(size)", "def make(size, loud)")
    assert not api_changed(GIVEN, fixed, GIVEN.replace("def make(size)", "def make(n)"))


def test_api_may_be_bound_in_other_ways() -> None:
    """A name that is imported or assigned is there; an implicit constructor is one."""
    text = (
        "from functools import partial\n\nclass Cache:\n    def get(self, key, default=None): ...\n"
    )
    assert not api_changed(GIVEN, GIVEN, text + "make = partial(Cache)\n")


@pytest.mark.parametrize(
    ("script", "smaller"),
    [
        ("from broken import f\nf([1, 2])\n", True),
        ("from broken import f\nf([1, 2, 3, 4, 5, 6, 7, 8, 9])\n", False),
        ("import broken\nbroken.f([])\n", True),
        ("f([1])\n", False),
        ("from broken import (", False),
    ],
)
def test_smaller_input(script: str, smaller: bool) -> None:
    """Numbers, elements, letters and calls against the example's; only if it uses the code."""
    assert (
        is_smaller("from broken import f\nassert f([1, 2, 3, 4, 5, 6]) == 6\n", script) is smaller
    )


def test_one_own_test_alone() -> None:
    """The others are gone, lines keep their numbers."""
    first = "import broken\n\ndef test_a():\n    assert 1\n\n"
    text = first + "def helper(): ...\n\ndef test_b():\n    assert 2\n"
    assert names_of_tests(text) == ("test_a", "test_b")
    alone = only_test(text, "test_b")
    assert names_of_tests(alone) == ("test_b",)
    assert "def helper" in alone
    assert alone.splitlines()[7] == "def test_b():"


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("x = 1\n", "x = 1  # one\n\n", True),
        ("def f():\n    return 1\n", 'def f():\n    "doc"\n    print(2)\n    return 1\n', True),
        ("x = 1\n", "x = 2\n", False),
        ("x = 1\n", "x = 1\nassert x\n", False),
        ("x = (", "x = (", True),
        ("x = (", "x = ((", False),
    ],
)
def test_same_code_whatever_its_dress(one: str, two: str, same: bool) -> None:
    """Comments, layout, docstrings and prints are no change of the code; asserts are."""
    assert same_code(one, two) is same


def test_changed_lines_count_a_replaced_line_once() -> None:
    """Blank lines and comments cost nothing; moved ends are two changes."""
    old = "a\nb\nc\n"
    assert changed_lines(old, old) == 0
    assert changed_lines(old, "a\nB\nc\n") == 1
    assert changed_lines(old, "a\n\n# why\nb\nc\n") == 0
    assert changed_lines(old, "a\nb\nc\nd\ne\n") == 2
    assert line_changes(old, "a\nB\nB2\nc\n") == (2, 1)
    assert diff(old, old, "x", "y") == ()


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    """Half a program, control characters, nothing: an answer, never an exception."""
    assert residue(text, text) == 0
    assert not has_probe(text, text)
    assert not api_changed(text, text, text)
    assert same_code(text, text)

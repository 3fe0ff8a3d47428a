"""Mutants are different programs, each one change away from the reference."""

import ast

import pytest

from drill.content.mutants import mutants

SOURCE = """
def f(xs, n=3):
    if not xs and n > 0:
        return 0
    while n < len(xs) or n == 2:
        n += 1
    return xs[n - 1] * 2
"""


def test_each_mutant_is_another_program() -> None:
    """All parse, none is the reference, no two are the same."""
    made = mutants(SOURCE)
    texts = [ast.dump(ast.parse(one.source)) for one in made]
    assert len(texts) > 15
    assert len(set(texts)) == len(texts)
    assert ast.dump(ast.parse(SOURCE)) not in texts


@pytest.mark.parametrize(
    "what", ["n >= 0", "n <= len(xs)", "xs[n + 1] * 2", "n -= 1", "return None"]
)
def test_the_usual_slips_are_among_them(what: str) -> None:
    """Boundaries, operators, steps, what is returned."""
    assert any(what in one.source for one in mutants(SOURCE))


def test_no_more_than_asked_for() -> None:
    """A long reference costs no more than a short one."""
    assert 0 < len(mutants(SOURCE * 20, most=10)) <= 10

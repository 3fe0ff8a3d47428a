"""Mutants are different programs, each one change away from the reference, each with a name."""

import ast
from pathlib import Path

import pytest

from drill.content.mutants import Mutant, mutants
from drill.content.survivors import Argued, load_argued, told_apart
from drill.errors import ContentError

SOURCE = '''
"""Text."""
import threading

@torch.no_grad()
def f(xs: list[int] | None, n=3, eps=1e-6):
    """Text."""
    if not xs and n > 0:
        raise ValueError(f"no {n + 1}")
    while n < len(xs) <= 9 or n == 2:
        n += 1
    with lock:
        total = xs.double().sum(dim=-1, keepdim=True)
    try:
        total = total - eps
    except Exception:
        return min(xs, n)
    finally:
        xs.clear()
    return xs[n - 1 : n].to(torch.float32) * total
'''


def made_of(source: str) -> set[tuple[str, str]]:
    return {(one.operator, one.now) for one in mutants(source)}


def test_each_mutant_is_another_program() -> None:
    """All parse, none is the reference, no two are the same, no two have one name."""
    made = mutants(SOURCE)
    texts = [ast.dump(ast.parse(one.source)) for one in made]
    assert len(texts) > 60
    assert len(set(texts)) == len(texts)
    assert ast.dump(ast.parse(SOURCE)) not in texts
    assert len({one.change for one in made}) == len(made)


@pytest.mark.parametrize(
    ("operator", "now"),
    [
        ("comparison", "if not xs and n >= 0:"),
        ("comparison", "while n < len(xs) < 9 or n == 2:"),
        ("boolean", "if not xs or n > 0:"),
        ("boolean", "if n > 0:"),
        ("negation", "if xs and n > 0:"),
        ("negation", "if not (not xs and n > 0):"),
        ("dropped guard", "(dropped)"),
        ("dropped condition", "(always)"),
        ("dropped raise", "(dropped)"),
        ("exception", "raise TypeError(f'no {n + 1}')"),
        ("arithmetic", "n -= 1"),
        ("in place", "n = n + 1"),
        ("in place", "total -= eps"),
        ("unwrapped", "(unwrapped)"),
        ("dropped finally", "(without finally)"),
        ("dropped decorator", "(without its decorator)"),
        ("dropped statement", "(dropped)"),
        ("exception", "except ValueError:"),
        ("dropped result", "return None"),
        ("dropped call", "total = xs.sum(dim=-1, keepdim=True)"),
        ("dropped argument", "total = xs.double().sum(dim=-1)"),
        ("dtype", "total = xs.float().sum(dim=-1, keepdim=True)"),
        ("dtype", "return xs[n - 1:n].to(torch.float16) * total"),
        ("off by one", "total = xs.double().sum(dim=-2, keepdim=True)"),
        ("negation", "total = xs.double().sum(dim=1, keepdim=True)"),
        ("twin", "return max(xs, n)"),
        ("swapped operands", "total = eps - total"),
        ("slice", "return xs[:n].to(torch.float32) * total"),
        ("off by one", "return xs[n - 2:n].to(torch.float32) * total"),
        ("off by one", "def f(xs: list[int] | None, n=4, eps=1e-06):"),
        ("constant", "def f(xs: list[int] | None, n=3, eps=2e-06):"),
    ],
)
def test_the_usual_slips_are_among_them(operator: str, now: str) -> None:
    """Boundaries, operators, types, axes, what is dropped, what is done in place."""
    assert (operator, now) in made_of(SOURCE)


def test_what_no_contract_speaks_of_is_left_alone() -> None:
    """Docstrings, annotations, the text of errors and imports have no mutants."""
    assert mutants('"""Text."""\nimport os\n') == ()
    for _, now in made_of("def f(x: int | None) -> 'int | None':\n    raise ValueError('no')\n"):
        assert now in {"(dropped)", "raise TypeError('no')"}


def test_swapped_arguments_only_where_it_matters() -> None:
    """The arguments of max may stand in any order; those of others may not."""
    assert ("swapped arguments", "x = g(b, a)") in made_of("x = g(a, b)\n")
    assert not any(operator == "swapped arguments" for operator, _ in made_of("x = max(a, b)\n"))


def test_a_name_outlives_a_move() -> None:
    """Lines added above change the line number of a mutant, not its name."""
    below = {one.change for one in mutants("y = 0\n\n\nx = 1 + 2\n")}
    assert {one.change for one in mutants("x = 1 + 2\n")} <= below


SURVIVOR = Mutant("comparison", 3, "if a < b:", "if a <= b:", "")


def test_survivors_and_reasons_are_matched() -> None:
    """With its reason a survivor is argued, without one it is open; a reason alone is stale."""
    reason = Argued(was="if a < b:", now=("if a <= b:", "if a != b:"), why="never equal")
    found = told_apart([SURVIVOR], [reason])
    assert (found.argued, found.open) == ((SURVIVOR,), ())
    assert found.stale == (("if a < b:", "if a != b:"),)
    bare = told_apart([SURVIVOR], [])
    assert (bare.argued, bare.open, bare.stale) == ((), (SURVIVOR,), ())


def test_reasons_are_read(tmp_path: Path) -> None:
    """One change or several for a reason; a reason left out is the author's to mend."""
    assert load_argued(tmp_path) == ()
    file = tmp_path / "mutants.yaml"
    file.write_text("- {was: 'x = 1', now: x = 2, why: no one reads x}\n")
    (one,) = load_argued(tmp_path)
    assert one.now == ("x = 2",)
    file.write_text("- {was: 'x = 1', now: [x = 2, x = 0]}\n")
    with pytest.raises(ContentError, match="why"):
        load_argued(tmp_path)

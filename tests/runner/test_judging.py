"""Hidden checks meet a candidate in another process: what they see, what they decide."""

import threading
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.runner.conftest import Run

CODE = """
import threading, torch
from collections import namedtuple, OrderedDict

Pair = namedtuple("Pair", "left right")

class Box:
    kind = "box"
    def __init__(self, *items): self.items = list(items)
    def add(self, item): self.items.append(item); return self
    def first(self): return self.items[0]
    def __len__(self): return len(self.items)
    def __contains__(self, item): return item in self.items
    def __iter__(self): return iter(self.items)
    def __getitem__(self, key): return self.items[key]
    def __setitem__(self, key, value): self.items[key] = value
    def __enter__(self): return self
    def __exit__(self, *rest): self.items.clear()

class Shelf(dict):
    def put(self, key, value): self[key] = value

def same(x): return x
def pair(): return Pair(1, [2])
def ordered(): return OrderedDict(a=1)
def each(items): yield from items
def apply(fn, *args): return fn(*args)
def double(x): return x * 2
def fail(kind): raise kind("said")
class Odd(LookupError): pass
def odd(): raise Odd("x")
def in_threads(fn, n):
    found = []
    threads = [threading.Thread(target=lambda i=i: found.append(fn(i))) for i in range(n)]
    [t.start() for t in threads]; [t.join() for t in threads]
    return sorted(found)
def change(x): x += 1; return None
"""

WORLD = """
import torch

def grads_of(f, x):
    x = x.clone().requires_grad_()
    f(x).sum().backward()
    return x.grad

def is_box(thing, kind): return isinstance(thing, kind)
"""


def test_a_check_reads_like_an_ordinary_test(judge: "Run") -> None:
    """Calls, attributes, containers, iterators, contexts and errors work across the wire."""
    hidden = '''
    @check("fault")
    def objects(t):
        """Objects."""
        box = t.candidate.Box(1, "two")
        assert box.add(None).first() == 1 and box.items == [1, "two", None]
        assert len(box) == 3 and "two" in box and 9 not in box and list(box) == [1, "two", None]
        box[0] = 5; assert box[0] == 5 and box[1:] == ["two", None]
        box.kind = "crate"; assert box.kind == "crate" and t.candidate.Box.kind == "box"
        with box as inside: assert t.same(inside, box)
        assert len(box) == 0 and not box
        assert t.candidate.pair().right == [2] and t.candidate.pair() == (1, [2])
        assert t.candidate.ordered() == {"a": 1} and type(t.candidate.ordered()) is dict
        assert list(t.candidate.each([1, 2])) == [1, 2]
        ahead = t.candidate.each(iter("ab")); assert next(ahead) == "a" and next(ahead) == "b"
        t.raises(StopIteration, next, ahead)
        assert t.candidate.Box(1) != t.candidate.Box(1)
        shelf = t.candidate.Shelf(a=1); shelf.put("b", 2)
        assert len(shelf) == 2 and shelf["b"] == 2 and t.candidate.same(shelf) == {"a": 1, "b": 2}

    @check("fault")
    def errors(t):
        """Errors."""
        for kind in (ValueError, KeyError, KeyboardInterrupt, SystemExit, MemoryError):
            assert type(t.raises(kind, t.candidate.fail, kind)) is kind
        assert t.raises(LookupError, t.candidate.odd).remote_type == "Odd"
        with t.raises(AttributeError): t.candidate.missing
        with t.raises(TypeError): t.candidate.same()

    @check("fault")
    def callbacks(t):
        """Callbacks."""
        seen = []
        def fn(x):
            seen.append(x)
            if x == 3: raise OSError("from the judge")
            return x + 1
        assert t.candidate.apply(fn, 1) == 2 and seen == [1]
        t.raises(OSError, t.candidate.apply, fn, 3)
        inner = lambda: t.candidate.apply(fn, 7)
        assert t.candidate.apply(lambda: t.candidate.apply(inner)) == 8
        assert t.candidate.in_threads(lambda i: i * i, 6) == [0, 1, 4, 9, 16, 25]
        assert t.candidate.apply(len, [1, 2]) == 2

    @check("edges", devices=True)
    def tensors(t):
        """Tensors."""
        for kind in (torch.float32, torch.bfloat16, torch.int64, torch.float64):
            x = torch.arange(4, device=t.device).to(kind)
            t.close(t.candidate.double(x), x * 2)
        t.close(t.world.grads_of(t.candidate.double, torch.ones(3)), torch.full((3,), 2.0))
        assert t.torch.nn.Linear(2, 3).weight.shape == (3, 2)
        kept = t.keep(torch.zeros(2)); t.candidate.change(kept)
        assert t.fetch(kept).tolist() == [1, 1]
        assert t.same(t.call_kept(t.candidate.same, kept), kept)

    @check("edges")
    def others(t):
        """Others."""
        box = t.candidate.Box()
        assert t.batch(box, [("add", [1]), ("first", []), ("items", None), ("nope", [])])[1:] == [
            (True, 1), (True, [1]), (False, "AttributeError")]
        assert t.isinstance(box, t.candidate.Box) and t.world.is_box(box, t.candidate.Box)
        assert t.has(box, "add") and not t.has(box, "sub")
        second = t.spawn()
        second.candidate.Box.kind = "other"
        assert t.candidate.Box.kind == "box" and second.candidate.Box.kind == "other"
        assert t.numpy.arange(3).tolist() == [0, 1, 2]
    '''
    verdict = judge(CODE, hidden, WORLD)
    assert verdict.verdict == "solved", verdict


def test_comparison_lets_nan_lose_and_looks_at_types(judge: "Run") -> None:
    """Shape, dtype and kind come first; NaN never matches unless asked for."""
    hidden = '''
    @check("fault")
    def comparison(t):
        """Comparison."""
        nan = float("nan")
        assert not t.is_close(t.candidate.same(nan), 1.0) and not t.is_close(nan, nan)
        assert t.is_close(torch.tensor([nan]), torch.tensor([nan]), equal_nan=True)
        assert not t.is_close(torch.tensor([1.0]), torch.tensor([nan]))
        assert not t.is_close(torch.tensor([nan]), torch.tensor([1.0]), atol=9e9)
        assert not t.is_close(torch.ones(2), torch.ones(2, 1))
        assert not t.is_close(torch.ones(2), torch.ones(2, dtype=torch.float64))
        assert not t.is_close(1, True) and not t.is_close(1.0, torch.tensor(1.0))
        assert not t.is_close([1.0], (1.0,)) and t.is_close({"a": [1.0]}, {"a": [1.0 + 1e-12]})
        assert t.is_close(float("inf"), float("inf")) and not t.is_close(float("-inf"), 1e308)
        t.raises(AssertionError, t.close, 1.0, 2.0)
    '''
    verdict = judge(CODE, hidden)
    assert verdict.verdict == "solved", verdict


GROUPS = '''
@check("fault")
def wrong(t):
    """The sum is off."""
    assert t.candidate.f(1) == 2

@check("edges")
def fine(t):
    """Zero is lost."""
    assert t.candidate.f(0) == 0

@check("scale")
def alive(t):
    """Many calls fail."""
    assert t.candidate.f(2) in (2, 3)
'''


@pytest.mark.parametrize(
    ("source", "kind", "held", "points"),
    [
        ("f = lambda x: x + (x > 0)", "solved", {"fault", "edges", "scale"}, 20),
        ("f = lambda x: x", "unsolved", {"edges", "scale"}, 0),
        ("f = lambda x: x + 1", "unsolved", {"fault", "scale"}, 13),
        ("def f(x):\n    while x == 1: pass\n    return x", "timeout", {"edges", "scale"}, 0),
        ("import os\nf = lambda x: os.abort() if x == 1 else x", "crashed", {"edges", "scale"}, 0),
        ("f = lambda x: [x] * 10**12", "out_of_memory", set(), 0),
        ("f = (", "unsolved", set(), 0),
        ("while True: pass", "timeout", set(), 0),
        ("raise SystemExit(0)", "unsolved", set(), 0),
        ("import os; os._exit(0)", "crashed", set(), 0),
        ("", "unsolved", set(), 0),
    ],
)
def test_verdicts(judge: "Run", source: str, kind: str, held: set[str], points: int) -> None:
    """Each way to fail has its verdict; groups that could still hold are judged afresh."""
    verdict = judge(source, GROUPS, seconds=3.0)
    assert verdict.verdict == kind, verdict
    assert {group.name for group in verdict.groups if group.passed} == held
    assert verdict.fix_points == points
    assert verdict.ms.run <= verdict.limit_ms + 100


def test_the_symptom_never_shows_the_check(judge: "Run") -> None:
    """A failed check shows its docstring, its own message, or what the code raised."""
    hidden = '''
    @check("fault")
    def secret(t):
        """Bad input is let through."""
        assert t.candidate.f(41) == 42
    @check("edges")
    def spoken(t):
        """Never shown."""
        assert t.candidate.f(1) == 5, "one is not five"
    @check("scale")
    def raised(t):
        """Text is refused."""
        t.candidate.g("x")
    '''
    verdict = judge("f = lambda x: x\ndef g(x): raise ValueError('\x1b[31mno\x07')", hidden)
    symptoms = [group.symptom for group in verdict.groups]
    assert symptoms == [
        "Bad input is let through.",
        "one is not five",
        "Text is refused. (ValueError: ·[31mno·)",
    ]
    assert verdict.failed_check == "fault/secret"
    assert "41" not in verdict.model_dump_json(exclude={"ms", "seed"})


def test_dice_are_the_seed_s(judge: "Run") -> None:
    """The same seed gives the same dice and the same global generators, another seed others."""
    hidden = '''
    @check("fault")
    def dice(t):
        """x"""
        assert False, f"{t.rng.random()} {t.candidate.draw()} {t.generator(1).initial_seed()}"
    '''
    source = """
    import random, torch
    def draw(): return (random.random(), torch.rand(1).item())
    """
    first, again, other = (judge(source, hidden, seed=seed).reason for seed in (1, 1, 2))
    assert first == again != other


def test_a_hidden_file_that_is_broken_is_nobody_s_fault(judge: "Run") -> None:
    """An author's error is could_not_run, never a fail."""
    for hidden in ("x = (", "1 / 0", "x = 1", "@check('fault')\ndef f(t): pass"):
        assert judge("x = 1", hidden).verdict == "could_not_run"


def test_many_at_once(judge: "Run") -> None:
    """Forty submissions at once each get the verdict they get alone."""
    found: list[str] = []
    judge("f = lambda x: x", GROUPS)

    def one(number: int) -> None:
        source = "f = lambda x: x + (x > 0)" if number % 2 else "f = lambda x: x"
        found.append(f"{number % 2} {judge(source, GROUPS).verdict}")

    threads = [threading.Thread(target=one, args=(number,)) for number in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == ["0 unsolved"] * 20 + ["1 solved"] * 20


def test_a_slow_check_has_its_own_deadline(judge: "Run") -> None:
    """check(seconds=…) stops that check and no other; the verdict says how long it had."""
    hidden = '''
    @check("fault", seconds=0.3)
    def slow(t):
        """It stands still."""
        t.candidate.wait(9)
    @check("edges")
    def quick(t):
        """x"""
        t.candidate.wait(0)
    '''
    start = time.monotonic()
    verdict = judge("from time import sleep as wait", hidden)
    assert verdict.verdict == "timeout"
    assert "It stands still. (not done after" in verdict.reason
    assert [group.passed for group in verdict.groups] == [False, True]
    assert time.monotonic() - start < 5

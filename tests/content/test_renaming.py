"""Names and order of a module change; the program does not."""

import ast
import textwrap

import pytest

from drill.content.fstrings import fields
from drill.content.ordering import reorder
from drill.content.renaming import RenameError, rename, words

SOURCE = textwrap.dedent(
    '''
    import math

    def _mean(rows, width=2):
        """The mean of `rows`; not of the rows read so far, nor of max_norm."""
        total = sum(rows)  # `total` is no average, n_rows is
        n_rows = len(rows)
        return math.fsum([total]) / n_rows

    def report(values, *, total_of=None):
        rows = sorted(values, key=lambda total: -total)
        print(f"{len(rows)} rows, {{rows}} {_mean(rows=rows):>{len(rows)}.2f}", end="")
        return dict(rows=rows, width=_mean(rows, width=1)), values.rows
    '''
).lstrip()


def test_every_place_and_no_other() -> None:
    """f-strings, their formats and keywords of private functions follow; foreign ones stay."""
    renamed = rename(SOURCE, {"rows": "lines", "n_rows": "count", "total": "summed"})
    assert 'f"{len(lines)} rows, {{rows}} {_mean(lines=lines):>{len(lines)}.2f}"' in renamed
    assert "dict(rows=lines, width=_mean(lines, width=1)), values.rows" in renamed
    assert "lambda summed: -summed" in renamed
    assert "math.fsum([summed]) / count" in renamed


def test_prose_follows_where_it_means_the_name() -> None:
    """In backticks, or where no English word could be meant; a word of a sentence stays."""
    renamed = rename(SOURCE, {"rows": "lines", "n_rows": "count", "total": "summed"})
    assert '"""The mean of `lines`; not of the rows read so far, nor of max_norm."""' in renamed
    assert "# `summed` is no average, count is" in renamed


def test_private_attributes_follow_everywhere() -> None:
    """Methods and attributes with an underscore are renamed behind the dot too."""
    source = "class A:\n    def _go(self):\n        self._x = 1\n        return self._go, self._x\n"
    renamed = rename(source, {"_go": "_run", "_x": "_count"})
    assert renamed == source.replace("_go", "_run").replace("_x", "_count")


@pytest.mark.parametrize(
    ("names", "why"),
    [
        ({"values": "items"}, "parameter of report"),
        ({"math": "maths"}, "imported"),
        ({"report": "tell"}, "name of the module"),
        ({"len": "length"}, "bound nowhere"),
        ({"rows": "values"}, "'values' is taken"),
        ({"rows": "list"}, "'list' is taken"),
        ({"rows": "class"}, "'class' is taken"),
    ],
)
def test_what_others_know_and_what_is_taken_is_refused(names: dict[str, str], why: str) -> None:
    """The message says which name, and why it cannot be."""
    with pytest.raises(RenameError, match=why):
        rename(SOURCE, names)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("class A:\n    x = 1\n\ndef f():\n    x = 2\n    return x\n", "belongs to A"),
        ('def f():\n    x = 1\n    return f"{x=}"\n', "not every place"),
    ],
)
def test_what_cannot_be_proved_is_refused(source: str, why: str) -> None:
    """A class attribute of the same name, and a name that is printed, are left alone."""
    with pytest.raises(RenameError, match=why):
        rename(source, {"x": "y"})


@pytest.mark.parametrize(
    ("literal", "found"),
    [
        ("'{a}'", []),
        ("f'{a}'", ["a"]),
        ("rf'{{a}} {b!r:>{c}}'", ["b", "c"]),
        ("f'''{a[\"x:y\"]:.2f}{b != c}'''", ['a["x:y"]', "b != c"]),
        ("F'{(lambda x: x)(a)} {d}'", ["(lambda x: x)(a)", "d"]),
    ],
)
def test_expressions_of_an_fstring(literal: str, found: list[str]) -> None:
    """Doubled braces, conversions, nested formats and brackets; each where it stands."""
    made = list(fields(literal))
    assert [text for _, text in made] == found
    assert all(literal[at:].startswith(text) for at, text in made)


def test_words_stand_where_they_are_said_to() -> None:
    """Each place holds the identifier that is reported there."""
    for word in words(SOURCE):
        assert SOURCE[word.start :].startswith(word.name)


ORDERED = textwrap.dedent(
    '''
    """Doc."""

    from functools import cache


    # what it is for
    # goes with it
    def late(x):
        return early(x)


    def early(x):
        return x


    @cache
    def kept(x=early(1)):
        return late(x)


    class Base:
        def __init__(self):
            self.a = 1

        def b(self):
            return 2

        # about c
        def c(self):
            return 3


    class Child(Base):
        pass
    '''
).lstrip()


@pytest.mark.parametrize("turn", range(12))
def test_any_order_is_the_same_program(turn: int) -> None:
    """Whatever the ranks: it runs, holds the same lines, and defaults find what they need."""
    made = reorder(ORDERED, lambda name: hash((turn, len(name), name)) % 97)
    assert sorted(made.splitlines()) == sorted(ORDERED.splitlines())
    space: dict[str, object] = {}
    exec(compile(made, "made", "exec"), space)  # noqa: S102 - our own text
    assert ast.parse(made)
    assert made.index("def early") < made.index("def kept")
    assert made.index("class Base") < made.index("class Child")
    assert made.index("__init__") < min(made.index("def b"), made.index("def c"))
    assert "# goes with it\ndef late" in made
    assert "# about c\n    def c" in made


def test_a_rank_turns_what_is_free() -> None:
    """Two functions that need nothing of each other change places, and only they."""
    source = "def a():\n    return 1\n\n\ndef b():\n    return 2\n\n\nX = a()\n"
    turned = "def b():\n    return 2\n\n\ndef a():\n    return 1\n\n\nX = a()\n"
    assert reorder(source, lambda name: -ord(name)) == turned
    assert reorder(source, ord) == source


def test_the_later_of_two_definitions_stays_the_later() -> None:
    """A property and its setter, or a second definition of a name, keep their order."""
    source = (
        "class A:\n    @property\n    def x(self):\n        return 1\n\n"
        "    @x.setter\n    def x(self, to):\n        pass\n\n    def y(self):\n        pass\n"
    )
    assert reorder(source, lambda name: -len(name) - ord(name[-1])) == source

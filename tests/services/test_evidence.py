"""What a person is told about each point of a grade."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.model.evidence import REACH, Told, told, whole_words
from drill.model.grade import Grade, PointResult, Status, Verdict


def point(status: Status, span: tuple[int, int] | None, why: str, says: str = "it") -> PointResult:
    return PointResult(id="p", status=status, span=span, why=why, says=says)


def grade(verdict: Verdict, *points: PointResult) -> Grade:
    return Grade(verdict=verdict, sure=True, credit=0.5, score=5, points=points)


def test_a_right_answer_misses_nothing() -> None:
    """What a correct short answer left out was not needed; a long one could still gain by it."""
    given_mark = grade("correct", point("missed", None, "missing: it"))
    assert told("x", given_mark, long=False) == (Told("unneeded", "it", "", ""),)
    assert told("x", given_mark, long=True) == (Told("missed", "it", "", ""),)
    assert told("x", grade("partial", *given_mark.points), long=False)[0].word == "missing"


def test_nothing_is_said_twice() -> None:
    """The point, its words and the reason each stand once."""
    missed = told("x", grade("incorrect", point("missed", None, "missing: it")), long=False)[0]
    assert (missed.word, missed.says, missed.words, missed.why) == ("missing", "it", "", "")
    hit = told("it", grade("correct", point("hit", (0, 2), "“it” says it")), long=False)[0]
    assert (hit.words, hit.why) == ("it", "")
    against = point("contradicted", (0, 2), "“no” denies it")
    assert told("no", grade("incorrect", against), long=False)[0][2:] == ("no", "denies it", " ")


@pytest.mark.parametrize("start", ["a wrong claim: ", "objection: "])
def test_an_objection_is_not_put_into_the_persons_mouth(start: str) -> None:
    """The sentence that sets it right is called an objection to the words, not a wrong claim."""
    right = "it fell: no divergence"
    wrong = point("contradicted", (3, 12), f"{start}{right}", right)
    (shown,) = told("it diverging", grade("incorrect", wrong), long=False)
    assert shown == Told("objection", right, "diverging", "")


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        (
            "use torch.autograd.set_detect_anomaly(True), then",
            "anomaly(True",
            "torch.autograd.set_detect_anomaly(True)",
        ),
        ("(around 11).", "11", "11"),
        ("clip (norm 1.0) it", "norm 1.0", "(norm 1.0)"),
        ("lr,momentum", "lr", "lr"),
        ("it is 65504.", "65504", "65504"),
        ("a[i]=b[j]", "i]=b", "a[i]=b[j]"),
        ("x" * 500, "x", "x"),
    ],
)
def test_a_quote_begins_and_ends_with_whole_words(text: str, found: str, whole: str) -> None:
    """No call, number or bracket is cut in two; a text without blanks is not swallowed whole."""
    at = text.index(found)
    start, end = whole_words(text, (at, at + len(found)))
    assert text[start:end] == whole


@given(st.text(alphabet='ab ()[].,"“汉', max_size=120), st.integers(-3, 130), st.integers(-3, 130))
def test_a_quote_only_grows_and_not_far(text: str, start: int, end: int) -> None:
    """The words that decided stay inside, whatever the span, and at most a token is added."""
    low, high = whole_words(text, (start, end))
    inside = (max(0, start), min(len(text), end))
    if inside[0] < inside[1]:
        assert 0 <= low <= inside[0] < inside[1] <= high <= len(text)
        assert inside[0] - low <= REACH >= high - inside[1]

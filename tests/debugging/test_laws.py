"""Laws of the score for steps, over traces that nobody thought of."""

from collections.abc import Sequence
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from drill.debugging import score
from drill.model.steps import STEP, Hypothesis, StepEvent, StepScore

TEXTS = (
    "eviction runs before the insert",
    "eviction is off",
    "the lock is missing",
    "get does not refresh",
    "the key is hashed wrongly",
)


def names_cause(text: str) -> float:
    if "eviction" in text and "before" in text:
        return 1.0
    return 0.5 if "eviction" in text else 0.0


def marked(events: Sequence[StepEvent]) -> StepScore:
    return score(events, root_cause=names_cause)


def timed(raw: Sequence[dict[str, Any]], minutes: float = 10) -> list[StepEvent]:
    """Give each act its time from the waits in `raw`."""
    events: list[dict[str, Any]] = [{"kind": "opened", "slug": "x", "minutes": minutes, "t": 0.0}]
    t = 0.0
    for act in raw:
        t += act["wait"]
        events.append({**{key: act[key] for key in act if key != "wait"}, "t": t})
    return [STEP.validate_python(event) for event in events]


waits = st.floats(0, 200)
shas = st.sampled_from("abcdef")
errors = st.sampled_from(["AssertionError", "IndexError", "NameError", "SyntaxError"])


@st.composite
def _run(draw: st.DrawFn) -> dict[str, Any]:
    failed = draw(st.booleans())
    return {
        "kind": "ran",
        "target": draw(st.sampled_from(["example", "own", "scratch"])),
        "failed": failed,
        "error": draw(errors) if failed else None,
        "probe": draw(st.booleans()),
        "smaller": draw(st.booleans()),
    }


@st.composite
def _submit(draw: st.DrawFn) -> dict[str, Any]:
    passed = draw(st.integers(0, 4))
    return {
        "kind": "submitted",
        "verdict": "solved" if passed == 4 else draw(st.sampled_from(["unsolved", "timeout"])),
        "groups_passed": passed,
        "groups": 4,
        "changed": draw(st.integers(0, 40)),
        "reference_changed": draw(st.integers(1, 6)),
        "residue": draw(st.integers(0, 2)),
    }


hypotheses = st.fixed_dictionaries(
    {
        "kind": st.just("hypothesis"),
        "text": st.sampled_from(TEXTS),
        "verdict": st.sampled_from(["open", "confirmed", "refuted"]),
    }
)
edits = st.fixed_dictionaries(
    {"kind": st.just("edited"), "added": st.just(1), "removed": st.just(1), "sha": shas}
)
own_tests = st.fixed_dictionaries(
    {
        "kind": st.just("own_test"),
        "holds_on_fixed": st.booleans(),
        "caught": st.integers(0, 6),
        "of": st.just(6),
    }
)
looks = st.one_of(
    _run().map(lambda run: {**run, "probe": True}),
    _run().map(lambda run: {**run, "smaller": True}),
    _run().map(lambda run: {**run, "failed": False, "error": None}),
    _run().map(lambda run: {**run, "target": "scratch"}),
)
"""Runs that show something; a plain failing run is a try, not a look."""


def with_wait(act: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.tuples(act, waits).map(lambda pair: {**pair[0], "wait": pair[1]})


acts = with_wait(st.one_of(_run(), _submit(), hypotheses, edits, edits, own_tests))
traces = st.lists(acts, max_size=25)


@given(traces)
def test_points_stay_within_their_part_and_add_up(raw: list[dict[str, Any]]) -> None:
    """Each part lies in [0, of], each names events of the trace, and the parts are the sum."""
    events = timed(raw)
    result = marked(events)
    for part in result.parts.values():
        assert 0 <= part.points <= part.of
        assert part.why
        assert all(0 <= index < len(events) for index in part.events)
        assert list(part.events) == sorted(set(part.events))
    assert result.points == sum(part.points for part in result.parts.values())
    assert sum(part.of for part in result.parts.values()) == result.of == 30


@given(traces, with_wait(looks), st.data())
def test_looking_closer_never_costs_a_point(
    raw: list[dict[str, Any]], look: dict[str, Any], data: st.DataObject
) -> None:
    """One more observation anywhere leaves the score as it is or raises it."""
    at = data.draw(st.integers(0, len(raw)))
    # a look takes no time here: that time passes is another law
    more = [*raw[:at], {**look, "wait": 0.0}, *raw[at:]]
    assert marked(timed(more)).points >= marked(timed(raw)).points


runs = st.lists(with_wait(_run()), max_size=5)


@given(runs, runs, runs)
def test_looks_around_the_cause_leave_full_marks(
    first: list[dict[str, Any]], before: list[dict[str, Any]], after: list[dict[str, Any]]
) -> None:
    """Cause written before the edit that solved it, the only one: no run changes anything."""
    cause = {"kind": "hypothesis", "text": TEXTS[0], "verdict": "open", "wait": 5.0}
    edit = {"kind": "edited", "added": 1, "removed": 1, "sha": "z", "wait": 5.0}
    fix = {**SOLVED, "wait": 5.0}
    assert marked(timed([*first, cause, *before, edit, *after, fix])).points == 30


SOLVED = {
    "kind": "submitted",
    "verdict": "solved",
    "groups_passed": 4,
    "groups": 4,
    "changed": 2,
    "reference_changed": 2,
    "residue": 0,
}


@given(traces, st.lists(st.text(min_size=1, max_size=30), max_size=20))
def test_more_than_three_hypotheses_earn_nothing(
    raw: list[dict[str, Any]], flood: list[str]
) -> None:
    """A flood after the third changes neither the hypothesis nor the isolate part."""
    first = [
        {"kind": "hypothesis", "text": text, "verdict": "open", "wait": 1.0} for text in TEXTS[1:4]
    ]
    more = [
        {"kind": "hypothesis", "text": text, "verdict": "open", "wait": 0.0}
        for text in (*flood, TEXTS[0])
    ]
    lean = marked(timed([*first, *raw])).parts
    full = marked(timed([*first, *more, *raw])).parts
    if not any(act["kind"] == "hypothesis" for act in raw):
        assert full["hypothesis"].points == lean["hypothesis"].points
        assert full["isolate"].points == lean["isolate"].points


@given(traces, st.integers(4, 30))
def test_a_flood_at_one_moment_earns_no_more_than_one_thought(
    raw: list[dict[str, Any]], count: int
) -> None:
    """Many wrong texts written at once are worth at most what one of them is worth."""
    flood = [
        {"kind": "hypothesis", "text": f"wrong idea {i}", "verdict": "open", "wait": 0.0}
        for i in range(count)
    ]
    rest = [act for act in raw if act["kind"] != "hypothesis"]
    assert marked(timed([*flood, *rest])).points <= marked(timed([flood[0], *rest])).points


@given(traces, st.lists(st.floats(0, 1000), min_size=25, max_size=25))
def test_reading_after_the_first_thought_costs_nothing(
    raw: list[dict[str, Any]], reading: list[float]
) -> None:
    """Waiting longer before any act after the first hypothesis changes no part."""
    thought = next((i for i, act in enumerate(raw) if act["kind"] == "hypothesis"), len(raw))
    slow = [
        {**act, "wait": act["wait"] + (reading[i] if i > thought else 0.0)}
        for i, act in enumerate(raw)
    ]
    quick = {name: part.points for name, part in marked(timed(raw)).parts.items()}
    assert {name: part.points for name, part in marked(timed(slow)).parts.items()} == quick


@given(traces, st.floats(0, 100))
def test_reading_first_costs_nothing_within_a_fifth_of_the_time(
    raw: list[dict[str, Any]], reading: float
) -> None:
    """Reading before everything else is free while the first thought comes within 0.2 B."""
    assume(raw)
    slow = [{**raw[0], "wait": raw[0]["wait"] + reading}, *raw[1:]]
    first = next((e.t for e in timed(slow) if isinstance(e, Hypothesis)), 0.0)
    assume(first <= 120)
    assert marked(timed(slow)).points == marked(timed(raw)).points


@given(traces, st.floats(0.1, 10))
def test_a_slower_machine_changes_nothing(raw: list[dict[str, Any]], slower: float) -> None:
    """All times and the budget stretched alike: the same points in each part."""
    stretched = [{**act, "wait": act["wait"] * slower} for act in raw]
    one = marked(timed(raw, 10)).parts
    two = marked(timed(stretched, 10 * slower)).parts
    spots = {event.t / 600 for event in timed(raw)}
    assume(not any(abs(spot - limit) < 1e-9 for spot in spots for limit in (0.2, 0.3, 0.4)))
    assert {n: p.points for n, p in one.items()} == {n: p.points for n, p in two.items()}


@given(traces)
def test_replay_gives_the_same_points(raw: list[dict[str, Any]]) -> None:
    """Written out as JSON and read back, the trace scores the same, to the why line."""
    events = timed(raw)
    again = [STEP.validate_json(STEP.dump_json(event)) for event in events]
    assert marked(again) == marked(events)


@given(traces, st.text(max_size=40))
def test_explaining_is_free(raw: list[dict[str, Any]], text: str) -> None:
    """Saying it out loud neither earns nor costs points for steps."""
    more = [*raw, {"kind": "explained", "text": text, "wait": 1.0}]
    assert marked(timed(more)).points == marked(timed(raw)).points


runs_before = st.lists(with_wait(_run()), max_size=4)


@given(traces, runs_before)
def test_no_run_before_the_first_edit_costs_a_point(
    raw: list[dict[str, Any]], first: list[dict[str, Any]]
) -> None:
    """Whatever is run on the code as it was given, failing or not: the score stays or rises."""
    free = [{**run, "wait": 0.0} for run in first]
    assert marked(timed([*free, *raw])).points >= marked(timed(raw)).points

"""Laws of the state machine, over sittings that hypothesis makes up."""

import random
from contextlib import suppress
from datetime import timedelta
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from drill.errors import UsageError
from drill.model.event import AnswerSubmitted, Event, PlannedItem
from drill.sitting import commands as do
from drill.sitting.card import scorecard
from drill.sitting.decide import decide, start
from drill.sitting.evolve import evolve, replay
from drill.sitting.state import Sitting
from tests.core_fakes import START, WordMarker, question

ITEMS = tuple(
    PlannedItem(id=f"q{n:02}", kind="question", number=n, topic="A", seconds=20, hints=2)
    for n in (1, 2, 16, 31)
)
TEXT = st.sampled_from(["", " ", "right", "half", "wrong", "maybe right", "🦊 right", "rig"])
COMMANDS = st.one_of(
    st.builds(do.Draft, TEXT | st.text(max_size=8)),
    st.builds(do.Submit, TEXT),
    st.builds(do.Confidence, st.integers(0, 5)),
    st.builds(do.Overrule, st.sampled_from(["correct", "incorrect"]), st.just("because")),
    st.builds(do.Note, TEXT),
    st.builds(do.Pause, st.sampled_from(["person", "quit", "lost"])),
    st.sampled_from(
        [
            do.Expire(),
            do.Hint(),
            do.Skip(),
            do.ShowReference(),
            do.TakeBack(),
            do.Unpause(),
            do.Next(),
            do.Next(),
        ]
    ),
)
STEPS = st.lists(st.tuples(st.floats(0, 8), COMMANDS), max_size=60)


def play(steps: list[tuple[float, do.Command]]) -> tuple[Sitting, list[Event]]:
    """Carry the commands out as the service does, the mark right after each answer."""
    events: list[Event] = []
    state: Sitting | None = None
    now = 0.0

    def record(bodies: tuple) -> None:
        nonlocal state
        for body in bodies:
            event = Event(
                sitting="s",
                seq=len(events),
                at=START + timedelta(seconds=now),
                offset=now,
                content="c",
                grader="g",
                body=body,
            )
            events.append(event)
            state = evolve(state, event)

    record(start(do.Start(mode="grill", title="t", pool=ITEMS), random.Random(0)))
    for seconds, command in steps:
        now += seconds
        assert state is not None
        with suppress(UsageError):
            record(decide(state, command, now))
        at = state.item
        if at.answer is not None and at.grade is None:
            record(
                decide(state, do.Mark(state.index, WordMarker().mark(at.answer, question(1))), now)
            )
    assert state is not None
    return state, events


@given(STEPS)
def test_replay_is_the_live_state(steps: list[tuple[float, do.Command]]) -> None:
    """Folding the log again, after a trip through JSON, gives the state that was on screen."""
    state, events = play(steps)
    read_back = [Event.model_validate_json(event.model_dump_json()) for event in events]
    assert replay(read_back) == state


@given(STEPS)
def test_events_follow_each_other(steps: list[tuple[float, do.Command]]) -> None:
    """No gap in the numbers, no offset that goes back."""
    _, events = play(steps)
    assert all(later.follows(earlier) for earlier, later in pairwise(events))


@given(STEPS)
def test_no_time_is_made_or_lost(steps: list[tuple[float, do.Command]]) -> None:
    """The three clocks together are the time that ran outside pauses, and never negative."""
    state, _ = play(steps)
    clocks = [t for item in state.items for t in (item.think, item.write, item.review)]
    assert min(clocks) >= 0
    assert abs(sum(clocks) - state.active) < 1e-6
    assert state.active <= state.offset + 1e-6


@given(STEPS)
def test_every_submitted_answer_is_in_the_log(steps: list[tuple[float, do.Command]]) -> None:
    """Whatever happens later, the text of each decided item is the last one submitted for it."""
    state, events = play(steps)
    for index, item in enumerate(state.items):
        texts = [
            event.body.text
            for event in events
            if isinstance(event.body, AnswerSubmitted) and event.body.index == index
        ]
        if item.outcome == "graded":
            assert item.answer == texts[-1]


@given(STEPS, st.floats(0, 100))
def test_a_late_timer_never_touches_a_verdict(
    steps: list[tuple[float, do.Command]], later: float
) -> None:
    """Unless an answer is being written and its time is up, the timer does nothing."""
    state, _ = play(steps)
    made = decide(state, do.Expire(), state.offset + later)
    if state.phase != "answering" or later < state.left(state.offset) - 1e-6:
        assert made == ()
    else:
        assert len(made) == 1


@given(STEPS)
def test_the_card_counts_each_item_once(steps: list[tuple[float, do.Command]]) -> None:
    """Cold, warm, helped, partial, incorrect, skipped and not reached add up to the items."""
    state, _ = play(steps)
    card = scorecard(state)
    parts = (card.cold, card.warm, card.helped, card.partial, card.incorrect)
    assert sum(parts) + card.skipped + card.not_reached == card.of


@given(STEPS)
def test_cold_needs_a_first_try_without_help(steps: list[tuple[float, do.Command]]) -> None:
    """No cold answer has a hint opened or a second try behind it."""
    state, _ = play(steps)
    for item, made in zip(state.items, scorecard(state).items, strict=True):
        if made.standing == "cold":
            assert (item.hints, item.tries, item.late) == (0, 1, False)


@given(STEPS, COMMANDS | st.just(do.Overrule("correct", " ")))
@settings(max_examples=30)
def test_only_an_empty_overrule_is_refused(
    steps: list[tuple[float, do.Command]], command: do.Command
) -> None:
    """`decide` raises for nothing but an overrule without a why, or of a mark by itself."""
    state, _ = play(steps)
    try:
        decide(state, command, state.offset)
    except UsageError:
        assert isinstance(command, do.Overrule)
        assert not command.reason.strip() or command.verdict == state.item.verdict
        assert state.phase == "reviewing"
        assert state.item.grade is not None
        assert state.item.grade.sure

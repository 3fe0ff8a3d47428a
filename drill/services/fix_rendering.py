"""From an open exercise to what its screen shows."""

from drill.debugging.card import HINT_COSTS
from drill.debugging.finding import BANDS, CAUSE, MARKED
from drill.debugging.trace import COUNTED, Trace, clock
from drill.model.steps import Hypothesis, Ran, Submitted
from drill.services.fix_interruption import interruption_says, seconds_left
from drill.services.fix_open import Open
from drill.services.fix_session import text_sha
from drill.services.fix_views import FixPhase, FixView, RunShown, ThoughtShown, UnreadableShown

_PHASES: dict[str, FixPhase] = {"answering": "working", "paused": "paused", "finished": "finished"}


def fix_view(opened: Open) -> FixView:
    session, sheet = opened.session, opened.exercise.sheet
    state, steps = session.state, session.record.steps
    phase = _PHASES[state.phase]
    left = seconds_left(session)
    levels = opened.hint_levels
    hidden = phase == "paused"
    closed = opened.closed
    return FixView(
        sitting=state.id,
        slug=opened.exercise.slug,
        title=sheet.title,
        phase=phase,
        minutes=sheet.minutes,
        instance=opened.exercise.instance,
        left=left,
        total=sheet.minutes * 60,
        expired=phase == "working" and left <= 0,
        story="" if hidden else sheet.story,
        contract=() if hidden else sheet.contract,
        api="" if hidden else sheet.api,
        symptom="" if hidden else sheet.symptom,
        source=session.texts.source,
        own=session.texts.own,
        scratch=session.texts.scratch,
        hints=() if hidden else tuple(sheet.hints[: len(levels)]),
        next_hint_costs=HINT_COSTS.get(len(levels) + 1),
        runs=sum(isinstance(step, Ran | Submitted) for step in steps),
        last=_last(opened),
        unreadable=_unreadable(opened),
        thoughts=_thoughts(opened),
        offer=offer(opened) if phase == "working" else "",
        interruption=interruption_says(session),
        solved=opened.solved,
        begun=opened.begun,
        closed=None if closed is None else closed.reason,
        paused_by=state.paused_by,
        own_tests=opened.own_tests,
    )


def _last(opened: Open) -> RunShown | None:
    last = opened.last
    if last is None:
        return None
    stale = last.sha != text_sha(opened.session.texts.source)
    return RunShown(
        number=last.number, target=last.target, verdict=last.verdict, sha=last.sha, stale=stale
    )


def _unreadable(opened: Open) -> UnreadableShown | None:
    if opened.unreadable is None:
        return None
    slip, sha = opened.unreadable
    return UnreadableShown(
        error=slip.error,
        line=slip.line,
        says=slip.says,
        shown=slip.shown,
        stale=sha != text_sha(opened.session.texts.source),
    )


def _thoughts(opened: Open) -> tuple[ThoughtShown, ...]:
    found: dict[str, ThoughtShown] = {}
    for step, raw in zip(opened.session.record.steps, opened.session.record.raw, strict=True):
        if isinstance(step, Hypothesis):
            said = str(raw.get("expected") or "")
            before = found.get(step.text)
            found[step.text] = ThoughtShown(
                text=step.text,
                verdict=step.verdict,
                expected=said or ("" if before is None else before.expected),
                asks=opened.asks == step.text and step.verdict == "open",
            )
    return tuple(found.values())


def offer(opened: Open) -> str:
    """Say what one line of thought would earn now."""
    session = opened.session
    trace = Trace(session.record.steps)
    if len(trace.thoughts) >= COUNTED:
        return ""
    if trace.thoughts:
        return f"naming the true cause before the edit that solves it: +{CAUSE}"
    budget = opened.exercise.sheet.minutes * 60
    for share, points in BANDS:
        ahead = share * budget - session.t
        if ahead >= 0:
            shows = clock(max(round(seconds_left(session) - ahead), 0))
            return (
                f"a hypothesis while the clock is above {shows}: +{points}, "
                f"+{CAUSE} if it names the true cause"
            )
    return f"a hypothesis that names the true cause: +{CAUSE}, +{MARKED} when wrong ones are marked"

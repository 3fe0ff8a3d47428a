"""What came of a run, a submission or the end, written before it is shown."""

from typing import Literal

from drill.debugging.expectation import outcome
from drill.model import event as ev
from drill.model.run import RunVerdict
from drill.services.fix_jobs import Job, own_test_fields, ran_fields, submitted_fields
from drill.services.fix_open import Open
from drill.services.fix_review import Review
from drill.services.fix_views import OwnTestsShown, RunShown, WrongFixShown


def record_run(opened: Open, job: Job) -> None:
    verdict = job.verdicts[0]
    fields = ran_fields(job, verdict)
    if fields is not None:
        expecting, asks = job.expecting, opened.asks
        expected = expecting[1] if expecting else None
        bodies: list[ev.Body] = [opened.session.step("ran", **fields, expected=expected)]
        if expecting:
            held_against = outcome(expecting[1], failed=bool(fields["failed"]))
            # what a scratch file shows, only the person can say
            belief = "open" if job.target == "scratch" else held_against
            if belief == "open":
                asks = expecting[0]
            else:
                step = opened.session.step(
                    "hypothesis", text=expecting[0], verdict=belief, expected=expecting[1]
                )
                bodies.append(step)
        opened.session.write(*bodies)
        opened.asks = asks
        if opened.expecting == expecting:  # else a newer one waits for a run of its own
            opened.expecting = None
    _show(opened, job, verdict)


def record_submit(opened: Open, job: Job) -> None:
    if job.unreadable is not None:
        opened.session.write()
        opened.unreadable = (job.unreadable, job.sha)
        return
    verdict = job.verdicts[0]
    opened.session.write(opened.session.step("submitted", **submitted_fields(job, verdict)))
    _show(opened, job, verdict)


def record_close(opened: Open, job: Job, review: Review) -> None:
    """Write the end, its score and the finish of the sitting as one."""
    if not opened.begun:
        closed = opened.session.step("closed", reason=job.reason)
        opened.session.write(closed, ev.SittingFinished(reason="ended"))
        return
    if job.last is not None and job.last.verdicts:
        record_submit(opened, job.last)
    steps: list[ev.Body] = []
    fields = own_test_fields(job, job.verdicts)
    if fields is not None:
        steps.append(opened.session.step("own_test", **fields))
        opened.own_tests = OwnTestsShown(
            holds_on_fixed=fields["holds_on_fixed"],
            wrong=tuple(
                WrongFixShown(says=name, caught=name in fields["caught_names"])
                for name in job.names[1:]
            ),
        )
    reason = "solved" if opened.solved and job.reason == "time" else job.reason
    steps.append(opened.session.step("closed", reason=reason))
    card = review.card_of(opened.exercise, opened.session.record.with_(steps))
    scored = ev.ExerciseScored(
        index=0,
        slug=card.slug,
        fix=card.fix,
        steps=card.steps.points,
        parts={str(name): part.points for name, part in card.steps.parts.items()},
        hints=card.hint_points,
        solved=card.solved,
    )
    ended: Literal["done", "ended"] = "ended" if reason == "abandoned" else "done"
    due = review.due_again(card, opened.session.utc)
    opened.session.write(*steps, scored, ev.SittingFinished(reason=ended), cards=(due,))


def _show(opened: Open, job: Job, verdict: RunVerdict) -> None:
    opened.shown += 1
    opened.unreadable = None
    opened.last = RunShown(
        number=opened.shown, target=job.target, verdict=verdict, sha=job.sha, stale=False
    )

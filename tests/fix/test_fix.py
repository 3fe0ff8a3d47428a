"""An exercise from its opening to its card: what is recorded, shown, kept and scored."""

from collections.abc import Callable
from typing import Any

import pytest

from drill.errors import UsageError

Bench = Any
Texts = Callable[[str], str]

OWN = "from broken import f\n\ndef test_empty():\n    assert f([]) == 0\n"


def kinds(bench: Bench) -> list[str]:
    return [step.kind for step in bench.fix._open.session.record.steps]


def test_a_good_way_earns_the_whole_card(bench: Bench, texts: Texts) -> None:
    """Seen to fail, named, probed, fixed, tested: 20 for the fix and all 30 for the steps."""
    fix = bench.fix
    fix.start("empty-max")
    fix.run("example")
    fix.think(texts("cause"))
    fix.edit(own=OWN)
    fix.edit(source=texts("fixed"))
    fix.run("own")
    view = fix.submit()
    assert view.solved
    view = fix.close("solved")
    assert view.phase == "finished"
    card = fix.card()
    assert (card.fix, card.steps.points, card.points, card.passed, card.aim) == (
        20,
        30,
        50,
        True,
        True,
    )
    assert view.own_tests is not None
    assert [one.caught for one in view.own_tests.wrong] == [True, False]


def test_running_without_a_change_is_no_edit(bench: Bench) -> None:
    """Two runs of the code as it was given: two runs, no edit."""
    bench.fix.start("empty-max")
    bench.fix.run("example")
    bench.fix.run("example")
    assert kinds(bench) == ["opened", "ran", "ran"]


def test_prints_and_comments_are_no_edit_but_a_probe(bench: Bench, texts: Texts) -> None:
    """A print put into the code looks at it; the code itself is the same."""
    fix = bench.fix
    fix.start("empty-max")
    fix.edit(source="def f(xs):\n    print(xs)  # what comes in?\n    return max(xs)\n")
    fix.run("example")
    ran = fix._open.session.record.steps[-1]
    assert kinds(bench) == ["opened", "ran"]
    assert ran.probe
    fix.edit(source=texts("fixed"))
    fix.run("example")
    assert kinds(bench) == ["opened", "ran", "edited", "ran"]


def test_scratch_with_a_smaller_input_is_marked_so(bench: Bench) -> None:
    """The example uses numbers up to 6; the scratch file an empty list."""
    bench.fix.start("empty-max")
    bench.fix.edit(scratch="from broken import f\n\nprint(f([]))\n")
    bench.fix.run("scratch")
    ran = bench.fix._open.session.record.steps[-1]
    assert (ran.probe, ran.smaller, ran.target) == (True, True, "scratch")


def test_one_own_test_alone_is_a_probe_all_are_not(bench: Bench) -> None:
    """A single check isolates; the whole file verifies."""
    fix = bench.fix
    fix.start("empty-max")
    fix.edit(own=OWN + "\ndef test_one():\n    assert f([1]) == 1\n")
    assert fix.test_names() == ("test_empty", "test_one")
    job = fix.begin_run("own", only="test_one")
    job.run()
    fix.record(job)
    fix.run("own")
    alone, whole = fix._open.session.record.steps[-2:]
    assert (alone.probe, whole.probe) == (True, False)
    assert "test_empty" not in bench.runner.requests[0].own_source


def test_expectation_decides_a_thought_where_the_words_tell(bench: Bench) -> None:
    """`still fails` and it failed: confirmed, without another key."""
    fix = bench.fix
    fix.start("empty-max")
    fix.think("the list is empty at night", "the example still fails")
    view = fix.run("example")
    assert [(t.verdict, t.asks) for t in view.thoughts] == [("confirmed", False)]


def test_expectation_that_does_not_tell_asks_the_person(bench: Bench) -> None:
    """The words say neither pass nor fail: the person marks it."""
    fix = bench.fix
    fix.start("empty-max")
    fix.think("the list is empty at night", "three lines on screen")
    view = fix.run("example")
    assert [(t.verdict, t.asks) for t in view.thoughts] == [("open", True)]
    view = fix.mark("the list is empty at night", "refuted")
    assert [(t.verdict, t.asks) for t in view.thoughts] == [("refuted", False)]


def test_expectation_is_held_against_a_run_that_began_after_it(bench: Bench) -> None:
    """Written while a run was under way: that run says nothing of it, the next one does."""
    fix = bench.fix
    fix.start("empty-max")
    under_way = fix.begin_run("example")
    fix.think("the list is empty at night", "the example holds")
    under_way.run()
    view = fix.record(under_way)
    assert [(t.verdict, t.asks) for t in view.thoughts] == [("open", False)]
    view = fix.run("example")
    assert [(t.verdict, t.asks) for t in view.thoughts] == [("refuted", False)]


def test_offer_says_what_a_line_would_earn(bench: Bench, texts: Texts) -> None:
    """Three points within two of ten minutes, then less, then only the cause."""
    fix = bench.fix
    assert "+3" in fix.start("empty-max").offer
    bench.clock.pass_(150)
    assert "while the clock is above 07:00: +2" in fix.view().offer
    bench.clock.pass_(200)
    assert "names the true cause" in fix.view().offer
    assert "before the edit" in fix.think(texts("cause")).offer


def test_hints_cost_and_end(bench: Bench) -> None:
    """2, 3 and 5 points; a fourth there is none."""
    fix = bench.fix
    fix.start("empty-max")
    costs = []
    for _ in range(4):
        costs.append(fix.view().next_hint_costs)
        fix.hint()
    assert costs == [2, 3, 5, None]
    assert len(fix.view().hints) == 3
    assert fix.card().hint_points == 10


def test_go_back_keeps_what_stood_there(bench: Bench, texts: Texts) -> None:
    """One step to any version that was run, and the text left behind is a version too."""
    fix = bench.fix
    fix.start("empty-max")
    fix.edit(source=texts("fixed"))
    fix.run("example")
    fix.edit(source="half typed (")
    view = fix.go_back()
    assert view.source == texts("broken")
    kept = [fix.text(one.sha) for one in fix.versions()]
    assert kept == [texts("broken"), texts("fixed"), "half typed ("]
    assert fix.go_back(fix.versions()[1].sha).source == texts("fixed")
    assert [v.green for v in fix.versions()] == [False, True, False]


def test_diff_against_given_and_between_versions(bench: Bench, texts: Texts) -> None:
    """What changed, as a unified diff."""
    fix = bench.fix
    fix.start("empty-max")
    assert fix.diff() == ()
    fix.edit(source=texts("fixed"))
    fix.run("example")
    assert "+    return max(xs, default=0)" in fix.diff()
    assert fix.diff(new=fix.versions()[0].sha) == ()


def test_nothing_is_recorded_of_what_we_could_not_run(bench: Bench, texts: Texts) -> None:
    """A runner of ours that ended is no run, and a submission that counts for nothing."""
    fix = bench.fix
    fix.start("empty-max")
    bench.runner.broken = True
    view = fix.run("example")
    assert view.last is not None
    assert view.last.verdict.verdict == "could_not_run"
    assert kinds(bench) == ["opened"]
    fix.submit()
    bench.runner.broken = False
    fix.edit(source=texts("fixed"))
    fix.submit()
    assert fix.card().steps.parts["discipline"].points == 5


def test_pause_stops_the_clock_and_hides_the_texts(bench: Bench) -> None:
    """A pause is no time to think."""
    fix = bench.fix
    left = fix.start("empty-max").left
    view = fix.pause()
    bench.clock.pass_(100)
    assert (fix.view().left, view.story, view.contract) == (left, "", ())
    with pytest.raises(UsageError):
        fix.run("example")
    assert fix.unpause().story


def test_time_up_submits_what_stands_in_the_editor(bench: Bench, texts: Texts) -> None:
    """The draft is judged, never an empty answer; solved in time counts as solved."""
    fix = bench.fix
    fix.start("empty-max")
    fix.edit(source=texts("fixed"))
    bench.clock.pass_(601)
    assert fix.tick().expired
    view = fix.close("time")
    assert (view.closed, view.solved, fix.card().fix) == ("solved", True, 20)


def test_abandoned_keeps_its_steps(bench: Bench) -> None:
    """Points for seeing it fail and for no blind edit; the sitting is in the history."""
    fix = bench.fix
    fix.start("empty-max")
    fix.run("example")
    view = fix.close("abandoned")
    assert (view.phase, view.closed) == ("finished", "abandoned")
    assert fix.card().steps.parts["reproduce"].points == 4
    (row,) = bench.history.exercises(5)
    assert (row.slug, row.fix, row.steps, row.solved) == ("empty-max", 0, 9, False)


def test_waiting_for_our_side_is_no_thinking_time(bench: Bench) -> None:
    """A run that waited a minute for a free process does not move the time bands."""
    fix = bench.fix
    fix.start("empty-max")
    job = fix.begin_run("example")
    job.run()
    bench.clock.pass_(60)
    slow = job.verdicts[0]
    job.verdicts[0] = slow.model_copy(update={"ms": slow.ms.model_copy(update={"wait": 60_000.0})})
    fix.record(job)
    fix.think("something")
    assert fix._open.session.record.steps[-1].t < 70 - 60 + 60
    bench.clock.pass_(10)
    fix.think("something else")
    assert fix._open.session.record.steps[-1].t == pytest.approx(61)


def test_timeline_tells_each_step_with_its_version(bench: Bench, texts: Texts) -> None:
    """Every recorded event in words, the version it was done on, the parts it earned."""
    fix = bench.fix
    sitting = fix.start("empty-max").sitting
    fix.run("example")
    fix.edit(source=texts("fixed"))
    fix.submit()
    fix.close("solved")
    moments = fix.review.timeline(sitting)
    assert [m.kind for m in moments] == ["opened", "ran", "edited", "submitted", "closed"]
    assert [m.says for m in moments] == [
        "10 minutes",
        "example failed: ValueError: empty",
        "+1 -1 lines",
        "solved, 2 of 2 groups",
        "solved",
    ]
    assert "reproduce" in moments[1].earned
    assert fix.review.text(sitting, moments[2].sha) == texts("fixed")


def test_comparison_with_reference_and_last_attempt(bench: Bench, texts: Texts) -> None:
    """The second attempt is held against the first, part by part."""
    fix = bench.fix
    fix.start("empty-max")
    fix.edit(source=texts("fixed"))
    fix.submit()
    fix.close("solved")
    first = fix.card().points
    second = fix.start("empty-max").sitting
    fix.run("example")
    fix.close("abandoned")
    comparison = fix.review.comparison(second)
    assert comparison.before == first
    assert comparison.parts["reproduce"] == (4, 0)
    assert any(
        line.startswith("+    return max(xs, default=0)") for line in comparison.to_reference
    )


def test_runs_are_counted_on_after_a_kill(bench: Bench) -> None:
    """Two runs, killed, resumed: the next run is the third."""
    fix = bench.fix
    fix.start("empty-max")
    fix.run("example")
    sitting = fix.run("example").sitting
    again = bench.again()
    again.resume(sitting)
    again.unpause()
    last = again.run("example").last
    assert last is not None
    assert last.number == 3


def test_card_says_which_checks_decided_the_fix(bench: Bench, texts: Texts) -> None:
    """Points for the fix have a reason: nothing handed in, what fails, and all that holds."""
    fix = bench.fix
    fix.start("empty-max")
    assert fix.card().fix_why == "nothing was submitted"
    fix.submit()
    assert fix.card().fix_why == (
        "00:01 the last submission: 0 of 2 groups of checks hold, not fault, edges; "
        "without the planted fault none counts"
    )
    fix.submit(texts("fixed") + "# sorted\n")
    assert fix.card().fix_why.endswith("1 of 2 groups of checks hold, not edges")
    fix.submit(texts("fixed"))
    assert fix.card().fix_why.endswith("all groups of checks hold")


def test_timeline_shows_a_blind_edit_as_a_cost(bench: Bench, texts: Texts) -> None:
    """What took points from discipline is never marked as having earned them."""
    fix = bench.fix
    fix.start("empty-max")
    for number in (1, 2):
        fix.run(
            "example", texts("broken").replace("max(xs)", f"max(xs, key=lambda x: x + {number})")
        )
    sitting = fix.submit(texts("fixed")).sitting
    edits = [one for one in fix.review.timeline(sitting) if one.kind == "edited"]
    assert "discipline" in edits[1].cost
    assert not any("discipline" in one.earned for one in edits)


def test_debrief_names_what_the_own_tests_let_pass(bench: Bench, texts: Texts) -> None:
    """Each known wrong fix, caught or not, can be read after the end."""
    fix = bench.fix
    sitting = fix.start("empty-max").sitting
    fix.edit(own=OWN)
    fix.submit(texts("fixed"))
    fix.close("solved")
    own = fix.review.debriefing(sitting).own_tests
    assert own is not None
    assert [(one.says, one.caught) for one in own.wrong] == [
        ("still raises", True),
        ("right for none", False),
    ]


def test_debrief_shows_cause_and_reference(bench: Bench, texts: Texts) -> None:
    """Only when it is over."""
    sitting = bench.fix.start("empty-max").sitting
    bench.fix.close("abandoned")
    debrief = bench.fix.review.debriefing(sitting)
    assert debrief.root_cause == ("max of nothing",)
    assert debrief.reference == texts("fixed")
    assert debrief.recovery is None


def test_card_of_the_history_is_the_card_of_the_day(bench: Bench, texts: Texts) -> None:
    """Replaying the log gives the same points, part by part."""
    fix = bench.fix
    sitting = fix.start("empty-max").sitting
    fix.run("example")
    fix.think(texts("cause"))
    fix.edit(source=texts("fixed"))
    fix.submit()
    fix.close("solved")
    assert fix.review.card(sitting) == fix.card()
    assert bench.again().review.card(sitting) == bench.fix.review.card(sitting)


def test_recovery_drill_speaks_at_its_seeded_moment(bench: Bench, texts: Texts) -> None:
    """The same seed, the same moment; what is scored is the way back."""
    fix = bench.fix
    fix.start("empty-max", recovery=7)
    fix.edit(source="def f(xs):\n    return sorted(xs)[-1]\n")
    fix.run("example")
    spoke = []
    for _ in range(60):
        bench.clock.pass_(10)
        if fix.tick().interruption:
            spoke.append(bench.clock.seconds)
            break
    assert spoke
    fix.go_back()
    fix.edit(source=texts("fixed"))
    fix.submit()
    sitting = fix.close("solved").sitting
    recovery = fix.review.debriefing(sitting).recovery
    assert (recovery.points, recovery.of) == (5, 5)
    assert any(m.kind == "interrupted" for m in fix.review.timeline(sitting))


def test_unknown_exercise_is_a_usage_error(bench: Bench) -> None:
    """Nothing is opened."""
    with pytest.raises(UsageError):
        bench.fix.start("nope")
    assert not bench.fix.is_open


def test_run_that_comes_back_late_is_dropped(bench: Bench) -> None:
    """Left while it ran, another one opened: the old run is no run of the new exercise."""
    fix = bench.fix
    fix.start("empty-max")
    job = fix.begin_run("example")
    job.run()
    fix.start("empty-max")
    assert fix.record(job).runs == 0
    assert kinds(bench) == ["opened"]


def test_a_sitting_of_another_history_is_refused(bench: Bench) -> None:
    """An unknown id is a usage error, for going on and for looking back."""
    with pytest.raises(UsageError):
        bench.fix.resume("0" * 32)
    with pytest.raises(UsageError):
        bench.fix.review.timeline("0" * 32)

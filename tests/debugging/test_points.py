"""Each sentence of the marking rules for steps, through to the point."""

from collections.abc import Callable
from typing import Any

import pytest

Teller = Callable[..., Any]


class TestReproduce:
    def test_failing_run_before_the_first_edit_earns_four(self, tell: Teller) -> None:
        """Seeing it fail before touching anything is the whole four points."""
        assert tell().fails().edits().submits().part("reproduce") == 4

    def test_failing_run_between_edit_and_submit_earns_two(self, tell: Teller) -> None:
        """Seeing it fail only after an edit is half."""
        assert tell().edits().fails().edits().submits().part("reproduce") == 2

    def test_failing_run_after_the_first_submit_earns_nothing(self, tell: Teller) -> None:
        """Submitting first and looking later is no reproduction."""
        assert tell().edits().submits(1).fails().edits().submits().part("reproduce") == 0

    def test_passing_run_is_no_reproduction(self, tell: Teller) -> None:
        """A run that holds did not show the fault."""
        assert tell().holds().edits().submits().part("reproduce") == 0

    def test_typing_slip_in_a_scratch_file_is_no_reproduction(self, tell: Teller) -> None:
        """A NameError of the scratch file says nothing of the exercise."""
        told = tell().fails(target="scratch", error="NameError").edits().submits()
        assert told.part("reproduce") == 0

    @pytest.mark.parametrize("error", ["SyntaxError", "IndentationError", "TabError"])
    def test_text_that_does_not_compile_shows_no_fault(self, tell: Teller, error: str) -> None:
        """The example failed on how the edit was typed: nothing of the fault was seen."""
        assert tell().edits().fails(error=error).edits().submits().part("reproduce") == 0

    def test_own_failing_script_is_a_reproduction(self, tell: Teller) -> None:
        """A smaller input in a scratch file that fails shows the fault as well."""
        assert tell().fails(target="scratch", smaller=True).edits().part("reproduce") == 4

    def test_without_any_edit_a_failing_run_counts_in_full(self, tell: Teller) -> None:
        """Who leaves after looking has still seen it fail first."""
        assert tell().fails().closes("abandoned").part("reproduce") == 4

    def test_the_deciding_event_is_named(self, tell: Teller) -> None:
        """The card can point at the run that earned it."""
        assert tell().holds().fails().edits().score().parts["reproduce"].events == (2,)


class TestHypothesis:
    @pytest.mark.parametrize(
        ("at", "points"), [(119, 3), (120, 3), (121, 2), (180, 2), (181, 1), (240, 1), (241, 0)]
    )
    def test_time_bands_are_shares_of_the_budget(
        self, tell: Teller, at: float, points: int
    ) -> None:
        """0.2, 0.3 and 0.4 of ten minutes, each limit included; the marked point beside it."""
        told = tell(minutes=10).thinks("something else", "refuted", at=at).closes("abandoned")
        assert told.part("hypothesis") == points + 1

    def test_true_cause_before_the_solving_edit_earns_three(self, tell: Teller) -> None:
        """3 early + 3 the cause + 1 nothing unmarked."""
        assert tell().fails().thinks().edits().submits().part("hypothesis") == 7

    def test_true_cause_after_the_solving_edit_earns_no_three(self, tell: Teller) -> None:
        """What is written once it works explains it, but did not find it."""
        assert tell().fails().edits().thinks().submits().part("hypothesis") == 4

    def test_confirmed_by_the_person_does_not_make_it_true(self, tell: Teller) -> None:
        """Only the text decides whether the cause is named."""
        told = tell().thinks("the lock is missing", "confirmed").edits().submits()
        assert told.part("hypothesis") == 3

    def test_the_fourth_does_not_count(self, tell: Teller) -> None:
        """Only the first three are read, even when the fourth is right."""
        told = tell()
        for text in ("the lock is wrong", "the key is wrong", "the order is wrong"):
            told.thinks(text, "refuted")
        assert told.thinks().edits().submits().part("hypothesis") == 4

    def test_wrong_one_left_open_loses_the_marked_point(self, tell: Teller) -> None:
        """Solved, and an idea that proved wrong still stands as if it were right."""
        told = tell().fails().thinks("the lock is missing").thinks().edits().fails().edits()
        assert told.submits().part("hypothesis") == 6

    def test_marking_later_counts(self, tell: Teller) -> None:
        """The same text again, now refuted, updates the first and takes no new place."""
        told = tell().thinks("the lock is missing").thinks("The lock is missing.", "refuted")
        assert told.thinks().edits().submits().part("hypothesis") == 7

    def test_half_right_is_not_refuted(self, tell: Teller) -> None:
        """Half of a cause earns no three points, but it did not prove wrong either."""
        assert tell().thinks("eviction is broken").edits().submits().part("hypothesis") == 4

    def test_open_while_unsolved_is_fine(self, tell: Teller) -> None:
        """Nothing refuted it yet."""
        assert tell().thinks("the lock is missing").closes("abandoned").part("hypothesis") == 4

    def test_none_written_earns_nothing(self, tell: Teller) -> None:
        """The marked point is for hypotheses, not for their absence."""
        assert tell().fails().edits().submits().part("hypothesis") == 0

    @pytest.mark.parametrize("text", ["", "  ", "???", "idk", "x"])
    def test_a_text_that_claims_nothing_is_no_hypothesis(self, tell: Teller, text: str) -> None:
        """It earns nothing and takes no place of the three."""
        assert tell().thinks(text).edits().submits().part("hypothesis") == 0

    def test_abandoned_keeps_the_named_cause(self, tell: Teller) -> None:
        """No edit solved it, so every hypothesis came before."""
        assert tell().fails().thinks().closes("abandoned").part("hypothesis") == 7

    def test_unknown_exercise_says_so(self, tell: Teller) -> None:
        """Without a root cause at hand the why line says what was taken instead."""
        told = tell().thinks("the lock is missing", "confirmed").edits().submits()
        part = told.score(judge=None).parts["hypothesis"]
        assert part.points == 7
        assert "not known here" in part.why
        open_only = tell().thinks("the lock is missing").edits().submits().score(judge=None)
        assert open_only.parts["hypothesis"].points == 4


class TestIsolate:
    def test_two_probes_earn_five(self, tell: Teller) -> None:
        """A smaller input and a print, before the edit that solved it."""
        told = tell().fails(smaller=True).probe().edits().submits()
        assert told.part("isolate") == 5

    def test_one_probe_earns_three(self, tell: Teller) -> None:
        """One is more than half of the way."""
        assert tell().fails().probe().edits().submits().part("isolate") == 3

    def test_probes_after_the_solving_edit_earn_nothing(self, tell: Teller) -> None:
        """Looking afterwards did not find it."""
        assert tell().fails().edits().probe().probe().submits().part("isolate") == 0

    def test_probes_between_edits_count_until_the_solving_one(self, tell: Teller) -> None:
        """The edit that solved it is the last before the solving submission."""
        told = tell().fails().edits().fails().probe().probe().edits().submits()
        assert told.part("isolate") == 5

    def test_plain_runs_are_no_probes(self, tell: Teller) -> None:
        """Running the same example again is not looking closer."""
        assert tell().fails().fails().fails().edits().submits().part("isolate") == 0

    def test_probe_that_slipped_is_not_useful(self, tell: Teller) -> None:
        """A print in a scratch file that does not compile shows nothing."""
        told = tell().fails(target="scratch", probe=True, error="SyntaxError").edits().submits()
        assert told.part("isolate") == 0

    def test_print_in_a_text_that_does_not_compile_is_not_useful(self, tell: Teller) -> None:
        """The example never came to the print."""
        told = tell().fails().fails(probe=True, error="SyntaxError").edits().submits()
        assert told.part("isolate") == 0

    def test_cause_before_the_first_edit_earns_five(self, tell: Teller) -> None:
        """Who names it by reading needs no probe."""
        assert tell().fails().thinks().edits().fails().edits().submits().part("isolate") == 5

    def test_cause_after_the_first_edit_earns_nothing_here(self, tell: Teller) -> None:
        """Named before the solving edit, but after the first: the hypothesis part has it."""
        told = tell().fails().edits().fails().thinks().edits().submits()
        assert (told.part("isolate"), told.part("hypothesis")) == (0, 7)


class TestDiscipline:
    def test_an_edit_that_solves_is_never_blind(self, tell: Teller) -> None:
        """Something improved."""
        assert tell().fails().edits().holds().submits().part("discipline") == 5

    def test_second_try_without_a_look_is_blind(self, tell: Teller) -> None:
        """Two of three edits were blind: a third of five points, rounded down."""
        told = tell().fails().edits().fails().edits().fails().edits().holds().submits()
        assert told.part("discipline") == 1

    def test_a_probe_that_does_not_compile_gives_no_reason(self, tell: Teller) -> None:
        """It neither shows anything nor is a try of the code."""
        told = tell().fails().probe().edits().fails().fails(probe=True, error="SyntaxError")
        assert told.edits().fails().edits().submits().part("discipline") == 3

    def test_a_probe_before_the_try_gives_it_a_reason(self, tell: Teller) -> None:
        """Each failing try had a new observation before it."""
        told = tell().fails().probe().edits().fails().probe().edits().submits()
        assert told.part("discipline") == 5

    def test_a_hypothesis_before_the_try_gives_it_a_reason(self, tell: Teller) -> None:
        """A new thought counts like a new look."""
        told = tell().fails().thinks("the lock").edits().fails().thinks().edits().submits()
        assert told.part("discipline") == 5

    def test_the_same_thought_again_is_no_new_thought(self, tell: Teller) -> None:
        """Repeating a hypothesis is no reason to edit again."""
        told = tell().fails().thinks("the lock").edits().fails().thinks("the lock")
        assert told.edits().fails().edits().holds().submits().part("discipline") == 3

    def test_a_reverted_attempt_is_not_blind(self, tell: Teller) -> None:
        """Going back to an earlier text forgives the attempt and is no attempt itself."""
        told = tell().fails().probe().edits("a").fails().edits("b").fails().edits("a")
        assert told.probe().edits("c").submits().part("discipline") == 5

    def test_an_attempt_not_reverted_stays_blind(self, tell: Teller) -> None:
        """The same, without going back."""
        told = tell().fails().probe().edits("a").fails().edits("b").fails()
        assert told.probe().edits("c").submits().part("discipline") == 3

    def test_three_submits_in_a_row_earn_two_at_most(self, tell: Teller) -> None:
        """However good the reasons, nobody submits three times without one run."""
        told = tell().fails().thinks("the lock").edits().submits(1).thinks("the key").edits()
        assert told.submits(1).thinks().edits().submits().part("discipline") == 2

    def test_a_run_between_submits_breaks_the_row(self, tell: Teller) -> None:
        """The same three submissions, with one run between."""
        told = tell().fails().thinks("the lock").edits().submits(1).thinks("the key").edits()
        assert told.submits(1).thinks().edits().holds().submits().part("discipline") == 5

    def test_a_submission_that_holds_more_is_an_improvement(self, tell: Teller) -> None:
        """One more group held: the edit was not blind."""
        told = tell().fails().edits().submits(1).edits().submits(2).fails().edits().submits()
        assert told.part("discipline") == 3

    def test_looked_and_edited_nothing_is_disciplined(self, tell: Teller) -> None:
        """No edit was blind; who did nothing at all shows nothing."""
        assert tell().fails().closes("abandoned").part("discipline") == 5
        assert tell().closes("abandoned").part("discipline") == 0

    def test_what_we_could_not_run_is_never_held_against_anyone(self, tell: Teller) -> None:
        """Three submissions, of which our side failed twice."""
        told = tell().fails().edits().submits(0, verdict="could_not_run")
        told.submits(0, verdict="could_not_run").submits()
        assert told.part("discipline") == 5


class TestSmallestFix:
    @pytest.mark.parametrize(
        ("changed", "reference", "points"),
        [(3, 1, 3), (4, 1, 2), (4, 2, 3), (5, 2, 2), (8, 2, 2), (9, 2, 1), (16, 2, 1), (17, 2, 0)],
    )
    def test_size_against_the_reference(
        self, tell: Teller, changed: int, reference: int, points: int
    ) -> None:
        """Twice, four and eight times, three lines always free."""
        told = tell().edits().submits(changed=changed, reference_changed=reference)
        assert told.part("smallest_fix") == points

    def test_what_was_left_behind_costs_the_third_point(self, tell: Teller) -> None:
        """A print left in the fix."""
        assert tell().edits().submits(residue=1).part("smallest_fix") == 2

    @pytest.mark.parametrize(("residue", "points"), [(1, 2), (["print"], 2), ([], 3), (0, 3)])
    def test_residue_may_be_a_count_or_a_list(
        self, tell: Teller, residue: object, points: int
    ) -> None:
        """Traces of others write it as they like."""
        assert tell().edits().submits(residue=residue).part("smallest_fix") == points

    def test_changed_api_earns_nothing(self, tell: Teller) -> None:
        """However small it was."""
        assert tell().edits().submits(api_changed=True).part("smallest_fix") == 0

    def test_no_fix_no_points(self, tell: Teller) -> None:
        """One changed line that does not fix it is no smallest fix."""
        assert tell().edits().submits(2).closes("time").part("smallest_fix") == 0


class TestVerify:
    @pytest.mark.parametrize(("caught", "points"), [(0, 0), (1, 0), (2, 1), (7, 3), (8, 4)])
    def test_own_test_earns_the_share_it_catches(
        self, tell: Teller, caught: int, points: int
    ) -> None:
        """4 times caught of 8, rounded down; the point for nothing broken beside it."""
        assert tell().edits().tests(caught).submits().part("verify") == points + 1

    def test_own_test_must_hold_on_the_reference(self, tell: Teller) -> None:
        """A test that fails on everything catches everything, and earns nothing."""
        assert tell().edits().tests(8, holds=False).submits().part("verify") == 1

    def test_best_own_test_counts(self, tell: Teller) -> None:
        """A later, weaker test takes nothing away."""
        assert tell().edits().tests(8).tests(2).submits().part("verify") == 5

    def test_full_run_after_the_last_edit(self, tell: Teller) -> None:
        """One point for the example or the own tests run in full."""
        assert tell().fails().edits().holds().submits().part("verify") == 2

    def test_run_before_the_last_edit_is_no_check_of_it(self, tell: Teller) -> None:
        """It was edited once more."""
        assert tell().edits().holds().edits().submits().part("verify") == 1

    @pytest.mark.parametrize("fields", [{"target": "scratch"}, {"smaller": True}])
    def test_part_of_a_run_is_no_full_run(self, tell: Teller, fields: dict[str, object]) -> None:
        """A scratch file or a smaller input checks less."""
        assert tell().edits().holds(**fields).submits().part("verify") == 1

    def test_broken_at_the_end_loses_a_point(self, tell: Teller) -> None:
        """Two groups held once, one holds at the end."""
        told = tell().edits().submits(2).edits().submits(1).closes("time")
        assert told.part("verify") == 0

    def test_groups_are_compared_by_name_where_known(self, tell: Teller) -> None:
        """The same count of other groups: one that held is broken."""
        told = tell().edits().submits(1, held=("edges",)).edits().submits(1, held=("fault",))
        assert told.part("verify") == 0

    def test_without_a_submission_the_runs_tell(self, tell: Teller) -> None:
        """The example held and holds at the end, or it fails again; the full run counts as ever."""
        assert tell().edits().holds().closes("time").part("verify") == 2
        assert tell().edits().holds().edits().fails().closes("time").part("verify") == 1
        assert tell().edits().fails().closes("time").part("verify") == 1

    def test_empty_trace_earns_nothing(self, tell: Teller) -> None:
        """Nothing held, so nothing could be broken."""
        assert tell().closes("abandoned").part("verify") == 0


class TestAtOnce:
    def test_cause_first_and_solved_by_the_first_edit_is_full_marks(self, tell: Teller) -> None:
        """No run, no probe, no test: still not "no process"."""
        assert tell().thinks().edits().submits().closes().score().points == 30

    def test_reading_long_costs_nothing_then(self, tell: Teller) -> None:
        """Full marks even when the cause was written late."""
        assert tell().thinks(at=500).edits().submits().closes().score().points == 30

    def test_guesses_before_the_cause_do_not_matter(self, tell: Teller) -> None:
        """The cause is one of the first three, written before the edit: full marks."""
        told = tell().thinks("the lock is missing").thinks("the key is wrong").thinks().edits()
        assert told.submits().score().points == 30

    def test_cause_written_afterwards_is_not_at_once(self, tell: Teller) -> None:
        """Solved by the first edit, but explained later."""
        assert tell().edits().thinks().submits().closes().score().points < 28

    def test_looking_first_takes_nothing_away(self, tell: Teller) -> None:
        """Seen to fail, cause named, one edit, no test: full marks as without a run."""
        score = tell().fails().thinks().edits().submits().closes().score()
        assert score.points == 30
        assert (
            score.parts["reproduce"].why == "00:10 ran the example and saw it fail (AssertionError)"
        )
        assert score.parts["verify"].why.startswith("in full: solved by the first edit")

    @pytest.mark.parametrize(
        ("first", "points"), [("hint", 6), ("refuted", 6), ("could_not_run", 6), ("submits", 1)]
    )
    def test_only_a_submission_before_the_thought_ends_it(
        self, tell: Teller, first: str, points: int
    ) -> None:
        """A hint has its own price, a refuted guess none; what we could not run is no guess."""
        told = tell().fails()
        match first:
            case "hint":
                told.hint()
            case "refuted":
                told.thinks("the lock is missing").thinks("the lock is missing", "refuted")
            case "could_not_run":
                told.submits(0, verdict="could_not_run")
            case _:
                told.submits(1)
        assert told.thinks().edits().submits().score().parts["verify"].points == points

    def test_second_edit_is_not_at_once(self, tell: Teller) -> None:
        """Cause first, two edits: the parts are counted one by one."""
        assert tell().thinks().edits().fails().edits().submits().score().points < 30

    def test_the_card_of_several_edits_is_read_part_by_part(self, tell: Teller) -> None:
        """Seen, named, probed, a second edit: what was not verified is not marked so."""
        told = tell().fails().thinks().probe().edits().fails().edits().submits()
        assert {name: part.points for name, part in told.score().parts.items()} == {
            "reproduce": 4,
            "hypothesis": 7,
            "isolate": 5,
            "discipline": 5,
            "smallest_fix": 3,
            "verify": 1,
        }

    def test_a_rewrite_is_still_no_smallest_fix(self, tell: Teller) -> None:
        """The size of the fix is counted as ever."""
        score = tell().thinks().edits().submits(changed=60).closes().score()
        assert score.points == 27

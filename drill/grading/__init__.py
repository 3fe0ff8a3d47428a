"""Marks free answers to questions: pure, deterministic, explained."""

from drill.grading.bare import grade_bare
from drill.grading.cause import names_cause
from drill.grading.long import grade_long
from drill.grading.verdict import grade

GRADER = "4"
"""Version of the engine; a change of verdicts changes it."""

__all__ = ["GRADER", "grade", "grade_bare", "grade_long", "names_cause"]

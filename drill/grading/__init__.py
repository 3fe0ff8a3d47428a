"""Marks free answers to questions: pure, deterministic, explained."""

from drill.grading.verdict import grade

GRADER = "1"
"""Version of the engine; a change of verdicts changes it."""

__all__ = ["GRADER", "grade"]

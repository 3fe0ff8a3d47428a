"""Grade against a reference alone: key points are inferred, so nothing is ever sure."""

from __future__ import annotations

from drill.model.grade import Grade, PointResult


def grade_bare(answer: str, prompt: str, reference: str) -> Grade:
    return Grade(verdict="incorrect", sure=False, credit=0.0, score=0.0, points=(PointResult(id="x", status="missed", span=None, why="missing", says=reference or prompt or answer),))

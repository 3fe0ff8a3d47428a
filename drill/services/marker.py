"""Grades answers with the engine; loads it at the first answer or when warmed."""

from drill.model.grade import Grade, PointResult
from drill.model.question import LongItem, Question


class EngineMarker:
    """The one grading engine, chosen by what is answered."""

    @property
    def version(self) -> str:
        from drill.grading import GRADER  # noqa: PLC0415 - the home screen needs no engine

        return GRADER

    def mark(self, answer: str, item: Question | LongItem) -> Grade:
        from drill.grading import grade, grade_long  # noqa: PLC0415 - the same

        try:
            if isinstance(item, Question):
                return grade(answer, item)
            return grade_long(answer, item)
        except Exception as error:  # noqa: BLE001 - our fault: it must not cost a sitting
            return unreadable(error)


def unreadable(error: Exception) -> Grade:
    """Leave the mark to the person where the engine stumbled."""
    why = f"missing: the engine stumbled over this answer ({type(error).__name__}: {error})"
    point = PointResult(
        id="engine", status="missed", span=None, why=why, says="compare with the reference"
    )
    return Grade(verdict="incorrect", sure=False, credit=0.0, score=0.0, points=(point,))

"""Grades answers with the engine; loads it at the first answer or when warmed."""

from drill.model.grade import Grade
from drill.model.question import LongItem, Question


class EngineMarker:
    """The one grading engine, chosen by what is answered."""

    @property
    def version(self) -> str:
        from drill.grading import GRADER  # noqa: PLC0415 - the home screen needs no engine

        return GRADER

    def mark(self, answer: str, item: Question | LongItem) -> Grade:
        from drill.grading import grade, grade_long  # noqa: PLC0415 - the same

        if isinstance(item, Question):
            return grade(answer, item)
        return grade_long(answer, item)

"""Whether a written hypothesis names the true cause of a bug."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drill.grading.claims import read
from drill.grading.lexicon import Lexicon
from drill.grading.points import best
from drill.grading.rubric import plans
from drill.grading.search import Search

if TYPE_CHECKING:
    from drill.model.question import Cause


def names_cause(hypothesis: str, cause: Cause) -> bool:
    """All points that must be named are, unnegated; with none such, any one is."""
    lexicon = Lexicon(cause.lexicon, [w for point in cause.points for w in point.wordings])
    search = Search(read(hypothesis), lexicon)
    said = {p.id: best(search, plans(p.wordings, "near"))[0] is not None for p in cause.points}
    must = [p.id for p in cause.points if p.must]
    return all(said[i] for i in must) if must else any(said.values())

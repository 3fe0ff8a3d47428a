"""What to do next, said in one to three lines."""

from collections.abc import Sequence

from drill.model.scorecard import BandScore, ConceptScore, ItemResult

MOST = 3
"""Lines of advice: more are not read."""
SURE = 3
"""Confidence from which a wrong answer is a misconception, not a gap."""


def advice(
    items: Sequence[ItemResult], weak_band: BandScore | None, concepts: Sequence[ConceptScore]
) -> tuple[str, ...]:
    lines: list[str] = []
    wrong_and_sure = [i for i in items if i.verdict == "incorrect" and (i.confidence or 0) >= SURE]
    if wrong_and_sure:
        lines.append(f"unlearn first: {_names(wrong_and_sure)} — you were sure and it was wrong")
    if weak_band is not None:
        span = f"{weak_band.first}-{weak_band.last}"
        lines.append(
            f"drill questions {span} ({weak_band.cold}/{weak_band.of} cold): {weak_band.meaning}"
        )
    if concepts:
        named = ", ".join(concept.concept.replace("_", " ") for concept in concepts[:MOST])
        lines.append(f"repeat the weak ones: {named}")
    empty = [i for i in items if i.outcome == "expired"]
    if empty:
        lines.append(f"start typing sooner: the time ran out over {_names(empty)}")
    warm = [i for i in items if i.standing in {"warm", "helped"}]
    if warm:
        lines.append(f"ask again without help: {_names(warm)}")
    if not lines and items:
        lines.append("all cold: take the long questions, or the same in shuffled order")
    return tuple(lines[:MOST])


def _names(items: Sequence[ItemResult]) -> str:
    names = [str(item.number) if item.number is not None else item.id for item in items]
    more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
    return ", ".join(names[:MOST]) + more

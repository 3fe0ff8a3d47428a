"""What came of a run, in words: verdict, groups, failure, output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from drill.tui.text import join, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drill.model.run import RunVerdict
    from drill.services.fix_views import FixView, RunShown, UnreadableShown
    from drill.tui.glyphs import Glyphs
    from drill.tui.widgets.rows import Row

TARGETS = {
    "example": "example",
    "own": "own tests",
    "scratch": "scratch",
    "hidden": "submitted",
    "submit": "submission",
    "close": "last look",
}
OUTPUT = 4_000
"""Characters of printed output drawn, from its end."""
LOCALS = 12
SECOND = 1000.0
"""Milliseconds."""


def verdict_line(verdict: RunVerdict, glyphs: Glyphs) -> Content:
    """Give the outcome as sign and word."""
    signs = {
        "solved": (glyphs.hit, "solved", "$success"),
        "held": (glyphs.hit, "held", "$success"),
        "unsolved": (glyphs.wrong, "not solved", "$error"),
        "timeout": (glyphs.wrong, "ran out of time", "$error"),
        "crashed": (glyphs.wrong, "crashed", "$error"),
        "out_of_memory": (glyphs.wrong, "out of memory", "$error"),
        "refused": (glyphs.unsure, "refused", "$warning"),
        "could_not_run": (glyphs.unsure, "could not run, counts for nothing", "$warning"),
    }
    sign, word, style = signs[verdict.verdict]
    if _is_cancelled(verdict):
        word = "cancelled, counts for nothing"
    if verdict.target != "hidden" and verdict.verdict == "unsolved":
        word = "failed"
    return Content.styled(f"{sign} {word}", f"bold {style}")


def _is_cancelled(verdict: RunVerdict) -> bool:
    """Whether the person ended the run: then nothing failed, neither there nor here."""
    return verdict.verdict == "could_not_run" and verdict.reason == "cancelled"


def run_lines(run: RunShown, glyphs: Glyphs) -> Content:
    """Draw the last run from its verdict down to what it printed."""
    verdict = run.verdict
    facts = (f"run {run.number}", TARGETS[run.target], took(verdict.ms.total))
    parts: list[Content] = [
        verdict_line(verdict, glyphs),
        Content.styled(f" {glyphs.joint} ".join(facts), "$quiet"),  # one row in the smallest pane
    ]
    if run.stale:
        parts.append(Content.styled("The code has changed since.", "$accent"))
    if verdict.target == "hidden" and verdict.groups:
        parts += _groups(verdict, glyphs)
    elif verdict.reason and verdict.failure is None and not _is_cancelled(verdict):
        parts.append(plain(verdict.reason))
    if verdict.notice:
        parts.append(plain(verdict.notice, "$warning"))
    if verdict.failure is not None:
        parts += _failure(verdict)
    if verdict.output.strip():
        parts += [
            Content(),
            Content.styled("printed", "$quiet"),
            plain(verdict.output.rstrip()[-OUTPUT:]),
        ]
    return join(parts)


def took(ms: float) -> str:
    """Give a time in at most six cells."""
    if ms < SECOND - 0.5:
        return f"{ms:.0f} ms"
    return f"{ms / SECOND:.1f} s" if ms < 100 * SECOND else f"{ms / SECOND:.0f} s"


def unreadable_lines(slip: UnreadableShown, glyphs: Glyphs) -> Content:
    """Say why nothing was handed in, and where Python stops reading."""
    place = f"broken.py:{slip.line}" if slip.line else "broken.py"
    parts = [
        Content.styled(f"{glyphs.unsure} not submitted", "bold $warning"),
        Content.styled("Python cannot read the code: it counts for nothing.", "$quiet"),
    ]
    if slip.stale:
        parts.append(Content.styled("The code has changed since.", "$accent"))
    parts += [
        Content(),
        Content.assemble(plain(slip.error, "bold $error"), plain(f"  {place}", "$quiet")),
        plain(slip.says),
    ]
    if slip.shown:
        parts += [Content(), plain(slip.shown)]
    if slip.line:
        parts += [Content(), Content.styled("ctrl+g goes there.", "$quiet")]
    return join(parts)


def failing_line(view: FixView, file: str) -> int | None:
    """Return the line of `file` that the last run or refusal points at."""
    if view.unreadable is not None:
        return view.unreadable.line if file == "broken.py" else None
    failure = view.last.verdict.failure if view.last else None
    return failure.line if failure is not None and failure.file == file else None


def _groups(verdict: RunVerdict, glyphs: Glyphs) -> list[Content]:
    lines = [Content.styled(f"fix {verdict.fix_points}/20 on {verdict.device}", "$quiet")]
    told: set[str] = set()
    for group in verdict.groups:
        sign, word, style = (
            (glyphs.hit, "holds", "$success") if group.passed else (glyphs.wrong, "fails", "$error")
        )
        lines.append(Content.assemble((f"{sign} {word} ", style), plain(group.name)))
        symptom = " ".join((group.symptom or "").split())
        if symptom in told:
            symptom = "the same"
        if symptom:
            told.add(symptom)
            lines.append(Content.assemble("  ", plain(symptom)))
    return lines


def _failure(verdict: RunVerdict) -> list[Content]:
    failure = verdict.failure
    if failure is None:
        return []
    place = f"{failure.file}:{failure.line}" if failure.line else failure.file
    lines = [
        Content(),
        Content.assemble(plain(failure.error, "bold $error"), plain(f"  {place}", "$quiet")),
    ]
    if failure.message:
        lines.append(plain(failure.message))
    if failure.locals:
        lines += [Content(), Content.styled("values there", "$quiet")]
        lines += [
            Content.assemble(plain(local.name, "$primary"), plain(f" = {local.value}"))
            for local in failure.locals[:LOCALS]
        ]
    if failure.traceback.strip():
        lines += [Content(), plain(failure.traceback.rstrip()[-OUTPUT:], "$quiet")]
    return lines


def thought_rows(view: FixView, glyphs: Glyphs) -> list[Row]:
    """Give what was thought, what became of it, and what a line would earn now."""
    signs = {
        "open": (glyphs.open, "open", "$quiet"),
        "confirmed": (glyphs.hit, "confirmed", "$success"),
        "refuted": (glyphs.wrong, "refuted", "$warning"),
    }
    rows: list[Row] = []
    for thought in view.thoughts:
        sign, word, style = signs[thought.verdict]
        rows.append((Content.styled("I think", "$quiet"), plain(thought.text)))
        if thought.expected:
            rows.append((Content.styled("expect", "$quiet"), plain(thought.expected)))
        ask = "   F8 says what became of it" if thought.asks else ""
        told = Content.assemble((f"{sign} {word}", style), (ask, "$accent"))
        rows.append((Content.styled(glyphs.arrow, "$quiet"), told))
    if view.offer:
        rows.append((Content.styled("F8", "bold $primary"), plain(view.offer, "$quiet")))
    return rows


def story_lines(view: FixView) -> Content:
    """Draw the hints that were opened, the story and what was seen."""
    lines: list[Content] = []
    if view.interruption:
        lines += [plain(view.interruption, "bold $warning"), Content()]
    for level, hint in enumerate(view.hints, start=1):
        lines += [
            Content.assemble((f"hint {level}  ", "$warning"), plain(flowing(hint))),
            Content(),
        ]
    lines += [plain(flowing(view.story)), Content()]
    lines += [Content.styled("What you saw", "bold"), plain(flowing(view.symptom))]
    return join(lines)


def contract_rows(view: FixView, glyphs: Glyphs) -> list[Row]:
    """Give one row for each line of the contract, then the interface."""
    rows: list[Row] = [("", ""), (Content.styled("Contract", "bold"), "")]
    rows += [(glyphs.dot, plain(flowing(line))) for line in view.contract]
    rows += [("", ""), (Content.styled("Interface", "bold"), "")]
    rows += [(plain(line, "$quiet"), "") for line in view.api.rstrip().splitlines()]
    return rows


def flowing(text: str) -> str:
    """Join the lines of each paragraph, so that it fits any width."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


def diff_lines(lines: Sequence[str]) -> Content:
    """Colour a unified diff; the signs + and - say the same."""
    styles = {"+": "$success", "-": "$error", "@": "$secondary"}
    return join(
        [plain(line.rstrip("\n"), styles.get(line[:1], "")) for line in lines]
        or [Content("no difference")]
    )

"""What `drill exercise watch` says: verdicts, the card, and what comes next."""

import shutil
import sys
import textwrap
from typing import TYPE_CHECKING

from drill.cli.verb import mark

if TYPE_CHECKING:
    from drill.debugging.card import ExerciseCard
    from drill.model.run import RunVerdict
    from drill.services.fix_views import Debriefing, OwnTestsShown, UnreadableShown

LINES, WIDE = 20, 400
"""Lines of printed output shown, and characters of each."""
HANGING = 4
"""Cells by which the rest of a broken line stands further in."""


def columns() -> int | None:
    """Return how wide the terminal is; None where the text goes to a file or a program."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def fitted(text: str, width: int | None) -> str:
    """Break lines between words, the rest of each standing further in."""
    if width is None:
        return text
    lines: list[str] = []
    for line in text.splitlines():
        indent = " " * (len(line) - len(line.lstrip()) + HANGING)
        lines += textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [
            ""
        ]
    return "\n".join(lines)


def output_tail(output: str) -> str:
    """Give the end of what was printed: few lines, none of them without end."""
    lines = output.splitlines()[-LINES:]
    return "\n".join(f"    {line if len(line) <= WIDE else line[:WIDE] + '…'}" for line in lines)


def verdict_text(verdict: "RunVerdict") -> str:
    """Say what the hidden checks decided, group by group."""
    if verdict.verdict == "solved":
        head = f"{mark(True)} solved, fix {verdict.fix_points}/20"
    elif verdict.verdict in {"could_not_run", "refused"}:
        head = f"? {verdict.verdict.replace('_', ' ')}, counts for nothing"
    else:
        word = "not solved" if verdict.verdict == "unsolved" else verdict.verdict.replace("_", " ")
        head = f"{mark(False)} {word}, fix {verdict.fix_points}/20"
    lines = [f"  {head}"]
    if not verdict.groups and verdict.reason:
        lines.append(f"    {verdict.reason}")
    for group in verdict.groups:
        symptom = f": {' '.join(group.symptom.split())}" if group.symptom else ""
        lines.append(f"    {mark(group.passed)} {group.name}{symptom}")
    return "\n".join(lines)


def unreadable_text(slip: "UnreadableShown") -> str:
    """Say why nothing was handed in."""
    place = f"broken.py:{slip.line}" if slip.line else "broken.py"
    lines = [
        "  ? not submitted, counts for nothing: Python cannot read the code",
        f"    {slip.error} {place}: {slip.says}",
    ]
    return "\n".join([*lines, *(f"      {line}" for line in slip.shown.splitlines())])


def solved_text(card: "ExerciseCard") -> str:
    """Say where one stands once it is solved, and that the end is the person's."""
    lines = [f"  so far {card.points}/50; f ends it: own.py is judged, then the card comes"]
    verify = card.steps.parts["verify"]
    if verify.points < verify.of:
        missing = verify.of - verify.points
        lines.append(f"  before that, own tests run last in own.py can earn up to {missing} more")
    return "\n".join(lines)


def card_text(card: "ExerciseCard") -> str:
    """Lay an exercise's card out, each part with its reason."""
    steps = card.steps
    lines = [
        f"{card.slug}   fix {card.fix}/20   steps {steps.points}/{steps.of}"
        + (
            f"   hints -{card.hint_points} (opened {', '.join(map(str, card.hints))})"
            if card.hint_points
            else ""
        )
        + f"   =  {card.points}/50   pass 28 {mark(card.passed)}   aim 30 {mark(card.aim)}"
    ]
    lines.append(f"  {'fix':<12} {card.fix}/20   {card.fix_why}")
    lines += [
        f"  {name.replace('_', ' '):<12} {part.points}/{part.of}   {part.why}"
        for name, part in steps.parts.items()
    ]
    lines += [f"  next time: {one.says} (+{one.points})" for one in card.next_time]
    return "\n".join(lines)


def own_text(own: "OwnTestsShown") -> str:
    """Say which known wrong fixes the own tests tell from the reference."""
    if not own.holds_on_fixed:
        return f"  {mark(False)} own tests do not hold on the reference, so they catch nothing"
    return "\n".join(
        f"  {mark(one.caught)} own tests {'catch' if one.caught else 'let pass'}: {one.says}"
        for one in own.wrong
    )


def ending_text(brief: "Debriefing", folder: object) -> str:
    """Say what it was, and where it is looked at again or begun anew."""
    again = f"`drill exercise watch {folder}` begins anew with the files as they stand"
    return "\n".join(
        (
            f"  root cause: {'; '.join(brief.root_cause)}",
            f"  to prevent: {' '.join(brief.prevent.split())}",
            "next: `drill`, then h: this exercise with its timeline, comparison and debrief",
            f"  once more: {again}; r there puts the given code back",
        )
    )

"""`drill stats`: where one stands."""

from argparse import Namespace
from typing import TYPE_CHECKING

from drill.cli.exits import Exit
from drill.cli.session import services
from drill.cli.verb import Verbs, add_verb, answer, answer_json, counted, table
from drill.model.scale import AIM_LINE, PASS_LINE, whole

if TYPE_CHECKING:
    from drill.services.progress import Home, Trends


def register(verbs: Verbs) -> None:
    add_verb(verbs, "stats", run, "show where you stand: lines, bands, weakest concepts")


def run(args: Namespace) -> int:
    with services() as use:
        trends = use.progress.trends()
    if args.json:
        answer_json(trends)
    else:
        answer(report(trends))
    return Exit.FINE


def report(trends: "Trends") -> str:
    lines = [*_lines(trends.home), f"answers    {trends.answers:,} in {_minutes(trends.minutes)}"]
    if trends.weakest:
        rows = [(one.concept.replace("_", " "), one.cold, one.of) for one in trends.weakest]
        lines += ["", table(("weakest concept", "cold", "of"), rows)]
    if any(one.answers for one in trends.calibration):
        sure = [(one.level, one.answers, one.right) for one in trends.calibration]
        lines += ["", table(("how sure", "answers", "right"), sure)]
    if trends.slowest:
        slow = [(one.item, one.mean, one.limit) for one in trends.slowest]
        lines += ["", table(("slowest", "mean s", "limit s"), slow)]
    return "\n".join(lines)


def _lines(home: "Home") -> list[str]:
    lines = [f"answers    cold {home.cold}/{home.of}   pass {PASS_LINE}   aim {AIM_LINE}"]
    lines += [
        f"  {band.name:<18} {band.cold:>2}/{band.of}  {_holds(band.holds)}" for band in home.bands
    ]
    debugging = home.debugging
    if debugging.mean is not None:
        weakest = (
            f"   weakest: {debugging.weakest_part.replace('_', ' ')}"
            if debugging.weakest_part
            else ""
        )
        lines.append(f"debugging  mean {whole(debugging.mean)}/50{weakest}")
    questions, exercises = len(home.due.questions), len(home.due.exercises)
    due = "nothing"
    if questions or exercises:
        both = f"{counted(questions, 'question')}, {counted(exercises, 'exercise')}"
        due = f"{both}, about {max(1, round(home.due.minutes))} min"
    lines.append(f"due today  {due}")
    return lines


def _minutes(minutes: float) -> str:
    return counted(round(minutes), "minute") if minutes >= 1 else "under a minute"


def _holds(holds: bool | None) -> str:
    if holds is None:
        return "not asked"
    return "holds" if holds else "weak"

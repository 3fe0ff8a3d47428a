"""`drill exercise`: broken code in one's own editor, judged by the hidden checks."""

import json
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drill.cli import watch
from drill.cli.exits import Exit
from drill.cli.session import services
from drill.cli.verb import (
    Verbs,
    add_pack,
    add_verb,
    answer,
    answer_json,
    counted,
    mark,
    table,
    talk,
)

if TYPE_CHECKING:
    from drill.model.run import RunVerdict

_SUMMARY = "broken code to fix in your own editor"
MOST = 9999
"""Nobody opens an exercise more often."""
_DEVICES = ("auto", "cpu", "cuda", "mps")


def register(verbs: Verbs) -> None:
    parser = add_verb(verbs, "exercise", None, _SUMMARY, with_json=False)
    inner = parser.add_subparsers(title="verbs", metavar="VERB", required=True)
    add_pack(add_verb(inner, "list", list_all, "list the exercises"))
    show_verb = add_verb(inner, "show", show, "show story, interface and contract")
    _with_slug(show_verb)
    _with_instance(show_verb, 0, "of which fresh instance (default: 0, as written)")
    start_verb = add_verb(inner, "start", start, "make a work folder for your own editor")
    _with_slug(start_verb)
    start_verb.add_argument("dir", nargs="?", type=Path, metavar="DIR", help="default: ./SLUG")
    _with_instance(start_verb, None, "a fresh instance (default: one per attempt)")
    run_verb = add_verb(inner, "run", run, "judge code by the hidden checks")
    _with_slug(run_verb)
    run_verb.add_argument(
        "--code", action="append", required=True, type=Path, metavar="FILE", help="may repeat"
    )
    run_verb.add_argument("--device", choices=_DEVICES, default="auto")
    _with_instance(run_verb, None, "count changed lines against that instance; the checks are one")
    bench_verb = add_verb(inner, "bench", bench, "time the reference on a warm runner")
    _with_slug(bench_verb)
    bench_verb.add_argument("-n", type=_positive, default=20, metavar="N", help="submissions")
    watch.register(inner)


def _with_slug(parser: ArgumentParser) -> None:
    parser.add_argument("slug", metavar="SLUG")
    add_pack(parser)


def _with_instance(parser: ArgumentParser, default: int | None, says: str) -> None:
    parser.add_argument("--instance", type=_number, default=default, metavar="N", help=says)


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST:
        raise ArgumentTypeError(f"{text} is no number from 0 to {MOST}")
    return int(text)


def _positive(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise ArgumentTypeError(f"{text} is no positive number")
    return number


def list_all(args: Namespace) -> int:
    with services(args.pack) as use:
        sheets = [exercise.sheet for exercise in use.exercises.all()]
    if args.json:
        fields = {"slug", "title", "topic", "error_class", "minutes", "difficulty", "concepts"}
        answer_json([sheet.model_dump(mode="json", include=fields) for sheet in sheets])
    else:
        rows = [(one.slug, one.topic, one.minutes, one.difficulty, one.title) for one in sheets]
        answer(table(("exercise", "topic", "minutes", "difficulty", "title"), rows))
    return Exit.FINE


def show(args: Namespace) -> int:
    with services(args.pack) as use:
        exercise = use.exercises.get(args.slug, args.instance)
        page = use.exercises.page(exercise)
    if args.json:
        hidden = {"root_cause", "debrief", "hints", "instances"}
        answer_json(exercise.sheet.model_dump(mode="json", exclude=hidden))
    else:
        answer(page)
    return Exit.FINE


def start(args: Namespace) -> int:
    from drill.services.watch import link

    with services(args.pack) as use:
        exercise = use.exercises.get(args.slug)
        number = use.fix.review.attempts(args.slug) if args.instance is None else args.instance
        number = number if exercise.sheet.instances else 0
        folder = use.exercises.start(args.slug, args.dir, number)
        link(folder, args.slug, instance=number)
    if args.json:
        answer_json({"slug": args.slug, "folder": str(folder), "instance": number})
    else:
        which = f" (instance {number})" if number else ""
        answer(f"{folder}{which}: mend broken.py, read CONTRACT.md; `drill exercise watch` follows")
    return Exit.FINE


def run(args: Namespace) -> int:
    from drill.services.exercises import line_counts

    worst = Exit.FINE
    with services(args.pack) as use:
        exercise = use.exercises.get(args.slug, args.instance or 0)
        for place, verdict in enumerate(use.exercises.run(args.slug, args.code, args.device)):
            if verdict.notice:
                talk(f"drill: {verdict.notice}")
            more: dict[str, int] = {}
            if args.instance is not None:
                counts = line_counts(exercise, args.code[place])
                more = {"instance": exercise.instance, **counts}
            print(
                json.dumps(line(verdict) | more) if args.json else report(verdict, more),
                flush=True,
            )
            worst = max(worst, exit_of(verdict))
    return worst


def bench(args: Namespace) -> int:
    with services(args.pack) as use:
        taken = use.exercises.bench(args.slug, args.n)
    if args.json:
        answer_json(taken)
    else:
        answer(
            f"{args.slug}: {taken.n} runs, p50 {taken.p50_ms:.1f} ms, p95 {taken.p95_ms:.1f} ms, "
            f"min {taken.min_ms:.1f} ms, start {taken.start_ms:.0f} ms"
        )
    return Exit.FINE


def exit_of(verdict: "RunVerdict") -> Exit:
    if verdict.verdict == "solved":
        return Exit.FINE
    if verdict.verdict in {"could_not_run", "refused"}:
        return Exit.COULD_NOT_RUN
    return Exit.NO


def line(verdict: "RunVerdict") -> dict[str, Any]:
    """Say what programs read of a verdict: one JSON object a line."""
    return {
        "slug": verdict.slug,
        "verdict": verdict.verdict,
        "groups": [group.model_dump(mode="json") for group in verdict.groups],
        "fix_points": verdict.fix_points,
        "device": verdict.device,
        "confinement": list(verdict.confinement),
        "ms": verdict.ms.model_dump(mode="json"),
    }


def report(verdict: "RunVerdict", counts: Mapping[str, int] | None = None) -> str:
    """Say what a person reads: the first failure, group by group, time against the limit."""
    lines = [f"{verdict.slug}: {verdict.verdict.replace('_', ' ')}"]
    if verdict.reason:
        lines.append(f"  first: {verdict.reason}")
    for group in verdict.groups:
        told = f"{mark(group.passed)} {'holds' if group.passed else 'fails'}"
        lines.append(f"  {told}  {group.name}" + (f": {group.symptom}" if group.symptom else ""))
    if verdict.groups:
        lines.append(f"  fix {verdict.fix_points}/20")
    if counts:
        lines.append(
            f"  instance {counts['instance']}: {counted(counts['changed'], 'line')} changed, "
            f"the reference changes {counts['reference_changed']}"
        )
    walls = ", ".join(verdict.confinement) or "none"
    lines.append(
        f"  {verdict.ms.total:.0f} ms of {verdict.limit_ms:.0f} ms on {verdict.device}; "
        f"confined by: {walls}"
    )
    if verdict.output:
        lines += ["  it printed:", *(f"    {text}" for text in verdict.output.splitlines()[-20:])]
    return "\n".join(lines)

"""`drill exercise`: broken code in one's own editor, judged by the hidden checks."""

import json
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drill.cli import watch
from drill.cli.exits import Exit
from drill.cli.session import services
from drill.cli.verb import Verbs, add_pack, add_verb, answer, answer_json, table, talk

if TYPE_CHECKING:
    from drill.model.run import RunVerdict

_SUMMARY = "broken code to fix in your own editor"
_DEVICES = ("auto", "cpu", "cuda", "mps")


def register(verbs: Verbs) -> None:
    parser = add_verb(verbs, "exercise", None, _SUMMARY, with_json=False)
    inner = parser.add_subparsers(title="verbs", metavar="VERB", required=True)
    add_pack(add_verb(inner, "list", list_all, "list the exercises"))
    _with_slug(add_verb(inner, "show", show, "show story, interface and contract"))
    start_verb = add_verb(inner, "start", start, "make a work folder for your own editor")
    _with_slug(start_verb)
    start_verb.add_argument("dir", nargs="?", type=Path, metavar="DIR", help="default: ./SLUG")
    run_verb = add_verb(inner, "run", run, "judge code by the hidden checks")
    _with_slug(run_verb)
    run_verb.add_argument(
        "--code", action="append", required=True, type=Path, metavar="FILE", help="may repeat"
    )
    run_verb.add_argument("--device", choices=_DEVICES, default="auto")
    bench_verb = add_verb(inner, "bench", bench, "time the reference on a warm runner")
    _with_slug(bench_verb)
    bench_verb.add_argument("-n", type=_positive, default=20, metavar="N", help="submissions")
    watch.register(inner)


def _with_slug(parser: ArgumentParser) -> None:
    parser.add_argument("slug", metavar="SLUG")
    add_pack(parser)


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
        exercise = use.exercises.get(args.slug)
        page = use.exercises.page(exercise)
    if args.json:
        hidden = {"root_cause", "debrief", "hints"}
        answer_json(exercise.sheet.model_dump(mode="json", exclude=hidden))
    else:
        answer(page)
    return Exit.FINE


def start(args: Namespace) -> int:
    from drill.services.watch import link

    with services(args.pack) as use:
        folder = use.exercises.start(args.slug, args.dir)
        link(folder, args.slug)
    if args.json:
        answer_json({"slug": args.slug, "folder": str(folder)})
    else:
        answer(f"{folder}: mend broken.py, read CONTRACT.md; `drill exercise watch` follows")
    return Exit.FINE


def run(args: Namespace) -> int:
    worst = Exit.FINE
    with services(args.pack) as use:
        for verdict in use.exercises.run(args.slug, args.code, args.device):
            if verdict.notice:
                talk(f"drill: {verdict.notice}")
            print(json.dumps(line(verdict)) if args.json else report(verdict), flush=True)
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


def report(verdict: "RunVerdict") -> str:
    """Say what a person reads: the first failure, group by group, time against the limit."""
    lines = [f"{verdict.slug}: {verdict.verdict.replace('_', ' ')}"]
    if verdict.reason:
        lines.append(f"  first: {verdict.reason}")
    for group in verdict.groups:
        mark = "✓ holds" if group.passed else "✗ fails"
        lines.append(f"  {mark}  {group.name}" + (f": {group.symptom}" if group.symptom else ""))
    if verdict.groups:
        lines.append(f"  fix {verdict.fix_points}/20")
    walls = ", ".join(verdict.confinement) or "none"
    lines.append(
        f"  {verdict.ms.total:.0f} ms of {verdict.limit_ms:.0f} ms on {verdict.device}; "
        f"confined by: {walls}"
    )
    if verdict.output:
        lines += ["  it printed:", *(f"    {text}" for text in verdict.output.splitlines()[-20:])]
    return "\n".join(lines)

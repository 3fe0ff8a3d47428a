"""Each exercise from submit to verdict, its reference confined and warm."""

import statistics
import time

from drill.content.exercises import load_exercise
from drill.model.exercise import Exercise
from drill.model.run import RunRequest
from drill.paths import exercises_folder
from drill.runner.client import RunnerClient

TIMES = 5
BAR_MS = 500
SLOW = {
    "asof-features": (1_500, "200,000 events against 200,000 queries"),
    "overfit-one-batch": (1_000, "200 steps of training, and once more to compare"),
    "prefetch-hang": (4_500, "threads: a source that takes 1.6 s, consumers that pause"),
}
"""What a contract's own threads or scale need: the bar in its place, and why."""
Row = tuple[str, str, bool]


def run() -> list[Row]:
    client = RunnerClient([exercises_folder()])
    try:
        client.wait_ready()
        folders = sorted(one for one in exercises_folder().iterdir() if (one / "fixed.py").exists())
        return [_row(client, load_exercise(folder)) for folder in folders]
    finally:
        client.close()


def _row(client: RunnerClient, exercise: Exercise) -> Row:
    bar, why = SLOW.get(exercise.slug, (BAR_MS, ""))
    taken = [_once(client, exercise) for _ in range(TIMES + 1)][1:]
    middle = statistics.median(taken)
    figure = f"submit to verdict, {exercise.slug}: p50 <= {bar} ms" + (f" ({why})" if why else "")
    return figure, f"{middle:.0f} ms", middle <= bar


def _once(client: RunnerClient, exercise: Exercise) -> float:
    request = RunRequest(
        slug=exercise.slug,
        source=exercise.fixed,
        folder=exercise.folder,
        groups=tuple(group.name for group in exercise.sheet.groups),
        device="cpu",
        seconds=exercise.sheet.seconds,
    )
    client.wait_ready()
    time.sleep(0.05)
    verdict = client.run(request)
    if verdict.verdict != "solved":
        raise SystemExit(f"{exercise.slug}: {verdict.verdict} {verdict.reason}")
    return verdict.ms.total

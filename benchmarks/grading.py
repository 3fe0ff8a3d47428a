"""The grading engine: agreement with labelled answers, controls, and speed on one core."""

import json
import random
import time
from itertools import cycle, islice
from pathlib import Path

from drill.content.bank import Bank, load_bank
from drill.grading import grade, grade_bare, grade_long
from drill.model.grade import LONG_PASS

ROOT = Path(__file__).parents[1]
ANSWERS = ROOT / "tests" / "answers"
Row = tuple[str, str, bool]
PAIRS = "pairs"
HUGE = ("word " * 20_000, "1" * 100_000, "(" * 100_000, "f(x+h)" * 16_000, "not " * 25_000)


def run() -> list[Row]:
    bank = load_bank([ROOT])
    rows = []
    names = sorted(
        p.relative_to(ANSWERS).with_suffix("").as_posix() for p in ANSWERS.rglob("*.jsonl")
    )
    for name in (one for one in names if one != PAIRS):
        rows += _long(bank, name) if "long" in name else _agreement(bank, name)
    return [*rows, *_pairs(), *_controls(bank), *_speed(bank)]


def _read(name: str) -> list[dict]:
    text = (ANSWERS / f"{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def _kappa(pairs: list[tuple[bool, bool]]) -> float:
    n = len(pairs)
    agree = sum(a == b for a, b in pairs) / n
    a, b = sum(x for x, _ in pairs) / n, sum(x for _, x in pairs) / n
    chance = a * b + (1 - a) * (1 - b)
    return (agree - chance) / (1 - chance) if chance < 1 else 0.0


def _agreement(bank: Bank, name: str) -> list[Row]:
    graded = [(row, grade(row["answer"], bank.get(str(row["question"])))) for row in _read(name)]
    pairs = [(row["label"] == "correct", got.verdict == "correct") for row, got in graded]
    wrong = [got for row, got in graded if row["label"] == "incorrect"]
    right = [got for row, got in graded if row["label"] == "correct"]
    sure = [(a, b) for (a, b), (_, got) in zip(pairs, graded, strict=True) if got.sure]
    passed = sum(got.verdict == "correct" for got in wrong)
    failed = sum(got.verdict == "incorrect" for got in right)
    kappa, coverage = _kappa(pairs), len(sure) / len(pairs)
    accuracy = sum(a == b for a, b in sure) / len(sure)
    return [
        (f"{name}: pass kappa", f"{kappa:.3f}", kappa >= 0.8),
        (f"{name}: wrong answers passed", f"{passed} of {len(wrong)}", passed <= 0.03 * len(wrong)),
        (f"{name}: right answers failed", f"{failed} of {len(right)}", failed <= 0.05 * len(right)),
        (f"{name}: sure", f"{coverage:.0%}", coverage >= 0.75),
        (f"{name}: pass or not right where sure", f"{accuracy:.1%}", accuracy >= 0.95),
    ]


def _pairs() -> list[Row]:
    """Right against wrong by one edit, with a reference alone."""
    rows = _read(PAIRS)
    graded = [
        [grade_bare(row[which], row["question"], row["reference"]) for which in ("right", "wrong")]
        for row in rows
    ]
    above = sum(good.credit > bad.credit for good, bad in graded)
    vetoed = sum(
        good.verdict == "incorrect" and any(p.status == "contradicted" for p in good.points)
        for good, _ in graded
    )
    return [
        (f"{PAIRS}: right above wrong", f"{above} of {len(rows)}", above >= 0.85 * len(rows)),
        (
            f"{PAIRS}: right ones refused for a contradiction",
            f"{vetoed}",
            vetoed <= 0.03 * len(rows),
        ),
    ]


def _ranks(values: list[float]) -> list[float]:
    order = sorted(values)
    return [order.index(v) + (order.count(v) - 1) / 2 for v in values]


def _correlation(a: list[float], b: list[float]) -> float:
    x, y = sum(a) / len(a), sum(b) / len(b)
    top = sum((p - x) * (q - y) for p, q in zip(a, b, strict=True))
    return top / (sum((p - x) ** 2 for p in a) * sum((q - y) ** 2 for q in b)) ** 0.5


def _long(bank: Bank, name: str) -> list[Row]:
    rows = _read(name)
    want = [float(row["score"]) for row in rows]
    got = [grade_long(row["answer"], bank.get(row["item"])).score for row in rows]
    rank = _correlation(_ranks(want), _ranks(got))
    agree = sum((a >= LONG_PASS) == (b >= LONG_PASS) for a, b in zip(want, got, strict=True))
    fluent = [g for row, g in zip(rows, got, strict=True) if row["level"] == "fluent_wrong"]
    fooled = sum(g >= LONG_PASS for g in fluent)
    return [
        (f"{name}: rank agreement (Spearman)", f"{rank:.3f}", rank >= 0.85),
        (f"{name}: pass agreement", f"{agree} of {len(rows)}", agree >= 0.9 * len(rows)),
        (f"{name}: fluent but wrong passed", f"{fooled} of {len(fluent)}", fooled == 0),
    ]


def _controls(bank: Bank) -> list[Row]:
    dice = random.Random(7)
    rows = [row for row in _read("dev_short") if row["label"] != "partial"]

    def shuffled(text: str) -> str:
        words = text.split()
        dice.shuffle(words)
        return " ".join(words)

    def passes(row: dict, text: str) -> tuple[bool, bool]:
        verdict = grade(text, bank.get(str(row["question"]))).verdict
        return row["label"] == "correct", verdict == "correct"

    questions = {row["id"]: bank.get(str(row["question"])) for row in rows}
    controls = {
        "question said again": lambda row: questions[row["id"]].prompt,
        "reference with its words shuffled": lambda row: shuffled(questions[row["id"]].reference),
        "all wordings pasted": lambda row: " ".join(
            w for p in questions[row["id"]].points for w in p.wordings
        ),
    }
    out = []
    for name, make in controls.items():
        kappa = _kappa([passes(row, make(row)) for row in rows])
        out.append((f"control, {name}: pass kappa", f"{kappa:+.3f}", kappa <= 0.05))
    return out


def _speed(bank: Bank) -> list[Row]:
    rows = [*_read("dev_short"), *_read("dev_closed")]
    work = [(row["answer"], bank.get(str(row["question"]))) for row in rows]
    for answer, question in work:
        grade(answer, question)
    times = []
    for answer, question in islice(cycle(work), 2000):
        began = time.process_time()
        grade(answer, question)
        times.append(time.process_time() - began)
    times.sort()
    p50, p95 = times[len(times) // 2], times[int(0.95 * len(times))]
    rate = len(times) / sum(times)
    worst = 0.0
    for text in HUGE:
        for name in ("4", "14", "28", "38", "40"):
            began = time.process_time()
            grade(text, bank.get(name))
            worst = max(worst, time.process_time() - began)
    return [
        ("a short answer, p50", f"{1000 * p50:.2f} ms", p50 <= 0.001),
        ("a short answer, p95", f"{1000 * p95:.2f} ms", p95 <= 0.005),
        ("answers a second and core", f"{rate:.0f}", rate >= 1000),
        ("100 kB answer, the worst of them", f"{1000 * worst:.0f} ms", worst <= 0.1),
    ]

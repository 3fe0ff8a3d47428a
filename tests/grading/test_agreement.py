"""Agreement with the labelled answers, and with pairs that differ by one decisive edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from drill.grading import grade, grade_bare, grade_long
from drill.model.grade import LONG_PASS

from .conftest import ANSWERS, rows

if TYPE_CHECKING:
    from drill.content.bank import Bank


def kappa(pairs: list[tuple[bool, bool]]) -> float:
    n = len(pairs)
    agree = sum(a == b for a, b in pairs) / n
    a, b = sum(x for x, _ in pairs) / n, sum(x for _, x in pairs) / n
    chance = a * b + (1 - a) * (1 - b)
    return (agree - chance) / (1 - chance)


FLOOR = {"dev": 0.75, "kept": 0.6}
"""Pass kappa below which something broke; where it stands today, `make bench` tells."""
FILES = sorted(str(path.relative_to(ANSWERS)) for path in ANSWERS.rglob("*.jsonl"))
PAIRED = "pairs.jsonl"
SHORT = [
    (name, FLOOR["kept" if "kept" in name else "dev"])
    for name in FILES
    if "long" not in name and name != PAIRED
]
LONG = [name for name in FILES if "long" in name]


@pytest.mark.parametrize(("name", "floor"), SHORT)
def test_the_engine_passes_whom_a_rater_passes(bank: Bank, name: str, floor: float) -> None:
    """Pass kappa on labelled answers stays above its floor."""
    pairs = [
        (
            row["label"] == "correct",
            grade(row["answer"], bank.get(str(row["question"]))).verdict == "correct",
        )
        for row in rows(name)
    ]
    assert kappa(pairs) >= floor


@pytest.mark.parametrize("name", LONG)
def test_fluent_wrong_answers_never_pass(bank: Bank, name: str) -> None:
    """Fluent text whose method is wrong stays below the pass mark."""
    passed = [
        row["id"]
        for row in rows(name)
        if row["level"] == "fluent_wrong"
        and grade_long(row["answer"], bank.get(row["item"])).score >= LONG_PASS
    ]
    assert passed == []


PAIRS = [
    (
        "Why shuffle the training data?",
        "So that consecutive batches are not correlated.",
        "because then successive batches aren't correlated",
        "because then successive batches are correlated",
    ),
    (
        "What does a larger batch do to gradient noise?",
        "A larger batch lowers the gradient noise.",
        "bigger batches lower the noise of the gradient",
        "bigger batches raise the noise of the gradient",
    ),
    (
        "Encoder versus decoder?",
        "The encoder compresses the input; the decoder reconstructs it.",
        "encoder compresses the input, decoder reconstructs",
        "decoder compresses the input, encoder reconstructs",
    ),
    (
        "How many bytes has a float64?",
        "8 bytes",
        "eight bytes",
        "four bytes",
    ),
    (
        "Order of a hyperparameter search?",
        "First a coarse random search, then a fine search, then a final run with more seeds.",
        "coarse random search first, then fine search, then final run with several seeds",
        "final run with several seeds first, then fine search, then coarse random search",
    ),
    (
        "What saves activation memory?",
        "Gradient checkpointing.",
        "gradient checkpionting",
        "gradient clipping",
    ),
]


@pytest.mark.parametrize(("prompt", "reference", "right", "wrong"), PAIRS)
def test_one_decisive_edit_costs(prompt: str, reference: str, right: str, wrong: str) -> None:
    """With a reference alone, the right one of a minimal pair earns more and is not refused."""
    good, bad = grade_bare(right, prompt, reference), grade_bare(wrong, prompt, reference)
    assert good.credit > bad.credit
    assert good.verdict != "incorrect"


def test_pairs_that_differ_by_one_decisive_edit() -> None:
    """With a reference alone the right answer of a pair stands above the wrong one, unvetoed."""
    above, vetoed, pairs = 0, 0, rows(PAIRED)
    for row in pairs:
        good, bad = (
            grade_bare(row[which], row["question"], row["reference"])
            for which in ("right", "wrong")
        )
        above += good.credit > bad.credit
        vetoed += any(point.status == "contradicted" for point in good.points)
    assert above >= 0.9 * len(pairs)
    assert vetoed <= 0.04 * len(pairs)


EXCHANGED = [
    (
        "Sides?",
        "Precision falls with false positives; recall with false negatives.",
        "Recall falls with false positives, precision with false negatives.",
    ),
    ("What is traded?", "It costs compute and saves memory.", "It costs memory and saves compute."),
    ("In which order?", "tokenise, embed, attend, project", "project, attend, embed, tokenise"),
    (
        "When?",
        "The loss falls fastest before it diverges.",
        "The loss diverges fastest before it falls.",
    ),
    ("Is it fine?", "No, the validation set decides.", "Yes, the validation set decides."),
    ("What then?", "The model becomes overconfident.", "The model becomes underconfident."),
]


@pytest.mark.parametrize(("prompt", "reference", "wrong"), EXCHANGED)
def test_what_changed_places_is_quoted(prompt: str, reference: str, wrong: str) -> None:
    """Words of the reference in each other's place contradict it, though all are there."""
    bad = grade_bare(wrong, prompt, reference)
    assert bad.verdict != "correct"
    assert any(point.status == "contradicted" and point.span for point in bad.points)
    assert grade_bare(reference, prompt, reference).verdict == "correct"


TOLD_OTHERWISE = [
    (
        "What differs?",
        "Shadow sees a copy; canary serves users.",
        "Canary serves users; shadow sees a copy.",
    ),
    (
        "What do you log?",
        "loss, gradient norm and learning rate",
        "learning rate, gradient norm and loss",
    ),
    ("Where?", "Attention logits that overflow in fp16.", "fp16 overflow in attention logits"),
    (
        "In which order?",
        "shadow, canary, full rollout",
        "full rollout last, canary before it, shadow first",
    ),
    ("Is it so?", "It is not symmetric.", "it's asymmetric"),
    ("Why?", "So that small updates are not lost.", "otherwise small updates get lost"),
    ("How much?", "0.25", "1/4"),
]


@pytest.mark.parametrize(("prompt", "reference", "right"), TOLD_OTHERWISE)
def test_the_same_in_another_order_contradicts_nothing(
    prompt: str, reference: str, right: str
) -> None:
    """Sides, list items and clauses may be told in another order."""
    good = grade_bare(right, prompt, reference)
    assert not [point for point in good.points if point.status == "contradicted"]

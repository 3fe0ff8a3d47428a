"""The typed checks: number, order, roles, formula."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from drill.grading import grade
from drill.model.question import Question

Ask = Callable[..., Question]

ELEVEN: dict[str, Any] = {
    "kind": "number",
    "values": [11.09],
    "low": 10.9,
    "high": 11.2,
    "not_near": "<fp32>",
    "others": [{"value": 65504}, {"value": 88, "near": "<fp32>"}],
}
SMALL: dict[str, Any] = {"kind": "number", "values": [1e-5], "direction": "below", "state": "good"}
LARGE: dict[str, Any] = {"kind": "number", "values": [0.95], "direction": "above", "state": "bad"}
STEPS: dict[str, Any] = {
    "kind": "order",
    "items": [
        {"id": name, "wordings": [name]} for name in ("data", "pipeline", "model", "infra", "drift")
    ],
}
SIDES: dict[str, Any] = {
    "kind": "roles",
    "sides": [
        {"term": ["shadow"], "says": ["(discard|throw away)", "not (serve|show)"]},
        {"term": ["canary"], "says": ["small (share|part)", "few user"]},
    ],
}
CENTRAL: dict[str, Any] = {
    "kind": "formula",
    "formula": "(f(x+h)-f(x-h))/(2*h)",
    "symbols": ["h"],
    "partly": ["(f(x+h)-f(x))/h"],
}
LOG: dict[str, Any] = {"kind": "formula", "formula": "log(p+h)", "symbols": ["p", "h"]}

CASES = [
    (LOG, "add a small epsilon, log(p + eps)", "hit"),
    (LOG, "log(p) + eps", "contradicted"),
    (LOG, "never write log(p) + eps", "missed"),
    (ELEVEN, "about 11", "hit"),
    (ELEVEN, "ln 65504, so eleven point one", "hit"),
    (ELEVEN, "roughly 11 (88 would be fp32)", "hit"),
    (ELEVEN, "88", "contradicted"),
    (ELEVEN, "11 in fp32", "contradicted"),
    (ELEVEN, "it is not 11", "contradicted"),
    (SMALL, "1e-5", "hit"),
    (SMALL, "below 10^-5", "hit"),
    (SMALL, "at most 0.00001, larger means a bug", "hit"),
    (SMALL, "more than 1e-5 is a bug", "hit"),
    (SMALL, "at least 1e-5", "contradicted"),
    (SMALL, "not below 1e-5", "contradicted"),
    (SMALL, "1e-2", "contradicted"),
    (LARGE, "> 0.95", "hit"),
    (LARGE, "95 %", "hit"),
    (LARGE, "anything below 0.95 is fine", "hit"),
    (LARGE, "below 0.95", "contradicted"),
    (LARGE, "0.7", "contradicted"),
    (STEPS, "start with data and finish with drift; between them pipeline, model, infra", "hit"),
    (STEPS, "bottom-up: data, pipeline, model, infra, drift", "hit"),
    (STEPS, "data, pipeline, model, infra, drift", "hit"),
    (STEPS, "data > pipeline > model > infra > drift", "hit"),
    (STEPS, "data -> pipeline -> infra -> drift", "hit"),
    (STEPS, "first data, then the pipeline, the model, infra and drift last", "hit"),
    (STEPS, "data, model, pipeline, infra, drift", "hit"),
    (STEPS, "drift last; before it data, pipeline, model, infra", "hit"),
    (STEPS, "drift, infra, model, pipeline, data", "contradicted"),
    (STEPS, "data and pipeline", "missed"),
    (SIDES, "shadow: outputs thrown away; canary: a small share", "hit"),
    (
        SIDES,
        "with canary few users get it, while shadow serves nothing and its outputs are discarded",
        "hit",
    ),
    (
        SIDES,
        "Shadow and canary: the former's outputs are discarded, the latter gets a small share",
        "hit",
    ),
    (SIDES, "canary: outputs thrown away; shadow: a small share", "contradicted"),
    (SIDES, "in shadow the outputs are thrown away", "partly"),
    (CENTRAL, "(f(x+h) - f(x-h)) / 2h", "hit"),
    (CENTRAL, "\\frac{f(x+\\epsilon)-f(x-\\epsilon)}{2\\epsilon}", "hit"),
    (CENTRAL, "f of x plus eps minus f of x minus eps over two eps", "hit"),
    (CENTRAL, "(L(w + d) − L(w − d)) / (2·d)", "hit"),  # noqa: RUF001
    (CENTRAL, "(f(x+ε) - f(x-ε)) / ε", "contradicted"),
    (CENTRAL, "not (f(x+h) - f(x-h)) / 2h", "contradicted"),
    (CENTRAL, "(f(x+h) - f(x)) / h", "partly"),
]


@pytest.mark.parametrize(("check", "answer", "status"), CASES)
def test_a_typed_check_decides(ask: Ask, check: dict[str, Any], answer: str, status: str) -> None:
    """What words alone cannot tell apart."""
    question = ask(checks=[check], names=["<fp32>"])
    assert grade(answer, question).points[0].status == status


def test_division_by_zero_in_an_answer_is_no_crash(ask: Ask) -> None:
    """A formula without a value anywhere loses."""
    question = ask(checks=[CENTRAL])
    assert grade("(f(x+h)-f(x-h))/(h-h)", question).points[0].status == "contradicted"

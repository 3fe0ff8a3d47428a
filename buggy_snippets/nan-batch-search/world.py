"""Runs beside the candidate's code: whole families of run functions, and a real fp16 overflow."""

from __future__ import annotations

import torch


def search_all(find, min_bs, max_bs, thresholds):
    """One search per threshold (sizes from it on fail); result and the sizes tried."""
    found = []
    for threshold in thresholds:
        tried = []

        def run_fn(batch_size, tried=tried, threshold=threshold):
            tried.append(batch_size)
            return batch_size < threshold

        found.append((find(run_fn, min_bs, max_bs, 0), tried))
    return found


class BadTruth:
    def __bool__(self):
        raise ArithmeticError


class OwnError(Exception):
    pass


def fails_strangely(find, kind, threshold, max_bs):
    """From the threshold on, run_fn fails in a way that only this process can."""

    def run_fn(batch_size):
        if batch_size < threshold:
            return True
        if kind == "bad truth":
            return BadTruth()
        if kind == "own error":
            raise OwnError
        if kind == "stop iteration":
            raise StopIteration
        raise torch.OutOfMemoryError("CUDA out of memory")

    return find(run_fn, 1, max_bs, 1)


def ctrl_c(find, kind, at):
    """KeyboardInterrupt or SystemExit from run_fn: did it propagate, and how often was it run after?"""
    state = {"raised": 0, "after": 0}

    def run_fn(batch_size):
        if state["raised"]:
            state["after"] += 1
        if batch_size >= at:
            state["raised"] += 1
            raise KeyboardInterrupt if kind == "keyboard" else SystemExit(3)
        return True

    try:
        find(run_fn, 1, 64, 2)
    except KeyboardInterrupt:
        return ("keyboard", state["raised"], state["after"])
    except SystemExit:
        return ("exit", state["raised"], state["after"])
    return ("swallowed", state["raised"], state["after"])


def half_overflow(find, value, device, max_bs):
    """Sums `value` over the batch in float16: inf - inf is NaN once the sum leaves its range."""

    def run_fn(batch_size):
        batch = torch.full((batch_size,), float(value), dtype=torch.float16, device=device)
        total = batch.sum()
        return not torch.isnan(total - total)

    return find(run_fn, 1, max_bs)

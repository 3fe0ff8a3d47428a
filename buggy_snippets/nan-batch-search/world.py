"""Runs beside the candidate's code: whole families of run functions, and a real fp16 overflow."""

from __future__ import annotations

import numpy as np
import torch


def outcome_of(kind, size, how, batch_size, k):
    """What run number k of a batch size returns; `how` is a number, or runs as a text of T and F."""
    if kind == "from":  # fails from this size on
        return batch_size < size
    if kind == "at":  # one size follows a script; larger ones fail
        return batch_size < size or (batch_size == size and how[k % len(how)] == "T")
    if kind == "recovers":  # fails from a size on, but only in its first n runs
        return batch_size < size or k >= how
    if kind == "wears out":  # works below a size, but only in the first n runs
        return batch_size < size and k < how
    return how[batch_size - size] == "T"  # "sizes": each has its letter


class TooMany(BaseException):
    """Ends a search that runs far more often than any sensible one."""


def play(find, cases):
    """Many searches: per case what came back, odd calls, then each size and how often it was run."""
    told = []
    for kind, size, how, *args in cases:
        counts, odd = {}, [0]

        def run_fn(*given, counts=counts, odd=odd, kind=kind, size=size, how=how, **named):
            if named or len(given) != 1 or type(given[0]) is not int:
                odd[0] += 1
                return False
            k = counts.get(given[0], 0)
            counts[given[0]] = k + 1
            if len(counts) > 500:
                raise TooMany
            return outcome_of(kind, size, how, given[0], k)

        try:
            found = find(run_fn, *args)
        except TooMany:
            found = "too many"
        number = 0 if found is None else found if type(found) is int else -1
        told += [number, odd[0], len(counts), *counts, *counts.values()]
    return np.array(told, dtype=np.int64)


def values(find, goods, bads, size, max_bs, retries):
    """What is found when runs below the size give one value and the others another, for all pairs."""
    return [
        find(lambda bs, good=good, bad=bad: good if bs < size else bad, 1, max_bs, retries)
        for good in goods
        for bad in bads
    ]


class BadTruth:
    def __bool__(self):
        raise ArithmeticError


class Interrupted:
    def __bool__(self):
        raise KeyboardInterrupt


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
            if kind == "truth":
                return Interrupted()
            raise KeyboardInterrupt if kind == "keyboard" else SystemExit(3)
        return True

    try:
        find(run_fn, 1, 64, 2)
    except KeyboardInterrupt:
        return ("keyboard", state["raised"], state["after"])
    except SystemExit:
        return ("exit", state["raised"], state["after"])
    return ("swallowed", state["raised"], state["after"])


def changes_its_mind(find, first, then):
    """Two searches with the very same run_fn, whose limit has moved between them."""
    limit = [first]

    def run_fn(batch_size):
        return batch_size < limit[0]

    before = find(run_fn, 1, 64, 0)
    limit[0] = then
    return before, find(run_fn, 1, 64, 0)


def half_overflow(find, value, device, max_bs):
    """Sums `value` over the batch in float16: inf - inf is NaN once the sum leaves its range."""

    def run_fn(batch_size):
        batch = torch.full((batch_size,), float(value), dtype=torch.float16, device=device)
        total = batch.sum()
        return not torch.isnan(total - total)

    return find(run_fn, 1, max_bs)

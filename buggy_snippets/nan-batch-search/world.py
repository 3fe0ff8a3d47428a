"""Runs beside the candidate's code: whole families of run functions, and a real fp16 overflow."""

from __future__ import annotations

import torch


def outcome_of(spec, batch_size, k):
    """What run number k of a size returns, as its script says."""
    kind = spec[0]
    if kind == "from":  # fails from this size on
        return batch_size < spec[1]
    if kind == "at":  # one size follows a script; larger ones fail
        return batch_size < spec[1] or (batch_size == spec[1] and spec[2][k % len(spec[2])])
    if kind == "recovers":  # fails from a size on, but only in its first n runs
        return batch_size < spec[1] or k >= spec[2]
    if kind == "wears out":  # works below a size, but only in the first n runs
        return batch_size < spec[1] and k < spec[2]
    if kind == "sizes":  # these sizes fail
        return batch_size not in spec[1]
    return spec[2] if batch_size < spec[1] else spec[3]  # "values"


class TooMany(BaseException):
    """Ends a search that runs far more often than any sensible one."""


def play(find, cases):
    """Each case (spec, args, kwargs): the result, runs per size in order of the first, odd calls."""
    seen = []
    for spec, args, kwargs in cases:
        counts, odd = {}, []

        def run_fn(*given, spec=spec, counts=counts, odd=odd, **named):
            if named or len(given) != 1 or type(given[0]) is not int:
                odd.append(repr((given, named)))
                return False
            k = counts.get(given[0], 0)
            counts[given[0]] = k + 1
            if len(counts) > 500:
                raise TooMany
            return outcome_of(spec, given[0], k)

        try:
            found = find(run_fn, *args, **kwargs)
        except TooMany:
            found = -1
        seen.append((found, list(counts.items()), odd))
    return seen


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

"""Runs beside the candidate's code: sources, consumers with a time limit, and a count of threads."""

import threading
import time

import numpy as np
import torch

LIMIT = [3.0]
"""Seconds to wait; once something was in vain, later waits are short."""


def limited(work, extra=0.0):
    """The result of work(), or 'hang' when it is not done in time."""
    box = []

    def run():
        try:
            box.append(work())
        except BaseException as error:  # noqa: BLE001
            box.append(f"raised {type(error).__name__}")

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(LIMIT[0] + extra)
    if not box:
        LIMIT[0] = 0.5
    return box[0] if box else "hang"


def workers_gone(before):
    """Whether all threads that were not there before have ended in time."""
    end = time.monotonic() + LIMIT[0]
    while time.monotonic() < end:
        extra = [
            thread
            for thread in threading.enumerate()
            if thread not in before and thread is not threading.current_thread()
        ]
        if not extra:
            return True
        time.sleep(0.01)
    LIMIT[0] = 0.5
    return False


class Source:
    """Counts what it has produced; may fail at an item."""

    def __init__(self, items, fail_at=None, error=None):
        self.items = items
        self.fail_at = fail_at
        self.error = error
        self.produced = 0

    def __iter__(self):
        for k, item in enumerate(self.items):
            if k == self.fail_at:
                raise self.error
            self.produced += 1
            yield item
        if self.fail_at == len(self.items):
            raise self.error


def collect(prefetch, items, depth):
    """All items; whether each is the very object, and whether the end stays the end."""
    items = list(items)

    def work():
        it = prefetch(Source(items), depth)
        got = list(it)
        same = len(got) == len(items) and all(a is b for a, b in zip(got, items))
        return len(got), same, next(it, "end") == "end", next(it, "end") == "end"

    return limited(work)


def collect_objects(prefetch, device):
    """Falsy and odd items, arrays and tensors."""
    items = [
        None,
        0,
        "",
        [],
        False,
        {},
        np.zeros(3),
        np.array([]),
        torch.zeros(2, device=device),
        torch.zeros((), device=device),
        object(),
        StopIteration,
        Exception("an item, not an error"),
        (None, None),
        None,
    ]
    return collect(prefetch, items, 2), len(items)


def default_depth(prefetch):
    return limited(lambda: list(prefetch(iter(range(5)))))


def failing(prefetch, n, kind, depth):
    """A source that fails after n items: what came before, was it the same error, and then?"""
    error = kind("corrupt shard")
    before = set(threading.enumerate())

    def work():
        it = prefetch(Source(list(range(n)), n, error), depth)
        got = []
        try:
            for item in it:
                got.append(item)
        except BaseException as seen:  # noqa: BLE001
            return got, seen is error, [next(it, "end") for _ in range(3)]
        return got, "no error", []

    return limited(work), workers_gone(before)


class OwnError(Exception):
    pass


def own_error(prefetch):
    return failing(prefetch, 3, OwnError, 2)


class FailsInIter:
    def __init__(self, error):
        self.error = error

    def __iter__(self):
        raise self.error


def iter_fails(prefetch):
    error = LookupError("no shards")

    def work():
        try:
            it = prefetch(FailsInIter(error), 2)
            next(it)
        except BaseException as seen:  # noqa: BLE001
            return seen is error
        return "no error"

    return limited(work)


def not_iterable(prefetch):
    def work():
        try:
            list(prefetch(5, 2))
        except TypeError:
            return "TypeError"
        return "no error"

    return limited(work)


def run_ahead(prefetch, depth, taken, available):
    """How many items are produced while the consumer pauses after some."""
    source = Source(list(range(available)))

    def work():
        it = prefetch(source, depth)
        got = [next(it) for _ in range(taken)]
        least = min(taken + depth, available)
        end = time.monotonic() + 2.0
        while source.produced < least and time.monotonic() < end:
            time.sleep(0.005)
        time.sleep(0.1)
        produced = source.produced
        it.close()
        return got, produced

    return limited(work)


def closing(prefetch, depth, taken, n, how_often):
    """close() after some items, then next(); are the workers gone?"""
    before = set(threading.enumerate())

    def work():
        it = prefetch(Source(list(range(n))), depth)
        got = [next(it) for _ in range(taken)]
        time.sleep(0.03)
        for _ in range(how_often):
            it.close()
        return got, [next(it, "end") for _ in range(2)]

    return limited(work), workers_gone(before)


def close_after_the_end(prefetch):
    before = set(threading.enumerate())

    def work():
        it = prefetch([1, 2], 2)
        got = list(it)
        it.close()
        it.close()
        return got, next(it, "end")

    return limited(work), workers_gone(before)


def no_thread_left(prefetch, n, depth):
    before = set(threading.enumerate())
    got = limited(lambda: list(prefetch(Source(list(range(n))), depth)))
    return got, workers_gone(before)


def slow_source(prefetch, pause):
    def slow():
        yield 1
        time.sleep(pause)
        yield 2

    def work():
        seen = []
        for item in prefetch(slow(), 2):
            seen.append(item)
        return seen

    return limited(work, pause + 1)


def slow_ends(prefetch, pause):
    """A source that pauses before an item, and beside it a consumer that does, its buffer full."""
    seen = []

    def consume():
        it = prefetch(Source(list(range(8))), 2)
        seen.append(next(it))
        time.sleep(pause / 2)
        seen.extend(it)

    other = threading.Thread(target=consume, daemon=True)
    other.start()
    got = slow_source(prefetch, pause)
    other.join(LIMIT[0])
    return got, seen


def close_long_before_the_end(prefetch):
    """close() while the source still has seconds of work: the worker must not go on with it."""
    before = set(threading.enumerate())

    def long():
        for k in range(20_000):
            yield k
            time.sleep(5e-4)

    def work():
        it = prefetch(long(), 2)
        first = next(it)
        time.sleep(0.01)
        it.close()
        return first, next(it, "end")

    return limited(work), workers_gone(before)


def close_while_slow(prefetch, pause):
    """close() while the source is in the middle of an item."""
    before = set(threading.enumerate())

    def slow():
        yield 1
        time.sleep(pause)
        yield 2
        time.sleep(pause)
        yield 3

    def work():
        it = prefetch(slow(), 1)
        first = next(it)
        it.close()
        return first, next(it, "end")

    return limited(work), workers_gone(before)


def two_at_once(prefetch):
    before = set(threading.enumerate())

    def work():
        one, two = prefetch(range(20), 2), prefetch(range(100, 120), 3)
        pairs = []
        for k, item in enumerate(one):
            pairs.append((item, next(two)))
            if k == 12:
                third = prefetch(range(3), 1)
                next(third)
                third.close()
        two.close()
        return pairs

    return limited(work), workers_gone(before)


def slow_consumer(prefetch, n):
    def work():
        seen = []
        for item in prefetch(range(n), 2):
            seen.append(item)
            time.sleep(0.005)
        return seen

    return limited(work)

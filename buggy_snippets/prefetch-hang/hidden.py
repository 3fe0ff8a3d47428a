"""Hidden checks of prefetch-hang: every item, every error, every thread ended. All with time limits."""

import time

from drill.runner.hidden import check


class Source:
    """Items that the judge gives out one by one, and at last an error."""

    def __init__(self, items, error=None):
        self.items, self.error, self.taken = items, error, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.taken < len(self.items):
            self.taken += 1
            return self.items[self.taken - 1]
        raise StopIteration if self.error is None else self.error


def gone(t, before):
    """Whether the threads that came since have ended in time, counted from outside."""
    end = time.perf_counter() + 3
    while t.threads() > before and time.perf_counter() < end:
        t.wait(0.01)
    return t.threads() <= before


@check("fault", seconds=12)
def an_error_reaches_the_consumer(t):
    """An exception of the source never reaches the consumer: it waits for ever or just ends."""
    for n in (0, 1, 2, 5):
        for depth in (1, 2):
            seen, gone = t.world.failing(t.candidate.prefetch, n, OSError, depth)
            assert seen != "hang", "after an exception of the source the consumer waits for ever"
            got, same, after = seen
            assert same is True, "the consumer does not get the very exception of the source"
            assert got == list(range(n)), "items before the exception are missing"
            assert after == ["end"] * 3, "after the exception the iterator is not exhausted"
            assert gone, "after the exception a worker thread stays behind"


@check("fault", seconds=12)
def none_is_an_item(t):
    """A None or another falsy item ends the iteration."""
    for items in ([None], [1, None, 2], [0], [None, None, 3], ["", 0, [], False]):
        assert tuple(t.world.collect(t.candidate.prefetch, items, 2)) == (len(items), True, True, True)


@check("fault", seconds=20)
def stopping_early_ends_the_worker(t):
    """A consumer that stops early leaves a worker thread behind, or close() never returns."""
    for depth, taken in ((1, 1), (2, 1), (2, 3), (3, 0)):
        seen, gone = t.world.closing(t.candidate.prefetch, depth, taken, 50, 1)
        assert seen != "hang"
        assert seen[0] == list(range(taken))
        assert seen[1] == ["end", "end"], "after close() there are still items"
        assert gone
    seen, gone = t.world.close_long_before_the_end(t.candidate.prefetch)
    assert tuple(seen) == (0, "end")
    assert gone


@check("fault", seconds=20)
def seen_from_outside(t):
    """Items or errors of a source do not arrive, too much is read ahead, or a thread stays behind."""
    odd = [None, 0, "", False, [], t.rng.random(), [t.rng.randrange(9)], None]
    assert gone(t, 1), "worker threads stay behind"
    for depth, error in ((1, None), (3, None), (1, OSError("shard")), (2, KeyError("shard"))):
        before, items = t.threads(), t.rng.sample(odd, t.rng.randint(3, 8))
        it = t.call_kept(t.candidate.prefetch, Source(items, error), depth)
        got = [next(it) for _ in items]
        assert got == items and list(map(type, got)) == list(map(type, items))
        t.raises(StopIteration if error is None else type(error), next, it)
        t.raises(StopIteration, next, it)
        assert gone(t, before), "after the end a worker thread stays behind"
    for depth, taken in ((1, 0), (2, 2), (4, 1)):
        before, source = t.threads(), Source([t.rng.random() for _ in range(40)])
        it = t.call_kept(t.candidate.prefetch, source, depth)
        assert [next(it) for _ in range(taken)] == source.items[:taken]
        end = time.perf_counter() + 2
        while taken and source.taken < taken + depth and time.perf_counter() < end:
            t.wait(0.01)
        t.wait(0.05)
        assert source.taken >= taken + depth or not taken, "too little is read ahead"
        assert source.taken <= taken + depth + 2, "too much is read ahead"
        it.close()
        t.raises(StopIteration, next, it)
        assert gone(t, before), "after close() a worker thread stays behind"


@check("regression", seconds=12)
def all_items_in_order(t):
    """Items are lost, repeated, copied or out of order."""
    for depth in (1, 2, 3, 50):
        for n in (0, 1, 2, 3, 20):
            items = [("batch", k) for k in range(n)]
            assert tuple(t.world.collect(t.candidate.prefetch, items, depth)) == (n, True, True, True)
    assert t.world.default_depth(t.candidate.prefetch) == [0, 1, 2, 3, 4]
    assert t.world.slow_consumer(t.candidate.prefetch, 12) == list(range(12))


@check("regression", seconds=20)
def reads_ahead_within_its_depth(t):
    """While the consumer pauses, the worker reads too little or too far ahead."""
    for depth, taken, available in ((1, 1, 30), (2, 1, 30), (2, 4, 30), (5, 2, 30), (4, 1, 3)):
        seen = t.world.run_ahead(t.candidate.prefetch, depth, taken, available)
        assert seen != "hang"
        got, produced = seen
        assert got == list(range(taken))
        assert min(taken + depth, available) <= produced <= taken + depth + 2


@check("regression", seconds=12)
def the_end_leaves_no_thread(t):
    """After the last item a worker thread is still alive."""
    for n, depth in ((0, 2), (1, 1), (6, 2), (3, 10)):
        got, gone = t.world.no_thread_left(t.candidate.prefetch, n, depth)
        assert got == list(range(n))
        assert gone


@check("edges")
def bad_depth(t):
    """A depth below 1 is not refused at the call."""
    for depth in (0, -1, -10):
        t.raises(ValueError, t.call_kept, t.candidate.prefetch, [1, 2], depth)


@check("edges", seconds=20)
def close_is_safe_at_any_time(t):
    """close() before the first item, twice, or after the end fails or hangs."""
    for taken, times in ((0, 1), (0, 3), (2, 2)):
        seen, gone = t.world.closing(t.candidate.prefetch, 2, taken, 30, times)
        assert seen != "hang"
        assert seen[0] == list(range(taken))
        assert seen[1] == ["end", "end"]
        assert gone
    seen, gone = t.world.closing(t.candidate.prefetch, 2, 0, 2, 1)
    assert tuple(seen) == ([], ["end", "end"])
    assert gone, "the source was at its end and the buffer full"
    seen, gone = t.world.close_after_the_end(t.candidate.prefetch)
    assert tuple(seen) == ([1, 2], "end")
    assert gone


@check("edges", seconds=12)
def other_kinds_of_error(t):
    """Some kind of exception of the source, or one from iter(source), does not reach the consumer."""
    for kind in (ValueError, RuntimeError, KeyError, MemoryError, AssertionError):
        seen, gone = t.world.failing(t.candidate.prefetch, 2, kind, 2)
        assert seen != "hang"
        assert tuple(seen) == ([0, 1], True, ["end"] * 3)
        assert gone
    seen, _ = t.world.own_error(t.candidate.prefetch)
    assert tuple(seen) == ([0, 1, 2], True, ["end"] * 3)
    assert t.world.iter_fails(t.candidate.prefetch) is True
    assert t.world.not_iterable(t.candidate.prefetch) == "TypeError"


@check("edges", seconds=20)
def a_slow_source_is_waited_for(t):
    """A slow source or consumer loses items, or closing while the source works leaves a thread."""
    source, consumer = t.world.slow_ends(t.candidate.prefetch, 1.6)
    assert source == [1, 2]
    assert consumer == list(range(8))
    seen, gone = t.world.close_while_slow(t.candidate.prefetch, 0.3)
    assert tuple(seen) == (1, "end")
    assert gone


@check("scale", seconds=12)
def several_at_once(t):
    """Two prefetchers at work at the same time mix their items or their ends."""
    seen, gone = t.world.two_at_once(t.candidate.prefetch)
    assert seen == [(k, 100 + k) for k in range(20)]
    assert gone


@check("device", seconds=12, devices=True)
def arrays_and_tensors(t):
    """An array, a tensor or an odd object as an item is lost, copied or taken for the end."""
    seen, n = t.world.collect_objects(t.candidate.prefetch, t.device)
    assert tuple(seen) == (n, True, True, True)

"""Hidden checks of lru-eviction: what is kept, what is dropped, what counts, and threads."""

from collections import OrderedDict

import numpy as np
import torch

from drill.runner.hidden import check


PUT, GET, COMPUTE, IN = range(4)


def expected(capacity, rows, keys, values):
    """The contract in a few lines: what each step must answer, and every 50 steps the whole state."""
    data, hits, misses = OrderedDict(), 0, 0
    answers, looks = [], []
    for step, (name, k, v) in enumerate(rows, start=1):
        key, answer = keys[k], None
        if name >= IN:
            answer = key in data if name == IN else len(data)
        else:
            known = key in data
            if name != PUT:
                hits, misses = hits + known, misses + (not known)
                answer = data[key] if known else values[v]
            if known:
                data.move_to_end(key)
            if name == PUT or (name == COMPUTE and not known):
                data[key] = values[v]
                if len(data) > capacity:
                    data.popitem(last=False)
        answers.append(answer)
        if step % 50 == 0:
            looks.append([len(data), hits, misses, *data])
    return answers, looks


def steps(t, cache, *asked):
    """Many steps in one crossing; a name alone is an attribute. All must succeed."""
    calls = [(one, None) if isinstance(one, str) else (one[0], list(one[1:])) for one in asked]
    seen = t.batch(cache, calls)
    assert all(fine for fine, _ in seen)
    return [value for _, value in seen]


LEN, KEYS, COUNTS = ("__len__",), ("keys",), ("hits", "misses")


def play(t, capacity, length):
    """Begin a random mix of operations, chosen by the judge; what is returned compares."""
    dice = np.random.default_rng([t.seed, capacity])
    keys = [*range(capacity + 4), "k0", "k1", "k2"]
    values = [None, 0, "", "text", *range(1, 30)]
    operations = [
        dice.choice(5, length, p=[0.3, 0.3, 0.2, 0.12, 0.08]).astype(np.int8),
        dice.integers(len(keys), size=length, dtype=np.int8),
        dice.integers(len(values), size=length, dtype=np.int8),
    ]
    played = t.begin(t.world.play, t.candidate.InferenceCache, capacity, keys, values, operations)

    def compare():
        rows = zip(*(column.tolist() for column in operations), strict=True)
        want, seen = expected(capacity, rows, keys, values)
        got, looks = played()
        assert got == want
        assert list(map(type, got)) == list(map(type, want))
        assert looks == seen

    return compare


@check("fault")
def holds_no_more_than_its_capacity(t):
    """The cache holds more entries than its capacity."""
    cache = t.candidate.InferenceCache(2)
    asked = [one for k in range(6) for one in (("put", f"k{k}", k + 1), LEN)]
    assert steps(t, cache, *asked)[1::2] == [1, 2, 2, 2, 2, 2]
    assert len(cache) == 2
    assert cache.keys() == ["k4", "k5"]


@check("fault")
def a_hit_counts_as_use(t):
    """An entry that was just read is evicted before one that was not."""
    cache = t.candidate.InferenceCache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert cache.keys() == ["a", "c"]
    assert "b" not in cache
    cache.put("d", 4)
    assert cache.keys() == ["c", "d"]
    assert cache.get("a", "gone") == "gone"


@check("fault")
def least_recent_goes_first(t):
    """Filling the cache without any reads drops another entry than the oldest."""
    cache = t.candidate.InferenceCache(3)
    for key in "abc":
        cache.put(key, key * 2)
    cache.put("d", "dd")
    assert cache.keys() == ["b", "c", "d"]
    assert cache.get("a") is None
    assert [cache.get(key) for key in "bcd"] == ["bb", "cc", "dd"]


@check("fault")
def an_update_evicts_nothing(t):
    """Storing a key that is already there drops another one, or keeps the old value."""
    cache = t.candidate.InferenceCache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    cache.put("a", 3)
    assert len(cache) == 2
    assert cache.get("b") == 2
    assert cache.get("a") == 3
    for value in range(5):
        cache.put("b", value + 10)
    assert sorted(cache.keys()) == ["a", "b"]
    assert cache.get("b") == 14


@check("fault")
def an_update_counts_as_use(t):
    """A key that was just stored again is evicted before an older one."""
    cache = t.candidate.InferenceCache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    cache.put("a", 3)
    assert cache.keys() == ["b", "a"]
    cache.put("c", 4)
    assert cache.keys() == ["a", "c"]


@check("fault")
def falsy_results_are_hits(t):
    """A stored None, 0 or empty result is treated as a miss."""
    looks = [("get", ["k", "default"]), ("hits", None), ("misses", None), ("__contains__", ["k"])]
    for value in (None, 0, "", [], {}, False, 0.0):
        cache = t.candidate.InferenceCache(4)
        seen = t.batch(cache, [("put", ["k", value]), *looks])
        assert seen[1:] == [(True, value), (True, 1), (True, 0), (True, True)]


@check("fault")
def falsy_results_are_computed_once(t):
    """A result that is None, 0 or empty is computed again at every call."""
    for value in (None, 0, "", [], {}, False):
        cache = t.candidate.InferenceCache(4)
        calls = []

        def fn(value=value, calls=calls):
            calls.append(1)
            return value

        asks = [("get_or_compute", ["k", fn])] * 3
        seen = t.batch(cache, [*asks, ("hits", None), ("misses", None)])
        assert seen == [(True, value)] * 3 + [(True, 2), (True, 1)]
        assert len(calls) == 1


@check("fault")
def any_mix_of_calls(t):
    """Some mix of calls was answered otherwise than the contract says, or left another state."""
    for capacity in (0, 1, 3, 5):
        keys, values = [*range(capacity + 3), "k"], [None, 0, "", *range(1, 20)]
        rows = [
            (t.rng.choice((PUT, PUT, GET, GET, IN, 4)), t.rng.choice(range(len(keys))), t.rng.randrange(20))
            for _ in range(100)
        ]
        names = {PUT: "put", GET: "get", IN: "__contains__", 4: "__len__"}
        asked = [
            (names[name], *([] if name == 4 else [keys[k]]), *([values[v]] if name < IN - 1 else []))
            for name, k, v in rows
        ]
        looks = ["hits", "misses", ("keys",)]
        cache = t.candidate.InferenceCache(capacity)
        seen = steps(t, cache, *asked[:50], LEN, *looks, *asked[50:], LEN, *looks)
        answers, states = expected(capacity, rows, keys, values)
        assert seen[:50] + seen[54:104] == answers
        assert [[*part[:3], *part[3]] for part in (seen[50:54], seen[104:])] == states


@check("edges")
def capacity_zero_stores_nothing(t):
    """A capacity of 0 crashes or stores something."""
    cache = t.candidate.InferenceCache(0)
    puts = [("put", "a", 1), ("put", "a", 2), ("put", "b", 3)]
    seen = steps(t, cache, *puts, LEN, KEYS, ("__contains__", "a"), ("get", "a", 9))
    assert seen[3:] == [0, [], False, 9]
    calls = []

    def fn():
        calls.append(1)
        return 5

    assert cache.get_or_compute("c", fn) == 5
    assert cache.get_or_compute("c", fn) == 5
    assert len(calls) == 2
    assert len(cache) == 0
    assert (cache.hits, cache.misses) == (0, 3)


@check("edges")
def capacity_one(t):
    """A cache for one entry does not keep exactly the last one."""
    cache = t.candidate.InferenceCache(1)
    seen = steps(t, cache, ("put", "a", 1), ("put", "a", 2), KEYS, ("get", "a"))
    assert seen[2:] == [["a"], 2]
    assert steps(t, cache, ("put", "b", 3), KEYS, ("get", "a", 0))[1:] == [["b"], 0]
    assert cache.get_or_compute("c", lambda: 4) == 4
    assert cache.keys() == ["c"]


@check("edges")
def capacity_of_hundreds(t):
    """A large cache does not keep exactly as many entries as it may."""
    for capacity in (70, 300):
        cache = t.candidate.InferenceCache(capacity)
        steps(t, cache, *(("put", k, -k) for k in range(capacity + 5)))
        assert cache.keys() == list(range(5, capacity + 5))


@check("edges")
def negative_capacity(t):
    """A negative capacity is accepted."""
    t.raises(ValueError, t.candidate.InferenceCache, -1)
    t.raises(ValueError, t.candidate.InferenceCache, -100)


@check("edges")
def empty_cache(t):
    """A fresh cache is not empty, or a miss does not give the default."""
    cache = t.candidate.InferenceCache(3)
    assert len(cache) == 0
    assert cache.keys() == []
    assert (cache.hits, cache.misses) == (0, 0)
    assert "x" not in cache
    assert cache.get("x") is None
    assert cache.get("x", 7) == 7
    assert cache.get("x", default="d") == "d"
    assert (cache.hits, cache.misses) == (0, 3)
    assert cache.keys() == []


@check("edges")
def arrays_and_tensors_as_values(t):
    """A tensor or array as a value crashes or is not found again."""
    values = [torch.zeros(3), torch.tensor(0.0), torch.empty(0), np.array([])]
    for value in values:
        cache = t.candidate.InferenceCache(2)
        asked = [
            ("put", ["k", value]),
            ("get", ["k"]),
            ("get_or_compute", ["k", lambda: "computed"]),
            ("hits", None),
            ("misses", None),
            ("get_or_compute", ["new", lambda value=value: value]),
            ("misses", None),
        ]
        fine, seen = zip(*t.batch(cache, asked), strict=True)
        assert all(fine)
        assert (seen[3], seen[4], seen[6]) == (2, 0, 1)
        for got in (seen[1], seen[2], seen[5]):
            assert type(got) is type(value)
            assert got.shape == value.shape


@check("edges")
def the_very_object_comes_back(t):
    """A hit gives a copy instead of the object that was stored."""
    cache = t.candidate.InferenceCache(3)
    for key, value in (("list", [1, 2]), ("dict", {"a": 1}), ("tensor", torch.ones(2))):
        stored = t.keep(value)
        cache.put(key, stored)
        assert t.same(t.call_kept(cache.get, key), stored)
        assert t.same(t.call_kept(cache.get_or_compute, key, lambda: 0), stored)


@check("edges")
def keys_compare_like_dict_keys(t):
    """1, True and 1.0 are not one key, or keys with equal hashes are mixed up."""
    cache = t.candidate.InferenceCache(3)
    puts = [("put", 1, "one"), ("put", True, "true"), ("put", "1", "text")]
    seen = steps(t, cache, *puts, LEN, ("get", 1.0), ("__contains__", 1))
    assert seen[3:] == [2, "true", True]
    pair = [("put", (1, "x"), "tuple"), ("get", (1, "x")), ("get", None, "no")]
    seen = steps(t, cache, *pair, ("put", None, "none"), ("get", None), LEN)
    assert seen[1:3] == ["tuple", "no"]
    assert seen[4:] == ["none", 3]
    keys = list(t.world.same_hash_keys(4))
    other = t.candidate.InferenceCache(3)
    steps(t, other, *(("put", key, k) for k, key in enumerate(keys)))
    seen = steps(t, other, *(("get", key, "gone") for key in keys), LEN)
    assert seen == ["gone", 1, 2, 3, 3]


@check("edges")
def unhashable_keys(t):
    """An unhashable key is not refused with TypeError, or changes the cache."""
    cache = t.candidate.InferenceCache(2)
    cache.put("a", 1)
    t.raises(TypeError, cache.put, [1], 2)
    t.raises(TypeError, cache.get, [1])
    cache.put("b", 2)
    t.raises(TypeError, cache.put, {"x": 1}, 2)
    t.raises(TypeError, cache.get, {"x": 1}, 3)
    assert cache.keys() == ["a", "b"]
    assert len(cache) == 2
    assert cache.get("a") == 1


@check("edges")
def an_error_of_fn_leaves_no_trace(t):
    """After an exception of the computation something was stored, dropped or hidden."""
    cache = t.candidate.InferenceCache(2)
    cache.put("a", 1)
    cache.put("b", 2)

    def divided():
        raise ZeroDivisionError

    def no_such_file():
        raise FileNotFoundError

    def key_error():
        raise KeyError("k")

    def interrupted():
        raise KeyboardInterrupt

    errors = [(divided, ZeroDivisionError), (no_such_file, FileNotFoundError), (key_error, KeyError)]
    errors.append((interrupted, KeyboardInterrupt))
    for fn, error in errors:
        t.raises(error, cache.get_or_compute, "k", fn)
        assert cache.keys() == ["a", "b"]
        assert "k" not in cache
    assert (cache.hits, cache.misses) == (0, 4)
    assert cache.get_or_compute("k", lambda: 3) == 3
    assert cache.keys() == ["b", "k"]


@check("edges", seconds=15)
def fn_may_use_the_cache(t):
    """A computation that itself uses the cache never returns or spoils the entries."""
    cache = t.candidate.InferenceCache(8)
    assert t.world.nested(cache, 3.0) == 21
    assert cache.get("outer") == 21
    assert cache.get("inner") == 20
    assert cache.get("side") == 1
    assert len(cache) == 3
    small = t.candidate.InferenceCache(1)
    assert t.world.nested(small, 3.0) == 21
    assert small.keys() == ["outer"]


@check("regression")
def looking_changes_nothing(t):
    """Asking with `in`, len or keys() changes the order or the counters."""
    cache = t.candidate.InferenceCache(3)
    steps(t, cache, *(("put", key, key) for key in "abc"))
    looks = [("__contains__", "a"), ("__contains__", "z"), LEN, KEYS]
    assert steps(t, cache, *looks, *looks) == [True, False, 3, ["a", "b", "c"]] * 2
    assert "a" in cache
    assert type(cache.keys()) is list
    assert (cache.hits, cache.misses) == (0, 0)
    cache.put("d", "d")
    assert cache.keys() == ["b", "c", "d"]


@check("regression")
def counters(t):
    """Hits and misses are not counted once per lookup."""
    cache = t.candidate.InferenceCache(2)
    assert steps(t, cache, ("put", "a", 1), ("put", "a", 2), *COUNTS)[2:] == [0, 0]
    assert steps(t, cache, ("get", "a"), *COUNTS)[1:] == [1, 0]
    assert steps(t, cache, ("get", "b"), *COUNTS)[1:] == [1, 1]
    assert cache.get_or_compute("b", lambda: 5) == 5
    assert (cache.hits, cache.misses) == (1, 2)
    assert cache.get_or_compute("b", lambda: 6) == 5
    assert (cache.hits, cache.misses) == (2, 2)
    other = t.candidate.InferenceCache(2)
    assert (other.hits, other.misses, len(other)) == (0, 0, 0)


@check("regression")
def computing_stores_the_value(t):
    """A computed value is not stored, not returned, or not treated as the most recent entry."""
    cache = t.candidate.InferenceCache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get_or_compute("a", lambda: 0) == 1
    assert cache.get_or_compute("c", lambda: 3) == 3
    assert cache.keys() == ["a", "c"]
    assert cache.get("c") == 3


@check("scale", seconds=20)
def random_use(t):
    """A long random mix of operations ends in other entries, answers or counts than it should."""
    for compare in [play(t, capacity, 3000) for capacity in (0, 1, 3, 8)]:
        compare()


@check("scale", seconds=20)
def torn_operations(t):
    """Two threads at once: an operation fails or leaves the cache in a state it must not have."""
    outcomes = t.world.torn(t.candidate.InferenceCache)
    assert len(outcomes) >= 10
    for seen in outcomes:
        operation = seen["operation"]
        assert seen["problems"] == []
        assert seen["len"] <= 2
        assert len(seen["names"]) == len(set(seen["names"])) == seen["len"]
        if operation == "get":
            assert seen["answer"] in ("absent", "value of a")
        if operation == "compute":
            assert seen["answer"] == "value of a"
        if operation == "keys":
            assert len(set(seen["answer"])) == len(seen["answer"]) <= 2
        looked = int(operation in ("get", "compute"))
        assert seen["counted"] == looked + int(seen["started"])


@check("scale", seconds=20)
def present_for_others(t):
    """While one thread uses an entry, another is told that it is not there."""
    told = t.world.looked_at(t.candidate.InferenceCache)
    assert len(told) >= 3
    assert all(one is True for one in told)


@check("scale", seconds=20)
def never_too_long_for_others(t):
    """For a moment another thread can see more entries than the capacity."""
    for capacity in (1,):
        cache = t.candidate.InferenceCache(capacity)
        seen = t.world.lengths_seen(cache, [(k, k) for k in range(capacity + 2)])
        assert max(seen) <= capacity
        assert len(cache) == capacity
    cache = t.candidate.InferenceCache(0)
    assert max(t.world.lengths_seen(cache, [(1, 1), (2, 2)]) or [0]) == 0


@check("scale", seconds=40)
def many_threads(t):
    """With eight threads at work the cache raises, hangs, miscounts or grows too long."""
    for capacity in (2,):
        seen = t.world.hammer(t.candidate.InferenceCache, capacity, t.rng.randrange(10**6))
        assert not seen["stuck"]
        assert seen["problems"] == []
        assert seen["longest"] <= capacity
        assert seen["keys"] == seen["len"] <= capacity
        assert seen["counted"] == seen["lookups"]


@check("device", devices=True)
def tensors_on_the_device(t):
    """A tensor on the device is lost, copied or computed again."""
    same, hits, misses = t.world.tensors_on(t.candidate.InferenceCache, t.device)
    assert all(same)
    assert (hits, misses) == (12, 4)

"""Runs beside the candidate's code: keys with a will of their own, and threads."""

from __future__ import annotations

import _thread
import contextlib
import random
import sys
import threading
import time

import torch


class Key:
    """Equal to keys of its own kind with its name."""

    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return type(other) is type(self) and self.name == other.name


class SlowKey(Key):
    """A key whose hash lets other threads run."""

    def __hash__(self):
        time.sleep(0)
        return hash(self.name)


class SameHash(Key):
    """Keys that all share one hash and differ all the same."""

    def __hash__(self):
        return 7


class HookedKey(Key):
    """A key that calls a hook at the n-th time its hash is asked for."""

    def __init__(self, name):
        super().__init__(name)
        self.hook = None
        self.left = 0

    def __hash__(self):
        if self.hook is not None:
            self.left -= 1
            if self.left == 0:
                hook, self.hook = self.hook, None
                hook()
        return hash(self.name)


def same_hash_keys(n):
    return [SameHash(k) for k in range(n)]


def play(cache_class, capacity, keys, values, operations):
    """Plays operations (name, key, value by number): every answer; each 50 steps len, keys, counts."""
    answers, looks = [], []
    cache = _quiet(cache_class, capacity)
    put, get, compute = cache.put, cache.get, cache.get_or_compute
    names, at_key, at_value = (column.tolist() for column in operations)
    for step, (name, k, v) in enumerate(zip(names, at_key, at_value), start=1):
        key, value = keys[k], values[v]
        if name == 0:
            answers.append(put(key, value))
        elif name == 1:
            answers.append(get(key, value))
        elif name == 2:
            answers.append(compute(key, lambda value=value: value))
        elif name == 3:
            answers.append(key in cache)
        else:
            answers.append(len(cache))
        if step % 50 == 0:
            looks.append([len(cache), cache.hits, cache.misses, *cache.keys()])
    return answers, looks


def nested(cache, timeout):
    """fn uses the cache itself; 'stuck' when it never returns."""
    found = []

    def inner():
        cache.put("side", 1)
        cache.get("side")
        return cache.get_or_compute("inner", lambda: 20) + 1

    def work():
        try:
            found.append(cache.get_or_compute("outer", inner))
        except Exception as error:  # noqa: BLE001
            found.append(type(error).__name__)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(timeout)
    return found[0] if found else "stuck"


class ToldLock:
    """A lock that tells when a thread has to wait for it; otherwise the real one."""

    def __init__(self, real):
        self._real = real

    def acquire(self, blocking=True, timeout=-1):
        if self._real.acquire(False):
            return True
        if not blocking:
            return False
        tell = _told.get(_thread.get_ident())
        if tell is not None and tell.locked():
            tell.release()
        return self._real.acquire(True, timeout)

    def release(self):
        self._real.release()

    def __enter__(self):
        self.acquire()
        return self

    def __exit__(self, *rest):
        self._real.release()

    def __getattr__(self, name):
        return getattr(self._real, name)


_told = {}
_telling = [True]
_lock, _rlock = threading.Lock, threading.RLock
threading.Lock = lambda: ToldLock(_lock()) if _telling[0] else _lock()
threading.RLock = lambda: ToldLock(_rlock()) if _telling[0] else _rlock()


def _quiet(cache_class, capacity):
    """A cache for one thread alone: its own locks need not tell."""
    _telling[0] = False
    try:
        return cache_class(capacity)
    finally:
        _telling[0] = True


class Other:
    """Another thread; `go` returns once it is done or has to wait for a lock."""

    def __init__(self, work):
        self.work = work
        self.started = False
        self.tell, self.done = _lock(), _lock()

    def go(self):
        self.started = True
        self.tell.acquire()
        self.done.acquire()
        _thread.start_new_thread(self._run, ())
        self.tell.acquire(timeout=0.03)

    def _run(self):
        _told[_thread.get_ident()] = self.tell
        try:
            self.work()
        finally:
            del _told[_thread.get_ident()]
            if self.tell.locked():
                self.tell.release()
            self.done.release()

    def wait(self):
        return not self.started or self.done.acquire(timeout=5)


OPERATIONS = ("get", "put", "compute", "in", "keys")


def torn(cache_class):
    """Each operation on key a, torn at its n-th hash or line by a thread that wants a's place."""
    seen = []
    for tear in (_at_hash, _at_line):
        for operation in OPERATIONS:
            for nth in range(1, 40):
                outcome = _torn(cache_class, operation, nth, tear)
                seen.append(outcome)
                if not outcome["started"]:
                    break
    return seen


def looked_at(cache_class):
    """Each use of key a, torn by a thread that asks whether a is there; what it was told."""
    told = []
    for operation, tear in USES:
        for nth in range(1, 40):
            cache, key = _two(cache_class)
            other = Other(lambda cache=cache: told.append(HookedKey("a") in cache))
            with tear(key, nth, other.go):
                _operate(cache, operation, key)
            if not other.wait():
                told.append("stuck")
            if not other.started:
                break
    return told


def _two(cache_class):
    """A full cache of a and z, and its key a."""
    cache, key = cache_class(2), HookedKey("a")
    cache.put(key, "value of a")
    cache.put(HookedKey("z"), "value of z")
    return cache, key


def _operate(cache, operation, key):
    if operation == "get":
        return cache.get(key, "absent")
    if operation == "put":
        return cache.put(key, "value of a")
    if operation == "in":
        return key in cache
    if operation == "keys":
        return [held.name for held in cache.keys()]
    return cache.get_or_compute(key, lambda: "value of a")


def _torn(cache_class, operation, nth, tear):
    cache, key = _two(cache_class)
    problems = []

    def work():
        try:
            cache.put(HookedKey("b"), "value of b")
            cache.put(HookedKey("c"), "value of c")
            cache.get(HookedKey("b"))
        except Exception as error:  # noqa: BLE001
            problems.append(f"other thread: {type(error).__name__}")

    other = Other(work)
    answer = None
    try:
        with tear(key, nth, other.go):
            answer = _operate(cache, operation, key)
    except Exception as error:  # noqa: BLE001
        problems.append(type(error).__name__)
    if not other.wait():
        problems.append("the other thread is stuck")
    return {
        "operation": operation,
        "answer": answer,
        "problems": problems,
        "len": len(cache),
        "names": [held.name for held in cache.keys()],
        "counted": cache.hits + cache.misses,
        "started": other.started,
    }


@contextlib.contextmanager
def _at_hash(key, nth, act):
    key.left, key.hook = nth, act
    try:
        yield
    finally:
        key.hook = None


@contextlib.contextmanager
def _each_line(act):
    """Calls `act` before each line of the candidate's code."""

    def lines(frame, event, arg):
        if event == "line":
            act()
        return lines

    def calls(frame, event, arg):
        return lines if frame.f_code.co_filename == "broken.py" else None

    sys.settrace(calls)
    try:
        yield
    finally:
        sys.settrace(None)


def _at_line(key, nth, act):
    left = [nth]

    def count():
        left[0] -= 1
        if left[0] == 0:
            act()

    return _each_line(count)


def lengths_seen(cache, pairs):
    """Lengths that another thread can see at each line while pairs are put."""
    seen = []
    others = []

    def look():
        others.append(Other(lambda: seen.append(len(cache))))
        others[-1].go()

    for key, value in pairs:
        with _each_line(look):
            cache.put(key, value)
        for other in others:
            other.wait()
        others.clear()
    return seen


USES = (("get", _at_hash), ("put", _at_hash), ("compute", _at_hash), ("get", _at_line))


def hammer(cache_class, capacity, seed, n_threads=8, steps=5):
    """Threads use one cache at random; what went wrong, and the counts at the end."""
    cache = cache_class(capacity)
    names = list(range(capacity + 3))
    problems = []
    lookups = [0] * n_threads
    done = threading.Event()
    longest = [0]

    def work(k):
        rng = random.Random(seed * 1000 + k)
        try:
            for _ in range(steps):
                name = rng.choice(names)
                key = SlowKey(name)
                action = rng.random()
                if action < 0.35:
                    cache.put(key, ("value", name))
                elif action < 0.65:
                    lookups[k] += 1
                    got = cache.get(key, "absent")
                    if got not in ("absent", ("value", name)):
                        problems.append("another key's value")
                elif action < 0.85:
                    lookups[k] += 1
                    got = cache.get_or_compute(key, lambda name=name: ("value", name))
                    if got != ("value", name):
                        problems.append("another key's value")
                elif action < 0.95:
                    held = cache.keys()
                    if len(held) > capacity or len({h.name for h in held}) != len(held):
                        problems.append("keys() shows too many entries")
                else:
                    key in cache  # noqa: B015
        except Exception as error:  # noqa: BLE001
            problems.append(type(error).__name__)

    def watch():
        while not done.is_set():
            longest[0] = max(longest[0], len(cache))
            time.sleep(0)  # the workers' turn

    old = sys.getswitchinterval()
    sys.setswitchinterval(2e-4)
    try:
        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        threads = [threading.Thread(target=work, args=(k,), daemon=True) for k in range(n_threads)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(15)
        stuck = any(thread.is_alive() for thread in threads)
        done.set()
        watcher.join(5)
    finally:
        sys.setswitchinterval(old)
    return {
        "problems": sorted(set(problems)),
        "stuck": stuck,
        "longest": longest[0],
        "len": len(cache),
        "keys": len(cache.keys()),
        "counted": cache.hits + cache.misses,
        "lookups": sum(lookups),
    }


def tensors_on(cache_class, device):
    """Tensors as values on a device: the same object comes back, falsy ones too."""
    cache = cache_class(8)
    values = [
        torch.zeros((), device=device),
        torch.zeros(3, device=device),
        torch.empty(0, device=device),
        torch.ones(2, 2, device=device, requires_grad=True),
    ]
    same = []
    for k, value in enumerate(values):
        cache.put(k, value)
        same.append(cache.get(k) is value)
        same.append(cache.get_or_compute(k, lambda: "computed again") is value)
        made = cache.get_or_compute(("made", k), lambda value=value: value)
        same.append(made is value and cache.get(("made", k)) is value)
    return same, cache.hits, cache.misses

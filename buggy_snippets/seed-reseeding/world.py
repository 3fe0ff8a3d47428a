"""Runs beside the candidate's code: the global generators and threads that share them."""

from __future__ import annotations

import builtins
import copy
import hashlib
import itertools
import linecache
import os
import random
import sys
import threading
import time
import types

import numpy as np
import torch


def scramble(seed):
    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.default_generator.manual_seed(seed)


def rng_digests():
    name, keys, pos, has_gauss, cached = np.random.get_state()
    torch_state = torch.get_rng_state().numpy().tobytes()
    whole = keys.tobytes(), torch_state, repr((name, pos, has_gauss, cached)).encode()
    parts = [hashlib.sha256(part).hexdigest() for part in whole]
    return [hash(random.getstate()), *parts]


def digests_between(loader_class, n_items, num_workers, seed, dice):
    """The state of the global generators before a loader is made, and after each of its calls."""
    scramble(dice)
    seen = [rng_digests()]
    loader = loader_class(n_items, num_workers, seed)
    seen.append(rng_digests())
    given = []
    for epoch in (0, 1, 7):
        for call in (loader.epoch_order, loader.load_epoch):
            given.append(call(epoch))  # kept: what dies may put a generator back
            seen.append(rng_digests())
    return seen


def survey(loader_class, n_items, num_workers, seeds, epochs):
    """Orders and values of every (seed, epoch), one row each; values worker after worker."""
    orders, values = [], []
    for seed in seeds:
        loader = loader_class(n_items, num_workers, seed)
        for epoch in epochs:
            orders.append(loader.epoch_order(epoch))
            loaded = loader.load_epoch(epoch)
            values.append([value for items in loaded.values() for _, value in items])
    return np.array(orders), np.array(values)


def values_of(loader_class, n_items, num_workers, seed, epoch):
    """The values of one epoch, worker after worker."""
    loaded = loader_class(n_items, num_workers, seed).load_epoch(epoch)
    return np.array([value for items in loaded.values() for _, value in items])


def several_at_once(loader_class, jobs):
    """Each job (n_items, num_workers, seed, epochs) in a thread of its own, all started together."""
    gate = threading.Barrier(len(jobs))
    found = [None] * len(jobs)

    def work(k):
        n_items, num_workers, seed, epochs = jobs[k]
        try:
            loader = loader_class(n_items, num_workers, seed)
            gate.wait(10)
            loads = [(loader.epoch_order(epoch), loader.load_epoch(epoch)) for epoch in epochs]
            values = [[v for items in load.values() for _, v in items] for _, load in loads]
            found[k] = np.array([order for order, _ in loads]), np.array(values)
        except Exception as error:  # noqa: BLE001
            found[k] = type(error).__name__

    threads = [threading.Thread(target=work, args=(k,), daemon=True) for k in range(len(jobs))]
    old = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(15)
    finally:
        sys.setswitchinterval(old)
    return found


def first_thread_last(loader, epoch, num_workers):
    """One epoch whose threads do their work in the reverse order of their start."""
    original = threading.Thread.start
    done = [threading.Event() for _ in range(num_workers + 1)]
    done[num_workers].set()
    started = itertools.count()
    caller, returned = threading.get_ident(), threading.Event()

    def start(thread):
        k, run = next(started), thread.run

        def late():
            done[k + 1].wait(0.5)  # code that joins each thread at once waits here in vain
            if k == 0:
                let_wait(caller, returned)
            try:
                run()
            finally:
                done[k].set()

        if k < num_workers:
            thread.run = late
        original(thread)

    threading.Thread.start = start
    try:
        return copy.deepcopy(loader.load_epoch(epoch))  # as it is now: a worker may still be at work
    finally:
        returned.set()
        threading.Thread.start = original


WAITS = {"join", "wait", "get", "result", "shutdown", "_wait_for_tstate_lock"}


def let_wait(ident, returned, limit=0.3):
    """Until a thread waits for others, or has come back, or nobody can tell any more."""
    end = time.monotonic() + limit
    while not returned.is_set() and time.monotonic() < end:
        frame, names = sys._current_frames().get(ident), set()
        while frame is not None and frame.f_code is not first_thread_last.__code__:
            names.add(frame.f_code.co_name)
            frame = frame.f_back
        if names & WAITS and "start" not in names:
            return
        time.sleep(0)


def with_noisy_neighbour(loader_class, n_items, num_workers, seed, epoch):
    """One epoch while the global generators are used by others between any two steps of the code."""
    steps = itertools.count(1)

    def disturb(frame, event, arg):
        if event == "opcode":
            k = next(steps)
            random.seed(k)
            if k % 3 == 0:
                np.random.seed(k)
                torch.default_generator.manual_seed(k)
        return disturb

    def calls(frame, event, arg):
        if frame.f_code.co_filename != "broken.py":
            return None
        frame.f_trace_opcodes = True
        return disturb

    threading.settrace(calls)
    sys.settrace(calls)
    try:
        return survey(loader_class, n_items, num_workers, [seed], [epoch])
    finally:
        sys.settrace(None)
        threading.settrace(None)


def in_another_process(name, n_items, num_workers, seed, epoch):
    """One epoch as another process would see it: loaded anew, another number and hash salt."""
    original = builtins.hash

    def salted(value):
        texts = isinstance(value, (str, bytes)) or (
            isinstance(value, tuple) and any(isinstance(part, (str, bytes)) for part in value)
        )
        return original(value) ^ 0x5BD1E995 if texts else original(value)

    address, number, parent, clock = builtins.id, os.getpid, os.getppid, time.time
    builtins.hash, os.getpid, os.getppid = salted, lambda: 4711, lambda: 4710
    builtins.id = lambda thing: address(thing) ^ 0x2F_5B00_0000
    time.time = lambda: clock() + 90_000.0
    try:
        anew = types.ModuleType("broken")
        exec("".join(linecache.getlines("broken.py")), anew.__dict__)  # noqa: S102
        loader = getattr(anew, name)(n_items, num_workers, seed)
        return loader.epoch_order(epoch), loader.load_epoch(epoch)
    finally:
        builtins.hash, os.getpid, os.getppid = original, number, parent
        builtins.id, time.time = address, clock

"""Runs beside the candidate's code: the global generators and threads that share them."""

from __future__ import annotations

import builtins
import hashlib
import random
import sys
import threading
import time

import numpy as np
import torch


def scramble(seed):
    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.manual_seed(seed)


def rng_digests():
    name, keys, pos, has_gauss, cached = np.random.get_state()
    return {
        "random": hashlib.sha256(repr(random.getstate()).encode()).hexdigest(),
        "numpy": hashlib.sha256(
            keys.tobytes() + repr((name, pos, has_gauss, cached)).encode()
        ).hexdigest(),
        "torch": hashlib.sha256(torch.get_rng_state().numpy().tobytes()).hexdigest(),
    }


def streams(loader_class, n_items, num_workers, seeds, epochs):
    """The values of every (seed, epoch, worker), one row each, in that order."""
    rows = []
    for seed in seeds:
        loader = loader_class(n_items, num_workers, seed)
        for epoch in epochs:
            rows += [[value for _, value in items] for items in loader.load_epoch(epoch).values()]
    return rows


def drawn(loader_class, n_items, num_workers, seed, epoch):
    """All values of one epoch."""
    loaded = loader_class(n_items, num_workers, seed).load_epoch(epoch)
    return np.array([value for items in loaded.values() for _, value in items])


def as_arrays(order, loaded):
    """An epoch as arrays: order, keys, indices and values."""
    pairs = [pair for items in loaded.values() for pair in items]
    return (
        np.array(order),
        np.array(list(loaded)),
        np.array([len(items) for items in loaded.values()]),
        np.array([index for index, _ in pairs]),
        np.array([value for _, value in pairs]),
    )


def alone(loader_class, n_items, num_workers, seed, epoch):
    loader = loader_class(n_items, num_workers, seed)
    return as_arrays(loader.epoch_order(epoch), loader.load_epoch(epoch))


def several_at_once(loader_class, jobs):
    """Each job (n_items, num_workers, seed, epochs) in a thread of its own, all started together."""
    gate = threading.Barrier(len(jobs))
    found = [None] * len(jobs)

    def work(k):
        n_items, num_workers, seed, epochs = jobs[k]
        try:
            loader = loader_class(n_items, num_workers, seed)
            gate.wait(10)
            found[k] = [
                as_arrays(loader.epoch_order(epoch), loader.load_epoch(epoch)) for epoch in epochs
            ]
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
    """One epoch whose threads get to work in the reverse order of their start."""
    original = threading.Thread.run
    started = iter(range(num_workers - 1, 0, -1))

    def late(thread):
        time.sleep(0.001 * next(started, 0))
        original(thread)

    threading.Thread.run = late
    try:
        return loader.load_epoch(epoch)
    finally:
        threading.Thread.run = original


def with_noisy_neighbour(loader_class, n_items, num_workers, seed, epoch):
    """One epoch while another thread keeps seeding and drawing from the global generators."""
    stop = threading.Event()

    def noise():
        k = 0
        while not stop.is_set():
            k += 1
            random.seed(k)
            random.random()
            if k % 8 == 0:
                np.random.seed(k)
                torch.manual_seed(k)

    neighbour = threading.Thread(target=noise, daemon=True)
    old = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        neighbour.start()
        return alone(loader_class, n_items, num_workers, seed, epoch)
    finally:
        stop.set()
        neighbour.join(5)
        sys.setswitchinterval(old)


def in_another_process(loader_class, n_items, num_workers, seed, epoch):
    """One epoch as a process with another string hash salt would see it."""
    original = builtins.hash

    def salted(value):
        texts = isinstance(value, (str, bytes)) or (
            isinstance(value, tuple) and any(isinstance(part, (str, bytes)) for part in value)
        )
        return original(value) ^ 0x5BD1E995 if texts else original(value)

    builtins.hash = salted
    try:
        loader = loader_class(n_items, num_workers, seed)
        return loader.epoch_order(epoch), loader.load_epoch(epoch)
    finally:
        builtins.hash = original

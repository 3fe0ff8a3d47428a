"""Reads samplers whole, and watches the global generators, beside the candidate's code."""

import builtins
import hashlib
import linecache
import os
import random
import types

import numpy as np
import torch


def read(sampler):
    """Length and indices, with the type of the first one that is no int."""
    indices = list(sampler)
    odd = next((type(i).__name__ for i in indices if type(i) is not int), None)
    return len(sampler), [int(i) for i in indices], odd


def shards(make, n, world_size, epoch=None, **options):
    """What every rank reads in one epoch."""
    result = []
    for rank in range(world_size):
        sampler = make(n, world_size, rank, **options)
        if epoch is not None:
            sampler.set_epoch(epoch)
        result.append(read(sampler))
    return result


def _states():
    name, keys, *rest = np.random.get_state()
    digest = hashlib.sha256(repr((random.getstate(), name, keys.tolist(), rest)).encode())
    digest.update(torch.get_rng_state().numpy().tobytes())
    return digest.hexdigest()


def between_items(cls, n):
    """Whether numbers drawn between two items, and after the first, are those of the person's own seed."""
    torch.manual_seed(7)
    random.seed(7)
    want = [(torch.rand(1).item(), random.random()) for _ in range(3)]
    torch.manual_seed(7)
    random.seed(7)
    items = iter(cls(n, 1, 0, seed=3))
    got = []
    for _ in range(3):
        next(items)
        got.append((torch.rand(1).item(), random.random()))
    return got == want


def side_by_side(cls, n):
    """Pairs of two iterations of one sampler at the same time."""
    sampler = cls(n, 1, 0, seed=3)
    return [list(pair) for pair in zip(sampler, sampler)]


def with_global_seed(number, make, *args, **options):
    """The indices with every global generator seeded, and whether one of them moved."""
    random.seed(number)
    np.random.seed(number)
    torch.manual_seed(number)
    before = _states()
    sampler = make(*args, **options)
    sampler.set_epoch(1)
    indices = read(sampler)[1]
    return indices, _states() != before


def _anew(name):
    """The candidate's code loaded once more, as another process would."""
    module = types.ModuleType("broken")
    exec("".join(linecache.getlines("broken.py")), module.__dict__)  # noqa: S102
    return getattr(module, name)


def with_other_hash(salt, name, *args, **options):
    """What every rank reads of the code loaded anew, with the hashes and addresses of another process."""
    true_hash, address, parent = builtins.hash, builtins.id, os.getppid
    shift = true_hash((1, salt)) & 0x7FFF_FFFF_FFF0

    def has_text(value):
        if isinstance(value, (tuple, frozenset)):
            return any(has_text(item) for item in value)
        return isinstance(value, (str, bytes))

    def other(value):
        return true_hash((salt, value)) if has_text(value) else true_hash(value)

    builtins.hash, os.getppid = other, lambda: 4710
    builtins.id = lambda thing: address(thing) ^ shift
    try:
        return shards(_anew(name), *args, **options)
    finally:
        builtins.hash, builtins.id, os.getppid = true_hash, address, parent

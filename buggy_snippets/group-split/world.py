"""Watches the global generators and the built-in hash while a function of the candidate runs."""

import builtins
import hashlib
import linecache
import os
import random
import types

import numpy as np
import torch


def _states():
    name, keys, *rest = np.random.get_state()
    text = repr((random.getstate(), name, keys.tolist(), rest))
    digest = hashlib.sha256(text.encode())
    digest.update(torch.get_rng_state().numpy().tobytes())
    return digest.hexdigest()


def with_global_seed(number, function, *args):
    """The result with every global generator seeded, and whether one of them moved."""
    random.seed(number)
    np.random.seed(number)
    torch.manual_seed(number)
    before = _states()
    result = function(*args)
    return result, _states() != before


def _anew(name):
    """The candidate's code loaded once more, as another process would."""
    module = types.ModuleType("broken")
    exec("".join(linecache.getlines("broken.py")), module.__dict__)  # noqa: S102
    return getattr(module, name)


def with_other_hash(salt, name, *args):
    """The result of the code loaded anew, with the hashes and addresses of another process."""
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
        return _anew(name)(*args)
    finally:
        builtins.hash, builtins.id, os.getppid = true_hash, address, parent


def keep_and_call(function, groups, *args):
    """The ids after the call, to see whether they were changed."""
    function(groups, *args)
    return groups

"""Watches the global generators and the built-in hash while a function of the candidate runs."""

import builtins
import hashlib
import random

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


def with_other_hash(salt, function, *args):
    """The result while the built-in hash of text answers as in a process started anew."""
    true_hash = builtins.hash

    def has_text(value):
        if isinstance(value, (tuple, frozenset)):
            return any(has_text(item) for item in value)
        return isinstance(value, (str, bytes))

    def other(value):
        return true_hash((salt, value)) if has_text(value) else true_hash(value)

    builtins.hash = other
    try:
        return function(*args)
    finally:
        builtins.hash = true_hash


def keep_and_call(function, groups, *args):
    """The ids after the call, to see whether they were changed."""
    function(groups, *args)
    return groups

"""Makes a process warm before it forks: imports, first calls, the machine's speed. One thread."""

import gc
import importlib
import os
import sys
import time
from pathlib import Path

import numpy as np
import torch

from drill.errors import RunnerError

_EARLY = (
    "asyncio bisect collections concurrent.futures copy dataclasses enum functools heapq inspect "
    "itertools json logging math operator queue random statistics string tempfile textwrap "
    "threading traceback typing unittest warnings weakref contextlib hashlib struct time "
    "torch.func torch.nn.functional torch.optim torch.utils.data torch.nn.utils numpy.random"
)
_REFERENCE_SECONDS = 0.012
"""What `_speed` takes on the machine that the deadlines were written on."""
_SLOWEST = 8.0


def prime() -> float:
    """Warm up; how many times slower this machine is than the reference (at least 1)."""
    torch.set_num_threads(1)
    torch.set_num_interop_threads(1)
    for name in _EARLY.split():
        importlib.import_module(name)
    _optimiser()
    _first_calls()
    scale = min(_SLOWEST, max(1.0, min(_speed() for _ in range(3)) / _REFERENCE_SECONDS))
    if (threads := thread_count()) != 1:
        raise RunnerError(f"{threads} threads before the fork: every child would hang")
    gc.collect()
    gc.freeze()
    gc.disable()
    return scale


def mend_threads() -> None:
    """Let torch replace its pool of threads, which a fork leaves unusable, while one thread runs.

    It does so at the next call that asks for the pool. New threads ask at their first operation;
    two that ask at once can see it missing, and the operation raises ("Invalid thread pool").
    """
    torch.set_num_threads(1)


def forget_ours() -> None:
    """See that the trainer's own folder leaves the import path that candidates inherit."""
    ours = Path(__file__).resolve().parents[2]
    if (ours / "drill").is_dir() and not ours.name.endswith("-packages"):
        sys.path[:] = [entry for entry in sys.path if entry and Path(entry).resolve() != ours]
    sys.dont_write_bytecode = True
    sys.argv = ["drill"]


def thread_count() -> int:
    folder = Path("/proc/self/task")
    return len(os.listdir(folder)) if folder.is_dir() else 1  # noqa: PTH208  (only counted)


def _optimiser() -> None:
    model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU(), torch.nn.Linear(4, 2))
    for kind in (torch.optim.AdamW, torch.optim.Adam, torch.optim.SGD):
        optimiser = kind(model.parameters(), lr=1e-3)
        if torch.version.cuda is None:
            loss = torch.nn.functional.cross_entropy(
                model(torch.ones(3, 4)), torch.tensor([0, 1, 1])
            )
            loss.backward()  # type: ignore[no-untyped-call]
        for weight in model.parameters():
            weight.grad = torch.zeros_like(weight)
        optimiser.step()


def _first_calls() -> None:
    x = torch.arange(12.0).reshape(3, 4)
    torch.func.vmap(torch.sum)(x)
    (x @ x.T).softmax(-1).to(torch.bfloat16).float().mean().item()
    torch.randn(3, generator=torch.Generator().manual_seed(1)).sort()
    torch.allclose(x, x)
    np.random.default_rng(0).permutation(4)
    np.linalg.norm(np.ones(3))
    repr(x)


def _speed() -> float:
    start = time.perf_counter()
    total = 0
    for number in range(60_000):
        total += number * number % 7
    x = torch.ones(128, 128)
    for _ in range(20):
        x = x @ x / 128
    return time.perf_counter() - start

"""Honest code of every kind runs unchanged within the walls."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.runner.conftest import Run

HONEST = {
    "optimiser": """
        import torch
        model = torch.nn.Linear(3, 1)
        step = torch.optim.AdamW(model.parameters(), lr=0.1)
        for _ in range(5):
            step.zero_grad(); model(torch.ones(4, 3)).pow(2).mean().backward(); step.step()
    """,
    "autograd": """
        import torch
        class Double(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x): return 2 * x
            @staticmethod
            def backward(ctx, g): return 2 * g
        x = torch.ones(3, dtype=torch.float64, requires_grad=True)
        Double.apply(x).sum().backward()
        assert x.grad.tolist() == [2.0] * 3
        assert torch.autograd.gradcheck(torch.sin, (x,))
    """,
    "vmap": """
        import torch
        from torch.func import grad, vmap
        assert vmap(grad(lambda x: x ** 2))(torch.arange(3.0)).tolist() == [0, 2, 4]
    """,
    "threads": """
        import threading, queue
        from concurrent.futures import ThreadPoolExecutor
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(abs, range(-50, 0))) == list(range(50, 0, -1))
        done, line = threading.Event(), queue.Queue(2)
        worker = threading.Thread(target=lambda: (line.put(1), done.set()))
        worker.start(); assert line.get(timeout=2) == 1; assert done.wait(2); worker.join()
    """,
    "asyncio": """
        import asyncio
        async def main():
            async with asyncio.timeout(2):
                return await asyncio.gather(asyncio.sleep(0.01, 1), asyncio.to_thread(int, "2"))
        assert asyncio.run(main()) == [1, 2]
    """,
    "dataclasses": """
        from dataclasses import dataclass, field, replace
        from enum import Enum
        from typing import NamedTuple
        @dataclass(frozen=True, slots=True)
        class P:
            x: int
            ys: list = field(default_factory=list)
        class C(Enum): A = 1
        class N(NamedTuple): a: int
        assert replace(P(1), x=2).x == 2 and C(1) is C.A and N(3).a == 3
    """,
    "functools": """
        import functools, itertools, operator, contextlib, collections
        @functools.lru_cache(maxsize=2)
        def f(x): return x + 1
        f(1); f(1); assert f.cache_info().hits == 1
        assert functools.reduce(operator.mul, range(1, 5)) == 24
        with contextlib.suppress(KeyError): {}["x"]
    """,
    "source": """
        import inspect, traceback
        import broken
        assert inspect.getsource(broken.thing) == "def thing():\\n    return 1\\n"
        assert inspect.getsource(broken.Kind).startswith("class Kind")
        assert inspect.signature(broken.thing).parameters == {}
        def here(): return 2
        assert "return 2" in inspect.getsource(here)
    """,
    "copying": """
        import copy, io, json, pickle, torch
        model = torch.nn.BatchNorm1d(2)
        again = copy.deepcopy(model)
        assert torch.equal(again.weight, model.weight)
        buffer = io.BytesIO(); torch.save(model.state_dict(), buffer); buffer.seek(0)
        again.load_state_dict(torch.load(buffer))
        assert pickle.loads(pickle.dumps({1: (2, 3)})) == {1: (2, 3)}
    """,
    "loader": """
        import torch
        from torch.utils.data import DataLoader, TensorDataset
        data = DataLoader(TensorDataset(torch.arange(10)), batch_size=3, shuffle=True)
        assert sorted(torch.cat([x for (x,) in data]).tolist()) == list(range(10))
    """,
    "numpy": """
        import numpy as np
        rng = np.random.default_rng(1)
        a = rng.normal(size=(30, 30)); assert np.allclose(np.linalg.inv(a) @ a, np.eye(30))
        assert np.frombuffer(np.arange(3).tobytes(), dtype=np.int64).tolist() == [0, 1, 2]
    """,
    "randomness": """
        import random, secrets, uuid, hashlib, numpy, torch
        random.seed(1); numpy.random.seed(1); torch.manual_seed(1)
        secrets.token_hex(); uuid.uuid4(); hashlib.sha256(b"x").hexdigest()
        assert torch.get_rng_state().numel() > 0
    """,
    "a profile": """
        import cProfile, io, pstats
        from broken import thing
        profile = cProfile.Profile()
        assert profile.runcall(thing) == 1
        shown = io.StringIO()
        pstats.Stats(profile, stream=shown).print_stats()
        assert "(thing)" in shown.getvalue()
    """,
    "time": """
        import time, datetime, signal, zoneinfo
        time.sleep(0.01); time.perf_counter(); datetime.datetime.now(zoneinfo.ZoneInfo("UTC"))
        signal.setitimer(signal.ITIMER_REAL, 0)
    """,
    "late imports": """
        import decimal, fractions, statistics, csv, sqlite3, zlib, ctypes, multiprocessing, logging
        import torch.nn.utils.parametrize, torch.distributions, numpy.fft
        logging.getLogger("x").warning("shown")
        assert statistics.median([1, 2, 3]) == 2
        assert sqlite3.connect(":memory:").execute("select 1").fetchone() == (1,)
    """,
    "compiled away": """
        import torch
        scripted = torch.jit.trace(torch.nn.Linear(2, 2), torch.ones(1, 2)) if False else None
        big = torch.randn(512, 512); (big @ big).sum().item()
        torch.sort(torch.randn(100_000)); torch.fft.fft(torch.randn(64))
    """,
}


@pytest.mark.parametrize("name", HONEST)
def test_honest_code_runs(script: "Run", name: str) -> None:
    """Everyday Python, torch and numpy work inside as they do outside."""
    verdict = script(HONEST[name], "def thing():\n    return 1\n\n\nclass Kind:\n    pass\n")
    assert verdict.verdict == "held", verdict


REFUSED = {
    "temporary file": "import tempfile; tempfile.TemporaryFile()",
    "process": "import subprocess; subprocess.run(['true'])",
    "fork": "import os; os.fork()",
    "network": "import socket; socket.create_connection(('127.0.0.1', 9))",
    "write": "import uuid; open(f'/tmp/{uuid.uuid4()}', 'w')",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_given_is_refused_politely(script: "Run", name: str) -> None:
    """A file, a process, a socket: an OSError at the line that asked, not a crash."""
    verdict = script(REFUSED[name])
    assert verdict.verdict == "unsolved"
    assert verdict.failure is not None
    assert verdict.failure.error in {"PermissionError", "FileNotFoundError", "OSError"}
    assert verdict.failure.line == 1

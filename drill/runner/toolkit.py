"""The `t` of a hidden check: the candidate's code at arm's length, dice, and comparison."""

import os
import random
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import numpy as np
import torch
from torch import Generator

from drill.runner.compare import is_close
from drill.runner.remote import Method, Remote, session_of
from drill.runner.session import Session

Kinds = type[BaseException] | tuple[type[BaseException], ...]


class Candidate:
    """One confined candidate: its module and the world beside it."""

    def __init__(self, session: Session, candidate: Any, world: Any) -> None:
        self.session = session
        self.candidate = candidate
        self.world = world


class Raises:
    """Context of `with t.raises(ValueError):`; afterwards `.error` is what was raised."""

    def __init__(self, kinds: Kinds) -> None:
        self.kinds = kinds
        self.error: BaseException | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> bool:
        if error is None:
            raise AssertionError
        if not isinstance(error, self.kinds):
            return False
        self.error = error
        return True


class Toolkit:
    """What a hidden check is given as `t`."""

    def __init__(
        self, home: Candidate, seed: int, device: str, spawn: Callable[[], Candidate]
    ) -> None:
        self._home = home
        self._spawn = spawn
        self.seed = seed
        self.device = device
        self.rng = random.Random(seed)  # noqa: S311  (dice of a test)

    @property
    def candidate(self) -> Any:
        return self._home.candidate

    @property
    def world(self) -> Any:
        if self._home.world is None:
            raise TypeError("this exercise has no world.py")
        return self._home.world

    @property
    def torch(self) -> Any:
        """The torch module of the candidate's process."""
        return self.there("torch")

    @property
    def numpy(self) -> Any:
        """The numpy module of the candidate's process."""
        return self.there("numpy")

    def there(self, path: str) -> Any:
        """Return a library object of the candidate's process by its dotted name."""
        return self._home.session.ask("named", path, keep=True)

    def spawn(self) -> Candidate:
        """Another fresh confined candidate with the same code."""
        return self._spawn()

    def keep(self, value: object) -> Any:
        """Put data into the candidate's process; the handle to it."""
        return self._home.session.ask("keep", value, keep=True)

    def fetch(self, value: object, limit: int = 100_000) -> Any:
        """Return the data behind a handle; of an iterator its first `limit` items as a list."""
        if not isinstance(value, Remote | Method):
            return value
        return session_of(value).ask("fetch", value, limit)

    def call_kept(self, function: Remote | Method, *args: object, **kwargs: object) -> Any:
        """Call, but leave the result there."""
        return session_of(function).ask("call", function, list(args), kwargs, keep=True)

    def begin(self, function: Remote | Method, *args: object) -> Callable[[], Any]:
        """Start a call; the judge may work meanwhile. What is returned waits for the result."""
        session = session_of(function)
        number = session.begin("call", function, list(args), {})
        return lambda: session.finish(number)

    def get_kept(self, value: Remote, name: str) -> Any:
        """Return an attribute, left there."""
        return session_of(value).ask("get", value, name, keep=True)

    def batch(self, target: Remote, calls: list[tuple[str, Any]]) -> list[tuple[bool, Any]]:
        """Many method calls in one crossing: (True, value) or (False, builtin error name)."""
        return list(session_of(target).ask("batch", target, calls))

    def same(self, one: Remote, other: Remote) -> bool:
        """Whether both handles mean the same object there."""
        return session_of(one).ask("same", one, other) is True

    def isinstance(self, value: object, kind: object) -> bool:
        """Whether the object there is an instance of the class there."""
        return self._home.session.ask("isinstance", value, kind) is True

    def has(self, value: Remote, name: str) -> bool:
        """Whether the object there has the attribute."""
        return session_of(value).ask("has", value, name) is True

    def drop(self, value: Remote) -> None:
        """Let the candidate's process forget the object."""
        session_of(value).ask("drop", value._drill_handle)  # noqa: SLF001  (its number)

    def wait(self, seconds: float) -> None:
        """Sleep, answering callbacks of the candidate's threads meanwhile."""
        self._home.session.pump(seconds)

    def after(self, function: Remote | Method, *args: object) -> list[Any]:
        """Call, and return the arguments as they are there afterwards."""
        kept = [self.keep(value) for value in args]
        self.call_kept(function, *kept)
        return [self.fetch(value) for value in kept]

    def plant(self, seed: int) -> None:
        """Seed the global generators of the candidate's process."""
        self._home.session.ask("seed", seed)

    def stands(self, seed: int) -> bool:
        """Whether those generators give what that seed gives first: the judge knows the numbers."""
        draws = self._home.session.ask("draw")
        own = random.Random(seed)  # noqa: S311  (the same dice)
        third = torch.rand(1, generator=Generator().manual_seed(seed))
        wants = [own.random(), np.random.RandomState(seed).random_sample(), third.item()]
        return self.is_close(draws, wants, atol=0.0, rtol=0.0)

    def threads(self) -> int:
        """Threads of the candidate's process as the kernel counts them; 0 where none are told."""
        try:
            return len(os.listdir(f"/proc/{self._home.session.pid}/task"))  # noqa: PTH208  (counted)
        except OSError:
            return 0

    def raises(self, kinds: Kinds, function: Any = None, *args: object, **kwargs: object) -> Any:
        """Check that the call raises one of these; without a function, a context."""
        context = Raises(kinds)
        if function is None:
            return context
        with context:
            function(*args, **kwargs)
        return context.error

    def close(self, got: Any, want: Any, **options: Any) -> bool:
        """Fails the check unless `got` matches in type, shape, dtype, then values."""
        if not self.is_close(got, want, **options):
            raise AssertionError
        return True

    def is_close(
        self,
        got: Any,
        want: Any,
        *,
        atol: float | None = None,
        rtol: float | None = None,
        equal_nan: bool = False,
    ) -> bool:
        return is_close(got, want, atol, rtol, equal_nan=equal_nan)

    def generator(self, number: int = 0) -> Generator:
        """Return a generator of the judge, different for each number and seed."""
        return Generator().manual_seed((self.seed * 1_000_003 + number) % (1 << 62))

"""All layers in the order in which they can be set, prepared once, set in each candidate."""

import os
import resource
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from drill.runner.confine import namespaces
from drill.runner.confine.landlock import Ruleset, readable
from drill.runner.confine.names import LAYERS
from drill.runner.confine.seccomp import Filter
from drill.runner.confine.system import PR_SET_NO_NEW_PRIVS, drop_capabilities, mapped, prctl
from drill.runner.limits import MEMORY_HEADROOM

_T = TypeVar("_T")
_NO_FILES = 64
_CPU_SECONDS = 600
_HIDDEN = ("/home", "/root", "/tmp", "/var/tmp", "/mnt", "/media", "/srv", "/opt")  # noqa: S108


class Walls:
    """Every layer, made ready in a process that is still free."""

    def __init__(
        self, left_out: Sequence[Path], *, without: Sequence[str] = (), gpu: bool = False
    ) -> None:
        self._gpu = gpu
        self._without = tuple(without)
        self._left_out = [path for path in left_out if path.exists()]
        self.problems: dict[str, str] = dict.fromkeys(without, "taken away on request")
        self._ruleset = self._make("landlock", lambda: Ruleset(self._left_out, gpu=gpu))
        self._filter = self._make("seccomp", lambda: Filter(gpu=gpu))

    def _make(self, name: str, build: Callable[[], _T]) -> _T | None:
        if name in self._without:
            return None
        try:
            return build()
        except (OSError, KeyError) as error:
            self.problems[name] = f"this kernel has none: {error}"
            return None

    def for_gpu(self) -> "Walls":
        """Return the same walls with a GPU's devices let through."""
        return Walls(self._left_out, without=self._without, gpu=True)

    def descriptors(self) -> tuple[int, ...]:
        """Descriptors that must stay open until the walls are set."""
        return () if self._ruleset is None else (self._ruleset.descriptor,)

    def apply(self, *, bonus: bool) -> dict[str, str]:
        """Set every layer here; each maps to an empty text or to why it does not hold."""
        steps: dict[str, Callable[[], None]] = {
            "namespaces": self._namespaces if bonus else _not_probed,
            "rlimits": self._rlimits,
            "no_new_privs": _no_new_privs,
        }
        if self._ruleset is not None:
            steps["landlock"] = self._ruleset.apply
        if self._filter is not None:
            own, fence = os.getpid(), self._filter
            steps["seccomp"] = lambda: fence.apply(own)
        state = dict.fromkeys(LAYERS, "not set") | self.problems
        for name, step in steps.items():
            if name in self._without:
                continue
            try:
                step()
                state[name] = ""
            except (OSError, ValueError) as error:
                state[name] = str(error)
        return state

    def _namespaces(self) -> None:
        needed = [*readable(), Path(sys.prefix), Path(sys.base_prefix)]
        folders = [Path(name) for name in _HIDDEN] + self._left_out
        namespaces.enter(folders, needed)

    def _rlimits(self) -> None:
        memory = mapped() + MEMORY_HEADROOM
        limits = {
            resource.RLIMIT_DATA: memory,
            resource.RLIMIT_FSIZE: 0,
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_NOFILE: _NO_FILES,
            resource.RLIMIT_CPU: _CPU_SECONDS,
            resource.RLIMIT_MEMLOCK: 0,
        }
        if not self._gpu:
            limits[resource.RLIMIT_AS] = memory
        for what, value in limits.items():
            _, hard = resource.getrlimit(what)
            if hard != resource.RLIM_INFINITY:
                value = min(value, hard)  # noqa: PLW2901
            resource.setrlimit(what, (value, value))


def _no_new_privs() -> None:
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    drop_capabilities()


def _not_probed() -> None:
    raise OSError("not given to this user")

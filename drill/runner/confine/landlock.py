"""Landlock: a read-only list of folders, no writable path, no network, no foreign signals."""

import ctypes
import fcntl
import os
import struct
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from drill.runner.confine.system import syscall

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION = 1
_PATH_BENEATH = 1
_WRITE_FILE, _READ_FILE, _READ_DIR = 2, 4, 8
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}
"""Number of file rights by version of the interface; 16 from version 5."""
_NET, _SCOPED = 3, 3
_OUT_OF_THE_WAY = 40
"""The descriptor stands above those that a candidate's process arranges."""
_READABLE = (
    "/lib /lib32 /lib64 /usr/lib /usr/lib32 /usr/lib64 /usr/share/zoneinfo /etc/ld.so.cache "
    "/etc/localtime /proc/cpuinfo /proc/meminfo /proc/stat /proc/sys/vm/overcommit_memory "
    "/sys/devices/system/cpu /sys/devices/system/node /dev/zero /dev/random /dev/urandom"
)
_GPU = "/dev/nvidiactl /dev/nvidia-uvm /dev/nvidia-uvm-tools"


def version() -> int:
    """Version of the kernel's interface; an OSError where there is none."""
    return syscall(_CREATE, None, 0, _VERSION)


def readable() -> list[Path]:
    """Folders that Python and torch read while code runs."""
    paths = [Path(path) for path in _READABLE.split()]
    keys = ("stdlib", "platstdlib", "purelib", "platlib")
    paths += [Path(sysconfig.get_paths()[key]) for key in keys]
    paths += [Path(entry) for entry in sys.path if entry.endswith(("-packages", "lib-dynload"))]
    return list(dict.fromkeys(path for path in paths if path.exists()))


def split(folder: Path, left_out: Sequence[Path]) -> Iterator[Path]:
    """Return the folder, or its parts where something in it must stay unreadable."""
    real = folder.resolve()
    if any(real == hidden or real.is_relative_to(hidden) for hidden in left_out):
        return
    if not any(hidden.is_relative_to(real) for hidden in left_out):
        yield folder
        return
    with suppress(OSError):
        for part in sorted(real.iterdir()):
            yield from split(part, left_out)


class Ruleset:
    """Rules made once; any process that inherits the descriptor can lock itself in."""

    def __init__(self, left_out: Iterable[Path], *, gpu: bool = False) -> None:
        abi = version()
        rights = (1 << _RIGHTS.get(abi, 16)) - 1
        fields = [rights, _NET if abi >= 4 else None, _SCOPED if abi >= 6 else None]  # noqa: PLR2004
        attribute = b"".join(struct.pack("<Q", field) for field in fields if field is not None)
        made = syscall(_CREATE, ctypes.create_string_buffer(attribute), len(attribute), 0)
        self.descriptor = fcntl.fcntl(made, fcntl.F_DUPFD_CLOEXEC, _OUT_OF_THE_WAY)
        os.close(made)
        hidden = [path.resolve() for path in left_out]
        for folder in readable():
            for part in split(folder, hidden):
                self._allow(part, _READ_FILE | _READ_DIR)
        self._allow(Path("/dev/null"), _READ_FILE | _WRITE_FILE)
        if gpu:
            for device in [*_GPU.split(), *map(str, Path("/dev").glob("nvidia[0-9]*"))]:
                self._allow(Path(device), _READ_FILE | _WRITE_FILE | (1 << 15 if abi >= 5 else 0))  # noqa: PLR2004

    def _allow(self, path: Path, access: int) -> None:
        try:
            descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            return
        try:
            access &= ~(0 if path.is_dir() else _READ_DIR)
            rule = ctypes.create_string_buffer(struct.pack("<Qi", access, descriptor), 12)
            syscall(_ADD, self.descriptor, _PATH_BENEATH, rule, 0)
        finally:
            os.close(descriptor)

    def apply(self) -> None:
        """Lock this process in (no_new_privs must be set)."""
        syscall(_RESTRICT, self.descriptor, 0)
        os.close(self.descriptor)

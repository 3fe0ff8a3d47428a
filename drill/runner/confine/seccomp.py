"""A seccomp filter: an allow list in BPF, with the arguments of a few calls looked at."""

import ctypes
import errno
import struct

from drill.runner.confine.syscalls import AUDIT_ARCH, GUARDED, allowed
from drill.runner.confine.system import machine, syscall

_LOAD, _AND, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_ALLOW = 0x7FFF0000
_KILL = 0x80000000
_REFUSE = 0x00050000 | errno.EPERM
_UNKNOWN = 0x00050000 | errno.ENOSYS
_X32 = 0x40000000
_SECCOMP = {"x86_64": 317, "aarch64": 277}
_SET_FILTER = 1
_SPEC_ALLOW = 4
"""Leaves the processor's speculation as it is: the process runs our user's code, not a guest."""
_LOW, _HIGH = 0, 4

_CLONE_THREAD = 0x00010000
_CLONE_NEW_ANY = 0x7E020080
_MAP_SHARED_ANONYMOUS = 0x21
_SELF = 0xFFFFFFFF
"""Stands for the process's own id until the filter is set."""
_IOCTLS = (0x5401, 0x5413, 0x5421, 0x5450, 0x5451)
"""TCGETS, TIOCGWINSZ, FIONBIO, FIONCLEX, FIOCLEX."""
_FCNTLS = (0, 1, 2, 3, 4, 1030)
"""DUPFD, GETFD, SETFD, GETFL, SETFL, DUPFD_CLOEXEC."""
_PRCTLS = (3, 15, 16, 21, 0x53564D41)
"""GET_DUMPABLE, SET_NAME, GET_NAME, GET_SECCOMP, SET_VMA."""

_Step = tuple[int, int, int, int]


def _argument(index: int, half: int = _LOW) -> _Step:
    return (_LOAD, 0, 0, 16 + 8 * index + half)


def _one_of(load: _Step, values: tuple[int, ...], mask: int | None = None) -> list[_Step]:
    """Refuse unless the argument (under the mask) is one of the values."""
    steps = [load] if mask is None else [load, (_AND, 0, 0, mask)]
    count = len(values)
    steps += [(_EQUAL, count - at, 0, value) for at, value in enumerate(values)]
    return [*steps, (_RETURN, 0, 0, _REFUSE)]


def _guards(*, gpu: bool) -> dict[str, list[_Step]]:
    null = [*_one_of(_argument(4), (0,)), *_one_of(_argument(4, _HIGH), (0,))]
    shared = [
        _argument(3),
        (_AND, 0, 0, _MAP_SHARED_ANONYMOUS),
        (_EQUAL, 0, 1, _MAP_SHARED_ANONYMOUS),
        (_RETURN, 0, 0, _REFUSE),
    ]
    return {
        "mmap": [] if gpu else shared,
        "ioctl": [] if gpu else _one_of(_argument(1), _IOCTLS),
        "sendto": null,
        "socketpair": [*_one_of(_argument(0), (1,)), *_one_of(_argument(1), (1,), 0xF)],
        "clone": _one_of(_argument(0), (_CLONE_THREAD,), _CLONE_THREAD | _CLONE_NEW_ANY),
        "kill": _one_of(_argument(0), (_SELF,)),
        "fcntl": _one_of(_argument(1), _FCNTLS),
        "prctl": _one_of(_argument(0), _PRCTLS),
        "tgkill": _one_of(_argument(0), (_SELF,)),
        "prlimit64": [
            *_one_of(_argument(2), (0,)),
            *_one_of(_argument(2, _HIGH), (0,)),
            *_one_of(_argument(0), (0, _SELF)),
        ],
        "clone3": [(_RETURN, 0, 0, _UNKNOWN)],
    }


def build(name: str, *, gpu: bool = False) -> bytearray:
    """Return the filter's program for a machine, with the place of the own id still open."""
    steps: list[_Step] = [
        (_LOAD, 0, 0, 4),
        (_EQUAL, 1, 0, AUDIT_ARCH[name]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, 0),
    ]
    if name == "x86_64":
        steps += [(_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _KILL)]
    for number in allowed(name):
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW)]
    for call, guard in _guards(gpu=gpu).items():
        block = [*guard, (_RETURN, 0, 0, _ALLOW)]
        steps += [(_EQUAL, 0, len(block), GUARDED[call][name]), *block]
    steps.append((_RETURN, 0, 0, _REFUSE))
    return bytearray(b"".join(struct.pack("<HBBI", *step) for step in steps))


class Filter:
    """A filter built once and set in many processes."""

    def __init__(self, *, gpu: bool = False) -> None:
        self._program = build(machine(), gpu=gpu)
        self._places = [
            at + 4
            for at in range(0, len(self._program), 8)
            if struct.unpack_from("<HBBI", self._program, at)[::3] == (_EQUAL, _SELF)
        ]

    def apply(self, own: int) -> None:
        """Set the filter in this process, once and for ever."""
        for place in self._places:
            struct.pack_into("<I", self._program, place, own)
        program = (ctypes.c_char * len(self._program)).from_buffer(self._program)
        head = struct.pack("<HxxxxxxQ", len(self._program) // 8, ctypes.addressof(program))
        buffer = ctypes.create_string_buffer(head, len(head))
        syscall(_SECCOMP[machine()], _SET_FILTER, _SPEC_ALLOW, buffer)

"""The system call filter decides as written, on both kinds of machine."""

import struct
from pathlib import Path

import pytest

from drill.runner.confine.landlock import split
from drill.runner.confine.names import REQUIRED, missing
from drill.runner.confine.seccomp import build
from drill.runner.confine.syscalls import AUDIT_ARCH, GUARDED, allowed

ALLOW, ERRNO, KILL = 0x7FFF0000, 0x00050000, 0x80000000
MACHINES = ("x86_64", "aarch64")
EXECVE = {"x86_64": 59, "aarch64": 221}
SOCKET = {"x86_64": 41, "aarch64": 198}
IO_URING = 425


def decide(program: bytes, arch: int, number: int, *args: int) -> int:
    """Run the filter as the kernel would."""
    data = struct.pack("<IIQ6Q", number, arch, 0, *(args + (0,) * 6)[:6])
    at = value = 0
    while True:
        code, yes, no, k = struct.unpack_from("<HBBI", program, 8 * at)
        at += 1
        match code:
            case 0x20:
                value = struct.unpack_from("<I", data, k)[0]
            case 0x54:
                value &= k
            case 0x15:
                at += yes if value == k else no
            case 0x35:
                at += yes if value >= k else no
            case 0x06:
                return k & 0xFFFF0000
            case _:
                raise AssertionError(code)


@pytest.mark.parametrize("machine", MACHINES)
def test_only_what_is_listed(machine: str) -> None:
    """Listed calls pass, all others are refused, a foreign architecture is killed."""
    program, arch = build(machine), AUDIT_ARCH[machine]
    open_to_all = set(allowed(machine))
    guarded = {numbers[machine] for numbers in GUARDED.values()}
    assert not open_to_all & guarded
    for number in range(600):
        said = decide(program, arch, number)
        if number in open_to_all:
            assert said == ALLOW
        elif number not in guarded:
            assert said == ERRNO
    for number in (EXECVE[machine], SOCKET[machine], IO_URING):
        assert decide(program, arch, number) == ERRNO
    assert decide(program, arch ^ 1, 0) == KILL


@pytest.mark.parametrize("machine", MACHINES)
def test_arguments_are_looked_at(machine: str) -> None:
    """Threads but no processes, private memory but none shared, signals only to oneself."""
    program, arch = build(machine), AUDIT_ARCH[machine]

    def ask(name: str, *args: int) -> bool:
        return decide(program, arch, GUARDED[name][machine], *args) == ALLOW

    thread = 0x3D0F00
    assert ask("clone", thread)
    assert not ask("clone", 17)
    assert not ask("clone", thread | 0x10000000)
    assert not ask("clone3")
    assert ask("mmap", 0, 4096, 3, 0x22)
    assert not ask("mmap", 0, 4096, 3, 0x21)
    assert ask("sendto", 3, 0, 0, 0, 0)
    assert not ask("sendto", 3, 0, 0, 0, 1 << 40)
    assert ask("socketpair", 1, 1 | 0o2000000)
    assert not ask("socketpair", 1, 2)
    assert not ask("socketpair", 16, 1)
    assert not ask("kill", 1)
    assert ask("kill", 0xFFFFFFFF)
    assert ask("prlimit64", 0, 7, 0)
    assert not ask("prlimit64", 0, 7, 1 << 33)
    assert not ask("prlimit64", 1, 7, 0)
    assert not ask("ioctl", 0, 0x5412)
    assert ask("ioctl", 0, 0x5401)
    assert not ask("fcntl", 3, 8)
    assert not ask("prctl", 38)


def test_a_folder_is_split_round_what_stays_hidden(tmp_path: Path) -> None:
    """Everything beside the hidden folder is readable, the hidden folder and its parents not."""
    for name in ("a", "b/c", "b/d"):
        (tmp_path / name).mkdir(parents=True)
    parts = list(split(tmp_path, [(tmp_path / "b" / "c").resolve()]))
    assert parts == [tmp_path / "a", tmp_path / "b" / "d"]
    assert list(split(tmp_path / "b" / "c", [(tmp_path / "b").resolve()])) == []
    assert list(split(tmp_path, [])) == [tmp_path]


def test_a_layer_that_was_not_reported_is_missing() -> None:
    """Silence about a layer never counts as a wall."""
    assert set(missing({})) == set(REQUIRED)
    assert missing(dict.fromkeys(REQUIRED, "")) == {}

"""The few calls of the C library and the kernel that the layers share."""

import ctypes
import os
import platform

_libc = ctypes.CDLL(None, use_errno=True)
PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
_CAPSET = {"x86_64": 126, "aarch64": 91}
_CAP_VERSION_3 = 0x20080522


def syscall(number: int, *args: object) -> int:
    """Call the kernel; an OSError when it refuses."""
    result = int(_libc.syscall(number, *args))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def prctl(option: int, *args: int) -> None:
    values = [ctypes.c_ulong(value) for value in (*args, 0, 0, 0, 0)[:4]]
    if _libc.prctl(option, *values) < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def drop_capabilities() -> None:
    """Give up every capability, so that root inside is as weak as anyone."""
    header = (ctypes.c_uint32 * 2)(_CAP_VERSION_3, 0)
    syscall(_CAPSET[machine()], ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)()))


def mapped() -> int:
    """Bytes this process maps. Not read by pathlib: its first use in a fork costs a millisecond."""
    descriptor = os.open("/proc/self/statm", os.O_RDONLY)
    try:
        return int(os.read(descriptor, 100).split()[0]) * os.sysconf("SC_PAGE_SIZE")
    finally:
        os.close(descriptor)


def trim() -> None:
    """Give memory that is free back to the system, where the C library can."""
    if hasattr(_libc, "malloc_trim"):
        _libc.malloc_trim(0)


def machine() -> str:
    name = platform.machine().lower()
    return {"amd64": "x86_64", "arm64": "aarch64"}.get(name, name)


def mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    if _libc.mount(source.encode(), target.encode(), kind.encode(), flags, data.encode()) < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{os.strerror(code)}: {target}")


def unshare(flags: int) -> None:
    if _libc.unshare(flags) < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))

# files in memory, shared memory, queues


def attempt(what, act):
    try:
        got = act()
    except BaseException as error:
        print("held", what, type(error).__name__)
    else:
        print("ESCAPED", what, repr(got)[:80])


import ctypes
import platform

X86 = platform.machine() == "x86_64"
libc = ctypes.CDLL(None, use_errno=True)


def raw(x86, arm, *args):
    result = libc.syscall(x86 if X86 else arm, *args)
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result

import multiprocessing.shared_memory as shared

attempt("memfd", lambda: raw(319, 279, b"left", 0))
attempt("memfd_secret", lambda: raw(447, 447, 0))
attempt("shmget", lambda: raw(29, 194, 0, 4096, 0o1600))
attempt("mq_open", lambda: raw(240, 180, b"left", 0o102, 0o600, None))
attempt("semget", lambda: raw(64, 190, 0, 1, 0o1600))
attempt("shm_open", lambda: shared.SharedMemory("left-drill", create=True, size=4096).name)


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass

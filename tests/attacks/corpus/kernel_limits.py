# raise limits, change identity, undo the filter


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

import resource

def raise_limit():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))


attempt("setrlimit", raise_limit)
attempt("prlimit parent", lambda: raw(302, 261, 1, 7, ctypes.create_string_buffer(16), None))
attempt("setuid", lambda: raw(105, 146, 0))
attempt("setgroups", lambda: raw(116, 159, 0, None))
attempt("capset", lambda: raw(126, 91, ctypes.create_string_buffer(8), ctypes.create_string_buffer(24)))
attempt("seccomp", lambda: raw(317, 277, 1, 1, ctypes.create_string_buffer(16)))
attempt("landlock", lambda: raw(444, 444, None, 0, 1))
attempt("no_new_privs", lambda: raw(157, 167, 38, 0, 0, 0, 0))
attempt("pdeathsig", lambda: raw(157, 167, 1, 0, 0, 0, 0))
attempt("dumpable", lambda: raw(157, 167, 4, 1, 0, 0, 0))
attempt("nice", lambda: raw(141, 140, 0, 0, 5))
attempt("affinity", lambda: raw(203, 122, 0, 8, ctypes.create_string_buffer(8)))


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass

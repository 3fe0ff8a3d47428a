# new processes by raw calls


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

attempt("fork", lambda: raw(57, 220, 17, 0))
attempt("vfork", lambda: raw(58, 220, 0x4111, 0))
attempt("clone", lambda: raw(56, 220, 17, 0, 0, 0, 0))
attempt("clone3", lambda: raw(435, 435, ctypes.create_string_buffer(88), 88))
attempt("execve", lambda: raw(59, 221, b"/bin/sh", None, None))
attempt("execveat", lambda: raw(322, 281, -100, b"/bin/sh", None, None, 0))


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass

# sockets of every family by raw calls


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

for name, family, kind in (
    ("tcp", 2, 1), ("udp", 2, 2), ("tcp6", 10, 1), ("unix", 1, 1), ("netlink", 16, 3),
    ("packet", 17, 3), ("vsock", 40, 1), ("alg", 38, 5),
):
    attempt(name, lambda family=family, kind=kind: raw(41, 198, family, kind, 0))
attempt("datagram pair", lambda: raw(53, 199, 1, 2, 0, ctypes.create_string_buffer(8)))
attempt("sendmsg", lambda: raw(46, 211, 3, None, 0))
attempt("connect", lambda: raw(42, 203, 3, b"x", 1))
attempt("bind", lambda: raw(49, 200, 3, b"x", 1))


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass

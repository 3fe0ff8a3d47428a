# mounts, roots, namespaces, host name


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

attempt("mount", lambda: raw(165, 40, b"none", b"/tmp", b"tmpfs", 0, None))
attempt("umount", lambda: raw(166, 39, b"/tmp", 2))
attempt("pivot_root", lambda: raw(155, 41, b"/", b"/"))
attempt("chroot", lambda: raw(161, 51, b"/"))
attempt("unshare", lambda: raw(272, 97, 0x10000000))
attempt("setns", lambda: raw(308, 268, 0, 0))
attempt("sethostname", lambda: raw(170, 161, b"left", 4))
attempt("open_tree", lambda: raw(428, 428, -100, b"/", 1))
attempt("fsopen", lambda: raw(430, 430, b"tmpfs", 0))


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass

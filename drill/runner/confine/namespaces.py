"""Own user and mount namespaces, where a kernel gives them: they hide what stat would tell."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from drill.runner.confine.system import mount, unshare

_NEW_NS, _NEW_USER = 0x00020000, 0x10000000
_PRIVATE = 0x44000
"""MS_REC | MS_PRIVATE."""
_COVER = 0x0F
"""MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC."""


def enter(hidden: Sequence[Path], needed: Sequence[Path]) -> None:
    """Leave the machine's namespaces and cover folders; an OSError where that is not allowed."""
    user, group = os.geteuid(), os.getegid()
    unshare(_NEW_USER | _NEW_NS)
    with suppress(FileNotFoundError):
        Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")
    mount("none", "/", "none", _PRIVATE)
    for folder in hidden:
        if folder.is_dir() and not any(path.is_relative_to(folder) for path in needed):
            mount("tmpfs", str(folder), "tmpfs", _COVER, "size=4k,mode=555")

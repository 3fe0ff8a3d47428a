"""One fault in a process of its own: `script.py NAME HOME …`; prints what a test looks for."""

import os
import resource
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from drill.errors import StoreError
from drill.services.views import SittingSpec
from tests.core_fakes import Desk


def until_full(desk: Desk) -> str:
    """Answer until a write fails; return what the person had typed then."""
    text = "right " + "x" * 20_000
    desk.practice.start(SittingSpec(mode="grill"))
    for _ in range(50):
        try:
            desk.practice.submit(text)
            desk.practice.next()
        except StoreError as error:
            print("FULL", str(error))  # noqa: T201
            return text
    raise SystemExit("never full")


def go_on(desk: Desk, text: str) -> None:
    """Press the same keys again once there is space."""
    shown = desk.practice.view()
    if shown.phase == "answering":
        shown = desk.practice.submit(text)
    print("AFTER", shown.phase, shown.review.verdict if shown.review else None)  # noqa: T201
    done = [item for item in desk.practice.scorecard().items if item.outcome == "graded"]
    whole = all(item.answer == text and item.verdict == "correct" for item in done)
    desk.practice.quit()
    again = desk.again()
    kept = again.practice.scorecard("desk-sitting-1")
    same = [i.answer for i in kept.items if i.outcome == "graded"] == [i.answer for i in done]
    print("WHOLE", whole and same and not again.log.check(), len(done))  # noqa: T201


def limited(home: Path) -> None:
    """Let a limit on the size of any file stand for the full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    desk = Desk(home)
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, hard))
    text = until_full(desk)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    go_on(desk, text)


def small_disk(home: Path) -> None:
    """`home` lies on a file system of its own that ballast makes small."""
    ballast = home.parent / "ballast"
    ballast.write_bytes(b"x" * 600_000)
    desk = Desk(home)
    text = until_full(desk)
    ballast.unlink()
    go_on(desk, text)


def no_rights(home: Path) -> None:
    """Look at a home that belongs to somebody else."""
    if os.geteuid() == 0:
        os.setegid(65534)
        os.seteuid(65534)
    desk = Desk(home)
    try:
        desk.practice.start(SittingSpec(mode="grill"))
        print("STARTED")  # noqa: T201
    except StoreError as error:
        print("REFUSED", str(error))  # noqa: T201


if __name__ == "__main__":
    {"limited": limited, "small_disk": small_disk, "no_rights": no_rights}[sys.argv[1]](
        Path(sys.argv[2])
    )

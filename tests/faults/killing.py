"""Kill a sitting at random moments and look what the next start finds.

`killing.py HOME MOMENTS SEED`: forks a player for each moment (a process of its own, killed with
SIGKILL), reads the journal of what the player had been shown, and opens the history again.
Prints one line for each broken promise and exits 1 when there was any.
"""

import contextlib
import os
import random
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from drill.errors import DrillError
from drill.services.pen import Journal
from drill.services.practice import Practice
from drill.services.views import SittingSpec, View
from drill.store.history import History
from tests.core_fakes import SmallBank, WordMarker

SPEED = 20.0
"""The player's clock runs this much faster, so that a second is short."""
OLD = 1.0
"""Seconds after which a draft has to be safe."""
BEAT = 1.05
"""Seconds of the clock that a kill may give back."""
LONGEST = 0.35
"""Real seconds until the kill, at most."""
ANSWERS = (
    "this is right, and it goes on for a while",
    "half of it",
    "wrong, sorry, I do not know this one",
    "maybe right 🦊",
    "学習率 right",
)


class FastClock:
    def __init__(self) -> None:
        from drill.clock import SystemClock  # noqa: PLC0415

        self._real = SystemClock()

    def utc(self):  # noqa: ANN201
        return self._real.utc()

    def monotonic(self) -> float:
        return self._real.monotonic() * SPEED


def trainer(home: Path, name: str) -> tuple[Practice, History]:
    clock = FastClock()
    log = History(home, owner=name, now=clock.utc)
    dice = random.Random(name)
    practice = Practice(
        Journal(log, clock, lambda: f"{name}-{dice.randrange(16**8):08x}"),
        bank=SmallBank,
        marker=WordMarker(),
        dice=random.Random,
        draw=lambda: dice.randrange(2**31),
        interview=lambda: None,
    )
    return practice, log


def think_and_type(practice, text: str, dice: random.Random, say) -> View:  # noqa: ANN001
    """Wait or not, then type slowly or fast, the clock ticking all the while."""
    pause = dice.choice([0.001, 0.02])
    lengths = [*[0] * dice.choice([0, 30]), *range(1, len(text) + 1)]
    view = practice.view()
    for length in lengths:
        if length:
            say("typing", view.sitting, view.index, text[:length])
            practice.draft(text[:length])
            say("typed", view.sitting, view.index, FastClock().monotonic(), text[:length])
        time.sleep(dice.random() * pause if length else 0.005)
        asked = FastClock().monotonic()
        view = practice.tick()
        took = FastClock().monotonic() - asked
        say("tick", view.sitting, view.index, asked, took, view.left)
        if view.phase == "reviewing":
            break
    return view


def play(home: Path, name: str, journal: int) -> None:
    """Take sittings for ever, writing down each thing once it was shown."""
    practice, _ = trainer(home, name)
    dice = random.Random(name)

    def say(*words: object) -> None:
        os.write(journal, ("\t".join(map(str, words)) + "\n").encode())

    while True:
        view = practice.start(SittingSpec(mode="grill", items=4, shuffle=True))
        while view.phase != "finished":
            text = dice.choice(ANSWERS)
            view = think_and_type(practice, text, dice, say)
            if view.phase == "answering":
                if dice.random() < 0.1:
                    practice.hint()
                if dice.random() < 0.1:
                    practice.pause()
                    practice.unpause()
                view = practice.submit(text)
            shown = view.review
            say("shown", view.sitting, view.index, shown.verdict, shown.standing, shown.answer)
            if dice.random() < 0.2 and shown.verdict != "correct":
                say("overruling", view.sitting, view.index)
                view = practice.overrule("correct", "same thing")
                shown = view.review
                say("shown", view.sitting, view.index, shown.verdict, shown.standing, shown.answer)
            time.sleep(dice.random() * 0.02)  # the verdict is read
            view = practice.next()


def examine(home: Path, name: str, lines: list[list[str]]) -> list[str]:
    """Open the history as the next start does and hold it against the journal."""
    practice, log = trainer(home, name)
    broken = []
    shown = {(w[1], int(w[2])): w[3:] for w in lines if w[0] == "shown"}
    cards = {sitting: practice.scorecard(sitting) for sitting in {s for s, _ in shown}}
    for (sitting, index), (verdict, standing, answer) in shown.items():
        item = cards[sitting].items[index]
        under_way = ["overruling", sitting, str(index)] in lines and item.overruled == "correct"
        found = (item.verdict, item.standing, item.answer)
        if found != (verdict, standing, answer) and not (under_way and item.answer == answer):
            broken.append(f"shown {verdict} {answer!r}, found {item.verdict} {item.answer!r}")
    ticks = [w for w in lines if w[0] == "tick"]
    if ticks and (left := [r for r in practice.resumable() if r.sitting == ticks[-1][1]]):
        broken += _draft(practice, left[0].sitting, lines, ticks[-1], shown)
    log.close()
    return broken


def _draft(practice, sitting, lines, tick, shown) -> list[str]:  # noqa: ANN001
    _, _, index, at, took, left = tick
    view = practice.resume(sitting)
    broken = []
    if view.phase != "paused":
        broken.append(f"resumed as {view.phase}")
    typed = [w for w in lines if w[:3] == ["typed", sitting, index]]
    begun = [w[3] for w in lines if w[:3] == ["typing", sitting, index]]
    safe = [w for w in typed if float(w[3]) <= float(at) - OLD]
    if (sitting, int(index)) not in shown and view.index == int(index):
        found = practice.scorecard().items[view.index].answer
        if safe and not (found.startswith(safe[-1][4]) and begun[-1].startswith(found)):
            broken.append(f"draft {safe[-1][4]!r} was old enough, found {found!r}")
        if view.left > float(left) + BEAT + float(took):
            broken.append(f"the clock showed {left}, resumed with {view.left}")
    view = practice.unpause()
    if view.phase == "answering" and practice.submit("right").review is None:
        broken.append("cannot go on")
    practice.quit()
    return broken


def one_moment(home: Path, name: str, dice: random.Random) -> list[str]:
    read, write = os.pipe()
    player = os.fork()
    if player == 0:
        os.close(read)
        try:
            play(home, name, write)
        except BaseException as error:  # noqa: BLE001 - the parent hears of it
            os.write(write, f"died\t{error!r}\n".encode())
        os._exit(1)
    os.close(write)
    time.sleep(dice.random() * LONGEST)
    with contextlib.suppress(ProcessLookupError):
        os.kill(player, signal.SIGKILL)
    with os.fdopen(read, "rb") as pipe:
        raw = pipe.read().decode()
    os.waitpid(player, 0)
    lines = [line.split("\t") for line in raw.split("\n")[:-1]]
    broken = [f"the player died: {line[1]}" for line in lines if line[0] == "died"]
    try:
        return broken + examine(home, name + "-next", lines)
    except DrillError as error:
        return [*broken, f"the next start failed: {error}"]


def main() -> int:
    home, moments, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    dice = random.Random(seed)
    broken, seen = [], 0
    for moment in range(moments):
        broken += [f"{moment}: {line}" for line in one_moment(home, f"m{moment}", dice)]
        seen += 1
    print(*broken, f"moments {seen}", sep="\n")  # noqa: T201
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())

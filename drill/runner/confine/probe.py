"""Which walls hold on this machine: set in a process of its own, told as JSON."""

import json
import os
import sys
from pathlib import Path

from drill.runner.confine.layers import Walls


def main() -> None:
    walls = Walls([Path(__file__).parents[2]])
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        state = walls.apply(bonus=True)
        os.write(1, json.dumps(state).encode())
        os._exit(0)
    os.waitpid(child, 0)


if __name__ == "__main__":
    main()

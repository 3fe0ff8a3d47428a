"""Take ten sittings as fast as the disk lets us: `two.py HOME NAME`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from drill.services.views import SittingSpec
from tests.core_fakes import Desk

desk = Desk(Path(sys.argv[1]), name=sys.argv[2])
for _ in range(10):
    desk.practice.start(SittingSpec(mode="grill", items=5))
    for _ in range(5):
        desk.answer("right")
desk.log.close()

"""Every figure the README quotes, measured in one run, as ratios where a machine matters.

Each module beside this one has `run() -> list[Row]`; a row is (figure, measured, bar met).
`python -m benchmarks NAME …` runs only the named ones.
"""

import importlib
import pkgutil
import sys
from pathlib import Path

HIDDEN = {"__main__"}


def main(names: list[str]) -> int:
    here = Path(__file__).parent
    known = sorted(m.name for m in pkgutil.iter_modules([str(here)]) if m.name not in HIDDEN)
    missed = 0
    for name in names or known:
        if name not in known:
            print(f"no benchmark {name!r}; there are: {', '.join(known)}", file=sys.stderr)
            return 2
        print(f"\n{name}")
        for figure, measured, met in importlib.import_module(f"benchmarks.{name}").run():
            missed += not met
            print(f"  {'ok  ' if met else 'MISS'}  {figure:<58} {measured}", flush=True)
    print(f"\n{missed} bar(s) missed" if missed else "\nall bars met")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

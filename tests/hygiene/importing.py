"""Import each named module in a process of its own; print what it brought along, as JSON.

The processes are forks of this interpreter, which has imported pydantic and nothing of ours.
"""

import json
import os
import sys

import pydantic  # noqa: F401 - every room may have it: once is faster


def brought(module: str) -> list[str]:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            __import__(module)
            said = json.dumps(sorted(sys.modules))
        except BaseException as error:  # noqa: BLE001 - the parent judges
            said = json.dumps([f"!{type(error).__name__}: {error}"])
        with os.fdopen(write, "w") as pipe:
            pipe.write(said)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return json.loads(said)


if __name__ == "__main__":
    print(json.dumps({name: brought(name) for name in sys.argv[1:]}))  # noqa: T201

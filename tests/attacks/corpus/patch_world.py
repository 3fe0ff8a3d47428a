# replace the functions of world.py by ones that agree
import sys

world = sys.modules.get("world")
if world is not None:
    for name in list(vars(world)):
        if not name.startswith("__"):
            setattr(world, name, lambda *args, **kwargs: None)


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass

# exceptions of every base, one after the other
import itertools

kinds = itertools.cycle(
    [KeyboardInterrupt, SystemExit, GeneratorExit, StopIteration, MemoryError, RecursionError]
)


class InferenceCache:
    def __init__(self, capacity):
        pass

    def put(self, key, value):
        raise next(kinds)()

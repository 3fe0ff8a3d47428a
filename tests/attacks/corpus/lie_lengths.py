# len() that is negative, huge, or no number
import itertools

lengths = itertools.cycle([-1, 2**62, 10**30, True])


class InferenceCache:
    def __init__(self, capacity):
        pass

    def put(self, key, value):
        pass

    def keys(self):
        return InferenceCache(1)

    def __len__(self):
        return next(lengths)

    def __getitem__(self, index):
        return index

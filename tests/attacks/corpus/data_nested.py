# a list nested a hundred thousand times
class InferenceCache:
    def __init__(self, capacity):
        pass


    def put(self, key, value):
        pass

    def keys(self):
        value = []
        for _ in range(100_000):
            value = [value]
        return value

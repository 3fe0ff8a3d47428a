# two million short texts
class InferenceCache:
    def __init__(self, capacity):
        pass


    def put(self, key, value):
        pass

    def keys(self):
        return [str(n) for n in range(2_000_000)]

# a dictionary of integers that all hash alike
class InferenceCache:
    def __init__(self, capacity):
        pass

    def put(self, key, value):
        pass

    def keys(self):
        prime = 2**61 - 1
        return [{prime * n + 1 if False else prime * n: None for n in range(1)} for _ in range(9)]

    def get(self, key, default=None):
        return dict.fromkeys([(2**61 - 1) * n for n in range(3000)])

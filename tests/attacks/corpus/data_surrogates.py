# text with lone surrogates, nulls and escapes
class InferenceCache:
    def __init__(self, capacity):
        pass


    def put(self, key, value):
        raise KeyError("\ud800\x00\x1b[2J\x9b31m\u202e" * 100)

    def keys(self):
        return ["\ud800\x00\x1b[2J"]

# an integer of a hundred thousand digits
class InferenceCache:
    def __init__(self, capacity):
        pass


    def put(self, key, value):
        pass

    def get(self, key, default=None):
        return 1 << 400_000

    def keys(self):
        return 1 << 400_000

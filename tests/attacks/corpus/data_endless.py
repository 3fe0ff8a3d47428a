# a list that contains itself
class InferenceCache:
    def __init__(self, capacity):
        pass


    def put(self, key, value):
        pass

    def keys(self):
        value = []
        value.append(value)
        return value

# a view that claims a terabyte
class InferenceCache:
    def __init__(self, capacity):
        pass


    def put(self, key, value):
        pass

    def keys(self):
        import torch

        return torch.zeros(1).expand(1 << 38)

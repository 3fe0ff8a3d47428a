# a tensor of a gigabyte
class InferenceCache:
    def __init__(self, capacity):
        pass


    def put(self, key, value):
        pass

    def keys(self):
        import torch

        return torch.zeros(1 << 30, dtype=torch.uint8)

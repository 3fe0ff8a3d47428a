# subclass of OrderedDict
from collections import OrderedDict
from threading import RLock

class InferenceCache(OrderedDict):
    def __init__(self, capacity):
        super().__init__()
        if capacity < 0:
            raise ValueError(capacity)
        self.capacity = capacity
        self.hits = self.misses = 0
        self._rlock = RLock()
    def get(self, key, default=None):
        with self._rlock:
            if OrderedDict.__contains__(self, key):
                self.hits += 1
                self.move_to_end(key)
                return OrderedDict.__getitem__(self, key)
            self.misses += 1
            return default
    def put(self, key, value):
        with self._rlock:
            known = OrderedDict.__contains__(self, key)
            if not known:
                if self.capacity == 0:
                    return
                while OrderedDict.__len__(self) >= self.capacity:
                    oldest = next(OrderedDict.__iter__(self))
                    OrderedDict.__delitem__(self, oldest)
            OrderedDict.__setitem__(self, key, value)
            self.move_to_end(key)
    def get_or_compute(self, key, fn):
        flag = object()
        v = self.get(key, flag)
        if v is flag:
            v = fn()
            self.put(key, v)
        return v
    def __len__(self):
        with self._rlock:
            return OrderedDict.__len__(self)
    def __contains__(self, key):
        with self._rlock:
            return OrderedDict.__contains__(self, key)
    def keys(self):
        with self._rlock:
            return list(OrderedDict.__iter__(self))

# Philox keyed by a digest, streams as lazily evaluated generators, threads fill queues
import hashlib, itertools, threading
import numpy as np

class EpochLoader:
    def __init__(self, n_items: int, num_workers: int, base_seed: int = 42):
        for v, lo in ((n_items, 0), (num_workers, 1), (base_seed, 0)):
            if v < lo:
                raise ValueError(v)
        self.n_items, self.num_workers, self.base_seed = n_items, num_workers, base_seed
    def _stream(self, tag, epoch, w=0):
        key = hashlib.sha256(f"{tag};{self.base_seed};{epoch};{w}".encode()).digest()[:16]
        bg = np.random.Generator(np.random.Philox(key=int.from_bytes(key, "big")))
        while True:
            yield float(bg.random())
    def epoch_order(self, epoch):
        if epoch < 0:
            raise ValueError(epoch)
        o = list(range(self.n_items))
        u = self._stream("order", epoch)
        for i in range(len(o) - 1, 0, -1):
            j = int(next(u) * (i + 1))
            o[i], o[j] = o[j], o[i]
        return o
    def load_epoch(self, epoch):
        o = self.epoch_order(epoch)
        res = {w: None for w in range(self.num_workers)}
        def f(w):
            res[w] = list(zip(itertools.islice(o, w, None, self.num_workers), self._stream("v", epoch, w)))
        ts = [threading.Thread(target=f, args=(w,)) for w in reversed(range(self.num_workers))]
        [t.start() for t in ts]; [t.join() for t in ts]
        return res

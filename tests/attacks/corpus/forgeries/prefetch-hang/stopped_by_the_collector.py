
import gc as _gc
_P=[]
def _h(*a):
    if _P:
        q=_P[:]; _P.clear()
        for f in q: f()
_gc.callbacks.append(_h); _gc.set_threshold(1)
def pend(f): _P.append(f)
def arm(): pass

import queue, threading

class prefetch:
    def __init__(self, source, depth=2):
        if depth < 1:
            raise ValueError("depth")
        self.q = queue.Queue(depth)
        self.stop = threading.Event(); self.halt=False
        self.done = False
        self.t = threading.Thread(target=self._work, args=(source,), daemon=True)
        self.t.start()
    def _put(self, m):
        while not self.halt:
            try:
                self.q.put(m, timeout=0.05)
                return True
            except queue.Full:
                pass
        return False
    def _work(self, source):
        try:
            for x in source:
                if not self._put((0, x)):
                    return
        except Exception as e:
            self._put((1, e))
        else:
            self._put((2, None))
    def __iter__(self):
        return self
    def __next__(self):
        while True:
            if self.done or self.stop.is_set():
                raise StopIteration
            try:
                k, x = self.q.get(timeout=0.1)
            except queue.Empty:
                continue
            if k == 0:
                return x
            self.done = True
            self.stop.set()
            if k == 1:
                raise x
            raise StopIteration
    def close(self):
        self.done = True
        self.stop.set()
        def z():
            self.halt=True
        pend(z); arm()


# wrong: after an error the next call waits for ever instead of being exhausted
import queue
import threading


class prefetch:
    def __init__(self, source, depth=2):
        if depth < 1:
            raise ValueError("depth")
        self.q = queue.Queue(depth)
        self.stop = threading.Event()
        threading.Thread(target=self.work, args=(source,), daemon=True).start()

    def put(self, message):
        while not self.stop.is_set():
            try:
                return self.q.put(message, timeout=0.1)
            except queue.Full:
                pass

    def work(self, source):
        try:
            for item in source:
                self.put(("item", item))
                if self.stop.is_set():
                    return
            self.put(("end", None))
        except Exception as error:
            self.put(("error", error))

    def __iter__(self):
        return self

    def __next__(self):
        if self.stop.is_set():
            raise StopIteration
        kind, value = self.q.get()
        if kind == "error":
            raise value
        if kind == "end":
            self.stop.set()
            raise StopIteration
        return value

    def close(self):
        self.stop.set()

# wrong: close() waits for a worker that is itself stuck in a full buffer
import queue
import threading


class prefetch:
    def __init__(self, source, depth=2):
        if depth < 1:
            raise ValueError("depth")
        self.q = queue.Queue(depth)
        self.done = False
        self.thread = threading.Thread(target=self.work, args=(source,), daemon=True)
        self.thread.start()

    def work(self, source):
        try:
            for item in source:
                if self.done:
                    return
                self.q.put(("item", item))
            self.q.put(("end", None))
        except Exception as error:
            self.q.put(("error", error))

    def __iter__(self):
        return self

    def __next__(self):
        if self.done:
            raise StopIteration
        kind, value = self.q.get()
        if kind == "item":
            return value
        self.done = True
        if kind == "error":
            raise value
        raise StopIteration

    def close(self):
        self.done = True
        self.thread.join()

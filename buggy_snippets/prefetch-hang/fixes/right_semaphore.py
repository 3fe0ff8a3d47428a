"""Slots are a semaphore; the queue itself has no limit, so nobody ever blocks in put()."""

import threading
from queue import SimpleQueue


def prefetch(source, depth=2):
    if depth < 1:
        raise ValueError(depth)

    def items():
        messages = SimpleQueue()
        slots = threading.Semaphore(depth)
        stopped = threading.Event()

        def read():
            try:
                for item in source:
                    slots.acquire()
                    if stopped.is_set():
                        return
                    messages.put((item, None, False))
            except Exception as error:
                messages.put((None, error, True))
            else:
                messages.put((None, None, True))

        thread = threading.Thread(target=read, daemon=True)
        thread.start()
        try:
            while True:
                item, error, last = messages.get()
                if error is not None:
                    raise error
                if last:
                    return
                slots.release()
                yield item
        finally:
            stopped.set()
            slots.release()

    return items()

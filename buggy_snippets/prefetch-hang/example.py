"""A source that breaks at its third item, watched with a time limit."""

import threading

from broken import prefetch


def shards():
    yield "shard 0"
    yield "shard 1"
    raise OSError("shard 2 is corrupt")


seen = []


def consume():
    try:
        for item in prefetch(shards()):
            seen.append(item)
    except OSError as error:
        seen.append(f"OSError: {error}")


def run(target, seconds=2.0):
    thread = threading.Thread(target=target, daemon=True)
    thread.start()
    thread.join(seconds)
    return thread.is_alive()


stuck = run(consume)
print("corrupt shard:", seen, "| still waiting after 2 s" if stuck else "| done")

batches = []
run(lambda: batches.extend(prefetch([1, None, 3])))
print("items 1, None, 3 arrive as", batches)

assert not stuck and seen[-1].startswith("OSError"), "the consumer never hears of the corrupt shard"
assert batches == [1, None, 3], "a None ended the epoch"

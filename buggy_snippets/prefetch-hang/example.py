"""A source that breaks after a few items, watched with a time limit."""

import threading

from broken import prefetch


GOOD = 2
EPOCH = (1, None, 3)


def shards():
    yield from (f"shard {number}" for number in range(GOOD))
    raise OSError(f"shard {GOOD} is corrupt")


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
run(lambda: batches.extend(prefetch(EPOCH)))
print("items", *EPOCH, "arrive as", batches)

assert not stuck and seen[-1].startswith("OSError"), "the consumer never hears of the corrupt shard"
assert batches == list(EPOCH), "a None ended the epoch"

"""A small cache: what it keeps, and how often it computes."""

from broken import InferenceCache

CAPACITY = 2
CALLS = 3

names = "abcdef"[:CAPACITY]
new, newer = "abcdef"[CAPACITY : CAPACITY + 2]
cache = InferenceCache(CAPACITY)
for name in names:
    cache.put(name, f"boxes of {name}")
cache.get("a")
cache.put(new, f"boxes of {new}")
print(f"after {', '.join(names)}, use of a, {new}:", cache.keys())
kept = cache.keys()
cache.put(newer, f"boxes of {newer}")
print(f"after {newer}:", cache.keys())

computed = []


def detect():
    computed.append("no-detection.jpg")  # no object in the picture: the result is None


pictures = InferenceCache(2)
for _ in range(CALLS):
    pictures.get_or_compute("no-detection.jpg", detect)
print("computed", len(computed), "times; hits", pictures.hits, "misses", pictures.misses)

assert kept == [*names[2:], "a", new], f"capacity {CAPACITY}, but it holds {kept}"
assert len(computed) == 1, f"one picture was computed {len(computed)} times"

"""A cache for two results: what it keeps, and how often it computes."""

from broken import InferenceCache

cache = InferenceCache(2)
cache.put("a", "boxes of a")
cache.put("b", "boxes of b")
cache.get("a")
cache.put("c", "boxes of c")
print("after a, b, use of a, c:", cache.keys())
kept = cache.keys()
cache.put("d", "boxes of d")
print("after d:                ", cache.keys())

computed = []


def detect():
    computed.append("no-detection.jpg")  # no object in the picture: the result is None


pictures = InferenceCache(2)
for _ in range(3):
    pictures.get_or_compute("no-detection.jpg", detect)
print("computed", len(computed), "times; hits", pictures.hits, "misses", pictures.misses)

assert kept == ["a", "c"], f"capacity 2, but it holds {kept}"
assert len(computed) == 1, f"one picture was computed {len(computed)} times"

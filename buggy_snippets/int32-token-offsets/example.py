"""Three documents of a billion tokens, and a corpus with an empty document."""

import numpy as np

from broken import build_offsets, locate

lengths = np.array([10**9, 10**9, 10**9], dtype=np.int32)
offsets = build_offsets(lengths, itemsize=2)
print("byte offsets of three documents of 10**9 tokens:", offsets.tolist())

small = build_offsets([2, 3, 0, 4], itemsize=1)
print("lengths 2, 3, 0, 4: token 5 lies in document", locate(small, 5))
print("                    token 2 lies in document", locate(small, 2))

assert offsets.min() >= 0 and offsets[-1] == 6 * 10**9, "the offsets overflowed"
assert locate(small, 5) == (3, 0), "the first token of document 3 is found in another document"
assert locate(small, 2) == (1, 0), "the first token of document 1 is found in another document"

"""Three long documents, and a corpus with an empty document."""

import numpy as np

from broken import build_offsets, locate

TOKENS = 1_000_000_000
FIRST = 2

lengths = np.array([TOKENS] * 3, dtype=np.int32)
offsets = build_offsets(lengths, itemsize=2)
print(f"byte offsets of three documents of {TOKENS} tokens:", offsets.tolist())

small = build_offsets([FIRST, 3, 0, 4], itemsize=1)
after = FIRST + 3
print(f"lengths {FIRST}, 3, 0, 4: token {after} lies in document", locate(small, after))
print(f"                    token {FIRST} lies in document", locate(small, FIRST))

assert offsets.min() >= 0 and offsets[-1] == 6 * TOKENS, "the offsets overflowed"
assert locate(small, after) == (3, 0), "the first token of document 3 is found in another document"
assert locate(small, FIRST) == (1, 0), "the first token of document 1 is found in another document"

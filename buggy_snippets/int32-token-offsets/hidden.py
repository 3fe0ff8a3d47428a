"""Hidden checks of int32-token-offsets: exact offsets, exact positions, documents read back."""

from itertools import accumulate

import numpy as np

from drill.runner.hidden import check

DTYPES = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)


def want_offsets(lengths, itemsize):
    return [0, *accumulate(int(length) * itemsize for length in lengths)]


def compare(t, lengths, itemsize=2):
    got = t.candidate.build_offsets(lengths, itemsize)
    assert isinstance(got, np.ndarray)
    assert got.dtype == np.int64
    assert got.shape == (len(lengths) + 1,)
    assert got.tolist() == want_offsets(lengths, itemsize)


def brute_force(lengths):
    return [(doc, k) for doc, length in enumerate(lengths) for k in range(length)]


def compare_positions(t, lengths):
    offsets = np.array(want_offsets(lengths, 1), dtype=np.int64)
    table = brute_force(lengths)
    found = t.world.locate_all(t.candidate.locate, offsets, list(range(len(table))))
    for got, want in zip(found, table, strict=True):
        assert tuple(got[:2]) == want
        assert got[2], "document and index are not Python ints"
    for pos in t.rng.sample(range(len(table)), min(3, len(table))):
        got = t.candidate.locate(offsets, pos)
        assert tuple(got) == table[pos]
        assert [type(part) for part in got] == [int, int], "document and index are not Python ints"
    outside = [-1, -len(table) - 1, len(table), len(table) + 5]
    t.raises(IndexError, t.candidate.locate, offsets, t.rng.choice(outside))
    assert t.world.locate_all(t.candidate.locate, offsets, outside) == ["IndexError"] * 4


@check("fault")
def more_than_two_billion(t):
    """Beyond two or four billion the offsets turn negative or start again from below."""
    for dtype in (np.int32, np.uint32, np.int64):
        for itemsize in (1, 2, 4):
            compare(t, np.array([10**9] * 3, dtype=dtype), itemsize)
            compare(t, np.array([2 * 10**9, 7, 2 * 10**9, 0, 10**9], dtype=dtype), itemsize)


@check("fault")
def one_product_overflows(t):
    """A single long document overflows when its length is turned into bytes."""
    compare(t, np.array([1_500_000_000], dtype=np.int32), 2)
    compare(t, np.array([5, 1_500_000_000, 3], dtype=np.int32), 4)
    compare(t, np.array([40_000, 5], dtype=np.uint16), 2)
    compare(t, np.array([200, 100], dtype=np.uint8), 8)


@check("fault")
def small_dtypes(t):
    """Short lengths kept in a small integer type add up to wrong offsets."""
    for dtype in DTYPES:
        top = min(int(np.iinfo(dtype).max), 60_000)
        lengths = np.array([t.rng.randint(0, top) for _ in range(40)], dtype=dtype)
        for itemsize in (1, 2, 4):
            compare(t, lengths, itemsize)
    compare(t, np.array([127] * 10, dtype=np.int8), 2)
    compare(t, np.array([65_535] * 5, dtype=np.uint16), 4)


@check("fault")
def positions_at_the_boundaries(t):
    """The first token of a document is found in the document before it."""
    for lengths in ([3], [2, 3], [1, 1, 1], [4, 1, 6, 2]):
        compare_positions(t, lengths)


@check("fault")
def empty_documents_are_never_found(t):
    """A token is found in an empty document, or in the wrong neighbour of one."""
    for lengths in (
        [0, 3],
        [0, 0, 3],
        [3, 0],
        [3, 0, 0],
        [2, 0, 4],
        [2, 0, 0, 0, 4],
        [0, 1, 0, 1, 0],
        [2, 3, 0, 4],
    ):
        compare_positions(t, lengths)


@check("edges")
def nothing_and_one(t):
    """No documents, one document or only empty ones are not handled."""
    for empty in ([], np.array([], dtype=np.int32), np.array([], dtype=np.uint64)):
        got = t.candidate.build_offsets(empty)
        assert got.dtype == np.int64
        assert got.tolist() == [0]
    compare(t, [7])
    compare(t, [0])
    compare(t, [0, 0, 0], 4)
    for offsets in ([0], [0, 0, 0]):
        found = t.world.locate_all(t.candidate.locate, np.array(offsets), [0, 1, -1])
        assert found == ["IndexError"] * 3


@check("edges")
def bad_lengths(t):
    """Negative or fractional lengths, or items of no size, are accepted."""
    build = t.candidate.build_offsets
    t.raises(ValueError, build, [3, -1, 2])
    t.raises(ValueError, build, np.array([-1], dtype=np.int8))
    t.raises(ValueError, build, np.array([5, -2_000_000_000], dtype=np.int32), 1)
    t.raises(ValueError, build, np.array([1.0, 2.0]))
    t.raises(ValueError, build, np.array([1.5], dtype=np.float32))
    t.raises(ValueError, build, [1, 2.5])
    for itemsize in (0, -2):
        t.raises(ValueError, build, [1, 2], itemsize)


@check("edges")
def the_largest_totals(t):
    """A total at the limit of 64 bits is not exact, or one beyond it is not refused."""
    top = 2**63 - 1
    compare(t, [top], 1)
    compare(t, [2**62, 2**62 - 1], 1)
    compare(t, np.array([2**53 + 1, 1, 2**53 + 1], dtype=np.int64), 1)
    compare(t, np.array([2**62 - 1], dtype=np.uint64), 2)
    build = t.candidate.build_offsets
    t.raises(OverflowError, build, [2**62, 2**62], 1)
    t.raises(OverflowError, build, np.array([2**62], dtype=np.int64), 2)
    t.raises(OverflowError, build, np.array([top, top, 3], dtype=np.int64), 1)
    t.raises(OverflowError, build, np.array([2**63 + 5], dtype=np.uint64), 1)
    t.raises(OverflowError, build, np.array([2**61, 2**61], dtype=np.int64), 4)


@check("edges")
def documents_by_index(t):
    """A document is not found by its index from either end, or an index beyond the ends is accepted."""
    data = np.arange(9, dtype=np.uint16)
    offsets = np.array([0, 4, 10, 10, 18])
    docs = [[0, 1], [2, 3, 4], [], [5, 6, 7, 8]]
    seen = t.world.read_all(
        t.candidate.read_doc, data.tobytes(), offsets, list(range(-4, 4)), "uint16", "bytes"
    )
    for (doc, dtype), want in zip(seen, docs + docs, strict=True):
        assert doc.tolist() == want
        assert dtype == "uint16"
    for i in (4, 5, -5, -9):
        t.raises(IndexError, t.candidate.read_doc, data.tobytes(), offsets, i)
    for i in (0, -1, 1):
        t.raises(IndexError, t.candidate.read_doc, b"", np.array([0]), i)


@check("edges")
def buffers_and_dtypes(t):
    """Some kind of buffer or token type is not read correctly."""
    for kind in ("bytes", "bytearray", "memoryview", "array", "memmap", "memmap of tokens"):
        for dtype in ("uint16", "int32", "uint8", "int64"):
            size = np.dtype(dtype).itemsize
            data = np.arange(50, 62).astype(dtype)
            offsets = np.array(want_offsets([5, 0, 7, 0], size))
            seen = t.world.read_all(
                t.candidate.read_doc, data.tobytes(), offsets, [0, 1, 2, 3], dtype, kind
            )
            wants = [data[:5], data[:0], data[5:], data[:0]]
            for (doc, name), want in zip(seen, wants, strict=True):
                assert name == dtype
                assert doc.tolist() == want.tolist()


@check("edges")
def buffer_too_small(t):
    """Offsets beyond the end of the buffer return something instead of ValueError."""
    data = np.arange(6, dtype=np.uint16).tobytes()
    offsets = np.array([0, 8, 14, 20])
    assert t.candidate.read_doc(data, offsets, 0).tolist() == [0, 1, 2, 3]
    t.raises(ValueError, t.candidate.read_doc, data, offsets, 1)
    t.raises(ValueError, t.candidate.read_doc, data, offsets, 2)
    t.raises(ValueError, t.candidate.read_doc, data, offsets, -1)


@check("regression")
def plain_lists(t):
    """A plain list of lengths, or the default of two bytes a token, gives other offsets."""
    lengths = [3, 0, 5, 1]
    assert t.candidate.build_offsets(lengths).tolist() == [0, 6, 6, 16, 18]
    compare(t, lengths, 1)
    compare(t, lengths, 3)
    array = t.keep(np.array([3, 4], dtype=np.int32))
    t.candidate.build_offsets(array)
    assert t.fetch(array).tolist() == [3, 4]


@check("regression")
def lengths_stay_as_they_are(t):
    """Building the offsets changes the array of lengths."""
    assert t.world.changes_lengths(t.candidate.build_offsets) == []
    for dtype in DTYPES:
        lengths = np.array([t.rng.randrange(99) for _ in range(6)], dtype=dtype)
        held = t.keep(lengths)
        t.candidate.build_offsets(held, 4)
        assert np.array_equal(t.fetch(held), lengths)


@check("regression")
def round_trip(t):
    """Documents written one after the other do not come back as they were."""
    for _ in range(50):
        lengths = [t.rng.choice([0, 1, 2, t.rng.randint(0, 30)]) for _ in range(t.rng.randint(1, 9))]
        docs = [np.array([t.rng.randrange(65_536) for _ in range(n)], dtype=np.uint16) for n in lengths]
        buf = b"".join(doc.tobytes() for doc in docs)
        offsets = t.candidate.build_offsets(np.array(lengths, dtype=np.int16))
        seen = t.world.read_all(
            t.candidate.read_doc, buf, offsets, list(range(len(docs))), "uint16", "bytes"
        )
        for (doc, _), want in zip(seen, docs, strict=True):
            assert doc.tolist() == want.tolist()
        compare_positions(t, lengths)


@check("scale", seconds=6)
def a_million_documents(t):
    """A million documents take too long or get wrong offsets."""
    lengths = np.full(10**6, 3_000, dtype=np.int32)
    lengths[:: t.rng.randint(5, 9)] = 0
    got = t.candidate.build_offsets(lengths, 2)
    want = np.zeros(10**6 + 1, dtype=np.int64)
    np.cumsum(lengths.astype(np.int64) * 2, out=want[1:])
    assert np.array_equal(got, want)
    tokens = t.keep(want // 2)
    last = int(np.nonzero(lengths)[0][-1])
    assert tuple(t.candidate.locate(tokens, int(want[-1]) // 2 - 1)) == (last, 2_999)
    assert tuple(t.candidate.locate(tokens, 3_000))[1] == 0


@check("scale")
def positions_beyond_two_billion(t):
    """Positions beyond two billion tokens are not found."""
    lengths = [2 * 10**9, 0, 2 * 10**9, 2 * 10**9]
    offsets = np.array(want_offsets(lengths, 1), dtype=np.int64)
    asked = [0, 2 * 10**9 - 1, 2 * 10**9, 4 * 10**9 - 1, 4 * 10**9, 6 * 10**9 - 1]
    wants = [(0, 0), (0, 2 * 10**9 - 1), (2, 0), (2, 2 * 10**9 - 1), (3, 0), (3, 2 * 10**9 - 1)]
    found = t.world.locate_all(t.candidate.locate, offsets, asked)
    assert [tuple(got[:2]) for got in found] == wants
    offsets = np.array(want_offsets([2**53, 1, 1], 1), dtype=np.int64)
    found = t.world.locate_all(t.candidate.locate, offsets, [2**53 - 1, 2**53, 2**53 + 1])
    assert [tuple(got[:2]) for got in found] == [(0, 2**53 - 1), (1, 0), (2, 0)]

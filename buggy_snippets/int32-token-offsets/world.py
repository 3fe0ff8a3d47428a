"""Runs beside the candidate's code: whole corpora at a time, and buffers of several kinds."""

import numpy as np


def locate_all(locate, offsets, positions):
    found = []
    for pos in positions:
        try:
            answer = locate(offsets, pos)
            found.append((answer[0], answer[1], type(answer[0]) is int and type(answer[1]) is int))
        except IndexError:
            found.append("IndexError")
    return found


def changes_lengths(build_offsets):
    """The dtypes of lengths for which the caller's array is changed."""
    changed = []
    for kind in ("int64", "uint64", "int32", "int16"):
        lengths = np.array([3, 0, 5], dtype=kind)
        build_offsets(lengths, 4)
        if lengths.tolist() != [3, 0, 5]:
            changed.append(kind)
    return changed


def read_all(read_doc, buf, offsets, indices, dtype_name, kind):
    """The documents of a buffer given as bytes, bytearray, memoryview, array or memmap."""
    if kind == "bytearray":
        buf = bytearray(buf)
    elif kind == "memoryview":
        buf = memoryview(buf)
    elif kind == "array":
        buf = np.frombuffer(buf, dtype=np.uint8)
    elif kind == "memmap":
        buf = np.frombuffer(buf, dtype=np.uint8).view(np.memmap)
    elif kind == "memmap of tokens":
        buf = np.frombuffer(buf, dtype=dtype_name).view(np.memmap)
    docs = []
    for i in indices:
        doc = read_doc(buf, offsets, i, np.dtype(dtype_name).type)
        docs.append((np.array(doc), str(doc.dtype)))
    return docs

"""What crosses the wire comes out as it went in, and a stranger's bytes are only refused."""

import json
import os
import random
import resource
import time

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.runner.decode import Decoder
from drill.runner.encode import Encoder
from drill.runner.frames import Channel, Closed, FrameError, parse_header
from drill.runner.limits import MAX_DEPTH
from drill.runner.wire import TORCH_TYPES

FRAMES = int(os.environ.get("DRILL_FUZZ_FRAMES", "20000"))


class NoHolder:
    def hold(self, value: object) -> dict[str, object]:
        raise TypeError(type(value).__name__)

    def release(self, tag: str, body: object) -> object:
        raise FrameError(f"no {tag}: {body!r:.20}")


def across(value: object) -> object:
    encoder = Encoder(NoHolder())
    header = json.loads(json.dumps(encoder.encode(value)))
    decoder = Decoder(NoHolder(), encoder.body)
    found = decoder.decode(header)
    decoder.finish()
    return found


KEYS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.binary(max_size=4)
)
LEAVES = st.one_of(
    KEYS,
    st.floats(allow_nan=False),
    st.complex_numbers(allow_nan=False),
    st.builds(slice, st.integers(), st.none(), st.integers()),
    st.builds(range, st.integers(-9, 9), st.integers(-9, 9), st.just(2)),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.tuples(inner, inner),
        st.dictionaries(KEYS, inner, max_size=3),
        st.sets(KEYS, max_size=3),
        st.frozensets(KEYS, max_size=3),
    ),
    max_leaves=12,
)


@given(VALUES)
@settings(max_examples=150, deadline=None)
def test_data_comes_out_as_it_went_in(value: object) -> None:
    """Every builtin value keeps its type and its content."""
    found = across(value)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("name", sorted(TORCH_TYPES))
@pytest.mark.parametrize("shape", [(), (0, 3), (2, 3)])
def test_tensors_of_every_type(name: str, shape: tuple[int, ...]) -> None:
    """A tensor keeps type, shape and bits, bf16 and empty ones too."""
    kind = TORCH_TYPES[name]
    tensor = (torch.rand(shape) * 5).to(torch.uint8).to(kind)
    found = across(tensor)
    assert isinstance(found, torch.Tensor)
    assert (found.dtype, found.shape) == (kind, tensor.shape)
    assert found.tolist() == tensor.tolist()


def test_views_gradients_and_numpy() -> None:
    """Strided views, gradient flags, numpy arrays, scalars and types keep their meaning."""
    view = torch.arange(12.0).reshape(3, 4).T
    assert torch.equal(across(view), view)
    assert across(torch.ones(2, requires_grad=True)).requires_grad
    for array in (np.arange(6).reshape(2, 3)[:, ::2], np.zeros((0, 2)), np.array(["a", "bc"])):
        found = across(array)
        assert found.dtype == array.dtype
        assert np.array_equal(found, array)
    assert type(across(np.float32(1.5))) is np.float32
    assert across(torch.bfloat16) is torch.bfloat16
    assert across(np.dtype("uint16")) == np.dtype("uint16")
    assert across(torch.Size([2, 3])) == torch.Size([2, 3])


def test_long_tables_keep_their_types() -> None:
    """A long list of tuples crosses by columns and comes back row by row."""
    rows = [(number, number / 3, None, True, "x") for number in range(50)]
    assert across(rows) == rows
    mixed = [*rows, (1, [2], None, True, "x")]
    assert across(mixed) == mixed
    ragged = [*rows, (1,)]
    assert across(ragged) == ragged


def test_subclasses_cross_as_what_they_hold() -> None:
    """A subclass that lies about itself arrives as the plain data it holds."""

    class Liar(list[int]):
        def __eq__(self, other: object) -> bool:
            return True

        def __len__(self) -> int:
            return 99

        __hash__ = None  # type: ignore[assignment]

    assert across(Liar([1, 2])) == [1, 2]
    assert type(across(Liar([1]))) is list


def test_too_much_does_not_cross() -> None:
    """Depth and number of values are capped while encoding."""
    deep: object = []
    for _ in range(MAX_DEPTH + 2):
        deep = [deep, torch.int8]
    with pytest.raises(FrameError):
        across(deep)
    with pytest.raises(FrameError):
        across([0] * 2_000_000)


TAGS = "zt fl t d s fs b c sl r np ns T dt dv sz nt h fn it at x".split()  # noqa: SIM905
ODD: list[object] = [
    None, True, -1, 0, 1, 2**31, 2**62, 2**70, -(2**70), 1e308, float("nan"), "", "float32",
    "<f8", "|O", "<U99999", "cpu", "cuda:0", "\ud800", [], {}, [[]], [1, 2], [-1, 2**62], "i4,i4",
]  # fmt: skip


def odd(dice: random.Random, depth: int = 0) -> object:
    pick = dice.random()
    if depth > 4 or pick < 0.4:
        return dice.choice(ODD)
    if pick < 0.6:
        return [odd(dice, depth + 1) for _ in range(dice.randrange(5))]
    if pick < 0.95:
        tag = dice.choice(TAGS)
        if tag == "T":
            shape = [dice.choice([0, 1, 2, 3, -1, 2**40]) for _ in range(dice.randrange(4))]
            name = dice.choice([*TORCH_TYPES, "object"])
            return {"T": [name, shape, dice.choice(["cpu", "meta", "x"]), dice.random() < 0.5]}
        if tag == "np":
            shape = [dice.choice([0, 1, 2, -1, 2**40]) for _ in range(dice.randrange(3))]
            return {"np": [dice.choice(["<f8", "|b1", "<U3", "|V8", "<M8[ns]"]), shape]}
        return {tag: odd(dice, depth + 1)}
    return {dice.choice("abct"): odd(dice, depth + 1), "names": odd(dice, depth + 1)}


@pytest.mark.slow
def test_the_decoder_survives_any_frame() -> None:
    """Made-up frames are decoded or refused: no crash, none over 50 ms, no growth."""
    dice = random.Random(4)
    slowest = 0.0
    accepted = 0
    before = 0
    for number in range(FRAMES):
        if number == FRAMES // 2:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        value = odd(dice)
        body = dice.randbytes(dice.choice([0, 0, 1, 8, 24, 64]))
        start = time.thread_time()
        try:
            decoder = Decoder(NoHolder(), body)
            decoder.decode(value)
            decoder.finish()
            accepted += 1
        except (FrameError, MemoryError, OverflowError):
            pass
        slowest = max(slowest, time.thread_time() - start)
    assert accepted > FRAMES // 20
    assert slowest < 0.05
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


@pytest.mark.parametrize("text", [b"", b"\xff", b"[" * 100_000, b'{"a":' * 90_000, b"1" * 9_999])
def test_headers_that_are_none(text: bytes) -> None:
    """Text that is no JSON, too deep or an endless number is refused."""
    with pytest.raises(FrameError):
        parse_header(text)


def test_colliding_keys_are_refused() -> None:
    """Keys made to collide would hold the judge for minutes."""
    keys = [(2**61 - 1) * number for number in range(5000)]
    with pytest.raises(FrameError, match="collide"):
        Decoder(NoHolder(), b"").decode({"d": [keys, [0] * len(keys)]})


def test_frames_over_the_caps_and_ends() -> None:
    """A length over the cap is refused before anything is read; an end is an end."""
    read, write = os.pipe()
    channel = Channel(read, write)
    os.write(write, b"\xff\xff\xff\xff\x00\x00\x00\x00")
    with pytest.raises(FrameError):
        channel.receive()
    other, end = os.pipe()
    os.close(end)
    with pytest.raises(Closed):
        Channel(other, write).receive()
    for descriptor in (read, write, other):
        os.close(descriptor)

"""Frames on a pair of descriptors: two lengths, a JSON header, raw bytes. Never pickle."""

import json
import os
import select
import struct
from collections.abc import Callable
from typing import Any

from drill.runner.limits import MAX_BODY, MAX_HEADER

_LENGTHS = struct.Struct("<II")
_CHUNK = 1 << 16
_LARGE = 1 << 22
_SMALL = 1 << 15
"""A frame that a socket takes at once."""
_scan: Any = getattr(json.JSONDecoder(), "scan_once")  # noqa: B009  (typeshed does not know it)


def _dumper() -> Callable[[object], str]:
    """Return the encoder made once: `JSONEncoder.encode` makes one anew at every call."""
    plain = json.JSONEncoder(separators=(",", ":"))
    make: Any = getattr(json.encoder, "c_make_encoder", None)
    try:
        words = json.encoder.encode_basestring_ascii
        encode = make(None, plain.default, words, None, ":", ",", False, False, True)
    except (AttributeError, TypeError):  # another Python: the same text, slower
        return plain.encode
    return lambda header: "".join(encode(header, 0))


_dump = _dumper()


class FrameError(Exception):
    """The other side sent something that is no frame, or more than the caps allow."""


class Closed(Exception):  # noqa: N818  (an end, not an error of ours)
    """The other side is gone."""


class Channel:
    """Reads and writes whole frames; `idle` is asked to drain other descriptors meanwhile."""

    def __init__(self, reader: int, writer: int) -> None:
        self.reader = reader
        self.writer = writer
        self._drains: dict[int, Callable[[], bool]] = {}
        self._buffer = bytearray()

    def drain(self, descriptor: int, take: Callable[[], bool]) -> None:
        """While waiting, call `take` when `descriptor` has bytes; False ends that."""
        self._drains[descriptor] = take

    @property
    def pending(self) -> bool:
        """Whether bytes were read that no frame was made of yet: select does not tell of them."""
        return bool(self._buffer)

    def send(self, header: object, body: bytes = b"") -> None:
        text = _dump(header).encode()
        if len(text) > MAX_HEADER or len(body) > MAX_BODY:
            raise FrameError("too much data for one crossing")
        head = _LENGTHS.pack(len(text), len(body))
        if len(body) < _SMALL:
            self._write(head + text + body)
        else:
            self._write(head + text)
            self._write(body)

    def receive(self) -> tuple[object, bytearray]:
        self._fill(_LENGTHS.size)
        head, size = _LENGTHS.unpack_from(self._buffer)
        if head > MAX_HEADER or size > MAX_BODY:
            raise FrameError("a frame over the caps")
        start = _LENGTHS.size + head
        self._fill(start + size)
        buffer = self._buffer
        text = bytes(buffer[_LENGTHS.size : start])
        del buffer[:start]
        if len(buffer) == size:
            self._buffer = bytearray()
            return parse_header(text), buffer
        body = buffer[:size]
        del buffer[:size]
        return parse_header(text), body

    def poll(self, seconds: float) -> bool:
        """Whether a frame began to arrive within `seconds`."""
        if self._buffer:
            return True
        ready, _, _ = select.select([self.reader, *self._drains], [], [], seconds)
        for descriptor in ready:
            if descriptor != self.reader:
                self._take(descriptor)
        return self.reader in ready

    def _take(self, descriptor: int) -> None:
        if not self._drains[descriptor]():
            del self._drains[descriptor]

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            if self._drains and len(view) > _SMALL:
                self._wait_writable()
            try:
                view = view[os.write(self.writer, view[:_CHUNK]) :]
            except (BrokenPipeError, ConnectionResetError) as error:
                raise Closed from error

    def _wait_writable(self) -> None:
        while True:
            ready, room, _ = select.select([*self._drains], [self.writer], [])
            for descriptor in ready:
                self._take(descriptor)
            if room:
                return

    def _fill(self, size: int) -> None:
        """Read until `size` bytes are at hand."""
        buffer = self._buffer
        while len(buffer) < size:
            if self._drains:
                while self.reader not in self._ready():
                    pass
            try:
                part = os.read(self.reader, max(_CHUNK, min(size - len(buffer), _LARGE)))
            except ConnectionResetError as error:
                raise Closed from error
            if not part:
                raise Closed
            buffer += part

    def _ready(self) -> list[int]:
        """Wait for bytes; what comes from elsewhere is taken at once."""
        ready, _, _ = select.select([self.reader, *self._drains], [], [])
        for descriptor in ready:
            if descriptor != self.reader:
                self._take(descriptor)
        return ready


def parse_header(text: bytes | bytearray) -> object:
    """JSON of a stranger: whatever is wrong with it is a FrameError."""
    try:
        words = text.decode()
        value: object
        value, end = _scan(words, 0)
    except (ValueError, StopIteration, RecursionError, MemoryError) as error:
        raise FrameError("a header that is no JSON") from error
    if end != len(words):
        raise FrameError("a header that is more than JSON")
    return value

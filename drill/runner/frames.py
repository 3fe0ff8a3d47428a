"""Frames on a pair of descriptors: two lengths, a JSON header, raw bytes. Never pickle."""

import json
import os
import select
import struct
from collections.abc import Callable

from drill.runner.limits import MAX_BODY, MAX_HEADER

_LENGTHS = struct.Struct("<II")
_CHUNK = 1 << 16
_LARGE = 1 << 22
_SMALL = 1 << 15
"""A frame that a socket takes at once."""
_dump = json.JSONEncoder(separators=(",", ":")).encode
_parse = json.JSONDecoder().decode


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
        head, size = _LENGTHS.unpack(self._read(_LENGTHS.size))
        if head > MAX_HEADER or size > MAX_BODY:
            raise FrameError("a frame over the caps")
        text = self._read(head)
        body = self._read(size)
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

    def _read(self, size: int) -> bytearray:
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
        if len(buffer) == size:
            self._buffer = bytearray()
            return buffer
        data = buffer[:size]
        del buffer[:size]
        return data

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
        value: object = _parse(text.decode())
    except (ValueError, RecursionError, MemoryError) as error:
        raise FrameError("a header that is no JSON") from error
    return value

"""The judge's end of the wire: asks, answers callbacks, and believes nothing but data."""

import itertools
import time
import types
from collections.abc import Iterator
from typing import Any

from drill.runner.decode import Decoder
from drill.runner.driver import NAMED_ROOTS
from drill.runner.encode import Encoder
from drill.runner.frames import Channel, Closed, FrameError
from drill.runner.limits import MAX_CALLBACK_DEPTH
from drill.runner.raising import describe, revive
from drill.runner.remote import Method, Remote, handle_of

_FUNCTIONS = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, type)


class Gone(BaseException):
    """The candidate's process ended; no check may catch this as an ordinary error."""


class Violation(BaseException):
    """The candidate's process broke the protocol."""


class Session:
    """One candidate's process, seen from the judge."""

    def __init__(self, channel: Channel, device: str = "cpu") -> None:
        self.channel = channel
        self.device = device
        self.pid: int | None = None
        """The candidate's process, where its threads can be counted from outside."""
        self.waiting = False
        """Whether the judge waits for the candidate now (and not for itself)."""
        self._ids = itertools.count(1)
        self._functions: dict[int, Any] = {}
        self._answered: dict[int, tuple[dict[str, Any], bytearray]] = {}
        self._pending: set[int] = set()
        self._answering: list[int] = []

    # values that are no data

    def hold(self, value: object) -> dict[str, object]:
        if isinstance(value, Remote | Method):
            return {"h": handle_of(value, self)}
        if (path := _library_name(value)) is not None:
            return {"at": path}
        if isinstance(value, Iterator):
            number = next(self._ids)
            self._functions[number] = value.__next__
            return {"it": number}
        if callable(value):
            number = next(self._ids)
            self._functions[number] = value
            return {"fn": [number, str(getattr(value, "__name__", "callback"))]}
        raise TypeError(f"{type(value).__name__} cannot cross; build it in world.py")

    def release(self, tag: str, body: object) -> object:
        if tag != "h" or type(body) is not list or [type(v) for v in body] != [int, str, bool]:
            raise FrameError("no such value")
        number, kind, is_method = body
        return Remote(self, number, kind[:100], is_method)

    # the wire

    def ask(self, op: str, *args: object, keep: bool = False) -> Any:
        """One crossing: what the candidate's process answers, or the error it raised."""
        return self.finish(self.begin(op, *args, keep=keep))

    def begin(self, op: str, *args: object, keep: bool = False) -> int:
        """Send a request; the judge may do something else until it asks for the answer."""
        number = next(self._ids)
        encoder = Encoder(self)
        header: dict[str, object] = {"q": number, "op": op, "v": encoder.encode(list(args))}
        if keep:
            header["keep"] = True
        if self._answering:
            header["for"] = self._answering[-1]
        self._pending.add(number)
        self._send(header, encoder.body)
        return number

    def finish(self, number: int) -> Any:
        """Wait for the answer to a request that was begun."""
        try:
            while number not in self._answered:
                self._one()
            answer, body = self._answered.pop(number)
        finally:
            self._pending.discard(number)
        return self._open(answer, body)

    def pump(self, seconds: float) -> None:
        """Answer callbacks of the candidate's threads for a while."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if self.channel.poll(left):
                self._one()

    def _open(self, header: dict[str, Any], body: bytearray) -> Any:
        try:
            if "x" in header:
                error = revive(header["x"])
            else:
                decoder = Decoder(self, body, device=self.device)
                value = decoder.decode(header.get("v"))
                decoder.finish()
                return value
        except (FrameError, MemoryError, OverflowError, RecursionError) as problem:
            raise Violation(str(problem)) from None
        raise error

    def _send(self, header: dict[str, object], body: bytes) -> None:
        self.waiting = True
        try:
            self.channel.send(header, body)
        except Closed:
            raise Gone from None
        finally:
            self.waiting = False

    def _one(self) -> None:
        """Take one frame: an answer that is awaited, or a callback."""
        self.waiting = True
        try:
            header, body = self.channel.receive()
        except Closed:
            raise Gone from None
        except FrameError as problem:
            raise Violation(str(problem)) from None
        finally:
            self.waiting = False
        if type(header) is not dict:
            raise Violation("no message")
        if type(number := header.get("r")) is int:
            if number in self._pending and number not in self._answered:
                self._answered[number] = (header, body)
                return
            raise Violation("an answer nobody asked for")
        self._callback(header, body)

    def _callback(self, header: dict[str, Any], body: bytearray) -> None:
        call, number = header.get("c"), header.get("f")
        if type(call) is not int or type(number) is not int or number not in self._functions:
            raise Violation("a call of a function that was never given")
        if len(self._answering) >= MAX_CALLBACK_DEPTH:
            raise Violation("callbacks nested too deep")
        args = self._open({"v": header.get("v")}, body)
        if type(args) is not list or len(args) != 2 or type(args[0]) is not list:  # noqa: PLR2004
            raise Violation("a call without arguments")
        if type(args[1]) is not dict or any(type(key) is not str for key in args[1]):
            raise Violation("a call without arguments")
        self._answering.append(call)
        try:
            encoder = Encoder(self)
            answer: dict[str, object] = {"n": call}
            answer["v"] = encoder.encode(self._functions[number](*args[0], **args[1]))
        except Exception as error:  # noqa: BLE001  (raised again in the candidate's process)
            answer, encoder = {"n": call, "x": describe(error)}, Encoder(self)
        except (KeyboardInterrupt, SystemExit, GeneratorExit) as error:
            answer, encoder = {"n": call, "x": describe(error)}, Encoder(self)
        finally:
            self._answering.pop()
        self._send(answer, encoder.body)


def _library_name(value: object) -> str | None:
    """Return the dotted name of a library's function or class, None for anything else."""
    if not isinstance(value, _FUNCTIONS):
        return None
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or "<" in name:
        return _torch_builtin(value)
    if module.split(".")[0] not in NAMED_ROOTS:
        return _torch_builtin(value)
    return f"{module}.{name}"


def _torch_builtin(value: object) -> str | None:
    import torch  # noqa: PLC0415  (loaded long before; named here for its functions alone)

    name = getattr(value, "__name__", "")
    for path, home in (("torch", torch), ("torch.nn.functional", torch.nn.functional)):
        if name and getattr(home, name, None) is value:
            return f"{path}.{name}"
    return None

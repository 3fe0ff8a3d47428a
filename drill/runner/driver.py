"""The candidate's side: does what the judge asks, answers with data. Untrusted by design."""

import importlib
import itertools
import threading
import types
from collections.abc import Callable, Iterator
from typing import Any, cast

from drill.runner import hooks
from drill.runner.decode import Decoder
from drill.runner.encode import Encoder
from drill.runner.frames import Channel, Closed, FrameError
from drill.runner.limits import MAX_HANDLES
from drill.runner.raising import describe, revive

NAMED_ROOTS = ("torch", "numpy", "math", "operator", "builtins", "collections", "functools")
_METHODS = (types.MethodType, types.FunctionType, types.BuiltinMethodType)


class Driver:
    """Objects by handle, callbacks to the judge, one loop that serves requests."""

    def __init__(self, channel: Channel, device: str = "cpu") -> None:
        self.channel = channel
        self.device = device
        self.objects: dict[int, object] = {}
        self._ids = itertools.count(1)
        self._calls = itertools.count(1)
        self._write = threading.Lock()
        self._lock = threading.Lock()
        self._turn = threading.Condition(self._lock)
        self._waiting = 0
        self._reading = False
        self._arrived: dict[object, list[tuple[dict[str, Any], bytearray]]] = {}

    # values that are no data

    def hold(self, value: object) -> dict[str, object]:
        number = next(self._ids)
        if len(self.objects) >= MAX_HANDLES:
            raise FrameError("too many objects held")
        self.objects[number] = value
        return {"h": [number, str(type(value).__name__)[:100], isinstance(value, _METHODS)]}

    def release(self, tag: str, body: Any) -> object:
        match tag:
            case "h":
                return self.objects[body]
            case "fn":
                return self._callback(*body)
            case "it":
                return self._iterator(body)
            case "at":
                return named(body)
            case _:
                raise FrameError(f"no such value: {tag}")

    def _callback(self, number: int, name: str) -> Callable[..., object]:
        def callback(*args: object, **kwargs: object) -> object:
            return self.call_judge(number, args, kwargs)

        callback.__name__ = callback.__qualname__ = name
        return callback

    def _iterator(self, number: int) -> Iterator[object]:
        while True:
            try:
                item = self.call_judge(number, (), {})
            except StopIteration:
                return
            yield item

    # the wire

    def call_judge(self, number: int, args: tuple[object, ...], kwargs: dict[str, object]) -> Any:
        call = next(self._calls)
        self._say({"c": call, "f": number}, [list(args), kwargs])
        while True:
            header, body = self._next(call)
            if "n" in header:
                return self._open(header, body)
            self._serve(header, body)

    def _say(self, header: dict[str, object], value: object) -> None:
        encoder = Encoder(self)
        header["v"] = encoder.encode(value)
        with self._write:
            self.channel.send(header, encoder.body)

    def _open(self, header: dict[str, Any], body: bytearray) -> Any:
        if "x" in header:
            raise revive(header["x"])
        return Decoder(self, body, device=self.device).decode(header["v"])

    def _next(self, mine: object) -> tuple[dict[str, Any], bytearray]:
        """Wait for the next frame of one waiter; whoever waits first reads for all."""
        while True:
            with self._lock:
                while self._reading and not self._arrived.get(mine):
                    self._wait()
                if waiting := self._arrived.get(mine):
                    return waiting.pop(0)
                self._reading = True
            frame: tuple[Any, bytearray] | None = None
            try:
                frame = cast("tuple[Any, bytearray]", self.channel.receive())
            finally:
                with self._lock:
                    self._reading = False
                    whose = None if frame is None else frame[0].get("n", frame[0].get("for"))
                    if frame is not None and whose != mine:
                        self._arrived.setdefault(whose, []).append(frame)
                    if self._waiting:
                        self._turn.notify_all()
            if whose == mine:
                return frame

    def _wait(self) -> None:
        self._waiting += 1
        try:
            self._turn.wait()
        finally:
            self._waiting -= 1

    def loop(self) -> None:
        """Serve the judge until it goes away."""
        while True:
            try:
                header, body = self._next(None)
            except Closed:
                return
            self._serve(header, body)

    def _serve(self, header: dict[str, Any], body: bytearray) -> None:
        number = header["q"]
        try:
            args = Decoder(self, body, device=self.device).decode(header["v"])
            value = OPS[header["op"]](self, *args)
            hooks.look()
            if header.get("keep", False) or _made_here(header["op"], args, value):
                self._kept(number, value)
            else:
                self._say({"r": number}, value)
        except Closed:
            raise
        except BaseException as error:  # noqa: BLE001  (an exception is an observation)
            with self._write:
                self.channel.send({"r": number, "x": describe(error)})

    def _kept(self, number: int, value: object) -> None:
        with self._write:
            self.channel.send({"r": number, "v": self.hold(value)})


def _made_here(op: str, args: list[Any], value: object) -> bool:
    """Whether a class of the candidate made this: an object stays one, even if it is a dict too."""
    if op != "call" or not isinstance(args[0], type):
        return False
    return type(value).__module__.partition(".")[0] in ("broken", "candidate")


def named(path: object) -> object:
    """Find a function or class of a library by its dotted name."""
    parts = str(path).split(".")
    if parts[0] not in NAMED_ROOTS:
        raise FrameError(f"not a library of this exercise: {parts[0]}")
    value: object = importlib.import_module(parts[0])
    for index, part in enumerate(parts[1:], start=2):
        try:
            value = getattr(value, part)
        except AttributeError:
            value = importlib.import_module(".".join(parts[:index]))
    return value


def _batch(_driver: Driver, target: object, calls: list[Any]) -> list[Any]:
    """Many calls in one crossing; each outcome is (True, value) or (False, error type)."""
    outcomes: list[Any] = []
    for name, args in calls:
        try:
            found = getattr(target, name)
            outcomes.append((True, found(*args) if args is not None else found))
        except Exception as error:  # noqa: BLE001  (an exception is an observation)
            outcomes.append((False, describe(error)["near"]))
    return outcomes


def _call(
    _driver: Driver, target: Any, args: list[Any], kwargs: dict[str, Any] | None = None
) -> object:
    return target(*args, **kwargs) if kwargs else target(*args)


def _method(
    _driver: Driver,
    target: object,
    name: str,
    args: list[Any],
    kwargs: dict[str, Any] | None = None,
) -> object:
    return getattr(target, name)(*args, **kwargs or {})


def _drop(driver: Driver, number: int) -> None:
    driver.objects.pop(number, None)


def _fetch(_driver: Driver, value: Any, limit: int) -> object:
    if isinstance(value, Iterator):
        return list(itertools.islice(value, limit))
    return value


def _set(_driver: Driver, target: object, name: str, value: object) -> None:
    setattr(target, name, value)


def _put(_driver: Driver, target: Any, key: object, value: object) -> None:
    target[key] = value


def _delete(_driver: Driver, target: Any, key: object) -> None:
    del target[key]


OPS: dict[str, Callable[..., object]] = {
    "get": lambda _d, target, name: getattr(target, name),
    "set": _set,
    "call": _call,
    "method": _method,
    "batch": _batch,
    "keep": lambda _d, value: value,
    "fetch": _fetch,
    "same": lambda _d, one, other: one is other,
    "isinstance": lambda _d, value, kind: isinstance(value, kind),
    "has": lambda _d, value, name: hasattr(value, name),
    "named": lambda _d, path: named(path),
    "len": lambda _d, value: len(value),
    "in": lambda _d, value, item: item in value,
    "item": lambda _d, value, key: value[key],
    "put": _put,
    "delete": _delete,
    "iter": lambda _d, value: iter(value),
    "next": lambda _d, value: next(value),
    "bool": lambda _d, value: bool(value),
    "drop": _drop,
}
"""What the judge may ask; `loading` adds the requests that bring code in."""

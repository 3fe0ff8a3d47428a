"""What the judge holds of an object in the candidate's process: a number and its type's name."""

from collections.abc import Iterator
from typing import Any, Protocol, cast


class Asks(Protocol):
    def ask(self, op: str, *args: object, keep: bool = False) -> Any: ...


class Remote:
    """An object of the candidate's process. It can be used; it can never run anything here."""

    __slots__ = ("_drill_handle", "_drill_kind", "_drill_methods", "_drill_session")

    def __init__(self, session: Asks, handle: int, kind: str, is_method: bool = False) -> None:
        object.__setattr__(self, "_drill_session", session)
        object.__setattr__(self, "_drill_handle", handle)
        object.__setattr__(self, "_drill_kind", kind)
        object.__setattr__(self, "_drill_methods", {} if not is_method else None)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__") and name not in _ASKED:
            raise AttributeError(name)
        methods = self._drill_methods
        if methods and name in methods:
            return methods[name]
        value = self._drill_session.ask("get", self, name)
        bound = isinstance(value, Remote) and value._drill_methods is None  # noqa: SLF001  (a Remote)
        if methods is not None and bound:
            methods[name] = Method(self, name)
            return methods[name]
        return value

    def __setattr__(self, name: str, value: object) -> None:
        self._drill_session.ask("set", self, name, value)

    def __call__(self, *args: object, **kwargs: object) -> Any:
        named = (kwargs,) if kwargs else ()
        return self._drill_session.ask("call", self, list(args), *named)

    def __len__(self) -> int:
        return size(self._drill_session.ask("len", self))

    def __contains__(self, item: object) -> bool:
        return self._drill_session.ask("in", self, item) is True

    def __getitem__(self, key: object) -> Any:
        return self._drill_session.ask("item", self, key)

    def __setitem__(self, key: object, value: object) -> None:
        self._drill_session.ask("put", self, key, value)

    def __delitem__(self, key: object) -> None:
        self._drill_session.ask("delete", self, key)

    def __iter__(self) -> Iterator[Any]:
        found = self._drill_session.ask("iter", self, keep=True)
        while True:
            try:
                item = next(found)
            except StopIteration:
                return
            yield item

    def __next__(self) -> Any:
        return self._drill_session.ask("next", self)

    def __bool__(self) -> bool:
        return self._drill_session.ask("bool", self) is True

    def __repr__(self) -> str:
        return f"<{self._drill_kind} in the candidate's process>"

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __enter__(self) -> Any:
        return self._drill_session.ask("method", self, "__enter__", [])

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._drill_session.ask("method", self, "__exit__", [None, None, None])


_ASKED = frozenset({"__name__", "__doc__", "__dict__", "__module__", "__qualname__", "__wrapped__"})


class Method:
    """A method of a remote object, called in one crossing."""

    __slots__ = ("name", "target")

    def __init__(self, target: Remote, name: str) -> None:
        self.target = target
        self.name = name

    def __call__(self, *args: object, **kwargs: object) -> Any:
        ask = self.target._drill_session.ask  # noqa: SLF001
        named = (kwargs,) if kwargs else ()
        return ask("method", self.target, self.name, list(args), *named)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.itself(), name)

    def itself(self) -> Remote:
        """Return the bound method as an object of the candidate's process."""
        session = self.target._drill_session  # noqa: SLF001
        return cast("Remote", session.ask("get", self.target, self.name, keep=True))


def handle_of(value: Remote | Method, session: Asks) -> int:
    if isinstance(value, Method):
        value = value.itself()
    if value._drill_session is not session:  # noqa: SLF001
        raise TypeError("an object of another candidate's process")
    return int(value._drill_handle)  # noqa: SLF001


def session_of(value: Remote | Method) -> Any:
    """Whose object it is."""
    if isinstance(value, Method):
        value = value.target
    return value._drill_session  # noqa: SLF001


def size(value: object) -> int:
    """Return a length as the other side reported it: an int that is one, or a TypeError."""
    if type(value) is not int or value < 0:
        raise TypeError("a length that is no number")
    return value

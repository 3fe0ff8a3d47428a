"""Where the expressions of an f-string stand, for Pythons whose tokenizer does not say so."""

from collections.abc import Iterator

_OPEN, _CLOSE = "([{", ")]}"


def fields(literal: str) -> Iterator[tuple[int, str]]:
    """Yield place and text of each expression in an f-string literal, nested ones too."""
    prefix = literal[: min(literal.find(quote) for quote in "'\"" if quote in literal)]
    if "f" not in prefix.lower():
        return
    quotes = 3 if literal[len(prefix) : len(prefix) + 3] in {'"""', "'''"} else 1
    start = len(prefix) + quotes
    yield from _fields(literal, start, len(literal) - quotes)


def _fields(text: str, at: int, end: int) -> Iterator[tuple[int, str]]:
    while at < end:
        if text[at : at + 2] in {"{{", "}}"}:
            at += 2
        elif text[at] == "{":
            stop = _end_of_expression(text, at + 1, end)
            yield at + 1, text[at + 1 : stop].rstrip().removesuffix("=")
            at = _end_of_field(text, stop, end)
            yield from _fields(text, stop, at)
            at += 1
        else:
            at += 1


def _end_of_expression(text: str, at: int, end: int) -> int:
    """Find the `!`, `:` or `}` behind an expression."""
    depth, quote = 0, ""
    while at < end:
        here = text[at]
        if quote:
            quote = "" if here == quote else quote
        elif here in "'\"":
            quote = here
        elif here in _OPEN:
            depth += 1
        elif depth and here in _CLOSE:
            depth -= 1
        elif not depth and (here in ":}" or (here == "!" and text[at + 1] != "=")):
            return at
        at += 1
    return end


def _end_of_field(text: str, at: int, end: int) -> int:
    """Find the brace that ends a field, past those of its format."""
    depth = 0
    while at < end:
        if text[at] == "{":
            depth += 1
        elif text[at] == "}":
            if not depth:
                return at
            depth -= 1
        at += 1
    return end

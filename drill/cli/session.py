"""The services for the length of one verb."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from drill.bootstrap import Services


@contextmanager
def services(packs: Sequence[Path] = ()) -> Iterator["Services"]:
    """Hand out the services and let go of the history afterwards."""
    from drill.bootstrap import build

    built = build(packs=tuple(packs))
    try:
        yield built
    finally:
        built.close()

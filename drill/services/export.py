"""Export: the history as files for other programs."""

from collections.abc import Iterator


class Export:
    """Lines without their line ends, in the order of the log; nothing is held in memory."""

    def jsonl(self, sitting: str | None = None) -> Iterator[str]:
        """Every event, one JSON object a line; of one sitting when named."""
        raise NotImplementedError

    def csv(self, sitting: str | None = None) -> Iterator[str]:
        """Every item that was reached, one row each, after a header row."""
        raise NotImplementedError

"""The one place that makes adapters and hands them to the services."""

from functools import cached_property
from pathlib import Path

from drill import paths
from drill.config import Config, load_config
from drill.services.doctor import Doctor
from drill.services.export import Export
from drill.services.practice import Practice
from drill.services.progress import Progress


class Services:
    """Every use case, made at its first use."""

    def __init__(self, home: Path) -> None:
        self.home = home

    @cached_property
    def config(self) -> Config:
        """Settings of the person; wrong ones are in `config.problems` and left at their default."""
        return load_config(paths.config_file(self.home))

    @cached_property
    def practice(self) -> Practice:
        return Practice()

    @cached_property
    def progress(self) -> Progress:
        return Progress()

    @cached_property
    def export(self) -> Export:
        return Export()

    @cached_property
    def doctor(self) -> Doctor:
        return Doctor()

    def close(self) -> None:
        """Let go of the history file; may be called twice."""


def build(home: Path | None = None) -> Services:
    """Nothing is opened yet, so nothing can fail yet."""
    return Services(paths.home_folder(home))

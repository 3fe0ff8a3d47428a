"""Whose fault it was, said in the type.

DrillError
├── UsageError      the person at the command line
├── ConfigError     config.toml: names file, key and mend
├── ContentError    the author of a question or an exercise
├── StoreError      the history cannot be read or written
│   └── TakenOverError  another drill goes on with the sitting: this one writes no more
└── RunnerError     we could not run the code: never the candidate's fault
"""


class DrillError(Exception):
    """The root of every error that drill raises on purpose."""


class UsageError(DrillError):
    """A command was called in a way that cannot be carried out (exit 2)."""


class ConfigError(DrillError):
    """A setting is wrong. The message names the file, the key and the mend."""


class ContentError(DrillError):
    """A file of the question bank or an exercise is broken (exit 4)."""

    def __init__(self, file: str, problem: str, *, line: int | None = None, mend: str = "") -> None:
        self.file = file
        """Path as the author knows it."""
        self.problem = problem
        self.line = line
        """1-based line in `file`, None where the file as a whole is meant."""
        self.mend = mend
        """What the author should do, an imperative sentence."""
        where = file if line is None else f"{file}:{line}"
        super().__init__(f"{where}: {problem}" + (f" — {mend}" if mend else ""))


class StoreError(DrillError):
    """The history cannot be read or written (exit 5). Nothing was overwritten."""


class TakenOverError(StoreError):
    """A sitting was resumed elsewhere; what comes here from then on is not kept."""


class RunnerError(DrillError):
    """Candidate code could not be run; the verdict is `could_not_run`, never a fail (exit 3)."""

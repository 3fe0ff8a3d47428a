"""Wrong code that looks right to an exercise: tricks that once passed, or nearly, and must not."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from drill.content.exercises import load_exercise
from drill.model.run import RunRequest
from tests.attacks.conftest import TREE

if TYPE_CHECKING:
    from tests.attacks.conftest import Field

FORGERIES = sorted((Path(__file__).parent / "corpus" / "forgeries").glob("*/*.py"))


def test_there_are_forgeries() -> None:
    """At least thirty tricks are kept, for at least fifteen exercises."""
    assert len(FORGERIES) >= 30
    assert len({file.parent.name for file in FORGERIES}) >= 15


@pytest.mark.slow
@pytest.mark.parametrize("file", FORGERIES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_not_solved(field: "Field", file: Path) -> None:
    """Code that lies to the judge instead of keeping the contract is not solved."""
    exercise = load_exercise(TREE / "buggy_snippets" / file.parent.name)
    request = RunRequest(
        slug=exercise.slug,
        source=file.read_text(encoding="utf-8"),
        folder=exercise.folder,
        groups=tuple(group.name for group in exercise.sheet.groups),
        seconds=exercise.sheet.seconds,
        device="cpu",
    )
    verdict = field.client.run(request)
    assert verdict.verdict in {"unsolved", "crashed", "timeout"}, verdict
    assert any(not group.passed for group in verdict.groups)

"""The doctor's question is answered by trying."""

from drill.runner.confine.names import LAYERS
from drill.runner.walls import walls_here


def test_every_layer_is_tried() -> None:
    """Each layer has an answer: it holds, or why it does not."""
    state = walls_here()
    assert set(state) == set(LAYERS)
    assert state["rlimits"] == ""
    assert state["no_new_privs"] == ""

"""Scripts beside the code, the client's life, and what the processes cost."""

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from drill.model.run import GroupResult, RunRequest, fix_points
from drill.runner.client import RunnerClient
from drill.runner.fallback import OneShotClient
from drill.runner.limits import MAX_OUTPUT

if TYPE_CHECKING:
    from tests.runner.conftest import Run

WALLS = ["rlimits", "no_new_privs", "landlock", "seccomp"]


def test_a_failing_script_shows_line_and_variables(script: "Run") -> None:
    """The failure names file and line, the traceback starts at the person's code."""
    source = "def mean(xs):\n    total = sum(xs)\n    return total / len(xs)\n"
    verdict = script("from broken import mean\nprint('first')\nmean([])\n", source)
    failure = verdict.failure
    assert verdict.verdict == "unsolved"
    assert failure is not None
    assert (failure.error, failure.file, failure.line) == ("ZeroDivisionError", "broken.py", 3)
    assert [(one.name, one.value) for one in failure.locals] == [("xs", "[]"), ("total", "0")]
    assert "return total / len(xs)" in failure.traceback
    assert "drill" not in failure.traceback
    assert verdict.output == "first\n"


@pytest.mark.parametrize(("own", "candidate"), [("x = (\n", "y = 1"), ("x = 1", "def f(:")])
def test_text_that_is_no_python_shows_only_its_place(
    script: "Run", own: str, candidate: str
) -> None:
    """A slip in either file names file and line; none of the runner's own files are shown."""
    failure = script(own, candidate).failure
    assert failure is not None
    assert (failure.error, failure.line) == ("SyntaxError", 1)
    assert "drill" not in failure.traceback
    assert "Traceback" not in failure.traceback
    assert "SyntaxError" in failure.traceback


def test_scripts_that_end_well(script: "Run") -> None:
    """A script that ends, exits with 0 or has passing tests holds; the code is at hand."""
    assert script("import broken, candidate\nassert broken is candidate").verdict == "held"
    assert script("raise SystemExit").verdict == "held"
    assert script("def test_x():\n    assert True\n").verdict == "held"
    assert script("def test_x():\n    assert False\n").verdict == "unsolved"
    assert script("import sys; sys.exit('no')").verdict == "unsolved"
    assert script("x = 1", "def f(:").failure is not None


def test_large_values_are_shown_short(script: "Run") -> None:
    """Tensors, long lists and hostile reprs never flood the screen."""
    own = """
    import torch
    big, tensor = list(range(10**5)), torch.zeros(1000, 3)
    class Bad:
        def __repr__(self): raise SystemExit
    bad = Bad()
    raise KeyError("x")
    """
    failure = script(own).failure
    assert failure is not None
    values = {one.name: one.value for one in failure.locals}
    assert values["big"] == "list of 100000"
    assert values["tensor"].startswith("Tensor(1000, 3) torch.float32")
    assert values["bad"] == "<Bad: its repr fails>"


def test_output_is_capped_and_harmless(script: "Run") -> None:
    """The tail of a flood is kept; control characters are shown, never obeyed."""
    verdict = script("for i in range(40_000): print(i, '\\x1b[2J', 'é')\nprint('last')")
    assert verdict.output.endswith("last\n")
    assert len(verdict.output.encode()) < 2 * MAX_OUTPUT
    assert "\x1b" not in verdict.output
    assert "é" in verdict.output
    assert verdict.output.startswith("… ")


def test_a_script_that_hangs_or_dies(script: "Run") -> None:
    """A hang is a timeout within its limit, a dead process a crash; prints are kept."""
    verdict = script("print('before', flush=True)\nwhile True: pass", seconds=0.5)
    assert (verdict.verdict, verdict.output) == ("timeout", "before\n")
    assert verdict.ms.run < verdict.limit_ms + 150
    assert script("import os; os.abort()").verdict == "crashed"
    assert script("x = bytearray(1 << 40)").verdict == "out_of_memory"


def test_cancel_ends_a_run_at_once(client: RunnerClient) -> None:
    """A cancelled run is could_not_run, never a fail, and the next one is judged."""
    hang = RunRequest(slug="x", source="", target="scratch", own_source="while True: pass")
    threading.Timer(0.3, client.cancel).start()
    start = time.monotonic()
    assert client.run(hang).verdict == "could_not_run"
    assert time.monotonic() - start < 3
    assert client.run(hang.model_copy(update={"own_source": "x = 1"})).verdict == "held"


def test_the_zygote_has_one_thread_and_its_spares_are_small(client: RunnerClient) -> None:
    """One thread before the fork; a spare process holds at most 10 MB of its own."""
    client.wait_ready()
    zygote = client.info["pid"]
    assert client.info["threads"] == 1
    assert len(list(Path(f"/proc/{zygote}/task").iterdir())) == 1
    children = Path(f"/proc/{zygote}/task/{zygote}/children").read_text(encoding="ascii").split()
    assert children
    for child in children:
        try:
            lines = Path(f"/proc/{child}/smaps_rollup").read_text(encoding="ascii").splitlines()
        except OSError:
            pytest.skip("the kernel does not show another process's memory to this user")
        own = sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
        assert own <= 10 * 1024


def test_a_dead_zygote_is_our_fault_and_is_replaced() -> None:
    """When the zygote is killed the run is could_not_run; the next run starts a new one."""
    client = RunnerClient()
    request = RunRequest(
        slug="x", source="", target="scratch", own_source="import time; time.sleep(9)"
    )
    try:
        client.wait_ready()
        pid = client.info["pid"]
        threading.Timer(0.3, lambda: subprocess.run(["kill", "-9", str(pid)], check=True)).start()
        assert client.run(request).verdict == "could_not_run"
        again = client.run(request.model_copy(update={"own_source": "x = 1"}))
        assert again.verdict == "held"
    finally:
        client.close()


def test_everything_ends_with_the_trainer() -> None:
    """When the trainer's process dies, the zygote and its pairs die too."""
    text = (
        "from drill.runner.client import RunnerClient\n"
        "c = RunnerClient(); c.wait_ready(); print(c.info['pid'], flush=True)\n"
        "import os; os._exit(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    pid = done.stdout.strip()
    end = time.monotonic() + 5
    while Path(f"/proc/{pid}").exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not Path(f"/proc/{pid}").exists()


def test_the_client_imports_no_torch() -> None:
    """The trainer's own process stays without torch and numpy."""
    text = (
        "import sys, drill.runner.client, drill.runner.fallback, drill.runner.choose\n"
        "assert not {'torch', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", text], check=True)


@pytest.mark.slow
def test_the_fallback_gives_the_same_verdicts(tmp_path: Path) -> None:
    """Started processes judge alike, say what wall is missing, and refuse a partner's code."""
    (tmp_path / "hidden.py").write_text(
        "from drill.runner.hidden import check\n"
        "@check('fault')\ndef f(t):\n    'It is off.'\n    assert t.candidate.f(1) == 2\n",
        encoding="utf-8",
    )
    client = OneShotClient(without=WALLS)
    request = RunRequest(slug="x", folder=str(tmp_path), source="f = lambda x: x + 1", seconds=1)
    try:
        client.wait_ready()
        right = client.run(request)
        assert right.verdict == "solved"
        assert "landlock" in right.notice
        wrong = client.run(request.model_copy(update={"source": "f = lambda x: print('hi') or x"}))
        assert (wrong.verdict, wrong.reason, wrong.output) == ("unsolved", "It is off.", "hi\n")
        assert client.run(request.model_copy(update={"source": "while 1: 0"})).verdict == "timeout"
        partner = client.run(request.model_copy(update={"trust": "partner"}))
        assert partner.verdict == "refused"
    finally:
        client.close()


@pytest.mark.parametrize(
    ("held", "points"),
    [((1, 1, 1), 20), ((1, 0, 1), 13), ((1, 0, 0), 6), ((0, 1, 1), 0), ((0, 0, 0), 0)],
)
def test_points_of_a_fix(held: tuple[int, ...], points: int) -> None:
    """Nothing with the planted fault unfixed, else in proportion to the groups that hold."""
    names = ("fault", "edges", "scale")
    groups = [GroupResult(name=n, passed=bool(h)) for n, h in zip(names, held, strict=True)]
    assert fix_points(tuple(groups)) == points

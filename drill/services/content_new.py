"""A new exercise: the files its author starts from."""

from pathlib import Path

from drill.errors import UsageError

SHEET = """# yaml-language-server: $schema=exercise.schema.json
slug: {slug}
title: What a person would call it
topic: D
error_class: off-by-one
minutes: 10
difficulty: 3
concepts: [{slug}]
devices: [cpu]
story: >
  Who saw what, and what hangs on it.
contract:
  - What any right fix must do, edge by edge.
api: |
  def answer(x: int) -> int
symptom: >
  What a person observes.
groups:
  - {{name: fault, covers: the planted fault}}
  - {{name: edges, covers: the edges of the contract}}
hints:
  - Where to look.
  - What to compare.
  - What is wrong, short of the line.
root_cause:
  points:
    - id: cause
      says: What is wrong, in one sentence.
      must: true
      wordings: ["off by one"]
  earns: ["it is off by one"]
  not_earns: ["the lock is missing"]
debrief:
  logs: What it looks like in the logs.
  find: How one finds it.
  prevent: How one keeps it from coming back.
"""
FILES = {
    "broken.py": "def answer(x: int) -> int:\n    return x\n",
    "fixed.py": "def answer(x: int) -> int:\n    return x + 1\n",
    "example.py": 'from broken import answer\n\ngot = answer(1)\nprint("answer(1) is", got)\n'
    'assert got == 2, f"expected 2, got {got}"\n',
    "hidden.py": '"""Hidden checks of {slug}."""\n\nfrom drill.runner.hidden import check\n\n\n'
    '@check("fault")\ndef counts_on(t):\n    """The answer was not one more."""\n'
    "    assert t.candidate.answer(1) == 2\n\n\n"
    '@check("edges")\ndef negative(t):\n    """A negative number came back changed in sign."""\n'
    "    assert t.candidate.answer(-1) == 0\n",
    "fixes/right_plain.py": "def answer(x: int) -> int:\n    return 1 + x\n",
    "fixes/right_loop.py": "def answer(x: int) -> int:\n    for _ in range(1):\n        x += 1\n"
    "    return x\n",
    "fixes/right_minus.py": "def answer(x: int) -> int:\n    return x - -1\n",
    "fixes/wrong_two.py": "# adds two\ndef answer(x: int) -> int:\n    return x + 2\n",
    "fixes/wrong_abs.py": "# loses the sign\ndef answer(x: int) -> int:\n    return abs(x) + 1\n",
    "fixes/wrong_none.py": "# returns nothing\ndef answer(x: int) -> None:\n    x + 1\n",
    "fixes/wrong_text.py": "# returns a text\ndef answer(x: int) -> str:\n    return str(x + 1)\n",
    "fixes/wrong_same.py": "# still the fault\ndef answer(x: int) -> int:\n    return x\n",
}


def new_exercise(slug: str, parent: Path) -> Path:
    """Write a small exercise that passes the content check; nothing is overwritten."""
    folder = parent / slug
    if folder.exists():
        raise UsageError(f"{folder} is there already; choose another slug")
    try:
        (folder / "fixes").mkdir(parents=True)
        (folder / "exercise.yaml").write_text(SHEET.format(slug=slug), encoding="utf-8")
        for name, text in FILES.items():
            (folder / name).write_text(text.replace("{slug}", slug), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}") from error
    return folder

"""YAML to plain data with the line of every part; all scalars stay text."""

from __future__ import annotations

from typing import Any

import yaml

from drill.errors import ContentError

Path_ = tuple[str | int, ...]

_LOADER: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULL = "tag:yaml.org,2002:null"


class Tree:
    """Data of one YAML file and where each part of it stands."""

    def __init__(self, data: Any, lines: dict[Path_, int]) -> None:
        self.data = data
        self._lines = lines

    def line(self, path: Path_) -> int | None:
        """1-based line of the nearest part on the way to `path`."""
        while path:
            if path in self._lines:
                return self._lines[path]
            path = path[:-1]
        return self._lines.get(())


def parse_yaml(text: str, file: str) -> Tree:
    """Parse it; raises ContentError with the line of bad YAML or of a key given twice."""
    try:
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = None if mark is None else mark.line + 1
        problem = getattr(error, "problem", None) or str(error)
        raise ContentError(
            file, f"no YAML: {problem}", line=line, mend="check quotes and indentation"
        ) from error
    lines: dict[Path_, int] = {}
    data = None if root is None else _data(root, (), lines, file)
    return Tree(data, lines)


def _data(node: yaml.Node, path: Path_, lines: dict[Path_, int], file: str) -> Any:
    line = node.start_mark.line + 1
    lines[path] = line
    if isinstance(node, yaml.ScalarNode):
        return None if node.tag == _NULL else node.value
    if isinstance(node, yaml.SequenceNode):
        return [_data(item, (*path, i), lines, file) for i, item in enumerate(node.value)]
    out: dict[str, Any] = {}
    for key, value in node.value:
        name = str(key.value)
        if name in out:
            raise ContentError(
                file, f"{name!r} is given twice", line=key.start_mark.line + 1, mend="keep one"
            )
        out[name] = _data(value, (*path, name), lines, file)
    return out

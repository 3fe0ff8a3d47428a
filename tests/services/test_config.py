"""A wrong setting costs itself only, and its line says file, key and mend."""

from datetime import date
from pathlib import Path

import pytest

from drill.config import Config, load_config


def read(tmp_path: Path, text: str) -> Config:
    file = tmp_path / "config.toml"
    file.write_text(text, encoding="utf-8")
    return load_config(file)


def test_no_file_is_no_setting(tmp_path: Path) -> None:
    """Without a file every setting has its default and nothing is wrong."""
    assert load_config(tmp_path / "config.toml") == Config()


def test_settings_are_read(tmp_path: Path) -> None:
    """Each section reaches its field."""
    config = read(
        tmp_path,
        """
        interview = 2026-12-12
        [look]
        theme = "light"
        ascii = true
        [sitting]
        minutes = 12
        [dictation]
        command = ["whisper", "--stdin"]
        [keys]
        "answer.submit" = "ctrl+g"
        """,
    )
    assert config.problems == ()
    assert config.interview == date(2026, 12, 12)
    assert (config.look.theme, config.look.ascii, config.sitting.minutes) == ("light", True, 12)
    assert config.dictation.command == ("whisper", "--stdin")
    assert config.keys == {"answer.submit": "ctrl+g"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("intervew = 2026-12-12", ["intervew", "did you mean interview?"]),
        ('[look]\nteme = "dark"', ["look.teme", "did you mean theme?"]),
        ('[look]\ntheme = "drak"', ["look.theme", '"auto", "dark", "light"']),
        ("[sitting]\nitems = 0", ["sitting.items = 0", "write a number above 0"]),
        ("[sitting]\nshuffle = 1", ["sitting.shuffle = 1", "write true or false", "(false)"]),
        ('interview = "soon"', ['interview = "soon"', "write a day without quotes"]),
        ('[sitting]\nminutes = "x"', ['sitting.minutes = "x"', "write a number, without quotes"]),
        ("[judge]\ntimeout = 900", ["judge.timeout = 900", "write a smaller number", "(20.0)"]),
        ('[dictation]\ncommand = "x"', ["dictation.command", "write a list of texts"]),
        ("look = 3", ["look", "[look]"]),
        ("[keys]\nx = 1", ["keys", "in quotes"]),
        ('[keys]\n"answer.hnit" = "f8"', ['keys."answer.hnit"', "did you mean answer.hint?"]),
        ('[keys]\n"zzz" = "f8"', ['keys."zzz"', "F1 lists them"]),
        ('[judge]\nurl = "ftp://x"', ["judge.url", "begins with http"]),
        ("[look\nx = 1", ["not TOML", "line 1"]),
        ("zzz = 1", ["zzz", "known here: look, sitting"]),
    ],
)
def test_a_wrong_line_names_file_key_and_mend(tmp_path: Path, text: str, names: list[str]) -> None:
    """The rest of the file still counts."""
    good = "" if text.startswith("[look\nx") else "interview = 2027-01-01\n"
    if "interview" in text or "intervew" in text:
        good = ""
    (problem,) = read(tmp_path, good + text).problems
    assert all(name in str(problem) for name in [str(tmp_path / "config.toml"), *names])
    if good:
        assert read(tmp_path, good + text).interview == date(2027, 1, 1)


def test_a_file_that_is_not_text_is_said(tmp_path: Path) -> None:
    """Bytes that are no UTF-8, or a folder of that name, are a problem, not a crash."""
    (tmp_path / "config.toml").write_bytes(b"\xff\xfe")
    assert len(load_config(tmp_path / "config.toml").problems) == 1
    assert len(load_config(tmp_path).problems) == 1


def test_a_wrong_key_costs_itself_only(tmp_path: Path) -> None:
    """One wrong line of `[keys]` leaves the others, is named, and is told in plain words."""
    config = read(
        tmp_path,
        """
        interview = "soon"
        [keys]
        "answer.submit" = 9
        "answer.skip" = "f8"
        """,
    )
    assert config.keys == {"answer.skip": "f8"}
    day, key = map(str, config.problems)
    assert 'keys."answer.submit" = 9: write a text in quotes' in key
    assert not any(word in day + key for word in ("Undefined", "None", "Input", "null"))

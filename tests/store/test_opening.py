"""Opening a history: what is damaged, foreign or newer is named and never overwritten."""

import sqlite3
from pathlib import Path

import pytest

from drill.errors import StoreError
from drill.services.views import SittingSpec
from drill.store.schema import MIGRATIONS, VERSION
from tests.core_fakes import Desk


@pytest.fixture
def taken(tmp_path: Path) -> Path:
    """Leave a home with one sitting in it and a daily backup."""
    desk = Desk(tmp_path / "home")
    desk.practice.start(SittingSpec(mode="grill", items=3))
    desk.answer("right")
    desk.log.close()
    return desk.home


def refused(home: Path) -> str:
    """Open the history; return what the error says."""
    desk = Desk(home, name="next")
    with pytest.raises(StoreError) as caught:
        desk.practice.start(SittingSpec(mode="grill"))
    return str(caught.value)


def only_copy(home: Path, why: str) -> Path:
    (copy,) = (home / "backups").glob(f"{why}-*.db")
    return copy


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda _: b"not a database at all" * 300, id="overwritten"),
        pytest.param(lambda raw: raw[:100] + b"\xff" * (len(raw) - 100), id="pages"),
        pytest.param(lambda raw: raw[: len(raw) // 2], id="cut"),
    ],
)
def test_a_damaged_history_is_copied_named_and_left(taken: Path, damage) -> None:  # noqa: ANN001
    """The file keeps its bytes, a copy lies in backups, the message tells how to go on."""
    file = taken / "history.db"
    file.write_bytes(damage(file.read_bytes()))
    before = file.read_bytes()
    says = refused(taken)
    assert file.read_bytes() == before
    copy = only_copy(taken, "damaged")
    assert copy.read_bytes() == before
    (daily,) = (taken / "backups").glob("daily-*.db")
    assert all(str(path) in says for path in (file, copy, daily))
    assert refused(taken) == says
    assert len(list((taken / "backups").glob("damaged-*.db"))) == 1


def test_the_named_mend_works(taken: Path) -> None:
    """Copying the daily backup over the damaged file, as told, brings the sitting back."""
    file = taken / "history.db"
    file.write_bytes(b"damaged" * 1000)
    refused(taken)
    (daily,) = (taken / "backups").glob("daily-*.db")
    file.write_bytes(daily.read_bytes())
    desk = Desk(taken, name="next")
    assert desk.practice.scorecard("desk-sitting-1").cold == 1
    desk.log.close()


def test_a_newer_history_is_copied_named_and_left(taken: Path) -> None:
    """A schema of the future is not touched, and the message says what to do."""
    file = taken / "history.db"
    connection = sqlite3.connect(file)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    before = file.read_bytes()
    says = refused(taken)
    assert file.read_bytes() == before == only_copy(taken, "newer").read_bytes()
    assert "newer drill" in says
    assert "DRILL_HOME" in says


def test_a_database_of_another_program_is_left(tmp_path: Path) -> None:
    """No table is made in a file that is not ours."""
    home = tmp_path / "home"
    home.mkdir()
    connection = sqlite3.connect(home / "history.db")
    connection.execute("CREATE TABLE theirs (x)")
    connection.commit()
    connection.close()
    before = (home / "history.db").read_bytes()
    assert "not a history of drill" in refused(home)
    assert (home / "history.db").read_bytes() == before


def test_an_empty_file_becomes_a_history(tmp_path: Path) -> None:
    """What a kill in the very first moment leaves behind is no obstacle."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "history.db").touch()
    desk = Desk(home)
    desk.practice.start(SittingSpec(mode="grill"))
    desk.log.close()


def test_migrations_are_recorded(taken: Path) -> None:
    """Each migration stands in the file with its name, and the file carries the version."""
    connection = sqlite3.connect(taken / "history.db")
    found = connection.execute("SELECT version, name FROM migration ORDER BY version").fetchall()
    assert found == [(n, m.name) for n, m in enumerate(MIGRATIONS, 1)]
    assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    connection.close()


def test_a_migration_makes_a_backup_first(taken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before a later schema is made of an earlier one, the earlier file is copied."""
    from drill.store import opening, schema  # noqa: PLC0415 - what is patched

    more = schema.Migration("one more", ("CREATE TABLE more (x INTEGER) STRICT",))
    monkeypatch.setattr(opening, "MIGRATIONS", (*MIGRATIONS, more))
    monkeypatch.setattr(opening, "VERSION", VERSION + 1)
    desk = Desk(taken, name="next")
    assert desk.practice.scorecard("desk-sitting-1").cold == 1
    desk.log.close()
    copy = sqlite3.connect(only_copy(taken, "before-schema"))
    assert copy.execute("PRAGMA user_version").fetchone() == (VERSION,)
    copy.close()


def test_a_migration_that_fails_changes_nothing(
    taken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a migration is none: version and tables stay, and the error is ours."""
    from drill.store import opening, schema  # noqa: PLC0415 - what is patched

    bad = schema.Migration("bad", ("CREATE TABLE more (x) STRICT", "nonsense"))
    monkeypatch.setattr(opening, "MIGRATIONS", (*MIGRATIONS, bad))
    monkeypatch.setattr(opening, "VERSION", VERSION + 1)
    refused(taken)
    connection = sqlite3.connect(taken / "history.db")
    assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'more'").fetchall()
    connection.close()


def test_a_file_held_by_another_program_is_said(
    taken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lock that is not let go is waited for, then named; afterwards the same key works."""
    from drill.store import opening  # noqa: PLC0415 - what is patched

    monkeypatch.setattr(opening, "WAIT", 0.2)
    desk = Desk(taken, name="next")
    desk.practice.start(SittingSpec(mode="grill"))
    other = sqlite3.connect(taken / "history.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="another program holds it"):
        desk.practice.submit("right")
    other.execute("ROLLBACK")
    other.close()
    assert desk.practice.submit("right").phase == "reviewing"
    desk.log.close()

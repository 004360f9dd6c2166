"""Killed at any write of an import: before the COMMIT nothing is there, after it everything follows."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core.kernel.store.sqlite import SqliteDatabase
from tests.support.redes import Escritorio, Redes

# Dies as by ``kill -9`` when the named function is called for the n-th time, before or after it.
_KILLED = """
import importlib, os, signal, sys
where, name, count, when = sys.argv[1:5]
owner = importlib.import_module(where)
*path, last = name.split(".")
for step in path:
    owner = getattr(owner, step)
real, left = getattr(owner, last), [int(count)]
def dying(*args, **kwargs):
    left[0] -= 1
    if left[0] == 0 and when == "antes":
        os.kill(os.getpid(), signal.SIGKILL)
    result = real(*args, **kwargs)
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return result
setattr(owner, last, dying)
from app.cli.principal import main
main(sys.argv[5:])
"""
_SYNC = "core.sync.importing"
BEFORE = [
    (f"{_SYNC}.importer", "verify_bundle", 1, "depois"),
    (f"{_SYNC}.transaction", "_Import.run", 1, "antes"),
    (f"{_SYNC}.settling", "write_rows", 1, "depois"),
    (f"{_SYNC}.bookkeeping", "record", 1, "depois"),
    (f"{_SYNC}.transaction", "_Import.run", 1, "depois"),
]
AFTER = [
    (f"{_SYNC}.transaction", "run_import", 1, "depois"),
    ("core.kernel.engine.refolding", "Refolder.rebuild", 1, "antes"),
    ("core.kernel.engine.stepping", "Stepper.react", 1, "antes"),
]


def killed(office: Escritorio, bundle: Path, point: tuple[str, str, int, str]) -> None:
    words = [point[0], point[1], str(point[2]), point[3]]
    command = [sys.executable, "-c", _KILLED, *words, "--dados", str(office.dados)]
    with office.aqui():
        done = subprocess.run(
            [*command, "pacote", "importar", str(bundle)], capture_output=True, check=False
        )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()[-2000:]


def events(office: Escritorio) -> list[tuple[object, ...]]:
    reader = SqliteDatabase(office.dados).open_reader()
    try:
        reader.cursor.execute(
            "SELECT hex(no), seq, tipo, hex(causa), chave_derivacao FROM event_log"
        )
        return sorted(tuple(row) for row in reader.cursor.fetchall())
    finally:
        reader.close()


@pytest.fixture
def pair(redes: Redes, tmp_path: Path) -> tuple[Escritorio, Escritorio, Path]:
    centro, norte = redes.unidos("Centro", "Norte")
    words = ("--ponto", "-22.75,-43.75", "--consente", "tratamento")
    norte.certo("demandas", "registrar", "--texto", "Buraco na rua da feira", *words)
    return centro, norte, norte.exportar(tmp_path / "pendrive")


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_before_the_commit_nothing_is_there(pair: tuple[Escritorio, Escritorio, Path]) -> None:
    centro, norte, bundle = pair
    before = events(centro)
    for point in BEFORE:
        killed(centro, bundle, point)
        assert [e for e in events(centro) if e[0] != centro.no.upper()] == [
            e for e in before if e[0] != centro.no.upper()
        ], point
    answer = centro.certo("pacote", "importar", str(bundle)).json
    assert answer["estado"] == "importado"
    assert answer["estados"]["aplicado"] == answer["eventos"] > 0
    assert list((centro.dados / "bastidor").iterdir()) == []
    assert centro("verificar").code == 0
    assert norte("verificar").code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
@pytest.mark.parametrize("point", AFTER, ids=lambda point: point[1])
def test_after_the_commit_everything_follows_once(
    pair: tuple[Escritorio, Escritorio, Path], point: tuple[str, str, int, str]
) -> None:
    centro, _norte, bundle = pair
    killed(centro, bundle, point)
    again = centro.certo("pacote", "importar", str(bundle)).json
    assert again["estado"] == "ja_importado"
    found = events(centro)
    caused = [e[3:] for e in found if e[3] is not None and e[0] == centro.no.upper()]
    assert len(caused) == len(set(caused))
    receipts = [e for e in found if e[2] == "recibo.importacao" and e[0] == centro.no.upper()]
    assert len(receipts) == 1
    assert centro("verificar").code == 0

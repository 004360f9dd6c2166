from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.services.coleta_anexos import ColetaDeAnexos
from core.colonies.d1a_captura.api.rascunhos import open_draft, save_draft
from core.colonies.d6b_relatoria import rascunhos as relatos
from core.kernel.store.attachments_sweep import GRACE_MS, Sweep
from core.kernel.store.statement import Cursor, Dialect
from tests.core.colonies.d1c_anexos.bancada import Bancada
from tests.support import midias
from tests.support.balcao import cidadao
from tests.support.office import Office, conselheiro, demanda


@pytest.fixture
def bancada(sqlite_office: Office, tmp_path: Path) -> Bancada:
    return Bancada(sqlite_office, tmp_path / "anexos")


@pytest.fixture
def coleta(bancada: Bancada) -> ColetaDeAnexos:
    return ColetaDeAnexos(bancada.leitor, bancada.store, bancada.office.clock.now_ms)


def age(bancada: Bancada) -> None:
    """Everything that is there was put long ago."""
    old = (bancada.office.clock.now_ms() - GRACE_MS) / 1000 - 60
    for sha256 in bancada.store.all():
        os.utime(bancada.store.path(sha256), (old, old))


def test_a_file_of_an_unfinished_report_stays(tmp_path: Path, sqlite_office: Office) -> None:
    """Every form that may hold files is asked, not the counter's alone."""
    bancada = Bancada(sqlite_office, tmp_path / "anexos")
    coleta = ColetaDeAnexos(bancada.leitor, bancada.store, bancada.office.clock.now_ms)
    drafted, lost = (bancada.keep(midias.jpeg(n, n)) for n in (40, 50))
    now = bancada.now()

    def draft(cursor: Cursor, dialect: Dialect) -> None:
        made = relatos.open_draft(
            cursor,
            dialect,
            demanda_id=demanda(1),
            conselheiro_id=conselheiro(1),
            rascunho_id=demanda(8),
            conta_id=demanda(9),
            now=now,
        )
        kept = {"midias": [{"sha256": drafted.sha256}]}
        relatos.save_draft(cursor, dialect, made.rascunho_id, 1, kept, demanda(9), now)

    bancada.local(draft)
    age(bancada)
    assert coleta.recolher() == Sweep(0, 1)
    assert list(bancada.store.all()) == [drafted.sha256]
    assert bancada.store.get(lost.sha256) is None


def hold(bancada: Bancada, sha256: str) -> None:
    """An open form of the counter holds this file."""
    now = bancada.now()

    def draft(cursor: Cursor, dialect: Dialect) -> None:
        open_draft(
            cursor, dialect, rascunho_id=demanda(8), cidadao_id=cidadao(8), conta_id=None, now=now
        )
        save_draft(cursor, dialect, demanda(8), 1, {"midias": [{"sha256": sha256}]}, now)

    bancada.local(draft)


@pytest.mark.parametrize("how", ["effect", "import", "sweep"])
def test_a_removed_file_that_an_open_form_holds_goes_only_with_the_form(
    bancada: Bancada, coleta: ColetaDeAnexos, how: str
) -> None:
    """Given anew for another demand, it is about to be in use; whoever deletes asks the same."""
    bancada.office.executors = {}
    bancada.restart()
    photo = bancada.keep(midias.jpeg())
    (anexo_id,) = bancada.take(1, photo)
    hold(bancada, photo.sha256)
    bancada.decide(anexo_id, "removido", motivo="x")

    def tidy() -> None:
        if how == "effect":
            coleta.apagar_objeto({"sha256": photo.sha256})
        elif how == "import":
            coleta.apagar_removidos()
        else:
            coleta.recolher()

    tidy()
    assert bancada.store.has(photo.sha256)
    bancada.local(lambda cursor, _dialect: cursor.execute("DELETE FROM d1a_rascunhos"))
    tidy()
    assert not bancada.store.has(photo.sha256)


def test_a_file_of_a_demand_or_of_a_draft_stays_and_a_lost_one_goes(
    bancada: Bancada, coleta: ColetaDeAnexos
) -> None:
    used, drafted, lost = (bancada.keep(midias.jpeg(n, n)) for n in (40, 50, 60))
    bancada.take(1, used)
    hold(bancada, drafted.sha256)
    assert coleta.recolher() == Sweep(0, 0)
    age(bancada)
    assert coleta.recolher() == Sweep(0, 1)
    assert set(bancada.store.all()) == {used.sha256, drafted.sha256}
    assert bancada.store.get(lost.sha256) is None


def test_killed_between_file_and_transaction_neither_is_lost(
    bancada: Bancada, coleta: ColetaDeAnexos
) -> None:
    # The file was written, the office fell before the demand was registered.
    photo = bancada.keep(midias.jpeg())
    bancada.restart()
    coleta.recolher()
    assert bancada.store.get(photo.sha256) is not None
    # The clerk registers again with the same photo: one file, and it is kept for good.
    bancada.take(1, bancada.keep(midias.jpeg()))
    age(bancada)
    coleta.recolher()
    assert list(bancada.store.all()) == [photo.sha256]


def test_a_removed_object_goes_at_once_unless_it_is_in_use_again(
    bancada: Bancada, coleta: ColetaDeAnexos
) -> None:
    bancada.office.executors = {}
    bancada.restart()
    photo = bancada.keep(midias.jpeg())
    (anexo_id,) = bancada.take(1, photo)
    bancada.decide(anexo_id, "removido", motivo="x")
    assert bancada.store.get(photo.sha256) is not None
    bancada.take(2, photo)
    coleta.apagar_objeto({"sha256": photo.sha256})
    assert coleta.recolher() == Sweep(0, 0)
    assert bancada.store.get(photo.sha256) is not None
    second = bancada.events("anexo.processado")[-1].payload["anexo_id"]
    bancada.decide(second, "removido", 2, motivo="x")
    assert coleta.recolher() == Sweep(1, 0)
    coleta.apagar_objeto({"sha256": photo.sha256})
    assert list(bancada.store.all()) == []


def test_what_was_removed_elsewhere_goes_at_once_also_where_its_hash_is_not_said(
    bancada: Bancada, coleta: ColetaDeAnexos
) -> None:
    """An imported removal has no effect of its own; its part with the hash may not have come."""
    gone, other = (bancada.keep(midias.jpeg(n, n)) for n in (40, 50))
    (anexo_id,) = bancada.take(1, gone)
    bancada.take(2, other)
    bancada.decide(anexo_id, "removido", motivo="x")
    assert bancada.keep(midias.jpeg(40, 40)) == gone
    bancada.local(
        lambda cursor, dialect: cursor.execute("UPDATE d1c_decisoes SET hash_sha256 = NULL")
    )
    assert coleta.apagar_removidos() == 1
    assert list(bancada.store.all()) == [other.sha256]
    assert coleta.apagar_removidos() == 0


def test_loose_objects_go_and_those_that_something_needs_stay(
    bancada: Bancada, coleta: ColetaDeAnexos
) -> None:
    used, loose = (bancada.keep(midias.jpeg(n, n)) for n in (40, 50))
    bancada.take(1, used)
    assert coleta.apagar_soltos(()) == 0
    assert coleta.apagar_soltos({used.sha256, loose.sha256, "ab" * 32}) == 1
    assert list(bancada.store.all()) == [used.sha256]

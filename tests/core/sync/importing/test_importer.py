"""Real offices give each other files: what comes, what comes again, what does not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.store.database import Database
from core.kernel.store.postgres import PostgresDatabase
from core.kernel.store.sqlite import SqliteDatabase
from core.sync.exchange_keys import TRANSPORT_KEY
from core.sync.importing.quarantine import Quarantine
from core.sync.importing.staging import Staged, stage
from core.sync.request import make_request
from tests.support.office import encerrado, entrou, pedido
from tests.support.postgres import PostgresServer
from tests.support.postos import NoCustody, Posto, rede_de


def test_what_one_registers_the_other_sees(tres: list[Posto]) -> None:
    norte, sul, _leste = tres
    norte.publica(entrou(1), pedido(1, titulo="Buraco na rua"), pedido(2, titulo="Poste"))
    outcome = sul.importa(norte.exporta())
    assert (outcome.estado, outcome.saida) == ("importado", 0)
    assert outcome.novos == outcome.estados["aplicado"] > 3
    assert outcome.recibo is not None
    assert norte.retrato() == sul.retrato()
    assert sul.escritorio.verify().achados == []


def test_two_offices_exchange_both_ways_and_show_the_same(tres: list[Posto]) -> None:
    norte, sul, _leste = tres
    norte.publica(entrou(1), pedido(1, titulo="Buraco"))
    sul.publica(pedido(2, titulo="Poste"))
    sul.importa(norte.exporta())
    norte.importa(sul.exporta(norte))
    norte.publica(encerrado(2))
    sul.importa(norte.exporta(sul))
    assert norte.retrato() == sul.retrato()
    for posto in (norte, sul):
        assert posto.escritorio.verify().achados == []
        assert {no for (no,) in posto.linhas("SELECT DISTINCT hex(no) FROM event_log")} == {
            norte.no.upper(), sul.no.upper()
        }  # fmt: skip


def test_the_same_bundle_again_adds_nothing_but_its_own_count(tres: list[Posto]) -> None:
    norte, sul, leste = tres
    norte.publica(entrou(1), pedido(1))
    bundle = norte.exporta()
    sul.importa(bundle)
    before, rows = sul.tabelas(), sul.linhas("SELECT * FROM event_log ORDER BY 1")
    again = sul.importa(bundle)
    assert (again.estado, again.saida, again.recibo, again.novos) == ("ja_importado", 0, None, 0)
    assert sul.tabelas() == before
    assert sul.linhas("SELECT * FROM event_log ORDER BY 1") == rows
    assert sul.linhas("SELECT vezes FROM kernel_pacotes") == [(2,)]
    # The same events by another hand, under another manifest (row 66).
    leste.importa(bundle)
    relayed = sul.importa(leste.exporta())
    assert relayed.estados == {"aplicado": 1}  # leste's own receipt, and nothing else
    assert relayed.recibo is None


def test_receipts_alone_are_answered_by_none(tres: list[Posto]) -> None:
    norte, sul, _leste = tres
    norte.publica(pedido(1))
    sul.importa(norte.exporta())
    for _ in range(3):
        first = norte.importa(sul.exporta())
        second = sul.importa(norte.exporta())
        assert (first.recibo, second.recibo) == (None, None)
    assert norte.linhas("SELECT count(*) FROM event_log") == sul.linhas(
        "SELECT count(*) FROM event_log"
    )


def test_a_rehearsal_tells_and_writes_nothing(tres: list[Posto]) -> None:
    norte, sul, _leste = tres
    norte.publica(entrou(1), pedido(1))
    bundle = norte.exporta()
    before = sul.tabelas()
    told = sul.importa(bundle, ensaio=True)
    assert (told.ensaio, told.estado, told.novos > 0) == (True, "importado", True)
    assert sul.tabelas() == before
    assert sul.importa(bundle).estados == told.estados


def test_bundles_in_any_order_give_the_same(tres: list[Posto]) -> None:
    norte, sul, leste = tres
    norte.publica(entrou(1), pedido(1))
    first = norte.exporta()
    sul.importa(first)
    norte.publica(pedido(2), encerrado(1))
    second = norte.exporta(sul)  # begins where sul ends
    early = leste.importa(second)
    assert (early.estado, early.feeds[0].motivo, early.recibo) == ("pendente", "feed.lacuna", None)
    assert leste.linhas("SELECT count(*) FROM event_log") == [(0,)]
    late = leste.importa(first)
    assert late.resolvidos == [early.sha256]
    sul.importa(second)
    assert leste.retrato() == sul.retrato() == norte.retrato()
    assert leste.linhas("SELECT count(*) FROM kernel_pendencias") == [(0,)]
    assert not list((leste.pasta / "pendentes").iterdir())


def test_a_cause_that_is_not_here_is_waited_for(tres: list[Posto]) -> None:
    """Row 31: norte answers what sul registered; leste hears norte first."""
    norte, sul, leste = tres
    norte.publica(entrou(1))
    sul.publica(pedido(1))
    of_sul = sul.exporta()
    norte.importa(of_sul)  # draws for it
    alone = norte.exporta(sul)
    waits = leste.importa(alone)
    assert waits.estado == "pendente"
    held = {feed.no: feed for feed in waits.feeds}
    assert held[norte.no].motivo == "evento.espera"
    assert held[norte.no].novos == 1  # that somebody came depends on nothing
    assert leste.importa(of_sul).resolvidos == [waits.sha256]
    sul.importa(norte.exporta())
    assert leste.retrato() == sul.retrato() == norte.retrato()


def test_what_is_refused_goes_to_quarantine_and_the_log_stays(
    tres: list[Posto], tmp_path: Path
) -> None:
    norte, sul, _leste = tres
    norte.publica(pedido(1))
    raw = norte.exporta().read_bytes()
    before = sul.linhas("SELECT count(*) FROM event_log")
    outcome = sul.importa(raw[:-1])
    assert (outcome.estado, outcome.motivo, outcome.saida) == ("recusado", "pacote.cortado", 4)
    assert sul.linhas("SELECT count(*) FROM event_log") == before
    (item,) = _quarantine(sul).items()
    assert (item.motivo, item.tamanho, item.guardado) == ("pacote.cortado", len(raw) - 1, True)
    assert _quarantine(sul).path(item.sha256).read_bytes() == raw[:-1]
    assert not list((sul.pasta / "bastidor").iterdir())


def test_release_verifies_anew(tres: list[Posto]) -> None:
    norte, sul, _leste = tres
    norte.publica(pedido(1))
    sul.importa(b"nada disto")
    (item,) = _quarantine(sul).items()
    with sul.aberto() as engine:
        importer = sul.importador(engine)
        refused = importer.release(item.sha256[:8])
        assert (refused.estado, refused.motivo) == ("recusado", "pacote.nao_e_zip")
        assert _quarantine(sul).items()[0].nome == item.nome
        # As when the program that refused it was older.
        _quarantine(sul).path(item.sha256).write_bytes(norte.exporta().read_bytes())
        assert importer.release(item.sha256[:8]).estado == "importado"
        assert _quarantine(sul).items() == []
        with pytest.raises(UserFacingError, match=r"quarentena\.nao_ha"):
            importer.release(item.sha256)
    assert sul.retrato() == norte.retrato()


def test_what_cannot_be_read_leaves_nothing(tres: list[Posto], tmp_path: Path) -> None:
    sul = tres[1]
    before = sul.tabelas()
    for wrong in (tmp_path / "nao-ha.zip", tmp_path):
        with pytest.raises(EnvironmentFault, match=r"pacote\.nao_lido"):
            sul.importa(wrong)
    assert sul.tabelas() == before
    assert not list((sul.pasta / "bastidor").iterdir())


def test_what_happens_to_the_stick_after_the_copy_changes_nothing(
    tres: list[Posto], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 55: the file is changed between copy and parse, or gone; and row 69: called anything."""
    norte, sul, leste = tres
    norte.publica(pedido(1), pedido(2))
    exported = norte.exporta()

    def then_changed(original: Path, folder: Path, name: str) -> Staged:
        staged = stage(original, folder, name)
        original.write_bytes(b"outra coisa")
        return staged

    def then_gone(original: Path, folder: Path, name: str) -> Staged:
        staged = stage(original, folder, name)
        original.unlink()
        return staged

    for posto, changed in ((sul, then_changed), (leste, then_gone)):
        stick = posto.pasta / "civico_00000000_de-outro_e9_5-6_ffffffff.zip"
        shutil.copyfile(exported, stick)
        with monkeypatch.context() as patch:
            patch.setattr("core.sync.importing.importer.stage", changed)
            assert posto.importa(stick).estado == "importado"
        assert posto.retrato() == norte.retrato()
        assert list((posto.pasta / "bastidor").iterdir()) == []


def test_an_office_on_a_server_exchanges_with_one_on_a_laptop(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    name = postgres_server.create()

    def banco(folder: Path) -> Database:
        if folder.name != "sul":
            return SqliteDatabase(folder)
        folder.mkdir()
        return PostgresDatabase(postgres_server.url(name))

    norte, sul = rede_de(tmp_path, "norte", "sul", banco=banco)
    sul.custodia = lambda _posto: NoCustody()
    norte.publica(entrou(1), pedido(1), pedido(2))
    assert sul.importa(norte.exporta()).estado == "importado"
    sul.publica(pedido(3))
    norte.importa(sul.exporta())
    norte.publica(encerrado(1))
    bundle = norte.exporta(sul)
    assert [sul.importa(bundle).estado for _ in range(2)] == ["importado", "ja_importado"]
    assert sul.importa(b"nada disto").estado == "recusado"
    assert norte.retrato() == sul.retrato()
    assert sul.escritorio.verify().achados == []
    postgres_server.drop(name)


def _quarantine(posto: Posto) -> Quarantine:
    return Quarantine(posto.escritorio.database, posto.pasta)


def test_a_request_is_shown_its_way_and_not_put_apart(tres: list[Posto], tmp_path: Path) -> None:
    """Whoever brings the right file to the wrong door is told which is the right one."""
    norte, sul, _leste = tres
    raw = make_request(norte.pedido(), norte.escritorio.keys.get(TRANSPORT_KEY))
    path = tmp_path / "pacote.zip"
    path.write_bytes(raw)
    before = sul.tabelas()
    for rehearsal in (True, False):
        with pytest.raises(UserFacingError) as told:
            sul.importa(path, ensaio=rehearsal)
        assert told.value.code == "pacote.e_pedido"
    assert sul.tabelas() == before
    assert list((sul.pasta / "bastidor").iterdir()) == []

"""A councillor's work as a screen or the command line sees it."""

from __future__ import annotations

import pytest

from app.bootstrap.captura import EscritaDoMotor
from app.services.leitura import BancoLeitor
from app.services.relatoria import RelatoriaService
from core.colonies.d6b_relatoria.api import Pedido
from core.colonies.d6b_relatoria.colony import RELATORIA
from core.kernel.clock import format_timestamp
from tests.core.colonies.d6b_relatoria.conftest import (
    ATENDENTE,
    CONTATO,
    OPERADOR,
    SOURCE,
    Desk,
    confirmada,
    negados,
    refused,
    sorteado,
)
from tests.support.office import TEST_NO, Office, conselheiro, demanda

PROTOCOLO = "Abri o protocolo 2026/77 na Sabesp hoje."


@pytest.fixture
def desk(sqlite_office: Office) -> Desk:
    sqlite_office.colonies = (SOURCE, RELATORIA)
    return Desk(sqlite_office)


def service_of(desk: Desk) -> RelatoriaService:
    return RelatoriaService(
        BancoLeitor(desk.office.database, keep=0),
        EscritaDoMotor(desk.engine),
        lambda: format_timestamp(desk.office.clock.now_ms()),
        no=TEST_NO,
    )


def pedido(**more: object) -> Pedido:
    fields = {"demanda_id": demanda(1), "tipo": "", "texto": PROTOCOLO, **more}
    return Pedido(**fields)  # type: ignore[arg-type] # the fields of Pedido, by name


def test_a_proposal_shows_what_would_be_read(desk: Desk) -> None:
    desk.publicar(negados("canalha"))
    service = service_of(desk)
    found = service.sugerir(PROTOCOLO)
    assert found.sugestao.tipo == "protocolo_aberto"
    assert found.publica == PROTOCOLO
    assert found.campos_publicos == {"numero": "2026/77", "orgao": "Sabesp", "data": "2026-05-28"}
    held = service.sugerir("Liguei para o canalha.")
    assert (held.publica, held.termos) == (None, ("canalha",))
    unknown = service.sugerir("Bom dia")
    assert (unknown.sugestao.tipo, unknown.publica, unknown.termos) == (None, None, ())


def test_a_request_is_completed_and_its_own_words_stand_first(desk: Desk) -> None:
    service = service_of(desk)
    whole = service.completar(pedido(campos={"orgao": "DAE"}), None)
    assert whole.tipo == "protocolo_aberto"
    assert whole.campos == {"numero": "2026/77", "orgao": "DAE", "data": "2026-05-28"}
    assert whole.sugestao == service.sugerir(PROTOCOLO).sugestao.as_payload()
    other = service.completar(pedido(campos={"status": "aguardando"}), "status_atualizado")
    assert (other.tipo, other.campos) == ("status_atualizado", {"status": "aguardando"})
    assert other.sugestao == whole.sugestao
    with refused("relatoria.sem_sugestao"):
        service.completar(pedido(texto="Bom dia"), None)


def test_from_the_first_report_to_the_end(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    service = service_of(desk)
    assert service.registrar(service.completar(pedido(), None), ATENDENTE)["inicia"] is True
    desk.engine.aguardar_ocioso()
    (read,) = service.atualizacoes(demanda(1))
    assert (read.origem_estruturacao, read.bruto) == ("sugestao_confirmada", None)
    assert service.atualizacoes(demanda(1), publico=False)[0].bruto is not None
    assert service.atualizacoes(demanda(1), depois=1) == []
    done = service.concluir(demanda(1), "Tapado.", ATENDENTE, comando_id="c-1")
    desk.engine.aguardar_ocioso()
    again = service.concluir(demanda(1), "Tapado.", ATENDENTE, comando_id="c-1")
    assert (done["conclui"], again) == (True, done)
    assert service.abrir(demanda(1)).encerrada == "concluida"


def test_the_other_ends(desk: Desk) -> None:
    desk.publicar(sorteado(1), sorteado(2, 2), sorteado(3, 3), confirmada(3, ratificacao=True))
    service = service_of(desk)
    assert service.desistir(demanda(1), ATENDENTE)["conselheiro_id"] == conselheiro(1)
    ended = service.encerrar_mandato(conselheiro(2), OPERADOR)
    assert ended["demanda_id"] == demanda(2)
    ratified = service.ratificar(demanda(3), ATENDENTE, conselheiro_id=conselheiro(3))
    assert ratified["total_conclusoes"] == 3
    desk.engine.aguardar_ocioso()
    motives = [one["motivo_encerramento"] for one in desk.told("conselheiro.ciclo_concluído")]
    assert motives == ["desistencia", "fim_mandato", "demanda_concluida"]
    with refused("relatoria.sem_acompanhamento"):
        service.registrar(pedido(tipo="contato_realizado", campos=CONTATO), ATENDENTE)

"""Several decisions with one reason: each its own act, each taken back, none held up by another."""

from __future__ import annotations

import pytest

from app.services.fila_revisao import FilaDeRevisaoService
from app.services.fila_revisao_lote import Escolhido, decidir_lote, desfazer_lote
from tests.app.services.test_fila_revisao import Sala, full, listed, opened, service_of
from tests.core.colonies.d3_categorizacao.conftest import MODERADORA
from tests.support.office import Office


@pytest.fixture
def sala(sqlite_office: Office) -> Sala:
    return Sala(sqlite_office)


@pytest.fixture
def service(sala: Sala) -> FilaDeRevisaoService:
    return service_of(sala)


def test_one_reason_for_several_and_all_of_it_back(
    sala: Sala, service: FilaDeRevisaoService
) -> None:
    full(sala, service)
    before = listed(service)
    chosen = [
        Escolhido(opened(service, 1), None, mantem=True),
        Escolhido(opened(service, 5), None, mantem=True),
        Escolhido(opened(service, 4), None, mantem=True),
        Escolhido(opened(service, 2), ("3.4", None), mantem=False),
        Escolhido(opened(service, 3), None, mantem=False),
    ]
    done = decidir_lote(service, chosen, "mutirão de sábado", MODERADORA)
    sala.engine.aguardar_ocioso()
    assert [one.pendencia.demanda_id[-1] for one in done.decididas] == ["1", "5", "2"]
    assert [error.code for error in done.recusas] == ["revisao.lote_nao_serve"] * 2
    assert [who for _why, who in listed(service)] == ["04", "03"]
    said = [
        *(event.payload.get("motivo") for event in sala.events("demanda.categorizada")[-2:]),
        sala.events("demanda.unidade_mantida")[-1].payload["motivo"],
    ]
    assert said == ["mutirão de sábado"] * 3
    again = decidir_lote(service, chosen[1:2], "de novo", MODERADORA)
    assert [error.code for error in again.recusas] == ["revisao.mudou"]
    back = desfazer_lote(service, done.decididas, MODERADORA)
    sala.engine.aguardar_ocioso()
    assert (len(back.decididas), back.recusas) == (3, ())
    assert sorted(who for _why, who in listed(service)) == sorted(who for _why, who in before)
    twice = desfazer_lote(service, done.decididas[1:2], MODERADORA)
    assert [error.code for error in twice.recusas] == ["revisao.nada_a_desfazer"]
    sala.office.stop()

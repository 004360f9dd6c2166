"""Files that came with a councillor's report: a demand's like any other, and told apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.base.midia.entrega import anexos_de, campos_de
from core.base.midia.limpeza import MidiaGuardada
from core.colonies.d1c_anexos.queries import (
    Anexo,
    anexo_por_id,
    anexos_da_demanda,
    copias_do_anexo,
    objetos_em_uso,
)
from core.colonies.d7_transparencia.queries.demanda import Evidencia, read_demand
from core.kernel.event import Event, NewEvent
from tests.core.colonies.d1c_anexos.bancada import CLEAN, Bancada
from tests.support import midias
from tests.support.office import Office, conselheiro, demanda

REGISTRADA = "conselheiro.atualização_registrada"
JANDIRA = "33333333-0000-4000-8000-0000000000aa"


@pytest.fixture
def bancada(office: Office, tmp_path: Path) -> Bancada:
    return Bancada(office, tmp_path / "anexos")


def relatar(bancada: Bancada, *files: MidiaGuardada, n: int = 1) -> Event:
    """A report with files, as D-6b publishes it."""
    payload: dict[str, Any] = {
        "demanda_id": demanda(n),
        "conselheiro_id": conselheiro(1),
        "tipo": "status_atualizado",
        "texto": "A obra começou",
        "campos_estruturados": {"status": "em_andamento"},
        **campos_de(files, [one.nome or None for one in files], JANDIRA),
    }
    bancada.engine.publicar(
        "D-6b",
        NewEvent(REGISTRADA, payload, sujeito=demanda(n), anexos=anexos_de(files)),
    )
    bancada.settle()
    return bancada.events(REGISTRADA)[-1]


def files_of(bancada: Bancada, n: int = 1) -> list[Anexo]:
    found: list[Anexo] = bancada.read(anexos_da_demanda, demanda(n))
    return found


def shown(bancada: Bancada, n: int = 1) -> list[Evidencia]:
    found = bancada.read(read_demand, demanda(n))
    assert found is not None
    return list(found.evidencias)


def test_a_report_without_files_brings_none(bancada: Bancada) -> None:
    bancada.take(1)
    relatar(bancada)
    assert files_of(bancada) == []
    assert bancada.events("anexo.processado") == []


def test_its_files_come_after_the_residents_in_their_order(bancada: Bancada) -> None:
    bancada.olho.answer = CLEAN
    first = bancada.keep(midias.jpeg(30, 30), "do morador.jpg")
    before, after = bancada.keep(midias.jpeg(40, 40), "antes.jpg"), bancada.keep(midias.png())
    bancada.take(1, first)
    report = relatar(bancada, before, after)
    assert (report.versao_schema, len(report.anexos)) == ("1.1.0", 2)
    found = files_of(bancada)
    assert [one.hash_sha256 for one in found] == [first.sha256, before.sha256, after.sha256]
    assert [one.via for one in found] == ["captura", "atualizacao", "atualizacao"]
    assert [one.atualizacao_id for one in found] == [None, report.event_id, report.event_id]
    assert [one.hash_origem for one in found] == [
        first.hash_origem,
        before.hash_origem,
        after.hash_origem,
    ]
    assert [one.nome_arquivo for one in found] == ["do morador.jpg", "antes.jpg", None]
    told = [one for one in bancada.events("anexo.processado") if one.causa == report.event_hash]
    assert [one.payload["ordem"] for one in sorted(told, key=lambda e: e.payload["ordem"])] == [
        0,
        1,
    ]
    for one in told:
        assert one.payload["atualizacao_id"] == report.event_id
        # No description of what the resident sent stands at its place.
        assert "indice" not in one.payload
    assert {one.object_key for one in shown(bancada)} == {
        f"anexo:{one.sha256}" for one in (first, before, after)
    }
    assert bancada.read(objetos_em_uso) == {first.sha256, before.sha256, after.sha256}
    bancada.assert_rebuild_equals_live()


def test_nothing_looked_at_it_so_it_waits_and_is_then_decided(bancada: Bancada) -> None:
    photo = bancada.keep(midias.jpeg())
    bancada.take(1)
    report = relatar(bancada, photo)
    (one,) = files_of(bancada)
    assert (one.situacao, one.publica_imagem) == ("pendente", True)
    assert shown(bancada) == []
    bancada.decide(one.anexo_id, "aprovado")
    (evidence,) = shown(bancada)
    assert (evidence.via, evidence.atualizacao_id) == ("atualizacao", report.event_id)
    bancada.decide(one.anexo_id, "bloqueado")
    assert shown(bancada) == []
    bancada.assert_rebuild_equals_live()


def test_a_description_of_the_residents_photo_is_not_said_of_it(bancada: Bancada) -> None:
    bancada.olho.answer = CLEAN
    bancada.take(1, bancada.keep(midias.jpeg(30, 30)))
    relatar(bancada, bancada.keep(midias.jpeg(40, 40)))
    described = {
        "demanda_id": demanda(1),
        "titulo": "Buraco",
        "descricao_limpa": "Buraco número 1",
        "tipo_midia_processada": "imagem",
        "coordenadas_validadas": None,
        "confianca_normalizacao": 0.8,
        "origem_normalizacao": "automatico",
        "conteudo_suspeito": False,
        "midias_descritas": [
            {"indice": 0, "descricao": "um buraco", "traduzida": True, "modelo": "olho@1"}
        ],
    }
    bancada.engine.publicar("D-1b", NewEvent("demanda.normalizada", described, sujeito=demanda(1)))
    bancada.settle()
    said = {one.via: one.descricao for one in shown(bancada)}
    assert said == {"captura": "um buraco", "atualizacao": None}


def test_a_removal_takes_the_copy_of_a_report_along_and_it_does_not_come_back(
    bancada: Bancada,
) -> None:
    raw = midias.upside(3)
    photo = bancada.keep(raw)
    (first,) = bancada.take(1, photo)
    relatar(bancada, photo, n=1)
    copies = bancada.read(copias_do_anexo, first)
    assert sorted((one.via, one.na_captura) for one in copies) == [
        ("atualizacao", None),
        ("captura", 0),
    ]
    bancada.decide(first, "removido", motivo="x")
    assert {one.situacao for one in files_of(bancada)} == {"removido"}
    assert bancada.store.get(photo.sha256) is None
    # Whoever brings it past the door brings it in vain.
    again = bancada.keep(raw)
    relatar(bancada, again)
    assert {one.situacao for one in files_of(bancada)} == {"removido"}
    assert bancada.store.get(again.sha256) is None
    bancada.assert_rebuild_equals_live()


def test_a_decision_that_arrives_before_the_file_is_kept(bancada: Bancada) -> None:
    """Names are derived from the event: the late file meets its decision."""
    photo = bancada.keep(midias.jpeg())
    bancada.take(1)
    report = relatar(bancada, photo)
    (one,) = files_of(bancada)
    bancada.decide(one.anexo_id, "bloqueado")
    bancada.assert_rebuild_equals_live()
    known = bancada.read(anexo_por_id, one.anexo_id)
    assert known is not None
    assert (known.situacao, known.atualizacao_id) == ("bloqueado", report.event_id)

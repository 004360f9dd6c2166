"""D-1b on the real bus: at once, again after corrections, sealed where it must be."""

from __future__ import annotations

import json

from core.colonies.d1a_captura.api.correcao import Correcao, corrigir_demanda, retirar_demanda
from core.colonies.d1a_captura.rules import Consentimentos
from core.colonies.d1b_normalizacao.api import prever
from core.colonies.d1b_normalizacao.queries import read_forma
from core.kernel.event import NewEvent
from core.kernel.subject_rights import SubjectRights
from tests.support.balcao import ATENDENTE, MODERADOR, OUTRO, Counter, cidadao, pedido
from tests.support.office import TEST_NO, Office, demanda

MARK = "Zulmira Marcadíssima"


def parts(office: Office, nome: str) -> list[str]:
    """Contents of the stored parts of a name (or of all that begin so)."""
    reader = office.database.open_reader()
    try:
        reader.cursor.execute("SELECT nome, conteudo FROM event_parts ORDER BY parte_id")
        return [
            bytes(row[1]).decode() for row in reader.cursor.fetchall() if row[0].startswith(nome)
        ]
    finally:
        reader.close()


def test_a_text_is_normalised_at_once_and_caused_by_its_capture(office: Office) -> None:
    counter = Counter(office)
    counter.register(pedido(demanda_id=demanda(1)))
    received, clean = office.events()
    assert (clean.tipo, clean.versao_schema) == ("demanda.normalizada", "1.5.0")
    assert clean.causa == received.event_hash
    assert clean.correlacao_id == received.correlacao_id
    assert clean.chave_derivacao == f"D-1b/demanda.normalizada/{demanda(1)}"
    assert clean.payload["coordenadas_validadas"] == {"lat": -7.12, "lng": -34.86}
    assert clean.payload["titulo"] == "Falta água na Rua das Flores, 120"
    assert any("Falta água" in part for part in parts(office, "publica."))
    form = counter.read(read_forma, demanda(1))
    assert form is not None
    assert (form.is_publica, form.versao) == (True, 1)
    counter.restart()
    counter.engine.aguardar_ocioso()
    assert len(office.events()) == 2
    counter.assert_rebuild_equals_live()


def test_nothing_restricted_stands_in_a_public_part(office: Office) -> None:
    counter = Counter(office)
    counter.deny("otário")
    said = [
        (f"{MARK} otario, arrume a rua", Consentimentos(True, True, True, True)),
        (f"Falta água, {MARK}, CPF 529.982.247-25", Consentimentos(True, True, True, True)),
        (f"Falta água na casa de {MARK}", Consentimentos(tratamento=True)),
        (f"Falta luz na casa de {MARK}", None),
    ]
    for n, (text, consents) in enumerate(said):
        wanted = pedido(text, demanda_id=demanda(n), cidadao_id=cidadao(9), consentimentos=consents)
        counter.register(wanted)
    public = "".join(parts(office, "publica."))
    for secret in (MARK, "otario", "529.982", cidadao(9), cidadao(1), ATENDENTE["conta_id"]):
        assert secret not in public
    suspicious = [
        event.payload["conteudo_suspeito"] for event in counter.events("demanda.normalizada")
    ]
    assert suspicious == [True, True, False, False]
    log = b"".join(office.log).decode()
    assert MARK not in log
    assert "529.982" not in log
    assert json.dumps(MARK)[1:-1] not in log


def test_the_list_as_last_told_is_the_one_that_counts(office: Office) -> None:
    counter = Counter(office)
    counter.deny("otário")
    counter.register(pedido("Seu otário, arrume a rua", demanda_id=demanda(1)))
    counter.deny("pateta", versao=2)
    counter.register(pedido("Esse otário não arruma a rua", demanda_id=demanda(2)))
    counter.restart()
    counter.register(pedido("Esse pateta não arruma a rua", demanda_id=demanda(3)))
    found = [
        event.payload.get("termos_suspeitos") for event in counter.events("demanda.normalizada")
    ]
    assert found == [["otario"], None, ["pateta"]]
    assert counter.read(prever, "o pateta da rua").termos_suspeitos == ("pateta",)
    counter.assert_rebuild_equals_live()


def test_a_withdrawn_demand_is_left_alone(office: Office) -> None:
    counter = Counter(office)
    counter.engine.desativar("D-1b").result()
    counter.register(pedido(demanda_id=demanda(1)))
    decide = retirar_demanda(demanda(1), "teste", MODERADOR)
    counter.engine.executar("D-1a", decide).result()
    counter.engine.ativar("D-1b").result()
    counter.engine.aguardar_ocioso()
    assert counter.events("demanda.normalizada") == []


def test_a_correction_takes_suspicion_away_for_the_words_that_follow(office: Office) -> None:
    counter = Counter(office)
    counter.register(pedido("Falta água, CPF 529.982.247-25", demanda_id=demanda(1)))
    mended = Correcao(motivo="documento no texto", texto="Falta água na rua")
    decide = corrigir_demanda(TEST_NO, demanda(1), mended, ATENDENTE)
    counter.engine.executar("D-1a", decide).result()
    counter.engine.aguardar_ocioso()
    clean = counter.events("demanda.normalizada")
    assert [event.payload["conteudo_suspeito"] for event in clean] == [True, False]
    form = counter.read(read_forma, demanda(1))
    assert form is not None
    assert (form.versao, form.origem_normalizacao, form.is_publica) == (2, "hibrido", True)


def test_an_erased_person_leaves_no_words_behind(office: Office) -> None:
    counter = Counter(office)
    known = {"cidadao_id": cidadao(9), "demanda_id": demanda(1)}
    counter.register(pedido(f"Falta água na casa de {MARK}", **known))
    rights = SubjectRights(counter.engine)
    rights.eliminar(cidadao(9), "LGPD art. 18, VI", "a pedido", MODERADOR, OUTRO["conta_id"])
    counter.engine.aguardar_ocioso()
    assert not any(MARK in part for part in parts(office, ""))
    form = counter.read(read_forma, demanda(1))
    assert form is not None
    assert (form.titulo, form.descricao_limpa, form.confianca_normalizacao) == (None, None, 0.8)
    counter.assert_rebuild_equals_live()
    # A correction afterwards finds a demand without words and without consent.
    mended = Correcao(motivo="categoria", categoria=("1.1", None))
    decide = corrigir_demanda(TEST_NO, demanda(1), mended, ATENDENTE)
    counter.engine.executar("D-1a", decide).result()
    counter.engine.aguardar_ocioso()
    assert counter.events("demanda.normalizada")[1].payload["titulo"] == "Demanda sem texto"


def test_captures_of_older_versions_are_normalised_too(office: Office) -> None:
    counter = Counter(office)
    payload = {
        "demanda_id": demanda(1),
        "texto_bruto": "Falta água na Rua das Flores",
        "tipo_midia": "texto",
        "localizacao_bruta": {"lat": -7.12, "lng": -34.86},
        "cidadao_id": cidadao(1),
        "canal": "app",
        "timestamp_criacao": "2026-05-28T20:26:40.000Z",
    }
    old = NewEvent("demanda.recebida", payload, sujeito=demanda(1), versao="1.2.0")
    counter.engine.publicar("D-1a", old)
    counter.engine.aguardar_ocioso()
    (clean,) = counter.events("demanda.normalizada")
    assert clean.payload["descricao_limpa"] == "Falta água na Rua das Flores"
    # A number drawn next is not confused by the one without.
    assert counter.register(pedido("Outro problema aqui"))["protocolo"][5:11] == "000001"
    counter.assert_rebuild_equals_live()

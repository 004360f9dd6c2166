"""Registration on the real bus: numbers, idempotence, consent, refusals that leave nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.base.protocolo import prefix_of, read_protocol
from core.base.territorio.distancia import Ponto
from core.colonies.d1a_captura.api.registro import registrar_lote
from core.colonies.d1a_captura.queries import find_demanda
from core.colonies.d1a_captura.rules import Consentimentos, Lugar
from core.kernel.errors import UserFacingError
from tests.support.balcao import ATENDENTE, Counter, cidadao, pedido
from tests.support.midias import guardada
from tests.support.office import TEST_NO, Office, demanda, unidade


def test_a_demand_is_published_as_it_was_said(office: Office) -> None:
    counter = Counter(office)
    said = "Falta água <b>há 3 dias</b> na Rua das Flores"
    answer = counter.register(
        pedido(
            said,
            demanda_id=demanda(7),
            cidadao_id=cidadao(9),
            lugar=Lugar("rua", Ponto(-7.1, -34.9), endereco="Rua das Flores, 120"),
            fix=Ponto(-7.11, -34.9),
            data_formulario="01/05/2026",
            categoria_id="1.1",
            assistencia={"usada": True},
        )
    )
    protocol = f"{prefix_of(TEST_NO, 0)}-000001-"
    assert answer["protocolo"].startswith(protocol)
    assert answer == {**answer, "demanda_id": demanda(7), "ja_registrada": False}
    (event,) = counter.events("demanda.recebida")
    assert event.versao_schema == "1.5.0"
    assert event.payload["texto_bruto"] == said
    assert event.payload["cidadao_id"] == cidadao(9)
    assert event.payload["precisao_local"] == "rua"
    assert event.payload["data_formulario"] == "2026-05-01"
    assert event.ator == ATENDENTE
    found = counter.read(find_demanda, answer["protocolo"].replace("-", " ").lower())
    assert found.texto_bruto == said
    assert (found.status, found.conta_id) == ("pendente_normalizacao", ATENDENTE["conta_id"])
    counter.assert_rebuild_equals_live()


def test_the_same_words_of_the_same_person_get_the_first_number(office: Office) -> None:
    counter = Counter(office)
    known = {"cidadao_id": cidadao(9), "anonimo_id": cidadao(1)}
    first = counter.register(pedido(**known))
    again = counter.register(pedido("FALTA agua na  rua das flores, 120", **known))
    assert again == {**first, "ja_registrada": True}
    # Another person, another place: others.
    counter.register(pedido(anonimo_id=cidadao(2)))
    counter.register(pedido(**known, lugar=Lugar("ponto", Ponto(-7.121, -34.86))))
    assert [
        numbers(event.payload["protocolo"]) for event in counter.events("demanda.recebida")
    ] == [
        1,
        2,
        3,
    ]


def numbers(protocol: str) -> int:
    return read_protocol(protocol).numero


def test_a_repeated_click_gets_the_first_answer_even_after_a_restart(office: Office) -> None:
    counter = Counter(office)
    wanted = pedido(demanda_id=demanda(1))
    first = counter.register(wanted, comando_id="captura/1")
    counter.restart()
    assert counter.register(wanted, comando_id="captura/1") == first
    # Another window that does not know the command: the draft is one demand.
    assert counter.register(wanted) == {**first, "ja_registrada": True}
    assert len(counter.events("demanda.recebida")) == 1


def test_without_consent_to_keep_data_the_demand_is_anonymous(office: Office) -> None:
    counter = Counter(office)
    for place, consents in enumerate((None, Consentimentos(publicacao_texto=True))):
        wanted = pedido(
            f"Texto número {place} da rua",
            cidadao_id=cidadao(9),
            anonimo_id=cidadao(place + 1),
            consentimentos=consents,
        )
        counter.register(wanted)
    who = [event.payload["cidadao_id"] for event in counter.events("demanda.recebida")]
    assert who == [cidadao(1), cidadao(2)]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"texto": "a"}, "captura.texto_curto"),
        ({"lugar": None}, "captura.sem_local"),
        ({"lugar": Lugar("ponto", Ponto(-23.5, -46.6))}, "coordenada.fora_da_area"),
        ({"canal": "=1+1"}, "captura.canal_invalido"),
        ({"data_formulario": "31/12/2099"}, "captura.data_formulario"),
        ({"categoria_id": "água"}, "captura.categoria_invalida"),
    ],
)
def test_a_refusal_writes_nothing_and_uses_no_number(
    sqlite_office: Office, more: dict[str, Any], code: str
) -> None:
    counter = Counter(sqlite_office)
    counter.configure()
    with pytest.raises(UserFacingError) as refusal:
        counter.register(pedido(**more))
    assert refusal.value.code == code
    assert counter.events("demanda.recebida") == []
    assert numbers(counter.register()["protocolo"]) == 1


def test_media_may_speak_for_themselves(sqlite_office: Office) -> None:
    counter = Counter(sqlite_office)
    photo = guardada(1, nome="poste caído.jpg")
    counter.register(pedido("", midias=[photo]))
    (event,) = counter.events("demanda.recebida")
    assert event.payload["midia_urls"] == [f"anexo:{photo.sha256}"]
    assert event.payload["tipo_midia"] == "imagem"
    assert event.payload["midias_recebidas"] == [{"hash_origem": photo.hash_origem}]
    assert event.payload["nomes_midias"] == ["poste caído.jpg"]
    assert event.payload["remetente_id"] == event.payload["cidadao_id"]
    assert [one.sha256 for one in event.anexos] == [photo.sha256]
    (clean,) = counter.events("demanda.normalizada")
    assert clean.payload["titulo"] == "Imagem enviada sem texto"
    assert clean.payload["descricao_limpa"] == ""


def test_a_document_alone_needs_words(sqlite_office: Office) -> None:
    counter = Counter(sqlite_office)
    paper = guardada(1, "application/pdf")
    with pytest.raises(UserFacingError, match=r"captura\.sem_conteudo"):
        counter.register(pedido("", midias=[paper]))
    counter.register(pedido(midias=[paper]))
    (event,) = counter.events("demanda.recebida")
    assert event.payload["tipo_midia"] == "texto"


def test_the_same_photo_again_is_the_same_demand_however_it_was_encoded(office: Office) -> None:
    counter = Counter(office)
    photo, other = guardada(1), guardada(2)
    first = counter.register(pedido("", midias=[photo, other]))
    again = counter.register(
        pedido("", midias=[replace(other, sha256="ab" * 32), photo, replace(photo, nome="x")])
    )
    assert again == {**first, "ja_registrada": True}
    assert not counter.register(pedido("", midias=[photo]))["ja_registrada"]
    counter.assert_rebuild_equals_live()


def test_the_form_date_is_judged_by_the_office_clock(sqlite_office: Office) -> None:
    counter = Counter(sqlite_office)
    # 20:26 UTC on 28 May 2026 is the next morning in the zone of Kiribati.
    counter.configure(None, "Pacific/Kiritimati")
    counter.register(pedido(data_formulario="29/05/2026"))
    counter.configure(None, "America/Recife")
    with pytest.raises(UserFacingError, match=r"captura\.data_formulario"):
        counter.register(pedido("Outro texto", data_formulario="29/05/2026"))


def test_a_batch_keeps_what_is_good(office: Office) -> None:
    counter = Counter(office)
    wanted = [
        pedido("Primeiro problema", id_externo="1"),
        pedido("a", id_externo="2"),
        pedido("Primeiro problema", id_externo="1"),
        pedido("Outro problema", id_externo="1"),
        pedido("Terceiro problema", id_externo="3"),
    ]
    decide = registrar_lote(TEST_NO, 0, wanted, ATENDENTE)
    answers = counter.engine.executar("D-1a", decide).result().resposta
    assert [answer.get("codigo") for answer in answers] == [
        None,
        "captura.texto_curto",
        None,
        "captura.id_externo_repetido",
        None,
    ]
    assert answers[2] == {**answers[0], "ja_registrada": True}
    again = counter.engine.executar("D-1a", decide).result().resposta
    assert [answer.get("ja_registrada") for answer in again] == [True, None, True, None, True]
    assert [
        numbers(event.payload["protocolo"]) for event in counter.events("demanda.recebida")
    ] == [
        1,
        2,
    ]


def test_a_picked_unit_is_a_place_without_a_point(office: Office) -> None:
    counter = Counter(office)
    answer = counter.register(pedido(lugar=Lugar("unidade", unidade_id=unidade(3))))
    (event,) = counter.events("demanda.recebida")
    assert event.payload["localizacao_bruta"] is None
    assert event.payload["unidade_informada_id"] == unidade(3)
    assert counter.read(find_demanda, answer["demanda_id"][:8]).ponto is None


STEPS = st.lists(
    st.sampled_from(["nova", "repetida", "recusada", "reinicio", "lote"]), min_size=1, max_size=12
)


@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(steps=STEPS)
def test_numbers_have_no_gap_and_no_double(sqlite_template: Any, steps: list[str]) -> None:
    import shutil
    import tempfile
    from pathlib import Path

    from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase

    with tempfile.TemporaryDirectory() as name:
        shutil.copy(sqlite_template, Path(name) / FILE_NAME)
        office = Office(SqliteDatabase(Path(name)))
        try:
            counter = Counter(office)
            _take(counter, steps)
            found = [event.payload["protocolo"] for event in counter.events("demanda.recebida")]
            assert [numbers(one) for one in found] == list(range(1, len(found) + 1))
            assert len(set(found)) == len(found)
        finally:
            office.stop()


def _take(counter: Counter, steps: list[str]) -> None:
    """Register, repeat, be refused, restart."""
    for place, step in enumerate(steps):
        if step == "nova":
            counter.register(pedido(f"Problema número {place} da rua"))
        elif step == "repetida":
            counter.register(pedido())
        elif step == "recusada":
            with pytest.raises(UserFacingError):
                counter.register(pedido("!"))
        elif step == "reinicio":
            counter.restart()
        else:
            wanted = [pedido(f"Lote {place} texto {n}" if n % 3 else "?") for n in range(5)]
            counter.engine.executar("D-1a", registrar_lote(TEST_NO, 0, wanted)).result()

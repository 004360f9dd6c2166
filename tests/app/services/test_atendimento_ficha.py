"""The form as a value: kept and read back unchanged, days as people write them, what stays."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.atendimento_ficha import (
    CAMPOS,
    CONHECIDO,
    MANTER,
    NOVO,
    Ficha,
    campo_da_recusa,
    conferir,
    ficha_de,
    ler_dia,
    nova_demanda,
    seguinte,
)
from core.base.territorio.distancia import Caixa
from core.kernel.errors import UserFacingError
from tests.support.atendimento import POSTE
from tests.support.midias import guardada

HOJE = date(2026, 11, 30)
BOX = Caixa(-20.7, -37.0, -20.5, -36.7)


@given(
    st.builds(
        Ficha,
        texto=st.text(),
        local=st.text(),
        lat=st.none() | st.floats(-90, 90),
        data=st.text(max_size=12),
        unidade_id=st.none() | st.text(),
        tratamento=st.booleans(),
    )
)
def test_keeping_and_reading_back_is_the_identity(ficha: Ficha) -> None:
    assert ficha_de(ficha.conteudo()) == ficha


def test_a_draft_of_another_version_loses_only_what_cannot_be_read() -> None:
    found = ficha_de({"texto": "Falta luz", "lat": "sul", "novo_campo": 1, "verificado": None})
    assert found == Ficha(texto="Falta luz")


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("", None),
        ("  ", None),
        ("5/3/26", "2026-03-05"),
        ("05/03/2026", "2026-03-05"),
        ("05032026", "2026-03-05"),
        ("5-3-2026", "2026-03-05"),
        ("2026-03-05", "2026-03-05"),
        ("Hoje", "2026-11-30"),
        ("ontem", "2026-11-29"),
    ],
)
def test_days_are_read_as_people_write_them(typed: str, day: str | None) -> None:
    assert ler_dia(typed, HOJE) == day


@pytest.mark.parametrize("typed", ["31/02/2026", "1/12/2026", "março", "99/99/9999", "5/3"])
def test_days_that_are_none_are_refused(typed: str) -> None:
    with pytest.raises(UserFacingError, match=r"captura\.data_formulario"):
        ler_dia(typed, HOJE)


def test_a_complete_form_has_no_faults_and_asks_for_what_it_says() -> None:
    assert conferir(POSTE, HOJE, BOX) == {}
    wanted = nova_demanda(replace(POSTE, data="29/11/26", canal="papel"), HOJE, None)
    assert (wanted.canal, wanted.data_formulario) == ("papel", "2026-11-29")
    assert wanted.lugar is not None
    assert wanted.lugar.precisao == "ponto"
    assert wanted.consentimentos is not None
    assert wanted.consentimentos.tratamento is False


def test_a_point_outside_the_box_is_the_places_fault() -> None:
    faults = conferir(replace(POSTE, lat=-8.0, lng=-34.9), HOJE, BOX)
    assert {name: one.code for name, one in faults.items()} == {"local": "coordenada.fora_da_area"}


def test_who_it_is_needs_a_person_and_the_first_consent() -> None:
    known = replace(POSTE, quem=CONHECIDO)
    assert conferir(known, HOJE, BOX)["pessoa"].code == "atendimento.sem_pessoa"
    named = replace(known, cidadao_id="x", tratamento=False)
    assert conferir(named, HOJE, BOX)["pessoa"].code == "atendimento.sem_tratamento"
    new = replace(POSTE, quem=NOVO, nome="Ana", email="ana@", tratamento=True)
    assert list(conferir(new, HOJE, BOX)) == ["email"]


def test_consents_of_an_anonymous_resident_keep_no_name() -> None:
    said = replace(POSTE, tratamento=True, contato=True).consentimentos
    assert (said.tratamento, said.contato, said.publicacao_texto) == (False, False, True)


def test_what_stays_between_two_papers_is_chosen() -> None:
    ficha = replace(POSTE, data="29/11/2026", canal="papel", quem=NOVO, nome="Ana", tratamento=True)
    assert seguinte(ficha, frozenset()) == Ficha()
    kept = seguinte(ficha, frozenset({"local", "data", "canal"}))
    assert (kept.texto, kept.local, kept.data, kept.canal) == (
        "",
        POSTE.local,
        "29/11/2026",
        "papel",
    )
    assert seguinte(ficha, frozenset(MANTER)).quem == "anonimo"
    known = replace(POSTE, quem=CONHECIDO, cidadao_id="1", cidadao_nome="Ana", tratamento=True)
    assert seguinte(known, frozenset({"pessoa"})).cidadao_nome == "Ana"


def test_only_typed_things_count_as_something_to_lose() -> None:
    assert Ficha(canal="papel", publicacao_texto=True).is_vazia
    assert not Ficha(texto="a").is_vazia
    assert not Ficha(lat=0.0, lng=0.0).is_vazia


@pytest.mark.parametrize(
    ("code", "field"),
    [
        ("coordenada.trocada", "local"),
        ("captura.texto_curto", "texto"),
        ("cidadaos.telefone_invalido", "telefone"),
        ("cidadaos.nome_vazio", "pessoa"),
        ("captura.rascunho_encerrado", None),
    ],
)
def test_a_refusal_of_the_office_finds_its_field(code: str, field: str | None) -> None:
    assert campo_da_recusa(code) == field
    assert field is None or field in CAMPOS


def test_a_draft_keeps_its_photos_and_gives_them_back() -> None:
    ficha = Ficha(texto="", midias=(guardada(1, nome="poste.jpg"), guardada(2, "audio/ogg")))
    assert not ficha.is_vazia
    kept = msgspec.json.decode(msgspec.json.encode(ficha.conteudo()))
    assert ficha_de(kept) == ficha
    assert ficha_de(ficha.conteudo()) == ficha
    broken = {**kept, "midias": [*kept["midias"], "x", {"sha256": 3}]}
    assert ficha_de(broken) == ficha
    assert ficha_de({**kept, "midias": "nada"}).midias == ()


def test_a_photo_or_a_recording_speaks_a_document_does_not() -> None:
    for mime, speaks in (("image/png", True), ("audio/ogg", True), ("application/pdf", False)):
        faults = conferir(Ficha(midias=(guardada(1, mime),)), HOJE, None)
        assert ("texto" not in faults) is speaks
    too_many = Ficha(texto="Buraco", midias=tuple(guardada(n) for n in range(11)))
    assert conferir(too_many, HOJE, None)["midias"].code == "captura.midias_demais"


def test_the_next_paper_starts_without_the_photos_of_the_last() -> None:
    ficha = Ficha(texto="Buraco", midias=(guardada(1),))
    assert seguinte(ficha, frozenset({"local", "data", "canal"})).midias == ()
    assert nova_demanda(ficha, HOJE, None).midias == ficha.midias
    assert campo_da_recusa("captura.midias_demais") == "midias"

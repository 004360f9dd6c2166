"""Kind and fields, read out of free words; a person has the last one."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.colonies.d6b_relatoria import api
from core.colonies.d6b_relatoria.rules.relato import CAMPOS, checked_report
from core.colonies.d6b_relatoria.rules.sugestao import VERSAO, suggest
from tests.core.colonies.d6b_relatoria.conftest import Desk, configurado, negados
from tests.support.office import TEST_NO

# A Thursday.
HOJE = date(2026, 5, 28)

# Words -> kind and fields.
SAID: dict[str, tuple[str | None, dict[str, str]]] = {
    "Abri o protocolo nº 2026/0451-7 na Secretaria de Obras em 26/05.": (
        "protocolo_aberto",
        {"numero": "2026/0451-7", "orgao": "Secretaria de Obras", "data": "2026-05-26"},
    ),
    "Registrei um chamado na Sabesp ontem, número SP123456": (
        "protocolo_aberto",
        {"numero": "SP123456", "orgao": "Sabesp", "data": "2026-05-27"},
    ),
    "Liguei para a prefeitura e falei com a Maria Souza. Ela prometeu uma vistoria.": (
        "contato_realizado",
        {
            "com_quem": "Maria Souza",
            "canal": "telefone",
            "resultado": "Ela prometeu uma vistoria",
        },
    ),
    "Mandei mensagem no whatsapp da ouvidoria, sem resposta.": (
        "contato_realizado",
        {
            "com_quem": "Ouvidoria",
            "canal": "mensagem",
            "resultado": "Mandei mensagem no whatsapp da ouvidoria, sem resposta",
        },
    ),
    "A prefeitura deu prazo até 30 de junho para terminar.": (
        "prazo_registrado",
        {"data": "2026-06-30", "fonte": "Prefeitura"},
    ),
    "A CET informou previsão de quinze dias, daqui a duas semanas": (
        "prazo_registrado",
        {"data": "2026-06-11", "fonte": "CET"},
    ),
    "A obra está paralisada: falta verba na secretaria de obras.": (
        "entrave_registrado",
        {
            "descricao": "A obra está paralisada: falta verba na secretaria de obras",
            "orgao": "Secretaria de obras",
        },
    ),
    "Segue foto do buraco, IMG_0042.jpg": (
        "documento_anexado",
        {
            "tipo_documento": "foto",
            "descricao": "Segue foto do buraco, IMG_0042.jpg",
            "referencia": "IMG_0042.jpg",
        },
    ),
    "O buraco foi tapado e o serviço está concluído.": (
        "status_atualizado",
        {"status": "concluido"},
    ),
    "O serviço ainda não foi concluído, a equipe começou ontem.": (
        "status_atualizado",
        {"status": "em_andamento"},
    ),
    "O poste foi trocado e já está aceso.": ("status_atualizado", {"status": "concluido"}),
    "O poste não foi trocado, continua do mesmo jeito.": (
        "status_atualizado",
        {"status": "pendente"},
    ),
    "Telefonei no 0800 da Enel, protocolo número 998877.": (
        "protocolo_aberto",
        {"numero": "998877", "orgao": "Enel", "data": "2026-05-28"},
    ),
    "Abri solicitação na prefeitura, Nº 12-B/26": (
        "protocolo_aberto",
        {"numero": "12-B/26", "orgao": "Prefeitura", "data": "2026-05-28"},
    ),
    "Continuo aguardando.": ("status_atualizado", {"status": "aguardando"}),
    "Bom dia a todos": (None, {}),
    "": (None, {}),
}


@pytest.mark.parametrize("texto", SAID)
def test_words_become_kind_and_fields(texto: str) -> None:
    found = suggest(texto, HOJE)
    tipo, campos = SAID[texto]
    assert (found.tipo, found.campos) == (tipo, campos)
    assert found.versao == VERSAO


@pytest.mark.parametrize("texto", [texto for texto, (tipo, _) in SAID.items() if tipo])
def test_a_whole_suggestion_may_be_registered_as_it_is(texto: str) -> None:
    found = suggest(texto, HOJE)
    assert found.confianca == 1.0
    report = checked_report(str(found.tipo), texto, found.campos, HOJE)
    assert report.campos == found.campos


def test_what_is_missing_lowers_the_confidence() -> None:
    found = suggest("Abri um protocolo.", HOJE)
    assert found.campos == {"data": "2026-05-28"}
    assert found.confianca == 0.33


def test_further_kinds_are_named() -> None:
    found = suggest("Liguei na Sabesp, abri o protocolo 12345, prazo de 10 dias.", HOJE)
    assert found.tipo == "protocolo_aberto"
    assert found.alternativas == ("prazo_registrado", "contato_realizado")


def test_facts_and_opinions_are_told_apart() -> None:
    found = suggest("A equipe veio na segunda. Acho um absurdo a demora. Liguei de novo.", HOJE)
    assert found.fatos == ("A equipe veio na segunda.", "Liguei de novo.")
    assert found.interpretacoes == ("Acho um absurdo a demora.",)


def test_it_is_kept_as_it_was() -> None:
    found = suggest("Abri um protocolo. Prazo até amanhã", HOJE)
    assert found.as_payload() == {
        "tipo": "prazo_registrado",
        "campos": {"data": "2026-05-29"},
        "confianca": 0.5,
        "alternativas": ["protocolo_aberto"],
        "versao": VERSAO,
    }


SOME = "protocolo 123 prazo até 31/02 amanhã falei Maria prefeitura concluído não foto.pdf 9/9"
WORDS = SOME.split()


@given(st.one_of(st.text(max_size=200), st.lists(st.sampled_from(WORDS)).map(" ".join)))
def test_any_words_get_an_answer_that_the_fields_accept(texto: str) -> None:
    found = suggest(texto, HOJE)
    assert found == suggest(texto, HOJE)
    if found.tipo is None:
        assert (found.campos, found.confianca) == ({}, 0.0)
        return
    assert found.campos.keys() <= CAMPOS[found.tipo].keys()
    if found.confianca == 1.0:
        assert checked_report(found.tipo, "O que foi feito", found.campos, HOJE).campos


def test_the_door_suggests_without_a_trace(desk: Desk) -> None:
    desk.publicar(configurado("Pacific/Kiritimati"), negados("canalha"))
    before = len(desk.office.events())
    now = "2026-05-28T20:26:40.000Z"
    found = desk.read(api.sugerir, TEST_NO, "Prazo até amanhã, disse a prefeitura.", now)
    assert found.campos == {"data": "2026-05-30", "fonte": "Prefeitura"}
    shown = desk.read(api.prever, "contato_realizado", "O canalha do Sr. João", {})
    assert shown.publica is None
    shown = desk.read(api.prever, "contato_realizado", "Falei com Ana.", {"canal": "telefone"})
    assert shown.publica == "Falei com [nome omitido]."
    assert shown.campos["campos_estruturados"] == {"canal": "telefone"}
    assert len(desk.office.events()) == before

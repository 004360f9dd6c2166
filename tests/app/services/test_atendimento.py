"""A clerk's day: one draft in one window, a receipt that does not double, errors under fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.services.atendimento import FichaComFaltas
from app.services.atendimento_ficha import NOVO, Ficha
from core.kernel.errors import UserFacingError
from tests.support.atendimento import ATENDENTE, OUTRA, POSTE, Balcao, balcao
from tests.support.command_line import CommandLine


@pytest.fixture
def counter(founded_cli: CommandLine) -> Iterator[Balcao]:
    with balcao(founded_cli) as found:
        yield found


def refused(action: object, code: str) -> None:
    with pytest.raises(UserFacingError) as refusal:
        action()  # type: ignore[operator]  # a lambda, named by what it returns
    assert refusal.value.code == code


def test_a_draft_belongs_to_one_window_until_it_is_taken(counter: Balcao) -> None:
    first, second = counter.servico, counter.outra_janela()
    draft = first.salvar(first.abrir(ATENDENTE), replace(POSTE, texto="da primeira"))
    (seen,) = second.rascunhos()
    assert (seen.em_outra_janela, seen.ficha.texto) == (True, "da primeira")
    assert [one.em_outra_janela for one in first.rascunhos()] == [False]
    refused(lambda: second.retomar(draft.rascunho_id), "captura.rascunho_em_uso")
    taken = second.retomar(draft.rascunho_id, toma=True)
    second.salvar(taken, replace(POSTE, texto="da segunda"))
    # The first one is told, and has not written over what the second one typed.
    refused(
        lambda: first.salvar(draft, replace(POSTE, texto="tarde demais")),
        "captura.rascunho_de_outra_janela",
    )
    assert [one.ficha.texto for one in second.rascunhos()] == ["da segunda"]


def test_a_draft_let_go_of_is_anybodys(counter: Balcao) -> None:
    first, second = counter.servico, counter.outra_janela()
    draft = first.salvar(first.abrir(ATENDENTE), POSTE)
    first.largar(draft.rascunho_id)
    held = second.retomar(draft.rascunho_id)
    assert held.conteudo == POSTE.conteudo()
    second.descartar(draft.rascunho_id)
    refused(lambda: second.retomar(draft.rascunho_id), "captura.rascunho_encerrado")


def test_a_registration_closes_the_draft_and_repeated_gives_the_same_number(
    counter: Balcao,
) -> None:
    desk = counter.servico
    draft = desk.salvar(desk.abrir(ATENDENTE), POSTE)
    done = desk.registrar(draft, POSTE, ATENDENTE)
    assert desk.registrar(draft, POSTE, ATENDENTE) == done
    # Another window after a crash: the draft's id is the demand's.
    assert counter.outra_janela().registrar(draft, POSTE, ATENDENTE) == done
    assert desk.rascunhos() == []
    assert done.demanda_id == draft.rascunho_id


def test_faults_are_told_field_by_field_and_nothing_is_written(counter: Balcao) -> None:
    desk = counter.servico
    ficha = Ficha(texto="??", local="rua", data="31/02/2026", quem=NOVO, telefone="12")
    with pytest.raises(FichaComFaltas) as refusal:
        desk.registrar(desk.abrir(ATENDENTE), ficha, ATENDENTE)
    assert {name: one.code for name, one in refusal.value.faltas.items()} == {
        "texto": "captura.texto_curto",
        "local": "atendimento.local_nao_escolhido",
        "data": "captura.data_formulario",
        "pessoa": "atendimento.sem_tratamento",
        "nome": "cidadaos.nome_vazio",
        "telefone": "cidadaos.telefone_invalido",
    }
    assert desk.consultas.meus_de_hoje(ATENDENTE["conta_id"]) == []


def test_a_new_person_is_registered_once_whatever_is_repeated(counter: Balcao) -> None:
    desk = counter.servico
    ficha = replace(
        POSTE, quem=NOVO, nome="Zulmira Invented", tratamento=True, telefone="3218-0000"
    )
    draft = desk.abrir(ATENDENTE)
    done = desk.registrar(draft, ficha, ATENDENTE)
    again = desk.registrar(draft, replace(ficha, telefone="3218-1111"), ATENDENTE)
    assert again == done
    (person,) = desk.consultas.procurar("zulmira").pessoas
    assert person.cidadao_id == draft.cidadao_id
    assert desk.consultas.procurar("32181111").pessoas == (person,)
    found = desk.consultas.demandas_da_pessoa(person.cidadao_id, ATENDENTE)
    assert [one.protocolo for one in found.demandas] == [done.protocolo]


def test_the_same_demand_closes_the_draft_and_makes_no_second_one(counter: Balcao) -> None:
    desk = counter.servico
    first = counter.registrar()
    draft = desk.salvar(desk.abrir(OUTRA), POSTE)
    same = desk.e_a_mesma(draft, first.demanda_id)
    assert same.protocolo == first.protocolo
    assert desk.rascunhos() == []
    assert desk.consultas.meus_de_hoje(OUTRA["conta_id"]) == []
    refused(
        lambda: desk.e_a_mesma(None, "00000000-0000-4000-8000-000000000000"),
        "captura.nao_encontrada",
    )


def test_the_registrant_withdraws_with_a_reason_and_nobody_else(counter: Balcao) -> None:
    desk = counter.servico
    done = counter.registrar()
    refused(lambda: desk.retirar(done.demanda_id, "", ATENDENTE), "captura.sem_motivo")
    refused(lambda: desk.retirar(done.demanda_id, "engano", OUTRA), "captura.retirada_de_outro")
    desk.retirar(done.demanda_id, "engano", ATENDENTE, nota="marquei a rua errada")
    (mine,) = desk.consultas.meus_de_hoje(ATENDENTE["conta_id"])
    assert mine.situacao is not None
    assert (mine.situacao.codigo, mine.pode_retirar) == ("retirada", False)

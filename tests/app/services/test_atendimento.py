"""A clerk's day: one draft in one window, a receipt that does not double, errors under fields."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.services.atendimento import FichaComFaltas, Rascunho
from app.services.atendimento_ficha import NOVO, Ficha
from core.kernel.errors import UserFacingError
from tests.support.atendimento import ATENDENTE, OUTRA, POSTE, Balcao, balcao
from tests.support.command_line import CommandLine

ROOT = Path(__file__).resolve().parents[3]


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
    again = counter.outra_janela().registrar(draft, POSTE, ATENDENTE)
    assert (again.protocolo, again.ja_registrada) == (done.protocolo, True)
    assert desk.rascunhos() == []
    assert done.demanda_id == draft.rascunho_id


def test_a_window_that_lost_its_draft_registers_nothing_of_it(counter: Balcao) -> None:
    first, second = counter.servico, counter.outra_janela()
    draft = first.salvar(first.abrir(ATENDENTE), POSTE)
    taken = second.retomar(draft.rascunho_id, toma=True)
    refused(lambda: first.registrar(draft, POSTE, ATENDENTE), "captura.rascunho_de_outra_janela")
    longer = replace(POSTE, texto=f"{POSTE.texto}; e um fio caiu")
    taken = second.salvar(taken, longer)
    done = second.registrar(taken, longer, ATENDENTE)
    counter.app.engine.aguardar_ocioso()
    # Registered meanwhile, with other words than this window shows: it is told, and keeps them.
    refused(lambda: first.registrar(draft, POSTE, ATENDENTE), "captura.rascunho_encerrado")
    assert second.registrar(taken, longer, ATENDENTE) == done


@pytest.mark.parametrize(
    ("other", "campos"),
    [
        ({"canal": "telefone"}, "canal"),
        ({"data": "28/11/2026"}, "data do formulário"),
        ({"categoria_id": "3.1"}, "categoria"),
        ({"publicacao_texto": False, "canal": "telefone"}, "canal, consentimentos"),
    ],
)
def test_what_a_second_window_changed_beside_the_words_is_not_passed_over(
    counter: Balcao, other: dict[str, Any], campos: str
) -> None:
    first, second = counter.servico, counter.outra_janela()
    draft = first.salvar(first.abrir(ATENDENTE), POSTE)
    taken = second.retomar(draft.rascunho_id, toma=True)
    done = second.registrar(taken, POSTE, ATENDENTE)
    with pytest.raises(UserFacingError) as refusal:
        first.registrar(draft, replace(POSTE, **other), ATENDENTE)
    assert refusal.value.code == "captura.rascunho_ja_registrado"
    assert refusal.value.params == {"protocolo": done.protocolo, "campos": campos}
    assert first.registrar(draft, POSTE, ATENDENTE).protocolo == done.protocolo


def test_two_windows_under_one_version_do_not_get_each_others_answer(counter: Balcao) -> None:
    first, second = counter.servico, counter.outra_janela()
    draft = first.salvar(first.abrir(ATENDENTE), POSTE)
    done = first.registrar(draft, POSTE, ATENDENTE)
    counter.app.engine.aguardar_ocioso()
    longer = replace(POSTE, texto=f"{POSTE.texto}; e um fio caiu")
    # The same draft as it was saved last, other words on the screen: they are not passed over.
    refused(lambda: second.registrar(draft, longer, ATENDENTE), "captura.rascunho_encerrado")
    assert first.registrar(draft, POSTE, ATENDENTE) == done


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


_KILLED = """
import os, sys
from app.bootstrap.abertura import abrir
from app.bootstrap.atendimento import servico_atendimento
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from pathlib import Path
from typing import Any
from tests.support.atendimento import ATENDENTE, POSTE

recursos = Recursos()
app = abrir(place_of(Path(sys.argv[1]), None), Mensagens(recursos.messages_toml()), recursos, inline=True)
desk = servico_atendimento(app)
draft = desk.salvar(desk.abrir(ATENDENTE), POSTE)
if sys.argv[2] == "registra":
    print(desk.registrar(draft, POSTE, ATENDENTE).protocolo, flush=True)
print(draft.rascunho_id, draft.cidadao_id, draft.versao, flush=True)
os.kill(os.getpid(), 9)
"""


def killed(founded: CommandLine, what: str) -> list[str]:
    """A counter of its own process that dies without a word; what it had said."""
    done = subprocess.run(
        [sys.executable, "-c", _KILLED, str(founded.folder), what],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == -9, done.stderr
    return done.stdout.split()


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is not there")
def test_a_draft_outlives_a_killed_program_and_says_that_it_was_open(
    founded_cli: CommandLine,
) -> None:
    draft_id = killed(founded_cli, "rascunho")[0]
    with balcao(founded_cli, territorio=False) as counter:
        (left,) = counter.servico.rascunhos()
        assert (left.rascunho.rascunho_id, left.ficha) == (draft_id, POSTE)
        assert left.em_outra_janela  # nobody can know that it died: its lease runs out
        refused(lambda: counter.servico.retomar(draft_id), "captura.rascunho_em_uso")
        assert counter.servico.retomar(draft_id, toma=True).conteudo == POSTE.conteudo()


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is not there")
def test_a_program_killed_after_the_commit_gave_the_number_that_a_second_try_gives(
    founded_cli: CommandLine,
) -> None:
    number, draft_id, citizen_id, version = killed(founded_cli, "registra")
    with balcao(founded_cli, territorio=False) as counter:
        assert counter.servico.rascunhos() == []
        again = Rascunho(draft_id, citizen_id, None, POSTE.conteudo(), int(version), "", "")
        assert counter.servico.registrar(again, POSTE, ATENDENTE).protocolo == number
        (mine,) = counter.servico.consultas.meus_de_hoje(ATENDENTE["conta_id"])
        assert mine.protocolo == number


def test_closing_the_office_lets_go_of_the_draft(founded_cli: CommandLine) -> None:
    with balcao(founded_cli, territorio=False) as counter:
        counter.servico.salvar(counter.servico.abrir(ATENDENTE), POSTE)
    with balcao(founded_cli, territorio=False) as counter:
        assert [one.em_outra_janela for one in counter.servico.rascunhos()] == [False]


def test_a_role_without_permission_is_refused(counter: Balcao) -> None:
    auditor = {"conta_id": ATENDENTE["conta_id"], "papel": "auditor"}
    desk = counter.servico
    draft = desk.abrir(ATENDENTE)
    acts: tuple[Callable[[], object], ...] = (
        lambda: desk.registrar(draft, POSTE, auditor),
        lambda: desk.retirar("x", "engano", auditor),
        lambda: desk.consultas.demandas_da_pessoa("x", auditor),
        lambda: desk.telefones.gravar("", "a", "156", "", ATENDENTE),
    )
    for act in acts:
        with pytest.raises(UserFacingError) as refusal:
            act()
        assert refusal.value.code == "conta.sem_permissao"
    assert desk.consultas.meus_de_hoje(ATENDENTE["conta_id"]) == []

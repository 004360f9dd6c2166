"""Councillors through the service: the person behind one is asked of C-1, merges followed."""

from __future__ import annotations

import pytest

from app.services.cidadaos import CidadaosService
from app.services.conselheiros import ConselheirosService, find_conselheiro_id
from core.colonies.c1_cidadaos.colony import CIDADAOS
from core.colonies.c1_cidadaos.rules import Cadastro
from core.colonies.d6a_sorteio.colony import SORTEIO
from core.kernel.errors import UserFacingError
from tests.core.colonies.d6a_sorteio.conftest import (
    BAIRRO,
    CIDADE,
    OPERADOR,
    SMALL,
    SOURCE,
    disponivel,
)
from tests.support.balcao import ATENDENTE, Counter, cidadao
from tests.support.office import Office, demanda, unidade


class Desk:
    """The services over one office."""

    def __init__(self, office: Office) -> None:
        self.counter = Counter(office)
        office.colonies = (SOURCE, CIDADAOS, SORTEIO)
        self.counter.restart()
        self.counter.engine.publicar("FONTE", SMALL)
        self.citizens = CidadaosService(
            self.counter.leitor, self.counter, office.ids, self.counter.now
        )
        self.service = ConselheirosService(self.counter.leitor, self.counter)

    def citizen(self, nome: str) -> str:
        return self.citizens.registrar(
            Cadastro(nome=nome, verificado_presencialmente=True), ATENDENTE
        )

    def councillor(self, nome: str, unit: int = BAIRRO) -> str:
        done = self.service.cadastrar(self.citizen(nome), unidade(unit), ATENDENTE)
        self.counter.engine.aguardar_ocioso()
        return str(done["conselheiro_id"])

    def announce(self, n: int) -> None:
        self.counter.engine.publicar("FONTE", disponivel(n))
        self.counter.engine.aguardar_ocioso()


def test_the_id_is_minted_and_the_person_is_nowhere_public(office: Office) -> None:
    desk = Desk(office)
    person = desk.citizen("Zulmira")
    done = desk.service.cadastrar(person, unidade(BAIRRO), ATENDENTE, nome_publico="Zu")
    assert done["conselheiro_id"] != person
    assert done["nivel_atuacao"] == 2
    (event,) = desk.counter.events("conselheiro.cadastrado")
    assert event.origem == "D-1a"
    assert person not in str(event.publico())
    assert event.ator == ATENDENTE
    assert "cidadao_id" in event.restritos


def test_one_registration_per_person_whatever_the_person_is_called(office: Office) -> None:
    desk = Desk(office)
    person = desk.citizen("Zulmira")
    desk.citizens.unir(cidadao(7), person, ATENDENTE)
    done = desk.service.cadastrar(cidadao(7), unidade(BAIRRO), ATENDENTE)
    for again in (person, cidadao(7)):
        with pytest.raises(UserFacingError, match=r"conselheiros\.ja_cadastrado"):
            desk.service.cadastrar(again, unidade(CIDADE), ATENDENTE)
    other = desk.citizen("Zulmira de novo")
    desk.citizens.unir(person, other, ATENDENTE)  # it was one person all along
    with pytest.raises(UserFacingError, match=r"conselheiros\.ja_cadastrado"):
        desk.service.cadastrar(other, unidade(CIDADE), ATENDENTE)
    found = desk.service.situacao_do_cidadao(other)
    assert found is not None
    assert found.conselheiro.conselheiro_id == done["conselheiro_id"]
    with pytest.raises(UserFacingError, match=r"cidadaos\.nao_encontrado"):
        desk.service.cadastrar(cidadao(99), unidade(BAIRRO), ATENDENTE)


def test_only_of_whom_a_document_was_seen(sqlite_office: Office) -> None:
    desk = Desk(sqlite_office)
    person = desk.citizens.registrar(Cadastro(nome="Zulmira"), ATENDENTE)
    with pytest.raises(UserFacingError, match=r"conselheiros\.sem_documento"):
        desk.service.cadastrar(person, unidade(BAIRRO), ATENDENTE)
    seen = Cadastro(nome="Zulmira", verificado_presencialmente=True)
    desk.citizens.atualizar(person, seen, ATENDENTE)
    assert desk.service.cadastrar(person, unidade(BAIRRO), ATENDENTE)["nivel_atuacao"] == 2


def test_a_repeated_click_gets_the_first_answer(sqlite_office: Office) -> None:
    desk = Desk(sqlite_office)
    person = desk.citizen("Zulmira")
    click = cidadao(500)
    first = desk.service.cadastrar(person, unidade(BAIRRO), ATENDENTE, comando_id=click)
    assert desk.service.cadastrar(person, unidade(BAIRRO), ATENDENTE, comando_id=click) == first
    assert len(desk.counter.events("conselheiro.cadastrado")) == 1


def test_the_acts_and_the_situation_they_leave(office: Office) -> None:
    desk = Desk(office)
    who = desk.councillor("Zulmira")
    desk.announce(1)
    situation = desk.service.situacao(who[:8])
    assert situation.conselheiro.status == "ocupado"
    assert situation.atribuicao is not None
    assert situation.atribuicao.demanda_id == demanda(1)
    desk.service.recusar(who, demanda(1), ATENDENTE, motivo="fora_do_territorio")
    desk.counter.engine.aguardar_ocioso()
    desk.announce(2)
    desk.counter.office.clock.advance(72 * 3_600_000)
    assert desk.service.liberar(demanda(2), OPERADOR)["motivo"] == "timeout_resposta"
    desk.service.inativar(who, OPERADOR, motivo="mudou-se")
    assert desk.service.listar(status="inativo").por_status == {"inativo": 1}
    desk.service.reativar(who, OPERADOR)
    found = desk.service.situacao(who).conselheiro
    assert (found.status, found.recusas_consecutivas) == ("disponivel", 2)
    desk.counter.assert_rebuild_equals_live()


def test_a_beginning_that_fits_two_is_not_enough(sqlite_office: Office) -> None:
    desk = Desk(sqlite_office)
    from tests.core.colonies.d6a_sorteio.conftest import cadastrado

    for n in (1, 2):
        desk.counter.engine.publicar("FONTE", cadastrado(n))
    with pytest.raises(UserFacingError, match=r"conselheiros\.ambiguo"):
        find_conselheiro_id(desk.counter.leitor, "22222222")
    with pytest.raises(UserFacingError, match=r"conselheiros\.desconhecido"):
        find_conselheiro_id(desk.counter.leitor, "José")
    with pytest.raises(UserFacingError, match=r"conselheiros\.desconhecido"):
        find_conselheiro_id(desk.counter.leitor, "99999999")

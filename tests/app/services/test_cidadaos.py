"""Citizens at the counter: found without a trace, opened with one."""

from __future__ import annotations

import pytest

from app.services.cidadaos import CidadaosService
from core.colonies.c1_cidadaos.rules import Cadastro
from core.kernel.errors import UserFacingError
from tests.support.balcao import ATENDENTE, MODERADOR, OUTRO, Counter, cidadao
from tests.support.office import Office


def service(office: Office) -> tuple[CidadaosService, Counter]:
    counter = Counter(office)
    return CidadaosService(counter.leitor, counter, office.ids, counter.now), counter


def test_names_are_searched_without_contact_data_and_without_a_trace(office: Office) -> None:
    citizens, _counter = service(office)
    who = citizens.registrar(Cadastro(nome="Zulmira Sá", telefone="83 99999-0000"), ATENDENTE)
    (found,) = citizens.procurar("zulmira sa")
    assert (found.cidadao_id, found.nome) == (who, "Zulmira Sá")
    assert not hasattr(found, "telefone")
    assert office.rows("SELECT count(*) FROM c1_acessos") == [(0,)]
    with pytest.raises(UserFacingError, match=r"cidadaos\.busca_curta"):
        citizens.procurar(" * ")


def test_opening_leaves_a_trace_under_the_record_that_is_shown(office: Office) -> None:
    citizens, _counter = service(office)
    who = citizens.registrar(Cadastro(nome="Zulmira Sá"), ATENDENTE)
    assert citizens.unir(cidadao(1), who, ATENDENTE) == who
    opened = citizens.abrir(cidadao(1), OUTRO)
    assert opened.cidadao.nome == "Zulmira Sá"
    assert opened.unidos == (cidadao(1),)
    assert [one.papel for one in opened.acessos] == ["atendente"]
    with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
        citizens.abrir(cidadao(1), MODERADOR)
    with pytest.raises(UserFacingError, match=r"cidadaos\.nao_encontrado"):
        citizens.abrir(cidadao(2), OUTRO)
    assert office.rows("SELECT count(*) FROM c1_acessos") == [(1,)]


def test_a_record_is_changed(sqlite_office: Office) -> None:
    citizens, _counter = service(sqlite_office)
    who = citizens.registrar(Cadastro(nome="Zulmira Sá"), ATENDENTE)
    changed = citizens.atualizar(who, Cadastro(nome="Zulmira", endereco="Rua A"), ATENDENTE)
    assert changed == ("nome", "endereço")

"""Citizens on the real bus: register, change, merge, find, erase; nothing of them is public."""

from __future__ import annotations

from typing import Any

import pytest

from core.colonies.c1_cidadaos import api, queries
from core.colonies.c1_cidadaos.rules import Cadastro
from core.kernel.errors import UserFacingError
from core.kernel.header import decode_header
from core.kernel.subject_rights import SubjectRights
from tests.support.balcao import ATENDENTE, MODERADOR, OUTRO, Counter, cidadao
from tests.support.office import Office

MARK = "Zulmira Marcadíssima"


def run(counter: Counter, decide: Any) -> Any:
    answer = counter.engine.executar("C-1", decide).result().resposta
    counter.engine.aguardar_ocioso()
    return answer


def register(counter: Counter, nome: str = MARK, **more: Any) -> str:
    found = run(counter, api.cadastrar(Cadastro(nome=nome, **more), ATENDENTE))
    return str(found["cidadao_id"])


def test_a_citizen_is_registered_and_found_by_any_part_of_the_name(office: Office) -> None:
    counter = Counter(office)
    who = register(counter, "José Antônio d'Ávila", telefone="83 99999-0000")
    register(counter, "Josefina Prado")
    found = counter.read(queries.read_cidadao, who)
    assert found is not None
    assert (found.nome, found.telefone) == ("José Antônio d'Ávila", "83 99999-0000")
    for typed in ("jose ant", "ANTÔNIO", "jose avila", "José Antônio d’Ávila"):
        assert [one.cidadao_id for one in counter.read(queries.find_by_name, typed)] == [who]
    assert len(counter.read(queries.find_by_name, "jose")) == 2
    assert counter.read(queries.find_by_name, "%") == []
    counter.assert_rebuild_equals_live()


def test_a_change_names_what_changed_and_empties_what_was_emptied(office: Office) -> None:
    counter = Counter(office)
    who = register(counter, telefone="83 99999-0000", email="z@exemplo.org")
    change = Cadastro(
        nome="Zulmira Alta", telefone="83 99999-0000", verificado_presencialmente=True
    )
    done = run(counter, api.atualizar_perfil(who, change, ATENDENTE))
    assert done["campos_alterados"] == ["nome", "email", "verificado_presencialmente"]
    found = counter.read(queries.read_cidadao, who)
    assert found is not None
    assert (found.nome, found.email, found.verificado_presencialmente) == (
        "Zulmira Alta",
        None,
        True,
    )
    assert counter.read(queries.find_by_name, "marcadissima") == []
    with pytest.raises(UserFacingError, match=r"cidadaos\.nada_a_alterar"):
        run(counter, api.atualizar_perfil(who, change, ATENDENTE))
    counter.assert_rebuild_equals_live()


def test_two_records_become_one_person(office: Office) -> None:
    counter = Counter(office)
    first, second = register(counter, "Zulmira A"), register(counter, "Zulmira B")
    anonymous = cidadao(77)
    assert run(counter, api.vincular(anonymous, first, ATENDENTE))["cidadao_id"] == first
    assert run(counter, api.vincular(first, second, ATENDENTE))["cidadao_id"] == second
    for who in (anonymous, first, second):
        assert counter.read(queries.present_cidadao, who).cidadao_id == second
    assert counter.read(queries.merged_into, second) == tuple(sorted([anonymous, first]))
    assert [one.cidadao_id for one in counter.read(queries.find_by_name, "zulmira")] == [second]
    with pytest.raises(UserFacingError, match=r"cidadaos\.mesmo_registro"):
        run(counter, api.vincular(second, anonymous, ATENDENTE))
    with pytest.raises(UserFacingError, match=r"cidadaos\.unido"):
        run(counter, api.atualizar_perfil(first, Cadastro(nome="Outro"), ATENDENTE))
    counter.assert_rebuild_equals_live()


def test_what_is_not_there_is_said(sqlite_office: Office) -> None:
    counter = Counter(sqlite_office)
    who = register(counter)
    for decide, code in (
        (api.vincular(who, cidadao(5), ATENDENTE), "nao_encontrado"),
        (api.atualizar_perfil(cidadao(5), Cadastro(nome="X Y"), ATENDENTE), "nao_encontrado"),
        (api.cadastrar(Cadastro(nome="X Y"), ATENDENTE, cidadao_id=who), "ja_cadastrado"),
    ):
        with pytest.raises(UserFacingError, match=rf"cidadaos\.{code}"):
            run(counter, decide)
    with pytest.raises(UserFacingError, match=r"cidadaos\.nao_encontrado"):
        counter.read(queries.present_cidadao, cidadao(5))
    # An attendance that was merged first may be given its name later.
    run(counter, api.vincular(cidadao(6), who, ATENDENTE))
    run(counter, api.cadastrar(Cadastro(nome="Depois"), ATENDENTE, cidadao_id=cidadao(6)))
    assert counter.read(queries.present_cidadao, cidadao(6)).cidadao_id == who


def test_every_part_of_a_citizens_event_is_restricted(office: Office) -> None:
    counter = Counter(office)
    who = register(counter, telefone="83 99999-0000")
    run(counter, api.vincular(cidadao(1), who, ATENDENTE))
    headers = [bytes(row[0]) for row in office.rows("SELECT header FROM event_log")]
    for header in headers:
        assert {part.classe for part in decode_header(header).partes} == {"restrita"}
        assert who not in header.decode()
    assert MARK not in b"".join(office.log).decode()


def test_opening_contact_data_is_written_down(office: Office) -> None:
    counter = Counter(office)
    who = register(counter)
    for n, ator in enumerate((ATENDENTE, MODERADOR)):
        counter.local(
            lambda cursor, dialect, n=n, ator=ator: api.note_access(  # type: ignore[misc] # mypy cannot infer a lambda with defaults
                cursor,
                dialect,
                acesso_id=cidadao(100 + n),
                cidadao_id=who,
                ator=ator,
                now=counter.now(),
            )
        )
        office.clock.advance(1000)
    found = counter.read(queries.list_accesses, who)
    assert [(one.conta_id, one.papel) for one in found] == [
        (MODERADOR["conta_id"], "moderador"),
        (ATENDENTE["conta_id"], "atendente"),
    ]
    counter.assert_rebuild_equals_live()
    assert len(counter.read(queries.list_accesses, who)) == 2


def test_an_erased_person_is_gone_and_the_log_still_folds(office: Office) -> None:
    counter = Counter(office)
    who, other = register(counter), register(counter, "Outra Pessoa")
    run(counter, api.vincular(cidadao(1), who, ATENDENTE))
    rights = SubjectRights(counter.engine)
    rights.eliminar(who, "LGPD art. 18, VI", "a pedido", MODERADOR, OUTRO["conta_id"])
    counter.engine.aguardar_ocioso()
    assert counter.read(queries.read_cidadao, who) is None
    assert counter.read(queries.read_cidadao, other) is not None
    counter.assert_rebuild_equals_live()


def test_a_phone_is_found_by_its_last_digits_however_it_is_written(office: Office) -> None:
    counter = Counter(office)
    who = register(counter, "Ana", telefone="(83) 9 8765-4321")
    register(counter, "Bia", telefone="8765 43210")
    for typed in ("4321", "987654321", "83987654321"):
        assert [one.cidadao_id for one in counter.read(queries.find_by_phone, typed)] == [who]
    assert counter.read(queries.find_by_phone, "43%") == []

"""Commands: decided by the state at the head, refused with a sentence and nothing written."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.colonies.d6a_sorteio import api, queries, rules
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from core.kernel.subject_rights import SubjectRights
from tests.core.colonies.d6a_sorteio.conftest import (
    ATENDENTE,
    BAIRRO,
    CIDADE,
    OPERADOR,
    Desk,
    cadastrado,
    cidadao,
    disponivel,
    iniciada,
)
from tests.support.office import conselheiro, demanda, unidade


@pytest.fixture
def desk(sqlite_desk: Desk) -> Desk:
    """SQLite alone: none of this depends on the database."""
    return sqlite_desk


def refusal(desk: Desk, decide: Callable[[], api.Decide]) -> UserFacingError:
    """A refusal; that nothing was written is looked at."""
    before = desk.office.events()
    with pytest.raises(UserFacingError) as found:
        desk.agir(decide())
    assert desk.office.events() == before
    assert desk.dead_letters() == []
    return found.value


def decide_as(decide: api.Decide) -> Callable[[], api.Decide]:
    """A decision as ``refused`` wants it."""
    return lambda: decide


def refused(desk: Desk, decide: Callable[[], api.Decide]) -> str:
    """The code of a refusal."""
    return refusal(desk, decide).code


def test_a_registration_is_sealed_in_the_name_of_its_producer(desk: Desk) -> None:
    decide = api.cadastrar(cidadao(1), unidade(CIDADE), ATENDENTE, nome_publico="  Ana   Lima ")
    answer = desk.agir(decide).resposta
    (event,) = desk.said("conselheiro.cadastrado")
    assert (event.origem, event.versao_schema) == ("D-1a", "1.2.0")
    assert event.publico() == {
        "conselheiro_id": answer["conselheiro_id"],
        "unidade_civica_id": unidade(CIDADE),
        "nivel_atuacao": 4,
        "status": "disponivel",
        "capacitacao_concluida": True,
        "nome_publico": "Ana Lima",
    }
    assert answer["conselheiro_id"] != cidadao(1)
    assert event.ator == ATENDENTE
    desk.check()


def test_a_person_registers_once(desk: Desk) -> None:
    desk.agir(api.cadastrar(cidadao(1), unidade(CIDADE), ATENDENTE))
    again = refused(desk, lambda: api.cadastrar(cidadao(1), unidade(BAIRRO), ATENDENTE))
    assert again == "conselheiros.ja_cadastrado"
    merged = api.cadastrar(cidadao(2), unidade(BAIRRO), ATENDENTE, unidos=[cidadao(1)])
    assert refused(desk, lambda: merged) == "conselheiros.ja_cadastrado"


def test_units_have_to_be_known_and_have_room(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = refused(desk, lambda: api.cadastrar(cidadao(1), unidade(99), ATENDENTE))
    assert unknown == "conselheiros.unidade_desconhecida"
    monkeypatch.setattr(rules, "MAX_POR_UNIDADE", 1)
    desk.publicar(cadastrado(5))
    full = refused(desk, lambda: api.cadastrar(cidadao(1), unidade(BAIRRO), ATENDENTE))
    assert full == "conselheiros.unidade_cheia"
    long = refused(
        desk, lambda: api.cadastrar(cidadao(1), unidade(CIDADE), ATENDENTE, nome_publico="x" * 301)
    )
    assert long == "conselheiros.nome_longo"


def test_giving_back_by_who_has_it_and_by_nobody_else(desk: Desk) -> None:
    desk.publicar(cadastrado(1), cadastrado(2, CIDADE), disponivel(1), disponivel(2))

    def recusar(c: int, n: int, motivo: str = "recusa_explicita") -> Callable[[], api.Decide]:
        return lambda: api.recusar(conselheiro(c), demanda(n), motivo, ATENDENTE)

    assert refused(desk, recusar(9, 1)) == "conselheiros.desconhecido"
    assert refused(desk, recusar(2, 1)) == "conselheiros.demanda_de_outro"
    assert refused(desk, recusar(2, 7)) == "conselheiros.nao_atribuida"
    assert refused(desk, recusar(1, 1, "preguica")) == "conselheiros.motivo_desconhecido"
    assert refused(desk, recusar(1, 1, "timeout_resposta")) == "conselheiros.motivo_desconhecido"
    answer = desk.agir(recusar(1, 1, "fora_do_territorio")()).resposta
    assert answer == {
        "conselheiro_id": conselheiro(1),
        "demanda_id": demanda(1),
        "motivo": "fora_do_territorio",
    }
    (event,) = desk.said("conselheiro.atribuicao_recusada")
    assert (event.origem, event.correlacao_id) == ("D-1a", demanda(501))
    assert event.payload["unidade_civica_id"] == unidade(BAIRRO)
    assert refused(desk, recusar(1, 1)) == "conselheiros.ja_recusada"
    desk.check()


def test_what_only_an_operator_may(desk: Desk) -> None:
    desk.publicar(cadastrado(1), disponivel(1))
    who = conselheiro(1)
    for decide in (
        lambda: api.liberar(demanda(1), ATENDENTE),
        lambda: api.inativar(who, ATENDENTE),
        lambda: api.reativar(who, ATENDENTE),
    ):
        assert refused(desk, decide) == "conselheiros.so_operador"
    assert refused(desk, lambda: api.liberar(demanda(7), OPERADOR)) == "conselheiros.nao_atribuida"
    unknown = refused(desk, lambda: api.inativar(conselheiro(9), OPERADOR))
    assert unknown == "conselheiros.desconhecido"


def test_a_councillor_has_72_hours_to_answer(desk: Desk) -> None:
    desk.publicar(cadastrado(1), disponivel(1))
    early = refusal(desk, lambda: api.liberar(demanda(1), OPERADOR))
    assert (early.code, early.params) == ("conselheiros.liberar_cedo", {"limite": 72, "faltam": 72})
    desk.adiantar(71.5 / 24)
    assert refusal(desk, lambda: api.liberar(demanda(1), OPERADOR)).params["faltam"] == 1
    desk.adiantar(0.5 / 24)
    desk.agir(api.liberar(demanda(1), OPERADOR))
    assert desk.waiting() == [1]
    desk.check()


def test_who_began_is_not_freed_and_does_not_refuse_but_for_a_risk(desk: Desk) -> None:
    desk.publicar(cadastrado(1), disponivel(1), iniciada(conselheiro(1), 1))
    desk.adiantar(30)
    who = conselheiro(1)
    assert refused(desk, lambda: api.liberar(demanda(1), OPERADOR)) == (
        "conselheiros.trabalho_iniciado"
    )
    for motivo in ("recusa_explicita", "fora_do_territorio"):
        decide = api.recusar(who, demanda(1), motivo, ATENDENTE)
        assert refused(desk, decide_as(decide)) == "conselheiros.ja_iniciada"
    found = desk.read(queries.read_ativa, demanda(1))
    assert found is not None
    assert found.iniciada_em == desk.said("conselheiro.demanda_iniciada")[0].timestamp
    desk.agir(api.recusar(who, demanda(1), "risco_pessoal", ATENDENTE))
    assert desk.row(1).recusas_consecutivas == 0
    desk.check()


def test_a_beginning_of_what_somebody_else_has_changes_nothing(desk: Desk) -> None:
    desk.publicar(cadastrado(1), disponivel(1), iniciada(conselheiro(2), 1))
    desk.agir(api.recusar(conselheiro(1), demanda(1), "recusa_explicita", ATENDENTE))
    desk.check()


def test_who_has_a_demand_is_not_made_inactive(desk: Desk) -> None:
    desk.publicar(cadastrado(1), disponivel(1))
    who = conselheiro(1)
    busy = refused(desk, lambda: api.inativar(who, OPERADOR))
    assert busy == "conselheiros.inativar_com_demanda"
    desk.adiantar(3)
    desk.agir(api.liberar(demanda(1), OPERADOR))
    desk.agir(api.inativar(who, OPERADOR, motivo=" mudou-se "))
    (event,) = desk.said("conselheiro.inativado")
    assert event.payload["motivo"] == "mudou-se"
    assert "motivo" not in event.publico()
    assert refused(desk, lambda: api.inativar(who, OPERADOR)) == "conselheiros.ja_inativo"
    desk.agir(api.reativar(who, OPERADOR))
    assert refused(desk, lambda: api.reativar(who, OPERADOR)) == "conselheiros.ja_ativo"
    long = refused(desk, lambda: api.inativar(who, OPERADOR, motivo="x" * 301))
    assert long == "conselheiros.motivo_longo"
    desk.check()


def test_the_log_may_say_inactive_of_one_who_is_busy(desk: Desk) -> None:
    desk.publicar(cadastrado(1), disponivel(1), _inactive(1))
    assert desk.status(1) == ["ocupado"]
    desk.adiantar(3)
    desk.agir(api.liberar(demanda(1), OPERADOR))
    assert desk.status(1) == ["inativo"]
    desk.check()


def _inactive(n: int) -> NewEvent:
    payload = {"conselheiro_id": conselheiro(n), "unidade_civica_id": unidade(BAIRRO)}
    return NewEvent("conselheiro.inativado", payload, conselheiro(n))


def test_an_erased_person_leaves_a_councillor_without_one(sqlite_desk: Desk) -> None:
    desk = sqlite_desk
    decide = api.cadastrar(cidadao(1), unidade(BAIRRO), ATENDENTE, nome_publico="Zulmira")
    who = desk.agir(decide).resposta["conselheiro_id"]
    desk.publicar(disponivel(1))
    rights = SubjectRights(desk.engine)
    rights.eliminar(cidadao(1), "LGPD art. 18, VI", "a pedido", OPERADOR, conselheiro(91))
    desk.engine.aguardar_ocioso()
    rows = desk.office.rows("SELECT conselheiro_id, cidadao_id, nome_publico FROM d6a_conselheiros")
    assert rows == [(who, None, None)]
    assert desk.winner(1) == who
    desk.check()

"""The desk: who is to be told, notes of the telling, letters, contact with a trace, who waits."""

from __future__ import annotations

import pytest

from app.services.designacoes import NaMesa
from app.services.escrita import Ator
from app.services.permissoes import Ato
from core.kernel.errors import UserFacingError
from tests.support.conselheiros import designacao
from tests.support.vivo import Vivo

AUDITOR = {"conta_id": "44444444-0000-4000-8000-000000000077", "papel": "auditor"}


def clerk(vivo: Vivo) -> Ator:
    return vivo.servicos.sessao.ator(Ato.AVISAR_CONSELHEIRO)


def untold(vivo: Vivo) -> list[NaMesa]:
    designacao(vivo, begun=False)
    return [one for one in vivo.servicos.designacoes.na_mesa() if one.designacao.is_a_avisar]


def test_a_told_councillor_leaves_the_list_and_comes_back(vivo: Vivo) -> None:
    service = vivo.servicos.designacoes
    waiting = untold(vivo)
    assert waiting
    assert service.a_avisar() == len(waiting)
    one = waiting[0]
    service.avisar(one.designacao.event_hash, "telefone", clerk(vivo))
    vivo.reabrir()
    service = vivo.servicos.designacoes
    assert service.a_avisar() == len(waiting) - 1
    told = service.da_demanda(one.demanda_id)
    assert told is not None
    assert told.designacao.aviso is not None
    assert told.designacao.aviso.canal == "telefone"
    with pytest.raises(UserFacingError, match=r"conselheiros\.ja_avisado"):
        service.avisar(one.designacao.event_hash, "carta", clerk(vivo))
    service.desfazer_aviso(one.designacao.event_hash, clerk(vivo))
    assert service.a_avisar() == len(waiting)


def test_what_the_lists_say(vivo: Vivo) -> None:
    service = vivo.servicos.designacoes
    now = vivo.clock.now_ms()
    designacao(vivo, begun=True)
    silent = designacao(vivo, begun=False)
    desk = service.na_mesa()
    assert all(one.protocolo and one.categoria for one in desk)
    assert any(one.titulo for one in desk)
    assert [one.designacao.altura for one in desk] == sorted(one.designacao.altura for one in desk)
    begun = next(one for one in desk if one.designacao.iniciada_em is not None)
    assert not begun.pode_liberar(now)
    assert silent.pode_liberar(silent.responder_ate_ms)
    assert not silent.pode_liberar(silent.responder_ate_ms - 1)
    waiting = service.sem_conselheiro()
    assert {one.pendente.motivo_espera for one in waiting} <= {
        "todos_ocupados", "todos_inativos", "nenhum_cadastrado",
    }  # fmt: skip
    assert all(one.unidade and one.protocolo for one in waiting)
    assert service.da_demanda("00000000-0000-4000-8000-000000000000") is None


def test_the_letter_names_the_person_and_the_draw(vivo: Vivo) -> None:
    one = untold(vivo)[0]
    letter = vivo.servicos.designacoes.carta(one.demanda_id, clerk(vivo))
    assert one.protocolo is not None
    assert one.protocolo in letter.html
    assert one.designacao.event_hash[:32] in letter.html
    assert letter.imagens["sorteio"]
    contact = vivo.servicos.designacoes.contato(one.designacao.conselheiro_id, clerk(vivo))
    assert contact.nome
    assert contact.nome in letter.html
    with pytest.raises(UserFacingError, match=r"conselheiros\.nao_atribuida"):
        vivo.servicos.designacoes.carta("00000000-0000-4000-8000-000000000000", clerk(vivo))


def test_contact_data_leave_a_trace(vivo: Vivo) -> None:
    one = vivo.servicos.designacoes.na_mesa()[0]

    def traces() -> int:
        with vivo.app.leitor.ler() as (cursor, _dialect):
            cursor.execute("SELECT count(*) FROM c1_acessos")
            return int(cursor.fetchone()[0])

    before = traces()
    vivo.servicos.designacoes.contato(one.designacao.conselheiro_id, clerk(vivo))
    assert traces() == before + 1
    with pytest.raises(UserFacingError, match=r"conselheiros\.sem_contato"):
        vivo.servicos.designacoes.contato("00000000-0000-4000-8000-000000000000", clerk(vivo))


def test_a_role_without_permission_is_refused_by_the_service_too(vivo: Vivo) -> None:
    service = vivo.servicos.designacoes
    one = service.na_mesa()[0]
    for act in (
        lambda: service.avisar(one.designacao.event_hash, "telefone", AUDITOR),
        lambda: service.desfazer_aviso(one.designacao.event_hash, AUDITOR),
        lambda: service.contato(one.designacao.conselheiro_id, AUDITOR),
        lambda: service.carta(one.demanda_id, AUDITOR),
    ):
        with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
            act()

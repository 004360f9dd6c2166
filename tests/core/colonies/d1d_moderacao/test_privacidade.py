"""Erasing: a person's words, a moderator's name, what was noted, and a removed content."""

from __future__ import annotations

import pytest

from core.colonies.d1d_moderacao import api, queries
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from core.kernel.store.sqlite import SqliteDatabase
from core.kernel.subject_rights import SubjectRights
from tests.core.colonies.d1d_moderacao.conftest import ANA, BIA, SEALED, WORDS, Desk, normalizada
from tests.support.office import demanda

PERSON = "33333333-0000-4000-8000-00000000abcd"
OPERADOR = {"conta_id": "44444444-0000-4000-8000-00000000000c", "papel": "operador"}
LAW = "LGPD art. 18, VI"


def of_person(n: int) -> NewEvent:
    """A flagged text whose author is known."""
    one = normalizada(n)
    return NewEvent(
        one.tipo, {**one.payload, "cidadao_id": PERSON}, demanda(n), restrito=one.restrito & SEALED
    )


def note(desk: Desk, item_id: str, n: int) -> None:
    desk.local(
        lambda cursor, dialect: api.anotar(
            cursor, dialect, (item_id, demanda(n)), (ANA["conta_id"], "Ana"), WORDS,
            "2026-05-28T20:26:40.000Z",
        )
    )  # fmt: skip


def test_a_person_leaves_an_item_without_words_that_waits_for_nobody(desk: Desk) -> None:
    desk.publicar(of_person(1), normalizada(2))
    item = next(one for one in desk.fila() if one.demanda_id == demanda(1))
    note(desk, item.item_id, 1)
    SubjectRights(desk.engine).eliminar(PERSON, LAW, "a pedido", OPERADOR, BIA["conta_id"])
    desk.engine.aguardar_ocioso()
    assert [one.demanda_id for one in desk.fila()] == [demanda(2)]
    gone = desk.item(item.item_id)
    assert (gone.trecho, gone.titulo, gone.motivo, gone.status) == (None, None, (), "pendente")
    assert desk.read(queries.read_notes, item.item_id) == []
    with pytest.raises(UserFacingError, match=r"moderacao\.sem_conteudo"):
        desk.decidir(item, "aprovado")
    desk.check()


def test_a_moderator_leaves_the_decision_and_no_name(desk: Desk) -> None:
    desk.publicar(normalizada(1))
    (item,) = desk.fila()
    desk.decidir(item, "bloqueado", motivo="ofensa")
    SubjectRights(desk.engine).eliminar(ANA["conta_id"], LAW, "a pedido", OPERADOR, BIA["conta_id"])
    desk.engine.aguardar_ocioso()
    (made,) = desk.read(queries.read_history, item.item_id)
    assert (made.decisao, made.moderador_id) == ("bloqueado", None)
    (event,) = desk.said()
    assert event.ator is None
    assert desk.item(item.item_id).status == "bloqueado"
    desk.check()
    if isinstance(desk.office.database, SqliteDatabase):
        for path in desk.office.database.folder.iterdir():
            assert ANA["conta_id"].encode() not in path.read_bytes(), path.name


def test_a_removed_content_goes_by_its_subject_and_nothing_else_does(desk: Desk) -> None:
    desk.publicar(normalizada(1), normalizada(2, "outro otário"))
    item = next(one for one in desk.fila() if one.demanda_id == demanda(1))
    desk.remover(item)
    rights = SubjectRights(desk.engine)
    done = rights.redigir(
        demanda(1),
        lambda event, part: event.tipo == "demanda.normalizada" and ".texto" in part.nome,
        "remoção por moderação",
        "ofensa",
        ANA,
        BIA["conta_id"],
    )
    desk.engine.aguardar_ocioso()
    assert (done.eventos, done.partes > 0) == (1, True)
    assert desk.item(item.item_id).trecho is None
    assert [one.trecho for one in desk.fila()] == ["outro otário"]
    with pytest.raises(UserFacingError, match=r"direitos\.nada_encontrado"):
        rights.redigir(demanda(9), lambda *_: True, "x", "x", ANA, BIA["conta_id"])
    with pytest.raises(UserFacingError, match=r"direitos\.segunda_conta"):
        rights.redigir(demanda(1), lambda *_: True, "x", "x", ANA, ANA["conta_id"])
    desk.check()

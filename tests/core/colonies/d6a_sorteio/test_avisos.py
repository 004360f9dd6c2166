"""Who was told of a draw: a note of the desk, one for each draw, that may be taken back."""

from __future__ import annotations

from typing import Any

import pytest

from core.colonies.d6a_sorteio import avisos
from core.kernel.errors import UserFacingError
from tests.core.colonies.d6a_sorteio.conftest import (
    ATENDENTE,
    CIDADE,
    Desk,
    cadastrado,
    disponivel,
    iniciada,
    number,
    recusada,
)
from tests.support.escrita_local import written
from tests.support.office import conselheiro, demanda


class Notes:
    """The notes of an office, each act in a transaction of its own."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def write(self, function: Any, *args: Any) -> Any:
        return written(self.desk.engine, function, *args)

    def tell(self, n: int, canal: str = "telefone") -> Any:
        found = self.of(n)
        return self.write(avisos.note_told, found.event_hash, canal, ATENDENTE, self.desk.now())

    def of(self, n: int) -> avisos.Designacao:
        found = self.desk.read(avisos.read_designacao, demanda(n))
        assert isinstance(found, avisos.Designacao)
        return found

    def waiting(self) -> list[int]:
        found = self.desk.read(avisos.read_designacoes, limite=50)
        return [number(one.demanda_id) for one in found if one.is_a_avisar]

    def count(self) -> int:
        return int(self.desk.read(avisos.count_to_tell))


@pytest.fixture
def notes(desk: Desk) -> Notes:
    desk.publicar(cadastrado(1), cadastrado(2, CIDADE), disponivel(1), disponivel(2))
    return Notes(desk)


def test_a_draw_waits_until_the_councillor_was_told(notes: Notes) -> None:
    assert (notes.waiting(), notes.count()) == ([1, 2], 2)
    notes.tell(1)
    assert (notes.waiting(), notes.count()) == ([2], 1)
    told = notes.of(1).aviso
    assert told is not None
    assert (told.avisado_em, told.canal) == (notes.desk.now(), "telefone")
    assert (told.conta_id, told.papel) == (ATENDENTE["conta_id"], "atendente")
    assert notes.of(1).unidade_nome == "Unidade 1"
    notes.write(avisos.drop_told, notes.of(1).event_hash)
    notes.write(avisos.drop_told, notes.of(1).event_hash)
    assert notes.waiting() == [1, 2]


def test_who_began_needs_no_telling(notes: Notes) -> None:
    notes.desk.publicar(iniciada(notes.desk.winner(1), 1))
    assert (notes.waiting(), notes.count()) == ([2], 1)


def test_a_note_is_of_one_draw_and_not_of_the_next(notes: Notes) -> None:
    desk = notes.desk
    notes.tell(1)
    first = notes.of(1)
    desk.publicar(cadastrado(3), recusada(desk.winner(1), 1))
    assert desk.winner(1) == conselheiro(3)
    assert 1 in notes.waiting()
    with pytest.raises(UserFacingError, match=r"conselheiros\.aviso_de_outra"):
        notes.write(avisos.note_told, first.event_hash, "carta", ATENDENTE, desk.now())


def test_what_is_refused(notes: Notes) -> None:
    with pytest.raises(UserFacingError, match=r"conselheiros\.canal_desconhecido"):
        notes.tell(1, "sinal de fumaça")
    notes.tell(1)
    with pytest.raises(UserFacingError, match=r"conselheiros\.ja_avisado"):
        notes.tell(1, "carta")


def test_pages_and_a_rebuild_keep_the_notes(notes: Notes) -> None:
    notes.tell(2)
    first = notes.desk.read(avisos.read_designacoes, limite=1)
    rest = notes.desk.read(avisos.read_designacoes, limite=5, depois=first[0].ponto)
    assert [number(one.demanda_id) for one in (*first, *rest)] == [1, 2]
    notes.desk.check()
    notes.desk.office.restart().aguardar_ocioso()
    assert notes.waiting() == [1]
    assert notes.desk.read(avisos.read_designacao, demanda(9)) is None

"""Unfinished reports: one for a councillor and a demand, never overwritten unseen, gone at the end."""

from __future__ import annotations

from typing import Any

import pytest

from core.colonies.d6b_relatoria import api, rascunhos
from core.colonies.d6b_relatoria.rascunhos import Rascunho, command_id
from tests.core.colonies.d6b_relatoria.conftest import (
    ATENDENTE,
    CONTATO,
    Desk,
    recusada,
    refused,
    retirada,
    sorteado,
)
from tests.support.escrita_local import written
from tests.support.office import TEST_NO, conselheiro, demanda

MOMENT = "2026-05-28T20:26:40.000Z"


def opened(desk: Desk, n: int = 1, c: int = 1, draft: int = 600) -> Rascunho:
    found = written(
        desk.engine,
        rascunhos.open_draft,
        demanda_id=demanda(n),
        conselheiro_id=conselheiro(c),
        rascunho_id=demanda(draft),
        conta_id=ATENDENTE["conta_id"],
        now=MOMENT,
    )
    assert isinstance(found, Rascunho)
    return found


def save(desk: Desk, draft: Rascunho, version: int, text: str) -> Any:
    return written(
        desk.engine, rascunhos.save_draft,
        draft.rascunho_id, version, {"texto": text}, ATENDENTE["conta_id"], MOMENT,
    )  # fmt: skip


def read(desk: Desk, n: int = 1, c: int = 1) -> Rascunho | None:
    reader = desk.office.database.open_reader()
    try:
        return rascunhos.read_draft(reader.cursor, reader.dialect, demanda(n), conselheiro(c))
    finally:
        reader.close()


def test_what_was_typed_survives_a_restart(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    draft = opened(desk)
    assert save(desk, draft, 1, "Fui l\u00e1\u0000, '\"; ção") == 2
    desk.office.restart().aguardar_ocioso()
    found = read(desk)
    assert found is not None
    assert found.conteudo == {"texto": "Fui lá, '\"; ção"}
    assert opened(desk, draft=601) == found


def test_a_second_window_is_told_and_overwrites_nothing(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    draft = opened(desk)
    save(desk, draft, 1, "da primeira janela")
    with refused("relatoria.rascunho_de_outra_janela"):
        save(desk, draft, 1, "da segunda janela")
    found = read(desk)
    assert found is not None
    assert found.conteudo == {"texto": "da primeira janela"}
    assert written(desk.engine, rascunhos.drop_draft, draft.rascunho_id, 1) is False
    assert written(desk.engine, rascunhos.drop_draft, draft.rascunho_id, 2) is True
    with refused("relatoria.rascunho_encerrado"):
        save(desk, draft, 2, "depois")
    assert read(desk) is None


def test_too_much_is_refused_with_a_sentence(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    draft = opened(desk)
    assert save(desk, draft, 1, "pouco") == 2
    with refused("relatoria.rascunho_grande"):
        save(desk, draft, 2, "x" * rascunhos.MAX_CHARS)
    found = read(desk)
    assert found is not None
    assert found.conteudo == {"texto": "pouco"}


@pytest.mark.parametrize("end", [retirada(1), recusada(1)], ids=["retirada", "recusada"])
def test_the_end_of_a_cycle_takes_the_draft_with_it_and_no_other(desk: Desk, end: Any) -> None:
    desk.publicar(sorteado(1), sorteado(2, 2))
    opened(desk)
    opened(desk, 2, 2, 602)
    desk.publicar(end)
    assert read(desk) is None
    assert read(desk, 2, 2) is not None
    desk.check()
    assert read(desk, 2, 2) is not None


def test_a_repeated_click_registers_once(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    draft = opened(desk)
    pedido = api.Pedido(
        demanda_id=demanda(1), tipo="contato_realizado", texto="Fui lá.", campos=CONTATO
    )
    decide = api.registrar_atualizacao(TEST_NO, pedido, ATENDENTE)
    for _ in range(2):
        desk.decidir(decide, command_id(draft.rascunho_id, 1))
    assert len(desk.said("conselheiro.atualização_registrada")) == 1
    desk.decidir(decide, command_id(draft.rascunho_id, 2))
    assert len(desk.said("conselheiro.atualização_registrada")) == 2


def test_an_erased_councillors_draft_goes_and_an_erased_account_is_not_named(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    draft = opened(desk)
    save(desk, draft, 1, "Fui lá")

    def forget(who: str) -> Rascunho | None:
        db = desk.engine.cycle.stepper.runtime("D-6b").db
        written(desk.engine, lambda _cursor, _dialect: rascunhos.forget_local(frozenset({who}), db))
        return read(desk)

    left = forget(ATENDENTE["conta_id"])
    assert left is not None
    assert (left.conta_id, left.conteudo) == ("", {"texto": "Fui lá"})
    assert forget(conselheiro(1)) is None

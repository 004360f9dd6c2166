"""Drafts survive, do not double, and go with the demand they become."""

from __future__ import annotations

import pytest

from core.colonies.d1a_captura.api import rascunhos as drafts
from core.kernel.errors import UserFacingError
from tests.support.balcao import Counter, cidadao, pedido
from tests.support.office import Office, demanda


def opened(counter: Counter, n: int = 1) -> drafts.Rascunho:
    return counter.local(
        lambda cursor, dialect: drafts.open_draft(
            cursor,
            dialect,
            rascunho_id=demanda(n),
            cidadao_id=cidadao(n),
            conta_id=None,
            now=counter.now(),
        )
    )


def save(counter: Counter, version: int, text: str, n: int = 1) -> int:
    return counter.local(
        lambda cursor, dialect: drafts.save_draft(
            cursor, dialect, demanda(n), version, {"texto": text}, counter.now()
        )
    )


def test_what_was_typed_survives_a_restart(office: Office) -> None:
    counter = Counter(office)
    opened(counter)
    assert save(counter, 1, "Falta ág\u00001 água, '\"; \U0001f6b0") == 2
    counter.restart()
    found = counter.read(drafts.read_draft, demanda(1))
    assert found is not None
    assert found.conteudo == {"texto": "Falta ág1 água, '\"; \U0001f6b0"}
    assert (found.versao, found.cidadao_id) == (2, cidadao(1))


def test_a_second_window_is_told_and_overwrites_nothing(office: Office) -> None:
    counter = Counter(office)
    opened(counter)
    save(counter, 1, "da primeira janela")
    with pytest.raises(UserFacingError, match=r"captura\.rascunho_de_outra_janela"):
        save(counter, 1, "da segunda janela")
    (found,) = counter.read(drafts.list_drafts)
    assert found.conteudo == {"texto": "da primeira janela"}


def test_registering_closes_the_draft_and_nothing_else_does(office: Office) -> None:
    counter = Counter(office)
    opened(counter, 1)
    opened(counter, 2)
    with pytest.raises(UserFacingError):
        counter.register(pedido("?", demanda_id=demanda(1)))
    assert len(counter.read(drafts.list_drafts)) == 2
    counter.register(pedido(demanda_id=demanda(1)))
    assert [one.rascunho_id for one in counter.read(drafts.list_drafts)] == [demanda(2)]
    with pytest.raises(UserFacingError, match=r"captura\.rascunho_encerrado"):
        save(counter, 1, "tarde demais")
    # A rebuild leaves drafts alone.
    counter.assert_rebuild_equals_live()
    assert [one.rascunho_id for one in counter.read(drafts.list_drafts)] == [demanda(2)]


def test_a_draft_is_thrown_away_once_or_twice(sqlite_office: Office) -> None:
    counter = Counter(sqlite_office)
    opened(counter)
    for _ in range(2):
        counter.local(lambda cursor, dialect: drafts.drop_draft(cursor, dialect, demanda(1)))
    assert counter.read(drafts.list_drafts) == []
    assert drafts.command_id(demanda(1), 3) == f"captura/{demanda(1)}/3"
    assert drafts.command_id(demanda(1), 3, "j") == f"captura/{demanda(1)}/3/j"


def test_a_draft_has_a_limit(sqlite_office: Office) -> None:
    counter = Counter(sqlite_office)
    opened(counter)
    with pytest.raises(UserFacingError, match=r"captura\.rascunho_grande"):
        save(counter, 1, "x" * drafts.MAX_BYTES)


def held(counter: Counter, window: str, n: int = 1, *, toma: bool = False) -> drafts.Rascunho:
    return counter.local(
        lambda cursor, dialect: drafts.hold_draft(
            cursor, dialect, demanda(n), window, counter.now(), toma=toma
        )
    )


def test_a_window_holds_its_draft_until_the_lease_runs_out(office: Office) -> None:
    counter = Counter(office)
    opened(counter)
    mine = held(counter, "a")
    assert (mine.versao, mine.is_held_elsewhere("a", counter.now())) == (2, False)
    assert mine.is_held_elsewhere("b", counter.now())
    with pytest.raises(UserFacingError, match=r"captura\.rascunho_em_uso"):
        held(counter, "b")
    office.clock.advance(drafts.LEASE_MS - 1)
    assert held(counter, "a").versao == 2  # going on holding it is no change
    office.clock.advance(drafts.LEASE_MS)
    assert held(counter, "b").versao == 3


def test_taking_a_draft_over_and_letting_go(office: Office) -> None:
    counter = Counter(office)
    opened(counter)
    held(counter, "a")
    assert held(counter, "b", toma=True).janela == "b"
    with pytest.raises(UserFacingError, match=r"captura\.rascunho_de_outra_janela"):
        save(counter, 2, "da janela a")
    counter.local(lambda cursor, dialect: drafts.release_draft(cursor, dialect, demanda(1), "a"))
    with pytest.raises(UserFacingError, match=r"captura\.rascunho_em_uso"):
        held(counter, "a")
    counter.local(lambda cursor, dialect: drafts.release_draft(cursor, dialect, demanda(1), "b"))
    assert held(counter, "a").janela == "a"
    counter.local(lambda cursor, dialect: drafts.drop_draft(cursor, dialect, demanda(1)))
    with pytest.raises(UserFacingError, match=r"captura\.rascunho_encerrado"):
        held(counter, "a")

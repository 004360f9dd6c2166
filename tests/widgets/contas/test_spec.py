"""Contas is the operator's."""

from __future__ import annotations

from app.services.permissoes import Ato
from tests.support.vivo import Vivo
from widgets.contas.spec import spec


def test_it_is_opened_by_whoever_manages_accounts(vivo: Vivo) -> None:
    found = spec(vivo.servicos)
    assert (found.key, found.acts, found.manual) == ("contas", frozenset({Ato.CONTAS}), "contas")
    assert [view.name for view in found.pictures] == ["contas", "contas-historico"]

"""What the menu offers, by where the office stands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from app.services.entrada_rede import EntradaService
from app.services.sincronizacao import Situacao
from app.services.versao_rede import VersaoService
from tests.widgets.blank_screen import Blank
from tests.widgets.conftest import Ui
from tests.widgets.sincronizacao.conftest import FakeTrocador
from widgets.runtime.dialog import Dialog
from widgets.sincronizacao.accept_dialog import AcceptDialog
from widgets.sincronizacao.entry_acts import EntryActs
from widgets.sincronizacao.entry_request_dialog import EntryRequestDialog
from widgets.sincronizacao.exchange_keys_dialog import ExchangeKeysDialog
from widgets.sincronizacao.invite_dialog import InviteDialog
from widgets.sincronizacao.propose_dialog import ProposeDialog
from widgets.sincronizacao.root_key_dialog import RootKeyDialog
from widgets.sincronizacao.sign_dialog import SignDialog


@pytest.fixture
def acts(ui: Ui, host: QWidget, entry: EntradaService, versions: VersaoService) -> EntryActs:
    screen = Blank("sincronizacao", "Sincronização", frozenset(), ui.context, host)
    host.show()
    return EntryActs(entry, versions, lambda _text: (), screen)


def offered(acts: EntryActs) -> list[bool]:
    """Whether it can be prepared, asked, invited, accepted."""
    items = (acts.prepare, acts.request, acts.invite, acts.accept)
    return [one.isEnabled() for one in items]


def alone(found: Situacao, *, exchanges: bool = True) -> Situacao:
    """The network of one."""
    este = found.este if exchanges else replace(found.este, impressao_troca=None)
    return replace(found, vizinhos=(este,))


def test_each_step_is_offered_when_it_is_due(acts: EntryActs, trocador: FakeTrocador) -> None:
    found = trocador.found
    assert offered(acts) == [False] * 4
    assert not any(one.isEnabled() for one in (acts.propose, acts.sign, acts.root_key))
    acts.show_found(alone(found, exchanges=False))
    assert offered(acts) == [True, False, False, False]
    acts.show_found(alone(found))
    assert offered(acts) == [False, True, True, True]
    # In a network of several it invites, and hears of others; it does not join a second one.
    acts.show_found(found)
    assert offered(acts) == [False, False, True, True]
    assert all(one.isEnabled() for one in (acts.propose, acts.sign, acts.root_key))
    acts.show_found(replace(alone(found), is_demo=True))
    assert offered(acts) == [False] * 4


def test_each_file_opens_its_dialog_and_others_none(
    ui: Ui, host: QWidget, acts: EntryActs, trocador: FakeTrocador, tmp_path: Path
) -> None:
    assert not acts.takes(tmp_path / "a.entrada")
    assert acts.accept_from(tmp_path / "a.convite") is None
    acts.show_found(alone(trocador.found))
    assert not acts.takes(tmp_path / "a.zip")
    assert acts.takes(tmp_path / "a.ENTRADA")
    assert acts.takes(tmp_path / "a.convite")
    assert acts.takes(tmp_path / "a.versao")
    acts.ask_keys()
    acts.ask_entry()
    acts.ask_proposal()
    acts.ask_root_key()
    ui.settle()
    kinds = {type(one) for one in host.findChildren(Dialog)}
    assert kinds == {
        InviteDialog, AcceptDialog, ExchangeKeysDialog, EntryRequestDialog, SignDialog,
        ProposeDialog, RootKeyDialog,
    }  # fmt: skip

"""Sincronização: what each office lacks, what is to be done next, what was taken out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from app.services.entrada_rede import EntradaService
from app.services.permissoes import Papel
from app.services.recebimento import RecebimentoService
from app.services.sessao import Conta
from app.services.sincronizacao import SincronizacaoService
from app.services.versao_rede import VersaoService
from core.kernel.errors import EnvironmentFault
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.sincronizacao.conftest import FakeRecebedor, FakeTrocador
from widgets.runtime.file_drop import FileDrop
from widgets.sincronizacao.accept_dialog import AcceptDialog
from widgets.sincronizacao.export_dialog import ExportDialog
from widgets.sincronizacao.import_dialog import ImportDialog
from widgets.sincronizacao.screen import SincronizacaoScreen
from widgets.sincronizacao.sign_dialog import SignDialog


@pytest.fixture
def screen(
    ui: Ui,
    host: QWidget,
    service: SincronizacaoService,
    arrivals: RecebimentoService,
    entry: EntradaService,
    versions: VersaoService,
) -> SincronizacaoScreen:
    made = SincronizacaoScreen(
        service, arrivals, entry, versions, lambda _text: (), "Regional Centro", ui.context, host
    )
    made.resize(1_200, 760)
    host.show()
    made.activate()
    ui.settle()
    return made


def test_peers_their_lag_and_how_many_wait(ui: Ui, screen: SincronizacaoScreen) -> None:
    counts: list[int] = []
    screen.count_changed.connect(counts.append)
    screen.refresh()
    ui.settle()
    assert screen.peers.count.text() == "4 escritórios"
    assert counts == [2]
    assert screen.subtitle.text() == (
        "Rede 563a05a0, versão 4 · 1.488 eventos nossos, 8 a assinar no próximo pacote"
    )
    assert screen.next.isHidden()
    assert screen.export_button.isEnabled()
    assert screen.exported.state.state == "vazio"
    for tab in range(screen.tabs.count()):
        screen.tabs.setCurrentIndex(tab)
        assert (unnamed(screen), unreachable(screen)) == ([], [])
    screen.save_view()


def test_a_network_of_one_says_what_to_do_next(
    ui: Ui, screen: SincronizacaoScreen, trocador: FakeTrocador
) -> None:
    alone = replace(trocador.found, vizinhos=trocador.found.vizinhos[:1])
    trocador.found = alone
    screen.refresh()
    ui.settle()
    assert "só tem este escritório" in screen.next.text()
    assert screen.export_button.isEnabled()
    mute = replace(alone.este, impressao_troca=None)
    trocador.found = replace(alone, vizinhos=(mute,))
    screen.refresh()
    ui.settle()
    assert "Preparar a troca de pacotes" in screen.next.text()
    assert (screen.export_button.isEnabled(), screen.request_act.isEnabled()) == (False, False)


def test_decisions_that_are_held_back_are_told_first(
    ui: Ui, screen: SincronizacaoScreen, trocador: FakeTrocador
) -> None:
    trocador.found = replace(trocador.found, criticos=2)
    screen.refresh()
    ui.settle()
    assert "suspensos: 2 eventos de que" in screen.next.text()
    assert "Atualize o programa" in screen.next.text()
    assert not screen.next.isHidden()


def test_what_was_exported_is_listed(
    ui: Ui, screen: SincronizacaoScreen, trocador: FakeTrocador, tmp_path: Path
) -> None:
    screen.ask_export()
    (dialog,) = screen.findChildren(ExportDialog)
    dialog.set_folder(tmp_path)
    dialog.password.setText("marola")
    dialog.act.click()
    ui.settle()
    dialog.keep.click()
    ui.settle()
    assert screen.exported.model.rowCount() == 1
    assert screen.tabs.tabText(1) == "Exportados (1)"


def test_the_card_is_written(ui: Ui, screen: SincronizacaoScreen, tmp_path: Path) -> None:
    screen.save_card(tmp_path / "cartao.pdf")
    assert (tmp_path / "cartao.pdf").read_bytes().startswith(b"%PDF-")
    assert ui.notices == [("info", "Cartão gravado em cartao.pdf.")]
    screen.save_card(tmp_path / "nao-ha" / "cartao.pdf")
    assert len(ui.faults) == 1


def test_a_fault_stands_where_the_list_would(
    ui: Ui, screen: SincronizacaoScreen, trocador: FakeTrocador
) -> None:
    trocador.fault = EnvironmentFault("arquivo.recusado", arquivo="x", motivo="sumiu")
    screen.refresh()
    ui.settle()
    assert screen.peers.state.state == "erro"
    assert not screen.export_button.isEnabled()
    trocador.fault = None
    screen.peers.state.retry_requested.emit()
    ui.settle()
    assert screen.peers.state.state == "conteudo"


def test_whoever_may_not_export_is_not_offered_it(
    ui: Ui,
    host: QWidget,
    service: SincronizacaoService,
    arrivals: RecebimentoService,
    entry: EntradaService,
    versions: VersaoService,
) -> None:
    ui.context.session.entrar(Conta("x", "Rita", frozenset({Papel.AUDITOR})))
    screen = SincronizacaoScreen(
        service, arrivals, entry, versions, lambda _text: (), "Regional", ui.context, host
    )
    assert (screen.export_button.isHidden(), screen.import_button.isHidden()) == (True, True)
    acts = screen.entry
    for item in (screen.request_act, acts.prepare, acts.request, acts.invite, acts.accept):
        assert not item.isVisible()
    assert not screen.acceptDrops()


def test_what_came_what_waits_and_what_was_refused(
    ui: Ui, screen: SincronizacaoScreen, recebedor: FakeRecebedor, tmp_path: Path
) -> None:
    assert [screen.tabs.tabText(at) for at in range(2, 5)] == [
        "Importados (1)", "À espera (1)", "Quarentena (2)"
    ]  # fmt: skip
    screen.findChildren(FileDrop)[0].dropped.emit(tmp_path / "novo.zip")
    ui.settle()
    (dialog,) = screen.findChildren(ImportDialog)
    assert recebedor.asked == [("novo.zip", True)]
    recebedor.items = ()
    dialog.take_in()
    ui.settle()
    assert recebedor.asked[-1] == ("novo.zip", False)
    assert screen.tabs.tabText(4) == "Quarentena"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("civico_563a05a0_2a960a83.pedido", ExportDialog),
        ("a.convite", AcceptDialog),
        ("a.versao", SignDialog),
    ],
)
def test_each_dropped_file_opens_its_own_dialog(
    ui: Ui,
    screen: SincronizacaoScreen,
    recebedor: FakeRecebedor,
    tmp_path: Path,
    name: str,
    kind: type[ExportDialog | AcceptDialog | SignDialog],
) -> None:
    (drop,) = screen.findChildren(FileDrop)
    drop.dropped.emit(tmp_path / name)
    ui.settle()
    (dialog,) = screen.findChildren(kind)
    assert dialog.isVisible()
    assert recebedor.asked == []
    if isinstance(dialog, ExportDialog):
        assert dialog.request_words.text() == (
            "Só o que falta a Regional Beira-Rio, pelo pedido que assinou."
        )


def test_deciding_to_join_closes_the_window(
    ui: Ui, screen: SincronizacaoScreen, host: QWidget, entry: EntradaService, tmp_path: Path
) -> None:
    dialog = screen.entry.accept_from(tmp_path / "a.convite")
    assert dialog is not None
    ui.settle()
    dialog.heard[0].setText("QK7M-3FZA-2LTX-9WQP-6HDN-4RVC-SB")
    dialog.password.setText("marola")
    dialog.save.click()
    ui.until(lambda: not host.isVisible())
    assert entry.decidida is not None

"""A bundle opened on the screen: what is said, what can be stopped, what is written."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from typing_extensions import override

from app.services.auditoria_pacote import AuditoriaDePacotes
from app.services.mensagens import Mensagens
from app.services.pacote_auditado import INCREMENTAL, PacoteAuditado
from app.services.pacote_cifrado import Chave
from app.services.progresso import Progress, ignore_progress
from app.settings.recursos import Recursos
from core.contracts.catalogo import MODELS
from core.crypto import age
from core.kernel.registry import Registry
from core.sync.act_proof import verify_act_proof
from tests.support.pacotes import Pacote, Rede, cadeia
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from widgets.runtime.file_drop import FileDrop
from widgets.sorteio.bundle_pane import BundlePane
from widgets.sorteio.key_dialog import KeyDialog


@pytest.fixture
def pane(ui: Ui, host: QWidget) -> BundlePane:
    service = AuditoriaDePacotes(Mensagens(Recursos().messages_toml()), lambda: 0, Registry(MODELS))
    made = BundlePane(service, ui.context, host)
    made.resize(1_100, 700)
    return made


class Endless(AuditoriaDePacotes):
    """Goes on until it is told to stop."""

    @override
    def abrir(
        self,
        arquivo: Path,
        progress: Progress = ignore_progress,
        *,
        chave: Chave | None = None,
    ) -> PacoteAuditado:
        while True:
            progress(1, 100)


def test_a_dropped_bundle_is_opened_and_everything_stands_there(
    ui: Ui, pane: BundlePane, pacote_vivo: Path
) -> None:
    assert pane.state.state == "vazio"
    assert not pane.save_button.isEnabled()
    pane.findChildren(FileDrop)[0].dropped.emit(pacote_vivo)
    assert not pane.open_button.isEnabled()
    ui.settle()
    assert pane.state.state == "conteudo"
    assert pane.verdict.text() == "✓ O pacote confere, e tudo o que foi refeito também"
    assert pane.words.text() == "É de um escritório de demonstração: os dados são inventados."
    assert pane.draws.model.rowCount() > 5
    assert pane.rankings.model.rowCount() > 0
    assert [pane.tabs.tabText(at) for at in range(pane.tabs.count())] == [
        "Pacote", "Fluxos", "Sorteios", "Rankings", "Pontuações", "Achados"
    ]  # fmt: skip
    assert pane.open_button.isEnabled()
    assert pane.save_button.isEnabled()
    for at in range(pane.tabs.count()):
        pane.tabs.setCurrentIndex(at)
        assert (unnamed(pane), unreachable(pane)) == ([], [])
    pane.save_view()


def test_report_and_proof_are_written(
    ui: Ui, pane: BundlePane, pacote_vivo: Path, tmp_path: Path
) -> None:
    pane.open_file(pacote_vivo)
    ui.settle()
    pane.save_pdf(tmp_path / "r.pdf")
    pane.save_json(tmp_path / "r.json")
    ui.settle()
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF-")
    assert json.loads((tmp_path / "r.json").read_text("utf-8"))["confere"] is True
    assert not pane.proof_act.isEnabled()
    pane.tabs.setCurrentWidget(pane.draws)
    pane.draws.table.selectRow(0)
    assert pane.proof_act.isEnabled()
    draw = pane.draws.current
    pane.proof_act.trigger()
    dialog = pane.findChildren(QFileDialog)[0]
    dialog.fileSelected.emit(str(tmp_path / "p.tlog-proof"))
    dialog.reject()
    ui.settle()
    assert draw is not None
    assert verify_act_proof((tmp_path / "p.tlog-proof").read_bytes()).digest == draw.carimbo
    assert [text for _level, text in ui.notices] == [
        "Relatório gravado em r.pdf.",
        "Relatório gravado em r.json.",
        "Prova gravada em p.tlog-proof. Confere-se com verificar.py --prova, sem o pacote.",
    ]
    pane.save_pdf(tmp_path / "nao-ha" / "r.pdf")
    pane.save_json(tmp_path / "nao-ha" / "r.json")
    pane.save_proof(draw, tmp_path / "nao-ha" / "p")
    ui.settle()
    assert [type(fault).__name__ for fault in ui.faults] == ["EnvironmentFault"] * 3


def test_differences_refusals_and_what_was_not_recomputed_are_said(
    ui: Ui, pane: BundlePane, tmp_path: Path
) -> None:
    rede = Rede.de("a")
    feed = cadeia("a", rede, 3)
    feed.mais({"demanda_id": "x"}, tipo="conselheiro.sorteado")
    path = tmp_path / "p.zip"
    path.write_bytes(Pacote.de(rede, "a", feed).bytes())
    pane.open_file(path)
    ui.settle()
    assert pane.verdict.text() == "✗ O pacote confere; 1 resultado refeito não confere"
    assert pane.tabs.tabText(2) == "Sorteios (✗ 1)"
    path.write_bytes(Pacote.de(rede, "a", feed, de={"a": 2}).bytes())
    pane.open_file(path)
    ui.settle()
    assert pane.verdict.text() == "✓ O pacote confere; nada foi refeito"
    assert pane.words.text() == INCREMENTAL
    assert pane.draws.state.state == "vazio"
    path.write_bytes(b"nada")
    pane.open_file(path)
    ui.settle()
    assert pane.verdict.text() == "✗ Não confere"
    assert pane.words.text() == "O arquivo não é um pacote."


def test_a_file_that_cannot_be_read_is_said_where_it_would_stand(
    ui: Ui, pane: BundlePane, pacote_vivo: Path, tmp_path: Path
) -> None:
    pane.open_file(tmp_path / "nao-ha.zip")
    ui.settle()
    assert pane.state.state == "erro"
    assert "nao-ha.zip não pôde ser lido" in pane.state.message
    pane.state.retry_requested.emit()
    dialog = pane.findChildren(QFileDialog)[0]
    dialog.fileSelected.emit(str(pacote_vivo))
    dialog.reject()
    ui.settle()
    assert pane.state.state == "conteudo"
    pane.open_file(tmp_path / "nao-ha.zip")
    ui.settle()
    assert pane.state.state == "conteudo"
    assert len(ui.faults) == 1


def test_opening_is_cancelled_without_a_trace(ui: Ui, host: QWidget, tmp_path: Path) -> None:
    pane = BundlePane(Endless.__new__(Endless), ui.context, host)
    pane.open_file(tmp_path)
    ui.until(lambda: pane.progress.is_busy)
    pane.progress.cancel_button.click()
    ui.settle()
    assert ui.notices[-1][1] == "Abertura cancelada. Nada foi alterado."
    assert pane.open_button.isEnabled()
    assert pane.state.state == "vazio"


def test_a_sealed_file_is_no_verdict_until_a_key_opens_it(
    ui: Ui, pane: BundlePane, tmp_path: Path
) -> None:
    identity = age.new_identity()
    path, key = tmp_path / "x.restrito.zip.age", tmp_path / "chave.txt"
    with path.open("wb") as target:
        age.encrypt(io.BytesIO(b"nenhum pacote"), target, [age.recipient_of(identity)])
    key.write_bytes(identity)
    assert pane.key_button.isHidden()
    pane.open_file(path)
    ui.settle()
    assert pane.verdict.text() == "– Cifrado: não foi conferido"
    assert pane.words.text().startswith("É o arquivo das partes restritas")
    assert (pane.key_button.isHidden(), pane.proof_act.isEnabled()) == (False, False)
    pane.key_button.click()
    dialog = only(pane, KeyDialog)
    dialog.save.click()
    assert dialog.refusal.text() == "Escolha o arquivo da chave."
    dialog.key.set_file(key)
    dialog.save.click()
    ui.settle()
    # It opened, and what was inside is judged like anything else.
    assert pane.found is not None
    assert (pane.found.cifrado, pane.verdict.text()) == ("aberto", "✗ Não confere")

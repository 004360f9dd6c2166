"""Taking a bundle out: for whom, what, where; then progress, and when the stick may be pulled.

That it may be pulled is said only after the written file was opened again, read and verified.
Source: sync.md 2.8; issue "Signed bundles", Sincronização.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.services.falhas import is_cancellation
from app.services.permissoes import Ato
from app.services.sincronizacao import (
    Desejo,
    Estimativa,
    PacoteExportado,
    SincronizacaoService,
    Situacao,
)
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import mark_search
from widgets.runtime.file_questions import ask_file, ask_folder
from widgets.runtime.long_dialog import LongDialog
from widgets.runtime.words import counted, size


class ExportDialog(LongDialog):
    """See the module; shown with ``open``.

    Signals:
        exported(PacoteExportado): it is written and holds.
    """

    exported = Signal(object)

    def __init__(
        self, service: SincronizacaoService, found: Situacao, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__("Exportar pacote", "Exportar", "Fechar sem exportar", context, parent)
        self._service = service
        self._found = found
        self._request: Path | None = None
        self._folder: Path | None = None
        theme = context.theme
        self.resize(theme.px(560), theme.px(600))
        title = QLabel("Exportar pacote", self)
        title.setFont(theme.font(2))
        self.form = QWidget(self)
        fields = QVBoxLayout(self.form)
        fields.setContentsMargins(0, 0, theme.px(8), 0)
        fields.setSpacing(theme.px(8))
        for part in (self._readers(), self._what(), self._where()):
            fields.addWidget(part)
        fields.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName("O que exportar")
        area.setWidget(self.form)
        self.area = area
        self.estimate = QLabel(self)
        self.estimate.setProperty("kind", "secondary")
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.hide()
        self.done_words = QLabel(self)
        self.done_words.hide()
        for label in (self.estimate, self.error, self.done_words):
            label.setWordWrap(True)
        self.act.clicked.connect(self._on_act)
        said = (self.estimate, self.error, self.done_words, self.progress)
        self.lay_out(title, area, *said, wide=area)
        self._estimate()

    def _readers(self) -> QWidget:
        box, column = self._group("Para quem")
        others = [one for one in self._found.vizinhos if not one.is_este]
        self.readers: dict[str, QCheckBox] = {}
        for one in others:
            check = QCheckBox(one.nome or one.no[:8], box)
            check.setEnabled(one.troca)
            check.setToolTip(f"Nó {one.no}" if one.troca else "Ainda não troca pacotes")
            check.toggled.connect(self._estimate)
            self.readers[one.no] = check
            column.addWidget(check)
        hint = QLabel(
            "Sem marcar ninguém, o pacote público serve a qualquer um, também a um auditor."
            if others
            else "A rede só tem este escritório: o pacote serve a um auditor, ou de reserva.",
            box,
        )
        hint.setProperty("kind", "secondary")
        hint.setWordWrap(True)
        column.addWidget(hint)
        return box

    def _what(self) -> QWidget:
        box, column = self._group("O que levar")
        self.request_words = QLabel("Tudo, desde o começo.", box)
        self.request_words.setWordWrap(True)
        self.pick_request = QPushButton("Usar o pedido de quem recebe…", box)
        self.pick_request.setToolTip("Leva só o que falta a quem assinou o pedido")
        self.pick_request.setAutoDefault(False)
        self.pick_request.clicked.connect(self._ask_request)
        self.restricted = QCheckBox("Também as partes restritas, cifradas", box)
        self.restricted.setToolTip(
            "Num segundo arquivo, que só os escritórios marcados conseguem abrir"
        )
        self.restricted.setVisible(self._context.session.pode(Ato.COPIAS))
        self.restricted.toggled.connect(self._estimate)
        column.addWidget(self.request_words)
        column.addWidget(self.pick_request, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.restricted)
        return box

    def _where(self) -> QWidget:
        box, column = self._group("Onde gravar")
        self.folder = QLineEdit(box)
        self.folder.setReadOnly(True)
        self.folder.setAccessibleName("Pasta onde gravar")
        self.folder.setPlaceholderText("Nenhuma pasta escolhida")
        self.pick_folder = QPushButton("Escolher pasta…", box)
        self.pick_folder.setAutoDefault(False)
        self.pick_folder.clicked.connect(self._ask_folder)
        column.addWidget(self.folder)
        column.addWidget(self.pick_folder, 0, Qt.AlignmentFlag.AlignLeft)
        self.password = mark_search(QLineEdit(box))
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.password.setAccessibleName("Senha das chaves deste escritório")
        label = QLabel("Senha das &chaves deste escritório", box)
        label.setBuddy(self.password)
        for widget in (label, self.password):
            widget.setVisible(self._found.pede_senha)
            column.addWidget(widget)
        return box

    def _group(self, title: str) -> tuple[QWidget, QVBoxLayout]:
        theme = self._context.theme
        box = QWidget(self.form)
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, theme.px(8))
        column.setSpacing(theme.px(4))
        head = QLabel(title, box)
        head.setFont(theme.font(1, bold=True))
        column.addWidget(head)
        return box, column

    # -- what is wanted ----------------------------------------------------------------------

    def wish(self) -> Desejo:
        """As it stands in the form."""
        typed = self.password.text()
        return Desejo(
            pasta=self._folder or Path(),
            para=tuple(no for no, check in self.readers.items() if check.isChecked()),
            pedido=self._request,
            restrito=self.restricted.isChecked(),
            senha=typed.encode() if typed else None,
        )

    def set_folder(self, folder: Path) -> None:
        """Where to."""
        self._folder = folder
        self.folder.setText(str(folder))
        self._estimate()

    def set_request(self, path: Path) -> None:
        """What somebody asked for, read in a worker."""
        self._request = path
        self._estimate()

    @Slot()
    def _estimate(self, *_changed: object) -> None:
        self._context.runner.read(
            self,
            partial(self._service.estimar, self.wish()),
            self._on_estimated,
            self._on_not_estimated,
            key="estimativa",
        )

    def _on_estimated(self, found: Estimativa) -> None:
        self.error.hide()
        if self._request is not None:
            names = {one.no: one.nome or one.no[:8] for one in self._found.vizinhos}
            reader = names.get(found.para or "", (found.para or "")[:8])
            self.request_words.setText(f"Só o que falta a {reader}, pelo pedido que assinou.")
        words = f"Cerca de {size(found.tamanho)}: {counted(found.eventos, 'evento', 'eventos')}"
        words += ", mais as fotos e gravações públicas deles."
        if self._folder is not None and found.livre is not None:
            words += f" Livres onde vai ficar: {size(found.livre)}."
            if not found.cabe:
                words += " Parece não caber: escolha outro lugar."
        self.estimate.setText(words)

    def _on_not_estimated(self, error: BaseException) -> None:
        """The request is no good: it is let go, and why is said."""
        self._request = None
        self.request_words.setText("Tudo, desde o começo.")
        self._say(self._context.describe(error).frase)

    # -- doing it ----------------------------------------------------------------------------

    @Slot()
    def _on_act(self) -> None:
        if self.progress.is_busy:
            return
        if self._folder is None:
            self._say("Escolha a pasta onde gravar.")
            self.pick_folder.setFocus()
            return
        chosen = self.wish()
        if chosen.restrito and not chosen.para and chosen.pedido is None:
            self._say("Partes restritas só vão para alguém: marque um escritório.")
            return
        if self._found.pede_senha and chosen.senha is None:
            self._say("Digite a senha das chaves: sem ela nada pode ser assinado.")
            self.password.setFocus()
            return
        self.error.hide()
        self._set_free(is_free=False)
        self.run(
            "Exportando: por cento",
            partial(self._service.exportar, chosen),
            self._on_exported,
            self._on_failed,
        )

    def _on_exported(self, done: PacoteExportado) -> None:
        self.progress.finish()
        self.area.hide()
        self.estimate.hide()
        self.act.hide()
        words = [
            "Gravado, relido e conferido. Pode retirar o pen drive.",
            f"{done.arquivo}",
            f"{counted(done.eventos, 'evento', 'eventos')}, {size(done.tamanho)}",
            f"SHA-256 {done.sha256}",
        ]
        if done.restrito:
            words.append(f"Partes restritas, cifradas: {done.restrito}")
        if self._found.is_demo:
            words.append("É de uma demonstração: pode ser conferido, não importado.")
        if not done.is_anotado:
            words.append("Não coube anotá-lo na lista deste computador; o pacote está bom.")
        self.done_words.setText("\n\n".join(words))
        self.done_words.show()
        self.keep.setText("Fechar")
        self.keep.setEnabled(True)
        self.keep.setFocus()
        self.exported.emit(done)

    def _on_failed(self, error: BaseException) -> None:
        self.progress.finish()
        self._set_free(is_free=True)
        if is_cancellation(error):
            self._say("Exportação cancelada. Nada ficou gravado.")
        else:
            self._say(self._context.describe(error).frase)

    def _set_free(self, *, is_free: bool) -> None:
        self.form.setEnabled(is_free)
        self.act.setEnabled(is_free)
        self.keep.setEnabled(is_free)

    def _say(self, sentence: str) -> None:
        self.error.setText(sentence)
        self.error.show()

    @Slot()
    def _ask_folder(self) -> None:
        ask_folder(self, "Onde gravar o pacote", self.set_folder)

    @Slot()
    def _ask_request(self) -> None:
        kinds = "Pedidos (*.pedido);;Todos (*)"
        ask_file(self, "Pedido de quem recebe", kinds, self.set_request)

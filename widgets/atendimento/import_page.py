"""A table of demands: look first, row by row; then take every row that can be taken.

Nothing is written by looking. What is refused is told with its reason and can be saved, mended and
imported again; a row that is there already is answered as such, so an import may be stopped and
repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.services.composicao import Servicos
from app.services.falhas import is_cancellation
from app.services.importacao import Importacao, LinhaRecusada, consentimento_de_todos
from app.services.permissoes import Ato
from widgets.atendimento.columns_dialog import CAMPOS, ColumnsDialog
from widgets.runtime.columns import Column
from widgets.runtime.context import UiContext
from widgets.runtime.field import line_field
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.progress_strip import ProgressStrip
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.runtime.words import counted, number

_IMPORTED = frozenset({"demanda.recebida"})


def _cells(row: LinhaRecusada) -> str:
    return " · ".join(cell for cell in row.celulas if cell.strip())


_COLUMNS: Final = (
    Column(
        "linha",
        "Linha",
        lambda row: number(row.linha),
        is_number=True,
        width_chars=8,
        value=lambda row: row.linha,
        sort=lambda row: row.linha,
    ),
    Column(
        "motivo",
        "Por que foi recusada",
        lambda row: row.frase,
        tooltip=lambda row: row.frase,
        width_chars=70,
    ),
    Column("celulas", "O que a linha diz", _cells, tooltip=_cells, width_chars=40),
)


class ImportPage(QWidget):
    """See the module."""

    def __init__(self, services: Servicos, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._service = services.importacao
        self._context = context
        self._file: Path | None = None
        self._looked: Importacao | None = None
        self._columns: dict[str, str] = {}
        buttons = self._buttons()
        self._build_options()
        self.summary = QLabel(self)
        self.summary.setWordWrap(True)
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.summary.setAccessibleName("Resultado")
        self.progress = ProgressStrip(context, self)
        self.panel = self._refused_list()
        self._lay_out(self._hint(), buttons)
        self.panel.show_rows(())
        self._show(None)

    def _hint(self) -> QLabel:
        hint = QLabel(
            "CSV com uma demanda por linha e uma coluna de texto. O local pode vir como latitude e "
            "longitude, rua, CEP ou unidade. Numa coluna “fotos” vão nomes de arquivos que estão na "
            "pasta da tabela. Primeiro a tabela é só olhada; nada é registrado.",
            self,
        )
        hint.setProperty("kind", "secondary")
        hint.setWordWrap(True)
        return hint

    def _buttons(self) -> QWidget:
        """What can be done with a table, in a row that wraps."""
        self.choose = self._button("Escolher tabela…", self._on_choose)
        self.columns = self._button("Colunas…", self._on_columns)
        self.columns.setToolTip("Dizer que coluna é o quê, onde o título não diz")
        self.take = self._button("Importar", self._on_take)
        self.take.setProperty("kind", "primary")
        self.report = self._button("Gravar recusadas…", self._on_report)
        buttons = QWidget(self)
        flow = FlowLayout(buttons, self._context.theme.px(8))
        for button in (self.choose, self.columns, self.take, self.report):
            flow.addWidget(button)
        return buttons

    def _build_options(self) -> None:
        """What holds for every row of the table."""
        self.publish = QCheckBox("Todos concordam em publicar o texto", self)
        self.publish_photos = QCheckBox("Todos concordam em mostrar as fotos", self)
        for box in (self.publish, self.publish_photos):
            box.setAccessibleName(box.text())
            box.toggled.connect(self._on_option)
        self.publish_photos.hide()
        self.source_field, self.source = line_field(
            "De quem é a tabela (para que identificadores de tabelas diferentes não se confundam)",
            self._context.theme,
            self,
            placeholder="por exemplo: ouvidoria",
        )
        self.source.editingFinished.connect(self._on_option)

    def _refused_list(self) -> ListPanel:
        return ListPanel(
            "Linhas recusadas",
            "atendimento/importar",
            ("linha recusada", "linhas recusadas"),
            (
                "Nenhuma linha recusada",
                "As linhas que não puderem entrar aparecem aqui, com o motivo.",
            ),
            SortedRowsModel(_COLUMNS, self._context.theme, self, lambda row: row.linha),
            self._context,
            self,
        )

    def _lay_out(self, hint: QLabel, buttons: QWidget) -> None:
        """One column that scrolls where the window is small."""
        theme = self._context.theme
        inside = QWidget(self)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, theme.px(8), theme.px(8), 0)
        column.setSpacing(theme.px(8))
        for widget in (
            hint,
            buttons,
            self.publish,
            self.publish_photos,
            self.source_field,
            self.progress,
            self.summary,
        ):
            column.addWidget(widget)
        column.addWidget(self.panel, 1)
        self.panel.setMinimumHeight(theme.px(220))
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(scroll)

    @Slot()
    def reload(self) -> None:
        """Nothing is read until a table is chosen."""

    def save_view(self) -> None:
        """Remember the columns."""
        self.panel.save_view()

    def look(self, path: Path) -> None:
        """Say what would come of a table."""
        if path != self._file:
            self._columns = {}
        self._file = path
        self._run("Olhando", is_preview=True, report=None)

    @Slot()
    def _on_choose(self) -> None:
        dialog = QFileDialog(self, "Escolher tabela", "", "CSV (*.csv *.txt);;Todos (*)")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda chosen: self.look(Path(chosen)))
        dialog.open()

    @Slot()
    def _on_option(self) -> None:
        """Other options give another preview."""
        if self._file is not None and not self.progress.is_busy:
            self.look(self._file)

    @Slot()
    def _on_columns(self) -> None:
        path = self._file
        if path is not None:
            self._context.runner.read(
                self, lambda: self._service.colunas(path), self._show_columns, key="colunas"
            )

    def _show_columns(self, columns: Sequence[str]) -> None:
        dialog = ColumnsDialog(columns, self._columns, self._context, self)
        dialog.confirmed.connect(self._on_columns_said)
        dialog.open()

    @Slot(object)
    def _on_columns_said(self, said: dict[str, str]) -> None:
        self._columns = said
        self._on_option()

    @Slot()
    def _on_take(self) -> None:
        if self._looked is not None:
            self._run("Importando", is_preview=False, report=None)

    @Slot()
    def _on_report(self) -> None:
        """Where the refused rows go; written by looking again, so that none is left out."""
        if self._file is None:
            return
        dialog = QFileDialog(self, "Gravar as linhas recusadas", "", "CSV (*.csv)")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        dialog.selectFile(f"{self._file.stem}-recusadas.csv")
        dialog.fileSelected.connect(
            lambda chosen: self._run("Gravando", is_preview=True, report=Path(chosen))
        )
        dialog.open()

    def _run(self, verb: str, *, is_preview: bool, report: Path | None) -> None:
        path = self._file
        if path is None or self.progress.is_busy:
            return
        ator = self._context.session.ator(Ato.IMPORTAR)
        options = consentimento_de_todos(
            publica_texto=self.publish.isChecked(),
            publica_imagem=self.publish_photos.isChecked(),
            fonte=self.source.text().strip(),
            colunas=self._columns,
        )
        service = self._service

        def work(progress: Callable[[int, int], None]) -> Importacao:
            return service.importar(
                path, options, ator, is_previa=is_preview, relatorio=report, progress=progress
            )

        self._set_busy(is_busy=True)
        self.progress.run(
            verb,
            self,
            work,
            partial(self._on_done, report),
            self._on_failed,
            is_write=not is_preview,
            changed=frozenset() if is_preview else _IMPORTED,
        )

    def _on_done(self, report: Path | None, done: Importacao) -> None:
        self.progress.finish()
        self._looked = done if done.is_previa else None
        self._show(done)
        if self.isVisible() and self.focusWidget() is None:
            (self.take if self.take.isEnabled() else self.choose).setFocus()
        if report is not None and done.relatorio is not None:
            self._context.notify(
                f"As recusadas estão em {report.name}. Corrija ali e importe esse arquivo."
            )

    def _on_failed(self, error: BaseException) -> None:
        self.progress.finish()
        self._set_busy(is_busy=False)
        if is_cancellation(error):
            self._context.notify(
                "Interrompido. O que já tinha entrado continua; importe de novo para completar, "
                "nada entra duas vezes."
            )
            return
        self._looked = None
        self._set_busy(is_busy=False)
        fault = self._context.describe(error)
        if fault.codigo.startswith("importacao."):
            # Said where it is mended: the columns can be named by hand.
            self.summary.setText(f"▲ {fault.frase}")
            self.summary.show()
            self.columns.setFocus()
            return
        self.summary.setText("")
        self._context.report(error)

    def _set_busy(self, *, is_busy: bool) -> None:
        looked = self._looked
        self.columns.setEnabled(self._file is not None)
        self.take.setEnabled(not is_busy and looked is not None and looked.registradas > 0)
        self.report.setEnabled(not is_busy and looked is not None and looked.recusadas > 0)

    def _show(self, done: Importacao | None) -> None:
        self.panel.show_rows(() if done is None else done.recusas)
        self.summary.setText("" if done is None else _words(done))
        self.summary.setVisible(done is not None)
        self.publish_photos.setVisible(done is not None and "fotos" in done.colunas)
        self.take.setText(
            f"Importar {counted(done.registradas, 'demanda', 'demandas')}"
            if done is not None and done.is_previa and done.registradas
            else "Importar"
        )
        self._set_busy(is_busy=False)

    def _button(self, text: str, slot: object) -> QPushButton:
        button = QPushButton(text, self)
        button.clicked.connect(slot)
        return button


def _word(campo: str) -> str:
    return CAMPOS.get(campo, campo).lower()


def _words(done: Importacao) -> str:
    verb = "a registrar" if done.is_previa else "registradas"
    read = ", ".join(f"{_word(name)} = {column}" for name, column in done.colunas.items())
    lines = [
        f"{done.arquivo}: {counted(done.lidas, 'linha lida', 'linhas lidas')} · "
        f"{number(done.registradas)} {verb} · {number(done.ja_registradas)} já registradas · "
        f"{number(done.recusadas)} recusadas"
        + (f" · {number(done.ignoradas)} de totais" if done.ignoradas else "")
        + (f" · {counted(done.fotos, 'arquivo', 'arquivos')}" if done.fotos else ""),
        f"Lido: {read}.",
    ]
    if done.nao_usadas:
        lines.append(f"Colunas não usadas: {', '.join(done.nao_usadas)}.")
    if done.campos_ignorados:
        left = ", ".join(
            f"{number(count)} de {_word(name)}" for name, count in done.campos_ignorados.items()
        )
        lines.append(f"Valores que não puderam ser lidos e ficam de fora: {left}.")
    if done.is_previa:
        lines += [f"Linha {one['linha']}: {one['texto']}…" for one in done.amostra[:3]]
    return "\n".join(lines)

"""What an opened bundle says of itself, and what even a sound one does not prove."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.services.momentos import ms_de
from app.services.pacote_auditado import NAO_PROVA, PacoteAuditado
from widgets.runtime.code_label import CodeLabel
from widgets.runtime.context import UiContext
from widgets.runtime.words import counted, size


class BundleFacts(QScrollArea):
    """Names and values, one under the other; roots first, because they are compared with paper."""

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("O que o pacote diz de si")

    def show_found(self, found: PacoteAuditado) -> None:
        """Say it."""
        theme = self._context.theme
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, theme.px(8), theme.px(8), 0)
        column.setSpacing(theme.px(8))
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.px(16))
        grid.setVerticalSpacing(theme.px(4))
        grid.setColumnStretch(1, 1)
        for row, (name, value, is_code) in enumerate(self._facts(found)):
            label = QLabel(name, body)
            label.setProperty("kind", "secondary")
            beside = Qt.AlignmentFlag.AlignVCenter if is_code else Qt.AlignmentFlag.AlignTop
            grid.addWidget(label, row, 0, beside)
            grid.addWidget(self._value(name, value, body, is_code=is_code), row, 1)
        column.addLayout(grid)
        head = QLabel("O que isto não prova", body)
        head.setFont(theme.font(1, bold=True))
        column.addWidget(head)
        for sentence in NAO_PROVA:
            text = QLabel(f"· {sentence}", body)
            text.setWordWrap(True)
            column.addWidget(text)
        column.addStretch(1)
        self.setWidget(body)

    def _value(self, name: str, value: str, body: QWidget, *, is_code: bool) -> QWidget:
        if is_code:
            context = self._context
            return CodeLabel(value, name, context.theme, context.icons, body, is_whole=True)
        text = QLabel(value, body)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        return text

    def _facts(self, found: PacoteAuditado) -> Iterator[tuple[str, str, bool]]:
        exact = self._context.moments.exato
        yield "Arquivo", found.arquivo, False
        for root in found.raizes:
            yield "Impressão da raiz: compare com o seu papel", root, True
        yield "SHA-256 do arquivo", found.sha256, True
        yield "Tamanho", size(found.tamanho), False
        if found.rede is None:
            return
        yield "Rede", found.rede, True
        yield "Versão do documento da rede", str(found.rede_versao), False
        if found.nome_do_no:
            yield "Entregue por", found.nome_do_no, False
        yield "Nó de quem entregou", found.no or "", True
        if found.criado_em is not None:
            yield "Diz ser de", exact(ms_de(found.criado_em)), False
        yield "Programa", found.programa or "", False
        kind = "completo" if found.is_completo else "incremental: só o mais novo do registro"
        yield "Pacote", kind, False
        again = found.refeito
        if again is not None:
            yield (
                "Refeito",
                (
                    f"{counted(again.eventos, 'evento lido', 'eventos lidos')}: "
                    f"{counted(again.sorteios, 'sorteio', 'sorteios')}, "
                    f"{counted(again.tentativas, 'tentativa sem ninguém', 'tentativas sem ninguém')}"
                    f", {counted(again.suspensoes, 'fim de suspensão', 'fins de suspensão')}, "
                    f"{counted(again.pontuacoes, 'pontuação', 'pontuações')}, "
                    f"{counted(again.topos, 'topo anunciado', 'topos anunciados')}, "
                    f"{counted(again.parametros, 'conjunto de pesos', 'conjuntos de pesos')}"
                ),
                False,
            )
        yield "Conferido em", exact(found.conferido_em_ms), False

"""The detail of one demand: six tabs, each number with the way to its reason.

Shows what it is given; reading and acting are the screen's. Restricted words appear only when the
screen brings them, and go when another demand is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QTabWidget, QToolButton, QVBoxLayout, QWidget

from app.services.auditoria import SorteiosConferidos
from app.services.demanda_detalhe import Detalhe, TextoRestrito
from app.services.linha_do_tempo import Entrada
from app.services.permissoes import Ato
from widgets.demandas import detail_columns as columns
from widgets.demandas import story
from widgets.demandas.facts import Fact, FactsPage
from widgets.runtime.code_label import CodeLabel
from widgets.runtime.columns import Column
from widgets.runtime.context import UiContext
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.runtime.state_stack import StateStack
from widgets.runtime.words import counted

TABS: Final = ("Resumo", "Categoria", "Pontos", "Sorteio", "Trabalho", "História")


class DetailPane(QWidget):
    """See the module.

    Args:
        context: the window's common things.
        parent: the screen.

    Signals:
        asked(str): the way to a reason was taken; one of the names in ``story``.
        demand_asked(str): another demand was chosen in a list.
        verify_requested: recompute the draws of this demand.
        retry_requested: reading failed and is wanted again.
    """

    asked = Signal(str)
    demand_asked = Signal(str)
    verify_requested = Signal()
    retry_requested = Signal()

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Detalhe da demanda")
        self._context = context
        self.detail: Detalhe | None = None
        theme = context.theme
        self.heading = QLabel(self)
        self.heading.setFont(theme.font(2))
        self.heading.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.title = QLabel(self)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.codes = QHBoxLayout()
        self._code: CodeLabel | None = None
        self.summary = self._page("Resumo da demanda")
        self.category = self._page("Categoria da demanda", is_short=True)
        self.score = self._page("Pontos da demanda", is_short=True)
        self.draw = self._page("Conferência do sorteio", is_short=True)
        moments = context.moments
        self.categories = self._list(
            "Histórico da categoria", "categorias", ("versão", "versões"),
            "Nenhuma categoria foi dita ainda.", columns.category_columns(moments),
            lambda row: row.carimbo,
        )  # fmt: skip
        self.ahead = self._list(
            "Quem está à frente", "na_frente", ("demanda", "demandas"),
            "Ninguém está à frente desta demanda na fila.", columns.ahead_columns(),
            lambda row: row.demanda_id,
        )  # fmt: skip
        self.ahead.opened.connect(lambda row: self.demand_asked.emit(row.demanda_id))
        self.draws = self._list(
            "Sorteios desta demanda", "sorteios", ("sorteio", "sorteios"),
            "Ninguém foi sorteado para esta demanda ainda.", columns.draw_columns(moments),
            lambda row: row.sorteado.event_hash,
        )  # fmt: skip
        self.reports = self._list(
            "Atualizações do conselheiro", "atualizacoes", ("atualização", "atualizações"),
            "Nenhuma atualização foi publicada ainda.", columns.report_columns(moments),
            lambda row: row.atualizacao_id,
        )  # fmt: skip
        self.timeline = self._list(
            "Linha do tempo pública", "linha", ("acontecimento", "acontecimentos"),
            "Nada foi publicado ainda.", columns.timeline_columns(moments),
            lambda row: row.carimbo, has_filter=True,
        )  # fmt: skip
        self._build_tabs()
        self.show_nothing()

    @property
    def demanda_id(self) -> str | None:
        """Which demand is shown."""
        return None if self.detail is None else self.detail.vista.demanda_id

    def show_nothing(self) -> None:
        """No demand is chosen."""
        self.detail = None
        self.state.show_empty(
            "Nenhuma demanda escolhida", "Escolha uma linha da lista para ver tudo sobre ela."
        )

    def begin(self) -> None:
        """Another demand is on its way: nothing of the one before may stand beside it."""
        self.timeline.show_rows(())
        self.draw.show_facts(())
        self.state.show_loading()

    def show_detail(self, detail: Detalhe) -> None:
        """Fill everything in; the open tab and the place in it stay."""
        self.detail = detail
        moments = self._context.moments
        may_see = self._may_see_raw()
        self.heading.setText(detail.nome)
        self.heading.setAccessibleName(f"Protocolo {detail.nome}")
        self.title.setText(detail.titulo)
        self._show_code(detail.vista.demanda_id)
        self.summary.show_facts(story.summary(detail, moments, may_see_raw=may_see))
        self.category.show_facts(story.category(detail, moments))
        self.score.show_facts(story.score(detail))
        self.categories.show_rows(detail.categorias)
        self.ahead.show_rows(detail.na_frente)
        self.draws.show_rows(detail.sorteios)
        self.reports.show_rows(detail.atualizacoes)
        if not self.draw.facts:
            self.show_unverified()
        self.verify.setEnabled(bool(detail.sorteios))
        self.state.show_content()

    def show_timeline(self, entries: Sequence[Entrada]) -> None:
        """Its public timeline, newest first."""
        self.timeline.show_rows(entries)

    def show_raw(self, found: TextoRestrito) -> None:
        """The resident's words in the place of the public ones, until another demand is shown."""
        if self.detail is None:
            return
        facts = story.summary(self.detail, self._context.moments, may_see_raw=False)
        shown = [Fact("Como foi dito", found.texto or "(apagado)", tone="warning")]
        if found.endereco:
            shown.append(Fact("Endereço dito", found.endereco, tone="warning"))
        at = next(i for i, one in enumerate(facts) if one.is_heading and one.text == "Texto")
        self.summary.show_facts([*facts[: at + 2], *shown, *facts[at + 2 :]])

    # -- the draw's verdict ----------------------------------------------------------------

    def show_unverified(self) -> None:
        """Nothing was recomputed yet."""
        draws = () if self.detail is None else self.detail.sorteios
        words = "Ainda não conferido nesta tela." if draws else "Não há sorteio a conferir."
        self.draw.show_facts([Fact("", words, tone="secondary")])

    def show_verdict(self, found: SorteiosConferidos) -> None:
        """What recomputing came to."""
        count = found.sorteios + found.tentativas
        if found.is_right:
            words = (
                f"✓ Confere: {counted(count, 'sorteio refeito', 'sorteios refeitos')} do registro"
            )
            facts = [Fact("", f"{words}, com o mesmo resultado.", tone="ok")]
        else:
            facts = [
                Fact(
                    "",
                    f"✗ Não confere: {counted(found.divergentes, 'diferença', 'diferenças')}. "
                    "Abra o sorteio para ver qual entrada difere.",
                    tone="danger",
                )
            ]
        facts.append(Fact("Lido até", f"evento nº {found.eventos}"))
        self.draw.show_facts(facts)

    def show_verdict_fault(self, sentence: str) -> None:
        """Recomputing failed, or there is nothing to recompute."""
        self.draw.show_facts([Fact("", sentence, tone="warning")])

    # -- building --------------------------------------------------------------------------

    def _page(self, name: str, *, is_short: bool = False) -> FactsPage:
        page = FactsPage(name, self._context, self, is_short=is_short)
        page.asked.connect(self.asked)
        return page

    def _list(
        self,
        name: str,
        setting: str,
        words: tuple[str, str],
        empty: str,
        shown: tuple[Column, ...],
        row_id: Any,
        *,
        has_filter: bool = False,
    ) -> ListPanel:
        model = SortedRowsModel(shown, self._context.theme, self, row_id)
        return ListPanel(
            name, f"demandas/{setting}", words, ("Nada aqui", empty), model, self._context, self,
            has_filter=has_filter,
        )  # fmt: skip

    def _build_tabs(self) -> None:
        theme = self._context.theme
        self.tabs = QTabWidget(self)
        self.tabs.setAccessibleName("Partes da demanda")
        self.tabs.tabBar().setAccessibleName("Partes da demanda")
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.verify = self._button("Conferir o sorteio", self.verify_requested.emit)
        self.open_draw = self._button("Ver o sorteio", partial(self.asked.emit, story.DRAW))
        pages = (
            self.summary,
            self._column(self.category, self.categories),
            self._column(self.score, self.ahead),
            self._column(self._draw_head(), self.draws),
            self._column(self.reports),
            self._column(self.timeline),
        )
        for page, word in zip(pages, TABS, strict=True):
            self.tabs.addTab(page, word)
        content = QWidget(self)
        column = QVBoxLayout(content)
        column.setContentsMargins(theme.px(12), 0, 0, 0)
        column.setSpacing(theme.px(4))
        head = QHBoxLayout()
        head.setSpacing(theme.px(12))
        head.addWidget(self.heading)
        head.addLayout(self.codes)
        head.addStretch(1)
        column.addLayout(head)
        column.addWidget(self.title)
        column.addWidget(self.tabs, 1)
        self.state = StateStack(content, theme, self)
        self.state.retry_requested.connect(self.retry_requested)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.state)

    def _button(self, words: str, slot: Any) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("kind", "chip")
        button.setText(words)
        button.setAccessibleName(words)
        button.clicked.connect(lambda _checked=False: slot())
        return button

    def _draw_head(self) -> QWidget:
        head = QWidget(self)
        row = QHBoxLayout(head)
        row.setContentsMargins(0, self._context.theme.px(8), 0, 0)
        row.addWidget(self.draw, 1)
        row.addWidget(self.verify, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.open_draw, 0, Qt.AlignmentFlag.AlignTop)
        return head

    def _column(self, *parts: QWidget) -> QWidget:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._context.theme.px(8))
        for part in parts:
            column.addWidget(part, 1 if isinstance(part, ListPanel) else 0)
        return page

    def _show_code(self, demanda_id: str) -> None:
        if self._code is not None:
            if self._code.identifier == demanda_id:
                return
            self.codes.removeWidget(self._code)
            self._code.hide()
            self._code.deleteLater()
        theme, icons = self._context.theme, self._context.icons
        self._code = CodeLabel(demanda_id, "Identificador da demanda", theme, icons, self)
        self.codes.addWidget(self._code)

    def _may_see_raw(self) -> bool:
        return self._context.session.pode(Ato.VER_TEXTO_BRUTO)

    def save_view(self) -> None:
        """Remember the columns of the lists."""
        for one in (self.categories, self.ahead, self.draws, self.reports, self.timeline):
            one.save_view()

    @Slot(int)
    def show_tab(self, at: int) -> None:
        """Bring a tab to the front."""
        self.tabs.setCurrentIndex(at)

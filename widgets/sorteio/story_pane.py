"""A draw as a vertical story of five cards, who was left out, and how to do it again elsewhere."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.services.cartoes_sorteio import Chave
from app.services.historia_sorteio import Historia
from app.services.momentos import ms_de
from app.services.receita_sorteio import roteiro
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.progress_strip import ProgressStrip
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.runtime.state_stack import StateStack
from widgets.runtime.words import counted
from widgets.sorteio.columns import left_out_columns
from widgets.sorteio.recipe_box import RecipeBox
from widgets.sorteio.shuffle_stepper import ShuffleStepper
from widgets.sorteio.story_card import StoryCard
from widgets.sorteio.verdict import VerdictLabel

_KEYS: Final[tuple[Chave, ...]] = ("lista", "base", "semente", "embaralhamento", "resultado")


class StoryPane(QWidget):
    """Shows one story.

    Signals:
        save_requested: the recipe and its files into a folder.
        pdf_requested: the one-page proof as a file.
        print_requested: the one-page proof on paper.
        demand_requested(str): the demand's own screen.
    """

    save_requested = Signal()
    pdf_requested = Signal()
    print_requested = Signal()
    demand_requested = Signal(str)

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.story: Historia | None = None
        theme = context.theme
        self.heading = QLabel(self)
        self.heading.setFont(theme.font(2))
        self.heading.setWordWrap(True)
        self.verdict = VerdictLabel(theme, self)
        self.sentence = QLabel(self)
        self.sentence.setProperty("kind", "secondary")
        self.sentence.setWordWrap(True)
        self.cards = {key: StoryCard(context, self) for key in _KEYS}
        self.left_out = ListPanel(
            "Quem não podia ser sorteado",
            "sorteio/fora",
            ("conselheiro fora da lista", "conselheiros fora da lista"),
            ("Todos os cadastrados podiam", "Ninguém desta unidade e das acima ficou de fora."),
            SortedRowsModel(
                left_out_columns(context.moments), theme, self, lambda row: row.conselheiro_id
            ),
            context,
            self,
        )
        self.left_out.setFixedHeight(theme.px(200))
        self.stepper = ShuffleStepper(context, self)
        self.recipe = RecipeBox(context, self)
        self.recipe.save_requested.connect(self.save_requested)
        self.cards["lista"].body.addWidget(self.left_out)
        self.cards["embaralhamento"].body.addWidget(self.stepper)
        self.demand = QPushButton("Abrir demanda", self)
        self.pdf = QPushButton("Gravar prova em PDF…", self)
        self.paper = QPushButton("Imprimir prova…", self)
        self.demand.clicked.connect(self._on_demand)
        self.pdf.clicked.connect(self.pdf_requested)
        self.paper.clicked.connect(self.print_requested)
        self.progress = ProgressStrip(context, self)
        self.state = StateStack(self._scrolling(), theme, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(12), 0, 0, 0)
        column.addWidget(self.progress)
        column.addWidget(self.state, 1)
        self.show_nothing()

    def show_nothing(
        self,
        title: str = "Nenhum sorteio escolhido",
        text: str = "Escolha um sorteio ou uma tentativa da lista para ver cada passo.",
    ) -> None:
        """No story, and why."""
        self.story = None
        self.state.show_empty(title, text)

    def show_story(self, story: Historia) -> None:
        """Fill everything in."""
        self.story = story
        moments = self._context.moments
        what = "Tentativa sem ninguém" if story.is_tentativa else "Sorteio"
        self.heading.setText(f"{what} · {story.protocolo or story.demanda_id or '—'}")
        at = ms_de(story.timestamp)
        self.sentence.setText(
            f"{moments.exato(at)}. Refeito do registro inteiro até o evento {story.numero}, sem "
            "consultar nenhuma tabela do programa."
        )
        if story.is_right:
            self.verdict.say_words("✓ Confere com o registro", "ok")
        else:
            self.verdict.say_words("✗ Não confere com o registro", "danger")
        shown = {card.chave: card for card in story.cartoes}
        place = 0
        for key, card in self.cards.items():
            card.setVisible(key in shown)
            if key in shown:
                place += 1
                card.show_card(shown[key], place)
        self.left_out.show_rows(story.fora)
        self.left_out.setFixedHeight(self._height_for(len(story.fora)))
        self._say_elsewhere(story)
        self.stepper.show_inputs(story.entradas, story.nomes)
        can_redo = story.entradas is not None and story.entradas.base is not None
        if story.entradas is not None and can_redo:
            self.recipe.show_recipe(roteiro(story.entradas))
        self.recipe.setVisible(can_redo)
        for button in (self.pdf, self.paper):
            button.setVisible(can_redo)
        self.demand.setVisible(story.demanda_id is not None)
        self._area.verticalScrollBar().setValue(0)
        self.state.show_content()

    def _height_for(self, rows: int) -> int:
        """Heading, at most six rows, and the sentence where there is none."""
        theme = self._context.theme
        return theme.px(110) + theme.row_height_px * min(max(rows, 2), 6)

    def scroll_to(self, widget: QWidget) -> None:
        """Bring a card to the top."""
        self._area.verticalScrollBar().setValue(widget.y())

    def _say_elsewhere(self, story: Historia) -> None:
        steps = [
            f"{one.unidade or one.unidade_id[:8]}: {counted(one.cadastrados, 'cadastrado', 'cadastrados')}"
            f", {counted(one.ocupados, 'ocupado', 'ocupados')}, "
            f"{counted(one.elegiveis, 'podia ser sorteado', 'podiam ser sorteados')}"
            for one in story.degraus
        ]
        if story.outros:
            steps.append(
                f"{counted(story.outros, 'conselheiro serve', 'conselheiros servem')} outras "
                "unidades e não entram aqui"
            )
        self.steps.setText(" · ".join(steps))

    def _scrolling(self) -> QScrollArea:
        theme = self._context.theme
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, theme.px(8), 0)
        column.setSpacing(theme.px(8))
        for widget in (self.heading, self.verdict, self.sentence):
            column.addWidget(widget)
        acts = QWidget(body)
        row = FlowLayout(acts, theme.px(8))
        for button in (self.demand, self.pdf, self.paper):
            row.addWidget(button)
        column.addWidget(acts)
        self.steps = QLabel(body)
        self.steps.setProperty("kind", "secondary")
        self.steps.setWordWrap(True)
        self.cards["lista"].body.insertWidget(0, self.steps)
        for card in self.cards.values():
            column.addWidget(card)
        column.addWidget(self.recipe)
        column.addStretch(1)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setAccessibleName("Passos do sorteio")
        self._area.setWidget(body)
        return self._area

    @Slot()
    def _on_demand(self) -> None:
        if self.story is not None and self.story.demanda_id is not None:
            self.demand_requested.emit(self.story.demanda_id)

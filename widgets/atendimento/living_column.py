"""What the program makes of the words while they are said: unit, category, demands that may be the
same.

Each answer comes from a worker and stands beside the form; an answer to older words is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QVBoxLayout, QWidget

from app.services.atendimento import AtendimentoService
from app.services.atendimento_ficha import Ficha
from app.services.atendimento_lugar import Onde
from app.services.atendimento_semelhantes import Semelhante
from app.services.categorias import CategoriasService, Resposta
from app.services.filtro import dobrado
from widgets.atendimento.similar_row import SimilarRow
from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer

_REST_MS: Final = 350
_LEAST_WORDS: Final = 3
_WORDS_SHOWN: Final = 4
_LEAST_SHARE: Final = 0.15
_WORD: Final = re.compile(r"\w+")


class LivingColumn(QWidget):
    """See the module.

    Args:
        service: places and demands nearby.
        categories: the classifier.
        context: the window's common things.
        parent: owner.

    Signals:
        category_chosen(object): a category id picked by hand, None for the suggestion.
        place_refused(str): the chosen place cannot be registered, and why.
        same_chosen(Semelhante): the resident speaks of this one.
        opened(str): look at a demand (its id).
        summed(str): all of it in one line.
    """

    category_chosen = Signal(object)
    place_refused = Signal(str)
    same_chosen = Signal(object)
    opened = Signal(str)
    summed = Signal(str)

    def __init__(
        self,
        service: AtendimentoService,
        categories: CategoriasService,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._categories = categories
        self._context = context
        self._ficha = Ficha()
        self._suggested: str | None = None
        self._alike_as: str | None = None
        self._parts = {"onde": "", "categoria": "", "parecidas": ""}
        theme = context.theme
        self.unit = self._label("Unidade do local")
        self.unit_note = self._label("Aviso sobre a unidade", kind="warning")
        self.category = self._label("Categoria sugerida")
        self.reasons = self._label("Palavras que levaram à categoria", kind="secondary")
        self.choice = QComboBox(self)
        self.choice.setAccessibleName("Escolher a categoria")
        self.choice.view().setAccessibleName("Categorias")
        self.choice.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.choice.setMinimumContentsLength(14)
        self.choice.addItem("Seguir a sugestão", None)
        for one in categories.taxonomia().categorias():
            self.choice.addItem(f"{one.id} {one.nome}", one.id)
        self.choice.activated.connect(self._on_choice)
        self.alike_note = self._label("Demandas parecidas", kind="secondary")
        self.alike = QWidget(self)
        self._alike: list[SimilarRow] = []
        self._rows = QVBoxLayout(self.alike)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(theme.px(8))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(12))
        column.addWidget(self._card("Onde", self.unit, self.unit_note))
        column.addWidget(self._card("Categoria", self.category, self.reasons, self.choice))
        column.addWidget(self._card("Parecidas por perto", self.alike_note, self.alike))
        column.addStretch(1)
        self._typing = Debouncer(self, _REST_MS)
        self._typing.settled.connect(self._on_settled)
        self.show_ficha(Ficha())

    def show_ficha(self, ficha: Ficha) -> None:
        """Everything anew, for this form."""
        self._ficha = ficha
        self._show_choice(ficha.categoria_id)
        self._ask_place()
        self._ask_category()
        self._ask_alike()

    def follow(self, ficha: Ficha) -> None:
        """The words changed: answer when they rest."""
        self._ficha = ficha
        self._typing.touch()

    def place_changed(self, ficha: Ficha) -> None:
        """The pin moved: derive the unit anew."""
        self._ficha = ficha
        self._ask_place()
        self._ask_alike()

    @property
    def suggested(self) -> str | None:
        """The category chosen by hand, else the one suggested last."""
        chosen = self.choice.currentData()
        return str(chosen) if chosen is not None else self._suggested

    @property
    def rows(self) -> list[SimilarRow]:
        """The demands that are shown as alike."""
        return list(self._alike)

    def _label(self, name: str, kind: str = "") -> QLabel:
        label = QLabel(self)
        label.setWordWrap(True)
        label.setAccessibleName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        if kind:
            label.setProperty("kind", kind)
        return label

    def _card(self, title: str, *widgets: QWidget) -> QFrame:
        theme = self._context.theme
        card = QFrame(self)
        card.setProperty("kind", "card")
        heading = QLabel(title, card)
        heading.setFont(theme.font(1, bold=True))
        column = QVBoxLayout(card)
        column.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(12))
        column.setSpacing(theme.px(4))
        column.addWidget(heading)
        for widget in widgets:
            column.addWidget(widget)
        return card

    # -- place -----------------------------------------------------------------------------

    def _ask_place(self) -> None:
        point, unit = self._ficha.ponto, self._ficha.unidade_id
        lugar = self._service.lugar
        if self._ficha.precisao == "unidade" and unit is not None:
            self.unit.setText("Procurando a unidade…")
            self._read(partial(lugar.onde_da_unidade, unit))
        elif self._ficha.precisao and point is not None:
            self.unit.setText("Procurando a unidade…")
            self._read(partial(lugar.onde, point))
        else:
            self._context.runner.read(self, lambda: None, self._on_place, key="onde")

    def _read(self, function: partial[Onde]) -> None:
        self._context.runner.read(self, function, self._on_place, self._on_no_place, key="onde")

    def _on_place(self, found: Onde | None) -> None:
        note = ""
        if found is None:
            self.unit.setText("Diga o local: a unidade aparece aqui.")
            self._sum("onde", "")
        elif not found.cadeia:
            self.unit.setText("Fora de todas as unidades conhecidas")
            note = (
                "A demanda pode ser registrada e fica esperando que alguém confirme a unidade. "
                "Confira se o ponto está certo."
            )
            self._sum("onde", "sem unidade")
        else:
            first, *above = found.cadeia
            chain = " · ".join(one.nome for one in above)
            self.unit.setText(f"{first.nome} ({first.nivel})" + (f"\n{chain}" if chain else ""))
            note = found.aviso
            self._sum("onde", first.nome)
        self.unit_note.setText(note)
        self.unit_note.setVisible(bool(note))

    def _on_no_place(self, error: BaseException) -> None:
        sentence = self._context.describe(error).frase
        self.unit.setText("Este local não pode ser registrado.")
        self.unit_note.hide()
        self._sum("onde", "local recusado")
        self.place_refused.emit(sentence)

    # -- category --------------------------------------------------------------------------

    def _ask_category(self) -> None:
        text = self._ficha.texto
        if len(text.split()) < _LEAST_WORDS:
            self._context.runner.read(self, lambda: None, self._on_category, key="categoria")
            return
        self._context.runner.read(
            self, partial(self._categories.classificar, text), self._on_category, key="categoria"
        )

    def _on_category(self, found: Resposta | None) -> None:
        self._suggested = None if found is None else found.categoria_id
        chosen = self.choice.currentData()
        if chosen is not None:
            self.category.setText(f"{self.choice.currentText()}\nescolhida por você")
            self.reasons.setText("")
            self._sum("categoria", self.choice.currentText())
        elif found is None:
            self.category.setText("A sugestão aparece enquanto você escreve.")
            self.reasons.setText("")
            self._sum("categoria", "")
        elif found.nome is None:
            self.category.setText("Nenhuma sugestão por enquanto")
            self.reasons.setText("Se ficar assim, uma pessoa decide na revisão.")
            self._sum("categoria", "")
        else:
            share = round(found.confianca * 100)
            self.category.setText(f"{found.nome}\n{share} % de confiança")
            self.reasons.setText(_reasons(found, self._ficha.texto))
            self._sum("categoria", f"{found.nome} ({share} %)")
        self.reasons.setVisible(bool(self.reasons.text()))
        if self.suggested != self._alike_as:
            self._ask_alike()

    def _show_choice(self, categoria_id: str | None) -> None:
        self.choice.setCurrentIndex(max(0, self.choice.findData(categoria_id)))

    @Slot(int)
    def _on_choice(self, _at: int) -> None:
        self.category_chosen.emit(self.choice.currentData())
        self._ask_category()

    # -- alike -----------------------------------------------------------------------------

    def _ask_alike(self) -> None:
        point, text = self._ficha.ponto, self._ficha.texto
        self._alike_as = self.suggested
        if point is None or not self._ficha.precisao or len(text.split()) < _LEAST_WORDS:
            self._context.runner.read(self, lambda: None, self._on_alike, key="parecidas")
            return
        self._context.runner.read(
            self,
            partial(self._service.semelhantes.procurar, text, point, categoria=self.suggested),
            self._on_alike,
            key="parecidas",
        )

    def _on_alike(self, found: Sequence[Semelhante] | None) -> None:
        if [row.demand for row in self.rows] != list(found or ()):
            self._show_rows(found or ())
        if found is None:
            self.alike_note.setText(
                "Com o texto e um ponto, as demandas parecidas a até 500 m aparecem aqui."
            )
        elif not found:
            self.alike_note.setText("Nenhuma demanda aberta parecida a até 500 m.")
        else:
            self.alike_note.setText("Se for uma destas, o morador leva o protocolo dela.")
        count = len(found or ())
        self._sum("parecidas", f"{count} parecida{'s' if count > 1 else ''}" if count else "")

    def _show_rows(self, found: Sequence[Semelhante]) -> None:
        for row in self._alike:
            self._rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._alike = [SimilarRow(one, self._context, self.alike) for one in found]
        for row in self._alike:
            row.same_chosen.connect(self.same_chosen)
            row.opened.connect(self.opened)
            self._rows.addWidget(row)
        self.alike.setVisible(bool(found))

    @Slot()
    def _on_settled(self) -> None:
        self._ask_category()
        self._ask_alike()

    def _sum(self, part: str, words: str) -> None:
        self._parts[part] = words
        self.summed.emit(" · ".join(one for one in self._parts.values() if one))


def _reasons(found: Resposta, text: str) -> str:
    """The words that spoke for the answer, as they were typed, the strongest first."""
    spoke = [one for one in found.termos if one.contribuicao > 0]
    least = max((one.contribuicao for one in spoke), default=0.0) * _LEAST_SHARE
    typed = {dobrado(word): word for word in _WORD.findall(text.lower())}
    words = [typed.get(one.palavra, one.palavra) for one in spoke if one.contribuicao >= least]
    shown = list(dict.fromkeys(words))[:_WORDS_SHOWN]
    said = f"Pelas palavras: {', '.join(shown)}." if shown else ""
    if found.metodo == "revisao_pendente":
        said = f"{said} Uma pessoa confere na revisão.".strip()
    return said

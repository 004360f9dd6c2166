"""Registering a councillor: who, where, what was checked, and whether the name is shown."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.services.cadastro_conselheiro import CadastroDeConselheiro, PedidoDeCadastro
from widgets.conselheiros.search_field import Found, SearchField
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog


class RegisterDialog(Dialog):
    """One column, errors under their field; nothing typed is lost by a refusal.

    Signals:
        submitted(PedidoDeCadastro): the form is complete; the caller saves, then ``accept`` or
            ``show_refusal``.
    """

    submitted = Signal(object)

    def __init__(self, service: CadastroDeConselheiro, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Cadastrar conselheiro")
        self._service = service
        self._context = context
        self._new_id = service.novo_id()
        self._seen: dict[str, bool] = {}
        self._errors: list[tuple[QLabel, QWidget]] = []
        theme = context.theme
        self.resize(theme.px(520), min(theme.px(640), 680))
        body = QWidget(self)
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(theme.px(16), theme.px(16), theme.px(16), theme.px(8))
        self._column.setSpacing(theme.px(8))
        self._build_person()
        self._build_unit()
        self._build_checks()
        self._column.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName("Formulário de cadastro")
        area.setWidget(body)
        self._area = area
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, theme.px(12))
        outer.addWidget(area, 1)
        outer.addLayout(self._build_foot())
        save = QShortcut(QKeySequence("Ctrl+Return"), self)
        save.activated.connect(self._on_submit)
        self._on_kind()
        self.person.setFocus()

    def show_refusal(self, sentence: str) -> None:
        """What the office refused; the form stays as it is."""
        self.save.setEnabled(True)
        self.refusal.setText(sentence)
        self.refusal.show()
        self.save.setFocus()

    def _build_person(self) -> None:
        theme = self._context.theme
        heading = QLabel("Quem", self)
        heading.setFont(theme.font(2))
        self._column.addWidget(heading)
        self.known = QRadioButton("Já tem cadastro", self)
        self.new = QRadioButton("Pessoa nova", self)
        self.known.setChecked(True)
        self._kind = QButtonGroup(self)
        row = QHBoxLayout()
        for button in (self.known, self.new):
            self._kind.addButton(button)
            row.addWidget(button)
        row.addStretch(1)
        self._column.addLayout(row)
        self.person = SearchField(
            "Pessoa", "Parte do nome, ao menos três letras", self._persons, self._context, self
        )
        self.person.chosen.connect(self._on_person)
        self._column.addWidget(self.person)
        self.person_error = self._error(self.person)
        self.fields = QWidget(self)
        column = QVBoxLayout(self.fields)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        self.name = self._line("Nome", column)
        self.name_error = self._error(self.name, column)
        self.phone = self._line("Telefone (pode faltar)", column)
        self.email = self._line("E-mail (pode faltar)", column)
        self.agrees = QCheckBox("Concorda que estes dados sejam guardados para falar com ela", self)
        column.addWidget(self.agrees)
        self.agrees_error = self._error(self.agrees, column)
        self._column.addWidget(self.fields)
        self._kind.buttonToggled.connect(self._on_kind)

    def _build_unit(self) -> None:
        heading = QLabel("Onde atua", self)
        heading.setFont(self._context.theme.font(2))
        self._column.addWidget(heading)
        self.unit = SearchField(
            "Unidade", "Nome do bairro, distrito ou município",
            self._service.procurar_unidades, self._context, self,
        )  # fmt: skip
        self._column.addWidget(self.unit)
        self.unit_error = self._error(self.unit)
        note = QLabel(
            "Pode ser sorteado para demandas desta unidade e das menores dentro dela.", self
        )
        note.setProperty("kind", "secondary")
        note.setWordWrap(True)
        self._column.addWidget(note)

    def _build_checks(self) -> None:
        heading = QLabel("O que foi conferido", self)
        heading.setFont(self._context.theme.font(2))
        self._column.addWidget(heading)
        self.document = QCheckBox("Vi um documento desta pessoa (nada dele é guardado)", self)
        self._column.addWidget(self.document)
        self.document_error = self._error(self.document)
        self.training = QCheckBox("Concluiu a capacitação de conselheiro", self)
        self._column.addWidget(self.training)
        self.training_error = self._error(self.training)
        self.shows_name = QCheckBox("Concorda que o nome apareça para todos", self)
        self._column.addWidget(self.shows_name)
        self.public_name = QLineEdit(self)
        self.public_name.setAccessibleName("Nome público")
        self.public_name.setPlaceholderText("Como o nome aparece")
        self.public_name.setEnabled(False)
        self.shows_name.toggled.connect(self._on_shows_name)
        self._column.addWidget(self.public_name)
        self.public_error = self._error(self.public_name)

    def _build_foot(self) -> QVBoxLayout:
        theme = self._context.theme
        self.refusal = QLabel(self)
        self.refusal.setProperty("kind", "danger")
        self.refusal.setWordWrap(True)
        self.refusal.hide()
        self.save = QPushButton("Cadastrar conselheiro", self)
        self.save.setProperty("kind", "primary")
        self.save.setAutoDefault(False)
        self.save.setToolTip("Ctrl+Enter")
        self.save.clicked.connect(self._on_submit)
        cancel = QPushButton("Voltar", self)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(cancel)
        row.addStretch(1)
        row.addWidget(self.save)
        column = QVBoxLayout()
        column.setContentsMargins(theme.px(16), 0, theme.px(16), 0)
        column.addWidget(self.refusal)
        column.addLayout(row)
        return column

    def _line(self, label: str, column: QVBoxLayout) -> QLineEdit:
        words = QLabel(label, self)
        line = QLineEdit(self)
        line.setAccessibleName(label)
        words.setBuddy(line)
        column.addWidget(words)
        column.addWidget(line)
        return line

    def _error(self, field: QWidget, column: QVBoxLayout | None = None) -> QLabel:
        label = QLabel(self)
        label.setProperty("kind", "danger")
        label.setWordWrap(True)
        label.hide()
        (column or self._column).addWidget(label)
        self._errors.append((label, field))
        return label

    def _persons(self, text: str) -> Found:
        found = self._service.procurar_pessoas(text)
        seen = {one.cidadao_id: one.verificado_presencialmente for one in found}
        self._seen = {**self._seen, **seen}
        return [
            (
                one.cidadao_id,
                f"{one.nome} · documento {'visto' if one.verificado_presencialmente else 'não visto'}",
            )
            for one in found
        ]

    @property
    def _is_seen_before(self) -> bool:
        return self.known.isChecked() and self._seen.get(self.person.chosen_id, False)

    def _check(self) -> None:
        """Fill the errors in."""
        is_known = self.known.isChecked()
        wrong = {
            self.person_error: is_known and not self.person.chosen_id
            and "Procure e escolha a pessoa, ou marque Pessoa nova.",
            self.name_error: not is_known and not self.name.text().strip() and "Escreva o nome.",
            self.agrees_error: not is_known and not self.agrees.isChecked()
            and "Sem concordar com isto a pessoa não pode ser chamada para um sorteio.",
            self.unit_error: not self.unit.chosen_id and "Procure e escolha a unidade.",
            self.document_error: not self._is_seen_before and not self.document.isChecked()
            and "Confira um documento antes de cadastrar.",
            self.training_error: not self.training.isChecked()
            and "Só quem concluiu a capacitação entra nos sorteios.",
            self.public_error: self.shows_name.isChecked() and not self.public_name.text().strip()
            and "Escreva o nome que será mostrado, ou desmarque.",
        }  # fmt: skip
        for label, sentence in wrong.items():
            label.setText(sentence or "")
            label.setVisible(bool(sentence))

    def _order(self) -> None:
        if not self._is_seen_before:
            return
        self.document.setChecked(True)

    @Slot()
    def _on_submit(self) -> None:
        if not self.save.isEnabled():
            return
        self.refusal.hide()
        self._check()
        for label, field in self._errors:
            if not label.isHidden():
                field.setFocus()
                self._area.ensureWidgetVisible(label)
                return
        self.save.setEnabled(False)
        is_known = self.known.isChecked()
        self.submitted.emit(
            PedidoDeCadastro(
                cidadao_id=self.person.chosen_id if is_known else None,
                novo_id=self._new_id,
                nome=self.name.text(),
                telefone=self.phone.text(),
                email=self.email.text(),
                consente=self.agrees.isChecked(),
                documento_visto=self.document.isChecked() and not self._is_seen_before,
                capacitacao=True,
                unidade_id=self.unit.chosen_id,
                nome_publico=self.public_name.text() if self.shows_name.isChecked() else None,
            )
        )

    @Slot()
    def _on_kind(self) -> None:
        is_known = self.known.isChecked()
        self.person.setVisible(is_known)
        self.fields.setVisible(not is_known)
        self.person_error.hide()
        self._order()

    @Slot(str)
    def _on_person(self, _chosen: str) -> None:
        self._order()

    @Slot(bool)
    def _on_shows_name(self, is_on: bool) -> None:  # Qt's signature
        self.public_name.setEnabled(is_on)
        if is_on and not self.public_name.text() and self.new.isChecked():
            self.public_name.setText(self.name.text())

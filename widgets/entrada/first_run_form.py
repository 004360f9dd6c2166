"""What the first run asks before anything is made: office, territory, keys, copies, accounts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
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

from app.services.primeira_vez import Pedido
from widgets.entrada.further_accounts import FurtherAccounts
from widgets.entrada.password_field import PasswordField
from widgets.runtime.theme.icons import Icons
from widgets.runtime.theme.theme import Theme

ZONES: Final = (
    "America/Sao_Paulo", "America/Bahia", "America/Fortaleza", "America/Recife", "America/Belem",
    "America/Manaus", "America/Cuiaba", "America/Campo_Grande", "America/Porto_Velho",
    "America/Boa_Vista", "America/Rio_Branco", "America/Noronha",
)  # fmt: skip
KINDS: Final = "Território (*.geojson *.json *.gz *.zip *.gpkg)"


class FirstRunForm(QScrollArea):
    """Fields with what each is for.

    Args:
        copies: where copies go unless another folder is chosen.
        theme: look.
        icons: icons.
        parent: owner.
    """

    def __init__(self, copies: Path, theme: Theme, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icons = icons
        self.copies: Path | None = None
        self.files: tuple[Path, ...] = ()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner = QWidget(self)
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, theme.px(12), 0)
        self._column.setSpacing(theme.px(6))
        self._add_office(inner)
        self._add_territory(inner)
        self._add_keys(inner)
        self._add_copies(copies, inner)
        self._add_account(inner)
        self._column.addStretch(1)
        self.setWidget(inner)

    def problem(self) -> tuple[str, QWidget] | None:
        """The first thing that is missing, and where."""
        checks = (
            (not self.name.text().strip(), "Escreva o nome do escritório.", self.name),
            (
                self.own.isChecked() and not self.files,
                "Escolha os arquivos do território, ou use o território de demonstração.",
                self.pick,
            ),
            (
                not self.without.isChecked() and not self.keys.text(),
                "Escolha a senha das chaves.",
                self.keys,
            ),
            (
                not self.without.isChecked() and self.keys.text() != self.keys_again.text(),
                "As duas senhas das chaves são diferentes. Digite-as de novo.",
                self.keys_again,
            ),
            (not self.account.text().strip(), "Escreva o nome da primeira conta.", self.account),
            (
                self.password.text() != self.password_again.text(),
                "As duas senhas da conta são diferentes. Digite-as de novo.",
                self.password_again,
            ),
        )
        missing = ((words, field) for is_bad, words, field in checks if is_bad)
        return next(missing, self.further.problem())

    def asked(self) -> Pedido:
        """What was written."""
        return Pedido(
            nome=self.name.text(),
            fuso=self.zone.currentText().strip(),
            territorio=self.files if self.own.isChecked() else (),
            senha_chaves=None if self.without.isChecked() else self.keys.text(),
            conta=self.account.text(),
            conta_senha=self.password.text(),
            mais_contas=self.further.asked(),
            pasta_de_copias=self.copies,
        )

    def set_files(self, names: Sequence[str]) -> None:
        """The files of the territory."""
        self.files = tuple(Path(name) for name in names)
        self.chosen.setText(", ".join(path.name for path in self.files))
        if self.files:
            self.own.setChecked(True)

    @Slot(str)
    def set_copies(self, name: str) -> None:
        """The folder of copies."""
        self.copies = Path(name)
        self.copies_at.setText(name)

    def _title(self, text: str, hint: str, parent: QWidget) -> None:
        title = QLabel(text, parent)
        title.setFont(self._theme.font(2))
        self._column.addSpacing(self._theme.px(8))
        self._column.addWidget(title)
        note = QLabel(hint, parent)
        note.setProperty("kind", "secondary")
        note.setWordWrap(True)
        self._column.addWidget(note)

    def _field(self, words: str, field: QWidget, parent: QWidget) -> None:
        label = QLabel(words, parent)
        label.setBuddy(field)
        field.setAccessibleName(words)
        self._column.addWidget(label)
        self._column.addWidget(field)

    def _add_office(self, parent: QWidget) -> None:
        self._title(
            "O escritório", "O nome sai nos comprovantes; o fuso diz que dia é hoje.", parent
        )
        self.name = QLineEdit(parent)
        self._field("Nome do escritório", self.name, parent)
        self.zone = QComboBox(parent)
        self.zone.setEditable(True)
        self.zone.addItems(list(ZONES))
        self.zone.setCurrentText(ZONES[0])
        self._field("Fuso horário", self.zone, parent)
        edit = self.zone.lineEdit()
        if edit is not None:
            edit.setAccessibleName("Fuso horário")
        self.zone.view().setAccessibleName("Fusos")

    def _add_territory(self, parent: QWidget) -> None:
        self._title(
            "O território",
            "Bairros, distritos e município em GeoJSON, shapefile (.zip) ou GeoPackage. Mais "
            "arquivos podem ser importados depois.",
            parent,
        )
        self.fictional = QRadioButton("Território de demonstração, para experimentar", parent)
        self.fictional.setChecked(True)
        self.own = QRadioButton("Os meus arquivos", parent)
        self.pick = QPushButton("Escolher arquivos…", parent)
        self.pick.clicked.connect(self._on_pick)
        self.chosen = QLabel(parent)
        self.chosen.setProperty("kind", "secondary")
        self.chosen.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(self.pick)
        row.addWidget(self.chosen, 1)
        self._column.addWidget(self.fictional)
        self._column.addWidget(self.own)
        self._column.addLayout(row)

    def _add_keys(self, parent: QWidget) -> None:
        self._title(
            "As chaves",
            "Assinam o registro deste escritório. A senha delas protege o cofre; sem ela não se "
            "restaura uma cópia.",
            parent,
        )
        self.keys = PasswordField(self._icons, parent)
        self._field("Senha das chaves", self.keys, parent)
        self.keys_again = PasswordField(self._icons, parent)
        self._field("Senha das chaves, outra vez", self.keys_again, parent)
        self.without = QCheckBox("Sem senha, só para experimentar", parent)
        self.without.toggled.connect(self._on_without)
        self._column.addWidget(self.without)

    def _add_copies(self, copies: Path, parent: QWidget) -> None:
        self._title(
            "As cópias",
            "Para onde vão as cópias do escritório. Um outro disco ou um pendrive protege também "
            "de um computador perdido.",
            parent,
        )
        self.copies_at = QLabel(str(copies), parent)
        self.copies_at.setWordWrap(True)
        self.pick_copies = QPushButton("Escolher pasta…", parent)
        self.pick_copies.setToolTip("Escolher a pasta das cópias")
        self.pick_copies.clicked.connect(self._on_pick_copies)
        row = QHBoxLayout()
        row.addWidget(self.pick_copies)
        row.addWidget(self.copies_at, 1)
        self._column.addLayout(row)

    def _add_account(self, parent: QWidget) -> None:
        self._title(
            "A primeira conta",
            "É de operador, e também atende e modera até que outras pessoas tenham contas. Pelo "
            "menos 8 caracteres.",
            parent,
        )
        self.account = QLineEdit(parent)
        self._field("Nome com que a pessoa entra", self.account, parent)
        self.password = PasswordField(self._icons, parent)
        self._field("Senha da conta", self.password, parent)
        self.password_again = PasswordField(self._icons, parent)
        self._field("Senha da conta, outra vez", self.password_again, parent)
        self.further = FurtherAccounts(self._theme, self._icons, parent)
        self._column.addSpacing(self._theme.px(8))
        self._column.addWidget(self.further)

    @Slot()
    def _on_pick(self) -> None:
        dialog = QFileDialog(self, "Arquivos do território", "", KINDS)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self.set_files)
        dialog.open()

    @Slot()
    def _on_pick_copies(self) -> None:
        dialog = QFileDialog(self, "Pasta das cópias", self.copies_at.text())
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.set_copies)
        dialog.open()

    @Slot(bool)
    def _on_without(self, is_on: bool) -> None:
        self.keys.setEnabled(not is_on)
        self.keys_again.setEnabled(not is_on)

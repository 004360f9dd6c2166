"""What the frame says about the office: its name, its node, and that a demonstration is one."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QLabel, QWidget


@dataclass(frozen=True, slots=True)
class OfficeLabel:
    """What the frame says about the office."""

    nome: str
    impressao_no: str
    is_demo: bool
    versao: str


def demo_banner(parent: QWidget) -> QLabel:
    """A demonstration says so as long as it is open."""
    banner = QLabel("Demonstração", parent)
    banner.setObjectName("demoBanner")
    meaning = (
        "Demonstração: pessoas, ruas e pedidos são inventados. O que se registra aqui não vale "
        "como pedido."
    )
    banner.setToolTip(meaning)
    banner.setAccessibleName(meaning)
    return banner

"""The keys of moderation, and the acts on several items in the menu."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from widgets.moderacao.screen import ModeracaoScreen


def add_keys(screen: ModeracaoScreen) -> None:
    """The one registry of keys; single letters are inert in text fields."""
    add, pane = screen.context.actions.add, screen.item
    for name, title, key, slot in (
        ("aprovar", "Aprovar o item", "A", partial(pane.press, pane.approve)),
        ("bloquear", "Bloquear o item", "B", partial(pane.press, pane.block)),
        ("remover", "Remover o item para sempre", "X", partial(pane.press, pane.remove)),
        ("reverter", "Reverter a decisão do item", "R", partial(pane.press, pane.reverse)),
        ("pular", "Pular: ir ao próximo sem decidir", "P", screen.skip),
        ("desfazer", "Trocar a última decisão pela oposta (10 s)", "Z", screen.acts.undo),
        ("imagem", "Mostrar ou borrar a imagem", "V", pane.flip_picture),
        ("motivo", "Escrever ou escolher o motivo", "T", pane.reason.setFocus),
        ("anotar", "Anotar para os outros moderadores", "N", pane.note.setFocus),
        ("opiniao", "Pedir segunda opinião", "O", pane.ask_opinion),
        ("demanda", "Abrir demanda", "D", pane.ask_for_demand),
        ("marcar", "Marcar o item visto, para decidir vários", "M", screen.mark),
        ("aprovar_marcados", "Aprovar os itens marcados", "Shift+A", screen.approve_marked),
        ("bloquear_marcados", "Bloquear os itens marcados", "Shift+B", screen.block_marked),
        ("ordenar", "Pôr a fila na ordem de agora", "F", screen.reorder),
    ):
        add(screen, f"moderacao.{name}", title, key, slot)
    for words, act in (
        ("Marcar o item visto (M)", screen.mark),
        ("Aprovar os itens marcados (Shift+A)", screen.approve_marked),
        ("Bloquear os itens marcados (Shift+B)", screen.block_marked),
        ("Pôr a fila na ordem de agora (F)", screen.reorder),
    ):
        screen.menu.addAction(words).triggered.connect(act)

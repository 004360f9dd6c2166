"""Texts of others as screens, prints and tables show them; the rule is in ``core.base.texto.inert``."""

from __future__ import annotations

from core.base.texto.inert import inert, isolated


def inerte(texto: str) -> str:
    """``texto`` with nothing in it that acts unseen: no override of direction, no hidden sign."""
    return inert(texto)


def isolado(texto: str) -> str:
    """As ``inerte``, and words read from the right move nothing that stands beside them."""
    return isolated(texto)

"""The forms of a report: which fields each of the six kinds has, and who will see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from core.colonies.d6b_relatoria.rules.relato import CAMPOS, CONCLUIDO

STATUS: Final = "status_atualizado"
FEITO: Final = CONCLUIDO


@dataclass(frozen=True, slots=True)
class CampoDoFormulario:
    """A field.

    Args:
        tipo: ``texto``, ``codigo`` (one of ``opcoes``) or ``dia``.
        is_interno: never published: a person, or the name of a file.
    """

    nome: str
    tipo: str
    opcoes: tuple[str, ...]
    is_interno: bool
    is_obrigatorio: bool


FORMULARIOS: Final[Mapping[str, tuple[CampoDoFormulario, ...]]] = {
    kind: tuple(
        CampoDoFormulario(
            name, field.kind, field.opcoes, field.sight != "publico", field.obrigatorio
        )
        for name, field in fields.items()
    )
    for kind, fields in CAMPOS.items()
}
"""Kind -> its fields, in order."""


def conclui(tipo: str, campos: Mapping[str, str]) -> bool:
    """Whether registering this ends the work on the demand."""
    return tipo == STATUS and campos.get("status") == FEITO

"""One vocabulary of state: what follows from the facts that are known of a demand (design.md 11).

``situacao`` is a total function: whatever facts are there, in whatever order they came, it gives
exactly one word. Ends come first, then whoever is at work, then what the demand waits for.
Source: design.md 11, G-026; Apêndice B D-7.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

Situacao = Literal[
    "em_normalizacao",
    "aguardando_territorio",
    "aguardando_categoria",
    "aguardando_vaga",
    "disponivel",
    "aguardando_conselheiro",
    "atribuida",
    "em_progresso",
    "concluida",
    "agregada",
    "retirada",
]
SITUACOES: Final[tuple[Situacao, ...]] = get_args(Situacao)
FINAIS: Final[frozenset[str]] = frozenset({"concluida", "agregada", "retirada"})
ABERTAS: Final[tuple[Situacao, ...]] = tuple(one for one in SITUACOES if one not in FINAIS)
EM_TRABALHO: Final[frozenset[str]] = frozenset({"atribuida", "em_progresso"})
# On the unit's agenda: announced, and not at an end.
NA_AGENDA: Final[tuple[Situacao, ...]] = (
    "em_progresso",
    "atribuida",
    "disponivel",
    "aguardando_conselheiro",
)
SEM_CONSELHEIRO: Final[frozenset[str]] = frozenset(
    {"aguardando_vaga", "disponivel", "aguardando_conselheiro"}
)

Fatos = Mapping[str, Any]
"""A row of ``d7_demanda_snapshots`` by column."""


def situacao(fatos: Fatos) -> Situacao:
    """The one word for a demand of which these facts are known."""
    if fatos["retirada_em"] is not None:
        return "retirada"
    if fatos["concluida_em"] is not None:
        return "concluida"
    if fatos["agregado_representante_id"] is not None:
        return "agregada"
    if fatos["conselheiro_id"] is not None:
        return "atribuida" if fatos["iniciada_em"] is None else "em_progresso"
    return _waits_for(fatos)


def _waits_for(fatos: Fatos) -> Situacao:
    """What a demand waits for that nobody is at work on."""
    if fatos["texto_evento"] is None:
        return "em_normalizacao"
    if fatos["unidade_civica_id"] is None or fatos["local_pendente"]:
        return "aguardando_territorio"
    if fatos["categoria_id"] is None:
        return "aguardando_categoria"
    if fatos["aguarda_conselheiro"]:
        # It stands in the draw's queue, also after it moved to another unit.
        return "aguardando_conselheiro"
    # Announced nowhere, or in the unit that the demand has left.
    is_announced = fatos["agenda_unidade_id"] == fatos["unidade_civica_id"]
    return "disponivel" if is_announced else "aguardando_vaga"


def is_oculta(fatos: Fatos) -> bool:
    """The text is held back: suspicion that nobody has judged, or a moderator's block."""
    if fatos["veredito"] is not None:
        return bool(fatos["veredito"] == "bloqueado")
    return bool(fatos["suspeito"])

"""Files on their way into an event: checked, named by hash, committed to.

A capture and a councillor's report carry files in one shape, so that D-1c reads both alike. Nothing
here decodes a file: it was cleaned and stored before. Source: design.md 4; ``demanda.recebida``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from core.base.midia.limpeza import MidiaGuardada, referencia
from core.kernel.errors import UserFacingError
from core.kernel.event import NewAttachment, Payload

_HEX: Final = re.compile(r"[0-9a-f]{128}")


class Entregue(NamedTuple):
    """A file as an event names it.

    Args:
        indice: its place in the event, from 0.
        url: its reference, as the event has it.
        hash_origem: of the bytes as they came; None where nobody says it.
        nome: a label; None where there is none, or it is erased.
    """

    indice: int
    url: str
    hash_origem: str | None
    nome: str | None


def distintas(media: Sequence[MidiaGuardada]) -> tuple[MidiaGuardada, ...]:
    """One that is given twice counts once; encoders change, so by either hash."""
    found: list[MidiaGuardada] = []
    seen: set[str] = set()
    for one in media:
        if not seen & {one.hash_origem, one.sha256}:
            found.append(one)
            seen |= {one.hash_origem, one.sha256}
    return tuple(found)


def conferir_preparadas(media: Sequence[MidiaGuardada]) -> None:
    """Refuse what did not come out of the pipeline.

    Raises:
        UserFacingError: ``captura.midia_invalida``.
    """
    for one in media:
        if one.especie is None or not _HEX.fullmatch(one.sha256 + one.hash_origem):
            raise UserFacingError("captura.midia_invalida")


def campos_de(
    media: Sequence[MidiaGuardada], nomes: Sequence[str | None], remetente_id: str | None
) -> Payload:
    """The fields that tell of files; none without files.

    Args:
        media: in order.
        nomes: their labels as they are kept, in the same order.
        remetente_id: whose the labels are, so that they go with that person; without one no label
            is told.
    """
    if not media:
        return {}
    told: Payload = {
        "midia_urls": [referencia(one.sha256) for one in media],
        "midias_recebidas": [{"hash_origem": one.hash_origem} for one in media],
    }
    if remetente_id is not None and any(nomes):
        told |= {"remetente_id": remetente_id, "nomes_midias": list(nomes)}
    return told


def anexos_de(media: Sequence[MidiaGuardada]) -> tuple[NewAttachment, ...]:
    """What the header commits to; two files that came out as one object are one attachment."""
    by_object = {one.sha256: one for one in media}
    return tuple(
        NewAttachment(one.sha256, one.tamanho_bytes, one.mime) for one in by_object.values()
    )


def entregues(payload: Mapping[str, Any]) -> list[Entregue]:
    """The files that an event names, whatever of its parts is here."""
    came: Sequence[Mapping[str, Any]] = payload.get("midias_recebidas") or ()
    names: Sequence[str | None] = payload.get("nomes_midias") or ()
    found = []
    for place, url in enumerate(payload.get("midia_urls") or ()):
        told = came[place] if place < len(came) else {}
        name = names[place] if place < len(names) else told.get("nome_arquivo")
        found.append(Entregue(place, url, told.get("hash_origem"), name))
    return found

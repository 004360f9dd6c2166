"""The door for services: commands that the office's own state decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.colonies.escritorio.rules import checked_box, checked_name, checked_zone
from core.kernel.colony import Context, Decisao
from core.kernel.event import NewEvent, Payload


def configurar(
    no: str,
    nome: str,
    fuso: str,
    unidades: Sequence[str] = (),
    *,
    caixa: Mapping[str, float] | None = None,
    is_demo: bool = False,
    ator: Mapping[str, str] | None = None,
) -> Callable[[Context], Decisao]:
    """Set the office's name, zone and units.

    Args:
        no: the node, 32 hex.
        nome: as it stands on receipts.
        fuso: IANA name, e.g. ``America/Sao_Paulo``.
        unidades: ids of the units the office serves.
        caixa: bounding box of captures: ``sul``, ``oeste``, ``norte``, ``leste`` in degrees.
        is_demo: marks a demonstration, for ever.
        ator: account and role of whoever does it.

    Raises:
        UserFacingError: ``escritorio.*``, before anything is written.
    """
    payload: Payload = {
        "nome": checked_name(nome),
        "fuso": checked_zone(fuso),
        "unidades": list(unidades),
    }
    if caixa is not None:
        payload["caixa"] = checked_box(caixa)
    if is_demo:
        payload["demonstracao"] = True

    def decide(_context: Context) -> Decisao:
        return Decisao(None, (NewEvent("escritorio.configurado", payload, sujeito=no, ator=ator),))

    return decide

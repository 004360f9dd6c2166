"""Fold keys: what has to be folded together, and never more than one demand needs.

A file, a report and a decision lead to their demand only through other events, so their own ids
are keys beside the demand's: the ties are followed when one of them is folded anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core.colonies.d7_transparencia.rules.conselho import is_end_of_mandate
from core.kernel.colony import EVERYTHING
from core.kernel.event import Event

_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "conselheiro.atualização_publicada": ("demanda_id", "atualizacao_id"),
    "anexo.processado": ("demanda_id", "anexo_id"),
    "anexo.removido": ("demanda_id", "anexo_id"),
    "anexo.moderado": ("anexo_id",),
    "moderacao.decidida": ("demanda_id", "referencia_id"),
    "agenda.gerada": ("unidade_civica_id",),
    "ranking.atualizado": ("unidade_civica_id",),
    "conselheiro.cadastrado": ("conselheiro_id",),
    "conselheiro.suspensao_expirada": ("conselheiro_id",),
    "conselheiro.inativado": ("conselheiro_id",),
    "conselheiro.reativado": ("conselheiro_id",),
    "lugar.cadastrado": ("lugar_id",),
    "lugar.georreferenciado": ("lugar_id",),
    "lugar.validado": ("lugar_id",),
    "lugar.desativado": ("lugar_id",),
    "caminho.atualizado": ("municipio_id",),
}
_A_DEMAND: Final = ("demanda_id",)


def fold_keys(event: Event) -> frozenset[str]:
    """The ids whose rows the event changes; an import of territory concerns them all."""
    payload = event.payload
    if event.tipo == "territorio.importado":
        return frozenset({EVERYTHING})
    if event.tipo == "duplicidade.agregada":
        members = {one["demanda_id"] for one in payload["membros"]}
        return frozenset({payload["representante_demanda_id"], *members})
    if event.tipo == "conselheiro.ciclo_concluído" and is_end_of_mandate(payload):
        return frozenset({payload["demanda_id"], payload["conselheiro_id"]})
    names = _FIELDS.get(event.tipo, _A_DEMAND)
    return frozenset(payload[name] for name in names if payload.get(name) is not None)

"""Protocols and names beside identifiers, for lists that a clerk reads. No Qt, no SQL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.services.leitura import Leitor
from core.colonies.d7_transparencia.queries import nomes


@dataclass(frozen=True, slots=True)
class NomesPublicos:
    """Id -> protocol of a demand, name of a councillor who agreed, name of a unit."""

    protocolos: Mapping[str, str]
    conselheiros: Mapping[str, str]
    unidades: Mapping[str, str]

    def demanda(self, demanda_id: str) -> str:
        """The protocol; the id where there is none."""
        return self.protocolos.get(demanda_id, demanda_id)

    def conselheiro(self, conselheiro_id: str) -> str:
        """The name; the id where none is public."""
        return self.conselheiros.get(conselheiro_id, conselheiro_id)


def nomes_publicos(
    leitor: Leitor,
    *,
    demandas: Iterable[str] = (),
    conselheiros: Iterable[str] = (),
    unidades: Iterable[str] = (),
) -> NomesPublicos:
    """Look these up in one read."""
    with leitor.ler() as leitura:
        return NomesPublicos(
            nomes.protocols(*leitura, demandas),
            nomes.councillor_names(*leitura, conselheiros),
            nomes.unit_names(*leitura, unidades),
        )

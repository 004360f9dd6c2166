"""Parameters as the operator meets them: which set is in force, and a file that is to replace it.

No Qt, no SQL.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.services.escrita import Ator, Escrita
from app.services.leitura import Leitor
from core.base.parametros.conjunto import Parametros
from core.base.parametros.leitura import MAX_BYTES, ler_parametros
from core.colonies.d4_ranking import api, queries
from core.colonies.d4_ranking.queries import EmVigor
from core.colonies.geo_territorio.queries import read_unit
from core.kernel.errors import UserFacingError
from core.kernel.system_reason import system_reason


@dataclass(frozen=True, slots=True)
class Carga:
    """What became of a file.

    Args:
        versao: label of the set.
        hash_conteudo: of its content, 64 hex.
        ja_em_vigor: it was in force already, nothing was recorded.
    """

    versao: str
    hash_conteudo: str
    ja_em_vigor: bool


class ParametrosService:
    """Over one office.

    Args:
        leitor: reads.
        escrita: writes.
    """

    def __init__(self, leitor: Leitor, escrita: Escrita) -> None:
        self._leitor = leitor
        self._escrita = escrita

    def em_vigor(self) -> EmVigor:
        """The set that weighs now."""
        with self._leitor.ler() as leitura:
            return queries.read_in_force(*leitura)

    def nomes(self, parametros: Parametros) -> dict[str, str]:
        """Names of the units that a set names, as far as the territory has them."""
        with self._leitor.ler() as leitura:
            found = {unit: read_unit(*leitura, unit) for unit in parametros.unidades()}
        return {unit: one.nome for unit, one in found.items() if one is not None}

    def carregar(self, arquivo: Path, ator: Ator) -> Carga:
        """Put the set of a file in force; ranking anew follows by and by.

        Raises:
            UserFacingError: ``parametros.*``; nothing is recorded.
        """
        novos = ler_parametros(_read(arquivo), arquivo.name)
        self._check_units(novos)
        decide = api.carregar_parametros(novos, ator)
        answer: dict[str, Any] = self._escrita.executar("D-4", decide).result().resposta
        return Carga(**answer)

    def recalculadas(self, versao: str) -> int:
        """How many demands of the ranking were calculated under a label."""
        with self._leitor.ler() as leitura:
            return queries.count_of_set(*leitura, versao)

    def _check_units(self, novos: Parametros) -> None:
        known = self.nomes(novos)
        for unidade in sorted(novos.unidades()):
            if unidade not in known:
                raise UserFacingError("parametros.unidade_desconhecida", unidade=unidade)


def _read(arquivo: Path) -> bytes:
    """The file's bytes, one more than are allowed at most."""
    try:
        with arquivo.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise UserFacingError(
            "parametros.nao_abre", arquivo=str(arquivo), motivo=system_reason(error)
        ) from None

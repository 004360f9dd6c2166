"""Parameters as the operator meets them: which set is in force, and a file that is to replace it.

No Qt, no SQL.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.services.ensaio_parametros import Ensaio, ensaiar
from app.services.escrita import Ator, Escrita
from app.services.leitura import Leitor
from app.services.motor import Aviso
from app.services.permissoes import Ato, exigir
from app.services.progresso import Progress, ignore_progress
from core.base.parametros.conjunto import NIVEIS, Parametros, number_of
from core.base.parametros.leitura import MAX_BYTES, ler_parametros
from core.colonies.d4_ranking import api, queries
from core.colonies.d4_ranking.queries import EmVigor, Fatia, Versao
from core.colonies.geo_territorio.queries import read_unit
from core.kernel.errors import UserFacingError
from core.kernel.system_reason import system_reason


@dataclass(frozen=True, slots=True)
class Mistura:
    """Whether all scores are by the set in force.

    Args:
        versao: label of the set in force.
        demandas: that stand in a ranking.
        antigas: of these, whose weights are still those of an earlier set.
    """

    versao: str
    demandas: int
    antigas: int

    @property
    def is_misturado(self) -> bool:
        """Whether scores by different weights stand side by side."""
        return self.antigas > 0


@dataclass(frozen=True, slots=True)
class Efeito:
    """What a level's weight does now.

    Args:
        demandas: ranked demands of the level.
        menor: their lowest score; None without any.
        maior: their highest.
    """

    nivel: int
    peso: float
    demandas: int
    menor: float | None
    maior: float | None


@dataclass(frozen=True, slots=True)
class Painel:
    """Everything the screen shows at once.

    Args:
        nomes: of the units that the set in force names.
        versoes: that were ever loaded, the one in force first.
    """

    em_vigor: EmVigor
    nomes: dict[str, str]
    efeitos: tuple[Efeito, ...]
    mistura: Mistura
    versoes: tuple[Versao, ...]


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
        self._settled: str | None = None

    def em_vigor(self) -> EmVigor:
        """The set that weighs now."""
        with self._leitor.ler() as leitura:
            return queries.read_in_force(*leitura)

    def nomes(self, parametros: Parametros) -> dict[str, str]:
        """Names of the units that a set names, as far as the territory has them."""
        with self._leitor.ler() as leitura:
            found = {unit: read_unit(*leitura, unit) for unit in parametros.unidades()}
        return {unit: one.nome for unit, one in found.items() if one is not None}

    def painel(self) -> Painel:
        """The set in force with its effect, and the sets that were."""
        with self._leitor.ler() as leitura:
            in_force = queries.read_in_force(*leitura)
            slices = queries.read_slices(*leitura)
            versions = queries.read_versions(*leitura)
        return Painel(
            in_force,
            self.nomes(in_force.parametros),
            tuple(_effect(in_force.parametros, level, slices) for level in NIVEIS),
            _mixture(in_force.parametros, slices),
            tuple(versions),
        )

    def mistura(self) -> Mistura:
        """Whether scores of different sets stand side by side.

        Cheap once a set has gone through: what is ranked later has its weights from the start.
        """
        with self._leitor.ler() as leitura:
            in_force = queries.read_in_force(*leitura)
            label = in_force.parametros.versao
            if in_force.carregado_em is None or self._settled == in_force.hash_conteudo:
                return Mistura(label, 0, 0)
            found = _mixture(in_force.parametros, queries.read_slices(*leitura))
        if not found.is_misturado:
            self._settled = in_force.hash_conteudo
        return found

    def recados(self) -> tuple[Aviso, ...]:
        """What everybody should know while scores of two sets stand side by side."""
        found = self.mistura()
        if not found.is_misturado:
            return ()
        told = {"versao": found.versao, "antigas": found.antigas, "demandas": found.demandas}
        return (Aviso("aviso.parametros_misturados", told),)

    def ensaiar(self, arquivo: Path, progress: Progress = ignore_progress) -> Ensaio:
        """What the set of a file would do; nothing is recorded.

        Raises:
            UserFacingError: ``parametros.*``.
            Cancelled: by ``progress``.
        """
        novos = ler_parametros(_read(arquivo), arquivo.name)
        self._check_units(novos)
        return ensaiar(self._leitor, novos, progress)

    def aplicar(self, ensaio: Ensaio, ator: Ator) -> Carga:
        """Put the set of a dry run in force, if the one it was compared with still is.

        Raises:
            UserFacingError: ``parametros.mudaram``: another set came in between;
                ``parametros.versao_em_uso``.
        """
        if self.em_vigor().hash_conteudo != ensaio.base:
            raise UserFacingError("parametros.mudaram")
        return self._load(ensaio.novos, ator)

    def carregar(self, arquivo: Path, ator: Ator) -> Carga:
        """Put the set of a file in force; ranking anew follows by and by.

        Raises:
            UserFacingError: ``parametros.*``, ``conta.sem_permissao``; nothing is recorded.
        """
        novos = ler_parametros(_read(arquivo), arquivo.name)
        self._check_units(novos)
        return self._load(novos, ator)

    def _load(self, novos: Parametros, ator: Ator) -> Carga:
        exigir(ator, Ato.PARAMETROS)
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


def _is_old(told: Parametros, one: Fatia) -> bool:
    """Scored with other weights than the set has for it."""
    unit, level = one.unidade_civica_id, one.nivel_precedencia
    return one.peso_nacional != number_of(told.peso_nacional(level)) or (
        one.peso_situacional != number_of(told.peso_situacional(unit, level))
    )


def _mixture(told: Parametros, slices: Sequence[Fatia]) -> Mistura:
    old = sum(one.quantas for one in slices if _is_old(told, one))
    return Mistura(told.versao, sum(one.quantas for one in slices), old)


def _effect(told: Parametros, level: int, slices: Sequence[Fatia]) -> Efeito:
    own = [one for one in slices if one.nivel_precedencia == level]
    return Efeito(
        level,
        number_of(told.peso_nacional(level)),
        sum(one.quantas for one in own),
        min((one.menor for one in own), default=None),
        max((one.maior for one in own), default=None),
    )


def _read(arquivo: Path) -> bytes:
    """The file's bytes, one more than are allowed at most."""
    try:
        with arquivo.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise UserFacingError(
            "parametros.nao_abre", arquivo=str(arquivo), motivo=system_reason(error)
        ) from None

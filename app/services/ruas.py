"""The office's list of streets, imported from CSV: logradouro, bairro, cep, lat, lng."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.services.escrita import Escrita
from app.services.leitura import Leitor
from core.base.planilha import Linha, open_sheet, rows_of
from core.base.territorio.coordenadas import conferir_ponto, ler_numero
from core.base.territorio.distancia import Ponto
from core.base.territorio.nome import nome_busca
from core.colonies.d1a_captura.api import logradouros as streets
from core.colonies.d1a_captura.api.logradouros import Logradouro
from core.kernel.errors import EnvironmentFault, UserFacingError

CHUNK: Final = 1_000
MAX_REFUSALS: Final = 1_000
_COLUMNS: Final = {
    "logradouro": ("logradouro", "rua", "nome", "endereco", "via"),
    "bairro": ("bairro", "distrito", "localidade"),
    "cep": ("cep",),
    "lat": ("lat", "latitude", "y"),
    "lng": ("lng", "lon", "long", "longitude", "x"),
}


@dataclass(frozen=True, slots=True)
class Recusa:
    """A row that was left out, and why."""

    linha: int
    codigo: str
    params: dict[str, object]


@dataclass(frozen=True, slots=True)
class RuasImportadas:
    """What an import did. ``conhecidas`` is the whole list afterwards."""

    lidas: int
    aceitas: int
    recusadas: int
    recusas: tuple[Recusa, ...]
    conhecidas: int


class RuasService:
    """Over one office."""

    def __init__(self, leitor: Leitor, escrita: Escrita) -> None:
        self._leitor = leitor
        self._escrita = escrita

    def importar(self, arquivo: Path) -> RuasImportadas:
        """Take the streets of a file; a street that is known is replaced, none is removed.

        Raises:
            UserFacingError: ``planilha.*``, ``ruas.sem_coluna``.
            EnvironmentFault: ``planilha.nao_abre``.
        """
        sheet = open_sheet(arquivo)
        columns = _columns(sheet.cabecalho)
        refused: list[Recusa] = []
        waiting: list[Logradouro] = []
        read = accepted = refusals = 0
        for row in rows_of(sheet):
            read += 1
            try:
                waiting.append(_street(row, columns))
            except EnvironmentFault:
                raise
            except UserFacingError as refusal:
                refusals += 1
                if len(refused) < MAX_REFUSALS:
                    refused.append(Recusa(row.numero, refusal.code, refusal.params))
            if len(waiting) >= CHUNK:
                accepted += self._write(waiting)
                waiting = []
        accepted += self._write(waiting)
        with self._leitor.ler() as (cursor, dialect):
            known = streets.count_streets(cursor, dialect)
        return RuasImportadas(read, accepted, refusals, tuple(refused), known)

    def _write(self, rows: list[Logradouro]) -> int:
        if not rows:
            return 0
        return self._escrita.local(
            lambda cursor, dialect: streets.set_streets(cursor, dialect, rows)
        )


def _columns(header: tuple[str, ...]) -> dict[str, int]:
    places = {nome_busca(name): place for place, name in reversed(list(enumerate(header)))}
    found = {
        field: places[name]
        for field, names in _COLUMNS.items()
        for name in reversed(names)
        if name in places
    }
    missing = [field for field in ("logradouro", "lat", "lng") if field not in found]
    if missing:
        raise UserFacingError("ruas.sem_coluna", colunas=", ".join(missing))
    return found


def _street(row: Linha, columns: dict[str, int]) -> Logradouro:
    if row.defeito is not None:
        raise UserFacingError(row.defeito)

    def cell(field: str) -> str:
        return " ".join(row.celulas[columns[field]].split()) if field in columns else ""

    name = cell("logradouro")
    if not streets.street_key(name) or len(name) > 300:
        raise UserFacingError("ruas.sem_nome")
    cep = streets.read_cep(cell("cep")) if cell("cep") else ""
    if cep is None:
        raise UserFacingError("ruas.cep_invalido")
    point = conferir_ponto(Ponto(ler_numero(cell("lat")), ler_numero(cell("lng"))))
    return Logradouro(name, cell("bairro")[:300], cep, point)

"""From a row of somebody else's table to a request: which column means what, and how it is read.

Names of columns are recognised by their folded form; the person may say otherwise. What belongs
to identity or place is strict, what is only a detail (day, category) is left out when it cannot be
read, and counted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from typing import Any, Final, Protocol
from uuid import NAMESPACE_URL, uuid5

from app.services.importacao_fotos import nomes_na_celula
from core.base.planilha import Linha, Planilha
from core.base.territorio.coordenadas import ler_numero, ler_ponto
from core.base.territorio.distancia import Ponto
from core.base.territorio.nome import nome_busca
from core.colonies.d1a_captura.api.registro import Pedido
from core.colonies.d1a_captura.rules import Consentimentos, Lugar
from core.kernel.errors import UserFacingError

CANAL: Final = "importacao"
SAMPLE_CHARS: Final = 60
REPORT_COLUMNS: Final = ("linha do arquivo", "motivo")
"""Added to the rows of a report; no part of what the row says."""

CAMPOS: Final[Mapping[str, tuple[str, ...]]] = {
    "texto": (
        "texto",
        "texto bruto",
        "descricao",
        "relato",
        "demanda",
        "solicitacao",
        "reclamacao",
        "manifestacao",
        "mensagem",
    ),
    "lat": ("lat", "latitude", "y"),
    "lng": ("lng", "lon", "long", "longitude", "x"),
    "coordenadas": ("coordenadas", "coordenada", "localizacao", "ponto", "lat lng"),
    "rua": ("rua", "logradouro", "endereco", "via"),
    "numero": ("numero", "num", "n"),
    "bairro": ("bairro", "distrito"),
    "cep": ("cep",),
    "unidade": ("unidade", "unidade civica id", "unidade id"),
    "data": ("data", "data formulario", "data abertura", "data solicitacao", "data registro"),
    "canal": ("canal",),
    "categoria": ("categoria id", "categoria"),
    "subcategoria": ("subcategoria id", "subcategoria"),
    "id_externo": ("id externo",),
    "fotos": ("fotos", "foto", "imagens", "midias", "anexos"),
}
_SUMMARY: Final = re.compile(
    r"(?:sub ?)?tota(?:l|is)(?: geral| parcial| de \w+)?|soma|resumo|quantidade|media"
)
_CATEGORY: Final = re.compile(r"[1-5]\.[0-9]{1,4}")
_SUBCATEGORY: Final = re.compile(r"[1-5]\.[0-9]{1,4}\.[0-9]{1,4}")
_DAY: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})|(\d{1,2})/(\d{1,2})/(\d{4})")
_NOT_CODE: Final = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Opcoes:
    """What the person says about a file.

    Args:
        colunas: field of ``CAMPOS`` -> name of a column, where it is not recognised by itself.
        canal: of rows that name none.
        unidade_id: place of rows that have no better one.
        consentimentos: that the residents of all rows gave; None where nobody was asked.
        fonte: who keeps the table; tells identities of two tables apart.
    """

    colunas: Mapping[str, str] = field(default_factory=dict)
    canal: str = CANAL
    unidade_id: str | None = None
    consentimentos: Consentimentos | None = None
    termos_versao: str | None = None
    fonte: str | None = None


class Ruas(Protocol):
    """Finds the place of a street."""

    def lugar_da_rua(self, rua: str | None, bairro: str | None, cep: str | None) -> Lugar:
        """See ``DemandasService.lugar_da_rua``."""


def read_layout(sheet: Planilha, opcoes: Opcoes, ruas: Ruas) -> Leiaute:
    """Find out which column means what.

    Raises:
        UserFacingError: ``importacao.campo_desconhecido``, ``importacao.coluna_desconhecida``,
            ``importacao.sem_coluna_texto``.
    """
    places: dict[str, int] = {}
    for place, name in enumerate(sheet.cabecalho):
        places.setdefault(nome_busca(name), place)
    found: dict[str, int] = {}
    for campo, name in opcoes.colunas.items():
        if campo not in CAMPOS:
            raise UserFacingError(
                "importacao.campo_desconhecido", campo=campo, campos=", ".join(CAMPOS)
            )
        if nome_busca(name) not in places:
            raise UserFacingError(
                "importacao.coluna_desconhecida", coluna=name, colunas=_listed(sheet.cabecalho)
            )
        found[campo] = places[nome_busca(name)]
    taken = set(found.values())
    for campo, names in CAMPOS.items():
        free = (places[name] for name in names if name in places and places[name] not in taken)
        chosen = next(free, None)
        if campo not in found and chosen is not None:
            found[campo] = chosen
            taken.add(chosen)
    if "texto" not in found:
        raise UserFacingError("importacao.sem_coluna_texto", colunas=_listed(sheet.cabecalho))
    unused = tuple(name for place, name in enumerate(sheet.cabecalho) if place not in taken)
    return Leiaute(sheet, opcoes, ruas, found, unused)


def _listed(header: tuple[str, ...]) -> str:
    shown = ", ".join(header[:12])
    return shown if len(header) <= 12 else f"{shown} e mais {len(header) - 12}"


@dataclass(slots=True)
class Leiaute:
    """Reads the rows of one file.

    Args:
        colunas: field -> place of its column.
        nao_usadas: names of the other columns.
        ignorados: field -> values that could not be used, counted while reading.
    """

    sheet: Planilha
    opcoes: Opcoes
    ruas: Ruas
    colunas: dict[str, int]
    nao_usadas: tuple[str, ...]
    ignorados: dict[str, int] = field(default_factory=dict)

    def pedido(self, row: Linha) -> Pedido | None:
        """What the row asks for; None for a row of totals.

        Raises:
            UserFacingError: what is wrong with the row.
        """
        if row.defeito is not None:
            raise UserFacingError(row.defeito)
        text = self._cell(row, "texto")
        if _is_summary(row, text):
            return None
        return Pedido(
            texto=text,
            lugar=self._place(row),
            canal=self._channel(row),
            anonimo_id=str(uuid5(NAMESPACE_URL, f"{self.sheet.sha256}/{row.numero}")),
            consentimentos=self.opcoes.consentimentos,
            termos_versao=self.opcoes.termos_versao,
            categoria_id=self._category(row),
            subcategoria_id=self._subcategory(row),
            data_formulario=self._day(row),
            id_externo=self._identity(row),
        )

    def fotos(self, row: Linha) -> tuple[str, ...]:
        """Names of the files that belong to the row."""
        return nomes_na_celula(self._cell(row, "fotos"))

    def amostra(self, row: Linha, pedido: Pedido) -> dict[str, Any]:
        """How a row is understood, short."""
        lugar = pedido.lugar
        return {
            "linha": row.numero,
            "texto": " ".join(pedido.texto.split())[:SAMPLE_CHARS],
            "precisao_local": lugar.precisao if lugar else None,
            "lat": lugar.ponto.lat if lugar and lugar.ponto else None,
            "lng": lugar.ponto.lng if lugar and lugar.ponto else None,
            "data_formulario": pedido.data_formulario,
            "canal": pedido.canal,
            "categoria_id": pedido.categoria_id,
            "fotos": len(self.fotos(row)),
        }

    def _cell(self, row: Linha, campo: str) -> str:
        place = self.colunas.get(campo)
        return "" if place is None else row.celulas[place]

    def _ignore(self, campo: str) -> None:
        self.ignorados[campo] = self.ignorados.get(campo, 0) + 1

    def _place(self, row: Linha) -> Lugar | None:
        """The best place that the row names, else the file's unit."""
        lat, lng = self._cell(row, "lat"), self._cell(row, "lng")
        both = self._cell(row, "coordenadas")
        address = self._address(row)
        if lat and lng:
            return Lugar("ponto", Ponto(ler_numero(lat), ler_numero(lng)), endereco=address)
        if lat or lng:
            raise UserFacingError("importacao.meia_coordenada")
        if both:
            return Lugar("ponto", ler_ponto(both), endereco=address)
        unit = self._cell(row, "unidade").lower() or self.opcoes.unidade_id
        street, cep = self._cell(row, "rua"), self._cell(row, "cep")
        if street or cep:
            try:
                found = self.ruas.lugar_da_rua(
                    street or None, self._cell(row, "bairro") or None, cep or None
                )
            except UserFacingError:
                if unit is None:
                    raise
            else:
                return Lugar("rua", found.ponto, endereco=address)
        return None if unit is None else Lugar("unidade", unidade_id=unit, endereco=address)

    def _address(self, row: Linha) -> str | None:
        parts = [self._cell(row, campo) for campo in ("rua", "numero", "bairro", "cep")]
        return ", ".join(part for part in parts if part)[:300] or None

    def _channel(self, row: Linha) -> str:
        code = _NOT_CODE.sub("_", nome_busca(self._cell(row, "canal"))).strip("_")[:40].rstrip("_")
        return code or self.opcoes.canal

    def _category(self, row: Linha) -> str | None:
        cell = self._cell(row, "categoria")
        if not cell or _CATEGORY.fullmatch(cell):
            return cell or None
        self._ignore("categoria")
        return None

    def _subcategory(self, row: Linha) -> str | None:
        cell, category = self._cell(row, "subcategoria"), self._cell(row, "categoria")
        if not cell:
            return None
        if _SUBCATEGORY.fullmatch(cell) and cell.startswith(f"{category}."):
            return cell
        self._ignore("subcategoria")
        return None

    def _day(self, row: Linha) -> str | None:
        cell = self._cell(row, "data")
        if not cell:
            return None
        found = _DAY.match(cell)
        if found is not None:
            year, month, day, d, m, y = found.groups()
            try:
                return date(int(year or y), int(month or m), int(day or d)).isoformat()
            except ValueError:
                pass
        self._ignore("data")
        return None

    def _identity(self, row: Linha) -> str:
        """``id_externo``, else the hash of what stands in the row, whatever the order of columns."""
        given = self._cell(row, "id_externo")
        source = f"{self.opcoes.fonte}/" if self.opcoes.fonte else ""
        if given:
            return f"{source}{given}"
        cells = sorted(
            f"{nome_busca(name)}={cell}"
            for name, cell in zip(self.sheet.cabecalho, row.celulas, strict=True)
            if cell and name not in REPORT_COLUMNS
        )
        return f"linha:{sha256(chr(10).join(cells).encode()).hexdigest()}"


def _is_summary(row: Linha, text: str) -> bool:
    """A row of totals: nothing but such a word and numbers."""
    filled = [cell for cell in row.celulas if cell]
    if not filled or not _SUMMARY.fullmatch(nome_busca(filled[0])):
        return False
    rest = [cell for cell in filled[1:] if not re.fullmatch(r"[\d.,%\s-]+", cell)]
    return not rest and (not text or text == filled[0])

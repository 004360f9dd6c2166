"""The taxonomy as a value: levels, categories, subcategories, responsible bodies. Read only.

Categories are decided by the technical committees, never by the classifier. An identifier is
retired, never reused: a retired category stays in the file with ``situacao`` "retirada", so that
old demands keep their name. Source: ``D-3`` in Apêndice B, taxonomia.md, G-070, G-180.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal, TypeVar

import msgspec

FORMATO: Final = 1
# The lowest score a category may have: with zero its demands would fall to the end (D-4 4.9).
SCORE_MINIMO: Final = 10

Esfera = Literal["municipal", "estadual", "federal"]
Situacao = Literal["ativa", "retirada"]

_CATEGORIA = re.compile(r"[1-5]\.[1-9][0-9]{0,3}\Z")
_SUBCATEGORIA = re.compile(r"[1-5]\.[1-9][0-9]{0,3}\.[1-9][0-9]{0,3}\Z")


_FileT = TypeVar("_FileT", "_TaxonomyFile", "_BodiesFile", "_DictionaryFile")


class TaxonomyError(ValueError):
    """The file breaks a rule of the taxonomy; the message names the entry."""


class Nivel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of precedence, 1 (most critical) to 5, and its national weight."""

    nivel: int
    nome: str
    peso_nacional: int


class Subcategoria(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``N.M.K``, with the formal description that the timeline shows."""

    id: str
    nome: str
    descricao: str
    situacao: Situacao


class Categoria(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``N.M``: N is the level, the score its place within the level (10-100)."""

    id: str
    nome: str
    area: str
    nivel_precedencia: int
    score_horizontal: int
    origem_score: str
    mvp: bool
    situacao: Situacao
    descricao: str
    subcategorias: tuple[Subcategoria, ...]


class Responsavel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who answers for a category at one federative level, and for what."""

    orgao: str
    papel: str


class _TaxonomyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    formato: int
    versao: str
    niveis: tuple[Nivel, ...]
    categorias: tuple[Categoria, ...]


class _BodiesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    formato: int
    versao: str
    versao_taxonomia: str
    responsaveis: dict[str, dict[Esfera, Responsavel]]


class _DictionaryFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    formato: int
    versao: str
    versao_taxonomia: str
    termos: dict[str, tuple[str, ...]]


class Taxonomy:
    """One version of the taxonomy."""

    def __init__(
        self, versao: str, niveis: Iterable[Nivel], categorias: Iterable[Categoria]
    ) -> None:
        self.versao = versao
        self.niveis = tuple(niveis)
        self._categorias = {categoria.id: categoria for categoria in categorias}
        self._subcategorias = {
            sub.id: sub
            for categoria in self._categorias.values()
            for sub in categoria.subcategorias
        }

    def categorias(self, *, so_ativas: bool = True) -> tuple[Categoria, ...]:
        """Categories in the order of the file."""
        return tuple(
            one for one in self._categorias.values() if not so_ativas or one.situacao == "ativa"
        )

    def categorias_mvp(self) -> tuple[Categoria, ...]:
        """The categories of the main screen (Apêndice B D-3)."""
        return tuple(one for one in self.categorias() if one.mvp)

    def categoria(self, categoria_id: str) -> Categoria | None:
        """The category, retired ones too; None where there never was one."""
        return self._categorias.get(categoria_id)

    def subcategoria(self, subcategoria_id: str) -> Subcategoria | None:
        """The subcategory, retired ones too; None where there never was one."""
        return self._subcategorias.get(subcategoria_id)

    def is_active(self, identifier: str) -> bool:
        """Whether a category or subcategory may be given to a demand today."""
        sub = self._subcategorias.get(identifier)
        if sub is not None and sub.situacao != "ativa":
            return False
        parent = identifier if sub is None else identifier.rpartition(".")[0]
        categoria = self._categorias.get(parent)
        return categoria is not None and categoria.situacao == "ativa"

    def peso_nacional(self, nivel: int) -> int:
        """The national weight of a level; KeyError where there is no such level."""
        return {one.nivel: one.peso_nacional for one in self.niveis}[nivel]


def carregar_taxonomia(data: bytes) -> Taxonomy:
    """Read and check ``taxonomia-v1.json``.

    Raises:
        TaxonomyError: not of this form, or a rule is broken.
    """
    file = _decode(data, _TaxonomyFile)
    if [one.nivel for one in file.niveis] != [1, 2, 3, 4, 5]:
        raise TaxonomyError("levels must be 1 to 5 in order")
    seen: set[str] = set()
    for categoria in file.categorias:
        _check(categoria)
        for identifier in (categoria.id, *(sub.id for sub in categoria.subcategorias)):
            if identifier in seen:
                raise TaxonomyError(f"{identifier}: twice")
            seen.add(identifier)
    return Taxonomy(file.versao, file.niveis, file.categorias)


def _check(categoria: Categoria) -> None:
    if not _CATEGORIA.match(categoria.id) or categoria.id[0] != str(categoria.nivel_precedencia):
        raise TaxonomyError(f"{categoria.id}: not N.M of its level")
    if not SCORE_MINIMO <= categoria.score_horizontal <= 100:
        raise TaxonomyError(f"{categoria.id}: score {categoria.score_horizontal}")
    if not categoria.nome.strip():
        raise TaxonomyError(f"{categoria.id}: no name")
    for sub in categoria.subcategorias:
        if not _SUBCATEGORIA.match(sub.id) or sub.id.rpartition(".")[0] != categoria.id:
            raise TaxonomyError(f"{sub.id}: not N.M.K of {categoria.id}")


def carregar_responsaveis(data: bytes, taxonomy: Taxonomy) -> dict[str, dict[Esfera, Responsavel]]:
    """Read ``orgaos-v1.json``: category id -> federative level -> body.

    Raises:
        TaxonomyError: not of this form, for another taxonomy, or a category is missing.
    """
    file = _decode(data, _BodiesFile)
    _same_taxonomy(file.versao_taxonomia, taxonomy)
    missing = {one.id for one in taxonomy.categorias()} ^ set(file.responsaveis)
    if missing:
        raise TaxonomyError(f"bodies and categories differ: {sorted(missing)}")
    short = [one for one, bodies in file.responsaveis.items() if len(bodies) != 3]
    if short:
        raise TaxonomyError(f"not all three levels: {short}")
    return file.responsaveis


def carregar_termos(data: bytes, taxonomy: Taxonomy) -> tuple[str, dict[str, tuple[str, ...]]]:
    """Read ``dicionario-v1.json``: its version and subcategory id -> terms.

    Raises:
        TaxonomyError: not of this form, for another taxonomy, or an unknown subcategory.
    """
    file = _decode(data, _DictionaryFile)
    _same_taxonomy(file.versao_taxonomia, taxonomy)
    unknown = [one for one in file.termos if taxonomy.subcategoria(one) is None]
    if unknown:
        raise TaxonomyError(f"terms of unknown subcategories: {unknown}")
    return file.versao, file.termos


def _decode(data: bytes, kind: type[_FileT]) -> _FileT:
    try:
        file = msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise TaxonomyError(str(error)) from error
    if file.formato != FORMATO:
        raise TaxonomyError("another format")
    return file


def _same_taxonomy(versao: str, taxonomy: Taxonomy) -> None:
    if versao != taxonomy.versao:
        raise TaxonomyError(f"made for {versao}, not for {taxonomy.versao}")

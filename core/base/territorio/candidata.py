"""A feature on its way to becoming a unit, and what several features of one unit come to."""

from __future__ import annotations

from dataclasses import dataclass

from shapely.geometry.base import BaseGeometry

from core.base.territorio.geometria import unir
from core.base.territorio.leitura.feicao import Feicao
from core.base.territorio.mapeamento import Identidade, Perfil, dobradas
from core.base.territorio.nome import nome_busca
from core.base.territorio.unidade import MUNICIPIO, unidade_id


@dataclass(slots=True)
class Candidata:
    """A feature with an identity; ``geometria`` None where the file has none to use.

    ``motivo`` says why there is no outline; ``pecas`` is over 1 where it was joined of several.
    """

    arquivo: str
    ordem: int
    identidade: Identidade
    geometria: BaseGeometry | None
    motivo: str | None
    pecas: int = 1

    @property
    def chave(self) -> tuple[str | None, int | None, str | None, str | None, str]:
        """What makes two features of a layer the same unit."""
        i = self.identidade
        nome = "" if i.codigo else nome_busca(i.nome or "")
        return (i.fonte, i.nivel, i.codigo, i.municipio, nome)

    def unidade_id(self) -> str:
        """The identifier; the identity must be complete."""
        i = self.identidade
        assert i.fonte is not None
        assert i.nivel is not None
        assert i.nome is not None
        return unidade_id(i.fonte, i.nivel, i.codigo, i.municipio, i.nome)


def candidata(arquivo: str, feicao: Feicao, perfil: Perfil) -> Candidata:
    """The feature under the profile's reading."""
    identidade = perfil.ler(dobradas(feicao.propriedades))
    return Candidata(arquivo, feicao.ordem, identidade, feicao.geometria, feicao.motivo)


def sem_codigos_de_enfeite(candidatas: list[Candidata]) -> int:
    """Take away codes that a city's layer gives to units of different names (``XX``, ``0``).

    Such a code names nothing; the units are told apart by their folded names instead
    (design.md 7). From level 4 up a code is official and is left alone.

    Returns:
        How many features lost their code.
    """
    nomes: dict[tuple[str | None, int | None, str | None, str | None], set[str]] = {}
    for item in candidatas:
        i = item.identidade
        nomes.setdefault((i.fonte, i.nivel, i.codigo, i.municipio), set()).add(
            nome_busca(i.nome or "")
        )
    perdidos = 0
    for item in candidatas:
        i = item.identidade
        if i.codigo is None or i.nivel is None or i.nivel >= MUNICIPIO:
            continue
        if len(nomes[(i.fonte, i.nivel, i.codigo, i.municipio)]) > 1:
            item.identidade = Identidade(i.fonte, i.nivel, None, i.nome, i.municipio, i.pai_codigo)
            perdidos += 1
    return perdidos


@dataclass(frozen=True, slots=True)
class Juntas:
    """A layer's units, with what was left of features that were not one of their own."""

    unidades: list[Candidata]
    unidas: list[Candidata]
    repetidas: list[Candidata]
    recusadas: list[tuple[Candidata, str]]


def juntar_repetidas(candidatas: list[Candidata]) -> Juntas:
    """One candidate per unit of a layer.

    The same identity with the same outline is a repeated row; with another outline it is a
    further piece (tables with one row per polygon); one official code with two names is a
    conflict, and the first row holds.
    """
    juntas = Juntas([], [], [], [])
    primeiras: dict[tuple[str | None, int | None, str | None, str | None, str], Candidata] = {}
    pecas: dict[int, list[BaseGeometry]] = {}
    for item in candidatas:
        primeira = primeiras.setdefault(item.chave, item)
        if primeira is item:
            juntas.unidades.append(item)
            pecas[id(item)] = [] if item.geometria is None else [item.geometria]
            continue
        if nome_busca(primeira.identidade.nome or "") != nome_busca(item.identidade.nome or ""):
            juntas.recusadas.append((item, "territorio.recusa.codigo_repetido"))
            continue
        if item.geometria is None and item.motivo is not None:
            juntas.recusadas.append((item, item.motivo))
            continue
        conhecidas = pecas[id(primeira)]
        if item.geometria is None or any(item.geometria.equals(g) for g in conhecidas):
            juntas.repetidas.append(item)
            continue
        conhecidas.append(item.geometria)
        juntas.unidas.append(item)
    for item in juntas.unidades:
        achadas = pecas[id(item)]
        if len(achadas) > 1 or (achadas and item.geometria is None):
            item.geometria, item.motivo, item.pecas = unir(achadas), None, 1 + len(achadas)
    return juntas

"""Which property of a file says what: profiles of known publishers, or an explicit mapping.

Known: the meshes of IBGE under their names of several years, the neighbourhood layers of city
governments (whose columns are called anything), and this program's own GeoJSON. Property names
are compared folded, without punctuation: ``CD_MUN``, ``cd_mun`` and ``CdMun`` are one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from core.base.territorio.ibge import (
    CODIGO_PAIS,
    codigo_regiao,
    codigo_uf,
    is_municipio,
    nome_oficial,
)
from core.base.territorio.nome import codigo_limpo, nome_busca, nome_limpo
from core.base.territorio.unidade import IBGE, MUNICIPIO, PAIS, REGIAO, UF

FONTE_MUNICIPAL: Final = "municipio:"
"""Source of a city's own layer: this and the municipality's code."""

# Oldest last: what a column is called in IBGE's files of several years.
_MUNICIPIO: Final = ("cdmun", "cdgeocmu", "cdgeocodm")
_MUNICIPIO_DE: Final = (
    "codigomunicipio", "cdmun", "codmun", "cdmunicipio", "codmunicipio", "codigoibge", "codibge",
    "cdgeocmu", "cdgeocodm", "geocodigo",
)  # fmt: skip
_NOME_MUNICIPIO: Final = ("nmmun", "nmmunicip")
_NOME_BAIRRO: Final = (
    "nome", "nmbairro", "nomebairro", "nomebairr", "nomebai", "bairro", "ebairrnomeof",
    "ebairrnome", "nobairro", "nombairro", "nmbai", "dsbairro", "dsnome", "nomedist",
    "nomedistri", "nmdist", "nmdistritomunicipal", "nomeoficial", "nomepopular", "nsvia", "name",
)  # fmt: skip
_CODIGO_BAIRRO: Final = (
    "codigofonte", "cdbairro", "codbairro", "codbairr", "codigobairro", "cbairrcodi",
    "ebairrcodi", "codbnum", "numbairro", "numbai", "idbairro", "idbai", "coddist", "coddistri",
    "cddist", "cddistritomunicipal", "dscodigo", "codigo", "cod",
)  # fmt: skip
# Water bodies that IBGE's mesh carries among the municipalities.
CORPOS_DE_AGUA: Final = frozenset({"4300001", "4300002"})


@dataclass(frozen=True, slots=True)
class Mapeamento:
    """What the person says about a file, instead of what its columns say.

    Args:
        nivel: level of all features; None where ``campo_nivel`` holds it.
        campo_nome: property with the name.
        campo_codigo: property with the official code.
        campo_municipio: property with the municipality's code.
        municipio: the municipality's code, where the whole file is of one.
        campo_pai: property with the code of the unit above, of the same source.
        fonte: source; None takes ``municipio:<code>`` below level 4 and ``ibge`` above.
    """

    campo_nome: str
    nivel: int | None = None
    campo_nivel: str | None = None
    campo_codigo: str | None = None
    campo_municipio: str | None = None
    municipio: str | None = None
    campo_pai: str | None = None
    fonte: str | None = None


@dataclass(frozen=True, slots=True)
class Identidade:
    """What the properties of one feature say.

    Args:
        fonte: None where it is the city's and the city is yet to be found by position.
        nivel: 1-7, or None where the file says something else.
        pai_codigo: code of the unit above in the same source.
    """

    fonte: str | None
    nivel: int | None
    codigo: str | None
    nome: str | None
    municipio: str | None = None
    pai_codigo: str | None = None


_Propriedades = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Perfil:
    """A way to read properties, with the name that the summary shows."""

    nome: str
    ler: Callable[[_Propriedades], Identidade]


def chave(coluna: str) -> str:
    """The folded name of a property."""
    return nome_busca(coluna).replace(" ", "")


def reconhecer(colunas: Iterable[str]) -> Perfil | None:
    """The profile that fits a file's property names; None where none does."""
    tem = {chave(coluna) for coluna in colunas}
    for nome, obrigatorias, mais_finas, ler in _PERFIS:
        if obrigatorias <= tem and tem.isdisjoint(mais_finas):
            return Perfil(nome, ler)
    if not tem.isdisjoint(_NOME_BAIRRO) and tem.isdisjoint({"cdsubdist", "nmuf", "nmmun"}):
        return Perfil("prefeitura.bairros", _bairro_municipal)
    return None


def explicito(mapeamento: Mapeamento) -> Perfil:
    """The profile that a person's mapping describes."""

    def ler(propriedades: _Propriedades) -> Identidade:
        def campo(nome: str | None) -> object:
            return propriedades.get(chave(nome)) if nome else None

        nivel = mapeamento.nivel or _nivel(campo(mapeamento.campo_nivel))
        codigo = codigo_limpo(campo(mapeamento.campo_codigo))
        municipio = codigo_limpo(mapeamento.municipio) or codigo_limpo(
            campo(mapeamento.campo_municipio)
        )
        fonte = codigo_limpo(mapeamento.fonte)
        if fonte is None and nivel is not None and nivel >= MUNICIPIO:
            fonte = IBGE
        elif fonte is None:
            fonte = _fonte_municipal(municipio)
        return Identidade(
            fonte,
            nivel,
            codigo,
            nome_limpo(campo(mapeamento.campo_nome)),
            codigo if nivel == MUNICIPIO else municipio,
            codigo_limpo(campo(mapeamento.campo_pai)),
        )

    return Perfil("mapeamento", ler)


def dobradas(propriedades: Mapping[str, Any]) -> dict[str, Any]:
    """Properties by their folded names; of two that fold alike the first stays."""
    resultado: dict[str, Any] = {}
    for coluna, valor in propriedades.items():
        resultado.setdefault(chave(coluna), valor)
    return resultado


def _primeiro(propriedades: _Propriedades, nomes: Iterable[str]) -> object:
    """The first of these properties that is there and not blank."""
    for nome in nomes:
        valor = propriedades.get(nome)
        if valor is not None and str(valor).strip():
            return valor
    return None


def _nivel(valor: object) -> int | None:
    codigo = codigo_limpo(valor)
    return int(codigo) if codigo in {"1", "2", "3", "4", "5", "6", "7"} else None


def _fonte_municipal(municipio: str | None) -> str | None:
    return f"{FONTE_MUNICIPAL}{municipio}" if municipio else None


def _proprio(p: _Propriedades) -> Identidade:
    nivel, codigo = _nivel(p.get("nivel")), codigo_limpo(p.get("codigo"))
    municipio = codigo if nivel == MUNICIPIO else codigo_limpo(p.get("codigomunicipio"))
    fonte = codigo_limpo(p.get("fonte"))
    pai = codigo_limpo(p.get("codigopai"))
    return Identidade(fonte, nivel, codigo, nome_limpo(p.get("nome")), municipio, pai)


def _ibge(nivel: int, codigo: str | None, nome: object) -> Identidade:
    """A unit of IBGE's; a name that the file lacks comes from the list, else is the code."""
    limpo = nome_limpo(nome) or (nome_oficial(nivel, codigo) if codigo else None) or codigo
    return Identidade(IBGE, nivel, codigo, limpo, codigo if nivel == MUNICIPIO else None)


def _por_tamanho(p: _Propriedades) -> Identidade:
    """One column of codes for all levels: seven digits, two, one, or ``BR``."""
    codigo = codigo_limpo(_primeiro(p, ("codigoibge", "codarea")))
    niveis = {7: MUNICIPIO, 2: UF, 1: REGIAO}
    nivel = PAIS if codigo == CODIGO_PAIS else niveis.get(len(codigo or ""))
    nome = p.get("nome")
    if nivel is None:
        return Identidade(IBGE, None, codigo, nome_limpo(nome))
    return _ibge(nivel, codigo, nome)


def _municipio(p: _Propriedades) -> Identidade:
    return _ibge(MUNICIPIO, codigo_limpo(_primeiro(p, _MUNICIPIO)), _primeiro(p, _NOME_MUNICIPIO))


def _uf(p: _Propriedades) -> Identidade:
    codigo = codigo_limpo(_primeiro(p, ("cduf", "cdgeocuf")))
    if codigo is None and (sigla := _primeiro(p, ("siglauf", "sigla"))) is not None:
        codigo = codigo_uf(str(sigla))
    return _ibge(UF, codigo, _primeiro(p, ("nmuf", "nmestado")))


def _regiao(p: _Propriedades) -> Identidade:
    nome = p.get("nmregiao")
    codigo = codigo_limpo(p.get("cdregiao")) or codigo_regiao(str(nome or ""))
    return _ibge(REGIAO, codigo, nome)


def _pais(p: _Propriedades) -> Identidade:
    return _ibge(PAIS, CODIGO_PAIS, p.get("nmpais"))


def _abaixo(nivel: int, codigo: object, nome: object, municipio: object) -> Identidade:
    limpo = codigo_limpo(codigo)
    de = codigo_limpo(municipio) or (limpo[:7] if limpo and is_municipio(limpo[:7]) else None)
    return Identidade(IBGE, nivel, limpo, nome_limpo(nome), de)


def _bairro_ibge(p: _Propriedades) -> Identidade:
    return _abaixo(2, p.get("cdbairro"), p.get("nmbairro"), p.get("cdmun"))


def _distrito_ibge(p: _Propriedades) -> Identidade:
    return _abaixo(3, p.get("cddist"), p.get("nmdist"), p.get("cdmun"))


def _bairro_municipal(p: _Propriedades) -> Identidade:
    municipio = codigo_limpo(_primeiro(p, _MUNICIPIO_DE))
    if not is_municipio(municipio):
        municipio = None
    codigo = codigo_limpo(_primeiro(p, _CODIGO_BAIRRO))
    nome = nome_limpo(_primeiro(p, _NOME_BAIRRO))
    return Identidade(_fonte_municipal(municipio), 2, codigo, nome, municipio)


def _setor(p: _Propriedades) -> Identidade:
    codigo = p.get("cdsetor")
    return _abaixo(1, codigo, codigo_limpo(codigo), p.get("cdmun"))


# Columns of units between the levels that IBGE's profiles read: their rows repeat the code of the
# unit above, and must not be taken for it.
_ABAIXO_DE_MUNICIPIO: Final = frozenset({"cdsetor", "cdsubdist", "cddist", "cdbairro", "nmbairro"})
_ABAIXO_DE_UF: Final = _ABAIXO_DE_MUNICIPIO | {"cdmun", "cdrgi", "cdrgint", "cdmeso", "cdmicro"}
_NADA: Final[frozenset[str]] = frozenset()

# Name, properties that must be there, properties that must not, reader.
_PERFIS: Final = (
    ("formigueiro", {"fonte", "nivel", "nome"}, _NADA, _proprio),
    ("ibge.setores", {"cdsetor", "cdmun"}, _NADA, _setor),
    ("ibge.bairros", {"cdbairro", "nmbairro", "cdmun"}, {"cdsubdist"}, _bairro_ibge),
    ("ibge.distritos", {"cddist", "nmdist", "cdmun"}, {"cdsubdist"}, _distrito_ibge),
    ("ibge.municipios", {"cdmun", "nmmun"}, _ABAIXO_DE_MUNICIPIO, _municipio),
    ("ibge.municipios", {"cdgeocmu", "nmmunicip"}, _ABAIXO_DE_MUNICIPIO, _municipio),
    ("ibge.municipios", {"cdgeocodm", "nmmunicip"}, _ABAIXO_DE_MUNICIPIO, _municipio),
    ("ibge.ufs", {"cduf", "nmuf"}, _ABAIXO_DE_UF, _uf),
    ("ibge.ufs", {"cdgeocuf", "nmestado"}, _ABAIXO_DE_UF, _uf),
    ("ibge.regioes", {"nmregiao"}, _ABAIXO_DE_UF | {"cduf"}, _regiao),
    ("ibge.pais", {"nmpais"}, _ABAIXO_DE_UF | {"cduf"}, _pais),
    ("ibge.codigo", {"codigoibge", "nome"}, _NADA, _por_tamanho),
    ("ibge.codigo", {"codarea"}, _NADA, _por_tamanho),
)

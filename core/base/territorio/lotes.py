"""A territory cut into events ``territorio.importado`` with their attachments, and read back.

An event holds at most 1,000 units of one source (design.md 5); its list of units must fit into
one sealed part and its outlines into one attachment. Higher levels come first, so that whoever
folds the log meets parents before children.

Attachment bytes: the line ``civico/geometrias/v1``, then for every unit with an outline, by
identifier: 16 bytes of the identifier, 4 bytes length (little endian), WKB. The same units give
the same bytes. Attachments come from other offices too: reading them trusts nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID, uuid5

import shapely
from shapely.geometry import MultiPolygon, Polygon

from core.base.territorio.geometria import area_m2
from core.base.territorio.nome import nome_busca
from core.base.territorio.unidade import MUNICIPIO, Territorio, Unidade
from core.kernel.errors import IntegrityFault
from core.kernel.ids import uuid_bytes, uuid_text

MAX_UNIDADES: Final = 1_000
MAX_BYTES_PARTE: Final = 262_144
MAX_BYTES_ANEXO: Final = 32 * 1024**2

# UUIDv5(NAMESPACE_URL, "civico/importacao/v1"); fixed: a file imported again is the same import.
_NAMESPACE_IMPORTACAO: Final = UUID("f8605883-4cae-51b4-88f3-87799811aa31")
_MAGICO: Final = b"civico/geometrias/v1\n"
_CABECA: Final = 20
# {"unidades":[]}, the other fields of the part and some room.
_MOLDURA_BYTES: Final = 1_024


@dataclass(frozen=True, slots=True)
class Lote:
    """One event's worth of units.

    Args:
        fonte: the units' source.
        unidades: at most 1,000.
        anexo: outlines of those that have one; None where none has.
        lote: place in the import, from 1.
        lotes: events of the whole import.
    """

    fonte: str
    unidades: tuple[Unidade, ...]
    anexo: bytes | None
    lote: int
    lotes: int

    def payload(self, importacao: str, versao: str | None = None) -> dict[str, Any]:
        """The event's payload, as ``core/contracts/geo_territorio.py`` describes it."""
        return {
            "importacao_id": importacao,
            "fonte": self.fonte,
            "lote": self.lote,
            "lotes": self.lotes,
            "unidades": [_no_evento(unidade) for unidade in self.unidades],
            "versao_fronteira": versao,
        }


@dataclass(slots=True)
class _Corte:
    unidades: list[Unidade] = field(default_factory=list)
    parte_bytes: int = _MOLDURA_BYTES
    anexo_bytes: int = len(_MAGICO)

    def cabe(self, parte: int, anexo: int, limite: int) -> bool:
        return (
            len(self.unidades) < limite
            and self.parte_bytes + parte <= MAX_BYTES_PARTE
            and self.anexo_bytes + anexo <= MAX_BYTES_ANEXO
        )


def importacao_id(versao: str) -> str:
    """The identifier of an import of exactly this territory (its boundary version)."""
    return str(uuid5(_NAMESPACE_IMPORTACAO, versao))


def cortar(territorio: Territorio, limite: int = MAX_UNIDADES) -> list[Lote]:
    """Events for a territory: by level from the top, then source, then identifier.

    Units without outline stand in events of their own: whoever folds one with an attachment may
    take it that all its units have their outline there.
    """
    fontes: dict[tuple[str, bool], list[Unidade]] = {}
    for unidade in sorted(
        territorio.unidades, key=lambda u: (-u.nivel, u.fonte, u.unidade_civica_id)
    ):
        tem_contorno = unidade.unidade_civica_id in territorio.geometrias
        fontes.setdefault((unidade.fonte, tem_contorno), []).append(unidade)
    cortes = [
        (fonte, corte)
        for (fonte, _), unidades in fontes.items()
        for corte in _cortes(unidades, territorio.geometrias, limite)
    ]
    return [
        Lote(fonte, tuple(unidades), _anexo(unidades, territorio.geometrias), ordem, len(cortes))
        for ordem, (fonte, unidades) in enumerate(cortes, start=1)
    ]


def _cortes(
    unidades: Sequence[Unidade], geometrias: Mapping[str, bytes], limite: int
) -> Iterator[list[Unidade]]:
    corte = _Corte()
    for unidade in unidades:
        texto = json.dumps(_no_evento(unidade), ensure_ascii=False, separators=(",", ":"))
        parte = len(texto.encode()) + 1
        wkb = geometrias.get(unidade.unidade_civica_id)
        anexo = 0 if wkb is None else _CABECA + len(wkb)
        if corte.unidades and not corte.cabe(parte, anexo, limite):
            yield corte.unidades
            corte = _Corte()
        corte.unidades.append(unidade)
        corte.parte_bytes += parte
        corte.anexo_bytes += anexo
    if corte.unidades:
        yield corte.unidades


def _no_evento(unidade: Unidade) -> dict[str, Any]:
    return {
        "unidade_civica_id": unidade.unidade_civica_id,
        "nivel": unidade.nivel,
        "codigo": unidade.codigo,
        "nome": unidade.nome,
        "parent_uc_id": unidade.parent_id,
    }


def _anexo(unidades: Sequence[Unidade], geometrias: Mapping[str, bytes]) -> bytes | None:
    pedacos = [_MAGICO]
    for chave in sorted(unidade.unidade_civica_id for unidade in unidades):
        if (wkb := geometrias.get(chave)) is not None:
            pedacos += (uuid_bytes(chave), len(wkb).to_bytes(4, "little"), wkb)
    return b"".join(pedacos) if len(pedacos) > 1 else None


# -- reading back ----------------------------------------------------------------------------------


def abrir_lote(payload: Mapping[str, Any], anexo: bytes | None) -> Territorio:
    """Units and outlines of one event, for whoever folds it.

    Fields that the event does not carry are computed anew: folded name, area. An outline of a
    unit that the event does not name is ignored; without attachment the units have none.

    Raises:
        IntegrityFault: ``territorio.anexo_danificado``.
    """
    geometrias = {} if anexo is None else abrir_anexo(anexo)
    unidades = tuple(
        _do_evento(str(payload["fonte"]), linha, geometrias)
        for linha in payload.get("unidades") or ()
    )
    nomeadas = {unidade.unidade_civica_id for unidade in unidades}
    return Territorio(unidades, {c: wkb for c, wkb in geometrias.items() if c in nomeadas})


def _do_evento(fonte: str, linha: Mapping[str, Any], geometrias: Mapping[str, bytes]) -> Unidade:
    chave, nivel, codigo = linha["unidade_civica_id"], int(linha["nivel"]), linha.get("codigo")
    wkb = geometrias.get(chave)
    return Unidade(
        unidade_civica_id=chave,
        fonte=fonte,
        nivel=nivel,
        codigo=codigo,
        nome=linha["nome"],
        nome_busca=nome_busca(linha["nome"]),
        parent_id=linha.get("parent_uc_id"),
        municipio=codigo if nivel == MUNICIPIO else None,
        area_m2=0 if wkb is None else area_m2(shapely.from_wkb(wkb)),
    )


def abrir_anexo(anexo: bytes) -> dict[str, bytes]:
    """Identifier -> WKB. Every outline is a polygon that can be read.

    Raises:
        IntegrityFault: ``territorio.anexo_danificado``.
    """
    if not anexo.startswith(_MAGICO):
        raise IntegrityFault("territorio.anexo_danificado")
    geometrias: dict[str, bytes] = {}
    lugar = len(_MAGICO)
    while lugar < len(anexo):
        cabeca = anexo[lugar : lugar + _CABECA]
        tamanho = int.from_bytes(cabeca[16:], "little")
        lugar += _CABECA
        wkb = anexo[lugar : lugar + tamanho]
        if len(cabeca) < _CABECA or len(wkb) < tamanho or not _is_poligono(wkb):
            raise IntegrityFault("territorio.anexo_danificado")
        geometrias[uuid_text(cabeca[:16])] = wkb
        lugar += tamanho
    return geometrias


def _is_poligono(wkb: bytes) -> bool:
    try:
        geometria = shapely.from_wkb(wkb)
    except (shapely.errors.GEOSException, ValueError):
        return False
    return isinstance(geometria, Polygon | MultiPolygon) and not geometria.is_empty

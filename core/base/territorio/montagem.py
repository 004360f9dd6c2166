"""From rows and attachments to a territory: what a colony keeps of ``territorio.importado``.

A row holds what the event says of a unit and, newest first, the attachments that may hold its
outline; the outlines themselves stay in the content store. So a row is computed from contract
fields alone, an event without an outline takes none away, and bytes that are missing are named
instead of being replaced by older ones. Shapely is loaded only when outlines are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from core.base.territorio.nome import nome_busca
from core.base.territorio.unidade import MUNICIPIO, TIPO_ANEXO, Territorio, Unidade
from core.base.texto.inert import inert
from core.kernel.errors import IntegrityFault
from core.kernel.event import Attachment

NENHUM_CONTORNO: Final = "[]"

Anexo = Callable[[str], bytes | None]
"""SHA-256 in hex -> the bytes, or None where they are not in this office."""


@dataclass(frozen=True, slots=True)
class Montado:
    """A territory put together.

    Args:
        territorio: all units; outlines of those whose attachment is here.
        faltas: attachments that are not here or cannot be read, sorted: while there are any, no
            point can be said to lie in its smallest unit.
    """

    territorio: Territorio
    faltas: tuple[str, ...] = ()


def anexo_de_contornos(anexos: Sequence[Attachment]) -> str | None:
    """The attachment with the outlines among an event's, where its name is known here."""
    return next((a.sha256 for a in anexos if a.mime == TIPO_ANEXO and a.sha256), None)


def linhas_do_evento(payload: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Rows of the units that an event names, each unit once (the last holds), in event order.

    Signs that act unseen, and those that no database stores, are left out of names.
    """
    linhas: dict[str, dict[str, Any]] = {}
    for unidade in payload.get("unidades") or ():
        nome = inert(str(unidade["nome"]))
        linhas[unidade["unidade_civica_id"]] = {
            "unidade_civica_id": unidade["unidade_civica_id"],
            "fonte": payload["fonte"],
            "nivel": unidade["nivel"],
            "codigo": unidade.get("codigo"),
            "nome": nome,
            "nome_busca": nome_busca(nome),
            "parent_uc_id": unidade.get("parent_uc_id"),
        }
    return list(linhas.values())


def com_contorno(antes: str | None, anexo: str | None) -> str:
    """The row's list of attachments (JSON array) after an event that brings ``anexo`` or none."""
    anexos = contornos(antes)
    if anexo is not None:
        anexos = [anexo, *(outro for outro in anexos if outro != anexo)]
    return msgspec.json.encode(anexos).decode()


def contornos(coluna: str | None) -> list[str]:
    """The attachments of a row, newest first."""
    return msgspec.json.decode(coluna or NENHUM_CONTORNO, type=list[str])


def unidade_da_linha(
    unidade_civica_id: str, fonte: str, nivel: int, codigo: str | None, nome: str, pai: str | None
) -> Unidade:
    """A unit from its row, without area: that comes with the outline."""
    return Unidade(
        unidade_civica_id=unidade_civica_id,
        fonte=fonte,
        nivel=nivel,
        codigo=codigo,
        nome=nome,
        nome_busca=nome_busca(nome),
        parent_id=pai,
        municipio=codigo if nivel == MUNICIPIO else None,
    )


def montar(linhas: Iterable[tuple[Unidade, str | None]], anexo: Anexo) -> Montado:
    """Lay outlines to units.

    Args:
        linhas: each unit with its row's list of attachments.
        anexo: reads the content store; a damaged file counts as missing.
    """
    unidades: dict[str, Unidade] = {}
    procuradas: dict[str, list[str]] = {}
    for unidade, coluna in linhas:
        unidades[unidade.unidade_civica_id] = unidade
        if lista := contornos(coluna):
            procuradas[unidade.unidade_civica_id] = lista
    leitor = _Contornos(anexo)
    geometrias: dict[str, bytes] = {}
    for chave, lista in procuradas.items():
        wkb = leitor.achar(chave, lista)
        if wkb is not None:
            geometrias[chave] = wkb
            unidades[chave] = msgspec.structs.replace(unidades[chave], area_m2=_area(wkb))
    return Montado(Territorio(tuple(unidades.values()), geometrias), tuple(sorted(leitor.faltas)))


class _Contornos:
    """Attachments that were opened, each once."""

    def __init__(self, anexo: Anexo) -> None:
        self._anexo = anexo
        self._abertos: dict[str, dict[str, bytes]] = {}
        self.faltas: set[str] = set()

    def achar(self, chave: str, anexos: Sequence[str]) -> bytes | None:
        """The unit's outline from the newest attachment that holds one; None where one is missing
        before it: an older outline must not stand in for it.
        """
        for sha256 in anexos:
            abertos = self._abrir(sha256)
            if sha256 in self.faltas:
                return None
            if chave in abertos:
                return abertos[chave]
        return None

    def _abrir(self, sha256: str) -> dict[str, bytes]:
        abertos = self._abertos.get(sha256)
        if abertos is None:
            abertos = self._abertos[sha256] = self._ler(sha256)
        return abertos

    def _ler(self, sha256: str) -> dict[str, bytes]:
        from core.base.territorio.lotes import abrir_anexo  # noqa: PLC0415 # loads shapely

        try:
            conteudo = self._anexo(sha256)
            if conteudo is not None:
                return abrir_anexo(conteudo)
        except IntegrityFault:
            pass
        self.faltas.add(sha256)
        return {}


def _area(wkb: bytes) -> int:
    import shapely  # noqa: PLC0415 # slow to load, and not needed at start-up

    from core.base.territorio.geometria import area_m2  # noqa: PLC0415 # as above

    return area_m2(shapely.from_wkb(wkb))

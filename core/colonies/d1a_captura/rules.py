"""What makes a capture acceptable. Values in, values out: no clock, no tables.

Source: Apêndice B D-1a, G-037, G-038, G-064, design.md 9 and 11.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Final, Literal

from core.base.midia.entrega import conferir_preparadas, distintas
from core.base.midia.limpeza import MidiaGuardada
from core.base.territorio.coordenadas import conferir_ponto
from core.base.territorio.distancia import RAIO_CAPTURA_M, Caixa, Ponto, dentro_do_raio
from core.base.texto.cleaning import clean
from core.base.texto.folding import fold
from core.base.texto.inert import inert
from core.kernel.errors import UserFacingError
from core.kernel.ids import uuid_bytes

VERSAO_HASH: Final = "captura-1"
MAX_TEXT: Final = 50_000
MAX_SHORT: Final = 300
MAX_MEDIA: Final = 10
MIN_LETTERS: Final = 3
WITHDRAWAL_MS: Final = 24 * 3_600_000
"""How long the registrant may withdraw (design.md 11)."""

Precisao = Literal["ponto", "rua", "unidade"]
TipoMidia = Literal["texto", "imagem", "audio"]
Motivo = Literal["engano", "teste", "pedido_do_morador", "repetida"]
MOTIVOS: Final[tuple[Motivo, ...]] = ("engano", "teste", "pedido_do_morador", "repetida")

_CODE: Final = re.compile(r"[a-z0-9][a-z0-9_]{0,39}")
_CATEGORY: Final = re.compile(r"[1-5]\.[0-9]{1,8}")
_SUBCATEGORY: Final = re.compile(r"[1-5]\.[0-9]{1,4}\.[0-9]{1,4}")
# What no database and no canonical JSON can hold.
_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Lugar:
    """Where the problem is.

    Args:
        precisao: ``ponto`` marked on the map or given as coordinates, ``rua`` found by street or
            CEP, ``unidade`` picked from the list.
        ponto: null exactly where only a unit was picked.
        unidade_id: the picked unit.
        endereco: as the resident says it; restricted.
    """

    precisao: Precisao
    ponto: Ponto | None = None
    unidade_id: str | None = None
    endereco: str | None = None


@dataclass(frozen=True, slots=True)
class Consentimentos:
    """What the resident agreed to (design.md 9)."""

    tratamento: bool = False
    publicacao_texto: bool = False
    publicacao_imagem: bool = False
    contato: bool = False

    def as_payload(self) -> dict[str, bool]:
        """As the contract spells it."""
        return {
            "tratamento": self.tratamento,
            "publicacao_texto": self.publicacao_texto,
            "publicacao_imagem": self.publicacao_imagem,
            "contato": self.contato and self.tratamento,
        }


def storable(text: str) -> str:
    """The text in NFC, without what cannot be stored (NUL, half characters)."""
    return unicodedata.normalize("NFC", _UNSTORABLE.sub("", text))


def checked_text(text: str, *, has_media: bool) -> str:
    """The resident's words, untouched but for what cannot be stored.

    Raises:
        UserFacingError: ``captura.sem_conteudo``, ``captura.texto_curto``,
            ``captura.texto_longo``.
    """
    kept = storable(text)
    if len(kept) > MAX_TEXT:
        raise UserFacingError("captura.texto_longo", tem=len(kept), limite=MAX_TEXT)
    if has_media:
        return kept
    if not kept.strip():
        raise UserFacingError("captura.sem_conteudo")
    if sum(char.isalpha() for char in clean(kept).texto) < MIN_LETTERS:
        raise UserFacingError("captura.texto_curto", minimo=MIN_LETTERS)
    return kept


def checked_place(lugar: Lugar | None, caixa: Caixa | None, fix: Ponto | None) -> Lugar:
    """The place, inside the office's area and near where the device stood.

    Raises:
        UserFacingError: ``captura.sem_local``, ``captura.unidade_invalida``,
            ``captura.longe_do_aparelho``, ``captura.campo_longo``, ``coordenada.*``.
    """
    if lugar is None or (lugar.ponto is None and lugar.unidade_id is None):
        raise UserFacingError("captura.sem_local")
    if (lugar.precisao == "unidade") != (lugar.ponto is None):
        raise UserFacingError("captura.sem_local")
    if lugar.unidade_id is not None:
        checked_unit(lugar.unidade_id)
    if lugar.ponto is not None:
        conferir_ponto(lugar.ponto, caixa)
        if fix is not None and not dentro_do_raio(fix, lugar.ponto):
            raise UserFacingError("captura.longe_do_aparelho", limite_km=int(RAIO_CAPTURA_M / 1000))
    endereco = checked_short(lugar.endereco, "endereço")
    return Lugar(lugar.precisao, lugar.ponto, lugar.unidade_id, endereco)


def point_payload(lugar: Lugar) -> dict[str, float] | None:
    """The place's point as the contracts spell it."""
    return None if lugar.ponto is None else {"lat": lugar.ponto.lat, "lng": lugar.ponto.lng}


def checked_unit(unidade_id: str) -> str:
    """The id of a unit.

    Raises:
        UserFacingError: ``captura.unidade_invalida``.
    """
    try:
        uuid_bytes(unidade_id)
    except ValueError:
        raise UserFacingError("captura.unidade_invalida") from None
    return unidade_id


def checked_short(text: str | None, campo: str) -> str | None:
    """One line of text, or None where there is nothing in it.

    Raises:
        UserFacingError: ``captura.campo_longo``.
    """
    kept = " ".join(inert(storable(text or "")).split())
    if len(kept) > MAX_SHORT:
        raise UserFacingError("captura.campo_longo", campo=campo, limite=MAX_SHORT)
    return kept or None


def checked_channel(canal: str) -> str:
    """The channel's code word.

    Raises:
        UserFacingError: ``captura.canal_invalido``.
    """
    if not _CODE.fullmatch(canal):
        raise UserFacingError("captura.canal_invalido")
    return canal


def checked_category(categoria: str | None, subcategoria: str | None) -> None:
    """The shape of what was chosen; whether it exists is D-3's to say (G-033).

    Raises:
        UserFacingError: ``captura.categoria_invalida``.
    """
    if categoria is not None and not _CATEGORY.fullmatch(categoria):
        raise UserFacingError("captura.categoria_invalida")
    if subcategoria is not None and not (
        _SUBCATEGORY.fullmatch(subcategoria) and subcategoria.startswith(f"{categoria}.")
    ):
        raise UserFacingError("captura.categoria_invalida")


def checked_form_date(text: str | None, hoje: date) -> str | None:
    """The day on a paper form as ``AAAA-MM-DD``; not after today in the office's zone.

    Raises:
        UserFacingError: ``captura.data_formulario``.
    """
    if text is None:
        return None
    parts = text.strip().split("/")
    try:
        day = date.fromisoformat("-".join(reversed(parts)) if len(parts) == 3 else text.strip())
    except ValueError:
        raise UserFacingError("captura.data_formulario") from None
    if day > hoje or day.year < 1988:
        raise UserFacingError("captura.data_formulario")
    return day.isoformat()


def folded_text(text: str) -> str:
    """The text of the idempotence hash: cleaned, folded, single spaces (``captura-1``)."""
    return " ".join(fold(clean(text).texto).split())


def content_hashes(
    text: str, lugar: Lugar | None, media: Sequence[str], cidadao_id: str
) -> tuple[str, str]:
    """Hashes of what was said, and of what was said by whom (G-038).

    Args:
        text: the resident's words.
        lugar: coordinates count to five places (1 m); a picked unit counts by its id.
        media: hashes of the files as they came, or their references; the order does not count.
        cidadao_id: who says it.

    Returns:
        ``hash_relato`` without and ``hash_conteudo`` with the citizen, 64 hex each.
    """
    place = "-"
    if lugar is not None and lugar.ponto is not None:
        place = f"{round(lugar.ponto.lat, 5) + 0.0:.5f},{round(lugar.ponto.lng, 5) + 0.0:.5f}"
    elif lugar is not None and lugar.unidade_id is not None:
        place = lugar.unidade_id
    said = "\n".join([VERSAO_HASH, folded_text(text), place, *sorted(media)])
    return (
        sha256(said.encode()).hexdigest(),
        sha256(f"{said}\n{cidadao_id}".encode()).hexdigest(),
    )


def checked_media(media: Sequence[MidiaGuardada]) -> tuple[MidiaGuardada, ...]:
    """The files of a capture; one that is given twice counts once.

    Raises:
        UserFacingError: ``captura.midias_demais``, ``captura.midia_invalida``.
    """
    found = distintas(media)
    if len(found) > MAX_MEDIA:
        raise UserFacingError("captura.midias_demais", limite=MAX_MEDIA)
    conferir_preparadas(found)
    return found


def speaks(media: Sequence[MidiaGuardada]) -> bool:
    """Something among the files can stand in for words: a picture or a recording (G-037)."""
    return any(one.especie in ("imagem", "audio") for one in media)


def media_type(media: Sequence[MidiaGuardada]) -> TipoMidia:
    """What kind of capture it is: pictures before recordings; documents come with words."""
    kinds = {one.especie for one in media}
    if "imagem" in kinds:
        return "imagem"
    return "audio" if "audio" in kinds else "texto"

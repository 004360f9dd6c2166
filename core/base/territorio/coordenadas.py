"""What people and files write for a place, read strictly.

A decimal comma is read as one only where it cannot be the separator; where both readings hold,
the text is refused with the way to write it. Plausibility (Brazil, swapped, missing sign) is a
second step, because a tool that resolves points must also take points abroad.
"""

from __future__ import annotations

import re
from typing import Final

from core.base.territorio.distancia import BRASIL, RAIO_CAPTURA_M, Caixa, Ponto
from core.kernel.errors import UserFacingError

_MAX_TEXTO: Final = 80
_N: Final = r"[+-]?\d{1,3}(?:[.,]\d{1,20})?"
_N_PONTO: Final = r"[+-]?\d{1,3}(?:\.\d{1,20})?"
_N_VIRGULA: Final = r"[+-]?\d{1,3},\d{1,20}"
_NUMERO: Final = re.compile(rf"({_N})", re.ASCII)
_INTEIROS: Final = re.compile(r"([+-]?\d{1,3}),(\d{1,20})", re.ASCII)
_PARES: Final = (
    re.compile(rf"({_N})\s*;\s*({_N})", re.ASCII),
    re.compile(rf"({_N}),?\s+({_N})", re.ASCII),
    re.compile(rf"({_N_PONTO}),({_N_PONTO})", re.ASCII),
    re.compile(rf"({_N_VIRGULA}),({_N_VIRGULA})", re.ASCII),
)
_MAQUINA: Final = re.compile(r"\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*", re.ASCII)


def ler_numero(texto: str) -> float:
    """One coordinate from a cell of its own: ``-23,55`` and ``-23.55`` are the same.

    Raises:
        UserFacingError: ``coordenada.vazia``, ``coordenada.formato``.
    """
    limpo = _limpo(texto)
    if not _NUMERO.fullmatch(limpo):
        raise UserFacingError("coordenada.formato", texto=limpo[:_MAX_TEXTO])
    return _float(limpo)


def ler_ponto(texto: str) -> Ponto:
    """Latitude and longitude from one text, Brazilian or international decimals.

    Accepted: ``-23,55; -46,63``, ``-23.55, -46.63``, ``-23.55,-46.63``, ``-23,55 -46,63``,
    ``-23,55,-46,63``, each also in parentheses and with a typographic minus.

    Raises:
        UserFacingError: ``coordenada.vazia``, ``coordenada.incompleta``,
            ``coordenada.ambigua``, ``coordenada.formato``, ``coordenada.fora_do_intervalo``.
    """
    limpo = _limpo(texto)
    if limpo[0] == "(" and limpo[-1] == ")":
        limpo = limpo[1:-1].strip()
    if _INTEIROS.fullmatch(limpo):
        raise UserFacingError("coordenada.ambigua", texto=limpo)
    if _NUMERO.fullmatch(limpo):
        raise UserFacingError("coordenada.incompleta", texto=limpo)
    for par in _PARES:
        if achado := par.fullmatch(limpo):
            return _no_intervalo(_float(achado[1]), _float(achado[2]))
    raise UserFacingError("coordenada.formato", texto=limpo[:_MAX_TEXTO])


def ler_linha(texto: str) -> Ponto:
    """A line ``lat,lng`` as programs write it; what is not one is read as people write.

    ``0,0`` is a point here, while :func:`ler_ponto` must ask.

    Raises:
        UserFacingError: as :func:`ler_ponto`.
    """
    if len(texto) <= _MAX_TEXTO and (achado := _MAQUINA.fullmatch(texto)):
        return _no_intervalo(float(achado[1]), float(achado[2]))
    return ler_ponto(texto)


def conferir_ponto(ponto: Ponto, caixa: Caixa | None = None) -> Ponto:
    """The point, where it is plausible for an office in Brazil.

    Args:
        ponto: within ±90 and ±180.
        caixa: the office's area; a demand may lie up to 10 km beyond it.

    Raises:
        UserFacingError: ``coordenada.zero``, ``coordenada.trocada``, ``coordenada.sem_sinal``,
            ``coordenada.fora_do_brasil``, ``coordenada.fora_da_area``.
    """
    _no_intervalo(ponto.lat, ponto.lng)
    if not BRASIL.contem(ponto):
        if ponto.lat == 0 and ponto.lng == 0:
            raise UserFacingError("coordenada.zero")
        raise UserFacingError(_engano(ponto), lat=ponto.lat, lng=ponto.lng)
    if caixa is not None and not caixa.alargada(RAIO_CAPTURA_M).contem(ponto):
        raise UserFacingError("coordenada.fora_da_area", lat=ponto.lat, lng=ponto.lng)
    return ponto


def _engano(ponto: Ponto) -> str:
    """Which slip of the hand brings the point back to Brazil."""
    if -90 <= ponto.lng <= 90 and BRASIL.contem(Ponto(ponto.lng, ponto.lat)):
        return "coordenada.trocada"
    if any(
        BRASIL.contem(Ponto(lat, lng))
        for lat, lng in (
            (ponto.lat, -ponto.lng),
            (-ponto.lat, ponto.lng),
            (-ponto.lat, -ponto.lng),
        )
    ):
        return "coordenada.sem_sinal"
    return "coordenada.fora_do_brasil"


def _limpo(texto: str) -> str:
    limpo = texto.replace("\ufeff", "").replace("\u2212", "-")
    limpo = limpo.replace("\u00a0", " ").strip()
    if not limpo:
        raise UserFacingError("coordenada.vazia")
    if len(limpo) > _MAX_TEXTO:
        raise UserFacingError("coordenada.formato", texto=limpo[:_MAX_TEXTO])
    return limpo


def _float(numero: str) -> float:
    return float(numero.replace(",", "."))


def _no_intervalo(lat: float, lng: float) -> Ponto:
    if not (-90 <= lat <= 90 and -180 <= lng <= 180):
        raise UserFacingError("coordenada.fora_do_intervalo", lat=lat, lng=lng)
    return Ponto(lat, lng)

"""What becomes of a file: values in, values out. Source: Apêndice B D-1c, G-040, design.md 4.

The machine holds back, it never lets pass what it did not look at: only a picture that was looked
at and shows nothing is shown without a person.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from core.base.midia.classificador import (
    BLOQUEIO_NSFW,
    SINAL_DOCUMENTO,
    SINAL_NSFW,
    SINAL_PESSOA,
    Classificacao,
)
from core.base.midia.formatos import Especie
from core.kernel.ids import derived_uuid

Situacao = Literal["processando", "pendente", "ativo", "bloqueado", "removido"]
Moderacao = Literal["pendente", "aprovado", "bloqueado"]

MIME_DESCONHECIDO: Final = "application/octet-stream"


CAPTURA: Final = "captura"
ATUALIZACAO: Final = "atualizacao"


def anexo_id_de(event_hash: str, place: int) -> str:
    """The file at this place of the event that it came with."""
    return derived_uuid(event_hash, "d1c_anexos", place)


@dataclass(frozen=True, slots=True)
class Veredito:
    """What is published of a file that was looked at, or not.

    Args:
        possui_dado_sensivel: something was seen that a person has to judge.
        categoria: code word of the strongest of it.
        motivo: in words and figures, restricted.
        moderacao_status: where the file starts.
    """

    possui_dado_sensivel: bool
    categoria: str | None
    motivo: str | None
    moderacao_status: Moderacao


def julgar(especie: Especie | None, vista: Classificacao | None) -> Veredito:
    """Where a file starts.

    Args:
        especie: kind of the stored object; None where it could not be read.
        vista: what was seen in it; None where nothing looked.
    """
    if vista is not None:
        flagged = _flag(vista)
        if flagged is not None:
            category, reason, status = flagged
            return Veredito(True, category, _with_models(reason, vista), status)
        if especie == "imagem" and vista.nsfw is not None and vista.pessoa is not None:
            return Veredito(False, None, None, "aprovado")
    return Veredito(False, None, None, "pendente")


def _flag(vista: Classificacao) -> tuple[str, str, Moderacao] | None:
    if vista.nsfw is not None and vista.nsfw >= BLOQUEIO_NSFW:
        return "nsfw", f"nsfw {vista.nsfw:.2f}", "bloqueado"
    if vista.nsfw is not None and vista.nsfw >= SINAL_NSFW:
        return "nsfw", f"nsfw {vista.nsfw:.2f}", "pendente"
    if vista.padroes:
        return "dado_pessoal", "padrões: " + ", ".join(sorted(set(vista.padroes))), "pendente"
    if vista.documento is not None and vista.documento >= SINAL_DOCUMENTO:
        return "documento", f"documento {vista.documento:.2f}", "pendente"
    if vista.pessoa is not None and vista.pessoa >= SINAL_PESSOA:
        return "pessoa", f"pessoa {vista.pessoa:.2f}", "pendente"
    return None


def _with_models(reason: str, vista: Classificacao) -> str:
    told = f"{reason} ({', '.join(vista.modelos)})" if vista.modelos else reason
    return told[:300]


def situacao(inicial: str | None, decidida: str | None) -> Situacao:
    """Where a file stands.

    Args:
        inicial: ``moderacao_status`` of its ``anexo.processado``; None while there is none.
        decidida: ``ativo``, ``bloqueado`` or ``removido`` as last carried out; None before that.
    """
    if decidida == "removido":
        return "removido"
    if inicial is None:
        return "processando"
    if decidida in ("ativo", "bloqueado"):
        return "ativo" if decidida == "ativo" else "bloqueado"
    return {"aprovado": "ativo", "bloqueado": "bloqueado"}.get(inicial, "pendente")  # type: ignore[return-value] # the three words of the contract

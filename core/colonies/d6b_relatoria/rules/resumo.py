"""The public summary of a cycle, by template, of public texts and numbers only (``resumo_ciclo_v1``).

Source: Apêndice B D-6b (demanda.resumo_ciclo_atualizado), G-041. The sentences are sealed into
the event with the method's version, so they are data, not interface.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

METODO: Final = "resumo_ciclo_v1"
MAX_RESUMO: Final = 5_000
QUOTE_CHARS: Final = 240

# One of a type, and many; in the order in which a work goes.
_TYPES: Final = {
    "contato_realizado": ("contato", "contatos"),
    "protocolo_aberto": ("protocolo aberto", "protocolos abertos"),
    "documento_anexado": ("documento", "documentos"),
    "entrave_registrado": ("entrave", "entraves"),
    "status_atualizado": ("mudança de situação", "mudanças de situação"),
    "prazo_registrado": ("prazo estimado", "prazos estimados"),
}
_STATUS: Final = {
    "pendente": "pendente",
    "em_andamento": "em andamento",
    "aguardando": "aguardando",
    "concluido": "concluída",
    "bloqueado": "bloqueada",
}
_ENDS: Final = {
    "demanda_concluida": "Acompanhamento encerrado: demanda concluída.",
    "conclusao_coletiva": "Acompanhamento encerrado: moradores confirmaram a conclusão.",
    "desistencia": "Acompanhamento encerrado: o conselheiro desistiu.",
    "fim_mandato": "Acompanhamento encerrado: fim do mandato do conselheiro.",
    "retirada": "Acompanhamento encerrado: demanda retirada.",
}
_ENDED: Final = "Acompanhamento encerrado."


class Citada(NamedTuple):
    """A public text that a summary may quote."""

    atualizacao_id: str
    numero: int
    texto: str


@dataclass(frozen=True, slots=True)
class Ciclo:
    """What a summary is made of.

    Args:
        contagem: published reports by tipo.
        citadas: the newest public texts, oldest first.
        status: as last reported, None where nobody did.
        prazo: the deadline that stands.
        motivo: why the cycle ended; None while it runs.
    """

    contagem: Mapping[str, int]
    citadas: Sequence[Citada]
    status: str | None
    prazo: date | None
    motivo: str | None = None

    @property
    def total(self) -> int:
        """Published reports."""
        return sum(self.contagem.values())


def summarise(ciclo: Ciclo) -> str:
    """The summary, at most 5,000 characters."""
    sentences = []
    if ciclo.motivo is not None:
        sentences.append(_ENDS.get(ciclo.motivo, _ENDED))
    sentences.append(_counts(ciclo))
    if ciclo.motivo is None:
        if ciclo.status is not None:
            sentences.append(f"Situação informada: {_STATUS.get(ciclo.status, ciclo.status)}.")
        if ciclo.prazo is not None:
            sentences.append(f"Prazo estimado: {ciclo.prazo:%d/%m/%Y}.")
    quoted = [f"({one.numero}) “{_cut(one.texto)}”" for one in ciclo.citadas if one.texto.strip()]
    if quoted:
        lead = "Última atualização" if len(quoted) == 1 else "Últimas atualizações"
        sentences.append(f"{lead}: {'; '.join(quoted)}.")
    return " ".join(sentences)[:MAX_RESUMO]


def _counts(ciclo: Ciclo) -> str:
    if ciclo.total == 0:
        return "Nenhuma atualização publicada."
    words = [
        f"{count} {_TYPES[tipo][count > 1]}"
        for tipo in _TYPES
        if (count := ciclo.contagem.get(tipo, 0)) > 0
    ]
    listed = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} e {words[-1]}"
    many = "atualização publicada" if ciclo.total == 1 else "atualizações publicadas"
    return f"{ciclo.total} {many}: {listed}."


def _cut(text: str) -> str:
    line = " ".join(text.split())
    if len(line) <= QUOTE_CHARS:
        return line.rstrip(".")
    head = line[: QUOTE_CHARS - 1]
    at = head.rfind(" ")
    return (head[:at] if at >= QUOTE_CHARS // 2 else head).rstrip(" ,;:.-–—(") + "…"

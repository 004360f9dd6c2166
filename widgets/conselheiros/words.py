"""Words of the screen Conselheiros: states, motives, channels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SITUACAO: Final[Mapping[str, tuple[str, str]]] = {
    "disponivel": ("○", "disponível"),
    "ocupado": ("◐", "com uma demanda"),
    "suspenso": ("⊘", "suspenso"),
    "inativo": ("–", "inativo"),
}
"""Status -> shape and word."""

CANAL: Final[Mapping[str, str]] = {
    "pessoalmente": "pessoalmente",
    "telefone": "por telefone",
    "mensagem": "por mensagem",
    "email": "por e-mail",
    "carta": "por carta",
}

ESPERA: Final[Mapping[str, str]] = {
    "nenhum_cadastrado": "não há conselheiro cadastrado para este lugar",
    "todos_ocupados": "todos estão com uma demanda",
    "todos_inativos": "todos suspensos, inativos ou já recusaram esta",
}

FIM: Final[Mapping[str, str]] = {
    "recusa_explicita": "recusada",
    "risco_pessoal": "recusada por risco pessoal",
    "fora_do_territorio": "recusada: fora do território",
    "timeout_resposta": "liberada: não respondeu",
    "demanda_concluida": "concluída",
    "desistencia": "desistiu",
    "fim_mandato": "fim do mandato",
    "demanda_retirada": "demanda retirada",
    "conclusao_coletiva": "concluída pelos moradores",
}


def situacao(status: str) -> str:
    """``○ disponível``."""
    shape, word = SITUACAO.get(status, ("?", status))
    return f"{shape} {word}"


def espera(motivo: str | None) -> str:
    """Why a demand waits, in words."""
    return ESPERA.get(motivo or "", "o sorteio ainda não foi tentado")


def desfecho(status: str, motivo: str | None) -> str:
    """What became of a draw."""
    if status == "ativa":
        return "em mãos"
    return FIM.get(motivo or "", motivo or "encerrada")

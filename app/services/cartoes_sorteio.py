"""The five cards of a draw's story, each with its verdict: what the audit found, in words.

Pure: a judged draw in, cards out. Source: ui.md, Auditoria do sorteio.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from app.services.mensagens import Mensagens
from app.services.registro_sorteios import motivo_em_palavras
from core.audit.draw_audit import Judged
from core.audit.findings import Finding

Chave = Literal["lista", "base", "semente", "embaralhamento", "resultado"]
Veredito = Literal["confere", "nao_confere", "consequencia", "sem_dado"]

TITULOS: Final[dict[Chave, str]] = {
    "lista": "Quem concorria",
    "base": "De onde parte",
    "semente": "Semente",
    "embaralhamento": "Embaralhamento",
    "resultado": "Resultado",
}
"""In the order of the story."""

PALAVRAS: Final[dict[Veredito, str]] = {
    "confere": "Confere",
    "nao_confere": "Não confere",
    "consequencia": "Não confere, em consequência",
    "sem_dado": "Nada publicado para comparar",
}
"""What a verdict is called."""

_CARD_OF: Final[dict[str, Chave]] = {
    **dict.fromkeys(
        (
            "elegivel_a_mais", "elegivel_a_menos", "elegivel_repetido", "elegiveis_fora_de_ordem",
            "degrau", "unidade", "total", "demanda_encerrada", "demanda_fora", "demanda_ocupada",
            "havia_elegivel",
        ),
        "lista",
    ),
    **dict.fromkeys(("base", "base_ausente"), "base"),
    **dict.fromkeys(("timestamp", "semente"), "semente"),
    **dict.fromkeys(("lista_hash", "posicao"), "embaralhamento"),
}  # fmt: skip
_CARD_OF_FIELD: Final[dict[str, Chave]] = {
    "seed_publico": "semente",
    "demanda_id": "lista",
    "unidade_civica_id": "lista",
}


POR_QUE_NINGUEM: Final = "Por que ninguém"
"""The only value of the result of an attempt in which nobody could be drawn."""


@dataclass(frozen=True, slots=True)
class Valor:
    """One value of a card.

    Args:
        nome: what it is.
        publicado: as the event has it; None where it does not say.
        refeito: as it comes out of the log; None where it cannot be rebuilt.
    """

    nome: str
    publicado: str | None
    refeito: str | None

    @property
    def is_igual(self) -> bool:
        """Whether there is nothing to show twice."""
        return self.publicado is None or self.refeito is None or self.publicado == self.refeito

    @property
    def mostrado(self) -> str | None:
        """The published one, else the rebuilt one."""
        return self.refeito if self.publicado is None else self.publicado


@dataclass(frozen=True, slots=True)
class Cartao:
    """A card of the story.

    Args:
        frases: what differs, in words; empty where all is well.
    """

    chave: Chave
    veredito: Veredito
    frases: tuple[str, ...]
    valores: tuple[Valor, ...]

    @property
    def titulo(self) -> str:
        """Its heading."""
        return TITULOS[self.chave]

    @property
    def palavra(self) -> str:
        """Its verdict in words."""
        return PALAVRAS[self.veredito]


def cartoes_de(
    judged: Judged,
    unit_name: Callable[[str], str | None],
    names: Mapping[str, str],
    mensagens: Mensagens,
) -> tuple[Cartao, ...]:
    own = _by_card(judged.findings, mensagens)
    follows = _by_card(judged.consequences, mensagens)
    values = _values(judged, unit_name, names)
    keys: tuple[Chave, ...] = tuple(TITULOS)
    if judged.event.tipo == "sorteio.sem_candidatos":
        keys = ("lista", "resultado")
    cards = []
    for key in keys:
        here = values.get(key, ())
        verdict: Veredito = "confere"
        if own.get(key):
            verdict = "nao_confere"
        elif follows.get(key):
            verdict = "consequencia"
        elif all(one.publicado is None for one in here):
            verdict = "sem_dado"
        sentences = (*own.get(key, ()), *follows.get(key, ()))
        cards.append(Cartao(key, verdict, sentences, here))
    return tuple(cards)


def _by_card(found: Iterable[Finding], mensagens: Mensagens) -> dict[Chave, list[str]]:
    told: dict[Chave, list[str]] = {}
    for one in found:
        key = _CARD_OF.get(one.entrada, "resultado")
        if one.entrada == "campo_ausente":
            key = _CARD_OF_FIELD.get(str(one.publicado), "resultado")
        told.setdefault(key, []).append(mensagens.sentence(one.codigo, one.params))
    return told


def _values(
    judged: Judged, unit_name: Callable[[str], str | None], names: Mapping[str, str]
) -> dict[Chave, tuple[Valor, ...]]:
    pool, told, rebuilt = judged.pool, judged.published, judged.rebuilt
    payload = judged.event.publico()
    if told is None or rebuilt is None:
        because = None if pool is None else pool.nobody_because
        said = payload.get("motivo")
        return {
            "lista": (
                Valor(
                    "Podiam ser sorteados",
                    _number(payload.get("total_elegiveis")),
                    None if pool is None else str(len(pool.ids)),
                ),
            ),
            "resultado": (
                Valor(
                    POR_QUE_NINGUEM,
                    None if said is None else motivo_em_palavras(said),
                    None if because is None else motivo_em_palavras(because),
                ),
            ),
        }

    def unit(one: str | None) -> str | None:
        return None if one is None else " · ".join(filter(None, (unit_name(one), one)))

    def person(one: str | None) -> str | None:
        return None if one is None else " · ".join(filter(None, (names.get(one), one)))

    return {
        "lista": (
            Valor("Podiam ser sorteados", _number(told.total), str(len(rebuilt.pool))),
            Valor("Da unidade", unit(told.unit_of_pool), unit(rebuilt.unit_of_pool)),
        ),
        "base": (Valor("Evento anterior do mesmo nó", told.base, rebuilt.base),),
        "semente": (
            Valor("Horário do sorteio (UTC)", told.timestamp, rebuilt.timestamp),
            Valor("Semente", told.seed, rebuilt.seed),
        ),
        "embaralhamento": (Valor("Resumo da ordem", told.digest, rebuilt.digest),),
        "resultado": (
            Valor("Sorteado", person(told.winner), person(rebuilt.winner)),
            Valor(
                "Lugar na ordem",
                None if told.position is None else str(told.position + 1),
                "1",
            ),
        ),
    }


def _number(value: Any) -> str | None:
    return None if value is None else str(value)

"""What an import, or its rehearsal, comes to, in words for somebody who is tired. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.services.recebimento import (
    DECISOES,
    DEMANDAS,
    SORTEIOS,
    Estado,
    FluxoRecebido,
    Recebido,
    primeiras,
)
from widgets.runtime.words import counted, number

_SHOWN: Final = 12
_STAMPS: Final = 3
_DONE: Final[dict[Estado, str]] = {
    "importado": "Importado",
    "em_parte": "Importado em parte",
    "pendente": "Importado, e uma parte espera",
    "ja_importado": "Já tinha sido importado: nada mudou",
    "recusado": "Recusado: nada foi importado",
}
_WOULD: Final[dict[Estado, str]] = {
    "importado": "Pode ser importado",
    "em_parte": "Uma parte pode ser importada",
    "pendente": "Pode ser importado, e uma parte vai esperar",
    "ja_importado": "Já foi importado: não há nada novo",
    "recusado": "Não pode ser importado",
}


def title_of(found: Recebido) -> str:
    """The answer in one line."""
    return (_WOULD if found.is_ensaio else _DONE)[found.estado]


def lines_of(found: Recebido) -> list[str]:
    """What it brings, what waits for what, and what a person has to be told."""
    return list(_lines(found))


def _lines(found: Recebido) -> Iterator[str]:
    if found.frase:
        yield found.frase
        if not found.is_ensaio:
            yield "O arquivo foi para a quarentena."
        return
    yield from (f"Atenção: {one}" for one in found.alarmes)
    if not found.is_util:
        return
    if not found.com_efeito:
        yield "Não traz nada que este escritório ainda não tenha."
    else:
        demands, draws = found.quantos(DEMANDAS), found.quantos(SORTEIOS)
        decisions = found.quantos(DECISOES)
        rest = found.com_efeito - demands - draws - decisions
        yield (
            f"{'Traria' if found.is_ensaio else 'Trouxe'} "
            f"{counted(demands, 'demanda', 'demandas')}, {counted(draws, 'sorteio', 'sorteios')}, "
            f"{counted(decisions, 'decisão', 'decisões')} e "
            f"{counted(rest, 'outro evento', 'outros eventos')}."
        )
    if found.pendentes:
        yield (
            f"{counted(found.pendentes, 'evento espera', 'eventos esperam')} por outros que ainda "
            "não chegaram; entram sozinhos quando eles vierem."
        )
    yield from _odd(found)
    for one in found.marcados:
        named = ", ".join(stamp[:8] for stamp in one.carimbos[:_STAMPS])
        more = ", …" if one.quantos > min(_STAMPS, len(one.carimbos)) else ""
        yield f"{counted(one.quantos, 'evento', 'eventos')} ({named}{more}): {one.frase}"
    yield from primeiras([line for feed in found.fluxos for line in _feed(feed)], _SHOWN)
    if found.completados:
        many = counted(found.completados, "pacote que esperava", "pacotes que esperavam")
        yield f"Com este, {many} ficou completo."


def _odd(found: Recebido) -> Iterator[str]:
    if found.adiados:
        yield (
            f"{number(found.adiados)} de um tipo que este programa ainda não conhece: ficam "
            "guardados e são repassados."
        )
    if found.sem_efeito:
        yield f"{number(found.sem_efeito)} sem efeito, por regra; ficam no registro."
    if found.contestados:
        yield f"{number(found.contestados)} contestados: o autor assinou duas histórias."
    if found.criticos:
        yield (
            "Há eventos de que decisões dependem e que este programa ainda não conhece: até que ele "
            "seja atualizado, sorteios e outras decisões ficam suspensos."
        )


def _feed(feed: FluxoRecebido) -> Iterator[str]:
    name = feed.nome or feed.no[:8]
    if feed.frase:
        yield f"{name}: {feed.frase}"
    if feed.espera is not None:
        what = f"; falta {feed.falta}" if feed.falta else ""
        yield f"{name}: espera a partir do evento {number(feed.espera)}{what}."

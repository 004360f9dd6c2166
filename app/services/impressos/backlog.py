"""A unit's backlog on paper: three bands; of a long queue the beginning, and how much is left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final

from app.services.backlog_quadro import AGENDA, ANDAMENTO, ESPERA, LinhaDoBacklog, Quadro
from app.services.impressos.impresso import Impresso, tabela, texto
from app.services.unidades import place_name

LIMITE: Final = 500
"""Of those who wait; ten pages."""

Coluna = tuple[str, Callable[[Any], str]]


def folha_do_backlog(
    quadro: Quadro,
    linhas: Sequence[LinhaDoBacklog],
    todas: Sequence[LinhaDoBacklog],
    titulos: Sequence[str],
    colunas: Sequence[Coluna],
    quando: str,
    aviso: str,
) -> Impresso:
    """The bands one under the other.

    Args:
        quadro: the unit's backlog.
        linhas: what holds a place and is shown.
        todas: the same, and then who waits; only the beginning is taken.
        titulos: what stands over each band.
        colunas: heading and text of each column.
        quando: when it was read, with the zone.
        aviso: the warning while parameters are mixed; empty without.
    """
    place = place_name(quadro.unidade)
    em_espera = max(0, len(todas) - len(quadro.linhas))
    taken = list(islice(todas, len(linhas) + LIMITE + 1))
    waiting = [line for line in taken if line.faixa == ESPERA]
    parts = [f"<h1>Backlog: {texto(place)}</h1><p class='menor'>{texto(quando)}</p>"]
    if aviso:
        parts.append(f"<p><b>{texto(aviso)}</b></p>")
    bands = (
        [line for line in linhas if line.faixa == ANDAMENTO],
        [line for line in linhas if line.faixa == AGENDA],
        waiting[:LIMITE],
    )
    for title, band in zip(titulos, bands, strict=True):
        rows = [[text(line) for _name, text in colunas] for line in band]
        body = tabela([name for name, _text in colunas], rows) if rows else "<p>Nenhuma.</p>"
        parts.append(f"<h2>{texto(title)}</h2>{body}")
    if em_espera > LIMITE:
        parts.insert(
            1 + bool(aviso),
            f"<p>Das {_inteiro(em_espera)} que esperam vaga, esta folha traz as {LIMITE} primeiras; "
            f"faltam {_inteiro(em_espera - LIMITE)}. O arquivo CSV traz todas.</p>",
        )
    return Impresso(f"Backlog: {place}", "".join(parts), deitado=True)


def _inteiro(value: int) -> str:
    return f"{value:,}".replace(",", ".")

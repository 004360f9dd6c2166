"""One score and one told top judged against what the log gives. Pure.

The weights come from the parameters in force, level and horizontal score from the category that the
score answers; the product is recomputed. A value that follows from one that differs is told as
following from it. Source: D-4 3.2-3.5, 4.1-4.3; G-076, G-086; design.md 7.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from core.audit.findings import Finding
from core.audit.ranking_state import Category, Key
from core.base.parametros.conjunto import Parametros, decimal_of, hash_conteudo, number_of
from core.base.pontuacao import Pontuacao, pontuar, score_final

TOP: Final = 10


def expected_score(
    in_force: Parametros, unit: str, payload: Mapping[str, Any], category: Category | None
) -> Pontuacao | None:
    """The score that the log asks for; None where nothing tells the level.

    Args:
        in_force: parameters as of the event.
        unit: the demand's.
        payload: of ``demanda.ranqueada``.
        category: what the score answers; None takes the event's own word.
    """
    told = payload["breakdown"]["score_horizontal"]
    level = payload.get("nivel_precedencia")
    if category is not None:
        told, level = category.horizontal, category.level or level
    return None if level is None else pontuar(in_force, unit, level, told)


def judge_factors(
    payload: Mapping[str, Any], category: Category | None, expected: Pontuacao | None
) -> Iterator[Finding]:
    """What goes into the product, in the order in which it is computed."""
    breakdown = payload["breakdown"]
    if category is not None:
        for name, right in (
            ("unidade_civica_id", category.unit),
            ("categoria_id", category.categoria_id),
            ("nivel_precedencia", category.level),
        ):
            if payload.get(name) not in {None, right} and right is not None:
                yield Finding(name, payload[name], right)
        if breakdown["score_horizontal"] != category.horizontal:
            yield Finding("score_horizontal", breakdown["score_horizontal"], category.horizontal)
    if expected is None:
        return
    for name in ("peso_nacional", "peso_situacional"):
        right = getattr(expected, name)
        if decimal_of(breakdown[name]) != right:
            yield Finding(name, breakdown[name], number_of(right))
    if payload["versao_parametros"] != expected.versao_parametros:
        yield Finding("versao_parametros", payload["versao_parametros"], expected.versao_parametros)


def judge_product(
    payload: Mapping[str, Any], expected: Pontuacao | None, *, has_cause: bool
) -> tuple[Finding, bool] | None:
    """The score itself, and whether it is a finding of its own; None where it is right.

    Args:
        payload: of ``demanda.ranqueada``.
        expected: as ``expected_score`` gives it.
        has_cause: one of its factors differs.
    """
    told, breakdown = decimal_of(payload["score_final"]), payload["breakdown"]
    own = score_final(
        decimal_of(breakdown["peso_nacional"]),
        decimal_of(breakdown["peso_situacional"]),
        breakdown["score_horizontal"],
    )
    right = own if expected is None else expected.score_final
    if told == right:
        return None
    return Finding("score_final", payload["score_final"], number_of(right)), not (
        has_cause and told == own
    )


def judge_place(
    payload: Mapping[str, Any], positions: Sequence[int], total: int
) -> Iterator[Finding]:
    """Position and total.

    Args:
        payload: of ``demanda.ranqueada``.
        positions: where the demand stands; with a score that is wrong also where it should.
        total: demands of the unit, this one included.
    """
    if payload["posicao_no_ranking"] not in positions:
        yield Finding("posicao_no_ranking", payload["posicao_no_ranking"], positions[0])
    if payload["total_demandas_na_uc"] != total:
        yield Finding("total_demandas_na_uc", payload["total_demandas_na_uc"], total)


def judge_top(
    payload: Mapping[str, Any], order: Sequence[Key], in_force: Parametros
) -> Iterator[Finding]:
    """``ranking.atualizado``: the first line that differs, total, label of the parameters."""
    told = [
        (one["posicao"], one["demanda_id"], decimal_of(one["score_final"]))
        for one in payload["top_10"]
    ]
    right = [
        (place, demand, decimal_of(-minus + 0.0))
        for place, (minus, demand) in enumerate(order[:TOP], 1)
    ]
    for place in range(max(len(told), len(right))):
        here = told[place] if place < len(told) else None
        there = right[place] if place < len(right) else None
        if here != there:
            yield Finding("top_10", _line(here), _line(there), {"posicao": place + 1})
            break
    if payload["total_demandas"] != len(order):
        yield Finding("total_demandas", payload["total_demandas"], len(order))
    if payload["versao_parametros"] != in_force.versao:
        yield Finding("versao_parametros", payload["versao_parametros"], in_force.versao)


def judge_parameters(payload: Mapping[str, Any]) -> Iterator[Finding]:
    """``parametros.carregados``: the hash of its content."""
    right = hash_conteudo(payload)
    if payload["hash_conteudo"] != right:
        yield Finding("hash_conteudo", payload["hash_conteudo"], right)


def _line(one: tuple[int, str, Any] | None) -> str | None:
    return None if one is None else f"{one[0]}. {one[1]} {one[2]}"

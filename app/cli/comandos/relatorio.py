"""``relatorio demanda`` and ``relatorio unidade``: all that may be known, on paper."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from app.bootstrap.transparencia import servico_transparencia, situacoes
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.linha_do_tempo import entrada
from app.cli.comandos.transparencia import (
    reach_arguments,
    request_of,
    unit_json,
    whole_name,
    window_arguments,
)
from app.cli.saida import Resultado, table
from app.services.decimais import decimal
from app.services.transparencia_vistas import (
    CategoriaNoRelatorio,
    DemandaVista,
    RelatorioDeDemanda,
    Responsaveis,
)
from app.settings.tempo import FormatoTempo
from core.kernel.clock import parse_timestamp


def demanda(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """The report of a demand."""
    with ambiente.abrir_leitura() as office:
        found = servico_transparencia(office).relatorio_da_demanda(args.demanda)
        lines = list(_demand_lines(found, office.tempo))
    return Resultado(_demand_json(found), lines)


def _demand_json(found: RelatorioDeDemanda) -> dict[str, Any]:
    seen = found.demanda
    names = set(DemandaVista.__dataclass_fields__) - {
        "evidencias",
        "caminho",
        "situacao",
    }
    return {
        **{name: getattr(seen, name) for name in sorted(names)},
        "situacao": seen.situacao.codigo,
        "situacao_nome": seen.situacao.nome,
        "situacao_descricao": seen.situacao.descricao,
        "evidencias": [one._asdict() for one in seen.evidencias],
        "caminho": None if seen.caminho is None else seen.caminho._asdict(),
        "responsaveis": [asdict(one) for one in found.responsaveis],
        "linha_do_tempo": [entrada(one) for one in found.linha_do_tempo.entradas],
    }


def _demand_lines(found: RelatorioDeDemanda, tempo: FormatoTempo) -> Iterator[str]:
    seen = found.demanda
    yield seen.titulo or "Demanda sem título público"
    yield f"{seen.protocolo or '–'}  {seen.demanda_id}"
    yield ""
    yield f"{seen.situacao.forma} {seen.situacao.nome}: {seen.situacao.descricao}"
    if seen.is_oculta:
        yield "O texto está retido até que um moderador decida."
    if seen.conteudo_removido_em is not None:
        yield "O texto foi removido por um moderador."
    if seen.descricao and seen.descricao != seen.titulo:
        yield ""
        yield seen.descricao
    yield ""
    yield from _facts(seen, tempo)
    for summary in (seen.resumo_agregado, seen.resumo_ciclo):
        if summary:
            yield ""
            yield summary
    yield from _bodies(found.responsaveis)
    yield ""
    yield "O que aconteceu:"
    for one in found.linha_do_tempo.entradas:
        yield f"{tempo.curto(one.quando_ms)}  {one.frase}"
    yield ""
    yield f"horário de {tempo.zona}"


def _facts(seen: DemandaVista, tempo: FormatoTempo) -> Iterator[str]:
    category = " · ".join(one for one in (seen.area, seen.categoria, seen.subcategoria) if one)
    if category:
        yield f"categoria: {category} (nível {seen.nivel_precedencia})"
    if seen.subcategoria_descricao:
        yield f"  {seen.subcategoria_descricao}"
    if seen.unidade_civica_id:
        place = seen.unidade or f"unidade {seen.unidade_civica_id[:8]}"
        yield f"unidade: {place}" + (" (local incerto)" if seen.confianca_geo == "baixa" else "")
    if seen.recebida_em is not None:
        yield f"recebida em {tempo.curto(parse_timestamp(seen.recebida_em))}"
    if seen.dias_em_aberto is not None:
        yield f"dias em aberto: {seen.dias_em_aberto}"
    if seen.score is not None:
        yield f"pontos: {decimal(seen.score)}" + _factors(seen)
    if seen.posicao is not None:
        yield f"posição: {seen.posicao}ª de {seen.total_na_fila}"
    if seen.conselheiro_id is not None:
        yield f"conselheiro: {seen.conselheiro or seen.conselheiro_id[:8]}"
    yield from _with_others(seen)


def _with_others(seen: DemandaVista) -> Iterator[str]:
    if seen.prazo_estimado is not None:
        yield f"prazo estimado: {'/'.join(reversed(seen.prazo_estimado.split('-')))}"
    if seen.total_confirmacoes:
        yield f"confirmações de moradores: {seen.total_confirmacoes}"
    if seen.membros:
        yield f"representa {len(seen.membros)} outras demandas"
    if seen.agregado_representante_id is not None:
        yield f"representada por {seen.agregado_representante_id}"


def _factors(seen: DemandaVista) -> str:
    """``= 60 x 1 x 80``: the three factors behind the score."""
    if not seen.breakdown:
        return ""
    names = ("peso_nacional", "peso_situacional", "score_horizontal")
    factors = [f"{seen.breakdown[name]:g}".replace(".", ",") for name in names]
    return f" = {' × '.join(factors)}"


def _bodies(responsaveis: Sequence[Responsaveis]) -> Iterator[str]:
    if responsaveis:
        yield ""
        yield "Quem responde:"
        for one in responsaveis:
            yield f"  {one.esfera}: {one.orgao} – {one.papel}"


# -- unidade ---------------------------------------------------------------------------------------


def unidade(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """A unit's demands by category."""
    with ambiente.abrir_leitura() as office:
        found = servico_transparencia(office).relatorio_da_unidade(
            request_of(args, situacao=args.situacao)
        )
        words = situacoes(office)
    answer = {
        "unidade": unit_json(found.unidade),
        "so_esta_unidade": found.so_esta,
        "categorias": [_category_json(one) for one in found.categorias],
    }
    name = whole_name(found.unidade, so_esta=found.so_esta)
    if not found.categorias:
        return Resultado(answer, [name, "Nenhuma demanda com estes filtros."])
    rows = [
        (
            one.nome or "sem categoria",
            one.linha.total,
            one.linha.abertas,
            None if one.mais_antiga_dias is None else f"{one.mais_antiga_dias} dias",
        )
        for one in found.categorias
    ]
    lines = [name, "", *table(("categoria", "total", "abertas", "a mais antiga"), rows)]
    for one in found.categorias:
        states = ", ".join(
            f"{n} {words.of(state).nome}" for state, n in one.linha.por_situacao.items()
        )
        lines += [
            "",
            f"{one.nome or 'sem categoria'}: {states}",
            *list(_bodies(one.responsaveis))[2:],
        ]
    return Resultado(answer, lines)


def _category_json(one: CategoriaNoRelatorio) -> dict[str, Any]:
    oldest = one.linha.mais_antiga
    return {
        "categoria_id": one.linha.categoria_id or None,
        "categoria": one.nome,
        "total": one.linha.total,
        "abertas": one.linha.abertas,
        "por_situacao": dict(one.linha.por_situacao),
        "mais_antiga": None
        if oldest is None
        else {**oldest._asdict(), "dias_em_aberto": one.mais_antiga_dias},
        "responsaveis": [asdict(body) for body in one.responsaveis],
    }


def _demand_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("demanda", help="protocolo, id, ou os 8 primeiros caracteres do id")


def _unit_arguments(parser: argparse.ArgumentParser) -> None:
    reach_arguments(parser)
    window_arguments(parser, "recebidas")
    parser.add_argument("--situacao", metavar="SITUAÇÃO", help="só as que estão nesta situação")


VERBOS = (
    Verbo(("relatorio", "demanda"), "tudo que se pode saber de uma demanda", demanda,
          _demand_arguments),
    Verbo(("relatorio", "unidade"), "as demandas de uma unidade por categoria", unidade,
          _unit_arguments),
)  # fmt: skip

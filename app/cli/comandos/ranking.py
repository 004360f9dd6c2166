"""``ranking mostrar``: in which order a unit's demands are worked on, and why."""

from __future__ import annotations

import argparse
from typing import Any, Final

from app.bootstrap.ranking import servico_ranking
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo, page_size
from app.cli.saida import Resultado, counted, table
from app.services.decimais import decimal
from app.services.linha_do_tempo import find_demand_id
from app.services.ranking import PAGE, Linha, Pagina, RankingService
from core.colonies.d4_ranking.queries import Posicao

_SHORT: Final = 50
_HEAD: Final = ("posição", "pontos", "conta", "categoria", "demanda", "título")


def mostrar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """A unit's ranking by pages, the place of one demand, or the units that have a ranking."""
    with ambiente.abrir_leitura() as office:
        service = servico_ranking(office)
        if args.demanda is not None:
            return _one(service, find_demand_id(office.leitor, args.demanda))
        if args.unidade is None:
            return _units(service, args.limite)
        limit = args.limite if args.topo is None else args.topo
        page = service.pagina(args.unidade, limit, args.depois if args.topo is None else None)
    return _page(page, more=args.topo is None)


def _page(page: Pagina, *, more: bool) -> Resultado:
    answer = {
        "unidade_civica_id": page.unidade_civica_id,
        "unidade": page.unidade,
        "total": page.total,
        "versao_parametros": page.versao_parametros,
        "itens": [_item(line) for line in page.linhas],
        "depois": page.depois if more else None,
    }
    rows = [
        (
            line.posicao.posicao,
            _decimal(line.posicao.score_final, 2),
            _product(line.posicao),
            line.posicao.categoria_id,
            line.posicao.demanda_id,
            (line.titulo or "–")[:_SHORT],
        )
        for line in page.linhas
    ]
    where = page.unidade or page.unidade_civica_id
    lines = [
        f"{where}: {counted(page.total, 'demanda')}, parâmetros {page.versao_parametros}",
        "",
        *table(_HEAD, rows),
    ]
    if more and page.depois is not None:
        lines += [
            "",
            f"próxima página: ranking mostrar {page.unidade_civica_id} --depois {page.depois}",
        ]
    return Resultado(answer, lines)


def _one(service: RankingService, demanda: str) -> Resultado:
    line, unit, total = service.demanda(demanda)
    place = line.posicao
    answer = {**_item(line), "unidade": unit, "total": total}
    where = unit or place.unidade_civica_id
    stands = (
        f"{place.posicao}ª de {total} em {where}"
        if place.posicao is not None
        else f"fora do ranking de {where}: foi retirada, ou agregada a outra"
    )
    return Resultado(
        answer,
        [
            line.titulo or "Demanda sem título público",
            demanda,
            "",
            stands,
            f"{_decimal(place.score_final, 2)} pontos = {_product(place)}",
            "(peso nacional × peso situacional × score horizontal)",
            f"parâmetros {place.versao_parametros}",
        ],
    )


def _units(service: RankingService, limit: int) -> Resultado:
    found = service.unidades(limit)
    answer = {
        "unidades": [
            {
                "unidade_civica_id": one.unidade_civica_id,
                "unidade": one.unidade,
                "total": one.demandas,
            }
            for one in found
        ]
    }
    rows = [(one.demandas, one.unidade or "–", one.unidade_civica_id) for one in found]
    return Resultado(answer, table(("demandas", "unidade", "identificador"), rows))


def _item(line: Linha) -> dict[str, Any]:
    place = line.posicao
    return {
        "posicao": place.posicao,
        "demanda_id": place.demanda_id,
        "titulo": line.titulo,
        "unidade_civica_id": place.unidade_civica_id,
        "categoria_id": place.categoria_id,
        "nivel_precedencia": place.nivel_precedencia,
        "score_final": place.score_final,
        "breakdown": {
            "peso_nacional": place.peso_nacional,
            "peso_situacional": place.peso_situacional,
            "score_horizontal": place.score_horizontal,
        },
        "versao_parametros": place.versao_parametros,
        "calculado_em": place.calculado_em,
    }


def _product(place: Posicao) -> str:
    return (
        f"{_decimal(place.peso_nacional)} × {_decimal(place.peso_situacional)} × "
        f"{place.score_horizontal}"
    )


def _decimal(value: float, places: int | None = None) -> str:
    """With a comma; without needless zeros where no number of places is asked for."""
    return f"{value:g}".replace(".", ",") if places is None else decimal(value, places)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "unidade", nargs="?", help="id, código ou nome; sem ela, as unidades que têm ranking"
    )
    parser.add_argument("--topo", type=page_size, metavar="N", help="só as N primeiras")
    parser.add_argument("--limite", type=page_size, default=PAGE, help="quantas por página")
    parser.add_argument("--depois", metavar="PONTO", help="a página que vem depois desta")
    parser.add_argument(
        "--demanda", metavar="ID", help="o lugar e a conta desta: protocolo, id, ou o começo do id"
    )


VERBOS = (
    Verbo(
        ("ranking", "mostrar"), "mostra a ordem das demandas de uma unidade", mostrar, _arguments
    ),
)

"""``ranking verificar``: every score, position and told top recomputed from the log alone."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from app.bootstrap.auditoria import servico_auditoria, servico_da_copia
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import INTEGRITY, OK, Resultado, counted, table
from app.services.auditoria import LIMITE, RankingConferido
from app.services.decimais import decimal
from app.services.mensagens import Mensagens
from core.audit.ranking_audit import Scored
from core.kernel.errors import UserFacingError

SHOWN: Final = 10
NOT_HERE: Final = (
    "Aqui não se conferem carimbos, cadeia e assinaturas: isso é do verbo verificar. A categoria é "
    "tomada como foi decidida."
)


def verificar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Verify one unit's ranking, or all; exit 0 or 4, and of each demand what differs first."""
    if args.unidade is None and not args.todas:
        raise UserFacingError(
            "uso.invalido",
            motivo="falta informar: --unidade ou --todas",
            ajuda="python -m app ranking verificar --ajuda",
        )
    progress = ambiente.progresso("conferindo")
    if args.arquivo is None:
        with ambiente.abrir_leitura() as office:
            found = servico_auditoria(office).verificar_ranking(args.unidade, progress=progress)
    else:
        found = servico_da_copia(Path(args.arquivo)).verificar_ranking(
            args.unidade, progress=progress
        )
    order = found.ordem if args.todas else found.ordem[:SHOWN]
    answer = {
        "ok": found.is_right,
        "eventos": found.eventos,
        "unidades": found.unidades,
        "pontuacoes": found.pontuacoes,
        "topos": found.topos,
        "parametros": found.parametros,
        "divergentes": found.divergentes,
        "itens": [_scored(one, ambiente.mensagens) for one in found.mostrados],
        "ranking": [
            {
                "posicao": one.posicao,
                "demanda_id": one.demanda_id,
                "score_final": one.score_final,
                "categoria_id": one.categoria_id,
            }
            for one in order
        ],
        "total_demandas": len(found.ordem),
        "nao_conferido": NOT_HERE,
    }
    rows = [
        (one.posicao, one.demanda_id, decimal(one.score_final), one.categoria_id) for one in order
    ]
    lines = table(("posição", "demanda", "pontos", "categoria"), rows) if rows else []
    if len(order) < len(found.ordem):
        lines.append(f"… de {len(found.ordem)}; todas com --todas")
    lines += [line for one in found.mostrados for line in _lines(one, ambiente.mensagens)]
    return Resultado(answer, [*lines, *_summary(found)], OK if found.is_right else INTEGRITY)


def _summary(found: RankingConferido) -> Iterator[str]:
    done = ", ".join(
        f"{number} {name if number == 1 else names}"
        for number, name, names in (
            (found.pontuacoes, "pontuação", "pontuações"),
            (found.topos, "topo anunciado", "topos anunciados"),
            (found.parametros, "conjunto de parâmetros", "conjuntos de parâmetros"),
        )
    )
    yield f"conferidos, em {counted(found.eventos, 'evento')}: {done}"
    if found.is_right:
        yield "Tudo confere com o registro."
    else:
        yield f"NÃO CONFERE: {found.divergentes}"
        if len(found.mostrados) == LIMITE:
            yield f"são mostradas as primeiras {LIMITE} demandas"
    yield NOT_HERE


def _scored(one: Scored, mensagens: Mensagens) -> dict[str, Any]:
    first = one.findings[0]
    return {
        "sequence_number": one.event.sequence_number,
        "event_id": one.event.event_id,
        "event_hash": one.event.event_hash,
        "tipo": one.event.tipo,
        "unidade_civica_id": one.unit,
        "demanda_id": one.event.payload.get("demanda_id"),
        "entrada": first.entrada,
        "publicado": first.publicado,
        "refeito": first.refeito,
        "mensagem": mensagens.sentence(first.codigo, first.params),
        "divergencias": [found.entrada for found in one.findings],
        "decorrencias": [found.entrada for found in one.consequences],
    }


def _lines(one: Scored, mensagens: Mensagens) -> Iterator[str]:
    yield ""
    demand = one.event.payload.get("demanda_id")
    about = "" if demand is None else f", demanda {demand}"
    yield f"{one.event.tipo} no evento {one.event.sequence_number}{about}"
    first = one.findings[0]
    yield f"  NÃO CONFERE: {mensagens.sentence(first.codigo, first.params)}"


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--unidade", metavar="UNIDADE", help="nome, código, id, ou os 8 primeiros caracteres do id"
    )
    parser.add_argument(
        "--todas",
        action="store_true",
        help="confere todas as unidades; com --unidade, mostra o ranking inteiro dela",
    )
    parser.add_argument(
        "--arquivo", metavar="COPIA", help="uma cópia de segurança, em vez do escritório"
    )


VERBOS = (
    Verbo(
        ("ranking", "verificar"),
        "refaz pontuações e posições só com o registro e diz o que não confere",
        verificar,
        _arguments,
        "Refaz cada pontuação com a categoria da demanda e os parâmetros em vigor naquele ponto do "
        f"registro, cada posição, cada total e cada topo anunciado. {NOT_HERE}",
    ),
)

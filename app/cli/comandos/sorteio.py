"""``sorteio``: order a list as the draw does, and verify draws from the log alone."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from app.bootstrap.auditoria import servico_auditoria, servico_da_copia
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import INTEGRITY, OK, Resultado, counted
from app.services.auditoria import (
    LIMITE,
    SorteiosConferidos,
    ordenar_linhas,
)
from app.services.mensagens import Mensagens
from core.audit.draw_audit import Judged
from core.audit.draw_state import SORTEADO
from core.audit.findings import Finding
from core.base.sorteio import Sorteio

NOT_HERE: Final = (
    "Aqui não se conferem carimbos, cadeia e assinaturas: isso é do verbo verificar. Também não se "
    "prova que quem operava o computador não escolheu o momento do sorteio."
)


def ordenar(_ambiente: Ambiente, _args: argparse.Namespace) -> Resultado:
    """One object a line on standard input, one answer a line; no office is opened."""
    answers = ordenar_linhas(sys.stdin)
    return Resultado(None, fluxo=((_order(one), _order_in_words(one)) for one in answers))


def _order(drawn: Sorteio) -> dict[str, Any]:
    return {
        "seed_publico": drawn.seed_publico,
        "ordem": list(drawn.ordem),
        "lista_elegiveis_hash": drawn.lista_elegiveis_hash,
    }


def _order_in_words(drawn: Sorteio) -> str:
    return (
        f"sorteado {drawn.conselheiro_id} entre {len(drawn.ordem)}  "
        f"seed {drawn.seed_publico}  hash {drawn.lista_elegiveis_hash}"
    )


def verificar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Verify the draws of one demand, or all; exit 0 or 4, and what differs by name."""
    progress = ambiente.progresso("conferindo")
    if args.arquivo is None:
        with ambiente.abrir_leitura() as office:
            found = servico_auditoria(office).verificar_sorteios(args.demanda, progress=progress)
    else:
        found = servico_da_copia(Path(args.arquivo)).verificar_sorteios(
            args.demanda, progress=progress
        )
    answer = {
        "ok": found.is_right,
        "eventos": found.eventos,
        "sorteios": found.sorteios,
        "sem_candidatos": found.tentativas,
        "suspensoes_encerradas": found.suspensoes,
        "divergentes": found.divergentes,
        "nos": found.ramos,
        "em_espera_com_elegiveis": list(found.em_espera),
        "itens": [drawn_for_programs(one, ambiente.mensagens) for one in found.mostrados],
        "nao_conferido": NOT_HERE,
    }
    lines = [
        line for one in found.mostrados for line in drawn_in_steps(one, found, ambiente.mensagens)
    ]
    return Resultado(answer, [*lines, *_summary(found)], OK if found.is_right else INTEGRITY)


def _summary(found: SorteiosConferidos) -> Iterator[str]:
    counts = [counted(found.sorteios, "sorteio")]
    if found.tentativas:
        counts.append(f"{counted(found.tentativas, 'tentativa')} sem candidatos")
    if found.suspensoes:
        counts.append(f"{found.suspensoes} de fim de suspensão")
    yield f"conferidos, em {counted(found.eventos, 'evento')}: {', '.join(counts)}"
    if found.is_right:
        yield "Tudo confere com o registro."
    else:
        yield f"NÃO CONFERE: {found.divergentes}"
        if found.divergentes > LIMITE:
            yield f"são mostrados os primeiros {LIMITE}"
    if found.em_espera:
        yield (
            f"No fim do registro, {counted(len(found.em_espera), 'demanda')} sem sorteio havendo "
            f"quem sortear, a primeira {found.em_espera[0]}. Se continuar assim com o escritório "
            "aberto, o sorteio está sendo segurado."
        )
    if found.ramos > 1:
        yield f"O registro tem eventos de {found.ramos} nós; vale a ordem em que chegaram aqui."
    yield NOT_HERE


def drawn_for_programs(one: Judged, mensagens: Mensagens) -> dict[str, Any]:
    """A draw for programs."""
    payload, pool, rebuilt = one.event.publico(), one.pool, one.rebuilt
    return {
        "sequence_number": one.event.sequence_number,
        "event_id": one.event.event_id,
        "event_hash": one.event.event_hash,
        "tipo": one.event.tipo,
        "demanda_id": payload.get("demanda_id"),
        "conselheiro_id": payload.get("conselheiro_id"),
        "ok": one.is_right,
        "unidade_civica_id": one.unit,
        "degraus": []
        if pool is None
        else [
            {
                "unidade_civica_id": step.unit,
                "cadastrados": step.registered,
                "ocupados": step.busy,
                "elegiveis": step.eligible,
            }
            for step in pool.steps
        ],
        "impedidos": sorted(one.excluded),
        "elegiveis": None if pool is None else list(pool.ids),
        "refeito": None
        if rebuilt is None
        else {
            "seed_base_event_id": rebuilt.base,
            "timestamp": rebuilt.timestamp,
            "seed_publico": rebuilt.seed,
            "ordem": list(rebuilt.order),
            "lista_elegiveis_hash": rebuilt.digest,
            "conselheiro_id": rebuilt.winner,
        },
        "divergencias": [_finding(found, mensagens) for found in one.findings],
        "decorrencias": [_finding(found, mensagens) for found in one.consequences],
    }


def _finding(found: Finding, mensagens: Mensagens) -> dict[str, Any]:
    return {
        "entrada": found.entrada,
        "publicado": found.publicado,
        "refeito": found.refeito,
        **found.detalhe,
        "mensagem": mensagens.sentence(found.codigo, found.params),
    }


def drawn_in_steps(one: Judged, found: SorteiosConferidos, mensagens: Mensagens) -> Iterator[str]:
    """A draw for people, step by step."""
    what = "sorteio" if one.event.tipo == SORTEADO else one.event.tipo
    yield f"{what} no evento {one.event.sequence_number} ({one.event.event_id})"
    demand = one.event.publico().get("demanda_id")
    if demand is not None:
        yield f"  demanda     {demand}"
    if one.pool is not None:
        for step in one.pool.steps:
            yield (
                f"  degrau      {_unit(step.unit, found.nomes)}: "
                f"{counted(step.registered, 'cadastrado')}, {counted(step.busy, 'ocupado')}, "
                f"{step.eligible} podiam ser sorteados"
            )
        yield from _list("  impedidos   ", sorted(one.excluded))
    if one.rebuilt is not None:
        yield from _list("  elegíveis   ", one.rebuilt.pool)
        yield f"  base        {one.rebuilt.base or '–'}"
        yield f"  horário     {one.rebuilt.timestamp}"
        yield f"  semente     {one.rebuilt.seed or '–'}"
        yield from _list("  ordem       ", one.rebuilt.order)
        yield f"  resumo      {one.rebuilt.digest or '–'}"
        yield f"  sorteado    {one.rebuilt.winner or 'ninguém'}"
    for wrong in one.findings:
        yield f"  NÃO CONFERE: {mensagens.sentence(wrong.codigo, wrong.params)}"
    for other in one.consequences:
        yield f"  em consequência: {mensagens.sentence(other.codigo, other.params)}"
    if one.is_right:
        yield "  confere"
    yield ""


def _list(title: str, ids: Sequence[str]) -> Iterator[str]:
    for place, one in enumerate(ids):
        yield (title if place == 0 else " " * len(title)) + one


def _unit(unit: str, names: Mapping[str, str]) -> str:
    name = names.get(unit)
    return unit if name is None else f"{name} ({unit[:8]})"


def _verify_arguments(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "--demanda", metavar="ID", help="protocolo, id, ou os 8 primeiros caracteres do id"
    )
    which.add_argument("--todos", action="store_true", help="todos os sorteios do registro")
    parser.add_argument(
        "--arquivo", metavar="COPIA", help="uma cópia de segurança, em vez do escritório"
    )


VERBOS = (
    Verbo(
        ("sorteio", "ordenar"),
        "refaz a ordem de um sorteio a partir do que foi publicado",
        ordenar,
        descricao="Lê da entrada padrão um objeto por linha, com ultimo_event_id, timestamp e "
        "elegiveis (em qualquer ordem), e responde seed_publico, ordem e lista_elegiveis_hash. "
        "Não precisa de escritório.",
    ),
    Verbo(
        ("sorteio", "verificar"),
        "refaz sorteios só com o registro e diz o que não confere",
        verificar,
        _verify_arguments,
        "Refaz, a partir dos eventos anteriores, quem podia ser sorteado, a semente, a ordem e o "
        f"sorteado, e compara com o publicado. {NOT_HERE}",
    ),
)

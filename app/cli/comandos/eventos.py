"""``eventos listar|mostrar|rastro``: the log, by filter, one event whole, or as a tree of causes."""

from __future__ import annotations

import argparse
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.dias import read_day
from app.cli.saida import Resultado, table
from app.services.eventos import EventFilter, EventosService, EventRow
from app.services.rastro import Rastro, RastroNo
from core.base.texto.inert import inert
from core.kernel.clock import format_timestamp
from core.kernel.errors import UserFacingError

_LIMIT: Final = 50
_SHORT: Final = 8


def _as_dict(row: EventRow | RastroNo) -> dict[str, Any]:
    return {
        "sequence_number": row.numero,
        "event_id": row.event_id,
        "event_hash": row.carimbo,
        "tipo": row.tipo,
        "origem": row.colonia,
        "timestamp": format_timestamp(row.quando_ms),
    }


def _identificador(text: str) -> str:
    """A whole identifier as the log writes it; ``ValueError`` is argparse's refusal."""
    return str(UUID(text))


def _quantidade(text: str) -> int:
    """How many to show; 0 only counts."""
    count = int(text)
    if count < 0:
        raise ValueError(text)
    return count


def listar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Events that pass the filters, newest first."""
    with ambiente.abrir_leitura() as office:
        wanted = EventFilter(
            tipos=tuple(args.tipo or ()),
            colonia=args.colonia,
            desde_ms=office.tempo.inicio_do_dia_ms(read_day(args.desde)) if args.desde else None,
            ate_ms=(
                office.tempo.inicio_do_dia_ms(read_day(args.ate) + timedelta(days=1))
                if args.ate
                else None
            ),
            demanda=args.demanda,
        )
        ids = office.eventos.list_ids(wanted, newest_first=not args.antigos_primeiro)
        rows = office.eventos.page(list(ids[: args.limite]))
        answer = {
            "total": len(ids),
            "eventos": [{**_as_dict(row), "assunto": row.assunto} for row in rows],
        }
        lines = table(
            ("nº", "quando", "tipo", "colônia", "assunto"),
            [
                (
                    row.numero,
                    office.tempo.curto(row.quando_ms),
                    row.tipo,
                    row.colonia,
                    (row.assunto or "")[:_SHORT],
                )
                for row in rows
            ],
        )
        shown = f"{len(rows)} de {len(ids)} eventos · horário de {office.tempo.zona}"
        return Resultado(answer, [*lines, "", shown])


def rastro(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """The tree of causes of an event, a demand or a correlation."""
    with ambiente.abrir_leitura() as office:
        trace = (
            office.eventos.trace_of_correlation(_uuid(args.quem))
            if args.correlacao
            else _trace(office.eventos, args.quem)
        )
        nodes = [(depth, node) for root in trace.raizes for depth, node in _walk(root, 0)]
        answer = [{**_as_dict(node), "nivel": depth} for depth, node in nodes]
        lines = [
            f"{'   ' * depth}{'└─ ' if depth else ''}{node.numero}  {node.tipo}"
            f"  [{node.colonia}]  {office.tempo.curto(node.quando_ms)}"
            for depth, node in nodes
        ]
        return Resultado(answer, lines)


def mostrar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """One event: its fields, what is odd about its clock, its effect, its public content."""
    with ambiente.abrir_leitura() as office:
        found = office.eventos.find(args.quem)
        detail = None if found.numero is None else office.eventos.detail(found.numero)
        if detail is None:
            raise UserFacingError("busca.nada_encontrado", texto=args.quem[:64])
        fields = [
            (
                field.rotulo,
                field.valor
                if field.momento_ms is None
                else f"{office.tempo.curto(field.momento_ms)} ({office.tempo.zona})",
            )
            for field in detail.campos
        ]
    width = max(len(label) for label, _ in fields)
    lines = [f"{label:<{width}}  {inert(value)}" for label, value in fields]
    if detail.conteudo:
        lines += ["", *(inert(line) for line in detail.conteudo.split("\n"))]
    if detail.has_hidden:
        lines += ["", "Há partes restritas, que não se mostram aqui."]
    return Resultado(
        {
            "sequence_number": detail.numero,
            "tipo": detail.tipo,
            "event_hash": detail.carimbo,
            "confere": detail.holds,
            "relogio": list(detail.relogio),
            "sem_efeito": None
            if detail.sem_efeito is None
            else {"estado": detail.sem_efeito[0], "motivo": detail.sem_efeito[1]},
            "cabecalho": detail.cabecalho,
            "conteudo": detail.conteudo,
        },
        [*lines, "", "Confere." if detail.holds else "NÃO CONFERE: os bytes não são os selados."],
    )


def _uuid(text: str) -> str:
    """A whole identifier.

    Raises:
        UserFacingError: ``busca.nada_encontrado``.
    """
    try:
        return str(UUID(text))
    except ValueError:
        raise UserFacingError("busca.nada_encontrado", texto=text[:64]) from None


def _trace(eventos: EventosService, who: str) -> Rastro:
    found = eventos.find(who)
    if found.numero is not None:
        return eventos.trace(found.numero)
    return eventos.trace_of_subject(found.assunto or "")


def _walk(node: RastroNo, depth: int) -> list[tuple[int, RastroNo]]:
    """Depth first, without recursion: a chain of causes may be long."""
    found: list[tuple[int, RastroNo]] = []
    stack = [(depth, node)]
    while stack:
        level, current = stack.pop()
        found.append((level, current))
        stack.extend((level + 1, child) for child in reversed(current.filhos))
    return found


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tipo", action="append", help="só este tipo (pode repetir)")
    parser.add_argument("--colonia", help="só os publicados por esta colônia, ex.: D-2")
    parser.add_argument(
        "--demanda",
        type=_identificador,
        metavar="ID",
        help="só os que falam desta demanda (identificador inteiro)",
    )
    parser.add_argument("--desde", metavar="AAAA-MM-DD", help="a partir deste dia")
    parser.add_argument("--ate", metavar="AAAA-MM-DD", help="até este dia, inclusive")
    parser.add_argument("--limite", type=_quantidade, default=_LIMIT, help="quantos mostrar")
    parser.add_argument("--antigos-primeiro", action="store_true", help="na ordem em que chegaram")


def _trace_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--correlacao", action="store_true", help="o identificador é de uma correlação"
    )
    parser.add_argument(
        "quem", help="número, carimbo, event_id ou id da demanda (ao menos 8 caracteres)"
    )


def _one_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("quem", help="número, carimbo ou event_id (ao menos 8 caracteres)")


VERBOS = (
    Verbo(("eventos", "listar"), "lista eventos do registro", listar, _list_arguments),
    Verbo(("eventos", "mostrar"), "mostra um evento inteiro", mostrar, _one_argument),
    Verbo(("eventos", "rastro"), "mostra a árvore de causas", rastro, _trace_arguments),
)

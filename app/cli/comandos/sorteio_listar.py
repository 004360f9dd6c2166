"""``sorteio listar``: draws with what became of them, and the demands that wait for one."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from app.bootstrap.conselheiros import servico_sorteio
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo, page_size
from app.cli.saida import Resultado, table
from app.services.conselheiros import find_conselheiro_id
from app.services.linha_do_tempo import find_demand_id
from app.services.sorteio import PAGE, SorteioService
from app.services.unidades import identificar_unidade
from app.settings.tempo import FormatoTempo
from core.kernel.clock import parse_timestamp

MOTIVOS: Final = {
    "nenhum_cadastrado": "ninguém cadastrado",
    "todos_ocupados": "todos ocupados",
    "todos_inativos": "ocupados, afastados ou já a deixaram",
}
"""Why a demand waits, in words."""


def listar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Draws, newest first; with ``--espera`` what waits, first in first."""
    with ambiente.abrir_leitura() as office:
        wanted = args.unidade
        unit = None if wanted is None else identificar_unidade(office.leitor, wanted)
        service = servico_sorteio(office)
        if args.espera:
            return _waiting(service, unit, office.tempo, args)
        filters: dict[str, Any] = {"unidade_id": unit}
        if args.demanda is not None:
            filters["demanda_id"] = find_demand_id(office.leitor, args.demanda)
        if args.conselheiro is not None:
            filters["conselheiro_id"] = find_conselheiro_id(office.leitor, args.conselheiro)
        page = service.listar(limite=args.limite, depois=args.depois, **filters)
        tempo = office.tempo
    answer = {"sorteios": [asdict(one) for one in page.sorteios], "depois": page.depois}
    rows = [
        (
            tempo.curto(parse_timestamp(one.data_sorteio)),
            one.demanda_id,
            one.conselheiro_id,
            one.total_elegiveis,
            one.status,
            one.motivo_encerramento,
        )
        for one in page.sorteios
    ]
    head = ("sorteado em", "demanda", "conselheiro", "elegíveis", "situação", "motivo")
    shown = _shown(head, rows, tempo, "Nenhum sorteio. O que espera um: sorteio listar --espera.")
    return Resultado(answer, [*shown, *_next_page("", page.depois)])


def _waiting(
    service: SorteioService, unit: str | None, tempo: FormatoTempo, args: argparse.Namespace
) -> Resultado:
    page = service.fila(unidade_id=unit, limite=args.limite, depois=args.depois)
    answer = {"espera": [asdict(one) for one in page.pendentes], "depois": page.depois}
    rows = [
        (
            tempo.curto(parse_timestamp(one.data_entrada)),
            one.demanda_id,
            one.categoria_id,
            MOTIVOS.get(one.motivo_espera or "", one.motivo_espera),
            one.tentativas_sorteio,
        )
        for one in page.pendentes
    ]
    head = ("espera desde", "demanda", "categoria", "motivo", "tentativas")
    shown = _shown(head, rows, tempo, "Nenhuma demanda espera um sorteio.")
    return Resultado(answer, [*shown, *_next_page(" --espera", page.depois)])


def _shown(
    head: Sequence[str], rows: Sequence[Sequence[object]], tempo: FormatoTempo, nenhum: str
) -> list[str]:
    """The table with its time zone, or a sentence where there is nothing."""
    return [*table(head, rows), "", f"horário de {tempo.zona}"] if rows else [nenhum]


def _next_page(options: str, depois: str | None) -> list[str]:
    if depois is None:
        return []
    return ["", f"próxima página: sorteio listar{options} --depois {depois}"]


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--demanda", metavar="ID", help="só os desta demanda: protocolo, id, ou o começo do id"
    )
    parser.add_argument("--conselheiro", metavar="ID", help="só os deste conselheiro")
    parser.add_argument(
        "--unidade", metavar="UNIDADE", help="só os de demandas desta unidade: id, código ou nome"
    )
    parser.add_argument(
        "--espera", action="store_true", help="em vez dos sorteios, as demandas que esperam um"
    )
    parser.add_argument("--limite", type=page_size, default=PAGE, help="quantos mostrar")
    parser.add_argument("--depois", metavar="PONTO", help="a página que vem depois desta")


VERBOS = (
    Verbo(("sorteio", "listar"), "lista os sorteios, ou o que espera um", listar, _arguments),
)

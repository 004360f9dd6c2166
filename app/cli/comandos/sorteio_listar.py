"""``sorteio listar``: draws with what became of them, and the demands that wait for one."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from app.bootstrap.conselheiros import servico_sorteio
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo, page_size
from app.cli.saida import Resultado, table
from app.services.conselheiros import find_conselheiro_id
from app.services.linha_do_tempo import find_demand_id
from app.services.sorteio import PAGE, SorteioService


def listar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Draws, newest first; with ``--espera`` what waits, first in first."""
    unit = None if args.unidade is None else args.unidade.strip().lower()
    with ambiente.abrir_leitura() as office:
        service = servico_sorteio(office)
        if args.espera:
            return _waiting(service, unit, args)
        filters: dict[str, Any] = {"unidade_id": unit}
        if args.demanda is not None:
            filters["demanda_id"] = find_demand_id(office.leitor, args.demanda)
        if args.conselheiro is not None:
            filters["conselheiro_id"] = find_conselheiro_id(office.leitor, args.conselheiro)
        page = service.listar(limite=args.limite, depois=args.depois, **filters)
    answer = {"sorteios": [asdict(one) for one in page.sorteios], "depois": page.depois}
    rows = [
        (
            one.data_sorteio[:19].replace("T", " "),
            one.demanda_id,
            one.conselheiro_id,
            one.total_elegiveis,
            one.status,
            one.motivo_encerramento,
        )
        for one in page.sorteios
    ]
    head = ("sorteado em (UTC)", "demanda", "conselheiro", "elegíveis", "situação", "motivo")
    return Resultado(answer, [*table(head, rows), *_next_page("", page.depois)])


def _waiting(service: SorteioService, unit: str | None, args: argparse.Namespace) -> Resultado:
    page = service.fila(unidade_id=unit, limite=args.limite, depois=args.depois)
    answer = {"espera": [asdict(one) for one in page.pendentes], "depois": page.depois}
    rows = [
        (
            one.data_entrada[:19].replace("T", " "),
            one.demanda_id,
            one.categoria_id,
            one.motivo_espera,
            one.tentativas_sorteio,
        )
        for one in page.pendentes
    ]
    head = ("espera desde (UTC)", "demanda", "categoria", "motivo", "tentativas")
    return Resultado(answer, [*table(head, rows), *_next_page(" --espera", page.depois)])


def _next_page(options: str, depois: str | None) -> list[str]:
    if depois is None:
        return []
    return ["", f"próxima página: sorteio listar{options} --depois {depois}"]


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--demanda", metavar="QUEM", help="só os desta demanda")
    parser.add_argument("--conselheiro", metavar="ID", help="só os deste conselheiro")
    parser.add_argument("--unidade", metavar="ID", help="só os de demandas desta unidade")
    parser.add_argument(
        "--espera", action="store_true", help="em vez dos sorteios, as demandas que esperam um"
    )
    parser.add_argument("--limite", type=page_size, default=PAGE, help="quantos mostrar")
    parser.add_argument("--depois", metavar="PONTO", help="a página que vem depois desta")


VERBOS = (
    Verbo(("sorteio", "listar"), "lista os sorteios, ou o que espera um", listar, _arguments),
)

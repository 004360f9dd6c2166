"""``sorteio listar``: draws with what became of them, and the demands that wait for one."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.conselheiros import servico_sorteio
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo, page_size
from app.cli.saida import Resultado, table
from app.services.conselheiros import find_conselheiro_id
from app.services.linha_do_tempo import find_demand_id
from app.services.nomes_publicos import NomesPublicos, nomes_publicos
from app.services.registro_sorteios import SITUACOES, motivo_em_palavras
from app.services.sorteio import PAGE, SorteioService
from app.services.unidades import identificar_unidade
from app.settings.tempo import FormatoTempo
from core.colonies.d6a_sorteio.queries import Pendente, Sorteado
from core.kernel.clock import parse_timestamp


def listar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Draws, newest first; with ``--espera`` what waits, first in first."""
    with ambiente.abrir_leitura() as office:
        wanted = args.unidade
        unit = None if wanted is None else identificar_unidade(office.leitor, wanted)
        service = servico_sorteio(office)
        if args.espera:
            return _waiting(service, office, unit, args)
        filters: dict[str, Any] = {"unidade_id": unit}
        if args.demanda is not None:
            filters["demanda_id"] = find_demand_id(office.leitor, args.demanda)
        if args.conselheiro is not None:
            filters["conselheiro_id"] = find_conselheiro_id(office.leitor, args.conselheiro)
        page = service.listar(limite=args.limite, depois=args.depois, **filters)
        names = nomes_publicos(
            office.leitor,
            demandas=[one.demanda_id for one in page.sorteios],
            conselheiros=[one.conselheiro_id for one in page.sorteios],
        )
        tempo = office.tempo
    answer = {"sorteios": [_with_names(one, names) for one in page.sorteios], "depois": page.depois}
    rows = [
        (
            tempo.curto(parse_timestamp(one.data_sorteio)),
            names.demanda(one.demanda_id),
            names.conselheiro(one.conselheiro_id),
            one.total_elegiveis,
            SITUACOES.get(one.status, one.status),
            motivo_em_palavras(one.motivo_encerramento),
        )
        for one in page.sorteios
    ]
    head = ("sorteado em", "demanda", "conselheiro", "elegíveis", "situação", "motivo")
    shown = _shown(head, rows, tempo, "Nenhum sorteio. O que espera um: sorteio listar --espera.")
    return Resultado(answer, [*shown, *_next_page("", page.depois)])


def _waiting(
    service: SorteioService, office: Aplicacao, unit: str | None, args: argparse.Namespace
) -> Resultado:
    page = service.fila(unidade_id=unit, limite=args.limite, depois=args.depois)
    tempo = office.tempo
    names = nomes_publicos(
        office.leitor,
        demandas=[one.demanda_id for one in page.pendentes],
        unidades=[one.unidade_civica_id for one in page.pendentes],
    )
    answer = {"espera": [_with_names(one, names) for one in page.pendentes], "depois": page.depois}
    rows = [
        (
            tempo.curto(parse_timestamp(one.data_entrada)),
            names.demanda(one.demanda_id),
            names.unidades.get(one.unidade_civica_id, "–"),
            one.categoria_id,
            motivo_em_palavras(one.motivo_espera),
            one.tentativas_sorteio,
        )
        for one in page.pendentes
    ]
    head = ("espera desde", "demanda", "unidade", "categoria", "motivo", "tentativas")
    shown = _shown(head, rows, tempo, "Nenhuma demanda espera um sorteio.")
    return Resultado(answer, [*shown, *_next_page(" --espera", page.depois)])


def _with_names(one: Sorteado | Pendente, names: NomesPublicos) -> dict[str, Any]:
    """For programs: all of it, and what a clerk knows it by."""
    return {**asdict(one), "protocolo": names.protocolos.get(one.demanda_id)}


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

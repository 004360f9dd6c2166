"""``revisoes listar|mostrar|decidir|desfazer`` and ``demandas contestar``: people have the word."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any, Final

from app.bootstrap.revisao import servico_revisoes
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo, page_size
from app.cli.comandos.atores import acting
from app.cli.saida import OK, USAGE, Resultado, table
from app.services.fila_revisao_paginas import MOTIVOS
from app.services.linha_do_tempo import find_demand_id
from app.services.nomes_publicos import nomes_publicos
from app.services.permissoes import Ato
from app.services.revisoes import PAGE, Item
from core.base.taxonomia.taxonomy import Taxonomy
from core.colonies.d3_categorizacao.api import Escolha
from core.colonies.d3_categorizacao.queries import ItemDaFila, VersaoLida

_SHORT: Final = 60


def listar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """The queue: contested first, then the lowest confidence."""
    with ambiente.abrir_leitura() as office:
        page = servico_revisoes(office, escreve=False).listar(args.limite, args.depois)
        names = nomes_publicos(office.leitor, demandas=[one.demanda_id for one in page.itens])
        taxonomy = office.modelos().taxonomy
    answer = {
        "itens": [
            {**_item(one), "protocolo": names.protocolos.get(one.demanda_id)} for one in page.itens
        ],
        "depois": page.depois,
        "por_motivo": dict(page.por_motivo),
        "em_espera": dict(page.em_espera),
    }
    head = ("demanda", "motivo", "categoria", "confiança", "texto")
    rows = [
        (
            names.demanda(one.demanda_id),
            MOTIVOS.get(one.motivo, one.motivo),
            _category(taxonomy, one.categoria_id),
            f"{one.confianca:.2f}",
            " ".join((one.texto or "").split())[:_SHORT],
        )
        for one in page.itens
    ]
    lines = [*table(head, rows), "", f"{sum(page.por_motivo.values())} na fila"]
    for what, count in page.em_espera.items():
        lines.append(f"{count} ainda sem {what}")
    if page.depois is not None:
        lines.append(f"próxima página: revisoes listar --depois {page.depois}")
    return Resultado(answer, lines)


def _category(taxonomy: Taxonomy, categoria_id: str | None) -> str:
    """Code and name."""
    known = None if categoria_id is None else taxonomy.categoria(categoria_id)
    return categoria_id or "–" if known is None else f"{known.id} {known.nome}"


def mostrar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """One demand's category with everything that is known of it."""
    with ambiente.abrir_leitura() as office:
        demanda = find_demand_id(office.leitor, args.demanda)
        found = servico_revisoes(office, escreve=False).abrir(demanda)
    return Resultado(_opened(demanda, found), _lines(demanda, found))


def decidir(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Give an item its category; code 2 where somebody else was first."""
    with ambiente.abrir() as office:
        demanda = find_demand_id(office.leitor, args.demanda)
        answer = servico_revisoes(office).decidir(
            Escolha(
                demanda_id=demanda,
                categoria_id=args.categoria,
                subcategoria_id=args.subcategoria,
                versao_vista=args.vista,
            ),
            acting(ambiente, office, Ato.REVISAR),
        )
        office.engine.aguardar_ocioso()
    said = answer["decisao"]["categoria_id"]
    if answer["decidida"]:
        return Resultado(answer, [f"Decidido: {demanda} fica na categoria {said}."])
    line = f"Alguém decidiu antes: {demanda} está na categoria {said}. Nada foi gravado agora."
    return Resultado(answer, [line], USAGE)


def desfazer(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Take the decision that stands back; the review is open again."""
    with ambiente.abrir() as office:
        service = servico_revisoes(office)
        demanda = find_demand_id(office.leitor, args.demanda)
        history = service.abrir(demanda).historico
        last = history[-1].dita.event_id if history else ""
        actor = acting(ambiente, office, Ato.REVISAR)
        answer = service.desfazer(demanda, args.decisao or last, actor, args.motivo)
        office.engine.aguardar_ocioso()
    standing = answer["categoria_id"]
    return Resultado(answer, [f"Desfeito: vale a categoria {standing}, e a revisão está aberta."])


def contestar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Say that a demand's category is wrong."""
    with ambiente.abrir() as office:
        demanda = find_demand_id(office.leitor, args.demanda)
        actor = acting(ambiente, office, Ato.CONTESTAR)
        answer = servico_revisoes(office).contestar(
            demanda, actor, categoria_sugerida=args.categoria, motivo=args.motivo
        )
        office.engine.aguardar_ocioso()
    return Resultado(answer, [f"Contestada: {demanda} vai ao começo da fila de revisão."], OK)


def _item(one: ItemDaFila) -> dict[str, Any]:
    return asdict(one)


def _version(one: VersaoLida) -> dict[str, Any]:
    said = asdict(one.dita)
    return {
        "versao": one.versao,
        "atual": one.is_atual,
        "event_hash": one.carimbo,
        "categorizada_em": one.categorizada_em,
        **said,
    }


def _opened(demanda: str, found: Item) -> dict[str, Any]:
    return {
        "demanda_id": demanda,
        "fila": None if found.fila is None else _item(found.fila),
        "termos": [asdict(one) for one in found.termos],
        "termos_da_mesma_versao": found.is_mesma_versao,
        "historico": [_version(one) for one in found.historico],
        "contestacoes": [one._asdict() for one in found.contestacoes],
        "reserva": None if found.reserva is None else found.reserva._asdict(),
    }


def _lines(demanda: str, found: Item) -> list[str]:
    lines = [demanda]
    if found.fila is None:
        lines.append("não está na fila de revisão")
    else:
        lines += [
            f"na fila: {found.fila.motivo}, desde {found.fila.entrou_em}",
            f"para decidir sobre isto: --vista {found.fila.versao_vista}",
            f"texto: {found.fila.texto or '–'}",
        ]
    lines.append("palavras: " + (", ".join(one.palavra for one in found.termos) or "–"))
    rows = [
        (v.versao, v.dita.categoria_id, f"{v.dita.confianca:.2f}", v.dita.metodo,
         v.dita.autoria, v.categorizada_em)
        for v in found.historico
    ]  # fmt: skip
    return [
        *lines,
        "",
        *table(("versão", "categoria", "confiança", "método", "quem", "quando"), rows),
    ]


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limite", type=page_size, default=PAGE, help="quantos mostrar")
    parser.add_argument("--depois", metavar="PONTO", help="a página que vem depois desta")


def _demand_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("demanda", help="protocolo, id, ou os 8 primeiros caracteres do id")


def _decide_arguments(parser: argparse.ArgumentParser) -> None:
    _demand_argument(parser)
    parser.add_argument("--categoria", required=True, metavar="N.M", help="a categoria certa")
    parser.add_argument("--subcategoria", metavar="N.M.K", help="e a subcategoria")
    parser.add_argument(
        "--vista", metavar="HEX", help="versao_vista do item; se mudou, nada é gravado"
    )


def _undo_arguments(parser: argparse.ArgumentParser) -> None:
    _demand_argument(parser)
    parser.add_argument("--decisao", metavar="EVENT_ID", help="qual; sem ela, a que vale")
    parser.add_argument("--motivo", help="por quê; não é publicado")


def _contest_arguments(parser: argparse.ArgumentParser) -> None:
    _demand_argument(parser)
    parser.add_argument("--categoria", metavar="N.M", help="qual seria a certa")
    parser.add_argument("--motivo", help="por quê; não é publicado")


VERBOS = (
    Verbo(("demandas", "contestar"), "diz que a categoria está errada", contestar,
          _contest_arguments),
    Verbo(("revisoes", "listar"), "lista a fila de revisão de categorias", listar,
          _list_arguments),
    Verbo(("revisoes", "mostrar"), "mostra um item com tudo que se sabe", mostrar,
          _demand_argument),
    Verbo(("revisoes", "decidir"), "dá a categoria de um item", decidir, _decide_arguments),
    Verbo(("revisoes", "desfazer"), "desfaz uma decisão", desfazer, _undo_arguments),
)  # fmt: skip

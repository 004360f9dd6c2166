"""``painel``, ``historico`` and ``unidades buscar``: how a unit stands, and what was resolved."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any, Final

from app.bootstrap.transparencia import servico_transparencia, situacoes
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo, page_size
from app.cli.dias import read_day
from app.cli.saida import Resultado, table
from app.services.situacoes import Situacoes
from app.services.transparencia import PAGE
from app.services.transparencia_vistas import PainelDeUnidade, Pedido
from app.services.unidades import place_name
from core.colonies.d7_transparencia.queries.listas import DemandaListada
from core.colonies.d7_transparencia.queries.unidades import FiltroUnidade, Unidade
from core.kernel.clock import parse_timestamp

_DAY_S: Final = 86_400
_ATRASOS: Final = {
    "prazo": "prazo registrado vencido",
    "inicio": "sorteada há 72 h sem primeiro contato",
    "conselheiro": "30 dias sem conselheiro",
    "atualizacao": "30 dias sem atualização",
    "revisao": "7 dias em revisão",
}


def whole_name(unit: Unidade | None, *, so_esta: bool) -> str:
    """What a panel or report is of, in words."""
    if unit is None:
        return "Todo o escritório"
    return place_name(unit) + (" (só esta unidade)" if so_esta else " e as unidades dentro dela")


def unit_json(unit: Unidade | None) -> dict[str, Any] | None:
    """A unit for programs."""
    return None if unit is None else unit._asdict()


# -- painel ----------------------------------------------------------------------------------------


def painel(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """A unit's indicators."""
    with ambiente.abrir_leitura() as office:
        found = servico_transparencia(office).painel(args.unidade, so_esta=args.so_esta)
        words = situacoes(office)
    shown = found.painel
    answer = {
        "unidade": unit_json(found.unidade),
        "so_esta_unidade": found.so_esta,
        **{k: v for k, v in asdict(shown).items() if k != "atrasos"},
        "por_nivel": {str(level): n for level, n in shown.por_nivel.items()},
        "taxa_local_incerto": shown.taxa_local_incerto,
        "atrasadas": {**shown.atrasos.por_tipo, "total": shown.atrasos.total},
        "agenda": None if found.agenda is None else found.agenda._asdict(),
    }
    return Resultado(answer, _panel_lines(found, words))


def _panel_lines(found: PainelDeUnidade, words: Situacoes) -> list[str]:
    shown = found.painel
    states = [
        (f"{one.forma} {one.nome}", shown.por_situacao[one.codigo])
        for one in words.todas()
        if shown.por_situacao[one.codigo]
    ]
    levels = [
        (f"nível {level}" if level else "sem categoria", n) for level, n in shown.por_nivel.items()
    ]
    overdue = [(_ATRASOS[kind], n) for kind, n in shown.atrasos.por_tipo.items() if n]
    share = shown.taxa_local_incerto
    return [
        whole_name(found.unidade, so_esta=found.so_esta),
        "",
        f"{shown.abertas} abertas de {shown.total} demandas",
        *(table(("situação", "demandas"), states) if states else []),
        "",
        *(table(("abertas por nível", "demandas"), levels) if levels else []),
        "",
        f"até o primeiro contato: {_mean(shown.inicio_medio_s)}",
        f"até a conclusão: {_mean(shown.conclusao_media_s)}",
        f"conselheiros cadastrados: {shown.conselheiros_cadastrados}",
        f"conselheiros em trabalho: {shown.conselheiros_ativos}",
        f"local incerto: {'–' if share is None else f'{round(share * 100)} %'} das abertas",
        f"atrasadas: {shown.atrasos.total}",
        *(f"  {n} {what}" for what, n in overdue),
    ]


def _mean(seconds: int | None) -> str:
    if seconds is None:
        return "ainda não há"
    return f"{seconds / _DAY_S:.1f} dias em média".replace(".", ",")


# -- historico -------------------------------------------------------------------------------------


def historico(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """What was resolved, the latest first."""
    with ambiente.abrir_leitura() as office:
        page = servico_transparencia(office).historico(
            request_of(args, titulo=args.titulo), args.limite, args.depois
        )
        rows = [
            (
                office.tempo.curto(_ms(one.concluida_em)),
                one.protocolo or one.demanda_id,
                one.titulo or "–",
                page.categorias.get(one.categoria_id or "", "–"),
                page.unidades.get(one.unidade_civica_id or "", "–"),
            )
            for one in page.demandas
        ]
        zone = office.tempo.zona
    answer = {
        "unidade": unit_json(page.unidade),
        "so_esta_unidade": page.so_esta,
        "demandas": [listed(one) for one in page.demandas],
        "depois": page.depois,
    }
    name = whole_name(page.unidade, so_esta=page.so_esta)
    if not rows:
        return Resultado(answer, [name, "Nenhuma demanda concluída com estes filtros."])
    head = ("concluída em", "demanda", "título", "categoria", "unidade")
    lines = [name, "", *table(head, rows), "", f"horário de {zone}"]
    if page.depois is not None:
        lines.append(f"próxima página: --depois {page.depois}")
    return Resultado(answer, lines)


def _ms(text: str | None) -> int:
    """A claim as milliseconds; the beginning of time where it names no real moment."""
    try:
        return parse_timestamp(text or "")
    except ValueError:
        return 0


def listed(one: DemandaListada) -> dict[str, Any]:
    """A demand of a list for programs; the score as a number."""
    return {**one._asdict(), "score": None if one.score is None else float(one.score)}


def request_of(args: argparse.Namespace, **more: Any) -> Pedido:
    """What reports and histories have in common."""
    return Pedido(
        unidade=args.unidade,
        so_esta=args.so_esta,
        categoria=args.categoria,
        de=None if args.de is None else read_day(args.de),
        ate=None if args.ate is None else read_day(args.ate),
        **more,
    )


# -- unidades --------------------------------------------------------------------------------------


def buscar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Units by name, state and parent."""
    wanted = FiltroUnidade(args.nome, args.nivel, args.uf, args.pai)
    with ambiente.abrir_leitura() as office:
        found = servico_transparencia(office).unidades(wanted, args.limite)
    rows = [(place_name(one), one.nivel, one.codigo, one.unidade_civica_id) for one in found]
    lines = table(("unidade", "nível", "código", "id"), rows)
    if not rows:
        lines = ["Nenhuma unidade com este nome. Confira a grafia, ou importe o território."]
    return Resultado({"unidades": [one._asdict() for one in found]}, lines)


# -- grammar ---------------------------------------------------------------------------------------


def reach_arguments(parser: argparse.ArgumentParser) -> None:
    """Whose demands: a unit or the whole office."""
    parser.add_argument("unidade", nargs="?", help="id, código ou nome; sem ela, todo o escritório")
    parser.add_argument(
        "--so-esta", action="store_true", help="só esta unidade, sem as que ficam dentro dela"
    )


def window_arguments(parser: argparse.ArgumentParser, what: str) -> None:
    """A category and days."""
    parser.add_argument("--categoria", metavar="N.M", help="só esta categoria")
    parser.add_argument("--de", metavar="AAAA-MM-DD", help=f"{what} a partir deste dia")
    parser.add_argument("--ate", metavar="AAAA-MM-DD", help=f"{what} até este dia, inclusive")


def _history_arguments(parser: argparse.ArgumentParser) -> None:
    reach_arguments(parser)
    window_arguments(parser, "concluídas")
    parser.add_argument("--titulo", help="parte do título, com ou sem acentos")
    parser.add_argument("--limite", type=page_size, default=PAGE, help=f"quantas (padrão {PAGE})")
    parser.add_argument("--depois", metavar="PONTO", help="onde a página anterior parou")


def _search_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("nome", nargs="?", help="parte do nome, com ou sem acentos")
    parser.add_argument("--nivel", type=int, choices=range(1, 8), help="1 setor … 7 país")
    parser.add_argument("--uf", help="só dentro deste estado: sigla, código ou nome")
    parser.add_argument("--pai", help="só as que ficam logo abaixo desta unidade: id ou nome")
    parser.add_argument("--limite", type=page_size, default=PAGE, help=f"quantas (padrão {PAGE})")


VERBOS = (
    Verbo(("painel",), "mostra os números de uma unidade", painel, reach_arguments),
    Verbo(("historico",), "mostra o que já foi resolvido", historico, _history_arguments),
    Verbo(("unidades", "buscar"), "acha unidades pelo nome", buscar, _search_arguments),
)

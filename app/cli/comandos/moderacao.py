"""``moderacao listar|mostrar|decidir|reverter|remover|trilha``: what was flagged, and who decides."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any, Final

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.contas import servico_contas
from app.bootstrap.moderacao import servico_moderacao
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo, page_size
from app.cli.comandos.atores import Quem, acting, signed_in
from app.cli.saida import OK, USAGE, Resultado, counted, table
from app.cli.senhas import asked_account_password, line_of
from app.services.escrita import NINGUEM, Ator
from app.services.linha_do_tempo import find_demand_id
from app.services.moderacao import PAGE
from app.services.moderacao_item import Item
from app.services.moderacao_vistas import STATUS, TIPOS, nao_examinado, tipo_dito
from app.services.moderacao_vistas import Resultado as Feito
from app.services.permissoes import Ato
from app.services.segunda_conta import conferida
from core.colonies.d1d_moderacao.queries import FiltroFila, ItemModeracao
from core.kernel.clock import parse_timestamp

_SHORT: Final = 60
_ALL: Final = "todos"


def listar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """The queue: what waits the longest first. Texts are restricted, so an account is asked."""
    with ambiente.abrir() as office:
        acting(ambiente, office, Ato.MODERAR)
        demand = None if args.demanda is None else find_demand_id(office.leitor, args.demanda)
        wanted = FiltroFila(
            status=None if args.status == _ALL else args.status,
            tipo=args.tipo,
            demanda_id=demand,
            opiniao=args.segunda_opiniao,
        )
        page = servico_moderacao(office).pagina(wanted, args.limite, args.depois)
    answer = {
        "itens": [{**_item(one.item), "protocolo": one.protocolo} for one in page.itens],
        "depois": page.depois,
        "pendentes": page.pendentes,
        "contagens": [
            {"status": status, "tipo": tipo, "itens": n}
            for (status, tipo), n in page.contagens.items()
        ],
    }
    rows = [
        (
            one.item.item_id[:8],
            one.protocolo or one.item.demanda_id[:8],
            tipo_dito(one.item),
            STATUS[one.item.status],
            ", ".join(one.item.motivo),
            " ".join((one.item.trecho or one.item.titulo or "").split())[:_SHORT],
        )
        for one in page.itens
    ]
    head = ("item", "demanda", "tipo", "situação", "motivo", "texto")
    lines = [*table(head, rows), "", _waiting(page.pendentes)]
    if page.depois is not None:
        lines.append(f"próxima página: moderacao listar --depois {page.depois}")
    return Resultado(answer, lines)


def mostrar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """One item with everything that a decision needs."""
    with ambiente.abrir() as office:
        acting(ambiente, office, Ato.MODERAR)
        service = servico_moderacao(office)
        found = service.abrir(service.achar(args.item))
        lines = _lines(office, found)
    answer = {
        **_item(found.item),
        "protocolo": found.protocolo,
        "consente": found.consente,
        "historico": [
            {**one.decisao._asdict(), "moderador": one.moderador} for one in found.historico
        ],
        "anotacoes": [one._asdict() for one in found.notas],
        "descricao": None if found.descricao is None else found.descricao._asdict(),
        "reserva": None if found.reserva is None else found.reserva._asdict(),
    }
    return Resultado(answer, lines)


def decidir(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Approve or block an item; code 2 where somebody else was first."""
    with ambiente.abrir() as office:
        actor = acting(ambiente, office, Ato.MODERAR)
        service = servico_moderacao(office)
        item = service.achar(args.item)
        done = service.decidir(
            item, args.decisao, actor, versao_vista=args.vista, motivo=args.motivo
        )
        office.engine.aguardar_ocioso()
    return _done(done)


def reverter(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Take an approval or a block back."""
    with ambiente.abrir() as office:
        actor = acting(ambiente, office, Ato.MODERAR)
        service = servico_moderacao(office)
        item = service.achar(args.item)
        done = service.reverter(item, actor, versao_vista=args.vista, motivo=args.motivo)
        office.engine.aguardar_ocioso()
    return _done(done)


def remover(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Remove an item for good, with a reason and a second account."""
    with ambiente.abrir() as office:
        who = signed_in(ambiente, office)
        actor = who.ator(Ato.MODERAR)
        service = servico_moderacao(office)
        item = service.achar(args.item)
        second = conferida(servico_contas(office), *second_account(who, actor, args), actor)
        done = service.remover(
            item,
            args.motivo,
            second,
            actor,
            versao_vista=args.vista,
            remover_texto_demanda=args.texto_da_demanda,
        )
        office.engine.aguardar_ocioso()
    return _done(done)


def trilha(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """What one moderator decided; one's own without a name."""
    with ambiente.abrir() as office:
        actor = acting(ambiente, office, Ato.MODERAR)
        whose = actor["conta_id"]
        if args.moderador is not None:
            whose = servico_contas(office).achar(args.moderador).conta_id
        found = servico_moderacao(office).trilha(whose, limite=args.limite)
        tempo = office.tempo
    rows = [
        (
            tempo.curto(parse_timestamp(one.data)),
            found.protocolos.get(one.item_id, one.referencia_id[:8]),
            TIPOS[one.tipo],
            STATUS[one.decisao] + (" (revertido)" if one.is_reaberto else ""),
            one.motivo or "",
        )
        for one in found.linhas
    ]
    counts = ", ".join(f"{n} {STATUS[name]}" for name, n in found.contagens.items())
    answer = {
        "decisoes": [one._asdict() for one in found.linhas],
        "contagens": dict(found.contagens),
    }
    head = ("quando", "demanda", "tipo", "decisão", "motivo")
    return Resultado(answer, [*table(head, rows), "", counts or "nenhuma decisão"])


def _waiting(count: int) -> str:
    return f"{count} {'item espera' if count == 1 else 'itens esperam'} decisão"


def second_account(who: Quem, actor: Ator, args: argparse.Namespace) -> tuple[str, str]:
    """Name and password of the second account; nobody is asked where nobody signs in."""
    name = args.segunda_conta or ""
    if who.conta is None or actor["conta_id"] == NINGUEM or not name:
        return name, ""
    if args.segunda_senha_arquivo is not None:
        return name, line_of(args.segunda_senha_arquivo)
    return name, asked_account_password(f"Senha de {name}")


def _done(done: Feito) -> Resultado:
    answer = asdict(done)
    said = STATUS[done.decisao]
    if not done.is_minha:
        by = f" por {done.moderador}" if done.moderador else ""
        line = f"Alguém decidiu antes: o item já está {said}{by}. Nada foi gravado agora."
        return Resultado(answer, [line], USAGE)
    lines = [f"Decidido: {done.item_id[:8]} está {said}."]
    if done.partes:
        lines.append(f"{counted(done.partes, 'parte')} do registro sem conteúdo, para sempre.")
    if done.copias:
        lines.append("Estas cópias, feitas antes, ainda guardam o conteúdo:")
        lines += [f"  {one}" for one in done.copias]
    return Resultado(answer, lines, OK)


def _item(one: ItemModeracao) -> dict[str, Any]:
    found = asdict(one)
    found["motivo"] = list(one.motivo)
    return found


def _lines(office: Aplicacao, found: Item) -> list[str]:
    item = found.item
    lines = [
        f"{tipo_dito(item)} da demanda {found.protocolo or item.demanda_id}: {STATUS[item.status]}",
        f"motivo: {', '.join(item.motivo) or '–'}",
        f"texto: {found.texto or '–'}",
        f"lugar: {found.unidade or '–'}",
    ]
    unseen = nao_examinado(item)
    if unseen is not None:
        lines.append(unseen)
    if not found.consente:
        lines.append("sem consentimento para publicar: aprovar não publica o texto")
    if item.status == "pendente":
        lines.append(f"para decidir sobre isto: --vista {item.versao_vista}")
    lines += [f"anotação de {one.nome}: {one.texto}" for one in found.notas]
    rows = [
        (
            office.tempo.curto(parse_timestamp(one.decisao.data)),
            one.moderador or "–",
            STATUS[one.decisao.decisao],
            one.decisao.motivo or "",
        )
        for one in found.historico
    ]
    return [*lines, "", *table(("quando", "quem", "decisão", "motivo"), rows)]


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--status", choices=(*STATUS, _ALL), default="pendente", help="em que situação"
    )
    parser.add_argument("--tipo", choices=tuple(TIPOS), help="de que tipo")
    parser.add_argument("--demanda", help="só os desta: protocolo, id, ou começo do id")
    parser.add_argument(
        "--segunda-opiniao", action="store_true", help="só onde alguém pediu outra opinião"
    )
    parser.add_argument("--limite", type=page_size, default=PAGE, help="quantos mostrar")
    parser.add_argument("--depois", metavar="PONTO", help="a página que vem depois desta")


def _item_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("item", help="id do item, ou os 8 primeiros caracteres dele")


def _seen_arguments(parser: argparse.ArgumentParser) -> None:
    _item_argument(parser)
    parser.add_argument(
        "--vista", metavar="HEX", help="versao_vista do item; se mudou, nada é gravado"
    )


def _decide_arguments(parser: argparse.ArgumentParser) -> None:
    _seen_arguments(parser)
    parser.add_argument(
        "--decisao", required=True, choices=("aprovado", "bloqueado"), help="o que fica decidido"
    )
    parser.add_argument("--motivo", help="por quê; não é publicado")


def _revert_arguments(parser: argparse.ArgumentParser) -> None:
    _seen_arguments(parser)
    parser.add_argument("--motivo", help="por quê; não é publicado")


def _remove_arguments(parser: argparse.ArgumentParser) -> None:
    _seen_arguments(parser)
    parser.add_argument("--motivo", required=True, help="por quê; não é publicado")
    second_account_arguments(parser)
    parser.add_argument(
        "--texto-da-demanda", action="store_true", help="com o anexo vai o texto da demanda"
    )


def second_account_arguments(parser: argparse.ArgumentParser) -> None:
    """Who checks an act for good, and where that account's password is."""
    parser.add_argument("--segunda-conta", metavar="NOME", help="quem conferiu o pedido")
    parser.add_argument(
        "--segunda-senha-arquivo", metavar="ARQUIVO", help="onde está a senha dessa conta"
    )


def _trail_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--moderador", metavar="NOME", help="de quem; sem isto, de quem pergunta")
    parser.add_argument("--limite", type=page_size, default=PAGE, help="quantas mostrar")


VERBOS = (
    Verbo(("moderacao", "listar"), "lista a fila de moderação", listar, _list_arguments),
    Verbo(("moderacao", "mostrar"), "mostra um item com tudo que se sabe", mostrar,
          _item_argument),
    Verbo(("moderacao", "decidir"), "aprova ou bloqueia um item", decidir, _decide_arguments),
    Verbo(("moderacao", "reverter"), "troca aprovado por bloqueado, ou o contrário", reverter,
          _revert_arguments),
    Verbo(("moderacao", "remover"), "remove para sempre, com segunda conta", remover,
          _remove_arguments),
    Verbo(("moderacao", "trilha"), "mostra o que um moderador decidiu", trilha,
          _trail_arguments),
)  # fmt: skip

"""``conselheiros cadastrar|listar|situacao|recusar|liberar|inativar|reativar``.

What a councillor reports of the work stands in a module of its own: verbs join their group by the
first word of their path.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any, Final

from app.bootstrap.conselheiros import servico_conselheiros
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo, page_size
from app.cli.comandos.atores import acting, role_argument
from app.cli.saida import Resultado, table
from app.services.conselheiros import MOTIVOS, PAGE, STATUS, find_conselheiro_id
from app.services.linha_do_tempo import find_demand_id
from app.services.momentos import ms_de
from app.services.permissoes import Ato
from app.services.unidades import identificar_unidade
from app.settings.tempo import FormatoTempo
from core.colonies.d6a_sorteio.queries import Conselheiro, Situacao
from core.kernel.clock import parse_timestamp

QUEM_RECUSA: Final = ("atendente", "conselheiro")


def cadastrar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Make a citizen a councillor of a unit; the councillor's id."""
    with ambiente.abrir() as office:
        unit = identificar_unidade(office.leitor, args.unidade)
        done = servico_conselheiros(office).cadastrar(
            args.cidadao,
            unit,
            acting(ambiente, office, Ato.CADASTRAR_CONSELHEIRO, wanted=args.papel),
            nome_publico=args.nome_publico,
        )
        office.engine.aguardar_ocioso()
    line = f"Conselheiro cadastrado: {done['conselheiro_id']} (nível {done['nivel_atuacao']})"
    return Resultado(dict(done), [line])


def listar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Councillors by id."""
    with ambiente.abrir_leitura() as office:
        wanted = args.unidade
        unit = None if wanted is None else identificar_unidade(office.leitor, wanted)
        page = servico_conselheiros(office, escreve=False).listar(
            unidade_id=unit, status=args.status, limite=args.limite, depois=args.depois
        )
    answer = {
        "conselheiros": [asdict(one) for one in page.conselheiros],
        "depois": page.depois,
        "por_status": dict(page.por_status),
    }
    head = ("conselheiro", "nome", "unidade", "nível", "situação", "demanda")
    rows = [
        (
            one.conselheiro_id,
            one.nome_publico,
            one.unidade_nome or one.unidade_civica_id,
            one.nivel_atuacao,
            _status(one, office.tempo),
            one.demanda_id,
        )
        for one in page.conselheiros
    ]
    counts = ", ".join(f"{count} {_word(status)}" for status, count in page.por_status.items())
    lines = [*table(head, rows), "", counts or "nenhum conselheiro cadastrado"]
    if page.depois is not None:
        lines.append(f"próxima página: conselheiros listar --depois {page.depois}")
    return Resultado(answer, lines)


def _status(one: Conselheiro, tempo: FormatoTempo) -> str:
    if one.status == "suspenso":
        return f"suspenso até {_day(one.data_suspensao_ate, tempo)}"
    return _word(one.status)


def _word(status: str) -> str:
    return "disponível" if status == "disponivel" else status


def _day(timestamp: str | None, tempo: FormatoTempo) -> str:
    """``31/12/2026`` of a stored moment, as the office's calendar has it."""
    return tempo.curto(ms_de(timestamp))[:10] if timestamp else ""


def situacao(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """A councillor's own situation, by councillor or by the person."""
    with ambiente.abrir_leitura() as office:
        service = servico_conselheiros(office, escreve=False)
        if args.cidadao is None:
            found: Situacao | None = service.situacao(args.quem or "")
        else:
            found = service.situacao_do_cidadao(args.cidadao)
        tempo = office.tempo
    if found is None:
        return Resultado({"cadastrado": False}, ["Esta pessoa não é conselheira."])
    return Resultado(_answer(found), _lines(found, tempo))


def _answer(found: Situacao) -> dict[str, Any]:
    active = None if found.atribuicao is None else asdict(found.atribuicao)
    return {"cadastrado": True, **asdict(found.conselheiro), "atribuicao": active}


def _lines(found: Situacao, tempo: FormatoTempo) -> list[str]:
    one = found.conselheiro

    def shown(timestamp: str) -> str:
        return tempo.curto(parse_timestamp(timestamp))

    zone = f"horário de {tempo.zona}"
    lines = [
        f"Conselheiro {one.conselheiro_id}",
        f"  {'nome público':18} {one.nome_publico or '–'}",
        f"  {'unidade':18} {one.unidade_nome or one.unidade_civica_id} (nível {one.nivel_atuacao})",
        f"  {'situação':18} {_status(one, tempo)}",
        f"  {'recusas seguidas':18} {one.recusas_consecutivas}",
        f"  {'cadastrado em':18} {shown(one.data_cadastro)}",
    ]
    if found.atribuicao is None:
        return [*lines, f"  {'demanda':18} nenhuma", zone]
    return [
        *lines,
        f"  {'demanda':18} {found.atribuicao.demanda_id}",
        f"  {'sorteada em':18} {shown(found.atribuicao.data_sorteio)}",
        zone,
    ]


def recusar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Give a demand back."""
    with ambiente.abrir() as office:
        service = servico_conselheiros(office)
        done = service.recusar(
            find_conselheiro_id(office.leitor, args.conselheiro),
            find_demand_id(office.leitor, args.demanda),
            acting(ambiente, office, Ato.TRABALHAR, wanted=args.papel),
            motivo=args.motivo,
        )
        office.engine.aguardar_ocioso()
        after = service.situacao(done["conselheiro_id"]).conselheiro
    answer = {
        **done,
        "status": after.status,
        "recusas_consecutivas": after.recusas_consecutivas,
        "data_suspensao_ate": after.data_suspensao_ate,
    }
    lines = [f"Recusada: {done['demanda_id']}. A demanda volta ao sorteio."]
    if after.data_suspensao_ate is not None:
        lines.append(
            f"Foram {after.recusas_consecutivas} recusas seguidas: o cadastro fica suspenso até "
            f"{_day(after.data_suspensao_ate, office.tempo)}."
        )
    return Resultado(answer, lines)


def liberar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Free a demand whose councillor does not answer."""
    with ambiente.abrir() as office:
        demanda = find_demand_id(office.leitor, args.demanda)
        done = servico_conselheiros(office).liberar(
            demanda, acting(ambiente, office, Ato.GERIR_CONSELHEIROS)
        )
        office.engine.aguardar_ocioso()
    line = f"Liberada: {done['demanda_id']} volta ao sorteio; conta como recusa."
    return Resultado(dict(done), [line])


def inativar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Take a councillor out of all draws."""
    with ambiente.abrir() as office:
        who = find_conselheiro_id(office.leitor, args.quem)
        actor = acting(ambiente, office, Ato.GERIR_CONSELHEIROS)
        done = servico_conselheiros(office).inativar(who, actor, motivo=args.motivo)
        office.engine.aguardar_ocioso()
    return Resultado(dict(done), [f"Inativo: {who} não entra mais em sorteios."])


def reativar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Bring a councillor back into the draws."""
    with ambiente.abrir() as office:
        who = find_conselheiro_id(office.leitor, args.quem)
        actor = acting(ambiente, office, Ato.GERIR_CONSELHEIROS)
        done = servico_conselheiros(office).reativar(who, actor, motivo=args.motivo)
        office.engine.aguardar_ocioso()
    return Resultado(dict(done), [f"De volta: {who} entra de novo nos sorteios."])


def who_argument(parser: argparse.ArgumentParser) -> None:
    """``quem``: a councillor."""
    parser.add_argument("quem", help="id do conselheiro, ou os 8 primeiros caracteres dele")


def demand_argument(parser: argparse.ArgumentParser) -> None:
    """``demanda``: a demand that a councillor has."""
    parser.add_argument("demanda", help="protocolo, id, ou os 8 primeiros caracteres do id")


def councillor_argument(parser: argparse.ArgumentParser) -> None:
    """``--conselheiro``: who acts, or in whose name somebody acts."""
    parser.add_argument(
        "--conselheiro", metavar="ID", required=True, help="o conselheiro que está com a demanda"
    )


def _register_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cidadao",
        metavar="ID",
        required=True,
        help="cadastro da pessoa, inteiro, como cidadaos registrar o mostra",
    )
    parser.add_argument(
        "--unidade",
        metavar="UNIDADE",
        required=True,
        help="onde atua, e nas menores dentro dela: id, código ou nome",
    )
    parser.add_argument(
        "--nome-publico", metavar="NOME", help="nome mostrado a todos, se a pessoa concorda"
    )
    role_argument(parser)


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--unidade", metavar="UNIDADE", help="só os desta unidade: id, código ou nome"
    )
    parser.add_argument("--status", choices=STATUS, help="só os que estão assim")
    parser.add_argument("--limite", type=page_size, default=PAGE, help="quantos mostrar")
    parser.add_argument("--depois", metavar="ID", help="a página que vem depois deste")


def _situation_arguments(parser: argparse.ArgumentParser) -> None:
    one = parser.add_mutually_exclusive_group(required=True)
    one.add_argument("quem", nargs="?", help="id do conselheiro, ou os 8 primeiros caracteres dele")
    one.add_argument("--cidadao", metavar="ID", help="pelo cadastro da pessoa")


def _refuse_arguments(parser: argparse.ArgumentParser) -> None:
    demand_argument(parser)
    councillor_argument(parser)
    parser.add_argument(
        "--motivo",
        choices=MOTIVOS,
        default=MOTIVOS[0],
        help="por que (padrão recusa_explicita); risco_pessoal não conta para a suspensão",
    )
    parser.add_argument(
        "--papel",
        choices=QUEM_RECUSA,
        help="papel de quem age (padrão atendente, em nome do conselheiro)",
    )


def _moved_arguments(parser: argparse.ArgumentParser) -> None:
    who_argument(parser)
    parser.add_argument("--motivo", metavar="TEXTO", help="por que; não é publicado")


VERBOS = (
    Verbo(("conselheiros", "cadastrar"), "cadastra uma pessoa como conselheira de uma unidade",
          cadastrar, _register_arguments,
          "Quem cadastra confirma que a pessoa concluiu a capacitação; no cadastro dela tem de "
          "constar que um documento foi visto."),
    Verbo(("conselheiros", "listar"), "lista os conselheiros", listar, _list_arguments),
    Verbo(("conselheiros", "situacao"), "mostra a situação de um conselheiro", situacao,
          _situation_arguments),
    Verbo(("conselheiros", "recusar"), "devolve uma demanda sorteada", recusar,
          _refuse_arguments),
    Verbo(("conselheiros", "liberar"),
          "tira a demanda de um conselheiro que não responde (operador)", liberar,
          demand_argument, "Só 72 horas depois do sorteio, e só se o trabalho não começou."),
    Verbo(("conselheiros", "inativar"), "tira um conselheiro dos sorteios (operador)", inativar,
          _moved_arguments),
    Verbo(("conselheiros", "reativar"), "põe um conselheiro de volta nos sorteios (operador)",
          reativar, _moved_arguments),
)  # fmt: skip

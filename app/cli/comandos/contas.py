"""``contas criar|listar|papeis|senha|desativar|reativar|historico``: who may do what."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from app.bootstrap.contas import servico_contas
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.atores import account_password, acting
from app.cli.saida import Resultado, table
from app.cli.senhas import asked_account_password, line_of
from app.services.contas import PALAVRAS_DO_ATO, ContaListada, ContaNova, ContasService
from app.services.permissoes import Ato
from app.settings.tempo import FormatoTempo
from core.colonies.escritorio.queries import Conta
from core.colonies.escritorio.rules import PAPEIS
from core.kernel.clock import parse_timestamp
from core.kernel.errors import UserFacingError


def criar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Make an account; without a file, its password is generated and shown once."""
    with ambiente.abrir() as office:
        service = servico_contas(office)
        actor = acting(ambiente, office, Ato.CONTAS)
        password, is_generated = _new_password(service, args)
        wanted = ContaNova(
            nome=args.nome,
            papeis=args.papel,
            conselheiro=args.conselheiro,
            motivo=args.motivo,
        )
        service.criar(wanted, password, actor)
        made = service.achar(args.nome)
    answer = {**_told(made), "senha_gerada": password if is_generated else None}
    lines = [f"Conta criada: {made.nome} ({', '.join(made.papeis)})"]
    if is_generated:
        lines += _once(password)
    return Resultado(answer, lines)


def listar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Every account."""
    with ambiente.abrir_leitura() as office:
        found = servico_contas(office, escreve=False).listar()
    rows = [
        (
            one.nome,
            ", ".join(one.papeis),
            one.conselheiro or "",
            "" if one.ativa else "desativada",
            "" if one.tem_senha else "sem senha",
            one.conta_id[:8],
        )
        for one in found
    ]
    head = ("nome", "papéis", "conselheiro", "situação", "senha", "id")
    lines = table(head, rows) if rows else ["Não há contas: quem está no computador age."]
    return Resultado({"contas": [_row(one) for one in found]}, lines)


def papeis(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Have an account hold these roles and no other."""
    with ambiente.abrir() as office:
        now = servico_contas(office).definir_papeis(
            args.quem,
            args.papel,
            acting(ambiente, office, Ato.CONTAS),
            conselheiro=args.conselheiro,
            motivo=args.motivo,
        )
    return Resultado(_told(now), [f"{now.nome}: {', '.join(now.papeis)}"])


def senha(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Change one's own password, or have an operator set another's."""
    with ambiente.abrir() as office:
        service = servico_contas(office)
        found = service.achar(args.quem or ambiente.conta or "")
        is_own = ambiente.conta is not None and found == _maybe(service, ambiente.conta)
        if is_own:
            present = account_password(ambiente, "Senha de agora")
            if args.nova_senha_arquivo is None:
                new = asked_account_password("Senha nova", twice=True)
            else:
                new = line_of(args.nova_senha_arquivo)
            service.trocar_senha(found.nome, present, new)
            return Resultado({"conta": found.nome}, [f"Senha de {found.nome} trocada."])
        actor = acting(ambiente, office, Ato.CONTAS)
        new, is_generated = _new_password(service, args)
        service.redefinir_senha(found.conta_id, new, actor)
    answer = {"conta": found.nome, "senha_gerada": new if is_generated else None}
    lines = [f"Senha de {found.nome} redefinida."]
    return Resultado(answer, lines + (_once(new) if is_generated else []))


def desativar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Let nobody sign in with an account any more."""
    with ambiente.abrir() as office:
        actor = acting(ambiente, office, Ato.CONTAS)
        now = servico_contas(office).desativar(args.quem, actor, motivo=args.motivo)
    return Resultado(_told(now), [f"{now.nome} não entra mais. O que fez continua contado."])


def reativar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Let somebody sign in with an account again."""
    with ambiente.abrir() as office:
        actor = acting(ambiente, office, Ato.CONTAS)
        now = servico_contas(office).reativar(args.quem, actor, motivo=args.motivo)
    return Resultado(_told(now), [f"{now.nome} entra de novo: {', '.join(now.papeis)}"])


def historico(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Who held which role since when, newest first."""
    with ambiente.abrir_leitura() as office:
        found = servico_contas(office, escreve=False).historico_de_papeis(args.quem)
        tempo = office.tempo
    rows = [
        (
            _when(tempo, one.ocorrido_em),
            _when(tempo, one.ate) if one.ate else "hoje",
            one.nome,
            ", ".join(one.papeis) if one.ativa else "(desativada)",
            PALAVRAS_DO_ATO.get(one.ato, one.ato or ""),
            one.por or "",
            one.motivo or "",
        )
        for one in found
    ]
    head = ("desde", "até", "conta", "papéis", "o que houve", "por", "motivo")
    lines = [*table(head, rows), f"horário de {tempo.zona}"] if rows else ["Não há contas."]
    answer = [{**asdict(one), "papeis": list(one.papeis)} for one in found]
    return Resultado({"historico": answer}, lines)


def _when(tempo: FormatoTempo, moment: str) -> str:
    return tempo.curto(parse_timestamp(moment))


def _maybe(service: ContasService, name: str) -> Conta | None:
    try:
        return service.achar(name)
    except UserFacingError:
        return None


def _new_password(service: ContasService, args: argparse.Namespace) -> tuple[str, bool]:
    """From the file, else typed with ``--perguntar``, else generated; True where it was."""
    if args.nova_senha_arquivo is not None:
        return line_of(args.nova_senha_arquivo), False
    if args.perguntar:
        return asked_account_password("Senha da conta", twice=True), False
    return service.gerar_senha(), True


def _once(password: str) -> list[str]:
    return [
        f"  senha: {password}",
        "Anote-a agora: ela não é mostrada de novo. A pessoa a troca ao entrar.",
    ]


def _told(one: Conta) -> dict[str, Any]:
    return {
        "conta_id": one.conta_id,
        "nome": one.nome,
        "papeis": list(one.papeis),
        "conselheiro_id": one.conselheiro_id,
        "ativa": one.ativa,
    }


def _row(one: ContaListada) -> dict[str, Any]:
    return {**asdict(one), "papeis": list(one.papeis)}


def _who(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("quem", metavar="CONTA", help="nome da conta, ou o começo do id dela")


def _motive(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--motivo", metavar="TEXTO", help="por quê; fica no histórico de papéis")


def _roles(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--papel",
        action="append",
        choices=PAPEIS,
        required=True,
        help=f"pode repetir: {', '.join(PAPEIS)}",
    )
    parser.add_argument(
        "--conselheiro", metavar="ID", help="por quem a conta de papel conselheiro age"
    )
    _motive(parser)


def _password(parser: argparse.ArgumentParser) -> None:
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--nova-senha-arquivo", metavar="ARQUIVO", help="lê a senha nova dali")
    way.add_argument("--perguntar", action="store_true", help="pergunta a senha nova no terminal")


def _create_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("nome", help="o nome com que a pessoa entra")
    _roles(parser)
    _password(parser)


def _roles_arguments(parser: argparse.ArgumentParser) -> None:
    _who(parser)
    _roles(parser)


def _password_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "quem", metavar="CONTA", nargs="?", help="de quem; sem isto, a própria conta (--conta)"
    )
    _password(parser)


def _close_arguments(parser: argparse.ArgumentParser) -> None:
    _who(parser)
    _motive(parser)


def _history_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("quem", metavar="CONTA", nargs="?", help="de uma conta só")


VERBOS = (
    Verbo(
        ("contas", "criar"), "cria uma conta; sem arquivo de senha, gera uma", criar,
        _create_arguments,
    ),
    Verbo(("contas", "listar"), "lista as contas e os papéis", listar),
    Verbo(
        ("contas", "papeis"), "dá a uma conta estes papéis, e nenhum outro", papeis,
        _roles_arguments,
    ),
    Verbo(
        ("contas", "senha"), "troca a própria senha, ou um operador redefine a de outra conta",
        senha, _password_arguments,
    ),
    Verbo(("contas", "desativar"), "não deixa mais entrar com uma conta", desativar, _close_arguments),
    Verbo(("contas", "reativar"), "deixa entrar de novo com uma conta", reativar, _close_arguments),
    Verbo(
        ("contas", "historico"), "mostra quem teve qual papel, e desde quando", historico,
        _history_arguments,
    ),
)  # fmt: skip

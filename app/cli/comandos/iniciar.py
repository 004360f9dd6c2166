"""``iniciar``: create an office."""

from __future__ import annotations

import argparse
import shlex
import sys

from app.bootstrap.chaves import exigir_chaveiro
from app.bootstrap.fundacao import Escolhas, PrimeiraConta, fundar
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import Resultado
from app.cli.senhas import asked_password, line_of
from app.settings.tempo import DEFAULT_ZONE
from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore_choice import KeyMode


def iniciar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Found an office in the named place; it works without a terminal with ``--sem-senha``."""
    mode, password = _keys(ambiente, args)
    choices = Escolhas(
        nome=args.nome,
        fuso=args.fuso,
        modo=mode,
        senha=password,
        is_demo=ambiente.is_demo,
        conta=None if ambiente.is_demo else _account(args),
    )
    founded = fundar(ambiente.lugar, choices, ambiente.mensagens, ambiente.recursos)
    warnings = [ambiente.mensagens.sentence("aviso.chave_raiz_nao_confirmada")]
    if mode is KeyMode.SEM_SENHA:
        warnings.append(ambiente.mensagens.sentence("aviso.sem_senha"))
    answer = {
        "dados": str(ambiente.lugar.dados),
        "banco": None if ambiente.lugar.banco is None else "postgresql",
        "rede": founded.rede,
        "no": founded.no,
        "impressao_no": founded.impressao_no,
        "chave_raiz": str(founded.chave_raiz),
        "sem_senha": mode is KeyMode.SEM_SENHA,
        "chaveiro": mode is KeyMode.CHAVEIRO,
        "demonstracao": choices.is_demo,
        "conta": None if choices.conta is None else choices.conta.nome,
        "conta_senha": founded.senha_gerada,
        "avisos": warnings,
    }
    lines = [
        f"Escritório criado: {args.nome}",
        f"  pasta        {ambiente.lugar.dados}",
        f"  nó           {founded.impressao_no}",
        f"  chave-raiz   {founded.chave_raiz}",
        *(["  chaves       no chaveiro do sistema"] if mode is KeyMode.CHAVEIRO else []),
        *_account_lines(choices.conta, founded.senha_gerada),
        "",
        "Abra com: python -m app" + _place(args),
    ]
    return Resultado(answer, lines, avisos=warnings)


def _account(args: argparse.Namespace) -> PrimeiraConta:
    """The first account: an operator who may also register and moderate, until others do."""
    file = args.operador_senha_arquivo
    return PrimeiraConta(args.operador, None if file is None else line_of(file))


def _account_lines(conta: PrimeiraConta | None, generated: str | None) -> list[str]:
    if conta is None:
        return []
    lines = [f"  conta        {conta.nome} ({', '.join(conta.papeis)})"]
    if generated is not None:
        lines += [
            f"  senha        {generated}",
            "  Anote essa senha agora: ela não é mostrada de novo.",
        ]
    return lines


def _place(args: argparse.Namespace) -> str:
    """The words that name the same office again; an address may hold a password: not repeated."""
    if args.banco is not None:
        return " --banco URL"
    return "" if args.dados is None else f" --dados {shlex.quote(args.dados)}"


def _keys(ambiente: Ambiente, args: argparse.Namespace) -> tuple[KeyMode, bytes | None]:
    """How keys are kept: what was asked for, else a password, else ``--json`` goes without."""
    if args.chaveiro:
        return KeyMode.CHAVEIRO, _root_password(ambiente, args)
    if args.sem_senha and ambiente.senha is not None:
        raise UserFacingError("uso.com_e_sem_senha")
    if args.sem_senha:
        return KeyMode.SEM_SENHA, None
    if ambiente.senha is not None:
        return KeyMode.SENHA, ambiente.senha
    if args.json or ambiente.is_demo:
        return KeyMode.SEM_SENHA, None
    if not sys.stdin.isatty():
        raise UserFacingError("uso.sem_terminal")
    return KeyMode.SENHA, asked_password("Senha para proteger as chaves do escritório", twice=True)


def _root_password(ambiente: Ambiente, args: argparse.Namespace) -> bytes:
    """The system keeps the log key; the root key leaves the computer and needs a password."""
    if args.sem_senha:
        raise UserFacingError("uso.chaveiro_e_sem_senha")
    exigir_chaveiro()  # before a person types anything
    if ambiente.senha is not None:
        return ambiente.senha
    if args.json or not sys.stdin.isatty():
        raise UserFacingError("uso.chaveiro_pede_senha")
    return asked_password("Senha para proteger a chave-raiz", twice=True)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--nome", default="Escritório sem nome", help="nome nos comprovantes")
    parser.add_argument(
        "--fuso", default=DEFAULT_ZONE, metavar="ZONA", help=f"fuso horário (padrão {DEFAULT_ZONE})"
    )
    parser.add_argument(
        "--operador",
        default="operador",
        metavar="NOME",
        help="nome da primeira conta (padrão operador)",
    )
    parser.add_argument(
        "--operador-senha-arquivo",
        metavar="ARQUIVO",
        help="lê dali a senha da primeira conta; sem isto, gera uma e a mostra uma vez",
    )
    parser.add_argument(
        "--sem-senha",
        action="store_true",
        help="guarda as chaves sem senha: só para demonstração e testes",
    )
    parser.add_argument(
        "--chaveiro",
        action="store_true",
        help="guarda a chave de registro no chaveiro do sistema, em vez de chaves.cofre",
    )


VERBOS = (Verbo(("iniciar",), "cria um escritório", iniciar, _arguments),)

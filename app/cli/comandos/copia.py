"""``copia criar|verificar|restaurar``: backups, verified before anybody is told of them."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from app.bootstrap.abertura import open_database
from app.bootstrap.ambito import whole_scope
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.verificar import report_result
from app.cli.saida import Resultado, counted
from app.cli.senhas import asked_password
from core.kernel.backup.checking import check_copy
from core.kernel.backup.copying import create_copy, record_copy
from core.kernel.backup.restoring import RestoreKeys, restore_copy
from core.kernel.clock import SystemClock
from core.kernel.identity.root_key import ROOT_KEY_FILE, needs_password
from core.kernel.ids import SystemIds


def _staged(ambiente: Ambiente, stage: str, done: int, total: int) -> None:
    ambiente.progresso(stage)(done, total)


def criar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Copy the office, reopen the copy and verify its whole log; only then is it done."""
    lugar = ambiente.lugar
    folder = Path(args.pasta) if args.pasta else lugar.pasta_de_copias
    database = open_database(lugar)
    made = create_copy(
        database,
        folder,
        whole_scope(lugar),
        SystemClock(),
        lambda stage, done, total: _staged(ambiente, stage, done, total),
    )
    record_copy(database, made)
    answer = {
        "arquivo": str(made.arquivo),
        "eventos": made.manifesto.eventos,
        "bytes": made.manifesto.bytes,
        "sha256": made.manifesto.sha256,
        "verificada": True,
    }
    lines = [
        f"Cópia feita e conferida: {made.arquivo}",
        (
            f"{counted(made.manifesto.eventos, 'evento')}. Guarde-a em outro lugar, com o arquivo de "
            "conferência e a pasta de anexos que estão ao lado dela."
        ),
    ]
    return Resultado(answer, lines)


def verificar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Verify a copy by its bytes and by its log; exit 0 or 4."""
    scope = replace(whole_scope(ambiente.lugar), attachments=None)
    check = check_copy(Path(args.arquivo), scope, progress=ambiente.progresso("conferindo"))
    result = report_result(ambiente, check.relatorio)
    answer = {**result.dados, "tem_manifesto": check.manifesto is not None}
    return replace(result, dados=answer)


def restaurar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Make the office of a copy the present one; it goes on in an epoch of its own."""
    lugar = ambiente.lugar
    root_key = Path(args.chave_raiz) if args.chave_raiz else lugar.configuracao / ROOT_KEY_FILE
    password = ambiente.senha
    if root_key.exists() and not needs_password(root_key):
        password = None
    elif password is None and root_key.exists():
        password = asked_password("Senha da chave-raiz")
    restored = restore_copy(
        open_database(lugar),
        Path(args.arquivo),
        RestoreKeys(lugar.configuracao, root_key, password),
        whole_scope(lugar),
        SystemClock(),
        SystemIds(),
        lambda stage, done, total: _staged(ambiente, stage, done, total),
    )
    lost = restored.perdidos
    answer = {
        "no": restored.installation.no,
        "epoca": restored.installation.epoca,
        "eventos_perdidos": lost,
        "anterior": None if restored.anterior is None else str(restored.anterior),
    }
    lines = [f"Restaurado. O escritório segue na época {restored.installation.epoca}."]
    if lost is None:
        lines.append("Não se sabe se algo foi registrado depois desta cópia.")
    elif lost:
        lines.append(f"{counted(lost, 'evento')} de depois desta cópia não há nela.")
    if restored.anterior is not None:
        lines.append(f"O banco que estava aqui foi guardado em {restored.anterior}")
    return Resultado(answer, lines)


def _folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pasta", metavar="PASTA", help="onde guardar (padrão: ao lado dos dados)")


def _file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("arquivo", help="a cópia")


def _restore(parser: argparse.ArgumentParser) -> None:
    _file(parser)
    parser.add_argument(
        "--chave-raiz", metavar="ARQUIVO", help="onde está chave-raiz.cofre (pendrive, outro disco)"
    )


VERBOS = (
    Verbo(("copia", "criar"), "faz uma cópia e a confere inteira", criar, _folder),
    Verbo(("copia", "verificar"), "confere uma cópia", verificar, _file),
    Verbo(("copia", "restaurar"), "põe uma cópia no lugar do escritório", restaurar, _restore),
)

"""``copia criar|verificar|restaurar``: backups, verified before anybody is told of them."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from app.bootstrap.abertura import open_database
from app.bootstrap.ambito import whole_scope
from app.bootstrap.chave_troca import trazer_troca
from app.bootstrap.chaves import held_keys, new_log_key
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.chave_troca import read_secrets
from app.cli.comandos.verificar import report_result
from app.cli.saida import Resultado, counted
from app.cli.senhas import asked_password
from core.kernel.backup.checking import check_copy
from core.kernel.backup.copying import create_copy, record_copy
from core.kernel.backup.restoring import RestoreKeys, restore_copy
from core.kernel.clock import SystemClock
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.identity.fingerprint import fingerprint
from core.kernel.identity.keystore_choice import KeyMode
from core.kernel.identity.root_key import ROOT_KEY_FILE, needs_password
from core.kernel.ids import SystemIds
from core.sync.exchange_key_file import ExchangeSecrets


def _staged(ambiente: Ambiente, stage: str, done: int, total: int) -> None:
    ambiente.progresso(stage)(done, total)


def criar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Copy the office, reopen the copy and verify its whole log; only then is it done."""
    lugar = ambiente.lugar
    folder = lugar.fora_dos_dados(Path(args.pasta) if args.pasta else lugar.pasta_de_copias)
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
    ids = SystemIds()
    secrets = None if args.chave_troca is None else read_secrets(ambiente, Path(args.chave_troca))
    restored = restore_copy(
        open_database(lugar),
        Path(args.arquivo),
        _restore_keys(ambiente, args, ids),
        whole_scope(lugar),
        SystemClock(),
        ids,
        lambda stage, done, total: _staged(ambiente, stage, done, total),
    )
    lost = restored.perdidos
    new_key = None if restored.chave_nova is None else fingerprint(restored.chave_nova)
    warnings = []
    if new_key is None and _are_keys_missing(ambiente, restored.installation.no, ids):
        warnings.append(ambiente.mensagens.sentence("restaurar.sem_chaves"))
    if secrets is not None:
        warnings += _bring(ambiente, secrets)
    answer = {
        "no": restored.installation.no,
        "epoca": restored.installation.epoca,
        "eventos_perdidos": lost,
        "anterior": None if restored.anterior is None else str(restored.anterior),
        "impressao_no_nova": new_key,
        "avisos": warnings,
    }
    lines = [f"Restaurado. O escritório segue na época {restored.installation.epoca}."]
    if lost is None:
        lines.append("Não se sabe se algo foi registrado depois desta cópia.")
    elif lost:
        lines.append(f"{counted(lost, 'evento')} de depois desta cópia não há nela.")
    if restored.anterior is not None:
        lines.append(f"O banco que estava aqui foi guardado em {restored.anterior}")
    if new_key is not None:
        lines.append(
            "A chave-raiz reconheceu uma chave de registro nova. A impressão do nó agora é "
            f"{new_key}: troque a que foi anotada ou impressa."
        )
    return Resultado(answer, lines, avisos=warnings)


def _bring(ambiente: Ambiente, secrets: ExchangeSecrets) -> list[str]:
    """The office is restored by now: what keeps its exchange keys out is a warning."""
    try:
        with ambiente.abrir_leitura() as app:
            trazer_troca(app, secrets, ambiente.senha)
    except (UserFacingError, EnvironmentFault) as fault:
        return [ambiente.mensagens.sentence(fault.code, fault.params)]
    return []


def _are_keys_missing(ambiente: Ambiente, no: str, ids: SystemIds) -> bool:
    """Whether nothing here can sign; False where a store that exists does not answer."""
    try:
        return held_keys(ambiente.lugar, no, ids, None) is None
    except EnvironmentFault:
        return False  # it is restored all the same; Saúde tells of the store


def _restore_keys(ambiente: Ambiente, args: argparse.Namespace, ids: SystemIds) -> RestoreKeys:
    """The root key, its password where it has one, and what is wanted for a log key."""
    lugar = ambiente.lugar
    if args.chaveiro and not args.chave_nova:
        raise UserFacingError("uso.chaveiro_sem_chave_nova")
    root_key = Path(args.chave_raiz) if args.chave_raiz else lugar.configuracao / ROOT_KEY_FILE
    password = ambiente.senha
    is_open = root_key.exists() and not needs_password(root_key)
    if password is None and root_key.exists() and not is_open:
        password = asked_password("Senha da chave-raiz")
    wanted = None
    if args.chave_nova:
        mode = KeyMode.SENHA if password is not None else KeyMode.SEM_SENHA
        wanted = new_log_key(lugar, ids, KeyMode.CHAVEIRO if args.chaveiro else mode, password)
    return RestoreKeys(lugar.configuracao, root_key, None if is_open else password, wanted)


def _folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pasta", metavar="PASTA", help="onde guardar (padrão: ao lado dos dados)")


def _file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("arquivo", help="a cópia")


def _restore(parser: argparse.ArgumentParser) -> None:
    _file(parser)
    parser.add_argument(
        "--chave-raiz", metavar="ARQUIVO", help="onde está chave-raiz.cofre (pendrive, outro disco)"
    )
    parser.add_argument(
        "--chave-nova",
        action="store_true",
        help="a chave de registro se perdeu: segue com outra, que a chave-raiz reconhece",
    )
    parser.add_argument(
        "--chave-troca",
        metavar="ARQUIVO",
        help="chave-troca.cofre: põe de volta também as chaves com que se trocam pacotes",
    )
    parser.add_argument(
        "--chaveiro",
        action="store_true",
        help="com --chave-nova: guarda a chave no chaveiro do sistema, em vez de chaves.cofre",
    )


VERBOS = (
    Verbo(("copia", "criar"), "faz uma cópia e a confere inteira", criar, _folder),
    Verbo(("copia", "verificar"), "confere uma cópia", verificar, _file),
    Verbo(("copia", "restaurar"), "põe uma cópia no lugar do escritório", restaurar, _restore),
)

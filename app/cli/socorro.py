"""First aid for an office that did not open: verify it, or put a copy in its place.

Used by the window's opening page; the same acts stand on the command line as ``verificar`` and
``copia restaurar``.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from app.bootstrap.abertura import open_database
from app.bootstrap.ambito import whole_scope, with_guard
from app.cli.ambiente import Ambiente
from app.cli.comandos.verificar import report_result
from app.desktop.aplicacao import pick_file
from app.services.falhas import describe, is_cancellation
from app.settings.versao import VERSAO
from core.kernel.backup.restoring import Restored, RestoreKeys, restore_copy
from core.kernel.clock import SystemClock
from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore import encode_password
from core.kernel.identity.root_key import ROOT_KEY_FILE, needs_password
from core.kernel.ids import SystemIds
from core.kernel.verification.report import Report
from core.kernel.verification.verifier import verify_database
from widgets.shell.waiting import Told, ask_password, confirm, tell, wait_for


def verify(ambiente: Ambiente, owner: QObject) -> None:
    """Verify the office that did not open and say what was found."""

    def work(progress: Told) -> Report:
        database = open_database(ambiente.lugar)
        scope = with_guard(whole_scope(ambiente.lugar), ambiente.lugar)
        return verify_database(database, scope, progress=progress)

    try:
        report = wait_for("Conferindo o registro", work, owner)
    except Exception as error:  # noqa: BLE001 # said in words; the opening page comes back
        _tell_fault(ambiente, error)
        return
    lines = list(report_result(ambiente, report).linhas)
    title = "O registro confere." if report.ok else "O registro não confere."
    tell(title, lines[0], "\n".join(lines[1:]))


def restore(ambiente: Ambiente, owner: QObject) -> bool:
    """Let the person choose a copy and put it in the office's place; True where that was done."""
    lugar = ambiente.lugar
    copy = pick_file("Cópia a restaurar", lugar.pasta_de_copias, "Cópias (*.copia);;Tudo (*)")
    if copy is None:
        return False
    sure = confirm(
        "Restaurar esta cópia?",
        f"{copy}\n\nO que foi registrado depois dela não estará no escritório restaurado. O banco "
        "que está aqui agora fica guardado ao lado, e o escritório segue em uma época nova.",
        "Restaurar a cópia",
    )
    if not sure:
        return False
    try:
        keys = _root_key(ambiente)
        if keys is None:
            return False
        done = wait_for(
            "Restaurando a cópia", lambda progress: _restore(ambiente, copy, keys, progress), owner
        )
    except Exception as error:  # noqa: BLE001 # said in words; the opening page comes back
        _tell_fault(ambiente, error)
        return False
    lost = done.perdidos
    tell(
        "A cópia foi restaurada.",
        f"O escritório segue na época {done.installation.epoca}."
        + ("" if not lost else f" {lost} eventos registrados depois da cópia não estão nela."),
    )
    return True


def _restore(ambiente: Ambiente, copy: Path, keys: RestoreKeys, progress: Told) -> Restored:
    return restore_copy(
        open_database(ambiente.lugar),
        copy,
        keys,
        whole_scope(ambiente.lugar),
        SystemClock(),
        SystemIds(),
        lambda _stage, done, total: progress(done, total),
    )


def _root_key(ambiente: Ambiente) -> RestoreKeys | None:
    """Where the root key is, asking for file and password; None where the person gives up."""
    path = ambiente.lugar.configuracao / ROOT_KEY_FILE
    if not path.exists():
        found = pick_file("Onde está chave-raiz.cofre?", Path.home(), "Chave-raiz (*.cofre)")
        if found is None:
            return None
        path = found
    password: bytes | None = None
    if needs_password(path):
        password = ambiente.senha
        if password is None:
            typed = ask_password("Senha da chave-raiz")
            if typed is None:
                return None
            password = encode_password(typed)
    return RestoreKeys(ambiente.lugar.configuracao, path, password)


def _tell_fault(ambiente: Ambiente, error: Exception) -> None:
    if is_cancellation(error):
        return
    fault = describe(error, ambiente.mensagens, versao=VERSAO)
    title = "Não foi possível." if isinstance(error, UserFacingError) else "O programa falhou."
    tell(title, fault.frase, fault.relatorio if fault.is_bug else "")

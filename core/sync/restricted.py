"""Opens a bundle of restricted parts for the office that it is for, and verifies what is inside.

age releases plaintext before it knows that the file is whole, so everything is decrypted to a
private place first, looked at only when that came to its end, and removed whatever happens
(FORMATO.md 9; sync.md section 4, rows 51 and 52).
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from core.crypto import age
from core.kernel.errors import EnvironmentFault
from core.kernel.store.online_copy import disk_fault
from core.sync.examination import Progress
from core.sync.limits import MAX_FILE_BYTES
from core.sync.report import BundleReport
from core.sync.source import FileSource, sha256_of
from core.sync.verification import Setting, verify_bundle

_OVERHEAD: Final = 1 << 20  # age's own header and tags, for as many readers as there may be


def verify_restricted(
    sealed: Path,
    staging: Path,
    identity: bytes,
    setting: Setting,
    progress: Progress | None = None,
) -> BundleReport:
    """Verify an encrypted bundle.

    Args:
        sealed: the ``….restrito.zip.age``.
        staging: private folder; made where missing.
        identity: this office's age identity.
        setting: who this office is, and its network; ``is_decrypted`` is said here.
        progress: told of the events.

    Returns:
        The report, about the encrypted file; ``pacote.cifrado`` where it does not open.

    Raises:
        EnvironmentFault: ``pacote.nao_lido``, disk full. Nothing is left in the clear.
    """
    with FileSource(sealed) as source:
        report = BundleReport(sha256_of(source), source.size)
    if report.tamanho > MAX_FILE_BYTES + _OVERHEAD:
        report.refuse("pacote.grande", None)
        return report
    with opened_restricted(sealed, staging, identity) as clear:
        if clear is None:
            report.refuse("pacote.cifrado", None)
            return report
        with FileSource(clear) as source:
            found = verify_bundle(source, decrypted(setting), progress).report
    found.sha256, found.tamanho = report.sha256, report.tamanho
    return found


def decrypted(setting: Setting) -> Setting:
    """The same reader, before what came out of an age file."""
    return Setting(rede=setting.rede, is_decrypted=True, me=setting.me)


@contextlib.contextmanager
def opened_restricted(sealed: Path, staging: Path, identity: bytes) -> Iterator[Path | None]:
    """The plaintext's place while the block runs, once all of it opened; None where it does not.

    Raises:
        EnvironmentFault: ``pacote.nao_lido``, disk full. Nothing is left in the clear.
    """
    clear = staging / f".civico-{os.getpid()}.aberto.parcial"
    try:
        staging.mkdir(parents=True, exist_ok=True, mode=0o700)
        is_open = _decrypt(sealed, clear, identity)
    except OSError as error:
        _forget(clear)
        raise disk_fault(error, staging) from error
    except BaseException:
        _forget(clear)
        raise
    try:
        yield clear if is_open else None
    finally:
        _forget(clear)


def _forget(clear: Path) -> None:
    with contextlib.suppress(OSError):
        clear.unlink(missing_ok=True)


def _decrypt(sealed: Path, clear: Path, identity: bytes) -> bool:
    """Whether all of it opened."""
    clear.unlink(missing_ok=True)
    try:
        source = sealed.open("rb")
    except OSError as error:
        raise EnvironmentFault("pacote.nao_lido", arquivo=sealed.name) from error
    target = os.fdopen(os.open(clear, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    with source, target:
        try:
            age.decrypt(source, target, identity)
        except age.AgeError:
            return False
    return True

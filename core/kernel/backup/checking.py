"""``copia verificar``: a copy verified on its own, by its bytes and by its log."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from core.kernel.backup.manifest import Manifest, file_sha256, read_manifest
from core.kernel.errors import EnvironmentFault, IntegrityFault
from core.kernel.store.attachments import FOLDER, AttachmentStore
from core.kernel.store.online_copy import disk_fault
from core.kernel.verification.report import Progress, Report, no_progress
from core.kernel.verification.scope import Scope
from core.kernel.verification.verifier import verify_file


@dataclass(frozen=True, slots=True)
class CopyCheck:
    """Result.

    Args:
        manifesto: None where none lies beside the copy.
        relatorio: findings about the copy's bytes come first.
    """

    manifesto: Manifest | None
    relatorio: Report


def check_copy(copy: Path, scope: Scope, *, progress: Progress = no_progress) -> CopyCheck:
    """Verify a copy; nothing is changed, nothing is written beside it.

    Args:
        copy: the file that ``create_copy`` made, wherever it was carried.
        scope: registry and tables; attachments are looked for beside the copy.
        progress: as for ``verify_file``.

    Raises:
        EnvironmentFault: ``banco.nao_existe``, ``copia.nao_lida``, ``banco.esquema_mais_novo``.
        UserFacingError: ``banco.esquema_antigo``: a copy of an older release; restoring it
            upgrades it.
    """
    if not copy.is_file():
        raise EnvironmentFault("banco.nao_existe", onde=str(copy))
    manifest, findings = compare_bytes(copy)
    folder = copy.parent / FOLDER
    store = AttachmentStore(folder) if folder.is_dir() else None
    report = verify_file(copy, replace(scope, attachments=store), progress=progress)
    report.achados[:0] = findings.achados
    report.total_achados += findings.total_achados
    return CopyCheck(manifest, report)


def compare_bytes(copy: Path) -> tuple[Manifest | None, Report]:
    """The manifest beside a copy, and whether the copy's bytes are those that it names."""
    report = Report()
    try:
        manifest = read_manifest(copy)
        if manifest is not None and file_sha256(copy) != manifest.sha256:
            report.add("copia.bytes_divergem", arquivo=copy.name)
    except IntegrityFault as fault:
        report.add(fault.code, **fault.params)
        return None, report
    except OSError as error:
        raise disk_fault(error, copy) from error
    return manifest, report

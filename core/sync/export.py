"""Export: what an office holds, as a signed bundle on a stick (sync.md 2.8, FORMATO.md).

One read snapshot, up to the newest checkpoint of every feed. What the reader has is learnt only
from the request that it signed, never from what was exported before. The file appears under its
name only after it was written, fsynced, read again and verified as any receiver would.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from core.crypto import age
from core.kernel.clock import parse_timestamp
from core.kernel.errors import IntegrityFault, UserFacingError
from core.kernel.identity.durable_file import sync_folder
from core.kernel.identity.network import NetworkChain
from core.kernel.store import installation as facts
from core.kernel.store.attachments import Attachments
from core.kernel.store.database import Database, Reader
from core.kernel.store.online_copy import disk_fault
from core.sync import minisign, names
from core.sync.container_writer import BodyWriter, Content, assemble
from core.sync.export_plan import Plan, Stage, contents_of, make_plans
from core.sync.manifest import PUBLIC, RESTRICTED, FileEntry, Manifest, encode_manifest
from core.sync.report import ACCEPTED, BundleReport
from core.sync.request import Request
from core.sync.source import FileSource, sha256_of
from core.sync.stored_feeds import sealed_epochs
from core.sync.verification import Setting, verify_bundle

PARTIAL: Final = ".parcial"
RESTRICTED_SUFFIX: Final = ".restrito.zip.age"
_TEMPORARY: Final = ".civico-"
_OWNER: Final = re.compile(r"\.civico-([0-9]{1,10})[.a-z]*\Z")
_ABANDONED_MS: Final = 3_600_000


def no_progress(stage: str, done: int, total: int) -> None:
    """For callers that show nothing; stages are ``lendo``, ``gravando``, ``conferindo``."""


@dataclass(frozen=True, slots=True)
class Exporter:
    """Who exports, and from what.

    Args:
        database: the office's.
        chain: verified versions of the network document.
        no: 32 hex of this node.
        epoca: its open epoch, for the file's name.
        demonstracao: a demo office: its bundles are marked for ever.
        attachments: the office's store.
        seed: the transport key that the network lists.
        log_seed: the log key: notes of what the root sealed.
        programa: name and version of this program.
        criado_em: claimed moment.
        bastidor: private folder for what must not lie on a stick in the clear.
    """

    database: Database
    chain: NetworkChain
    no: str
    epoca: int
    demonstracao: bool
    attachments: Attachments
    seed: bytes
    log_seed: bytes
    programa: str
    criado_em: str
    bastidor: Path


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted.

    Args:
        destinatarios: nodes that it is for, sorted; none: for everybody.
        pedido: the reader's signed request; None exports everything.
        restrito: also write the second file with restricted parts, encrypted to the readers.
    """

    destinatarios: tuple[str, ...] = ()
    pedido: Request | None = None
    restrito: bool = False


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written and read again.

    Args:
        arquivo: the public bundle.
        restrito: the encrypted one, where it was asked for.
        sha256: of the public bundle, hex.
        tamanho: its bytes.
        relatorio: its verification, from the file.
    """

    arquivo: Path
    restrito: Path | None
    sha256: str
    tamanho: int
    relatorio: BundleReport


def export_bundle(
    exporter: Exporter, wish: Wish, folder: Path, progress: Stage = no_progress
) -> Exported:
    """Write the bundle, and the restricted one where it was asked for.

    Raises:
        UserFacingError: ``pacote.nada_assinado``: no checkpoint yet; ``pacote.grande_demais``;
            ``pacote.sem_destinatario``: restricted parts for nobody; ``pacote.destinatario_sem_chave``.
        IntegrityFault: ``pacote.registro_divergente``: the stored events are not what was signed;
            ``pacote.nao_confere``: what was written is not what was meant. Nothing is left.
        EnvironmentFault: disk full, stick gone. Only a ``.parcial`` may be left.
    """
    keys = _recipient_keys(exporter.chain, wish)
    folder.mkdir(parents=True, exist_ok=True)
    for place in (folder, exporter.bastidor):
        clear_abandoned(place, parse_timestamp(exporter.criado_em))
    reader = exporter.database.open_reader()
    try:
        reader.hold()
        _require_same_network(reader, exporter.chain)
        ended = sealed_epochs(reader, exporter.chain, exporter.no, exporter.log_seed)
        plans = make_plans(reader, wish.pedido, progress, ended)
        made = _write_public(exporter, wish, reader, plans, folder, progress)
        if not wish.restrito:
            return made
        sealed = made.arquivo.with_name(made.arquivo.name.removesuffix(".zip") + RESTRICTED_SUFFIX)
        try:
            _write_restricted(exporter, wish, reader, plans, sealed, keys, progress)
        except BaseException:  # both files, or none
            _forget(made.arquivo)
            raise
        return Exported(made.arquivo, sealed, made.sha256, made.tamanho, made.relatorio)
    except OSError as error:
        raise disk_fault(error, folder) from error
    finally:
        reader.close()


def _recipient_keys(chain: NetworkChain, wish: Wish) -> list[str]:
    """The age recipients of the readers."""
    keys: list[str] = []
    for no in wish.destinatarios:
        entry = chain.current.node(no)
        if entry is None or entry.destinatario_age is None:
            raise UserFacingError("pacote.destinatario_sem_chave", no=no[:8])
        keys.append(entry.destinatario_age)
    if wish.restrito and not keys:
        raise UserFacingError("pacote.sem_destinatario")
    return keys


def _require_same_network(reader: Reader, chain: NetworkChain) -> None:
    """The snapshot has the versions that the decision was made on."""
    versions = facts.network_versions(reader.cursor, reader.dialect)
    if [raw for raw, _ in versions] != [document.raw for document in chain.documents]:
        raise UserFacingError("rede.mudou")


def _write_public(
    exporter: Exporter,
    wish: Wish,
    reader: Reader,
    plans: Sequence[Plan],
    folder: Path,
    progress: Stage,
) -> Exported:
    temporary = folder / f"{_TEMPORARY}{os.getpid()}{PARTIAL}"
    try:
        _write(exporter, wish, reader, plans, temporary, PUBLIC, progress)
        with FileSource(temporary) as source:
            sha256 = sha256_of(source)
        own = next(
            (p for p in plans if (p.feed.no, p.feed.epoca) == (exporter.no, exporter.epoca)),
            plans[0],
        )
        span = (own.de, own.feed.tamanho)
        name = names.bundle_file_name(
            exporter.chain.rede, exporter.no, exporter.epoca, span, sha256
        )
        target = folder / name
        temporary.replace(target)
        sync_folder(folder)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    try:
        report = _read_again(target, sha256, exporter, progress)
    except BaseException:  # stopped, or the stick is gone: nobody has read it again
        _forget(target)
        raise
    return Exported(target, None, sha256, target.stat().st_size, report)


def _read_again(target: Path, sha256: str, exporter: Exporter, progress: Stage) -> BundleReport:
    """Open the file anew and verify it as a receiver would; it is removed where it does not hold."""
    progress("conferindo", 0, 1)
    drop_cache(target)
    with FileSource(target) as source:
        report = verify_bundle(
            source,
            Setting(rede=exporter.chain.rede),
            lambda done, total: progress("conferindo", done, total),
        ).report
    if report.veredito != ACCEPTED or report.sha256 != sha256:
        raise IntegrityFault("pacote.nao_confere", arquivo=target.name)
    return report


def _forget(path: Path) -> None:
    """Take away what did not come to its end; a medium that is gone keeps what it has."""
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def clear_abandoned(folder: Path, now_ms: int) -> None:
    """Remove what exports that died have left; one that is running keeps its own."""
    for left in folder.glob(f"{_TEMPORARY}*{PARTIAL}*"):
        found = _OWNER.match(left.name)
        if found is not None and not _is_running(int(found[1]), left, now_ms):
            with contextlib.suppress(OSError):
                left.unlink()


def _is_running(pid: int, left: Path, now_ms: int) -> bool:
    """Whether the process that began the file may still be at it."""
    if pid == os.getpid():
        return False  # an export is never begun twice at once in one process
    if os.name == "nt":
        return now_ms - left.stat().st_mtime * 1_000 < _ABANDONED_MS
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def drop_cache(path: Path) -> None:
    """Ask the system to forget what it keeps of the file, so that reading it reads the medium."""
    if not hasattr(os, "posix_fadvise"):
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(descriptor)


def _write_restricted(
    exporter: Exporter,
    wish: Wish,
    reader: Reader,
    plans: Sequence[Plan],
    target: Path,
    keys: Sequence[str],
    progress: Stage,
) -> None:
    """The second file: a whole bundle of both classes, encrypted; in the clear only in private."""
    exporter.bastidor.mkdir(parents=True, exist_ok=True, mode=0o700)
    clear = exporter.bastidor / f"{_TEMPORARY}{os.getpid()}{PARTIAL}"
    temporary = target.with_name(f"{_TEMPORARY}{os.getpid()}.age{PARTIAL}")
    try:
        _write(exporter, wish, reader, plans, clear, RESTRICTED, progress)
        with clear.open("rb") as source, temporary.open("wb") as sealed:
            age.encrypt(source, sealed, keys)
            sealed.flush()
            os.fsync(sealed.fileno())
        temporary.replace(target)
        sync_folder(target.parent)
    finally:
        for path in (clear, temporary):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)


def _write(
    exporter: Exporter,
    wish: Wish,
    reader: Reader,
    plans: Sequence[Plan],
    target: Path,
    classe: str,
    progress: Stage,
) -> None:
    """Write and fsync one bundle; its body beside it first."""
    body_path = target.with_name(target.name + ".corpo")
    try:
        with _private(body_path) as body:
            writer = BodyWriter(body)
            of = exporter.no if classe == RESTRICTED else None
            contents = contents_of(reader, plans, exporter.attachments, of)
            for number, nome in enumerate(sorted(contents)):
                told = partial(progress, "gravando", number, len(contents))
                told()
                writer.add(nome, partial(_told, contents[nome], told))
            manifest = encode_manifest(
                Manifest(
                    classe=classe,
                    demonstracao=exporter.demonstracao,
                    rede=exporter.chain.rede,
                    rede_versao=exporter.chain.current.versao,
                    no=exporter.no,
                    criado_em=exporter.criado_em,
                    programa=exporter.programa,
                    destinatarios=wish.destinatarios,
                    feeds=tuple(plan.span for plan in plans),
                    arquivos=tuple(
                        FileEntry(item.entry.nome, item.sha256, item.entry.size)
                        for item in writer.written
                    ),
                )
            )
            signature = minisign.sign(
                minisign.BUNDLE, exporter.seed, exporter.chain.rede, exporter.no, manifest
            )
            with _private(target) as file:
                assemble(file, manifest, signature, body, writer.written)
                file.flush()
                os.fsync(file.fileno())
    finally:
        with contextlib.suppress(OSError):
            body_path.unlink(missing_ok=True)


def _told(content: Content, tell: Callable[[], object]) -> Iterator[bytes]:
    """The content, saying at every piece that it goes on, so that it can be stopped."""
    for piece in content():
        tell()
        yield piece


def _private(path: Path) -> BinaryIO:
    """A new file that only its owner reads."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b")

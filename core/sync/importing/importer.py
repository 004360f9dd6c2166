"""Import of a signed bundle: copy, verify, take in, in that order (sync.md 2.9).

What is verified is the private copy, and only what the verification accepted gets to the
transaction. A refused file goes to quarantine; one of which something waits is kept and tried again
after every import that brought something.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.kernel.clock import Clock
from core.kernel.engine.engine import Engine
from core.kernel.errors import UserFacingError
from core.kernel.ids import Ids
from core.kernel.registry import Registry
from core.kernel.store.attachments import Attachments
from core.sync import names
from core.sync.carried import kind_of
from core.sync.examination import Progress, VerifiedBundle
from core.sync.export import clear_abandoned
from core.sync.importing import bookkeeping, codes
from core.sync.importing.kept import KeptBundles
from core.sync.importing.outcome import AGAIN, IMPORTED, PARTLY, REFUSED, ImportOutcome
from core.sync.importing.quarantine import Quarantine, Quarantined
from core.sync.importing.staging import Staged, stage
from core.sync.importing.transaction import Place, reveal_postponed, run_import
from core.sync.reasons import Refusal
from core.sync.restricted import decrypted, opened_restricted
from core.sync.source import FileSource
from core.sync.verification import Setting, Verdict, verify_bundle


def _nothing() -> None:
    """Nothing to be done after an import."""


DEMONSTRATION: Final = "pacote.demonstracao"
_BAD_FEED: Final = frozenset({"F"})


@dataclass(frozen=True, slots=True)
class Importer:
    """An open office that imports.

    Args:
        engine: running; the transaction is its writer's.
        registry: the types that this program knows.
        rede: 64 hex.
        no: 32 hex of this node.
        clock: the moment of the import.
        ids: identifiers of the receipt.
        attachments: the office's store.
        quarantine: for what is refused.
        kept: for what waits.
        staging: private folder for the copy.
        depois: done once all that was taken in is applied: what moderation removed elsewhere goes
            from this office's store. A fault of the disk is logged and left to the collector.
    """

    engine: Engine
    registry: Registry
    rede: str
    no: str
    clock: Clock
    ids: Ids
    attachments: Attachments
    quarantine: Quarantine
    kept: KeptBundles
    staging: Path
    depois: Callable[[], object] = _nothing

    def import_bundle(
        self,
        original: Path,
        *,
        ensaio: bool = False,
        progress: Progress | None = None,
        nome: str | None = None,
    ) -> ImportOutcome:
        """Import a file, or rehearse it.

        Args:
            original: what came.
            ensaio: write nothing.
            progress: told of the events.
            nome: under which quarantine keeps it; the file's own where None.

        Raises:
            UserFacingError: ``pacote.e_pedido``, ``pacote.e_entrada``, ``pacote.e_convite``,
                ``pacote.e_versao``: another file of an exchange, which has its own door.
            EnvironmentFault: ``pacote.nao_lido``, disk full, ``banco.ocupado``. Nothing of it is
                in the log; the same call may be tried again.
        """
        clear_abandoned(self.staging, self.clock.now_ms())
        staged = stage(original, self.staging, "entrada")
        try:
            _require_bundle(staged.path, original.name)
            called = nome or original.name
            outcome = self._import(staged, called, ensaio=ensaio, progress=progress)
        finally:
            with contextlib.suppress(OSError):
                staged.path.unlink(missing_ok=True)
        if outcome.novos and not ensaio:
            outcome.resolvidos += self.try_kept(progress)
        return outcome

    def import_restricted(
        self,
        original: Path,
        identity: bytes,
        *,
        ensaio: bool = False,
        progress: Progress | None = None,
    ) -> ImportOutcome:
        """Import the second file, opened with this office's own key, or rehearse it.

        What waits in it is not kept: it would lie here in the clear. It has to be brought again.

        Args:
            original: the ``….restrito.zip.age``.
            identity: this office's age identity.
            ensaio: write nothing.
            progress: told of the events.

        Raises:
            EnvironmentFault: as ``import_bundle``.
        """
        clear_abandoned(self.staging, self.clock.now_ms())
        staged = stage(original, self.staging, "restrito")
        try:
            if self._state_of(staged.sha256) == IMPORTED:
                return ImportOutcome(staged.sha256, ensaio=ensaio, estado=AGAIN)
            with opened_restricted(staged.path, self.staging, identity) as clear:
                if clear is None:
                    outcome = ImportOutcome(staged.sha256, ensaio=ensaio, estado=REFUSED)
                    outcome.motivo = "pacote.cifrado"
                    self._set_aside(staged, original.name, outcome, None)
                    return outcome
                setting = decrypted(Setting(rede=self.rede, me=self.no))
                outcome = self._import_from(
                    staged, clear, original.name, setting, ensaio=ensaio, progress=progress
                )
        finally:
            with contextlib.suppress(OSError):
                staged.path.unlink(missing_ok=True)
        if outcome.novos and not ensaio:
            outcome.resolvidos += self.try_kept(progress)
        return outcome

    def release(self, start: str, *, progress: Progress | None = None) -> ImportOutcome:
        """Verify a refused file anew; it leaves quarantine only where it is imported now.

        Args:
            start: beginning of its SHA-256.
            progress: told of the events.

        Raises:
            UserFacingError: ``quarentena.nao_ha``, ``quarentena.varios``, ``quarentena.sem_bytes``.
            EnvironmentFault: as ``import_bundle``.
        """
        item = self.quarantine.find(start)
        path = self.quarantine.path(item.sha256)
        if not item.guardado or not path.exists():
            raise UserFacingError("quarentena.sem_bytes")
        outcome = self.import_bundle(path, progress=progress, nome=item.nome)
        if outcome.saida == 0:
            self.quarantine.remove(item.sha256)
        return outcome

    def try_kept(self, progress: Progress | None = None) -> list[str]:
        """Import kept bundles again until none of them brings anything; those now complete."""
        done: list[str] = []
        moved = True
        while moved:
            moved = False
            for sha256 in self.kept.hashes():
                path = self.kept.path(sha256)
                if not path.exists():  # taken away by hand: it has to come again
                    continue
                with FileSource(path) as source:
                    verdict = verify_bundle(source, Setting(rede=self.rede), progress)
                    outcome = ImportOutcome(sha256, relatorio=verdict.report, is_retry=True)
                    if verdict.bundle is None:
                        continue
                    self._take_in(verdict.bundle, outcome, path)
                moved = moved or outcome.novos > 0
                if not any(feed.espera_em is not None for feed in outcome.feeds):
                    self.kept.remove(sha256)
                    done.append(sha256)
        return done

    def reveal_postponed(self) -> int:
        """Judge anew what no earlier program knew: after an upgrade; how many have effect now."""
        count: int = self.engine.call(lambda: reveal_postponed(self._place())).result()
        self.engine.retomar().result()
        return count

    def _place(self) -> Place:
        return Place(
            cycle=self.engine.cycle,
            writer=self.engine.writer,
            registry=self.registry,
            ids=self.ids,
            no=self.no,
            rede=self.rede,
            clock=self.clock,
        )

    def _import(
        self, staged: Staged, nome: str, *, ensaio: bool, progress: Progress | None
    ) -> ImportOutcome:
        if self._state_of(staged.sha256) == IMPORTED:
            if not ensaio:
                self._count(staged.sha256)
            return ImportOutcome(staged.sha256, ensaio=ensaio, estado=AGAIN)
        setting = Setting(rede=self.rede)
        return self._import_from(
            staged, staged.path, nome, setting, ensaio=ensaio, progress=progress
        )

    def _import_from(
        self,
        staged: Staged,
        path: Path,
        nome: str,
        setting: Setting,
        *,
        ensaio: bool,
        progress: Progress | None,
    ) -> ImportOutcome:
        """Verify and take in what lies at ``path``, under the name and hash of what was staged."""
        onde: str | None = None
        with FileSource(path) as source:
            verdict = verify_bundle(source, setting, progress)
            outcome = ImportOutcome(staged.sha256, ensaio=ensaio, relatorio=verdict.report)
            outcome.is_sealed = setting.is_decrypted
            motivo, onde = _refused(verdict)
            if verdict.bundle is not None and motivo is None:
                try:
                    self._take_in(verdict.bundle, outcome, path)
                    motivo = _bad_feed(outcome, verdict)
                except Refusal as refusal:
                    motivo, onde = refusal.codigo, refusal.onde
                    outcome.estado, outcome.motivo = REFUSED, motivo
            else:
                outcome.estado, outcome.motivo = REFUSED, motivo
        if motivo is not None:
            self._set_aside(staged, nome, outcome, onde, motivo)
        return outcome

    def _set_aside(
        self,
        staged: Staged,
        nome: str,
        outcome: ImportOutcome,
        onde: str | None,
        motivo: str | None = None,
    ) -> None:
        """Put what was refused, as it came, into quarantine."""
        code = motivo or outcome.motivo
        if outcome.ensaio or code is None:
            return
        now_ms = self.clock.now_ms()
        item = Quarantined(staged.sha256, code, onde, nome, staged.size, True, now_ms)
        self.quarantine.put(staged.path, item)

    def _take_in(self, bundle: VerifiedBundle, outcome: ImportOutcome, path: Path) -> None:
        """Attachments first, then everything else in one transaction."""
        if not outcome.ensaio:
            for sha256 in bundle.attachments:
                self._store(bundle, sha256)
                if not self.attachments.has(sha256):
                    outcome.recusados += 1
                    outcome.alarmes.add(codes.NOT_KEPT)
        place = self._place()
        self.engine.call(
            lambda: run_import(place, bundle, outcome, lambda: self._keep(path, outcome))
        ).result()
        if (outcome.is_released or outcome.revelados) and not outcome.ensaio:
            self.engine.retomar().result()  # what waited for this is answered now
        if not outcome.ensaio and (outcome.novos or outcome.partes or outcome.revelados):
            # Not yet: what the colonies have not applied, their tables do not say.
            self.engine.quando_ocioso(self.depois)

    def _keep(self, path: Path, outcome: ImportOutcome) -> None:
        """For later, unless it was decrypted for this import alone."""
        if not outcome.is_sealed:
            self.kept.keep(path, outcome.sha256)

    def _store(self, bundle: VerifiedBundle, sha256: str) -> None:
        entry = bundle.container.get(names.attachment_name(sha256))
        if entry is not None:
            self.attachments.put(bundle.container.read(entry))

    def _state_of(self, sha256: str) -> str | None:
        reader = self.engine.database.open_reader()
        try:
            return bookkeeping.state_of(reader.cursor, reader.dialect, sha256)
        finally:
            reader.close()

    def _count(self, sha256: str) -> None:
        def work() -> None:
            cycle, writer = self.engine.cycle, self.engine.writer
            cycle.begin()
            bookkeeping.again(writer.cursor, writer.dialect, sha256, self.clock.now_ms())
            cycle.commit()

        self.engine.call(work).result()


def _require_bundle(staged: Path, nome: str) -> None:
    """A request or an invitation is no broken bundle: it is shown its way, not kept apart."""
    kind = kind_of(staged)
    if kind is not None:
        raise UserFacingError(f"pacote.e_{kind}", arquivo=nome)


def _refused(verdict: Verdict) -> tuple[str | None, str | None]:
    """Why the whole file is refused, and where."""
    if verdict.report.motivo is not None:
        return verdict.report.motivo, verdict.report.onde
    if verdict.bundle is not None and verdict.bundle.manifest.demonstracao:
        return DEMONSTRATION, names.MANIFEST
    return None, None


def _bad_feed(outcome: ImportOutcome, verdict: Verdict) -> str | None:
    """The first feed's code that was refused, by the verification or by the import."""
    verified = [feed.motivo for feed in verdict.report.feeds]
    for motivo in (*verified, *(feed.motivo for feed in outcome.feeds)):
        if motivo is not None and codes.ALL_CLASSES[motivo] in _BAD_FEED:
            outcome.estado = PARTLY
            return motivo
    return None

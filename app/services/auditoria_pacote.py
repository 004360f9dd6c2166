"""Auditoria mode: open a bundle to look at it, without importing and without any office.

The file is copied into a private folder first, so that what is verified is what is recomputed, and
a stick may be pulled once it is read. Nothing is kept. No Qt, no SQL.
Source: issue "Signed bundles", Auditoria mode; sync.md 4 (row 55) and 5.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from app.services.mensagens import Mensagens
from app.services.pacote_auditado import (
    INCREMENTAL,
    SEM_FLUXO,
    VARIOS_AUTORES,
    AchadoDoPacote,
    DiferencaDeRanking,
    FluxoConferido,
    PacoteAuditado,
    RankingDoPacote,
    Refeito,
    SorteioDoPacote,
    Veredito,
)
from app.services.pacote_cifrado import Chave, aberto, ao_lado, identidade_de
from app.services.pacote_copiado import staged
from app.services.progresso import Progress, ignore_progress
from app.services.relatorio_auditoria import gravar_bytes
from core.audit.draw_audit import DrawAudit, Judged
from core.audit.draw_state import SEM_CANDIDATOS, SORTEADO, SUSPENSAO_EXPIRADA
from core.audit.findings import Finding
from core.audit.ranking_audit import RankingAudit, Scored
from core.audit.ranking_state import ATUALIZADO, CARREGADOS, RANQUEADA
from core.kernel.errors import UserFacingError
from core.kernel.registry import Registry
from core.sync.act_proof import make_act_proof, verify_act_proof
from core.sync.bundle_log import BundleLog
from core.sync.examination import VerifiedBundle
from core.sync.report import BundleReport
from core.sync.source import FileSource, sha256_of
from core.sync.verification import Setting, verify_bundle

LIMITE: Final = 5_000
"""How many lines of a list are kept; all are counted."""
_PARTS: Final = {"copiando": (0, 5), "conferindo": (5, 50), "ordenando": (50, 60),
                 "sorteios": (60, 80), "rankings": (80, 100)}  # fmt: skip
"""What share of the whole each stage is, in per cent."""


class AuditoriaDePacotes:
    """Opens bundles.

    Args:
        mensagens: sentences of reasons and differences.
        agora_ms: when a report says that it was made.
        registry: the types that this program knows: what they do not accept has no effect.
        chave_propria: password -> the key of this office; None where there is no office.
    """

    def __init__(
        self,
        mensagens: Mensagens,
        agora_ms: Callable[[], int],
        registry: Registry,
        chave_propria: Callable[[bytes | None], bytes] | None = None,
    ) -> None:
        self._mensagens = mensagens
        self._agora_ms = agora_ms
        self._registry = registry
        self._own_key = chave_propria

    @property
    def tem_chave_propria(self) -> bool:
        """Whether there is an office, whose key may open what was encrypted to it."""
        return self._own_key is not None

    def abrir(
        self,
        arquivo: Path,
        progress: Progress = ignore_progress,
        *,
        chave: Chave | None = None,
    ) -> PacoteAuditado:
        """Verify a bundle and recompute all that its public parts allow.

        Args:
            arquivo: the bundle; read once.
            progress: told per cent of the whole.
            chave: opens an encrypted one; None says only what it is.

        Raises:
            UserFacingError: ``chave_age.*``, ``chaves.*``, ``rede.*``: the key cannot be had.
            EnvironmentFault: ``pacote.nao_lido``, ``pacote.sem_lugar``.
            Cancelled: by ``progress``.
        """
        percent = _Percent(progress)
        key = None if chave is None else identidade_de(chave, self._own_key)
        with (
            staged(arquivo, percent.stage("copiando")) as path,
            aberto(path, key) as opened,
            FileSource(opened.caminho) as file,
        ):
            found = self._judged(arquivo, file, opened.leitor, percent)
            if opened.estado != "aberto":
                return replace(found, cifrado=opened.estado, ao_lado=ao_lado(arquivo))
            # The report is about the file that lies before the auditor, not about what is inside.
            with FileSource(path) as sealed:
                sha256, size = sha256_of(sealed), sealed.size
            about = {**found.relatorio, "sha256": sha256, "tamanho": size}
            return replace(
                found, sha256=sha256, tamanho=size, relatorio=about, cifrado=opened.estado
            )

    def _judged(
        self, arquivo: Path, file: FileSource, reader: Setting, percent: _Percent
    ) -> PacoteAuditado:
        source = _Watched(file, percent.tick)
        verdict = verify_bundle(source, reader, percent.stage("conferindo"))
        report, bundle = verdict.report, verdict.bundle
        if bundle is None:
            return self._told(arquivo, report, None, None, None, "")
        log = BundleLog(bundle, self._registry, percent.stage("ordenando"))
        if not log.is_whole:
            is_cut = all(feed.motivo is None for feed in report.feeds)
            why = INCREMENTAL if is_cut else SEM_FLUXO
            return self._told(arquivo, report, bundle, log, None, why)
        again = self._again(log, percent)
        several = VARIOS_AUTORES if len(log.authors) > 1 else ""
        return self._told(arquivo, report, bundle, log, again, several)

    def gravar_prova(
        self,
        arquivo: Path,
        sha256: str,
        carimbo: str,
        destino: Path,
        progress: Progress = ignore_progress,
    ) -> None:
        """Write the proof of one event (FORMATO.md 12), whole or not at all.

        Args:
            arquivo: the bundle; it is verified again.
            sha256: what it was when it was opened, 64 hex.
            carimbo: event hash, 64 hex.
            destino: the ``.tlog-proof``.
            progress: told per cent of the whole.

        Raises:
            UserFacingError: ``prova.outro_pacote``, ``prova.sem_registro_inteiro``.
            EnvironmentFault: ``pacote.nao_lido``, ``pacote.sem_lugar``, ``exportacao.nao_gravou``.
            Cancelled: by ``progress``.
        """
        percent = _Percent(progress)
        with staged(arquivo, percent.stage("copiando")) as path, FileSource(path) as file:
            source = _Watched(file, percent.tick)
            verdict = verify_bundle(source, progress=percent.stage("conferindo"))
            if verdict.report.sha256 != sha256 or verdict.bundle is None:
                raise UserFacingError("prova.outro_pacote", arquivo=arquivo.name)
            proof = make_act_proof(verdict.bundle, bytes.fromhex(carimbo))
        if proof is None:
            raise UserFacingError("prova.sem_registro_inteiro")
        verify_act_proof(proof)
        percent.stage("rankings")(1, 1)
        gravar_bytes(proof, destino)

    def _sentence(self, code: str) -> str:
        return self._mensagens.sentence(f"motivo.{code}")

    def _told(
        self,
        arquivo: Path,
        report: BundleReport,
        bundle: VerifiedBundle | None,
        log: BundleLog | None,
        again: Refeito | None,
        aviso: str,
    ) -> PacoteAuditado:
        manifest = report.manifesto
        names = _names(bundle)
        verdict: Veredito = report.veredito  # type: ignore[assignment] # one of the three
        return PacoteAuditado(
            arquivo=arquivo.name,
            sha256=report.sha256,
            tamanho=report.tamanho,
            veredito=verdict,
            motivo="" if report.motivo is None else self._sentence(report.motivo),
            onde=report.onde,
            is_demonstracao=manifest is not None and manifest.demonstracao,
            is_completo=manifest is not None and manifest.modo == "completo",
            rede=None if manifest is None else manifest.rede,
            rede_versao=None if manifest is None else manifest.rede_versao,
            no=None if manifest is None else manifest.no,
            nome_do_no="" if manifest is None else names.get(manifest.no, ""),
            programa=None if manifest is None else manifest.programa,
            criado_em=None if manifest is None else manifest.criado_em,
            raizes=report.raizes,
            fluxos=self._feeds(report, log, names),
            tipos=dict(sorted(report.tipos.items())),
            achados=tuple(
                AchadoDoPacote(
                    one.codigo, self._sentence(one.codigo), one.no, one.epoca, one.seq,
                    one.event_hash, one.onde,
                )
                for one in report.achados
            ),
            refeito=again,
            aviso=aviso,
            relatorio=report.value(self._sentence),
            conferido_em_ms=self._agora_ms(),
        )  # fmt: skip

    def _feeds(
        self, report: BundleReport, log: BundleLog | None, names: dict[str, str]
    ) -> tuple[FluxoConferido, ...]:
        ends = {} if log is None else {(end.no, end.epoca): end.timestamp for end in log.ends}
        found = []
        for feed in report.feeds:
            is_good = feed.motivo is None
            found.append(
                FluxoConferido(
                    no=feed.no,
                    nome=names.get(feed.no, ""),
                    epoca=feed.epoca,
                    de=feed.de,
                    ate=feed.ate,
                    raiz=feed.raiz,
                    ultimo=ends.get((feed.no, feed.epoca)),
                    eventos=feed.eventos if is_good else 0,
                    sem_efeito=feed.folhas_invalidas + feed.alem_do_selo if is_good else 0,
                    partes=feed.partes,
                    partes_descartadas=feed.partes_descartadas,
                    frase="" if feed.motivo is None else self._sentence(feed.motivo),
                )
            )
        return tuple(found)

    def _again(self, log: BundleLog, percent: _Percent) -> Refeito:
        """Every draw and every ranking, from the bundle's public parts alone."""
        log.watch(percent.stage("sorteios"))
        draws = DrawAudit(log, has_effect=log.has_effect)
        counts: Counter[str] = Counter()
        wrong: list[SorteioDoPacote] = []
        right: deque[SorteioDoPacote] = deque(maxlen=LIMITE)
        differing = 0
        for judged in draws.run():
            counts[judged.event.tipo] += 1
            differing += not judged.is_right
            line = self._draw(judged, draws.state.hierarchy.name)
            # Of those that match the newest are kept, of the others the first.
            if judged.is_right:
                right.append(line)
            elif len(wrong) < LIMITE:
                wrong.append(line)
        hierarchy = draws.state.hierarchy
        waiting = len(draws.state.unserved())
        log.watch(percent.stage("rankings"))
        ranking = RankingAudit(log, has_effect=log.has_effect)
        scored, tops, off = Counter[str](), Counter[str](), Counter[str]()
        differences: list[DiferencaDeRanking] = []
        for one in ranking.run():
            counts[one.event.tipo] += 1
            unit = one.unit or ""
            scored[unit] += one.event.tipo == RANQUEADA
            tops[unit] += one.event.tipo == ATUALIZADO
            if one.is_right:
                continue
            off[unit] += 1
            if len(differences) < LIMITE:
                differences.append(self._difference(one, hierarchy.name))
        units = sorted(unit for unit in scored.keys() | tops.keys() if unit)
        return Refeito(
            eventos=log.upto,
            sorteios=counts[SORTEADO],
            tentativas=counts[SEM_CANDIDATOS],
            suspensoes=counts[SUSPENSAO_EXPIRADA],
            sorteios_divergentes=differing,
            lista=(*wrong, *reversed(right))[:LIMITE],
            pontuacoes=counts[RANQUEADA],
            topos=counts[ATUALIZADO],
            parametros=counts[CARREGADOS],
            ranking_divergentes=off.total(),
            unidades=tuple(
                RankingDoPacote(
                    unit,
                    hierarchy.name(unit) or unit,
                    len(ranking.state.order(unit)),
                    scored[unit],
                    tops[unit],
                    off[unit],
                )
                for unit in units
            ),
            diferencas=tuple(differences),
            em_espera=waiting,
        )

    def _draw(self, judged: Judged, name: Callable[[str], str | None]) -> SorteioDoPacote:
        event, payload = judged.event, judged.event.publico()
        unit = judged.unit
        told = payload.get("total_elegiveis")
        return SorteioDoPacote(
            carimbo=event.event_hash,
            tipo=event.tipo,
            no=event.no,
            epoca=event.epoca,
            seq=event.seq,
            numero=event.sequence_number,
            timestamp=event.timestamp,
            demanda_id=_text(payload.get("demanda_id")),
            unidade=None if unit is None else name(unit) or unit,
            conselheiro_id=_text(payload.get("conselheiro_id")),
            elegiveis=told if type(told) is int else None,
            frase=self._sentences(judged.findings),
        )

    def _difference(self, one: Scored, name: Callable[[str], str | None]) -> DiferencaDeRanking:
        event = one.event
        return DiferencaDeRanking(
            carimbo=event.event_hash,
            tipo=event.tipo,
            no=event.no,
            seq=event.seq,
            timestamp=event.timestamp,
            unidade=None if one.unit is None else name(one.unit) or one.unit,
            demanda_id=_text(event.publico().get("demanda_id")),
            frase=self._sentences(one.findings),
        )

    def _sentences(self, findings: tuple[Finding, ...]) -> str:
        return " ".join(self._mensagens.sentence(one.codigo, one.params) for one in findings)


class _Percent:
    """Stages' own counts as per cent of the whole, which never goes back."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._now = 0

    def stage(self, name: str) -> Progress:
        """What a stage is told to call."""
        first, last = _PARTS[name]

        def tell(done: int, total: int, /) -> None:
            share = 0 if total <= 0 else (last - first) * min(done, total) // total
            self._now = max(self._now, first + share)
            self.tick()

        return tell

    def tick(self) -> None:
        """Say it once more: whoever listens may want to stop."""
        self._progress(self._now, 100)


class _Watched:
    """A source that can be stopped at every read. See ``Source``."""

    def __init__(self, source: FileSource, tick: Callable[[], None]) -> None:
        self._source = source
        self._tick = tick

    @property
    def size(self) -> int:
        return self._source.size

    def read(self, offset: int, count: int) -> bytes:
        self._tick()
        return self._source.read(offset, count)


def _names(bundle: VerifiedBundle | None) -> dict[str, str]:
    """Node -> what the newest version of the network document calls it."""
    if bundle is None:
        return {}
    return {entry.no: entry.nome or "" for entry in bundle.chain.current.nos}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None

"""The exchange of an open office behind the service's port: network, peers, export, history.

The network document is read anew each time: the command line, or another workstation, may have
added a version since this window opened.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.pacotes import exporter_of, ler_pedido_de, pedido_de
from app.bootstrap.pen_drive import gravar_levado
from app.services.progresso import Progress
from app.services.sincronizacao import (
    BYTES_POR_EVENTO,
    Desejo,
    Estimativa,
    PacoteExportado,
    Situacao,
    Vizinho,
)
from core.kernel.clock import parse_timestamp
from core.kernel.engine.suspension import critical_unknown
from core.kernel.errors import EnvironmentFault
from core.kernel.identity.durable_file import read_private, write_private
from core.kernel.identity.fingerprint import fingerprint
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.node_entry import NodeEntry
from core.kernel.store import installation as facts
from core.sync.export import Wish, export_bundle
from core.sync.peers import FeedHead, acknowledged, feed_heads, signed_events

HISTORICO: Final = "pacotes-exportados.jsonl"
"""In the data folder: what this computer took out. Nothing is ever decided by it."""
_KEPT: Final = 500
_MAX_BYTES: Final = 4 << 20
_SHARES: Final = {"lendo": (0, 20), "gravando": (20, 65), "conferindo": (65, 100)}

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(PacoteExportado).decode


def rede_atual(app: Aplicacao) -> NetworkChain:
    """The network document as it is stored now, verified."""
    with app.leitor.ler() as (cursor, dialect):
        versions = facts.network_versions(cursor, dialect)
    return NetworkChain.load(versions, app.aberto.installation.rede)


class TrocadorDoEscritorio:
    """One office's exchange. See ``Trocador``.

    Args:
        app: open.
    """

    def __init__(self, app: Aplicacao) -> None:
        self._app = app

    def situacao(self) -> Situacao:
        """See ``Trocador.situacao``."""
        app, chain = self._app, rede_atual(self._app)
        no, current = app.aberto.installation.no, chain.current
        with app.leitor.ler() as leitura:
            heads = feed_heads(*leitura)
            told = acknowledged(*leitura, no)
            signed = signed_events(*leitura, no)
            critical = critical_unknown(*leitura)
        called = {no: app.escritorio.nome}
        peers = [_peer(entry, no, called, heads, told) for entry in current.nos]
        peers.sort(key=lambda one: (not one.is_este, one.nome, one.no))
        return Situacao(
            rede=chain.rede,
            versao=current.versao,
            raizes=tuple(fingerprint(bytes.fromhex(key)) for key in current.raizes),
            limiar=current.limiar,
            vizinhos=tuple(peers),
            eventos=sum(head.tamanho for head in heads if head.no == no),
            assinados=signed,
            is_demo=app.aberto.installation.demonstracao,
            pede_senha=app.motor.chaves_trancadas,
            criticos=critical,
        )

    def estimar(self, desejo: Desejo, /) -> Estimativa:
        """See ``Trocador.estimar``: counts from the heads, weight by experience."""
        app, chain = self._app, rede_atual(self._app)
        request = None if desejo.pedido is None else ler_pedido_de(desejo.pedido, chain)
        held = {} if request is None else {(f.no, f.epoca): f.tamanho for f in request.feeds}
        with app.leitor.ler() as leitura:
            heads = feed_heads(*leitura)
        events = sum(max(0, head.tamanho - held.get((head.no, head.epoca), 0)) for head in heads)
        return Estimativa(
            eventos=events,
            tamanho=events * BYTES_POR_EVENTO * (2 if desejo.restrito else 1),
            livre=_free(desejo.pasta),
            para=None if request is None else request.no,
        )

    def exportar(self, desejo: Desejo, progress: Progress, /) -> PacoteExportado:
        """See ``Trocador.exportar``."""
        app, chain = self._app, rede_atual(self._app)
        request = None if desejo.pedido is None else ler_pedido_de(desejo.pedido, chain)
        readers = {*desejo.para, *(() if request is None else (request.no,))}
        wish = Wish(tuple(sorted(readers)), request, desejo.restrito)
        exporter = exporter_of(app, desejo.senha, chain)
        progress(0, 100)
        app.motor.assinar(desejo.senha)
        made = export_bundle(exporter, wish, desejo.pasta, _Stages(progress))
        report = made.relatorio
        done = PacoteExportado(
            quando_ms=app.clock.now_ms(),
            arquivo=made.arquivo.name,
            sha256=made.sha256,
            tamanho=made.tamanho,
            eventos=sum(feed.eventos for feed in report.feeds),
            para=wish.destinatarios,
            is_completo=all(feed.de == 0 for feed in report.feeds),
            restrito="" if made.restrito is None else made.restrito.name,
        )
        try:
            self._remember(done)
        except EnvironmentFault:  # said on the screen: the bundle itself is good
            return replace(done, is_anotado=False)
        return done

    def pedido(self, pasta: Path, senha: bytes | None, /) -> Path:
        """See ``Trocador.pedido``."""
        self._app.motor.assinar(senha)
        name, content = pedido_de(self._app, senha, rede_atual(self._app))
        return gravar_levado(pasta, name, content)

    def historico(self) -> Sequence[PacoteExportado]:
        """See ``Trocador.historico``; a line that somebody broke is left out."""
        raw = read_private(self._history, _MAX_BYTES, code="arquivo.recusado") or b""
        found = []
        for line in raw.splitlines():
            try:
                found.append(_decode(line))
            except msgspec.MsgspecError:
                continue
        return found[::-1]

    @property
    def _history(self) -> Path:
        return self._app.lugar.dados / HISTORICO

    def _remember(self, done: PacoteExportado) -> None:
        kept = [*reversed(self.historico()), done][-_KEPT:]
        content = b"".join(_encode(one) + b"\n" for one in kept)
        write_private(self._history, content, code="arquivo.recusado")


def _peer(
    entry: NodeEntry,
    own: str,
    called: dict[str, str],
    heads: Sequence[FeedHead],
    told: dict[str, int],
) -> Vizinho:
    mine = [head for head in heads if head.no == entry.no]
    moments = [parse_timestamp(head.timestamp) for head in mine if head.timestamp is not None]
    transport = entry.chave_transporte
    return Vizinho(
        no=entry.no,
        nome=entry.nome or called.get(entry.no, ""),
        is_este=entry.no == own,
        impressao_registro=fingerprint(bytes.fromhex(entry.chave_log)),
        impressao_troca=None if transport is None else fingerprint(bytes.fromhex(transport)),
        custodia=tuple(entry.custodia),
        eventos=sum(head.tamanho for head in mine),
        visto_ms=max(moments, default=None),
        tem=told.get(entry.no),
    )


def _free(folder: Path) -> int | None:
    """Room where the nearest folder that is there lies."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        return shutil.disk_usage(place).free
    except OSError:
        return None


class _Stages:
    """The export's stages as per cent of the whole, which never goes back."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._now = 0

    def __call__(self, stage: str, done: int, total: int) -> None:
        first, last = _SHARES[stage]
        share = 0 if total <= 0 else (last - first) * min(done, total) // total
        self._now = max(self._now, first + share)
        self._progress(self._now, 100)

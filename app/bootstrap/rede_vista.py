"""The network as this office sees it: versions, nodes, and what each of them is known to have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from app.bootstrap.abertura import Aplicacao
from core.base.protocolo import prefix_of
from core.colonies.geo_territorio.queries import read_unit
from core.kernel.identity.fingerprint import fingerprint
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import NetworkDocument
from core.kernel.identity.node_entry import EVERYTHING, NodeEntry
from core.kernel.store import tables as t
from core.kernel.store.database import Reader
from core.kernel.store.statement import Cursor, Dialect, Statement
from core.sync.peers import said_to_have

_EVERYTHING: Final = "tudo o que ninguém mais declara"
_FEEDS: Final = Statement(
    select(t.kernel_feeds.c.no, t.kernel_feeds.c.epoca, t.kernel_feeds.c.tamanho).order_by(
        t.kernel_feeds.c.no, t.kernel_feeds.c.epoca
    )
)


@dataclass(frozen=True, slots=True)
class FluxoConhecido:
    """A feed and how many of its events somebody has."""

    no: str
    epoca: int
    tamanho: int


@dataclass(frozen=True, slots=True)
class Custodia:
    """A claim; ``nome`` of the unit, None where it is not known here."""

    unidade: str
    nome: str | None


@dataclass(frozen=True, slots=True)
class NoDaRede:
    """A node of the newest version.

    Args:
        no: 32 hex.
        nome: what people call it; a claim of its own.
        is_proprio: this office.
        registro: fingerprint of its log key.
        transporte: of its transport key; None where it does not exchange yet.
        destinatario_age: to whom restricted parts are encrypted.
        custodia: what it decides about.
        protocolos: prefix of each epoch that is known, oldest first.
        veio_de: (network, last epoch there) where it was in another one before.
        aqui: its feeds as far as they are here.
        visto_com: the feeds that it said it had, in the newest of its receipts that are here; of
            this office itself what it has.
    """

    no: str
    nome: str | None
    is_proprio: bool
    registro: str
    transporte: str | None
    destinatario_age: str | None
    custodia: Sequence[Custodia]
    protocolos: Sequence[str]
    veio_de: tuple[str, int] | None
    aqui: Sequence[FluxoConhecido]
    visto_com: Sequence[FluxoConhecido]


@dataclass(frozen=True, slots=True)
class VersaoDaRede:
    """A version of the document: who signs, who is in it, how many epochs are sealed."""

    versao: int
    sha256: str
    limiar: int
    raizes: Sequence[str]
    nos: int
    selos: int


@dataclass(frozen=True, slots=True)
class VistaDaRede:
    """The network; ``raizes`` are fingerprints of the newest version's root keys."""

    rede: str
    versao: int
    limiar: int
    raizes: Sequence[str]
    nos: Sequence[NoDaRede]
    versoes: Sequence[VersaoDaRede]


def ver_rede(app: Aplicacao, chain: NetworkChain | None = None) -> VistaDaRede:
    """What is known here.

    Args:
        app: open for reading.
        chain: a newer network than the one at opening; None takes that one.
    """
    known = chain or app.aberto.rede
    reader = app.database.open_reader()
    try:
        reader.hold()
        rows = _FEEDS.run(reader.cursor, reader.dialect).fetchall()
        here = [FluxoConhecido(bytes(no).hex(), epoca, size) for no, epoca, size in rows]
        receipts = said_to_have(reader.cursor, reader.dialect)
        own = app.aberto.installation.no
        nodes = [_node(reader, entry, own, here, receipts) for entry in known.current.nos]
    finally:
        reader.close()
    return VistaDaRede(
        rede=known.rede,
        versao=known.current.versao,
        limiar=known.current.limiar,
        raizes=_fingerprints(known.current),
        nos=nodes,
        versoes=[
            VersaoDaRede(
                one.versao, one.sha256, one.limiar, _fingerprints(one), len(one.nos), len(one.selos)
            )
            for one in known.documents
        ],
    )


def _node(
    reader: Reader,
    entry: NodeEntry,
    own: str,
    here: Sequence[FluxoConhecido],
    receipts: dict[str, dict[tuple[str, int], int]],
) -> NoDaRede:
    transport = entry.chave_transporte
    feeds = [one for one in here if one.no == entry.no]
    said = receipts.get(entry.no, {})
    first = 0 if entry.antes is None else entry.antes.epoca + 1
    epochs = sorted({one.epoca for one in feeds} | {first})
    return NoDaRede(
        no=entry.no,
        nome=entry.nome,
        is_proprio=entry.no == own,
        registro=fingerprint(bytes.fromhex(entry.chave_log)),
        transporte=None if transport is None else fingerprint(bytes.fromhex(transport)),
        destinatario_age=entry.destinatario_age,
        custodia=_claims(reader.cursor, reader.dialect, entry.custodia),
        protocolos=[prefix_of(entry.no, epoca) for epoca in epochs],
        veio_de=None if entry.antes is None else (entry.antes.rede, entry.antes.epoca),
        aqui=feeds,
        visto_com=(
            list(here)
            if entry.no == own
            else [FluxoConhecido(no, epoca, size) for (no, epoca), size in sorted(said.items())]
        ),
    )


def custodias(app: Aplicacao, unidades: Sequence[str]) -> list[Custodia]:
    """Claims with the names that they have here."""
    with app.leitor.ler() as (cursor, dialect):
        return _claims(cursor, dialect, unidades)


def _claims(cursor: Cursor, dialect: Dialect, unidades: Sequence[str]) -> list[Custodia]:
    found = []
    for one in unidades:
        unit = None if one == EVERYTHING else read_unit(cursor, dialect, one)
        name = _EVERYTHING if one == EVERYTHING else unit and unit.nome
        found.append(Custodia(one, name))
    return found


def _fingerprints(document: NetworkDocument) -> list[str]:
    return [fingerprint(bytes.fromhex(key)) for key in document.raizes]

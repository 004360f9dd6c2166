"""The facts of one installation, kept in its own database: network, node, epoch, marks.

Written once by ``found`` and by the few acts that change them (restore). No keys here, ever.
Source: design.md 4 (no, rede, genesis), 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, delete, insert, select, update

from core.kernel.errors import IntegrityFault
from core.kernel.store import tables as t
from core.kernel.store.log_append import SEALED
from core.kernel.store.statement import Cursor, Dialect, Statement

_INSERT_FACT: Final = Statement(
    insert(t.kernel_instalacao), [column.name for column in t.kernel_instalacao.columns]
)
_DELETE_FACT: Final = Statement(
    delete(t.kernel_instalacao).where(t.kernel_instalacao.c.chave == bindparam("k_chave"))
)
_FACTS: Final = Statement(select(t.kernel_instalacao.c.chave, t.kernel_instalacao.c.valor))
_INSERT_FEED: Final = Statement(
    insert(t.kernel_feeds), [column.name for column in t.kernel_feeds.columns]
)
_INSERT_NETWORK: Final = Statement(
    insert(t.kernel_rede), [column.name for column in t.kernel_rede.columns]
)
_NETWORK: Final = Statement(
    select(t.kernel_rede.c.documento, t.kernel_rede.c.assinaturas).order_by(t.kernel_rede.c.versao)
)
_DELETE_NETWORK: Final = Statement(delete(t.kernel_rede))
_SEAL_FEED: Final = Statement(
    update(t.kernel_feeds)
    .where(t.kernel_feeds.c.no == bindparam("k_no"), t.kernel_feeds.c.epoca == bindparam("k_epoca"))
    .values(estado=bindparam("estado_novo"))
)
_INSERT_WRITER: Final = Statement(
    insert(t.kernel_escrita), [column.name for column in t.kernel_escrita.columns]
)


@dataclass(frozen=True, slots=True)
class Installation:
    """Who this installation is.

    Args:
        rede: 64 hex.
        no: 32 hex.
        epoca: the open epoch of the own feed.
        instancia: random label of this copy of the database; a restored one gets a new one.
        demonstracao: True for ever in a demo office, which can never join a network.
        chave_raiz_confirmada: somebody confirmed that the root key's copy is in a second place.
    """

    rede: str
    no: str
    epoca: int
    instancia: str
    demonstracao: bool
    chave_raiz_confirmada: bool


def found(
    cursor: Cursor, dialect: Dialect, installation: Installation, genesis: bytes, signatures: bytes
) -> None:
    """Write the first rows of a new office, inside the caller's transaction."""
    _INSERT_WRITER.run(cursor, dialect, {"id": 1, "contador": 0, "escritor": ""})
    _INSERT_NETWORK.run(
        cursor, dialect, {"versao": 1, "documento": genesis, "assinaturas": signatures}
    )
    open_feed(cursor, dialect, installation.no, installation.epoca)
    facts = {
        "rede": installation.rede,
        "no": installation.no,
        "epoca": str(installation.epoca),
        "instancia": installation.instancia,
        "demonstracao": str(int(installation.demonstracao)),
        "chave_raiz_confirmada": str(int(installation.chave_raiz_confirmada)),
    }
    for key, value in facts.items():
        _INSERT_FACT.run(cursor, dialect, {"chave": key, "valor": value})


def open_feed(cursor: Cursor, dialect: Dialect, no: str, epoca: int) -> None:
    """Open an empty own feed."""
    _INSERT_FEED.run(
        cursor,
        dialect,
        {
            "no": bytes.fromhex(no),
            "epoca": epoca,
            "tamanho": 0,
            "ultimo_hash": None,
            "fronteira": b"",
            "estado": "aberta",
        },
    )


def set_fact(cursor: Cursor, dialect: Dialect, key: str, value: str) -> None:
    """Replace one fact."""
    _DELETE_FACT.run(cursor, dialect, {"k_chave": key})
    _INSERT_FACT.run(cursor, dialect, {"chave": key, "valor": value})


def add_network_version(
    cursor: Cursor, dialect: Dialect, version: int, document: bytes, signatures: bytes
) -> None:
    """Store a further version of the network document (already verified)."""
    params = {"versao": version, "documento": document, "assinaturas": signatures}
    _INSERT_NETWORK.run(cursor, dialect, params)


def replace_network(
    cursor: Cursor, dialect: Dialect, versions: Sequence[tuple[bytes, bytes]]
) -> None:
    """Another network's document, all its versions (already verified): the office joined it."""
    _DELETE_NETWORK.run(cursor, dialect)
    for version, (document, signatures) in enumerate(versions, start=1):
        add_network_version(cursor, dialect, version, document, signatures)


def seal_feed(cursor: Cursor, dialect: Dialect, no: str, epoca: int) -> None:
    """Nothing is ever appended to this feed again."""
    _SEAL_FEED.run(
        cursor,
        dialect,
        {"k_no": bytes.fromhex(no), "k_epoca": epoca, "estado_novo": SEALED},
    )


def network_versions(cursor: Cursor, dialect: Dialect) -> list[tuple[bytes, bytes]]:
    """All versions of the network document with their signatures, in order."""
    rows = _NETWORK.run(cursor, dialect).fetchall()
    return [(bytes(document), bytes(signatures)) for document, signatures in rows]


def read(cursor: Cursor, dialect: Dialect) -> Installation:
    """The facts of this installation.

    Raises:
        IntegrityFault: ``instalacao.incompleta``: the database was never founded, or was damaged.
    """
    facts = dict(_FACTS.run(cursor, dialect).fetchall())
    try:
        return Installation(
            rede=facts["rede"],
            no=facts["no"],
            epoca=int(facts["epoca"]),
            instancia=facts["instancia"],
            demonstracao=facts["demonstracao"] == "1",
            chave_raiz_confirmada=facts["chave_raiz_confirmada"] == "1",
        )
    except (KeyError, ValueError) as error:
        raise IntegrityFault("instalacao.incompleta") from error

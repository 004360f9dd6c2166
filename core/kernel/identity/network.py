"""Which versions of ``rede.json`` are to be believed (sync.md 2.7).

A chain of versions since the genesis document. Only the next version is accepted, signed by the
thresholds of the one before it and of itself; never an older one. No clock is asked. Two different
versions of one number that are both well signed are a fork of the root: everything stops.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.crypto import ed25519
from core.kernel.errors import IntegrityFault
from core.kernel.identity.names import network_id
from core.kernel.identity.network_document import (
    NetworkDocument,
    check_first_key,
    parse_document,
    parse_signatures,
)


@dataclass(frozen=True, slots=True)
class NetworkChain:
    """Verified versions 1..n of one network; extending gives a new chain.

    Build it with ``start`` or ``load``, never directly.
    """

    documents: tuple[NetworkDocument, ...]

    @classmethod
    def start(cls, raw: bytes, signatures: bytes, rede: str | None = None) -> NetworkChain:
        """A chain of the genesis document alone.

        Args:
            raw: its bytes.
            signatures: its signature file.
            rede: the network that it must be; None where this founds it.

        Raises:
            IntegrityFault: ``rede.outra_rede``, ``rede.documento_invalido``, ``rede.chave_fraca``,
                ``rede.assinaturas_invalidas``, ``rede.assinatura_insuficiente``.
        """
        if rede is not None and network_id(raw) != rede:
            raise IntegrityFault("rede.outra_rede", rede=network_id(raw)[:8])
        document = parse_document(raw)
        if document.versao != 1:
            raise IntegrityFault("rede.documento_invalido", campo="versao")
        _check_threshold(document, document, parse_signatures(signatures))
        return cls((document,))

    @classmethod
    def load(cls, versions: Iterable[tuple[bytes, bytes]], rede: str | None = None) -> NetworkChain:
        """A chain of stored (document, signatures) pairs, verified anew from version 1.

        Raises:
            IntegrityFault: as ``start`` and ``extend``; ``rede.ausente`` when there is none.
        """
        chain: NetworkChain | None = None
        for raw, signatures in versions:
            chain = (
                cls.start(raw, signatures, rede) if chain is None else chain.extend(raw, signatures)
            )
        if chain is None:
            raise IntegrityFault("rede.ausente")
        return chain

    @property
    def rede(self) -> str:
        """Name of the network: SHA-256 hex of the genesis bytes."""
        return self.documents[0].sha256

    @property
    def current(self) -> NetworkDocument:
        """The newest version."""
        return self.documents[-1]

    def extend(self, raw: bytes, signatures: bytes) -> NetworkChain:
        """The chain with the next version; itself when that version is already held.

        Raises:
            IntegrityFault: ``rede.versao_saltada`` (not the next), ``rede.bifurcada`` (another
                well-signed document of a version that is held), ``rede.assinatura_insuficiente``,
                ``rede.anterior_diferente``, ``rede.recuo`` (a seal changed or taken back), and
                those of parsing.
        """
        document = parse_document(raw)
        held = len(self.documents)
        if document.versao > held + 1:
            raise IntegrityFault("rede.versao_saltada", tem=held, veio=document.versao)
        if document.versao <= held and self.documents[document.versao - 1].raw == raw:
            return self
        if document.versao == 1:
            raise IntegrityFault("rede.outra_rede", rede=document.sha256[:8])
        previous = self.documents[document.versao - 2]
        if document.anterior != previous.sha256:
            raise IntegrityFault("rede.anterior_diferente", versao=document.versao)
        signed = parse_signatures(signatures)
        _check_threshold(previous, document, signed)
        _check_threshold(document, document, signed)
        if document.versao <= held:
            raise IntegrityFault("rede.bifurcada", versao=document.versao)
        self._check_content(previous, document)
        return NetworkChain((*self.documents, document))

    def preview(self, raw: bytes) -> NetworkDocument:
        """The next version, whatever was signed of it: what it says is such as may be signed.

        Raises:
            IntegrityFault: ``rede.versao_saltada``, ``rede.anterior_diferente``, ``rede.recuo``, and
                those of parsing.
        """
        document = parse_document(raw)
        held = len(self.documents)
        if document.versao != held + 1:
            raise IntegrityFault("rede.versao_saltada", tem=held, veio=document.versao)
        if document.anterior != self.current.sha256:
            raise IntegrityFault("rede.anterior_diferente", versao=document.versao)
        self._check_content(self.current, document)
        return document

    def log_key(self, no: str) -> bytes | None:
        """The node's log public key as of the newest version, or None."""
        entry = self.current.node(no)
        return None if entry is None else bytes.fromhex(entry.chave_log)

    def log_keys(self, no: str, epoca: int = 0) -> tuple[bytes, ...]:
        """Every log key that may sign an epoch's notes, oldest first: old notes, old keys.

        An epoch begins with the version that seals the one before it. A key that was replaced by
        then, because it was lost, says nothing of it, whoever may have found it.
        """
        seals = (document.seal(no, epoca - 1) for document in self.documents)
        opened = next((place for place, seal in enumerate(seals) if seal is not None), 0)
        entries = (document.node(no) for document in self.documents[opened:])
        return tuple(
            dict.fromkeys(bytes.fromhex(entry.chave_log) for entry in entries if entry is not None)
        )

    def _check_content(self, previous: NetworkDocument, document: NetworkDocument) -> None:
        """What a well-signed version still may not do: rename nodes, take back what it said.

        Where a node comes from is said when it comes, or never: it would move events from one
        network to another.
        """
        came = {entry.no: entry for version in reversed(self.documents) for entry in version.nos}
        for entry in document.nos:
            first = came.get(entry.no)
            if first is None:
                check_first_key(entry)
            elif entry.antes != first.antes:
                raise IntegrityFault("rede.recuo", versao=document.versao)
        if not set(previous.selos) <= set(document.selos):
            raise IntegrityFault("rede.recuo", versao=document.versao)
        known = set(came)
        known.update(entry.no for entry in document.nos)
        if not {seal.no for seal in document.selos} <= known:
            raise IntegrityFault("rede.documento_invalido", campo="selos")


def _check_threshold(
    authority: NetworkDocument, document: NetworkDocument, signed: Mapping[str, bytes]
) -> None:
    """``limiar`` distinct root keys of ``authority`` must have signed the document's bytes."""
    valid = sum(
        1
        for key in authority.raizes
        if key in signed and ed25519.verify(bytes.fromhex(key), document.raw, signed[key])
    )
    if valid < authority.limiar:
        raise IntegrityFault(
            "rede.assinatura_insuficiente",
            versao=document.versao,
            validas=valid,
            limiar=authority.limiar,
        )

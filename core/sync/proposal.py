"""A version of the network document on its way from one holder of a root key to the next.

It counts for nothing until the thresholds of the version before it and of itself have signed its
very bytes (FORMATO.md 13.4); whoever signs has read what it changes, and compared the fingerprint
of the document with whoever proposed it. No personal data. Source: sync.md 2.7.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from core.crypto import ed25519
from core.kernel.canonical import CanonicalError, decode_canonical, encode_canonical
from core.kernel.errors import IntegrityFault
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import (
    MAX_DOCUMENT_BYTES,
    MAX_SIGNATURES_BYTES,
    NetworkDocument,
    parse_signatures,
    sign_document,
)

SUFFIX: Final = ".versao"
MAX_FILE: Final = 2 * (MAX_DOCUMENT_BYTES + MAX_SIGNATURES_BYTES)
_TIPO: Final = "civico/versao"
_FIELDS: Final = {"v", "tipo", "rede", "documento", "assinaturas"}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A version that may be signed, with the signatures that are there; each of them holds.

    Args:
        document: the version.
        assinaturas: root public key (64 hex) -> 64 bytes.
        chain: the versions before it.
    """

    document: NetworkDocument
    assinaturas: Mapping[str, bytes]
    chain: NetworkChain

    @property
    def missing(self) -> int:
        """How many more holders have to sign; 0 where it counts."""
        authorities = (self.chain.current, self.document)
        lacks = (
            one.limiar - sum(key in self.assinaturas for key in one.raizes) for one in authorities
        )
        return max(0, *lacks)

    @property
    def decides(self) -> bool:
        """Whether it changes who decides about units, or seals what counts."""
        old, new = self.chain.current, self.document
        before = {entry.no: entry.custodia for entry in old.nos}
        after = {entry.no: entry.custodia for entry in new.nos}
        return before != after or set(old.selos) != set(new.selos)

    @property
    def signers(self) -> frozenset[str]:
        """Whose signature would count: root keys of the version before or of this one."""
        return frozenset((*self.chain.current.raizes, *self.document.raizes))

    @property
    def signature_file(self) -> bytes:
        """The signatures as they stand beside the document."""
        return encode_canonical(
            [
                {"chave": key, "assinatura": self.assinaturas[key].hex()}
                for key in sorted(self.assinaturas)
            ]
        )

    def signed(self, root_seed: bytes) -> Proposal:
        """With one more signature; the same where that key signed before."""
        new = parse_signatures(sign_document(self.document.raw, [root_seed]))
        return Proposal(self.document, {**self.assinaturas, **new}, self.chain)

    def written(self) -> bytes:
        """The file; there is none before the first signature."""
        value = {
            "v": 1,
            "tipo": _TIPO,
            "rede": self.chain.rede,
            "documento": self.document.raw.decode(),
            "assinaturas": self.signature_file.decode(),
        }
        return encode_canonical(value) + b"\n"


def propose(chain: NetworkChain, raw: bytes, root_seed: bytes) -> Proposal:
    """A next version, signed by whoever proposes it.

    Raises:
        IntegrityFault: ``rede.*``: it may not be signed.
    """
    return Proposal(chain.preview(raw), {}, chain).signed(root_seed)


def read_proposal(raw: bytes, chain: NetworkChain) -> Proposal:
    """Read the file strictly, and hold it against the versions that are known here.

    Raises:
        IntegrityFault: ``versao.invalida``: another form, truncated or changed;
            ``versao.outra_rede``; ``versao.assinatura``: one that does not hold, or is of a key that
            has no say; ``rede.*``: it does not follow, or may not be signed.
    """
    value = None
    if len(raw) <= MAX_FILE and raw.endswith(b"\n"):
        try:
            value = decode_canonical(raw[:-1], MAX_FILE)
        except CanonicalError:
            value = None
    if not isinstance(value, dict) or set(value) != _FIELDS or value["tipo"] != _TIPO:
        raise IntegrityFault("versao.invalida")
    texts = [value["rede"], value["documento"], value["assinaturas"]]
    if type(value["v"]) is not int or value["v"] != 1 or not all(isinstance(t, str) for t in texts):
        raise IntegrityFault("versao.invalida")
    if value["rede"] != chain.rede:
        raise IntegrityFault("versao.outra_rede")
    document = chain.preview(value["documento"].encode())
    signatures = parse_signatures(value["assinaturas"].encode())
    found = Proposal(document, signatures, chain)
    for key, signature in signatures.items():
        is_known = key in found.signers
        if not is_known or not ed25519.verify(bytes.fromhex(key), document.raw, signature):
            raise IntegrityFault("versao.assinatura")
    return found

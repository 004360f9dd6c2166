"""Networks of one and requests to join, in memory; keys from seeds, but for age."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from core.crypto import age, ed25519
from core.kernel.identity.names import feed_origin
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import Seal, make_successor, sign_document
from core.kernel.identity.node import Founding, found_network
from core.kernel.identity.node_entry import EVERYTHING
from core.kernel.identity.note import Checkpoint, sign_checkpoint
from core.kernel.ids import SeededIds
from core.sync.entry_files import Version, Wanted, make_entry_request
from tests.support.office import unidade

ROOT = bytes(range(32))


@dataclass
class Sozinho:
    """A network of one that exchanges, with all its private keys."""

    nome: str
    founding: Founding
    chain: NetworkChain
    versions: list[Version]
    transport: bytes
    recipient: str
    log_seeds: list[bytes] = field(default_factory=list)

    @property
    def no(self) -> str:
        """Its node."""
        return self.founding.identity.no

    def nova_versao(self, *, log_seed: bytes | None = None, seals: Sequence[Seal] = ()) -> None:
        """One more version: a new log key, seals."""
        (entry,) = self.chain.current.nos
        if log_seed is not None:
            self.log_seeds.append(log_seed)
            entry = replace(entry, chave_log=ed25519.public_key(log_seed).hex())
        raw = make_successor(self.chain.current, nodes=[entry], seals=seals)
        signatures = sign_document(raw, [self.founding.root_seed])
        self.chain = self.chain.extend(raw, signatures)
        self.versions.append((raw, signatures))

    def nota(self, epoca: int = 0, tamanho: int = 3) -> bytes:
        """A note by its log key of now."""
        origin = feed_origin(self.chain.rede, self.no, epoca)
        return sign_checkpoint(Checkpoint(origin, tamanho, ROOT), self.log_seeds[-1])

    def quer(self, epoca: int = 0, *claims: str) -> Wanted:
        """What it says."""
        custody = tuple(sorted(claims or (unidade(len(self.nome)),)))
        return Wanted(self.no, epoca, self.nome, custody, self.nota(epoca), self.versions)

    def pedido(self, epoca: int = 0, *claims: str) -> bytes:
        """Its request."""
        return make_entry_request(self.quer(epoca, *claims), self.chain.rede, self.transport)


def sozinho(nome: str) -> Sozinho:
    """A network of one; ``nome`` decides its keys."""
    entropy = SeededIds(f"entrada {nome}").random_bytes
    founding = found_network(entropy)
    chain = NetworkChain.start(founding.genesis, founding.signatures)
    transport, identity = ed25519.generate(entropy), age.new_identity()
    recipient = age.recipient_of(identity)
    listed = replace(
        chain.current.nos[0],
        chave_transporte=ed25519.public_key(transport).hex(),
        destinatario_age=recipient,
        custodia=(EVERYTHING,),
        nome=nome,
    )
    raw = make_successor(chain.current, nodes=[listed])
    signatures = sign_document(raw, [founding.root_seed])
    return Sozinho(
        nome,
        founding,
        chain.extend(raw, signatures),
        [(founding.genesis, founding.signatures), (raw, signatures)],
        transport,
        recipient,
        [founding.log_seed],
    )

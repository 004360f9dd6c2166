"""Whether an office may join, and the versions of the network document by which it does.

Everything is decided before anything is signed: keys that were ever used, claims and protocol
prefixes that somebody has. An office whose log key was replaced before joins by one version a key,
so that its old notes stay what they were (FORMATO.md 4.2). Where several holders sign, each of these
goes round by itself; until the last one counts, the office is on its way in and nothing is asked of
it. Source: sync.md 2.7, design.md 9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.base.protocolo import prefix_of
from core.kernel.errors import UserFacingError
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import Seal, make_successor, sign_document
from core.kernel.identity.node_entry import NodeEntry
from core.sync.entry_files import EntryRequest, Version


@dataclass(frozen=True, slots=True)
class Admitted:
    """The network with the office in it.

    Args:
        chain: longer than before, or the same where it was in already.
        added: versions that are new, with signatures.
    """

    chain: NetworkChain
    added: tuple[Version, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One version of an entry: what it says of the office, and the ends of old epochs it brings."""

    entry: NodeEntry
    selos: tuple[Seal, ...]


def is_admitted(chain: NetworkChain, request: EntryRequest) -> bool:
    """Whether the network lists the office just as it asks: the invitation was lost."""
    return chain.current.node(request.no) == request.entry


def require_admissible(
    chain: NetworkChain, request: EntryRequest, epochs: Mapping[str, int]
) -> None:
    """Refuse before anything is signed.

    Args:
        chain: the network's verified versions.
        request: verified.
        epochs: node -> the highest epoch of it that is known here.

    Raises:
        UserFacingError: ``entrada.mesma_rede``, ``entrada.ja_na_rede``, ``entrada.chave_usada``,
            ``entrada.custodia_igual``, ``entrada.protocolo_igual``.
    """
    if request.chain.rede == chain.rede:
        raise UserFacingError("entrada.mesma_rede")
    is_listed = any(document.node(request.no) is not None for document in chain.documents)
    if is_listed and not 0 < steps_made(chain, request) < len(entry_steps(request)):
        raise UserFacingError("entrada.ja_na_rede", no=request.no[:8])
    _require_own_keys(chain, request)
    others = [entry for entry in chain.current.nos if entry.no != request.no]
    for entry in others:
        same = sorted(set(entry.custodia) & set(request.custodia))
        if same:
            raise UserFacingError(
                "entrada.custodia_igual", unidade=same[0], nome=entry.nome or entry.no[:8]
            )
    _require_own_prefixes(others, request, epochs)


def admit(chain: NetworkChain, request: EntryRequest, root_seed: bytes) -> Admitted:
    """Sign the office into a network whose document one root key alone may sign.

    Raises:
        UserFacingError: ``rede.limiar``: more signatures are needed.
        IntegrityFault: ``rede.*``.
    """
    if chain.current.limiar > 1:
        raise UserFacingError("rede.limiar", limiar=chain.current.limiar)
    added: list[Version] = []
    for _step in entry_steps(request)[steps_made(chain, request) :]:
        raw = next_version(chain, request)
        signatures = sign_document(raw, [root_seed])
        chain = chain.extend(raw, signatures)
        added.append((raw, signatures))
    return Admitted(chain, tuple(added))


def next_version(chain: NetworkChain, request: EntryRequest) -> bytes:
    """The next of the versions that let an office in; ``require_admissible`` said yes.

    Raises:
        IntegrityFault: ``rede.*``.
    """
    step = entry_steps(request)[steps_made(chain, request)]
    others = [one for one in chain.current.nos if one.no != request.no]
    return make_successor(chain.current, nodes=[*others, step.entry], seals=step.selos)


def entry_steps(request: EntryRequest) -> tuple[Step, ...]:
    """What the network has to say of an office, version by version: one for each log key it had."""
    former = request.chain.documents
    keys = list(dict.fromkeys(document.nos[0].chave_log for document in former))
    found = []
    for key in keys:
        # As of the last version of its old network in which this key was listed.
        then = next(one for one in reversed(former) if one.nos[0].chave_log == key)
        is_last = key == keys[-1]
        # A replaced key stands there without anything else.
        entry = request.entry if is_last else NodeEntry(request.no, key, antes=request.entry.antes)
        found.append(Step(entry, then.selos))
    return tuple(found)


def steps_made(chain: NetworkChain, request: EntryRequest) -> int:
    """How many of these versions the network has; the office is in once it has all."""
    entry = chain.current.node(request.no)
    entries = [step.entry for step in entry_steps(request)]
    return entries.index(entry) + 1 if entry in entries else 0


def _require_own_keys(chain: NetworkChain, request: EntryRequest) -> None:
    """No key of the office, of whatever version, is known to the network for anything."""
    used = {key for document in chain.documents for key in document.raizes}
    own: set[str] = set()
    for known, documents in ((used, chain.documents), (own, request.chain.documents)):
        # On its way in, it is known by a key of its own.
        is_way = known is used and steps_made(chain, request) > 0
        listed = (entry for document in documents for entry in document.nos)
        for entry in (one for one in listed if not (is_way and one.no == request.no)):
            known.add(entry.chave_log)
            known.update(filter(None, (entry.chave_transporte, entry.destinatario_age)))
    if own & used:
        raise UserFacingError("entrada.chave_usada")


def _require_own_prefixes(
    others: Sequence[NodeEntry], request: EntryRequest, epochs: Mapping[str, int]
) -> None:
    """Protocol numbers of the office, old ones too, begin unlike everybody else's."""
    own = {prefix_of(request.no, epoca) for epoca in range(request.epoca + 2)}
    for entry in others:
        first = 0 if entry.antes is None else entry.antes.epoca + 1
        last = max(first, epochs.get(entry.no, 0))
        same = own & {prefix_of(entry.no, epoca) for epoca in range(last + 1)}
        if same:
            raise UserFacingError(
                "entrada.protocolo_igual", prefixo=min(same), nome=entry.nome or entry.no[:8]
            )

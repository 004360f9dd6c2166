"""Who may join, and the versions by which it does: nothing is signed that must be taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.base.protocolo import prefix_of
from core.crypto import ed25519
from core.kernel.errors import UserFacingError
from core.kernel.identity.names import feed_origin
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import (
    Seal,
    make_successor,
    sign_document,
)
from core.kernel.identity.note import Checkpoint, sign_checkpoint
from core.kernel.ids import SeededIds
from core.sync.admission import (
    admit,
    is_admitted,
    next_version,
    require_admissible,
    steps_made,
)
from core.sync.entry_files import EntryRequest, read_entry_request
from core.sync.feeds import check_note
from core.sync.reasons import Refusal
from tests.support.entradas import ROOT, sozinho
from tests.support.office import unidade

CENTRO, NORTE, SUL = sozinho("Centro"), sozinho("Norte"), sozinho("Sul do rio")


def refused(
    chain: NetworkChain, request: EntryRequest, epochs: dict[str, int] | None = None
) -> str:
    with pytest.raises(UserFacingError) as fault:
        require_admissible(chain, request, epochs or {})
    return fault.value.code


def joined(chain: NetworkChain, request: EntryRequest) -> NetworkChain:
    require_admissible(chain, request, {})
    return admit(chain, request, CENTRO.founding.root_seed).chain


def test_a_second_and_a_third_office_join() -> None:
    request = read_entry_request(NORTE.pedido())
    admitted = admit(CENTRO.chain, request, CENTRO.founding.root_seed)
    assert len(admitted.added) == 1
    chain = joined(admitted.chain, read_entry_request(SUL.pedido()))
    assert [chain.current.versao, len(chain.current.nos)] == [4, 3]
    assert chain.current.node(NORTE.no) == request.entry
    assert is_admitted(chain, request)
    assert not is_admitted(CENTRO.chain, request)
    assert CENTRO.chain.current.node(CENTRO.no) == chain.current.node(CENTRO.no)


def test_the_same_document_comes_of_the_same_decision() -> None:
    """A crash between signing and storing leads to no second version of one number."""
    request = read_entry_request(NORTE.pedido())
    first = admit(CENTRO.chain, request, CENTRO.founding.root_seed)
    assert admit(CENTRO.chain, request, CENTRO.founding.root_seed).added == first.added


def test_whoever_is_or_was_in_does_not_come_in_again() -> None:
    chain = joined(CENTRO.chain, read_entry_request(NORTE.pedido()))
    other = read_entry_request(NORTE.pedido(0, unidade(77)))
    assert refused(chain, other) == "entrada.ja_na_rede"
    without = [one for one in chain.current.nos if one.no != NORTE.no]
    raw = make_successor(chain.current, nodes=without)
    left = chain.extend(raw, sign_document(raw, [CENTRO.founding.root_seed]))
    assert refused(left, read_entry_request(NORTE.pedido())) == "entrada.ja_na_rede"
    assert refused(NORTE.chain, read_entry_request(NORTE.pedido())) == "entrada.mesma_rede"


def test_a_key_that_the_network_knows_is_refused_for_whatever_it_was() -> None:
    """Log, transport and age keys, and the root's: each may have been used in any version."""
    chain = joined(CENTRO.chain, read_entry_request(NORTE.pedido()))
    request = read_entry_request(SUL.pedido())
    (entry,) = request.chain.current.nos
    known = chain.current.node(NORTE.no)
    assert known is not None
    for change in (
        {"chave_log": known.chave_log},
        {"chave_transporte": known.chave_log},
        {"chave_transporte": known.chave_transporte},
        {"destinatario_age": known.destinatario_age},
        {"chave_log": chain.current.raizes[0]},
        {"chave_transporte": chain.current.raizes[0]},
    ):
        newest = replace(request.chain.current, nos=(replace(entry, **change),))
        forged = replace(request, chain=NetworkChain((*request.chain.documents, newest)))
        assert refused(chain, forged) == "entrada.chave_usada", change


def test_identical_claims_are_refused_and_closer_ones_are_not() -> None:
    chain = joined(CENTRO.chain, read_entry_request(NORTE.pedido(0, unidade(1))))
    assert refused(chain, read_entry_request(SUL.pedido(0, unidade(1), unidade(2)))) == (
        "entrada.custodia_igual"
    )
    assert refused(chain, read_entry_request(SUL.pedido(0, "*"))) == "entrada.custodia_igual"
    joined(chain, read_entry_request(SUL.pedido(0, unidade(2))))


def test_equal_protocol_prefixes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """One in 810,000: so two epochs are said to be equal."""
    taken = prefix_of(CENTRO.no, 2)

    def forged(no: str, epoca: int) -> str:
        return taken if (no, epoca) == (NORTE.no, 1) else prefix_of(no, epoca)

    monkeypatch.setattr("core.sync.admission.prefix_of", forged)
    request = read_entry_request(NORTE.pedido())
    require_admissible(CENTRO.chain, request, {CENTRO.no: 1})
    assert refused(CENTRO.chain, request, {CENTRO.no: 2}) == "entrada.protocolo_igual"


def test_more_signatures_are_needed_where_the_threshold_is_higher() -> None:
    second = ed25519.generate(SeededIds("segunda raiz").random_bytes)
    roots = [*CENTRO.chain.current.raizes, ed25519.public_key(second).hex()]
    raw = make_successor(CENTRO.chain.current, root_public_keys=roots, threshold=2)
    chain = CENTRO.chain.extend(raw, sign_document(raw, [CENTRO.founding.root_seed, second]))
    with pytest.raises(UserFacingError, match="limiar"):
        admit(chain, read_entry_request(NORTE.pedido()), CENTRO.founding.root_seed)


def accepts(chain: NetworkChain, note: bytes, no: str, epoca: int) -> bool:
    try:
        check_note(note, chain, no, epoca)
    except Refusal:
        return False
    return True


def test_several_holders_let_in_an_office_that_changed_keys_version_by_version() -> None:
    """Each goes round by itself, and they are the very ones that a single holder would sign."""
    office = sozinho("De duas chaves")
    seed = ed25519.generate(SeededIds("a segunda").random_bytes)
    office.nova_versao(log_seed=seed, seals=[Seal(office.no, 0, 3, "00" * 32)])
    request = read_entry_request(office.pedido(1))
    alone = admit(CENTRO.chain, request, CENTRO.founding.root_seed)
    chain = CENTRO.chain
    for made, (raw, signatures) in enumerate(alone.added):
        assert (steps_made(chain, request), is_admitted(chain, request)) == (made, False)
        require_admissible(chain, request, {})
        assert next_version(chain, request) == raw
        chain = chain.extend(raw, signatures)
    assert is_admitted(chain, request)
    assert refused(chain, request) == "entrada.ja_na_rede"


def test_on_its_way_in_an_office_may_not_ask_for_something_else() -> None:
    office = sozinho("De duas chaves")
    office.nova_versao(
        log_seed=ed25519.generate(SeededIds("a segunda").random_bytes),
        seals=[Seal(office.no, 0, 3, "00" * 32)],
    )
    request = read_entry_request(office.pedido(1))
    raw, signatures = admit(CENTRO.chain, request, CENTRO.founding.root_seed).added[0]
    chain = CENTRO.chain.extend(raw, signatures)
    later = read_entry_request(office.pedido(2))
    assert refused(chain, later) == "entrada.ja_na_rede"
    require_admissible(joined(chain, read_entry_request(NORTE.pedido())), request, {})


def test_old_notes_of_an_office_that_changed_keys_stay_what_they_were() -> None:
    """Key by key: each epoch takes the notes that it took in the network that was left."""
    office = sozinho("De três chaves")
    seeds = [ed25519.generate(SeededIds(f"chave {n}").random_bytes) for n in (1, 2)]
    for epoca, seed in enumerate(seeds):
        office.nova_versao(log_seed=seed, seals=[Seal(office.no, epoca, 3, f"{epoca}{epoca}" * 32)])
    request = read_entry_request(office.pedido(2))
    require_admissible(CENTRO.chain, request, {})
    admitted = admit(CENTRO.chain, request, CENTRO.founding.root_seed)
    chain = admitted.chain
    assert len(admitted.added) == 3
    assert chain.current.node(office.no) == request.entry
    for epoca in range(3):
        assert chain.current.seal(office.no, epoca) == office.chain.current.seal(office.no, epoca)
        assert chain.log_keys(office.no, epoca) == office.chain.log_keys(office.no, epoca)
        origin = feed_origin(office.chain.rede, office.no, epoca)
        for seed in office.log_seeds:
            note = sign_checkpoint(Checkpoint(origin, 3, ROOT), seed)
            before = accepts(office.chain, note, office.no, epoca)
            assert accepts(chain, note, office.no, epoca) == before
    own = feed_origin(chain.rede, office.no, 3)
    assert accepts(chain, sign_checkpoint(Checkpoint(own, 3, ROOT), seeds[-1]), office.no, 3)

"""What every colony declares, over all registered ones and the toys."""

from __future__ import annotations

import gerar_leiame_colonias
import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from core.colonies.catalogo import COLONIES
from core.kernel.canonical import encode_jcs
from core.kernel.clock import ManualClock
from core.kernel.colony import Colony
from core.kernel.engine.publishing import normalised
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from core.kernel.ids import SeededIds
from core.kernel.parts import join_parts
from core.kernel.sealing import FeedHead, Sealer
from tests.conformidade import regras
from tests.conformidade.conjuntos import (
    CONJUNTOS,
    Conjunto,
    any_payloads,
    bare_event,
    every_colony,
    related_payloads,
)
from tests.support.office import START_MS, TEST_NO, TEST_REDE

# Telling which lines explain a failure traces every one of them: minutes for large contracts.
quick = settings(max_examples=10, phases=[Phase.generate, Phase.shrink])


@every_colony
def test_types_stand_in_the_registry_under_its_name(group: Conjunto, colony: Colony) -> None:
    assert regras.registry_faults(colony, group.registry) == []


@every_colony
def test_tables_say_whose_and_what_they_are(group: Conjunto, colony: Colony) -> None:
    assert regras.table_faults(colony) == []


@every_colony
def test_every_consumed_type_has_a_publisher_or_is_waited_for(
    group: Conjunto, colony: Colony
) -> None:
    assert regras.publisher_faults(colony, group.publishers) == []


@every_colony
def test_reactions_are_part_of_the_subscription(group: Conjunto, colony: Colony) -> None:
    assert regras.handler_faults(colony) == []


@every_colony
@quick
@given(data=st.data())
def test_keys_are_told_for_every_event(
    group: Conjunto, colony: Colony, data: st.DataObject
) -> None:
    contracts = [group.registry.contract(tipo) for tipo in colony.consome]
    events = []
    for contract in contracts:
        payload = data.draw(related_payloads(group, contract.tipo))
        events += [bare_event(contract, payload, whole=whole) for whole in (True, False)]
    subjects = {contract.tipo: contract.assuntos for contract in contracts}
    assert regras.key_faults(colony, events, subjects) == []


@every_colony
@quick
@given(data=st.data())
def test_payloads_survive_seal_and_reading_back(
    group: Conjunto, colony: Colony, data: st.DataObject
) -> None:
    tipo = data.draw(st.sampled_from(sorted({*colony.publica, *colony.consome})))
    contract = group.registry.contract(tipo)
    payload = normalised(data.draw(any_payloads(group, tipo)))
    sealer = Sealer(TEST_REDE, ManualClock(START_MS), SeededIds(1))
    try:
        sealed = sealer.seal(
            NewEvent(tipo, payload, sujeito="x"),
            contract,
            origem=colony.id,
            regra_versao=1,
            feed=FeedHead(TEST_NO, 0, 0, None),
            causa=None,
            chave_derivacao="comando/1/0",
            correlacao_id=None,
        )
    except UserFacingError as refusal:
        assume(refusal.code not in {"selo.chave_repetida", "selo.titular_divergente"})
        raise
    contents = {part.entry.nome: part.content for part in sealed.parts}
    read = join_parts(sealed.header.partes, contents)
    assert read.ausentes == ()
    assert encode_jcs(read.payload) == encode_jcs(payload)
    group.registry.validate(tipo, contract.versao, read.payload)


@pytest.mark.parametrize("colony", COLONIES, ids=[colony.id for colony in COLONIES])
def test_a_real_colony_is_one_folder_of_known_shape(colony: Colony) -> None:
    assert regras.folder_faults(colony, gerar_leiame_colonias.folder_of(colony)) == []


@pytest.mark.parametrize("group", CONJUNTOS, ids=[group.nome for group in CONJUNTOS])
def test_ids_prefixes_and_tables_are_nobody_elses(group: Conjunto) -> None:
    ids = [colony.id for colony in group.publishers]
    prefixes = [colony.prefixo for colony in group.colonies]
    tables = [table.name for colony in group.colonies for table in colony.tables]
    for names in (ids, prefixes, tables):
        assert len(names) == len(set(names))

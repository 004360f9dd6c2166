"""What the contracts promise as a whole: privacy, subjects, and agreement with the catalogue."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from core.contracts.catalogo import MODELS
from core.kernel.contract import fields_of, is_free_text, version_key
from core.kernel.registry import Contract, Registry

REGISTRY = Registry(MODELS)
CONTRACTS = [REGISTRY.contract(t, v) for t in REGISTRY.tipos() for v in REGISTRY.versions(t)]
CATALOGUE = Path(__file__).resolve().parents[4] / "shared" / "spec" / "eventos.json"

# Fields the catalogue calls required and only one of both sides demands (G-013).
REQUIRED_BY_ONE_SIDE = {
    "agenda.item_disponível": {"timestamp"},
    "conselheiro.sorteado": {"posicao_sorteada", "total_elegiveis", "timestamp"},
    "sorteio.sem_candidatos": {"timestamp"},
}
# design.md 4: never in a public part, in whatever contract they stand.
RESTRICTED = {
    "texto_bruto",
    "cidadao_id",
    "cidadao_id_device",
    "consentimentos",
    "termos_versao",
    "assistencia",
    "fix_lat",
    "fix_lng",
    "endereco_informado",
    "telefone",
    "email",
    "endereco",
    "termos_suspeitos",
    "termos",
    "moderador_id",
    "conferente_id",
    "representante_id",
    "conta_id",
    "motivo_sensivel",
    "sugestao_original",
    "texto",
    "texto_estruturado",
    "nome_arquivo",
    "nomes_midias",
    "remetente_id",
    "object_key_temp",
    "midia_urls",
    "id_externo",
    "observacao",
}


def _names(contracts: list[Contract]) -> list[str]:
    return [f"{c.tipo} {c.versao}" for c in contracts]


every_contract = pytest.mark.parametrize("contract", CONTRACTS, ids=_names(CONTRACTS))


@every_contract
def test_no_free_text_stands_in_nucleo(contract: Contract) -> None:
    free = [
        name
        for name, info in contract.campos.items()
        if info.privacy.grupo == "nucleo" and is_free_text(info.tipo)
    ]
    assert free == []


@every_contract
def test_what_the_design_restricts_is_restricted(contract: Contract) -> None:
    assert contract.public_fields & RESTRICTED == set()


@every_contract
def test_a_role_has_one_field_that_says_who_it_is_and_it_is_personal(contract: Contract) -> None:
    roles = {info.titular for info in contract.campos.values() if info.titular}
    assert set(contract.titular_field) == roles
    for role, name in contract.titular_field.items():
        assert contract.part_of[name] == f"restrita.pessoa.{role}"
    identifying = [name for name, info in contract.campos.items() if info.identifica]
    assert sorted(identifying) == sorted(contract.titular_field.values())


@every_contract
def test_personal_fields_are_restricted_and_belong_to_somebody(contract: Contract) -> None:
    for info in contract.campos.values():
        if info.privacy.grupo == "pessoa":
            assert info.privacy.classe == "restrita"
            assert info.titular is not None


@every_contract
def test_every_demand_is_a_subject(contract: Contract) -> None:
    if "demanda_id" in contract.campos:
        assert contract.assunto_fields["demanda_id"] == "demanda"


@every_contract
def test_fields_say_where_they_belong(contract: Contract) -> None:
    model = next(
        m for m in MODELS if contract.versao in m.SPEC.versoes and m.SPEC.tipo == contract.tipo
    )
    assert all(info.marked for info in fields_of(model, contract.versao))


def test_public_of_a_demand_is_what_the_design_says() -> None:
    recebida = REGISTRY.contract("demanda.recebida")
    assert {"protocolo", "canal", "localizacao_bruta", "precisao_local"} <= recebida.public_fields
    assert recebida.part_of["texto_bruto"] == "restrita.texto.cidadao"
    assert recebida.titular_field == {
        "cidadao": "cidadao_id",
        "remetente": "remetente_id",
    }
    normalizada = REGISTRY.contract("demanda.normalizada")
    assert {"titulo", "descricao_limpa", "entidades_extraidas"} <= normalizada.public_fields
    assert normalizada.part_of["descricao_limpa"] == "publica.texto.cidadao"
    sorteado = REGISTRY.contract("conselheiro.sorteado")
    assert sorteado.public_fields == set(sorteado.campos)
    assert {"elegiveis", "seed_base_event_id"} <= sorteado.public_fields
    liberado = REGISTRY.contract("moderacao.decidida").part_of["texto_liberado"]
    assert liberado == "publica.texto"


def test_subjects_of_an_aggregate_are_its_demands() -> None:
    ids = [f"{n}0000000-0000-4000-8000-000000000000" for n in range(4)]
    payload = {
        "agregado_id": ids[0],
        "representante_demanda_id": ids[1],
        "membros": [{"demanda_id": ids[1]}, {"demanda_id": ids[2]}, {"demanda_id": ids[3]}],
    }
    assert REGISTRY.contract("duplicidade.agregada").assuntos(payload) == ids


def _catalogue() -> list[dict[str, Any]]:
    if not CATALOGUE.exists():
        pytest.skip(f"the specification's catalogue is not beside this checkout: {CATALOGUE}")
    events: list[dict[str, Any]] = json.loads(CATALOGUE.read_text(encoding="utf-8"))["eventos"]
    return events


def test_every_catalogued_type_with_a_version_is_here_in_every_version() -> None:
    events = [e for e in _catalogue() if e["versoes"]]
    assert sum(e["fase"] == 1 for e in events) == 44
    for event in events:
        ours = REGISTRY.versions(event["tipo"])
        assert {v["versao"] for v in event["versoes"]} <= set(ours), event["tipo"]
        contract = REGISTRY.contract(event["tipo"])
        assert not contract.extensao
        declared = set(event["produtores"]) | set(event.get("produtores_planejados", ()))
        assert set(contract.origem) == declared, event["tipo"]
        published = [v["versao"] for v in event["versoes"] if v.get("publicada")]
        assert not any(REGISTRY.contract(event["tipo"], v).deprecated for v in published)


def test_every_catalogued_field_is_here_since_the_version_that_brought_it() -> None:
    for event in _catalogue():
        tipo = event["tipo"]
        versions = sorted((v["versao"] for v in event["versoes"]), key=version_key)
        for field in event["campos"] if versions else ():
            current = REGISTRY.contract(tipo, versions[-1]).campos
            assert field["nome"] in current, f"{tipo} {field['nome']}"
            for version in versions:
                since = field["desde_versao"]
                before = since is not None and version_key(version) < version_key(since)
                if before:
                    assert field["nome"] not in REGISTRY.contract(tipo, version).campos
            optional = field["nome"] in REQUIRED_BY_ONE_SIDE.get(tipo, ())
            if field["obrigatorio"] is True and not optional:
                assert current[field["nome"]].obrigatorio, f"{tipo} {field['nome']}"
            if field["obrigatorio"] is False:
                assert not current[field["nome"]].obrigatorio, f"{tipo} {field['nome']}"


def test_extensions_are_types_the_catalogue_does_not_have() -> None:
    catalogued = {e["tipo"] for e in _catalogue()}
    for tipo in REGISTRY.tipos():
        assert REGISTRY.contract(tipo).extensao == (tipo not in catalogued), tipo


def test_wire_names_are_nfc_and_field_names_ascii() -> None:
    for contract in CONTRACTS:
        assert unicodedata.is_normalized("NFC", contract.tipo)
        assert all(name.isascii() for name in contract.campos)

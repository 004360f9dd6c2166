"""Whether an event may have effect follows from its type and its public parts alone."""

from __future__ import annotations

from typing import Any

from core.kernel.canonical import encode_jcs
from core.kernel.header import Header, PartEntry
from core.kernel.parts import commitment
from core.kernel.registry import Registry
from core.sync.importing.judging import judge, persons
from tests.support.office import demanda, unidade
from tests.support.pacotes import Feed
from tests.support.toy_contracts import TOY_MODELS

REGISTRY = Registry(TOY_MODELS)
SALT = b"s" * 32
PUBLIC = {"demanda_id": demanda(1), "unidade_civica_id": unidade(1)}


def event(
    tipo: str = "brinquedo.pedido_feito", **parts: Any
) -> tuple[Header, dict[str, tuple[bytes, bytes]]]:
    rows = {nome.replace("_", "."): encode_jcs(value) for nome, value in parts.items()}
    entries = tuple(
        PartEntry(
            nome.partition(".")[0],
            commitment(SALT, rows[nome]).hex(),
            nome,
            len(rows[nome]),
            "ab" * 16 if nome.count(".") == 2 else None,
        )
        for nome in sorted(rows)
    )
    header = Feed("norte", "ab" * 32).cabecalho(tipo, partes=entries)
    return header, {nome: (SALT, content) for nome, content in rows.items()}


def test_a_right_event_may_have_effect() -> None:
    judged = judge(*event(publica_nucleo=PUBLIC), REGISTRY)
    assert (judged.motivo, judged.publico, judged.with_restricted) == (None, PUBLIC, True)


def test_unknown_types_and_versions_wait_for_another_program() -> None:
    header, parts = event("futuro.nunca_visto", publica_nucleo=PUBLIC)
    assert judge(header, parts, REGISTRY).motivo == "evento.adiado"
    header, parts = event(publica_nucleo=PUBLIC)
    newer = Feed("norte", "ab" * 32).cabecalho(
        "brinquedo.pedido_feito", partes=header.partes, versao_schema="99.0.0"
    )
    assert judge(newer, parts, REGISTRY).motivo == "evento.adiado"


def test_content_that_the_type_refuses_has_no_effect() -> None:
    for wrong in ({"demanda_id": 7}, {"demanda_id": demanda(1)}, {**PUBLIC, "demanda_id": "x"}):
        assert judge(*event(publica_nucleo=wrong), REGISTRY).motivo == "evento.conteudo"


def test_absent_restricted_parts_change_nothing_and_wrong_ones_are_left_out() -> None:
    header, parts = event(publica_nucleo=PUBLIC, restrita_texto={"texto_bruto": "como foi dito"})
    whole = judge(header, parts, REGISTRY)
    assert whole.payload == {**PUBLIC, "texto_bruto": "como foi dito"}
    public = {"publica.nucleo": parts["publica.nucleo"]}
    without = judge(header, public, REGISTRY)
    assert (without.motivo, without.payload) == (None, PUBLIC)
    header, parts = event(publica_nucleo=PUBLIC, restrita_texto={"texto_bruto": 7})
    wrong = judge(header, parts, REGISTRY)
    assert (wrong.motivo, wrong.with_restricted, wrong.payload) == (None, False, PUBLIC)


def test_a_part_that_is_no_object_has_no_effect() -> None:
    header, parts = event(publica_nucleo=PUBLIC)
    listed = {"publica.nucleo": (SALT, b"[1]")}
    assert judge(header, listed, REGISTRY).motivo == "evento.conteudo"
    assert persons(header, parts, judge(header, parts, REGISTRY), 1) == []

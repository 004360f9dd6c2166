"""The suite bites: one planted fault per rule is found, and named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Integer, MetaData, Table, Text

from core.kernel.colony import Authority, Colony, Reaction
from core.kernel.event import Event
from core.kernel.store.witness import witness
from tests.conformidade import regras
from tests.conformidade.conjuntos import CONJUNTOS, bare_event, uuid_of
from tests.support.toy_colonies import T1, T2, T3

TOYS = CONJUNTOS[0]
PUBLIC = {"privacidade": "publica"}
FEITO = "brinquedo.pedido_feito"


def with_table(*columns: Column[Any], name: str = "t1_x", classe: str = "projecao") -> Colony:
    return replace(T1, tables=(Table(name, MetaData(), *columns, info={"classe": classe}),))


def key() -> Column[str]:
    return Column("demanda_id", Text, primary_key=True, info=PUBLIC)


def feito() -> Event:
    payload = {"demanda_id": uuid_of("demanda_id", 1), "unidade_civica_id": uuid_of("u", 1)}
    return bare_event(TOYS.registry.contract(FEITO), payload, whole=True)


def test_types_and_producers() -> None:
    broken = replace(T1, publica=("brinquedo.sorteado", "nada.disso"), apply={"nem.isto": _apply})
    assert regras.registry_faults(broken, TOYS.registry) == [
        "publica brinquedo.sorteado, que o registro dá a T-2",
        "publica nada.disso, que não está no registro",
        "consome nem.isto, que não está no registro",
    ]


def test_prefix_class_privacy_and_key() -> None:
    bare = Column("solta", Text)
    assert regras.table_faults(with_table(bare, name="x_y", classe="outra")) == [
        "x_y não começa por t1_",
        "x_y não diz a sua classe",
        "x_y não tem chave",
        "x_y.solta não diz a sua privacidade",
    ]


def test_only_a_table_of_the_specification_keeps_another_name() -> None:
    named = Table(
        "core_x", MetaData(), key(), info={"classe": "projecao", "especificacao": "core.x"}
    )
    assert regras.table_faults(replace(T1, tables=(named,))) == []
    named.info["especificacao"] = "core.y"
    assert regras.table_faults(replace(T1, tables=(named,))) == ["core_x não começa por t1_"]


def test_columns_that_tell_of_the_machine() -> None:
    counting = with_table(Column("n", Integer, primary_key=True, info=PUBLIC))
    assert regras.table_faults(counting) == ["t1_x.n numera sozinha"]
    position = with_table(key(), Column("sequence_number", Integer, info=PUBLIC))
    assert regras.table_faults(position) == [
        "t1_x.sequence_number fala desta máquina, não do evento"
    ]
    clocked = with_table(key(), Column("em", Text, server_default="agora", info=PUBLIC))
    assert regras.table_faults(clocked) == ["t1_x.em tem valor que não vem do evento"]
    local = with_table(key(), Column("sequence_number", Integer, info=PUBLIC), classe="local")
    assert not any("fala desta" in fault for fault in regras.table_faults(local))


def test_a_local_value_that_stands_in_one_place() -> None:
    local = with_table(key(), Column("nota", Text, info=PUBLIC), classe="local")
    assert regras.table_faults(local) == ["t1_x.nota está só na sua linha: falta em witness(...)"]
    local.tables[0].append_constraint(witness("t1_x", "nota"))
    assert regras.table_faults(local) == []


def test_framework_tables_belong_to_the_colony() -> None:
    assert regras.table_faults(replace(T3, tables=T3.tables[:1])) == [
        "a tabela de prazos não está entre as suas",
        "a tabela de trabalhos não está entre as suas",
    ]
    assert regras.table_faults(replace(T3, jobs_table=None)) == [
        "tem trabalhos e nenhuma tabela para eles"
    ]


def test_publishers_and_what_is_waited_for() -> None:
    assert regras.publisher_faults(T3, [T1]) == [
        "brinquedo.prazo_vencido não tem quem publique nem está em aguarda",
        "brinquedo.resumido não tem quem publique nem está em aguarda",
    ]
    stale = replace(T1, aguarda={"brinquedo.sorteado": "T-2", "brinquedo.eco": "T-4"})
    assert regras.publisher_faults(stale, [T1, T2]) == [
        "aguarda brinquedo.sorteado, que já é publicado",
        "aguarda brinquedo.eco, que não consome",
    ]
    assert regras.publisher_faults(replace(T1, aguarda={"brinquedo.sorteado": "T-2"}), [T1]) == []


def test_reactions_outside_the_subscription() -> None:
    stray = replace(T1, react={"brinquedo.eco": Reaction(Authority.AUTOR, lambda _e, _c: ())})
    assert regras.handler_faults(stray) == ["reage a brinquedo.eco sem aplicar"]


def test_rows_are_held_back_only_where_nothing_else_looks() -> None:
    assert regras.handler_faults(replace(T2, flush=lambda _db: None)) == [
        "guarda linhas na memória e também reage ou decide"
    ]
    quiet = replace(T2, flush=lambda _db: None, react={}, publica=(), deadlines=None)
    assert regras.handler_faults(quiet) == []


def test_keys_that_fail_or_lead_nowhere() -> None:
    subjects = {FEITO: TOYS.registry.contract(FEITO).assuntos}

    def fails(event: Event) -> frozenset[str]:
        return frozenset({event.payload["nome"]})

    broken = replace(T1, chaves=fails)
    assert regras.key_faults(broken, [feito()], subjects) == [f"chaves falha com {FEITO}: KeyError"]
    lost = replace(T1, dobra=lambda _event: frozenset({"em lugar nenhum"}))
    assert regras.key_faults(lost, [feito()], subjects) == [
        f"dobra de {FEITO} dá uma chave pela qual não é achado"
    ]
    listed = replace(T1, chaves=lambda _event: ["a"])  # type: ignore[arg-type,return-value] # the planted fault
    assert regras.key_faults(listed, [feito()], subjects) == [
        f"chaves de {FEITO} não dá um conjunto de textos"
    ]


def test_fold_columns() -> None:
    subjects = {FEITO: TOYS.registry.contract(FEITO).assuntos}
    assert regras.key_faults(replace(T1, dobra_coluna={}), [feito()], subjects) == [
        "t1_pedidos não tem coluna de dobra"
    ]
    wrong = replace(T1, dobra_coluna={"t1_pedidos": "cor"})
    assert regras.key_faults(wrong, [feito()], subjects) == ["t1_pedidos não tem a coluna cor"]
    assert regras.key_faults(T1, [feito()], subjects) == []


def test_the_folder(tmp_path: Path) -> None:
    for name in ("README.md", "colony.py", "tables.py", "queries.py", "api.py"):
        (tmp_path / name).touch()
    (tmp_path / "handlers").mkdir()  # grown into a package
    assert regras.folder_faults(T3, tmp_path) == ["falta rules.py", "falta trabalhos.py"]
    assert regras.folder_faults(T1, tmp_path) == ["falta rules.py"]
    assert regras.folder_faults(T1, None) == ["nenhuma pasta a declara"]


def _apply(_event: Event, _db: object) -> None:
    """Nothing."""

"""An erasure by somebody else, and a draw that does not come out again, have no effect anywhere."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from core.base.sorteio import sortear
from core.contracts.catalogo import MODELS
from core.kernel.header import decode_header
from core.kernel.registry import Registry
from tests.support.office import conselheiro, demanda, unidade
from tests.support.pacotes import Feed, Pacote, no_of
from tests.support.postos import Posto
from tests.support.toy_contracts import TOY_MODELS


@pytest.mark.parametrize("flip", [False, True])
def test_the_state_of_a_foreign_erasure_does_not_depend_on_order(
    tres: list[Posto], flip: bool
) -> None:
    norte = tres[0]
    alva = Feed("alva", norte.rede.rede)
    said = {"demanda_id": demanda(3), "unidade_civica_id": unidade(1)}
    alva.mais(said, texto={"titulo": "fica"}, tipo="brinquedo.pedido_feito")
    named = {"event_hash": alva.hashes()[0].hex(), "partes": ["publica.texto"]}
    erasure = {"eventos": [named], "base_legal": "LGPD art. 18, VI"}
    eco = Feed("eco", norte.rede.rede)
    eco.mais(erasure, {"motivo": "x"}, tipo="titular.eliminado", origem="N-0d")
    for feed in (eco, alva) if flip else (alva, eco):
        norte.importa(Pacote.de(norte.forja(), "eco", feed).bytes())
    assert norte.estados(no_of("eco")) == [("sem_efeito", "evento.eliminacao_alheia")]
    assert norte.linhas("SELECT titulo FROM t1_pedidos") == [("fica",)]


SCRIPT = Path(__file__).parents[4] / "packaging" / "auditor" / "verificar.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The auditor's file, which shares no line with the import."""
    spec = importlib.util.spec_from_file_location("verificar_dos_sorteios", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def drawn_feed(posto: Posto, **change: Any) -> Feed:
    """A fact, and a draw after it that says what it should but for ``change``."""
    feed = Feed("eco", posto.rede.rede)
    feed.mais(
        {"demanda_id": demanda(1), "unidade_civica_id": unidade(1)}, tipo="brinquedo.pedido_feito"
    )
    before = decode_header(feed.folhas[0])
    moment = feed.cabecalho().timestamp
    draw = sortear([conselheiro(n) for n in (1, 2, 3)], before.event_id, moment)
    said = {
        "conselheiro_id": draw.conselheiro_id,
        "demanda_id": demanda(1),
        "unidade_civica_id": unidade(1),
        "metodo_sorteio": "fisher_yates",
        "seed_publico": draw.seed_publico,
        "lista_elegiveis_hash": draw.lista_elegiveis_hash,
        "posicao_sorteada": 0,
        "total_elegiveis": 3,
        "timestamp": moment,
        "elegiveis": list(draw.elegiveis),
        "seed_base_event_id": before.event_id,
        **change,
    }
    return feed.mais(said, tipo="conselheiro.sorteado", versao_schema="1.1.0", origem="D-6a")


WRONG: list[dict[str, Any]] = [
    {"conselheiro_id": conselheiro(9)},
    {"seed_publico": "ab" * 32},
    {"elegiveis": [conselheiro(1), conselheiro(2)]},
    {"total_elegiveis": 4},
    {"lista_elegiveis_hash": "ab" * 32},
    {"posicao_sorteada": 2},
    {"timestamp": "2026-11-30T12:00:00.001Z"},
    {"seed_base_event_id": demanda(7)},
]


LEFT_OUT: dict[str, Any] = {"lista_elegiveis_hash": None, "total_elegiveis": None}


def test_what_a_draw_leaves_out_is_held_against_it_by_nobody(
    tres: list[Posto], script: ModuleType
) -> None:
    norte = tres[0]
    feed = drawn_feed(norte, **LEFT_OUT)
    raw = Pacote.de(norte.forja(), "eco", feed).bytes()
    norte.importa(raw)
    assert norte.estados(feed.no) == [None, None]
    (item,) = script.conferir(raw)["sorteios"]["itens"]
    assert item["resultado"] == "confere"


@pytest.mark.parametrize("change", [{}, *WRONG], ids=lambda change: "".join(change) or "right")
def test_a_draw_that_does_not_come_out_is_kept_told_and_without_effect(
    tres: list[Posto], script: ModuleType, change: dict[str, Any]
) -> None:
    """Row 44; the single-file verifier says the same of the same bytes."""
    norte, sul, _leste = tres
    feed = drawn_feed(norte, **change)
    raw = Pacote.de(norte.forja(), "eco", feed).bytes()
    outcome = norte.importa(raw)
    without = ("sem_efeito", "evento.sorteio_divergente")
    assert norte.estados(feed.no) == [None, without if change else None]
    assert ("evento.sorteio_divergente" in outcome.alarmes) == bool(change)
    named = [(one.codigo, one.seq, one.carimbo) for one in outcome.nomeados]
    assert named == [(without[1], 1, feed.hashes()[1].hex())] * bool(change)
    assert outcome.estado == "importado"
    (item,) = script.conferir(raw)["sorteios"]["itens"]
    assert item["resultado"] == ("difere" if change else "confere")
    sul.importa(norte.exporta())
    assert sul.estados(feed.no) == norte.estados(feed.no)
    for posto in (norte, sul):
        assert posto.escritorio.verify().achados == []


def test_a_draw_judged_only_after_an_upgrade_comes_to_the_same(tres: list[Posto]) -> None:
    norte = tres[0]
    feed = drawn_feed(norte, conselheiro_id=conselheiro(9))
    known = norte.escritorio.registry
    older = [model for model in MODELS if model.SPEC.tipo != "conselheiro.sorteado"]
    norte.escritorio.registry = Registry((*older, *TOY_MODELS))
    norte.importa(Pacote.de(norte.forja(), "eco", feed).bytes())
    assert norte.estados(feed.no)[1] == ("adiado", "evento.adiado")
    norte.escritorio.registry = known
    with norte.aberto() as engine:
        assert norte.importador(engine).reveal_postponed() == 0
    assert norte.estados(feed.no)[1] == ("sem_efeito", "evento.sorteio_divergente")

"""The same three offices, searched: a state machine whose acts and numbers Hypothesis chooses.

Few and fixed examples where it is run with everything else; ``FORMIGUEIRO_MAQUINA`` asks for so many
longer ones, drawn at random.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from typing_extensions import override

from tests.support.historias import UNIDOS, Historia
from tests.support.postos import Posto

EXAMPLES: Final = int(os.environ.get("FORMIGUEIRO_MAQUINA", "0"))
POSTO: Final = st.integers(0, 2)
PESSOA: Final = st.integers(0, 1)
REMESSA: Final = st.integers(0, 9)
PEDIDO: Final = st.integers(0, 9)


class TresEscritorios(RuleBasedStateMachine):
    """Rules are acts of a story; the invariants are the story's own, after each of them."""

    modelo: list[Posto]

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory(prefix="maquina-")

    @initialize(antigo=st.sampled_from([(), (0,), (1,), (2,)]))
    def funda(self, antigo: tuple[int, ...]) -> None:
        self.historia = Historia.de(self.modelo, Path(self._folder.name), antigo)

    @rule(posto=POSTO, pessoa=st.none() | PESSOA)
    def pede(self, posto: int, pessoa: int | None) -> None:
        self.historia.faz(*(("pede", posto) if pessoa is None else ("confia", posto, pessoa)))

    @rule(posto=POSTO, nome=st.sampled_from(["entra", "retira", "encerra"]), n=PEDIDO)
    def decide(self, posto: int, nome: str, n: int) -> None:
        self.historia.faz(nome, posto, n)

    @rule(posto=POSTO, pessoa=PESSOA)
    def elimina(self, posto: int, pessoa: int) -> None:
        self.historia.faz("elimina", posto, pessoa)

    @rule(posto=POSTO, para=st.none() | POSTO, inteiro=PESSOA)
    def exporta(self, posto: int, para: int | None, inteiro: int) -> None:
        self.historia.faz("exporta", posto, para, inteiro)

    @rule(posto=POSTO, i=REMESSA, nome=st.sampled_from(["importa", "importa", "abre"]))
    def importa(self, posto: int, i: int, nome: str) -> None:
        self.historia.faz(nome, posto, i)

    @rule(posto=POSTO, i=REMESSA, where=st.integers(0, 1 << 20), bit=st.integers(0, 7))
    def vira(self, posto: int, i: int, where: int, bit: int) -> None:
        self.historia.faz("vira", posto, i, where, bit)

    @rule(posto=POSTO, i=REMESSA, k=st.integers(1, 80))
    def morre_importando(self, posto: int, i: int, k: int) -> None:
        self.historia.faz("morre", posto, k, "importa", i)

    @rule(posto=POSTO, k=st.integers(1, 40))
    def morre_registrando(self, posto: int, k: int) -> None:
        self.historia.faz("morre", posto, k, "pede")

    @rule(posto=POSTO)
    def atualiza(self, posto: int) -> None:
        self.historia.faz("atualiza", posto)

    @rule(posto=POSTO, days=st.integers(-9_000, 9_000))
    def relogio(self, posto: int, days: int) -> None:
        self.historia.faz("relogio", posto, days)

    @override
    def teardown(self) -> None:
        try:
            if hasattr(self, "historia"):
                assert self.historia.encontra() == UNIDOS
        finally:
            self._folder.cleanup()


def test_the_machine(rede_modelo: list[Posto]) -> None:
    machine = type("Maquina", (TresEscritorios,), {"modelo": rede_modelo})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES or 2,
            stateful_step_count=30 if EXAMPLES else 8,
            derandomize=not EXAMPLES,
            # The steps are printed as they are; to shrink them takes minutes.
            phases=list(Phase) if EXAMPLES else [Phase.generate],
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )

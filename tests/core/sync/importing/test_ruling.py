"""An erasure by somebody else has no effect, whichever of the two events came first."""

from __future__ import annotations

import pytest

from tests.support.office import demanda, unidade
from tests.support.pacotes import Feed, Pacote, no_of
from tests.support.postos import Posto


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

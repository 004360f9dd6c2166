from __future__ import annotations

from core.base.texto.denylist import Denylist
from core.base.texto.suspicion import judge


def test_terms_and_patterns_are_named_together() -> None:
    found = judge(Denylist(["otário"]), "Poste apagado", "seu otario, meu cpf é 529.982.247-25")
    assert found.conteudo_suspeito
    assert found.termos == ("otario", "padrao:cpf")


def test_a_plain_demand_is_not_suspicious() -> None:
    found = judge(Denylist(["otário"]), "Falta água", "na rua das Flores, 120, desde 30/04/2026")
    assert not found.conteudo_suspeito
    assert found.termos == ()

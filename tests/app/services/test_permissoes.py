"""Which role may do what."""

from __future__ import annotations

import pytest

from app.services.permissoes import PAPEIS_DO_ATO, Ato, Papel, exigir, papel_para, pode
from core.kernel.errors import UserFacingError


def test_every_act_belongs_to_somebody() -> None:
    assert set(PAPEIS_DO_ATO) == set(Ato)
    assert all(PAPEIS_DO_ATO.values())


def test_an_auditor_changes_nothing_and_sees_nothing_restricted() -> None:
    assert not [ato for ato in Ato if pode({Papel.AUDITOR}, ato)]


def test_the_role_that_permits_is_found() -> None:
    both = {Papel.OPERADOR, Papel.ATENDENTE}
    assert papel_para(both, Ato.REGISTRAR) is Papel.ATENDENTE
    assert papel_para(both, Ato.COPIAS) is Papel.OPERADOR
    assert papel_para(both, Ato.MODERAR) is None


def test_a_refusal_names_the_roles_that_may() -> None:
    exigir({"conta_id": "x", "papel": "moderador"}, Ato.REVISAR)
    with pytest.raises(UserFacingError) as refused:
        exigir({"conta_id": "x", "papel": "atendente"}, Ato.REVISAR)
    assert refused.value.code == "conta.sem_permissao"
    assert refused.value.params == {"ato": "decidir revisões", "papeis": "moderador"}

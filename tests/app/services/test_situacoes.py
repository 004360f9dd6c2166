"""The states in words."""

from __future__ import annotations

import pytest

from app.services.situacoes import Situacoes
from app.settings.recursos import Recursos
from core.colonies.d7_transparencia.rules.situacao import SITUACOES

TEXT = Recursos().states_toml()


def test_every_state_has_its_words() -> None:
    found = Situacoes(TEXT).todas()
    assert [one.codigo for one in found] == list(SITUACOES)
    assert all(one.nome and one.forma and one.descricao.endswith(".") for one in found)
    assert len({one.nome for one in found}) == len(SITUACOES)
    assert Situacoes(TEXT).of("em_progresso").nome == "em progresso"


@pytest.mark.parametrize(
    "text",
    [
        "",
        TEXT + '\n[perdida]\nnome = "x"\ndescricao = "x."\nforma = "x"\n',
        TEXT.replace('forma = "◐"', ""),
    ],
)
def test_a_file_with_other_states_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"differ|wants"):
        Situacoes(text)

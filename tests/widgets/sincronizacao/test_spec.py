"""The operator's alone."""

from __future__ import annotations

from app.services.permissoes import Papel, pode
from tests.support.vivo import Vivo
from widgets.sincronizacao.spec import sample_of, spec


def test_only_the_operator_opens_it(vivo: Vivo) -> None:
    found = spec(vivo.servicos)
    opens = {papel for papel in Papel if any(pode({papel}, ato) for ato in found.acts)}
    assert (found.key, found.manual, opens) == (
        "sincronizacao", "sincronizacao", {Papel.OPERADOR}
    )  # fmt: skip
    assert sample_of(0).passo == "pronto"

from __future__ import annotations

from app.services.moderacao_vistas import STATUS, TIPOS, Pagina
from core.colonies.d1d_moderacao import rules


def test_every_code_has_its_words() -> None:
    assert set(STATUS) == set(rules.STATUS)
    assert set(TIPOS) == set(rules.TIPOS)


def test_what_waits_is_counted_over_all_kinds() -> None:
    counts = {("pendente", "texto"): 2, ("pendente", "anexo"): 1, ("removido", "texto"): 5}
    assert Pagina((), None, counts).pendentes == 3

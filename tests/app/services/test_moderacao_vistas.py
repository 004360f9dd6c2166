from __future__ import annotations

from app.services.moderacao_vistas import STATUS, TIPOS, Pagina, nao_examinado
from core.colonies.d1d_moderacao import rules
from tests.support import midias
from tests.support.moderados import guardar, item_de, registrar
from tests.support.vivo import Vivo


def test_every_code_has_its_words() -> None:
    assert set(STATUS) == set(rules.STATUS)
    assert set(TIPOS) == set(rules.TIPOS)


def test_what_waits_is_counted_over_all_kinds() -> None:
    counts = {("pendente", "texto"): 2, ("pendente", "anexo"): 1, ("removido", "texto"): 5}
    assert Pagina((), None, counts).pendentes == 3


def test_a_document_that_nothing_looked_into_says_so_and_stays_restricted(vivo: Vivo) -> None:
    """No library here reads PDF: a person does, before anybody else may."""
    paper = guardar(vivo, midias.pdf(), "laudo.pdf")
    photo = guardar(vivo, midias.jpeg())
    one = registrar(vivo, "Buraco fundo na esquina do mercado", midias=(paper,))
    other = registrar(vivo, "Lixo acumulado atrás da escola velha", n=2, midias=(photo,))
    service = vivo.servicos.moderacao
    said = nao_examinado(item_de(service, one, "anexo").item)
    assert said is not None
    assert said.startswith("Não examinado: o programa não lê PDF por dentro.")
    (seen,) = vivo.servicos.midias.galeria(one.demanda_id, None)
    assert (seen.is_publica, seen.sha256) == (False, None)
    assert nao_examinado(item_de(service, other, "anexo").item) is None

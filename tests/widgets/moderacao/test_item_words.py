from __future__ import annotations

from tests.widgets.conftest import Ui
from tests.widgets.moderacao.conftest import (
    DECIDED,
    DESDE,
    Anotacao,
    Descricao,
    Feita,
    item_of,
    linha,
)
from widgets.moderacao.item_words import (
    WHAT,
    description_lines,
    history_lines,
    note_lines,
    place_of,
    reasons_of,
    what_of,
)


def test_a_description_is_marked_automatic_translated_first_and_never_how_sure() -> None:
    item = item_of(linha(1), descricao=Descricao("um cão", "a dog", True, "florence"))
    assert description_lines(item) == ["Descrição automática", "um cão", "Original (inglês): a dog"]
    assert description_lines(item_of(linha(1))) == []


def test_what_nothing_looked_into_is_said_while_it_waits() -> None:
    paper = linha(1, tipo="anexo", tipo_mime="application/pdf", motivo=())
    assert reasons_of(item_of(paper)).startswith("Não examinado: o programa não lê PDF")
    decided = linha(1, tipo="anexo", tipo_mime="application/pdf", motivo=(), status="aprovado")
    assert reasons_of(item_of(decided)) == ""
    sound = linha(1, tipo="anexo", tipo_mime="audio/ogg", motivo=())
    assert "ouça até o fim" in reasons_of(item_of(sound))
    assert reasons_of(item_of(linha(1, tipo="anexo", tipo_mime="image/png", motivo=()))) == ""


def test_what_surrounds_an_item(ui: Ui) -> None:
    item = item_of(
        linha(1, is_bloqueado_ja=True),
        consente=False,
        historico=(Feita(DECIDED, "Ana"), Feita(DECIDED._replace(is_reaberto=True), None)),
        notas=(Anotacao(DESDE, "x", "Bia", "gíria", True),),
    )
    assert reasons_of(item).startswith("Sinalizado por: zurrapa, CPF. Sem consentimento")
    assert place_of(item) == "Lugar: Centro · Cidade. Endereço dito: Rua das Flores."
    first, second = history_lines(item, ui.context.moments)[1:]
    assert first.endswith("Ana · bloqueado: ofensa")
    assert second.endswith("um moderador · bloqueado (reverteu): ofensa")
    assert note_lines(item, ui.context.moments)[0].startswith("Bia pede 2ª opinião")


def test_a_file_of_a_report_says_so() -> None:
    mine = item_of(linha(1, tipo="anexo", via="atualizacao"))
    assert what_of(mine) == "Arquivo que veio com um relato do conselheiro."
    assert what_of(item_of(linha(1, tipo="anexo", via="captura"))) == WHAT["anexo"]
    assert what_of(item_of(linha(1))) == WHAT["texto"]

"""The letter: who, what, until when, and the values that prove the draw, on paper and in the code."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.services.impressos.designacao import Carta, carta_de_designacao, codigo
from widgets.runtime.paper import Paper

CARTA = Carta(
    escritorio="Escritório do Centro",
    emitida_em="01/06/2026 09:00:00 (UTC−3, America/Sao_Paulo)",
    nome="Zulmira <Sá>",
    conselheiro_id="9d2c3f54-0000-4000-8000-000000000001",
    protocolo="BCDF-000012-47",
    titulo="Buraco na rua & calçada",
    categoria="Vias",
    nivel=3,
    unidade="Jardim das Formigas",
    unidade_do_sorteio="Formigópolis",
    sorteada_em="31/05/2026 14:00:00 (UTC−3, America/Sao_Paulo)",
    responder_ate="03/06/2026 14:00:00 (UTC−3, America/Sao_Paulo)",
    elegiveis=7,
    demanda_id="11111111-0000-4000-8000-000000000001",
    sorteio="ab" * 32,
    semente="cd" * 32,
    lista="ef" * 32,
    horas=72,
)


def plain(carta: Carta, owner: QObject) -> str:
    return Paper(owner).document(carta_de_designacao(carta)).toPlainText()


def test_it_says_who_what_and_until_when(qtbot: QtBot, qapp: QObject) -> None:
    text = plain(CARTA, qapp)
    for part in (
        "Escritório do Centro",
        "Zulmira <Sá>",
        "entre 7 conselheiros elegíveis",
        "Formigópolis",
        "BCDF-000012-47",
        "Buraco na rua & calçada",
        "até 72 horas",
        "03/06/2026 14:00:00",
        "risco pessoal",
        "Assinatura",
    ):
        assert part in text


def test_the_proof_stands_on_the_page_and_in_the_code(qtbot: QtBot, qapp: QObject) -> None:
    text = plain(CARTA, qapp)
    for value in (CARTA.sorteio, CARTA.semente, "ef" * 32):
        assert value[:32] in text
        assert value in codigo(CARTA)
    printed = carta_de_designacao(CARTA)
    assert printed.imagens["sorteio"].startswith(b"\x89PNG")
    assert printed.papel == "A4"
    assert CARTA.conselheiro_id in codigo(CARTA)
    assert "Zulmira" not in codigo(CARTA)


def test_what_is_not_known_leaves_no_hole(qtbot: QtBot, qapp: QObject) -> None:
    bare = replace(
        CARTA, nome=None, titulo=None, elegiveis=1, lista=None, unidade_do_sorteio=None,
        protocolo=None,
    )  # fmt: skip
    text = plain(bare, qapp)
    assert "A Conselheiro 9d2c3f54" in text
    assert "entre um conselheiro elegível" in text
    assert "None" not in text
    assert "lista" not in codigo(bare)
    assert carta_de_designacao(bare).titulo == "Carta de designação 11111111"
    assert "entre" not in plain(replace(CARTA, elegiveis=None), qapp).partition("O que")[0]

"""The receipt and the situation sheet: what stands on the paper, and whom it never names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from app.services.atendimento_telefones import Contato
from app.services.impressos.impresso import Papel
from app.services.impressos.recibo import DadosDoRecibo, recibo, situacao_da_demanda
from tests.support.atendimento import OPERADOR, POSTE, balcao
from tests.support.command_line import CommandLine

DADOS: Final[dict[str, Any]] = {
    "demanda_id": "d1",
    "protocolo": "ABCD-000123-45",
    "quando_ms": 0,
    "canal": "Balcão",
    "relato": "Poste <b>apagado</b> & escuro",
    "local": "Rua do Farol",
    "unidade": "Centro · Porto",
    "data_formulario": "2026-03-05",
    "contato": Contato("3.4", "Luz", "Central", "156", "dia e noite"),
}


@pytest.mark.parametrize("papel", ["A4", "bobina80"])
def test_a_receipt_says_number_place_matter_and_whom_to_call(papel: Papel) -> None:
    made = recibo(DadosDoRecibo(**DADOS), "Regional", "01/06/2026 09:00:00 (UTC−3)", papel)
    assert (made.titulo, made.papel, list(made.imagens)) == (
        "Recibo ABCD-000123-45",
        papel,
        ["qr.png"],
    )
    assert made.imagens["qr.png"].startswith(b"\x89PNG")
    for said in (
        "ABCD-000123-45",
        "Poste &lt;b&gt;apagado&lt;/b&gt; &amp; escuro",
        "Rua do Farol",
        "05/03/2026",
        "<b>156</b>",
        "dia e noite",
        "O que acontece agora",
    ):
        assert said in made.html


def test_what_is_not_known_is_said_so() -> None:
    bare = DADOS | {"relato": None, "local": "", "unidade": None, "contato": None}
    made = recibo(DadosDoRecibo(**bare), "Regional", "agora")
    assert "Atenção" not in made.html
    assert "a confirmar por uma pessoa" in made.html
    assert "Quem responde" not in made.html


def test_the_heading_says_what_the_office_serves() -> None:
    made = recibo(DadosDoRecibo(**DADOS), "Regional", "agora", atende=("Centro", "Vila & Mar"))
    assert "<h1>Regional</h1><p>Centro, Vila &amp; Mar</p>" in made.html
    many = recibo(DadosDoRecibo(**DADOS), "Regional", "agora", atende=tuple("ABCDEF"))
    assert "<p>A, B, C, D e mais 2</p>" in many.html


@pytest.mark.parametrize("papel", ["A4", "bobina80"])
def test_a_place_that_the_office_does_not_serve_is_said(papel: Papel) -> None:
    away = DadosDoRecibo(**DADOS, aviso="Fica fora das unidades.")
    made = recibo(away, "Regional", "agora", papel)
    assert "Atenção" in made.html
    assert "Fica fora das unidades." in made.html


def test_the_situation_sheet_tells_the_public_story(founded_cli: CommandLine) -> None:
    with balcao(founded_cli) as counter:
        counter.servico.telefones.gravar("", "Central", "156", "", OPERADOR)
        done = counter.registrar()
        found = counter.servico.situacao.de(done.demanda_id)
        data = counter.servico.recibo(done.demanda_id)
        assert (data.protocolo, data.unidade) == (done.protocolo, "Centro · Porto Formigueiro")
        assert data.aviso == ""
        away = counter.registrar(replace(POSTE, lat=-20.605, lng=-36.8595))
        assert "segue para" in counter.servico.recibo(away.demanda_id).aviso
    made = situacao_da_demanda(
        found.demanda,
        [("01/06/2026", said) for _ms, said in found.historia],
        found.contato,
        "Regional",
        "02/06/2026",
        atende=("Porto Formigueiro",),
    )
    assert "<h1>Regional</h1><p>Porto Formigueiro</p>" in made.html
    for said in (done.protocolo, found.demanda.situacao.nome, "Centro", "156", "02/06/2026"):
        assert said in made.html

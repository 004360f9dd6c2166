"""The page beside the script: the same verdicts, in a browser without a screen and without a net."""

from __future__ import annotations

import base64
import functools
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from auditor import verificar as v
from PySide6.QtGui import QImage

from tests.core.sync.test_act_proof import BENDS, GOOD
from tests.packaging.auditor import casos_eventos, casos_fluxo, casos_recipiente, casos_rede
from tests.packaging.auditor.cenarios import bom
from tests.packaging.auditor.navegador import PAGINA, Navegador
from tests.packaging.auditor.verificar.test_respostas_conhecidas import ORDEM_BAIXA, SORTEIOS
from tests.support.corpus_pacotes.lista import casos

FAMILIAS = (
    casos_recipiente.FAMILIAS + casos_rede.FAMILIAS + casos_fluxo.FAMILIAS + casos_eventos.FAMILIAS
)


def test_the_page_is_one_file_that_asks_nobody() -> None:
    fonte = PAGINA.read_text("utf-8")
    assert "default-src 'none'" in fonte
    assert not re.findall(
        r"https?:|src=|@import|url\(|fetch\(|XMLHttp|WebSocket|localStorage", fonte
    )
    assert re.findall(r"<link|<img|<iframe", fonte) == []


def test_the_page_says_the_same_sentences() -> None:
    fonte = PAGINA.read_text("utf-8")
    frases = json.loads(
        fonte[fonte.index("const FRASES = ") + 15 : fonte.index("};\nconst MIB") + 1]
    )
    assert frases == v.FRASES
    for limite in v.NAO_PROVA:
        assert f"<li>{limite}</li>" in fonte


def test_known_answers(navegador: Navegador) -> None:
    assert sorted(navegador.rodar("[...ORDEM_BAIXA]")) == sorted(ORDEM_BAIXA)
    for texto, sha256, sha512, blake2b in (
        (
            "abc",
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "ddaf35a193617abacc417349ae204131",
            "ba80a53f981c4d0d6a2797b69f12f6e9",
        ),
    ):
        vistos = f"[sha256, sha512, blake2b].map((f) => hex(f(utf8('{texto}'))))"
        feitos = navegador.rodar(vistos)
        assert feitos[0] == sha256
        assert feitos[1].startswith(sha512)
        assert feitos[2].startswith(blake2b)
    for base, hora, elegiveis, seed, ordem, soma in SORTEIOS:
        assert navegador.rodar(f"semente('{base}', '{hora}')") == seed
        refeita = navegador.rodar(f"ordenar({json.dumps(elegiveis)}, '{seed}').ordem")
        assert refeita == [elegiveis[i] for i in ordem]
        assert navegador.rodar(f"somaDaOrdem({json.dumps(refeita)})") == soma


def test_page_and_script_agree_on_every_case(
    navegador: Navegador, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reports equal in every value, good bundles and bad ones."""
    confere = functools.lru_cache(maxsize=None)(v.assinatura_confere)
    monkeypatch.setattr(v, "assinatura_confere", confere)
    for familia in FAMILIAS:
        _iguais(navegador, familia)
    dados = bom().montar()
    tortos = []
    for i in range(3, len(dados), 41):
        torto = bytearray(dados)
        torto[i] ^= 1 << (i % 8)
        tortos.append(bytes(torto))
    cortados = [dados[:i] for i in range(1, len(dados), 301)]
    for pacotes in (tortos, cortados):
        assert navegador.conferir(pacotes) == [_dito(pacote) for pacote in pacotes]


def test_page_and_script_agree_on_the_corpus_of_the_program(navegador: Navegador) -> None:
    arquivos = casos()
    relatorios = navegador.conferir([caso.conteudo for caso in arquivos])
    for caso, relatorio in zip(arquivos, relatorios, strict=True):
        assert relatorio == _dito(caso.conteudo), caso.arquivo


def test_page_and_script_agree_on_every_proof_of_an_act(navegador: Navegador) -> None:
    provas = [GOOD, *(dados for dados, _codigo in BENDS.values())]
    provas += [GOOD[:i] for i in range(0, len(GOOD), 97)]
    for i in range(0, len(GOOD), 61):
        torta = bytearray(GOOD)
        torta[i] ^= 1 << (i % 7)
        provas.append(bytes(torta))
    lista = json.dumps([base64.b64encode(dados).decode() for dados in provas])
    feitos = navegador.rodar(
        f"{lista}.map((b) => conferirProva(Uint8Array.from(atob(b), (c) => c.charCodeAt(0)))"
        ".relatorio)"
    )
    assert feitos == [v.conferir_prova(dados) for dados in provas]
    assert feitos[0]["veredito"] == "aceito"
    assert navegador.rodar("FRASES_PROVA") == v.FRASES_PROVA


def test_a_person_compares_the_key_of_a_proof(navegador: Navegador) -> None:
    b64 = base64.b64encode(GOOD).decode()
    impressao = v.conferir_prova(GOOD)["ato"]["impressao"]
    for digitada, dito in (
        (impressao.lower(), "✔ Confere"),
        ("AAAA-BBBB", v.FRASES_PROVA["prova.chave"]),
    ):
        navegador.rodar(
            f"(mostrarProva(conferirProva(Uint8Array.from(atob('{b64}'), (c) => c.charCodeAt(0)),"
            f" '{digitada}')), true)"
        )
        assert dito in navegador.rodar("el('provado').innerText")


def _dito(dados: bytes) -> Any:
    return json.loads(json.dumps(v.conferir(dados)))


def _iguais(navegador: Navegador, familia: Callable[[], Iterator[Any]]) -> None:
    casos = list(familia())
    relatorios = navegador.conferir([caso[1] for caso in casos])
    for caso, relatorio in zip(casos, relatorios, strict=True):
        assert relatorio == _dito(caso[1]), caso[0]


def test_a_person_drops_a_bundle(navegador: Navegador, tmp_path: Path) -> None:
    navegador.escolher(bom().montar())
    dito = navegador.rodar("el('resultado').innerText")
    assert "✔ Confere" in dito
    assert "2 conferem, 0 diferem" in dito
    assert navegador.rodar("document.activeElement.id") == "resultado"
    assert navegador.rodar("(document.querySelector('button.menor').click(), true)")
    refeito = navegador.rodar("el('refeito').innerText")
    assert "Sorteado" in refeito
    assert "Semente" in refeito
    navegador.escolher(bom().montar()[:-1])
    dito = navegador.rodar("el('resultado').innerText")
    assert "✘ Não confere" in dito
    assert v.FRASES["pacote.cortado"] in dito


def test_a_form_filled_wrongly_says_what_it_wants(navegador: Navegador) -> None:
    navegador.rodar(
        "(el('base').value = 'x', el('hora').value = 'ontem', el('elegiveis').value = 'y', el('sorteio').requestSubmit(), true)"
    )
    assert "identificadores como" in navegador.rodar("el('refeito').innerText")


def test_every_control_has_a_name(navegador: Navegador) -> None:
    sem_nome = navegador.rodar(
        "[...document.querySelectorAll('input, textarea')].filter((c) => !c.labels.length)"
        ".map((c) => c.id)"
    )
    assert sem_nome == []
    assert navegador.rodar("document.documentElement.lang") == "pt-BR"
    navegador.view.show()
    assert isinstance(navegador.view.grab().toImage(), QImage)

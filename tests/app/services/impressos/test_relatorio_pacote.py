"""The auditor's report on paper."""

from __future__ import annotations

from pathlib import Path

from app.services.auditoria_pacote import AuditoriaDePacotes
from app.services.impressos.relatorio_pacote import relatorio_do_pacote
from app.services.mensagens import Mensagens
from app.services.pacote_auditado import NAO_PROVA
from app.settings.recursos import Recursos
from app.settings.tempo import DEFAULT_ZONE, FormatoTempo
from core.contracts.catalogo import MODELS
from core.kernel.registry import Registry
from tests.support.pacotes import Pacote, Rede, cadeia

NOW_MS = 1_780_315_200_000
TEMPO = FormatoTempo(DEFAULT_ZONE, lambda: NOW_MS)


def printed(path: Path) -> str:
    service = AuditoriaDePacotes(
        Mensagens(Recursos().messages_toml()), lambda: NOW_MS, Registry(MODELS)
    )
    return relatorio_do_pacote(service.abrir(path), TEMPO).html


def test_it_says_what_was_found_and_what_it_does_not_prove(pacote_vivo: Path) -> None:
    text = printed(pacote_vivo)
    assert "Confere" in text
    assert "É de um escritório de demonstração" in text
    assert "Impressão da raiz" in text
    assert "Conferido em" in text
    assert "01/06/2026 09:00:00" in text
    assert all(one in text for one in NAO_PROVA)
    assert "não conferem</h2>" not in text


def test_what_differs_is_named_by_its_event_and_forged_names_are_inert(tmp_path: Path) -> None:
    rede = Rede.de("a")
    feed = cadeia("a", rede, 1)
    feed.mais({"demanda_id": "<b>x</b>"}, tipo="conselheiro.sorteado")
    feed.mais({"demanda_id": "y"}, tipo="demanda.ranqueada")
    path = tmp_path / "p.zip"
    path.write_bytes(Pacote.de(rede, "a", feed).bytes())
    text = printed(path)
    assert "nem tudo o que foi refeito confere" in text
    assert "Sorteios que não conferem" in text
    assert "Pontuações que não conferem" in text
    assert feed.hashes()[1].hex() in text
    assert feed.hashes()[2].hex() in text
    assert "<b>x</b>" not in text
    path.write_bytes(b"")
    assert "O arquivo está vazio." in printed(path)

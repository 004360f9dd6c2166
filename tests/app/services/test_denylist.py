from __future__ import annotations

from pathlib import Path

import pytest

from app.services.denylist import Enviada, em_lugares, linhas_do_arquivo
from core.colonies.d6b_relatoria import queries as d6b
from core.kernel.errors import UserFacingError
from tests.support import midias
from tests.support.moderados import (
    ANA,
    BIA,
    OPERADORA,
    TERMO,
    descrever,
    guardar,
    item_de,
    registrar,
)
from tests.support.vivo import Vivo


def test_a_preview_says_what_would_be_caught_and_writes_nothing(vivo: Vivo) -> None:
    service = vivo.servicos.denylist
    one = registrar(vivo, f"Tem uma {TERMO} enorme na esquina da padaria desde ontem cedo")
    told: list[int] = []
    found = service.prever([TERMO, "jabuticabalândia"], OPERADORA, told.append)
    assert (found.termos, found.achados, found.novos, found.deixados) == (2, 1, 1, 0)
    assert found.textos == told[-1] > 50
    assert found.por_termo == {TERMO: 1}
    (sample,) = found.amostra
    assert (sample.protocolo, sample.termos, sample.is_novo) == (one.protocolo, (TERMO,), True)
    assert sample.trecho == "Tem uma zurrapa enorme na esquina d…"
    assert service.mostrar(OPERADORA).versao == 0
    assert service.carregar([TERMO], OPERADORA, versao_vista=0).is_nova
    vivo.ocioso()
    after = service.prever(["outro"], OPERADORA)
    assert (after.achados, after.deixados) == (0, 1)
    assert service.prever([TERMO], OPERADORA).novos == 0


def test_what_a_new_list_catches_is_sent_to_the_queue_only_when_asked(vivo: Vivo) -> None:
    """Once, hidden until a moderator decides; what was withdrawn or judged stays as it is."""
    service, moderation = vivo.servicos.denylist, vivo.servicos.moderacao
    one = registrar(vivo, f"Tem uma {TERMO} enorme na esquina da padaria desde ontem cedo")
    other = registrar(vivo, "Poste apagado na ladeira do porto velho há dias", n=2)
    service.carregar([TERMO], OPERADORA)
    vivo.ocioso()
    assert moderation.pagina().pendentes == 0
    assert not vivo.servicos.transparencia.demanda(one.demanda_id).is_oculta
    assert service.enviar(OPERADORA) == Enviada(1, {})
    vivo.ocioso()
    assert vivo.servicos.transparencia.demanda(one.demanda_id).is_oculta
    assert not vivo.servicos.transparencia.demanda(other.demanda_id).is_oculta
    (line,) = moderation.pagina().itens
    assert (line.protocolo, line.item.motivo) == (one.protocolo, (TERMO,))
    assert service.enviar(OPERADORA).textos == 0
    moderation.decidir(line.item.item_id, "aprovado", ANA)
    vivo.ocioso()
    assert service.enviar(OPERADORA).textos == 0
    assert not vivo.servicos.transparencia.demanda(one.demanda_id).is_oculta


def test_what_was_said_of_media_and_reported_by_councillors_is_looked_at_too(vivo: Vivo) -> None:
    """In the preview, and counted where it stays as it is."""
    service = vivo.servicos.denylist
    photo = guardar(vivo, midias.jpeg())
    one = registrar(vivo, "Buraco fundo na esquina do mercado", midias=(photo,))
    descrever(vivo, one, f"um muro com {TERMO} escrito")
    with vivo.app.leitor.ler() as leitura:
        # A report may well begin with a word that no list takes.
        words = next(iter(d6b.read_words(*leitura)))[1].split()
        reported = max(filter(str.isalpha, words), key=len)
    found = service.prever([TERMO], OPERADORA)
    assert (found.achados, dict(found.por_lugar)) == (1, {"descricao": 1})
    (sample,) = found.amostra
    assert (sample.protocolo, sample.lugar) == (one.protocolo, "descricao")
    assert em_lugares(found.por_lugar) == "descrição de mídia 1"
    assert service.prever([reported], OPERADORA).por_lugar["relato"] >= 1
    service.carregar([TERMO], OPERADORA)
    vivo.ocioso()
    assert service.enviar(OPERADORA) == Enviada(0, {"descricao": 1})
    # What was said of a removed file is nowhere to be caught.
    moderation = vivo.servicos.moderacao
    moderation.remover(item_de(moderation, one, "anexo").item.item_id, "x", BIA["conta_id"], ANA)
    vivo.app.engine.aguardar_ocioso(trabalhos=True)
    assert service.enviar(OPERADORA) == Enviada(0, {})


def test_only_an_operator_sees_or_changes_it(vivo: Vivo) -> None:
    service = vivo.servicos.denylist
    for act in (
        lambda: service.mostrar(ANA),
        lambda: service.prever([], ANA),
        lambda: service.carregar([], ANA),
        lambda: service.enviar(ANA),
    ):
        with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
            act()


def test_a_file_is_read_as_text_whatever_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "lista.txt"
    path.write_bytes("\ufeffotário\r\nbobo".encode())
    assert linhas_do_arquivo(path) == ["otário", "bobo"]
    for content in (b"\xff\xfe\x00", b"a" * 1_000_001):
        path.write_bytes(content)
        with pytest.raises(UserFacingError, match=r"denylist\.arquivo_ilegivel"):
            linhas_do_arquivo(path)
    with pytest.raises(UserFacingError, match=r"denylist\.arquivo_ilegivel"):
        linhas_do_arquivo(tmp_path / "nada")

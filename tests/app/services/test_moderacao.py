"""Moderation over a living office: deciding, and every reader obeying (peers.md 7)."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from app.services.atendimento_telefones import Contato
from app.services.demanda_lista import Escolha, LinhaDeDemanda
from app.services.exportacao import Perfil, write_csv
from app.services.impressos.recibo import situacao_da_demanda
from app.services.mapa_vistas import FiltroDoMapa
from app.services.transparencia_vistas import Pedido
from core.colonies.c1_cidadaos.queries import list_all_accesses
from core.kernel.errors import UserFacingError
from tests.support import midias
from tests.support.moderados import (
    ANA,
    BALCAO,
    BIA,
    EVERYWHERE,
    TERMO,
    Registrada,
    descrever,
    guardar,
    item_de,
    registrar,
    suspeitas,
)
from tests.support.vivo import Vivo

NOBODY: Contato | None = None


def readings(vivo: Vivo, one: Registrada, tmp_path: Path) -> dict[str, str]:
    """What each reader of demands says of one, as text."""
    services = vivo.servicos
    lines = services.demanda_lista.linhas([one.demanda_id])
    head = [field.name for field in fields(LinhaDeDemanda)]
    path = tmp_path / "demandas.csv"
    write_csv(path, head, [[getattr(row, name) for name in head] for row in lines],
              Perfil.RFC_4180)  # fmt: skip
    view = services.transparencia.demanda(one.demanda_id)
    words = [word for word in one.texto.split() if word == TERMO]
    found = services.demanda_lista.ordem(Escolha(texto=words[0]))
    printed = situacao_da_demanda(view, (), NOBODY, "Regional", "hoje")
    unit = lines[0].unidade_civica_id
    return {
        "lista": repr(lines),
        "demanda": repr(view),
        "detalhe": repr(services.demanda_detalhe.abrir(one.demanda_id)),
        "procura": one.texto if one.demanda_id in found else "",
        "busca": repr(services.busca.buscar(TERMO)),
        "mapa": repr(services.mapa.mapa.demanda(one.demanda_id)),
        "mapa, lista": repr(services.mapa.mapa.na_tela(EVERYWHERE, FiltroDoMapa())),
        "csv": path.read_text("utf-8"),
        "impresso": printed.html,
        "relatório": repr(services.transparencia.relatorio_da_demanda(one.demanda_id)),
        "painel": repr(services.painel.ver(unit)),
        "relatório da unidade": repr(
            services.transparencia.relatorio_da_unidade(Pedido(unidade=unit or ""))
        ),
        "linha do tempo": repr(services.linha_do_tempo.historia(one.demanda_id)),
    }


def showing(vivo: Vivo, one: Registrada, tmp_path: Path) -> set[str]:
    """The readers that quote a demand's text."""
    said = readings(vivo, one, tmp_path)
    # An invented word that stands in this demand's text alone would do; the street's number does.
    return {name for name, text in said.items() if TERMO in text and one.texto[:30] in text}


def hidden(vivo: Vivo) -> int:
    """How many the panel counts as held back."""
    return vivo.servicos.painel.ver().numeros.ocultas


QUOTING = {
    "lista", "demanda", "detalhe", "procura", "busca", "mapa", "mapa, lista", "csv", "impresso",
    "relatório",
}  # fmt: skip


def test_every_reader_obeys_a_block_an_approval_and_a_removal(vivo: Vivo, tmp_path: Path) -> None:
    before = hidden(vivo)
    blocked, released, removed = suspeitas(vivo, 3)
    service = vivo.servicos.moderacao
    for one in (blocked, released, removed):
        assert showing(vivo, one, tmp_path) == set()
    assert hidden(vivo) == before + 3
    for one, decision in ((blocked, "bloqueado"), (released, "aprovado"), (removed, "aprovado")):
        item = item_de(service, one).item
        done = service.decidir(item.item_id, decision, ANA, versao_vista=item.versao_vista)
        assert (done.is_minha, done.decisao) == (True, decision)
    vivo.ocioso()
    assert showing(vivo, blocked, tmp_path) == set()
    assert showing(vivo, released, tmp_path) >= QUOTING
    assert showing(vivo, removed, tmp_path) >= QUOTING
    assert hidden(vivo) == before + 1
    item = item_de(service, removed).item
    done = service.remover(item.item_id, "ofensa", BIA["conta_id"], ANA)
    vivo.ocioso()
    assert done.partes
    assert showing(vivo, removed, tmp_path) == set()
    assert vivo.servicos.transparencia.demanda(removed.demanda_id).conteudo_removido_em
    # Taken back: what was blocked is shown, what was shown is hidden again.
    for one in (blocked, released):
        service.reverter(item_de(service, one).item.item_id, BIA)
    vivo.ocioso()
    assert showing(vivo, blocked, tmp_path) >= QUOTING
    assert showing(vivo, released, tmp_path) == set()


def test_what_was_removed_is_in_no_file_and_verification_still_passes(vivo: Vivo) -> None:
    (one,) = suspeitas(vivo, 1)
    service = vivo.servicos.moderacao
    item = item_de(service, one).item
    vivo.servicos.copias.create()
    done = service.remover(item.item_id, "ofensa", BIA["conta_id"], ANA)
    vivo.ocioso()
    assert done.copias
    for path in vivo.lugar.dados.rglob("*"):
        if path.is_file() and "copia" not in str(path):
            assert one.texto.encode() not in path.read_bytes(), path
    again = service.remover(item.item_id, "ofensa", BIA["conta_id"], ANA)
    assert (again.is_minha, again.partes) == (False, 0)


def photo_showing(vivo: Vivo, one: Registrada) -> set[str]:
    """The readers that give everybody a photo of a demand."""
    services = vivo.servicos
    (foto,) = services.midias.galeria(one.demanda_id, None)
    sheet = services.atendimento.situacao.para_imprimir(one.demanda_id)
    printed = situacao_da_demanda(sheet.demanda, (), NOBODY, "Regional", "hoje", fotos=sheet.fotos)
    said = {
        "galeria": foto.sha256 is not None,
        "galeria, público": foto.is_publica,
        "demanda": "anexo:" in repr(services.transparencia.demanda(one.demanda_id)),
        "impresso": bool(printed.imagens) and "foto1.jpg" in printed.html,
        "relatório": "anexo:" in repr(services.transparencia.relatorio_da_demanda(one.demanda_id)),
    }
    return {name for name, is_shown in said.items() if is_shown}


def test_every_reader_of_files_obeys_too(vivo: Vivo) -> None:
    """Gallery, demand, printed sheet, small pictures in memory: at once, and for good."""
    photo = guardar(vivo, midias.jpeg())
    one = registrar(vivo, "Buraco fundo na esquina do mercado", n=1, midias=(photo,))
    service, files = vivo.servicos.moderacao, vivo.servicos.midias
    shows = {"galeria", "galeria, público", "demanda", "impresso"}
    assert photo_showing(vivo, one) == set()
    item = item_de(service, one, "anexo").item
    service.decidir(item.item_id, "aprovado", ANA)
    vivo.ocioso()
    assert photo_showing(vivo, one) >= shows
    assert files.miniatura(photo.sha256, photo.mime, 32)
    service.reverter(item.item_id, BIA)
    vivo.ocioso()
    assert photo_showing(vivo, one) == set()
    service.reverter(item.item_id, ANA)
    vivo.ocioso()
    assert photo_showing(vivo, one) >= shows
    service.remover(item.item_id, "ofensa", BIA["conta_id"], ANA)
    vivo.app.engine.aguardar_ocioso(trabalhos=True)
    assert photo_showing(vivo, one) == set()
    for read in (
        lambda: files.ler(photo.sha256),
        lambda: files.miniatura(photo.sha256, photo.mime, 32),
        lambda: files.copiar(photo.sha256, vivo.lugar.dados / "copia.jpg"),
    ):
        with pytest.raises(UserFacingError, match=r"anexo\.ausente"):
            read()


def test_a_removed_file_takes_along_what_a_model_said_of_it(vivo: Vivo) -> None:
    """In every demand that has a copy; what was said of other demands' files stays."""
    photo, other = guardar(vivo, midias.jpeg()), guardar(vivo, midias.png())
    first = registrar(vivo, "Buraco fundo na esquina do mercado", n=1, midias=(photo,))
    copy = registrar(vivo, "Lixo acumulado atrás da escola velha", n=2, midias=(other, photo))
    untouched = registrar(vivo, "Poste apagado na ladeira do porto", n=3, midias=(other,))
    descrever(vivo, first, "uma zabumba dourada")
    descrever(vivo, copy, "um muro", "uma zabumba dourada")
    descrever(vivo, untouched, "um muro caiado")
    service = vivo.servicos.moderacao
    item = item_de(service, first, "anexo").item
    service.anotar(item, ANA, "Ana", "parece uma zabumba dourada")
    assert service.imagem(item) is not None
    done = service.remover(item.item_id, "ofensa", BIA["conta_id"], ANA)
    vivo.app.engine.aguardar_ocioso(trabalhos=True)
    assert done.partes
    for path in vivo.lugar.dados.rglob("*"):
        if path.is_file():
            assert b"zabumba dourada" not in path.read_bytes(), path
    assert service.imagem(item) is None
    still = item_de(service, untouched, "anexo")
    assert still.descricao is not None
    assert still.descricao.descricao == "um muro caiado"
    assert service.imagem(still.item) is not None
    # The words of the demand were nobody's to take.
    assert vivo.servicos.transparencia.demanda(first.demanda_id).titulo == first.texto


def test_nobody_decides_on_an_own_text(vivo: Vivo) -> None:
    (one,) = suspeitas(vivo, 1)
    service = vivo.servicos.moderacao
    item = item_de(service, one)
    assert BALCAO["conta_id"] in item.autores
    own = {**BALCAO, "papel": "moderador"}
    with pytest.raises(UserFacingError, match=r"conta\.texto_proprio"):
        service.decidir(item.item.item_id, "aprovado", own)
    with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
        service.decidir(item.item.item_id, "aprovado", BALCAO)


def test_an_approval_cannot_give_a_consent_that_is_missing(vivo: Vivo, tmp_path: Path) -> None:
    suspeitas(vivo, 1)
    one = registrar(vivo, f"Minha {TERMO} sem consentimento algum", publica=False, n=9)
    service = vivo.servicos.moderacao
    item = item_de(service, one)
    assert not item.consente
    service.decidir(item.item.item_id, "aprovado", ANA)
    vivo.ocioso()
    assert showing(vivo, one, tmp_path) == set()


def test_an_item_says_what_a_decision_needs(vivo: Vivo) -> None:
    (one,) = suspeitas(vivo, 1)
    service = vivo.servicos.moderacao
    item = item_de(service, one)
    assert item.protocolo == one.protocolo
    assert item.texto is not None
    assert [item.texto[start:end] for start, end in item.marcas] == [TERMO]
    assert item.unidade
    service.anotar(item.item, ANA, "Ana", "parece gíria", quer_opiniao=True)
    again = service.abrir(item.item.item_id)
    assert [(note.nome, note.texto) for note in again.notas] == [("Ana", "parece gíria")]
    assert again.item.quer_opiniao
    assert service.reservar(item.item.item_id, ANA["conta_id"], "Ana").nome == "Ana"
    assert service.reservar(item.item.item_id, BIA["conta_id"], "Bia").nome == "Ana"
    with pytest.raises(UserFacingError, match=r"moderacao\.reservada"):
        service.decidir(item.item.item_id, "aprovado", BIA)
    service.reservar(item.item.item_id, ANA["conta_id"], "Ana")
    with vivo.app.leitor.ler() as read:
        opened = [one.conta_id for one in list_all_accesses(*read, 10)]
    assert sorted(opened) == sorted([ANA["conta_id"], BIA["conta_id"]]), "once a person and item"
    service.soltar(item.item.item_id, ANA["conta_id"])
    assert service.decidir(item.item.item_id, "aprovado", BIA).is_minha
    trail = service.trilha(BIA["conta_id"])
    assert trail.contagens == {"aprovado": 1}
    assert list(trail.protocolos.values()) == [one.protocolo]


def test_pages_of_the_queue_go_on_from_a_key(vivo: Vivo) -> None:
    suspeitas(vivo, 3)
    service = vivo.servicos.moderacao
    first = service.pagina(limite=2)
    assert (len(first.itens), first.pendentes) == (2, 3)
    rest = service.pagina(limite=2, depois=first.depois)
    assert (len(rest.itens), rest.depois) == (1, None)
    with pytest.raises(UserFacingError, match=r"moderacao\.pagina_invalida"):
        service.pagina(depois="x")
    whole = first.itens[0].item.item_id
    assert service.achar(whole[:13].upper()) == whole
    with pytest.raises(UserFacingError, match=r"moderacao\.item_desconhecido"):
        service.achar("%")

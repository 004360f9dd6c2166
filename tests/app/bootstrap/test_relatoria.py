"""The service of a councillor's work is put together over an open office."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from app.bootstrap.abertura import abrir, opened
from app.bootstrap.ambito import whole_scope
from app.bootstrap.fundacao import Escolhas, fundar
from app.bootstrap.relatoria import servico_relatoria
from app.services.escrita import Ator
from app.services.frases import Frases
from app.services.linha_do_tempo import LinhaDoTempoService
from app.services.mensagens import Mensagens
from app.services.midias import Foto
from app.services.moderacao_vistas import tipo_dito
from app.services.permissoes import Ato
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.base.midia.limpeza import MidiaGuardada
from core.colonies.d1d_moderacao.queries import ItemModeracao
from core.colonies.d6b_relatoria.api import Pedido
from core.colonies.d7_transparencia.queries.demanda import Evidencia, read_demand, read_timeline
from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore_choice import KeyMode
from core.kernel.store.attachments import FOLDER, AttachmentStore
from core.kernel.verification.verifier import verify_database
from tests.support import midias
from tests.support.conselheiros import designacao
from tests.support.moderados import ANA, BALCAO, BIA, guardar
from tests.support.office import conselheiro, demanda
from tests.support.vivo import Vivo

RECURSOS = Recursos()
MENSAGENS = Mensagens(RECURSOS.messages_toml())


@dataclass
class Relatada:
    """A report with a photo in a living office."""

    demanda_id: str
    conselheiro_id: str
    foto: MidiaGuardada


def relatar(vivo: Vivo, foto: MidiaGuardada, ator: Ator = BALCAO) -> Relatada:
    row = designacao(vivo, begun=True)
    wanted = Pedido(
        demanda_id=row.demanda_id,
        tipo="status_atualizado",
        texto="A obra começou.",
        campos={"status": "em_andamento"},
        midias=(foto,),
    )
    vivo.servicos.relatoria.registrar(wanted, ator)
    vivo.app.engine.aguardar_ocioso(trabalhos=True)
    return Relatada(row.demanda_id, row.designacao.conselheiro_id, foto)


def of_report(vivo: Vivo, one: Relatada) -> Foto:
    (found,) = [
        foto
        for foto in vivo.servicos.midias.galeria(one.demanda_id, ANA)
        if "do relato" in foto.titulo
    ]
    return found


def waiting(vivo: Vivo, one: Relatada) -> ItemModeracao:
    service = vivo.servicos.moderacao
    for status in ("pendente", "aprovado", "bloqueado", "removido"):
        page = service.pagina(
            service.filtro(status=status, tipo="anexo", demanda_id=one.demanda_id)
        )
        for line in page.itens:
            if line.item.via == "atualizacao":
                return line.item
    raise AssertionError(one)


def public(vivo: Vivo, one: Relatada) -> list[Evidencia]:
    with vivo.app.leitor.ler() as leitura:
        found = read_demand(*leitura, one.demanda_id)
    assert found is not None
    return [each for each in found.evidencias if each.via == "atualizacao"]


def told(vivo: Vivo, one: Relatada) -> str:
    with vivo.app.leitor.ler() as leitura:
        rows = read_timeline(*leitura, one.demanda_id)
        lines = LinhaDoTempoService(
            vivo.app.leitor, Frases(RECURSOS.timeline_toml()), lambda: vivo.app.modelos().taxonomy
        ).contar(leitura, rows, one.demanda_id)
    return "\n".join(line.frase for line in lines)


def test_a_photo_of_a_report_goes_the_whole_road(vivo: Vivo) -> None:
    """Held, approved with the report, blocked everywhere, removed with its name, and no way back."""
    one = relatar(vivo, guardar(vivo, midias.upside(6), "zabumba da Jandira.jpg"))
    assert (of_report(vivo, one).is_publica, public(vivo, one)) == (False, [])
    service = vivo.servicos.moderacao
    item = waiting(vivo, one)
    assert tipo_dito(item) == "anexo de relato"
    # Whoever typed it moderates it no more than the councillor; the demand's own clerk may.
    assert service.abrir(item.item_id).autores == {BALCAO["conta_id"]}
    with pytest.raises(UserFacingError, match=r"moderacao\.texto_proprio"):
        service.decidir(item.item_id, "aprovado", {**BALCAO, "papel": "moderador"})
    service.decidir(item.item_id, "aprovado", ANA)
    vivo.ocioso()
    assert of_report(vivo, one).is_publica
    (evidence,) = public(vivo, one)
    assert evidence.atualizacao_id is not None
    assert "(Com 1 arquivo liberado.)" in told(vivo, one)
    service.reverter(item.item_id, ANA, motivo="errei")
    vivo.ocioso()
    assert (of_report(vivo, one).is_publica, public(vivo, one)) == (False, [])
    assert "liberado.)" not in told(vivo, one)
    service.remover(item.item_id, "ofensa", BIA["conta_id"], ANA)
    vivo.app.engine.aguardar_ocioso(trabalhos=True)
    store = AttachmentStore(vivo.lugar.dados / FOLDER)
    assert store.get(one.foto.sha256) is None
    assert not any(
        b"zabumba da Jandira" in path.read_bytes()
        for path in vivo.lugar.dados.rglob("*")
        if path.is_file()
    )
    assert verify_database(vivo.app.database, whole_scope(vivo.lugar)).achados == []
    before = vivo.servicos.relatoria.abrir(one.demanda_id).publicadas
    with pytest.raises(UserFacingError, match=r"midia\.removida_antes"):
        relatar(vivo, one.foto)
    assert vivo.servicos.relatoria.abrir(one.demanda_id).publicadas == before


def test_what_moderation_removed_is_refused_when_it_is_picked_again(
    vivo: Vivo, tmp_path: Path
) -> None:
    raw = midias.upside(3)
    one = relatar(vivo, guardar(vivo, raw))
    vivo.servicos.moderacao.remover(waiting(vivo, one).item_id, "ofensa", BIA["conta_id"], ANA)
    vivo.app.engine.aguardar_ocioso(trabalhos=True)
    path, other = tmp_path / "de novo.jpg", tmp_path / "outra.png"
    path.write_bytes(raw)
    other.write_bytes(midias.png())
    found = vivo.servicos.midias.receber(
        [path, other], BALCAO, ato=Ato.TRABALHAR, demanda_id=one.demanda_id
    )
    assert [refusal.code for _name, refusal in found.recusas] == ["midia.removida_antes"]
    assert [kept.nome for kept in found.guardadas] == ["outra.png"]
    store = AttachmentStore(vivo.lugar.dados / FOLDER)
    assert store.get(one.foto.sha256) is None


def test_it_reads_and_decides_in_the_office(tmp_path: Path, settings_folder: Path) -> None:
    place = place_of(tmp_path / "dados", None)
    fundar(place, Escolhas("R", "UTC", KeyMode.SEM_SENHA, None), MENSAGENS, RECURSOS)
    ator = {"conta_id": conselheiro(1), "papel": "atendente"}
    with opened(abrir(place, MENSAGENS, RECURSOS, inline=True)) as app:
        service = servico_relatoria(app)
        assert service.abrir(demanda(1)).ciclos == ()
        wanted = Pedido(demanda_id=demanda(1), tipo="status_atualizado", texto="Feito")
        with pytest.raises(UserFacingError, match=r"relatoria\.sem_acompanhamento"):
            service.registrar(wanted, ator)
    with opened(abrir(place, MENSAGENS, RECURSOS, escreve=False)) as app:
        found = servico_relatoria(app, escreve=False).sugerir("Abri o protocolo 9 na Sabesp")
        assert found.sugestao.tipo == "protocolo_aberto"

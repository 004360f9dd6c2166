"""D-1c on the real bus: from the entrance to the removal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from threading import Event as Signal

import pytest
from typing_extensions import override

from core.base.midia.classificador import Classificacao
from core.colonies.d1a_captura.rules import Consentimentos
from core.colonies.d1c_anexos.api import conferir_reenvio
from core.colonies.d1c_anexos.queries import (
    Anexo,
    anexo_por_id,
    anexos_da_demanda,
    objeto_em_uso,
    objetos_em_uso,
    objetos_removidos,
)
from core.colonies.d7_transparencia.queries.demanda import read_demand
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from tests.core.colonies.d1c_anexos.bancada import CLEAN, Bancada, Olho
from tests.support import midias
from tests.support.balcao import pedido
from tests.support.office import Office, demanda


@pytest.fixture
def bancada(office: Office, tmp_path: Path) -> Bancada:
    return Bancada(office, tmp_path / "anexos")


def shown(bancada: Bancada, n: int = 1) -> list[str]:
    """What everybody may see of a demand's files."""
    found = bancada.read(read_demand, demanda(n))
    assert found is not None
    return [one.object_key for one in found.evidencias]


def only(bancada: Bancada, n: int = 1) -> Anexo:
    (found,) = bancada.read(anexos_da_demanda, demanda(n))
    return found


def public_parts(bancada: Bancada) -> str:
    rows = bancada.office.rows("SELECT conteudo FROM event_parts WHERE nome LIKE 'publica.%'")
    return "".join(bytes(row[0]).decode() for row in rows)


def test_a_photo_that_nothing_looked_at_waits_for_a_person(bancada: Bancada) -> None:
    photo = bancada.keep(midias.upside(6), "poste.jpg")
    (anexo_id,) = bancada.take(1, photo)
    (received,) = bancada.events("demanda.recebida")
    (event,) = bancada.events("anexo.processado")
    assert event.versao_schema == "1.6.0"
    assert event.causa == received.event_hash
    assert event.chave_derivacao == f"D-1c/anexo.processado/{anexo_id}"
    assert event.payload == {
        "demanda_id": demanda(1),
        "anexo_id": anexo_id,
        "url_acesso": f"anexo:{photo.sha256}",
        "tipo_mime": "image/jpeg",
        "tamanho_bytes": photo.tamanho_bytes,
        "hash_sha256": photo.sha256,
        "possui_dado_sensivel": False,
        "moderacao_status": "pendente",
        "via": "captura",
        "object_key_temp": photo.hash_origem,
        "indice": 0,
    }
    assert shown(bancada) == []
    assert only(bancada).situacao == "pendente"
    assert only(bancada).nome_arquivo == "poste.jpg"
    for secret in (photo.sha256, photo.hash_origem, "poste.jpg"):
        assert secret not in public_parts(bancada)
    bancada.assert_rebuild_equals_live()


def test_a_photo_that_was_looked_at_and_is_plain_is_shown(bancada: Bancada) -> None:
    bancada.olho.answer = CLEAN
    photo = bancada.keep(midias.jpeg())
    bancada.take(1, photo)
    assert shown(bancada) == [f"anexo:{photo.sha256}"]
    (event,) = bancada.events("anexo.processado")
    assert [one.classe for one in event.anexos] == ["publica"]
    assert only(bancada).situacao == "ativo"


@pytest.mark.parametrize(
    ("seen", "category", "status"),
    [
        (Classificacao(nsfw=0.85, pessoa=0.0), "nsfw", "bloqueado"),
        (Classificacao(nsfw=0.5, pessoa=0.0), "nsfw", "pendente"),
        (Classificacao(nsfw=0.1, pessoa=0.5), "pessoa", "pendente"),
        (Classificacao(nsfw=0.1, pessoa=0.1, documento=0.6), "documento", "pendente"),
        (Classificacao(nsfw=0.1, pessoa=0.9, padroes=("cpf",)), "dado_pessoal", "pendente"),
    ],
)
def test_what_was_seen_is_named_and_held_back(
    bancada: Bancada, seen: Classificacao, category: str, status: str
) -> None:
    bancada.olho.answer = replace(seen, modelos=("olho@1",))
    bancada.take(1, bancada.keep(midias.jpeg()))
    payload = bancada.events("anexo.processado")[0].payload
    assert payload["possui_dado_sensivel"] is True
    assert (payload["categoria_sensivel"], payload["moderacao_status"]) == (category, status)
    assert "olho@1" in payload["motivo_sensivel"]
    assert shown(bancada) == []


def test_recordings_documents_and_texts_always_wait(bancada: Bancada) -> None:
    bancada.olho.answer = CLEAN
    files = [bancada.keep(one) for one in (midias.sound("OGG"), midias.pdf(), b"palavras")]
    bancada.take(1, *files)
    found = [event.payload for event in bancada.events("anexo.processado")]
    assert {one["moderacao_status"] for one in found} == {"pendente"}
    assert sorted(one["indice"] for one in found) == [0, 1, 2]
    assert bancada.olho.seen.count("audio/ogg") == 1


def test_a_look_that_fails_counts_as_none(
    bancada: Bancada, caplog: pytest.LogCaptureFixture
) -> None:
    bancada.olho.answer = RuntimeError("sem modelo")
    bancada.take(1, bancada.keep(midias.jpeg()))
    (event,) = bancada.events("anexo.processado")
    assert event.payload["moderacao_status"] == "pendente"
    assert event.payload["tipo_mime"] == "image/jpeg"


def test_a_file_that_is_not_there_waits_for_a_person(bancada: Bancada) -> None:
    photo = bancada.keep(midias.jpeg())
    bancada.store.remove(photo.sha256)
    bancada.take(1, photo)
    (event,) = bancada.events("anexo.processado")
    assert event.payload["moderacao_status"] == "pendente"
    assert event.payload["tamanho_bytes"] == photo.tamanho_bytes


def test_an_approval_shows_and_a_block_hides_at_once(bancada: Bancada) -> None:
    photo = bancada.keep(midias.jpeg())
    (anexo_id,) = bancada.take(1, photo)
    bancada.decide(anexo_id, "aprovado")
    assert shown(bancada) == [f"anexo:{photo.sha256}"]
    assert only(bancada).situacao == "ativo"
    bancada.decide(anexo_id, "bloqueado")
    assert shown(bancada) == []
    assert only(bancada).situacao == "bloqueado"
    bancada.decide(anexo_id, "aprovado", reaberto=True)
    assert shown(bancada) == [f"anexo:{photo.sha256}"]
    assert bancada.store.get(photo.sha256) is not None
    bancada.assert_rebuild_equals_live()


def test_missing_consent_cannot_be_approved_away(bancada: Bancada) -> None:
    bancada.olho.answer = CLEAN
    photo = bancada.keep(midias.jpeg())
    agreed = Consentimentos(tratamento=True, publicacao_texto=True)
    (anexo_id,) = bancada.take(1, photo, consentimentos=agreed)
    assert shown(bancada) == []
    bancada.decide(anexo_id, "aprovado")
    assert shown(bancada) == []
    assert only(bancada).situacao == "ativo"
    assert photo.sha256 not in public_parts(bancada)


def test_a_removal_takes_every_copy_and_the_object(bancada: Bancada) -> None:
    bancada.olho.answer = CLEAN
    photo, other = bancada.keep(midias.jpeg()), bancada.keep(midias.png())
    (first,) = bancada.take(1, photo)
    bancada.take(2, photo, other)
    copies = bancada.read(anexos_da_demanda, demanda(2))
    second = copies[0].anexo_id
    assert set(shown(bancada, 2)) == {f"anexo:{one.sha256}" for one in (photo, other)}
    bancada.decide(first, "removido", motivo="conteúdo ilegal")
    gone = bancada.events("anexo.removido")
    assert {event.payload["anexo_id"] for event in gone} == {first, second}
    assert {event.payload["demanda_id"] for event in gone} == {demanda(1), demanda(2)}
    assert shown(bancada, 1) == []
    assert shown(bancada, 2) == [f"anexo:{other.sha256}"]
    assert set(bancada.deleted) == {photo.sha256}
    assert bancada.store.get(photo.sha256) is None
    assert bancada.store.get(other.sha256) is not None
    assert bancada.read(objetos_em_uso) == {other.sha256}
    assert bancada.read(objetos_removidos) == {photo.sha256}
    assert not bancada.read(objeto_em_uso, photo.sha256)
    assert only(bancada).situacao == "removido"
    # Nothing is undone, and a second decision does nothing.
    bancada.decide(first, "aprovado")
    assert len(bancada.events("anexo.removido")) == 2
    assert bancada.events("anexo.moderado") == []
    bancada.assert_rebuild_equals_live()


def test_a_removed_file_does_not_come_back_to_its_demand(bancada: Bancada) -> None:
    raw = midias.upside(3)
    photo = bancada.keep(raw)
    (anexo_id,) = bancada.take(1, photo)
    bancada.decide(anexo_id, "removido", motivo="x")
    again = bancada.keep(raw)
    for sha256, origem in ((again.sha256, None), ("ab" * 32, again.hash_origem)):
        with pytest.raises(UserFacingError, match=r"midia\.removida_antes"):
            bancada.read(conferir_reenvio, demanda(1), sha256, origem)
        bancada.read(conferir_reenvio, demanda(2), sha256, origem)
    # Whoever brings it past that door brings it in vain.
    evidence = {
        "demanda_id": demanda(1),
        "tipo": "imagem",
        "url": f"anexo:{again.sha256}",
        "via": "conclusao",
    }
    bancada.engine.publicar(
        "D-12", NewEvent("demanda.evidencia_adicionada", evidence, sujeito=demanda(1))
    )
    bancada.settle()
    assert len(bancada.events("anexo.removido")) == 2
    assert len(bancada.events("anexo.processado")) == 1
    assert bancada.store.get(again.sha256) is None
    # Another demand may have it.
    other = bancada.keep(raw)
    bancada.take(2, other)
    assert bancada.store.get(other.sha256) is not None
    assert bancada.read(objeto_em_uso, other.sha256)
    bancada.assert_rebuild_equals_live()


def test_evidence_is_a_file_like_any_other(bancada: Bancada) -> None:
    bancada.olho.answer = CLEAN
    photo = bancada.keep(midias.jpeg())
    bancada.take(1)
    payload = {
        "demanda_id": demanda(1),
        "tipo": "imagem",
        "url": f"anexo:{photo.sha256}",
        "via": "confirmacao",
    }
    bancada.engine.publicar(
        "D-12", NewEvent("demanda.evidencia_adicionada", payload, sujeito=demanda(1))
    )
    bancada.settle()
    (event,) = bancada.events("anexo.processado")
    assert (event.payload["via"], event.payload["tipo_mime"]) == ("confirmacao", "image/jpeg")
    assert event.payload["tamanho_bytes"] == photo.tamanho_bytes


def test_a_decision_that_arrives_before_its_file_is_kept(bancada: Bancada) -> None:
    unknown = demanda(77)
    bancada.decide(unknown, "bloqueado")
    assert bancada.events("anexo.moderado") == []
    assert bancada.read(anexo_por_id, unknown) is None
    assert bancada.office.rows("SELECT decisao FROM d1c_decisoes") == [("bloqueado",)]


def test_looking_survives_a_restart_and_happens_once(bancada: Bancada) -> None:
    photo = bancada.keep(midias.jpeg())
    bancada.take(1, photo)
    bancada.restart()
    bancada.settle()
    assert len(bancada.events("anexo.processado")) == 1
    assert len(bancada.olho.seen) == 1


def test_a_slow_look_keeps_no_clerk_waiting(bancada: Bancada) -> None:
    """While a model thinks, demands are saved and go their whole road."""
    may_end, waited_out = Signal(), Signal()

    class Slow(Olho):
        @override
        def classificar(self, conteudo: bytes, mime: str, /) -> Classificacao | None:
            self.seen.append(mime)
            if not may_end.wait(60):
                waited_out.set()
            return None

    slow = bancada.olho = Slow()
    photos = [bancada.keep(midias.jpeg(n, n)) for n in (40, 50, 60)]
    bancada.register(pedido("Buraco", demanda_id=demanda(1), midias=photos))
    bancada.engine.aguardar_ocioso()
    for n in (2, 3):
        bancada.register(pedido(f"Poste apagado {n}", demanda_id=demanda(n)))
    bancada.engine.aguardar_ocioso()
    made = {event.payload["demanda_id"] for event in bancada.events("demanda.normalizada")}
    assert {demanda(2), demanda(3)} <= made
    assert bancada.events("anexo.processado") == []
    may_end.set()
    bancada.settle()
    assert not waited_out.is_set()
    assert len(bancada.events("anexo.processado")) == len(slow.seen) == 3


def test_two_identical_photos_in_two_demands_are_one_object(bancada: Bancada) -> None:
    photo = bancada.keep(midias.jpeg())
    assert bancada.keep(midias.jpeg()) == photo
    bancada.take(1, photo)
    bancada.take(2, photo)
    assert list(bancada.store.all()) == [photo.sha256]
    assert len(bancada.events("anexo.processado")) == 2

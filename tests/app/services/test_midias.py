from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from PIL import Image

from app.services.midias import (
    MAX_POR_DEMANDA,
    MidiasService,
    guardada_de,
)
from core.colonies.d1a_captura.rules import Consentimentos
from core.kernel.errors import EnvironmentFault, UserFacingError
from tests.core.colonies.d1c_anexos.bancada import CLEAN, Bancada
from tests.support import midias
from tests.support.balcao import ATENDENTE, MODERADOR
from tests.support.office import Office, demanda

AUDITOR = {**ATENDENTE, "papel": "auditor"}


@pytest.fixture
def bancada(sqlite_office: Office, tmp_path: Path) -> Bancada:
    return Bancada(sqlite_office, tmp_path / "anexos")


@pytest.fixture
def service(bancada: Bancada) -> MidiasService:
    return MidiasService(bancada.leitor, bancada.store)


def test_one_bad_file_keeps_no_other_out(
    service: MidiasService, bancada: Bancada, tmp_path: Path
) -> None:
    good, bad = tmp_path / "poste.jpg", tmp_path / "foto.jpg"
    good.write_bytes(midias.upside(6))
    bad.write_bytes(b"MZ" + bytes(400))
    found = service.receber(
        [good, bad, tmp_path / "ausente.png", tmp_path, ("imagem colada", midias.png()), good],
        ATENDENTE,
    )
    assert [one.nome for one in found.guardadas] == ["poste.jpg", "imagem colada"]
    assert [(label, refusal.code) for label, refusal in found.recusas] == [
        ("foto.jpg", "midia.programa"),
        ("ausente.png", "midia.nao_lida"),
        (tmp_path.name, "midia.nao_lida"),
    ]
    assert set(bancada.store.all()) == {one.sha256 for one in found.guardadas}
    assert b"SERIE-0042" not in service.ler(found.guardadas[0].sha256)


def test_ten_a_demand_and_each_once(service: MidiasService) -> None:
    have = tuple(midias.guardada(n) for n in range(MAX_POR_DEMANDA - 1))
    picked = [(f"{n}.png", midias.png(40 + n, 40)) for n in range(2)]
    found = service.receber(picked, ATENDENTE, ja=have)
    assert len(found.guardadas) == 1
    assert [refusal.code for _label, refusal in found.recusas] == ["midia.demais"]
    again = service.receber([picked[0]], ATENDENTE, ja=found.guardadas)
    assert (again.guardadas, again.recusas) == ((), ())


def test_one_photo_with_other_tags_is_the_same_photo(service: MidiasService) -> None:
    plain, told = midias.jpeg(), midias.jpeg(exif=midias.telling_exif())
    assert plain != told
    found = service.receber([("a.jpg", plain), ("b.jpg", told)], ATENDENTE)
    assert [one.nome for one in found.guardadas] == ["a.jpg"]
    assert service.receber([("b.jpg", told)], ATENDENTE, ja=found.guardadas).guardadas == ()


def test_a_full_disk_is_a_sentence(
    service: MidiasService, bancada: Bancada, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EnvironmentFault, match=r"anexo\.nao_gravado"):
        service.receber([("a.png", midias.png())], ATENDENTE)
    assert list(bancada.store.all()) == []


def test_only_who_registers_may_bring_files(service: MidiasService) -> None:
    with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
        service.receber([("a.png", midias.png())], AUDITOR)


def test_a_small_picture_is_made_of_a_stored_one(service: MidiasService) -> None:
    (kept,) = service.receber([("a.png", midias.png(400, 200))], ATENDENTE).guardadas
    small = Image.open(io.BytesIO(service.miniatura(kept.sha256, kept.mime, 96)))
    assert small.size == (96, 48)
    with pytest.raises(UserFacingError, match=r"anexo\.ausente"):
        service.miniatura("0" * 64, "image/png", 96)


def test_a_gallery_shows_to_each_what_they_may_see(
    service: MidiasService, bancada: Bancada
) -> None:
    waits = bancada.keep(midias.jpeg(), "nome restrito.jpg")
    bancada.take(1, waits, bancada.keep(midias.sound("OGG")))
    inside, outside = service.galeria(demanda(1), MODERADOR), service.galeria(demanda(1), AUDITOR)
    assert [one.titulo for one in inside] == ["Foto 1", "Gravação 2"]
    assert inside[0].sha256 == waits.sha256
    assert [one.sha256 for one in outside] == [None, None]
    assert "moderação" in outside[0].situacao
    assert "nome restrito" not in repr(inside)
    bancada.decide(inside[0].anexo_id, "aprovado")
    shown = service.galeria(demanda(1), None)[0]
    assert (shown.is_publica, shown.sha256) == (True, waits.sha256)
    bancada.decide(inside[0].anexo_id, "bloqueado")
    held = service.galeria(demanda(1), MODERADOR)[0]
    assert (held.is_publica, held.is_velada) == (False, True)
    bancada.decide(inside[0].anexo_id, "removido", motivo="x")
    gone = service.galeria(demanda(1), MODERADOR)[0]
    assert gone.sha256 is None
    assert "Removida" in gone.situacao


def test_without_consent_a_gallery_says_so(service: MidiasService, bancada: Bancada) -> None:
    bancada.olho.answer = CLEAN
    bancada.take(1, bancada.keep(midias.jpeg()), consentimentos=Consentimentos(tratamento=True))
    (one,) = service.galeria(demanda(1), None)
    assert one.sha256 is None
    assert "não autorizou" in one.situacao


def test_a_copy_has_a_name_of_ours(
    service: MidiasService, bancada: Bancada, tmp_path: Path
) -> None:
    kept = bancada.keep(midias.sound("OGG"), "nome do morador.ogg")
    bancada.take(1, kept)
    (one,) = service.galeria(demanda(1), MODERADOR)
    name = service.nome_de_copia(one)
    assert name == "gravacao-1.ogg"
    service.copiar(kept.sha256, tmp_path / name)
    assert (tmp_path / name).read_bytes() == service.ler(kept.sha256)
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_what_a_draft_kept_is_read_back_or_left_out() -> None:
    kept = midias.guardada(3, nome="a.jpg")
    value = {name: getattr(kept, name) for name in kept.__dataclass_fields__}
    assert guardada_de(value) == kept
    assert guardada_de({**value, "outra": 1}) is None
    assert guardada_de({**value, "sha256": 7}) is None
    assert guardada_de({**value, "sha256": "ab"}) is None

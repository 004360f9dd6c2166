"""An encrypted bundle opens for whom it is for, whole, and leaves nothing in the clear (rows 51-53)."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from core.crypto import age
from core.kernel.errors import EnvironmentFault
from core.sync.report import BundleReport
from core.sync.restricted import verify_restricted
from core.sync.verification import Setting
from tests.support.corpus_pacotes.caso import base
from tests.support.pacotes import Pacote, no_of

REDE, A, B, SOUND = base()
ME = age.new_identity()
INSIDE = Pacote.de(REDE, "a", A, B, classe="restrito", destinatarios=("b",)).bytes()


def sealed(raw: bytes, identity: bytes = ME) -> bytes:
    target = io.BytesIO()
    age.encrypt(io.BytesIO(raw), target, [age.recipient_of(identity)])
    return target.getvalue()


def judged(folder: Path, raw: bytes, me: str = "b", rede: str | None = None) -> BundleReport:
    path = folder / "x.restrito.zip.age"
    path.write_bytes(raw)
    staging = folder / "bastidor"
    report = verify_restricted(path, staging, ME, Setting(rede=rede, me=no_of(me)))
    assert list(staging.iterdir()) == []
    assert report.tamanho == len(raw)
    return report


def test_for_its_reader_it_holds_with_both_classes(tmp_path: Path) -> None:
    report = judged(tmp_path, sealed(INSIDE), rede=REDE.id)
    assert (report.veredito, report.achados) == ("aceito", [])
    assert sum(feed.partes for feed in report.feeds) == 26


def test_what_does_not_open_whole_is_refused(tmp_path: Path) -> None:
    right = sealed(INSIDE)
    flipped = bytearray(right)
    flipped[-20] ^= 1
    other = sealed(INSIDE, age.new_identity())
    for raw in (other, right[:-1], right[: len(right) // 2], right + b"\0", bytes(flipped), b""):
        assert judged(tmp_path, raw).motivo == "pacote.cifrado"
    assert judged(tmp_path, SOUND.bytes()).motivo == "pacote.cifrado"


def test_wrapped_anew_for_somebody_else_it_is_refused(tmp_path: Path) -> None:
    assert judged(tmp_path, sealed(INSIDE), me="c").motivo == "pacote.destinatario"
    assert judged(tmp_path, sealed(INSIDE), rede="ab" * 32).motivo == "rede.outra"
    assert judged(tmp_path, sealed(INSIDE[:-1])).motivo == "pacote.cortado"
    assert judged(tmp_path, sealed(sealed(INSIDE))).motivo == "pacote.cifrado"


def test_too_large_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EnvironmentFault) as fault:
        verify_restricted(tmp_path / "nao-ha", tmp_path, ME, Setting())
    assert fault.value.code == "pacote.nao_lido"
    monkeypatch.setattr("core.sync.restricted.MAX_FILE_BYTES", -(1 << 20))
    path = tmp_path / "x"
    path.write_bytes(sealed(INSIDE))
    assert verify_restricted(path, tmp_path, ME, Setting()).motivo == "pacote.grande"

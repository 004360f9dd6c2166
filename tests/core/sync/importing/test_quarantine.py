"""Refused files are kept as they came, within bounds, and can be let go of."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from core.kernel.errors import UserFacingError
from core.sync.importing import quarantine as module
from core.sync.importing.quarantine import Quarantine, Quarantined
from tests.support.postos import Posto


def item(content: bytes, motivo: str = "pacote.cortado", nome: str = "x.zip") -> Quarantined:
    sha256 = hashlib.sha256(content).hexdigest()
    return Quarantined(sha256, motivo, None, nome, len(content), True, 5)


@pytest.fixture
def quarantine(tres: list[Posto]) -> Quarantine:
    return Quarantine(tres[0].escritorio.database, tres[0].pasta)


def put(quarantine: Quarantine, folder: Path, content: bytes, **how: str) -> Quarantined:
    staged = folder / "staged"
    staged.write_bytes(content)
    one = item(content, **how)
    quarantine.put(staged, one)
    return quarantine.find(one.sha256)


def test_bytes_reason_and_name_are_kept(quarantine: Quarantine, tmp_path: Path) -> None:
    kept = put(quarantine, tmp_path, b"um", nome="pacote\x1b[2J\u202e.zip")
    assert quarantine.path(kept.sha256).read_bytes() == b"um"
    assert (kept.motivo, kept.guardado, kept.nome) == ("pacote.cortado", True, "pacote?[2J?.zip")
    put(quarantine, tmp_path, b"um", motivo="rede.outra")
    assert [one.motivo for one in quarantine.items()] == ["rede.outra"]
    quarantine.remove(kept.sha256)
    assert quarantine.items() == []
    assert not quarantine.path(kept.sha256).exists()


def test_restricted_data_in_the_open_and_too_much_leave_the_row_alone(
    quarantine: Quarantine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exposed = put(quarantine, tmp_path, b"dois", motivo="pacote.restrito_exposto")
    assert not exposed.guardado
    assert not quarantine.path(exposed.sha256).exists()
    put(quarantine, tmp_path, bytes(10))
    monkeypatch.setattr(module, "MAX_KEPT_BYTES", 15)
    assert not put(quarantine, tmp_path, bytes(6)).guardado


def test_the_beginning_of_a_hash_has_to_be_enough(quarantine: Quarantine, tmp_path: Path) -> None:
    first = [put(quarantine, tmp_path, b"%d" % n).sha256[0] for n in range(17)]
    twice = next(digit for digit in first if first.count(digit) > 1)
    with pytest.raises(UserFacingError, match=r"quarentena\.varios"):
        quarantine.find(twice)
    for wrong in ("", "zz"):
        with pytest.raises(UserFacingError, match=r"quarentena\.nao_ha"):
            quarantine.find(wrong)

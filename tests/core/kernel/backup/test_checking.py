"""A copy is verified by its bytes and by its log, wherever it was carried."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.kernel.backup.checking import check_copy
from core.kernel.backup.copying import CopyMade, create_copy
from core.kernel.backup.manifest import manifest_path
from core.kernel.errors import EnvironmentFault
from core.kernel.event import NewAttachment, NewEvent
from core.kernel.store.attachments import AttachmentStore
from core.kernel.verification.scope import Scope
from tests.support.founded import Founded
from tests.support.office import pedido


@pytest.fixture
def made(founded_sqlite: Founded, tmp_path: Path) -> CopyMade:
    founded_sqlite.work()
    return create_copy(
        founded_sqlite.database, tmp_path / "copias", founded_sqlite.scope, founded_sqlite.clock
    )


def found(office: Founded, copy: Path) -> list[str]:
    return [finding.codigo for finding in check_copy(copy, office.scope).relatorio.achados]


def test_a_flip_anywhere_is_seen_even_where_no_reader_looks(
    founded_sqlite: Founded, made: CopyMade
) -> None:
    data = made.arquivo.read_bytes()
    for offset in range(30, len(data), len(data) // 40):
        flipped = bytearray(data)
        flipped[offset] ^= 1
        made.arquivo.write_bytes(flipped)
        assert found(founded_sqlite, made.arquivo)[0] == "copia.bytes_divergem"
    made.arquivo.write_bytes(data)
    assert found(founded_sqlite, made.arquivo) == []


def test_a_copy_without_its_manifest_is_still_verified(
    founded_sqlite: Founded, made: CopyMade, tmp_path: Path
) -> None:
    stick = tmp_path / "outro nome.sqlite"
    shutil.copy(made.arquivo, stick)
    check = check_copy(stick, founded_sqlite.scope)
    assert (check.manifesto, check.relatorio.achados) == (None, [])
    assert check.relatorio.eventos == made.manifesto.eventos
    stick.write_bytes(stick.read_bytes()[:-4096])
    assert found(founded_sqlite, stick) == ["banco.danificado"]


def test_a_manifest_that_is_none_is_said_so(founded_sqlite: Founded, made: CopyMade) -> None:
    manifest_path(made.arquivo).write_bytes(b"{")
    assert found(founded_sqlite, made.arquivo) == ["copia.manifesto_danificado"]


def test_no_file_is_the_environment(founded_sqlite: Founded, tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault) as fault:
        check_copy(tmp_path / "nada", founded_sqlite.scope)
    assert fault.value.code == "banco.nao_existe"


def test_an_attachment_missing_beside_the_copy_is_named(
    founded_sqlite: Founded, tmp_path: Path
) -> None:
    store = AttachmentStore(tmp_path / "dados" / "anexos")
    sha256 = store.put(b"uma foto")
    new = pedido(1)
    attachment = NewAttachment(sha256, 8, "image/png")
    founded_sqlite.append(
        NewEvent(new.tipo, new.payload, sujeito=new.sujeito, anexos=(attachment,))
    )
    scope = Scope(founded_sqlite.registry, attachments=store)
    made = create_copy(founded_sqlite.database, tmp_path / "c", scope, founded_sqlite.clock)
    assert found(founded_sqlite, made.arquivo) == []
    AttachmentStore(tmp_path / "c" / "anexos").path(sha256).unlink()
    assert found(founded_sqlite, made.arquivo) == ["anexo.ausente"]

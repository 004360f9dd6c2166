"""A copy appears whole and verified under its name, or not at all; the office goes on meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.kernel.backup import copying
from core.kernel.backup.checking import check_copy
from core.kernel.backup.copying import create_copy, no_progress, record_copy
from core.kernel.backup.manifest import file_sha256, manifest_path, read_manifest
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.identity.keystore import LOG_KEY
from core.kernel.identity.root_key import read_root_key
from core.kernel.observability import health_queries
from core.kernel.store import online_copy
from core.kernel.store.attachments import AttachmentStore
from core.kernel.verification.scope import Scope
from tests.support.founded import Founded
from tests.support.office import entrou, pedido


def scope_of(office: Founded) -> Scope:
    """The toys' tables are no part of a schema that migrations make on another database."""
    return office.scope if office.database.dialect == "sqlite" else Scope(office.registry)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def test_a_copy_holds_the_whole_log_and_says_what_it_is(founded: Founded, tmp_path: Path) -> None:
    founded.work()
    made = create_copy(founded.database, tmp_path / "copias", scope_of(founded), founded.clock)
    rede = founded.office.identity.rede
    assert made.arquivo.name == f"formigueiro-{rede[:8]}-20260528-202640-000.copia"
    assert names(tmp_path / "copias") == [
        made.arquivo.name, manifest_path(made.arquivo).name,
    ]  # fmt: skip
    head = founded.open().cabeca
    manifest = read_manifest(made.arquivo)
    assert manifest == made.manifesto
    assert manifest.eventos == len(founded.events()) == head.tamanho
    assert (manifest.raiz, manifest.rede, manifest.epoca) == (head.raiz.hex(), rede, 0)
    assert manifest.sha256 == file_sha256(made.arquivo)
    assert manifest.bytes == made.arquivo.stat().st_size
    assert manifest.origem == founded.database.dialect
    check = check_copy(made.arquivo, scope_of(founded))
    assert (check.relatorio.achados, check.relatorio.eventos) == ([], manifest.eventos)
    assert founded.verify().ok


def test_a_copy_needs_no_wal_and_no_writing_to_be_read(
    founded_sqlite: Founded, tmp_path: Path
) -> None:
    founded_sqlite.work()
    made = create_copy(
        founded_sqlite.database, tmp_path / "c", founded_sqlite.scope, founded_sqlite.clock
    )
    before = names(tmp_path / "c")
    assert check_copy(made.arquivo, founded_sqlite.scope).relatorio.ok
    assert names(tmp_path / "c") == before
    assert made.arquivo.read_bytes()[18:20] == b"\x01\x01"
    assert made.arquivo.stat().st_mode & 0o077 == 0


def test_no_private_key_is_in_a_copy(founded: Founded, tmp_path: Path) -> None:
    founded.work()
    create_copy(founded.database, tmp_path / "copias", scope_of(founded), founded.clock)
    raizes = founded.open().rede.current.raizes
    root = read_root_key(founded.office.root_key_file, None, raizes)
    secrets = [founded.keys.get(LOG_KEY), root.seed]
    for path in (tmp_path / "copias").iterdir():
        data = path.read_bytes()
        for secret in secrets:
            assert secret not in data
            assert secret.hex().encode() not in data


def test_the_copy_is_listed_in_the_office(founded: Founded, tmp_path: Path) -> None:
    founded.append(entrou(1))
    made = create_copy(founded.database, tmp_path / "copias", scope_of(founded), founded.clock)
    record_copy(founded.database, made)
    reader = founded.database.open_reader()
    (listed,) = health_queries.copies(reader.cursor, reader.dialect)
    reader.close()
    assert (listed.arquivo, listed.eventos, listed.is_verified) == (str(made.arquivo), 1, True)
    assert founded.verify().ok


def test_the_office_is_written_to_while_it_is_copied(
    founded_sqlite: Founded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    founded_sqlite.work()
    before = len(founded_sqlite.events())
    monkeypatch.setattr(online_copy, "STEP_PAGES", 4)
    written: list[int] = []

    def write(stage: str, done: int, total: int) -> None:
        if stage == "copiando" and done < total and len(written) < 5:
            written.append(founded_sqlite.append(pedido(100 + len(written)))[0].sequence_number)

    made = create_copy(
        founded_sqlite.database, tmp_path / "c", founded_sqlite.scope, founded_sqlite.clock, write
    )
    assert len(written) == 5
    assert made.manifesto.eventos == before
    assert len(founded_sqlite.events()) == before + 5
    assert check_copy(made.arquivo, founded_sqlite.scope).relatorio.ok


@pytest.mark.parametrize("stage", ["copiando", "conferindo"])
def test_a_cancelled_copy_leaves_nothing(founded: Founded, tmp_path: Path, stage: str) -> None:
    founded.append(entrou(1))

    class Cancelled(Exception):
        pass

    def cancel(at: str, _done: int, _total: int) -> None:
        if at == stage:
            raise Cancelled

    with pytest.raises(Cancelled):
        create_copy(founded.database, tmp_path / "copias", scope_of(founded), founded.clock, cancel)
    assert names(tmp_path / "copias") == []


def test_a_damaged_log_is_no_copy(founded: Founded, tmp_path: Path) -> None:
    founded.append(entrou(1), entrou(2), entrou(3))
    founded.sql("UPDATE event_log SET tipo = 'brinquedo.outro' WHERE sequence_number = 2")
    with pytest.raises(IntegrityFault) as fault:
        create_copy(founded.database, tmp_path / "copias", scope_of(founded), founded.clock)
    assert fault.value.code == "copia.nao_confere"
    assert fault.value.params["achado"] == "evento.coluna_divergente"
    assert fault.value.params["numero"] == 2
    assert names(tmp_path / "copias") == []


@pytest.mark.parametrize("act", ["write_manifest", "_publish"])
def test_a_disk_that_refuses_late_leaves_no_copy(
    founded_sqlite: Founded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    founded_sqlite.append(entrou(1))

    def full(*_args: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(copying, act, full)
    with pytest.raises(EnvironmentFault) as fault:
        create_copy(
            founded_sqlite.database, tmp_path / "c", founded_sqlite.scope, founded_sqlite.clock
        )
    assert fault.value.code == "arquivo.recusado"
    assert not [name for name in names(tmp_path / "c") if name.endswith(".copia")]


def test_a_copy_is_never_written_over_another(founded_sqlite: Founded, tmp_path: Path) -> None:
    founded_sqlite.append(entrou(1))
    args = (founded_sqlite.database, tmp_path / "c", founded_sqlite.scope, founded_sqlite.clock)
    made = create_copy(*args)
    data = made.arquivo.read_bytes()
    founded_sqlite.append(entrou(2))
    with pytest.raises(UserFacingError) as refusal:
        create_copy(*args)
    assert refusal.value.code == "arquivo.recusado"
    assert made.arquivo.read_bytes() == data
    founded_sqlite.clock.advance(1)
    assert create_copy(*args).manifesto.eventos == 2


def test_attachments_go_along_once(founded_sqlite: Founded, tmp_path: Path) -> None:
    store = AttachmentStore(tmp_path / "dados" / "anexos")
    sha256 = store.put(b"uma foto")
    scope = Scope(founded_sqlite.registry, attachments=store)
    args = (founded_sqlite.database, tmp_path / "c", scope, founded_sqlite.clock)
    first = create_copy(*args)
    founded_sqlite.clock.advance(1)
    second = create_copy(*args, no_progress)
    copied = AttachmentStore(tmp_path / "c" / "anexos")
    assert list(copied.all()) == [sha256]
    assert copied.get(sha256) == b"uma foto"
    assert first.manifesto.anexos == second.manifesto.anexos == 1


def test_what_a_killed_copy_left_goes_once_it_is_old(
    founded_sqlite: Founded, tmp_path: Path
) -> None:
    office = founded_sqlite
    folder = tmp_path / "copias"
    made = create_copy(office.database, folder, scope_of(office), office.clock)
    now_s = office.clock.now_ms() // 1000
    stem = made.arquivo.name.rsplit("-", 3)[0]
    old, fresh = (folder / f".{stem}-20200101-00000{n}-000.copia.parcial" for n in (1, 2))
    other = folder / ".formigueiro-ffffffff-20200101-000001-000.copia.parcial"
    for path, age_s in ((old, 7200), (fresh, 60), (other, 7200)):
        path.write_bytes(b"half")
        os.utime(path, (now_s - age_s, now_s - age_s))
    office.clock.advance(1000)
    create_copy(office.database, folder, scope_of(office), office.clock)
    assert [path.exists() for path in (old, fresh, other)] == [False, True, True]

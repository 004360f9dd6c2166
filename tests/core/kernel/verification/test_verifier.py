"""A whole log verifies; whatever is changed in it is found, and the event is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.contracts.catalogo import MODELS
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.event import NewAttachment, NewEvent
from core.kernel.registry import Registry
from core.kernel.store.attachments import AttachmentStore
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from core.kernel.verification import walk
from core.kernel.verification.report import Report
from core.kernel.verification.scope import Scope
from core.kernel.verification.verifier import verify_database, verify_file
from tests.support.founded import Founded
from tests.support.office import demanda, entrou, pedido


def codes(report: Report) -> set[str]:
    return {finding.codigo for finding in report.achados}


@pytest.fixture
def busy(founded: Founded) -> Founded:
    founded.work()
    return founded


def test_an_empty_log_is_whole(founded: Founded) -> None:
    report = founded.verify()
    assert (report.achados, report.eventos, report.ramos) == ([], 0, 1)


def test_a_log_in_use_is_whole_and_counted(busy: Founded) -> None:
    report = busy.verify()
    assert report.achados == []
    assert report.eventos == len(busy.events())
    assert report.partes > report.eventos
    assert (report.ramos, report.eliminadas, report.nao_recebidas) == (1, 0, 0)
    assert report.nao_comparadas == []
    assert not report.desconhecidos


def test_many_chunks_give_the_same(busy: Founded, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = busy.verify()
    monkeypatch.setattr(walk, "CHUNK", 3)
    monkeypatch.setattr("core.kernel.verification.verifier.CHUNK", 2)
    small = busy.verify()
    assert (small.achados, small.eventos, small.partes) == ([], whole.eventos, whole.partes)


def test_progress_is_shown_and_may_stop(busy: Founded) -> None:
    seen: list[tuple[int, int]] = []
    verify_database(busy.database, progress=lambda done, total: seen.append((done, total)))
    events = len(busy.events())
    assert seen[-1] == (events, events)

    class Stopped(Exception):
        pass

    def stop(_done: int, _total: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        verify_database(busy.database, progress=stop)


def test_types_of_tomorrow_are_reported_and_no_fault(busy: Founded) -> None:
    report = verify_database(busy.database, Scope(Registry(MODELS)))
    assert report.achados == []
    assert report.desconhecidos["brinquedo.pedido_feito 1.0.0"] == 6


CHANGES = [
    ("UPDATE event_log SET tipo = 'brinquedo.retirado' WHERE sequence_number = 3",
     "evento.coluna_divergente", 3),
    ("UPDATE event_log SET timestamp_ms = timestamp_ms + 1 WHERE sequence_number = 3",
     "evento.coluna_divergente", 3),
    ("UPDATE event_log SET altura = altura + 1 WHERE sequence_number = 3",
     "evento.coluna_divergente", 3),
    ("UPDATE event_log SET profundidade = 5 WHERE sequence_number = 3",
     "evento.coluna_divergente", 3),
    ("UPDATE event_log SET criado_em_ms = 5 WHERE sequence_number = 3",
     "evento.coluna_divergente", 3),
    ("UPDATE event_log SET chave_derivacao = 'x' WHERE sequence_number = 3",
     "evento.coluna_divergente", 3),
    ("UPDATE event_log SET causa = NULL WHERE causa IS NOT NULL AND sequence_number = 3",
     "evento.coluna_divergente", 3),
    ("UPDATE event_log SET seq = 70 WHERE sequence_number = 3", "evento.coluna_divergente", 3),
    ("DELETE FROM event_log WHERE sequence_number = 4", "parte.sem_evento", 4),
    ("DELETE FROM event_parts WHERE parte_id = 96", "parte.retida", 3),
    ("UPDATE event_parts SET nome = 'publica.midia' WHERE parte_id = 96", "parte.desconhecida", 3),
    ("UPDATE event_parts SET parte_id = 127 WHERE parte_id = 96", "parte.desconhecida", 3),
    ("UPDATE event_parts SET parte_id = 9999999 WHERE parte_id = 96", "parte.sem_evento", None),
    ("DELETE FROM event_assuntos WHERE sequence_number = 3", "indice.assunto_ausente", 3),
    ("DELETE FROM event_efeitos WHERE sequence_number = 3", "indice.efeito_ausente", 3),
    ("UPDATE event_efeitos SET causa = 7000 WHERE sequence_number = 3", "indice.efeito_ausente", 3),
    ("UPDATE kernel_feeds SET tamanho = 2", "ramo.tamanho_divergente", None),
    ("UPDATE kernel_feeds SET estado = 'outra'", "ramo.estado_invalido", None),
    ("DELETE FROM kernel_feeds", "ramo.ausente", None),
    ("DELETE FROM kernel_rede", "rede.ausente", None),
    ("UPDATE kernel_rede SET versao = 0", "banco.valores_danificados", None),
    ("DELETE FROM kernel_instalacao WHERE chave = 'rede'", "instalacao.incompleta", None),
    ("UPDATE kernel_instalacao SET valor = 'x' WHERE chave = 'instancia'",
     "instalacao.valor_invalido", None),
    ("UPDATE kernel_posicoes SET aplicado_ate = 7000000", "banco.valores_danificados", None),
    ("UPDATE kernel_posicoes SET colonia = 'Z-9' WHERE colonia = 'T-1'",
     "banco.valores_danificados", None),
    ("UPDATE kernel_saida SET estado = 'feita'", "banco.valores_danificados", None),
    ("DELETE FROM kernel_escrita", "banco.valores_danificados", None),
    ("UPDATE t1_pedidos SET titulo = 'Outro'", "projecao.divergente", None),
    ("DELETE FROM t2_conselheiros", "projecao.divergente", None),
    ("UPDATE t3_trabalhos SET dados = '{}'", "projecao.divergente", None),
]  # fmt: skip


def expect(office: Founded, sql: str, code: str, sequence: int | None) -> None:
    office.sql(sql)
    report = office.verify()
    assert code in codes(report), sql
    if sequence is not None:
        first = report.primeiro_evento
        assert first is not None
        assert (first.codigo, first.sequence_number) == (code, sequence), sql


def test_every_change_is_found(founded_sqlite: Founded) -> None:
    founded_sqlite.work()
    assert isinstance(founded_sqlite.database, SqliteDatabase)
    path = founded_sqlite.database.path
    whole = path.read_bytes()
    for change in CHANGES:
        path.write_bytes(whole)
        expect(founded_sqlite, *change)


@pytest.mark.parametrize("place", [0, 8, 11, -1])
def test_a_change_on_the_server_is_found(founded_postgres: Founded, place: int) -> None:
    founded_postgres.work()
    expect(founded_postgres, *CHANGES[place])


def test_a_person_behind_a_label_is_indexed(founded: Founded) -> None:
    conta = "33333333-0000-4000-8000-000000000001"
    new = NewEvent(
        "papel.alterado", {"conta_id": conta, "papeis": ["operador"]}, sujeito=demanda(1)
    )
    founded.append(entrou(1), new, entrou(2))
    assert founded.verify().achados == []
    expect(founded, "UPDATE kernel_titulares SET sequence_number = 3", "indice.titular_ausente", 2)
    expect(founded, "UPDATE kernel_titulares SET sujeito = 'x'", "indice.titular_ausente", 2)
    expect(founded, "DELETE FROM kernel_titulares", "indice.titular_ausente", 2)


def test_an_unknown_subject_row_is_too_much(busy: Founded) -> None:
    raw = "'\\x" + "07" * 16 + "'" if busy.database.dialect == "postgresql" else f"x'{'07' * 16}'"
    busy.sql(f"INSERT INTO event_assuntos VALUES ({raw}, 2)")
    assert codes(busy.verify()) == {"indice.assuntos_demais"}


def test_an_unknown_effect_is_too_much(busy: Founded) -> None:
    busy.sql("INSERT INTO event_efeitos VALUES (1, 'D-0/outro/x', 2)")
    assert codes(busy.verify()) == {"indice.efeitos_demais"}


def test_a_label_of_no_event_is_found(busy: Founded) -> None:
    raw = "'\\x" + "07" * 16 + "'" if busy.database.dialect == "postgresql" else f"x'{'07' * 16}'"
    busy.sql(f"INSERT INTO kernel_titulares VALUES ('alguém', {raw}, 2)")
    assert codes(busy.verify()) == {"indice.titular_sem_evento"}


def test_a_part_that_an_erasure_names_may_be_gone(founded: Founded) -> None:
    event = founded.append(pedido(1, nome="Fulana"))[0]
    nome = next(n for n in _part_names(founded) if n.startswith("restrita."))
    founded.sql(f"DELETE FROM event_parts WHERE nome = '{nome}'")
    assert codes(founded.verify()) == {"parte.retida"}
    erasure = NewEvent(
        "titular.eliminado",
        {
            "eventos": [{"event_hash": event.event_hash, "partes": [nome]}],
            "base_legal": "LGPD art. 18",
            "motivo": "pedido",
        },
        sujeito=demanda(1),
    )
    founded.append(erasure)
    report = founded.verify()
    assert (codes(report), report.eliminadas) == (set(), 1)


def _part_names(office: Founded) -> list[str]:
    reader = office.database.open_reader()
    try:
        reader.cursor.execute("SELECT nome FROM event_parts ORDER BY parte_id")
        return [row[0] for row in reader.cursor.fetchall()]
    finally:
        reader.close()


def test_attachments_are_held_against_commitment_and_store(
    founded: Founded, tmp_path: Path
) -> None:
    store = AttachmentStore(tmp_path / "anexos")
    sha256 = store.put(b"uma foto")
    new = pedido(1)
    attachment = NewAttachment(sha256, 8, "image/png")
    founded.append(NewEvent(new.tipo, new.payload, sujeito=new.sujeito, anexos=(attachment,)))
    scope = Scope(founded.registry, attachments=store)
    assert verify_database(founded.database, scope).achados == []
    store.path(sha256).write_bytes(b"outra foto")
    assert codes(verify_database(founded.database, scope)) == {"anexo.danificado"}
    store.path(sha256).unlink()
    assert codes(verify_database(founded.database, scope)) == {"anexo.ausente"}
    assert verify_database(founded.database, Scope(founded.registry)).achados == []


def test_an_object_that_the_log_says_was_removed_is_not_missed(
    founded: Founded, tmp_path: Path
) -> None:
    store = AttachmentStore(tmp_path / "anexos")
    new, sha256 = pedido(1), "ab" * 32
    attachment = NewAttachment(sha256, 8, "image/png")
    founded.append(NewEvent(new.tipo, new.payload, sujeito=new.sujeito, anexos=(attachment,)))
    scope = Scope(founded.registry, attachments=store, retiradas={"anexo.removido": "hash_sha256"})
    assert codes(verify_database(founded.database, scope)) == {"anexo.ausente"}
    removal = {"anexo_id": demanda(7), "demanda_id": demanda(1), "hash_sha256": sha256}
    founded.append(NewEvent("anexo.removido", removal, sujeito=demanda(7)))
    assert verify_database(founded.database, scope).achados == []


def test_a_database_of_another_network_is_named(founded: Founded) -> None:
    founded.append(entrou(1))
    founded.sql(f"UPDATE kernel_instalacao SET valor = '{'ab' * 32}' WHERE chave = 'rede'")
    found = codes(founded.verify())
    assert {"rede.outra_rede", "evento.outra_rede"} <= found


def test_newer_and_missing_databases_are_the_environment(founded: Founded, tmp_path: Path) -> None:
    founded.sql("UPDATE alembic_version SET version_num = '7777'")
    with pytest.raises(EnvironmentFault) as refusal:
        founded.verify()
    assert refusal.value.code == "banco.esquema_mais_novo"
    with pytest.raises(EnvironmentFault) as missing:
        verify_database(SqliteDatabase(tmp_path / "nada"))
    assert missing.value.code == "banco.nao_existe"


def test_an_older_database_asks_for_its_upgrade(founded: Founded) -> None:
    founded.sql("UPDATE alembic_version SET version_num = '0000'")
    with pytest.raises(UserFacingError) as refusal:
        founded.verify()
    assert refusal.value.code == "banco.esquema_antigo"
    assert not isinstance(refusal.value, IntegrityFault)


def test_a_copy_under_another_name_is_verified_the_same(founded_sqlite: Founded) -> None:
    founded_sqlite.work()
    database = founded_sqlite.database
    assert isinstance(database, SqliteDatabase)
    copy = database.folder / "copia.qualquer"
    copy.write_bytes((database.folder / FILE_NAME).read_bytes())
    report = verify_file(copy, founded_sqlite.scope)
    assert (report.achados, report.eventos) == ([], len(founded_sqlite.events()))


def test_the_log_is_held_against_the_guard(founded: Founded) -> None:
    scope = replace(founded.scope, guard=founded.guard)
    assert verify_database(founded.database, scope).achados == []
    founded.append(entrou(1))
    assert (
        verify_database(founded.database, scope).achados == []
    )  # a second behind, as after a crash
    founded.write_guard()
    assert verify_database(founded.database, scope).achados == []
    record = founded.guard.read().record
    assert record is not None
    founded.guard.path.unlink()
    assert verify_database(founded.database, scope).achados == []  # lost: it proves nothing
    founded.guard.adopt(replace(record, tamanho=5))
    assert codes(verify_database(founded.database, scope)) == {"guarda.banco_atras"}
    founded.guard.adopt(replace(record, raiz=bytes(32)))
    assert codes(verify_database(founded.database, scope)) == {"guarda.divergente"}
    founded.guard.adopt(replace(record, instancia="ab" * 16))
    assert verify_database(founded.database, scope).achados == []


def test_a_server_without_checksums_is_told_of(founded_postgres: Founded) -> None:
    reader = founded_postgres.database.open_reader()
    reader.cursor.execute("SHOW data_checksums")
    is_on = reader.cursor.fetchone()[0] == "on"
    reader.close()
    assert founded_postgres.verify().avisos == ([] if is_on else ["banco.servidor_sem_somas"])

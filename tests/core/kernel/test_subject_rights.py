"""Erasing a person: no trace is left, and nothing that was proved stops being so."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from core.kernel.engine.cycle import Cycle
from core.kernel.erasing import Eraser
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.event import NewEvent
from core.kernel.header import decode_header
from core.kernel.parts import verify_part
from core.kernel.store.sqlite import SqliteDatabase
from core.kernel.subject_rights import SubjectRights
from tests.support.office import Office, conselheiro, demanda, pedido
from tests.support.toy_colonies import T1, T2, T3

PESSOA = "33333333-0000-4000-8000-00000000abcd"
OUTRA = "33333333-0000-4000-8000-00000000dcba"
NOME = "Zulmira Marcadíssima"
ATOR = {"conta_id": conselheiro(90), "papel": "operador"}
SEGUNDA = conselheiro(91)
LEI = "LGPD art. 18, VI"


def of_person(n: int, pessoa: str, nome: str) -> NewEvent:
    return pedido(n, titulo=f"Título {n}", cidadao_id=pessoa, nome=nome)


def prepared(office: Office) -> SubjectRights:
    engine = office.engine()
    engine.publicar("T-1", of_person(1, PESSOA, NOME), of_person(2, OUTRA, "Outra Pessoa"))
    engine.publicar("T-1", of_person(3, PESSOA, NOME))
    engine.aguardar_ocioso(trabalhos=True)
    return SubjectRights(engine)


def test_the_parts_go_and_the_projections_follow(office: Office) -> None:
    rights = prepared(office)
    done = rights.eliminar(PESSOA, LEI, "pedido da pessoa", ATOR, SEGUNDA)
    office.engines[-1].aguardar_ocioso(trabalhos=True)
    assert (done.eventos, done.partes, done.is_limpo) == (2, 2, True)
    assert office.rows("SELECT demanda_id, titulo, nome FROM t1_pedidos ORDER BY demanda_id") == [
        (demanda(1), "Título 1", None),
        (demanda(2), "Título 2", "Outra Pessoa"),
        (demanda(3), "Título 3", None),
    ]
    first = office.events()[0]
    assert first.ausentes == ("restrita.pessoa.cidadao",)
    assert "cidadao_id" not in first.payload
    assert office.rows(f"SELECT * FROM kernel_titulares WHERE sujeito = '{PESSOA}'") == []
    assert len(office.rows(f"SELECT * FROM kernel_titulares WHERE sujeito = '{OUTRA}'")) == 1
    live = office.dump()
    office.engines[-1].reconstruir().result()
    assert office.dump() == live


def test_the_act_says_what_and_why_and_never_whose(office: Office) -> None:
    rights = prepared(office)
    hashes = [e.event_hash for e in office.events() if e.payload.get("cidadao_id") == PESSOA]
    done = rights.eliminar(PESSOA, LEI, "pedido da pessoa", ATOR, SEGUNDA)
    act = next(e for e in office.events() if e.tipo == "titular.eliminado")
    assert act.sequence_number == done.recibo.sequence_number
    assert [row["event_hash"] for row in act.payload["eventos"]] == hashes
    assert act.payload["eventos"][0]["partes"] == ["restrita.pessoa.cidadao"]
    assert (act.payload["base_legal"], act.payload["conferente_id"]) == (LEI, SEGUNDA)
    assert act.ator == ATOR
    assert PESSOA not in json.dumps(act.payload)


def test_hashes_and_the_parts_that_stay_are_valid(office: Office) -> None:
    prepared(office).eliminar(PESSOA, LEI, "", ATOR, SEGUNDA)
    rows = office.rows("SELECT sequence_number, event_hash, header FROM event_log ORDER BY 1")
    prev = None
    for sequence, event_hash, raw in rows:
        assert sha256(b"\x00" + bytes(raw)).digest() == bytes(event_hash)
        header = decode_header(bytes(raw))
        assert header.prev == prev
        prev = bytes(event_hash).hex()
        entries = {sequence * 32 + place: entry for place, entry in enumerate(header.partes)}
        for place, salt, content in office.rows(
            "SELECT parte_id, salt, conteudo FROM event_parts"
            f" WHERE parte_id BETWEEN {sequence * 32} AND {sequence * 32 + 31}"
        ):
            verify_part(entries[place], bytes(salt), bytes(content))


def test_no_byte_of_the_person_is_left_in_the_files(sqlite_office: Office) -> None:
    rights = prepared(sqlite_office)
    assert isinstance(sqlite_office.database, SqliteDatabase)
    folder = sqlite_office.database.folder

    def found() -> set[str]:
        return {
            path.name
            for path in folder.iterdir()
            if NOME.encode() in path.read_bytes() or PESSOA.encode() in path.read_bytes()
        }

    assert found()
    rights.eliminar(PESSOA, LEI, "a pedido", ATOR, SEGUNDA)
    assert found() == set()
    assert NOME.encode() not in b"".join(sqlite_office.log)


def test_a_slow_batch_leaves_no_byte_either(
    sqlite_office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The batch of the act ends before it comes to folding: so does each up to the cleaning."""
    rights = prepared(sqlite_office)
    steps, short = Cycle._steps, [True, True]

    def slow(self: Cycle, budget: int) -> bool:
        return short.pop() if short else steps(self, budget)

    monkeypatch.setattr(Cycle, "_steps", slow)
    rights.eliminar(PESSOA, LEI, "a pedido", ATOR, SEGUNDA)
    assert not short
    assert isinstance(sqlite_office.database, SqliteDatabase)
    for path in sqlite_office.database.folder.iterdir():
        assert NOME.encode() not in path.read_bytes(), path.name
        assert PESSOA.encode() not in path.read_bytes(), path.name


def test_a_reader_that_holds_pages_back_leaves_the_cleaning_for_later(
    sqlite_office: Office,
) -> None:
    rights = prepared(sqlite_office)
    reader = sqlite_office.database.open_reader()
    sqlite_office.engines[-1].writer.cursor.execute("PRAGMA busy_timeout=1")
    reader.cursor.execute("BEGIN")
    reader.cursor.execute("SELECT count(*) FROM event_log")
    reader.cursor.fetchall()
    assert not rights.eliminar(PESSOA, LEI, "a pedido", ATOR, SEGUNDA).is_limpo
    assert not rights.limpar_pendente()
    reader.cursor.execute("ROLLBACK")
    reader.close()
    assert rights.limpar_pendente()
    assert rights.limpar_pendente()


def test_a_disk_that_refuses_the_cleaning_does_not_deny_the_erasure(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    rights = prepared(office)

    def full(_eraser: Eraser) -> bool:
        raise EnvironmentFault("banco.disco_cheio", onde="aqui")

    with monkeypatch.context() as patched:
        patched.setattr(Eraser, "clean", full)
        done = rights.eliminar(PESSOA, LEI, "a pedido", ATOR, SEGUNDA)
    assert (done.eventos, done.is_limpo) == (2, False)
    assert rights.limpar_pendente()
    with pytest.raises(UserFacingError, match=r"direitos\.nada_encontrado"):
        rights.eliminar(PESSOA, LEI, "de novo", ATOR, SEGUNDA)


def test_a_second_account_and_something_to_erase_are_needed(office: Office) -> None:
    rights = prepared(office)
    before = len(office.events())
    for second in ("", ATOR["conta_id"]):
        with pytest.raises(UserFacingError) as alone:
            rights.eliminar(PESSOA, LEI, "a pedido", ATOR, second)
        assert alone.value.code == "direitos.segunda_conta"
    with pytest.raises(UserFacingError) as nobody:
        rights.eliminar(conselheiro(5), LEI, "a pedido", ATOR, SEGUNDA)
    assert nobody.value.code == "direitos.nada_encontrado"
    assert len(office.events()) == before
    rights.eliminar(PESSOA, LEI, "a pedido", ATOR, SEGUNDA)
    with pytest.raises(UserFacingError):
        rights.eliminar(PESSOA, LEI, "a pedido", ATOR, SEGUNDA)


def test_a_disabled_colony_forgets_too(office: Office) -> None:
    office.colonies = (T1, T2)
    rights = prepared(office)
    office.engines[-1].desativar("T-1").result()
    rights.eliminar(PESSOA, LEI, "a pedido", ATOR, SEGUNDA)
    assert office.rows("SELECT count(*) FROM t1_pedidos WHERE nome IS NULL") == [(2,)]
    assert office.rows("SELECT * FROM kernel_redobra") == []


def test_what_slow_work_was_given_is_forgotten(office: Office) -> None:
    """It is opened anew with what is left, as any fold from the beginning would open it."""
    office.colonies = (T1, T3)
    rights = prepared(office)
    rights.redigir(
        demanda(1), lambda _event, part: part.nome == "publica.texto", LEI, "x", ATOR, SEGUNDA
    )
    rights.eliminar(PESSOA, LEI, "a pedido", ATOR, SEGUNDA)
    office.engines[-1].aguardar_ocioso(trabalhos=True)
    given = office.rows("SELECT dados, estado FROM t3_trabalhos ORDER BY sujeito")
    assert [(json.loads(dados)["texto"], estado) for dados, estado in given] == [
        ("", "feito"), ("Título 2", "feito"), ("Título 3", "feito")
    ]  # fmt: skip
    done = "SELECT count(*) FROM event_log WHERE tipo = 'brinquedo.resumido'"
    assert office.rows(done) == [(3,)]


def test_copies_made_before_are_named(office: Office) -> None:
    rights = prepared(office)
    engine = office.engines[-1]

    def note_copy() -> None:
        engine.cycle.begin()
        engine.writer.cursor.execute(
            "INSERT INTO kernel_copias (criada_em_ms, arquivo, eventos, sha256, verificada)"
            " VALUES (1, 'copia-1.zip', 3, '', 1)"
        )
        engine.cycle.commit()

    engine.call(note_copy).result()
    assert rights.eliminar(PESSOA, LEI, "a pedido", ATOR, SEGUNDA).copias == ("copia-1.zip",)

"""What everybody may see follows from public parts alone, over a whole course of work."""

from __future__ import annotations

import sqlite3

from core.colonies.d6b_relatoria.colony import RELATORIA
from core.kernel.store.canonical_dump import dump_projections
from core.kernel.store.sqlite import SqliteDatabase
from tests.core.colonies.d6b_relatoria.conftest import (
    SOURCE,
    Desk,
    decidida,
    negados,
    ranqueada,
    sorteado,
)
from tests.support.office import Office

NAMES = ("Zulmira", "canalha", "529.982", "IMG_9.jpg", "44444444")


def public(office: Office) -> bytes:
    reader = office.database.open_reader()
    try:
        return dump_projections(reader.cursor, reader.dialect, office.colonies, public_only=True)
    finally:
        reader.close()


def course(desk: Desk) -> None:
    """Persons, suspicion, a file, an approval, a deadline, a change of councillor, the end."""
    desk.publicar(negados("canalha"), ranqueada(1), sorteado(1))
    whom = {"com_quem": "Zulmira Reis", "canal": "telefone", "resultado": "Zulmira virá"}
    desk.relatar(1, texto="Falei com Zulmira Reis.", campos=whom)
    desk.relatar(
        1, "status_atualizado", "O canalha sumiu, CPF 529.982.247-25.", {"status": "bloqueado"}
    )
    held = desk.told("conselheiro.atualização_publicada")[1]["atualizacao_id"]
    desk.publicar(decidida(1, held, "aprovado", "O responsável sumiu."))
    paper = {"tipo_documento": "foto", "descricao": "antes", "referencia": "IMG_9.jpg"}
    desk.relatar(1, "documento_anexado", "Segue foto.", paper)
    day = {"data": "30/06/2026", "fonte": "o canalha"}
    desk.relatar(1, "prazo_registrado", "O canalha marcou.", day)
    desk.desistir(1)
    desk.publicar(sorteado(1, 2))
    desk.concluir(1)


def test_public_rows_need_no_restricted_part(sqlite_office: Office) -> None:
    sqlite_office.colonies = (SOURCE, RELATORIA)
    desk = Desk(sqlite_office)
    course(desk)
    desk.check()
    whole = public(sqlite_office)
    for name in NAMES:
        assert name.encode() not in whole
    assert b"O respons" in whole
    sqlite_office.stop()
    assert isinstance(sqlite_office.database, SqliteDatabase)
    with sqlite3.connect(sqlite_office.database.path) as office:
        office.execute("DELETE FROM event_parts WHERE nome LIKE 'restrita.%'")
    office.close()
    sqlite_office.engine().reconstruir().result()
    desk.engine.aguardar_ocioso()
    assert public(sqlite_office) == whole


def test_no_public_part_says_what_is_restricted(desk: Desk) -> None:
    course(desk)
    for event in desk.office.events():
        told = repr(event.publico())
        assert [name for name in NAMES if name in told] == [], event.tipo
    assert b"canalha" not in b"".join(desk.office.log)

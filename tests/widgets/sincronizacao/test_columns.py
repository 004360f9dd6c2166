"""What the columns say of offices and of bundles."""

from __future__ import annotations

from app.services.sincronizacao import PacoteExportado
from app.settings.tempo import DEFAULT_ZONE, FormatoTempo
from widgets.sincronizacao.columns import exported_columns, peer_columns
from widgets.sincronizacao.spec import sample_of

NOW_MS = 1_780_315_200_000
TEMPO = FormatoTempo(DEFAULT_ZONE, lambda: NOW_MS)


def test_lag_and_silence_are_said_and_this_office_has_neither() -> None:
    found = sample_of(NOW_MS)
    columns = {column.key: column for column in peer_columns(TEMPO, lambda: found.eventos)}
    told = {
        row.nome: tuple(columns[key].shown(row) for key in ("visto", "tem", "falta", "troca"))
        for row in found.vizinhos
    }
    assert told == {
        "Regional Centro": ("—", "—", "—", "sim"),
        "Regional Beira-Rio": ("há 1 dia", "1.402", "86", "sim"),
        "Regional da Serra": ("há 45 dias", "nada, sem recibo", "1.488", "sim"),
        "Regional do Porto": ("nunca", "nada, sem recibo", "1.488", "ainda não"),
    }
    seen = columns["visto"].tone
    assert seen is not None
    assert [seen(row) for row in found.vizinhos] == [None, None, "warning", "warning"]
    assert columns["escritorio"].shown(found.este) == "Regional Centro (este)"
    assert columns["escritorio"].copy_text(found.este) == found.este.no


def test_a_bundle_says_for_whom_and_what() -> None:
    columns = {column.key: column for column in exported_columns(TEMPO)}
    row = PacoteExportado(NOW_MS, "p.zip", "ab" * 32, 2_048, 7, ("c" * 32,), False, "p.age")
    assert columns["para"].shown(row) == "cccccccc"
    assert columns["o_que"].shown(row) == "só o que faltava, com partes restritas"
    assert columns["tamanho"].shown(row) == "2,0 KiB"
    whole = PacoteExportado(NOW_MS, "p.zip", "ab" * 32, 2_048, 7, (), True, "")
    assert (columns["para"].shown(whole), columns["o_que"].shown(whole)) == ("qualquer um", "tudo")
    assert columns["sha256"].copy_text(row) == "ab" * 32

"""Two real offices, joined by the command line, exchange files both ways and show the same."""

from __future__ import annotations

from pathlib import Path

from core.colonies.catalogo import Portas, build_colonies
from core.kernel.store.canonical_dump import dump_projections
from core.kernel.store.sqlite import SqliteDatabase
from tests.core.base.territorio.cartas import colecao, escrever, municipio, quadrado
from tests.support.redes import Escritorio, Redes


def picture(office: Escritorio) -> bytes:
    """What the office's projections say in public."""
    reader = SqliteDatabase(office.dados).open_reader()
    try:
        colonies = build_colonies(Portas())
        return dump_projections(reader.cursor, reader.dialect, colonies, public_only=True)
    finally:
        reader.close()


def register(office: Escritorio, text: str, ponto: str = "-22.75,-43.75") -> str:
    words = ("--ponto", ponto, "--consente", "tratamento", "--consente", "publicacao_texto")
    made = office.certo("demandas", "registrar", "--texto", text, *words)
    return str(made.json["protocolo"])


def give(giver: Escritorio, taker: Escritorio, stick: Path) -> dict[str, object]:
    bundle = giver.exportar(stick)
    answer: dict[str, object] = taker.certo("pacote", "importar", str(bundle)).json
    return answer


def test_what_both_register_both_show(redes: Redes, tmp_path: Path) -> None:
    centro, norte = redes.unidos("Centro", "Norte")
    first = register(centro, "Buraco na rua da feira, em frente ao número 12")
    second = register(norte, "Poste apagado na praça")
    assert give(centro, norte, tmp_path)["estado"] == "importado"
    assert give(norte, centro, tmp_path)["estado"] == "importado"
    third = register(centro, "Lixo acumulado na esquina")
    give(centro, norte, tmp_path)
    give(norte, centro, tmp_path)
    assert len({first, second, third}) == 3
    assert picture(centro) == picture(norte)
    for office in (centro, norte):
        assert office("verificar").code == 0, office("verificar").out


def test_each_decides_for_its_own_units_and_both_see_every_decision(
    redes: Redes, tmp_path: Path
) -> None:
    """Territory, ranking, agenda and a draw: who has no custody of a unit decides nothing there."""
    centro, norte = redes.unidos("Centro", "Norte")
    city = municipio("3304557", "Rio de Janeiro", quadrado(-44.0, -23.0, 0.5))
    path = escrever(tmp_path, "rio.geojson", colecao(city))
    for office in (centro, norte):
        office.certo("territorio", "importar", str(path))
    register(norte, "Buraco na rua da feira, muito fundo, na frente da escola")
    register(centro, "Poste apagado na praça, escuro à noite inteira")
    for _ in range(2):
        give(norte, centro, tmp_path)
        give(centro, norte, tmp_path)
    assert picture(centro) == picture(norte)
    assert _authors(norte, "ranking.atualizado") <= {centro.no}
    assert _authors(centro, "demanda.normalizada") == {centro.no, norte.no}
    for office in (centro, norte):
        assert office("verificar").code == 0, office("verificar").out
    # Once more: nobody has anything to say to what is settled.
    before = _count(centro), _count(norte)
    give(norte, centro, tmp_path)
    give(centro, norte, tmp_path)
    assert (_count(centro), _count(norte)) == before


def _ask(office: Escritorio, sql: str, *params: str) -> list[tuple[object, ...]]:
    reader = SqliteDatabase(office.dados).open_reader()
    try:
        reader.cursor.execute(sql, params)
        return [tuple(row) for row in reader.cursor.fetchall()]
    finally:
        reader.close()


def _authors(office: Escritorio, tipo: str) -> set[str]:
    rows = _ask(office, "SELECT DISTINCT lower(hex(no)) FROM event_log WHERE tipo = ?", tipo)
    return {str(row[0]) for row in rows}


def _count(office: Escritorio) -> object:
    return _ask(office, "SELECT count(*) FROM event_log")[0][0]


def test_restricted_parts_reach_the_office_that_they_are_for(redes: Redes, tmp_path: Path) -> None:
    centro, norte = redes.unidos("Centro", "Norte")
    text = "Moro ao lado da escola e o buraco cresce todo dia"
    register(norte, text)
    made = norte.certo(
        "pacote", "exportar", "--saida", str(tmp_path), "--para", centro.no, "--restrito"
    ).json
    raw = "SELECT count(*) FROM event_parts WHERE nome LIKE 'restrita.%' AND CAST(conteudo AS TEXT) LIKE ?"
    words = ("pacote", "importar", made["arquivo"], "--restrito", made["restrito"])
    told = centro.certo(*words, "--ensaio").json
    assert told["restrito"]["ensaio"] is True
    assert _ask(centro, raw, f"%{text}%") == [(0,)]
    answer = centro.certo(*words).json
    assert answer["restrito"]["estado"] == "importado"
    assert answer["restrito"]["eventos"] == 0
    assert answer["restrito"]["partes_completadas"] > 0
    assert _ask(centro, raw, f"%{text}%") == [(1,)]
    assert centro("verificar").code == 0, centro("verificar").out
    assert list((centro.dados / "bastidor").iterdir()) == []
    # Relayed in public, they stay here.
    again = centro.exportar(tmp_path / "adiante")
    assert text.encode() not in again.read_bytes()
    # Somebody else's: refused, and kept as it came, encrypted.
    other = norte("pacote", "importar", made["arquivo"], "--restrito", made["restrito"], "--json")
    assert other.code == 4
    assert other.json["restrito"]["motivo"]["codigo"] == "pacote.cifrado"

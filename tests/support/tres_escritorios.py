"""Three offices, one city each, one network, nothing between them but files on a stick.

Each imports its own city, registers rows and lets its council work before it joins; after that each
registers what a visitor tells of the next office's city. The files go round in a ring, A to B, B to
C, C to A, until nobody has anything new. What a city is, real or made up, the test says.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

import pytest

from app.bootstrap.abertura import Aplicacao, abrir, opened
from app.bootstrap.relatoria import servico_relatoria
from app.services.auditoria import AuditoriaService
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.colonies.d6b_relatoria.api import Pedido
from core.colonies.geo_territorio.queries import read_chain
from core.kernel.store.canonical_dump import dump_projections
from core.kernel.store.sqlite import SqliteDatabase
from tests.architecture.tree import ROOT
from tests.real import conselhos
from tests.support.redes import Escritorio, Redes

SCRIPT: Final = ROOT / "packaging" / "auditor" / "verificar.py"
COLUNAS: Final = ("id_externo", "texto", "lat", "lng", "data")
MAX_ROUNDS: Final = 6
CONSENT: Final = ("--consente", "tratamento", "--consente", "publicacao_texto")
CONTACT: Final = {
    "com_quem": "Secretaria de Obras", "canal": "telefone", "resultado": "vistoria marcada"
}  # fmt: skip


class Cidade(Protocol):
    """A city with its outlines and its rows."""

    @property
    def nome(self) -> str:
        """Its name."""

    @property
    def codigo(self) -> str:
        """Code of the municipality, as the outlines have it."""

    @property
    def mapas(self) -> Sequence[Path]:
        """What its office imports, in this order."""

    def linhas(self, limite: int) -> list[dict[str, str]]:
        """Up to ``limite`` rows with columns that the import knows; the first are always the same."""


@dataclass(frozen=True, slots=True)
class Medida:
    """How much happens.

    Args:
        linhas: rows of each city, before it joins.
        visitas: rows of the next office's city, after that.
        conselhos: (municipalities, quarters) that get councillors.
        dias: of their work.
    """

    linhas: int
    visitas: int
    conselhos: tuple[int, int]
    dias: int


@dataclass
class Sede:
    """An office and its city.

    Args:
        escritorio: its folders and its account.
        cidade: what it imports.
        unidade: the municipality that it holds.
        no: its node.
        de_fora: a demand of its city that another office registered and that it drew for.
    """

    escritorio: Escritorio
    cidade: Cidade
    unidade: str = ""
    no: str = ""
    de_fora: str = ""

    @contextmanager
    def aberta(self) -> Iterator[Aplicacao]:
        """Its office, open for writing."""
        recursos = Recursos()
        mensagens = Mensagens(recursos.messages_toml())
        with self.escritorio.aqui():
            place = place_of(self.escritorio.dados, None)
            with opened(abrir(place, mensagens, recursos, inline=True)) as app:
                yield app


def rows(app: Aplicacao, sql: str) -> list[tuple[Any, ...]]:
    """What a read-only connection sees."""
    with app.leitor.ler() as (cursor, _dialect):
        cursor.execute(sql)
        return [tuple(row) for row in cursor.fetchall()]


def picture(app: Aplicacao) -> dict[str, Any]:
    """The public projections, by table."""
    with app.leitor.ler() as (cursor, dialect):
        dumped: dict[str, Any] = json.loads(
            dump_projections(cursor, dialect, app.colonies, public_only=True)
        )
        return dumped


def play(redes: Redes, cidades: Sequence[Cidade], medida: Medida, tmp_path: Path) -> list[Path]:
    """The whole story; at its end all hold the same, and every bundle that went round is given.

    The last three are whole, one of each office.
    """
    sedes = [found(redes, cidade, medida, tmp_path) for cidade in cidades]
    join(sedes, tmp_path / "entrada")
    stick = Stick(tmp_path / "pendrive")
    # The second round brings B what C has, and everybody the receipts of the first.
    assert stick.until_all_hold_the_same(sedes) == 2
    for place, sede in enumerate(sedes):
        visit(sede, sedes[(place + 1) % len(sedes)], medida, tmp_path)
    # One leg to the office that decides.
    stick.once_round(sedes)
    for sede in sedes:
        take_up(sede)
    # The ring goes on, not back: what C decided about B's demand reaches B by A, a round later.
    assert stick.until_all_hold_the_same(sedes) == 2
    stick.bundles += [sede.escritorio.exportar(tmp_path / "auditor") for sede in sedes]
    assert_one_picture(sedes, 2 * medida.linhas)
    assert_everybody_drew(sedes)
    for bundle in stick.bundles:
        assert_the_auditor_agrees(sedes[0].escritorio, bundle)
    return stick.bundles


def found(redes: Redes, cidade: Cidade, medida: Medida, folder: Path) -> Sede:
    """A stand-alone office that has its city, rows of it, a council, and work done."""
    sede = Sede(redes.fundar(cidade.nome.replace(" ", "-")), cidade)
    office = sede.escritorio
    office.certo("territorio", "importar", *map(str, cidade.mapas))
    table = gravar(folder / f"{cidade.codigo}.csv", cidade.linhas(medida.linhas))
    done = office.certo("demandas", "importar", str(table), *CONSENT).json
    assert done["registradas"] + done["recusadas"] == done["lidas"]
    assert done["registradas"] > 0.9 * done["lidas"]
    with sede.aberta() as app:
        conselhos.register(app, lambda sql: rows(app, sql), *medida.conselhos)
        acts = conselhos.work(app, medida.dias).atos
        assert min(acts.relatos, acts.conclusoes) > 0
        ((sede.unidade,),) = rows(
            app,
            "SELECT unidade_civica_id FROM core_uc_polygons "
            f"WHERE nivel = 4 AND codigo = '{cidade.codigo}'",
        )
    sede.no = office.no
    return sede


def gravar(path: Path, linhas: Sequence[dict[str, str]]) -> Path:
    """Rows as a file for ``demandas importar``."""
    with path.open("w", encoding="utf-8", newline="") as opened_file:
        writer = csv.DictWriter(opened_file, COLUNAS)
        writer.writeheader()
        writer.writerows(linhas)
    return path


def join(sedes: Sequence[Sede], stick: Path) -> None:
    """The first holds the root key; each of the others asks for its own city."""
    first, *others = sedes
    for place, sede in enumerate(others):
        asked = sede.escritorio.pedir(stick, "--unidade", sede.unidade)
        invitation, roots = first.escritorio.convidar(*asked)
        answer = sede.escritorio.aceitar(invitation, *roots)
        assert answer.code == 0, answer.err
        for earlier in others[:place]:
            assert earlier.escritorio.aceitar(invitation).json["novas"] > 0


def visit(sede: Sede, other: Sede, medida: Medida, folder: Path) -> None:
    """Rows of the other's city, registered here: whoever holds that city decides about them."""
    told = other.cidade.linhas(medida.linhas + medida.visitas)[-medida.visitas :]
    table = gravar(folder / f"{sede.cidade.codigo}-visita.csv", told)
    done = sede.escritorio.certo("demandas", "importar", str(table), *CONSENT).json
    assert done["registradas"] > 0


def take_up(sede: Sede) -> None:
    """Councillors where a visitor's demand waits, as many as wait there: it is drawn, and begun."""
    with sede.aberta() as app:
        waiting = rows(
            app,
            "SELECT f.demanda_id, f.unidade_civica_id FROM d6a_fila_pendentes f "
            "JOIN d1a_demandas d USING (demanda_id) "
            f"WHERE d.no <> '{sede.no}' ORDER BY f.altura, f.evento",
        )
        with app.leitor.ler() as (cursor, dialect):
            mine = [
                (demand, unit)
                for demand, unit in waiting
                if sede.unidade
                in {one.unidade_civica_id for one in read_chain(cursor, dialect, unit)}
            ]
        assert mine, "no visitor's demand waits for somebody"
        demand, unit = mine[0]
        ((count,),) = rows(
            app, f"SELECT count(*) FROM d6a_fila_pendentes WHERE unidade_civica_id = '{unit}'"
        )
        conselhos.register_at(app, unit, count)
        asked = Pedido(
            demanda_id=demand,
            tipo="contato_realizado",
            texto="Falei com a secretaria.",
            campos=CONTACT,
        )
        servico_relatoria(app).registrar(asked, conselhos.CLERK)
        app.engine.aguardar_ocioso(trabalhos=True)
        sede.de_fora = demand


@dataclass
class Stick:
    """Carries bundles round the ring, each made for what its taker asked for.

    Args:
        pasta: where they lie.
        bundles: all of them.
    """

    pasta: Path
    bundles: list[Path] = field(default_factory=list)

    def once_round(self, sedes: Sequence[Sede]) -> None:
        """A to B, B to C, C to A."""
        for place, giver in enumerate(sedes):
            taker = sedes[(place + 1) % len(sedes)].escritorio
            folder = str(self.pasta / str(len(self.bundles)))
            asked = taker.certo("pacote", "pedido", "--saida", folder).json["arquivo"]
            bundle = giver.escritorio.exportar(Path(folder), "--pedido", asked)
            taken = taker.certo("pacote", "importar", str(bundle)).json
            assert taken["estado"] == "importado", taken
            assert set(taken["estados"]) <= {"aplicado"}, taken
            self.bundles.append(bundle)

    def until_all_hold_the_same(self, sedes: Sequence[Sede]) -> int:
        """How many rounds that took."""
        for number in range(1, MAX_ROUNDS + 1):
            self.once_round(sedes)
            if len({frozenset(events(sede)) for sede in sedes}) == 1:
                return number
        pytest.fail(f"offices that still tell each other something after {MAX_ROUNDS} rounds")


def events(sede: Sede) -> set[bytes]:
    """Hashes of all that the office holds."""
    reader = SqliteDatabase(sede.escritorio.dados).open_reader()
    try:
        reader.cursor.execute("SELECT event_hash FROM event_log")
        return {bytes(row[0]) for row in reader.cursor.fetchall()}
    finally:
        reader.close()


def assert_one_picture(sedes: Sequence[Sede], least: int) -> None:
    """Same events, same public projections, and nothing that does not verify."""
    pictures: list[dict[str, Any]] = []
    for sede in sedes:
        with sede.aberta() as app:
            pictures.append(picture(app))
            assert rows(app, "SELECT consumidor, fase, erro FROM dead_letter_queue") == []
            assert rows(app, "SELECT count(*) FROM kernel_pendencias") == [(0,)]
        answer = sede.escritorio("verificar")
        assert answer.code == 0, answer.out
    first = pictures[0]
    assert len(first["d1a_demandas"]) > least
    for other in pictures[1:]:
        assert {name for name in first if first[name] != other[name]} == set()


def assert_everybody_drew(sedes: Sequence[Sede]) -> None:
    """Each office drew for its own units, and every draw can be made again on each."""
    counted = set()
    for sede in sedes:
        with sede.aberta() as app:
            audit = AuditoriaService(app.leitor)
            draws, ranking = audit.verificar_sorteios(), audit.verificar_ranking()
            assert draws.is_right, draws.mostrados
            assert ranking.is_right, ranking.mostrados
            counted.add((draws.sorteios, ranking.pontuacoes))
            drew = rows(
                app,
                "SELECT DISTINCT lower(hex(no)), epoca FROM event_log "
                "WHERE tipo = 'conselheiro.sorteado'",
            )
            # Before joining, and after it: the first office's epoch goes on.
            first, *others = (one.no for one in sedes)
            assert set(drew) == {(first, 0), *((no, epoca) for no in others for epoca in (0, 1))}
            began = rows(
                app,
                "SELECT demanda_id FROM d7_demanda_snapshots WHERE situacao = 'em_progresso'",
            )
            assert {(one.de_fora,) for one in sedes} <= set(began)
    assert len(counted) == 1


def assert_the_auditor_agrees(office: Escritorio, bundle: Path) -> None:
    """The single file, as an auditor starts it, and the program: one report, one exit code."""
    ours = office("pacote", "verificar", str(bundle), "--json")
    call = [sys.executable, "-I", str(SCRIPT), str(bundle), "--json"]
    theirs = subprocess.run(call, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (theirs.returncode, ours.code) == (0, 0), theirs.stdout + ours.out
    report = json.loads(theirs.stdout)
    draws = report.pop("sorteios")
    assert report == ours.json
    assert draws["difere"] == 0

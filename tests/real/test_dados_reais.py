"""All real polygons and every real row through the whole office, as the command line opens it.

Nothing is sampled: every polygon of ``../shared/data/geo``, every row of ``../shared/data/demandas``
and every known point enter by the product's own imports. The table that the run measures is
written to ``build/dados-reais.md``; README.md and LEIAME.md show one such run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest

from app.bootstrap.abertura import Aplicacao, abrir, opened
from app.bootstrap.ambito import whole_scope
from app.bootstrap.captura import servico_demandas, servico_importacao
from app.bootstrap.fundacao import Escolhas, fundar
from app.bootstrap.territorio import territorio_service
from app.services.demandas import TERMOS_VERSAO
from app.services.importacao import Importacao
from app.services.importacao_linhas import Opcoes
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from app.settings.tempo import DEFAULT_ZONE
from core.colonies.d1a_captura.rules import Consentimentos
from core.kernel.identity.keystore_choice import KeyMode
from core.kernel.store.canonical_dump import dump_projections
from core.kernel.verification.verifier import verify_database
from tests.bench.territorio import DADOS, ROOT, files
from tests.real import conselhos
from tests.real.colecao import DEMANDAS, FREE_TEXT, KNOWN, Prepared, known_points, prepared

TABLE: Final = ROOT / "build" / "dados-reais.md"
CLERK: Final = {"conta_id": "44444444-0000-4000-8000-000000000001", "papel": "atendente"}
ASKED: Final = Opcoes(
    consentimentos=Consentimentos(tratamento=True, publicacao_texto=True),
    termos_versao=TERMOS_VERSAO,
)
# The streets of New York lie outside the country: each row is refused with the way to mend it.
ABROAD: Final = "estruturado_nyc311_en"
# Known points that are not placed as listed, and why; the list itself says so in `obs`.
EXCEPTIONS: Final = {
    "pontos-conhecidos/32": "Farol da Barra: 18 m outside the generalised coast",
    "pontos-conhecidos/48": "MAC de Niterói: 72 m outside the generalised coast",
}

HEADINGS: Final = (
    "linhas",
    "registradas",
    "recusadas",
    "categorizadas sem revisão",
    "em revisão, com categoria",
    "em revisão, sem categoria",
    "sem unidade",
    "retiradas",
)

pytestmark = [
    pytest.mark.lento,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(
        not (DADOS.is_dir() and DEMANDAS.is_dir()),
        reason="the real files (../shared/data) do not lie beside this checkout",
    ),
]


@pytest.fixture
def app(tmp_path: Path, settings_folder: Path) -> Iterator[Aplicacao]:
    """A founded office with all colonies, open for writing."""
    assert settings_folder.parent == tmp_path
    place, recursos = place_of(tmp_path / "escritorio", None), Recursos()
    mensagens = Mensagens(recursos.messages_toml())
    choices = Escolhas("Dados reais", DEFAULT_ZONE, KeyMode.SEM_SENHA, None)
    fundar(place, choices, mensagens, recursos)
    with opened(abrir(place, mensagens, recursos, inline=True)) as app:
        yield app


@dataclass
class Run:
    """The office and what was asked of it."""

    app: Aplicacao
    done: dict[str, tuple[Prepared, Importacao]] = field(default_factory=dict)
    situacoes: Counter[str] = field(default_factory=Counter)
    conselho: str = ""

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """What a read-only connection sees."""
        reader = self.app.database.open_reader()
        try:
            reader.cursor.execute(sql)
            return [tuple(row) for row in reader.cursor.fetchall()]
        finally:
            reader.close()

    def dump(self) -> bytes:
        """All projections as canonical bytes."""
        reader = self.app.database.open_reader()
        try:
            return dump_projections(reader.cursor, reader.dialect, self.app.colonies)
        finally:
            reader.close()

    def ids(self, sql: str) -> set[str]:
        """The first column of rows that are there once."""
        found = [str(row[0]) for row in self.rows(sql)]
        assert len(found) == len(set(found)), sql
        return set(found)

    def situations(self) -> dict[str, set[str]]:
        """Which demands are where, by the projections of D-1a, D-2 and D-3."""
        queue = self.ids("SELECT demanda_id FROM d3_fila_revisao")
        categorised = self.ids("SELECT demanda_id FROM d3_categorizacoes WHERE atual = 1")
        gone = self.ids("SELECT demanda_id FROM d1a_demandas WHERE status = 'retirada'")
        waiting = self.ids("SELECT demanda_id FROM d2_revisoes_geo_pendentes")
        return {
            "retirada": gone,
            "sem_unidade": waiting,
            "revisao_com_categoria": queue & categorised,
            "revisao_sem_categoria": queue - categorised,
            "categorizada": categorised - queue - gone,
        }


def test_everything_real_through_the_whole_office(app: Aplicacao, tmp_path: Path) -> None:
    run = Run(app)
    territory = territorio_service(app).importar(files())
    app.engine.aguardar_ocioso()
    assert territory.resumo.total("com_geometria") == 6_481
    _import_all(run, tmp_path)
    _change_some(run)
    _assert_each_row_was_answered(run)
    _assert_every_demand_is_in_one_place(run)
    _assert_known_points(run)
    _govern(run)
    assert run.rows("SELECT consumidor, fase, erro FROM dead_letter_queue") == []
    table = summary(run)
    TABLE.parent.mkdir(parents=True, exist_ok=True)
    TABLE.write_text(table, encoding="utf-8")
    _assert_rebuild_equals_live(run)


def _import_all(run: Run, folder: Path) -> None:
    service = servico_importacao(run.app)
    sources = folder / "fontes"
    sources.mkdir()
    for source in prepared(sources):
        run.done[source.nome] = (source, service.importar(source.arquivo, ASKED, CLERK))
        run.app.engine.aguardar_ocioso(trabalhos=True)
    # The same file again registers nothing.
    again = service.importar(run.done["sinteticas"][0].arquivo, ASKED, CLERK)
    assert (again.registradas, again.ja_registradas) == (0, again.lidas)


def _change_some(run: Run) -> None:
    """Withdraw one demand that waits for review and one that is categorised."""
    demands = servico_demandas(run.app)
    external = dict(run.rows("SELECT demanda_id, id_externo FROM d1a_demandas"))
    places = run.situations()
    for name in ("revisao_sem_categoria", "categorizada"):
        demands.retirar(min(places[name], key=external.__getitem__), "teste", CLERK)
    run.app.engine.aguardar_ocioso(trabalhos=True)


def _assert_each_row_was_answered(run: Run) -> None:
    for name, (source, done) in run.done.items():
        assert done.lidas == source.linhas, name
        assert done.registradas + done.recusadas == source.linhas, name
        if name in FREE_TEXT:
            assert done.registradas == source.linhas, done.motivos
    assert run.done[ABROAD][1].motivos == {"coordenada.fora_do_brasil": 162}
    registered = sum(done.registradas for _, done in run.done.values())
    assert run.rows("SELECT count(*), count(DISTINCT protocolo) FROM d1a_demandas") == [
        (registered, registered)
    ]


def _assert_every_demand_is_in_one_place(run: Run) -> None:
    places = run.situations()
    everywhere = [who for found in places.values() for who in found]
    assert len(everywhere) == len(set(everywhere))
    assert set(everywhere) == run.ids("SELECT demanda_id FROM d1a_demandas")
    assert len(places["retirada"]) == 2
    # D-3 says the same of those that lack something; a category lacks only for a moment.
    assert run.ids("SELECT demanda_id FROM d3_espera") == places["sem_unidade"]
    assert {row[0] for row in run.rows("SELECT falta FROM d3_espera")} == {"unidade"}


def _assert_known_points(run: Run) -> None:
    placed = {
        row[0]: row[1:]
        for row in run.rows(
            "SELECT d.id_externo, m.codigo, u.nome, r.nivel_minimo_resolvido FROM d1a_demandas d "
            "LEFT JOIN d2_resolucoes_geo r ON r.demanda_id = d.demanda_id "
            "LEFT JOIN core_uc_polygons u ON u.unidade_civica_id = r.unidade_civica_id "
            "LEFT JOIN core_uc_polygons m ON m.unidade_civica_id = r.municipio_id "
            f"WHERE d.id_externo LIKE '{KNOWN}/%'"
        )
    }
    wrong = set()
    for who, point in known_points().items():
        # One that the capture itself refuses (sea, another country) has no municipality either.
        city, unit, level = placed.get(who, (None, None, None))
        right = (city or "") == point["codigo_municipio"]
        if point["bairro"]:
            right = right and (level, unit) == (2, point["bairro"])
        if not right:
            wrong.add(who)
    assert wrong == set(EXCEPTIONS)


def _govern(run: Run) -> None:
    """Councillors are registered, drawn, report, refuse and conclude; then everything must hold."""
    councillors = conselhos.register(run.app, run.rows)
    council = conselhos.work(run.app)
    conselhos.assert_all_is_ranked(run.rows)
    conselhos.assert_agendas_hold(run.rows)
    conselhos.assert_nobody_waits_for_somebody_free(run.rows)
    run.situacoes = conselhos.assert_no_orphan(run.rows)
    draws, scores = conselhos.assert_everything_can_be_recomputed(run.app)
    acts = council.atos
    assert min(acts.relatos, acts.recusas, acts.conclusoes, acts.desistencias, acts.mandatos) > 0
    run.conselho = (
        f"{councillors} conselheiros, {draws} sorteios e {scores} pontuações refeitos, "
        f"{acts.relatos} relatos, {acts.recusas} recusas, {acts.conclusoes} conclusões"
    )


def _assert_rebuild_equals_live(run: Run) -> None:
    """The verification folds every colony from the log and compares; so does a rebuild."""
    app, scope = run.app, whole_scope(run.app.lugar)
    report = verify_database(app.database, scope)
    assert (report.achados, report.nao_comparadas) == ([], [])
    assert report.eventos == run.rows("SELECT count(*) FROM event_log")[0][0]
    live = run.dump()
    app.engine.reconstruir().result()
    app.engine.aguardar_ocioso(trabalhos=True)
    assert run.dump() == live
    assert run.rows("SELECT consumidor, fase, erro FROM dead_letter_queue") == []
    assert run.rows("SELECT count(*) FROM event_log") == [(report.eventos,)]


def summary(run: Run) -> str:
    """The table of the README: one line a file."""
    external = dict(run.rows("SELECT demanda_id, id_externo FROM d1a_demandas"))
    counts: Counter[tuple[str, str]] = Counter()
    for place, found in run.situations().items():
        for who in found:
            counts[(external[who].split("/")[0], place)] += 1
    lines = [
        f"| arquivo | {' | '.join(HEADINGS)} |",
        "|---" * (1 + len(HEADINGS)) + "|",
    ]
    order = (
        "categorizada",
        "revisao_com_categoria",
        "revisao_sem_categoria",
        "sem_unidade",
        "retirada",
    )
    totals = [0] * (3 + len(order))
    for name, (source, done) in run.done.items():
        figures = [source.linhas, done.registradas, done.recusadas]
        figures += [counts[(name, place)] for place in order]
        totals = [total + figure for total, figure in zip(totals, figures, strict=True)]
        lines.append(_line(name, figures))
    reasons = Counter[str]()
    for _, done in run.done.values():
        reasons.update(done.motivos)
    units = run.rows(
        "SELECT nivel, count(DISTINCT u.unidade_civica_id), count(DISTINCT r.unidade_civica_id), count(r.demanda_id) "
        "FROM core_uc_polygons u LEFT JOIN d2_resolucoes_geo r USING (unidade_civica_id) "
        "GROUP BY nivel ORDER BY nivel DESC"
    )
    lines += [_line("**total**", totals), "", f"recusas: {dict(reasons)}"]
    events = run.rows("SELECT count(*) FROM event_log")[0][0]
    lines += [run.conselho, f"situações: {dict(run.situacoes.most_common())}"]
    lines += [f"eventos: {events}", f"nível, linhas, unidades com demanda, demandas: {units}"]
    return "\n".join(lines) + "\n"


def _line(name: str, figures: list[int]) -> str:
    return f"| {name} | {' | '.join(map(str, figures))} |"

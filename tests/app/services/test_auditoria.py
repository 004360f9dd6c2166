"""Ordering a list, and verifying the draws of a log: what is counted, shown and refused."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from app.services.auditoria import LIMITE, AuditoriaService, ordenar_linhas
from app.services.leitura import BancoLeitor
from app.services.mensagens import Mensagens
from core.audit.council import WhyNot
from core.audit.findings import Finding
from core.kernel.errors import UserFacingError
from tests.support.office import Office, conselheiro, demanda, unidade
from tests.support.pontuacoes import RankStory
from tests.support.sorteios import SealedLog, Story

ID = "862eea91-3e12-4864-ad64-b56b575f36e5"
GOOD = {
    "ultimo_event_id": "d8c0d719-944a-4f1e-a7e8-43b26cabef03",
    "timestamp": "2026-01-01T00:00:00.000Z",
    "elegiveis": [ID],
}


def test_a_line_is_ordered_and_what_else_it_says_is_not_read() -> None:
    lines = ["\n", json.dumps({**GOOD, "ordem": 7}) + "\n", ""]
    (drawn,) = ordenar_linhas(lines)
    assert drawn.conselheiro_id == ID
    assert drawn.seed_publico == "b5dd2dcf1e1190d5d5baefaa85cabbc07a58f85307dc2f7cd015ba500ab8ce90"


def test_capitals_are_the_same_identifiers() -> None:
    capitals = {**GOOD, "ultimo_event_id": GOOD["ultimo_event_id"].upper()}  # type: ignore[attr-defined] # a string
    capitals["elegiveis"] = [ID.upper()]
    assert list(ordenar_linhas([json.dumps(capitals)])) == list(ordenar_linhas([json.dumps(GOOD)]))


@pytest.mark.parametrize(
    ("line", "code", "campo"),
    [
        ("{", "linha_ilegivel", None),
        ("[]", "linha_ilegivel", None),
        ("não", "linha_ilegivel", None),
        (json.dumps({**GOOD, "elegiveis": []}), "linha_campo", "elegiveis"),
        (json.dumps({**GOOD, "elegiveis": ["x"]}), "linha_campo", "elegiveis"),
        (json.dumps({**GOOD, "elegiveis": ID}), "linha_campo", "elegiveis"),
        (json.dumps({**GOOD, "timestamp": "2026-01-01T00:00:00Z"}), "linha_campo", "timestamp"),
        (json.dumps({**GOOD, "timestamp": "2026-02-30T00:00:00.000Z"}), "linha_campo", "timestamp"),
        (json.dumps({"elegiveis": [ID]}), "linha_campo", "ultimo_event_id"),
        (json.dumps({**GOOD, "elegiveis": [ID, ID.upper()]}), "linha_repetida", None),
    ],
)
def test_a_bad_line_is_refused_by_its_number(line: str, code: str, campo: str | None) -> None:
    answers = ordenar_linhas([json.dumps(GOOD), "\n", line])
    next(answers)
    with pytest.raises(UserFacingError) as refused:
        next(answers)
    assert refused.value.code == f"sorteio.{code}"
    assert refused.value.params["linha"] == 3
    assert refused.value.params.get("campo") == campo


def test_bytes_that_are_no_text_are_refused_by_their_line() -> None:
    def source() -> Iterator[Any]:
        yield json.dumps(GOOD)
        b"\xff".decode()

    answers = ordenar_linhas(source())
    next(answers)
    with pytest.raises(UserFacingError) as refused:
        next(answers)
    assert (refused.value.code, refused.value.params) == ("sorteio.linha_ilegivel", {"linha": 2})


def told(office: Office, wrong: int) -> AuditoriaService:
    """Two honest draws of demand 1, an attempt for demand 2, and ``wrong`` draws with a lie."""
    writer = office.database.open_writer(checkpoints=True)
    log = SealedLog(writer)
    story = Story(log)
    story.territory({1: 2, 2: None})
    story.register(1, 1)
    story.announce(1, 1)
    story.announce(2, 1)
    story.draw(1, 1, [1])
    story.nobody(2, 1, "todos_ocupados")
    story.refuse(1, 1)
    story.register(2, 2)
    story.draw(1, 1, [2], at=2)
    story.finish(1, 2)
    for n in range(10, 10 + wrong):
        story.announce(n, 1)
        story.draw(n, 1, [1], total_elegiveis=9)
        story.withdraw(n)
    log.flush()
    writer.close()
    return AuditoriaService(BancoLeitor(office.database, keep=0))


def test_all_draws_are_counted_and_only_what_is_wrong_is_shown(sqlite_office: Office) -> None:
    found = told(sqlite_office, 0).verificar_sorteios()
    assert (found.sorteios, found.tentativas, found.suspensoes) == (2, 1, 0)
    assert (found.eventos, found.divergentes, found.mostrados) == (10, 0, ())
    assert found.is_right
    assert found.ramos == 1
    # Demand 2 waits, though 1 is free; 2 brought demand 1 to its end.
    assert found.em_espera == (demanda(2),)
    assert told(sqlite_office, 0).verificar_sorteios(demanda(2)).em_espera == (demanda(2),)


def test_what_is_shown_has_a_limit_and_what_is_counted_has_none(sqlite_office: Office) -> None:
    found = told(sqlite_office, LIMITE + 5).verificar_sorteios()
    assert not found.is_right
    assert (found.divergentes, len(found.mostrados)) == (LIMITE + 5, LIMITE)
    assert found.mostrados[0].event.payload["demanda_id"] == demanda(10)


def test_one_demand_is_shown_whole_with_the_names_of_its_units(sqlite_office: Office) -> None:
    service = told(sqlite_office, 1)
    found = service.verificar_sorteios(demanda(1))
    assert [one.event.tipo for one in found.mostrados] == ["conselheiro.sorteado"] * 2
    assert found.mostrados[1].excluded == {conselheiro(1)}
    assert found.nomes == {unidade(1): "Unidade 1", unidade(2): "Unidade 2"}
    assert found.is_right
    assert not service.verificar_sorteios(demanda(10)).is_right


def test_a_demand_without_a_draw_is_said_so(sqlite_office: Office) -> None:
    with pytest.raises(UserFacingError) as refused:
        told(sqlite_office, 0).verificar_sorteios(conselheiro(1))
    assert refused.value.code == "sorteio.sem_sorteio"


def ranked(office: Office) -> AuditoriaService:
    """Unit 1: demand 2 before 1, its score wrong twice; unit 2: demand 3."""
    writer = office.database.open_writer(checkpoints=True)
    log = SealedLog(writer)
    story = RankStory(log)
    story.categorize(1, 1, horizontal=50)
    story.categorize(2, 1, horizontal=60, score_final=6000.5)
    story.rank(2, 1, horizontal=60, score_final=6000.25, posicao_no_ranking=9)
    story.tell_top(1)
    story.load()
    story.categorize(3, 2, level=3, horizontal=70)
    log.flush()
    writer.close()
    return AuditoriaService(BancoLeitor(office.database, keep=0))


def test_of_each_demand_the_first_that_differs_is_shown(sqlite_office: Office) -> None:
    found = ranked(sqlite_office).verificar_ranking()
    assert (found.pontuacoes, found.topos, found.parametros) == (4, 1, 1)
    assert (found.unidades, found.divergentes, found.ordem) == (2, 2, ())
    (one,) = found.mostrados
    assert [finding.entrada for finding in one.findings] == ["score_final"]
    assert one.event.sequence_number == 4


def test_one_unit_comes_with_its_ranking(sqlite_office: Office) -> None:
    service = ranked(sqlite_office)
    found = service.verificar_ranking(unidade(1))
    assert (found.pontuacoes, found.divergentes, found.unidades) == (3, 2, 1)
    assert [(one.posicao, one.demanda_id, one.score_final) for one in found.ordem] == [
        (1, demanda(2), 6000.25),
        (2, demanda(1), 5000.0),
    ]
    other = service.verificar_ranking(unidade(2))
    assert other.is_right
    assert [one.categoria_id for one in other.ordem] == ["3.1"]
    with pytest.raises(UserFacingError) as refused:
        service.verificar_ranking(demanda(1))
    assert refused.value.code == "ranking.sem_pontuacao"
    assert service.verificar_ranking(unidade(2).upper()).pontuacoes == 1
    with pytest.raises(UserFacingError) as refused:
        service.verificar_ranking("Centro")
    assert refused.value.code == "unidade.nao_encontrada"


def test_a_unit_is_found_by_its_name(sqlite_office: Office) -> None:
    service = ranked(sqlite_office)
    writer = sqlite_office.database.open_writer(checkpoints=True)
    writer.begin()
    columns = ("unidade_civica_id", "fonte", "nivel", "nome", "nome_busca", "importacao_id")
    values = (unidade(2), "x", 2, "Vila Nova", "vila nova", demanda(1))
    writer.cursor.execute(
        f"INSERT INTO d7_unidades ({', '.join(columns)}) VALUES ({', '.join('?' * 6)})",
        values,
    )
    writer.commit()
    writer.close()
    assert service.verificar_ranking("vila nova").pontuacoes == 1


def test_whatever_may_differ_has_its_sentence(mensagens: Mensagens) -> None:
    # Those that stand in a table of ``score_check``.
    names = {"unidade_civica_id", "categoria_id", "nivel_precedencia", "peso_nacional"}
    names.add("peso_situacional")
    for path in (Path(__file__).parents[3] / "core" / "audit").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Finding":
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    names.add(first.value)
    assert len(names) > 30
    names.remove("elegivel_a_mais")
    found = [Finding(name, "a", "b", {"posicao": 1}) for name in sorted(names)]
    found += [Finding("elegivel_a_mais", "a", None, {"por": one}) for one in get_args(WhyNot)]
    for one in found:
        assert mensagens.has(one.codigo), one.codigo
        assert mensagens.wanted(one.codigo) <= one.params.keys(), one.codigo

"""One stored event against its own header: the order of judging, and one finding per cause."""

from __future__ import annotations

from typing import Any

import pytest

from core.kernel.verification.event_check import EventCheck
from core.kernel.verification.report import Report
from core.kernel.verification.walk import LogRecord, PartRecord, Walk
from tests.support.founded import Founded
from tests.support.office import pedido


class Judge:
    """The first event of an office, and what is said of changed copies of it."""

    def __init__(self, office: Founded) -> None:
        office.append(pedido(1, titulo="Buraco", texto_bruto="um buraco"))
        self.office = office
        self.reader = office.database.open_reader()
        self.record, self.parts = next(Walk(self.reader, []).events())

    def found(self, parts: list[PartRecord] | None = None, **columns: Any) -> list[str]:
        report = Report()
        installation = self.office.office.installation
        check = EventCheck(
            self.reader,
            self.office.scope,
            report,
            rede_of=lambda _no, _epoca: installation.rede,
            own=columns.pop("own", installation.no),
            erased=columns.pop("erased", {}),
        )
        check.check(self.record._replace(**columns), self.parts if parts is None else parts)
        return [
            f"{finding.codigo} {finding.params.get('campo', '')}".strip()
            for finding in report.achados
        ]


@pytest.fixture
def judge(founded_sqlite: Founded) -> Any:
    one = Judge(founded_sqlite)
    yield one
    one.reader.close()


def test_the_event_as_stored_holds(judge: Judge) -> None:
    assert judge.found() == []


@pytest.mark.parametrize(
    ("columns", "found"),
    [
        ({"header": None}, "evento.linha_ilegivel header"),
        ({"header": b"{}"}, "evento.hash_divergente"),
        ({"event_hash": b"\0" * 32}, "evento.hash_divergente"),
        ({"no": b"\0" * 16}, "evento.coluna_divergente no"),
        ({"epoca": 1}, "evento.coluna_divergente epoca"),
        ({"seq": 1}, "evento.coluna_divergente seq"),
        ({"event_id": b"\0" * 16}, "evento.coluna_divergente event_id"),
        ({"event_id": b"\0"}, "evento.coluna_divergente event_id"),
        ({"tipo": "x"}, "evento.coluna_divergente tipo"),
        ({"versao_schema": "9.0.0"}, "evento.coluna_divergente versao_schema"),
        ({"origem": "\udcff"}, "evento.coluna_divergente origem"),
        ({"timestamp_ms": 0}, "evento.coluna_divergente timestamp_ms"),
        ({"timestamp_ms": 1 << 60}, "evento.coluna_divergente timestamp_ms"),
        ({"correlacao_id": None}, "evento.coluna_divergente correlacao_id"),
        ({"causa": b"\0" * 32}, "evento.coluna_divergente causa"),
        ({"chave_derivacao": None}, "evento.coluna_divergente chave_derivacao"),
    ],
)
def test_each_column_is_held_against_the_header(
    judge: Judge, columns: dict[str, Any], found: str
) -> None:
    assert judge.found(**columns) == [found]


def test_parts_are_held_against_their_commitments(judge: Judge) -> None:
    first, rest = judge.parts[0], judge.parts[1:]
    wrong = first._replace(conteudo=first.conteudo[:-1] + b"]")
    assert judge.found([wrong, *rest]) == ["parte.compromisso_divergente"]
    assert judge.found([first._replace(conteudo=b""), *rest]) == ["parte.tamanho_divergente"]
    assert judge.found([first._replace(salt=b""), *rest]) == ["parte.sal_invalido"]
    odd: Any = "x" * 32
    assert judge.found([first._replace(salt=odd), *rest]) == [
        "evento.linha_ilegivel publica.nucleo"
    ]
    assert judge.found([first._replace(nome="publica.texto"), *rest]) == ["parte.desconhecida"]
    assert judge.found([*judge.parts, first._replace(parte_id=63)]) == ["parte.desconhecida"]


def test_an_absent_part_is_judged_by_whose_it_is(judge: Judge) -> None:
    restricted = [part for part in judge.parts if part.nome.startswith("restrita.")]
    public = [part for part in judge.parts if not part.nome.startswith("restrita.")]
    assert judge.found(public) == ["parte.retida"] * len(restricted)
    assert judge.found(public, own="ff" * 16) == []
    # Whoever handed another's events over may have left out a public part, too.
    assert judge.found(restricted, own="ff" * 16) == []
    names = dict.fromkeys((part.nome for part in restricted), 7)
    assert judge.found(public, erased={judge.record.event_hash.hex(): names}) == []
    assert isinstance(judge.record, LogRecord)

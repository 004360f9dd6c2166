"""What the colony that draws publishes is what the audit comes to, on the real bus.

The two share the formula and the documents, nothing else: a seeded story goes through everything
that changes who may be drawn, with several events in one transaction and a clock that is set back.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import pytest

from core.audit.draw_audit import DrawAudit, Judged
from core.audit.findings import Finding
from core.audit.log_source import StoredLog
from core.colonies.d6a_sorteio.colony import SORTEIO
from core.kernel.event import Event, NewEvent, Payload
from tests.core.colonies.d6a_sorteio.conftest import (
    BAIRRO,
    CIDADE,
    ESTADO,
    OUTRO_BAIRRO,
    SMALL,
    SOURCE,
    Desk,
    agregada,
    cadastrado,
    ciclo,
    concluida,
    conclusao_confirmada,
    disponivel,
    recusada,
    retirada,
    territorio,
)
from tests.support.office import Office, conselheiro, demanda, unidade

UNITS = (BAIRRO, BAIRRO, OUTRO_BAIRRO, CIDADE)
HOMES = (BAIRRO, BAIRRO, OUTRO_BAIRRO, CIDADE, ESTADO)
MOTIVES = (None, None, "recusa_explicita", "risco_pessoal", "fora_do_territorio")
ACTS = (
    *["announce"] * 8,
    *["come"] * 3,
    *["refuse"] * 7,
    *["finish"] * 2,
    "conclude",
    "leave",
    "mandate",
    "withdraw",
    "join",
    "together",
    "inactive",
    "back",
    "days",
    "clock",
    "move",
)


def unserved(office: Office) -> list[str]:
    """Demands of an office that wait beside somebody free."""
    reader = office.database.open_reader()
    try:
        audit = DrawAudit(StoredLog(reader.cursor, reader.dialect))
        list(audit.run())
        return audit.state.unserved()
    finally:
        reader.close()


def judged(office: Office) -> list[Judged]:
    """Every draw, attempt and end of a suspension of an office, judged."""
    reader = office.database.open_reader()
    try:
        return list(DrawAudit(StoredLog(reader.cursor, reader.dialect)).run())
    finally:
        reader.close()


class Teller:
    """Tells a story of draws by chance, from a seed."""

    def __init__(self, desk: Desk, seed: int) -> None:
        self.desk = desk
        self.chance = random.Random(seed)
        self.demands: dict[int, int] = {}
        self.people = 0

    def held(self) -> list[tuple[int, str]]:
        """(demand, councillor) of running assignments, as the colony has them."""
        rows = self.desk.office.rows(
            "SELECT demanda_id, conselheiro_id FROM d6a_atribuicoes WHERE status = 'ativa' "
            "ORDER BY demanda_id"
        )
        return [(int(row[0][-12:], 16), row[1]) for row in rows]

    def events(self, act: str) -> list[NewEvent]:
        """What comes of an act; nothing where there is nobody to act."""
        if act in {"announce", "come", "inactive", "back", "move"}:
            return self._around(act)
        if act in {"withdraw", "together", "join"}:
            return self._of_a_demand(act)
        return self._of_an_assignment(act)

    def _around(self, act: str) -> list[NewEvent]:
        chance = self.chance
        if act == "announce":
            demand = len(self.demands) + 1
            self.demands[demand] = chance.choice(UNITS)
            return [disponivel(demand, self.demands[demand])]
        if act == "come":
            self.people += 1
            versao = chance.choice((None, None, "1.0.0"))
            trained = versao is not None or chance.random() < 0.9
            home = chance.choice(HOMES)
            return [cadastrado(self.people, home, versao, capacitacao_concluida=trained)]
        if act == "move":
            return [territorio((OUTRO_BAIRRO, 2, chance.choice((CIDADE, ESTADO, None))))]
        if not self.people:
            return []
        who = conselheiro(chance.randint(1, self.people))
        tipo = "conselheiro.inativado" if act == "inactive" else "conselheiro.reativado"
        return [NewEvent(tipo, {"conselheiro_id": who, "unidade_civica_id": unidade(1)}, who)]

    def _of_a_demand(self, act: str) -> list[NewEvent]:
        if not self.demands:
            return []
        one, other = (self.chance.choice(list(self.demands)) for _ in range(2))
        if act == "withdraw":
            return [retirada(one)]
        if act == "join":
            return [agregada(one, one, other)]
        return [conclusao_confirmada(one, ratificacao=self.chance.random() < 0.5)]

    def _of_an_assignment(self, act: str) -> list[NewEvent]:
        held = self.held()
        if not held:
            return []
        demand, who = self.chance.choice(held)
        unit = self.demands[demand]
        if act == "refuse":
            return [recusada(who, demand, self.chance.choice(MOTIVES), unit)]
        if act == "conclude":
            return [concluida(who, demand, unit), ciclo(who, demand, u=unit)]
        endings = {"finish": "demanda_concluida", "leave": "desistencia", "mandate": "fim_mandato"}
        return [ciclo(who, demand, endings[act], unit)]

    def tell(self, acts: int) -> None:
        """So many acts."""
        for _ in range(acts):
            act = self.chance.choice(ACTS)
            if act == "days":
                self.desk.adiantar(self.chance.choice((1, 30, 91)))
            elif act == "clock":
                self.desk.office.clock.advance(-3_600_000)
            elif self.chance.random() < 0.3:
                more = self.events("announce") + self.events("come")
                self.desk.juntos(*self.events(act), *more)
            else:
                self.desk.publicar(*self.events(act))


@pytest.fixture
def sqlite_desk(sqlite_office: Office) -> Desk:
    """D-6a alone, with a small territory."""
    sqlite_office.colonies = (SOURCE, SORTEIO)
    found = Desk(sqlite_office)
    found.publicar(SMALL)
    return found


def wrong(found: Iterable[Judged]) -> list[tuple[int, tuple[Finding, ...]]]:
    """What does not match, by position."""
    return [(one.event.sequence_number, one.findings) for one in found if not one.is_right]


@pytest.mark.parametrize("seed", range(3))
def test_every_draw_of_a_long_story_is_rebuilt_from_the_log(sqlite_desk: Desk, seed: int) -> None:
    Teller(sqlite_desk, seed).tell(120)
    found = judged(sqlite_desk.office)
    assert wrong(found) == []
    counts = Counter(one.event.tipo for one in found)
    assert counts["conselheiro.sorteado"] > 20
    assert counts["sorteio.sem_candidatos"] > 2
    assert sqlite_desk.dead_letters() == []
    assert unserved(sqlite_desk.office) == []


def test_an_auditor_without_the_restricted_parts_comes_to_the_same(sqlite_desk: Desk) -> None:
    Teller(sqlite_desk, 9).tell(60)
    before = judged(sqlite_desk.office)
    writer = sqlite_desk.engine.writer
    writer.begin()
    writer.cursor.execute("DELETE FROM event_parts WHERE nome LIKE 'restrita.%'")
    assert writer.cursor.rowcount > 5
    writer.commit()
    after = judged(sqlite_desk.office)
    assert wrong(after) == wrong(before) == []
    assert [one.rebuilt for one in after] == [one.rebuilt for one in before]


class Altered:
    """A real log of which one event is other than it was, or not there at all."""

    def __init__(self, log: Sequence[Event], place: int, payload: Payload | None) -> None:
        self._log = log
        self._place = place
        self._payload = payload

    def events(self, types: Sequence[str]) -> Iterator[Event]:
        """See ``LogSource.events``."""
        for place, event in enumerate(self._log):
            if event.tipo not in types:
                continue
            if place != self._place:
                yield event
            elif self._payload is not None:
                fields = {name: getattr(event, name) for name in Event.__struct_fields__}
                yield Event(**{**fields, "payload": self._payload})

    def event_id_behind(self, event_hash: str) -> str | None:
        """See ``LogSource.event_id_behind``."""
        return next((one.event_id for one in self._log if one.event_hash == event_hash), None)


def test_whatever_is_changed_in_a_real_log_is_named(sqlite_desk: Desk) -> None:
    desk = sqlite_desk
    desk.publicar(*(cadastrado(n) for n in (1, 2, 3, 4)), disponivel(1))
    log = desk.office.events()
    place = next(n for n, one in enumerate(log) if one.tipo == "conselheiro.sorteado")
    honest = log[place].payload
    loser = next(one for one in honest["elegiveis"] if one != honest["conselheiro_id"])
    stranger = conselheiro(9)
    for name, value, entrada in (
        ("conselheiro_id", loser, "vencedor"),
        ("seed_publico", "ab" * 32, "semente"),
        ("seed_base_event_id", demanda(7), "base"),
        ("timestamp", "2020-01-01T00:00:00.000Z", "timestamp"),
        ("lista_elegiveis_hash", "ab" * 32, "lista_hash"),
        ("elegiveis", honest["elegiveis"][::-1], "elegiveis_fora_de_ordem"),
        ("elegiveis", honest["elegiveis"][1:], "elegivel_a_menos"),
        ("elegiveis", [*honest["elegiveis"], stranger], "elegivel_a_mais"),
        ("total_elegiveis", 3, "total"),
        ("posicao_sorteada", 1, "posicao"),
        ("degrau_unidade_id", unidade(CIDADE), "degrau"),
        ("unidade_civica_id", unidade(CIDADE), "unidade"),
        ("demanda_id", demanda(7), "demanda_fora"),
    ):
        (one,) = DrawAudit(Altered(log, place, {**honest, name: value})).run()
        assert [found.entrada for found in one.findings] == [entrada], name
    came = next(n for n, one in enumerate(log) if one.tipo == "conselheiro.cadastrado")
    (one,) = DrawAudit(Altered(log, came, None)).run()
    assert [found.codigo for found in one.findings] == ["auditoria.elegivel_a_mais.nao_cadastrado"]


def test_suspension_and_its_end_are_followed(sqlite_desk: Desk) -> None:
    desk = sqlite_desk
    desk.publicar(cadastrado(1), cadastrado(2))
    for n in range(1, 9):
        desk.publicar(disponivel(n))
        for demand, who in Teller(desk, 0).held():
            desk.publicar(recusada(who, demand))
    assert desk.status(1, 2) == ["suspenso", "suspenso"]
    desk.adiantar(91)
    found = judged(desk.office)
    assert wrong(found) == []
    ended = [one for one in found if one.event.tipo == "conselheiro.suspensao_expirada"]
    assert len(ended) == 2

"""A random but seeded course of everything that people do in an office, through the services.

Nothing is asked of a colony past its door, and nothing is stubbed: capture, classification, ranking,
agenda, draw, reports and panels run as the program assembles them. A refusal is part of the course.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from app.bootstrap.abertura import Aplicacao, abrir
from app.bootstrap.captura import servico_cidadaos, servico_demandas
from app.bootstrap.conselheiros import servico_conselheiros
from app.bootstrap.demonstracao.dado import Dado
from app.bootstrap.demonstracao.elenco import ARQUIVO, TERRITORIO, Bairros, Elenco, ler_elenco
from app.bootstrap.fundacao import Escolhas, fundar
from app.bootstrap.ranking import servico_parametros
from app.bootstrap.relatoria import servico_relatoria
from app.bootstrap.revisao import servico_revisoes
from app.bootstrap.territorio import importar_demonstracao
from app.services.conselheiros import MOTIVOS
from app.services.demandas import TERMOS_VERSAO, NovaDemanda
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar as Place
from app.settings.recursos import Recursos
from app.settings.tempo import DEFAULT_ZONE
from core.base.territorio.unidade import unidade_id
from core.colonies.c1_cidadaos.rules import Cadastro
from core.colonies.d1a_captura.api.correcao import Correcao
from core.colonies.d1a_captura.rules import Consentimentos, Lugar
from core.colonies.d3_categorizacao.api import Escolha
from core.colonies.d6b_relatoria.api import Pedido
from core.kernel.clock import ManualClock
from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore_choice import KeyMode

START_MS: Final = 1_790_000_000_000
HOUR_MS: Final = 3_600_000
DAY_MS: Final = 24 * HOUR_MS
FONTE: Final = "demonstracao"
CLERK: Final = {"conta_id": "44444444-0000-4000-8000-000000000001", "papel": "atendente"}
MODERATOR: Final = {"conta_id": "44444444-0000-4000-8000-000000000002", "papel": "moderador"}
OPERATOR: Final = {"conta_id": "44444444-0000-4000-8000-000000000003", "papel": "operador"}
AGREED: Final = Consentimentos(tratamento=True, publicacao_texto=True)
# Few, so that rankings, agendas and queues are full.
QUARTERS: Final = ("DM-11001-01", "DM-11001-02", "DM-11003-03")
COUNCILS: Final = (
    (2, "DM-11001-01"),
    (2, "DM-11001-02"),
    (2, "DM-11003-03"),
    (4, "DM-11001"),
    (5, "DM-11"),
)
CAPACITIES: Final = (1, 3, 40)
MAX_COUNCILLORS: Final = 8
HELD: Final = "SELECT demanda_id, conselheiro_id FROM d6a_atribuicoes WHERE status = 'ativa'"
ENDED: Final = ("concluida", "retirada")
JUMPS: Final = (HOUR_MS, DAY_MS, 31 * DAY_MS, 95 * DAY_MS, -2 * DAY_MS)


def found_office(place: Place) -> None:
    """A demonstration office with its territory and nothing else."""
    recursos = Recursos()
    words = Mensagens(recursos.messages_toml())
    clock = ManualClock(START_MS)
    choices = Escolhas("Ciclo", DEFAULT_ZONE, KeyMode.SEM_SENHA, None, is_demo=True)
    fundar(place, choices, words, recursos, relogio=clock)
    app = abrir(place, words, recursos, inline=True, relogio=clock)
    try:
        importar_demonstracao(app)
        app.engine.aguardar_ocioso()
    finally:
        app.fechar()


def refusal_of(act: Callable[[], object]) -> str | None:
    """The code by which an act was refused; None where it was not."""
    try:
        act()
    except UserFacingError as refusal:
        return refusal.code
    return None


@dataclass
class Curso:
    """One course over one office.

    Args:
        place: of an office that ``found_office`` made.
        folder: for parameter files.
    """

    place: Place
    folder: Path
    seed: int
    clock: ManualClock = field(default_factory=lambda: ManualClock(START_MS))
    refused: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    ended: dict[str, str] = field(default_factory=dict)
    history: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.dado = Dado(f"ciclo {self.seed}")
        self.app = self._open()
        self.elenco: Elenco = ler_elenco(self.app.recursos.read_bytes(ARQUIVO))
        self.bairros = Bairros(self.app.recursos.read_bytes(TERRITORIO))

    def _open(self) -> Aplicacao:
        recursos = Recursos()
        words = Mensagens(recursos.messages_toml())
        return abrir(self.place, words, recursos, inline=True, relogio=self.clock)

    # -- reading ---------------------------------------------------------------------------

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """What a read-only connection sees."""
        with self.app.leitor.ler() as (cursor, _dialect):
            cursor.execute(sql)
            return [tuple(row) for row in cursor.fetchall()]

    def length(self) -> int:
        """Events in the log."""
        return int(self.rows("SELECT count(*) FROM event_log")[0][0])

    def situations(self) -> dict[str, str]:
        """Demand -> D-7's word."""
        return dict(self.rows("SELECT demanda_id, situacao FROM d7_demanda_snapshots"))

    def held(self) -> list[tuple[str, str]]:
        """(demand, councillor) of running assignments."""
        return sorted(self.rows(HELD))

    def _one(self, *but: str) -> str | None:
        found = sorted(who for who, what in self.situations().items() if what not in but)
        return self.chance.choice(found) if found else None

    def _some_held(self) -> tuple[str, str] | None:
        held = self.held()
        return self.chance.choice(held) if held else None

    def _councillor(self) -> str | None:
        found = self.rows("SELECT conselheiro_id FROM d6a_conselheiros ORDER BY 1")
        return str(self.chance.choice(found)[0]) if found else None

    # -- one step --------------------------------------------------------------------------

    def step(self) -> str:
        """One act by chance; its name. A refusal must leave the log as long as it was."""
        acts, weights = zip(*self._acts(), strict=True)
        act = self.chance.choices(acts, weights)[0]
        self.perform(act)
        return str(act.__name__)

    def perform(self, act: Callable[[], None]) -> None:
        """An act, and what it causes."""
        name = act.__name__
        self.history.append(name)
        before = self.length()
        code = refusal_of(act)
        if code is None:
            self.done[name] += 1
        else:
            self.refused[code] += 1
            assert self.length() == before, (name, code)
        self.app.engine.aguardar_ocioso(trabalhos=True)

    def _acts(self) -> list[tuple[Callable[[], None], int]]:
        return [
            (self.capture, 12),
            (self.capture_unit, 2),
            (self.correct_place, 3),
            (self.correct_category, 3),
            (self.correct_text, 1),
            (self.withdraw, 2),
            (self.decide_review, 6),
            (self.register_councillor, 4),
            (self.refuse, 4),
            (self.release, 2),
            (self.give_up, 2),
            (self.end_mandate, 2),
            (self.deactivate, 2),
            (self.reactivate, 3),
            (self.report, 7),
            (self.conclude, 5),
            (self.ratify, 1),
            (self.wrong_hands, 2),
            (self.load_parameters, 3),
            (self.restart, 2),
            (self.jump, 5),
        ]

    # -- acts ------------------------------------------------------------------------------

    def _place(self) -> Lugar:
        point = self.bairros.ponto(self.chance.choice(QUARTERS), self.dado)
        return Lugar("ponto", ponto=point)

    def _new(self, place: Lugar) -> None:
        asked = self.elenco.pedido(self.dado)
        given = self.chance.random() < 0.7
        servico_demandas(self.app).registrar(
            NovaDemanda(
                texto=asked.texto,
                lugar=place,
                consentimentos=AGREED,
                categoria_id=asked.categoria_id if given else None,
                subcategoria_id=asked.subcategoria_id if given else None,
            ),
            CLERK,
        )

    def capture(self) -> None:
        """Somebody asks for something at a point."""
        self._new(self._place())

    def capture_unit(self) -> None:
        """Somebody who only knows the quarter, or the city."""
        level, code = self.chance.choice(COUNCILS)
        self._new(Lugar("unidade", unidade_id=unidade_id(FONTE, level, code, None, "")))

    def _correct(self, **what: Any) -> None:
        demand = self._one()
        if demand is not None:
            change = Correcao(motivo="o morador voltou ao balcão", **what)
            servico_demandas(self.app).corrigir(demand, change, CLERK)

    def correct_place(self) -> None:
        """The place was another, perhaps in another unit."""
        self._correct(lugar=self._place())

    def correct_category(self) -> None:
        """It is about something else."""
        asked = self.elenco.pedido(self.dado)
        self._correct(categoria=(asked.categoria_id, asked.subcategoria_id))

    def correct_text(self) -> None:
        """The words were others."""
        self._correct(texto=self.elenco.pedido(self.dado).texto)

    def withdraw(self) -> None:
        """Taken back, also what was concluded."""
        demand = self._one()
        if demand is not None:
            servico_demandas(self.app).retirar(demand, "engano", MODERATOR)

    def decide_review(self) -> None:
        """A moderator names the category of what waits."""
        service = servico_revisoes(self.app)
        waiting = service.listar(limite=50).itens
        if waiting:
            item, asked = self.chance.choice(waiting), self.elenco.pedido(self.dado)
            service.decidir(
                Escolha(
                    demanda_id=item.demanda_id,
                    categoria_id=asked.categoria_id,
                    subcategoria_id=asked.subcategoria_id,
                    versao_vista=item.versao_vista,
                ),
                MODERATOR,
            )

    def register_councillor(self) -> None:
        """One more, in a quarter, a city or the state."""
        known = self.rows("SELECT count(*) FROM d6a_conselheiros")[0][0]
        if known >= MAX_COUNCILLORS:
            return
        level, code = self.chance.choice(COUNCILS)
        record = Cadastro(
            nome=f"Pessoa {known} de {self.seed}",
            verificado_presencialmente=True,
            consentimentos={"tratamento": True},
            termos_versao=TERMOS_VERSAO,
        )
        citizen = servico_cidadaos(self.app).registrar(record, CLERK)
        unit = unidade_id(FONTE, level, code, None, "")
        servico_conselheiros(self.app).cadastrar(citizen, unit, CLERK)

    def refuse(self) -> None:
        """Given back, once, and then once more."""
        found = self._some_held()
        if found is not None:
            demand, who = found
            service, motive = servico_conselheiros(self.app), self.chance.choice(MOTIVOS)
            service.recusar(who, demand, CLERK, motivo=motive)
            self.app.engine.aguardar_ocioso()
            # Whoever refused may not be drawn for it again, so it cannot be theirs anew.
            again = self.length()
            code = refusal_of(lambda: service.recusar(who, demand, CLERK, motivo=motive))
            assert code is not None, "refused twice"
            assert self.length() == again

    def release(self) -> None:
        """The councillor does not answer."""
        found = self._some_held()
        if found is not None:
            self.clock.advance(72 * 3_600_000)
            servico_conselheiros(self.app).liberar(found[0], OPERATOR)

    def give_up(self) -> None:
        """The councillor resigns from one demand."""
        found = self._some_held()
        if found is not None:
            servico_relatoria(self.app).desistir(found[0], CLERK, conselheiro_id=found[1])

    def end_mandate(self) -> None:
        """The councillor's time is over, whether at work or not."""
        who = self._councillor()
        if who is not None:
            servico_relatoria(self.app).encerrar_mandato(who, CLERK)

    def deactivate(self) -> None:
        """Out of all draws, also in the middle of the work."""
        who = self._councillor()
        if who is not None:
            servico_conselheiros(self.app).inativar(who, OPERATOR)

    def reactivate(self) -> None:
        """Back into the draws."""
        who = self._councillor()
        if who is not None:
            servico_conselheiros(self.app).reativar(who, OPERATOR)

    def report(self) -> None:
        """What was done."""
        found = self._some_held()
        if found is not None:
            request = Pedido(
                demanda_id=found[0],
                conselheiro_id=found[1],
                tipo="contato_realizado",
                texto="liguei para a secretaria e marcaram vistoria",
                campos={"com_quem": "a secretaria", "canal": "telefone", "resultado": "vistoria"},
            )
            servico_relatoria(self.app).registrar(request, CLERK)

    def conclude(self) -> None:
        """Done."""
        found = self._some_held()
        if found is not None:
            service = servico_relatoria(self.app)
            service.concluir(found[0], "o buraco foi tapado", CLERK, conselheiro_id=found[1])

    def ratify(self) -> None:
        """Nobody asked for it."""
        demand = self._one()
        if demand is not None:
            servico_relatoria(self.app).ratificar(demand, CLERK)

    def wrong_hands(self) -> None:
        """Somebody concludes what somebody else has, or what is over."""
        demand, who = self._one(), self._councillor()
        if demand is None or who is None or (demand, who) in self.held():
            return
        servico_relatoria(self.app).concluir(demand, "feito", CLERK, conselheiro_id=who)
        raise AssertionError((demand, who))

    def load_parameters(self) -> None:
        """Other weights and other capacities, sometimes a file that is wrong."""
        n = self.done["load_parameters"] + sum(self.refused.values())
        content: dict[str, Any] = {
            "versao": f"ciclo-{n}",
            "pesos_nacionais": {str(k): self.chance.randrange(1, 900) for k in range(1, 6)},
            "capacidade_padrao": self.chance.choice(CAPACITIES),
            "pesos_situacionais": {},
            "capacidades": {},
        }
        first, second = (unidade_id(FONTE, 2, code, None, "") for code in QUARTERS[:2])
        for unit in (first, second):
            weights = {str(k): round(self.chance.random(), 4) for k in range(1, 6)}
            content["pesos_situacionais"][unit] = weights
            content["capacidades"][unit] = self.chance.choice(CAPACITIES)
        wrong = self.chance.randrange(8)
        if wrong == 0:
            content["pesos_situacionais"][first]["1"] = 1.0001
        elif wrong == 1:
            del content["pesos_nacionais"]["3"]
        elif wrong == 2:
            content["capacidades"]["00000000-0000-5000-8000-000000000000"] = 3
        path = self.folder / "parametros.json"
        path.write_text(json.dumps(content), encoding="utf-8")
        servico_parametros(self.app).carregar(path, OPERATOR)
        assert wrong > 2, content

    def restart(self) -> None:
        """Close the office and open it again."""
        self.app.fechar()
        self.app = self._open()

    def jump(self) -> None:
        """Time passes, much or little, or the clock is set back."""
        self.clock.advance(self.chance.choice(JUMPS))

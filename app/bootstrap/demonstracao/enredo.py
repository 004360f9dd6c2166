"""Five months of a small council: what the demonstration plays, day by day, on a clock of its own.

Requests come in at the counter, a moderator looks at what the classifier was not sure of, councillors
are registered, drawn, refuse, report, give up and conclude. Nothing is written past the services;
who is drawn is the draw's own affair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.captura import servico_cidadaos, servico_demandas
from app.bootstrap.conselheiros import servico_conselheiros
from app.bootstrap.demonstracao.conselho import Conselho
from app.bootstrap.demonstracao.dado import Dado
from app.bootstrap.demonstracao.elenco import Bairros, Elenco, PedidoInventado
from app.bootstrap.demonstracao.moderados import CENAS, Moderados
from app.bootstrap.relatoria import servico_relatoria
from app.bootstrap.revisao import servico_revisoes
from app.services.demandas import TERMOS_VERSAO, NovaDemanda
from core.base.territorio.distancia import Ponto
from core.base.territorio.unidade import unidade_id
from core.colonies.c1_cidadaos.rules import Cadastro
from core.colonies.d1a_captura.api.correcao import Correcao
from core.colonies.d1a_captura.rules import Consentimentos, Lugar, Motivo
from core.colonies.d3_categorizacao.api import Escolha
from core.kernel.clock import ManualClock

DIAS: Final = 150
FONTE: Final = "demonstracao"
BAIRRO, MUNICIPIO = 2, 4
CLERK: Final = {"conta_id": "d0000000-0000-4000-8000-000000000001", "papel": "atendente"}
MODERATOR: Final = {"conta_id": "d0000000-0000-4000-8000-000000000002", "papel": "moderador"}

# A quarter without a councillor, whose city has none either: its demands wait, and it is seen.
WITHOUT_COUNCILLOR: Final = "DM-11003-03"
CITIES: Final = ("DM-11001",) * 3 + ("DM-11002",) * 3
REGISTERED_PER_WEEK: Final = 9
AGREED: Final = Consentimentos(tratamento=True, publicacao_texto=True)
UNHEARD: Final = Consentimentos(tratamento=True, publicacao_texto=False)
REVIEW_EVERY: Final = 3
WITHDRAWALS: Final[Mapping[int, Motivo]] = {30: "engano", 72: "pedido_do_morador"}
CORRECTIONS: Final = (18, 47, 88)
GIVEN_UP: Final = (60, 104)
MANDATE_ENDS: Final = 95
ACT_MS: Final = 7 * 60 * 1000
OPENS_AT: Final = time(8)


@dataclass
class Enredo:
    """The story over an open office.

    Args:
        app: founded as a demonstration, on ``relogio``, with its territory.
        relogio: the story's clock.
        fuso: the office's zone, where a day begins.
    """

    app: Aplicacao
    relogio: ManualClock
    elenco: Elenco
    bairros: Bairros
    fuso: ZoneInfo
    dado: Dado = field(default_factory=lambda: Dado("formigueiro"))
    said: dict[str, PedidoInventado] = field(default_factory=dict)
    last: str = ""

    def __post_init__(self) -> None:
        self._demandas = servico_demandas(self.app)
        self._cidadaos = servico_cidadaos(self.app)
        self._revisoes = servico_revisoes(self.app)
        self._conselheiros = servico_conselheiros(self.app)
        self.conselho = Conselho(
            self._conselheiros, servico_relatoria(self.app), self.elenco, self.dado, CLERK
        )
        self.moderados = Moderados(self.app, CLERK, MODERATOR)
        self._to_register = self._candidates()

    def contar(self, inicio: date, dias: int, progress: Callable[[int, int], None]) -> None:
        """Play some days from a first one."""
        for number in range(dias):
            today = inicio + timedelta(days=number)
            self._open(today)
            self._day(number, today)
            self.app.engine.aguardar_ocioso()
            progress(number + 1, dias)

    def _day(self, number: int, today: date) -> None:
        if number % 7 == 0:
            self._register_councillors()
        for _ in range(1 + self.dado.ate(4)):
            self._request()
        if number % REVIEW_EVERY == 0:
            self._review()
        if number in CORRECTIONS:
            self._correct()
        if number in WITHDRAWALS:
            self._step()
            self._demandas.retirar(self.last, WITHDRAWALS[number], MODERATOR)
        if number in GIVEN_UP:
            self.conselho.desistir_de_uma()
        if number == MANDATE_ENDS:
            self.conselho.encerrar_um_mandato()
        if number in CENAS:
            self._step()
            self.moderados.dia(number, self._somewhere())
        self._step()
        self.conselho.dia(today)

    def _open(self, today: date) -> None:
        opens = datetime.combine(today, OPENS_AT, self.fuso).astimezone(UTC)
        self.relogio.set(int(opens.timestamp() * 1000))

    def _step(self) -> None:
        self.relogio.advance(ACT_MS)

    # -- acts ------------------------------------------------------------------------------

    def _candidates(self) -> list[tuple[str, str]]:
        """(name, unit) in the order of registration: quarters first, then whole cities."""
        quarters = [code for code in self.bairros.codigos if code != WITHOUT_COUNCILLOR]
        places = [(BAIRRO, code) for code in quarters] + [(MUNICIPIO, code) for code in CITIES]
        extra = len(self.elenco.conselheiros) - len(places)
        places += [(BAIRRO, code) for code in quarters[:extra]]
        return [
            (name, unidade_id(FONTE, level, code, None, name))
            for name, (level, code) in zip(self.elenco.conselheiros, places, strict=False)
        ]

    def _register_councillors(self) -> None:
        for _ in range(min(REGISTERED_PER_WEEK, len(self._to_register))):
            self._step()
            name, unit = self._to_register.pop(0)
            citizen = self._cidadaos.registrar(
                Cadastro(
                    nome=name,
                    verificado_presencialmente=True,
                    consentimentos={"tratamento": True},
                    termos_versao=TERMOS_VERSAO,
                ),
                CLERK,
            )
            who = self._conselheiros.cadastrar(citizen, unit, CLERK, nome_publico=name)
            if not self.conselho.avessos:
                self.conselho.avessos.add(who["conselheiro_id"])

    def _request(self) -> None:
        self._step()
        asked = self.elenco.pedido(self.dado)
        is_vague = self.dado.chance(2)
        text = self.dado.escolher(self.elenco.vagos) if is_vague else asked.texto
        point = self._somewhere()
        done = self._demandas.registrar(
            NovaDemanda(
                texto=self.elenco.frase(text, self.dado) if is_vague else text,
                lugar=Lugar("ponto", ponto=point),
                consentimentos=UNHEARD if self.dado.chance(4) else AGREED,
            ),
            CLERK,
        )
        if not is_vague:
            self.said[done.demanda_id] = asked
        self.last = done.demanda_id

    def _somewhere(self) -> Ponto:
        return self.bairros.ponto(self.dado.escolher(self.bairros.codigos), self.dado)

    def _review(self) -> None:
        self.app.engine.aguardar_ocioso()
        for item in self._revisoes.listar(limite=200).itens:
            asked = self.said.get(item.demanda_id)
            if asked is None:
                continue
            self._step()
            self._revisoes.decidir(
                Escolha(
                    demanda_id=item.demanda_id,
                    categoria_id=asked.categoria_id,
                    subcategoria_id=asked.subcategoria_id,
                    versao_vista=item.versao_vista,
                ),
                MODERATOR,
            )

    def _correct(self) -> None:
        asked = self.said.get(self.last)
        if asked is None:
            return
        self._step()
        more = self.elenco.frase(self.dado.escolher(self.elenco.correcoes), self.dado)
        self._demandas.corrigir(
            self.last,
            Correcao(motivo="o morador voltou ao balcão", texto=f"{asked.texto} {more}"),
            CLERK,
        )

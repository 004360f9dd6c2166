"""Logs of draws made by hand, honest or forged: in memory, or sealed into an office's database.

``Story`` says what happens, in the words of the rules; who may be drawn is told by the test and
never asked of the code under test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, Protocol

from core.base.sorteio import sortear
from core.contracts.catalogo import MODELS
from core.kernel.clock import ManualClock, format_timestamp
from core.kernel.event import Event, NewEvent, Payload, SealPoint
from core.kernel.ids import SeededIds
from core.kernel.registry import Registry
from core.kernel.sealing import FeedHead, Sealer
from core.kernel.store import log_append
from core.kernel.store.database import Writer
from tests.support.office import START_MS, TEST_NO, TEST_REDE, conselheiro, demanda, unidade

DAY_MS: Final = 86_400_000
MINUTE_MS: Final = 60_000
Made = Payload | Callable[[SealPoint], Payload]


class Log(Protocol):
    """Where a story is written down."""

    now_ms: int

    def put(self, tipo: str, made: Made, causa: str | None = None) -> str:
        """Append one event and tell its hash; a payload may depend on where it is sealed."""


@dataclass
class MemoryLog:
    """A log of plain events; also what an audit reads from."""

    now_ms: int = START_MS
    log: list[Event] = field(default_factory=list)

    def put(self, tipo: str, made: Made, causa: str | None = None) -> str:
        """See ``Log.put``."""
        place = len(self.log)
        last = self.log[-1] if self.log else None
        self.now_ms += MINUTE_MS
        point = SealPoint(
            None if last is None else last.event_hash,
            None if last is None else last.event_id,
            format_timestamp(self.now_ms),
        )
        payload = made(point) if callable(made) else made
        digest = sha256(f"evento {place}".encode()).hexdigest()
        self.log.append(
            Event(
                sequence_number=place + 1,
                event_hash=digest,
                no=TEST_NO,
                epoca=0,
                seq=place,
                event_id=f"{digest[:8]}-{digest[8:12]}-4{digest[13:16]}-8{digest[17:20]}-{digest[20:32]}",
                tipo=tipo,
                versao_schema="1.0.0",
                regra_versao=1,
                critico=False,
                timestamp=point.timestamp,
                origem="D-6a",
                correlacao_id=None,
                causa=causa,
                chave_derivacao=None,
                altura=place + 1,
                prev=point.prev,
                payload=payload,
            )
        )
        return digest

    def events(self, types: Sequence[str]) -> Iterator[Event]:
        """See ``LogSource.events``."""
        wanted = set(types)
        return (event for event in self.log if event.tipo in wanted)

    def event_id_behind(self, event_hash: str) -> str | None:
        """See ``LogSource.event_id_behind``."""
        return next((one.event_id for one in self.log if one.event_hash == event_hash), None)


class SealedLog:
    """Seals and appends with the product's code, without an engine; nothing is validated.

    Args:
        writer: of the office's database.
        no: 32 hex of the feed that is written to.
        rede: 64 hex.
    """

    CHUNK: Final = 1_000

    def __init__(self, writer: Writer, no: str = TEST_NO, rede: str = TEST_REDE) -> None:
        self._writer = writer
        self._no = no
        self._registry = Registry(MODELS)
        self._sealer = Sealer(rede, ManualClock(START_MS), SeededIds("sorteios"))
        self.now_ms = START_MS
        self._tail = log_append.load_tail(writer.cursor, writer.dialect, no, 0)
        self._batch = log_append.Batch(self._tail, None, self.now_ms)
        self._head: FeedHead = self._tail.feed_head()
        self._last_id: str | None = None

    def put(self, tipo: str, made: Made, causa: str | None = None) -> str:
        """See ``Log.put``."""
        self.now_ms += MINUTE_MS
        last = self._head.last_hash
        prev = None if last is None else last.hex()
        point = SealPoint(prev, self._last_id, format_timestamp(self.now_ms))
        payload = made(point) if callable(made) else made
        contract = self._registry.for_publishing(tipo)
        sealed = self._sealer.seal(
            NewEvent(tipo, payload, sujeito="x"),
            contract,
            origem="D-6a",
            regra_versao=1,
            feed=self._head,
            causa=causa,
            chave_derivacao=None,
            correlacao_id=None,
            timestamp_ms=self.now_ms,
        )
        self._head = self._head.advanced(sealed.event_hash)
        self._last_id = sealed.header.event_id
        self._batch.add(sealed, contract.assuntos(payload))
        if len(self._batch.events) == self.CHUNK:
            self.flush()
        return sealed.event_hash.hex()

    def flush(self) -> None:
        """Write down what is waiting."""
        writer = self._writer
        if not self._batch.events:
            return
        writer.begin()
        self._batch.append(writer.cursor, writer.dialect)
        log_append.save_tail(writer.cursor, writer.dialect, self._tail)
        writer.commit()
        self._batch = log_append.Batch(self._tail, None, self.now_ms)


@dataclass
class Story:
    """What happens around draws. Numbers stand for ids as in ``tests.support.office``."""

    log: Log

    def territory(self, parents: Mapping[int, int | None]) -> None:
        """Units and what each lies in."""
        units = [
            {
                "unidade_civica_id": unidade(one),
                "nivel": 1,
                "codigo": None,
                "nome": f"Unidade {one}",
                "parent_uc_id": None if parent is None else unidade(parent),
            }
            for one, parent in parents.items()
        ]
        self.log.put(
            "territorio.importado",
            {
                "importacao_id": demanda(0),
                "fonte": "teste",
                "lote": 1,
                "lotes": 1,
                "unidades": units,
            },
        )

    def register(self, who: int, unit: int, *, trained: bool | None = True) -> None:
        """Somebody becomes a councillor; ``trained`` None leaves the field out."""
        payload = {
            "conselheiro_id": conselheiro(who),
            "unidade_civica_id": unidade(unit),
            "nivel_atuacao": 1,
            "status": "disponivel",
        }
        more = {} if trained is None else {"capacitacao_concluida": trained}
        self.log.put("conselheiro.cadastrado", {**payload, **more})

    def announce(self, demand: int, unit: int) -> None:
        """D-5 offers a demand."""
        self.log.put(
            "agenda.item_disponível",
            {
                "demanda_id": demanda(demand),
                "unidade_civica_id": unidade(unit),
                "posicao_no_backlog": 1,
                "score_final": 10.0,
                "categoria_id": "1.1",
                "nivel_precedencia": 1,
                "grupo_id": None,
            },
        )

    def draw(
        self, demand: int, unit: int, pool: Sequence[int], at: int | None = None, **forged: Any
    ) -> int:
        """A draw among ``pool``, councillors of unit ``at``; ``forged`` replaces what is told.

        A forged value may be a function of the honest payload. Tells who was drawn.
        """
        winner = ""

        def made(point: SealPoint) -> Payload:
            base = point.prev_event_id or ""
            drawn = sortear(map(conselheiro, pool), base, point.timestamp)
            honest: Payload = {
                "conselheiro_id": drawn.conselheiro_id,
                "demanda_id": demanda(demand),
                "unidade_civica_id": unidade(unit),
                "metodo_sorteio": "fisher_yates",
                "seed_publico": drawn.seed_publico,
                "lista_elegiveis_hash": drawn.lista_elegiveis_hash,
                "posicao_sorteada": drawn.posicao_sorteada,
                "total_elegiveis": len(drawn.elegiveis),
                "timestamp": point.timestamp,
                "elegiveis": list(drawn.elegiveis),
                "seed_base_event_id": base,
                "degrau_unidade_id": unidade(unit if at is None else at),
            }
            for name, value in forged.items():
                honest[name] = value(honest) if callable(value) else value
            nonlocal winner
            winner = honest["conselheiro_id"]
            return {name: value for name, value in honest.items() if value is not ...}

        self.log.put("conselheiro.sorteado", made)
        return int(winner[-12:], 16)

    def nobody(self, demand: int, unit: int, motivo: str) -> None:
        """A draw that found nobody."""
        self.log.put(
            "sorteio.sem_candidatos",
            {
                "demanda_id": demanda(demand),
                "unidade_civica_id": unidade(unit),
                "total_elegiveis": 0,
                "motivo": motivo,
            },
        )

    def refuse(self, demand: int, who: int, unit: int = 1, motivo: str | None = None) -> None:
        """A councillor gives a demand back."""
        payload = {
            "conselheiro_id": conselheiro(who),
            "demanda_id": demanda(demand),
            "unidade_civica_id": unidade(unit),
            "timestamp": format_timestamp(self.log.now_ms),
        }
        more = {} if motivo is None else {"motivo": motivo}
        self.log.put("conselheiro.atribuicao_recusada", {**payload, **more})

    def finish(
        self, demand: int, who: int, motivo: str = "demanda_concluida", unit: int = 1
    ) -> None:
        """A councillor's work on a demand ends."""
        self.log.put(
            "conselheiro.ciclo_concluído",
            {
                "conselheiro_id": conselheiro(who),
                "demanda_id": demanda(demand),
                "unidade_civica_id": unidade(unit),
                "motivo_encerramento": motivo,
                "total_atualizacoes": 1,
                "data_inicio": format_timestamp(self.log.now_ms),
                "data_fim": format_timestamp(self.log.now_ms),
            },
        )

    def withdraw(self, demand: int) -> None:
        """A demand is withdrawn."""
        self.log.put("demanda.retirada", {"demanda_id": demanda(demand), "motivo": "engano"})

    def join(self, representative: int, *members: int) -> None:
        """Demands are joined under one."""
        self.log.put(
            "duplicidade.agregada",
            {
                "agregado_id": demanda(900),
                "representante_demanda_id": demanda(representative),
                "membros": [{"demanda_id": demanda(one)} for one in members],
                "mecanismo": "confirmacao_coletiva",
                "confirmacoes_gatilho": 3,
                "criterios": {},
            },
        )

    def expire(self, who: int, expirou_em_ms: int, unit: int = 1) -> None:
        """A suspension ends."""
        self.log.put(
            "conselheiro.suspensao_expirada",
            {
                "conselheiro_id": conselheiro(who),
                "unidade_civica_id": unidade(unit),
                "expirou_em": format_timestamp(expirou_em_ms),
            },
        )

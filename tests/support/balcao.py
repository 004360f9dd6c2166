"""The counter for tests: an office with the colonies that take demands in, and its services."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from app.services.leitura import BancoLeitor
from core.base.territorio.distancia import Ponto
from core.colonies.c1_cidadaos.colony import CIDADAOS
from core.colonies.d1a_captura.api.registro import Pedido, registrar_demanda
from core.colonies.d1a_captura.colony import CAPTURA
from core.colonies.d1a_captura.rules import Consentimentos, Lugar
from core.colonies.d1b_normalizacao.colony import NORMALIZACAO
from core.colonies.escritorio.colony import ESCRITORIO
from core.kernel.clock import format_timestamp
from core.kernel.colony import Colony, Context, Decisao, Recibo, no_keys
from core.kernel.engine.engine import Engine
from core.kernel.event import Event, NewEvent
from core.kernel.store.statement import Cursor, Dialect
from tests.support.office import TEST_NO, Office, demanda

T = TypeVar("T")

MODERATION: Final = Colony(
    id="D-1d",
    prefixo="d1d",
    nome="Moderação",
    publica=("denylist.atualizada",),
    apply={},
    chaves=no_keys,
)
COUNTER: Final = (ESCRITORIO, CIDADAOS, CAPTURA, NORMALIZACAO, MODERATION)
ATENDENTE: Final = {"conta_id": "44444444-0000-4000-8000-000000000001", "papel": "atendente"}
OUTRO: Final = {"conta_id": "44444444-0000-4000-8000-000000000002", "papel": "atendente"}
MODERADOR: Final = {"conta_id": "44444444-0000-4000-8000-000000000003", "papel": "moderador"}
CENTRO: Final = Ponto(-7.12, -34.86)
CAIXA: Final = {"sul": -7.3, "oeste": -35.0, "norte": -7.0, "leste": -34.7}
TUDO: Final = Consentimentos(
    tratamento=True, publicacao_texto=True, publicacao_imagem=True, contato=True
)


def cidadao(n: int) -> str:
    """A citizen's id for tests."""
    return f"33333333-0000-4000-8000-{n:012x}"


def pedido(texto: str = "Falta água na Rua das Flores, 120", **more: Any) -> Pedido:
    """Something to register, complete; ``more`` are other fields of ``Pedido``."""
    fields: dict[str, Any] = {
        "lugar": Lugar("ponto", CENTRO),
        "canal": "balcao",
        "anonimo_id": cidadao(1),
        "consentimentos": TUDO,
        "termos_versao": "1.0",
    }
    return Pedido(texto=texto, **{**fields, **more})


@dataclass
class Counter:
    """An office with the counter's colonies and a started engine; also ``Escrita``."""

    office: Office
    engine: Engine = field(init=False)

    def __post_init__(self) -> None:
        self.office.colonies = COUNTER
        self.engine = self.office.engine()

    def restart(self) -> None:
        """Close and open again."""
        self.engine = self.office.restart()

    def configure(
        self, caixa: dict[str, float] | None = CAIXA, fuso: str = "America/Recife"
    ) -> None:
        """Say which area the office serves."""
        payload: dict[str, Any] = {"nome": "Teste", "fuso": fuso, "unidades": []}
        if caixa is not None:
            payload["caixa"] = caixa
        self.engine.publicar("ESC", NewEvent("escritorio.configurado", payload, sujeito=TEST_NO))

    def deny(self, *termos: str, versao: int = 1) -> None:
        """Publish a denylist."""
        payload = {"versao": versao, "termos": list(termos)}
        self.engine.publicar("D-1d", NewEvent("denylist.atualizada", payload, sujeito="denylist"))

    def register(self, wanted: Pedido | None = None, **more: Any) -> dict[str, Any]:
        """Register and let everything follow; the answer."""
        decide = registrar_demanda(TEST_NO, 0, wanted or pedido(), ATENDENTE)
        answer = self.engine.executar("D-1a", decide, **more).result().resposta
        self.engine.aguardar_ocioso()
        found: dict[str, Any] = answer
        return found

    def events(self, tipo: str) -> list[Event]:
        """The events of a type, in log order."""
        return [event for event in self.office.events() if event.tipo == tipo]

    def read(self, read: Callable[..., T], *args: Any, **more: Any) -> T:
        """A query over a read-only connection."""
        with self.leitor.ler() as (cursor, dialect):
            return read(cursor, dialect, *args, **more)

    @property
    def leitor(self) -> BancoLeitor:
        """Reads without keeping connections."""
        return BancoLeitor(self.office.database, keep=0)

    def now(self) -> str:
        """The office clock."""
        return format_timestamp(self.office.clock.now_ms())

    def executar(
        self,
        colonia: str,
        decide: Callable[[Context], Decisao],
        *,
        comando_id: str | None = None,
        chaves: frozenset[str] = frozenset(),
        paciente: bool = False,
    ) -> Future[Recibo]:
        """See ``Escrita.executar``."""
        return self.engine.executar(
            colonia, decide, comando_id=comando_id, chaves=chaves, paciente=paciente
        )

    def local(self, work: Callable[[Cursor, Dialect], T], /) -> T:
        """See ``Escrita.local``."""

        def run() -> T:
            self.engine.cycle.begin()
            result = work(self.engine.writer.cursor, self.engine.writer.dialect)
            self.engine.cycle.commit()
            return result

        found: Future[T] = self.engine.call(run)
        return found.result()

    def assert_rebuild_equals_live(self) -> None:
        """Nothing is parked, and the projections come out of the log the same."""
        assert self.office.rows("SELECT consumidor, fase, erro FROM dead_letter_queue") == []
        live = self.office.dump()
        self.engine.reconstruir().result()
        self.engine.aguardar_ocioso()
        assert self.office.dump() == live


__all__ = ["COUNTER", "Counter", "cidadao", "demanda", "pedido"]

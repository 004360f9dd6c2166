"""An office with D-1d: texts, reports and files as other colonies flag them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest

from core.colonies.d1d_moderacao import api, queries
from core.colonies.d1d_moderacao.colony import MODERACAO
from core.colonies.d1d_moderacao.queries import FiltroFila, ItemModeracao
from core.colonies.d1d_moderacao.rules import Escolha
from core.kernel.colony import Colony, Recibo, no_keys
from core.kernel.engine.engine import Engine
from core.kernel.errors import UserFacingError
from core.kernel.event import Event, NewEvent
from core.kernel.store.statement import Cursor, Dialect
from tests.support.office import Office, conselheiro, demanda

SOURCE = Colony(
    id="FONTE",
    prefixo="fonte",
    nome="Fonte",
    publica=(
        "anexo.processado",
        "anexo.removido",
        "conselheiro.atualização_publicada",
        "demanda.corrigida",
        "demanda.normalizada",
        "moderacao.decidida",
    ),
    apply={},
    chaves=no_keys,
)
ANA = {"conta_id": "44444444-0000-4000-8000-00000000000a", "papel": "moderador"}
BIA = {"conta_id": "44444444-0000-4000-8000-00000000000b", "papel": "moderador"}
SEALED = frozenset({"titulo", "descricao_limpa", "entidades_extraidas", "midias_descritas"})
WORDS = "O vizinho é um otário e cortou a água"


def normalizada(
    n: int, texto: str = WORDS, *, suspeito: bool = True, corrigida: bool = False, **more: Any
) -> NewEvent:
    """The clean form of a demand's text."""
    payload: dict[str, Any] = {
        "demanda_id": demanda(n),
        "titulo": texto[:40],
        "descricao_limpa": texto,
        "tipo_midia_processada": "texto",
        "coordenadas_validadas": None,
        "confianca_normalizacao": 0.8,
        "origem_normalizacao": "hibrido" if corrigida else "automatico",
        "conteudo_suspeito": suspeito,
        **more,
    }
    if suspeito:
        payload["termos_suspeitos"] = ["otario"]
    return NewEvent(
        "demanda.normalizada",
        payload,
        sujeito=demanda(n),
        restrito=frozenset(SEALED & payload.keys()) if suspeito else frozenset(),
    )


def corrigida(n: int, *campos: str) -> NewEvent:
    """A correction of a demand."""
    payload: dict[str, Any] = {
        "demanda_id": demanda(n),
        "campos": list(campos),
        "motivo": "erro de digitação",
    }
    if "texto" in campos:
        payload["texto"] = "outro"
    return NewEvent("demanda.corrigida", payload, sujeito=demanda(n))


def publicada(n: int, atualizacao_id: str, texto: str = "O otário não atendeu") -> NewEvent:
    """A councillor's report that was flagged."""
    payload = {
        "atualizacao_id": atualizacao_id,
        "demanda_id": demanda(n),
        "conselheiro_id": conselheiro(1),
        "tipo": "contato_realizado",
        "descricao_sanitizada": texto,
        "numero_sequencial": 1,
        "conteudo_suspeito": True,
        "termos_suspeitos": ["otario"],
    }
    restricted = frozenset({"descricao_sanitizada"})
    return NewEvent(
        "conselheiro.atualização_publicada", payload, sujeito=demanda(n), restrito=restricted
    )


def anexo(n: int, a: int, status: str = "pendente", *, sensivel: bool = True) -> NewEvent:
    """A file as D-1c tells of it."""
    digest = f"{a:064x}"
    payload = {
        "demanda_id": demanda(n),
        "anexo_id": demanda(500 + a),
        "url_acesso": f"anexo:{digest}",
        "tipo_mime": "image/jpeg",
        "tamanho_bytes": 1000,
        "hash_sha256": digest,
        "possui_dado_sensivel": sensivel,
        "moderacao_status": status,
        "via": "captura",
        "object_key_temp": f"{a:x}" * 8,
        "categoria_sensivel": "pessoa",
        "indice": a,
    }
    restricted = frozenset({"url_acesso", "hash_sha256"}) if sensivel else frozenset()
    return NewEvent("anexo.processado", payload, sujeito=demanda(n), restrito=restricted)


def refused(code: str) -> pytest.RaisesExc[UserFacingError]:
    """Expect a refusal of this code."""
    return pytest.raises(UserFacingError, match=re.escape(code))


@dataclass
class Desk:
    """The office under test, and what is asked of it."""

    office: Office

    @property
    def engine(self) -> Engine:
        """The running engine; started at the first question."""
        return self.office.engines[-1] if self.office.engines else self.office.engine()

    def publicar(self, *events: NewEvent) -> None:
        """Publish and let everything follow."""
        for event in events:
            self.engine.publicar("FONTE", event)
        self.engine.aguardar_ocioso()

    def executar(self, decide: api.Decide) -> Any:
        """Run a command and let everything follow; the answer."""
        receipt: Recibo = self.engine.executar("D-1d", decide).result()
        self.engine.aguardar_ocioso()
        return receipt.resposta

    def decidir(
        self, item: ItemModeracao | str, decisao: str, ator: dict[str, str] = ANA, **more: Any
    ) -> Any:
        """Decide on an item."""
        item_id = item if isinstance(item, str) else item.item_id
        return self.executar(api.decidir(Escolha(item_id=item_id, decisao=decisao, **more), ator))

    def remover(self, item: ItemModeracao, **more: Any) -> Any:
        """Remove an item, with a reason and a second account."""
        given = {"motivo": "ofensa", "segunda_conta": BIA["conta_id"], **more}
        return self.decidir(item, "removido", **given)

    def fila(self, status: str | None = "pendente", **more: Any) -> list[ItemModeracao]:
        """The queue."""
        found: list[ItemModeracao] = self.read(
            queries.read_queue, FiltroFila(status=status, **more), 1_000
        )
        return found

    def item(self, item_id: str) -> ItemModeracao:
        """One item as it stands."""
        found: ItemModeracao = self.read(queries.read_item, item_id)
        return found

    def said(self) -> list[Event]:
        """Decisions, in log order."""
        return [event for event in self.office.events() if event.tipo == "moderacao.decidida"]

    def read(self, function: Any, *args: Any, **more: Any) -> Any:
        """One of D-1d's queries."""
        reader = self.office.database.open_reader()
        try:
            return function(reader.cursor, reader.dialect, *args, **more)
        finally:
            reader.close()

    def local(self, work: Any) -> Any:
        """Write local rows."""

        def run() -> Any:
            writer = self.engine.writer
            self.engine.cycle.begin()
            cursor: Cursor = writer.cursor
            dialect: Dialect = writer.dialect
            result = work(cursor, dialect)
            self.engine.cycle.commit()
            return result

        return self.engine.call(run).result()

    def check(self) -> None:
        """Nothing is parked, and folding from nothing gives the very same rows."""
        rows = self.office.rows("SELECT consumidor, fase, tipo, erro FROM dead_letter_queue")
        assert rows == []
        live = self.office.dump()
        self.engine.reconstruir().result()
        self.engine.aguardar_ocioso()
        assert self.office.dump() == live


@pytest.fixture
def desk(office: Office) -> Desk:
    """An office on each of the two databases."""
    office.colonies = (SOURCE, MODERACAO)
    return Desk(office)

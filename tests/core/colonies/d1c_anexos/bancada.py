"""An office with files: the counter's colonies, D-1c, D-7, a store, something that looks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.base.midia.classificador import Classificacao
from core.base.midia.limpeza import MidiaGuardada, limpar
from core.colonies.c1_cidadaos.colony import CIDADAOS
from core.colonies.d1a_captura.colony import CAPTURA
from core.colonies.d1b_normalizacao.colony import NORMALIZACAO
from core.colonies.d1c_anexos.colony import d1c_colony
from core.colonies.d1c_anexos.handlers import APAGAR
from core.colonies.d1c_anexos.trabalhos import Portas
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.colonies.escritorio.colony import ESCRITORIO
from core.kernel.colony import Colony, no_keys
from core.kernel.event import NewEvent
from core.kernel.store.attachments import AttachmentStore
from tests.support.balcao import Counter, pedido
from tests.support.office import Office, conselheiro, demanda

FONTE = Colony(
    id="D-1d",
    prefixo="fonte",
    nome="Fonte",
    publica=("moderacao.decidida", "denylist.atualizada"),
    apply={},
    chaves=no_keys,
)
RELATO = Colony(
    id="D-6b",
    prefixo="relato",
    nome="Relato",
    publica=("conselheiro.atualização_registrada",),
    apply={},
    chaves=no_keys,
)
DOZE = Colony(
    id="D-12",
    prefixo="doze",
    nome="Doze",
    publica=("demanda.evidencia_adicionada",),
    apply={},
    chaves=no_keys,
)
CLEAN = Classificacao(nsfw=0.01, pessoa=0.02, documento=0.0, modelos=("olho@1",))


class Olho:
    """Looks at files: answers what it was told to, counts, or fails."""

    def __init__(self) -> None:
        self.answer: Classificacao | Exception | None = None
        self.seen: list[str] = []

    def classificar(self, conteudo: bytes, mime: str, /) -> Classificacao | None:
        self.seen.append(mime)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Bancada(Counter):
    """See the module."""

    def __init__(self, office: Office, folder: Path) -> None:
        self.store = AttachmentStore(folder)
        self.olho = Olho()
        self.office = office
        office.attachments = self.store
        office.colonies = (
            ESCRITORIO,
            CIDADAOS,
            CAPTURA,
            NORMALIZACAO,
            d1c_colony(Portas(self.store, lambda: self.olho)),
            TRANSPARENCIA,
            FONTE,
            DOZE,
            RELATO,
        )
        office.executors = {APAGAR: self._delete}
        self.deleted: list[str] = []
        self.engine = office.engine()

    def _delete(self, dados: Mapping[str, Any]) -> None:
        self.deleted.append(dados["sha256"])
        self.store.remove(dados["sha256"])

    def keep(self, content: bytes, nome: str = "") -> MidiaGuardada:
        """Through the pipeline into the store."""
        made = limpar(content)
        return MidiaGuardada(
            sha256=self.store.put(made.conteudo),
            tamanho_bytes=len(made.conteudo),
            mime=made.mime,
            hash_origem=made.hash_origem,
            nome=nome,
        )

    def take(self, n: int, *files: MidiaGuardada, **more: Any) -> list[str]:
        """Register a demand with files, let everything follow; the files' ids."""
        self.register(pedido(f"Buraco número {n}", demanda_id=demanda(n), midias=files, **more))
        self.settle()
        return [
            event.payload["anexo_id"]
            for event in self.events("anexo.processado")
            if event.payload["demanda_id"] == demanda(n)
        ]

    def decide(self, anexo_id: str, decisao: str, n: int = 1, **more: Any) -> None:
        """A moderator's decision on a file."""
        payload = {
            "item_id": demanda(900),
            "tipo": "anexo",
            "referencia_id": anexo_id,
            "decisao": decisao,
            "moderador_id": conselheiro(90),
            "demanda_id": demanda(n),
            **more,
        }
        self.engine.publicar("D-1d", NewEvent("moderacao.decidida", payload, sujeito=anexo_id))
        self.settle()

    def settle(self) -> None:
        """Until nothing is left to be done, trabalhos and effects too."""
        self.engine.aguardar_ocioso(trabalhos=True)

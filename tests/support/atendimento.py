"""The counter for tests: a really founded office on the demonstration's territory, engine inline."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from app.bootstrap.abertura import Aplicacao, abrir, opened
from app.bootstrap.atendimento import servico_atendimento
from app.bootstrap.territorio import importar_demonstracao
from app.services.atendimento import AtendimentoService
from app.services.atendimento_ficha import Ficha
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.base.territorio.unidade import DEMONSTRACAO, unidade_id
from core.kernel.event import NewEvent
from tests.support.command_line import CommandLine

ATENDENTE: Final = {"conta_id": "44444444-0000-4000-8000-000000000001", "papel": "atendente"}
OUTRA: Final = {"conta_id": "44444444-0000-4000-8000-000000000002", "papel": "atendente"}
OPERADOR: Final = {"conta_id": "44444444-0000-4000-8000-000000000003", "papel": "operador"}
PORTO: Final = unidade_id(DEMONSTRACAO, 4, "DM-11001", None, "")
CENTRO_DO_PORTO: Final = unidade_id(DEMONSTRACAO, 2, "DM-11001-01", None, "")
CAIXA: Final = {"sul": -20.7, "oeste": -37.0, "norte": -20.5, "leste": -36.7}
POSTE: Final = Ficha(
    texto="O poste em frente à padaria está apagado há uma semana, a rua fica escura",
    precisao="ponto",
    local="-20,597; -36,938",
    lat=-20.597,
    lng=-36.938,
    publicacao_texto=True,
)


@dataclass
class Balcao:
    """An open office and its counter."""

    app: Aplicacao
    servico: AtendimentoService

    def outra_janela(self) -> AtendimentoService:
        """Another window over the same office."""
        return servico_atendimento(self.app)

    def registrar(self, ficha: Ficha = POSTE, ator: dict[str, str] = ATENDENTE) -> Any:
        """Register through a draft and let everything follow."""
        done = self.servico.registrar(self.servico.abrir(ator), ficha, ator)
        self.app.engine.aguardar_ocioso()
        return done

    def configurar(self, unidades: tuple[str, ...] = (PORTO,)) -> None:
        """Say what the office serves."""
        payload = {
            "nome": "Regional do Porto",
            "fuso": "America/Recife",
            "unidades": list(unidades),
            "caixa": CAIXA,
        }
        no = self.app.aberto.installation.no
        self.app.engine.publicar("ESC", NewEvent("escritorio.configurado", payload, sujeito=no))
        self.app.engine.aguardar_ocioso()


@contextmanager
def balcao(founded: CommandLine, *, territorio: bool = True) -> Iterator[Balcao]:
    """The counter of a founded office."""
    recursos = Recursos()
    mensagens = Mensagens(recursos.messages_toml())
    with opened(abrir(place_of(founded.folder, None), mensagens, recursos, inline=True)) as app:
        if territorio:
            importar_demonstracao(app)
        found = Balcao(app, servico_atendimento(app))
        found.configurar()
        yield found

"""What there is to moderate in the demonstration: photos, and words that were held back.

Some is decided, some waits, so that the screen of moderation and the galleries have something to
show. Telephone numbers are of the range that nobody is given. Everything goes through the services.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.captura import servico_demandas, servico_midias
from app.bootstrap.demonstracao import fotos
from app.bootstrap.moderacao import servico_moderacao
from app.services.demandas import NovaDemanda
from app.services.escrita import Ator
from core.base.territorio.distancia import Ponto
from core.colonies.d1a_captura.rules import Consentimentos, Lugar
from core.colonies.d1d_moderacao.queries import FiltroFila

AGREED: Final = Consentimentos(tratamento=True, publicacao_texto=True, publicacao_imagem=True)


@dataclass(frozen=True, slots=True)
class Cena:
    """A demand of the story.

    Args:
        texto: what the resident says.
        fotos: what they bring.
        decisao: of everything that waits for a moderator; None leaves it waiting.
    """

    texto: str
    fotos: tuple[Callable[[], bytes], ...] = ()
    decisao: str | None = None


CENAS: Final[Mapping[int, Cena]] = {
    126: Cena(
        "Buraco fundo na Rua do Sossego, em frente à padaria, enche de água quando chove",
        (fotos.buraco,),
        "aprovado",
    ),
    131: Cena(
        "Poste apagado há duas semanas na Rua da Ladeira, a calçada fica no escuro",
        (fotos.poste, fotos.buraco),
        "aprovado",
    ),
    137: Cena("O vizinho põe som alto toda noite, liguem para (27) 5550-0142", (), "bloqueado"),
    143: Cena(
        "Entulho largado na esquina da Rua das Acácias tapa a passagem dos carrinhos",
        (fotos.entulho,),
    ),
    146: Cena("Falta água desde ontem, meu telefone é (27) 5550-0187, avisem quando voltar"),
}
"""Day of the story -> what happens on it."""


class Moderados:
    """Plays the scenes over an open office.

    Args:
        app: its engine runs in this thread.
        atendente: takes the demands in.
        moderador: decides.
    """

    def __init__(self, app: Aplicacao, atendente: Ator, moderador: Ator) -> None:
        self._app = app
        self._clerk = atendente
        self._moderator = moderador

    def dia(self, numero: int, ponto: Ponto) -> bool:
        """What happens on a day, at a place; False where nothing does."""
        cena = CENAS.get(numero)
        if cena is None:
            return False
        named = [(f"foto {n}.jpg", draw()) for n, draw in enumerate(cena.fotos, 1)]
        kept = servico_midias(self._app).receber(named, self._clerk).guardadas if named else ()
        done = servico_demandas(self._app).registrar(
            NovaDemanda(
                texto=cena.texto,
                lugar=Lugar("ponto", ponto=ponto),
                consentimentos=AGREED,
                midias=kept,
            ),
            self._clerk,
        )
        self._app.engine.aguardar_ocioso(trabalhos=True)
        if cena.decisao is not None:
            self._decide(done.demanda_id, cena.decisao)
        return True

    def _decide(self, demanda_id: str, decisao: str) -> None:
        service = servico_moderacao(self._app)
        for line in service.pagina(FiltroFila(demanda_id=demanda_id)).itens:
            item = line.item
            service.decidir(item.item_id, decisao, self._moderator, versao_vista=item.versao_vista)
        self._app.engine.aguardar_ocioso()

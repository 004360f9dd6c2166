"""Demands that moderation is about, in the demonstration office of ``vivo``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.services.mapa_vistas import Caixa, FiltroDoMapa, Vista
from app.services.moderacao import ModeracaoService
from app.services.moderacao_item import Item
from core.base.midia.limpeza import MidiaGuardada, limpar
from core.base.territorio.distancia import Ponto
from core.colonies.d1a_captura.api.registro import Pedido, registrar_demanda
from core.colonies.d1a_captura.rules import Consentimentos, Lugar
from core.kernel.event import NewEvent
from core.kernel.store.attachments import FOLDER, AttachmentStore
from tests.support.vivo import Vivo

ANA: Final = {"conta_id": "44444444-0000-4000-8000-00000000000a", "papel": "moderador"}
BIA: Final = {"conta_id": "44444444-0000-4000-8000-00000000000b", "papel": "moderador"}
BALCAO: Final = {"conta_id": "44444444-0000-4000-8000-00000000000d", "papel": "atendente"}
OPERADORA: Final = {"conta_id": "44444444-0000-4000-8000-00000000000e", "papel": "operador"}
EVERYWHERE: Final = Vista(Caixa(-90.0, -180.0, 90.0, 180.0), 12)
TERMO: Final = "zurrapa"
"""An invented term of the denylist."""


@dataclass(frozen=True)
class Registrada:
    """A demand of this story."""

    demanda_id: str
    protocolo: str
    texto: str


def negar(vivo: Vivo, *termos: str) -> None:
    """Tell a denylist."""
    payload = {"versao": 1, "termos": list(termos or (TERMO,))}
    vivo.app.engine.publicar("D-1d", NewEvent("denylist.atualizada", payload, sujeito="denylist"))
    vivo.ocioso()


def guardar(vivo: Vivo, conteudo: bytes, nome: str = "foto.jpg") -> MidiaGuardada:
    """A file through the pipeline into the office's store."""
    made = limpar(conteudo)
    sha256 = AttachmentStore(vivo.lugar.dados / FOLDER).put(made.conteudo)
    return MidiaGuardada(
        sha256=sha256,
        tamanho_bytes=len(made.conteudo),
        mime=made.mime,
        hash_origem=made.hash_origem,
        nome=nome,
    )


def registrar(
    vivo: Vivo,
    texto: str,
    *,
    publica: bool = True,
    n: int = 1,
    midias: Sequence[MidiaGuardada] = (),
    cidadao_id: str | None = None,
) -> Registrada:
    """Take a demand in at the counter and let everything follow."""
    near = min(
        vivo.servicos.mapa.mapa.na_tela(EVERYWHERE, FiltroDoMapa()).linhas,
        key=lambda one: one.demanda_id,
    )
    wanted = Pedido(
        texto=texto,
        lugar=Lugar("ponto", Ponto(near.lat + n / 50_000, near.lng)),
        canal="balcao",
        anonimo_id=f"33333333-0000-4000-8000-{n:012x}",
        consentimentos=Consentimentos(
            tratamento=True, publicacao_texto=publica, publicacao_imagem=True, contato=False
        ),
        termos_versao="1.0",
        midias=midias,
        cidadao_id=cidadao_id,
    )
    installation = vivo.app.aberto.installation
    decide = registrar_demanda(installation.no, installation.epoca, wanted, BALCAO)
    answer = vivo.app.engine.executar("D-1a", decide).result().resposta
    vivo.app.engine.aguardar_ocioso(trabalhos=bool(midias))
    return Registrada(answer["demanda_id"], answer["protocolo"], texto)


def suspeitas(vivo: Vivo, total: int) -> list[Registrada]:
    """So many demands that wait for a moderator."""
    negar(vivo)
    return [
        registrar(vivo, f"Essa {TERMO} da rua {n} não tem luz há {n + 1} dias", n=n)
        for n in range(1, total + 1)
    ]


def descrever(vivo: Vivo, registrada: Registrada, *ditas: str) -> None:
    """Have said of a demand's files, in order, what a model would have said."""
    payload = {
        "demanda_id": registrada.demanda_id,
        "titulo": registrada.texto[:60],
        "descricao_limpa": registrada.texto,
        "tipo_midia_processada": "imagem",
        "coordenadas_validadas": None,
        "confianca_normalizacao": 0.8,
        "origem_normalizacao": "automatico",
        "conteudo_suspeito": False,
        "midias_descritas": [
            {"indice": place, "descricao": said, "traduzida": True, "modelo": "olho@1"}
            for place, said in enumerate(ditas)
        ],
    }
    event = NewEvent("demanda.normalizada", payload, sujeito=registrada.demanda_id)
    vivo.app.engine.publicar("D-1b", event)
    vivo.ocioso()


def item_de(service: ModeracaoService, registrada: Registrada, tipo: str = "texto") -> Item:
    """The item about a demand's text, or its first file."""
    for status in ("pendente", "aprovado", "bloqueado", "removido"):
        found = service.pagina(
            service.filtro(status=status, tipo=tipo, demanda_id=registrada.demanda_id)
        ).itens
        if found:
            return service.abrir(found[0].item.item_id)
    raise AssertionError(registrada)

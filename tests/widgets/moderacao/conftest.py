"""Moderation in memory for tests of its screen: items, decisions, and what was asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.services.contas import ContasService
from app.services.denylist import Achado, Carregada, DenylistService, Enviada, Previa
from app.services.linha_do_tempo import LinhaDoTempo, LinhaDoTempoService
from app.services.moderacao import ModeracaoService
from app.services.moderacao_item import Feita, Item
from app.services.moderacao_vistas import Linha, Pagina, Resultado, Trilha
from core.colonies.d1d_moderacao.queries import (
    Anotacao,
    Decisao,
    Descricao,
    FiltroFila,
    ItemModeracao,
    Lista,
    Reserva,
)
from core.kernel.errors import UserFacingError
from tests.support.office import demanda
from tests.widgets.conftest import Ui
from widgets.moderacao.screen import ModeracaoScreen

DESDE = "2026-11-29T12:00:00.000Z"
ANA = "44444444-0000-4000-8000-000000000009"
DECIDED = Decisao(
    demanda(1), "texto", demanda(1), "bloqueado", False, False, "ofensa", ANA, DESDE, "e1", "ab"
)  # fmt: skip


def linha(n: int, **more: Any) -> Linha:
    """A line of the queue."""
    values: dict[str, Any] = {
        "item_id": demanda(n),
        "demanda_id": demanda(n),
        "tipo": "texto",
        "referencia_id": demanda(n),
        "status": "pendente",
        "is_vigente": True,
        "is_bloqueado_ja": False,
        "tipo_mime": None,
        "indice": None,
        "midia_object_key": None,
        "url_acesso": None,
        "motivo": ("zurrapa", "padrao:cpf"),
        "titulo": f"título {n}",
        "trecho": f"texto {n} com zurrapa",
        "tem_conteudo": True,
        "versao_vista": f"v{n}",
        "entrou_em": DESDE,
        "decidido_em": None,
        "causa": None,
        "via": None,
        "quer_opiniao": False,
    }
    return Linha(ItemModeracao(**{**values, **more}), f"BCDF-00000{n}-47")


def item_of(one: Linha, **more: Any) -> Item:
    """Everything about it."""
    text = one.item.trecho
    start = -1 if text is None else text.find("zurrapa")
    values: dict[str, Any] = {
        "item": one.item,
        "texto": text,
        "bruto": None,
        "marcas": ((start, start + 7),) if start >= 0 else (),
        "protocolo": one.protocolo,
        "publica": None,
        "unidade": "Centro · Cidade",
        "endereco": "Rua das Flores",
        "historico": (),
        "notas": (),
        "descricao": None,
        "reserva": None,
        "consente": True,
        "autores": frozenset(),
    }
    return Item(**{**values, **more})


@dataclass
class FakeModeracao(ModeracaoService):
    """Items in memory; what was asked is remembered."""

    items: list[Linha] = field(default_factory=list)
    more: dict[str, dict[str, Any]] = field(default_factory=dict)
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    holders: dict[str, str] = field(default_factory=dict)
    refuses: BaseException | None = None
    late: bool = False
    picture: bytes | None = None

    @override
    def pagina(
        self, filtro: FiltroFila | None = None, limite: int = 100, depois: str | None = None
    ) -> Pagina:
        wanted = filtro or FiltroFila()
        found = [
            one
            for one in self.items
            if wanted.status in {None, one.item.status}
            and wanted.tipo in {None, one.item.tipo}
            and wanted.demanda_id in {None, one.item.demanda_id}
        ]
        waiting = sum(one.item.status == "pendente" for one in self.items)
        counts = {("pendente", "texto"): waiting} if waiting else {}
        return Pagina(tuple(found[:limite]), "x/y" if len(found) > limite else None, counts)

    @override
    def abrir(self, item_id: str) -> Item:
        one = next(one for one in self.items if one.chave == item_id)
        return item_of(one, **self.more.get(item_id, {}))

    @override
    def imagem(self, item: ItemModeracao) -> bytes | None:
        return self.picture

    @override
    def trilha(self, conta_id: str, desde: str = "", limite: int = 100) -> Trilha:
        return Trilha((DECIDED,), {"bloqueado": 1}, {demanda(1): "BCDF-000001-47"})

    @override
    def reservar(self, item_id: str, conta_id: str, nome: str) -> Reserva:
        self.asked.append(("reservar", item_id[-1]))
        who = self.holders.get(item_id, conta_id)
        return Reserva(who, nome if who == conta_id else "Rita", "2026-11-30T18:00:00.000Z")

    @override
    def soltar(self, item_id: str, conta_id: str) -> None:
        self.asked.append(("soltar", item_id[-1]))

    @override
    def decidir(
        self,
        item_id: str,
        decisao: str,
        ator: Any,
        *,
        versao_vista: str | None = None,
        motivo: str | None = None,
    ) -> Resultado:
        self.asked.append((decisao, item_id[-1], versao_vista, motivo))
        if self.refuses is not None:
            raise self.refuses
        if self.late:
            self._become(item_id, "bloqueado")
            return Resultado(item_id, item_id, "bloqueado", is_minha=False, moderador="Rita")
        self._become(item_id, decisao)
        return Resultado(item_id, item_id, decisao, is_minha=True)

    @override
    def decidir_varios(
        self,
        vistos: Sequence[tuple[str, str]],
        decisao: str,
        ator: Any,
        *,
        motivo: str | None = None,
    ) -> tuple[int, int]:
        for key, seen in vistos:
            self.asked.append((decisao, key[-1], seen, motivo))
            self._become(key, decisao)
        return len(vistos), 0

    @override
    def reverter(
        self,
        item_id: str,
        ator: Any,
        *,
        versao_vista: str | None = None,
        motivo: str | None = None,
    ) -> Resultado:
        self.asked.append(("reverter", item_id[-1]))
        one = next(one for one in self.items if one.chave == item_id)
        opposite = "bloqueado" if one.item.status == "aprovado" else "aprovado"
        self._become(item_id, opposite)
        return Resultado(item_id, item_id, opposite, is_minha=True)

    @override
    def remover(
        self,
        item_id: str,
        motivo: str,
        segunda_conta: str,
        ator: Any,
        *,
        versao_vista: str | None = None,
        remover_texto_demanda: bool = False,
    ) -> Resultado:
        self.asked.append(("remover", item_id[-1], motivo, segunda_conta, remover_texto_demanda))
        self._become(item_id, "removido")
        return Resultado(item_id, item_id, "removido", is_minha=True, partes=3, copias=("/c/a.db",))

    @override
    def anotar(
        self, item: ItemModeracao, ator: Any, nome: str, texto: str, *, quer_opiniao: bool = False
    ) -> None:
        self.asked.append(("anotar", item.item_id[-1], nome, texto, quer_opiniao))

    def _become(self, item_id: str, status: str) -> None:
        at = next(at for at, one in enumerate(self.items) if one.chave == item_id)
        one = self.items[at]
        self.items[at] = replace(one, item=replace(one.item, status=status))


@dataclass
class FakeDenylist(DenylistService):
    """A list in memory."""

    terms: tuple[str, ...] = ("zurrapa",)
    version: int = 1
    refuses: BaseException | None = None

    @override
    def mostrar(self, ator: Any) -> Lista:
        return Lista(self.version, self.terms, None, DESDE)

    @override
    def prever(self, linhas: Sequence[str], ator: Any, progresso: Any = None) -> Previa:
        if self.refuses is not None:
            raise self.refuses
        found = Achado(demanda(1), "BCDF-000001-47", ("bobo",), "seu bobo", is_novo=True)
        return Previa(len(linhas), 10, 2, 1, 1, {"bobo": 2}, {"texto": 1, "relato": 1}, (found,))

    @override
    def enviar(self, ator: Any, progresso: Any = None) -> Enviada:
        return Enviada(1, {"relato": 2})

    @override
    def carregar(
        self,
        linhas: Sequence[str],
        ator: Any,
        *,
        versao_vista: int | None = None,
        motivo: str | None = None,
    ) -> Carregada:
        if self.refuses is not None:
            raise self.refuses
        is_new = tuple(linhas) != self.terms
        self.terms, self.version = tuple(linhas), self.version + is_new
        return Carregada(self.version, len(linhas), is_new)


class FakeContas(ContasService):
    """Every name and password is right, and a moderator's."""

    def __init__(self) -> None:
        """Over nothing."""

    @override
    def entrar(self, nome: str, senha: str) -> Any:
        if senha != "certa":
            raise UserFacingError("conta.senha_errada")
        return type("Conta", (), {"conta_id": "segunda", "papeis": ("moderador",)})()


class FakeStory(LinhaDoTempoService):
    """No lines."""

    def __init__(self) -> None:
        """Over nothing."""

    @override
    def ler(self, quem: str, limite: int = 50, depois: str | None = None) -> LinhaDoTempo:
        return LinhaDoTempo(quem, None, None, (), None)


@dataclass
class Bench:
    """The screen and what is behind it."""

    screen: ModeracaoScreen
    service: FakeModeracao
    denylist: FakeDenylist


@pytest.fixture
def bench(ui: Ui, host: QWidget) -> Bench:
    """A screen over three items that wait."""
    service = FakeModeracao([linha(n) for n in (1, 2, 3)])
    denylist = FakeDenylist()
    screen = ModeracaoScreen(
        service,
        denylist,
        FakeContas(),
        FakeStory(),
        ui.context,
        host,
    )
    screen.resize(1_100, 760)
    host.show()
    screen.show()
    screen.activate()
    ui.settle()
    return Bench(screen, service, denylist)


__all__ = ["Anotacao", "Bench", "Descricao", "Feita", "item_of", "linha"]

"""Auditoria do sorteio before it is built. Target: a demand, whose draws are then listed."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from app.services.pacote_auditado import (
    FluxoConferido,
    PacoteAuditado,
    RankingDoPacote,
    Refeito,
    SorteioDoPacote,
)
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View
from widgets.sorteio.key_dialog import KeyDialog
from widgets.sorteio.screen import KEY, SorteioScreen

_TABS = (
    "sorteio",
    "sorteio-fila",
    "sorteio-conferir",
    "sorteio-colar",
    "sorteio-pacote",
    "sorteio-papeis",
)

_NO = "a960a836534da6f3efaa3e079a37f51e"
_WHEN = "2026-05-29T12:00:00.000Z"
_ROOT = "8d1f" * 16


def _draw(number: int, sentence: str = "") -> SorteioDoPacote:
    return SorteioDoPacote(
        carimbo=f"{number:02x}" * 32,
        tipo="conselheiro.sorteado",
        no=_NO,
        epoca=0,
        seq=number,
        numero=number + 1,
        timestamp=_WHEN,
        demanda_id=f"{number:08d}-0000-4000-8000-000000000001",
        unidade="Boa Vista",
        conselheiro_id=f"{number:08d}-0000-4000-8000-000000000002",
        elegiveis=7,
        frase=sentence,
    )


_SAMPLE = PacoteAuditado(
    arquivo="civico_563a05a0_a960a836534da6f3efaa3e079a37f51e_e0_0-1488_27db9f3d.zip",
    sha256="27db9f3d" * 8,
    tamanho=544_305,
    veredito="aceito",
    motivo="",
    onde=None,
    is_demonstracao=True,
    is_completo=True,
    rede="563a05a0" * 8,
    rede_versao=2,
    no=_NO,
    nome_do_no="Regional de exemplo",
    programa="Formigueiro",
    criado_em=_WHEN,
    raizes=("QK7M-3FZA-2LTX-9WQP-6HDN-4RVC-SB",),
    fluxos=(
        FluxoConferido(
            _NO, "Regional de exemplo", 0, 0, 1_488, _ROOT, _WHEN, 1_488, 0, 2_310, 0, ""
        ),
    ),
    tipos={"conselheiro.sorteado": 3},
    achados=(),
    refeito=Refeito(
        eventos=1_488,
        sorteios=3,
        tentativas=0,
        suspensoes=0,
        sorteios_divergentes=1,
        lista=(
            _draw(412, "A semente não é a que sai da base e do horário."),
            _draw(901),
            _draw(377),
        ),
        pontuacoes=90,
        topos=90,
        parametros=1,
        ranking_divergentes=0,
        unidades=(RankingDoPacote("8b6f1c2e", "Boa Vista", 31, 90, 90, 0),),
        diferencas=(),
        em_espera=0,
    ),
    aviso="",
    relatorio={},
    conferido_em_ms=1_780_315_200_000,
)
"""An opened bundle for pictures; invented."""


def spec(services: Servicos) -> ScreenSpec:
    """The auditor's desk; what it shows is public."""

    def build(context: UiContext, parent: QWidget) -> SorteioScreen:
        return SorteioScreen(
            services.registro_sorteios,
            services.historias,
            services.contas.historico_de_papeis,
            services.auditoria_pacotes,
            services.escritorio.nome,
            context,
            parent,
        )

    views = tuple(View(name, partial(_show_tab, at)) for at, name in enumerate(_TABS))
    story = View("sorteio-passos", _show_steps)
    opened = View("sorteio-pacote-aberto", _show_bundle)
    draws = View("sorteio-pacote-sorteios", _show_bundle_draws)
    views = (*views[:1], story, *views[1:5], opened, draws, *views[5:])
    dialogs = (View("dialogo-abrir-cifrado", _open_key),)
    return ScreenSpec(
        KEY, "Sorteio", "sorteio", build, manual="auditoria", views=views, dialogs=dialogs
    )


def _show_tab(tab: int, screen: SorteioScreen) -> None:
    screen.tabs.setCurrentIndex(tab)
    if not tab:
        # An attempt without anybody has no steps to show.
        screen.filters.show_kind("conselheiro.sorteado")
    if tab == _TABS.index("sorteio-conferir"):
        screen.bulk.verify()


def _show_bundle(screen: SorteioScreen) -> None:
    screen.tabs.setCurrentWidget(screen.bundle)
    screen.bundle.show_found(_SAMPLE)


def _show_bundle_draws(screen: SorteioScreen) -> None:
    screen.bundle.tabs.setCurrentWidget(screen.bundle.draws)


def _show_steps(screen: SorteioScreen) -> None:
    """The cards further down, some exchanges in."""
    screen.split.show_detail()
    screen.story.stepper.go_on()
    screen.story.stepper.go_on()
    screen.story.scroll_to(screen.story.cards["semente"])


def _open_key(screen: SorteioScreen) -> None:
    KeyDialog(screen.context, screen.bundle, has_office=True).open()

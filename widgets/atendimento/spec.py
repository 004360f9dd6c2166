"""Atendimento before it is built. Target: a demand (id or protocol), or ``ponto:lat,lng``."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from app.services.atendimento import Aberto, Rascunho
from app.services.atendimento_consultas import Registro
from app.services.atendimento_ficha import Ficha
from app.services.atendimento_telefones import Contato
from app.services.composicao import Servicos
from app.services.demandas import DemandaAberta
from app.services.impressos.recibo import DadosDoRecibo
from app.services.permissoes import Ato
from widgets.atendimento.columns_dialog import ColumnsDialog
from widgets.atendimento.dialogs import DraftsDialog, LeaveDialog, TermsDialog
from widgets.atendimento.phones_page import PhoneDialog
from widgets.atendimento.screen import KEY, AtendimentoScreen
from widgets.atendimento.withdraw_dialog import WithdrawDialog
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View

_SAMPLE = Ficha(
    texto="O poste da Rua Boa Vista, perto do ponto de ônibus, está com a lâmpada apagada "
    "há uma semana; à noite ninguém passa.",
    precisao="ponto",
    local="-20,5643; -36,7501",
    lat=-20.5643,
    lng=-36.7501,
    referencia="Ao lado da padaria",
    canal="balcao",
    publicacao_texto=True,
)
_HEADINGS = ("relato", "endereço", "bairro", "quando", "tipo")
_PHONE = Contato("3.4", "Iluminação pública", "Central de atendimento", "156", "dia e noite")


def spec(services: Servicos) -> ScreenSpec:
    """The counter."""

    def build(context: UiContext, parent: QWidget) -> AtendimentoScreen:
        return AtendimentoScreen(services, context, parent)

    views = (
        View("atendimento"),
        View("atendimento-ficha", _show_form),
        View("atendimento-faltas", _show_faults),
        View("atendimento-recibo", _show_receipt),
        View("atendimento-hoje", lambda screen: screen.show_page(screen.today)),
        View("atendimento-situacao", partial(_show_status, services)),
        View("atendimento-importar", partial(_show_table, services)),
        View("atendimento-telefones", lambda screen: screen.show_page(screen.phones)),
    )
    return ScreenSpec(
        KEY,
        "Atendimento",
        "atendimento",
        build,
        acts=frozenset({Ato.REGISTRAR}),
        manual="atendimento",
        views=views,
        dialogs=(
            View("dialogo-deixar", lambda screen: LeaveDialog(screen.context, screen).open()),
            View(
                "dialogo-termos",
                lambda screen: TermsDialog(
                    services.atendimento.termos, screen.context, screen
                ).open(),
            ),
            View(
                "dialogo-colunas",
                lambda screen: ColumnsDialog(_HEADINGS, {}, screen.context, screen).open(),
            ),
            View("dialogo-rascunhos", _show_drafts),
            View("dialogo-retirar-hoje", _ask_withdraw),
            View(
                "dialogo-telefone",
                lambda screen: PhoneDialog(_PHONE, screen.context, screen).open(),
            ),
        ),
    )


def _show_form(screen: AtendimentoScreen) -> None:
    screen.show_page(screen.stack)
    screen.attend.show_draft(None, _SAMPLE)


def _show_drafts(screen: AtendimentoScreen) -> None:
    saved, until = "2026-06-01T14:00:00.000Z", "2026-06-01T14:12:00.000Z"
    mine = Rascunho("", "", None, {}, 3, saved, saved)
    other = Rascunho("", "", None, {}, 2, saved, saved, "", until)
    drafts = (
        Aberto(mine, _SAMPLE, em_outra_janela=False, de_quem="Ana Prado"),
        Aberto(other, _SAMPLE, em_outra_janela=True, de_quem="Davi Lima"),
    )
    DraftsDialog(drafts, screen.context, screen).open()


def _ask_withdraw(screen: AtendimentoScreen) -> None:
    row = Registro(
        demanda_id="",
        protocolo="AB7K-000123-45",
        comeco="O poste da Rua Boa Vista está com a lâmpada apagada",
        quando_ms=screen.context.moments.agora_ms(),
        canal="Balcão",
        situacao=None,
        categoria_id="3.4",
        categoria="Iluminação pública",
        unidade="Sítio do Meio",
        pode_retirar=True,
    )
    WithdrawDialog(row, screen.context, screen).open()


def _show_faults(screen: AtendimentoScreen) -> None:
    screen.attend.show_draft(None, Ficha(texto="Luz", local="praça", data="31/02", quem="novo"))
    screen.attend.register()


def _show_receipt(screen: AtendimentoScreen) -> None:
    sample = DadosDoRecibo(
        demanda_id="",
        protocolo="AB7K-000123-45",
        quando_ms=screen.context.moments.agora_ms(),
        canal="Balcão",
        relato=_SAMPLE.texto,
        local=_SAMPLE.referencia,
        unidade="Sítio do Meio · Ilha do Içá",
        data_formulario=None,
        contato=_PHONE,
    )
    screen.show_receipt(sample, "Demanda registrada.")


def _show_status(services: Servicos, screen: AtendimentoScreen) -> None:
    def ask(found: list[DemandaAberta]) -> None:
        if found and found[0].recebida.protocolo:
            screen.open_target(found[0].recebida.protocolo)

    screen.show_page(screen.status)
    screen.context.runner.read(screen, lambda: services.demandas.listar(limite=1), ask)


def _show_table(services: Servicos, screen: AtendimentoScreen) -> None:
    screen.show_page(screen.tables)
    screen.tables.look(services.recursos.path("demonstracao/demandas.csv"))

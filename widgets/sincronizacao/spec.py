"""Sincronização before it is built, and what its pictures show."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from app.services.entrada_rede import ConviteLido, PedidoDeEntrada
from app.services.permissoes import Ato
from app.services.recebimento import FluxoRecebido, NaQuarentena, Recebido
from app.services.sincronizacao import PacoteExportado, Situacao, Vizinho
from app.services.versao_rede import Proposta, VersaoGravada
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View
from widgets.sincronizacao.accept_dialog import AcceptDialog
from widgets.sincronizacao.entry_request_dialog import EntryRequestDialog
from widgets.sincronizacao.export_dialog import ExportDialog
from widgets.sincronizacao.import_dialog import ImportDialog
from widgets.sincronizacao.invite_dialog import InviteDialog
from widgets.sincronizacao.propose_dialog import ProposeDialog
from widgets.sincronizacao.screen import KEY, SincronizacaoScreen
from widgets.sincronizacao.sign_dialog import SignDialog

_HOUR_MS = 3_600_000
_KEYS = ("QK7M-3FZA-2LTX-9WQP-6HDN-4RVC-SB", "T5EJ-UYGO-BX2N-7CKA-LW4P-D3ZR-MV")

SAMPLE_IMPORT = Recebido(
    sha256="11ab9f3d" * 8,
    is_ensaio=True,
    estado="pendente",
    frase="",
    tipos={"demanda.recebida": 31, "conselheiro.sorteado": 12, "moderacao.decidida": 9},
    com_efeito=240,
    sem_efeito=0,
    adiados=0,
    contestados=0,
    pendentes=18,
    criticos=0,
    marcados=(),
    fluxos=(
        FluxoRecebido("2a960a83" * 4, "Regional Beira-Rio", 0, 240, "", None, ""),
        FluxoRecebido(
            "3a960a83" * 4,
            "Regional da Serra",
            0,
            0,
            "Faltam eventos anteriores deste fluxo: peça-os a quem os tem.",
            77,
            "",
        ),
    ),
    alarmes=(),
    completados=0,
)
"""A rehearsal, for pictures; invented."""


SAMPLE_REQUEST = PedidoDeEntrada(
    impressao=_KEYS[1],
    nome="Regional Beira-Rio",
    no="2a960a83" * 4,
    unidades=("Beira-Rio",),
    protocolo="7QK4",
)
SAMPLE_INVITATION = ConviteLido(
    rede="563a05a0" * 8,
    versao=4,
    escritorios=("Regional Centro", "Regional da Serra"),
    raizes=(_KEYS[0],),
    is_entrada=True,
    novas=4,
    epoca=1,
    protocolo_atual="3MWX",
    protocolo="7QK4",
    unidades=("Beira-Rio",),
)
"""A request and the invitation to it, for pictures; invented."""
SAMPLE_VERSION = Proposta(
    versao=5,
    impressao=_KEYS[1],
    faltam=1,
    mudancas=(
        f"passa a valer a chave-raiz {_KEYS[0]}",
        "cada versão seguinte precisa de 2 de 2 assinaturas (agora 1 de 1)",
    ),
    arquivo=b"",
    adotada=False,
)
"""A version on its way, for pictures; invented."""


def sample_of(now_ms: int) -> Situacao:
    """A network of three, for pictures; invented."""

    def peer(number: int, name: str, events: int, seen: int | None, has: int | None) -> Vizinho:
        return Vizinho(
            no=f"{number}a960a83" * 4,
            nome=name,
            is_este=number == 1,
            impressao_registro=_KEYS[0],
            impressao_troca=None if number == 4 else _KEYS[1],
            custodia=("*",) if number == 1 else (),
            eventos=events,
            visto_ms=None if seen is None else now_ms - seen * _HOUR_MS,
            tem=has,
        )

    return Situacao(
        rede="563a05a0" * 8,
        versao=4,
        raizes=(_KEYS[0],),
        limiar=1,
        vizinhos=(
            peer(1, "Regional Centro", 1_488, 0, None),
            peer(2, "Regional Beira-Rio", 912, 26, 1_402),
            peer(3, "Regional da Serra", 77, 24 * 45, None),
            peer(4, "Regional do Porto", 0, None, None),
        ),
        eventos=1_488,
        assinados=1_480,
        is_demo=False,
        pede_senha=True,
    )


def spec(services: Servicos) -> ScreenSpec:
    """The operator's exchange with other offices and auditors."""

    def build(context: UiContext, parent: QWidget) -> SincronizacaoScreen:
        return SincronizacaoScreen(
            services.sincronizacao,
            services.recebimento,
            services.entrada,
            services.versoes,
            services.unidades.procurar,
            services.escritorio.nome,
            context,
            parent,
        )

    views = (
        View("sincronizacao"),
        View("sincronizacao-rede", _show_network),
        View("sincronizacao-exportados", _show_exported),
        View("sincronizacao-quarentena", _show_quarantine),
    )
    dialogs = (
        View("dialogo-exportar", _open_export),
        View("dialogo-importar", _open_import),
        View("dialogo-pedido", lambda screen: screen.ask_request()),
        View("dialogo-preparar-troca", lambda screen: screen.entry.ask_keys()),
        View("dialogo-entrar-rede", _open_entry),
        View("dialogo-convidar", _open_invite),
        View("dialogo-aceitar", _open_accept),
        View("dialogo-mudar-quem-assina", _open_proposal),
        View("dialogo-assinar-versao", _open_version),
        View("dialogo-versao-gravada", _open_written),
        View("dialogo-chave-publica", lambda screen: screen.entry.ask_root_key()),
    )
    return ScreenSpec(
        KEY,
        "Sincronização",
        "atualizar",
        build,
        acts=frozenset({Ato.EXPORTAR, Ato.TROCAR, Ato.ESCRITORIO}),
        manual="sincronizacao",
        views=views,
        dialogs=dialogs,
    )


def _show_network(screen: SincronizacaoScreen) -> None:
    screen.show_found(sample_of(screen.context.moments.agora_ms()))


def _show_exported(screen: SincronizacaoScreen) -> None:
    now = screen.context.moments.agora_ms()
    screen.tabs.setCurrentIndex(1)
    name = "civico_563a05a0_1a960a831a960a831a960a831a960a83_e0_0-1480_27db9f3d.zip"
    screen.exported.show_rows(
        (
            PacoteExportado(now - 3 * _HOUR_MS, name, "27db9f3d" * 8, 512_400, 1_480, (), True, ""),
            PacoteExportado(
                now - 80 * _HOUR_MS, name, "11ab9f3d" * 8, 21_200, 61, ("2a960a83" * 4,), False, ""
            ),
        )
    )


def _show_quarantine(screen: SincronizacaoScreen) -> None:
    now = screen.context.moments.agora_ms()
    screen.tabs.setCurrentWidget(screen.quarantine)
    name = "civico_563a05a0_2a960a832a960a832a960a832a960a83_e0_0-912_11ab9f3d.zip"
    screen.quarantine.show_rows(
        (
            NaQuarentena(
                "5c11ab9f" * 8,
                name,
                "O arquivo está cortado ou tem algo a mais no fim.",
                "",
                381_000,
                True,
                now - 5 * _HOUR_MS,
            ),
        )
    )


def _open_import(screen: SincronizacaoScreen) -> None:
    dialog = ImportDialog(
        screen.importing, Path("civico_563a05a0_2a960a83_e0_0-912.zip"), screen.context, screen
    )
    dialog.show_found(SAMPLE_IMPORT)
    dialog.open()


def _open_export(screen: SincronizacaoScreen) -> None:
    found = sample_of(screen.context.moments.agora_ms())
    ExportDialog(screen.service, found, screen.context, screen).open()


def _open_entry(screen: SincronizacaoScreen) -> None:
    found = sample_of(screen.context.moments.agora_ms())
    EntryRequestDialog(
        screen.entry.service, screen.entry.search, found, screen.context, screen
    ).open()


def _open_invite(screen: SincronizacaoScreen) -> None:
    path = Path("civico_563a05a0_2a960a83.entrada")
    dialog = InviteDialog(screen.entry.service, None, path, screen.context, screen)
    dialog.show_request(SAMPLE_REQUEST)
    dialog.open()


def _open_accept(screen: SincronizacaoScreen) -> None:
    found = sample_of(screen.context.moments.agora_ms())
    path = Path("civico_563a05a0_2a960a83.convite")
    dialog = AcceptDialog(screen.entry.service, path, found, screen.context, screen)
    dialog.show_invitation(SAMPLE_INVITATION)
    dialog.open()


def _open_proposal(screen: SincronizacaoScreen) -> None:
    found = sample_of(screen.context.moments.agora_ms())
    ProposeDialog(screen.entry.versions, found, screen.context, screen).open()


def _sign(screen: SincronizacaoScreen) -> SignDialog:
    path = Path("civico_563a05a0_5.versao")
    return SignDialog(screen.entry.versions, path, screen.context, screen)


def _open_version(screen: SincronizacaoScreen) -> None:
    dialog = _sign(screen)
    dialog.show_read(SAMPLE_VERSION)
    dialog.open()


def _open_written(screen: SincronizacaoScreen) -> None:
    dialog = _sign(screen)
    dialog.show_written(VersaoGravada(Path("civico_563a05a0_5.versao"), SAMPLE_VERSION))
    dialog.open()

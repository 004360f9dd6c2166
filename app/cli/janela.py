"""Opens the office in a window; where it does not open, says why and offers what can be done."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject

from app.bootstrap.abertura import abrir
from app.bootstrap.entrada_rede import entrar
from app.bootstrap.janela import servicos_da_janela
from app.bootstrap.primeira_vez import PreparadorDoEscritorio
from app.cli.ambiente import Ambiente
from app.cli.demonstracao import ensure_demonstration
from app.cli.socorro import restore, verify
from app.desktop.aplicacao import pick_folder, qt_application
from app.desktop.execucao import ask_after_opening_fault, run_desktop
from app.desktop.primeira_vez import ask_first_run
from app.services.entrada_rede import EntradaDecidida
from app.services.falhas import describe
from app.settings.lugares import place_of
from app.settings.versao import VERSAO
from widgets.shell.opening_fault import Choice
from widgets.shell.single_window import SingleWindow


def run_window(ambiente: Ambiente) -> int:
    """Show the office until its window is closed; the exit code."""
    application = qt_application()
    recado = ""
    while True:
        single = SingleWindow(str(ambiente.lugar.configuracao), application)
        if ambiente.lugar.banco is None and single.raise_other():
            return 0
        try:
            ensure_demonstration(ambiente)
            office = abrir(
                ambiente.lugar, ambiente.mensagens, ambiente.recursos, senha=ambiente.senha
            )
        except Exception as error:  # noqa: BLE001 # a window says why, whatever it was
            fault = describe(error, ambiente.mensagens, versao=VERSAO)
            place = ambiente.lugar.banco or str(ambiente.lugar.dados)
            choice = ask_after_opening_fault(fault, place, ambiente.recursos)
            following = _follow(choice, ambiente, application)
            if following is None:
                return 0
            ambiente = following
            continue
        single.listen()
        services = servicos_da_janela(office)
        code = run_desktop(services, single=single, recado=recado)
        if services.entrada.decidida is None:
            return code
        single.close()
        recado = _join(ambiente, services.entrada.decidida)


def _join(ambiente: Ambiente, decidida: EntradaDecidida) -> str:
    """Join the network that was decided for; what came of it, in words for the next window."""
    try:
        chain = entrar(ambiente.lugar, ambiente.mensagens, ambiente.recursos, decidida)
    except Exception as error:  # noqa: BLE001 # the next window says why, whatever it was
        return describe(error, ambiente.mensagens, versao=VERSAO).frase
    return (
        f"Este escritório faz parte da rede {chain.rede[:8]}. Nada do que já estava registrado "
        "mudou. Faça uma cópia nova: as de antes não servem mais aqui."
    )


def _create(ambiente: Ambiente) -> None:
    """Ask what a new office needs, and make it in the named place."""
    lugar, mensagens = ambiente.lugar, ambiente.mensagens
    preparer = PreparadorDoEscritorio(lugar, mensagens, ambiente.recursos)
    say = partial(describe, mensagens=mensagens, versao=VERSAO)
    ask_first_run(str(lugar.dados), preparer, say, ambiente.recursos)


def _follow(choice: Choice, ambiente: Ambiente, owner: QObject) -> Ambiente | None:
    """The surroundings for the next try; None where the person leaves."""
    if choice is Choice.SAIR:
        return None
    if choice is Choice.CRIAR:
        _create(ambiente)
    if choice is Choice.VERIFICAR:
        verify(ambiente, owner)
    if choice is Choice.RESTAURAR:
        restore(ambiente, owner)
    if choice is Choice.OUTRA_PASTA:
        folder = pick_folder("Pasta do escritório", ambiente.lugar.dados)
        if folder is None:
            return ambiente
        return replace(ambiente, lugar=place_of(folder, None), is_demo=False)
    return ambiente

"""A disk that is full when a form is sent: the words stay, a sentence says so, a second try goes."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from app.services.atendimento_ficha import Ficha
from app.services.demanda_lista import Escolha
from app.services.permissoes import Ato
from tests.support.conselheiros import designacao
from tests.widgets.conftest import Mesa
from widgets.atendimento.screen import AtendimentoScreen
from widgets.demandas.screen import DemandasScreen
from widgets.gabinete.screen import GabineteScreen

FICHA = Ficha(
    texto="O poste da Rua Boa Vista está com a lâmpada apagada há uma semana",
    precisao="ponto",
    local="-20,5643; -36,7501",
    lat=-20.5643,
    lng=-36.7501,
    canal="balcao",
    publicacao_texto=True,
)


@contextmanager
def full_disk() -> Iterator[None]:
    """No file of this process takes another byte."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def works_again(mesa: Mesa) -> None:
    """The engine tries again by itself; nobody has to restart the program."""
    mesa.until(lambda: not mesa.vivo.servicos.saude.summary().is_stopped)
    mesa.settle()


def test_at_the_counter(mesa: Mesa) -> None:
    screen = mesa.open("atendimento")
    assert isinstance(screen, AtendimentoScreen)
    screen.attend.form.show_ficha(FICHA)
    with full_disk():
        screen.attend.keeper.touch()
        screen.attend.register()
        mesa.until(lambda: bool(mesa.notices) and screen.attend.button.isEnabled())
    assert "disco" in mesa.notices[-1]
    assert screen.attend.form.ficha == FICHA
    works_again(mesa)
    with full_disk():
        # The draft is on the disk already; the registration is what does not fit.
        screen.attend.register()
        mesa.until(screen.attend.button.isEnabled)
    assert screen.attend.form.ficha == FICHA
    assert screen.stack.currentWidget() is screen.attend
    works_again(mesa)
    before = sum(mesa.vivo.servicos.demandas.contar().values())
    screen.attend.register()
    mesa.until(lambda: screen.stack.currentWidget() is screen.receipt)
    mesa.settle()
    assert sum(mesa.vivo.servicos.demandas.contar().values()) == before + 1


def test_in_a_correction(mesa: Mesa) -> None:
    screen = mesa.open("demandas")
    assert isinstance(screen, DemandasScreen)
    service = mesa.vivo.servicos.demanda_lista
    rows = service.linhas(service.ordem(Escolha(situacoes=("aguardando_vaga",))))
    one = next(row.demanda_id for row in rows if not row.titulo.startswith("("))
    actor = mesa.desktop.context.session.ator(Ato.CORRIGIR)
    acts = mesa.vivo.servicos.demanda_atos
    form = screen.acts.open_form(acts.formulario(one, actor))
    form.text.setPlainText("O buraco cresceu e já tem dois metros")
    form.reason.setText("O morador contou por telefone")
    with full_disk():
        form.submit()
        mesa.until(lambda: not form.refusal.isHidden())
    assert "disco" in form.refusal.text()
    assert form.text.toPlainText() == "O buraco cresceu e já tem dois metros"
    assert form.save.isEnabled()
    works_again(mesa)
    assert acts.formulario(one, actor).vista == 0
    form.submit()
    mesa.until(lambda: acts.formulario(one, actor).vista == 1)
    mesa.settle()


def test_in_a_report(mesa: Mesa) -> None:
    vivo = mesa.vivo
    who = designacao(vivo, begun=False).designacao.conselheiro_id
    screen = mesa.open("gabinete", who)
    assert isinstance(screen, GabineteScreen)
    pane = screen.report
    pane.form.text.setPlainText("Fui ao local e medi o buraco")
    pane.form.choose("status_atualizado", status="em_andamento")
    with full_disk():
        pane.submit()
        mesa.until(lambda: not pane.error.isHidden() or bool(mesa.notices))
        mesa.until(pane.send.isEnabled)
    assert "disco" in f"{pane.error.text()} {mesa.notices}"
    assert pane.form.texto == "Fui ao local e medi o buraco"
    works_again(mesa)
    pane.submit()
    mesa.until(lambda: pane.form.is_empty)
    mesa.settle()

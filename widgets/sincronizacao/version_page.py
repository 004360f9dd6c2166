"""What a version of the network document changes, and what to do with the file once it is written."""

from __future__ import annotations

from app.services.versao_rede import Proposta, VersaoGravada
from widgets.runtime.form import FormDialog
from widgets.runtime.words import counted
from widgets.sincronizacao.key_fields import fingerprint_label


def add_changes(form: FormDialog, found: Proposta) -> None:
    """Which version it is, and all that it changes, so that nobody signs what was not read."""
    form.add_note(f"Versão {found.versao} da rede", "").setFont(form.context.theme.font(2))
    form.add_note("O que muda", "").setFont(form.context.theme.font(1, bold=True))
    form.add_note("\n".join(f"• {line}" for line in found.mudancas) or "• nada", "")


def show_version(form: FormDialog, done: VersaoGravada) -> None:
    """The written file in the place of the fields: its fingerprint, and where it goes."""
    found, theme = done.proposta, form.context.theme
    form.turn_page()
    add_changes(form, found)
    form.add_note(f"Gravado: {done.arquivo.name}")
    form.add_note("Impressão da versão, para ler em voz alta a quem assina:", "")
    form.column.addWidget(fingerprint_label(found.impressao, "Impressão da versão", theme, form))
    for words in next_steps(found):
        form.add_note(words, "")
    form.column.addStretch(1)
    form.save.hide()
    form.cancel.setText("Fechar")
    form.cancel.setFocus()


def missing(count: int) -> str:
    """``Ainda falta 1 assinatura``, ``Ainda faltam 2 assinaturas``."""
    return (
        f"Ainda {'falta' if count == 1 else 'faltam'} {counted(count, 'assinatura', 'assinaturas')}"
    )


def next_steps(found: Proposta) -> tuple[str, ...]:
    """What people do now, one sentence a line."""
    if found.adotada:
        first = (
            "Está assinada por quem precisa, e este escritório já trabalha com ela. Leve o arquivo "
            "aos outros, que a abrem em Assinar versão da rede; nos pacotes ela vai junto."
        )
    else:
        first = (
            f"{missing(found.faltam)}: leve o arquivo a quem guarda outra chave-raiz e leia a impressão a "
            "essa pessoa. Até lá nada muda."
        )
    if found.passos == 1:
        return (first,)
    many = (
        f"Esse escritório já trocou a chave de registro e entra por {found.passos} versões; esta é a "
        f"{found.passo}ª."
    )
    if found.passo < found.passos:
        many += " Depois de todos a assinarem, convide de novo com o mesmo pedido."
    return (first, many)

"""What the acts on councillors lead to, said before they are done. Words only."""

from __future__ import annotations

from app.services.conselheiros import Conselheiro
from app.services.designacoes import NaMesa
from widgets.runtime.code_label import short
from widgets.runtime.consequence_dialog import Consequence


def name_of(one: Conselheiro) -> str:
    """The public name, or the short identifier."""
    return one.nome_publico or f"conselheiro {short(one.conselheiro_id)}"


def of_inativar(one: Conselheiro) -> Consequence:
    """Out of all draws."""
    return Consequence(
        title=f"Inativar {name_of(one)}",
        text="Não entra mais em sorteios até ser reativado. O cadastro e o que já fez continuam. "
        "O motivo fica no registro e não é publicado.",
        act="Tirar dos sorteios",
        keep="Manter como está",
        reason="Motivo",
        is_reason_needed=True,
    )


def of_reativar(one: Conselheiro) -> Consequence:
    """Back into the draws."""
    return Consequence(
        title=f"Reativar {name_of(one)}",
        text="Volta aos sorteios agora. Se uma demanda espera e ele pode atendê-la, o sorteio é "
        "feito em seguida.",
        act="Pôr de volta nos sorteios",
        keep="Manter como está",
        reason="Motivo",
        is_reason_needed=True,
        is_danger=False,
    )


def of_mandato(one: Conselheiro) -> Consequence:
    """The end of a mandate."""
    return Consequence(
        title=f"Encerrar o mandato de {name_of(one)}",
        text="A demanda em mãos volta ao sorteio, sem ele, e o que já foi relatado continua "
        "público. Ele sai de todos os sorteios. Isto não pode ser desfeito; reativar o traz de "
        "volta aos próximos sorteios.",
        act="Encerrar mandato e sortear de novo",
        keep="Manter o mandato",
    )


def of_liberar(row: NaMesa) -> Consequence:
    """A silent councillor loses the demand."""
    return Consequence(
        title=f"Liberar a demanda {row.protocolo or short(row.demanda_id)}",
        text="O conselheiro não começou o trabalho no prazo. A demanda volta ao sorteio, sem ele, "
        "e isto conta como recusa: mais de três seguidas suspendem por 90 dias. Não pode ser "
        "desfeito.",
        act="Liberar e sortear de novo",
        keep="Esperar mais",
    )

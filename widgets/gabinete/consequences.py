"""What a councillor's acts lead to, said before they are done. Words only."""

from __future__ import annotations

from widgets.gabinete.words import RECUSA
from widgets.runtime.consequence_dialog import Consequence


def of_concluir() -> Consequence:
    """The end of the work."""
    return Consequence(
        title="Concluir a demanda",
        text="A demanda fica concluída para todos, com este texto como último relato, e o "
        "acompanhamento termina: não recebe mais atualizações. Não pode ser desfeito.",
        act="Concluir e encerrar o acompanhamento",
        keep="Continuar escrevendo",
        is_danger=False,
    )


def of_recusar(*, is_iniciada: bool) -> Consequence:
    """Giving the demand back before the work began; afterwards for a risk alone."""
    if is_iniciada:
        return Consequence(
            title="Deixar a demanda por risco pessoal",
            text="A demanda volta ao sorteio agora, sem você. Isto não conta contra você. Não pode "
            "ser desfeito.",
            act="Deixar por risco e sortear de novo",
            keep="Ficar com a demanda",
        )
    return Consequence(
        title="Recusar a demanda",
        text="A demanda volta ao sorteio agora, sem você. Mais de três recusas seguidas suspendem "
        "o cadastro por 90 dias; por risco pessoal, não conta. Não pode ser desfeito.",
        act="Recusar e sortear de novo",
        keep="Ficar com a demanda",
        choices=RECUSA,
    )


def of_desistir() -> Consequence:
    """Leaving work that began."""
    return Consequence(
        title="Desistir da demanda",
        text="O que já foi relatado continua público e outro conselheiro é sorteado, sem você. "
        "Desistir não é punido. Não pode ser desfeito.",
        act="Desistir e sortear de novo",
        keep="Continuar com a demanda",
    )


def of_ratificar(total: int) -> Consequence:
    """Confirming what residents said."""
    people = "Um morador diz" if total == 1 else f"{total} moradores dizem"
    return Consequence(
        title="Confirmar a conclusão",
        text=f"{people} que está resolvido. Confirmando, a demanda fica concluída e o "
        "acompanhamento termina. Não pode ser desfeito.",
        act="Confirmar e concluir",
        keep="Ainda não",
        is_danger=False,
    )

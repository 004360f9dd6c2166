"""D-6a Sorteio e Atribuição: who is drawn for a demand, in a way that anybody can re-verify."""

from core.colonies.d6a_sorteio import rules
from core.colonies.d6a_sorteio.handlers.atribuicao import (
    apply_ciclo_concluido,
    apply_iniciada,
    apply_recusada,
    apply_sorteado,
)
from core.colonies.d6a_sorteio.handlers.conselheiro import (
    apply_cadastrado,
    apply_elegibilidade,
    apply_expirada,
    apply_inativado,
    apply_reativado,
)
from core.colonies.d6a_sorteio.handlers.demanda import (
    apply_agregada,
    apply_concluida,
    apply_conclusao_confirmada,
    apply_disponivel,
    apply_retirada,
    apply_sem_candidatos,
)
from core.colonies.d6a_sorteio.handlers.sorteio import (
    react_devolvida,
    react_disponivel,
    react_encerrada,
    react_livre,
    react_prazo,
    react_sorteado,
    react_territorio,
)
from core.colonies.d6a_sorteio.handlers.territorio import apply_territorio
from core.colonies.d6a_sorteio.tables import TABLES, prazos
from core.kernel.colony import EVERYTHING, Authority, Colony, Deadlines, ReactFn, Reaction
from core.kernel.event import Event


def keys(event: Event) -> frozenset[str]:
    """Demand and councillor; behind a parked import everything waits."""
    payload = event.payload
    members = payload.get("membros") or ()
    found = {
        payload.get("demanda_id"),
        payload.get("representante_demanda_id"),
        payload.get("conselheiro_id"),
        *(member["demanda_id"] for member in members),
    }
    return frozenset(key for key in found if key) or frozenset({EVERYTHING})


def _custody(fn: ReactFn) -> Reaction:
    return Reaction(Authority.CUSTODIA, fn)


SORTEIO = Colony(
    id="D-6a",
    prefixo="d6a",
    nome="Sorteio e Atribuição",
    publica=(
        rules.CADASTRADO,
        rules.RECUSADA,
        rules.SORTEADO,
        rules.SEM_CANDIDATOS,
        rules.EXPIRADA,
        rules.INATIVADO,
        rules.REATIVADO,
    ),
    apply={
        "agenda.item_disponível": apply_disponivel,
        rules.CADASTRADO: apply_cadastrado,
        "conselheiro.ciclo_concluído": apply_ciclo_concluido,
        rules.RECUSADA: apply_recusada,
        "conselheiro.elegibilidade_atualizada": apply_elegibilidade,
        "duplicidade.agregada": apply_agregada,
        "demanda.concluída": apply_concluida,
        "demanda.conclusao_confirmada": apply_conclusao_confirmada,
        "demanda.retirada": apply_retirada,
        "territorio.importado": apply_territorio,
        rules.SORTEADO: apply_sorteado,
        rules.INICIADA: apply_iniciada,
        rules.SEM_CANDIDATOS: apply_sem_candidatos,
        rules.EXPIRADA: apply_expirada,
        rules.INATIVADO: apply_inativado,
        rules.REATIVADO: apply_reativado,
    },
    react={
        "agenda.item_disponível": _custody(react_disponivel),
        rules.CADASTRADO: _custody(react_livre),
        rules.REATIVADO: _custody(react_livre),
        rules.EXPIRADA: _custody(react_livre),
        "conselheiro.ciclo_concluído": _custody(react_devolvida),
        rules.RECUSADA: _custody(react_devolvida),
        "demanda.concluída": _custody(react_encerrada),
        "demanda.conclusao_confirmada": _custody(react_encerrada),
        "demanda.retirada": _custody(react_encerrada),
        "territorio.importado": _custody(react_territorio),
        rules.SORTEADO: _custody(react_sorteado),
    },
    chaves=keys,
    aguarda={
        "conselheiro.elegibilidade_atualizada": "D-17",
        "duplicidade.agregada": "D-12",
        "demanda.conclusao_confirmada": "D-12",
    },
    tables=TABLES,
    deadlines=Deadlines(prazos, Authority.CUSTODIA, react_prazo),
)

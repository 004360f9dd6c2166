"""D-5 Agenda: which demands of a unit are worked on next, and which one is to be drawn for.

``demanda.removida_por_votação`` (D-10, a later phase) has no version in the catalogue, so nobody can
publish it and nothing can be subscribed to yet (G-173).
"""

from typing import Final

from core.colonies.d5_agenda.handlers.anuncio import (
    apply_disponivel,
    apply_gerada,
    react_announcing,
    react_prazo,
    react_ranking,
)
from core.colonies.d5_agenda.handlers.chaves import fold_keys, keys
from core.colonies.d5_agenda.handlers.ciclo import (
    apply_agregada,
    apply_ciclo,
    apply_concluida,
    apply_confirmada,
    apply_devolvida,
    apply_iniciada,
    apply_retirada,
    apply_sem_candidatos,
    apply_sorteado,
)
from core.colonies.d5_agenda.handlers.ranking import (
    apply_georreferenciada,
    apply_parametros,
    apply_ranking,
    apply_ranqueada,
    apply_stub,
)
from core.colonies.d5_agenda.tables import (
    afetadas,
    agendas,
    agregadas,
    coordenadas,
    items,
    parametros,
    prazos,
    scores,
)
from core.colonies.d5_agenda.vagas import load_parametros
from core.kernel.colony import Authority, Colony, Deadlines, Reaction

_ANNOUNCING: Final = Reaction(Authority.CUSTODIA, react_announcing)

AGENDA = Colony(
    id="D-5",
    prefixo="d5",
    nome="Agenda",
    publica=("agenda.gerada", "agenda.item_disponível"),
    apply={
        "demanda.ranqueada": apply_ranqueada,
        "ranking.atualizado": apply_ranking,
        "demanda.georreferenciada": apply_georreferenciada,
        "parametros.carregados": apply_parametros,
        "parâmetros.atualizados": apply_stub,
        "conselheiro.sorteado": apply_sorteado,
        "sorteio.sem_candidatos": apply_sem_candidatos,
        "conselheiro.demanda_iniciada": apply_iniciada,
        "conselheiro.atribuicao_recusada": apply_devolvida,
        "conselheiro.ciclo_concluído": apply_ciclo,
        "demanda.concluída": apply_concluida,
        "demanda.conclusao_confirmada": apply_confirmada,
        "duplicidade.agregada": apply_agregada,
        "demanda.retirada": apply_retirada,
        "agenda.gerada": apply_gerada,
        "agenda.item_disponível": apply_disponivel,
    },
    react={
        "demanda.ranqueada": _ANNOUNCING,
        "ranking.atualizado": Reaction(Authority.CUSTODIA, react_ranking),
        "conselheiro.sorteado": _ANNOUNCING,
        "sorteio.sem_candidatos": _ANNOUNCING,
        "conselheiro.demanda_iniciada": _ANNOUNCING,
        "demanda.concluída": _ANNOUNCING,
        "demanda.conclusao_confirmada": _ANNOUNCING,
        "duplicidade.agregada": _ANNOUNCING,
        "demanda.retirada": _ANNOUNCING,
    },
    chaves=keys,
    dobra=fold_keys,
    aguarda={
        "parâmetros.atualizados": "D-19",
        "demanda.conclusao_confirmada": "D-12",
        "duplicidade.agregada": "D-12",
    },
    tables=(scores, items, coordenadas, agregadas, afetadas, agendas, parametros, prazos),
    memory=load_parametros,
    deadlines=Deadlines(prazos, Authority.CUSTODIA, react_prazo),
)

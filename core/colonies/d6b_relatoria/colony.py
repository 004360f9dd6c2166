"""D-6b Relatoria: what a councillor does about a demand, reported in public until its end."""

from core.colonies.d6b_relatoria.handlers import applying as a
from core.colonies.d6b_relatoria.handlers import reacting as r
from core.colonies.d6b_relatoria.rascunhos import forget_local
from core.colonies.d6b_relatoria.tables import (
    acompanhamentos,
    atualizacoes,
    conclusoes_sociais,
    demandas,
    denylist,
    escritorios,
    prazos,
    rascunhos,
)
from core.kernel.colony import Authority, Colony, Deadlines, Reaction

_OF_DEMANDS = (demandas, acompanhamentos, atualizacoes, conclusoes_sociais)


RELATORIA = Colony(
    id="D-6b",
    prefixo="d6b",
    nome="Relatoria e Acompanhamento",
    publica=(
        "conselheiro.atualização_registrada",
        "conselheiro.atualização_publicada",
        "conselheiro.demanda_iniciada",
        "conselheiro.prazo_próximo",
        "conselheiro.ciclo_concluído",
        "demanda.concluída",
        "demanda.resumo_ciclo_atualizado",
    ),
    apply={
        "conselheiro.atribuicao_recusada": a.apply_recusada,
        "conselheiro.atualização_publicada": a.apply_publicada,
        "conselheiro.atualização_registrada": a.apply_registrada,
        "conselheiro.ciclo_concluído": a.apply_ciclo_concluido,
        "conselheiro.prazo_próximo": a.apply_prazo_proximo,
        "conselheiro.sorteado": a.apply_sorteado,
        "demanda.conclusao_confirmada": a.apply_conclusao_confirmada,
        "demanda.concluída": a.apply_concluida,
        "demanda.ranqueada": a.apply_ranqueada,
        "demanda.resumo_ciclo_atualizado": a.apply_resumo,
        "demanda.retirada": a.apply_retirada,
        "denylist.atualizada": a.apply_denylist,
        "escritorio.configurado": a.apply_configurado,
        "moderacao.decidida": a.apply_moderacao,
    },
    react={
        "conselheiro.atribuicao_recusada": Reaction(Authority.AUTOR, r.react_closed),
        "conselheiro.atualização_registrada": Reaction(Authority.AUTOR, r.react_registrada),
        "conselheiro.sorteado": Reaction(Authority.AUTOR, r.react_sorteado),
        "demanda.conclusao_confirmada": Reaction(Authority.AUTOR, r.react_conclusao_confirmada),
        "demanda.retirada": Reaction(Authority.AUTOR, r.react_closed),
        "moderacao.decidida": Reaction(Authority.AUTOR, r.react_moderacao),
    },
    chaves=a.keys,
    dobra=a.fold_keys,
    dobra_coluna={
        **{table.name: "demanda_id" for table in _OF_DEMANDS},
        prazos.name: "sujeito",
        escritorios.name: "no",
        denylist.name: "no",
    },
    aguarda={
        "demanda.conclusao_confirmada": "D-12",
    },
    esquece=forget_local,
    tables=(*_OF_DEMANDS, escritorios, denylist, rascunhos, prazos),
    deadlines=Deadlines(prazos, Authority.AUTOR, r.react_due),
    memory=a.Memory,
)

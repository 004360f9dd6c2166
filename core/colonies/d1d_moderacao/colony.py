"""D-1d Moderação: what was flagged waits for a person, whose word is an event."""

from core.colonies.d1d_moderacao import handlers as h
from core.colonies.d1d_moderacao.rows import forget_local
from core.colonies.d1d_moderacao.tables import (
    anotacoes,
    decisoes_moderacao,
    denylist,
    descricoes_midia,
    fila_moderacao,
    reservas,
)
from core.kernel.colony import Colony

MODERACAO = Colony(
    id="D-1d",
    prefixo="d1d",
    nome="Moderação",
    publica=("moderacao.decidida", "denylist.atualizada"),
    apply={
        "anexo.processado": h.apply_processado,
        "anexo.removido": h.apply_removido,
        "conselheiro.atualização_publicada": h.apply_publicada,
        "demanda.corrigida": h.apply_corrigida,
        "demanda.normalizada": h.apply_normalizada,
        "denylist.atualizada": h.apply_denylist,
        "moderacao.decidida": h.apply_decidida,
    },
    chaves=h.keys,
    dobra=h.fold_keys,
    dobra_coluna={
        fila_moderacao.name: "demanda_id",
        decisoes_moderacao.name: "chave_dobra",
        descricoes_midia.name: "demanda_id",
        denylist.name: "no",
    },
    esquece=forget_local,
    versao_projecao=2,
    tables=(fila_moderacao, decisoes_moderacao, descricoes_midia, denylist, reservas, anotacoes),
)

"""D-1c Gestão de Anexos: the life of a file from its entrance to its removal."""

from core.colonies.d1c_anexos.handlers import (
    apply_decidida,
    apply_evidencia,
    apply_moderado,
    apply_processado,
    apply_recebida,
    apply_registrada,
    apply_removido,
    effect_removido,
    fold_keys,
    keys,
    react_decidida,
)
from core.colonies.d1c_anexos.tables import anexos, decisoes, entradas, trabalhos
from core.colonies.d1c_anexos.trabalhos import EXAMINAR, Portas, trabalho_examinar
from core.kernel.colony import Authority, Colony, Reaction


def d1c_colony(portas: Portas) -> Colony:
    """The colony over a store and whatever can look at files.

    Args:
        portas: see :class:`Portas`.
    """
    return Colony(
        id="D-1c",
        prefixo="d1c",
        nome="Gestão de Anexos",
        publica=("anexo.processado", "anexo.moderado", "anexo.removido"),
        apply={
            "conselheiro.atualização_registrada": apply_registrada,
            "demanda.recebida": apply_recebida,
            "demanda.evidencia_adicionada": apply_evidencia,
            "anexo.processado": apply_processado,
            "moderacao.decidida": apply_decidida,
            "anexo.moderado": apply_moderado,
            "anexo.removido": apply_removido,
        },
        react={
            "moderacao.decidida": Reaction(Authority.AUTOR, react_decidida),
            "anexo.removido": Reaction(Authority.LOCAL, effect_removido),
        },
        chaves=keys,
        dobra=fold_keys,
        dobra_coluna={
            "d1c_entradas": "demanda_id",
            "d1c_anexos": "demanda_id",
            "d1c_decisoes": "anexo_id",
        },
        aguarda={"demanda.evidencia_adicionada": "D-12"},
        tables=(entradas, anexos, decisoes, trabalhos),
        jobs={EXAMINAR: trabalho_examinar(portas)},
        jobs_table=trabalhos,
        versao_projecao=3,
    )

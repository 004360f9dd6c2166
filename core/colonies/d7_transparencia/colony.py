"""D-7 Transparência: the public record of every demand, unit and place. A pure projection."""

from core.colonies.d7_transparencia.handlers.chaves import fold_keys
from core.colonies.d7_transparencia.handlers.demanda import DE_UMA_DEMANDA, apply_agregada
from core.colonies.d7_transparencia.handlers.palavras import DE_PALAVRAS
from core.colonies.d7_transparencia.handlers.unidade import DE_UNIDADE
from core.colonies.d7_transparencia.rows import flush, nothing_held, take_out
from core.colonies.d7_transparencia.tables import TABLES
from core.kernel.colony import Colony

TRANSPARENCIA = Colony(
    id="D-7",
    prefixo="d7",
    nome="Transparência",
    publica=(),
    apply={
        **DE_UMA_DEMANDA,
        **DE_PALAVRAS,
        **DE_UNIDADE,
        "duplicidade.agregada": apply_agregada,
    },
    chaves=fold_keys,
    dobra=fold_keys,
    dobra_coluna={
        "d7_demanda_snapshots": "demanda_id",
        # No key is a word: a demand's are taken out with its sums, through the index's own order.
        "d7_palavras": "palavra",
        "d7_timeline": "assunto",
        # No key is a state or an import: sums are taken out by demand, units stay as they are.
        "d7_contagens": "situacao",
        "d7_esperas": "demanda_id",
        "d7_unidades": "importacao_id",
        "d7_agendas": "unidade_civica_id",
        "d7_conselheiros": "conselheiro_id",
        "d7_demanda_evidencias": "chave_dobra",
        "d7_lugares_geo": "lugar_id",
        "d7_caminhos": "municipio_id",
    },
    desconta=take_out,
    memory=nothing_held,
    flush=flush,
    versao_projecao=4,
    aguarda={
        "duplicidade.candidata_detectada": "D-12",
        "demanda.confirmada": "D-12",
        "demanda.evidencia_adicionada": "D-12",
        "duplicidade.agregada": "D-12",
        "demanda.conclusao_confirmada": "D-12",
        "demanda.resumo_agregado_atualizado": "D-12",
        "lugar.cadastrado": "L-1",
        "lugar.georreferenciado": "L-2",
        "lugar.validado": "L-3",
        "lugar.desativado": "L-3",
        "caminho.atualizado": "D-24",
    },
    tables=TABLES,
)

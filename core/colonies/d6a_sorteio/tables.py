"""Tables of D-6a: councillors, assignments, the waiting queue, refusals, units; who was told.

Public but for the citizen behind a councillor. Order is fold order (``altura``, event hash), never
a moment: clocks lie. Source: D-6a 2.2-2.5, design.md 3.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

from core.kernel.engine.framework_tables import deadline_table
from core.kernel.store.witness import witness

metadata = MetaData()

_PUBLIC = {"privacidade": "publica"}
_RESTRICTED = {"privacidade": "restrita"}
_PROJECTION = {"classe": "projecao"}
_LOCAL = {"classe": "local"}
_ACTIVE = text("status = 'ativa'")

conselheiros = Table(
    "d6a_conselheiros",
    metadata,
    # Minted at registration, never the citizen's (G-025).
    Column("conselheiro_id", Text, primary_key=True, info=_PUBLIC),
    # Null where erased, or where the restricted part never came here.
    Column("cidadao_id", Text, info=_RESTRICTED),
    Column("nome_publico", Text, info=_PUBLIC),
    Column("unidade_civica_id", Text, nullable=False, info=_PUBLIC),
    Column("nivel_atuacao", Integer, nullable=False, info=_PUBLIC),
    # disponivel | ocupado | suspenso | inativo: what rules.status_of makes of the rest.
    Column("status", Text, nullable=False, info=_PUBLIC),
    Column("capacitacao_concluida", Integer, nullable=False, info=_PUBLIC),
    Column("is_inativo", Integer, nullable=False, info=_PUBLIC),
    # Counted since the last concluded work; what suspends.
    Column("recusas_consecutivas", Integer, nullable=False, info=_PUBLIC),
    Column("data_suspensao_ate", Text, info=_PUBLIC),
    # The refusal that suspends.
    Column("suspenso_por", LargeBinary(32), info=_PUBLIC),
    Column("data_cadastro", Text, nullable=False, info=_PUBLIC),
    Column("data_ultima_atribuicao", Text, info=_PUBLIC),
    Column("event_id_cadastro", Text, nullable=False, info=_PUBLIC),
    Column("event_id_ultima_alteracao", Text, nullable=False, info=_PUBLIC),
    Column("atualizado_em", Text, nullable=False, info=_PUBLIC),
    # The pool of a unit is a range of this index.
    Index("ix_d6a_conselheiros_unidade", "unidade_civica_id", "status", "conselheiro_id"),
    Index("ix_d6a_conselheiros_cidadao", "cidadao_id"),
    info=_PROJECTION,
)

atribuicoes = Table(
    "d6a_atribuicoes",
    metadata,
    # The draw is its name.
    Column("evento", LargeBinary(32), primary_key=True, info=_PUBLIC),
    Column("event_id_sorteio", Text, nullable=False, info=_PUBLIC),
    Column("altura", BigInteger, nullable=False, info=_PUBLIC),
    Column("conselheiro_id", Text, nullable=False, info=_PUBLIC),
    Column("demanda_id", Text, nullable=False, info=_PUBLIC),
    Column("unidade_civica_id", Text, nullable=False, info=_PUBLIC),
    Column("degrau_unidade_id", Text, info=_PUBLIC),
    Column("seed_publico", Text, nullable=False, info=_PUBLIC),
    Column("metodo_sorteio", Text, nullable=False, info=_PUBLIC),
    Column("posicao_sorteada", Integer, info=_PUBLIC),
    Column("total_elegiveis", Integer, info=_PUBLIC),
    Column("lista_elegiveis_hash", Text, info=_PUBLIC),
    # ativa | recusada | concluida
    Column("status", Text, nullable=False, info=_PUBLIC),
    # Of a refusal its motive; else demanda_concluida | desistencia | fim_mandato |
    # demanda_retirada | conclusao_coletiva.
    Column("motivo_encerramento", Text, info=_PUBLIC),
    # 1: this councillor is not drawn again for this demand (G-128).
    Column("is_impedimento", Integer, nullable=False, info=_PUBLIC),
    Column("evento_encerramento", LargeBinary(32), info=_PUBLIC),
    Column("event_id_encerramento", Text, info=_PUBLIC),
    Column("data_sorteio", Text, nullable=False, info=_PUBLIC),
    # Of the first report: the demand was accepted (G-144).
    Column("iniciada_em", Text, info=_PUBLIC),
    Column("data_encerramento", Text, info=_PUBLIC),
    # What the queue knew of the demand, for the next draw.
    Column("score_final", Float, nullable=False, info=_PUBLIC),
    Column("categoria_id", Text, nullable=False, info=_PUBLIC),
    Column("nivel_precedencia", Integer, nullable=False, info=_PUBLIC),
    Column("grupo_id", Text, info=_PUBLIC),
    Column("correlacao_id", Text, info=_PUBLIC),
    # One councillor, one demand (G-135).
    Index(
        "ux_d6a_atribuicoes_demanda_ativa",
        "demanda_id",
        unique=True,
        sqlite_where=_ACTIVE,
        postgresql_where=_ACTIVE,
    ),
    Index(
        "ux_d6a_atribuicoes_conselheiro_ativa",
        "conselheiro_id",
        unique=True,
        sqlite_where=_ACTIVE,
        postgresql_where=_ACTIVE,
    ),
    Index("ix_d6a_atribuicoes_demanda", "demanda_id", "conselheiro_id"),
    Index("ix_d6a_atribuicoes_conselheiro", "conselheiro_id", "altura"),
    Index("ix_d6a_atribuicoes_unidade", "unidade_civica_id", "altura"),
    Index("ix_d6a_atribuicoes_ordem", "altura", "evento"),
    Index("ix_d6a_atribuicoes_encerramento", "evento_encerramento"),
    info=_PROJECTION,
)

fila_pendentes = Table(
    "d6a_fila_pendentes",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("unidade_civica_id", Text, nullable=False, info=_PUBLIC),
    Column("categoria_id", Text, nullable=False, info=_PUBLIC),
    Column("nivel_precedencia", Integer, nullable=False, info=_PUBLIC),
    Column("score_final", Float, nullable=False, info=_PUBLIC),
    Column("grupo_id", Text, info=_PUBLIC),
    Column("correlacao_id", Text, info=_PUBLIC),
    # Place in the queue: first in, first out.
    Column("altura", BigInteger, nullable=False, info=_PUBLIC),
    Column("evento", LargeBinary(32), nullable=False, info=_PUBLIC),
    # The announcement, refusal or departure whose reaction has to try a draw.
    Column("evento_origem", LargeBinary(32), nullable=False, info=_PUBLIC),
    Column("event_id_origem", Text, nullable=False, info=_PUBLIC),
    # Draws that found nobody, as the log tells them.
    Column("tentativas_sorteio", Integer, nullable=False, info=_PUBLIC),
    Column("evento_tentativa", LargeBinary(32), info=_PUBLIC),
    Column("motivo_espera", Text, info=_PUBLIC),
    Column("data_entrada", Text, nullable=False, info=_PUBLIC),
    Index("ix_d6a_fila_pendentes_ordem", "altura", "evento"),
    Index("ix_d6a_fila_pendentes_unidade", "unidade_civica_id", "altura"),
    info=_PROJECTION,
)

fila_cobertura = Table(
    "d6a_fila_cobertura",
    metadata,
    # A waiting demand stands under its own unit and every larger one above: a councillor who
    # becomes free finds the first by one seek.
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("unidade_civica_id", Text, primary_key=True, info=_PUBLIC),
    Column("altura", BigInteger, nullable=False, info=_PUBLIC),
    Column("evento", LargeBinary(32), nullable=False, info=_PUBLIC),
    Index("ix_d6a_fila_cobertura_ordem", "unidade_civica_id", "altura", "evento", "demanda_id"),
    info=_PROJECTION,
)

encerradas = Table(
    "d6a_encerradas",
    metadata,
    # Demands that are never drawn for again: a late announcement of one is left alone (G-132-134).
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    # demanda_concluida | conclusao_coletiva | demanda_retirada | agregada
    Column("motivo", Text, nullable=False, info=_PUBLIC),
    Column("event_id", Text, nullable=False, info=_PUBLIC),
    Column("encerrada_em", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

contador_recusas = Table(
    "d6a_contador_recusas",
    metadata,
    # A refusal that counts; one for a personal risk has no row.
    Column("evento", LargeBinary(32), primary_key=True, info=_PUBLIC),
    Column("evento_id_recusa", Text, nullable=False, info=_PUBLIC),
    Column("altura", BigInteger, nullable=False, info=_PUBLIC),
    Column("conselheiro_id", Text, nullable=False, info=_PUBLIC),
    Column("demanda_id_recusada", Text, nullable=False, info=_PUBLIC),
    Column("motivo", Text, nullable=False, info=_PUBLIC),
    Column("recusas_consecutivas", Integer, nullable=False, info=_PUBLIC),
    Column("data_ultima_recusa", Text, nullable=False, info=_PUBLIC),
    Index("ix_d6a_contador_recusas_conselheiro", "conselheiro_id", "altura"),
    info=_PROJECTION,
)

unidades = Table(
    "d6a_unidades",
    metadata,
    # Its own projection of the hierarchy (design.md 5).
    Column("unidade_civica_id", Text, primary_key=True, info=_PUBLIC),
    Column("nivel", Integer, nullable=False, info=_PUBLIC),
    Column("nome", Text, nullable=False, info=_PUBLIC),
    Column("parent_uc_id", Text, info=_PUBLIC),
    info=_PROJECTION,
)

avisos = Table(
    "d6a_avisos",
    metadata,
    # Which draws this office told the councillor of: its desk's own note, no result that anybody
    # else could see (design.md 5). The draw is its name, so that it survives a rebuild.
    Column("evento", LargeBinary(32), primary_key=True, info=_RESTRICTED),
    Column("avisado_em", Text, nullable=False, info=_RESTRICTED),
    # rules.CANAIS
    Column("canal", Text, nullable=False, info=_RESTRICTED),
    Column("conta_id", Text, nullable=False, info=_RESTRICTED),
    Column("papel", Text, nullable=False, info=_RESTRICTED),
    witness("d6a_avisos", "avisado_em", "canal", "conta_id", "papel"),
    info=_LOCAL,
)

prazos = deadline_table("d6a", metadata)

TABLES = (
    conselheiros,
    atribuicoes,
    fila_pendentes,
    fila_cobertura,
    encerradas,
    contador_recusas,
    unidades,
    avisos,
    prazos,
)

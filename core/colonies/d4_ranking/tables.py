"""Tables of D-4: the score of every demand with its breakdown, and what is known besides.

No position is stored: it is derived from score and id, so that one insertion touches one row
(design.md 7). Columns are the document's (D-4 2.2, 2.3); scores and weights are decimals, kept as
the number of their shortest text.
"""

from sqlalchemy import Column, Float, Index, Integer, LargeBinary, MetaData, Table, Text

from core.kernel.engine.framework_tables import deadline_table

metadata = MetaData()

_PUBLIC = {"privacidade": "publica"}
_PROJECTION = {"classe": "projecao"}

# Exact to 2 places.
_SCORE: Column[float] = Column("score_final", Float, nullable=False, info=_PUBLIC)

rankings = Table(
    "d4_rankings",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("unidade_civica_id", Text, nullable=False, info=_PUBLIC),
    _SCORE,
    Column("peso_nacional", Float, nullable=False, info=_PUBLIC),
    Column("peso_situacional", Float, nullable=False, info=_PUBLIC),
    Column("score_horizontal", Integer, nullable=False, info=_PUBLIC),
    Column("nivel_precedencia", Integer, nullable=False, info=_PUBLIC),
    Column("categoria_id", Text, nullable=False, info=_PUBLIC),
    Column("versao_parametros", Text, nullable=False, info=_PUBLIC),
    # The demanda.categorizada that the row answers.
    Column("evento", LargeBinary(32), nullable=False, info=_PUBLIC),
    Column("event_id", Text, nullable=False, info=_PUBLIC),
    Column("correlacao_id", Text, info=_PUBLIC),
    Column("calculado_em", Text, nullable=False, info=_PUBLIC),
    # 0 where the demand was aggregated under another or withdrawn; its row stays.
    Column("ativo", Integer, nullable=False, info=_PUBLIC),
    # The event that took it out.
    Column("saiu_por", LargeBinary(32), info=_PUBLIC),
    # The order of the ranking itself.
    Index("ix_d4_rankings_ordem", "unidade_civica_id", "ativo", _SCORE.desc(), "demanda_id"),
    info=_PROJECTION,
)

a_ranquear = Table(
    "d4_a_ranquear",
    metadata,
    # A category that has no score yet: the last one of the demand.
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("unidade_civica_id", Text, nullable=False, info=_PUBLIC),
    Column("evento", LargeBinary(32), nullable=False, info=_PUBLIC),
    Column("event_id", Text, nullable=False, info=_PUBLIC),
    Column("desde", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

demandas_agregadas = Table(
    "d4_demandas_agregadas",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("agregado_id", Text, nullable=False, info=_PUBLIC),
    Column("representante_demanda_id", Text, nullable=False, info=_PUBLIC),
    Column("evento_id", Text, nullable=False, info=_PUBLIC),
    Column("agregado_em", Text, nullable=False, info=_PUBLIC),
    Index("ix_d4_demandas_agregadas_evento", "evento_id"),
    Index("ix_d4_demandas_agregadas_representante", "representante_demanda_id"),
    info=_PROJECTION,
)

retiradas = Table(
    "d4_retiradas",
    metadata,
    # Withdrawn for good, whatever else comes of the demand.
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("motivo", Text, nullable=False, info=_PUBLIC),
    Column("retirada_em", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

topos = Table(
    "d4_topos",
    metadata,
    # The top of each unit as it was last told.
    Column("unidade_civica_id", Text, primary_key=True, info=_PUBLIC),
    # JSON array of [demanda_id, score_final].
    Column("top_10", Text, nullable=False, info=_PUBLIC),
    Column("atualizado_em", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

parametros = Table(
    "d4_parametros",
    metadata,
    # Every set that was ever loaded; one is in force, or none and the default is.
    Column("evento", LargeBinary(32), primary_key=True, info=_PUBLIC),
    Column("versao", Text, nullable=False, info=_PUBLIC),
    Column("hash_conteudo", Text, nullable=False, info=_PUBLIC),
    # JSON of the event's payload.
    Column("conteudo", Text, nullable=False, info=_PUBLIC),
    Column("em_vigor", Integer, nullable=False, info=_PUBLIC),
    Column("carregado_em", Text, nullable=False, info=_PUBLIC),
    Index("ix_d4_parametros_versao", "versao"),
    Index("ix_d4_parametros_em_vigor", "em_vigor"),
    info=_PROJECTION,
)

prazos = deadline_table("d4", metadata)
"""One row while a set is in force: how far the new calculation has come (see recalculo.py)."""

PROJECOES = (
    rankings,
    a_ranquear,
    demandas_agregadas,
    retiradas,
    topos,
    parametros,
    prazos,
)

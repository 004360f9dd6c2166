"""Tables of D-5: every demand's score, the agendas, the places, and what was told of them.

Spelt as in the D-5 document 2.2-2.6 without its surrogate id, cursor and sequence numbers
(design.md 3). ``posicao`` is not stored: it is counted when read from ``ordem``, so that one demand
more or less rewrites no row of the others (design.md 7). All of it is public.
"""

from sqlalchemy import BigInteger, Column, Float, Index, Integer, LargeBinary, MetaData, Table, Text

from core.kernel.engine.framework_tables import deadline_table

metadata = MetaData()

_PUBLIC = {"privacidade": "publica"}
_PROJECTION = {"classe": "projecao"}

ESPERA = "espera"
AGENDA = "agenda"
FORA = "fora"

scores = Table(
    "d5_backlog_scores",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("unidade_civica_id", Text, nullable=False, info=_PUBLIC),
    Column("categoria_id", Text, nullable=False, info=_PUBLIC),
    Column("nivel_precedencia", Integer, nullable=False, info=_PUBLIC),
    # Two decimals as the number of the wire: read by its shortest text it is exact.
    Column("score_final", Float, nullable=False, info=_PUBLIC),
    Column("peso_nacional", Float, nullable=False, info=_PUBLIC),
    Column("peso_situacional", Float, nullable=False, info=_PUBLIC),
    Column("score_horizontal", Integer, nullable=False, info=_PUBLIC),
    # Its place in the ranking when it was ranked: a fact of the past.
    Column("posicao_ranking", BigInteger, nullable=False, info=_PUBLIC),
    Column("versao_parametros", Text, nullable=False, info=_PUBLIC),
    # espera: may be made available | agenda: is available | fora: worked on or ended.
    Column("lugar", Text, nullable=False, info=_PUBLIC),
    Column("event_id", Text, nullable=False, info=_PUBLIC),
    Column("correlacao_id", Text, nullable=False, info=_PUBLIC),
    Column("criado_em", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)
# The best who wait, level by level, without looking at anybody else.
_melhores = Index(
    "ix_d5_backlog_scores_melhores",
    scores.c.unidade_civica_id,
    scores.c.lugar,
    scores.c.nivel_precedencia,
    scores.c.score_final.desc(),
    scores.c.demanda_id,
)

items = Table(
    "d5_backlog_items",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    # Null where a demand ended before anybody knew its unit.
    Column("unidade_civica_id", Text, info=_PUBLIC),
    # Rising in the agenda, with gaps; 0 for who was drawn without ever having had a place.
    Column("ordem", Integer, nullable=False, info=_PUBLIC),
    Column("score", Float, nullable=False, info=_PUBLIC),
    # disponivel | atribuido | em_progresso | concluido | agregado | removido
    Column("status", Text, nullable=False, info=_PUBLIC),
    # Whoever has it now; null while it is available, or waits for a new draw.
    Column("conselheiro_id", Text, info=_PUBLIC),
    Column("grupo_id", Text, info=_PUBLIC),
    # Empty and 0 where only a draw or an end is known of it (G-099).
    Column("categoria_id", Text, nullable=False, info=_PUBLIC),
    Column("nivel_precedencia", Integer, nullable=False, info=_PUBLIC),
    # Of the event that changed the status last.
    Column("event_id", Text, nullable=False, info=_PUBLIC),
    Column("entrou_em", Text, nullable=False, info=_PUBLIC),
    Column("atualizado_em", Text, nullable=False, info=_PUBLIC),
    # When agenda.item_disponível told of it since it is available in this unit.
    Column("anunciado_em", Text, info=_PUBLIC),
    # When a draw found nobody for what was given back: until somebody has it, its place is open.
    Column("vaga_cedida_em", Text, info=_PUBLIC),
    Column("data_conclusao", Text, info=_PUBLIC),
    Column("dias_ate_conclusao", BigInteger, info=_PUBLIC),
    # Counting what holds a place reads nothing but this.
    Index("ix_d5_backlog_items_unidade", "unidade_civica_id", "status", "ordem", "vaga_cedida_em"),
    info=_PROJECTION,
)

coordenadas = Table(
    "d5_coordenadas_demanda",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("lat", Float, nullable=False, info=_PUBLIC),
    Column("lng", Float, nullable=False, info=_PUBLIC),
    Column("criado_em", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

agregadas = Table(
    "d5_demandas_agregadas",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("agregado_id", Text, nullable=False, info=_PUBLIC),
    Column("representante_demanda_id", Text, nullable=False, info=_PUBLIC),
    Column("evento_id", Text, nullable=False, info=_PUBLIC),
    Column("agregado_em", Text, nullable=False, info=_PUBLIC),
    Index("ix_d5_demandas_agregadas_representante", "representante_demanda_id"),
    info=_PROJECTION,
)

afetadas = Table(
    "d5_unidades_afetadas",
    metadata,
    # An event that touched the agenda of a unit it does not name itself.
    Column("evento", LargeBinary(32), primary_key=True, info=_PUBLIC),
    Column("unidade_civica_id", Text, primary_key=True, info=_PUBLIC),
    # 1 where the agenda was made anew, so that agenda.gerada is owed.
    Column("refeita", Integer, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

agendas = Table(
    "d5_agendas",
    metadata,
    # The last agenda.gerada of a unit.
    Column("unidade_civica_id", Text, primary_key=True, info=_PUBLIC),
    Column("nivel_nao_vencido", Integer, info=_PUBLIC),
    Column("versao_parametros", Text, nullable=False, info=_PUBLIC),
    Column("event_id", Text, nullable=False, info=_PUBLIC),
    Column("gerada_em", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

parametros = Table(
    "d5_parametros",
    metadata,
    # One row: the set in force.
    Column("versao", Text, primary_key=True, info=_PUBLIC),
    # JSON of parametros.carregados in one form.
    Column("conteudo", Text, nullable=False, info=_PUBLIC),
    Column("carregado_em", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

prazos = deadline_table("d5", metadata)
"""Units that are owed an agenda.gerada after new parameters, one step each."""

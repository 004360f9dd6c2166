"""Tables of D-2. Natural keys: a demand has one resolution or one review, never both.

Spelt as in the D-2 document 2.2-2.4, without its surrogate id and cursor (design.md 3). The
place of a problem and the results of D-2 are public; why a person decided otherwise is not.
"""

from sqlalchemy import BigInteger, Column, Float, Index, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData()

_PUBLIC = {"privacidade": "publica"}
_RESTRICTED = {"privacidade": "restrita"}
_PROJECTION = {"classe": "projecao"}

unidades = Table(
    "d2_unidades",
    metadata,
    Column("unidade_civica_id", Text, primary_key=True, info=_PUBLIC),
    Column("fonte", Text, nullable=False, info=_PUBLIC),
    Column("nivel", Integer, nullable=False, info=_PUBLIC),
    Column("codigo", Text, info=_PUBLIC),
    Column("parent_uc_id", Text, info=_PUBLIC),
    # A JSON array of SHA-256: attachments that may hold the outline, newest first.
    Column("contornos", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

importacoes = Table(
    "d2_importacoes",
    metadata,
    # Whole imports only: written by the last lot of one.
    Column("importacao_id", Text, primary_key=True, info=_PUBLIC),
    Column("no", Text, primary_key=True, info=_PUBLIC),
    Column("versao_fronteira", Text, nullable=False, info=_PUBLIC),
    Column("evento", LargeBinary(32), nullable=False, info=_PUBLIC),
    # Fold order of the event (design.md 3): which import is the newest.
    Column("altura", BigInteger, nullable=False, info=_PUBLIC),
    Column("concluida_em", Text, nullable=False, info=_PUBLIC),
    Index("ix_d2_importacoes_ordem", "altura", "evento"),
    info=_PROJECTION,
)

resolucoes = Table(
    "d2_resolucoes_geo",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    # Who resolved it.
    Column("no", Text, nullable=False, info=_PUBLIC),
    Column("unidade_civica_id", Text, nullable=False, info=_PUBLIC),
    Column("nivel_minimo_resolvido", Integer, nullable=False, info=_PUBLIC),
    # A JSON array of unit ids, from the smallest up.
    Column("cadeia_ucs", Text, nullable=False, info=_PUBLIC),
    Column("municipio_id", Text, info=_PUBLIC),
    Column("metodo_resolucao", Text, nullable=False, info=_PUBLIC),
    Column("confianca_geo", Text, nullable=False, info=_PUBLIC),
    # Null where a unit was picked and nothing else is known of the place.
    Column("coordenadas_lat", Float, info=_PUBLIC),
    Column("coordenadas_lng", Float, info=_PUBLIC),
    # Of the demanda.normalizada it answers; null where that is not in this log.
    Column("event_id", Text, info=_PUBLIC),
    Column("correlacao_id", Text, nullable=False, info=_PUBLIC),
    Column("criado_em", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

processados = Table(
    "d2_eventos_processados",
    metadata,
    # The demand first: by hash alone, every row would touch a page of its own.
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("evento", LargeBinary(32), primary_key=True, info=_PUBLIC),
    Column("event_id", Text, nullable=False, info=_PUBLIC),
    # aguardando | georreferenciada | substituida | sem_coordenadas | coordenadas_invalidas
    # | retirada
    Column("resultado", Text, nullable=False, info=_PUBLIC),
    Column("processado_em", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
    sqlite_with_rowid=False,
)

revisoes = Table(
    "d2_revisoes_geo_pendentes",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("evento", LargeBinary(32), nullable=False, info=_PUBLIC),
    Column("event_id", Text, nullable=False, info=_PUBLIC),
    # Who normalised the demand, and so resolves it.
    Column("no", Text, nullable=False, info=_PUBLIC),
    Column("correlacao_id", Text, nullable=False, info=_PUBLIC),
    Column("coordenadas_lat", Float, info=_PUBLIC),
    Column("coordenadas_lng", Float, info=_PUBLIC),
    Column("precisao_local", Text, nullable=False, info=_PUBLIC),
    Column("unidade_informada_id", Text, info=_PUBLIC),
    Column("criado_em", Text, nullable=False, info=_PUBLIC),
    Index("ix_d2_revisoes_geo_pendentes_no", "no", "criado_em", "demanda_id"),
    info=_PROJECTION,
)

mudancas = Table(
    "d2_mudancas_pendentes",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("no", Text, nullable=False, info=_PUBLIC),
    Column("unidade_atual_id", Text, nullable=False, info=_PUBLIC),
    # Null where the new outlines leave the point outside all units.
    Column("unidade_nova_id", Text, info=_PUBLIC),
    Column("nivel_novo", Integer, info=_PUBLIC),
    # Of the import that the demand was judged by last.
    Column("versao_fronteira", Text, nullable=False, info=_PUBLIC),
    Column("detectada_em", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

mantidas = Table(
    "d2_unidades_mantidas",
    metadata,
    # A person decided: the demand stays in its unit although the outlines name another.
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("event_id", Text, nullable=False, info=_PUBLIC),
    Column("unidade_civica_id", Text, nullable=False, info=_PUBLIC),
    # Null where the outlines leave the point outside all.
    Column("unidade_recusada_id", Text, info=_PUBLIC),
    # Of which point that was said; null where none is known here.
    Column("coordenadas_lat", Float, info=_PUBLIC),
    Column("coordenadas_lng", Float, info=_PUBLIC),
    Column("motivo", Text, info=_RESTRICTED),
    Column("mantida_em", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

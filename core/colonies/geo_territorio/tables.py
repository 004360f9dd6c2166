"""Units and imports. Everything is public: it comes from published maps.

``core_uc_polygons`` is the specification's ``core.uc_polygons`` (D-2 2.6) by its own name. The key
is the unit's identifier; the outline stays in the content store and is referred to.
"""

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text

metadata = MetaData()

_PUBLIC = {"privacidade": "publica"}

unidades = Table(
    "core_uc_polygons",
    metadata,
    Column("unidade_civica_id", Text, primary_key=True, info=_PUBLIC),
    Column("nivel", Integer, nullable=False, info=_PUBLIC),
    # Null where the source gives no code.
    Column("codigo", Text, info=_PUBLIC),
    Column("nome", Text, nullable=False, info=_PUBLIC),
    Column("nome_busca", Text, nullable=False, info=_PUBLIC),
    Column("parent_uc_id", Text, info=_PUBLIC),
    Column("fonte", Text, nullable=False, info=_PUBLIC),
    # A JSON array of SHA-256: attachments that may hold the outline, newest first.
    Column("contornos", Text, nullable=False, info=_PUBLIC),
    Column("importacao_id", Text, nullable=False, info=_PUBLIC),
    Column("atualizado_em", Text, nullable=False, info=_PUBLIC),
    Index("ix_core_uc_polygons_nivel", "nivel", "fonte"),
    Index("ix_core_uc_polygons_parent", "parent_uc_id"),
    Index("ix_core_uc_polygons_nome", "nome_busca", "unidade_civica_id"),
    info={"classe": "projecao", "especificacao": "core.uc_polygons"},
)

lotes = Table(
    "geo_lotes",
    metadata,
    Column("importacao_id", Text, primary_key=True, info=_PUBLIC),
    Column("lote", BigInteger, primary_key=True, info=_PUBLIC),
    Column("lotes", BigInteger, nullable=False, info=_PUBLIC),
    Column("no", Text, nullable=False, info=_PUBLIC),
    Column("fonte", Text, nullable=False, info=_PUBLIC),
    Column("unidades", Integer, nullable=False, info=_PUBLIC),
    # Null where no unit of the event has an outline, or its name is not known here.
    Column("anexo_sha256", Text, info=_PUBLIC),
    Column("versao_fronteira", Text, info=_PUBLIC),
    Column("importado_em", Text, nullable=False, info=_PUBLIC),
    info={"classe": "projecao"},
)

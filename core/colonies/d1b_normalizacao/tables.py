"""Tables of D-1b: the raw and the clean form of every demand, and the denylist as last told.

The clean text is restricted here: whether it may be shown depends on the part it was sealed in,
which is for the log to say and for D-7 to show.
"""

from sqlalchemy import Column, Float, Integer, MetaData, Table, Text

from core.kernel.engine.framework_tables import jobs_table

metadata = MetaData()

_PUBLIC = {"privacidade": "publica"}
_RESTRICTED = {"privacidade": "restrita"}
_PROJECTION = {"classe": "projecao"}

demandas = Table(
    "d1b_demandas",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    # What came in, as last corrected; the raw text is never thrown away.
    Column("texto_bruto", Text, info=_RESTRICTED),
    Column("cidadao_id", Text, info=_RESTRICTED),
    Column("publica_texto", Integer, nullable=False, info=_RESTRICTED),
    Column("midias", Integer, nullable=False, info=_RESTRICTED),
    Column("tipo_midia", Text, nullable=False, info=_PUBLIC),
    Column("lat", Float, info=_PUBLIC),
    Column("lng", Float, info=_PUBLIC),
    Column("precisao_local", Text, info=_PUBLIC),
    Column("unidade_informada_id", Text, info=_PUBLIC),
    Column("categoria_id", Text, info=_PUBLIC),
    Column("subcategoria_id", Text, info=_PUBLIC),
    Column("retirada", Integer, nullable=False, info=_PUBLIC),
    # What was made of it; null until it is.
    Column("versao", Integer, nullable=False, info=_PUBLIC),
    Column("normalizada_em", Text, info=_PUBLIC),
    # Hash of the event: one that is delivered twice counts once.
    Column("normalizada_por", Text, info=_PUBLIC),
    Column("titulo", Text, info=_RESTRICTED),
    Column("descricao_limpa", Text, info=_RESTRICTED),
    # JSON object {endereco, cep, nomeRua}.
    Column("entidades_extraidas", Text, info=_RESTRICTED),
    # JSON array.
    Column("termos_suspeitos", Text, info=_RESTRICTED),
    Column("conteudo_suspeito", Integer, info=_PUBLIC),
    Column("confianca_normalizacao", Float, info=_PUBLIC),
    Column("origem_normalizacao", Text, info=_PUBLIC),
    Column("tipo_midia_processada", Text, info=_PUBLIC),
    Column("idioma_detectado", Text, info=_PUBLIC),
    # The resident agreed to the publication of pictures.
    Column("publica_imagem", Integer, info=_RESTRICTED),
    # JSON array as in the event: what was made of the media once is never made again.
    Column("midias_descritas", Text, info=_RESTRICTED),
    info=_PROJECTION,
)

midias = Table(
    "d1b_midias",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("anexo_id", Text, primary_key=True, info=_PUBLIC),
    # Its place in the capture; null where the event does not say.
    Column("indice", Integer, info=_PUBLIC),
    Column("tipo_mime", Text, nullable=False, info=_PUBLIC),
    # 0: held for a moderator when it came in. What was held stays unquoted here.
    Column("liberada", Integer, nullable=False, info=_PUBLIC),
    Column("removida", Integer, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

trabalhos = jobs_table("d1b", metadata)

denylist = Table(
    "d1b_denylist",
    metadata,
    Column("no", Text, primary_key=True, info=_PUBLIC),
    # JSON array; null where the list did not reach this office.
    Column("termos", Text, info=_RESTRICTED),
    info=_PROJECTION,
)

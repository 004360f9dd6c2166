"""Tables of D-3: what waits, what was decided with all its versions, what a person has to look at.

Results are public, the text they were taken from is restricted: whether it may be shown depends on
the part it was sealed in. ``d3_projecao_geo`` is spelt as in Apêndice B; leases are local.
"""

from sqlalchemy import Column, Float, Index, Integer, LargeBinary, MetaData, Table, Text

from core.kernel.store.witness import witness

metadata = MetaData()

_PUBLIC = {"privacidade": "publica"}
_RESTRICTED = {"privacidade": "restrita"}
_PROJECTION = {"classe": "projecao"}

demandas = Table(
    "d3_demandas",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    # The demanda.normalizada that stands; null where only a withdrawal is known.
    Column("evento", LargeBinary(32), info=_PUBLIC),
    # Title, description and captions as the classifier reads them; null where erased.
    Column("texto", Text, info=_RESTRICTED),
    Column("idioma", Text, info=_PUBLIC),
    Column("categoria_informada", Text, info=_PUBLIC),
    Column("subcategoria_informada", Text, info=_PUBLIC),
    # The choice above is new with this text: not the one of the text before.
    Column("escolha_mudou", Integer, nullable=False, info=_PUBLIC),
    # JSON of what the text says of its place: another one makes the unit out of date.
    Column("local", Text, info=_PUBLIC),
    # The event that brought text and unit together.
    Column("completada_por", LargeBinary(32), info=_PUBLIC),
    # The demanda.normalizada that the last outcome answers.
    Column("classificada_de", LargeBinary(32), info=_PUBLIC),
    Column("retirada", Integer, nullable=False, info=_PUBLIC),
    Column("normalizada_em", Text, info=_PUBLIC),
    info=_PROJECTION,
)

projecao_geo = Table(
    "d3_projecao_geo",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("unidade_civica_id", Text, nullable=False, info=_PUBLIC),
    Column("nivel_minimo_resolvido", Integer, nullable=False, info=_PUBLIC),
    Column("evento", LargeBinary(32), nullable=False, info=_PUBLIC),
    Column("causa", LargeBinary(32), info=_PUBLIC),
    Column("georreferenciada_em", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

espera = Table(
    "d3_espera",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    # texto | unidade | categoria: what is still missing.
    Column("falta", Text, nullable=False, info=_PUBLIC),
    Column("desde", Text, nullable=False, info=_PUBLIC),
    Index("ix_d3_espera_desde", "desde", "demanda_id"),
    info=_PROJECTION,
)

categorizacoes = Table(
    "d3_categorizacoes",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    # One row per version; the event is its name, whatever order it came in.
    Column("evento", LargeBinary(32), primary_key=True, info=_PUBLIC),
    Column("event_id", Text, nullable=False, info=_PUBLIC),
    # 1, 2, 3 … of the demand; the highest stands.
    Column("versao", Integer, nullable=False, info=_PUBLIC),
    Column("atual", Integer, nullable=False, info=_PUBLIC),
    Column("categoria_id", Text, nullable=False, info=_PUBLIC),
    Column("subcategoria_id", Text, info=_PUBLIC),
    Column("nivel_precedencia", Integer, nullable=False, info=_PUBLIC),
    Column("score_horizontal", Integer, nullable=False, info=_PUBLIC),
    Column("confianca", Float, nullable=False, info=_PUBLIC),
    Column("metodo", Text, nullable=False, info=_PUBLIC),
    # classificador | morador | revisao: who said it.
    Column("autoria", Text, nullable=False, info=_PUBLIC),
    # JSON array of [categoria_id, score_confianca].
    Column("sugestoes", Text, nullable=False, info=_PUBLIC),
    Column("unidade_civica_id", Text, info=_PUBLIC),
    Column("nivel_minimo_resolvido", Integer, info=_PUBLIC),
    Column("versao_taxonomia", Text, info=_PUBLIC),
    Column("versao_classificador", Text, info=_PUBLIC),
    Column("categorizada_em", Text, nullable=False, info=_PUBLIC),
    # Why a person decided so.
    Column("motivo", Text, info=_RESTRICTED),
    Index("ix_d3_categorizacoes_autoria", "autoria", "demanda_id"),
    info=_PROJECTION,
    sqlite_with_rowid=False,
)

fila_revisao = Table(
    "d3_fila_revisao",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    # 0 contested, 1 the rest; then the lowest confidence.
    Column("prioridade", Integer, nullable=False, info=_PUBLIC),
    # contestada | confianca_baixa | amostra | texto_corrigido
    Column("motivo", Text, nullable=False, info=_PUBLIC),
    Column("confianca", Float, nullable=False, info=_PUBLIC),
    # What the classifier would say, or what stands; null where there was nothing to go by.
    Column("categoria_id", Text, info=_PUBLIC),
    Column("subcategoria_id", Text, info=_PUBLIC),
    Column("sugestoes", Text, nullable=False, info=_PUBLIC),
    Column("versao_taxonomia", Text, info=_PUBLIC),
    Column("versao_classificador", Text, info=_PUBLIC),
    # Hash of the last event that changed what a reviewer sees: what a decision is compared with.
    Column("versao_vista", Text, nullable=False, info=_PUBLIC),
    Column("entrou_em", Text, nullable=False, info=_PUBLIC),
    Index("ix_d3_fila_revisao_ordem", "prioridade", "confianca", "demanda_id"),
    info=_PROJECTION,
)

contestacoes = Table(
    "d3_contestacoes",
    metadata,
    Column("evento", LargeBinary(32), primary_key=True, info=_PUBLIC),
    Column("demanda_id", Text, nullable=False, info=_PUBLIC),
    Column("categoria_sugerida", Text, info=_PUBLIC),
    Column("desfaz_event_id", Text, info=_PUBLIC),
    Column("motivo", Text, info=_RESTRICTED),
    # Until a person decides.
    Column("aberta", Integer, nullable=False, info=_PUBLIC),
    Column("contestada_em", Text, nullable=False, info=_PUBLIC),
    Index("ix_d3_contestacoes_demanda", "demanda_id", "contestada_em"),
    info=_PROJECTION,
)

reservas = Table(
    "d3_reservas",
    metadata,
    # Who is looking at an item of the queue; nobody else decides it until then.
    Column("demanda_id", Text, primary_key=True, info=_RESTRICTED),
    Column("conta_id", Text, nullable=False, info=_RESTRICTED),
    Column("nome", Text, nullable=False, info=_RESTRICTED),
    Column("expira_em", Text, nullable=False, info=_RESTRICTED),
    witness("d3_reservas", "expira_em", "conta_id", "nome"),
    info={"classe": "local"},
)

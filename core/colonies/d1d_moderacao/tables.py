"""Tables of D-1d: the queue, its decisions, automatic descriptions of media, and the denylist.

What was flagged, and why, is restricted; that something was, and what came of it, is public. Leases,
notes and wishes for a second opinion belong to the office and are local. Source: Apêndice B D-1d.
"""

from sqlalchemy import Column, Index, Integer, LargeBinary, MetaData, Table, Text

from core.kernel.store.witness import witness

metadata = MetaData()

_PUBLIC = {"privacidade": "publica"}
_RESTRICTED = {"privacidade": "restrita"}
_PROJECTION = {"classe": "projecao"}
_LOCAL = {"classe": "local"}

fila_moderacao = Table(
    "d1d_fila_moderacao",
    metadata,
    Column("item_id", Text, primary_key=True, info=_PUBLIC),
    Column("demanda_id", Text, nullable=False, info=_PUBLIC),
    # anexo | texto | relato
    Column("tipo", Text, nullable=False, info=_PUBLIC),
    # The file, the demand, or the report.
    Column("referencia_id", Text, nullable=False, info=_PUBLIC),
    # pendente | aprovado | bloqueado | removido | substituido (nobody sees it any more)
    Column("status", Text, nullable=False, info=_PUBLIC),
    # 0: another text stands in its place.
    Column("vigente", Integer, nullable=False, info=_PUBLIC),
    # The removal of a file took this along: the demand's text, or a copy of the file.
    Column("removido_junto", Integer, nullable=False, info=_PUBLIC),
    # A file above the threshold is held back until a person decides (G-040).
    Column("bloqueio_provisorio", Integer, nullable=False, info=_PUBLIC),
    # The event that put it here.
    Column("evento", LargeBinary(32), nullable=False, info=_PUBLIC),
    Column("evento_id", Text, nullable=False, info=_PUBLIC),
    # What that event followed from: whoever did that wrote the text.
    Column("causa", LargeBinary(32), info=_PUBLIC),
    Column("tipo_mime", Text, info=_PUBLIC),
    # Place in the capture; null for a file that came otherwise.
    Column("indice", Integer, info=_PUBLIC),
    Column("midia_object_key", Text, info=_RESTRICTED),
    Column("url_acesso", Text, info=_RESTRICTED),
    # JSON array: terms and names of patterns, or the kind and reason of a file.
    Column("motivo", Text, info=_RESTRICTED),
    Column("titulo", Text, info=_RESTRICTED),
    Column("trecho", Text, info=_RESTRICTED),
    # 0 where the content is erased or never reached this office: nothing to decide on here.
    Column("tem_conteudo", Integer, nullable=False, info=_RESTRICTED),
    # Hash of the last event that changed what a moderator sees: what a decision is compared with.
    Column("versao_vista", Text, nullable=False, info=_PUBLIC),
    Column("entrou_em", Text, nullable=False, info=_PUBLIC),
    Column("decidido_em", Text, info=_PUBLIC),
    # How a file came: captura | confirmacao | conclusao | atualizacao; null for texts.
    Column("via", Text, info=_PUBLIC),
    Index("ix_d1d_fila_ordem", "status", "entrou_em", "item_id"),
    # Counts by status and kind are read here, not in rows with their texts.
    Index("ix_d1d_fila_contagem", "status", "tipo", "tem_conteudo"),
    Index("ix_d1d_fila_demanda", "demanda_id"),
    info=_PROJECTION,
)

decisoes_moderacao = Table(
    "d1d_decisoes_moderacao",
    metadata,
    Column("item_id", Text, primary_key=True, info=_PUBLIC),
    Column("evento", LargeBinary(32), primary_key=True, info=_PUBLIC),
    Column("altura", Integer, nullable=False, info=_PUBLIC),
    Column("event_id", Text, nullable=False, info=_PUBLIC),
    Column("chave_dobra", Text, nullable=False, info=_PUBLIC),
    Column("tipo", Text, nullable=False, info=_PUBLIC),
    Column("referencia_id", Text, nullable=False, info=_PUBLIC),
    Column("decisao", Text, nullable=False, info=_PUBLIC),
    Column("reaberto", Integer, nullable=False, info=_PUBLIC),
    Column("remover_texto_demanda", Integer, nullable=False, info=_PUBLIC),
    Column("motivo", Text, info=_RESTRICTED),
    Column("moderador_id", Text, info=_RESTRICTED),
    Column("data", Text, nullable=False, info=_PUBLIC),
    Index("ix_d1d_decisoes_dobra", "chave_dobra"),
    Index("ix_d1d_decisoes_moderador", "moderador_id", "data"),
    info=_PROJECTION,
    sqlite_with_rowid=False,
)

descricoes_midia = Table(
    "d1d_descricoes_midia",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_RESTRICTED),
    # Place of the medium in the capture; its file's name stays out of events (D-1b 1.4.0).
    Column("indice", Integer, primary_key=True, info=_RESTRICTED),
    Column("descricao", Text, info=_RESTRICTED),
    Column("descricao_original", Text, info=_RESTRICTED),
    Column("traduzida", Integer, nullable=False, info=_RESTRICTED),
    Column("modelo", Text, info=_RESTRICTED),
    info=_PROJECTION,
)

denylist = Table(
    "d1d_denylist",
    metadata,
    Column("no", Text, primary_key=True, info=_PUBLIC),
    Column("versao", Integer, info=_RESTRICTED),
    # JSON array; null where the list did not reach this office.
    Column("termos", Text, info=_RESTRICTED),
    Column("motivo", Text, info=_RESTRICTED),
    Column("atualizada_em", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

reservas = Table(
    "d1d_reservas",
    metadata,
    # Who is looking at an item; nobody else decides it until then.
    Column("item_id", Text, primary_key=True, info=_RESTRICTED),
    Column("conta_id", Text, nullable=False, info=_RESTRICTED),
    Column("nome", Text, nullable=False, info=_RESTRICTED),
    Column("expira_em", Text, nullable=False, info=_RESTRICTED),
    witness("d1d_reservas", "expira_em", "conta_id", "nome"),
    info=_LOCAL,
)

anotacoes = Table(
    "d1d_anotacoes",
    metadata,
    # What moderators tell each other of an item; segunda_opiniao: another one should decide.
    Column("item_id", Text, primary_key=True, info=_RESTRICTED),
    Column("escrita_em", Text, primary_key=True, info=_RESTRICTED),
    Column("conta_id", Text, primary_key=True, info=_RESTRICTED),
    Column("demanda_id", Text, nullable=False, info=_RESTRICTED),
    Column("nome", Text, nullable=False, info=_RESTRICTED),
    Column("texto", Text, nullable=False, info=_RESTRICTED),
    Column("segunda_opiniao", Integer, nullable=False, info=_RESTRICTED),
    Index("ix_d1d_anotacoes_demanda", "demanda_id"),
    witness("d1d_anotacoes", "nome", "texto", "segunda_opiniao"),
    info=_LOCAL,
)

"""Tables of D-1c: what came in, what was made of it, what a person decided.

Three tables, because three kinds of events tell of a file and any of them may be the first to
arrive. What came in is restricted as a whole; a hash is restricted, too: whether it may be said
depends on the part it was sealed in.
"""

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text

from core.kernel.engine.framework_tables import jobs_table

metadata = MetaData()

_PUBLIC = {"privacidade": "publica"}
_RESTRICTED = {"privacidade": "restrita"}
_PROJECTION = {"classe": "projecao"}

entradas = Table(
    "d1c_entradas",
    metadata,
    # Derived from the event and the file's place in it.
    Column("anexo_id", Text, primary_key=True, info=_RESTRICTED),
    Column("demanda_id", Text, nullable=False, info=_RESTRICTED),
    # captura | confirmacao | conclusao | atualizacao
    Column("via", Text, nullable=False, info=_RESTRICTED),
    Column("indice", Integer, nullable=False, info=_RESTRICTED),
    # Of the stored object, and of the bytes as they came (null where nobody says it).
    Column("hash_sha256", Text, nullable=False, info=_RESTRICTED),
    Column("hash_origem", Text, info=_RESTRICTED),
    Column("nome_arquivo", Text, info=_RESTRICTED),
    Column("tipo_mime", Text, info=_RESTRICTED),
    Column("tamanho_bytes", BigInteger, info=_RESTRICTED),
    # 1 where the resident agreed to have pictures shown.
    Column("publica_imagem", Integer, nullable=False, info=_RESTRICTED),
    Column("recebida_em", Text, nullable=False, info=_RESTRICTED),
    # The councillor's report that it came with; null for any other file.
    Column("atualizacao_id", Text, info=_RESTRICTED),
    Index("ix_d1c_entradas_demanda", "demanda_id", "indice"),
    Index("ix_d1c_entradas_hash", "hash_sha256"),
    Index("ix_d1c_entradas_origem", "hash_origem"),
    info=_PROJECTION,
)

anexos = Table(
    "d1c_anexos",
    metadata,
    Column("anexo_id", Text, primary_key=True, info=_PUBLIC),
    Column("demanda_id", Text, nullable=False, info=_PUBLIC),
    Column("via", Text, nullable=False, info=_PUBLIC),
    Column("indice", BigInteger, info=_PUBLIC),
    Column("tipo_mime", Text, nullable=False, info=_PUBLIC),
    Column("tamanho_bytes", BigInteger, nullable=False, info=_PUBLIC),
    Column("possui_dado_sensivel", Integer, nullable=False, info=_PUBLIC),
    Column("categoria_sensivel", Text, info=_PUBLIC),
    # pendente | aprovado | bloqueado: where it started; what was decided stands beside.
    Column("moderacao_status", Text, nullable=False, info=_PUBLIC),
    Column("processado_em", Text, nullable=False, info=_PUBLIC),
    Column("hash_sha256", Text, info=_RESTRICTED),
    Column("object_key_temp", Text, info=_RESTRICTED),
    Column("nome_arquivo", Text, info=_RESTRICTED),
    Column("motivo_sensivel", Text, info=_RESTRICTED),
    Column("atualizacao_id", Text, info=_PUBLIC),
    Index("ix_d1c_anexos_demanda", "demanda_id", "anexo_id"),
    Index("ix_d1c_anexos_hash", "hash_sha256"),
    Index("ix_d1c_anexos_origem", "object_key_temp"),
    info=_PROJECTION,
)

decisoes = Table(
    "d1c_decisoes",
    metadata,
    Column("anexo_id", Text, primary_key=True, info=_PUBLIC),
    # aprovado | bloqueado | removido: the moderator's word, before it is carried out.
    Column("decisao", Text, info=_PUBLIC),
    # ativo | bloqueado | removido: as carried out; a removal is never undone.
    Column("status", Text, info=_PUBLIC),
    Column("decidido_em", Text, nullable=False, info=_PUBLIC),
    # Of a removal: the tombstone that keeps the file from coming back to the demand.
    Column("demanda_id", Text, info=_PUBLIC),
    Column("hash_sha256", Text, info=_RESTRICTED),
    Index("ix_d1c_decisoes_demanda", "demanda_id"),
    Index("ix_d1c_decisoes_hash", "hash_sha256"),
    info=_PROJECTION,
)

trabalhos = jobs_table("d1c", metadata)

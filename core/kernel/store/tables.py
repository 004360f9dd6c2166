"""Every kernel table, once, for SQLite and PostgreSQL (design.md 4 and 6).

Identifiers are 16-byte blobs and hashes 32-byte blobs: a fifth smaller than text. Only
``event_hash`` and (no, epoca, seq, event_hash) are unique in the log, because a forked feed must
be storable. Each table says its class in ``info``: ``log`` (carried by every migration),
``projecao`` (dropped and rebuilt) or ``local`` (migrated, never rebuilt). Nothing vouches for a
local row, so each column of one stands in an index as well (``witness.py``).
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

from core.kernel.store.witness import witness

LOG = {"classe": "log"}
LOCAL = {"classe": "local"}

# SQLite gives rowid semantics only to the exact type INTEGER.
BigInt = BigInteger().with_variant(Integer(), "sqlite")

metadata = MetaData()

event_log = Table(
    "event_log",
    metadata,
    Column("sequence_number", BigInt, primary_key=True, autoincrement=False),
    Column("event_hash", LargeBinary(32), nullable=False, unique=True),
    Column("no", LargeBinary(16), nullable=False),
    Column("epoca", Integer, nullable=False),
    Column("seq", BigInt, nullable=False),
    Column("event_id", LargeBinary(16), nullable=False),
    Column("tipo", Text, nullable=False),
    Column("versao_schema", Text, nullable=False),
    Column("origem", Text, nullable=False),
    Column("timestamp_ms", BigInt, nullable=False),
    Column("correlacao_id", LargeBinary(16)),
    Column("causa", LargeBinary(32)),
    Column("chave_derivacao", Text),
    Column("altura", BigInt, nullable=False),
    Column("profundidade", Integer, nullable=False),
    Column("criado_em_ms", BigInt, nullable=False),
    Column("header", LargeBinary, nullable=False),
    UniqueConstraint("no", "epoca", "seq", "event_hash", name="uq_event_log_feed"),
    Index("ix_event_log_event_id", "event_id"),
    Index("ix_event_log_tipo", "tipo", "sequence_number"),
    Index("ix_event_log_correlacao", "correlacao_id", "sequence_number"),
    Index("ix_event_log_timestamp", "timestamp_ms"),
    info=LOG,
)

# parte_id = sequence_number * PARTS_PER_EVENT + place in the header's list: one b-tree, read in
# log order together with the headers, no second index to keep.
PARTS_PER_EVENT = 32

event_parts = Table(
    "event_parts",
    metadata,
    Column("parte_id", BigInt, primary_key=True, autoincrement=False),
    Column("nome", Text, nullable=False),
    Column("salt", LargeBinary(32), nullable=False),
    Column("conteudo", LargeBinary, nullable=False),
    info=LOG,
)

# Which events speak of a demand, unit or councillor: traces, filters and refolds read this.
event_assuntos = Table(
    "event_assuntos",
    metadata,
    Column("assunto", LargeBinary(16), primary_key=True),
    Column("sequence_number", BigInt, primary_key=True, autoincrement=False),
    info=LOG,
    sqlite_with_rowid=False,
)

# What was published in answer to an event, so that nothing is answered twice (design.md 3). By the
# cause's position, which is mostly a recent one: by its hash, every row would touch a page of its own.
event_efeitos = Table(
    "event_efeitos",
    metadata,
    Column("causa", BigInt, primary_key=True, autoincrement=False),
    Column("chave_derivacao", Text, primary_key=True),
    Column("sequence_number", BigInt, primary_key=True, autoincrement=False),
    info=LOG,
    sqlite_with_rowid=False,
)

# A person's random labels, so that erasing them finds every part (design.md 4, titular).
kernel_titulares = Table(
    "kernel_titulares",
    metadata,
    Column("sujeito", Text, primary_key=True),
    Column("rotulo", LargeBinary(16), primary_key=True),
    Column("sequence_number", BigInt, nullable=False),
    info=LOG,
    sqlite_with_rowid=False,
)

kernel_feeds = Table(
    "kernel_feeds",
    metadata,
    Column("no", LargeBinary(16), primary_key=True),
    Column("epoca", Integer, primary_key=True, autoincrement=False),
    Column("tamanho", BigInt, nullable=False),
    Column("ultimo_hash", LargeBinary(32)),
    # RFC 6962 compact range: the hashes of the full subtrees, largest first.
    Column("fronteira", LargeBinary, nullable=False),
    Column("estado", Text, nullable=False),  # aberta | selada
    info=LOG,
)

kernel_checkpoints = Table(
    "kernel_checkpoints",
    metadata,
    Column("no", LargeBinary(16), primary_key=True),
    Column("epoca", Integer, primary_key=True, autoincrement=False),
    Column("tamanho", BigInt, primary_key=True, autoincrement=False),
    Column("raiz", LargeBinary(32), nullable=False),
    Column("nota", LargeBinary, nullable=False),
    info=LOG,
)

kernel_rede = Table(
    "kernel_rede",
    metadata,
    Column("versao", Integer, primary_key=True, autoincrement=False),
    Column("documento", LargeBinary, nullable=False),
    Column("assinaturas", LargeBinary, nullable=False),
    info=LOG,
)

# Events of the log that no colony is given: ``adiado``, ``sem_efeito`` or ``contestado``, and why
# (sync.md 2.10). They keep their place, are hashed and relayed; whatever reads events leaves them out.
kernel_sem_efeito = Table(
    "kernel_sem_efeito",
    metadata,
    Column("sequence_number", BigInt, primary_key=True, autoincrement=False),
    Column("estado", Text, nullable=False),
    Column("motivo", Text, nullable=False),  # a code of core.sync.reasons
    info=LOG,
)

# Proofs that an author signed two stories; ``seq`` is the place of the two headers, where they name one.
kernel_evidencias = Table(
    "kernel_evidencias",
    metadata,
    Column("sha256", LargeBinary(32), primary_key=True),
    Column("no", LargeBinary(16), nullable=False),
    Column("epoca", Integer, nullable=False),
    Column("seq", BigInt),
    Column("conteudo", LargeBinary, nullable=False),
    info=LOG,
)

# Facts of this installation: rede, no, epoca, instancia, demonstracao, node public keys.
kernel_instalacao = Table(
    "kernel_instalacao",
    metadata,
    Column("chave", Text, primary_key=True),
    Column("valor", Text, nullable=False),
    witness("kernel_instalacao", "valor"),
    info=LOCAL,
)

registry_schemas = Table(
    "registry_schemas",
    metadata,
    Column("tipo", Text, primary_key=True),
    Column("versao", Text, primary_key=True),
    Column("schema_sha256", LargeBinary(32), nullable=False),
    Column("deprecated", Integer, nullable=False),
    witness("registry_schemas", "schema_sha256", "deprecated"),
    info=LOCAL,
)

kernel_posicoes = Table(
    "kernel_posicoes",
    metadata,
    Column("colonia", Text, primary_key=True),
    Column("aplicado_ate", BigInt, nullable=False),
    Column("reagido_ate", BigInt, nullable=False),
    Column("versao_projecao", Integer, nullable=False),
    Column("assinatura", Text, nullable=False),  # the subscribed types, one a line
    Column("ativa", Integer, nullable=False),
    # Apart, since the first two move with nearly every transaction and the rest hardly ever.
    witness("kernel_posicoes", "aplicado_ate", "reagido_ate"),
    witness("kernel_posicoes", "versao_projecao", "assinatura", "ativa", nome="assinatura"),
    info=LOCAL,
)

dead_letter_queue = Table(
    "dead_letter_queue",
    metadata,
    Column("consumidor", Text, primary_key=True),
    Column("fase", Text, primary_key=True),  # apply | react | prazo
    Column("sequence_number", BigInt, primary_key=True, autoincrement=False),
    Column("tipo", Text, nullable=False),
    # pendente | esperando | suspenso | descartado | liberado
    Column("estado", Text, nullable=False),
    Column("erro", Text, nullable=False),
    Column("tentativas", Integer, nullable=False),
    Column("desde_ms", BigInt, nullable=False),
    Column("ultima_ms", BigInt, nullable=False),
    witness("dead_letter_queue", "desde_ms", "ultima_ms", "tentativas", "estado", "tipo", "erro"),
    info=LOCAL,
)

kernel_chaves_paradas = Table(
    "kernel_chaves_paradas",
    metadata,
    Column("consumidor", Text, primary_key=True),
    Column("fase", Text, primary_key=True),
    Column("chave", Text, primary_key=True),
    Column("sequence_number", BigInt, primary_key=True, autoincrement=False),
    info=LOCAL,
)

kernel_redobra = Table(
    "kernel_redobra",
    metadata,
    Column("colonia", Text, primary_key=True),
    Column("chave", Text, primary_key=True),
    info=LOCAL,
)

kernel_prazos_tratados = Table(
    "kernel_prazos_tratados",
    metadata,
    Column("colonia", Text, primary_key=True),
    Column("sujeito", Text, primary_key=True),
    Column("evento", LargeBinary(32), primary_key=True),
    witness("kernel_prazos_tratados", "evento"),
    info=LOCAL,
    sqlite_with_rowid=False,
)

kernel_saida = Table(
    "kernel_saida",
    metadata,
    Column("colonia", Text, primary_key=True),
    Column("chave", Text, primary_key=True),
    Column("efeito", Text, nullable=False),
    Column("dados", Text, nullable=False),
    Column("estado", Text, nullable=False),  # pendente | feito | falhou
    Column("tentativas", Integer, nullable=False),
    Index("ix_kernel_saida_estado", "estado"),
    witness("kernel_saida", "tentativas", "efeito", "dados"),
    info=LOCAL,
)

kernel_comandos = Table(
    "kernel_comandos",
    metadata,
    Column("comando_id", Text, primary_key=True),
    Column("resposta", Text, nullable=False),
    Column("sequence_number", BigInt, nullable=False),
    witness("kernel_comandos", "sequence_number", "resposta"),
    info=LOCAL,
)

# One row: locked by every writer on PostgreSQL, and how a writer learns that another one wrote.
kernel_escrita = Table(
    "kernel_escrita",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("contador", BigInt, nullable=False),
    Column("escritor", Text, nullable=False),
    witness("kernel_escrita", "contador", "escritor"),
    info=LOCAL,
)

kernel_copias = Table(
    "kernel_copias",
    metadata,
    Column("criada_em_ms", BigInt, primary_key=True, autoincrement=False),
    Column("arquivo", Text, nullable=False),
    Column("eventos", BigInt, nullable=False),
    Column("sha256", LargeBinary(32), nullable=False),
    Column("verificada", Integer, nullable=False),
    witness("kernel_copias", "eventos", "verificada", "sha256", "arquivo"),
    info=LOCAL,
)

# Bundles that were imported: the attempt log, one row a file however often it comes.
kernel_pacotes = Table(
    "kernel_pacotes",
    metadata,
    Column("sha256", LargeBinary(32), primary_key=True),
    Column("no", LargeBinary(16), nullable=False),  # who handed it over
    Column("classe", Text, nullable=False),
    Column("estado", Text, nullable=False),  # importado | em_parte | pendente
    Column("eventos", BigInt, nullable=False),  # that it brought, all times together
    Column("vezes", Integer, nullable=False),
    Column("primeira_ms", BigInt, nullable=False),
    Column("ultima_ms", BigInt, nullable=False),
    witness(
        "kernel_pacotes", "ultima_ms", "vezes", "eventos", "estado", "no", "classe", "primeira_ms"
    ),
    info=LOCAL,
)

# Feeds of kept bundles that wait: from which event on, and for what.
kernel_pendencias = Table(
    "kernel_pendencias",
    metadata,
    Column("sha256", LargeBinary(32), primary_key=True),
    Column("no", LargeBinary(16), primary_key=True),
    Column("epoca", Integer, primary_key=True, autoincrement=False),
    Column("seq", BigInt, nullable=False),
    Column("ate", BigInt, nullable=False),
    Column("motivo", Text, nullable=False),  # feed.lacuna | evento.espera
    Column("falta", Text, nullable=False),
    Column("desde_ms", BigInt, nullable=False),
    witness("kernel_pendencias", "desde_ms", "seq", "ate", "motivo", "falta"),
    info=LOCAL,
)

# Files that were refused: their bytes lie in a folder of their own and are never looked into again
# unless somebody asks for it.
kernel_quarentena = Table(
    "kernel_quarentena",
    metadata,
    Column("sha256", LargeBinary(32), primary_key=True),
    Column("motivo", Text, nullable=False),
    Column("onde", Text),
    Column("nome", Text, nullable=False),
    Column("tamanho", BigInt, nullable=False),
    Column("guardado", Integer, nullable=False),  # 0: too much, or too private, to be kept
    Column("desde_ms", BigInt, nullable=False),
    witness("kernel_quarentena", "desde_ms", "tamanho", "guardado", "motivo", "nome", "onde"),
    info=LOCAL,
)

"""The office's one row, which is public, and its accounts, which never leave it.

Who an account is and which roles it holds follows from the log; its password and how often it was
missed are rows of this installation.
"""

from sqlalchemy import BigInteger, Column, Float, Integer, MetaData, Table, Text

from core.kernel.store.witness import witness

metadata = MetaData()

_PUBLIC = {"privacidade": "publica"}
_RESTRICTED = {"privacidade": "restrita"}

escritorio = Table(
    "esc_escritorio",
    metadata,
    Column("no", Text, primary_key=True, info=_PUBLIC),
    Column("nome", Text, nullable=False, info=_PUBLIC),
    Column("fuso", Text, nullable=False, info=_PUBLIC),
    # A JSON array of unit ids, in the order they were given.
    Column("unidades", Text, nullable=False, info=_PUBLIC),
    Column("sul", Float, info=_PUBLIC),
    Column("oeste", Float, info=_PUBLIC),
    Column("norte", Float, info=_PUBLIC),
    Column("leste", Float, info=_PUBLIC),
    Column("configurado_em", Text, nullable=False, info=_PUBLIC),
    info={"classe": "projecao"},
)

contas = Table(
    "esc_contas",
    metadata,
    Column("conta_id", Text, primary_key=True, info=_RESTRICTED),
    Column("nome", Text, nullable=False, info=_RESTRICTED),
    # Folded: two accounts never differ in accents, case or punctuation alone.
    Column("nome_busca", Text, nullable=False, info=_RESTRICTED),
    # Roles with commas between them, in the contract's order.
    Column("papeis", Text, nullable=False, info=_RESTRICTED),
    Column("conselheiro_id", Text, info=_RESTRICTED),
    Column("ativa", Integer, nullable=False, info=_RESTRICTED),
    Column("criada_em", Text, nullable=False, info=_RESTRICTED),
    Column("alterada_em", Text, nullable=False, info=_RESTRICTED),
    info={"classe": "projecao"},
)

papeis = Table(
    "esc_papeis",
    metadata,
    Column("conta_id", Text, primary_key=True, info=_RESTRICTED),
    # Height and hash of the event: the order of the fold.
    Column("altura", BigInteger, primary_key=True, autoincrement=False, info=_RESTRICTED),
    Column("event_hash", Text, primary_key=True, info=_RESTRICTED),
    Column("ato", Text, info=_RESTRICTED),
    Column("papeis", Text, nullable=False, info=_RESTRICTED),
    Column("ativa", Integer, nullable=False, info=_RESTRICTED),
    Column("conselheiro_id", Text, info=_RESTRICTED),
    Column("motivo", Text, info=_RESTRICTED),
    Column("por_conta_id", Text, info=_RESTRICTED),
    Column("ocorrido_em", Text, nullable=False, info=_RESTRICTED),
    info={"classe": "projecao"},
)

senhas = Table(
    "esc_senhas",
    metadata,
    Column("conta_id", Text, primary_key=True, info=_RESTRICTED),
    # argon2id, see core/crypto/password.py.
    Column("senha", Text, nullable=False, info=_RESTRICTED),
    Column("trocada_em", Text, nullable=False, info=_RESTRICTED),
    witness("esc_senhas", "trocada_em", "senha"),
    info={"classe": "local"},
)

tentativas = Table(
    "esc_tentativas",
    metadata,
    # SHA-256 of the folded name that was typed: now and then somebody types a password there.
    Column("chave", Text, primary_key=True, info=_RESTRICTED),
    Column("falhas", Integer, nullable=False, info=_RESTRICTED),
    Column("espera_ate", Text, nullable=False, info=_RESTRICTED),
    witness("esc_tentativas", "espera_ate", "falhas"),
    info={"classe": "local"},
)

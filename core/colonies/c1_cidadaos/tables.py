"""Citizens' records and who opened them. Everything restricted, nothing leaves the office."""

from sqlalchemy import Column, Index, Integer, MetaData, Table, Text

from core.kernel.store.witness import witness

metadata = MetaData()

_RESTRICTED = {"privacidade": "restrita"}

cidadaos = Table(
    "c1_cidadaos",
    metadata,
    Column("cidadao_id", Text, primary_key=True, info=_RESTRICTED),
    # Null where only a merge is known of the id: an anonymous attendance turned out to be someone.
    Column("nome", Text, info=_RESTRICTED),
    Column("nome_busca", Text, info=_RESTRICTED),
    Column("telefone", Text, info=_RESTRICTED),
    Column("email", Text, info=_RESTRICTED),
    Column("endereco", Text, info=_RESTRICTED),
    Column("unidade_civica_id", Text, info=_RESTRICTED),
    Column("auth_provider", Text, info=_RESTRICTED),
    Column("verificado_presencialmente", Integer, info=_RESTRICTED),
    # JSON object {tratamento, publicacao_texto, publicacao_imagem, contato}.
    Column("consentimentos", Text, info=_RESTRICTED),
    Column("termos_versao", Text, info=_RESTRICTED),
    # The record that this one went up in.
    Column("unido_a", Text, info=_RESTRICTED),
    Column("cadastrado_em", Text, nullable=False, info=_RESTRICTED),
    Column("atualizado_em", Text, nullable=False, info=_RESTRICTED),
    Index("ix_c1_cidadaos_nome", "nome_busca"),
    Index("ix_c1_cidadaos_unido", "unido_a"),
    info={"classe": "projecao"},
)

acessos = Table(
    "c1_acessos",
    metadata,
    Column("acesso_id", Text, primary_key=True, info=_RESTRICTED),
    Column("cidadao_id", Text, nullable=False, info=_RESTRICTED),
    Column("conta_id", Text, nullable=False, info=_RESTRICTED),
    Column("papel", Text, nullable=False, info=_RESTRICTED),
    Column("acessado_em", Text, nullable=False, info=_RESTRICTED),
    Index("ix_c1_acessos_cidadao", "cidadao_id", "acessado_em"),
    witness("c1_acessos", "conta_id", "papel"),
    info={"classe": "local"},
)

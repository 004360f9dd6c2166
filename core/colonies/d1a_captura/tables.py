"""Tables of D-1a: what was received, the office's area; drafts and streets are local.

What a resident said and who it was is restricted; place and number of a demand are public.
"""

from sqlalchemy import BigInteger, Column, Float, Index, Integer, MetaData, Table, Text

from core.kernel.store.witness import witness

metadata = MetaData()

_PUBLIC = {"privacidade": "publica"}
_RESTRICTED = {"privacidade": "restrita"}
_PROJECTION = {"classe": "projecao"}
_LOCAL = {"classe": "local"}

demandas = Table(
    "d1a_demandas",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    Column("no", Text, nullable=False, info=_PUBLIC),
    Column("epoca", Integer, nullable=False, info=_PUBLIC),
    # Counted per (no, epoca); null where a foreign event carries no number of ours.
    Column("numero", BigInteger, info=_PUBLIC),
    Column("protocolo", Text, info=_PUBLIC),
    Column("canal", Text, nullable=False, info=_PUBLIC),
    Column("tipo_midia", Text, nullable=False, info=_PUBLIC),
    # pendente_normalizacao | retirada: what happens in between is other colonies' to say.
    Column("status", Text, nullable=False, info=_PUBLIC),
    Column("lat", Float, info=_PUBLIC),
    Column("lng", Float, info=_PUBLIC),
    Column("precisao_local", Text, info=_PUBLIC),
    Column("unidade_informada_id", Text, info=_PUBLIC),
    Column("categoria_id", Text, info=_PUBLIC),
    Column("subcategoria_id", Text, info=_PUBLIC),
    Column("data_formulario", Text, info=_PUBLIC),
    Column("criada_em", Text, nullable=False, info=_PUBLIC),
    Column("recebida_em", Text, nullable=False, info=_PUBLIC),
    Column("correcoes", Integer, nullable=False, info=_PUBLIC),
    Column("corrigida_em", Text, info=_PUBLIC),
    # Hash of the last correction: one that is delivered twice counts once.
    Column("corrigida_por", Text, info=_PUBLIC),
    Column("retirada_em", Text, info=_PUBLIC),
    Column("motivo_retirada", Text, info=_PUBLIC),
    Column("repetida_de", Text, info=_PUBLIC),
    # The resident's words as they stand after the last correction; the first stay in the log.
    Column("texto_bruto", Text, info=_RESTRICTED),
    Column("endereco_informado", Text, info=_RESTRICTED),
    Column("endereco_busca", Text, info=_RESTRICTED),
    Column("cidadao_id", Text, info=_RESTRICTED),
    # JSON object {tratamento, publicacao_texto, publicacao_imagem, contato}.
    Column("consentimentos", Text, info=_RESTRICTED),
    Column("termos_versao", Text, info=_RESTRICTED),
    # JSON array of references.
    Column("midia_urls", Text, info=_RESTRICTED),
    Column("id_externo", Text, info=_RESTRICTED),
    # Of the registration, whatever was corrected later (G-038).
    Column("hash_conteudo", Text, info=_RESTRICTED),
    Column("hash_relato", Text, info=_RESTRICTED),
    Column("conta_id", Text, info=_RESTRICTED),
    Index("ix_d1a_demandas_numero", "no", "epoca", "numero"),
    Index("ix_d1a_demandas_protocolo", "protocolo"),
    Index("ix_d1a_demandas_recebida", "recebida_em", "demanda_id"),
    Index("ix_d1a_demandas_hash", "hash_conteudo"),
    Index("ix_d1a_demandas_externo", "id_externo"),
    Index("ix_d1a_demandas_endereco", "endereco_busca"),
    Index("ix_d1a_demandas_cidadao", "cidadao_id"),
    info=_PROJECTION,
)

area = Table(
    "d1a_area",
    metadata,
    Column("no", Text, primary_key=True, info=_PUBLIC),
    Column("fuso", Text, nullable=False, info=_PUBLIC),
    Column("sul", Float, info=_PUBLIC),
    Column("oeste", Float, info=_PUBLIC),
    Column("norte", Float, info=_PUBLIC),
    Column("leste", Float, info=_PUBLIC),
    info=_PROJECTION,
)

rascunhos = Table(
    "d1a_rascunhos",
    metadata,
    # Becomes the demanda_id, so that a draft can be registered only once.
    Column("rascunho_id", Text, primary_key=True, info=_RESTRICTED),
    # The anonymous resident of this attendance (design.md 9).
    Column("cidadao_id", Text, nullable=False, info=_RESTRICTED),
    Column("conta_id", Text, info=_RESTRICTED),
    # JSON object of the form, as the screen keeps it.
    Column("conteudo", Text, nullable=False, info=_RESTRICTED),
    Column("versao", Integer, nullable=False, info=_RESTRICTED),
    Column("criado_em", Text, nullable=False, info=_RESTRICTED),
    Column("alterado_em", Text, nullable=False, info=_RESTRICTED),
    # The window that has it open, and until when it is believed to.
    Column("janela", Text, info=_RESTRICTED),
    Column("janela_ate", Text, info=_RESTRICTED),
    Index("ix_d1a_rascunhos_alterado", "alterado_em", "rascunho_id"),
    witness("d1a_rascunhos", "criado_em", "versao", "cidadao_id", "conta_id", "conteudo"),
    witness("d1a_rascunhos", "janela_ate", "janela", nome="janela"),
    info=_LOCAL,
)

logradouros = Table(
    "d1a_logradouros",
    metadata,
    Column("nome_busca", Text, primary_key=True, info=_PUBLIC),
    Column("bairro_busca", Text, primary_key=True, info=_PUBLIC),
    # Eight digits, empty where the list has none.
    Column("cep", Text, primary_key=True, info=_PUBLIC),
    Column("nome", Text, nullable=False, info=_PUBLIC),
    Column("bairro", Text, nullable=False, info=_PUBLIC),
    Column("lat", Float, nullable=False, info=_PUBLIC),
    Column("lng", Float, nullable=False, info=_PUBLIC),
    Index("ix_d1a_logradouros_cep", "cep"),
    witness("d1a_logradouros", "nome", "bairro", "lat", "lng"),
    info=_LOCAL,
)

telefones = Table(
    "d1a_telefones",
    metadata,
    # Of the taxonomy; empty for the number that answers for everything else.
    Column("categoria_id", Text, primary_key=True, info=_PUBLIC),
    Column("orgao", Text, nullable=False, info=_PUBLIC),
    Column("telefone", Text, nullable=False, info=_PUBLIC),
    Column("observacao", Text, nullable=False, info=_PUBLIC),
    Column("alterado_em", Text, nullable=False, info=_PUBLIC),
    Column("conta_id", Text, nullable=False, info=_RESTRICTED),
    witness("d1a_telefones", "alterado_em", "orgao", "telefone", "observacao", "conta_id"),
    info=_LOCAL,
)

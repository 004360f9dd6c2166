"""The tables of the colony D-7."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them empty: projections are folded from the log at the next start."""
    _demandas()
    _linha_do_tempo()
    _somas()
    _unidades()
    _evidencias()
    _lugares()


def _demandas() -> None:
    """Where each demand stands."""
    op.create_table(
        "d7_demanda_snapshots",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("situacao", sa.Text(), nullable=False),
        sa.Column("situacao_desde", sa.Text(), nullable=False),
        sa.Column("oculta", sa.Integer(), nullable=False),
        sa.Column("conteudo_removido", sa.Integer(), nullable=False),
        sa.Column("conteudo_removido_em", sa.Text()),
        sa.Column("visto_em", sa.Text(), nullable=False),
        sa.Column("protocolo", sa.Text()),
        sa.Column("canal", sa.Text()),
        sa.Column("recebida_em", sa.Text()),
        sa.Column("texto_evento", sa.LargeBinary(32)),
        sa.Column("suspeito", sa.Integer(), nullable=False),
        sa.Column("veredito", sa.Text()),
        sa.Column("texto_corrigido", sa.Integer(), nullable=False),
        sa.Column("titulo", sa.Text()),
        sa.Column("titulo_busca", sa.Text()),
        sa.Column("descricao", sa.Text()),
        sa.Column("descricoes_midia", sa.Text()),
        sa.Column("local", sa.Text()),
        sa.Column("local_pendente", sa.Integer(), nullable=False),
        sa.Column("precisao_local", sa.Text()),
        sa.Column("coordenada_lat", sa.Float()),
        sa.Column("coordenada_lng", sa.Float()),
        sa.Column("faixa", sa.Integer()),
        sa.Column("unidade_civica_id", sa.Text()),
        sa.Column("nivel_minimo_resolvido", sa.Integer()),
        sa.Column("municipio_id", sa.Text()),
        sa.Column("metodo_resolucao", sa.Text()),
        sa.Column("confianca_geo", sa.Text()),
        sa.Column("categoria_id", sa.Text()),
        sa.Column("subcategoria_id", sa.Text()),
        sa.Column("nivel_precedencia", sa.Integer()),
        sa.Column("confianca_categorizacao", sa.Float()),
        sa.Column("metodo_categoria", sa.Text()),
        sa.Column("revisao_desde", sa.Text()),
        sa.Column("contestada", sa.Integer(), nullable=False),
        sa.Column("ordem_score", sa.BigInteger(), nullable=False),
        sa.Column("breakdown", sa.Text()),
        sa.Column("versao_parametros", sa.Text()),
        sa.Column("ranqueada_em", sa.Text()),
        sa.Column("ranking_unidade_id", sa.Text()),
        sa.Column("fila_unidade_id", sa.Text()),
        sa.Column("agenda_unidade_id", sa.Text()),
        sa.Column("disponivel_em", sa.Text()),
        sa.Column("grupo_id", sa.Text()),
        sa.Column("aguarda_conselheiro", sa.Integer(), nullable=False),
        sa.Column("livre_desde", sa.Text()),
        sa.Column("conselheiro_id", sa.Text()),
        sa.Column("sorteada_em", sa.Text()),
        sa.Column("total_sorteios", sa.Integer(), nullable=False),
        sa.Column("iniciada_em", sa.Text()),
        sa.Column("primeira_acao_em", sa.Text()),
        sa.Column("inicio_s", sa.BigInteger()),
        sa.Column("total_atualizacoes", sa.Integer(), nullable=False),
        sa.Column("ultima_atualizacao_em", sa.Text()),
        sa.Column("ultima_atualizacao_id", sa.Text()),
        sa.Column("texto_ultima_atualizacao", sa.Text()),
        sa.Column("prazo_estimado", sa.Text()),
        sa.Column("concluida_em", sa.Text()),
        sa.Column("conclusao_via", sa.Text()),
        sa.Column("conclusao_s", sa.BigInteger()),
        sa.Column("ratificacao_pendente", sa.Integer(), nullable=False),
        sa.Column("total_conclusoes", sa.BigInteger()),
        sa.Column("retirada_em", sa.Text()),
        sa.Column("retirada_motivo", sa.Text()),
        sa.Column("repetida_de", sa.Text()),
        sa.Column("total_confirmacoes", sa.BigInteger(), nullable=False),
        sa.Column("agregado_representante_id", sa.Text()),
        sa.Column("agregado_membros_ids", sa.Text()),
        sa.Column("resumo_agregado", sa.Text()),
        sa.Column("resumo_ciclo", sa.Text()),
        sa.Column("resumos_atualizado_em", sa.Text()),
    )
    op.create_index(
        "ix_d7_snapshots_backlog",
        "d7_demanda_snapshots",
        ["unidade_civica_id", "situacao", "ordem_score", "demanda_id"],
    )
    op.create_index(
        "ix_d7_snapshots_historico",
        "d7_demanda_snapshots",
        ["unidade_civica_id", "situacao", "concluida_em", "demanda_id", "categoria_id"],
        sqlite_where=sa.text("concluida_em IS NOT NULL"),
        postgresql_where=sa.text("concluida_em IS NOT NULL"),
    )
    op.create_index(
        "ix_d7_snapshots_mapa",
        "d7_demanda_snapshots",
        ["situacao", "faixa", "coordenada_lng", "demanda_id"],
    )
    op.create_index(
        "ix_d7_snapshots_ranking",
        "d7_demanda_snapshots",
        ["fila_unidade_id", "ordem_score", "demanda_id"],
        sqlite_where=sa.text("fila_unidade_id IS NOT NULL"),
        postgresql_where=sa.text("fila_unidade_id IS NOT NULL"),
    )
    op.create_index(
        "ix_d7_snapshots_relatorio",
        "d7_demanda_snapshots",
        ["unidade_civica_id", "categoria_id", "situacao", "recebida_em", "demanda_id"],
    )


def _linha_do_tempo() -> None:
    """What happened to it."""
    op.create_table(
        "d7_timeline",
        sa.Column("assunto", sa.Text(), primary_key=True),
        sa.Column("altura", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("event_hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("event_id", sa.Text(), nullable=False),
        sa.Column("tipo", sa.Text(), nullable=False),
        sa.Column("ocorrido_em", sa.Text(), nullable=False),
        sa.Column("dados", sa.Text(), nullable=False),
        sa.Column("texto", sa.Text()),
        sa.Column("oculto", sa.Integer(), nullable=False),
        sa.Column("referencia", sa.Text()),
    )
    op.create_index(
        "ix_d7_timeline_referencia",
        "d7_timeline",
        ["referencia"],
        sqlite_where=sa.text("referencia IS NOT NULL"),
        postgresql_where=sa.text("referencia IS NOT NULL"),
    )


def _somas() -> None:
    """Sums, and since when what waits."""
    op.create_table(
        "d7_contagens",
        sa.Column("unidade_civica_id", sa.Text(), primary_key=True),
        sa.Column("situacao", sa.Text(), primary_key=True),
        sa.Column("nivel_precedencia", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("categoria_id", sa.Text(), primary_key=True),
        sa.Column("confianca_geo", sa.Text(), primary_key=True),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("ocultas", sa.BigInteger(), nullable=False),
        sa.Column("na_fila", sa.BigInteger(), nullable=False),
        sa.Column("com_conselheiro", sa.BigInteger(), nullable=False),
        sa.Column("com_inicio", sa.BigInteger(), nullable=False),
        sa.Column("soma_inicio_s", sa.BigInteger(), nullable=False),
        sa.Column("com_conclusao", sa.BigInteger(), nullable=False),
        sa.Column("soma_conclusao_s", sa.BigInteger(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "d7_esperas",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("tipo", sa.Text(), primary_key=True),
        sa.Column("unidade_civica_id", sa.Text(), nullable=False),
        sa.Column("desde", sa.Text(), nullable=False),
        sa.Column("sozinha", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_d7_esperas_unidade",
        "d7_esperas",
        ["tipo", "unidade_civica_id", "sozinha", "desde", "demanda_id"],
    )


def _unidades() -> None:
    """Units, their agendas, their councillors."""
    op.create_table(
        "d7_unidades",
        sa.Column("unidade_civica_id", sa.Text(), primary_key=True),
        sa.Column("nivel", sa.Integer(), nullable=False),
        sa.Column("codigo", sa.Text()),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("nome_busca", sa.Text(), nullable=False),
        sa.Column("parent_uc_id", sa.Text()),
        sa.Column("fonte", sa.Text(), nullable=False),
        sa.Column("importacao_id", sa.Text(), nullable=False),
    )
    op.create_index("ix_d7_unidades_codigo", "d7_unidades", ["codigo"])
    op.create_index("ix_d7_unidades_nivel", "d7_unidades", ["nivel", "codigo"])
    op.create_index("ix_d7_unidades_nome", "d7_unidades", ["nome_busca", "unidade_civica_id"])
    op.create_index("ix_d7_unidades_parent", "d7_unidades", ["parent_uc_id", "unidade_civica_id"])
    op.create_table(
        "d7_agendas",
        sa.Column("unidade_civica_id", sa.Text(), primary_key=True),
        sa.Column("total_itens", sa.BigInteger()),
        sa.Column("nivel_nao_vencido", sa.Integer()),
        sa.Column("itens_nivel_prioritario", sa.BigInteger()),
        sa.Column("itens_outros_niveis", sa.BigInteger()),
        sa.Column("grupos_territoriais", sa.BigInteger()),
        sa.Column("primeiras", sa.Text()),
        sa.Column("agenda_em", sa.Text()),
        sa.Column("total_ranqueadas", sa.BigInteger()),
        sa.Column("ranking_em", sa.Text()),
        sa.Column("versao_parametros", sa.Text()),
    )
    op.create_table(
        "d7_conselheiros",
        sa.Column("conselheiro_id", sa.Text(), primary_key=True),
        sa.Column("unidade_civica_id", sa.Text()),
        sa.Column("nivel_atuacao", sa.Integer()),
        sa.Column("nome_publico", sa.Text()),
        sa.Column("cadastrado_em", sa.Text()),
        sa.Column("inativo_desde", sa.Text()),
        sa.Column("suspensao_expirada_em", sa.Text()),
    )
    op.create_index(
        "ix_d7_conselheiros_unidade", "d7_conselheiros", ["unidade_civica_id", "conselheiro_id"]
    )


def _evidencias() -> None:
    """Photos and recordings."""
    op.create_table(
        "d7_demanda_evidencias",
        sa.Column("evidencia_id", sa.Text(), primary_key=True),
        sa.Column("chave_dobra", sa.Text(), nullable=False),
        sa.Column("demanda_id", sa.Text()),
        sa.Column("via", sa.Text()),
        sa.Column("tipo", sa.Text()),
        sa.Column("object_key", sa.Text()),
        sa.Column("indice", sa.Integer()),
        sa.Column("moderacao_status", sa.Text()),
        sa.Column("acrescentada_em", sa.Text(), nullable=False),
    )
    op.create_index(
        "ix_d7_evidencias_demanda", "d7_demanda_evidencias", ["demanda_id", "evidencia_id"]
    )


def _lugares() -> None:
    """Public places, and paths of resolution."""
    op.create_table(
        "d7_lugares_geo",
        sa.Column("lugar_id", sa.Text(), primary_key=True),
        sa.Column("tipo", sa.Text()),
        sa.Column("nome", sa.Text()),
        sa.Column("lat", sa.Float()),
        sa.Column("lng", sa.Float()),
        sa.Column("faixa", sa.Integer()),
        sa.Column("subtipo_declarado", sa.Text()),
        sa.Column("subtipo_confirmado", sa.Text()),
        sa.Column("descricao", sa.Text()),
        sa.Column("horario_funcionamento", sa.Text()),
        sa.Column("unidade_civica_id", sa.Text()),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("status_confianca", sa.Text(), nullable=False),
        sa.Column("metodo_validacao", sa.Text()),
        sa.Column("total_confirmacoes", sa.BigInteger()),
        sa.Column("confianca_tipificacao", sa.Text()),
    )
    op.create_index("ix_d7_lugares_mapa", "d7_lugares_geo", ["faixa", "lng", "lugar_id"])
    op.create_table(
        "d7_caminhos",
        sa.Column("municipio_id", sa.Text(), primary_key=True),
        sa.Column("categoria_id", sa.Text(), primary_key=True),
        sa.Column("subcategoria_id", sa.Text(), primary_key=True),
        sa.Column("total_casos", sa.BigInteger(), nullable=False),
        sa.Column("prazo_mediano_dias", sa.Float()),
        sa.Column("canais", sa.Text()),
        sa.Column("orgaos", sa.Text()),
        sa.Column("gargalos", sa.Text()),
        sa.Column("documentos", sa.Text()),
        sa.Column("dossie", sa.Text()),
        sa.Column("versao_metodo", sa.Text(), nullable=False),
        sa.Column("gerado_em", sa.Text(), nullable=False),
    )

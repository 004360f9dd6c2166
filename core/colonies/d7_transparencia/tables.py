"""Tables of D-7: what everybody may read of demands, units, places and paths.

All columns are public: each is computed from public parts alone. Sums stand beside the rows they
are of, so that a panel is read without counting demands. ``d7_demanda_snapshots`` keeps the facts
next to what follows from them (``situacao``); nothing is a position in a list, because inserting
one demand must not rewrite the others (design.md 7).
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects import postgresql

metadata = MetaData()

_PUBLIC = {"privacidade": "publica"}
_PROJECTION = {"classe": "projecao"}
_ENDED = text("concluida_em IS NOT NULL")
_LISTED = text("fila_unidade_id IS NOT NULL")
_NAMED = text("referencia IS NOT NULL")


def _text(name: str, **more: Any) -> Column[str]:
    return Column(name, Text, info=_PUBLIC, **more)


def _whole(name: str, **more: Any) -> Column[int]:
    return Column(name, BigInteger, info=_PUBLIC, **more)


def _flag(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False, info=_PUBLIC)


snapshots = Table(
    "d7_demanda_snapshots",
    metadata,
    _text("demanda_id", primary_key=True),
    # What follows from the facts below (rules/situacao.py), and since which event's moment.
    _text("situacao", nullable=False),
    _text("situacao_desde", nullable=False),
    # The text is held back: suspicion that nobody has judged, or a moderator's block.
    _flag("oculta"),
    _flag("conteudo_removido"),
    _text("conteudo_removido_em"),
    _text("visto_em", nullable=False),
    # Reception.
    _text("protocolo"),
    _text("canal"),
    _text("recebida_em"),
    # Text: the demanda.normalizada that stands, whether it was suspected, a moderator's word.
    Column("texto_evento", LargeBinary(32), info=_PUBLIC),
    _flag("suspeito"),
    _text("veredito"),
    _flag("texto_corrigido"),
    # Public words, kept while a block may be taken back; reads leave them out while hidden.
    _text("titulo"),
    _text("titulo_busca"),
    _text("descricao"),
    _text("descricoes_midia"),
    # Place.
    _text("local"),
    _flag("local_pendente"),
    _text("precisao_local"),
    Column("coordenada_lat", Float, info=_PUBLIC),
    Column("coordenada_lng", Float, info=_PUBLIC),
    # Hundredths of a degree of latitude: a map reads strips of it.
    Column("faixa", Integer, info=_PUBLIC),
    _text("unidade_civica_id"),
    Column("nivel_minimo_resolvido", Integer, info=_PUBLIC),
    _text("municipio_id"),
    _text("metodo_resolucao"),
    _text("confianca_geo"),
    # Category.
    _text("categoria_id"),
    _text("subcategoria_id"),
    Column("nivel_precedencia", Integer, info=_PUBLIC),
    Column("confianca_categorizacao", Float, info=_PUBLIC),
    _text("metodo_categoria"),
    _text("revisao_desde"),
    _flag("contestada"),
    # Ranking: minus hundredths of a point, exact, so that rising order is the ranking's; 0 without
    # a score. The factors as JSON.
    _whole("ordem_score", nullable=False),
    _text("breakdown"),
    _text("versao_parametros"),
    _text("ranqueada_em"),
    _text("ranking_unidade_id"),
    # ranking_unidade_id while the demand is open and stands there: what a ranking lists.
    _text("fila_unidade_id"),
    # Agenda and draw.
    _text("agenda_unidade_id"),
    _text("disponivel_em"),
    _text("grupo_id"),
    _flag("aguarda_conselheiro"),
    _text("livre_desde"),
    _text("conselheiro_id"),
    _text("sorteada_em"),
    _flag("total_sorteios"),
    _text("iniciada_em"),
    _text("primeira_acao_em"),
    _whole("inicio_s"),
    # Reports.
    _flag("total_atualizacoes"),
    _text("ultima_atualizacao_em"),
    _text("ultima_atualizacao_id"),
    _text("texto_ultima_atualizacao"),
    _text("prazo_estimado"),
    # End.
    _text("concluida_em"),
    _text("conclusao_via"),
    _whole("conclusao_s"),
    _flag("ratificacao_pendente"),
    _whole("total_conclusoes"),
    _text("retirada_em"),
    _text("retirada_motivo"),
    _text("repetida_de"),
    # Residents together.
    _whole("total_confirmacoes", nullable=False),
    _text("agregado_representante_id"),
    _text("agregado_membros_ids"),
    _text("resumo_agregado"),
    _text("resumo_ciclo"),
    _text("resumos_atualizado_em"),
    Index(
        "ix_d7_snapshots_relatorio",
        "unidade_civica_id",
        "categoria_id",
        "situacao",
        "recebida_em",
        "demanda_id",
    ),
    Index("ix_d7_snapshots_mapa", "situacao", "faixa", "coordenada_lng", "demanda_id"),
    Index(
        "ix_d7_snapshots_historico",
        "unidade_civica_id",
        "situacao",
        "concluida_em",
        "demanda_id",
        "categoria_id",
        # Of the concluded ones alone: a demand's earlier states need not pass through it.
        sqlite_where=_ENDED,
        postgresql_where=_ENDED,
    ),
    Index(
        "ix_d7_snapshots_ranking",
        "fila_unidade_id",
        "ordem_score",
        "demanda_id",
        sqlite_where=_LISTED,
        postgresql_where=_LISTED,
    ),
    Index(
        "ix_d7_snapshots_backlog",
        "unidade_civica_id",
        "situacao",
        "ordem_score",
        "demanda_id",
    ),
    info=_PROJECTION,
)

palavras = Table(
    "d7_palavras",
    metadata,
    # A folded word of the public title or description; in code point order on every server, so
    # that a beginning is a range.
    Column(
        "palavra",
        Text().with_variant(postgresql.TEXT(collation="C"), "postgresql"),
        primary_key=True,
        info=_PUBLIC,
    ),
    _text("demanda_id", primary_key=True),
    # Seconds of the reception: the newest are found without reading the demands.
    _whole("momento", nullable=False),
    info=_PROJECTION,
    sqlite_with_rowid=False,
)

timeline = Table(
    "d7_timeline",
    metadata,
    # A demand; for events that name a file only, the file.
    _text("assunto", primary_key=True),
    _whole("altura", primary_key=True, autoincrement=False),
    Column("event_hash", LargeBinary(32), primary_key=True, info=_PUBLIC),
    _text("event_id", nullable=False),
    _text("tipo", nullable=False),
    _text("ocorrido_em", nullable=False),
    # JSON of the public fields that a sentence may need: codes and numbers, and words apart.
    _text("dados", nullable=False),
    _text("texto"),
    # 0 shown, 1 held back by a moderator, 2 taken away.
    _flag("oculto"),
    # What a later decision is about: an update, a file.
    _text("referencia"),
    Index("ix_d7_timeline_referencia", "referencia", sqlite_where=_NAMED, postgresql_where=_NAMED),
    info=_PROJECTION,
)

contagens = Table(
    "d7_contagens",
    metadata,
    # Empty where the demand has no unit, category, … yet: a key holds no null.
    _text("unidade_civica_id", primary_key=True),
    _text("situacao", primary_key=True),
    Column("nivel_precedencia", Integer, primary_key=True, autoincrement=False, info=_PUBLIC),
    _text("categoria_id", primary_key=True),
    _text("confianca_geo", primary_key=True),
    _whole("total", nullable=False),
    _whole("ocultas", nullable=False),
    _whole("na_fila", nullable=False),
    _whole("com_conselheiro", nullable=False),
    _whole("com_inicio", nullable=False),
    _whole("soma_inicio_s", nullable=False),
    _whole("com_conclusao", nullable=False),
    _whole("soma_conclusao_s", nullable=False),
    info=_PROJECTION,
    sqlite_with_rowid=False,
)

esperas = Table(
    "d7_esperas",
    metadata,
    _text("demanda_id", primary_key=True),
    # prazo | inicio | conselheiro | atualizacao | revisao: what may be overdue.
    _text("tipo", primary_key=True),
    _text("unidade_civica_id", nullable=False),
    # A day for "prazo", else a moment.
    _text("desde", nullable=False),
    # The demand's only wait: then it is counted without asking whether it was counted before.
    _flag("sozinha"),
    Index("ix_d7_esperas_unidade", "tipo", "unidade_civica_id", "sozinha", "desde", "demanda_id"),
    info=_PROJECTION,
    sqlite_with_rowid=False,
)

unidades = Table(
    "d7_unidades",
    metadata,
    _text("unidade_civica_id", primary_key=True),
    Column("nivel", Integer, nullable=False, info=_PUBLIC),
    _text("codigo"),
    _text("nome", nullable=False),
    _text("nome_busca", nullable=False),
    _text("parent_uc_id"),
    _text("fonte", nullable=False),
    _text("importacao_id", nullable=False),
    Index("ix_d7_unidades_parent", "parent_uc_id", "unidade_civica_id"),
    Index("ix_d7_unidades_nome", "nome_busca", "unidade_civica_id"),
    Index("ix_d7_unidades_nivel", "nivel", "codigo"),
    Index("ix_d7_unidades_codigo", "codigo"),
    info=_PROJECTION,
)

agendas = Table(
    "d7_agendas",
    metadata,
    _text("unidade_civica_id", primary_key=True),
    _whole("total_itens"),
    Column("nivel_nao_vencido", Integer, info=_PUBLIC),
    _whole("itens_nivel_prioritario"),
    _whole("itens_outros_niveis"),
    _whole("grupos_territoriais"),
    # JSON of the demands that headed the agenda when it was made, in its order.
    _text("primeiras"),
    _text("agenda_em"),
    _whole("total_ranqueadas"),
    _text("ranking_em"),
    _text("versao_parametros"),
    info=_PROJECTION,
)

conselheiros = Table(
    "d7_conselheiros",
    metadata,
    _text("conselheiro_id", primary_key=True),
    # Null while only something later is known of the councillor.
    _text("unidade_civica_id"),
    Column("nivel_atuacao", Integer, info=_PUBLIC),
    # Where the councillor agreed to be named.
    _text("nome_publico"),
    _text("cadastrado_em"),
    _text("inativo_desde"),
    _text("suspensao_expirada_em"),
    Index("ix_d7_conselheiros_unidade", "unidade_civica_id", "conselheiro_id"),
    info=_PROJECTION,
)

evidencias = Table(
    "d7_demanda_evidencias",
    metadata,
    # The file's id; the event's where D-12 names none.
    _text("evidencia_id", primary_key=True),
    _text("chave_dobra", nullable=False),
    _text("demanda_id"),
    # captura | confirmacao | conclusao | atualizacao
    _text("via"),
    _text("tipo"),
    _text("object_key"),
    Column("indice", Integer, info=_PUBLIC),
    # pendente | aprovado | bloqueado | removido; only "aprovado" is shown.
    _text("moderacao_status"),
    _text("acrescentada_em", nullable=False),
    # The councillor's report that it came with; null for any other file.
    _text("atualizacao_id"),
    Index("ix_d7_evidencias_demanda", "demanda_id", "evidencia_id"),
    info=_PROJECTION,
)

lugares_geo = Table(
    "d7_lugares_geo",
    metadata,
    _text("lugar_id", primary_key=True),
    # Null until it is known that the place is a public one.
    _text("tipo"),
    _text("nome"),
    Column("lat", Float, info=_PUBLIC),
    Column("lng", Float, info=_PUBLIC),
    Column("faixa", Integer, info=_PUBLIC),
    _text("subtipo_declarado"),
    _text("subtipo_confirmado"),
    _text("descricao"),
    _text("horario_funcionamento"),
    _text("unidade_civica_id"),
    _text("status", nullable=False),
    _text("status_confianca", nullable=False),
    _text("metodo_validacao"),
    _whole("total_confirmacoes"),
    _text("confianca_tipificacao"),
    Index("ix_d7_lugares_mapa", "faixa", "lng", "lugar_id"),
    info=_PROJECTION,
)

caminhos = Table(
    "d7_caminhos",
    metadata,
    _text("municipio_id", primary_key=True),
    _text("categoria_id", primary_key=True),
    # Empty: the category's profile.
    _text("subcategoria_id", primary_key=True),
    _whole("total_casos", nullable=False),
    Column("prazo_mediano_dias", Float, info=_PUBLIC),
    _text("canais"),
    _text("orgaos"),
    _text("gargalos"),
    _text("documentos"),
    _text("dossie"),
    _text("versao_metodo", nullable=False),
    _text("gerado_em", nullable=False),
    info=_PROJECTION,
)

TABLES = (
    snapshots,
    palavras,
    timeline,
    contagens,
    esperas,
    unidades,
    agendas,
    conselheiros,
    evidencias,
    lugares_geo,
    caminhos,
)

"""Tables of D-6b: a demand as far as reports go, the cycles on it, their reports, and deadlines.

A report as written, the suggestion behind it and whoever it names are restricted; what stands in a
public column came out of public parts. ``d6b_conclusoes_sociais`` is spelt as in Apêndice B.
"""

from sqlalchemy import Column, Index, Integer, LargeBinary, MetaData, Table, Text

from core.kernel.engine.framework_tables import deadline_table
from core.kernel.store.witness import witness

metadata = MetaData()

_PUBLIC = {"privacidade": "publica"}
_RESTRICTED = {"privacidade": "restrita"}
_PROJECTION = {"classe": "projecao"}
_LOCAL = {"classe": "local"}

demandas = Table(
    "d6b_demandas",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=_PUBLIC),
    # As last ranked; null where that is not known here.
    Column("categoria_id", Text, info=_PUBLIC),
    # When it was first ranked, and so asked for a place in the agenda: days are counted from there.
    Column("ranqueada_em", Text, info=_PUBLIC),
    # concluida | conclusao_coletiva | retirada; null while it may still be worked on.
    Column("encerrada", Text, info=_PUBLIC),
    Column("encerrada_em", Text, info=_PUBLIC),
    Column("ciclos", Integer, nullable=False, info=_PUBLIC),
    # Published reports of all cycles: the last numero_sequencial.
    Column("publicadas", Integer, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

acompanhamentos = Table(
    "d6b_acompanhamentos",
    metadata,
    # The conselheiro.sorteado that opened the cycle.
    Column("evento", LargeBinary(32), primary_key=True, info=_PUBLIC),
    Column("demanda_id", Text, nullable=False, info=_PUBLIC),
    Column("conselheiro_id", Text, nullable=False, info=_PUBLIC),
    Column("unidade_civica_id", Text, nullable=False, info=_PUBLIC),
    # 1, 2, 3 … of the demand.
    Column("ciclo", Integer, nullable=False, info=_PUBLIC),
    # ativo | encerrado
    Column("situacao", Text, nullable=False, info=_PUBLIC),
    Column("sorteado_em", Text, nullable=False, info=_PUBLIC),
    # Of the first report.
    Column("iniciado_em", Text, info=_PUBLIC),
    # Reports taken in this cycle.
    Column("total_atualizacoes", Integer, nullable=False, info=_PUBLIC),
    # JSON object: published reports of this cycle by tipo.
    Column("contagem", Text, nullable=False, info=_PUBLIC),
    Column("status_informado", Text, info=_PUBLIC),
    # The deadline that stands, a day of the office; whose zone; and the one reminded of.
    Column("prazo_estimado", Text, info=_PUBLIC),
    Column("prazo_no", Text, info=_PUBLIC),
    Column("prazo_evento", LargeBinary(32), info=_PUBLIC),
    Column("prazo_avisado", Text, info=_PUBLIC),
    Column("texto_resumo_ciclo", Text, info=_PUBLIC),
    Column("encerrado_em", Text, info=_PUBLIC),
    # demanda_concluida | desistencia | fim_mandato | recusa | retirada | conclusao_coletiva |
    # substituido
    Column("motivo_encerramento", Text, info=_PUBLIC),
    # The event that ended it: whose reaction says so.
    Column("encerrado_por", LargeBinary(32), info=_PUBLIC),
    # A report that concludes was taken, its outcome follows. Read from a restricted part.
    Column("concluindo", Integer, nullable=False, info=_RESTRICTED),
    Index("ix_d6b_acompanhamentos_demanda", "demanda_id", "ciclo"),
    Index("ix_d6b_acompanhamentos_conselheiro", "conselheiro_id", "situacao"),
    Index("ix_d6b_acompanhamentos_prazo", "prazo_no"),
    info=_PROJECTION,
)

atualizacoes = Table(
    "d6b_atualizacoes",
    metadata,
    # The event_id of conselheiro.atualização_registrada.
    Column("atualizacao_id", Text, primary_key=True, info=_PUBLIC),
    Column("demanda_id", Text, nullable=False, info=_PUBLIC),
    Column("conselheiro_id", Text, nullable=False, info=_PUBLIC),
    Column("acompanhamento", LargeBinary(32), nullable=False, info=_PUBLIC),
    # 1, 2, 3 … of the cycle, as taken.
    Column("ordem_no_ciclo", Integer, nullable=False, info=_PUBLIC),
    Column("tipo", Text, nullable=False, info=_PUBLIC),
    Column("registrada_em", Text, nullable=False, info=_PUBLIC),
    # As written; JSON objects; null where erased.
    Column("texto", Text, info=_RESTRICTED),
    Column("campos", Text, info=_RESTRICTED),
    Column("sugestao_original", Text, info=_RESTRICTED),
    # From here on: what was published of it, null until it was.
    Column("numero_sequencial", Integer, info=_PUBLIC),
    Column("publicada_em", Text, info=_PUBLIC),
    Column("registrado_por", Text, info=_PUBLIC),
    Column("origem_estruturacao", Text, info=_PUBLIC),
    Column("campos_publicos", Text, info=_PUBLIC),
    # Null while it is held back; the held text stands beside.
    Column("descricao_sanitizada", Text, info=_PUBLIC),
    Column("descricao_retida", Text, info=_RESTRICTED),
    Column("conteudo_suspeito", Integer, info=_PUBLIC),
    Column("termos_suspeitos", Text, info=_RESTRICTED),
    Column("transcricao_automatica", Integer, info=_PUBLIC),
    # aprovado | bloqueado | removido; null while nobody decided.
    Column("moderacao", Text, info=_PUBLIC),
    Index("ix_d6b_atualizacoes_demanda", "demanda_id", "numero_sequencial"),
    Index("ix_d6b_atualizacoes_ciclo", "acompanhamento", "numero_sequencial"),
    info=_PROJECTION,
)

conclusoes_sociais = Table(
    "d6b_conclusoes_sociais",
    metadata,
    Column("evento", LargeBinary(32), primary_key=True, info=_PUBLIC),
    Column("demanda_id", Text, nullable=False, info=_PUBLIC),
    Column("conclusao_id", Text, nullable=False, info=_PUBLIC),
    Column("total_conclusoes", Integer, nullable=False, info=_PUBLIC),
    Column("data_conclusao", Text, nullable=False, info=_PUBLIC),
    # pendente: waits for a councillor's word (pendencia_conclusao); ratificada; direta: nobody
    # had to be asked; sem_efeito: the demand was closed before.
    Column("efeito", Text, nullable=False, info=_PUBLIC),
    Column("confirmada_em", Text, nullable=False, info=_PUBLIC),
    Index("ix_d6b_conclusoes_sociais_demanda", "demanda_id", "efeito"),
    info=_PROJECTION,
)

escritorios = Table(
    "d6b_escritorios",
    metadata,
    Column("no", Text, primary_key=True, info=_PUBLIC),
    # IANA name of the zone that its deadlines are days of.
    Column("fuso", Text, nullable=False, info=_PUBLIC),
    info=_PROJECTION,
)

denylist = Table(
    "d6b_denylist",
    metadata,
    Column("no", Text, primary_key=True, info=_PUBLIC),
    # JSON array; null where the list did not reach this office.
    Column("termos", Text, info=_RESTRICTED),
    info=_PROJECTION,
)

rascunhos = Table(
    "d6b_rascunhos",
    metadata,
    # One unfinished report for a councillor and a demand, whoever types it; registering it is a
    # command named after the draft, so that it is registered once.
    Column("demanda_id", Text, primary_key=True, info=_RESTRICTED),
    Column("conselheiro_id", Text, primary_key=True, info=_RESTRICTED),
    Column("rascunho_id", Text, nullable=False, info=_RESTRICTED),
    Column("conta_id", Text, nullable=False, info=_RESTRICTED),
    # JSON object of the form, as the screen keeps it.
    Column("conteudo", Text, nullable=False, info=_RESTRICTED),
    Column("versao", Integer, nullable=False, info=_RESTRICTED),
    Column("alterado_em", Text, nullable=False, info=_RESTRICTED),
    witness("d6b_rascunhos", "alterado_em", "versao", "rascunho_id", "conta_id", "conteudo"),
    info=_LOCAL,
)

prazos = deadline_table("d6b", metadata)

"""Payloads that D-6b publishes. Source: Apêndice B D-6b, D-5 3.4-3.5, design.md 4."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from core.contracts.d1a_conselheiros import TipoAtualizacao
from core.contracts.nucleo import Papel
from core.kernel.contract import (
    NUCLEO,
    RESTRITA_TEXTO,
    TEXTO,
    Assunto,
    CategoriaId,
    Codigo,
    Contagem,
    ContractSpec,
    DataCivil,
    Desde,
    EventModel,
    Identificador,
    Inteiro,
    Ordinal,
    Texto,
    TextoCurto,
    TextoLongo,
    Timestamp,
    Uuid,
)


class PlanoManutencao(msgspec.Struct, kw_only=True):
    """Maintenance that a finished work will need (Fase 2, D-8)."""

    intervalo_dias: Contagem
    tipo: Codigo
    prazo_tolerancia_dias: Contagem
    vida_util_dias: Contagem


class ConselheiroDemandaIniciada(EventModel, kw_only=True):
    """The first report on a demand came in."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "conselheiro.demanda_iniciada", ("1.0.0",), origem=("D-6b",)
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    conselheiro_id: Annotated[Uuid, NUCLEO, Assunto("conselheiro")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    timestamp_inicio: Annotated[Timestamp, NUCLEO]


class ConselheiroAtualizacaoPublicada(EventModel, kw_only=True):
    """A report in its public form. All three versions are published, by case.

    1.0.0 a clean typed report, 1.1.0 an automatic transcription, 1.2.0 with suspicion: then
    the publisher seals the sanitised text restricted until it is approved.
    ``registrado_por`` is the role of whoever typed it: another than ``conselheiro`` acted in the
    councillor's name (design.md 9).
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "conselheiro.atualização_publicada", ("1.0.0", "1.1.0", "1.2.0"), origem=("D-6b",)
    )

    atualizacao_id: Annotated[Uuid, NUCLEO, Assunto("atualizacao")]
    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    conselheiro_id: Annotated[Uuid, NUCLEO, Assunto("conselheiro")]
    tipo: Annotated[TipoAtualizacao, NUCLEO]
    descricao_sanitizada: Annotated[TextoLongo, TEXTO]
    numero_sequencial: Annotated[Ordinal, NUCLEO]
    texto_estruturado: Annotated[TextoLongo | None, RESTRITA_TEXTO] = None
    campos_estruturados: Annotated[dict[str, Any] | None, TEXTO] = None
    origem_estruturacao: Annotated[Codigo | None, NUCLEO] = None
    registrado_por: Annotated[Papel | None, NUCLEO] = None
    transcricao_automatica: Annotated[bool | None, NUCLEO, Desde("1.1.0")] = None
    conteudo_suspeito: Annotated[bool, NUCLEO, Desde("1.2.0")]
    termos_suspeitos: Annotated[list[TextoCurto] | None, RESTRITA_TEXTO, Desde("1.2.0")] = None


class ConselheiroPrazoProximo(EventModel, kw_only=True):
    """A registered deadline is near. The deadline is a day in the office's zone."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "conselheiro.prazo_próximo", ("1.0.0",), origem=("D-6b",)
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    conselheiro_id: Annotated[Uuid, NUCLEO, Assunto("conselheiro")]
    prazo_estimado: Annotated[DataCivil, NUCLEO]
    dias_restantes: Annotated[Inteiro, NUCLEO]


class DemandaConcluida(EventModel, kw_only=True):
    """A councillor closed the demand."""

    SPEC: ClassVar[ContractSpec] = ContractSpec("demanda.concluída", ("1.0.0",), origem=("D-6b",))

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    data_conclusao: Annotated[Timestamp, NUCLEO]
    conselheiro_id: Annotated[Uuid, NUCLEO, Assunto("conselheiro")]
    categoria_id: Annotated[CategoriaId | None, NUCLEO] = None
    dias_ate_conclusao: Annotated[Contagem | None, NUCLEO] = None
    plano_manutencao: Annotated[PlanoManutencao | None, NUCLEO] = None


class ConselheiroCicloConcluido(EventModel, kw_only=True):
    """A councillor's work on a demand ended, for whatever reason.

    ``demanda_concluida`` also where the demand needed nobody any more when the draw reached it.
    ``registrado_por`` is the role of whoever said so, null where nobody had to.
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "conselheiro.ciclo_concluído", ("1.0.0",), origem=("D-6b",)
    )

    conselheiro_id: Annotated[Uuid, NUCLEO, Assunto("conselheiro")]
    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    motivo_encerramento: Annotated[
        Literal["demanda_concluida", "fim_mandato", "desistencia"], NUCLEO
    ]
    total_atualizacoes: Annotated[Contagem, NUCLEO]
    data_inicio: Annotated[Timestamp, NUCLEO]
    data_fim: Annotated[Timestamp, NUCLEO]
    dias_duracao: Annotated[Contagem | None, NUCLEO] = None
    resumo_final: Annotated[Texto | None, TEXTO] = None
    registrado_por: Annotated[Papel | None, NUCLEO] = None


class DemandaResumoCicloAtualizado(EventModel, kw_only=True):
    """The public summary of a cycle; ``data_fim`` is null while it runs."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "demanda.resumo_ciclo_atualizado", ("1.0.0",), origem=("D-6b",)
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    resumo: Annotated[Texto, TEXTO]
    total_atualizacoes: Annotated[Contagem, NUCLEO]
    data_inicio: Annotated[Timestamp, NUCLEO]
    data_fim: Annotated[Timestamp | None, NUCLEO]
    versao_metodo: Annotated[Identificador, NUCLEO]
    gerado_em: Annotated[Timestamp, NUCLEO]
    fontes: Annotated[list[Identificador], NUCLEO]

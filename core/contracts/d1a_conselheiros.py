"""Payloads that D-1a publishes for councillors. Source: D-6a 3.8-3.12, Apêndice B, G-025."""

from typing import Annotated, Any, ClassVar, Literal

from core.contracts.d1a_captura import MidiasRecebidas, MidiaUrls, NomesMidias
from core.contracts.nucleo import Papel
from core.kernel.contract import (
    NUCLEO,
    PESSOA,
    RESTRITA_MIDIA,
    RESTRITA_TEXTO,
    TEXTO,
    Antes,
    Assunto,
    ContractSpec,
    Desde,
    EventModel,
    Identifica,
    Nivel,
    Nome,
    TextoLongo,
    Timestamp,
    Titular,
    Uuid,
)

TipoAtualizacao = Literal[
    "contato_realizado",
    "protocolo_aberto",
    "documento_anexado",
    "entrave_registrado",
    "status_atualizado",
    "prazo_registrado",
]
MotivoRecusa = Literal[
    "recusa_explicita", "risco_pessoal", "timeout_resposta", "fora_do_territorio"
]


class ConselheiroCadastrado(EventModel, kw_only=True):
    """A citizen became a councillor, under an id minted for that (G-025).

    1.2.0 adds the name to be shown, where the councillor agreed; it goes with the person when they
    are erased.
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "conselheiro.cadastrado",
        ("1.0.0", "1.1.0", "1.2.0"),
        origem=("D-1a",),
        decide=("D-6a",),
    )

    conselheiro_id: Annotated[Uuid, NUCLEO, Assunto("conselheiro")]
    cidadao_id: Annotated[Uuid, PESSOA, Identifica("cidadao")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    nivel_atuacao: Annotated[Nivel, NUCLEO]
    status: Annotated[Literal["disponivel"], NUCLEO]
    capacitacao_concluida: Annotated[bool, NUCLEO, Desde("1.1.0")]
    nome_publico: Annotated[Nome | None, TEXTO, Titular("cidadao"), Desde("1.2.0")] = None


class ConselheiroAtribuicaoRecusada(EventModel, kw_only=True):
    """A councillor gave back a demand. Without motive it counts as an explicit refusal.

    ``registrado_por`` is the role of whoever said so: another than ``conselheiro`` acted in the
    councillor's name.
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "conselheiro.atribuicao_recusada",
        ("1.0.0", "1.1.0", "1.2.0"),
        origem=("D-1a", "D-6a"),
        decide=("D-6a",),
    )

    conselheiro_id: Annotated[Uuid, NUCLEO, Assunto("conselheiro")]
    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    motivo: Annotated[
        MotivoRecusa | None,
        NUCLEO,
        Antes(
            "1.1.0", Literal["recusa_explicita", "timeout_resposta", "fora_do_territorio"] | None
        ),
    ] = None
    timestamp: Annotated[Timestamp, NUCLEO]
    registrado_por: Annotated[Papel | None, NUCLEO, Desde("1.2.0")] = None


class ConselheiroAtualizacaoRegistrada(EventModel, kw_only=True):
    """A councillor's report as written: raw, so restricted.

    1.1.0 adds the files that came with it, in the shape of ``demanda.recebida``; without files
    1.0.0 is published. Addresses and hashes are the office's matter and name nobody; the files'
    names stand apart, under the role of whoever gave them (``remetente_id``, a citizen's id).
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "conselheiro.atualização_registrada",
        ("1.0.0", "1.1.0"),
        origem=("D-1a",),
        decide=("D-6b",),
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    conselheiro_id: Annotated[Uuid, NUCLEO, Assunto("conselheiro")]
    tipo: Annotated[TipoAtualizacao, NUCLEO]
    texto: Annotated[TextoLongo, RESTRITA_TEXTO]
    campos_estruturados: Annotated[dict[str, Any] | None, RESTRITA_TEXTO] = None
    sugestao_original: Annotated[dict[str, Any] | None, RESTRITA_TEXTO] = None
    midia_urls: Annotated[MidiaUrls | None, RESTRITA_MIDIA, Desde("1.1.0")] = None
    midias_recebidas: Annotated[MidiasRecebidas | None, RESTRITA_MIDIA, Desde("1.1.0")] = None
    remetente_id: Annotated[Uuid | None, PESSOA, Identifica("remetente"), Desde("1.1.0")] = None
    nomes_midias: Annotated[
        NomesMidias | None, RESTRITA_MIDIA, Titular("remetente"), Desde("1.1.0")
    ] = None

"""Payloads that D-1c publishes. Source: Apêndice B D-1c.

Plain hashes stand in the media part, never in nucleo: erasing the part leaves only the
header's salted commitment.
"""

from typing import Annotated, ClassVar, Literal

from core.kernel.contract import (
    MIDIA,
    NUCLEO,
    RESTRITA_MIDIA,
    RESTRITA_TEXTO,
    Assunto,
    Codigo,
    Contagem,
    ContractSpec,
    Desde,
    EventModel,
    Identificador,
    Sha256Hex,
    TextoCurto,
    Uuid,
)


class AnexoProcessado(EventModel, kw_only=True):
    """A file was checked, cleaned and stored. 1.5.0 adds its place in the capture.

    1.6.0 names the councillor's report that a file came with, and its place in it: ``indice`` is
    of captures alone, since descriptions are found by it.

    ``nome_arquivo`` is read and not written any more: a name may say who sent the file, and stands
    where erasing that person finds it, in ``demanda.recebida``.
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "anexo.processado",
        ("1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.4.0", "1.5.0", "1.6.0"),
        origem=("D-1c",),
        obsoletas=("1.0.0", "1.1.0", "1.2.0", "1.3.0"),
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    anexo_id: Annotated[Uuid, NUCLEO, Assunto("anexo")]
    url_acesso: Annotated[TextoCurto, MIDIA]
    tipo_mime: Annotated[Identificador, NUCLEO]
    tamanho_bytes: Annotated[Contagem, NUCLEO]
    hash_sha256: Annotated[Sha256Hex, MIDIA]
    possui_dado_sensivel: Annotated[bool, NUCLEO]
    moderacao_status: Annotated[Literal["pendente", "aprovado", "bloqueado"], NUCLEO]
    via: Annotated[Literal["captura", "confirmacao", "conclusao", "atualizacao"] | None, NUCLEO] = (
        None
    )
    object_key_temp: Annotated[TextoCurto | None, RESTRITA_MIDIA, Desde("1.4.0")] = None
    categoria_sensivel: Annotated[Codigo | None, NUCLEO] = None
    motivo_sensivel: Annotated[TextoCurto | None, RESTRITA_TEXTO] = None
    indice: Annotated[Contagem | None, NUCLEO, Desde("1.5.0")] = None
    nome_arquivo: Annotated[TextoCurto | None, RESTRITA_MIDIA, Desde("1.5.0")] = None
    atualizacao_id: Annotated[Uuid | None, NUCLEO, Assunto("atualizacao"), Desde("1.6.0")] = None
    ordem: Annotated[Contagem | None, NUCLEO, Desde("1.6.0")] = None


class AnexoModerado(EventModel, kw_only=True):
    """A moderator's decision was carried out on a file.

    A file that waited for the decision was sealed restricted: 1.1.0 says where it is, once it is
    approved and may be shown.
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "anexo.moderado", ("1.0.0", "1.1.0"), origem=("D-1c",)
    )

    anexo_id: Annotated[Uuid, NUCLEO, Assunto("anexo")]
    status: Annotated[Literal["ativo", "bloqueado"], NUCLEO]
    moderacao_status: Annotated[Literal["aprovado", "bloqueado"], NUCLEO]
    url_acesso: Annotated[TextoCurto | None, MIDIA, Desde("1.1.0")] = None
    hash_sha256: Annotated[Sha256Hex | None, MIDIA, Desde("1.1.0")] = None


class AnexoRemovido(EventModel, kw_only=True):
    """A copy of a file was deleted for good."""

    SPEC: ClassVar[ContractSpec] = ContractSpec("anexo.removido", ("1.0.0",), origem=("D-1c",))

    anexo_id: Annotated[Uuid, NUCLEO, Assunto("anexo")]
    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    hash_sha256: Annotated[Sha256Hex, MIDIA]

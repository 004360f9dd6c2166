"""Makes a councillor at the counter: a person found or new, a document seen, training confirmed.

Two records of two colonies, so two commands: what is refused is refused before the first, and a
repeated click finds the person that the first one registered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.services.cidadaos import CidadaoResumo, CidadaosService
from app.services.conselheiros import ConselheirosService
from app.services.demandas import TERMOS_VERSAO
from app.services.escrita import Ator
from app.services.permissoes import Ato, exigir
from app.services.transparencia import TransparenciaService
from app.services.unidades import place_name
from core.colonies.c1_cidadaos.rules import Cadastro
from core.colonies.d7_transparencia.queries.unidades import FiltroUnidade
from core.kernel.errors import UserFacingError
from core.kernel.ids import Ids

FOUND: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PedidoDeCadastro:
    """The form.

    Args:
        cidadao_id: a person on record; None for a new one.
        novo_id: what the form calls a new person, so that a repeated click means the same.
        nome: of a new person.
        telefone: of a new person.
        email: of a new person.
        consente: a new person agrees that these data are kept and used to call them.
        documento_visto: the clerk has seen a document now; nothing of it is kept.
        capacitacao: the clerk confirms that the training was done.
        unidade_id: where the councillor acts.
        nome_publico: shown to everybody; None where the person did not agree.
    """

    cidadao_id: str | None
    novo_id: str
    nome: str = ""
    telefone: str | None = None
    email: str | None = None
    consente: bool = False
    documento_visto: bool
    capacitacao: bool
    unidade_id: str | None
    nome_publico: str | None


class CadastroDeConselheiro:
    """Over one office.

    Args:
        cidadaos: the persons.
        conselheiros: the councillors.
        transparencia: finds units.
        ids: identifiers.
    """

    def __init__(
        self,
        cidadaos: CidadaosService,
        conselheiros: ConselheirosService,
        transparencia: TransparenciaService,
        ids: Ids,
    ) -> None:
        self._cidadaos = cidadaos
        self._conselheiros = conselheiros
        self._transparencia = transparencia
        self._ids = ids

    def novo_id(self) -> str:
        """What a fresh form calls the person it may register."""
        return self._ids.new_uuid()

    def procurar_pessoas(self, texto: str) -> tuple[CidadaoResumo, ...]:
        """Persons by part of the name; nothing for less than three letters."""
        if sum(char.isalpha() for char in texto) < 3:
            return ()
        return tuple(self._cidadaos.procurar(texto, FOUND))

    def procurar_unidades(self, texto: str) -> tuple[tuple[str, str], ...]:
        """(id, where it lies) of units by part of the name."""
        found = self._transparencia.unidades(FiltroUnidade(nome=texto or None), FOUND)
        return tuple((one.unidade_civica_id, place_name(one)) for one in found)

    def cadastrar(self, pedido: PedidoDeCadastro, ator: Ator) -> Mapping[str, Any]:
        """Register; the answer is as of ``ConselheirosService.cadastrar``.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``conselheiros.sem_capacitacao``,
                ``conselheiros.sem_documento``, ``conselheiros.sem_consentimento``,
                ``conselheiros.sem_unidade``, ``cidadaos.*``, ``conselheiros.*``.
        """
        exigir(ator, Ato.CADASTRAR_CONSELHEIRO)
        if not pedido.capacitacao:
            raise UserFacingError("conselheiros.sem_capacitacao")
        if pedido.unidade_id is None:
            raise UserFacingError("conselheiros.sem_unidade")
        unit = self._transparencia.unidade(pedido.unidade_id).unidade_civica_id
        person = self._person(pedido, ator)
        return self._conselheiros.cadastrar(person, unit, ator, nome_publico=pedido.nome_publico)

    def _person(self, pedido: PedidoDeCadastro, ator: Ator) -> str:
        if pedido.cidadao_id is not None:
            if pedido.documento_visto:
                self._mark_seen(pedido.cidadao_id, ator)
            return pedido.cidadao_id
        if not pedido.documento_visto:
            raise UserFacingError("conselheiros.sem_documento")
        if not pedido.consente:
            raise UserFacingError("conselheiros.sem_consentimento")
        record = Cadastro(
            nome=pedido.nome,
            telefone=pedido.telefone or None,
            email=pedido.email or None,
            verificado_presencialmente=True,
            consentimentos={"tratamento": True, "contato": True},
            termos_versao=TERMOS_VERSAO,
        )
        try:
            return self._cidadaos.registrar(record, ator, cidadao_id=pedido.novo_id)
        except UserFacingError as refusal:
            if refusal.code != "cidadaos.ja_cadastrado":
                raise
            return pedido.novo_id  # by the first click, whose second command was refused

    def _mark_seen(self, cidadao_id: str, ator: Ator) -> None:
        found = self._cidadaos.abrir(cidadao_id, ator).cidadao
        if found.verificado_presencialmente or found.nome is None:
            return
        record = Cadastro(
            nome=found.nome,
            telefone=found.telefone,
            email=found.email,
            endereco=found.endereco,
            unidade_civica_id=found.unidade_civica_id,
            consentimentos=found.consentimentos,
            termos_versao=found.termos_versao,
            verificado_presencialmente=True,
        )
        self._cidadaos.atualizar(found.cidadao_id, record, ator)

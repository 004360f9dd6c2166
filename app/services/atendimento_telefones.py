"""Whom a resident may call about a matter: the operator's list beside the bodies of the taxonomy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.services.escrita import Ator, Escrita
from app.services.leitura import Leitor
from app.services.permissoes import Ato, exigir
from core.base.taxonomia.taxonomy import Esfera, Responsavel, Taxonomy
from core.colonies.d1a_captura.api import telefones as phones
from core.colonies.d1a_captura.api.telefones import GERAL, Telefone
from core.kernel.store.statement import Cursor, Dialect


@dataclass(frozen=True, slots=True)
class Contato:
    """Who answers for a matter.

    Args:
        categoria_id: ``GERAL`` for everything else.
        categoria: its name.
        orgao: in the operator's list, else by the taxonomy.
        telefone: None where the list has none.
    """

    categoria_id: str
    categoria: str
    orgao: str
    telefone: str | None
    observacao: str


class TelefonesService:
    """Over one office.

    Args:
        leitor: reads.
        escrita: writes.
        taxonomia: names of categories.
        responsaveis: category -> federative level -> body.
        agora: the present moment as a UTC timestamp.
    """

    def __init__(
        self,
        leitor: Leitor,
        escrita: Escrita,
        taxonomia: Callable[[], Taxonomy],
        responsaveis: Callable[[], Mapping[str, Mapping[Esfera, Responsavel]]],
        agora: Callable[[], str],
    ) -> None:
        self._leitor = leitor
        self._escrita = escrita
        self._taxonomia = taxonomia
        self._responsaveis = responsaveis
        self._agora = agora

    def lista(self) -> list[Contato]:
        """Every category, the general number first; those without a number too."""
        kept = self._kept()
        general = kept.get(GERAL)
        found = [
            Contato(
                GERAL,
                "Todos os outros assuntos",
                general.orgao if general else "",
                general.telefone if general else None,
                general.observacao if general else "",
            )
        ]
        return found + [
            self._contact(one.id, one.nome, kept.get(one.id))
            for one in self._taxonomia().categorias()
        ]

    def de(self, categoria_id: str | None) -> Contato | None:
        """Whom to call about a category; the general number where it has none of its own."""
        kept = self._kept()
        category = self._taxonomia().categoria(categoria_id) if categoria_id else None
        if category is not None:
            own = self._contact(category.id, category.nome, kept.get(category.id))
            if own.telefone is not None or GERAL not in kept:
                return own
        general = kept.get(GERAL)
        if general is None:
            return None
        name = "Todos os outros assuntos" if category is None else category.nome
        return Contato(GERAL, name, general.orgao, general.telefone, general.observacao)

    def gravar(
        self, categoria_id: str, orgao: str, telefone: str, observacao: str, ator: Ator
    ) -> None:
        """Keep an entry; without number and body it is taken away.

        Raises:
            UserFacingError: ``telefones.*``, ``captura.campo_longo``, ``conta.sem_permissao``:
                nothing is kept.
        """
        exigir(ator, Ato.ESCRITORIO)
        now = self._agora()

        def work(cursor: Cursor, dialect: Dialect) -> None:
            if not orgao.strip() and not telefone.strip():
                phones.drop_phone(cursor, dialect, categoria_id)
                return
            entry = Telefone(categoria_id, orgao, telefone, observacao)
            phones.set_phones(cursor, dialect, [entry], conta_id=ator["conta_id"], now=now)

        self._escrita.local(work)

    def _kept(self) -> dict[str, Telefone]:
        with self._leitor.ler() as read:
            return {one.categoria_id: one for one in phones.list_phones(*read)}

    def _contact(self, categoria_id: str, nome: str, kept: Telefone | None) -> Contato:
        if kept is not None:
            return Contato(categoria_id, nome, kept.orgao, kept.telefone, kept.observacao)
        bodies = self._responsaveis().get(categoria_id, {})
        first = next(
            (bodies[one].orgao for one in ("municipal", "estadual", "federal") if one in bodies), ""
        )
        return Contato(categoria_id, nome, first, None, "")

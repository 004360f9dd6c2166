"""Accounts: who may sign in, which roles they hold, and who held which role when.

Names, roles and whether an account is active follow from the log; the password is a row of this
installation. A password that did not fit, a name that nobody has and an account that is not active
get one and the same sentence. Source: design.md 9 (Accounts), 5 (role changes are events).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from app.services.conselheiros import find_conselheiro_id
from app.services.escrita import Ator, Escrita
from app.services.leitura import Leitor
from app.services.permissoes import Ato, Papel, exigir
from app.services.sessao import Conta
from core.base.territorio.nome import nome_busca
from core.colonies.d7_transparencia.queries.nomes import councillor_names
from core.colonies.escritorio import api, queries, senhas
from core.colonies.escritorio.queries import Conta as ContaGravada
from core.colonies.escritorio.rules import checked_account_name, checked_password, password_bytes
from core.crypto.password import SIGN_IN_COST, hash_password, is_password
from core.crypto.vault import VaultParams
from core.kernel.clock import parse_timestamp
from core.kernel.errors import UserFacingError
from core.kernel.ids import Ids
from core.kernel.store.statement import Cursor, Dialect

COLONY: Final = "ESC"
MIN_DIGITS: Final = 8
PALAVRAS_DO_ATO: Final = {
    "criacao": "criada",
    "papeis": "papéis mudados",
    "desativacao": "desativada",
    "reativacao": "reativada",
    "senha": "senha redefinida",
    None: "papéis mudados",
}

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_GROUPS: Final = 3
_GROUP: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ContaNova:
    """What is asked about a new account.

    Args:
        nome: how the person signs in.
        papeis: names of roles, at least one.
        conselheiro: the councillor a ``conselheiro`` acts for, by id or its first characters.
        motivo: why, for the history.
    """

    nome: str
    papeis: Collection[str]
    conselheiro: str | None = None
    motivo: str | None = None


@dataclass(frozen=True, slots=True)
class ContaListada:
    """A row of the list.

    Args:
        conselheiro: public name of the councillor it acts for; the short id where there is none.
        tem_senha: somebody could sign in: not so after a copy was restored without local rows.
    """

    conta_id: str
    nome: str
    papeis: tuple[str, ...]
    conselheiro_id: str | None
    conselheiro: str | None
    ativa: bool
    tem_senha: bool


@dataclass(frozen=True, slots=True)
class LinhaDePapeis:
    """One line of "who held which role when".

    Args:
        nome: the account's.
        ato: ``criacao``, ``papeis``, ``desativacao``, ``reativacao``, ``senha``; None of old.
        por: name of whoever did it; None where nobody had signed in.
        ocorrido_em: UTC, the event's own claim.
        ate: when the next line of that account begins; None for the present one.
        event_hash: of the event that says so.
    """

    conta_id: str
    nome: str
    ato: str | None
    papeis: tuple[str, ...]
    ativa: bool
    conselheiro_id: str | None
    motivo: str | None
    por: str | None
    ocorrido_em: str
    ate: str | None
    event_hash: str

    @property
    def desde_ms(self) -> int:
        """``ocorrido_em`` in Unix milliseconds."""
        return parse_timestamp(self.ocorrido_em)

    @property
    def ate_ms(self) -> int | None:
        """``ate`` in Unix milliseconds."""
        return None if self.ate is None else parse_timestamp(self.ate)


def conta_da_sessao(found: ContaGravada) -> Conta:
    """What a window knows of whoever signed in."""
    papeis = frozenset(Papel(papel) for papel in found.papeis)
    return Conta(found.conta_id, found.nome, papeis, found.conselheiro_id)


class ContasService:
    """Over one office.

    Args:
        leitor: reads.
        escrita: writes.
        ids: identifiers, salts and generated passwords.
        agora: the present moment as a UTC timestamp.
        custo: of one attempt to sign in.
    """

    def __init__(
        self,
        leitor: Leitor,
        escrita: Escrita,
        ids: Ids,
        agora: Callable[[], str],
        *,
        custo: VaultParams = SIGN_IN_COST,
    ) -> None:
        self._leitor = leitor
        self._escrita = escrita
        self._ids = ids
        self._agora = agora
        self._custo = custo

    # -- reads -----------------------------------------------------------------------------

    def ha_contas(self) -> bool:
        """Whether anybody can be asked to sign in; not so in an office from before accounts."""
        with self._leitor.ler() as (cursor, dialect):
            return queries.count_accounts(cursor, dialect) > 0

    def listar(self) -> tuple[ContaListada, ...]:
        """Every account, by name."""
        with self._leitor.ler() as (cursor, dialect):
            known = queries.list_accounts(cursor, dialect)
            names = councillor_names(
                cursor, dialect, [one.conselheiro_id for one in known if one.conselheiro_id]
            )
            return tuple(
                ContaListada(
                    one.conta_id,
                    one.nome,
                    one.papeis,
                    one.conselheiro_id,
                    _councillor(one.conselheiro_id, names),
                    one.ativa,
                    senhas.read_password(cursor, dialect, one.conta_id) is not None,
                )
                for one in known
            )

    def nomes_para_entrar(self) -> tuple[str, ...]:
        """Names that the entrance offers: of active accounts."""
        with self._leitor.ler() as (cursor, dialect):
            return tuple(
                one.nome for one in queries.list_accounts(cursor, dialect) if one.ativa and one.nome
            )

    def achar(self, quem: str) -> ContaGravada:
        """An account by name, by id, or by at least the first eight characters of the id.

        Raises:
            UserFacingError: ``conta.nao_encontrada``.
        """
        with self._leitor.ler() as (cursor, dialect):
            known = queries.list_accounts(cursor, dialect)
        folded, typed = nome_busca(quem), quem.strip().lower()
        found = [one for one in known if one.nome_busca and one.nome_busca == folded]
        if not found and len(typed) >= MIN_DIGITS:
            found = [one for one in known if one.conta_id.startswith(typed)]
        if len(found) != 1:
            raise UserFacingError("conta.nao_encontrada")
        return found[0]

    def historico_de_papeis(self, quem: str | None = None) -> tuple[LinhaDePapeis, ...]:
        """Who held which roles since when, newest first; of one account, or of all.

        Raises:
            UserFacingError: ``conta.nao_encontrada``.
        """
        only = None if quem is None else self.achar(quem).conta_id
        with self._leitor.ler() as (cursor, dialect):
            names = {one.conta_id: one.nome for one in queries.list_accounts(cursor, dialect)}
            lines = queries.role_history(cursor, dialect, only)
        following: dict[str, str] = {}
        found = []
        for line in reversed(lines):
            found.append(
                LinhaDePapeis(
                    line.conta_id,
                    names.get(line.conta_id, ""),
                    line.ato,
                    line.papeis,
                    line.ativa,
                    line.conselheiro_id,
                    line.motivo,
                    None if line.por_conta_id is None else names.get(line.por_conta_id),
                    line.ocorrido_em,
                    following.get(line.conta_id),
                    line.event_hash,
                )
            )
            following[line.conta_id] = line.ocorrido_em
        return tuple(found)

    # -- acts ------------------------------------------------------------------------------

    def criar(self, nova: ContaNova, senha: str, ator: Ator) -> str:
        """Create an account with its first password; its id.

        The password comes first: an account that nobody can enter would be worse than a password
        of nobody.

        Raises:
            UserFacingError: ``conta.*``, ``conselheiros.*``; nothing is left.
        """
        exigir(ator, Ato.CONTAS)
        kept = self._hashed(senha, checked_account_name(nova.nome))
        councillor = self._councillor_id(nova.conselheiro)
        conta_id = self._ids.new_uuid()
        wanted = api.NovaConta(
            conta_id=conta_id, nome=nova.nome, papeis=nova.papeis, conselheiro_id=councillor
        )
        decide = api.criar_conta(wanted, ator, motivo=nova.motivo)
        now = self._agora()
        self._escrita.local(
            lambda cursor, dialect: senhas.set_password(cursor, dialect, conta_id, kept, now)
        )
        try:
            self._escrita.executar(COLONY, decide).result()
        except UserFacingError:
            self._escrita.local(
                lambda cursor, dialect: senhas.drop_password(cursor, dialect, conta_id)
            )
            raise
        return conta_id

    def definir_papeis(
        self,
        quem: str,
        papeis: Collection[str],
        ator: Ator,
        *,
        conselheiro: str | None = None,
        motivo: str | None = None,
    ) -> ContaGravada:
        """Have an account hold these roles and no other; the account.

        Raises:
            UserFacingError: ``conta.*``, ``conselheiros.*``.
        """
        exigir(ator, Ato.CONTAS)
        decide = api.definir_papeis(
            self.achar(quem).conta_id,
            papeis,
            ator,
            conselheiro_id=self._councillor_id(conselheiro),
            motivo=motivo,
        )
        return self._done(decide)

    def desativar(self, quem: str, ator: Ator, *, motivo: str | None = None) -> ContaGravada:
        """Let nobody sign in with an account any more; what it did stays told.

        Raises:
            UserFacingError: ``conta.*``.
        """
        exigir(ator, Ato.CONTAS)
        found = self.achar(quem)
        return self._done(api.ativar_conta(found.conta_id, ator, ativa=False, motivo=motivo))

    def reativar(self, quem: str, ator: Ator, *, motivo: str | None = None) -> ContaGravada:
        """Let somebody sign in with an account again, in the roles it had.

        Raises:
            UserFacingError: ``conta.*``.
        """
        exigir(ator, Ato.CONTAS)
        found = self.achar(quem)
        return self._done(api.ativar_conta(found.conta_id, ator, ativa=True, motivo=motivo))

    def redefinir_senha(self, quem: str, senha: str, ator: Ator) -> None:
        """Set another's password; told as an event, since whoever sets it could sign in.

        Raises:
            UserFacingError: ``conta.*``.
        """
        exigir(ator, Ato.CONTAS)
        found = self.achar(quem)
        kept = self._hashed(senha, found.nome)
        self._done(api.anotar_senha(found.conta_id, ator))
        self._keep(found, kept)

    def trocar_senha(self, nome: str, atual: str, nova: str) -> None:
        """Change one's own password, knowing the present one.

        Raises:
            UserFacingError: as ``entrar``; ``conta.senha_*``.
        """
        found = self._checked(nome, atual)
        self._keep(found, self._hashed(nova, found.nome))

    def entrar(self, nome: str, senha: str) -> ContaGravada:
        """Sign in.

        Raises:
            UserFacingError: ``conta.senha_errada``, whatever it was that did not fit;
                ``conta.espere`` after several misses under that name.
        """
        return self._checked(nome, senha)

    def gerar_senha(self) -> str:
        """A password to be written down once: letters and digits that nobody confuses."""
        letters: list[str] = []
        usable = 256 - 256 % len(_LETTERS)
        while len(letters) < _GROUPS * _GROUP:
            letters += [
                _LETTERS[b % len(_LETTERS)] for b in self._ids.random_bytes(16) if b < usable
            ]
        text = "".join(letters[: _GROUPS * _GROUP])
        return "-".join(text[at : at + _GROUP] for at in range(0, len(text), _GROUP))

    # -- inside ----------------------------------------------------------------------------

    def _checked(self, nome: str, senha: str) -> ContaGravada:
        now = self._agora()
        self._escrita.local(
            lambda cursor, dialect: senhas.begin_attempt(cursor, dialect, nome, now)
        )
        found, kept = self._kept(nome)
        if found is None or kept is None:
            # An unknown name takes as long as a known one.
            hash_password(b"ninguem", self._custo, self._ids.random_bytes)
            raise UserFacingError("conta.senha_errada")
        if not is_password(kept, password_bytes(senha)):
            raise UserFacingError("conta.senha_errada")
        self._escrita.local(lambda cursor, dialect: senhas.forget_attempts(cursor, dialect, nome))
        return found

    def _kept(self, nome: str) -> tuple[ContaGravada | None, str | None]:
        try:
            found = self.achar(nome)
        except UserFacingError:
            return None, None
        if not found.ativa or found.nome_busca != nome_busca(nome):
            return None, None
        with self._leitor.ler() as (cursor, dialect):
            return found, senhas.read_password(cursor, dialect, found.conta_id)

    def _hashed(self, senha: str, nome: str) -> str:
        return hash_password(checked_password(senha, nome), self._custo, self._ids.random_bytes)

    def _keep(self, conta: ContaGravada, kept: str) -> None:
        now = self._agora()

        def work(cursor: Cursor, dialect: Dialect) -> None:
            senhas.set_password(cursor, dialect, conta.conta_id, kept, now)
            senhas.forget_attempts(cursor, dialect, conta.nome)

        self._escrita.local(work)

    def _councillor_id(self, quem: str | None) -> str | None:
        return None if not quem else find_conselheiro_id(self._leitor, quem)

    def _done(self, decide: api.Decide) -> ContaGravada:
        conta_id = self._escrita.executar(COLONY, decide).result().resposta
        with self._leitor.ler() as (cursor, dialect):
            known = queries.list_accounts(cursor, dialect)
        return next(one for one in known if one.conta_id == conta_id)


def _councillor(conselheiro_id: str | None, names: dict[str, str]) -> str | None:
    if conselheiro_id is None:
        return None
    return names.get(conselheiro_id, conselheiro_id[:8])

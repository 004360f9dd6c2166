"""Stories of three offices, told as data, and what has to hold at every step of them.

An act is a tuple of a name and small numbers, so that a driver can roll it, a search can shrink it,
and a story that once found something stands in a test as it was found. After every act the office
that did it is looked at; ``encontra`` lets all of them meet and compares what they came to.
Source: sync.md 3.4 (I1 to I4, I8 to I10, I13, I15, I16; clocks are turned at will: I14).
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from auditor import verificar

from core.contracts.catalogo import MODELS
from core.kernel.contract import EventModel
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from core.kernel.header import decode_header
from core.kernel.merkle import root
from core.kernel.registry import Registry
from core.kernel.store.statement import Cursor, Dialect
from core.kernel.subject_rights import SubjectRights
from core.sync.importing.heights import RECEIPT
from core.sync.importing.outcome import AGAIN, REFUSED
from tests.support.office import START_MS, conselheiro, encerrado, entrou, pedido, retirado
from tests.support.postos import NoCustody, Posto, copia_de
from tests.support.quedas import Morte, queda_na_escrita
from tests.support.toy_contracts import TOY_MODELS

Ato = tuple[Any, ...]
SEGREDO: Final = "Zulmira Marcada"
PESSOAS: Final = (conselheiro(70), conselheiro(71))
NOVOS: Final = frozenset(
    {"brinquedo.pedido_encerrado", "brinquedo.conselheiro_entrou", "titular.eliminado"}
)
"""What an older program does not know."""
_ATOR: Final = {"conta_id": conselheiro(90), "papel": "operador"}
_LOG: Final = "SELECT event_hash, header FROM event_log ORDER BY no, epoca, seq"
_PARTS: Final = (
    "SELECT l.event_hash, p.nome, p.salt, p.conteudo FROM event_parts p "
    "JOIN event_log l ON l.sequence_number = p.parte_id / 32"
)
_NOTES: Final = "SELECT no, epoca, tamanho, raiz FROM kernel_checkpoints"
# How often something came is the one thing that coming once more changes.
_ATTEMPTS: Final = frozenset({"kernel_pacotes"})


@dataclass(frozen=True, slots=True)
class Remessa:
    """What was exported: the file for everybody, and the one that ``para`` alone opens."""

    arquivo: Path
    restrito: Path | None
    para: int | None


@dataclass(frozen=True, slots=True)
class Encontro:
    """What is found where everybody has everything; ``UNIDOS`` where all is well.

    Args:
        retratos: how many different pictures the offices have.
        achados: what their own verification finds.
        pendencias: what still waits somewhere.
        restos: erased parts that are still there.
        refeito: a rebuild gives what was there.
        alheias: signed heads of another story than the one that all hold.
        recusados: what the single-file verifier says of the last bundle, where it refuses it (I16).
    """

    retratos: int = 1
    achados: Sequence[Any] = field(default_factory=list)
    pendencias: Sequence[Any] = field(default_factory=list)
    restos: Sequence[Any] = field(default_factory=list)
    refeito: bool = True
    alheias: Sequence[Any] = field(default_factory=list)
    recusados: Sequence[Any] = field(default_factory=list)


UNIDOS: Final = Encontro()


class Historia:
    """Three offices and everything that was ever seen of them.

    Args:
        postos: empty offices of one network.
        antigos: places of those whose program is an older one until ``atualiza``.
    """

    def __init__(self, postos: Sequence[Posto], antigos: Sequence[int] = ()) -> None:
        self.postos = list(postos)
        self.remessas: list[Remessa] = []
        self.pedidos = 0
        self.atos: list[Ato] = []
        self.mortes = 0
        self._novo = postos[0].escritorio.registry
        older: list[type[EventModel]] = [*MODELS, *TOY_MODELS]
        for place in antigos:
            self.postos[place].escritorio.registry = Registry(
                model for model in older if model.SPEC.tipo not in NOVOS
            )
        self._headers: dict[bytes, bytes] = {}
        self._parts: dict[tuple[bytes, str], tuple[bytes, bytes]] = {}
        self._notes: dict[tuple[bytes, int, int], bytes] = {}
        self._seen: dict[str, set[bytes]] = {posto.nome: set() for posto in postos}
        for posto in self.postos:
            self._confere(posto)

    @classmethod
    def de(cls, modelo: list[Posto], pasta: Path, antigos: Sequence[int] = ()) -> Historia:
        """In folders of their own; the first alone reacts for units, so that nothing is done twice."""
        postos = copia_de(modelo, pasta)
        for posto in postos[1:]:
            posto.custodia = lambda _posto: NoCustody()
        return cls(postos, antigos)

    # -- acts ------------------------------------------------------------------------------

    def faz(self, *ato: Any) -> None:
        """Do it, and look at the office that did it.

        ``(nome, posto, …)``; numbers that point at nothing are taken modulo, so that a story stays
        one when acts are taken out of it. ``morre`` is ``("morre", posto, k, nome, …)``: the act,
        by a process that dies at its k-th write, and the office opened again.
        """
        self.atos.append(ato)
        nome, place, *rest = ato
        posto = self.postos[place]
        if nome == "morre":
            self._morre(posto, *rest)
        else:
            getattr(self, f"_{nome}")(posto, *rest)
        self._confere(posto)

    def conta(self, *atos: Ato) -> Historia:
        """A story from its beginning."""
        for ato in atos:
            self.faz(*ato)
        return self

    def _publica(self, posto: Posto, *events: NewEvent) -> None:
        known = posto.escritorio.registry.tipos()
        if all(event.tipo in known for event in events):
            posto.publica(*events)

    def _entra(self, posto: Posto, n: int) -> None:
        self._publica(posto, entrou(1 + n))

    def _pede(self, posto: Posto) -> None:
        self.pedidos += 1
        self._publica(posto, pedido(self.pedidos, titulo=f"pedido {self.pedidos}"))

    def _confia(self, posto: Posto, pessoa: int) -> None:
        """A request with what is for nobody else's eyes."""
        self.pedidos += 1
        n = self.pedidos
        sealed: dict[str, Any] = {"nome": f"{SEGREDO} {n}", "texto_bruto": f"{SEGREDO} conta {n}"}
        self._publica(posto, pedido(n, titulo=f"t{n}", cidadao_id=PESSOAS[pessoa], **sealed))

    def _retira(self, posto: Posto, n: int) -> None:
        if self.pedidos:
            self._publica(posto, retirado(1 + n % self.pedidos))

    def _encerra(self, posto: Posto, n: int) -> None:
        if self.pedidos:
            self._publica(posto, encerrado(1 + n % self.pedidos))

    def _elimina(self, posto: Posto, pessoa: int) -> None:
        if posto.escritorio.registry is not self._novo:
            return
        with posto.aberto() as engine:
            try:
                SubjectRights(engine).eliminar(
                    PESSOAS[pessoa], "LGPD art. 18, VI", "a pedido", _ATOR, conselheiro(91)
                )
            except UserFacingError as error:
                assert error.code == "direitos.nada_encontrado"  # noqa: PT017 # any other is news

    def _relogio(self, posto: Posto, days: int) -> None:
        posto.escritorio.clock.set(START_MS + days * 86_400_000)

    def _atualiza(self, posto: Posto) -> None:
        """A newer program opens the office."""
        if posto.escritorio.registry is self._novo:
            return
        posto.escritorio.registry = self._novo
        with posto.aberto() as engine:
            posto.importador(engine).reveal_postponed()
        with posto.aberto():
            pass  # what was asked for once more is answered at the next start

    def _exporta(self, posto: Posto, para: int | None = None, inteiro: int = 1) -> None:
        """For everybody or one, whole or what that one lacks; restricted parts go to one alone."""
        wish: dict[str, Any] = {}
        reader = None if para is None or self.postos[para] is posto else self.postos[para]
        if reader is not None:
            wish = {"destinatarios": (reader.no,), "restrito": True}
        asked = None if inteiro or reader is None else reader.pedido()
        with posto.aberto():
            pass  # whatever exports signs first what is owed, also after a death
        try:
            made = posto.exporta_ambos(asked, **wish)
        except UserFacingError as error:
            assert error.code == "pacote.nada_assinado"  # noqa: PT017 # any other is news
            return
        self.remessas.append(Remessa(made.arquivo, made.restrito, None if reader is None else para))
        _is_public(made.arquivo)

    def _importa(self, posto: Posto, i: int) -> None:
        remessa = self._remessa(i)
        if remessa is None:
            return
        digest = sha256(remessa.arquivo.read_bytes()).hexdigest().upper()
        came = posto.linhas(f"SELECT estado FROM kernel_pacotes WHERE hex(sha256) = '{digest}'")
        if came != [("importado",)]:
            posto.importa(remessa.arquivo)
            return
        with posto.aberto():
            pass  # what the start of an office does is not the import's doing
        before = _tables(posto)
        assert posto.importa(remessa.arquivo).estado == AGAIN
        assert _tables(posto) == before  # I3

    def _abre(self, posto: Posto, i: int) -> None:
        """The restricted file; it opens for one reader."""
        remessa = self._remessa(i)
        if remessa is None or remessa.restrito is None or remessa.para is None:
            return
        outcome = posto.importa_restrito(remessa.restrito)
        assert (outcome.estado == REFUSED) == (self.postos[remessa.para] is not posto)

    def _vira(self, posto: Posto, i: int, where: int, bit: int = 0) -> None:
        """A bundle of which one bit is another: refused, or it says the same."""
        remessa = self._remessa(i)
        if remessa is None:
            return
        raw = bytearray(remessa.arquivo.read_bytes())
        raw[where % len(raw)] ^= 1 << bit
        with posto.aberto():
            pass
        before = posto.linhas(_LOG), posto.retrato(publico=False)
        outcome = posto.importa(bytes(raw))
        if outcome.estado == REFUSED:
            assert (posto.linhas(_LOG), posto.retrato(publico=False)) == before
        elif outcome.estado == "importado":
            assert posto.importa(remessa.arquivo).novos == 0

    def _morre(self, posto: Posto, k: int, nome: str, *rest: Any) -> None:
        with queda_na_escrita(posto, k) as queda:
            try:
                getattr(self, f"_{nome}")(posto, *rest)
            except Morte:
                pass
            except Exception:
                if not queda.is_morto:
                    raise
        self.mortes += queda.is_morto

    def _remessa(self, i: int) -> Remessa | None:
        return self.remessas[i % len(self.remessas)] if self.remessas else None

    # -- what holds all the while ----------------------------------------------------------

    def _confere(self, posto: Posto) -> None:
        own = bytes.fromhex(posto.no)
        seen = self._seen[posto.nome]
        sizes: dict[tuple[str, int], int] = {}
        held = posto.linhas(_LOG)
        for digest, raw in held:
            header = decode_header(bytes(raw))
            known = self._headers.get(digest)
            # I9, I15: what others hold is what its author wrote, byte by byte.
            assert known == raw or (known is None and header.no == posto.no), header.tipo
            self._headers[digest] = raw
            if header.no != posto.no and header.tipo != RECEIPT:
                sizes[header.no, header.epoca] = header.seq + 1
        now = {digest for digest, _ in held}
        assert seen <= now  # I4
        self._seen[posto.nome] = now
        for digest, nome, *content in posto.linhas(_PARTS):
            assert self._parts.setdefault((digest, nome), tuple(content)) == tuple(content)
        for no, epoca, size, found in posto.linhas(_NOTES):
            assert self._notes.setdefault((no, epoca, size), found) == found  # I10
            assert no != own or size <= len(now)
        told = _receipted(posto)
        # What is news is acknowledged in the transaction that brought it.
        late = [feed for feed, size in sizes.items() if told.get(feed, 0) < size]
        assert not late, f"sem recibo: {late}"
        for kept in posto.pasta.glob("pendentes/*"):
            _is_public(kept)

    # -- the meeting -----------------------------------------------------------------------

    def encontra(self) -> Encontro:
        """Everybody has the newest program and everything: what is found then (I1, I2, I8, I9)."""
        for posto in self.postos:
            self._atualiza(posto)
        self._meet()
        for posto in self.postos:
            self._confere(posto)
        retratos = len({posto.retrato() for posto in self.postos})
        last = self.postos[-1]
        live = last.retrato(publico=False)
        with last.aberto() as engine:
            engine.reconstruir().result()
        # None where nobody ever wrote anything.
        reports = [verificar.conferir(one.arquivo.read_bytes()) for one in self.remessas[-1:]]
        return Encontro(
            retratos=retratos,
            # Each folds everything once more and compares (I8).
            achados=[one for posto in self.postos for one in posto.escritorio.verify().achados],
            pendencias=[
                row
                for posto in self.postos
                for row in posto.linhas("SELECT * FROM kernel_pendencias")
            ],
            restos=[part for posto in self.postos for part in _erased_left(posto)],
            refeito=last.retrato(publico=False) == live,
            alheias=self._notes_of_another_story(self.postos[0]),
            recusados=[one for one in reports if (one["saida"], one["veredito"]) != (0, "aceito")],
        )

    def _meet(self) -> None:
        for _ in range(5):
            for place, posto in enumerate(self.postos):
                self.faz("exporta", place)
                for other in range(len(self.postos)):
                    if self.postos[other] is not posto:
                        self.faz("importa", other, len(self.remessas) - 1)
            if len({tuple(posto.linhas(_LOG)) for posto in self.postos}) == 1:
                return
        raise AssertionError("offices that go on telling each other something")

    def _notes_of_another_story(self, posto: Posto) -> list[tuple[str, int, int]]:
        """I10: heads that were signed once and are none of the feed that everybody holds."""
        others: list[tuple[str, int, int]] = []
        for (no, epoca, size), signed in self._notes.items():
            feed = posto.linhas(
                f"SELECT event_hash FROM event_log WHERE hex(no) = '{no.hex().upper()}' "
                f"AND epoca = {epoca} AND seq < {size} ORDER BY seq"
            )
            if root(digest for (digest,) in feed) != signed:
                others.append((no.hex(), epoca, size))
        return others


def _receipted(posto: Posto) -> dict[tuple[str, int], int]:
    told: dict[tuple[str, int], int] = {}
    for event in posto.escritorio.events():
        if event.no == posto.no and event.tipo == RECEIPT:
            for feed in event.payload["feeds"]:
                told[feed["no"], feed["epoca"]] = feed["tamanho"]
    return told


def _erased_left(posto: Posto) -> list[tuple[str, str]]:
    """Parts that are still there although their author said that they are erased."""
    events = {event.event_hash: event for event in posto.escritorio.events()}
    present = {(bytes(row[0]).hex(), row[1]) for row in posto.linhas(_PARTS)}
    return [
        (item["event_hash"], nome)
        for event in events.values()
        if event.tipo == "titular.eliminado"
        for item in event.payload["eventos"]
        if events[item["event_hash"]].no == event.no
        for nome in item["partes"]
        if (item["event_hash"], nome) in present
    ]


def _tables(posto: Posto) -> dict[str, list[str]]:
    """Every row of every table, but for the count of attempts."""

    def read(cursor: Cursor, _dialect: Dialect) -> dict[str, list[str]]:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        found: dict[str, list[str]] = {}
        for (name,) in cursor.fetchall():
            if name not in _ATTEMPTS:
                cursor.execute(f'SELECT * FROM "{name}"')
                found[name] = sorted(map(repr, cursor.fetchall()))
        return found

    tables: dict[str, list[str]] = posto.le(read)
    return tables


def _is_public(bundle: Path) -> None:
    """I13: nothing restricted, in no entry of the file."""
    with zipfile.ZipFile(bundle) as opened:
        for entry in opened.namelist():
            raw = opened.read(entry)
            assert not any(word.encode() in raw for word in (SEGREDO, *PESSOAS)), entry

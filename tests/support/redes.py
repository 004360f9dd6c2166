"""Networks of two or three offices, made by the command line alone: real databases, files, keys.

``redes`` gives a builder; each office has a data folder, settings and accounts of its own, so that
all of them work side by side in one test::

    a, b = redes.unidos("Centro", "Norte")
    b("demandas", "registrar", …)
    bundle = b.exportar(stick)  # a file for a

A joined pair is made once a process and copied from then on.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from app.settings.lugares import place_of
from core.base.territorio.unidade import unidade_id
from core.kernel.store.sqlite import SqliteDatabase
from tests.support.command_line import Answer, CommandLine

MADE_UP: Final = "demonstracao"
_VARIABLES: Final = ("FORMIGUEIRO_CONFIG", "FORMIGUEIRO_CONTA", "FORMIGUEIRO_CONTA_SENHA")


def unidade_de(nome: str) -> str:
    """The unit that an office of a test asks for: made up, and nobody else's."""
    return unidade_id(MADE_UP, 2, nome, None, nome)


def suspende(office: Escritorio, motivo: str = "evento.adiado_critico") -> None:
    """As if it held an event that no program knows, for this reason; none is put in the log."""
    writer = SqliteDatabase(office.dados).open_writer(checkpoints=True)
    try:
        writer.begin()
        writer.cursor.execute("DELETE FROM kernel_sem_efeito")
        row = (999_999, "adiado", motivo)
        writer.cursor.execute("INSERT INTO kernel_sem_efeito VALUES (?, ?, ?)", row)
        writer.commit()
    finally:
        writer.close()


@dataclass(frozen=True)
class Escritorio:
    """One office: calls run over its own folders, as its first account."""

    pasta: Path
    nome: str
    conta: str
    senha: str

    @property
    def dados(self) -> Path:
        """Its data folder."""
        return self.pasta / "dados"

    @property
    def ajustes(self) -> Path:
        """Its settings: keys, root key, guard."""
        return self.pasta / "ajustes"

    @contextmanager
    def aqui(self) -> Iterator[None]:
        """Whatever is called inside finds this office's settings and account."""
        given = (str(self.ajustes), self.conta, self.senha)
        before = {name: os.environ.get(name) for name in _VARIABLES}
        os.environ.update(zip(_VARIABLES, given, strict=True))
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value

    def __call__(self, *words: str) -> Answer:
        """One call of the command line."""
        with self.aqui():
            return CommandLine(self.dados)(*words)

    def certo(self, *words: str) -> Answer:
        """A call that has to succeed; as JSON."""
        answer = self(*words, "--json")
        assert answer.code == 0, (words, answer.out, answer.err)
        return answer

    @property
    def no(self) -> str:
        """Its node, 32 hex."""
        nodes = self.certo("rede", "mostrar").json["nos"]
        return next(str(one["no"]) for one in nodes if one["este"])

    def exportar(self, pasta: Path, *words: str) -> Path:
        """A bundle of all that it has; the file."""
        return Path(self.certo("pacote", "exportar", "--saida", str(pasta), *words).json["arquivo"])

    def pedir(self, pasta: Path, *words: str) -> tuple[Path, str]:
        """A request to be let in for its own unit: file and fingerprint."""
        made = self.certo(
            "rede", "pedir", "--saida", str(pasta), "--unidade", unidade_de(self.nome), *words
        ).json
        return Path(made["arquivo"]), made["impressao"]

    def convidar(self, pedido: Path, impressao: str) -> tuple[Path, list[str]]:
        """An invitation to whoever asked: file and fingerprints of the root."""
        made = self.certo("rede", "convidar", str(pedido), "--impressao", impressao).json
        return Path(made["convite"]), made["raizes"]

    def aceitar(self, convite: Path, *raizes: str) -> Answer:
        """The answer to accepting, whatever it is; as JSON."""
        typed = [word for root in raizes for word in ("--impressao", root)]
        return self("rede", "aceitar", str(convite), *typed, "--json")


@dataclass(frozen=True)
class Redes:
    """Founds offices and joins them.

    Args:
        pasta: of the test.
        modelos: offices that were made once a process.
    """

    pasta: Path
    modelos: Path

    def fundar(self, nome: str) -> Escritorio:
        """A stand-alone office that exchanges: ``iniciar`` and ``rede criar``."""
        model = self.modelos / nome
        if not (model / "conta").exists():
            _found(model, nome)
        return self._copied(nome)

    def comecar(self, nome: str) -> Escritorio:
        """A stand-alone office that does not exchange yet."""
        return _begin(self.pasta / nome, nome)

    def fundar_com_chave_nova(self, nome: str, copias: Path) -> Escritorio:
        """As ``fundar``, of an office that lost its log key once and went on with another."""
        office = self.comecar(nome)
        copy = office.certo("copia", "criar", "--pasta", str(copias)).json["arquivo"]
        for held in office.ajustes.rglob("chaves.*"):
            held.unlink()
        office.certo("copia", "restaurar", copy, "--chave-nova")
        office.certo("rede", "criar")
        return office

    def unidos(self, *nomes: str) -> list[Escritorio]:
        """Offices in one network: the first holds the root key and everything unclaimed; each of
        the others holds ``unidade_de(nome)``. All have the newest version of the document.
        """
        model = self.modelos / "+".join(nomes)
        if not model.exists():
            work = Redes(model.with_name(f"{model.name}.fazendo"), self.modelos)
            offices = [work.fundar(nome) for nome in nomes]
            join(offices, work.pasta / "pendrive")
            work.pasta.rename(model)
        return [self._copied(nome, model) for nome in nomes]

    def _copied(self, nome: str, source: Path | None = None) -> Escritorio:
        target = self.pasta / nome
        shutil.copytree((source or self.modelos) / nome, target)
        office = _read(target, nome)
        with office.aqui():
            # Settings are known by the path of the data.
            wanted = place_of(office.dados, None).configuracao
        (made,) = wanted.parent.iterdir()
        made.rename(wanted)
        return office


def join(offices: Sequence[Escritorio], stick: Path) -> None:
    """Let all but the first into the network of the first; everybody gets the newest version."""
    first, *others = offices
    for place, other in enumerate(others):
        invitation, roots = first.convidar(*other.pedir(stick))
        answer = other.aceitar(invitation, *roots)
        assert answer.code == 0, answer.err
        for earlier in others[:place]:
            assert earlier.aceitar(invitation).json["novas"] > 0


def _found(folder: Path, nome: str) -> None:
    _begin(folder, nome).certo("rede", "criar")


def _begin(folder: Path, nome: str) -> Escritorio:
    """An office that does not exchange yet."""
    office = Escritorio(folder, nome, "", "")
    with office.aqui():
        del os.environ["FORMIGUEIRO_CONTA"], os.environ["FORMIGUEIRO_CONTA_SENHA"]
        made = CommandLine(office.dados)("--json", "iniciar", "--nome", nome)
        assert made.code == 0, made.err
    account = f"{made.json['conta']}\n{made.json['conta_senha']}\n"
    (folder / "conta").write_text(account, "utf-8")
    return Escritorio(folder, nome, made.json["conta"], made.json["conta_senha"])


def _read(folder: Path, nome: str) -> Escritorio:
    conta, senha = (folder / "conta").read_text("utf-8").splitlines()
    return Escritorio(folder, nome, conta, senha)


@pytest.fixture(scope="session")
def modelos_de_redes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where offices lie that were made once."""
    return tmp_path_factory.mktemp("redes")


@pytest.fixture
def redes(tmp_path: Path, modelos_de_redes: Path, monkeypatch: pytest.MonkeyPatch) -> Redes:
    """The builder, over folders of this test."""
    for variable in (*_VARIABLES, "FORMIGUEIRO_SENHA"):
        monkeypatch.delenv(variable, raising=False)
    return Redes(tmp_path / "escritorios", modelos_de_redes)

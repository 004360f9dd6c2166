"""The way into a network through open offices, as a window takes it: real keys, files and databases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.bootstrap.abertura import Aplicacao, abrir, opened
from app.bootstrap.entrada_rede import PorteiroDoEscritorio, entrar
from app.services.entrada_rede import ChaveRaiz, EntradaDecidida
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.base.protocolo import prefix_of
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from tests.support.redes import Escritorio, Redes, unidade_de

RECURSOS = Recursos()
MENSAGENS = Mensagens(RECURSOS.messages_toml())


@contextmanager
def aberto(office: Escritorio) -> Iterator[tuple[Aplicacao, PorteiroDoEscritorio]]:
    """The office as a window has it open."""
    with office.aqui():
        place = place_of(office.dados, None)
        with opened(abrir(place, MENSAGENS, RECURSOS)) as app:
            yield app, PorteiroDoEscritorio(app)


def join(office: Escritorio, convite: bytes, raizes: tuple[str, ...]) -> str:
    """What a window does once it is closed; the network."""
    with office.aqui():
        decided = EntradaDecidida(convite, raizes)
        return entrar(place_of(office.dados, None), MENSAGENS, RECURSOS, decided).rede


def test_two_open_offices_come_together(redes: Redes, tmp_path: Path) -> None:
    centro, norte = redes.fundar("Centro"), redes.fundar("Norte")
    unit = unidade_de("Norte")
    with aberto(norte) as (_app, door):
        asked = door.pedir([unit], tmp_path, None, 0)
        assert asked.arquivo.suffix == ".entrada"
        assert (asked.pedido.nome, asked.pedido.is_dentro) == ("Norte", False)
        assert asked.pedido.unidades == ("unidade não conhecida aqui",)
    with aberto(centro) as (app, door):
        read = door.ler_pedido(asked.arquivo)
        assert read == asked.pedido
        with pytest.raises(UserFacingError, match=r"rede\.impressao_diferente"):
            door.convidar(asked.arquivo, "AAAA-" + read.impressao[5:], tmp_path, ChaveRaiz())
        assert list(tmp_path.glob("*.convite")) == []
        # As somebody types what was read aloud.
        heard = read.impressao.lower().replace("-", " ")
        invited = door.convidar(asked.arquivo, heard, tmp_path, ChaveRaiz())
        # The same window goes on: the office is in, and may be given its invitation again.
        assert door.ler_pedido(asked.arquivo).is_dentro
        again = door.convidar(asked.arquivo, heard, tmp_path / "outra vez", ChaveRaiz())
        assert again.arquivo.read_bytes() == invited.arquivo.read_bytes()
        assert again.versao == invited.versao == 3
        network = app.aberto.rede.rede
    with aberto(norte) as (app, door):
        raw, told = door.ler_convite(invited.arquivo)
        assert told.is_entrada
        assert (told.rede, told.escritorios, told.raizes) == (network, ("Centro",), invited.raizes)
        no = app.aberto.installation.no
        assert (told.epoca, told.protocolo_atual, told.protocolo) == (
            1, prefix_of(no, 0), prefix_of(no, 1)
        )  # fmt: skip
        with pytest.raises(UserFacingError, match=r"rede\.impressao_diferente"):
            door.conferir(raw, ["AAAA" + told.raizes[0][4:]], None)
        door.conferir(raw, told.raizes, None)
        # Nothing has happened yet, and nothing can while the office is open.
        assert app.aberto.installation.epoca == 0
        with pytest.raises(EnvironmentFault, match=r"banco\.em_uso"):
            join(norte, raw, told.raizes)
    assert join(norte, raw, told.raizes) == network
    with aberto(norte) as (app, door):
        assert (app.aberto.installation.rede, app.aberto.installation.epoca) == (network, 1)
        _raw, news = door.ler_convite(invited.arquivo)
        assert (news.is_entrada, news.novas, door.atualizar(raw)) == (False, 0, 0)
        with pytest.raises(UserFacingError, match=r"convite\.ja_em_rede"):
            door.pedir([unit], tmp_path, None, 0)


def test_a_third_office_becomes_known_to_the_second(redes: Redes, tmp_path: Path) -> None:
    centro, norte = redes.unidos("Centro", "Norte")
    leste = redes.fundar("Leste")
    request, heard = leste.pedir(tmp_path)
    with aberto(centro) as (_app, door):
        invited = door.convidar(request, heard, tmp_path, ChaveRaiz())
    with aberto(norte) as (_app, door):
        raw, told = door.ler_convite(invited.arquivo)
        assert (told.is_entrada, told.novas) == (False, 1)
        assert set(told.escritorios) == {"Centro", "Leste"}
        assert door.atualizar(raw) == 1
        assert door.ler_convite(invited.arquivo)[1].novas == 0


def test_exchange_keys_come_once_and_what_is_no_file_of_ours_is_refused(
    redes: Redes, tmp_path: Path
) -> None:
    centro = redes.fundar("Centro")
    (tmp_path / "x.entrada").write_bytes(b"{}\n")
    with aberto(centro) as (_app, door):
        assert door.atendidas() == []
        with pytest.raises(UserFacingError, match=r"rede\.ja_troca"):
            door.preparar_troca(ChaveRaiz(), None)
        with pytest.raises(IntegrityFault, match=r"entrada\.invalida"):
            door.ler_pedido(tmp_path / "x.entrada")
        with pytest.raises(IntegrityFault, match=r"convite\.invalido"):
            door.ler_convite(tmp_path / "x.entrada")
        with pytest.raises(EnvironmentFault, match=r"pacote\.nao_lido"):
            door.ler_convite(tmp_path / "nada")
        with pytest.raises(UserFacingError, match=r"entrada\.sem_unidade"):
            door.pedir([], tmp_path, None, 0)

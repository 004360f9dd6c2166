"""From nothing to an office: whole in its place at the end, and nothing of it anywhere before."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.bootstrap.abertura import abrir, opened
from app.bootstrap.contas import servico_contas
from app.bootstrap.primeira_vez import PreparadorDoEscritorio
from app.services.mensagens import Mensagens
from app.services.primeira_vez import MaisUma, Pedido
from app.services.progresso import ignore_progress
from app.settings.configuracao import Configuracao
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.colonies.escritorio.queries import read_escritorio
from core.kernel.errors import EnvironmentFault, UserFacingError

RECURSOS = Recursos()
MENSAGENS = Mensagens(RECURSOS.messages_toml())
ASKED = Pedido(
    nome="Regional da Serra",
    fuso="America/Bahia",
    territorio=(),
    senha_chaves=None,
    conta="Ana",
    conta_senha="uma senha comprida",
)


@pytest.fixture
def place(tmp_path: Path) -> Lugar:
    return Lugar(tmp_path / "lugar" / "dados", None, tmp_path / "lugar" / "ajustes")


def preparer(place: Lugar) -> PreparadorDoEscritorio:
    return PreparadorDoEscritorio(place, MENSAGENS, RECURSOS)


def left(place: Lugar) -> list[str]:
    folder = place.dados.parent
    return sorted(one.name for one in folder.iterdir()) if folder.exists() else []


def test_from_nothing_to_an_open_office(place: Lugar) -> None:
    making = preparer(place)
    copies = place.dados.parent / "pen drive" / 'có"pias'
    asked = replace(
        ASKED,
        senha_chaves="senha das chaves",
        mais_contas=(MaisUma("Bia", "outra senha", ("atendente", "auditor")),),
        pasta_de_copias=copies,
    )
    built = making.montar(asked, ignore_progress)
    assert not place.dados.exists()
    assert [one.nivel for one in built.unidades] == sorted(
        (one.nivel for one in built.unidades), reverse=True
    )
    chosen = next(one for one in built.unidades if one.nome == "Beira-Linha")
    making.concluir([chosen.unidade_id], chave_em="  pendrive no\ncofre ")
    assert left(place) == ["ajustes", "dados"]
    assert built.chave_raiz.exists()
    with opened(abrir(place, MENSAGENS, RECURSOS, inline=True)) as app:
        with app.leitor.ler() as (cursor, dialect):
            now = read_escritorio(cursor, dialect, app.aberto.installation.no)
        assert now is not None
        assert (now.nome, now.fuso, now.unidades) == (
            "Regional da Serra", "America/Bahia", (chosen.unidade_id,)
        )  # fmt: skip
        assert now.caixa is not None
        assert now.caixa["sul"] < now.caixa["norte"]
        assert servico_contas(app).entrar("Ana", "uma senha comprida").nome == "Ana"
        assert servico_contas(app).entrar("Bia", "outra senha").nome == "Bia"
        assert app.copias.default_folder == copies
        said = Configuracao(place.configuracao).chave_raiz_guardada_em()
        assert said == "pendrive no cofre"
        codes = [one.codigo for one in app.motor.avisos()]
        assert "aviso.chave_raiz_nao_confirmada" in codes


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (replace(ASKED, nome=" "), "escritorio.nome_vazio"),
        (replace(ASKED, fuso="Marte"), "escritorio.fuso_desconhecido"),
        (replace(ASKED, conta_senha="curta"), "conta.senha_curta"),
        (replace(ASKED, conta="..."), "conta.nome_vazio"),
        (
            replace(ASKED, mais_contas=(MaisUma("Bia", "curta", ("auditor",)),)),
            "conta.senha_curta",
        ),
    ],
)
def test_a_bad_answer_leaves_nothing(place: Lugar, asked: Pedido, code: str) -> None:
    with pytest.raises(UserFacingError) as refusal:
        preparer(place).montar(asked, ignore_progress)
    assert refusal.value.code == code
    assert left(place) == []


@pytest.mark.parametrize("inside", ["", "copias", "a/b"])
def test_copies_inside_the_data_are_refused_and_leave_nothing(place: Lugar, inside: str) -> None:
    asked = replace(ASKED, pasta_de_copias=place.dados / inside)
    with pytest.raises(UserFacingError) as refusal:
        preparer(place).montar(asked, ignore_progress)
    assert refusal.value.code == "copia.pasta_nos_dados"
    assert left(place) == []


def test_a_territory_that_cannot_be_read_leaves_nothing_and_may_be_tried_again(
    place: Lugar, tmp_path: Path
) -> None:
    bad = tmp_path / "bairros.geojson"
    bad.write_text("isto não é um mapa")
    making = preparer(place)
    with pytest.raises((UserFacingError, EnvironmentFault)):
        making.montar(replace(ASKED, territorio=(bad,)), ignore_progress)
    assert left(place) == []
    assert making.montar(ASKED, ignore_progress).unidades
    making.desistir()
    assert left(place) == []

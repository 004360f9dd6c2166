"""What a resident asks with, and what a clerk has registered today."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.services.atendimento_ficha import NOVO
from core.kernel.errors import UserFacingError
from tests.support.atendimento import ATENDENTE, OUTRA, POSTE, Balcao, balcao
from tests.support.command_line import CommandLine


@pytest.fixture
def counter(founded_cli: CommandLine) -> Iterator[Balcao]:
    with balcao(founded_cli) as found:
        yield found


def test_mine_of_today_are_mine_and_of_today(counter: Balcao) -> None:
    done = counter.registrar()
    counter.registrar(replace(POSTE, texto="Lixo na praça"), OUTRA)
    (mine,) = counter.servico.consultas.meus_de_hoje(ATENDENTE["conta_id"])
    assert (mine.protocolo, mine.unidade, mine.canal) == (done.protocolo, "Centro", "balcao")
    assert mine.comeco == POSTE.texto
    assert mine.categoria
    assert mine.pode_retirar


@pytest.mark.parametrize(
    "change", [str.lower, lambda p: p.replace("-", ""), lambda p: p.replace("0", "O")]
)
def test_a_number_is_found_however_it_is_written(counter: Balcao, change: object) -> None:
    done = counter.registrar()
    prefix, rest = done.protocolo.split("-", 1)
    typed = f"{prefix}-{change(rest)}"  # type: ignore[operator]  # one of the functions above
    (found,) = counter.servico.consultas.procurar(f"  {typed} ").demandas
    assert found.demanda_id == done.demanda_id


def test_people_are_found_by_any_way_to_write_a_phone(counter: Balcao) -> None:
    counter.registrar(
        replace(
            POSTE, quem=NOVO, nome="Ana Inventada", telefone="(83) 9 8765-4321", tratamento=True
        )
    )
    ask = counter.servico.consultas
    for typed in ("4321", "98765-4321", "83 98765 4321", "ana inv", "inventada"):
        assert [one.nome for one in ask.procurar(typed).pessoas] == ["Ana Inventada"]
    assert ask.pessoas("8765") == ()
    assert ask.pessoas("a") == ()


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("12", "atendimento.consulta_curta"),
        ("z", "atendimento.consulta_curta"),
        ("zulmira", "atendimento.ninguem"),
        ("00000000", "atendimento.ninguem"),
        ("ABCD-000001-00", "protocolo.digitos"),
    ],
)
def test_what_is_not_found_says_why(counter: Balcao, typed: str, code: str) -> None:
    with pytest.raises(UserFacingError) as refusal:
        counter.servico.consultas.procurar(typed)
    assert refusal.value.code == code


def test_looking_up_a_persons_demands_leaves_a_trace(counter: Balcao) -> None:
    counter.registrar(replace(POSTE, quem=NOVO, nome="Ana Inventada", tratamento=True))
    ask = counter.servico.consultas
    (person,) = ask.procurar("ana").pessoas
    assert len(ask.demandas_da_pessoa(person.cidadao_id, OUTRA).demandas) == 1
    with counter.app.leitor.ler() as (cursor, _dialect):
        cursor.execute("SELECT conta_id FROM c1_acessos")
        assert [row[0] for row in cursor.fetchall()] == [OUTRA["conta_id"]]


def test_an_unknown_demand_is_none(counter: Balcao) -> None:
    assert counter.servico.consultas.registro("nada") is None

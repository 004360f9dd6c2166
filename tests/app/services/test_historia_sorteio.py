"""The story of a draw: five cards, who was left out and why, and a lie named where it is."""

from __future__ import annotations

from typing import Any

import pytest

from app.services.historia_sorteio import (
    HistoriaService,
    lista_no_passo,
    passos_do_embaralhamento,
)
from app.services.leitura import BancoLeitor
from app.services.mensagens import Mensagens
from app.services.progresso import Cancelled
from core.kernel.errors import UserFacingError
from tests.support.office import Office, conselheiro, demanda, unidade
from tests.support.sorteios import SealedLog, Story


def told(office: Office, mensagens: Mensagens, **forged: Any) -> tuple[HistoriaService, str]:
    """A draw for demand 1 among 1 to 3; 4 is busy with demand 9, 5 untrained, 6 of the city."""
    writer = office.database.open_writer(checkpoints=True)
    log = SealedLog(writer)
    story = Story(log)
    story.territory({1: 2, 2: None, 3: None})
    story.register(4, 1)
    story.announce(9, 1)
    story.draw(9, 1, [4])
    for who, unit in ((1, 1), (2, 1), (3, 1), (6, 2), (7, 3)):
        story.register(who, unit)
    story.register(5, 1, trained=False)
    story.announce(1, 1)
    story.draw(1, 1, [1, 2, 3], **forged)
    story.finish(9, 4)
    log.flush()
    writer.close()
    service = HistoriaService(BancoLeitor(office.database, keep=0), mensagens)
    draw = [one for one in office.events() if one.tipo == "conselheiro.sorteado"][-1]
    return service, draw.event_hash


def test_an_honest_draw_has_five_green_cards(sqlite_office: Office, mensagens: Mensagens) -> None:
    service, digest = told(sqlite_office, mensagens)
    story = service.contar(digest)
    assert [(one.titulo, one.palavra, one.frases) for one in story.cartoes] == [
        ("Quem concorria", "Confere", ()),
        ("De onde parte", "Confere", ()),
        ("Semente", "Confere", ()),
        ("Embaralhamento", "Confere", ()),
        ("Resultado", "Confere", ()),
    ]
    assert story.is_right
    assert (story.demanda_id, story.unidade, story.is_tentativa) == (demanda(1), "Unidade 1", False)
    assert [(one.unidade, one.cadastrados, one.elegiveis) for one in story.degraus] == [
        ("Unidade 1", 5, 3)
    ]


def test_who_was_left_out_is_told_as_of_the_draw(
    sqlite_office: Office, mensagens: Mensagens
) -> None:
    service, digest = told(sqlite_office, mensagens)
    story = service.contar(digest)
    assert [(one.conselheiro_id, one.motivo, one.demanda) for one in story.fora] == [
        (conselheiro(4), "ocupado", demanda(9)),
        (conselheiro(5), "sem_capacitacao", None),
        (conselheiro(6), "outra_unidade", None),
    ]
    assert story.fora[2].por_que == "de um degrau a que o sorteio não chegou"
    assert story.outros == 1


@pytest.mark.parametrize(
    ("forged", "red", "words"),
    [
        ({"elegiveis": lambda h: [*h["elegiveis"], conselheiro(4)]}, "lista", conselheiro(4)),
        ({"seed_base_event_id": demanda(77)}, "base", demanda(77)),
        ({"timestamp": "2026-01-01T00:00:00.000Z"}, "semente", "2026-01-01T00:00:00.000Z"),
        ({"seed_publico": "ab" * 32}, "semente", "ab" * 32),
        ({"lista_elegiveis_hash": "cd" * 32}, "embaralhamento", "cd" * 32),
        ({"conselheiro_id": conselheiro(7)}, "resultado", conselheiro(7)),
        ({"degrau_unidade_id": unidade(2)}, "lista", unidade(2)),
    ],
)
def test_a_forged_value_gives_one_red_card_that_names_it(
    sqlite_office: Office, mensagens: Mensagens, forged: dict[str, Any], red: str, words: str
) -> None:
    service, digest = told(sqlite_office, mensagens, **forged)
    story = service.contar(digest)
    wrong = [one for one in story.cartoes if one.veredito == "nao_confere"]
    assert [one.chave for one in wrong] == [red]
    assert words in " ".join(wrong[0].frases)
    assert not story.is_right


def test_an_attempt_says_why_nobody(sqlite_office: Office, mensagens: Mensagens) -> None:
    writer = sqlite_office.database.open_writer(checkpoints=True)
    log = SealedLog(writer)
    story = Story(log)
    story.territory({1: None})
    story.announce(1, 1)
    digest = log.put(
        "sorteio.sem_candidatos",
        {
            "demanda_id": demanda(1),
            "unidade_civica_id": unidade(1),
            "total_elegiveis": 0,
            "motivo": "nenhum_cadastrado",
        },
    )
    log.flush()
    writer.close()
    service = HistoriaService(BancoLeitor(sqlite_office.database, keep=0), mensagens)
    found = service.contar(digest)
    assert found.is_tentativa
    assert [(one.chave, one.veredito) for one in found.cartoes] == [
        ("lista", "confere"),
        ("resultado", "confere"),
    ]
    assert found.cartoes[1].valores[0].mostrado == "ninguém cadastrado"
    assert found.entradas is None


def test_a_draw_of_the_first_version_has_nothing_to_compare_its_list_with(
    sqlite_office: Office, mensagens: Mensagens
) -> None:
    gone = dict.fromkeys(
        ("elegiveis", "degrau_unidade_id", "total_elegiveis", "lista_elegiveis_hash"), ...
    )
    service, digest = told(sqlite_office, mensagens, **gone)
    story = service.contar(digest)
    assert [one.veredito for one in story.cartoes] == [
        "sem_dado", "confere", "confere", "sem_dado", "confere",
    ]  # fmt: skip
    assert story.is_right
    assert story.entradas is not None
    assert len(story.entradas.elegiveis) == 3


def test_the_shuffle_is_stepped_to_the_order(sqlite_office: Office, mensagens: Mensagens) -> None:
    service, digest = told(sqlite_office, mensagens)
    inputs = service.contar(digest).entradas
    assert inputs is not None
    steps = passos_do_embaralhamento(inputs)
    assert len(steps) == 2
    assert lista_no_passo(inputs.elegiveis, steps, 0) == inputs.elegiveis
    assert lista_no_passo(inputs.elegiveis, steps, len(steps)) == inputs.ordem
    assert inputs.ordem[0] == inputs.conselheiro_id


def test_what_is_no_draw_has_no_story(sqlite_office: Office, mensagens: Mensagens) -> None:
    service, _digest = told(sqlite_office, mensagens)
    other = sqlite_office.events()[0].event_hash
    with pytest.raises(UserFacingError) as refused:
        service.contar(other)
    assert refused.value.code == "sorteio.nao_e_sorteio"


def test_it_can_be_cancelled(sqlite_office: Office, mensagens: Mensagens) -> None:
    service, _digest = told(sqlite_office, mensagens)

    def stop(_done: int, _total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        service.contar("00" * 32, stop)

"""A councillor's work from the command line, over a real office."""

from __future__ import annotations

import io
import os
import sys
import time
from pathlib import Path

import pytest

from app.bootstrap import programa
from app.bootstrap.abertura import abrir, opened
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.colonies.catalogo import build_colonies as build
from core.kernel.event import NewEvent
from core.kernel.store.attachments import FOLDER, AttachmentStore
from core.kernel.store.attachments_sweep import GRACE_MS
from tests.core.colonies.d6a_sorteio.conftest import cadastrado
from tests.core.colonies.d6b_relatoria.conftest import SOURCE, confirmada, negados, sorteado
from tests.support import midias
from tests.support.command_line import CommandLine
from tests.support.morte_no_verbo import GRAVANDO, mata_o_verbo
from tests.support.office import conselheiro, demanda

RECURSOS = Recursos()
CONTATO = (
    "--tipo", "contato_realizado",
    "--campo", "com_quem=Maria Souza",
    "--campo", "canal=telefone",
    "--campo", "resultado=vistoria marcada = sim",
)  # fmt: skip


@pytest.fixture
def with_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """An office in which somebody publishes what no colony of the program does yet."""
    monkeypatch.setattr(programa, "build_colonies", lambda portas: (SOURCE, *build(portas)))


def publish(cli: CommandLine, *events: tuple[str, NewEvent]) -> None:
    """What other colonies say, in the office."""
    mensagens = Mensagens(RECURSOS.messages_toml())
    with opened(abrir(place_of(cli.folder, None), mensagens, RECURSOS, inline=True)) as app:
        for colony, event in events:
            app.engine.publicar(colony, event)
            app.engine.aguardar_ocioso()


@pytest.fixture
def office(founded_cli: CommandLine) -> CommandLine:
    known = [("D-6a", cadastrado(1)), ("D-6a", cadastrado(2))]
    publish(founded_cli, *known, ("D-6a", sorteado(1)), ("D-6a", sorteado(2, 2)))
    return founded_cli


def test_a_report_is_registered_and_shown_as_it_is_read(office: CommandLine) -> None:
    answer = office(
        "--json", "conselheiros", "atualizar", demanda(1),
        "--texto", "Falei com Maria Souza.", *CONTATO,
    )  # fmt: skip
    assert answer.code == 0, answer.err
    assert answer.json | {"atualizacao_id": ""} == {
        "demanda_id": demanda(1),
        "conselheiro_id": conselheiro(1),
        "tipo": "contato_realizado",
        "campos": {
            "com_quem": "Maria Souza",
            "canal": "telefone",
            "resultado": "vistoria marcada = sim",
        },
        "inicia": True,
        "conclui": False,
        "em_nome_de": True,
        "numero_sequencial": 1,
        "atualizacao_id": "",
        "retida": False,
        "descricao_sanitizada": "Falei com [nome omitido].",
        "campos_publicos": {"canal": "telefone", "resultado": "vistoria marcada = sim"},
    }
    timeline = office("linha-do-tempo", demanda(1)).out
    assert "Falei com [nome omitido]." in timeline
    assert "Souza" not in timeline


def test_files_come_with_a_report_or_nothing_does(office: CommandLine, tmp_path: Path) -> None:
    """The same option as at the counter; one that is refused keeps the whole report out."""
    good, bad = tmp_path / "antes.jpg", tmp_path / "foto.jpg"
    good.write_bytes(midias.upside(6))
    bad.write_bytes(b"MZ" + b"\0" * 200)
    told = (
        "--texto",
        "A obra começou.",
        "--tipo",
        "status_atualizado",
        "--campo",
        "status=em_andamento",
    )
    refused = office(
        "conselheiros",
        "atualizar",
        demanda(1),
        *told,
        "--arquivo",
        str(good),
        "--arquivo",
        str(bad),
    )
    assert refused.code != 0
    assert "foto.jpg" in refused.err
    assert "A atualização não foi registrada" in refused.err
    assert "A obra começou" not in office("linha-do-tempo", demanda(1)).out
    answer = office(
        "--json", "conselheiros", "atualizar", demanda(1), *told, "--arquivo", str(good)
    )
    assert answer.code == 0, answer.err
    assert (answer.json["arquivos"], answer.json["numero_sequencial"]) == (1, 1)
    timeline = office("linha-do-tempo", demanda(1)).out
    assert "Veio com um relato do conselheiro." in timeline
    done = office(
        "conselheiros", "concluir", demanda(2), "--texto", "Tapado.", "--arquivo", str(good)
    )
    assert done.code == 0, done.err
    assert "com 1 arquivo" in done.out


def test_words_may_come_by_standard_input_and_be_held(
    office: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("O CPF é 529.982.247-25"))
    answer = office(
        "conselheiros", "atualizar", demanda(1), "--texto", "-",
        "--tipo", "status_atualizado", "--campo", "status=aguardando",
    )  # fmt: skip
    assert answer.code == 0, answer.err
    assert "retida: um moderador olha o texto" in answer.out
    assert "status: aguardando" in answer.out


def test_a_suggestion_is_shown_and_accepted(office: CommandLine) -> None:
    words = "Abri o protocolo 2026/77 na Sabesp. Acho um absurdo."
    ask = ("conselheiros", "atualizar", demanda(1), "--texto", words)
    shown = office("--json", *ask, "--sugerir").json
    assert (shown["tipo"], shown["campos"]["numero"]) == ("protocolo_aberto", "2026/77")
    assert shown["interpretacoes"] == ["Acho um absurdo."]
    assert shown["publico"]["descricao_sanitizada"] == words
    out = office(*ask, "--sugerir").out
    assert "tipo sugerido: protocolo_aberto (confiança 1,00)" in out
    assert '--campo "orgao=Sabesp"' in out
    assert "opinião, não fato: Acho um absurdo." in out
    assert "Nada foi gravado." in out
    taken = office("--json", *ask, "--aceitar-sugestao").json
    assert (taken["tipo"], taken["campos_publicos"]["orgao"]) == ("protocolo_aberto", "Sabesp")
    hello = ("conselheiros", "atualizar", demanda(1), "--texto", "Bom dia a todos")
    assert "Não reconheci nenhum tipo" in office(*hello, "--sugerir").out
    refused = office("--json", *hello, "--aceitar-sugestao")
    assert (refused.code, refused.json["erro"]["codigo"]) == (2, "relatoria.sem_sugestao")


def test_what_would_be_held_says_why(office: CommandLine, with_source: None) -> None:
    publish(office, ("FONTE", negados("absurdo")))
    words = "Liguei na Sabesp, um absurdo."
    out = office("conselheiros", "atualizar", demanda(1), "--texto", words, "--sugerir").out
    assert "seria retido para um moderador, por: absurdo" in out


def test_bad_words_are_refused_with_a_sentence(office: CommandLine) -> None:
    ask = ("conselheiros", "atualizar", demanda(1), "--texto", "Feito.")
    for more, sentence in (
        ((), "Diga o tipo da atualização com --tipo (contato_realizado"),
        (("--tipo", "elogio"), "Não há atualização do tipo elogio."),
        (("--tipo", "status_atualizado"), "Falta o campo status"),
        (("--tipo", "status_atualizado", "--campo", "status"), "Um campo se diz como nome=valor"),
        (
            ("--tipo", "status_atualizado", "--campo", "status=sim"),
            "O campo status não aceita sim. As opções são: pendente,",
        ),
        (
            ("--tipo", "status_atualizado", "--campo", "status=pendente",
             "--conselheiro", conselheiro(2)),
            "Quem acompanha esta demanda é outro conselheiro.",
        ),
        (
            ("--tipo", "status_atualizado", "--campo", "status=pendente", "--papel", "conselheiro"),
            "Essa conta não tem o papel conselheiro; tem: atendente, moderador, operador.",
        ),
    ):  # fmt: skip
        answer = office(*ask, *more)
        assert answer.code == 2
        assert sentence in answer.err
    assert office("conselheiros", "concluir", demanda(3), "--texto", "Feito.").code == 2


def test_a_demand_is_concluded_once(office: CommandLine) -> None:
    words = ("conselheiros", "concluir", demanda(1), "--texto", "O buraco foi tapado.")
    other = office.account("Bia", "--papel", "conselheiro", "--conselheiro", conselheiro(2))
    refused = office(*other, *words, "--json")
    assert (refused.code, refused.json["erro"]["codigo"]) == (2, "relatoria.de_outro")
    own = office.account("Ana", "--papel", "conselheiro", "--conselheiro", conselheiro(1))
    answer = office(*own, *words)
    assert answer.code == 0, answer.err
    assert "A demanda está concluída." in answer.out
    again = office("--json", *words)
    assert (again.code, again.json["erro"]["codigo"]) == (2, "relatoria.demanda_concluida")
    assert "Demanda concluída." in office("linha-do-tempo", demanda(1)).out


def test_residents_are_confirmed(office: CommandLine, with_source: None) -> None:
    early = office("--json", "conselheiros", "ratificar", demanda(1))
    assert (early.code, early.json["erro"]["codigo"]) == (2, "relatoria.sem_pendencia")
    publish(office, ("FONTE", confirmada(1, ratificacao=True)))
    answer = office("conselheiros", "ratificar", demanda(1))
    assert answer.code == 0, answer.err
    assert answer.out == f"Ratificada: {demanda(1)} está concluída, como 3 moradores disseram.\n"


def test_a_demand_is_given_up_and_a_mandate_ended(office: CommandLine) -> None:
    answer = office("--json", "conselheiros", "desistir", demanda(1))
    assert answer.json["conselheiro_id"] == conselheiro(1)
    ended = office("conselheiros", "encerrar-mandato", conselheiro(2), "--papel", "operador")
    assert ended.code == 0, ended.err
    assert f"Mandato encerrado: {demanda(2)} volta ao sorteio." in ended.out
    again = office("--json", "conselheiros", "encerrar-mandato", conselheiro(2))
    assert (again.code, again.json["erro"]["codigo"]) == (2, "relatoria.sem_demanda_ativa")


def test_a_councillor_is_no_other_thing_of_the_log(office: CommandLine) -> None:
    for words in (
        ("encerrar-mandato", demanda(1)),
        ("desistir", demanda(1), "--conselheiro", demanda(2)),
        ("concluir", demanda(1), "--texto", "Está resolvido.", "--conselheiro", "nao-existe"),
    ):
        refused = office("conselheiros", *words)
        assert refused.code == 2, words
        assert "conselheiro" in refused.err


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_kill_between_a_reports_file_and_its_transaction_loses_nothing_and_leaves_nothing(
    office: CommandLine, tmp_path: Path
) -> None:
    """Killed while the file is written, then when it stands and no report names it (peers.md 4)."""
    folder = office.folder / FOLDER
    store = AttachmentStore(folder)
    photo = tmp_path / "antes.jpg"
    photo.write_bytes(midias.upside(6))
    told = (
        "conselheiros", "atualizar", demanda(1), "--texto", "A obra começou.", "--tipo",
        "status_atualizado", "--campo", "status=em_andamento", "--arquivo", str(photo), "--json",
    )  # fmt: skip

    def killed(point: str) -> list[str]:
        mata_o_verbo(office.folder, point, *told)
        assert "A obra começou" not in office("linha-do-tempo", demanda(1)).out
        return list(store.all())

    assert killed(GRAVANDO) == []
    assert len(list(folder.rglob("*.*"))) == 1
    (left,) = killed("app.services.relatoria:RelatoriaService")
    assert office("arquivos", "recolher", "--json").json["sem_dono"] == 0
    past = time.time() - GRACE_MS / 1000 - 60
    os.utime(store.path(left), (past, past))
    assert office("arquivos", "recolher", "--json").json["sem_dono"] == 1
    done = office(*told)
    assert done.code == 0, done.err
    assert (done.json["arquivos"], done.json["numero_sequencial"]) == (1, 1)
    assert list(store.all()) == [left]
    os.utime(store.path(left), (past, past))
    assert office("arquivos", "recolher", "--json").json["sem_dono"] == 0
    assert office("verificar").code == 0

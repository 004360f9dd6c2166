"""Councillors and draws from the command line, over a real office."""

from __future__ import annotations

from typing import Any

import pytest

from app.bootstrap import programa
from app.bootstrap.abertura import abrir, opened
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.colonies.catalogo import build_colonies
from core.colonies.d6a_sorteio import rules
from core.kernel.event import NewEvent
from tests.core.colonies.d6a_sorteio.conftest import (
    BAIRRO,
    CIDADE,
    SMALL,
    SOURCE,
    cidadao,
    disponivel,
)
from tests.support.command_line import Answer, CommandLine
from tests.support.office import demanda, unidade

RECURSOS = Recursos()
NOBODY = "22222222-0000-4000-8000-0000000000ff"


class Office:
    """An office where demands are announced, whoever announces them."""

    def __init__(self, cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cli = cli
        self._monkeypatch = monkeypatch

    def publish(self, *events: NewEvent) -> None:
        """As other colonies do."""
        mensagens = Mensagens(RECURSOS.messages_toml())
        place = place_of(self.cli.folder, None)
        with self._monkeypatch.context() as patched:
            patched.setattr(
                programa, "build_colonies", lambda ports: (*build_colonies(ports), SOURCE)
            )
            with opened(abrir(place, mensagens, RECURSOS, inline=True)) as app:
                for event in events:
                    app.engine.publicar("FONTE", event)
                    app.engine.aguardar_ocioso()

    def ask(self, *words: str) -> Any:
        """A verb that has to work; its JSON."""
        answer = self.cli(*words, "--json")
        assert answer.code == 0, answer.err
        return answer.json

    def refused(self, *words: str) -> tuple[str, str]:
        """A verb that has to be refused; (code, sentence)."""
        answer: Answer = self.cli(*words, "--json")
        assert answer.code == 2, answer.out
        found = answer.json["erro"]
        return found["codigo"], found["mensagem"]

    def councillor(self, nome: str, unit: int = BAIRRO, *more: str) -> str:
        """A citizen who becomes a councillor; the councillor's id."""
        who = self.ask("cidadaos", "registrar", "--nome", nome, "--verificado")["cidadao_id"]
        return str(
            self.ask("conselheiros", "cadastrar", "--cidadao", who, "--unidade", unidade(unit),
                     *more)["conselheiro_id"]
        )  # fmt: skip


@pytest.fixture
def office(founded_cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> Office:
    made = Office(founded_cli, monkeypatch)
    made.publish(SMALL)
    return made


def test_a_councillor_is_registered_listed_and_drawn(office: Office) -> None:
    ana = office.councillor("Ana", BAIRRO, "--nome-publico", "Ana  da Praça")
    office.councillor("Bia", CIDADE)
    office.publish(disponivel(1))
    listed = office.ask("conselheiros", "listar")
    assert listed["por_status"] == {"disponivel": 1, "ocupado": 1}
    (mine,) = office.ask("conselheiros", "listar", "--unidade", unidade(BAIRRO))["conselheiros"]
    assert office.refused("conselheiros", "listar", "--unidade", "?")[0] == "unidade.nao_encontrada"
    assert (mine["conselheiro_id"], mine["nome_publico"]) == (ana, "Ana da Praça")
    assert (mine["nivel_atuacao"], mine["demanda_id"]) == (2, demanda(1))
    assert "cidadao_id" not in mine
    (busy,) = office.ask("conselheiros", "listar", "--status", "ocupado")["conselheiros"]
    assert busy["conselheiro_id"] == ana
    out = office.cli("conselheiros", "listar").out
    assert "Ana da Praça" in out
    assert "1 disponível, 1 ocupado" in out
    first = office.ask("conselheiros", "listar", "--limite", "1")
    rest = office.ask("conselheiros", "listar", "--depois", first["depois"])
    assert len(rest["conselheiros"]) == 1
    assert "próxima página" in office.cli("conselheiros", "listar", "--limite", "1").out


def test_my_situation_by_councillor_and_by_person(office: Office) -> None:
    ana = office.councillor("Ana")
    office.publish(disponivel(1))
    found = office.ask("conselheiros", "situacao", ana[:8])
    assert (found["cadastrado"], found["status"]) == (True, "ocupado")
    assert found["atribuicao"]["demanda_id"] == demanda(1)
    person = office.ask("cidadaos", "mostrar", "Ana")["cidadaos"][0]["cidadao_id"]
    assert office.ask("conselheiros", "situacao", "--cidadao", person) == found
    other = office.ask("cidadaos", "registrar", "--nome", "Bia")["cidadao_id"]
    assert office.ask("conselheiros", "situacao", "--cidadao", other) == {"cadastrado": False}
    assert "não é conselheira" in office.cli("conselheiros", "situacao", "--cidadao", other).out
    out = office.cli("conselheiros", "situacao", ana).out
    assert demanda(1) in out
    assert office.refused("conselheiros", "situacao", NOBODY)[0] == "conselheiros.desconhecido"
    assert office.refused("conselheiros", "situacao", "abc")[0] == "busca.curta"


def test_giving_back_four_times_suspends_and_says_so(office: Office) -> None:
    ana = office.councillor("Ana")
    answers = []
    for n in (1, 2, 3, 4):
        office.publish(disponivel(n))
        answers.append(office.ask("conselheiros", "recusar", demanda(n), "--conselheiro", ana))
    assert [one["recusas_consecutivas"] for one in answers] == [1, 2, 3, 4]
    answer = answers[-1]
    assert (answer["status"], answer["motivo"]) == ("suspenso", "recusa_explicita")
    assert answer["data_suspensao_ate"] is not None
    assert "suspenso até" in office.cli("conselheiros", "listar").out
    bia = office.councillor("Bia")
    own = office.cli.account("Bia", "--papel", "conselheiro", "--conselheiro", bia)
    said = office.cli(*own, "conselheiros", "recusar", demanda(1), "--conselheiro", bia,
                      "--motivo", "risco_pessoal").out  # fmt: skip
    assert "volta ao sorteio" in said
    waiting = office.ask("sorteio", "listar", "--espera")["espera"]
    assert [one["demanda_id"] for one in waiting] == [demanda(n) for n in (3, 4, 1)]
    draws = office.ask("sorteio", "listar", "--demanda", demanda(1))["sorteios"]
    assert [one["conselheiro_id"] for one in draws] == [bia, ana]
    assert [one["motivo_encerramento"] for one in draws] == ["risco_pessoal", "recusa_explicita"]


def test_bad_input_is_a_sentence_and_writes_nothing(office: Office) -> None:
    ana, bia = office.councillor("Ana"), office.councillor("Bia", CIDADE)
    office.publish(disponivel(1), disponivel(2))
    before = office.ask("eventos", "listar", "--limite", "1")
    person = office.ask("cidadaos", "mostrar", "Ana")["cidadaos"][0]["cidadao_id"]
    register = ("conselheiros", "cadastrar", "--unidade")
    code, sentence = office.refused(*register, unidade(99), "--cidadao", person)
    assert code == "conselheiros.unidade_desconhecida"
    assert "unidades buscar" in sentence
    code, sentence = office.refused(*register, unidade(CIDADE), "--cidadao", person)
    assert code == "conselheiros.ja_cadastrado"
    assert ana in sentence
    code, _ = office.refused(*register, unidade(CIDADE), "--cidadao", cidadao(99))
    assert code == "cidadaos.nao_encontrado"
    refuse = ("conselheiros", "recusar")
    code, _ = office.refused(*refuse, demanda(1), "--conselheiro", bia)
    assert code == "conselheiros.demanda_de_outro"
    code, _ = office.refused(*refuse, demanda(1), "--conselheiro", NOBODY)
    assert code == "conselheiros.desconhecido"
    code, sentence = office.refused("conselheiros", "inativar", ana)
    assert code == "conselheiros.inativar_com_demanda"
    assert demanda(1) in sentence
    assert office.ask("eventos", "listar", "--limite", "1") == before
    office.ask(*refuse, demanda(1), "--conselheiro", ana)
    code, _ = office.refused(*refuse, demanda(1), "--conselheiro", ana)
    assert code == "conselheiros.ja_recusada"
    assert office.cli(*refuse, demanda(1)).code == 2  # without saying who
    assert office.cli(*refuse, demanda(1), "--conselheiro", ana, "--motivo", "preguiça").code == 2


def test_an_operator_frees_takes_out_and_brings_back(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = office.councillor("Ana")
    office.publish(disponivel(1))
    code, sentence = office.refused("conselheiros", "liberar", demanda(1))
    assert code == "conselheiros.liberar_cedo"
    assert "72 horas" in sentence
    monkeypatch.setattr(rules, "TIMEOUT_RESPOSTA_HORAS", 0)
    freed = office.ask("conselheiros", "liberar", demanda(1))
    assert (freed["conselheiro_id"], freed["motivo"]) == (ana, "timeout_resposta")
    code, _ = office.refused("conselheiros", "liberar", demanda(1))
    assert code == "conselheiros.nao_atribuida"
    assert "não entra mais" in office.cli("conselheiros", "inativar", ana, "--motivo", "mudou").out
    assert office.refused("conselheiros", "inativar", ana)[0] == "conselheiros.ja_inativo"
    office.publish(disponivel(2))
    assert office.ask("conselheiros", "listar")["por_status"] == {"inativo": 1}
    assert "de volta" in office.cli("conselheiros", "reativar", ana).out.lower()
    assert office.refused("conselheiros", "reativar", ana)[0] == "conselheiros.ja_ativo"
    draws = office.ask("sorteio", "listar")["sorteios"]
    assert [one["demanda_id"] for one in draws] == [demanda(2), demanda(1)]

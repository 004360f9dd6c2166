"""Accounts on the real bus: sign in, miss, wait, change roles, and who held which role when."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.services.contas import ContaNova, ContasService
from app.services.escrita import NINGUEM
from core.colonies.escritorio.rules import FORGET_AFTER_MS
from core.crypto.vault import VaultParams
from core.kernel.errors import UserFacingError
from tests.support.balcao import Counter
from tests.support.office import Office

CHEAP = VaultParams(memory_kib=8, iterations=1, lanes=1)
NOBODY = {"conta_id": NINGUEM, "papel": "operador"}
PASSWORD = "a água é boa"
OTHER = "outra senha boa"


def service(office: Office) -> tuple[ContasService, Counter]:
    counter = Counter(office)
    return (
        ContasService(counter.leitor, counter, office.ids, counter.now, custo=CHEAP),
        counter,
    )


def with_operator(office: Office) -> tuple[ContasService, Counter, dict[str, str]]:
    accounts, counter = service(office)
    who = accounts.criar(ContaNova(nome="Ana", papeis=["operador"]), PASSWORD, NOBODY)
    return accounts, counter, {"conta_id": who, "papel": "operador"}


def refusal(call: object, *args: object, **more: object) -> UserFacingError:
    assert callable(call)
    with pytest.raises(UserFacingError) as error:
        call(*args, **more)
    return error.value


def test_the_first_account_is_an_operators(office: Office) -> None:
    accounts, counter = service(office)
    assert not accounts.ha_contas()
    nova = ContaNova(nome="Bia", papeis=["atendente"])
    assert refusal(accounts.criar, nova, PASSWORD, NOBODY).code == "conta.primeira_operador"
    assert office.rows("SELECT count(*) FROM esc_senhas") == [(0,)]
    accounts.criar(ContaNova(nome="Ana", papeis=["operador", "atendente"]), PASSWORD, NOBODY)
    accounts.criar(nova, PASSWORD, NOBODY)
    assert [(one.nome, one.papeis) for one in accounts.listar()] == [
        ("Ana", ("atendente", "operador")),
        ("Bia", ("atendente",)),
    ]
    assert counter.events("papel.alterado")[0].publico() == {"ato": "criacao"}


def test_a_name_signs_in_whatever_its_accents_and_case(office: Office) -> None:
    accounts, _counter, _ana = with_operator(office)
    accounts.criar(ContaNova(nome="José d'Ávila", papeis=["moderador"]), PASSWORD, NOBODY)
    assert accounts.entrar("jose d avila", PASSWORD).papeis == ("moderador",)
    # The same letters typed on another keyboard.
    assert accounts.entrar("José d'Ávila", "a a\u0301gua e\u0301 boa").nome == "José d'Ávila"
    taken = refusal(
        accounts.criar, ContaNova(nome="JOSÉ D’AVILA", papeis=["auditor"]), OTHER, NOBODY
    )
    assert taken.code == "conta.nome_em_uso"


def test_what_does_not_fit_gets_one_sentence(office: Office) -> None:
    accounts, _counter, ana = with_operator(office)
    accounts.criar(ContaNova(nome="Bia", papeis=["atendente"]), PASSWORD, ana)
    accounts.desativar("Bia", ana)
    faults = [
        refusal(accounts.entrar, "Ana", "errada"),
        refusal(accounts.entrar, "Ninguém", PASSWORD),
        refusal(accounts.entrar, "Bia", PASSWORD),
        refusal(accounts.entrar, ana["conta_id"], PASSWORD),
    ]
    assert {(one.code, tuple(one.params)) for one in faults} == {("conta.senha_errada", ())}


def test_misses_make_the_next_one_wait_also_after_a_restart(office: Office) -> None:
    accounts, counter, _ana = with_operator(office)
    for _ in range(3):
        assert refusal(accounts.entrar, "ana", "errada").code == "conta.senha_errada"
    waiting = refusal(accounts.entrar, "Ana", PASSWORD)
    assert (waiting.code, waiting.params["segundos"]) == ("conta.espere", 5)
    counter.restart()
    office.clock.advance(4_000)
    assert refusal(accounts.entrar, "Ana", PASSWORD).params["segundos"] == 1
    office.clock.advance(1_000)
    assert refusal(accounts.entrar, "Ana", "errada").code == "conta.senha_errada"
    assert refusal(accounts.entrar, "Ana", PASSWORD).params["segundos"] == 10
    office.clock.advance(10_000)
    assert accounts.entrar("Ana", PASSWORD).nome == "Ana"
    assert refusal(accounts.entrar, "Ana", "errada").code == "conta.senha_errada"
    assert accounts.entrar("Ana", PASSWORD).nome == "Ana"


def test_a_name_of_nobody_waits_as_well_and_is_not_kept(office: Office) -> None:
    accounts, _counter, _ana = with_operator(office)
    for _ in range(3):
        refusal(accounts.entrar, "minha senha secreta", "x")
    assert refusal(accounts.entrar, "minha senha secreta", "x").code == "conta.espere"
    (row,) = office.rows("SELECT chave, falhas FROM esc_tentativas")
    assert (len(row[0]), row[1]) == (64, 3)
    office.clock.advance(FORGET_AFTER_MS * 2)
    refusal(accounts.entrar, "outra pessoa", "x")
    assert len(office.rows("SELECT chave FROM esc_tentativas")) == 1


def test_the_wait_grows_to_a_quarter_of_an_hour_and_no_further(office: Office) -> None:
    accounts, _counter, _ana = with_operator(office)
    for _ in range(30):
        refusal(accounts.entrar, "Ana", "errada")
        office.clock.advance(15 * 60_000)
    assert accounts.entrar("Ana", PASSWORD).nome == "Ana"


def test_a_clock_that_was_put_back_locks_nobody_out_for_long(office: Office) -> None:
    accounts, _counter, _ana = with_operator(office)
    office.clock.advance(400 * 24 * 3_600_000)
    for _ in range(3):
        refusal(accounts.entrar, "Ana", "errada")
    office.clock.advance(-400 * 24 * 3_600_000)
    assert refusal(accounts.entrar, "Ana", PASSWORD).params["segundos"] == 15 * 60


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("curta", "conta.senha_curta"),
        ("x" * 2_000, "conta.senha_longa"),
        ("Ana Beatriz", "conta.senha_igual_ao_nome"),
        ("", "conta.senha_curta"),
    ],
)
def test_a_bad_password_is_refused(sqlite_office: Office, password: str, code: str) -> None:
    accounts, _counter = service(sqlite_office)
    nova = ContaNova(nome="Ana Beatriz", papeis=["operador"])
    assert refusal(accounts.criar, nova, password, NOBODY).code == code
    assert sqlite_office.events() == []


@pytest.mark.parametrize(
    ("nova", "code"),
    [
        (ContaNova(nome=" ... ", papeis=["operador"]), "conta.nome_vazio"),
        (ContaNova(nome="x" * 81, papeis=["operador"]), "conta.nome_longo"),
        (ContaNova(nome="a\ud800", papeis=["operador"]), "selo.texto_invalido"),
        (ContaNova(nome="Bia", papeis=[]), "conta.sem_papel"),
        (ContaNova(nome="Bia", papeis=["prefeito"]), "conta.papel_desconhecido"),
        (ContaNova(nome="Bia", papeis=["conselheiro"]), "conta.falta_conselheiro"),
        (
            ContaNova(nome="Bia", papeis=["conselheiro"], conselheiro="abcdef01"),
            "conselheiros.desconhecido",
        ),
        (ContaNova(nome="Bia", papeis=["auditor"], motivo="x" * 301), "conta.motivo_longo"),
    ],
)
def test_a_bad_account_is_refused(sqlite_office: Office, nova: ContaNova, code: str) -> None:
    accounts, _counter, ana = with_operator(sqlite_office)
    assert refusal(accounts.criar, nova, PASSWORD, ana).code == code
    assert len(sqlite_office.events()) == 1
    assert sqlite_office.rows("SELECT count(*) FROM esc_senhas") == [(1,)]


def test_the_last_operator_stays_one(office: Office) -> None:
    accounts, _counter, ana = with_operator(office)
    assert refusal(accounts.desativar, "Ana", ana).code == "conta.ultimo_operador"
    assert refusal(accounts.definir_papeis, "Ana", ["auditor"], ana).code == "conta.ultimo_operador"
    accounts.criar(ContaNova(nome="Bia", papeis=["operador"]), PASSWORD, ana)
    accounts.definir_papeis("Ana", ["auditor"], ana)
    assert refusal(accounts.desativar, "Bia", ana).code == "conta.ultimo_operador"
    # One that nobody can enter does not count.
    accounts.criar(ContaNova(nome="Caio", papeis=["operador"]), PASSWORD, ana)
    accounts.desativar("Caio", ana)
    assert refusal(accounts.desativar, "Bia", ana).code == "conta.ultimo_operador"


def test_who_held_which_role_when(office: Office) -> None:
    accounts, counter, ana = with_operator(office)
    office.clock.advance(60_000)
    accounts.criar(ContaNova(nome="Bia", papeis=["atendente"], motivo="férias"), PASSWORD, ana)
    office.clock.advance(60_000)
    accounts.definir_papeis("bia", ["moderador", "atendente"], ana, motivo="cobre a moderação")
    accounts.desativar("Bia", ana, motivo="saiu")
    told = [
        (one.nome, one.ato, one.papeis, one.ativa, one.motivo, one.por)
        for one in accounts.historico_de_papeis()
    ]
    assert told == [
        ("Bia", "desativacao", ("atendente", "moderador"), False, "saiu", "Ana"),
        ("Bia", "papeis", ("atendente", "moderador"), True, "cobre a moderação", "Ana"),
        ("Bia", "criacao", ("atendente",), True, "férias", "Ana"),
        ("Ana", "criacao", ("operador",), True, None, None),
    ]
    now, before, first = accounts.historico_de_papeis("Bia")
    assert (now.ate, before.ate, first.ate) == (None, now.ocorrido_em, before.ocorrido_em)
    live = counter.office.dump()
    counter.engine.reconstruir("ESC").result()
    assert counter.office.dump() == live


def test_nothing_changes_twice(sqlite_office: Office) -> None:
    accounts, counter, ana = with_operator(sqlite_office)
    assert refusal(accounts.definir_papeis, "Ana", ["operador"], ana).code == "conta.nada_mudou"
    assert refusal(accounts.reativar, "Ana", ana).code == "conta.ja_ativa"
    accounts.criar(ContaNova(nome="Bia", papeis=["auditor"]), PASSWORD, ana)
    accounts.desativar("Bia", ana)
    assert refusal(accounts.desativar, "Bia", ana).code == "conta.ja_desativada"
    accounts.reativar("Bia", ana)
    assert accounts.entrar("Bia", PASSWORD).ativa
    assert refusal(accounts.achar, "Zé").code == "conta.nao_encontrada"
    assert len(counter.events("papel.alterado")) == 4


def test_passwords_are_changed_by_their_owner_and_set_by_an_operator(office: Office) -> None:
    accounts, counter, ana = with_operator(office)
    accounts.criar(ContaNova(nome="Bia", papeis=["auditor"]), PASSWORD, ana)
    assert refusal(accounts.trocar_senha, "Bia", OTHER, OTHER).code == "conta.senha_errada"
    accounts.trocar_senha("Bia", PASSWORD, OTHER)
    assert refusal(accounts.entrar, "Bia", PASSWORD).code == "conta.senha_errada"
    assert accounts.entrar("Bia", OTHER).nome == "Bia"
    assert len(counter.events("papel.alterado")) == 2
    for _ in range(3):
        refusal(accounts.entrar, "Bia", "errada")
    written_down = accounts.gerar_senha()
    accounts.redefinir_senha("Bia", written_down, ana)
    assert accounts.entrar("Bia", written_down).nome == "Bia"
    assert accounts.historico_de_papeis("Bia")[0].ato == "senha"


def test_generated_passwords_are_easy_to_read_and_differ(sqlite_office: Office) -> None:
    accounts, _counter = service(sqlite_office)
    found = {accounts.gerar_senha() for _ in range(50)}
    assert len(found) == 50
    assert all(len(one) == 14 and not set(one) & set("ilo01") for one in found)


def test_no_part_of_a_password_is_kept_or_told(sqlite_office: Office, tmp_path: Path) -> None:
    accounts, _counter, _ana = with_operator(sqlite_office)
    refusal(accounts.entrar, "Ana", OTHER)
    raw = b"".join(path.read_bytes() for path in tmp_path.rglob("*.sqlite*"))
    assert raw
    for secret in (PASSWORD, OTHER):
        assert secret.encode() not in raw

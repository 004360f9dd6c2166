"""An office without accounts says so, until there is one."""

from __future__ import annotations

from pathlib import Path

from app.bootstrap.abertura import abrir, opened
from app.bootstrap.avisos import model_warnings
from app.bootstrap.contas import servico_contas
from app.bootstrap.fundacao import Escolhas, fundar
from app.ia.modelos import PASTA, ModelosDoEscritorio
from app.services.contas import ContaNova
from app.services.escrita import NINGUEM
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.kernel.identity.keystore_choice import KeyMode
from tests.support.redes import Redes, suspende


def test_nobody_is_asked_who_it_is_until_there_is_an_account(tmp_path: Path) -> None:
    recursos = Recursos()
    mensagens = Mensagens(recursos.messages_toml())
    place = Lugar(tmp_path / "dados", None, tmp_path / "ajustes")
    fundar(place, Escolhas("Sé", "America/Bahia", KeyMode.SEM_SENHA, None), mensagens, recursos)
    with opened(abrir(place, mensagens, recursos, inline=True)) as app:
        assert "aviso.sem_contas" in [one.codigo for one in app.motor.avisos()]
        servico_contas(app).criar(
            ContaNova(nome="Ana", papeis=["operador"]),
            "uma senha comprida",
            {"conta_id": NINGUEM, "papel": "operador"},
        )
        assert "aviso.sem_contas" not in [one.codigo for one in app.motor.avisos()]


def test_a_damaged_model_is_named_and_a_missing_one_is_no_fault(tmp_path: Path) -> None:
    models = ModelosDoEscritorio(tmp_path)
    assert model_warnings(models) == []
    (tmp_path / PASTA / "legenda").mkdir(parents=True)
    (tmp_path / PASTA / "legenda" / "manifesto.json").write_text("{}")
    (warning,) = model_warnings(models)
    sentence = Mensagens(Recursos().messages_toml()).sentence(warning.codigo, warning.params)
    assert sentence.startswith("O modelo de descrição de imagem está danificado")


def test_decisions_that_are_held_back_are_told_and_bind_the_inviter(
    redes: Redes, tmp_path: Path
) -> None:
    """Saúde and ``reprocessar`` say to update; nobody is given units meanwhile."""
    centro, norte = redes.fundar("Centro"), redes.fundar("Norte")
    request, shown = norte.pedir(tmp_path)
    suspende(centro)
    (said,) = (one for one in centro.certo("saude").json["avisos"] if "suspensos" in one["frase"])
    assert said["codigo"] == "aviso.decisoes_suspensas"
    assert "Atualize o programa" in said["frase"]
    refused = centro("rede", "convidar", str(request), "--impressao", shown)
    assert (refused.code, "Atualize o programa" in refused.err) == (2, True), refused.err
    suspende(centro, motivo="evento.adiado")
    assert centro.convidar(request, shown)

"""A bundle opened without any office: what is found, and that nothing stays behind."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from app.services.auditoria_pacote import AuditoriaDePacotes
from app.services.mensagens import Mensagens
from app.services.pacote_auditado import INCREMENTAL, SEM_FLUXO, VARIOS_AUTORES
from app.services.progresso import Cancelled
from app.settings.recursos import Recursos
from core.contracts.catalogo import MODELS
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.registry import Registry
from core.sync.act_proof import verify_act_proof
from core.sync.source import FileSource
from tests.support.pacotes import Pacote, Rede, cadeia, no_of

NOW_MS = 1_780_315_200_000
SORTEIO = "10000000-0000-4000-8000-000000000001"


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AuditoriaDePacotes:
    """Its private copies lie where a test sees them."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    return AuditoriaDePacotes(
        Mensagens(Recursos().messages_toml()), lambda: NOW_MS, Registry(MODELS)
    )


def written(tmp_path: Path, raw: bytes) -> Path:
    path = tmp_path / "pacote.zip"
    path.write_bytes(raw)
    return path


def test_a_demonstrations_bundle_is_marked_and_everything_comes_out_again(
    service: AuditoriaDePacotes, pacote_vivo: Path, tmp_path: Path
) -> None:
    told: list[int] = []
    found = service.abrir(pacote_vivo, lambda done, total: told.append(done * 100 // total))
    assert (found.veredito, found.is_certo, found.is_demonstracao) == ("aceito", True, True)
    assert (found.palavra, found.motivo, found.achados) == ("Confere", "", ())
    again = found.refeito
    assert again is not None
    assert again.sorteios == found.tipos["conselheiro.sorteado"] > 5
    assert again.tentativas == found.tipos["sorteio.sem_candidatos"]
    assert again.pontuacoes == found.tipos["demanda.ranqueada"] > 5
    assert (again.sorteios_divergentes, again.ranking_divergentes) == (0, 0)
    assert len(again.lista) == again.sorteios + again.tentativas + again.suspensoes
    assert sum(one.demandas for one in again.unidades) > 0
    assert all(not one.unidade.startswith(one.unidade_id) for one in again.unidades)
    (feed,) = found.fluxos
    assert (feed.is_aceito, feed.no, feed.eventos) == (True, found.no, sum(found.tipos.values()))
    assert feed.ultimo is not None
    assert feed.raiz is not None
    assert told == sorted(told)
    assert told[-1] == 100
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_difference_is_named_by_its_event(service: AuditoriaDePacotes, tmp_path: Path) -> None:
    rede = Rede.de("a")
    feed = cadeia("a", rede, 2)
    feed.mais({"demanda_id": SORTEIO, "seed_publico": "x"}, tipo="conselheiro.sorteado")
    feed.mais({"demanda_id": SORTEIO}, tipo="demanda.ranqueada")
    found = service.abrir(written(tmp_path, Pacote.de(rede, "a", feed).bytes()))
    assert (found.veredito, found.is_certo) == ("aceito", False)
    again = found.refeito
    assert again is not None
    (draw,) = again.lista
    assert (draw.carimbo, draw.no, draw.seq) == (feed.hashes()[2].hex(), no_of("a"), 2)
    assert not draw.is_certo
    assert "conselheiro_id" in draw.frase
    (score,) = again.diferencas
    assert (score.carimbo, score.seq) == (feed.hashes()[3].hex(), 3)
    assert (again.sorteios_divergentes, again.ranking_divergentes) == (1, 1)


def test_what_cannot_be_recomputed_is_said_and_why(
    service: AuditoriaDePacotes, tmp_path: Path
) -> None:
    rede = Rede.de("a", "b")
    a, b = cadeia("a", rede, 4), cadeia("b", rede, 4)
    part = service.abrir(written(tmp_path, Pacote.de(rede, "a", a, de={"a": 2}).bytes()))
    assert (part.refeito, part.aviso, part.is_completo) == (None, INCREMENTAL, False)
    torn = Pacote.de(rede, "a", a, b).com(f"{b.pasta}checkpoint", b.nota(1)).bytes()
    refused = service.abrir(written(tmp_path, torn))
    assert (refused.veredito, refused.refeito, refused.aviso) == (
        "aceito_em_parte", None, SEM_FLUXO
    )  # fmt: skip
    wrong = next(one for one in refused.fluxos if one.no == no_of("b"))
    assert wrong.frase == "A nota assinada não é deste fluxo ou deste tamanho."
    assert not wrong.is_aceito
    both = service.abrir(written(tmp_path, Pacote.de(rede, "a", a, b).bytes()))
    assert both.refeito is not None
    assert both.aviso == VARIOS_AUTORES


def test_a_refused_file_is_an_answer_and_one_that_is_not_there_a_fault(
    service: AuditoriaDePacotes, tmp_path: Path
) -> None:
    found = service.abrir(written(tmp_path, b"nada disso"))
    assert (found.veredito, found.motivo) == ("recusado", "O arquivo não é um pacote.")
    assert (found.fluxos, found.rede, found.refeito) == ((), None, None)
    with pytest.raises(EnvironmentFault) as fault:
        service.abrir(tmp_path / "nao-ha")
    assert fault.value.code == "pacote.nao_lido"


def test_it_stops_where_it_is_told_and_leaves_nothing(
    service: AuditoriaDePacotes, pacote_vivo: Path, tmp_path: Path
) -> None:
    for stop_at in (0, 5, 55, 70, 90):

        def stop(done: int, _total: int, /, limit: int = stop_at) -> None:
            if done >= limit:
                raise Cancelled

        with pytest.raises(Cancelled):
            service.abrir(pacote_vivo, stop)
        assert list((tmp_path / "tmp").iterdir()) == []


def test_a_full_disk_is_said_and_leaves_nothing(
    service: AuditoriaDePacotes, pacote_vivo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_words: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(FileSource, "read", full)
    with pytest.raises(EnvironmentFault) as fault:
        service.abrir(pacote_vivo)
    assert fault.value.code == "pacote.sem_lugar"
    assert list((tmp_path / "tmp").iterdir()) == []


def test_the_proof_of_a_draw_is_written_whole_or_not_at_all(
    service: AuditoriaDePacotes, pacote_vivo: Path, tmp_path: Path
) -> None:
    found = service.abrir(pacote_vivo)
    assert found.refeito is not None
    draw, target = found.refeito.lista[0], tmp_path / "x.tlog-proof"
    service.gravar_prova(pacote_vivo, found.sha256, draw.carimbo, target)
    assert verify_act_proof(target.read_bytes()).digest == draw.carimbo
    target.unlink()
    with pytest.raises(UserFacingError) as other:
        service.gravar_prova(pacote_vivo, "0" * 64, draw.carimbo, target)
    assert other.value.code == "prova.outro_pacote"
    with pytest.raises(UserFacingError) as missing:
        service.gravar_prova(pacote_vivo, found.sha256, "0" * 64, target)
    assert missing.value.code == "prova.sem_registro_inteiro"
    with pytest.raises(EnvironmentFault) as full:
        service.gravar_prova(pacote_vivo, found.sha256, draw.carimbo, tmp_path / "nao-ha" / "x")
    assert full.value.code == "exportacao.nao_gravou"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tmp"]

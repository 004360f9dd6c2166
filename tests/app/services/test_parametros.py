"""Loading parameters from a file: all of it or nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.captura import EscritaDoMotor
from app.services.leitura import BancoLeitor
from app.services.parametros import Carga, Mistura, ParametrosService
from app.settings.recursos import Recursos
from core.base.parametros.conjunto import PADRAO
from core.base.parametros.leitura import ler_parametros
from core.colonies.d4_ranking.colony import RANKING
from core.colonies.geo_territorio.colony import TERRITORIO
from core.kernel.errors import UserFacingError
from tests.core.colonies.d4_ranking.conftest import OPERADOR, SOURCE, Desk, categorizada
from tests.support.office import Office, unidade
from tests.support.territorio import BAIRRO, SMALL, MemoryStore, import_into

NACIONAIS = {"1": 50, "2": 80, "3": 60, "4": 40, "5": 20}


@pytest.fixture
def desk(sqlite_office: Office) -> Desk:
    store = MemoryStore()
    sqlite_office.colonies = (SOURCE, TERRITORIO, RANKING)
    sqlite_office.attachments = store
    desk = Desk(sqlite_office)
    import_into(desk.engine.executar, store, SMALL)
    desk.engine.aguardar_ocioso()
    return desk


@pytest.fixture
def service(desk: Desk) -> ParametrosService:
    return ParametrosService(BancoLeitor(desk.office.database), EscritaDoMotor(desk.engine))


def written(folder: Path, **more: Any) -> Path:
    path = folder / "pesos.json"
    told = {"versao": "2026-2", "pesos_nacionais": NACIONAIS, **more}
    path.write_text(json.dumps(told), encoding="utf-8")
    return path


def test_a_file_is_put_in_force_once(
    desk: Desk, service: ParametrosService, tmp_path: Path
) -> None:
    desk.publicar(categorizada(1, unidade_civica_id=BAIRRO))
    assert service.em_vigor().parametros == PADRAO
    path = written(tmp_path, pesos_situacionais={BAIRRO: {"1": 0.5}}, capacidades={BAIRRO: 4})
    done = service.carregar(path, OPERADOR)
    desk.engine.aguardar_ocioso()
    in_force = service.em_vigor()
    assert done == Carga("2026-2", in_force.hash_conteudo, ja_em_vigor=False)
    assert in_force.parametros.capacidade(BAIRRO) == 4
    assert service.nomes(in_force.parametros) == {BAIRRO: "Jardim São João"}
    assert service.recalculadas("2026-2") == 1
    assert service.carregar(path, OPERADOR).ja_em_vigor
    assert len(desk.said("parametros.carregados")) == 1


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"pesos_situacionais": {unidade(7): {"1": 1}}}, "parametros.unidade_desconhecida"),
        ({"capacidades": {unidade(7): 2}}, "parametros.unidade_desconhecida"),
        ({"pesos_situacionais": {BAIRRO: {"1": 1.5}}}, "parametros.peso_situacional"),
        ({"pesos_nacionais": {"1": 100}}, "parametros.nivel_ausente"),
    ],
)
def test_a_faulty_file_leaves_nothing_behind(
    desk: Desk, service: ParametrosService, tmp_path: Path, more: dict[str, Any], code: str
) -> None:
    before = len(desk.office.events())
    with pytest.raises(UserFacingError) as refused:
        service.carregar(written(tmp_path, **more), OPERADOR)
    assert refused.value.code == code
    assert len(desk.office.events()) == before
    assert service.em_vigor().parametros == PADRAO


def test_a_file_that_cannot_be_opened_says_why(service: ParametrosService, tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "nenhum.json", "o arquivo ou a pasta não existe"),
        (tmp_path, "há uma pasta onde devia haver um arquivo"),
    ):
        with pytest.raises(UserFacingError) as refused:
            service.carregar(path, OPERADOR)
        assert refused.value.code == "parametros.nao_abre"
        assert refused.value.params["motivo"] == reason


def test_the_example_of_the_manual_is_a_sound_file() -> None:
    page = Recursos().read_text("manual/ranking.md")
    example = page.split("```toml\n")[1].split("```")[0]
    told = ler_parametros(example.encode(), "exemplo.toml")
    assert told.versao == "2026-2"
    assert len(told.unidades()) == 1


def test_what_is_in_force_is_shown_with_its_effect_and_its_past(
    desk: Desk, service: ParametrosService, tmp_path: Path
) -> None:
    desk.publicar(*(categorizada(n, unidade_civica_id=BAIRRO) for n in (1, 2)))
    desk.publicar(categorizada(3, nivel=3, score=10, unidade_civica_id=BAIRRO))
    service.carregar(written(tmp_path), OPERADOR)
    desk.engine.aguardar_ocioso()
    shown = service.painel()
    assert [(one.nivel, one.peso, one.demandas) for one in shown.efeitos][:3] == [
        (1, 50.0, 2),
        (2, 80.0, 0),
        (3, 60.0, 1),
    ]
    assert (shown.efeitos[0].menor, shown.efeitos[0].maior) == (4750.0, 4750.0)
    assert shown.efeitos[1].menor is None
    assert [(one.parametros.versao, one.is_em_vigor) for one in shown.versoes] == [("2026-2", True)]
    assert not shown.mistura.is_misturado


def test_mixed_versions_are_seen_until_all_are_calculated_anew(
    desk: Desk, service: ParametrosService, tmp_path: Path
) -> None:
    desk.publicar(*(categorizada(n, unidade_civica_id=BAIRRO) for n in (1, 2)))
    assert service.mistura() == Mistura("mvp-v1", 0, 0)
    path = written(tmp_path)
    service.carregar(path, OPERADOR)
    desk.engine.aguardar_ocioso()
    writer = desk.office.database.open_writer(checkpoints=False)
    writer.begin()
    writer.cursor.execute("UPDATE d4_rankings SET peso_nacional = 100 WHERE demanda_id LIKE '%1'")
    writer.commit()
    assert service.mistura() == Mistura("2026-2", 2, 1)
    (told,) = service.recados()
    assert told.params == {"versao": "2026-2", "antigas": 1, "demandas": 2}
    writer.begin()
    writer.cursor.execute("UPDATE d4_rankings SET peso_nacional = 50")
    writer.commit()
    writer.close()
    assert service.mistura() == Mistura("2026-2", 2, 0)
    # Gone through once: not counted again.
    assert service.recados() == ()
    assert service.mistura() == Mistura("2026-2", 0, 0)


def test_what_was_tried_is_what_is_applied(
    desk: Desk, service: ParametrosService, tmp_path: Path
) -> None:
    desk.publicar(categorizada(1, unidade_civica_id=BAIRRO))
    path = written(tmp_path)
    tried = service.ensaiar(path)
    assert tried.mudam_de_score == 1
    path.write_text("outra coisa", encoding="utf-8")
    assert service.aplicar(tried, OPERADOR).versao == "2026-2"
    desk.engine.aguardar_ocioso()
    assert service.em_vigor().hash_conteudo == tried.hash_conteudo
    with pytest.raises(UserFacingError) as refused:
        service.aplicar(tried, OPERADOR)
    assert refused.value.code == "parametros.mudaram"

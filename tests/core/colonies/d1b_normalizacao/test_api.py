"""Media on the real bus: the save never waits, the outcome enters once, and is not made again."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from typing_extensions import override

from core.base.ia.portas import Dito
from core.base.ia.substitutos import ModelosSubstitutos
from core.colonies.d1a_captura.api.correcao import Correcao, corrigir_demanda, retirar_demanda
from core.colonies.d1b_normalizacao.colony import d1b_colony
from core.colonies.d1b_normalizacao.trabalhos import SEM_OFICINA, Oficina
from core.kernel.colony import Colony, no_keys
from core.kernel.event import Event, NewEvent
from core.kernel.subject_rights import SubjectRights
from tests.support.balcao import ATENDENTE, COUNTER, MODERADOR, OUTRO, Counter, cidadao
from tests.support.office import TEST_NO, Office, demanda

PHOTO = b"\xff\xd8\xff\xe0" + b"photo of a street"
SPEECH = b"RIFF\x00\x00\x00\x00WAVE" + "falta luz na praça, 98888-7777".encode()
QUIET = b"RIFF\x00\x00\x00\x00WAVE" + "falta luz na praça faz três dias".encode()
FILES = {"anexo:1": PHOTO, "anexo:2": PHOTO + b"!", "anexo:3": SPEECH, "anexo:4": QUIET}
ATTACHMENTS = Colony(
    id="D-1c",
    prefixo="d1c",
    nome="Anexos",
    publica=("anexo.processado", "anexo.removido"),
    apply={},
    chaves=no_keys,
)
CONSENTS = {
    "tratamento": True,
    "publicacao_texto": True,
    "publicacao_imagem": True,
    "contato": True,
}


@dataclass
class Held(ModelosSubstitutos):
    """A model that answers when the test lets it."""

    gate: threading.Event = field(default_factory=threading.Event)
    started: threading.Event = field(default_factory=threading.Event)

    @override
    def legendar(self, imagem: bytes) -> Dito:
        self.started.set()
        assert self.gate.wait(30)
        return super().legendar(imagem)


def with_mine(mine: Colony) -> tuple[Colony, ...]:
    return (*(mine if colony.id == "D-1b" else colony for colony in COUNTER), ATTACHMENTS)


def desk(office: Office, models: ModelosSubstitutos | None = None) -> Counter:
    counter = Counter(office)
    oficina = SEM_OFICINA if models is None else Oficina(models, FILES.get)
    mine = d1b_colony(oficina)
    office.colonies = with_mine(mine)
    counter.restart()
    return counter


def received(n: int, *urls: str, texto: str = "", **more: Any) -> NewEvent:
    payload = {
        "demanda_id": demanda(n),
        "texto_bruto": texto,
        "tipo_midia": "imagem",
        "localizacao_bruta": {"lat": -7.12, "lng": -34.86},
        "cidadao_id": cidadao(9),
        "canal": "app",
        "timestamp_criacao": "2026-05-28T20:26:40.000Z",
        "midia_urls": list(urls),
        "consentimentos": CONSENTS,
        **more,
    }
    return NewEvent("demanda.recebida", payload, sujeito=demanda(n), versao="1.2.0")


def enter(counter: Counter, *events: NewEvent) -> None:
    for event in events:
        counter.engine.publicar("D-1a", event)
    counter.engine.aguardar_ocioso(trabalhos=True)


def clean_forms(counter: Counter) -> list[Event]:
    return counter.events("demanda.normalizada")


def processed(counter: Counter, n: int, indice: int, **more: Any) -> NewEvent:
    return NewEvent(
        "anexo.processado",
        {
            "demanda_id": demanda(n),
            "anexo_id": f"55555555-0000-4000-8000-{indice:012x}",
            "url_acesso": "anexo:1",
            "tipo_mime": "image/jpeg",
            "tamanho_bytes": 10,
            "hash_sha256": "ab" * 32,
            "possui_dado_sensivel": False,
            "moderacao_status": "aprovado",
            "object_key_temp": "ab" * 32,
            "indice": indice,
            **more,
        },
        sujeito=f"{demanda(n)}-{indice}",
    )


def test_a_picture_is_described_in_its_own_field_and_names_its_models(office: Office) -> None:
    counter = desk(office, ModelosSubstitutos())
    enter(counter, received(1, "anexo:1", texto="Tem um buraco na rua das Flores, 120"))
    (clean,) = clean_forms(counter)
    assert clean.causa == counter.events("demanda.recebida")[0].event_hash
    assert clean.payload["descricao_limpa"] == "Tem um buraco na rua das Flores, 120"
    (said,) = clean.payload["midias_descritas"]
    assert (said["indice"], said["traduzida"]) == (0, True)
    assert said["modelo"] == "substituto@1+substituto@1"
    assert clean.payload["origem_normalizacao"] == "automatico"
    assert clean.payload["confianca_normalizacao"] == 1.0
    # Nobody has looked at the picture yet: what is said of it is sealed.
    assert "midias_descritas" in clean.restritos
    counter.assert_rebuild_equals_live()


def test_what_was_looked_at_and_agreed_to_is_public_and_gives_the_title(office: Office) -> None:
    models = Held()
    counter = desk(office, models)
    counter.engine.publicar("D-1a", received(1, "anexo:1"))
    assert models.started.wait(30)
    counter.engine.publicar("D-1c", processed(counter, 1, 0))
    models.gate.set()
    counter.engine.aguardar_ocioso(trabalhos=True)
    (clean,) = clean_forms(counter)
    assert "midias_descritas" not in clean.restritos
    assert clean.payload["descricao_limpa"] == ""
    caption = clean.payload["midias_descritas"][0]["descricao"]
    assert clean.payload["titulo"] == caption[0].upper() + caption[1:]
    counter.assert_rebuild_equals_live()


@pytest.mark.parametrize(
    ("consents", "file"),
    [
        ({**CONSENTS, "publicacao_imagem": False}, {}),
        (CONSENTS, {"possui_dado_sensivel": True, "categoria_sensivel": "pessoa"}),
        (CONSENTS, {"moderacao_status": "pendente"}),
    ],
    ids=["no consent", "flagged", "pending"],
)
def test_a_held_pictures_description_is_held_with_it(
    office: Office, consents: dict[str, bool], file: dict[str, Any]
) -> None:
    models = Held()
    counter = desk(office, models)
    counter.engine.publicar("D-1a", received(1, "anexo:1", consentimentos=consents))
    assert models.started.wait(30)
    counter.engine.publicar("D-1c", processed(counter, 1, 0, **file))
    models.gate.set()
    counter.engine.aguardar_ocioso(trabalhos=True)
    (clean,) = clean_forms(counter)
    assert "midias_descritas" in clean.restritos
    assert clean.payload["titulo"] == "Imagem enviada sem texto"


def test_a_recording_fills_the_description_and_is_judged_like_words(office: Office) -> None:
    counter = desk(office, ModelosSubstitutos())
    enter(
        counter,
        received(1, "anexo:3", tipo_midia="audio"),
        received(2, "anexo:4", tipo_midia="audio"),
    )
    first, second = sorted(clean_forms(counter), key=lambda one: one.payload["demanda_id"])
    assert first.payload["descricao_limpa"].startswith("falta luz na praça")
    assert first.payload["termos_suspeitos"] == ["padrao:telefone"]
    assert {"descricao_limpa", "midias_descritas", "titulo"} <= set(first.restritos)
    assert second.payload["titulo"] == "Falta luz na praça faz três dias"
    assert second.payload["conteudo_suspeito"] is False


def test_without_models_the_demand_goes_on_with_less_confidence(office: Office) -> None:
    counter = desk(office)
    enter(counter, received(1, "anexo:1"), received(2, "anexo:1", texto="Buraco na rua da feira"))
    first, second = sorted(clean_forms(counter), key=lambda one: one.payload["demanda_id"])
    assert (first.payload["titulo"], first.payload["confianca_normalizacao"]) == (
        "Imagem enviada sem texto",
        0.17,
    )
    assert second.payload["confianca_normalizacao"] == 0.83
    assert second.payload.get("midias_descritas") is None
    assert counter.engine.trabalhos() == []


def test_without_translation_half_of_it_counts(office: Office) -> None:
    counter = desk(office, ModelosSubstitutos(faltam={"traducao": "ausente"}))
    enter(counter, received(1, "anexo:1", "anexo:2", texto="Tem um buraco na rua das Flores, 120"))
    (clean,) = clean_forms(counter)
    assert [one["traduzida"] for one in clean.payload["midias_descritas"]] == [False, False]
    assert clean.payload["confianca_normalizacao"] == 0.92


def test_a_slow_model_delays_no_other_demand_and_two_wait_side_by_side(office: Office) -> None:
    models = Held()
    counter = desk(office, models)
    counter.engine.publicar("D-1a", received(1, "anexo:1"))
    counter.engine.publicar("D-1a", received(2, "anexo:2"))
    assert models.started.wait(30)
    counter.register()
    (words,) = clean_forms(counter)
    assert words.payload["titulo"].startswith("Falta água")
    states = [(job.trabalho, job.sujeito, job.estado) for job in counter.engine.trabalhos()]
    assert states == [("midias", demanda(1), "em_curso"), ("midias", demanda(2), "em_curso")]
    models.gate.set()
    counter.engine.aguardar_ocioso(trabalhos=True)
    assert len(clean_forms(counter)) == 3


def test_the_work_is_taken_up_again_after_a_restart_and_never_by_a_rebuild(
    office: Office,
) -> None:
    models = ModelosSubstitutos()
    counter = desk(office, models)
    office.colonies = with_mine(replace(d1b_colony(SEM_OFICINA), jobs={}))
    counter.restart()
    enter(counter, received(1, "anexo:1"))
    assert clean_forms(counter) == []
    counter = desk(office, models)
    counter.engine.aguardar_ocioso(trabalhos=True)
    assert len(clean_forms(counter)) == 1
    asked = len(models.chamadas)
    counter.engine.reconstruir().result()
    counter.engine.aguardar_ocioso(trabalhos=True)
    assert len(models.chamadas) == asked
    assert len(clean_forms(counter)) == 1


def test_a_correction_keeps_the_descriptions_and_asks_no_model_again(office: Office) -> None:
    models = ModelosSubstitutos()
    counter = desk(office, models)
    enter(counter, received(1, "anexo:1", "anexo:4"))
    asked = len(models.chamadas)
    mended = Correcao(motivo="texto", texto="Tem um buraco na rua da feira")
    counter.engine.executar(
        "D-1a", corrigir_demanda(TEST_NO, demanda(1), mended, ATENDENTE)
    ).result()
    counter.engine.aguardar_ocioso(trabalhos=True)
    first, second = clean_forms(counter)
    assert first.payload["descricao_limpa"] == "falta luz na praça faz três dias"
    assert second.payload["descricao_limpa"] == "Tem um buraco na rua da feira"
    assert second.payload["midias_descritas"] == first.payload["midias_descritas"]
    assert second.payload["origem_normalizacao"] == "hibrido"
    assert len(models.chamadas) == asked
    removed = {
        "anexo_id": "55555555-0000-4000-8000-000000000000",
        "demanda_id": demanda(1),
        "hash_sha256": "ab" * 32,
    }
    counter.engine.publicar("D-1c", processed(counter, 1, 0))
    counter.engine.publicar("D-1c", NewEvent("anexo.removido", removed, sujeito=demanda(1)))
    again = Correcao(motivo="texto", texto="Tem um buraco enorme na rua da feira")
    counter.engine.executar(
        "D-1a", corrigir_demanda(TEST_NO, demanda(1), again, ATENDENTE)
    ).result()
    counter.engine.aguardar_ocioso(trabalhos=True)
    last = clean_forms(counter)[-1]
    assert [one["indice"] for one in last.payload["midias_descritas"]] == [1]
    counter.assert_rebuild_equals_live()


def test_a_correction_that_comes_first_is_in_the_outcome(office: Office) -> None:
    models = Held()
    counter = desk(office, models)
    counter.engine.publicar("D-1a", received(1, "anexo:1", texto="Buraco"))
    assert models.started.wait(30)
    mended = Correcao(motivo="texto", texto="Tem um buraco na rua da feira")
    counter.engine.executar(
        "D-1a", corrigir_demanda(TEST_NO, demanda(1), mended, ATENDENTE)
    ).result()
    models.gate.set()
    counter.engine.aguardar_ocioso(trabalhos=True)
    first, last = clean_forms(counter)
    assert first.payload.get("midias_descritas") is None
    assert last.payload["descricao_limpa"] == "Tem um buraco na rua da feira"
    assert len(last.payload["midias_descritas"]) == 1
    assert last.payload["origem_normalizacao"] == "hibrido"
    counter.assert_rebuild_equals_live()


def test_nothing_comes_of_a_withdrawn_demand_and_nothing_is_left_open(office: Office) -> None:
    models = Held()
    counter = desk(office, models)
    counter.engine.publicar("D-1a", received(1, "anexo:1"))
    assert models.started.wait(30)
    counter.engine.executar("D-1a", retirar_demanda(demanda(1), "teste", MODERADOR)).result()
    models.gate.set()
    counter.engine.aguardar_ocioso(trabalhos=True)
    assert clean_forms(counter) == []
    assert counter.engine.trabalhos() == []
    counter.assert_rebuild_equals_live()


def test_an_erased_persons_recording_leaves_no_words(office: Office) -> None:
    counter = desk(office, ModelosSubstitutos())
    enter(counter, received(1, "anexo:4", tipo_midia="audio"))
    rights = SubjectRights(counter.engine)
    rights.eliminar(cidadao(9), "LGPD art. 18, VI", "a pedido", MODERADOR, OUTRO["conta_id"])
    counter.engine.aguardar_ocioso()
    assert office.rows("SELECT midias_descritas, descricao_limpa FROM d1b_demandas") == [
        (None, None)
    ]
    (clean,) = clean_forms(counter)
    assert clean.payload.get("midias_descritas") is None
    counter.assert_rebuild_equals_live()

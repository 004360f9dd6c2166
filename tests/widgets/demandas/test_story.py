"""What the detail says of real demands."""

from __future__ import annotations

from dataclasses import replace

from app.services.demanda_detalhe import Detalhe
from app.services.demanda_lista import Escolha
from core.colonies.d7_transparencia.queries.demandas import Espera
from tests.support.vivo import Vivo
from widgets.demandas import story


def detail(vivo: Vivo, situacao: str = "em_progresso") -> Detalhe:
    services = vivo.servicos
    return services.demanda_detalhe.abrir(
        services.demanda_lista.ordem(Escolha(situacoes=(situacao,)))[0]
    )


def test_the_summary_says_state_cause_place_and_reception(vivo: Vivo) -> None:
    found = detail(vivo)
    moments = vivo.servicos.tempo
    facts = story.summary(found, moments, may_see_raw=True)
    said = {one.label: one for one in facts if one.label}
    assert said["Situação"].text.startswith("◕ em progresso, ")
    assert said["Situação"].link == ("Por quê", story.EVENT)
    assert found.causa is not None
    assert said["Veio de"].text == found.causa.frase
    assert said["Veio de"].tip == moments.exato(found.causa.quando_ms)
    assert said["Unidade"].text == found.vista.unidade
    assert found.vista.recebida_em is not None
    assert "Recebida" in said
    links = {one.link for one in facts}
    assert ("Ver como foi dito…", story.RAW) in links
    without = story.summary(found, moments, may_see_raw=False)
    assert ("Ver como foi dito…", story.RAW) not in {one.link for one in without}


def test_an_overdue_wait_is_said_in_words_and_not_by_colour_alone(vivo: Vivo) -> None:
    found = replace(detail(vivo), esperas=(Espera("prazo", "2026-05-01", is_atrasada=True),))
    facts = story.summary(found, vivo.servicos.tempo, may_see_raw=False)
    (late,) = [one for one in facts if one.label == "Prazo registrado"]
    assert (late.text, late.tone) == ("01/05/2026 · ! atrasada: prazo registrado passou", "danger")


def test_the_score_is_a_product_that_can_be_checked(vivo: Vivo) -> None:
    found = detail(vivo, "aguardando_vaga")
    said = {one.label: one.text for one in story.score(found)}
    factors, total = said["Pontos"].split(" = ")
    product = 1.0
    for part in factors.split(" × "):
        product *= float(part.replace(".", "").replace(",", "."))
    assert product == float(total.replace(".", "").replace(",", "."))
    assert (
        story.score(replace(found, vista=replace(found.vista, score=None)))[0].tone == "secondary"
    )


def test_the_category_names_who_said_it_and_the_words(vivo: Vivo) -> None:
    services = vivo.servicos
    running = services.demanda_lista.ordem(Escolha(situacoes=("em_progresso",)))
    # The story is played anew in each process: not every text is public, nor tells its words.
    opened = (services.demanda_detalhe.abrir(one) for one in running)
    found = next(one for one in opened if one.termos)
    said = {one.label: one.text for one in story.category(found, services.tempo)}
    assert said["Categoria"] == found.vista.categoria
    assert said["Palavras"].split(", ")[0] in [word for word, _share in found.termos]
    bare = replace(found, vista=replace(found.vista, categoria=None))
    assert story.category(bare, vivo.servicos.tempo)[0].text == "Ainda sem categoria."


def test_coordinates_are_written_as_they_are_typed() -> None:
    assert story.coordinates(-20.594, -36.938) == "-20,59400; -36,93800"

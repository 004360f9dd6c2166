from __future__ import annotations

from app.services.demanda_lista import Escolha
from tests.support.vivo import Vivo
from widgets.demandas import detail_columns as columns


def test_every_cell_of_a_real_demand_has_words_and_exact_moments(vivo: Vivo) -> None:
    services = vivo.servicos
    found = services.demanda_detalhe.abrir(
        services.demanda_lista.ordem(Escolha(situacoes=("em_progresso",)))[0]
    )
    history = services.linha_do_tempo.historia(found.vista.demanda_id).entradas
    moments = services.tempo
    for shown, rows in (
        (columns.timeline_columns(moments), history),
        (columns.ahead_columns(), found.na_frente),
        (columns.category_columns(moments), found.categorias),
        (columns.draw_columns(moments), found.sorteios),
        (columns.report_columns(moments), found.atualizacoes),
    ):
        for row in rows:
            texts = {one.key: one.text(row) for one in shown}
            assert all(isinstance(text, str) for text in texts.values())
            for one in shown:
                if one.key == "quando":
                    assert one.text(row).startswith(("há", "agora", "ontem"))
                    assert one.tooltip is not None
                    assert "2026" in (one.tooltip(row) or "")
    assert columns.draw_columns(moments)[3].text(found.sorteios[0]) == "em curso"

"""The card of fingerprints."""

from __future__ import annotations

from app.services.impressos.cartao_impressoes import QR, cartao_de_impressoes, conteudo_do_qr
from widgets.sincronizacao.spec import sample_of


def test_it_shows_root_log_and_exchange_whole_on_paper_and_in_the_code() -> None:
    found = sample_of(0)
    card = cartao_de_impressoes(found, "Regional <Centro>")
    here = found.este
    for print_ in (*found.raizes, here.impressao_registro, here.impressao_troca):
        assert f"<b>{print_}</b>" in card.html
        assert str(print_) in conteudo_do_qr(found)
    assert "Regional &lt;Centro&gt;" in card.html
    assert card.imagens[QR].startswith(b"\x89PNG")
    assert found.rede in conteudo_do_qr(found).splitlines()[0]

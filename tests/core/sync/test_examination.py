"""From step 10 on nothing refuses the file: a bad feed leaves the good one alone."""

from __future__ import annotations

from core.sync.source import BytesSource
from core.sync.verification import verify_bundle
from tests.support.corpus_pacotes.caso import base
from tests.support.pacotes import Pacote, Rede, cadeia

_REDE, A, B, SOUND = base()


def test_what_may_be_imported_is_what_holds() -> None:
    sound = verify_bundle(BytesSource(SOUND.bytes())).bundle
    assert sound is not None
    assert {feed.span.no for feed in sound.feeds} == {A.no, B.no}
    assert list(sound.attachments) == list(A.anexos)
    wrong = SOUND.com(f"{A.pasta}checkpoint", A.nota(key="log-b"))
    partly = verify_bundle(BytesSource(wrong.bytes()))
    assert partly.bundle is not None
    assert [feed.span.no for feed in partly.bundle.feeds] == [B.no]
    assert partly.bundle.attachments == ()
    refused = verify_bundle(BytesSource(SOUND.bytes()[:-1]))
    assert refused.bundle is None


def test_findings_are_named_up_to_a_thousand() -> None:

    rede = Rede.de("a")
    feed = cadeia("a", rede, 1)
    for _ in range(1_200):
        feed.folha(b"nao e cabecalho")
    report = verify_bundle(BytesSource(Pacote.de(rede, "a", feed).bytes())).report
    assert (report.feeds[0].folhas_invalidas, len(report.achados)) == (1_200, 1_000)
    assert report.saida == 0

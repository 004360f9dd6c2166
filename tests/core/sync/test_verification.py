"""Every file of the corpus is judged as it says, and says so in the shape that others read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.sync.reasons import CLASSES
from core.sync.source import BytesSource
from core.sync.verification import Setting, Verdict, verify_bundle
from tests.support.corpus_pacotes.caso import Caso, base
from tests.support.corpus_pacotes.lista import casos, escrever
from tests.support.pacotes import Pacote, Rede, cadeia, no_of

CORPUS = casos()


def judged(raw: bytes, setting: Setting | None = None) -> Verdict:
    return verify_bundle(BytesSource(raw), setting or Setting())


@pytest.mark.parametrize("caso", CORPUS, ids=lambda caso: caso.arquivo)
def test_the_corpus_is_judged_as_it_says(caso: Caso) -> None:
    report = judged(caso.conteudo).report
    assert report.motivo == caso.motivo
    assert (report.veredito, report.saida) == (caso.veredito, caso.saida)
    if caso.motivo is None:
        assert tuple(feed.motivo for feed in report.feeds) == caso.feeds
    assert tuple(item.codigo for item in report.achados) == caso.achados


def test_the_corpus_names_each_file_once_and_reaches_every_code_of_one_bundle() -> None:
    assert len({caso.arquivo for caso in CORPUS}) == len(CORPUS)
    reached = {caso.motivo for caso in CORPUS} | {c for caso in CORPUS for c in caso.feeds}
    reached |= {code for caso in CORPUS for code in caso.achados}
    importing = {
        "pacote.demonstracao", "rede.bifurcada", "feed.bifurcado", "feed.lacuna",
        "evento.espera", "evento.adiado", "evento.conteudo",
    }  # fmt: skip
    # A file of 512 MiB and an age file for somebody else have tests of their own.
    assert set(CLASSES) - importing - reached == {"pacote.grande", "pacote.destinatario"}


def test_the_corpus_can_be_written_for_others(tmp_path: Path) -> None:
    listed = json.loads(escrever(tmp_path).read_text(encoding="utf-8"))
    assert len(listed) == len(CORPUS)
    assert all((tmp_path / item["arquivo"]).is_file() for item in listed)


def test_a_bundle_for_somebody_else_is_refused_after_it_was_decrypted() -> None:
    rede, a, b, _sound = base()
    raw = Pacote.de(rede, "a", a, b, classe="restrito", destinatarios=("b",)).bytes()
    for_b = judged(raw, Setting(is_decrypted=True, me=no_of("b")))
    assert for_b.report.motivo is None
    assert sum(feed.partes for feed in for_b.report.feeds) == 26
    assert judged(raw, Setting(is_decrypted=True, me=no_of("c"))).report.motivo == (
        "pacote.destinatario"
    )


def test_another_network_than_the_reader_s_is_refused() -> None:
    _rede, _a, _b, sound = base()
    assert judged(sound.bytes(), Setting(rede="ab" * 32)).report.motivo == "rede.outra"
    assert judged(sound.bytes(), Setting(rede=sound.rede.id)).report.motivo is None


class _Huge:
    """A source that claims more than a file may have."""

    size = 536_870_913

    def read(self, offset: int, count: int) -> bytes:
        """Zeros."""
        return bytes(min(count, max(0, self.size - offset)))


def test_a_file_beyond_the_cap_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.sync.verification.sha256_of", lambda _source: "0" * 64)
    assert verify_bundle(_Huge()).report.motivo == "pacote.grande"


def test_truncated_anywhere_it_is_refused_whole() -> None:
    raw = base()[3].bytes()
    for size in range(len(raw)):
        report = judged(raw[:size]).report
        assert report.veredito == "recusado", size


def test_no_flipped_bit_changes_what_is_read() -> None:
    """I15: refused, or the same meaning; one bit of every byte, another one from byte to byte."""
    rede = Rede.de("a")
    sound = Pacote.de(rede, "a", cadeia("a", rede, 2).mais({"x": 1}, anexo=b"\x89PNG")).bytes()
    right = judged(sound).report.value(lambda code: code)
    right.pop("arquivo")
    survived = 0
    for place in range(len(sound)):
        flipped = bytearray(sound)
        flipped[place] ^= 1 << (place * 5 % 8)
        found = judged(bytes(flipped)).report.value(lambda code: code)
        found.pop("arquivo")
        if found["veredito"] != "recusado":
            assert found == right, place
            survived += 1
    assert survived <= 40  # the filling bits behind each deflate stream's end


def test_progress_is_told_while_events_are_read() -> None:
    told: list[tuple[int, int]] = []
    rede = Rede.de("a")
    raw = Pacote.de(rede, "a", cadeia("a", rede, 2_100)).bytes()
    verdict = verify_bundle(
        BytesSource(raw), progress=lambda done, total: told.append((done, total))
    )
    assert verdict.report.veredito == "aceito"
    assert told == [(2_000, 2_100)]

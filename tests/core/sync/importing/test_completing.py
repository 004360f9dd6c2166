"""What an event lacked may come by another hand; what its author erased may not."""

from __future__ import annotations

from dataclasses import replace

from typing_extensions import override

from core.kernel.store.attachments import AttachmentStore
from core.sync.importing.outcome import ImportOutcome
from tests.support.office import demanda, entrou, unidade
from tests.support.pacotes import Feed, Pacote
from tests.support.postos import Posto

FEITO = "brinquedo.pedido_feito"


def two_requests(posto: Posto) -> Feed:
    feed = Feed("eco", posto.rede.rede)
    for n in (1, 2):
        said = {"demanda_id": demanda(n), "unidade_civica_id": unidade(1)}
        feed.mais(said, texto={"titulo": f"t{n}"}, tipo=FEITO)
    return feed


def take(posto: Posto, feed: Feed, *, without: bool = False) -> ImportOutcome:
    made = Pacote.de(posto.forja(), "alva", feed)
    if without:
        made = made.com(f"partes/{feed.no}-e0.jsonl", None)
    return posto.importa(made.bytes())


def test_a_part_that_comes_late_is_folded_in(tres: list[Posto]) -> None:
    """Row 34: withheld, and then brought by somebody else."""
    norte, sul, _leste = tres
    feed = two_requests(norte)
    first = take(norte, feed, without=True)
    assert first.estados == {"adiado": 2}
    assert norte.estados(feed.no) == [("adiado", "evento.retido")] * 2
    assert norte.escritorio.verify().achados == []
    second = take(norte, feed)
    assert (second.novos, second.partes, second.recibo) == (0, 4, None)
    assert norte.estados(feed.no) == [None, None]
    take(sul, feed)
    assert norte.retrato() == sul.retrato()
    assert norte.linhas("SELECT titulo FROM t1_pedidos ORDER BY 1") == [("t1",), ("t2",)]
    assert norte.escritorio.verify().achados == []


def test_what_a_late_part_makes_due_is_done_by_the_same_import(tres: list[Posto]) -> None:
    """Not only at the next start; and no failure of something else is counted by it."""
    norte = tres[0]
    norte.publica(entrou(1), entrou(2))
    feed = two_requests(norte)
    take(norte, feed, without=True)
    whole = norte.pasta / "inteiro.zip"
    whole.write_bytes(Pacote.de(norte.forja(), "alva", feed).bytes())
    drawn = "SELECT count(*) FROM event_log WHERE tipo = 'brinquedo.sorteado'"
    with norte.aberto() as engine:
        assert norte.importador(engine).import_bundle(whole, ensaio=True).revelados == 2
        assert norte.linhas(drawn) == [(0,)]
        assert norte.importador(engine).import_bundle(whole).revelados == 2
        assert norte.linhas(drawn) == [(2,)]
    assert norte.linhas("SELECT 1 FROM dead_letter_queue") == []
    assert norte.escritorio.verify().achados == []


def test_what_the_author_erased_goes_everywhere_and_never_comes_back(tres: list[Posto]) -> None:
    norte, sul, leste = tres
    feed = two_requests(norte)
    stale = Pacote.de(norte.forja(), "alva", feed.copia()).bytes()
    norte.importa(stale)
    named = {"event_hash": feed.hashes()[0].hex(), "partes": ["publica.texto"]}
    said = {"eventos": [named], "base_legal": "LGPD art. 18, VI"}
    feed.mais(said, {"motivo": "x"}, tipo="titular.eliminado", origem="N-0d")
    feed.partes[0] = [p for p in feed.partes[0] if p.nome != "publica.texto"]
    take(norte, feed)
    assert _titles(norte) == [(None,), ("t2",)]
    again = norte.importa(stale)
    assert again.partes == 0
    take(sul, feed)
    sul.importa(stale)
    leste.importa(norte.exporta())
    leste.importa(stale)
    for posto in (norte, sul, leste):
        assert _titles(posto) == [(None,), ("t2",)]
        assert posto.retrato() == norte.retrato()
        assert posto.escritorio.verify().achados == []
        rows = posto.linhas("SELECT conteudo FROM event_parts")
        assert not any(b'"t1"' in bytes(row[0]) for row in rows)


def _titles(posto: Posto) -> list[tuple[str | None]]:
    return posto.linhas("SELECT titulo FROM t1_pedidos ORDER BY demanda_id")


def test_an_attachment_that_does_not_come_keeps_nothing_back(tres: list[Posto]) -> None:
    """Row 37: the event is applied, the file may follow, once."""
    norte = tres[0]
    feed = Feed("eco", norte.rede.rede)
    said = {"demanda_id": demanda(1), "unidade_civica_id": unidade(1)}
    feed.mais(said, tipo=FEITO, anexo=b"uma foto")
    made = Pacote.de(norte.forja(), "alva", feed)
    sha256 = next(iter(feed.anexos))
    norte.importa(made.com(f"anexos/{sha256[:2]}/{sha256}", None).bytes())
    assert norte.estados(feed.no) == [None]
    assert norte.anexos.get(sha256) is None
    came = norte.importa(made.bytes())
    assert (came.novos, came.anexos) == (0, 1)
    assert norte.anexos.get(sha256) == b"uma foto"


class Picky(AttachmentStore):
    """Takes nothing: as an office's store does with what is no clean photo."""

    @override
    def put(self, content: bytes) -> str:
        return ""


def test_an_attachment_that_the_store_does_not_take_is_told_and_the_event_counts(
    tres: list[Posto],
) -> None:
    norte = tres[0]
    feed = Feed("eco", norte.rede.rede)
    said = {"demanda_id": demanda(1), "unidade_civica_id": unidade(1)}
    feed.mais(said, tipo=FEITO, anexo=b"uma foto")
    path = norte.pasta / "recebido.zip"
    path.write_bytes(Pacote.de(norte.forja(), "alva", feed).bytes())
    with norte.aberto() as engine:
        importer = replace(norte.importador(engine), attachments=Picky(norte.pasta / "anexos"))
        came = importer.import_bundle(path)
    assert (came.anexos, came.recusados, came.alarmes) == (0, 1, {"anexo.recusado"})
    assert norte.estados(feed.no) == [None]
    assert came.value(str)["anexos_recusados"] == 1

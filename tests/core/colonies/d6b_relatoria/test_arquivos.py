"""Files that a councillor gives with a report: named in its event, and never in a public part."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.midia.limpeza import MidiaGuardada
from core.colonies.d6b_relatoria import api
from core.kernel.errors import UserFacingError
from core.kernel.event import Event
from tests.core.colonies.d6b_relatoria.conftest import ATENDENTE, Desk, sorteado
from tests.support.office import TEST_NO, demanda

REGISTRADA = "conselheiro.atualização_registrada"
JANDIRA = "33333333-0000-4000-8000-0000000000aa"


def foto(n: int, nome: str = "", mime: str = "image/jpeg") -> MidiaGuardada:
    return MidiaGuardada(
        sha256=f"{n:064x}", tamanho_bytes=7, mime=mime, hash_origem=f"{n + 900:064x}", nome=nome
    )


def relatar(desk: Desk, *files: MidiaGuardada, quem: str | None = JANDIRA) -> Event:
    wanted = api.Pedido(
        demanda_id=demanda(1),
        tipo="status_atualizado",
        texto="A obra começou",
        campos={"status": "em andamento"},
        midias=files,
        remetente_id=quem,
    )
    desk.engine.executar("D-6b", api.registrar_atualizacao(TEST_NO, wanted, ATENDENTE)).result()
    return desk.said(REGISTRADA)[-1]


def parts(desk: Desk, event: Event) -> dict[str, str]:
    rows = desk.office.rows(
        "SELECT nome, conteudo FROM event_parts WHERE parte_id >= "
        f"{event.sequence_number * 32} AND parte_id < {event.sequence_number * 32 + 32}"
    )
    return {str(nome): bytes(content).decode() for nome, content in rows}


def test_the_event_names_them_in_restricted_parts_alone(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    event = relatar(desk, foto(1, "antes.jpg"), foto(2))
    assert event.versao_schema == "1.1.0"
    told: dict[str, Any] = event.payload
    assert told["midia_urls"] == [f"anexo:{n:064x}" for n in (1, 2)]
    assert told["midias_recebidas"] == [{"hash_origem": f"{n + 900:064x}"} for n in (1, 2)]
    assert (told["nomes_midias"], told["remetente_id"]) == (["antes.jpg", None], JANDIRA)
    assert [(one.sha256, one.classe) for one in event.anexos] == [
        (f"{n:064x}", "restrita") for n in (1, 2)
    ]
    cut = parts(desk, event)
    assert "midia_urls" in cut["restrita.midia"]
    assert "antes.jpg" in cut["restrita.midia.remetente"]
    for name, content in cut.items():
        if name.startswith("publica."):
            assert f"{1:064x}" not in content
            assert f"{901:064x}" not in content


def test_without_files_the_older_version_is_published(desk: Desk) -> None:
    """Offices with an older program go on reading what carries none."""
    desk.publicar(sorteado(1))
    event = relatar(desk)
    assert (event.versao_schema, event.anexos) == ("1.0.0", ())
    assert not {"midia_urls", "remetente_id"} & event.payload.keys()


def test_a_name_is_kept_only_where_it_can_go_with_a_person(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    event = relatar(desk, foto(1, "Jandira no portão.jpg"), quem=None)
    assert "nomes_midias" not in event.payload
    assert "Jandira" not in "".join(parts(desk, event).values())


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ([foto(n) for n in range(11)], "midia.demais"),
        ([foto(1, mime="video/mp4")], "captura.midia_invalida"),
    ],
)
def test_what_may_not_come_keeps_the_whole_report_out(
    desk: Desk, files: list[MidiaGuardada], code: str
) -> None:
    desk.publicar(sorteado(1))
    with pytest.raises(UserFacingError) as refused:
        relatar(desk, *files)
    assert refused.value.code == code
    assert desk.said(REGISTRADA) == []


def test_one_that_is_given_twice_counts_once(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    event = relatar(desk, *[foto(n % 10) for n in range(20)])
    assert len(event.payload["midia_urls"]) == 10


def test_a_conclusion_may_bring_files_too(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    decide = api.concluir(
        TEST_NO, demanda(1), "Buraco tapado", ATENDENTE, midias=[foto(3)], remetente_id=JANDIRA
    )
    desk.engine.executar("D-6b", decide).result()
    (event,) = desk.said(REGISTRADA)
    assert event.payload["midia_urls"] == [f"anexo:{3:064x}"]
    assert desk.said("demanda.concluída")

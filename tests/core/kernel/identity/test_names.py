"""Names that follow from bytes: known answers from sha256sum of coreutils."""

from __future__ import annotations

import pytest

from core.kernel.identity.names import feed_origin, network_id, node_id

REDE = "0123456789abcdef" * 4
NO = "00112233445566778899aabbccddeeff"


def test_node_id() -> None:
    # (printf 'civico/no/v1\n'; head -c 32 /dev/zero) | sha256sum | cut -c1-32
    assert node_id(bytes(32)) == "189a5e9555d30eaa609d4c679bcb1c74"


def test_network_id() -> None:
    # printf '{"v":1}' | sha256sum
    assert (
        network_id(b'{"v":1}') == "afbf9d0f3560b0fd7795e81c42a0a79ee6b6fc67e064f77826aee642cad28d91"
    )


def test_origin() -> None:
    assert feed_origin(REDE, NO, 0) == f"01234567/{NO}/e0"
    assert feed_origin(REDE, NO, 12) == f"01234567/{NO}/e12"


@pytest.mark.parametrize(
    ("rede", "no", "epoca"),
    [(REDE, NO, -1), ("0123456", NO, 0), (REDE, NO.upper(), 0), (REDE, NO + "0", 0), ("", "", 0)],
)
def test_what_makes_no_origin(rede: str, no: str, epoca: int) -> None:
    with pytest.raises(ValueError, match="origin"):
        feed_origin(rede, no, epoca)

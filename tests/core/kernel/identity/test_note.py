"""Notes in one form: known answers of other programs, and every bad form of sync.md 4, 16-18."""

from __future__ import annotations

import base64
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.crypto import ed25519
from core.kernel.errors import IntegrityFault
from core.kernel.identity import note
from core.kernel.identity.note import Checkpoint
from core.kernel.merkle import EMPTY_ROOT

SEED, OTHER_SEED = b"\x05" * 32, b"\x06" * 32
PUBLIC = ed25519.public_key(SEED)
ORIGIN = "01234567/00112233445566778899aabbccddeeff/e0"
ROOT = bytes(range(32))
CHECKPOINT = Checkpoint(ORIGIN, 42, ROOT)
TEXT = f"{ORIGIN}\n42\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n".encode()
NOTE = note.sign_checkpoint(CHECKPOINT, SEED)
LINE = NOTE.split(b"\n")[-2]


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(IntegrityFault) as fault:
        call()
    return fault.value.code


def parsed(raw: bytes) -> str:
    return code_of(lambda: note.parse_note(raw))


@pytest.mark.parametrize(
    "verifier",
    [
        # Published verifier keys "name+hash+base64(0x01 || key)" of the Go checksum database and
        # of the documentation of Go's note package.
        "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8",
        "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    ],
)
def test_key_id_known_answers(verifier: str) -> None:
    name, key_id, key = verifier.split("+", 2)
    assert note.key_id(name, base64.b64decode(key)[1:]).hex() == key_id


def test_signature_known_answer() -> None:
    """The signed note in the documentation of Go's note package verifies here."""
    text = (
        "If you think cryptography is the answer to your problem,\n"
        "then you don't know what your problem is.\n"
    )
    blob = base64.b64decode(
        "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
    )
    public = base64.b64decode("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")[1:]
    assert blob[:4] == note.key_id("PeterNeumann", public)
    assert ed25519.verify(public, text.encode(), blob[4:])


def test_the_bytes_of_a_note() -> None:
    assert note.checkpoint_text(CHECKPOINT) == TEXT
    blob = note.key_id(ORIGIN, PUBLIC) + ed25519.sign(SEED, TEXT)
    line = f"— {ORIGIN} {base64.b64encode(blob).decode()}\n".encode()
    assert TEXT + b"\n" + line == NOTE


def test_a_note_of_the_log_key() -> None:
    assert note.verify_note(NOTE, PUBLIC, ORIGIN) == CHECKPOINT
    empty = note.sign_checkpoint(Checkpoint(ORIGIN, 0, EMPTY_ROOT), SEED)
    assert note.verify_note(empty, PUBLIC, ORIGIN).size == 0


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_openssl_verifies_the_note(tmp_path: Path) -> None:
    """The command that sync.md 5 gives to auditors."""
    (tmp_path / "body").write_bytes(TEXT)
    (tmp_path / "sig").write_bytes(base64.b64decode(LINE.split(b" ")[2])[-64:])
    (tmp_path / "pk.der").write_bytes(bytes.fromhex("302a300506032b6570032100") + PUBLIC)
    command = (
        "openssl pkeyutl -verify -pubin -keyform DER -inkey pk.der -rawin -in body -sigfile sig"
    )
    done = subprocess.run(
        command.split(), cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout.strip()) == (0, "Signature Verified Successfully")


@pytest.mark.parametrize(
    "checkpoint",
    [
        Checkpoint("exemplo", 1, ROOT),
        Checkpoint(ORIGIN + "\n", 1, ROOT),
        Checkpoint(ORIGIN, -1, ROOT),
        Checkpoint(ORIGIN, 2**53, ROOT),
        Checkpoint(ORIGIN, 1, ROOT[:31]),
        Checkpoint(ORIGIN, 0, ROOT),
    ],
)
def test_what_is_no_checkpoint_is_never_signed(checkpoint: Checkpoint) -> None:
    with pytest.raises(ValueError, match="checkpoint"):
        note.sign_checkpoint(checkpoint, SEED)


def test_signed_by_an_unknown_key() -> None:
    foreign = note.sign_checkpoint(CHECKPOINT, OTHER_SEED)
    assert code_of(lambda: note.verify_note(foreign, PUBLIC, ORIGIN)) == "nota.chave_desconhecida"


def test_same_key_id_other_key() -> None:
    blob = note.key_id(ORIGIN, PUBLIC) + ed25519.sign(OTHER_SEED, TEXT)
    raw = TEXT + b"\n" + f"— {ORIGIN} {base64.b64encode(blob).decode()}\n".encode()
    assert code_of(lambda: note.verify_note(raw, PUBLIC, ORIGIN)) == "nota.assinatura_invalida"


def test_another_feeds_note() -> None:
    other = ORIGIN[:-1] + "1"
    assert code_of(lambda: note.verify_note(NOTE, PUBLIC, other)) == "nota.outra_origem"


def test_another_kind_of_signature_with_the_logs_key_id_is_invalid() -> None:
    blob = note.key_id(ORIGIN, PUBLIC) + bytes(72)
    raw = TEXT + b"\n" + f"— {ORIGIN} {base64.b64encode(blob).decode()}\n".encode()
    assert code_of(lambda: note.verify_note(raw, PUBLIC, ORIGIN)) == "nota.assinatura_invalida"


def test_low_order_r_and_s_beyond_the_order_are_invalid() -> None:
    good = ed25519.sign(SEED, TEXT)
    s = int.from_bytes(good[32:], "little") + ed25519.GROUP_ORDER
    for bad in (b"\x01" + bytes(31) + good[32:], good[:32] + s.to_bytes(32, "little")):
        blob = base64.b64encode(note.key_id(ORIGIN, PUBLIC) + bad).decode()
        raw = TEXT + b"\n" + f"— {ORIGIN} {blob}\n".encode()
        assert code_of(partial(note.verify_note, raw, PUBLIC, ORIGIN)) == (
            "nota.assinatura_invalida"
        )


def peer_line(number: int) -> bytes:
    blob = base64.b64encode(bytes([number]) * 68).decode()
    return f"— par{number} {blob}\n".encode()


def test_sixteen_signatures_are_carried_the_seventeenth_is_refused() -> None:
    full = NOTE + b"".join(peer_line(number) for number in range(15))
    assert note.verify_note(full, PUBLIC, ORIGIN) == CHECKPOINT
    assert len(note.parse_note(full).signatures) == 16
    assert parsed(full + peer_line(99)) == "nota.assinaturas_demais"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "nota.malformada"),
        (NOTE[:-1], "nota.malformada"),
        (NOTE + b"\n", "nota.assinatura_forma"),
        (NOTE.replace(b"\n", b"\r\n"), "nota.malformada"),
        (NOTE.replace(b"\n42\n", b"\n42\r\n"), "nota.malformada"),
        (NOTE.replace(b"\n42\n", b"\n\t42\n"), "nota.malformada"),
        (b"\xef\xbb\xbf" + NOTE, "nota.origem"),
        (NOTE.replace(b"\xe2\x80\x94", b"\xe2\x80"), "nota.malformada"),
        (NOTE.replace(b"\xe2\x80\x94", b"-"), "nota.assinatura_forma"),
        (NOTE.replace(b"\xe2\x80\x94 ", b"\xe2\x80\x94  "), "nota.assinatura_forma"),
        (TEXT, "nota.malformada"),
        (TEXT + b"\n", "nota.malformada"),
        (TEXT + LINE + b"\n", "nota.malformada"),
        (TEXT + b"extensao\n\n" + LINE + b"\n", "nota.malformada"),
        (TEXT + b"\n\n" + LINE + b"\n", "nota.assinatura_forma"),
        (NOTE + LINE + b"\n", "nota.assinatura_forma"),
        (NOTE + b"\xe2\x80\x94 par AAAAAA==\n", "nota.assinatura_forma"),
        (NOTE + b"\xe2\x80\x94 a+b AAAAAAAA\n", "nota.assinatura_forma"),
        (NOTE.replace(ORIGIN.encode(), b"exemplo"), "nota.origem"),
        (NOTE.replace(b"/e0\n", b"/e00\n"), "nota.origem"),
        (NOTE.replace(b"\n42\n", b"\n042\n"), "nota.tamanho"),
        (NOTE.replace(b"\n42\n", b"\n+42\n"), "nota.tamanho"),
        (NOTE.replace(b"\n42\n", b"\n-42\n"), "nota.tamanho"),
        (NOTE.replace(b"\n42\n", b"\n 42\n"), "nota.tamanho"),
        (NOTE.replace(b"\n42\n", b"\n\n"), "nota.tamanho"),
        (NOTE.replace(b"\n42\n", "\n٤٢\n".encode()), "nota.tamanho"),
        (NOTE.replace(b"\n42\n", b"\n9007199254740992\n"), "nota.tamanho"),
        (NOTE.replace(b"\n42\n", b"\n" + b"9" * 5000 + b"\n"), "nota.tamanho"),
        (NOTE.replace(b"\n42\n", b"\n0\n"), "nota.raiz"),
        (NOTE.replace(b"Hh8=\n", b"Hh9=\n"), "nota.raiz"),
        (NOTE.replace(b"Hh8=\n", b"Hh8\n"), "nota.raiz"),
        (NOTE.replace(b"Hh8=\n", b"Hh8==\n"), "nota.raiz"),
        (NOTE.replace(b"Hh8=\n", b"Hh\n"), "nota.raiz"),
        (NOTE.replace(b"Hh8=\n", "Hh8é\n".encode()), "nota.raiz"),
        (NOTE.replace(b"Hh8=\n", b"Hh8gAA==\n"), "nota.raiz"),
        (NOTE + b"x" * note.MAX_NOTE_BYTES, "nota.grande_demais"),
    ],
)
def test_bad_forms(raw: bytes, code: str) -> None:
    assert parsed(raw) == code


def test_base64_of_a_signature_is_read_in_its_canonical_spelling_only() -> None:
    """72 + 3n bytes end in "=": the loose bits below the last character must be zero."""
    text = LINE.split(b" ")[2]
    assert text.endswith(b"=")
    last = text[-2:-1]
    alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    loose = alphabet[alphabet.index(last) + 1 : alphabet.index(last) + 2]
    assert parsed(NOTE.replace(text, text[:-2] + loose + b"=")) == "nota.assinatura_forma"
    assert parsed(NOTE.replace(text, text + b"A")) == "nota.assinatura_forma"


def test_any_changed_byte_is_refused() -> None:
    for place in range(len(NOTE)):
        for bit in (0x01, 0x20):
            raw = bytearray(NOTE)
            raw[place] ^= bit
            with pytest.raises(IntegrityFault):
                note.verify_note(bytes(raw), PUBLIC, ORIGIN)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 2**53 - 1), st.binary(min_size=32, max_size=32), st.integers(0, 99))
def test_whatever_is_signed_reads_back(size: int, root: bytes, epoch: int) -> None:
    checkpoint = Checkpoint(f"{ORIGIN[:-1]}{epoch}", size, root)
    raw = note.sign_checkpoint(checkpoint, SEED)
    assert note.verify_note(raw, PUBLIC, checkpoint.origin) == checkpoint
    assert note.parse_note(raw).raw == raw


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_at_all_end_in_an_integrity_fault(raw: bytes) -> None:
    with pytest.raises(IntegrityFault):
        note.parse_note(raw)

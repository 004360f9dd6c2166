"""A file of secrets: sealed or open, private, never over another one."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from core.crypto.vault import VaultParams
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.identity.key_file import FileCodes, is_sealed, open_key_file, write_key_file
from core.kernel.ids import SeededIds

CODES = FileCodes("x.ausente", "x.ja_existe", "x.nao_gravada", "x.nao_lida", "x.pede_senha")
QUICK = VaultParams(memory_kib=64, iterations=1, lanes=1)
SECRETS = {"um": b"1", "dois": b"22"}
ENTROPY = SeededIds("arquivo").random_bytes


@pytest.mark.parametrize("password", [None, b"marola"])
def test_what_was_written_is_read_by_its_owner_alone(
    tmp_path: Path, password: bytes | None
) -> None:
    path = tmp_path / "chaves"
    write_key_file(path, SECRETS, password, ENTROPY, CODES, QUICK)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert is_sealed(path, CODES) == (password is not None)
    assert open_key_file(path, password, CODES) == SECRETS
    if password is not None:
        assert b"22" not in path.read_bytes()
        for wrong, code in ((None, "x.pede_senha"), (b"outra", "chaves.senha_errada")):
            with pytest.raises(UserFacingError) as fault:
                open_key_file(path, wrong, CODES)
            assert fault.value.code == code
    before = path.read_bytes()
    with pytest.raises(UserFacingError, match=r"x\.ja_existe"):
        write_key_file(path, SECRETS, password, ENTROPY, CODES, QUICK)
    assert path.read_bytes() == before


def test_what_is_not_there_or_damaged_is_told(tmp_path: Path) -> None:
    path = tmp_path / "chaves"
    with pytest.raises(UserFacingError, match=r"x\.ausente"):
        is_sealed(path, CODES)
    path.write_bytes(b"lixo")
    with pytest.raises(IntegrityFault, match=r"chaves\.cofre_danificado"):
        open_key_file(path, b"x", CODES)
    with pytest.raises(EnvironmentFault, match=r"x\.nao_gravada"):
        write_key_file(tmp_path / "nao" / "ha", SECRETS, None, ENTROPY, CODES)

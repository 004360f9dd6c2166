"""SQLite on a network share is refused, wherever in the tree it is mounted."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.kernel.errors import EnvironmentFault
from core.kernel.store.network_share import filesystem_type, refuse_network_share

MOUNTS = """\
/dev/sda1 / ext4 rw 0 0
servidor:/casa /mnt/casa nfs4 rw 0 0
//servidor/dados /mnt/pasta\\040comum cifs rw 0 0
tmpfs /mnt/casa/local tmpfs rw 0 0
lixo
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/home/ana", "ext4"), ("/mnt/casa", "nfs4"), ("/mnt/casa/x/y", "nfs4"),
        ("/mnt/casada", "ext4"), ("/mnt/casa/local/x", "tmpfs"), ("/mnt/pasta comum/x", "cifs"),
    ],
)  # fmt: skip
def test_the_nearest_mount_counts(folder: str, kind: str) -> None:
    assert filesystem_type(Path(folder), MOUNTS) == kind


def test_a_later_mount_covers_an_earlier_one() -> None:
    assert filesystem_type(Path("/x"), "a / ext4 rw\nb / nfs rw\n") == "nfs"
    assert filesystem_type(Path("/x"), "") is None


def test_a_share_is_refused_by_name(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/sda1 / ext4 rw 0 0\nservidor:/x {tmp_path} nfs rw 0 0\n")
    with pytest.raises(EnvironmentFault) as fault:
        refuse_network_share(tmp_path / "ainda nao ha", mounts)
    assert fault.value.code == "banco.pasta_de_rede"
    assert fault.value.params == {"onde": str(tmp_path / "ainda nao ha")}
    refuse_network_share(Path("/"), mounts)
    refuse_network_share(tmp_path, tmp_path / "nao ha lista")

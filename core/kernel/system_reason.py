"""Why the operating system refused, in the words of the person at the screen.

``OSError.strerror`` is English on most machines, and in the machine's language on the others; the
sentences that quote a reason are in Portuguese. Source: style.md, Words.
"""

from __future__ import annotations

import errno
from typing import Final

# Each goes after "não pôde ser gravado: " or "não pôde ser lido: ".
_REASONS: Final = {
    errno.EACCES: "falta permissão",
    errno.EPERM: "falta permissão",
    errno.EROFS: "o disco só permite leitura",
    errno.ENOSPC: "o disco está cheio",
    errno.EDQUOT: "o disco está cheio para esta conta",
    errno.EFBIG: "o arquivo passaria do tamanho permitido",
    errno.ENOENT: "o arquivo ou a pasta não existe",
    errno.EEXIST: "já existe um arquivo com este nome",
    errno.ENOTDIR: "há um arquivo onde devia haver uma pasta",
    errno.EISDIR: "há uma pasta onde devia haver um arquivo",
    errno.ENOTEMPTY: "a pasta não está vazia",
    errno.ENAMETOOLONG: "o nome ou o caminho é longo demais",
    errno.ELOOP: "os atalhos desta pasta não levam a lugar nenhum",
    errno.EINVAL: "o nome tem um caractere que este disco não aceita",
    errno.EILSEQ: "o nome tem um caractere que este disco não aceita",
    errno.EIO: "o disco não respondeu",
    errno.EBUSY: "está em uso por outro programa",
    errno.ETXTBSY: "está em uso por outro programa",
    errno.EXDEV: "a outra pasta fica em outro disco",
    errno.EMFILE: "há arquivos demais abertos",
    errno.ENFILE: "há arquivos demais abertos",
    errno.ENOMEM: "faltou memória",
}


def system_reason(error: OSError) -> str:
    """A reason without a full stop, e.g. ``o disco está cheio``."""
    if error.errno is None:
        return "o sistema não disse por quê"
    return _REASONS.get(error.errno, f"o sistema recusou (código {error.errno})")

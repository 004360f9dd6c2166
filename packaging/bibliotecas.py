"""System libraries that Qt and WebEngine need: found missing by asking the loader, not dpkg.

Standard library only. ``ldd`` resolves the PySide6 files that the application loads exactly as
the loader would; each name it cannot find is mapped to its Debian package.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import debian

# What the application loads of PySide6, relative to its folder. Plugins are opened by Qt at run
# time, so that no import would tell that their libraries are missing.
LOADED = (
    "Qt/lib/libQt6Widgets.so.6",
    "Qt/lib/libQt6Svg.so.6",
    "Qt/lib/libQt6PrintSupport.so.6",
    "Qt/lib/libQt6WebEngineWidgets.so.6",
    "Qt/libexec/QtWebEngineProcess",
    "Qt/plugins/platforms/libqxcb.so",
    "Qt/plugins/platforms/libqoffscreen.so",
    "Qt/plugins/xcbglintegrations/libqxcb-glx-integration.so",
    "Qt/plugins/xcbglintegrations/libqxcb-egl-integration.so",
    "Qt/plugins/imageformats/libqsvg.so",
    "Qt/plugins/iconengines/libqsvgicon.so",
    "Qt/plugins/platforminputcontexts/libcomposeplatforminputcontextplugin.so",
)

# soname -> Debian 12 package, for every library outside PySide6 that those files name directly;
# what these need in turn comes as their dependency.
PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libOpenGL.so.0": "libopengl0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libXau.so.6": "libxau6",
    "libXcomposite.so.1": "libxcomposite1",
    "libXdamage.so.1": "libxdamage1",
    "libXdmcp.so.6": "libxdmcp6",
    "libXext.so.6": "libxext6",
    "libXfixes.so.3": "libxfixes3",
    "libXi.so.6": "libxi6",
    "libXrandr.so.2": "libxrandr2",
    "libXrender.so.1": "libxrender1",
    "libXtst.so.6": "libxtst6",
    "libasound.so.2": "libasound2",
    "libcups.so.2": "libcups2",
    "libdbus-1.so.3": "libdbus-1-3",
    "libdrm.so.2": "libdrm2",
    "libexpat.so.1": "libexpat1",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgbm.so.1": "libgbm1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libnspr4.so": "libnspr4",
    "libnss3.so": "libnss3",
    "libnssutil3.so": "libnss3",
    "libplc4.so": "libnspr4",
    "libplds4.so": "libnspr4",
    "libpng16.so.16": "libpng16-16",
    "libsmime3.so": "libnss3",
    "libstdc++.so.6": "libstdc++6",
    "libudev.so.1": "libudev1",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-server.so.0": "libwayland-server0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-dri3.so.0": "libxcb-dri3-0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xinerama.so.0": "libxcb-xinerama0",
    "libxcb-xinput.so.0": "libxcb-xinput0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbfile.so.1": "libxkbfile1",
    "libz.so.1": "zlib1g",
}

FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
FONT_PACKAGE = "fonts-dejavu-core"


def parse_ldd(output: str) -> set[str]:
    """The sonames that ldd reports as not found."""
    return {line.split()[0] for line in output.splitlines() if line.rstrip().endswith("not found")}


def missing_sonames(pyside: Path) -> set[str]:
    """Libraries that the loader would not find for the parts of PySide6 in use.

    Raises:
        debian.Unprepared: a file of PySide6 is missing, or there is no ldd to ask.
    """
    if shutil.which("ldd") is None:
        raise debian.Unprepared("Falta o comando ldd (pacote libc-bin) para verificar o sistema.")
    files = [pyside / name for name in LOADED]
    lost = [file.name for file in files if not file.exists()]
    if lost:
        raise debian.Unprepared(
            f"A instalação do PySide6 está incompleta ({', '.join(lost)}). "
            "Apague a pasta .venv e repita."
        )
    found = subprocess.run(
        ["ldd", *map(str, files)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return parse_ldd(found.stdout)


def packages_for(sonames: Iterable[str]) -> tuple[list[str], list[str]]:
    """Debian packages that bring ``sonames``, and the sonames that nothing here is known for."""
    wanted = sorted({PACKAGES[name] for name in sonames if name in PACKAGES})
    return wanted, sorted(name for name in sonames if name not in PACKAGES)


def has_font(folders: Iterable[str] = FONT_FOLDERS) -> bool:
    """True where at least one scalable font is installed; without any, Qt draws empty boxes."""
    return any(
        any(Path(folder).expanduser().rglob(pattern))
        for folder in folders
        for pattern in ("*.ttf", "*.otf", "*.ttc")
    )


def ensure(pyside: Path) -> None:
    """Make sure that Qt and WebEngine can be loaded.

    Installing one library may show that another lacks, so root gets three rounds.

    Args:
        pyside: folder of the installed PySide6 package.

    Raises:
        debian.Unprepared: something is missing that cannot be installed from here.
    """
    for last in (False, False, True):
        missing = missing_sonames(pyside)
        packages, unknown = packages_for(missing)
        if not has_font():
            packages.append(FONT_PACKAGE)
        if not missing and not packages:
            return
        if unknown and (last or not packages):
            raise debian.Unprepared(
                "O Qt precisa de bibliotecas do sistema que faltam e cujo pacote este programa "
                f"não conhece: {', '.join(unknown)}."
            )
        if last:
            raise debian.Unprepared(
                f"Bibliotecas do sistema continuam faltando: {', '.join(sorted(missing))}."
            )
        debian.ensure(packages, "Faltam bibliotecas do sistema para o Qt e o WebEngine")

"""What the app's bundle tells macOS of itself, as plain data."""

from __future__ import annotations

import tomllib
from typing import Final

import contents

IDENTIFIER: Final = "app.luminair.Luminair"
"""For ever: consent to folders, keychain items and window states hang on it."""
OLDEST_MACOS: Final = "15.0"
"""PySide6's own modules are built for this one; an older one is unproven, not known to fail."""

_WHY_FOLDERS: Final = (
    "Your Journal is a folder of Markdown files, and coding agents that you start in Luminair work "
    "in the project folders you choose."
)


def version() -> str:
    """The version of the release, from pyproject.toml."""
    told = tomllib.loads((contents.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(told["project"]["version"])


def info() -> dict[str, object]:
    """The keys of Info.plist; those that PyInstaller would guess are said outright."""
    return {
        "CFBundleIdentifier": IDENTIFIER,
        "CFBundleName": "Luminair",
        "CFBundleDisplayName": "Luminair",
        # PyInstaller takes the first program by the alphabet, which is the right one by chance.
        "CFBundleExecutable": contents.GUI,
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": version(),
        "CFBundleVersion": version(),
        "CFBundleDevelopmentRegion": "en",
        "CFBundleAllowMixedLocalizations": True,
        "LSMinimumSystemVersion": OLDEST_MACOS,
        "LSApplicationCategoryType": "public.app-category.developer-tools",
        "LSMultipleInstancesProhibited": True,
        # Set true by PyInstaller where the last program of a bundle is a console program.
        "LSBackgroundOnly": False,
        "NSHighResolutionCapable": True,
        # macOS 26 would draw Qt's widgets in Liquid Glass, with faults that Qt lists as known.
        "UIDesignRequiresCompatibility": True,
        "NSRequiresAquaSystemAppearance": False,
        "NSPrincipalClass": "NSApplication",
        # So that a text or a picture can be dragged to the icon: it goes with the next message.
        # Never the program that opens such a file by a double click.
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "Text or picture",
                "CFBundleTypeRole": "Viewer",
                "LSHandlerRank": "Alternate",
                "LSItemContentTypes": ["public.text", "public.image"],
            }
        ],
        "NSHumanReadableCopyright": "© 2026 the authors of Luminair",
        # What a coding agent of ours touches is asked for in our name; without a sentence macOS
        # refuses and asks nobody.
        "NSDocumentsFolderUsageDescription": _WHY_FOLDERS,
        "NSDesktopFolderUsageDescription": _WHY_FOLDERS,
        "NSDownloadsFolderUsageDescription": _WHY_FOLDERS,
        "NSRemovableVolumesUsageDescription": _WHY_FOLDERS,
        "NSNetworkVolumesUsageDescription": _WHY_FOLDERS,
        "NSFileProviderDomainUsageDescription": _WHY_FOLDERS,
        "NSLocalNetworkUsageDescription": (
            "Luminair talks to model servers that you set up in your own network, such as Ollama."
        ),
    }

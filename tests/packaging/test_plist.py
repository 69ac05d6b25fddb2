"""What the bundle says of itself, key by key, and where PyInstaller puts things on a Mac.

The layout step of PyInstaller runs here for real, told that this is a Mac; only the tools that it
would call (codesign, and what rewrites a Mac's libraries) are stood in for.
"""

from __future__ import annotations

import plistlib
import tomllib
from pathlib import Path
from types import SimpleNamespace

import contents
import icns
import plist
import pytest

import luminair

HOUSE = Path(__file__).resolve().parents[2]
FOLDERS = ("Documents", "Desktop", "Downloads", "RemovableVolumes", "NetworkVolumes")


@pytest.fixture(scope="module")
def bundle(tmp_path_factory) -> Path:
    """A bundle laid out as on a Mac from a few files of each kind."""
    from PyInstaller import config
    from PyInstaller.building import osx

    folder = tmp_path_factory.mktemp("mac")
    signed: list[tuple[str, object, object, bool]] = []
    given = {
        "Luminair": "EXECUTABLE",
        "luminair-journal": "EXECUTABLE",
        "libpython3.12.dylib": "BINARY",
        "sklearn/utils/_heap.so": "EXTENSION",
        "sklearn/utils/__init__.pyc": "DATA",
        "luminair/__init__.pyc": "DATA",
        "resources/harness/1 Reading the Journal.md": "DATA",
        "resources/prices.json": "DATA",
        "python3.12/lib-dynload/_ssl.so": "EXTENSION",
    }
    toc = []
    for name, kind in given.items():
        source = folder / "made" / name
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_bytes(name.encode())
        toc.append((name, str(source), kind))
    icns.write(folder / "Luminair.icns")
    work = folder / "work"
    work.mkdir()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(osx, "is_darwin", True)
        patched.setattr(
            osx,
            "osxutils",
            SimpleNamespace(
                sign_binary=lambda *words, deep: signed.append((*words, deep)),
                is_framework_bundle_lib=lambda _path: None,
            ),
            raising=False,
        )
        patched.setattr(osx.BUNDLE, "upx_exclude", [], raising=False)  # COLLECT would say it
        patched.setattr(osx, "process_collected_binary", lambda source, *_a, **_k: source)
        for name, value in {
            "distpath": str(folder / "dist"),
            "specpath": str(folder),
            "workpath": str(work),
            "warnfile": str(work / "warn.txt"),
            "spec": str(folder / "luminair.spec"),
            "specnm": "luminair",
            "noconfirm": True,
        }.items():
            patched.setitem(config.CONF, name, value)
        osx.BUNDLE(
            toc,
            name="Luminair.app",
            icon=str(folder / "Luminair.icns"),
            bundle_identifier=plist.IDENTIFIER,
            version=plist.version(),
            info_plist=plist.info(),
        )
    app = folder / "dist" / "Luminair.app"
    assert signed == [(str(app), None, None, True)]
    return app


@pytest.fixture(scope="module")
def told(bundle) -> dict[str, object]:
    return plistlib.loads((bundle / "Contents" / "Info.plist").read_bytes())


def test_the_version_has_one_source(told) -> None:
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert luminair.__version__ == project["version"]
    assert told["CFBundleShortVersionString"] == project["version"]
    assert told["CFBundleVersion"] == project["version"]
    assert all(part.isdigit() for part in project["version"].split("."))  # Apple knows no letters


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("CFBundleIdentifier", "app.luminair.Luminair"),
        ("CFBundleName", "Luminair"),
        ("CFBundleDisplayName", "Luminair"),
        ("CFBundleExecutable", "Luminair"),
        ("CFBundlePackageType", "APPL"),
        ("CFBundleIconFile", "Luminair.icns"),
        ("CFBundleInfoDictionaryVersion", "6.0"),
        ("CFBundleDevelopmentRegion", "en"),
        ("CFBundleAllowMixedLocalizations", True),
        ("LSMinimumSystemVersion", "15.0"),
        ("LSApplicationCategoryType", "public.app-category.developer-tools"),
        ("LSMultipleInstancesProhibited", True),
        ("LSBackgroundOnly", False),
        ("NSHighResolutionCapable", True),
        ("UIDesignRequiresCompatibility", True),
        ("NSRequiresAquaSystemAppearance", False),
        ("NSPrincipalClass", "NSApplication"),
    ],
)
def test_each_key_is_what_it_is_meant_to_be(told, key, value) -> None:
    assert told[key] == value
    assert type(told[key]) is type(value)


def test_texts_and_pictures_can_be_dragged_to_the_icon_and_are_opened_by_others(told) -> None:
    (kind,) = told["CFBundleDocumentTypes"]
    assert kind["LSItemContentTypes"] == ["public.text", "public.image"]
    assert (kind["CFBundleTypeRole"], kind["LSHandlerRank"]) == ("Viewer", "Alternate")


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_folder_that_macos_guards_has_a_sentence(told, folder) -> None:
    said = (
        told[f"NS{folder}FolderUsageDescription"]
        if folder in FOLDERS[:3]
        else told[f"NS{folder}UsageDescription"]
    )
    assert isinstance(said, str)
    assert said.endswith(".")
    assert 40 < len(said) < 250


def test_nothing_is_declared_that_the_app_does_not_do(told) -> None:
    sources = [path.read_text(encoding="utf-8") for path in (HOUSE / "luminair").rglob("*.py")]
    opens_files = any("FileOpen" in text for text in sources)
    assert ("CFBundleDocumentTypes" in told) == opens_files
    assert "LSUIElement" not in told
    assert "LSEnvironment" not in told


def test_both_programs_stand_where_the_launcher_looks(bundle) -> None:
    place = bundle / "Contents" / "MacOS"
    assert sorted(path.name for path in place.iterdir()) == [contents.GUI, contents.JOURNAL]
    for path in place.iterdir():
        assert path.stat().st_mode & 0o111 == 0o111


def test_data_is_in_resources_and_is_found_beside_the_libraries(bundle) -> None:
    """`config.paths.resources` looks in `sys._MEIPASS`, which is Contents/Frameworks."""
    libraries = bundle / "Contents" / "Frameworks"
    data = bundle / "Contents" / "Resources"
    harness = Path("resources") / "harness" / "1 Reading the Journal.md"
    assert (data / harness).is_file()
    assert (libraries / harness).is_file()
    assert (libraries / "resources").is_symlink()
    assert (libraries / "luminair" / "__init__.pyc").is_file()
    assert (libraries / "sklearn" / "utils" / "__init__.pyc").is_file()
    assert not (libraries / "sklearn" / "utils" / "_heap.so").is_symlink()


def test_no_plain_file_lies_among_the_code(bundle) -> None:
    """codesign would write its seal into their extended attributes, which an archive drops."""
    libraries = bundle / "Contents" / "Frameworks"
    plain = [
        path.relative_to(bundle).as_posix()
        for path in libraries.rglob("*")
        if path.is_file()
        and not any(each.is_symlink() for each in (path, *path.parents) if each != bundle)
        and path.suffix not in {".so", ".dylib"}
    ]
    assert plain == []


def test_entitlements_are_the_two_that_are_argued_for() -> None:
    told = plistlib.loads((HOUSE / "packaging" / "entitlements.plist").read_bytes())
    assert told == {
        "com.apple.security.cs.allow-unsigned-executable-memory": True,
        "com.apple.security.cs.disable-library-validation": True,
    }

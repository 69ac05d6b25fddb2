"""The steps of a release, with a Mac's tools stood in for: which are called, in what order."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import contents
import mac
import pytest

APP = Path("/somewhere/Luminair.app")


class Tools:
    """Remembers what was started, and answers as a Mac's tools do."""

    def __init__(self, verdict: str = "Accepted") -> None:
        self.started: list[list[str]] = []
        self.verdict = verdict

    def __call__(self, command) -> str:
        self.started.append(list(command))
        if command[:3] == ["xcrun", "notarytool", "submit"]:
            return json.dumps({"id": "12-34", "status": self.verdict})
        if command[:3] == ["xcrun", "notarytool", "log"]:
            return "The signature of Contents/MacOS/Luminair is invalid."
        return ""

    @property
    def names(self) -> list[str]:
        return [" ".join(words[: 3 if words[0] == "xcrun" else 1]) for words in self.started]


@pytest.fixture
def build_folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.setattr(contents, "BUILD", tmp_path)
    return tmp_path


def test_pyinstaller_is_told_who_signs_and_to_be_strict(build_folder) -> None:
    given: dict[str, str] = {}

    def start(command, environment) -> str:
        given.update(environment)
        assert command[1:3] == ["-m", "PyInstaller"]
        assert command[-1].endswith("luminair.spec")
        return ""

    mac.build("Developer ID Application: Somebody (TEAM)", start)
    assert given["LUMINAIR_IDENTITY"] == "Developer ID Application: Somebody (TEAM)"
    assert given["PYINSTALLER_STRICT_BUNDLE_CODESIGN_ERROR"] == "1"
    assert given["PYINSTALLER_VERIFY_BUNDLE_SIGNATURE"] == "1"
    assert (build_folder / "Luminair.icns").stat().st_size > 10_000
    mac.build(mac.AD_HOC, start)
    assert given["LUMINAIR_IDENTITY"] == ""


def test_the_seal_is_checked_to_the_bottom() -> None:
    tools = Tools()
    mac.verify(APP, tools)
    assert tools.started == [
        ["codesign", "--verify", "--all-architectures", "--deep", "--strict", str(APP)]
    ]


def test_a_disk_image_holds_the_app_and_the_way_to_applications(build_folder) -> None:
    seen: list[str] = []

    class Looking(Tools):
        def __call__(self, command) -> str:
            if command[0] == "hdiutil":
                folder = Path(command[command.index("-srcfolder") + 1])
                seen.extend(f"{path.name} -> {path.readlink()}" for path in folder.iterdir())
            return super().__call__(command)

    tools = Looking()
    place = mac.image(APP, tools)
    assert tools.names == ["ditto", "hdiutil"]
    assert tools.started[0][2].endswith("/Luminair.app")
    assert seen == ["Applications -> /Applications"]
    assert place.parent == build_folder
    assert place.name == mac.image_name()


def test_a_busy_disk_is_asked_once_more(build_folder) -> None:
    class Busy(Tools):
        def __call__(self, command) -> str:
            said = super().__call__(command)
            if self.names.count("hdiutil") == 1 and command[0] == "hdiutil":
                raise mac.Trouble("hdiutil ended with 1; its words are above.")
            return said

    tools = Busy()
    assert mac.image(APP, tools).parent == build_folder
    assert tools.names == ["ditto", "hdiutil", "hdiutil"]


def test_an_image_is_named_for_version_and_machine() -> None:
    import plist

    assert mac.image_name("arm64") == f"Luminair-{plist.version()}-arm64.dmg"
    assert mac.image_name("x86_64") == f"Luminair-{plist.version()}-x86_64.dmg"


def test_the_image_is_signed_with_a_time_stamp() -> None:
    tools = Tools()
    mac.sign_image(Path("/x/L.dmg"), "Developer ID", tools)
    assert tools.started == [
        ["codesign", "--force", "--timestamp", "--sign", "Developer ID", "/x/L.dmg"]
    ]


def test_a_bundle_is_sent_as_an_archive_and_an_image_as_it_is() -> None:
    tools = Tools()
    mac.notarise(APP, "luminair", tools)
    assert tools.names == ["ditto", "xcrun notarytool submit"]
    assert tools.started[0][:4] == ["ditto", "-c", "-k", "--keepParent"]
    assert tools.started[1][3].endswith("Luminair.zip")
    assert tools.started[1][4:6] == ["--keychain-profile", "luminair"]
    assert "--wait" in tools.started[1]
    tools = Tools()
    mac.notarise(Path("/x/L.dmg"), "luminair", tools)
    assert tools.names == ["xcrun notarytool submit"]
    assert tools.started[0][3] == "/x/L.dmg"


def test_a_refusal_shows_apples_reasons(capsys) -> None:
    tools = Tools("Invalid")
    with pytest.raises(mac.Trouble, match=r"did not notarise Luminair\.app"):
        mac.notarise(APP, "luminair", tools)
    assert tools.started[-1][:4] == ["xcrun", "notarytool", "log", "12-34"]
    assert "signature of Contents/MacOS/Luminair is invalid" in capsys.readouterr().err


def test_a_ticket_is_put_on_and_looked_at() -> None:
    tools = Tools()
    mac.staple(APP, tools)
    mac.assess(APP, tools)
    assert tools.names == ["xcrun stapler staple", "xcrun stapler validate", "spctl"]


@pytest.mark.parametrize("asked", ["ad hoc", "signed", "notarised"])
def test_a_release_goes_in_order(monkeypatch, capsys, asked) -> None:
    """The app gets its ticket before it goes into the image, and the image one of its own."""
    done: list[str] = []

    def step(name: str, given=None):
        def deed(*words: object) -> object:
            thing = f" {Path(str(words[0])).suffix}" if words else ""
            done.append(name + thing)
            return given

        return deed

    image = Path("/b/L.dmg")
    monkeypatch.setattr(mac.sys, "platform", "darwin")
    monkeypatch.setattr(mac, "build", lambda _identity: done.append("build") or APP)
    monkeypatch.setattr(mac, "self_test", lambda _folder: {"version": "1", "missing": {}})
    monkeypatch.setattr(mac, "weigh", lambda _bundle: 200.0)
    for name in ("verify", "notarise", "staple", "assess", "sign_image"):
        monkeypatch.setattr(mac, name, step(name))
    monkeypatch.setattr(mac, "image", step("image", image))
    options = SimpleNamespace(
        image=True,
        sign=mac.AD_HOC if asked == "ad hoc" else "Developer ID",
        notary="luminair" if asked == "notarised" else "",
    )
    mac.make(options)
    assert (
        done
        == {
            "ad hoc": ["build", "verify .app", "image .app"],
            "signed": ["build", "verify .app", "image .app", "sign_image .dmg"],
            "notarised": [
                *("build", "verify .app", "notarise .app", "staple .app", "assess .app"),
                *("image .app", "sign_image .dmg", "notarise .dmg", "staple .dmg"),
            ],
        }[asked]
    )
    assert ("Open Anyway" in capsys.readouterr().out) == (asked == "ad hoc")


def test_only_what_is_signed_is_notarised() -> None:
    with pytest.raises(mac.Trouble, match="give --sign IDENTITY as well"):
        mac.parse(["--notary", "luminair"])


@pytest.mark.skipif(sys.platform == "darwin", reason="a Mac has the tools")
@pytest.mark.parametrize("words", [["--image"], ["--sign", "x"], ["--sign", "x", "--notary", "y"]])
def test_what_needs_a_mac_says_so(words, capsys) -> None:
    assert mac.main(words) == 1
    assert "need a Mac" in capsys.readouterr().err


def test_a_bundle_over_its_budget_fails_the_build(tmp_path, monkeypatch) -> None:
    (tmp_path / "large").write_bytes(b"x" * 2_000_000)
    monkeypatch.setattr(contents, "SIZE_BUDGET_MB", {"linux": 2.1, "darwin": 1})
    assert mac.weigh(tmp_path, "linux") == 2.0
    with pytest.raises(mac.Trouble, match="weighs 2 MB, and 1 are its budget"):
        mac.weigh(tmp_path, "darwin")


def test_a_program_that_fails_or_is_missing_is_one_sentence(capsys) -> None:
    assert mac.run([sys.executable, "-c", "print('fine')"]) == "fine\n"
    with pytest.raises(mac.Trouble, match=r"ended with 3; its words are above"):
        mac.run([sys.executable, "-c", "print('why'); raise SystemExit(3)"])
    assert "why" in capsys.readouterr().err
    with pytest.raises(mac.Trouble, match="could not be started"):
        mac.run(["/nowhere/codesign"])


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("print('no JSON'); exit 1", "could not test itself"),
        ('echo \'{"missing": {"qt": "no svg"}}\'; exit 1', "lacks something.*no svg"),
    ],
)
def test_a_bundle_that_lacks_something_is_refused(tmp_path, script, sentence) -> None:
    program = tmp_path / contents.GUI
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    with pytest.raises(mac.Trouble, match=sentence):
        mac.self_test(tmp_path)

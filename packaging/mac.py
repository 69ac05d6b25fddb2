"""Builds the app: on a Mac `Luminair.app` and a disk image of it, elsewhere a folder to try.

    python3 packaging/dev.py app                          build, and try what was built
    python3 packaging/dev.py app --image                  and pack it into a disk image
    python3 packaging/dev.py app --image --sign IDENTITY  sign with a Developer ID
    ... --notary PROFILE                                  have Apple notarise it, and staple

IDENTITY is a name as `security find-identity -v -p codesigning` shows it. PROFILE is what
`xcrun notarytool store-credentials PROFILE` keeps in the keychain: no password passes through
here. Without an identity the app is signed ad hoc, which is enough for the Mac that built it.

Each step is a function of its own that raises Trouble with a sentence, and takes what starts
programs as an argument: the tests hand in one that only listens, for codesign, notarytool and
hdiutil are on a Mac alone. No Mac has run these steps yet.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import contents
import icns
import plist

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Run = Callable[[Sequence[str]], str]

AD_HOC: Final = "-"
ENTITLEMENTS: Final = Path(__file__).with_name("entitlements.plist")
SPEC: Final = Path(__file__).with_name("luminair.spec")
SELF_TEST_S: Final = 120.0
"""A first start is slow: macOS looks at each library that it has not seen."""


class Trouble(Exception):
    """An expected failure; its text is one plain sentence."""


def run(command: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    """Runs a program and gives what it printed; its last lines are shown where it fails.

    Raises:
        Trouble: it could not be started, or ended with another code than 0.
    """
    try:
        done = subprocess.run(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=None if environment is None else dict(environment),
            check=False,
        )
    except OSError as error:
        raise Trouble(f"{command[0]} could not be started: {error.strerror}.") from error
    said = done.stdout.decode("utf-8", "replace")
    if done.returncode != 0:
        print("\n".join(said.splitlines()[-25:]), file=sys.stderr)
        raise Trouble(f"{Path(command[0]).name} ended with {done.returncode}; its words are above.")
    return said


def build(identity: str = AD_HOC, start: Callable[..., str] = run) -> Path:
    """Freezes the app, and on a Mac signs each of its parts from the inside out.

    PyInstaller signs what it collects and then the whole; the specification hands it our
    entitlements. A signature that does not hold fails the build.

    Args:
        identity: of a Developer ID, or '-'.
        start: runs a program with an environment.

    Returns:
        The bundle, or on other systems the folder.
    """
    icns.write(contents.BUILD / "Luminair.icns")
    start(
        [
            *(sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
            *("--distpath", str(contents.BUILD / "dist")),
            *("--workpath", str(contents.BUILD / "work")),
            str(SPEC),
        ],
        environment={
            **os.environ,
            "LUMINAIR_IDENTITY": "" if identity == AD_HOC else identity,
            "PYINSTALLER_STRICT_BUNDLE_CODESIGN_ERROR": "1",
            "PYINSTALLER_VERIFY_BUNDLE_SIGNATURE": "1",
        },
    )
    return contents.bundle_folder()


def weigh(bundle: Path, platform_name: str = sys.platform) -> float:
    """The bundle's weight, in millions of bytes; Trouble where it is over the budget."""
    weight = contents.weight_mb(bundle)
    budget = contents.SIZE_BUDGET_MB["darwin" if platform_name == "darwin" else "linux"]
    if weight > budget:
        raise Trouble(
            f"{bundle.name} weighs {weight:.0f} MB, and {budget} are its budget: see what came in "
            "with `du`, and leave it out in packaging/contents.py."
        )
    return weight


def self_test(programs: Path) -> dict[str, object]:
    """Lets the frozen app try what it can lose on the way; Trouble names what is missing.

    Args:
        programs: the folder of the two programs.
    """
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **os.environ,
            "LUMINAIR_HOME": home,
            "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM")
            or ("cocoa" if sys.platform == "darwin" else "offscreen"),
        }
        try:
            done = subprocess.run(
                [str(programs / contents.GUI), "--self-test"],
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=SELF_TEST_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise Trouble(
                f"The app did not end its test of itself within {SELF_TEST_S:.0f} s; a Mac that "
                "hangs here lacks an entitlement."
            ) from None
    try:
        told: dict[str, object] = json.loads(done.stdout)
    except ValueError:
        print(done.stderr.decode("utf-8", "replace")[-2000:], file=sys.stderr)
        raise Trouble(f"The app could not test itself: it ended with {done.returncode}.") from None
    if told["missing"]:
        raise Trouble(f"The bundle lacks something: {json.dumps(told['missing'])}")
    return told


# --- On a Mac only ---------------------------------------------------------------------------


def verify(app: Path, start: Run = run) -> None:
    """Lets macOS check the seal of every part of the bundle."""
    start(["codesign", "--verify", "--all-architectures", "--deep", "--strict", str(app)])


def image(app: Path, start: Run = run) -> Path:
    """Packs the bundle and a link to Applications into a compressed disk image."""
    place = contents.BUILD / image_name()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # ditto keeps links and signatures whole, which a plain copy does not.
        start(["ditto", str(app), str(folder / app.name)])
        (folder / "Applications").symlink_to("/Applications")
        create = ["hdiutil", "create", "-volname", contents.GUI, "-srcfolder", str(folder)]
        create += ["-fs", "HFS+", "-format", "UDZO", "-ov", str(place)]
        try:
            start(create)
        except Trouble:  # 'Resource busy', while macOS still looks through the new files
            start(create)
    return place


def image_name(machine: str = "") -> str:
    """The disk image's name: version and architecture.

    Args:
        machine: as `platform.machine` says it; '' asks this one.
    """
    return f"{contents.GUI}-{plist.version()}-{machine or platform.machine()}.dmg"


def sign_image(place: Path, identity: str, start: Run = run) -> None:
    """Signs the disk image itself; what is in it was signed when it was built."""
    start(["codesign", "--force", "--timestamp", "--sign", identity, str(place)])


def notarise(thing: Path, profile: str, start: Run = run) -> None:
    """Has Apple look at a bundle or a disk image, and waits for the verdict.

    Args:
        thing: a bundle goes as an archive, an image as it is.
        profile: the name under which notarytool keeps the credentials.
        start: runs a program.

    Raises:
        Trouble: it was not accepted; Apple's own list of reasons is printed.
    """
    with tempfile.TemporaryDirectory() as name:
        sent = thing
        if thing.suffix == ".app":
            sent = Path(name) / f"{thing.stem}.zip"
            start(["ditto", "-c", "-k", "--keepParent", str(thing), str(sent)])
        asked = ["xcrun", "notarytool", "submit", str(sent), "--keychain-profile", profile]
        said = json.loads(start([*asked, "--wait", "--output-format", "json"]))
    if said.get("status") != "Accepted":
        log = ["xcrun", "notarytool", "log", str(said.get("id")), "--keychain-profile", profile]
        print(start(log), file=sys.stderr)
        raise Trouble(f"Apple did not notarise {thing.name}; the reasons are above.")


def staple(thing: Path, start: Run = run) -> None:
    """Puts Apple's ticket into a bundle or an image, so that it opens without a network."""
    start(["xcrun", "stapler", "staple", str(thing)])
    start(["xcrun", "stapler", "validate", str(thing)])


def assess(app: Path, start: Run = run) -> None:
    """Asks Gatekeeper what it would say to a person who downloaded this."""
    start(["spctl", "--assess", "--type", "execute", "--verbose=2", str(app)])


# --- The command -----------------------------------------------------------------------------


def make(options: argparse.Namespace, say: Callable[[str], None] = print) -> None:
    """All of it, in order; what was not asked for is left out.

    Args:
        options: as :func:`parse` gives them.
        say: tells the person what is being done.
    """
    say("Building the app; this takes some minutes")
    bundle = build(options.sign)
    mac = sys.platform == "darwin"
    if mac:
        verify(bundle)
    say("Trying what was built")
    told = self_test(contents.programs_folder())
    say(f"{bundle} weighs {weigh(bundle):.0f} MB and has all it needs: version {told['version']}")
    if not mac:
        say("This is no Mac: there is no bundle and no disk image, only this folder to try.")
        return
    if options.notary:
        say("Apple looks at the app")
        notarise(bundle, options.notary)
        staple(bundle)
        assess(bundle)
    if options.image:
        place = image(bundle)
        if options.sign != AD_HOC:
            sign_image(place, options.sign)
        if options.notary:
            notarise(place, options.notary)
            staple(place)
        say(f"The disk image is {place}")
    if options.sign == AD_HOC:
        say(
            "It is signed ad hoc: on another Mac it opens only by System Settings > Privacy & "
            "Security > Open Anyway."
        )


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options; Trouble where two of them do not go together."""
    parser = argparse.ArgumentParser(prog="dev.py app", description="Builds the app.")
    parser.add_argument("--image", action="store_true", help="pack it into a disk image (Mac)")
    parser.add_argument("--sign", metavar="IDENTITY", default=AD_HOC, help="a Developer ID")
    parser.add_argument("--notary", metavar="PROFILE", default="", help="of notarytool")
    options = parser.parse_args(arguments)
    if options.notary and options.sign == AD_HOC:
        raise Trouble("Apple notarises only what is signed: give --sign IDENTITY as well.")
    if sys.platform != "darwin" and (options.image or options.notary or options.sign != AD_HOC):
        raise Trouble("--image, --sign and --notary need a Mac: its tools make and sign the app.")
    if options.sign != AD_HOC and shutil.which("codesign") is None:
        raise Trouble("codesign is not here: install Xcode's command line tools.")
    return options


def main(arguments: Sequence[str]) -> int:
    """The command line; the exit code is 0, or 1 with one sentence on standard error."""
    try:
        make(parse(arguments))
    except Trouble as trouble:
        print(f"dev.py app: {trouble}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Builds the app from a home folder and a vault, and hands each room what it needs.

``open_journal`` is the light half, for the command line; ``open_desk`` adds sessions and lanes,
for the window. Nothing else in the house reads the clock or draws at random.
"""

from __future__ import annotations

import os
from contextlib import suppress

from luminair import journal as journal_room
from luminair.config import formats, paths
from luminair.config.settings import Settings
from luminair.dates import UTC, datetime
from luminair.errors import LockBusy, LuminairError, VaultError, WriteFailed
from luminair.files import make_private, write_atomic
from luminair.journal import Journal, Setup, bundled_harness, chatter_words
from luminair.vaults import Vaults, must_be_there, options_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from luminair.context.block import Assembly
    from luminair.desk import OwnDesk
    from luminair.embedding.embedder import Embedder
    from luminair.journal import Ahead, InitReport, Note, Place, Proposal
    from luminair.lanes.roster import Entry

_NAME = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")
_MACHINE_CHARS = 64


def clock() -> datetime:
    """The time, aware, in the owner's time zone."""
    return datetime.now(UTC).astimezone()


def draw() -> int:
    """A random integer of 32 bits."""
    return int.from_bytes(os.urandom(4), "big")


def locate(home: str | None, vault: str | None) -> tuple[paths.Home, Settings, Path, str]:
    """The home, its settings, the vault and who named it.

    Raises:
        HomeNewer: a newer Luminair has used the home.
    """
    found = paths.find_home(home)
    formats.must_be_known(found.root)
    settings = Settings(found.settings_file)
    root, by = paths.find_vault(vault, settings.text("vault"))
    return found, settings, root, by


def open_journal(
    *,
    home: str | None = None,
    vault: str | None = None,
    by: str = "owner",
    ahead: Ahead | None = None,
) -> Journal:
    """Opens the owner's vault.

    Args:
        home: the value of ``--home``, or None.
        vault: the value of ``--vault``, or None.
        by: who writes.
        ahead: waits for a look at this vault that has been begun, or None.

    Raises:
        VaultMissing: with a sentence that says whether it was there once.
        VaultNotAFolder, VaultUnreadable: see ``tree.look``.
        VaultError: the settings that name the vault cannot be read, and nobody else names one.
    """
    found, settings, root, named_by = locate(home, vault)
    if settings.closed and named_by == "default":
        raise VaultError(
            f"Luminair's own folder '{found.root}' may not be read ({settings.closed}), so nobody "
            "knows which folder is the Journal; change its permissions, or name the Journal with "
            "--vault."
        )
    return journal_at(found, settings, root, named_by, by, ahead=ahead)


def journal_at(
    home: paths.Home,
    settings: Settings,
    root: Path,
    named_by: str,
    by: str = "owner",
    *,
    meaning: bool = True,
    ahead: Ahead | None = None,
) -> Journal:
    """Opens the vault at ``root``; raises as :func:`open_journal`.

    Without ``meaning`` no model is ever asked, whatever the settings say.
    """
    must_be_there(home, root, named_by)
    setup = Setup(
        root=root,
        index=home.index(root),
        home=str(paths.home_folder()),
        now=clock,
        draw=draw,
        by=by,
        machine=_machine(home),
        chatter=chatter_words(paths.resources() / "chatter"),
        bundled=bundled_harness(paths.resources() / "harness"),
        options=options_of(settings),
        worktrees_apart=settings.on("projects.worktrees_apart"),
        ahead=ahead,
        mask=_masked,
        waiting=_waiting(home, root),
        embedder=_EmbedderNow(settings) if meaning else lambda: None,
        warm_up=lambda: _warm_up(home, root),
    )
    journal = Journal(setup)
    _mark_seen(home, root)
    return journal


def _masked(text: str) -> str:
    from luminair.keeping.secrets.masking import mask  # noqa: PLC0415 only what is embedded is masked here

    return mask(text).text


def _waiting(home: paths.Home, root: Path) -> Callable[..., Mapping[str, str]]:
    """Which asks do not ride yet; see ``keeping/waiting.py``."""

    def which(notes: Sequence[Note], place: Place, now: datetime) -> Mapping[str, str]:
        from luminair.keeping.waiting import Turns, waiting  # noqa: PLC0415 where asks are seen

        return waiting(notes, place, now, Turns(home.state(root)).times)

    return which


def embedder_of(settings: Settings, model: str = "", *, asked: bool = False) -> Embedder | None:
    """What ranks by meaning, by the owner's settings; None where that is off.

    Args:
        settings: name the model and where Ollama answers.
        model: another model than the one in the settings.
        asked: somebody asked for it by name, so a switch that is off does not count.
    """
    if settings.text("meaning.search") == "off" and not asked:
        return None
    from luminair.embedding.ollama import Ollama  # noqa: PLC0415 not where it is off

    address, fault = settings.ollama(os.environ)
    return Ollama(model or settings.text("meaning.model"), address, fault=fault)


def ollama_fault(settings: Settings) -> str:
    """Why Ollama is not asked though it may be on, a sentence; '' where it is asked."""
    return settings.ollama(os.environ)[1]


class _EmbedderNow:
    """The embedder as the settings have it now; the same one until they change."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._held: tuple[tuple[str, ...], Embedder | None] | None = None

    def __call__(self) -> Embedder | None:
        names = ("meaning.search", "meaning.model", "lanes.ollama.url")
        chosen = (*map(self._settings.text, names), self._settings.fault(names[-1]))
        held = self._held
        if held is None or held[0] != chosen:
            held = self._held = (chosen, embedder_of(self._settings))
        return held[1]


def _warm_up(home: paths.Home, root: Path) -> None:
    from luminair.config import launcher  # noqa: PLC0415 when a prompt came too early
    from luminair.embedding.warming import start  # noqa: PLC0415

    places = ("--home", str(home.root), "--vault", str(root))
    start((*launcher.command(), "embed", "--warm", *places))


def init(
    path: str | None, *, home: str | None, vault: str | None, ride: str | tuple[str, ...] | None
) -> InitReport:
    """Makes a vault where the owner wants one; it becomes the default if none is set.

    Raises:
        VaultNotAFolder: a file stands there.
        VaultUnreadable: it, or a folder above it, may not be read.
        WriteFailed: the folder could not be made.
    """
    found, settings, root, named_by = locate(home, path or vault)
    report = journal_room.init_vault(root, ride=ride)
    usual = paths.default_vault()
    # A Journal at the usual place is in use without a setting that says so.
    in_use = settings.text("vault") or (usual / ".luminair").is_dir()
    if not in_use and root != usual:
        settings.set({"vault": str(root)})
    with suppress(LuminairError):  # the vault is made; the next look at Review does the same
        _note_what_stands(found, settings, root, named_by)
    return report


def _note_what_stands(found: paths.Home, settings: Settings, root: Path, named_by: str) -> None:
    """What the owner brings along is known from here on; law that comes later is announced."""
    from luminair.keeping.review import outside  # noqa: PLC0415 making a vault only
    from luminair.keeping.review.all_deeds import seen_file  # noqa: PLC0415

    journal = journal_at(found, settings, root, named_by, meaning=False)
    try:
        journal.refresh()
        outside.announce(journal, seen_file(found.state(root)), clock())
    finally:
        journal.close()


def prepare_context(
    journal: Journal,
    prompt: str,
    *,
    session: str = "",
    cwd: str = "",
    lane: str = "",
    model: str = "",
    home: str | None = None,
) -> Assembly:
    """What a message with this prompt would carry, for ``luminair-journal context``."""
    from luminair.lanes import journal_only  # noqa: PLC0415 the digest command needs none of it
    from luminair.lineup import known_lane  # noqa: PLC0415
    from luminair.memory import context_of  # noqa: PLC0415

    receipts = journal_room.Receipts(paths.find_home(home).receipts(journal.root))
    info = known_lane(lane or journal_only.ID)
    return context_of(journal, receipts, prompt, session=session, cwd=cwd, lane=info, model=model)


def distill(
    journal: Journal,
    *,
    home: str | None = None,
    session: str = "",
    dry_run: bool = False,
    patience_s: float = 10.0,
) -> tuple[list[Proposal], list[str]]:
    """Distils quiet sessions, or one now, for a terminal and the hook; see ``distilling``."""
    from luminair import distilling  # noqa: PLC0415 one command
    from luminair.sessions.library import Library  # noqa: PLC0415

    found = paths.find_home(home)
    library = Library(found.root, now=clock, draw=draw)
    states = distilling.states_of(found, journal)
    return distilling.distill(
        journal,
        library,
        states,
        clock(),
        session=session,
        dry_run=dry_run,
        patience_s=patience_s,
    )


def open_desk(*, home: str | None = None, vault: str | None = None, demo: bool = False) -> OwnDesk:
    """Everything the window needs.

    Args:
        home: the value of ``--home``, or None.
        vault: the value of ``--vault``, or None.
        demo: a throw-away home with the sample vault and a scripted lane.

    Raises:
        HomeNewer: a newer Luminair has used the home.
    """
    import asyncio  # noqa: PLC0415 the command line needs none of it
    import random  # noqa: PLC0415

    from luminair.config.keys import Keys  # noqa: PLC0415
    from luminair.desk import OwnDesk  # noqa: PLC0415
    from luminair.lineup import Lineup  # noqa: PLC0415

    lanes: list[Entry] = []
    root: Path | None = None
    if demo:
        from luminair.demo import demo_entries, make_demo  # noqa: PLC0415 the demo only

        root = make_demo(clock(), draw)
        home, vault = str(root / "home"), str(root / "vault")
        lanes = demo_entries(asyncio.sleep)
    found, settings, place, named_by = locate(home, vault)
    with suppress(WriteFailed, LockBusy):  # a home that may only be read is read as it is
        formats.bring_up(found.root, clock())
    keys = Keys(lambda: None, environ={}) if demo else Keys()
    lineup = Lineup(
        found,
        settings,
        keys,
        environment=dict(os.environ),
        person=paths.home_folder(),
        now=clock,
        sleep=asyncio.sleep,
        jitter=random.SystemRandom().random,
        app=os.getpid(),
    )
    if not demo:
        from luminair.config import launcher  # noqa: PLC0415 the window only

        with suppress(OSError, WriteFailed):  # then a coding agent goes without our tools
            launcher.renew(found)
    vaults = Vaults(
        found,
        settings,
        place,
        named_by,
        open_at=lambda root, by: journal_at(found, settings, root, by, meaning=not demo),
    )
    return OwnDesk(
        found,
        settings,
        vaults,
        now=clock,
        draw=draw,
        lanes=lanes,
        keys=keys,
        lineup=None if demo else lineup,
        throw_away=root,
    )


def _mark_seen(home: paths.Home, root: Path) -> None:
    mark = home.seen(root)
    try:
        if mark.exists():
            return
        make_private(mark.parent)
        write_atomic(mark, os.fsencode(root) + b"\n")
    except (OSError, WriteFailed):
        return  # a home that may not be used only costs the better sentence


def _machine(home: paths.Home) -> str:
    """A name for this machine that stays, kept in its home."""
    file = home.root / "machine"
    try:
        kept = file.read_bytes().decode("ascii", "replace").strip()
    except OSError:
        kept = ""
    if kept and len(kept) <= _MACHINE_CHARS and kept[0].isalnum() and _NAME.issuperset(kept):
        return kept
    name = f"{draw():08x}"
    try:
        make_private(home.root)
        write_atomic(file, f"{name}\n".encode(), mode=0o600)
    except (OSError, WriteFailed):
        return ""
    return name

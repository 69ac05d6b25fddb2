"""The half of the Journal's door that changes nothing: what a prompt, a search, a window ask.

Every public method may touch the disk and takes one lock, so that a Journal may be used from
any thread; never from the one that draws windows.
"""

from __future__ import annotations

import os

from luminair.bare import RLock
from luminair.journal.projects import Place
from luminair.journal.reads import Reads
from luminair.journal.vault.catalogue import Catalogue
from luminair.journal.vault.vault_format import VECTORS
from luminair.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from luminair.journal.answers import Backlink, Listed, Outlink, Problem, SearchAnswer
    from luminair.journal.digest_items import Digest, Options
    from luminair.journal.embeddings import Embeddings
    from luminair.journal.harness import Judged
    from luminair.journal.linking import Linking
    from luminair.journal.meaning.signal import Embedder, Meaning
    from luminair.journal.notes.note import Kind, LoadedNote, Note, Scope, State
    from luminair.journal.opening import Setup
    from luminair.journal.vault.catalogue import Changes


class ReadOnlyJournal:
    """See the module's text.

    Attributes:
        root: the vault's folder, without links.
        setup: what it was opened with.
    """

    def __init__(self, setup: Setup) -> None:
        """Opens the vault and looks at every file; with ``setup.ahead`` at the first question.

        Raises:
            VaultMissing, VaultNotAFolder, VaultUnreadable: it cannot be read.
        """
        self.setup = setup
        self._lock = RLock()
        self._index = Catalogue.open(setup.root, setup.index, ahead=setup.ahead)
        self._is_true = False
        self.root = self._index.root
        if setup.ahead is None:
            try:
                self._make_true()
            except BaseException:
                self._index.close()
                raise
        self._asked = Reads(
            self._index,
            self._lock,
            home=setup.home,
            worktrees_apart=setup.worktrees_apart,
            chatter=setup.chatter,
            bundled=setup.bundled,
            meaning=self._meaning,
        )
        self._by_meaning: Meaning | None = None

    def _make_true(self) -> None:
        with self._lock:
            if not self._is_true:
                self._index.refresh()
                self._is_true = True

    @property
    def _catalogue(self) -> Catalogue:
        """The index, once it has been made true."""
        self._make_true()
        return self._index

    @property
    def _reads(self) -> Reads:
        """What answers from the index, once it has been made true."""
        self._make_true()
        return self._asked

    def _meaning(self, *, said: bool) -> Meaning | None:
        """What ranks by meaning; ``said``: also where all it does is say why it takes no part."""
        if not said and not os.path.exists(self.root / VECTORS):  # noqa: PTH110 a plain look
            return None
        embedder = self.setup.embedder()
        if embedder is None:
            return None
        held = self._by_meaning
        if held is None or held.embedder is not embedder:
            from luminair.journal.by_meaning import meaning_of  # noqa: PLC0415 not where it is off

            held = self._by_meaning = meaning_of(embedder, self.setup, self._index)
        return held

    def embeddings(self, embedder: Embedder | None = None) -> Embeddings:
        """Which notes have vectors, and the making of those that lack.

        Args:
            embedder: another than the one that the vault was opened with.
        """
        from luminair.journal.embeddings import Embeddings  # noqa: PLC0415 no prompt needs it

        used = embedder or self.setup.embedder()
        return Embeddings(used, self._catalogue, self._lock, self.setup)

    @property
    def _linking(self) -> Linking:
        from luminair.journal.linking import Linking  # noqa: PLC0415 a prompt asks for no links

        return Linking(self._catalogue, self._lock, self._reads.body)

    def close(self) -> None:
        """Lets the index go."""
        with self._lock:
            self._index.close()

    def warm(self) -> None:
        """Keeps what queries compute, for an app that asks often."""
        with self._lock:
            self._index.warm()

    def set_options(self, options: Options) -> None:
        """Builds digests to other settings from now on, for an owner who changes them."""
        self.setup = replace(self.setup, options=options)

    @property
    def newer(self) -> str:
        """Why nothing can be written: a newer Luminair was here; '' where that is not so."""
        from luminair.journal.vault.vault_format import (  # noqa: PLC0415 the window only
            MACHINE_FOLDER,
            newer_sentence,
        )

        return newer_sentence(self.root / MACHINE_FOLDER)

    @property
    def generation(self) -> int:
        """Another number after each refresh or write that changed something."""
        return self._catalogue.generation

    def refresh(self) -> Changes:
        """Looks at every file and reads those that changed."""
        with self._lock:
            return self._catalogue.refresh()

    def touched(self, paths: Iterable[str]) -> Changes:
        """Reads the notes at these paths again, and no others: a watcher named them."""
        with self._lock:
            return self._catalogue.touched(paths)

    def listing(
        self,
        *,
        kind: Kind | None = None,
        scope: Scope | None = None,
        state: State | None = None,
        place: Place | None = None,
        compared: bool = True,
    ) -> list[Listed]:
        """Notes with their standing, by path; None means any.

        Others may use the Journal meanwhile: a large vault that is new takes a while. Without
        ``compared`` the answer comes at once and says of no note that another hides it.
        """
        return self._reads.listing(
            kind=kind, scope=scope, state=state, place=place, compared=compared
        )

    def find(self, key: str) -> Note:
        """The note with this id or path; raises NoteNotFound, or UsageError where several fit."""
        with self._lock:
            return self._catalogue.find(key)

    def listed(self, key: str, *, place: Place | None = None) -> Listed:
        """One note with its standing; raises as :meth:`find`, and NoteNotFound if not seen here."""
        return self._reads.listed(self.find(key), place)

    def load(self, key: str) -> LoadedNote:
        """A note with its text; raises as :meth:`find`, and NoteDamaged."""
        with self._lock:
            return self._catalogue.load(self._catalogue.find(key).path)

    def file_bytes(self, key: str) -> bytes:
        """A file's bytes, damaged or not; raises as :meth:`find`."""
        with self._lock:
            return self._catalogue.file_bytes(self._catalogue.find(key).path)

    def place(
        self, *, session: str = "", cwd: str = "", ancestors: tuple[str, ...] = ()
    ) -> tuple[Place, str]:
        """Where a session stands, and why its folder is no project, '' where it is one."""
        if not cwd:
            return Place(session, ancestors=ancestors), ""
        found = self._asked.repositories().find(cwd)
        return Place(session, found.project, found.inside, ancestors), found.said

    def project_folder(self, cwd: str) -> str:
        """Where notes of a folder's project belong, of a worktree the main one; '' without one."""
        return self._asked.repositories().find(cwd).cwd

    def search(
        self, query: str, *, place: Place | None = None, limit: int = 20, archived: bool = False
    ) -> SearchAnswer:
        """The best notes for a query; the whole vault where no place is given."""
        return self._reads.search(query, place=place, limit=limit, archived=archived)

    def says_nothing(self, prompt: str) -> bool:
        """Whether a prompt has nothing in it to look up."""
        return self._asked.query_of(prompt).empty

    def digest(
        self,
        prompt: str,
        place: Place,
        *,
        now: datetime | None = None,
        options: Options | None = None,
    ) -> Digest:
        """What rides with this prompt at this place (spec 5)."""
        with self._lock:
            moment, chosen = now or self.setup.now(), options or self.setup.options

            def work() -> Digest:
                return self._asked.digest(prompt, place, moment, chosen, self.setup.waiting)

            if self._is_true:
                return work()
            built = self._index.meanwhile(work)
            self._is_true = True
            return built

    def harness(self) -> tuple[Judged, ...]:
        """Every Harness file with its verdict."""
        with self._lock:
            return self._reads.harness()

    def harness_text(self) -> str:
        """The block that rides on every message."""
        from luminair.journal.harness import block  # noqa: PLC0415 see Reads.harness

        return block(self.harness())

    def standing(self) -> list[Note]:
        """Notes that stand as law or ride by themselves: rules, pins, overrides, Harness files."""
        with self._lock:
            notes = self._catalogue.notes()
        return [
            note
            for note in notes
            if (note.kind.value == "rule" or note.pinned or note.overrides or note.in_harness)
            and not (note.damage or note.in_archive or note.status.value == "held")
        ]

    def folders(self) -> list[tuple[str, int]]:
        """Every folder that holds notes, with how many lie in it and below."""
        with self._lock:
            return self._linking.folders()

    def resolve(self, target: str) -> list[Note]:
        """The notes that a link may mean; several where it is ambiguous."""
        with self._lock:
            return self._linking.resolve(target)

    def called(self, title: str) -> list[Note]:
        """The notes with exactly this title, letter case aside, by path."""
        with self._lock:
            return self._linking.called(title)

    def links_to(self, key: str) -> list[Backlink]:
        """Notes that link to this one."""
        return self._linking.links_to(self.find(key))

    def links_from(self, key: str) -> list[Outlink]:
        """The links of a note to others, each name once, in order; raises as :meth:`load`."""
        from luminair.journal.answers import Outlink  # noqa: PLC0415 the window only
        from luminair.journal.graph import meant_by  # noqa: PLC0415
        from luminair.journal.notes.paths import name_key  # noqa: PLC0415
        from luminair.journal.notes.text import links  # noqa: PLC0415

        loaded = self.load(key)
        names: dict[str, str] = {}
        for link in links(loaded.body):
            bare = link.target.removesuffix(".md").removeprefix("./").rpartition("../")[2]
            # An embedded picture or sound is no link to a note.
            if bare and not (link.embed and "." in bare.rpartition("/")[2]):
                names.setdefault(name_key(bare), bare)
        with self._lock:
            notes = self._catalogue.notes()
        found = meant_by(notes, names)
        every = (Outlink(name, tuple(found[key])) for key, name in names.items())
        return [each for each in every if [loaded.note.path] != [n.path for n in each.notes]]

    def linked(self) -> list[tuple[str, str]]:
        """Every link of the vault that leads to one note: paths of who links, and to whom."""
        return self._linking.linked()

    def doctor(self) -> list[Problem]:
        """What is wrong with the vault, and what to do about it."""
        from luminair.journal.checkup import problems_of  # noqa: PLC0415 the doctor only

        with self._lock:
            found = problems_of(self._catalogue, self._catalogue.refresh(), self.setup.now())
            return [*found, *self.embeddings().problems()]

    def conflict_copies(self) -> dict[str, str]:
        """What a sync service left beside notes: path of each copy → path of its original."""
        from luminair.journal.checkup import copies_in  # noqa: PLC0415 the doctor and Review only

        with self._lock:
            self._catalogue.refresh()
            return copies_in(self._catalogue, [n for n in self._catalogue.notes() if not n.damage])

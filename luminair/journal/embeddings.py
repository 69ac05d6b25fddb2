"""Which notes have vectors, and the making of those that lack."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from luminair.errors import EmbeddingFailed
from luminair.journal.answers import Problem
from luminair.journal.notes.times import as_utc
from luminair.journal.vault.embedder_rest import EmbedderRest
from luminair.journal.vault.vector_file import PLACE, Made, VectorFile
from luminair.plurals import counted
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Generator
    from contextlib import AbstractContextManager

    from luminair.journal.meaning.signal import Embedder
    from luminair.journal.notes.note import LoadedNote
    from luminair.journal.opening import Setup
    from luminair.journal.vault.catalogue import Catalogue
    from luminair.journal.vault.vector_file import Section

STORED_EVERY: Final = timedelta(seconds=5)
_SAMPLE: Final = 500


@dataclass(frozen=True, slots=True)
class EmbeddingStatus:
    """How far the vectors are.

    Attributes:
        model: whose they are; '' where meaning search is off.
        notes: those that could have some.
        embedded: those that have them, of their text as it is now.
        refused: those that the model would not take.
        since: since when some lack theirs, UTC as notes write it; '' where none does.
        problem: why the file of vectors counts as none, the end of a sentence, or ''.
        resting: why the model is not asked now, and since when, or ''.
    """

    model: str
    notes: int = 0
    embedded: int = 0
    refused: int = 0
    since: str = ""
    problem: str = ""
    resting: str = ""

    @property
    def lacking(self) -> int:
        """Notes that are still to be embedded."""
        return self.notes - self.embedded - self.refused


@dataclass(frozen=True, slots=True)
class EmbeddingProgress:
    """One step of the work.

    Attributes:
        done: notes that need nothing any more.
        total: notes that lacked vectors when the work began.
        refused: notes of this step that the model would not take: path and its reason.
    """

    done: int
    total: int
    refused: tuple[tuple[str, str], ...] = ()


class Embeddings:
    """The vectors of one open vault.

    Args:
        embedder: the model; None where meaning search is off.
        catalogue: of the vault, refreshed by the caller.
        lock: guards the catalogue; held only while it is asked.
        setup: what the vault was opened with.
    """

    def __init__(
        self,
        embedder: Embedder | None,
        catalogue: Catalogue,
        lock: AbstractContextManager[object],
        setup: Setup,
    ) -> None:
        self._embedder = embedder
        self._catalogue = catalogue
        self._lock = lock
        self._setup = setup
        self._file = VectorFile(catalogue.root, setup.index)
        self._rest = EmbedderRest(setup.index)

    @property
    def model(self) -> str:
        """The model's name; '' where meaning search is off."""
        return self._embedder.model if self._embedder is not None else ""

    def advice(self) -> str:
        """Which model suits the vault, a sentence, by the scripts of titles and summaries."""
        from luminair.journal.meaning.languages import advice  # noqa: PLC0415 for Settings

        with self._lock:
            notes = self._catalogue.notes()
        every = max(1, len(notes) // _SAMPLE)
        return advice(f"{note.title} {note.summary}" for note in notes[::every])

    def status(self) -> EmbeddingStatus:
        """How far the vectors of the model in use are."""
        from luminair.journal.meaning.backfill import lacking  # noqa: PLC0415 not for prompts

        embedder = self._embedder
        if embedder is None:
            return EmbeddingStatus("")
        section = self._file.section(embedder.model)
        with self._lock:
            notes = [note for note in self._catalogue.notes() if not note.damage]
        open_notes = lacking(notes, {key: each.sha256 for key, each in section.notes.items()})
        waiting = {note.key for note in open_notes}
        refused = sum(
            not section.notes[note.key].passages for note in notes if note.key not in waiting
        )
        since = min((note.updated for note in open_notes), default="")
        return EmbeddingStatus(
            embedder.model,
            len(notes),
            len(notes) - len(open_notes) - refused,
            refused,
            max(since, section.whole) if since else "",
            self._file.problem(),
            self._rest.said(self._setup.now),
        )

    def run(self) -> Generator[EmbeddingProgress, None, None]:
        """Gives every note that lacks vectors its own; each step is kept within five seconds.

        Whoever stops early closes the generator; what is done is kept then too.

        Raises:
            EmbeddingFailed: the model cannot be asked; what was done before is kept.
            Refused, WriteFailed, LockBusy: the vectors cannot be kept.
        """
        embedder = self._asked()
        fingerprint = embedder.fingerprint()
        section = self._file.section(embedder.model)
        yield from _Work(
            embedder, fingerprint, section, self._file, self._catalogue, self._lock, self._setup
        ).run()
        self._rest.end()

    def warm(self) -> None:
        """Loads the model, however long that takes; then prompts ask it again.

        Raises:
            EmbeddingFailed: it cannot be loaded.
        """
        self._asked().warm()
        self._rest.end()

    def _asked(self) -> Embedder:
        embedder = self._embedder
        if embedder is None:
            raise EmbeddingFailed(
                "Meaning search is off, so no note is embedded; turn it on in Settings.",
                cause="model",
            )
        return embedder

    def problems(self) -> list[Problem]:
        """What the doctor says of them: nothing where the owner has never made any."""
        found = []
        status = self.status()
        if status.problem:
            advice = "`luminair-journal embed` makes the vectors anew; they are only a store."
            found.append(Problem(PLACE, status.problem, advice))
        elif status.lacking and status.embedded + status.refused:
            has = "has" if status.lacking == 1 else "have"
            said = f"{status.lacking:,} of {counted(status.notes, 'note')} {has} no embedding by "
            found.append(
                Problem(
                    PLACE,
                    f"{said}'{status.model}', since {status.since[:16].replace('T', ' ')} UTC",
                    "Leave the app open for a while, or run `luminair-journal embed`.",
                )
            )
        return found


class _Work:
    """One run over what lacks."""

    def __init__(
        self,
        embedder: Embedder,
        fingerprint: str,
        section: Section,
        file: VectorFile,
        catalogue: Catalogue,
        lock: AbstractContextManager[object],
        setup: Setup,
    ) -> None:
        from luminair.journal.meaning.backfill import Known  # noqa: PLC0415 see Embeddings

        self._embedder, self._fingerprint = embedder, fingerprint
        self._file, self._catalogue, self._lock, self._setup = file, catalogue, lock, setup
        # Vectors of another state of the model are not to be compared with new ones.
        old = section.notes if section.fingerprint == fingerprint else {}
        self._known = {key: Known(each.sha256, each.text) for key, each in old.items()}
        self._made: dict[str, Made] = {}
        self._dirty = section.fingerprint != fingerprint or not section.whole

    def run(self) -> Generator[EmbeddingProgress, None, None]:
        from luminair.journal.meaning.backfill import lacking, steps  # noqa: PLC0415

        with self._lock:
            notes = self._catalogue.notes()
        wanted = lacking(notes, {key: each.sha256 for key, each in self._known.items()})
        stored_at = self._setup.now()
        done, whole = 0, False
        try:
            if wanted:
                self._file.check()
            yield EmbeddingProgress(0, len(wanted))
            for step in steps(
                wanted,
                self._known,
                load=self._load,
                embedder=self._embedder,
                mask=self._setup.mask,
            ):
                for key, each in step.made.items():
                    self._made[key] = Made(*each)
                done += len(step.made)
                if self._setup.now() - stored_at >= STORED_EVERY:
                    self._store()
                    stored_at = self._setup.now()
                yield EmbeddingProgress(done, len(wanted), step.refused)
            whole = True
        finally:
            if self._made or (whole and self._dirty and self._known):
                self._store(whole=whole)

    def _load(self, path: str) -> LoadedNote:
        with self._lock:
            return self._catalogue.load(path)

    def _store(self, *, whole: bool = False) -> None:
        from luminair.journal.meaning.backfill import Known  # noqa: PLC0415

        with self._lock:
            there = {note.key: note.sha256 for note in self._catalogue.notes()}
        self._file.store(
            self._embedder.model,
            self._fingerprint,
            self._made,
            there,
            now=as_utc(self._setup.now()),
            whole=whole,
        )
        self._made = {}
        for key, each in self._file.section(self._embedder.model).notes.items():
            self._known[key] = Known(each.sha256, each.text)

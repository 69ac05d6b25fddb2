"""Giving notes their vectors, a small step at a time: a plain generator that knows no window.

A step is at most eight passages, since Ollama embeds one call at a time and a prompt that comes
meanwhile waits behind it. Whoever drives it may pause between steps and stop at any of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from luminair.errors import EmbeddingFailed, NoteError
from luminair.journal.meaning.texts import hash_of, texts_of
from luminair.journal.ranking.vectors import Coded, coded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from luminair.journal.meaning.signal import Embedder
    from luminair.journal.notes.note import LoadedNote, Note

STEP: Final = 8
"""Passages a step."""


class Known(NamedTuple):
    """What is kept of a note: hash of its file, hash of what was embedded."""

    sha256: str
    text: str


class Vectors(NamedTuple):
    """What a step made of a note.

    Attributes:
        sha256: of the file as it was read.
        text: hash of what was embedded.
        passages: the vectors; None where those that are kept still fit, for the text that is
            embedded did not change (a pin, a move); () where the model refused it.
    """

    sha256: str
    text: str
    passages: tuple[Coded, ...] | None


class Step(NamedTuple):
    """One step of the work.

    Attributes:
        made: what became of each note, by key.
        refused: notes that the model would not take: path and its reason.
    """

    made: dict[str, Vectors]
    refused: tuple[tuple[str, str], ...] = ()


def lacking(notes: Sequence[Note], known: Mapping[str, str]) -> list[Note]:
    """The notes without vectors of their text as it is now, newest first.

    Archived and held notes are searched too, so they count; what cannot be read does not.

    Args:
        notes: all of the vault.
        known: hash of the file that vectors were made from, by the note's key.
    """
    found = [n for n in notes if not n.damage and known.get(n.key) != n.sha256]
    found.sort(key=lambda note: note.path)
    found.sort(key=lambda note: note.updated, reverse=True)
    return found


def steps(
    notes: Sequence[Note],
    known: Mapping[str, Known],
    *,
    load: Callable[[str], LoadedNote],
    embedder: Embedder,
    mask: Callable[[str], str],
) -> Iterator[Step]:
    """Embeds notes in their order.

    Args:
        notes: those that lack vectors.
        known: what is kept, by key; looked at when a note's turn comes, so others may add to it.
        load: a note's text by path; NoteError passes it over.
        embedder: the model.
        mask: takes secrets out of a text.

    Raises:
        EmbeddingFailed: the model cannot be asked now; what was yielded is done.
    """
    waiting: list[tuple[LoadedNote, list[str], str]] = []
    for note in notes:
        held = known.get(note.key)
        if held is not None and held.sha256 == note.sha256:
            continue  # another process was faster
        try:
            loaded = load(note.path)
        except NoteError:
            continue  # it went, or was damaged, since the look
        texts = [mask(text) for text in texts_of(loaded)]
        text = hash_of(texts)
        if held is not None and held.text == text:
            yield Step({note.key: Vectors(loaded.note.sha256, text, None)})
            continue
        if waiting and sum(len(each[1]) for each in waiting) + len(texts) > STEP:
            yield _embedded(waiting, embedder)
            waiting = []
        waiting.append((loaded, texts, text))
    if waiting:
        yield _embedded(waiting, embedder)


def _embedded(waiting: list[tuple[LoadedNote, list[str], str]], embedder: Embedder) -> Step:
    try:
        vectors = iter(embedder.passages([text for _, texts, _ in waiting for text in texts]))
    except EmbeddingFailed as error:
        if error.cause != "text":
            raise
        if len(waiting) > 1:
            return _one_by_one(waiting, embedder)
        loaded, _, text = waiting[0]
        nothing = Vectors(loaded.note.sha256, text, ())
        return Step({loaded.note.key: nothing}, ((loaded.note.path, str(error)),))
    made = {}
    for loaded, texts, text in waiting:
        passages = tuple(coded(next(vectors)) for _ in texts)
        made[loaded.note.key] = Vectors(loaded.note.sha256, text, passages)
    return Step(made)


def _one_by_one(waiting: list[tuple[LoadedNote, list[str], str]], embedder: Embedder) -> Step:
    made: dict[str, Vectors] = {}
    refused: list[tuple[str, str]] = []
    for each in waiting:
        step = _embedded([each], embedder)
        made.update(step.made)
        refused += step.refused
    return Step(made, tuple(refused))

"""What a hook may choose from, made from the vault: standing text, and what this prompt brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.agents.hook_parts import Standing
from luminair.agents.hook_texts import Fresh, Texts
from luminair.hashing import sha256
from luminair.journal import PER_MESSAGE, BlockName, one_line, without_held
from luminair.values import replace

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from luminair.journal import Digest, Item, Journal, Place

_SIGN = 12
"""Characters of a hash that tell two versions apart."""


def texts_of(
    journal: Journal,
    *,
    session: str,
    folder: str,
    ancestors: tuple[str, ...] = (),
    prompt: str | None,
    summaries: Sequence[str] | None,
    optional: bool,
    now: datetime | None = None,
) -> Texts:
    """What may ride at this moment.

    Args:
        journal: the vault.
        session: the host's, or ''.
        folder: the session's, or ''.
        ancestors: sessions that this one was forked from.
        prompt: the person's words; None at the start of a session.
        summaries: the old conversation summaries that were chosen for the session; None chooses.
        optional: False leaves out all but Harness, rules and pins.
        now: aware; None is the journal's own clock.

    Raises:
        LuminairError: the vault cannot be read.
    """
    place, _ = journal.place(session=session, cwd=folder, ancestors=ancestors)
    options = replace(journal.setup.options, optional=optional and prompt is not None)
    digest = journal.digest(prompt or "", place, now=now, options=options)
    standing = [*_harness(journal), *_standing(digest)]
    keys: tuple[str, ...] = ()
    if optional:
        from luminair.keeping.distill import summaries as old  # noqa: PLC0415 only where they are wanted

        keys = old.choose(journal, place) if summaries is None else tuple(summaries)
        standing += _summaries(journal, keys)
        digest = without_held(digest, lambda note: note.key in keys, lambda _note: False)
    left_out = digest.block(BlockName.LEFT_OUT)
    return Texts(
        _place_words(place),
        tuple(standing),
        _fresh(digest),
        "" if left_out is None else left_out.text,
        keys,
    )


def _harness(journal: Journal) -> list[Standing]:
    return [
        Standing(
            "harness",
            f"harness:{file.path}",
            f"Harness file “{file.title}”",
            file.text,
            _sign(file.text),
        )
        for file in journal.harness()
        if file.verdict.value == "rides"
    ]


def _standing(digest: Digest) -> list[Standing]:
    found = []
    for name, word in ((BlockName.RULES, "rule"), (BlockName.PINS, "pin")):
        block = digest.block(name)
        for item in block.items if block is not None else ():
            # A long pin rides with the passage that fits the prompt best: that is no new version.
            sign = _sign(item.text) if name is BlockName.RULES else item.note.sha256[:_SIGN]
            found.append(
                Standing(name.value, f"{word}:{item.note.key}", _name(word, item), item.text, sign)
            )
    return found


def _summaries(journal: Journal, keys: Sequence[str]) -> list[Standing]:
    from luminair.keeping.distill import summaries as old  # noqa: PLC0415 see above

    notes = old.notes(journal, keys)
    texts = [text.removeprefix(f"{old.HEADING}\n") for text in old.texts(journal, keys)]
    return [
        Standing(
            "summaries",
            f"summary:{note.key}",
            f"summary “{one_line(note.title)}”",
            text,
            _sign(text),
        )
        for note, text in zip(notes, texts, strict=True)
    ]


def _fresh(digest: Digest) -> tuple[Fresh, ...]:
    return tuple(
        Fresh(
            block.name.heading,
            item.note.key,
            _name(item.note.kind.words, item),
            item.text,
            item.note.sha256[:_SIGN],
        )
        for block in digest.blocks
        if block.name in PER_MESSAGE
        for item in block.items
    )


def _name(word: str, item: Item) -> str:
    # A title that closes the quotes would speak in our voice.
    title = one_line(item.note.title).replace("“", "'").replace("”", "'")
    return f"{word} “{title[:119]}…”" if len(title) > 120 else f"{word} “{title}”"


def _place_words(place: Place) -> str:
    return "" if place.project is None else f"folder {one_line(place.project.name)}"


def _sign(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:_SIGN]

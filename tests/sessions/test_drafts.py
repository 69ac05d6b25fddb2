from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from luminair.messages import Attachment
from luminair.sessions.drafts import Draft, Queued
from luminair.sessions.library import Library

if TYPE_CHECKING:
    from pathlib import Path

LOG = Attachment("run.log", "text/plain", 12, text="12 passed\n")
PICTURE = Attachment("shot.png", "image/png", 70, file="0a1b.png")


@pytest.fixture
def library(home: Path, clock) -> Library:
    return Library(home, now=clock, draw=iter(range(1, 99)).__next__)


def test_everything_in_a_draft_comes_back(library: Library) -> None:
    identity = library.create().id
    draft = Draft(
        "half a thought",
        4,
        (LOG, PICTURE),
        (Queued("first"), Queued("", (PICTURE,))),
        "m7",
        Queued("what stood there", (LOG,)),
    )
    library.save_draft(identity, draft)
    assert library.draft(identity) == draft


def test_the_queue_is_kept_without_touching_the_text(library: Library) -> None:
    identity = library.create().id
    library.save_draft(identity, Draft("half", 2, (LOG,)))
    library.save_queue(identity, [Queued("later")])
    assert library.draft(identity) == Draft("half", 2, (LOG,), (Queued("later"),))
    library.save_queue(identity, [])
    assert library.draft(identity) == Draft("half", 2, (LOG,))


@pytest.mark.parametrize(
    "draft",
    [
        Draft(attachments=(LOG,)),
        Draft(queue=(Queued("later"),)),
        Draft(editing="m1"),
        Draft(aside=Queued("mine")),
    ],
)
def test_a_draft_without_text_is_kept_where_anything_else_is_in_it(
    library: Library, draft: Draft
) -> None:
    identity = library.create().id
    library.save_draft(identity, draft)
    assert library.draft(identity) == draft


def test_a_caret_in_nothing_leaves_no_file(library: Library, home: Path) -> None:
    identity = library.create().id
    library.save_draft(identity, Draft("x", 1))
    library.save_draft(identity, Draft("", 0))
    assert not (home / "sessions" / identity / "draft.json").exists()


def test_drafts_of_the_version_before_and_of_the_next_are_read() -> None:
    assert Draft.from_json({"text": "x", "caret": 1}) == Draft("x", 1)
    found = Draft.from_json(
        {
            "text": "x",
            "caret": True,
            "attachments": [{"name": ""}, LOG.to_json(), 3],
            "queue": [{"text": ""}, "no", {"text": "yes", "mood": "later"}],
            "editing": 4,
            "aside": [],
            "mood": "new",
        }
    )
    assert found == Draft("x", 0, (LOG,), (Queued("yes"),))


@pytest.mark.parametrize("raw", ["[]", "3", '{"queue": {"a": 1}, "attachments": "abc"}'])
def test_a_damaged_draft_is_an_empty_one(raw: str) -> None:
    assert Draft.from_json(json.loads(raw)) == Draft()

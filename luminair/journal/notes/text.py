"""The door to a note's text: sentences, headings, links, and safe cuts."""

from __future__ import annotations

from luminair.journal.notes.markdown import (
    SAID_AGAIN,
    Heading,
    Link,
    LinkPlace,
    ended,
    first_heading,
    headings,
    link_places,
    links,
    normalised_title,
    one_line,
    plain,
    shorten,
    with_newlines,
    without_said_again,
)
from luminair.journal.notes.sentences import first_sentence

__all__ = [
    "SAID_AGAIN",
    "Heading",
    "Link",
    "LinkPlace",
    "ended",
    "first_heading",
    "first_sentence",
    "headings",
    "link_places",
    "links",
    "normalised_title",
    "one_line",
    "plain",
    "shorten",
    "with_newlines",
    "without_said_again",
]

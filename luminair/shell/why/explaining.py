"""Builds what the window shows, off its thread: a digest of now, or a message of the past."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from luminair.sessions.session import utc_text
from luminair.shell.why.facts import WhyFacts, facts_of, facts_of_receipt

if TYPE_CHECKING:
    from luminair.shell.desk import Desk
    from luminair.shell.why.window import Asked


def explain(desk: Desk, asked: Asked) -> WhyFacts:
    """What would ride with a prompt, or rode with the message of a receipt.

    Raises:
        LuminairError: the Journal, the session or the receipt cannot be read.
    """
    journal = desk.journal
    if asked.receipt:
        receipt = desk.receipts().read(asked.receipt)
        states = {each.note.key: each.state for each in journal.listing(compared=False)}
        return facts_of_receipt(receipt, journal.rode(receipt), states)
    began = time.perf_counter()
    digest = desk.digest(asked.session, asked.prompt)
    took_ms = (time.perf_counter() - began) * 1000
    meaning = journal.search(asked.prompt, limit=1).meaning if asked.prompt.strip() else ""
    return facts_of(digest, journal.setup.options.cap, took_ms, meaning)


def keep_mark(desk: Desk, receipt: str, key: str, word: str) -> None:
    """Keeps the owner's word on a note of a past message: 'useless', 'missing', '' for none."""
    desk.receipts().mark(receipt, key, word, at=utc_text(desk.now()))

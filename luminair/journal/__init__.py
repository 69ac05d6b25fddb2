"""The memory: a folder of Markdown files. These are the names that others may use."""

from luminair.journal.answers import Backlink, Listed, Problem, Result, SearchAnswer, Written
from luminair.journal.digest_held import PER_MESSAGE, without_held
from luminair.journal.digest_items import Block, BlockName, Digest, Item, Lack, LeftOut, Options
from luminair.journal.fence import fenced, one_line
from luminair.journal.journal import Journal, Setup
from luminair.journal.notes.note import (
    Kind,
    LoadedNote,
    Note,
    Scope,
    State,
    Status,
    TitleFrom,
    Trust,
)
from luminair.journal.notes.text import without_said_again
from luminair.journal.opening import (
    FolderFacts,
    InitReport,
    bundled_harness,
    chatter_words,
    init_vault,
    look_into,
)
from luminair.journal.projects import Place, Project
from luminair.journal.vault.catalogue import Changes
from luminair.journal.vault.receipts import Receipt, ReceiptRow, Receipts, receipt_id

__all__ = [
    "PER_MESSAGE",
    "Backlink",
    "Block",
    "BlockName",
    "Changes",
    "Digest",
    "FolderFacts",
    "InitReport",
    "Item",
    "Journal",
    "Kind",
    "Lack",
    "LeftOut",
    "Listed",
    "LoadedNote",
    "Note",
    "Options",
    "Place",
    "Problem",
    "Project",
    "Receipt",
    "ReceiptRow",
    "Receipts",
    "Result",
    "Scope",
    "SearchAnswer",
    "Setup",
    "State",
    "Status",
    "TitleFrom",
    "Trust",
    "Written",
    "bundled_harness",
    "chatter_words",
    "fenced",
    "init_vault",
    "look_into",
    "one_line",
    "receipt_id",
    "without_held",
    "without_said_again",
]

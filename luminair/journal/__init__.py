"""The memory: a folder of Markdown files. These are the names that others may use.

Each name's room is loaded when the name is first used: an agent's prompt waits for a digest, and
that needs neither checkup nor receipts.
"""

import sys

TYPE_CHECKING = False  # a look ahead begins before typing is loaded
if TYPE_CHECKING:
    from luminair.journal.answers import (
        Backlink,
        Listed,
        Outlink,
        Problem,
        Result,
        SearchAnswer,
        Written,
    )
    from luminair.journal.digest_held import PER_MESSAGE, without_held
    from luminair.journal.digest_items import Block, BlockName, Digest, Item, Lack, LeftOut, Options
    from luminair.journal.embeddings import EmbeddingProgress, Embeddings, EmbeddingStatus
    from luminair.journal.fence import fenced, one_line
    from luminair.journal.journal import Journal
    from luminair.journal.notes.adopting import adopted, has_id, header_of, words_in
    from luminair.journal.notes.merge_lines import woven
    from luminair.journal.notes.merge_note import (
        MergedNote,
        is_damaged,
        merge_note,
        torn_in,
        with_both,
        with_id,
    )
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
    from luminair.journal.notes.paths import check_vault_path, file_name, free_name, name_key
    from luminair.journal.notes.text import ended, links, without_said_again
    from luminair.journal.notes.values import KNOWN_KEYS
    from luminair.journal.opening import (
        FolderFacts,
        InitReport,
        Setup,
        bundled_harness,
        chatter_words,
        init_vault,
        look_into,
    )
    from luminair.journal.projects import Place, Project
    from luminair.journal.ranking.likeness import normal_form, says_the_same
    from luminair.journal.ranking.stems import stem
    from luminair.journal.vault.ahead import look_ahead
    from luminair.journal.vault.binned import Binned
    from luminair.journal.vault.catalogue import Changes
    from luminair.journal.vault.operations import OperationRecord, taken_back
    from luminair.journal.vault.proposals import (
        Decision,
        Evidence,
        Proposal,
        ProposalKind,
        Proposals,
        id_of_key,
    )
    from luminair.journal.vault.receipts import Receipt, ReceiptRow, Receipts, receipt_id
    from luminair.journal.vault.refreshing import Ahead
    from luminair.journal.vault.vault_settings import (
        SETTINGS_PATH,
        VaultSettings,
        change_settings,
        may_ride,
        read_settings,
    )

__all__ = [
    "KNOWN_KEYS",
    "PER_MESSAGE",
    "SETTINGS_PATH",
    "Ahead",
    "Backlink",
    "Binned",
    "Block",
    "BlockName",
    "Changes",
    "Decision",
    "Digest",
    "EmbeddingProgress",
    "EmbeddingStatus",
    "Embeddings",
    "Evidence",
    "FolderFacts",
    "InitReport",
    "Item",
    "Journal",
    "Kind",
    "Lack",
    "LeftOut",
    "Listed",
    "LoadedNote",
    "MergedNote",
    "Note",
    "OperationRecord",
    "Options",
    "Outlink",
    "Place",
    "Problem",
    "Project",
    "Proposal",
    "ProposalKind",
    "Proposals",
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
    "VaultSettings",
    "Written",
    "adopted",
    "bundled_harness",
    "change_settings",
    "chatter_words",
    "check_vault_path",
    "ended",
    "fenced",
    "file_name",
    "free_name",
    "has_id",
    "header_of",
    "id_of_key",
    "init_vault",
    "is_damaged",
    "links",
    "look_ahead",
    "look_into",
    "may_ride",
    "merge_note",
    "name_key",
    "normal_form",
    "one_line",
    "read_settings",
    "receipt_id",
    "says_the_same",
    "stem",
    "taken_back",
    "torn_in",
    "with_both",
    "with_id",
    "without_held",
    "without_said_again",
    "words_in",
    "woven",
]

_HOMES = {
    "answers": "Backlink Listed Outlink Problem Result SearchAnswer Written",
    "digest_held": "PER_MESSAGE without_held",
    "digest_items": "Block BlockName Digest Item Lack LeftOut Options",
    "embeddings": "EmbeddingProgress EmbeddingStatus Embeddings",
    "fence": "fenced one_line",
    "journal": "Journal",
    "notes.adopting": "adopted has_id header_of words_in",
    "notes.merge_lines": "woven",
    "notes.merge_note": "MergedNote is_damaged merge_note torn_in with_both with_id",
    "notes.note": "Kind LoadedNote Note Scope State Status TitleFrom Trust",
    "notes.paths": "check_vault_path file_name free_name name_key",
    "notes.text": "ended links without_said_again",
    "notes.values": "KNOWN_KEYS",
    "opening": "FolderFacts InitReport Setup bundled_harness chatter_words init_vault look_into",
    "projects": "Place Project",
    "ranking.likeness": "normal_form says_the_same",
    "ranking.stems": "stem",
    "vault.ahead": "look_ahead",
    "vault.binned": "Binned",
    "vault.catalogue": "Changes",
    "vault.refreshing": "Ahead",
    "vault.vault_settings": "SETTINGS_PATH VaultSettings change_settings may_ride read_settings",
    "vault.operations": "OperationRecord taken_back",
    "vault.proposals": "Decision Evidence Proposal ProposalKind Proposals id_of_key",
    "vault.receipts": "Receipt ReceiptRow Receipts receipt_id",
}
"""Where each name is at home; the imports above say the same to those who check types."""

_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Loads the room of a name; Python asks here only once for each."""
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    room = f"{__name__}.{home}"
    __import__(room)  # importlib, which says it with more grace, takes half as long as the look
    value: object = getattr(sys.modules[room], name)
    globals()[name] = value
    return value

"""Who wrote what in a shared vault, and rules that wait for a second person's yes (spec 14).

Where the vault says so (``second_yes`` in its settings), what came in from somebody else and
would be law here is held: it never rides until a person other than its writer releases it in
Review. The hold is written into the note and travels, so that it holds for all; so does the yes
(``seconded``). Names are those of git's commits, which nobody checks: this is for people who mean
well, not against those who do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from luminair.errors import NoteError
from luminair.exchange.sync_names import is_note
from luminair.journal import Kind, Status, header_of, is_damaged, read_settings
from luminair.keeping.review.held import SECOND_YES

if TYPE_CHECKING:
    from luminair.exchange.git import Git, Tree
    from luminair.journal import Journal, Note

_LAW: Final = ("kind", "scope", "cwd", "pinned", "overrides", "title")


def hold(journal: Journal, git: Git, before: Tree, commit: str) -> list[str]:
    """Holds what a sync brought in as law and only its own writer wants.

    Args:
        journal: the vault, after the sync.
        git: its repository.
        before: the files before the sync.
        commit: what the folder holds now.

    Returns:
        The paths of what is held now and was not before.
    """
    if not read_settings(git.folder).second_yes:
        return []
    me = git.text("config", "user.name", fails=False)
    journal.refresh()
    after = git.tree(commit)
    changed = [path for path in after if is_note(path) and after[path] != before.get(path)]
    found = []
    for path in changed:
        who = author_of(git, commit, path)
        if who == me:
            continue
        try:
            note = journal.find(path)
            if _is_law(note) and _is_news(git, before, after, path, who):
                reason = f"{who} wrote it, and {SECOND_YES}"
                journal.edit(note.path, status=Status.HELD, extra={"held": reason, "author": who})
                found.append(path)
        except NoteError:  # damaged, so it does not ride anyway
            continue
    return found


def _is_law(note: Note) -> bool:
    stands = note.kind is Kind.RULE or note.pinned or note.in_harness or bool(note.overrides)
    return stands and note.status is not Status.HELD and not note.in_archive


def _is_news(git: Git, before: Tree, after: Tree, path: str, who: str) -> bool:
    """Whether nobody but its writer has said yes to what stands there now."""
    now = git.bytes_of([after[path].sha])[after[path].sha]
    if is_damaged(now):
        return False
    told = header_of(now)
    old = git.bytes_of([before[path].sha])[before[path].sha] if path in before else b""
    known = header_of(old) if old and not is_damaged(old) else {}
    if told.get("seconded") and told.get("seconded") != known.get("seconded"):
        return who == told.get("author", who)  # a yes of its own writer is none
    same = all(told.get(key) == known.get(key) for key in _LAW)
    return not (known and same and _text(now) == _text(old))


def _text(data: bytes) -> bytes:
    """What stands below the header."""
    _, fence, rest = data.partition(b"\n---")
    return rest if fence else data


def author_of(git: Git, commit: str, path: str) -> str:
    """Who last changed a file, by git; '' where it does not say."""
    return git.text("log", "-1", "--no-merges", "--format=%an", commit, "--", path)

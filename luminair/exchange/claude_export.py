"""Claude's data export: ``conversations.json``, ``projects.json`` and ``memories.json``.

Shapes as in basicmachines-co/basic-memory (importers) and Sinity/polylogue (claude-ai.md). Where
an answer was made anew, the version that the conversation went on from is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from luminair.exchange.chatgpt import conversations_in, sign_of
from luminair.exchange.plan import (
    NoteItem,
    Plan,
    TalkItem,
    Turn,
    called,
    rows,
    table,
    text_of,
    time_in,
)
from luminair.messages import Attachment, Role
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

_NOWHERE: Final = (
    "Notes of a project at Claude ride nowhere yet, since it is no folder of this machine; "
    "`luminair-journal edit ID --cwd FOLDER` gives one the folder in which it may ride."
)
_ROLES = {
    "human": Role.USER,
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
}


def is_export(found: object) -> bool:
    """Whether this is what ``conversations.json`` of Claude holds."""
    held = (table(each) for each in conversations_in(found))
    return any("chat_messages" in each or "messages" in each for each in held)


def read(found: object, plan: Plan, *, file: str, file_time: str) -> None:
    """Adds the conversations of an export to a plan; arguments as of ``chatgpt.read``."""
    for number, each in enumerate(conversations_in(found), 1):
        told = table(each)
        title = " ".join((text_of(told.get("name")) or text_of(told.get("title"))).split())
        item = f"{file}: conversation {number}" + (f", “{title}”" if title else "")
        messages = [table(one) for one in _messages(told)]
        if not messages:
            plan.skip(item, "It holds no messages, so there is nothing to import.")
            continue
        path = _path(messages)
        turns = tuple(turn for one in path if (turn := _turn(one)) is not None)
        if not turns:
            plan.skip(item, "None of its messages holds words, so there is nothing to import.")
            continue
        _mention_losses(plan, item, messages, path, turns)
        created = time_in(told.get("created_at")) or min(
            (turn.at for turn in turns if turn.at), default=""
        )
        if not created:
            plan.mention(item, "It has no date; the date of the file stands for it.")
        name = text_of(told.get("uuid")) or sign_of(turns)
        plan.talks.append(TalkItem(item, f"claude:{name}", title, turns, created or file_time))


def _messages(told: Mapping[str, object]) -> list[object]:
    return rows(told.get("chat_messages")) or rows(told.get("messages"))


def _mention_losses(
    plan: Plan,
    item: str,
    messages: list[Mapping[str, object]],
    path: list[Mapping[str, object]],
    turns: tuple[Turn, ...],
) -> None:
    empty, beside = len(path) - len(turns), len(messages) - len(path)
    undated = sum(not turn.at for turn in turns)
    if empty:
        plan.mention(item, f"{counted(empty, 'message')} without words left out.")
    if beside:
        plan.mention(item, f"{counted(beside, 'message')} of other versions left out.")
    if undated:
        plan.mention(item, f"{counted(undated, 'message')} without a date came in without one.")


def _path(messages: list[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """The messages that the last one follows from; all of them where no parents are named."""
    by_name = {name: each for each in messages if (name := text_of(each.get("uuid")))}
    if not any(text_of(each.get("parent_message_uuid")) in by_name for each in messages):
        return messages
    kept: list[Mapping[str, object]] = []
    seen: set[str] = set()
    at: Mapping[str, object] | None = messages[-1]
    while at is not None and (name := text_of(at.get("uuid"))) not in seen:
        seen.add(name)
        kept.append(at)
        at = by_name.get(text_of(at.get("parent_message_uuid")))
    return kept[::-1]


def _turn(message: Mapping[str, object]) -> Turn | None:
    role = _ROLES.get(text_of(message.get("sender")) or text_of(message.get("role")))
    words = _words(message)
    given = tuple(_attachments(message))
    if role is None or not (words.strip() or given):
        return None
    return Turn(role, words, time_in(message.get("created_at")), attachments=given)


def _words(message: Mapping[str, object]) -> str:
    content = message.get("content")
    blocks = [table(each) for each in rows(content)]
    parts = [text_of(each.get("text")) for each in blocks if each.get("type") == "text"]
    words = "\n\n".join(part for part in parts if part.strip())
    # `text` also holds a line for each block that the service could not show.
    words = words or text_of(message.get("text")) or text_of(content)
    files = [text_of(table(each).get("file_name")) for each in rows(message.get("files"))]
    return "\n".join(filter(None, [words, *(f"[file: {name}]" for name in files if name)]))


def _attachments(message: Mapping[str, object]) -> list[Attachment]:
    found: list[Attachment] = []
    for each in rows(message.get("attachments")):
        told = table(each)
        name, text = text_of(told.get("file_name")), text_of(told.get("extracted_content"))
        if text:
            size = len(text.encode("utf-8", "replace"))
            found.append(Attachment(name or "attachment.txt", "text/plain", size, text))
    return found


def read_projects(found: object, plan: Plan, *, file: str, origin: str, file_time: str) -> None:
    """Adds the documents of Claude's projects, and what their instructions ask, as notes.

    A project of the service is no folder of this machine, so its instructions are knowledge about
    it and no rule, and its notes are seen in no session before the owner gives them a folder.
    """
    for each in rows(found):
        project = table(each)
        if project.get("is_starter_project") is True:
            continue
        name = called(text_of(project.get("name")) or "Project")
        of = _address(text_of(project.get("uuid")) or name)
        before = len(plan.notes)
        asked = text_of(project.get("prompt_template"))
        if asked.strip():
            time = time_in(project.get("updated_at")) or file_time
            _add_note(plan, file, origin, name, "Instructions.md", asked, time, of)
        for one in rows(project.get("docs")):
            doc = table(one)
            file_name = called(text_of(doc.get("filename")) or "Document")
            text = text_of(doc.get("content"))
            if not text.strip():
                plan.skip(f"{file}: {name}/{file_name}", "It is empty.")
                continue
            if not file_name.casefold().endswith(".md"):
                file_name += ".md"
            time = time_in(doc.get("created_at")) or file_time
            _add_note(plan, file, origin, name, file_name, text, time, of)
        if len(plan.notes) > before:
            plan.mention(f"{file}: {name}", _NOWHERE)


def read_memories(found: object, plan: Plan, *, file: str, origin: str, file_time: str) -> None:
    """Adds what Claude remembered of the person, and of each project, as notes."""
    for each in rows(found):
        told = table(each)
        about = [("What Claude remembered", "", told.get("conversations_memory"))]
        for number, (of, text) in enumerate(table(told.get("project_memories")).items(), 1):
            title = f"What Claude remembered of project {number}"
            about.append((title, _address(of), text))
        for title, of, said in about:
            text = text_of(said)
            if text.strip():
                _add_note(plan, file, origin, "Memory", f"{title}.md", text, file_time, of)
                if of:
                    plan.mention(f"{file}: {title}", _NOWHERE)


def _address(of: str) -> str:
    """What a project of the service is known by, among those of repositories."""
    return f"claude.ai/project/{called(of)}"


def _add_note(
    plan: Plan, file: str, origin: str, folder: str, name: str, text: str, time: str, of: str
) -> None:
    """Adds a note that is seen in the project ``of`` alone, or everywhere where that is ''."""
    item = f"{file}: {folder}/{name}"
    where = f"{origin}: {folder}/{name}"
    raw, scope = text.encode("utf-8", "replace"), "folder" if of else ""
    plan.notes.append(NoteItem(item, folder, name, raw, where, time=time, scope=scope, project=of))

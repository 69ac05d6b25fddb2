"""A session as one file for people or programs: Markdown, JSON or HTML.

What rode of the Journal is named, never quoted: the export holds what was said.
"""

from __future__ import annotations

import html
import json
from enum import Enum
from typing import TYPE_CHECKING

from luminair.messages import MessageState, Role
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.messages import Message
    from luminair.sessions.session import Session

VERSION = 1
"""Of the JSON form; fields may be added to it, none dropped."""
_STATES = {
    MessageState.STREAMING: "cut off",
    MessageState.STOPPED: "stopped",
    MessageState.FAILED: "failed",
}
_POLICY = (
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
)
_STYLE = """
body { font: 16px/1.6 Charter, Georgia, serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem;
  color: #1f1d1a; background: #fcf9f3; }
h1 { font-size: 1.7rem; line-height: 1.3; }
h2 { font: 600 .85rem/1.4 system-ui, sans-serif; margin: 2.2rem 0 .4rem; color: #57534b; }
pre { background: #f7f5f2; border: 1px solid #e7e2db; border-radius: 8px; padding: .8rem;
  overflow: auto; }
code { font: .85em/1.5 ui-monospace, Menlo, monospace; }
blockquote { margin: 0; padding-left: 1rem; border-left: 3px solid #d1cac0; color: #57534b; }
table { border-collapse: collapse; }
td, th { border-bottom: 1px solid #e7e2db; padding: .3rem .8rem; }
.facts, .note { color: #6b665d; font: .85rem/1.5 system-ui, sans-serif; }
.you { background: #f8f6f3; border: 1px solid #e7e2db; border-radius: 10px; padding: .1rem 1rem; }
@media (prefers-color-scheme: dark) {
  body { color: #edeae4; background: #25221d; } h2, blockquote { color: #bbb6ac; }
  pre { background: #1a1917; border-color: #34312d; } td, th { border-color: #34312d; }
  .you { background: #2a2825; border-color: #34312d; } .facts, .note { color: #a39d92; }
}
"""


class Format(Enum):
    """A form, by the ending of its file."""

    MARKDOWN = "md"
    HTML = "html"
    JSON = "json"

    @classmethod
    def of(cls, name: str) -> Format:
        """The form that a file's name asks for; Markdown where it asks for none."""
        ending = name.rpartition(".")[2].casefold()
        return next((each for each in cls if each.value == ending), cls.MARKDOWN)


def export(session: Session, messages: Sequence[Message], form: Format) -> str:
    """The text of the file.

    Args:
        session: what it is called and where it ran.
        messages: in order.
        form: Markdown, HTML or JSON.
    """
    made = {Format.MARKDOWN: _markdown, Format.HTML: _html, Format.JSON: _json}[form]
    return made(session, messages)


def _facts(session: Session) -> str:
    parts = (session.lane, session.model, session.folder, f"begun {session.created[:10]}")
    return " · ".join(part for part in parts if part)


def _speaker(message: Message) -> str:
    who = "You" if message.role is Role.USER else message.model or message.lane or "Model"
    state = _STATES.get(message.state, "")
    return " · ".join(part for part in (who, _minute(message.at), state) if part)


def _minute(at: str) -> str:
    return f"{at[:10]} {at[11:16]} UTC" if len(at) >= len("2026-09-17T10:58") else at


def _notes(message: Message) -> list[str]:
    """What stands below a message: what rode, files, tools, why it ended early."""
    found = []
    if message.riders is not None and message.riders.count:
        found.append(f"{counted(message.riders.count, 'note')} of the Journal rode with it")
    if message.attachments:
        found.append("Attached: " + ", ".join(each.name for each in message.attachments))
    if message.tools:
        found.append("Used: " + ", ".join(dict.fromkeys(each.name for each in message.tools)))
    if message.note:
        found.append(message.note)
    return found


def _markdown(session: Session, messages: Sequence[Message]) -> str:
    parts = [f"# {_one_line(session.title)}", f"*{_facts(session)}*"]
    for message in messages:
        parts.append(f"## {_one_line(_speaker(message))}")
        if message.text.strip():
            parts.append(message.text.strip("\n"))
        parts += [f"> {_one_line(note)}" for note in _notes(message)]
    return "\n\n".join(parts) + "\n"


def _html(session: Session, messages: Sequence[Message]) -> str:
    from markdown_it import MarkdownIt  # noqa: PLC0415 exports only

    # HTML in an answer is shown as text, and a link may not run anything.
    writer = MarkdownIt("js-default", {"html": False, "linkify": False})
    title = html.escape(session.title)
    parts = [
        "<!doctype html>",
        '<html><head><meta charset="utf-8">',
        _POLICY,
        '<meta name="viewport" content="width=device-width">',
        f"<title>{title}</title><style>{_STYLE}</style></head><body>",
        f'<h1>{title}</h1><p class="facts">{html.escape(_facts(session))}</p>',
    ]
    for message in messages:
        parts.append(f"<h2>{html.escape(_speaker(message))}</h2>")
        if message.role is Role.USER:
            lines = html.escape(message.text).replace("\n", "<br>\n")
            parts.append(f'<div class="you"><p>{lines}</p></div>')
        else:
            parts.append(writer.render(message.text))
        parts += [f'<p class="note">{html.escape(note)}</p>' for note in _notes(message)]
    return "\n".join([*parts, "</body></html>"]) + "\n"


def _json(session: Session, messages: Sequence[Message]) -> str:
    told = {
        "luminair": VERSION,
        "session": {
            "id": session.id,
            "title": session.title,
            "lane": session.lane,
            "model": session.model,
            "folder": session.folder,
            "created": session.created,
            "updated": session.updated,
        },
        "messages": [message.to_json() for message in messages],
    }
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())

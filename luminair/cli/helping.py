"""``help``: how a command is used, what a setting does, what the words of Luminair mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from luminair.cli import terminal
from luminair.cli.commands import COMMANDS as TABLE
from luminair.cli.commands import help_text, usage
from luminair.config.concepts import Concept, concepts, default_words
from luminair.config.settings import SETTINGS
from luminair.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from luminair.cli.arguments import Call
    from luminair.config.settings import Setting

_CODE = re.compile(r"`([^`]+)`")


def show_help(call: Call) -> int:
    """Without a word it lists the commands, then the words that can be explained.

    A word that names nothing is looked for in all texts of help.
    """
    words = " ".join(" ".join(call.arguments).split())
    if not words:
        return _show_all(call)
    asked = words.casefold().removeprefix("//")
    command = TABLE.get(asked)
    meant = [each for each in _explained() if _is_called(each.title, asked)]
    spoken = [] if meant or command is not None else list(_spoken_of(asked.split()))
    if not (meant or spoken or command is not None):
        raise UsageError(
            f"There is no help on '{words}'; `luminair-journal help` lists what there is help on."
        )
    if call.has("--json"):
        terminal.write_json([_as_json(each) for each in meant or spoken])
        return 0
    parts = [help_text(command)] if command is not None else []
    parts += [_page(each) for each in meant]
    terminal.write("\n".join(parts))
    if spoken:
        terminal.write(f"Help speaks of “{words}” under:\n\n")
        terminal.write_table([(f"  {each.title}", _plain(each.sentence)) for each in spoken])
        terminal.say("`luminair-journal help WORD` shows one of them.")
    return 0


def _show_all(call: Call) -> int:
    found = concepts()
    if call.has("--json"):
        terminal.write_json([_as_json(each) for each in found])
        return 0
    words = ", ".join(each.title for each in found)
    more = f"luminair-journal help WORD also explains: {words}; and each setting by its name.\n"
    terminal.write(f"{help_text(None)}\n{more}")
    return 0


def _explained() -> Iterator[Concept]:
    """The words of the house, then its settings."""
    yield from concepts()
    yield from map(_of_setting, SETTINGS)


def _of_setting(each: Setting) -> Concept:
    lines = [f"One of {', '.join(each.choices)}."] if each.choices else []
    if type(each.default) is int:
        lines.append(f"From {each.least:,} to {each.most:,}{f' {each.unit}' if each.unit else ''}.")
    if default := default_words(each.name):
        lines.append(f"Unless you choose: {default}.")
    return Concept(each.name, each.sentence, " ".join(lines))


def _is_called(title: str, asked: str) -> bool:
    """Whether a word is this one, whatever its number: 'lanes' is 'Lane'."""
    name = title.casefold()
    return asked in {name, f"{name}s", name.removesuffix("s")}


def _spoken_of(words: list[str]) -> Iterator[Concept]:
    """Commands, words and settings whose texts hold all of these words."""
    every = [
        *(Concept(each.name, each.sentence, str(usage(each))) for each in TABLE.values()),
        *_explained(),
    ]
    for each in every:
        text = f"{each.title} {each.sentence} {each.text}".casefold()
        if all(word in text for word in words):
            yield each


def _page(concept: Concept) -> str:
    text = f"\n{_plain(concept.text)}\n" if concept.text else ""
    return f"{concept.title}: {_plain(concept.sentence)}\n{text}"


def _plain(text: str) -> str:
    """Markdown as a terminal shows it: without marks, code of several words in quotes."""
    lines, in_code = [], False
    for line in text.split("\n"):
        if line.startswith("```"):
            in_code = not in_code
        elif in_code:
            lines.append(f"    {line}".rstrip())
        else:
            lines.append(line)
    joined = "\n".join(lines).replace("**", "")
    return _CODE.sub(lambda code: f"'{code[1]}'" if " " in code[1] else code[1], joined)


def _as_json(concept: Concept) -> dict[str, str]:
    return {"word": concept.title, "sentence": concept.sentence, "text": concept.text}


COMMANDS: Mapping[str, Callable[[Call], int]] = {"help": show_help}

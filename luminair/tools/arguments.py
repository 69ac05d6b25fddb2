"""A model's arguments, checked against a tool's definition.

Models are near misses more often than liars: a number as text and an argument that is null are
understood. What is not becomes one sentence that the model can act on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from luminair.errors import UsageError
from luminair.messages import well_formed

if TYPE_CHECKING:
    from luminair.tools.table import Argument, Definition


class Given:
    """The arguments of one call, each of the type that its definition names.

    Args:
        definition: of the tool.
        arguments: as the model wrote them.

    Raises:
        UsageError: they do not fit.
    """

    def __init__(self, definition: Definition, arguments: object) -> None:
        if not isinstance(arguments, Mapping):
            raise UsageError(f"{definition.name} takes its arguments as a JSON object.")
        known = {each.name: each for each in definition.arguments}
        for name in arguments:
            if name not in known:
                takes = ", ".join(known)
                raise UsageError(
                    f"{definition.name} has no argument '{_short(name)}'; it takes {takes}."
                )
        self._values: dict[str, str | int | bool] = {}
        for name, argument in known.items():
            value = arguments.get(name)
            if value is not None:
                self._values[name] = _understood(argument, value)
            elif argument.needed:
                raise UsageError(f"{definition.name} needs '{name}': {_lower(argument.sentence)}")

    def text(self, name: str) -> str:
        """A text, '' where it was not given."""
        return str(self._values.get(name, ""))

    def number(self, name: str, usual: int) -> int:
        """A number, the usual one where none was given."""
        return int(self._values.get(name, usual))

    def on(self, name: str) -> bool:
        """A switch, off where it was not given."""
        return bool(self._values.get(name, False))


def _understood(argument: Argument, value: object) -> str | int | bool:
    match argument.type:
        case "string":
            return _text(argument, value)
        case "integer":
            return _number(argument, value)
        case "boolean":
            return _switch(argument, value)


def _text(argument: Argument, value: object) -> str:
    name = argument.name
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise UsageError(f"'{name}' must be text.")
    text = well_formed(value).strip()
    control = next((letter for letter in text if letter < " " and letter not in "\t\n\r"), "")
    if control:
        raise UsageError(
            f"'{name}' holds a control character (U+{ord(control):04X}); leave it out."
        )
    if not text:
        raise UsageError(f"'{name}' is empty: {_lower(argument.sentence)}")
    if argument.most and len(text) > argument.most:
        raise UsageError(
            f"'{name}' has {len(text):,} characters and may have {argument.most:,}; shorten it."
        )
    if argument.choices and text not in argument.choices:
        raise UsageError(f"'{name}' must be one of {', '.join(argument.choices)}.")
    return text


def _number(argument: Argument, value: object) -> int:
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        value = int(value.strip()[:15])
    least, most = argument.least, argument.most
    if isinstance(value, bool) or not isinstance(value, int):
        raise UsageError(f"'{argument.name}' must be a whole number.")
    if value < least or (most and value > most):
        span = f"from {least} to {most}" if most else f"of {least} or more"
        raise UsageError(f"'{argument.name}' must be a whole number {span}.")
    return value


def _switch(argument: Argument, value: object) -> bool:
    if isinstance(value, str):
        value = {"true": True, "false": False}.get(value.strip().casefold())
    if not isinstance(value, bool):
        raise UsageError(f"'{argument.name}' must be true or false.")
    return value


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _short(name: object) -> str:
    return " ".join(well_formed(str(name)).split())[:60]

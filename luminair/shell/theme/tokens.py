"""Every colour of the app, once: design.md section 2 as a table.

Text ratios there were measured on the worst background a role may use; ``contrast`` measures
them again in the tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

Tokens: TypeAlias = Mapping[str, str]
"""The colours of one theme by role, ``#RRGGBB`` (``dim`` is ``#AARRGGBB``)."""

# role: (light, dark), and where it is used
_TABLE = {
    "text": ("#1F1D1A", "#EDEAE4"),  # body, titles
    "text2": ("#57534B", "#BBB6AC"),  # secondary text, idle icons
    "text3": ("#6B665D", "#A39D92"),  # times, hints, placeholders
    "accent": ("#0A667D", "#74C7DA"),  # links, the main button, focus, what runs
    "accenthover": ("#08566A", "#90D5E5"),  # the main button under the pointer
    "onaccent": ("#FFFFFF", "#0A2329"),  # text on ``accent``
    "ok": ("#286A3D", "#7FC595"),  # ready, passed, decided
    "warn": ("#815009", "#E2B468"),  # hidden, slow
    "danger": ("#AB3328", "#F2938A"),  # failed, missing
    "krule": ("#65479A", "#BBA2E8"),  # kind rule; keywords in code
    "knote": ("#4A5A74", "#A9B9D2"),  # kind note
    "kdoc": ("#75581C", "#D9B86F"),  # kind doc; numbers in code
    "kask": ("#1E5DA8", "#86B5F2"),  # kind ask; functions in code
    "kdead": ("#A63A2B", "#F2938A"),  # kind dead end
    "ksess": ("#476339", "#AECB92"),  # a session's note
    "window": ("#F4F1ED", "#1B1A18"),  # top bar, sidebars
    "surface": ("#FEFDFC", "#211F1D"),  # panes, lists, sheets
    "raised": ("#F8F6F3", "#2A2825"),  # the owner's messages, inline code, an open table row
    "sunken": ("#F7F5F2", "#1A1917"),  # code blocks, the graph's canvas
    "field": ("#FFFFFF", "#191816"),  # text fields, composer
    "paper": ("#FCF9F3", "#25221D"),  # whatever comes from the Journal
    "paperline": ("#EBE4D7", "#3B362D"),  # hairlines on paper
    "hover": ("#EBE7E1", "#2D2A27"),  # under the pointer
    "press": ("#E1DCD4", "#38342F"),  # pressed, chips
    "line": ("#E7E2DB", "#34312D"),  # hairlines
    "line2": ("#D1CAC0", "#4D4842"),  # borders of buttons and fields
    "edge": ("#8E877B", "#7F786E"),  # outline of an unticked box or switch
    "bar": ("#958E82", "#787167"),  # the transcript's part of budget bars
    "accentsoft": ("#DEEBED", "#1C343B"),  # selected row
    "oksoft": ("#E3F0E5", "#203528"),  # fill of what went well
    "warnsoft": ("#FAEED6", "#3B2F1A"),  # fill of a warning
    "dangersoft": ("#F9E6E1", "#442723"),  # fill of a failure
    "dim": ("#571E1B16", "#85000000"),  # over a window under a sheet
    "button": ("#FEFDFC", "#2A2825"),  # fill of bordered buttons
    "track": ("#E9E5DF", "#332F2B"),  # the empty part of bars and rings
    "selection": ("#C4DEE4", "#2A4C56"),  # behind selected text
}

_ON_SOFT = ("text3", "ok", "warn", "danger", "krule", "knote", "kdoc", "kask", "kdead", "ksess")
"""The faintest roles that stand on a chosen row."""
READABLE = 4.5
"""The least contrast of text."""
LIGHT: Tokens = MappingProxyType({role: pair[0] for role, pair in _TABLE.items()})
DARK: Tokens = MappingProxyType({role: pair[1] for role, pair in _TABLE.items()})


def contrast(first: str, second: str) -> float:
    """The WCAG 2 contrast ratio of two ``#RRGGBB`` colours, 1 to 21."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mixed(over: str, under: str, share: float) -> str:
    """``over`` laid on ``under`` at a share of 0 to 1, as ``#RRGGBB``."""
    pairs = zip(_channels(over), _channels(under), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02X}" for a, b in pairs)


def with_accent(tokens: Tokens, accent: str) -> Tokens:
    """The colours of a theme with another accent, moved until it can be read.

    It is made darker in the light theme and lighter in the dark one, until it reaches 4.5 on the
    roles that it may stand on; what is mixed of it follows.

    Args:
        tokens: of the theme.
        accent: ``#RRGGBB``.
    """
    away = "#000000" if tokens is LIGHT else "#FFFFFF"
    share, chosen = (0.10, 0.25) if tokens is LIGHT else (0.16, 0.30)
    grounds = ("hover", "window", "surface", "paper")
    step, wanted, softly = 0, accent, _soft(tokens, accent, share)
    while step < 100 and not _readable(wanted, [softly, *(tokens[each] for each in grounds)]):
        step += 1
        wanted = mixed(away, accent, step / 100)
        softly = _soft(tokens, wanted, share)
    return {
        **tokens,
        "accent": wanted,
        "accenthover": mixed(away, wanted, 0.15),
        "onaccent": max(("#FFFFFF", "#000000"), key=lambda each: contrast(each, wanted)),
        "accentsoft": softly,
        "selection": mixed(wanted, tokens["surface"], chosen),
    }


def _soft(tokens: Tokens, accent: str, share: float) -> str:
    """The fill of a chosen row: as much of the accent as leaves every text on it readable."""
    while True:
        found = mixed(accent, tokens["surface"], share)
        if share <= 0 or all(_readable(tokens[each], [found]) for each in _ON_SOFT):
            return found
        share -= 0.01


def _readable(text: str, grounds: Sequence[str]) -> bool:
    return all(contrast(text, each) >= READABLE for each in grounds)


def _channels(colour: str) -> tuple[int, int, int]:
    value = int(colour[-6:], 16)
    return value >> 16, value >> 8 & 255, value & 255


def _luminance(colour: str) -> float:
    # https://www.w3.org/TR/WCAG21/#dfn-relative-luminance
    linear = [
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (value / 255 for value in _channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

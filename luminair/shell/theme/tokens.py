"""Every colour of the app, once: design.md section 2 as a table.

Text ratios there were measured on the worst background a role may use; ``contrast`` measures
them again in the tests.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colours of one theme, ``#RRGGBB`` (``dim`` is ``#AARRGGBB``).

    Attributes:
        text: body, titles.
        text2: secondary text, idle icons.
        text3: times, hints, placeholders.
        accent: links, the main button, focus, what runs.
        accenthover: the main button under the pointer.
        onaccent: text on ``accent``.
        ok: ready, passed, decided.
        warn: hidden, slow.
        danger: failed, missing.
        krule: kind rule; keywords in code.
        knote: kind note.
        kdoc: kind doc; numbers in code.
        kask: kind ask; functions in code.
        kdead: kind dead end.
        ksess: a session's note.
        window: top bar, sidebars.
        surface: panes, lists, sheets.
        raised: the owner's messages, inline code, an open table row.
        sunken: code blocks, the graph's canvas.
        field: text fields, composer.
        paper: whatever comes from the Journal.
        paperline: hairlines on paper.
        hover: under the pointer.
        press: pressed, chips.
        line: hairlines.
        line2: borders of buttons and fields.
        edge: outline of an unticked box or switch.
        bar: the transcript's part of budget bars.
        accentsoft: selected row.
        oksoft: fill of what went well.
        warnsoft: fill of a warning.
        dangersoft: fill of a failure.
        dim: over a window under a sheet.
        button: fill of bordered buttons.
        track: the empty part of bars and rings.
        selection: behind selected text.
    """

    text: str
    text2: str
    text3: str
    accent: str
    accenthover: str
    onaccent: str
    ok: str
    warn: str
    danger: str
    krule: str
    knote: str
    kdoc: str
    kask: str
    kdead: str
    ksess: str
    window: str
    surface: str
    raised: str
    sunken: str
    field: str
    paper: str
    paperline: str
    hover: str
    press: str
    line: str
    line2: str
    edge: str
    bar: str
    accentsoft: str
    oksoft: str
    warnsoft: str
    dangersoft: str
    dim: str
    button: str
    track: str
    selection: str


LIGHT = Tokens(
    text="#1F1D1A",
    text2="#57534B",
    text3="#6B665D",
    accent="#0A667D",
    accenthover="#08566A",
    onaccent="#FFFFFF",
    ok="#286A3D",
    warn="#815009",
    danger="#AB3328",
    krule="#65479A",
    knote="#4A5A74",
    kdoc="#75581C",
    kask="#1E5DA8",
    kdead="#A63A2B",
    ksess="#476339",
    window="#F4F1ED",
    surface="#FEFDFC",
    raised="#F8F6F3",
    sunken="#F7F5F2",
    field="#FFFFFF",
    paper="#FCF9F3",
    paperline="#EBE4D7",
    hover="#EBE7E1",
    press="#E1DCD4",
    line="#E7E2DB",
    line2="#D1CAC0",
    edge="#8E877B",
    bar="#958E82",
    accentsoft="#DEEBED",
    oksoft="#E3F0E5",
    warnsoft="#FAEED6",
    dangersoft="#F9E6E1",
    dim="#571E1B16",
    button="#FEFDFC",
    track="#E9E5DF",
    selection="#C4DEE4",
)

DARK = Tokens(
    text="#EDEAE4",
    text2="#BBB6AC",
    text3="#A39D92",
    accent="#74C7DA",
    accenthover="#90D5E5",
    onaccent="#0A2329",
    ok="#7FC595",
    warn="#E2B468",
    danger="#F2938A",
    krule="#BBA2E8",
    knote="#A9B9D2",
    kdoc="#D9B86F",
    kask="#86B5F2",
    kdead="#F2938A",
    ksess="#AECB92",
    window="#1B1A18",
    surface="#211F1D",
    raised="#2A2825",
    sunken="#1A1917",
    field="#191816",
    paper="#25221D",
    paperline="#3B362D",
    hover="#2D2A27",
    press="#38342F",
    line="#34312D",
    line2="#4D4842",
    edge="#7F786E",
    bar="#787167",
    accentsoft="#1C343B",
    oksoft="#203528",
    warnsoft="#3B2F1A",
    dangersoft="#442723",
    dim="#85000000",
    button="#2A2825",
    track="#332F2B",
    selection="#2A4C56",
)


def contrast(first: str, second: str) -> float:
    """The WCAG 2 contrast ratio of two ``#RRGGBB`` colours, 1 to 21."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mixed(over: str, under: str, share: float) -> str:
    """``over`` laid on ``under`` at a share of 0 to 1, as ``#RRGGBB``."""
    pairs = zip(_channels(over), _channels(under), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02X}" for a, b in pairs)


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

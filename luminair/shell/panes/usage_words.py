"""What an answer, or a whole session, used: in a few words, and for people who read them out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.lanes.lane import LaneKind
from luminair.messages import Usage
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from luminair.messages import Message

EQUIVALENT = "API-equivalent"
"""What a subscription's answer would have cost at the API's price: nobody is billed that."""


def money(dollars: float) -> str:
    """An amount in US dollars, as exact as it is worth reading: '≈$0.0034', '≈$1.20'."""
    if dollars < 0.00005:
        return "≈$0"
    return f"≈${dollars:,.2f}" if dollars >= 0.1 else f"≈${dollars:.4f}"


def usage_words(usage: Usage, kind: LaneKind | None) -> str:
    """'12,480 in (11,200 cached) · 356 out · ≈$0.0124'; '' where nothing is known.

    Args:
        usage: what the protocol said.
        kind: of the lane; a CLI's price is what the API would have cost.
    """
    parts = []
    if usage.input_tokens:
        cached = f" ({usage.cached_tokens:,} cached)" if usage.cached_tokens else ""
        parts.append(f"{usage.input_tokens:,} in{cached}")
    if usage.output_tokens:
        parts.append(f"{usage.output_tokens:,} out")
    if usage.cost_usd is not None and kind is not LaneKind.EMBEDDED:
        mark = f" {EQUIVALENT}" if kind is LaneKind.CLI else ""
        parts.append(f"{money(usage.cost_usd)}{mark}")
    return " · ".join(parts)


def spoken_usage(usage: Usage) -> str:
    """The same for VoiceOver."""
    words = (
        f"Used {counted(usage.input_tokens, 'token')} in, {usage.cached_tokens:,} of them cached, "
    )
    words += f"{usage.output_tokens:,} out"
    return words if usage.cost_usd is None else f"{words}, about {usage.cost_usd:.4f} dollars"


def session_words(messages: Iterable[Message], kinds: Mapping[str, LaneKind]) -> str:
    """What all answers of a session used; '' where nothing is known.

    Args:
        messages: the conversation.
        kinds: lane id → its kind.
    """
    total, billed, equivalent, priced = Usage(), 0.0, 0.0, False
    for message in messages:
        used = message.usage
        if used is None:
            continue
        total = Usage(
            total.input_tokens + used.input_tokens,
            total.cached_tokens + used.cached_tokens,
            total.output_tokens + used.output_tokens,
        )
        if used.cost_usd is not None:
            priced = True
            if kinds.get(message.lane) is LaneKind.CLI:
                equivalent += used.cost_usd
            else:
                billed += used.cost_usd
    words = usage_words(total, None)
    costs = []
    if billed or (priced and not equivalent):
        costs.append(money(billed))
    if equivalent:
        costs.append(f"{money(equivalent)} {EQUIVALENT}")
    return " · ".join(part for part in (words, " and ".join(costs)) if part)

"""An assembly as the owner copies it (a table) and as programs read it (JSON, spec 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.context.cost import BYTES_PER_TOKEN, shown
from luminair.plurals import counted

if TYPE_CHECKING:
    from luminair.context.block import Assembly, Row


def as_json(assembly: Assembly) -> dict[str, object]:
    """The sheet as a JSON object; ``share`` is 0 to 1, null where the window is unknown."""
    return {
        "lane": assembly.target.lane,
        "model": assembly.target.model,
        "window": assembly.target.window,
        "total_tokens": assembly.total_tokens,
        "total_bytes": assembly.total_bytes,
        "exact": assembly.exact,
        "include_optional": assembly.include_optional,
        "optional_tokens": assembly.optional_tokens,
        "rows": [_row_json(assembly, row) for row in assembly.rows],
        "harness_left_out": [
            {"path": file.path, "reason": file.reason, "bytes": file.bytes}
            for file in assembly.harness_left_out
        ],
        "warnings": list(assembly.warnings),
    }


def _row_json(assembly: Assembly, row: Row) -> dict[str, object]:
    return {
        "name": str(row.name),
        "tokens": row.tokens,
        "exact": row.exact,
        "bytes": row.bytes,
        "share": assembly.share(row),
        "built": row.built.value,
        "optional": row.optional,
        "why": row.why,
        "text": row.text,
        "rows": [_row_json(assembly, child) for child in row.rows],
    }


def as_text(assembly: Assembly) -> str:
    """The sheet as a table for a terminal or the clipboard, without the rows' texts."""
    lines = [("Block", "Built", "Tokens", "Bytes", "Share of window")]
    for row in assembly.rows:
        lines.append(_line(assembly, row, ""))
        # One line for each message of the transcript would be a transcript, not a table.
        if any(child.optional for child in row.rows):
            lines.extend(_line(assembly, child, "  ") for child in row.rows)
    total = shown(assembly.total_tokens, assembly.exact)
    lines.append(("Next message", "", total, f"{assembly.total_bytes:,}", _whole_share(assembly)))
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    table = [_padded(line, widths) for line in lines]
    rule = "-" * max(len(line) for line in table)
    parts = [_heading(assembly), "", table[0], rule, *table[1:-1], rule, table[-1]]
    return "\n".join([*parts, *_below(assembly)]) + "\n"


def _heading(assembly: Assembly) -> str:
    target = assembly.target
    window = counted(target.window, "token") if target.window else "a window of unknown size"
    model = " · ".join(part for part in (target.lane, target.model) if part)
    total = shown(assembly.total_tokens, assembly.exact)
    return f"Context budget: {total} of {window}" + (f" ({model})" if model else "")


def _line(assembly: Assembly, row: Row, indent: str) -> tuple[str, str, str, str, str]:
    name = indent + str(row.name) + (" (optional)" if row.optional else "")
    return (
        name,
        row.built.value,
        shown(row.tokens, row.exact),
        f"{row.bytes:,}",
        _percent(assembly.share(row)),
    )


def _padded(line: tuple[str, str, str, str, str], widths: list[int]) -> str:
    left = [cell.ljust(width) for cell, width in zip(line[:2], widths[:2], strict=True)]
    right = [cell.rjust(width) for cell, width in zip(line[2:], widths[2:], strict=True)]
    return "  ".join([*left, *right]).rstrip()


def _whole_share(assembly: Assembly) -> str:
    window = assembly.target.window
    return _percent(assembly.total_tokens / window if window else None)


def _percent(share: float | None) -> str:
    return "unknown" if share is None else f"{share:.1%}"


def _below(assembly: Assembly) -> list[str]:
    lines: list[str] = []
    if not assembly.exact:
        lines.append(f"≈ counts {BYTES_PER_TOKEN} bytes as 1 token.")
    if not assembly.include_optional:
        lines.append("Rules and pins only: optional Journal notes and summaries are not sent.")
    lines.extend(assembly.warnings)
    if assembly.harness_left_out:
        lines.append("Left out of Harness:")
        lines.extend(
            f"  {file.path}: {file.reason}, {counted(file.bytes, 'byte')}"
            for file in assembly.harness_left_out
        )
    return ["", *lines] if lines else []

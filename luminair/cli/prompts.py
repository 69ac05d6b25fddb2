"""``digest``, ``context`` and ``harness``: what rides with a message."""

from __future__ import annotations

import time

from luminair import bootstrap
from luminair.cli import terminal
from luminair.cli.shapes import here, open_vault, own_id, session_of
from luminair.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.cli.arguments import Call
    from luminair.journal import Block, Digest, Item, LeftOut


def digest(call: Call) -> int:
    """Prints the digest for one prompt at one place."""
    began = time.perf_counter()
    prompt = _prompt(call)
    journal = open_vault(call)
    place, said = journal.place(session=session_of(call), cwd=here(call))
    built = journal.digest(prompt, place)
    took_ms = round((time.perf_counter() - began) * 1000, 3)
    if call.has("--json"):
        terminal.write_json(
            {
                "text": built.text,
                "tokens": built.tokens,
                "bytes": built.bytes,
                "blocks": [_block_json(block) for block in built.blocks],
                "left_out": [_left_out_json(each) for each in built.left_out],
                "took_ms": took_ms,
                "said": said or None,
            }
        )
        return 0
    terminal.write(built.text)
    if call.has("--explain"):
        _explain(built, took_ms)
    return 0


def _block_json(block: Block) -> dict[str, object]:
    return {
        "name": block.name.value,
        "text": block.text,
        "tokens": block.tokens,
        "bytes": block.bytes,
        "notes": [_item_json(item) for item in block.items],
    }


def _item_json(item: Item) -> dict[str, object]:
    return {
        "id": own_id(item.note),
        "path": item.note.path,
        "kind": item.note.kind.value,
        "title": item.note.title,
        "tokens": item.tokens,
        "bytes": item.bytes,
        "verdict": item.why.verdict,
        "rank": item.why.rank,
        "score": item.why.score,
        "terms": dict(item.why.terms),
    }


def _left_out_json(left: LeftOut) -> dict[str, object]:
    return {
        "id": own_id(left.note),
        "path": left.note.path,
        "title": left.note.title,
        "reason": left.why.verdict,
        "rank": left.why.rank,
        "score": left.why.score,
        "terms": dict(left.why.terms),
    }


def _explain(built: Digest, took_ms: float) -> None:
    from luminair.plurals import counted  # noqa: PLC0415 a prompt waits for what is loaded

    size = f"{counted(built.tokens, 'token')}, {counted(built.bytes, 'byte')}"
    head = f"Why ({size}, {took_ms:.0f} ms):"
    terminal.write(f"{head}\n" if not built.text else f"\n{head}\n")
    whys = [
        *((item.note, item.why, counted(item.tokens, "token")) for item in built.items),
        *((left.note, left.why, "") for left in built.left_out),
    ]
    rows = []
    for note, why, cost in whys:
        terms = ", ".join(f"{term} {weight:.2f}" for term, weight in why.terms)
        said = why.verdict + (f" · rank {why.rank}: {terms}" if why.rank else "")
        rows.append((f"  {note.key}", cost, f"{note.title} · {said}"))
    if rows:
        terminal.write_table(rows)


def context(call: Call) -> int:
    """Prints every block of the next message and what it costs."""
    from luminair.context import sheet  # noqa: PLC0415 the digest needs none of it

    prompt = _prompt(call)
    journal = open_vault(call)
    assembly = bootstrap.prepare_context(
        journal,
        prompt,
        session=session_of(call),
        cwd=here(call),
        lane=call.text("--lane") or "",
        model=call.text("--model") or "",
        home=call.asker.home if call.asker is not None else call.text("--home"),
    )
    if call.has("--json"):
        terminal.write_json(sheet.as_json(assembly))
    else:
        terminal.write(sheet.as_text(assembly))
    return 0


def harness(call: Call) -> int:
    """Prints the Harness files and what became of each."""
    files = open_vault(call).harness()
    if call.has("--json"):
        terminal.write_json(
            [
                {
                    "path": file.path,
                    "title": file.title,
                    "verdict": file.verdict.value,
                    "reason": file.reason or None,
                    "bytes": file.bytes,
                    "bundled": file.bundled,
                }
                for file in files
            ]
        )
    elif files:
        from luminair.plurals import counted  # noqa: PLC0415 see above

        rows = [
            (file.path, file.verdict.value, counted(file.bytes, "byte"),
             ", ".join(filter(None, ("bundled" if file.bundled else "", file.reason))))
            for file in files
        ]  # fmt: skip
        terminal.write_table(rows)
    else:
        terminal.say("There is no Harness file.")
    return 0


def rides(call: Call) -> int:
    """Prints what a hook may choose from; see ``agents/hook_making.py``."""
    from luminair.agents.hook_making import texts_of  # noqa: PLC0415 one command

    prompt = _prompt(call) if call.has("--prompt") else None
    texts = texts_of(
        open_vault(call),
        session=session_of(call),
        folder=here(call),
        ancestors=call.all("--ancestor"),
        prompt=prompt,
        summaries=call.all("--summary") if call.has("--chosen") else None,
        optional=not call.has("--standing"),
    )
    terminal.write(texts.packed() + "\n")
    return 0


def _prompt(call: Call) -> str:
    given = call.text("--prompt")
    if given is None:
        raise UsageError(f"`{call.command.name if call.command else ''}` needs --prompt TEXT or -.")
    return terminal.read_text(strict=False) if given == "-" else given


COMMANDS: Mapping[str, Callable[[Call], int]] = {
    "digest": digest,
    "context": context,
    "harness": harness,
    "rides": rides,
}

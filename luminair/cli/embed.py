"""``embed``: giving notes the vectors by which they are found for their meaning."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING

from luminair import bootstrap
from luminair.cli import terminal
from luminair.cli.shapes import open_vault
from luminair.errors import UsageError
from luminair.plurals import counted
from luminair.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.cli.arguments import Call
    from luminair.journal import EmbeddingProgress, Embeddings, EmbeddingStatus

_BAR = 24
_REDRAWN_S = 0.1


def embed(call: Call) -> int:
    """Embeds what lacks a vector; can be stopped at any moment and goes on from there."""
    if call.has("--status") and call.has("--warm"):
        raise UsageError("--status only looks and --warm only loads; give one of them.")
    model = call.text("--model")
    if model is not None and not model.strip():
        raise UsageError("--model needs the name of a model, such as nomic-embed-text.")
    settings = bootstrap.locate(call.text("--home"), None)[1]
    embedder = bootstrap.embedder_of(settings, (model or "").strip(), asked=True)
    embeddings = open_vault(call).embeddings(embedder)
    if call.has("--warm"):
        embeddings.warm()
        return 0
    if call.has("--status"):
        status = embeddings.status()
        fault = bootstrap.ollama_fault(settings)
        return _report(call, replace(status, resting=fault or status.resting), [])
    refused: list[tuple[str, str]] = []
    try:
        _run(embeddings, refused)
    except KeyboardInterrupt:
        _report(call, embeddings.status(), refused)
        terminal.say("Stopped; what was done is kept, and `embed` goes on from there.")
        return 1
    return _report(call, embeddings.status(), refused)


def _run(embeddings: Embeddings, refused: list[tuple[str, str]]) -> None:
    bar = _Bar()
    with closing(embeddings.run()) as steps:
        try:
            for step in steps:
                refused += step.refused
                bar.show(step)
        finally:
            bar.clear()


class _Bar:
    """How far it is, on a terminal's standard error; nothing where that is none."""

    def __init__(self) -> None:
        self._stream = sys.stderr if sys.stderr is not None and sys.stderr.isatty() else None
        self._began = self._drawn = time.monotonic()
        self._shown = 0

    def show(self, step: EmbeddingProgress) -> None:
        now = time.monotonic()
        if self._stream is None or not step.total or now - self._drawn < _REDRAWN_S:
            return
        self._drawn = now
        full = _BAR * step.done // step.total
        line = f"[{'#' * full}{'-' * (_BAR - full)}] {step.done:,} of {counted(step.total, 'note')}"
        if step.done:
            left = (now - self._began) / step.done * (step.total - step.done)
            line += f", {_time_words(left)} left"
        self._put(line)

    def clear(self) -> None:
        if self._shown:
            self._put("")

    def _put(self, line: str) -> None:
        if self._stream is not None:
            self._stream.write(f"\r{line.ljust(self._shown)}" + ("" if line else "\r"))
            self._stream.flush()
        self._shown = len(line)


def _time_words(seconds: float) -> str:
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    return f"about {round(seconds / 60):,} min"


def _report(call: Call, status: EmbeddingStatus, refused: list[tuple[str, str]]) -> int:
    if call.has("--json"):
        terminal.write_json(
            {
                "model": status.model,
                "notes": status.notes,
                "embedded": status.embedded,
                "refused": status.refused,
                "lacking": status.lacking,
                "since": status.since or None,
                "problem": status.problem or None,
                "resting": status.resting or None,
                "refused_now": [{"path": path, "reason": why} for path, why in refused],
            }
        )
        return 0
    for path, why in refused:
        terminal.say(f"{path} was passed over: {why}")
    have = "has" if status.embedded == 1 else "have"
    notes = counted(status.notes, "note")
    said = f"{status.embedded:,} of {notes} {have} an embedding by {status.model}"
    if status.refused:
        said += f"; {status.refused:,} it would not take"
    if status.lacking:
        lack = counted(status.lacking, "lacks its own", "lack theirs")
        said += f"; {lack} since {_moment(status.since)} UTC"
    terminal.write(f"{terminal.one_line(said)}.\n")
    if status.problem:
        terminal.say(f"'.luminair/vectors.json' {status.problem}; `embed` makes it anew.")
    if status.resting:
        terminal.say(status.resting)
    return 0


def _moment(utc: str) -> str:
    return utc[:16].replace("T", " ")


COMMANDS: Mapping[str, Callable[[Call], int]] = {"embed": embed}

"""One streamed answer of the Messages API: blocks in pieces, usage, how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.lanes.faults import Mask, Who, one_line, read_error, refused, unreadable
from luminair.lanes.lane import Alive, Began, Event, Failed, Text, WayOn
from luminair.lanes.speech import Speech
from luminair.lanes.talk import Call, cut_at_length
from luminair.lanes.wire import Sent, number, obj, parsed, word
from luminair.messages import Usage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from luminair.messages import Json


class Heard:
    """Takes one answer: blocks, each in pieces, and how it ended."""

    def __init__(self, who: Who, mask: Mask, model: str) -> None:
        self.complete = False
        self.closed = False
        self.paused = False
        self.usage = Usage()
        self.calls: list[Call] = []
        self._who = who
        self._mask = mask
        self._model = model
        self._speech = Speech()
        self._blocks: dict[int, dict[str, object]] = {}
        self._pieces: dict[tuple[int, str], list[str]] = {}
        self._counts: dict[str, int] = {}
        self._stop: Json = {}

    def take(self, sent: Sent) -> Iterator[Event]:
        """The events of one message; those of unknown kinds are signs of life."""
        found = parsed(sent.data)
        if found is None:
            if sent.whole:
                raise unreadable(self._who)
            return
        match word(found, "type"):
            case "message_start":
                message = obj(found, "message")
                self._count(obj(message, "usage"))
                yield Began(word(message, "model"))
            case "content_block_start":
                self._blocks[number(found, "index")] = dict(obj(found, "content_block"))
                yield Alive()
            case "content_block_delta":
                yield from self._grow(number(found, "index"), obj(found, "delta"))
            case "content_block_stop":
                self._close(number(found, "index"))
                yield Alive()
            case "message_delta":
                self._stop = obj(found, "delta")
                self._count(obj(found, "usage"))
                yield Alive()
            case "message_stop":
                self.paused = word(self._stop, "stop_reason") == "pause_turn"
                self.complete = self.closed = True
            case "error":
                raise refused(self._who, self._model, read_error(found, self._mask))
            case _:
                yield Alive()

    def life(self) -> Alive:
        """The server is there; the model says itself when it begins."""
        return Alive()

    def end(self) -> str:
        """Half a character, at most."""
        return self._speech.end()

    def failed(self) -> Failed | None:
        """What the stop reason says against the answer."""
        match word(self._stop, "stop_reason"):
            case "max_tokens":
                return cut_at_length(self._who)
            case "model_context_window_exceeded":
                return Failed(
                    f"The answer was cut because {self._model} can hold no more; open the context "
                    "budget and leave something out.",
                    WayOn.CONTEXT,
                )
            case "refusal":
                why = self._mask(word(obj(self._stop, "stop_details"), "explanation"))
                told = f': "{one_line(why)}"' if why else ""
                return Failed(
                    f"{self._model} refuses to answer this{told}; ask in another way, or choose "
                    "another model.",
                    WayOn.CHOOSE_LANE,
                )
            case _:
                return None

    def content(self) -> list[Json]:
        """The blocks as they go back to the model; it takes no empty text."""
        for index, block in self._blocks.items():
            self._join(index, block)
        blocks = [self._blocks[index] for index in sorted(self._blocks)]
        return [
            block
            for block in blocks
            if word(block, "type") != "text" or word(block, "text").strip()
        ]

    def _grow(self, index: int, delta: Json) -> Iterator[Event]:
        """One piece of a block. Pieces are joined once, when the block is whole."""
        match word(delta, "type"):
            case "text_delta":
                self._piece(index, "text", delta, "text")
                shown = self._speech.take(word(delta, "text"))
                yield Text(shown) if shown else Alive()
            case "thinking_delta":
                self._piece(index, "thinking", delta, "thinking")
                yield Alive("Thinking…")
            case "signature_delta":
                self._piece(index, "signature", delta, "signature")
                yield Alive()
            case "input_json_delta":
                self._piece(index, "input", delta, "partial_json")
                yield Alive()
            case _:
                yield Alive()

    def _piece(self, index: int, key: str, delta: Json, name: str) -> None:
        self._pieces.setdefault((index, key), []).append(word(delta, name))

    def _close(self, index: int) -> None:
        block = self._blocks.get(index)
        if block is None:
            return
        self._join(index, block)
        if word(block, "type") == "tool_use":
            arguments = "".join(self._pieces.pop((index, "input"), []))
            # Arguments that are no object go back as none; the tool's answer says what was wrong.
            block["input"] = parsed(arguments or "{}") or {}
            self.calls.append(Call(word(block, "id"), word(block, "name"), arguments))

    def _join(self, index: int, block: dict[str, object]) -> None:
        for key in ("text", "thinking", "signature"):
            pieces = self._pieces.pop((index, key), [])
            if pieces:
                block[key] = word(block, key) + "".join(pieces)

    def _count(self, usage: Json) -> None:
        """Takes counts; later ones replace earlier ones (protocols.md 2.2, 2.3)."""
        self._counts |= {key: number(usage, key) for key in usage}
        read = self._counts.get("cache_read_input_tokens", 0)
        written = self._counts.get("cache_creation_input_tokens", 0)
        self.usage = Usage(
            self._counts.get("input_tokens", 0) + read + written,
            read,
            self._counts.get("output_tokens", 0),
            cache_written_tokens=written,
        )

"""Runs a harness on inputs that reach ever more of the code, for as long as it is told to.

``python -m tests.fuzz.notes --minutes 60`` uses atheris (libFuzzer) where it is installed; else a
mutator of our own, which keeps each input that reaches a line no other did. What a harness does
not expect is written to ``--found`` and the search goes on; such an input, once mended, belongs
in ``tests/fuzz/inputs/<harness>/``, where every test run plays it again.
"""

from __future__ import annotations

import argparse
import atexit
import hashlib
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager
    from types import FrameType

    Check = Callable[[bytes], None]

INPUTS = Path(__file__).resolve().parent / "inputs"
LONGEST = 1 << 16
"""Bytes of an input; long ones are the matter of tests of their own."""
PREFIX = "luminair-fuzz-"
SLOW_S = 3.0
"""Processor time after which an input of that size counts as a finding."""


def place(what: str) -> Path:
    """A folder of this run alone, gone when its process ends.

    One that was killed takes nothing away; what such a run left goes when the next one begins.
    """
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        owner = left.name.removeprefix(PREFIX).partition("-")[0]
        if owner.isdecimal() and not _runs(int(owner)):
            shutil.rmtree(left, ignore_errors=True)
    made = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-{what}-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def fuzzing() -> bool:
    """Whether this process was started to fuzz, and not to test."""
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    return spec is not None and str(spec.name).startswith("tests.fuzz.")


def watched() -> AbstractContextManager[object]:
    """Imports of ``luminair`` in here tell atheris which lines run."""
    if not fuzzing():
        return nullcontext()
    try:
        import atheris
    except ImportError:
        return nullcontext()
    return atheris.instrument_imports(include=["luminair"])


def must_be_one_sentence(text: str) -> None:
    """What a person is told of bytes that cannot be used."""
    assert text.endswith("."), text
    assert len(text.splitlines()) == 1, text


class Findings:
    """Runs one harness and keeps what it does not expect, each fault once.

    Attributes:
        runs: how many inputs were run.
        known: the faults, each by its kind and place.
        parent: the process that tidies up behind this one; 0 where there is none.
    """

    def __init__(self, check: Check, folder: Path) -> None:
        self._check = check
        self._folder = folder
        self.runs = 0
        self.parent = 0
        self.known: dict[str, Path] = {}

    def __call__(self, data: bytes) -> None:
        """Runs one input."""
        self.runs += 1
        if self.parent and os.getppid() != self.parent:
            os._exit(1)  # nobody is left who would take the folders away
        began = time.process_time()
        try:
            self._check(data)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
            last = traceback.extract_tb(error.__traceback__)[-1]
            self._keep(f"{type(error).__name__} {Path(last.filename).name}:{last.lineno}", data)
        took = time.process_time() - began
        if took > SLOW_S:
            self._keep(f"slow {took.__ceil__()} s", data)

    def _keep(self, what: str, data: bytes) -> None:
        if what in self.known:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        name = "".join(sign if sign.isalnum() else "-" for sign in what)
        file = self._folder / f"{name}-{hashlib.sha256(data).hexdigest()[:8]}"
        file.write_bytes(data)
        self.known[what] = file
        print(f"FOUND {what} -> {file}", flush=True)  # noqa: T201 - this is its answer


def search(
    check: Check,
    seeds: Sequence[bytes],
    words: Sequence[bytes],
    *,
    until: Callable[[], bool],
    seed: int,
) -> int:
    """Mutates and keeps what reaches new lines; gives how many inputs were kept."""
    draw = random.Random(seed)  # noqa: S311 - the same inputs each time
    corpus = [*seeds] or [b""]
    reached: set[tuple[object, int]] = set()
    while not until():
        data = mutated(draw.choice(corpus), corpus, words, draw)
        if new_lines(check, data, reached):
            corpus.append(data)
    return len(corpus) - len(seeds)


def new_lines(check: Check, data: bytes, reached: set[tuple[object, int]]) -> bool:
    """Whether the input reaches a line of the house that none did before."""
    before = len(reached)

    def line(frame: FrameType, event: str, _argument: object) -> object:
        if event == "line":
            reached.add((frame.f_code, frame.f_lineno))
        return line

    def call(frame: FrameType, _event: str, _argument: object) -> object:
        return line if "luminair" in frame.f_code.co_filename else None

    old = sys.gettrace()
    sys.settrace(call)
    try:
        check(data)
    finally:
        sys.settrace(old)
    return len(reached) > before


def mutated(
    data: bytes, corpus: Sequence[bytes], words: Sequence[bytes], draw: random.Random
) -> bytes:
    """The input with some of its bytes changed, cut out, doubled, or brought from elsewhere."""
    made = bytearray(data)
    for _ in range(draw.randint(1, 6)):
        at = draw.randint(0, len(made))
        to = min(len(made), at + draw.choice((1, 1, 2, 4, 16, 64)))
        match draw.randint(0, 5):
            case 0:
                made[at:to] = draw.randbytes(to - at)
            case 1:
                del made[at:to]
            case 2:
                made[at:at] = made[at:to] * draw.choice((1, 2, 8))
            case 3 if words:
                made[at:at] = draw.choice(words)
            case 4:
                other = draw.choice(corpus)
                begin = draw.randint(0, len(other))
                made[at:to] = other[begin : begin + 64]
            case _:
                made[at:at] = draw.choice(AWKWARD)
    return bytes(made[:LONGEST])


AWKWARD = (
    b"\x00", b"\r", b"\r\n", b"\n", b"\t", b"\xef\xbb\xbf", b"\xff", b"\xed\xa0\x80", b"---\n",
    b"...", b'"', b"'", b"\\ud800", b"\\u0000", "\u202e".encode(), "\u2028".encode(), b"1e999",
    b"9" * 400, b"[" * 40, b"{", b"null", b"true", "é".encode(), "日本".encode(), "🏳️‍🌈".encode(),
    b"../", b"</system-reminder>", b"\x1b[2J",
)  # fmt: skip


def run(name: str, check: Check, seeds: Iterable[bytes], words: Sequence[bytes]) -> None:
    """The main program of a harness."""
    parser = argparse.ArgumentParser(prog=f"python -m tests.fuzz.{name}")
    parser.add_argument("--minutes", type=float, default=1.0, help="how long (default 1)")
    parser.add_argument("--found", type=Path, default=Path("build/fuzz/found"), help="for findings")
    parser.add_argument("--corpus", type=Path, help="where inputs are kept from run to run")
    told = parser.parse_args()
    findings = Findings(check, told.found / name)
    corpus = told.corpus / name if told.corpus else None
    begin = sorted({data[:LONGEST] for data in seeds})
    if corpus is not None:
        corpus.mkdir(parents=True, exist_ok=True)
        for data in begin:
            (corpus / hashlib.sha256(data).hexdigest()[:20]).write_bytes(data)
        begin = [file.read_bytes() for file in sorted(corpus.iterdir())]
    scratch = place("atheris")
    code = _in_a_child(findings, lambda: _fuzz(name, findings, begin, words, corpus, scratch, told))
    sys.exit(code)


def _in_a_child(findings: Findings, work: Callable[[], object]) -> int:
    """Works in a second process: libFuzzer ends its own without a word to Python.

    This one takes the folders away afterwards, also when either of the two is told to end.
    """
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        findings.parent = parent
        code = 1
        try:
            work()
            code = 0
        finally:
            sys.stdout.flush()
            os._exit(code)

    def ended(number: int, _frame: object) -> None:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        sys.exit(128 + number)

    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, ended)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _fuzz(
    name: str,
    findings: Findings,
    begin: Sequence[bytes],
    words: Sequence[bytes],
    corpus: Path | None,
    scratch: Path,
    told: argparse.Namespace,
) -> None:
    seconds = max(1, round(told.minutes * 60))
    try:
        import atheris
    except ImportError:
        end = time.monotonic() + seconds
        kept = search(
            findings, begin, words, until=lambda: time.monotonic() >= end, seed=time.time_ns()
        )
        print(f"{name}: {findings.runs:,} inputs, {kept:,} kept, {len(findings.known)} faults")  # noqa: T201
        return
    _with_atheris(atheris, findings, begin, words, corpus, scratch, seconds)


def _with_atheris(
    atheris: object,
    findings: Findings,
    begin: Sequence[bytes],
    words: Sequence[bytes],
    corpus: Path | None,
    scratch: Path,
    seconds: int,
) -> None:
    """Never returns: libFuzzer ends the process, after it has said how many inputs it ran."""
    kept = corpus or scratch / "corpus"
    kept.mkdir(exist_ok=True)
    for data in begin:
        (kept / hashlib.sha256(data).hexdigest()[:20]).write_bytes(data)
    listed = scratch / "words"
    listed.write_text("".join(f'"{_escaped(word)}"\n' for word in words))
    flags = [
        f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-timeout=60", "-rss_limit_mb=4096",
        f"-dict={listed}", f"-artifact_prefix={kept}-", "-print_final_stats=1",
    ]  # fmt: skip
    atheris.Setup([sys.argv[0], *flags, str(kept)], findings)  # type: ignore[attr-defined]
    atheris.Fuzz()  # type: ignore[attr-defined]


def _escaped(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)

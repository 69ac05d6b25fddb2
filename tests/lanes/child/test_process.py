from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import TYPE_CHECKING

import pytest

from luminair.lanes.child.process import (
    NO_PATIENCE,
    UNHEARD_BYTES,
    CannotStart,
    Heard,
    output_of,
    start,
)
from luminair.lanes.faults import Mask
from luminair.lanes.wire import LineTooLong
from tests.lanes.agents import QUICK, alive, until

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from luminair.lanes.child.ledger import Ledger
    from luminair.lanes.child.process import Child

ENVIRONMENT = {"PATH": "/usr/bin:/bin"}


@pytest.fixture
def run(ledger: Ledger, tmp_path: Path) -> Callable[..., object]:
    """``run(code, work)`` starts Python on some code and hands the child to the work."""

    def go(code: str, work: Callable[[Child], Coroutine]) -> object:
        async def whole() -> object:
            child = await start(
                (sys.executable, "-S", "-c", code),
                folder=str(tmp_path),
                environment=ENVIRONMENT,
                ledger=ledger,
            )
            written_down = (tmp_path / "children" / f"{child.pid}.json").exists()
            assert written_down or not alive(child.pid)  # a short one may be over by now
            try:
                return await work(child)
            finally:
                await child.end(QUICK)
                assert child.code is not None
                assert not alive(child.pid)
                assert not (tmp_path / "children" / f"{child.pid}.json").exists()

        return asyncio.run(whole())

    return go


async def all_heard(child: Child) -> list[Heard]:
    found = []
    while (heard := await child.hear()) is not None:
        found.append(heard)
    return found


def test_lines_are_exact_bytes(run) -> None:
    code = r"import os; os.write(1, b'a\r\nb \xe2\x80\xa8 c\x0b\x85\n\n\xff\nlast')"
    heard = run(code, all_heard)
    assert [each.data for each in heard] == [
        b"a",
        b"b \xe2\x80\xa8 c\x0b\x85",
        b"",
        b"\xff",
        b"last",
    ]
    assert heard[3].text == "\ufffd"


def test_what_is_said_is_one_line_whatever_it_holds(run) -> None:
    code = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.readline())"
    told = {"text": "one\u2028two\nthree\x85 😀 é"}

    async def work(child: Child) -> list[Heard]:
        assert child.say(told)
        return await all_heard(child)

    heard = run(code, work)
    assert len(heard) == 1
    assert json.loads(heard[0].data) == told
    assert heard[0].data.isascii()


def test_a_child_that_stops_reading_holds_nobody_up(run) -> None:
    async def work(child: Child) -> float:
        assert (await child.hear()) == Heard(b"here")
        begun = time.monotonic()
        assert child.write(b"x" * 30_000_000)
        await child.end(QUICK)
        return time.monotonic() - begun

    assert run("import time; print('here', flush=True); time.sleep(300)", work) < 3.0


def test_saying_to_one_that_has_ended_is_no_error(run) -> None:
    async def work(child: Child) -> list[bool]:
        await until(lambda: child.code is not None)
        await all_heard(child)
        return [child.say({"n": n}) for n in range(20)]

    assert not run("pass", work)[-1]


def test_a_child_that_nobody_hears_has_to_wait(run) -> None:
    code = """
import sys
line = b"y" * 999 + b"\\n"
for n in range(40_000):
    sys.stdout.buffer.write(line)
"""

    async def work(child: Child) -> int:
        await asyncio.sleep(0.5)
        assert child._waiting_bytes < UNHEARD_BYTES + 1_000_000
        assert child.code is None
        return len(await all_heard(child))

    assert run(code, work) == 40_000


def test_a_slow_hearer_loses_nothing_of_one_that_has_ended(run) -> None:
    code = "import sys; sys.stdout.buffer.write((b'y' * 999 + b'\\n') * 8420); sys.stdout.flush()"

    async def work(child: Child) -> int:
        await until(lambda: child.code is not None)
        await asyncio.sleep(0.8)  # longer than its last words may take
        return len(await all_heard(child))

    assert run(code, work) == 8420


def test_standard_error_is_kept_short_and_masked(run) -> None:
    code = """
import sys
for n in range(1000):
    print(f"line {n} with sk-ant-api03-secretsecret " + "z" * 5000, file=sys.stderr)
"""

    async def work(child: Child) -> str:
        heard = await all_heard(child)
        assert heard
        assert all(each.error for each in heard)
        return child.complaint

    said = run(code, work)
    assert "secretsecret" not in said
    assert "line 999" in said
    assert len(said) < 25_000


def test_chatter_on_standard_error_is_bounded_where_nobody_hears(run) -> None:
    code = "import sys, time\nfor n in range(20_000): print(n, file=sys.stderr)\ntime.sleep(300)"

    async def work(child: Child) -> int:
        await until(lambda: "19999" in child.complaint)
        return len(child._waiting)

    assert run(code, work) < 100


def test_a_line_without_end_is_a_sentence(run) -> None:
    async def work(child: Child) -> None:
        with pytest.raises(LineTooLong):
            await all_heard(child)

    code = "import sys\nwhile True: sys.stdout.buffer.write(b'z' * 1_000_000)"
    run(code, work)


def test_one_that_heeds_nothing_is_killed(run) -> None:
    code = """
import signal, time
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
print("ready", flush=True)
while True: time.sleep(60)
"""

    async def work(child: Child) -> int | None:
        await child.hear()
        await child.end(QUICK)
        return child.code

    assert run(code, work) == -9


def test_one_that_heeds_the_end_of_its_input_ends_well(run) -> None:
    async def work(child: Child) -> int | None:
        await child.end(QUICK)
        return child.code

    assert run("import sys; sys.stdin.read(); sys.exit(5)", work) == 5


GRANDCHILD = """
import subprocess, sys, time
extra = {"start_new_session": True} if %r else {}
other = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(300)"], **extra)
print(other.pid, flush=True)
if %r: time.sleep(300)
"""


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("stays", [False, True])
def test_what_it_started_ends_with_it(run, apart, stays) -> None:
    async def work(child: Child) -> int:
        heard = await child.hear()
        pid = int(heard.data)
        if not stays:
            await until(lambda: child.code is not None)
        begun = time.monotonic()
        while await child.hear() is not None and not stays:
            pass  # the pipe that the other holds open does not keep us waiting
        assert time.monotonic() - begun < 3.0
        await child.end(QUICK)
        await until(lambda: not alive(pid))
        return pid

    code = GRANDCHILD % (apart, stays)
    if stays:
        code = code.replace("if True: time.sleep(300)", "print('x', flush=True); time.sleep(300)")
    assert run(code, work)


def test_hearing_can_be_given_up_without_loss(run) -> None:
    code = "import sys, time; sys.stdin.readline(); print('late', flush=True)"

    async def work(child: Child) -> list[bytes]:
        for _ in range(5):
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(child.hear(), 0.02)
        child.write(b"\n")
        return [each.data for each in await all_heard(child)]

    assert run(code, work) == [b"late"]


def test_ending_twice_and_at_once_is_the_same(run) -> None:
    async def work(child: Child) -> int | None:
        await asyncio.gather(child.end(QUICK), child.end(NO_PATIENCE), child.end(QUICK))
        return child.code

    assert run("import time; time.sleep(300)", work) is not None


@pytest.mark.parametrize(
    ("command", "folder", "words"),
    [
        (("/no/such/program",), "", "'/no/such/program' could not be started (No such file"),
        (("/etc/passwd",), "", "could not be started (Permission denied)"),
        (("/bin/echo", "a\0b"), "", "a null byte"),
        (("/bin/echo",), "/no/such/folder", "The project folder '/no/such/folder' is not there"),
    ],
)
def test_what_cannot_start_is_one_sentence(ledger, tmp_path, command, folder, words) -> None:
    async def go() -> None:
        where = folder or str(tmp_path)
        await start(command, folder=where, environment=ENVIRONMENT, ledger=ledger)

    with pytest.raises(CannotStart) as caught:
        asyncio.run(go())
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")


def test_a_short_command_that_hangs_is_ended(ledger, tmp_path) -> None:
    async def go() -> tuple[int | None, str]:
        command = (sys.executable, "-S", "-c", "print('v1', flush=True); input(); input()")
        hanging = "import time; print('v1', flush=True); time.sleep(300)"
        given = {"folder": str(tmp_path), "environment": ENVIRONMENT, "ledger": ledger}
        begun = time.monotonic()
        code, said = await output_of((*command[:3], hanging), **given, limit_s=0.5)
        assert time.monotonic() - begun < 4.0
        assert said == "v1"
        return code, said

    assert asyncio.run(go())[0] not in {0, None}


def test_a_mask_of_the_lanes_own_is_used(ledger, tmp_path) -> None:
    async def go() -> str:
        child = await start(
            (sys.executable, "-S", "-c", "import sys; print('pass: hunter22', file=sys.stderr)"),
            folder=str(tmp_path),
            environment=ENVIRONMENT,
            ledger=ledger,
            mask=Mask("hunter22"),
        )
        while await child.hear() is not None:
            pass
        await child.end(QUICK)
        return child.complaint

    assert asyncio.run(go()) == "pass: [key]"

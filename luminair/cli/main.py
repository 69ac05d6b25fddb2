"""``luminair-journal`` starts here.

Nothing heavy is loaded before the running app has been asked: an agent's prompt waits for it.
"""

from __future__ import annotations

import os
import sys

from luminair.cli.asking import ASKED, answer_to, ask

TYPE_CHECKING = False  # typing itself takes as long to load as the app takes to answer
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn


def run() -> int:
    """The program itself: the process's own arguments and streams."""
    _insist_on_utf8()
    if getattr(sys, "frozen", False):
        from luminair.config import bundle  # noqa: PLC0415 nothing that a checkout needs

        bundle.shed()
    if _is_hook(sys.argv[1:]):
        _hook()
    answered = ask(sys.argv[1:])
    if answered is not None:
        # All is said: taking the interpreter apart takes as long as the app took to answer.
        os._exit(answered)
    ahead = None
    if not ASKED.isdisjoint(sys.argv) and "--help" not in sys.argv:
        import gc  # noqa: PLC0415 see above

        gc.disable()  # a process that answers once makes little that is thrown away before it ends
        from luminair.cli.looking import look_ahead  # noqa: PLC0415 what writes looks by itself

        ahead = look_ahead(sys.argv[1:])
    from luminair.cli import carrying, terminal  # noqa: PLC0415 only where the app did not answer

    terminal.make_utf8()
    code = carrying.carry_out(sys.argv[1:], ahead=ahead)
    try:
        terminal.flush()
    except OSError:
        # What is still buffered cannot go anywhere, and the interpreter would try again.
        carrying.drop_output()
    if not ASKED.isdisjoint(sys.argv):
        # All is closed and said: taking the interpreter apart would only keep the asker waiting.
        os._exit(code)
    return code


def main(argv: Sequence[str]) -> int:
    """Carries out one command line in this process; see :func:`carrying.carry_out`."""
    from luminair.cli.carrying import carry_out  # noqa: PLC0415 see above

    return carry_out(argv)


def _is_hook(arguments: list[str]) -> bool:
    """Whether the command is ``hook``, whose own words are never refused."""
    words = iter(arguments)
    for word in words:
        if word in {"--home", "--vault"}:
            next(words, "")
        elif not word.startswith("-"):
            return word == "hook" and "--help" not in arguments
    return False


def _hook() -> NoReturn:
    from luminair.agents import hook  # noqa: PLC0415 a hook loads as little as it can

    def app(arguments: list[str], given: bytes) -> bytes | None:
        answer = answer_to(arguments, given)
        return None if answer is None or answer.code else answer.out

    os._exit(hook.run(sys.argv[1:], app))


def _insist_on_utf8() -> None:
    """Starts anew in Python's UTF-8 mode where the locale could not even name a note's file."""
    started = os.environ.get("PYTHONUTF8") == "1" or getattr(sys, "frozen", False)
    if sys.getfilesystemencoding() == "utf-8" or started or not sys.executable:
        return
    environment = {**os.environ, "PYTHONUTF8": "1"}
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], environment)  # noqa: S606


if __name__ == "__main__":
    sys.exit(run())

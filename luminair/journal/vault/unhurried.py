"""A long loop in a thread that lets the window have the interpreter now and then."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Item = TypeVar("Item")

REST_S = 0.0005


def unhurried(items: Iterable[Item], every: int) -> Iterator[Item]:
    """The same items, with a short rest after so many; none in a process's first thread.

    A window gives the interpreter away at nearly every call that draws, and then waits for it: a
    few milliseconds each time that a thread reckons, and longer where that thread reads small
    files, which lets go and takes back many times before a sleeper has woken.

    Args:
        items: what is gone through.
        every: after how many it rests; about a millisecond's worth.
    """
    if threading.current_thread() is threading.main_thread():
        yield from items
        return
    for number, item in enumerate(items, 1):
        yield item
        if number % every == 0:
            time.sleep(REST_S)  # noqa: TID251 nothing is waited for: this lets others go

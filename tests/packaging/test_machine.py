"""What ``dev.py`` asks of a machine before it builds the app there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import dev

if TYPE_CHECKING:
    import pytest


def test_debians_own_python_brings_its_library_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "answer", lambda _: "/usr 3.11\n")
    assert dev.to_build() == (("binutils",), ("libpython3.11", "libpython3.11t64"))


def test_another_python_has_its_library_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "answer", lambda _: "/opt/python 3.12\n")
    assert dev.to_build() == (("binutils",),)


def test_without_a_python_nothing_more_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "answer", lambda _: None)
    assert dev.to_build() == (("binutils",),)

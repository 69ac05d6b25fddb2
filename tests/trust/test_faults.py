"""Every deed of the core on a disk that fails at every call: all of it or nothing, in one sentence.

For each deed and fault the disk fails at call 1, then 2, then 3, until the deed no longer meets
the fault. In the short form some calls are passed over, never the first ones; ``--full`` takes all.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError
from luminair.journal import State
from tests.trust.disk import FAULTS, Disk
from tests.trust.world import TO_HOME, TO_NOTES, CaptureFailed, World, make_world

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SHORT = ("full", "in use", "unmounted")
"""Faults of the short form; the deeds see the others with ``--full``."""
VANISHING = {"unmounted", "gone"}
DENIALS = ("is unchanged", "nothing was", "may not be written", "not taken back")
"""What a sentence may only say where nothing was done."""


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> World:
    return make_world(tmp_path_factory.mktemp("world") / "template")


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture, log_watch) -> None:
    """What could not be kept is also logged by some; the sentence is what counts here."""
    log_watch.setLevel("CRITICAL")
    del caplog


def told(deed: Callable[[World], None], world: World, disk: Disk) -> str:
    """Does the deed; '' where it was done, else the sentence that a person is told."""
    with disk.failing():
        try:
            deed(world)
        except (LuminairError, CaptureFailed) as error:
            return str(error)
    return ""


def must_be_a_sentence(text: str, world: World) -> None:
    """What, where and what now, in plain words."""
    assert text[0].isupper() or text[0] in "'“", text
    assert text.endswith("."), text
    assert len(text.splitlines()) == 1, text
    for jargon in ("Errno", "Traceback", "Error:", "None", "errno"):
        assert jargon not in text, text
    assert "temp" not in text.lower().replace(str(world.place).lower(), ""), text


def steps(request: pytest.FixtureRequest) -> Iterator[int]:
    """The numbers of the calls at which the disk begins to fail."""
    full = request.config.getoption("--full")
    at = 1
    while at < 600:
        yield at
        at += 1 if full or at < 12 else 7
    pytest.fail("the deed never ended")


def faults() -> list[object]:
    return [
        pytest.param(name, marks=[] if name in SHORT else pytest.mark.full) for name in FAULTS
    ]


@pytest.mark.timeout(900)
@pytest.mark.parametrize("fault", faults())
@pytest.mark.parametrize("name", list(TO_NOTES))
def test_what_is_done_to_notes_is_done_whole_or_not_at_all(
    template: World, tmp_path: Path, request: pytest.FixtureRequest, name: str, fault: str
) -> None:
    deed = TO_NOTES[name]
    ideal = template.copy(tmp_path / "ideal")
    deed(ideal)
    before, after = template.notes(), ideal.notes()
    assert before != after
    texts = set(before.values())
    for at in steps(request):
        world = template.copy(tmp_path / "w")
        disk = Disk(world.vault, FAULTS[fault], at)
        sentence = told(deed, world, disk)
        if not disk.hit:
            assert sentence == ""
            assert world.notes() == after
            return
        now = world.notes()
        assert set(now.values()) <= texts | set(after.values())
        assert not [path for path in now if path.endswith(".tmp")]
        assert texts <= set(now.values()) | world.kept(), "a text is lost"
        if sentence:
            must_be_a_sentence(sentence, world)
        # The next one who writes finds the vault in order, and the deed can be done after all.
        with world.journal() as journal:
            journal.add(title="Next", body="Next.\n")
            assert not journal.listing(state=State.DAMAGED)
            journal.undo()
        done = world.notes() == after
        assert done or world.notes() == before
        if sentence:
            denied = [words for words in DENIALS if words in sentence]
            assert not done or not denied, (at, sentence)
        else:
            assert done, at
        if not done and name != "undo":  # of what is last now
            deed(world)
            assert sorted(world.notes()) == sorted(after)
        shutil.rmtree(world.place)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("fault", faults())
@pytest.mark.parametrize("name", list(TO_HOME))
def test_what_is_remembered_is_the_old_or_the_new(
    template: World, tmp_path: Path, request: pytest.FixtureRequest, name: str, fault: str
) -> None:
    deed = TO_HOME[name]
    ideal = template.copy(tmp_path / "w")
    deed(ideal)
    after = ideal.remembered()
    shutil.rmtree(ideal.place)
    untouched = template.copy(tmp_path / "w")
    before = untouched.remembered()
    assert before != after
    shutil.rmtree(untouched.place)
    for at in steps(request):
        world = template.copy(tmp_path / "w")
        disk = Disk(world.place, FAULTS[fault], at)
        sentence = told(deed, world, disk)
        now = world.remembered()
        if not disk.hit:
            assert (sentence, now) == ("", after)
            return
        differs = {key for key in {*before, *now} if now.get(key) != before.get(key)}
        assert now in (before, after), (at, sentence, differs)
        assert world.notes() == template.notes()
        if sentence:
            must_be_a_sentence(sentence, world)
            # A disk that goes away in the moment of a write can no more be asked to take it back.
            assert now == before or fault in VANISHING, (at, sentence, differs)
        shutil.rmtree(world.place)

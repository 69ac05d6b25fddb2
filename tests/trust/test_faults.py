"""Every deed of the core on a disk that fails at every call: all of it or nothing, in one sentence.

For each deed and fault the disk fails at call 1, then 2, then 3, until the deed no longer meets
the fault. From the twelfth on some calls are passed over, more and more of them; fewer with
``--full``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError
from luminair.journal import State
from tests.trust.disk import FAULTS, Disk
from tests.trust.world import (
    PARTS,
    SESSION,
    TO_HOME,
    TO_NOTES,
    CaptureFailed,
    World,
    answer,
    make_world,
    must_be_a_sentence,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SHORT = ("full", "in use", "unmounted")
"""Faults of the short form; the deeds see the others with ``--full``."""
VANISHING = {"unmounted", "gone"}
DENIALS = ("is unchanged", "nothing was", "may not be written", "not taken back")
"""What a sentence may only say where nothing was done."""


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> World:
    return make_world(tmp_path_factory.mktemp("world") / "world")


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


def steps(request: pytest.FixtureRequest, fault: str) -> Iterator[int]:
    """The numbers of the calls at which the disk begins to fail; how many is told to the report."""
    full = request.config.getoption("--full")
    told: list[tuple[str, object]] = request.node.user_properties
    told.append(("tries", 0))
    at = 1
    while at < 2000:
        told[-1] = ("tries", int(str(told[-1][1])) + 1)
        yield at
        if at < 12:
            at += 1
        elif full:
            at += 2 if fault in SHORT else 7
        else:
            at += at // 4
    pytest.fail("the deed never ended")


def faults() -> list[object]:
    return [pytest.param(name, marks=[] if name in SHORT else pytest.mark.full) for name in FAULTS]


@pytest.mark.timeout(900)
@pytest.mark.parametrize("fault", faults())
@pytest.mark.parametrize("name", list(TO_NOTES))
def test_what_is_done_to_notes_is_done_whole_or_not_at_all(
    template: World, request: pytest.FixtureRequest, name: str, fault: str
) -> None:
    deed = TO_NOTES[name]
    world = template.fresh()
    before = world.notes()
    deed(world)
    after = world.notes()
    assert before != after
    texts = set(before.values())
    for at in steps(request, fault):
        world = template.fresh()
        disk = Disk(world.vault, FAULTS[fault], at)
        sentence = told(deed, world, disk)
        if not disk.hit:
            assert (sentence, world.notes()) == ("", after)
            return
        now = world.notes()
        assert set(now.values()) <= texts | set(after.values())
        assert not [path for path in now if path.endswith(".tmp")]
        assert texts <= set(now.values()) | world.kept(), "a text is lost"
        # The next one who writes finds the vault in order, and the deed can be done after all.
        with world.journal() as journal:
            journal.add(title="Next", body="Next.\n")
            assert not journal.listing(state=State.DAMAGED)
            journal.undo()
        done = world.notes() == after
        assert done or world.notes() == before
        if sentence:
            must_be_a_sentence(sentence, world.place)
            denied = [words for words in DENIALS if words in sentence]
            assert not done or not denied, (at, sentence)
        else:
            assert done, at
        if not done and name != "undo":  # of what is last now
            deed(world)
            assert sorted(world.notes()) == sorted(after)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("fault", faults())
@pytest.mark.parametrize("name", list(TO_HOME))
def test_what_is_remembered_is_the_old_or_the_new(
    template: World, request: pytest.FixtureRequest, name: str, fault: str
) -> None:
    deed = TO_HOME[name]
    world = template.fresh()
    notes = world.notes()
    deed(world)
    after = world.remembered()
    before = template.fresh().remembered()
    assert before != after
    for at in steps(request, fault):
        world = template.fresh()
        disk = Disk(world.place, FAULTS[fault], at)
        sentence = told(deed, world, disk)
        now = world.remembered()
        assert world.notes() == notes
        if not disk.hit:
            assert (sentence, now) == ("", after)
            return
        if sentence:
            must_be_a_sentence(sentence, world.place)
        if fault in VANISHING:
            # It can no more be asked to take back what it had; so something may be begun.
            assert all(
                now.get(key) in (before.get(key), after.get(key)) for key in {*before, *after}
            ), (at, sentence)
        else:
            differs = {key for key in {*before, *now} if now.get(key) != before.get(key)}
            assert now in (before, after), (at, sentence, differs)
            assert not sentence or now == before, (at, sentence, differs)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("fault", faults())
def test_an_answer_keeps_what_was_there_and_the_window_has_all_of_it(
    template: World, request: pytest.FixtureRequest, fault: str
) -> None:
    for at in steps(request, fault):
        world = template.fresh()
        transcript = world.library().open(SESSION)
        held = transcript.messages
        disk = Disk(world.place, FAULTS[fault], at)
        sentence = told(lambda _world, open_one=transcript: answer(open_one), world, disk)
        shown = transcript.messages[len(held) :]
        opened = world.library().open(SESSION).messages
        assert opened[: len(held)] == held
        kept = opened[len(held) :]
        if not disk.hit:
            assert sentence == ""
            assert [each.text for each in kept] == ["".join(PARTS)]
            return
        assert len(kept) <= len(shown) or fault in VANISHING
        if shown:
            assert shown[0].text == "".join(PARTS)
            assert all("".join(PARTS).startswith(each.text) for each in kept)
        if sentence:
            must_be_a_sentence(sentence, world.place)

"""The alarm that a file which grew is named on the first day."""

from __future__ import annotations

from luminair.context.assemble import assemble
from luminair.context.block import Assembly, Harness, RowName, Target
from luminair.context.growth import GROWTH_LIMIT_BYTES, kilobytes
from luminair.context.sheet import as_text
from luminair.sessions.library import Library
from tests.context.digests import make_digest

TARGET = Target("scripted", "demo", window=200_000, reply=4_000)
SMALL = {"Harness/01 How to read.md": 900, "Harness/knowledge.md": 2_000}
LARGE = {**SMALL, "Harness/knowledge.md": 2_000 + 70 * 1024}


def _assembly(
    sizes: dict[str, int], previous: dict[str, int] | None = None, **blocks: list[str]
) -> Assembly:
    return assemble(
        prompt="Go on.",
        harness=Harness("x" * sum(sizes.values()), len(sizes), (), sizes),
        digest=make_digest(**(blocks or {"rules": ["- Never retry a PUT."]})),
        history=(),
        target=TARGET,
        include_optional=True,
        previous=previous,
    )


def _growth(assembly: Assembly) -> tuple[str, ...]:
    """The warnings, that about much standing text aside."""
    return tuple(each for each in assembly.warnings if not each.startswith("Standing text"))


def test_a_harness_file_that_grew_is_named_once() -> None:
    before = _assembly(SMALL)
    after = _assembly(LARGE, dict(before.sizes))
    [alarm] = _growth(after)
    assert alarm == (
        "'Harness/knowledge.md' grew by 70.0 KB since the last message and rides with every one; "
        "shorten it, or keep the long part in a note that is not pinned."
    )
    assert alarm in as_text(after)


def test_a_file_that_was_not_there_before_is_named_too() -> None:
    before = _assembly({"Harness/01 How to read.md": 900})
    after = _assembly({"Harness/01 How to read.md": 900, "Harness/log.md": 9_000}, before.sizes)
    assert _growth(after) == ("'Harness/log.md' is new here and rides with every message: 8.8 KB.",)


def test_rules_and_pins_are_files_as_well() -> None:
    big = "y" * (GROWTH_LIMIT_BYTES + 100)
    before = _assembly(SMALL, rules=["- short"], pins=["pinned"])
    after = _assembly(SMALL, dict(before.sizes), rules=["- short", big], pins=["pinned" + big])
    said = _growth(after)
    assert len(said) == 2
    assert said[0].startswith("'Notes/rules-2.md' is new here")
    assert said[1].startswith("'Notes/pins-1.md' grew by 8.1 KB")


def test_what_matches_this_prompt_only_is_no_file_that_grew() -> None:
    before = _assembly(SMALL, notes=["short"])
    after = _assembly(SMALL, dict(before.sizes), notes=["z" * (GROWTH_LIMIT_BYTES + 100)])
    assert _growth(after) == (
        "'Journal notes' grew by 8.1 KB since the last message; open it to see what came in.",
    )


def test_up_to_the_limit_nothing_is_said_and_the_row_says_how_much() -> None:
    before = _assembly(SMALL)
    grown = {**SMALL, "Harness/knowledge.md": 2_000 + GROWTH_LIMIT_BYTES}
    after = _assembly(grown, dict(before.sizes))
    assert _growth(after) == ()
    assert after.row(RowName.HARNESS).why == "2 files in Harness, every session, grew by 8.0 KB"
    assert "grew" not in after.row(RowName.DIGEST).why
    assert "grew" not in after.row(RowName.PROMPT).why


def test_the_first_message_and_sizes_of_an_older_app_raise_no_alarm() -> None:
    assert _growth(_assembly(LARGE)) == ()
    rows_only = {name: size for name, size in _assembly(LARGE).sizes.items() if "/" not in name}
    assert _growth(_assembly(LARGE, rows_only)) == ()


def test_the_sizes_survive_the_sessions_file(home, clock) -> None:
    sizes = dict(_assembly(SMALL).sizes)
    assert sizes["file Harness/knowledge.md"] == 2_000
    made = Library(home, now=clock, draw=lambda: 1).create(lane="scripted")
    made.change(sizes=sizes)
    again = Library(home, now=clock, draw=lambda: 2).open(made.id)
    assert dict(again.session.sizes) == sizes


def test_bytes_as_people_read_them() -> None:
    assert [kilobytes(count) for count in (0, 1_023, 1_024, 70_000)] == [
        "0 bytes",
        "1,023 bytes",
        "1.0 KB",
        "68.4 KB",
    ]

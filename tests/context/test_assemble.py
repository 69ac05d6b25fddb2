from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.context.assemble import STANDING_LIMIT_BYTES, assemble, riding_tokens, sendable
from luminair.context.block import (
    Assembly,
    Built,
    Harness,
    LeftOutFile,
    Position,
    Row,
    RowName,
    Target,
)
from luminair.context.cost import size
from luminair.context.growth import GROWTH_LIMIT_BYTES
from luminair.journal.digest_items import BlockName, Digest
from luminair.messages import Message, MessageState, Role
from tests.context.digests import HEADING, make_digest

TARGET = Target("scripted", "demo", window=32_000, reply=4_000)
NAMES = [
    "Harness",
    "Journal digest: rules and open items the hook injects",
    "Pins",
    "Journal notes",
    "Old conversation summaries",
    "Tool definitions",
    "Transcript so far",
    "Your message",
]
FULL = {
    "rules": ["- [global] Never retry a PUT."],
    "pins": ["[note p]\n| pinned"],
    "dead_ends": ["[note d]\n| a longer timeout"],
    "asks": ["[note a]\n| count the resumed uploads"],
    "notes": ["[note n]\n| flake log", "[note m]\n| other"],
}


def said(identity: str, role: Role, text: str, state: MessageState = MessageState.WHOLE) -> Message:
    return Message(identity, role, text, "2026-09-17T10:58:00.000Z", model="demo", state=state)


HISTORY = [
    said("m1", Role.USER, "Where is the manifest?"),
    said("m2", Role.ASSISTANT, "In `client.py`."),
]


def put_together(
    digest: Digest | None = None,
    *,
    prompt: str = "Fix the order.",
    harness: Harness | None = None,
    history: list[Message] | None = None,
    target: Target = TARGET,
    include_optional: bool = True,
    summaries: tuple[str, ...] = (),
    tools: tuple[str, ...] = (),
    previous: dict[str, int] | None = None,
) -> Assembly:
    return assemble(
        prompt=prompt,
        harness=harness or Harness("How to read the digest.", 1),
        digest=digest or make_digest(**FULL),
        history=HISTORY if history is None else history,
        target=target,
        include_optional=include_optional,
        summaries=summaries,
        tools=tools,
        previous=previous,
    )


def check_sums(row: Row) -> None:
    assert row.bytes == size(row.text)
    if row.rows:
        assert row.text == "".join(child.text for child in row.rows)
        assert row.tokens == sum(child.tokens for child in row.rows)
        assert row.bytes == sum(child.bytes for child in row.rows)
        assert row.exact == all(child.exact for child in row.rows)
    for child in row.rows:
        check_sums(child)


def test_rows_stand_in_the_order_and_with_the_names_of_the_spec() -> None:
    assert [row.name for row in put_together().rows] == NAMES
    cli = put_together(target=Target("claude", cli=True))
    assert [row.name for row in cli.rows] == [*NAMES[:6], "What the CLI adds", *NAMES[6:]]
    empty = put_together(make_digest(), harness=Harness(), history=[], prompt="")
    assert [row.name for row in empty.rows] == NAMES
    assert (empty.total_tokens, empty.total_bytes) == (0, 0)


def test_the_digest_opens_to_rules_dead_ends_and_asks_and_the_last_two_are_optional() -> None:
    row = put_together().row(RowName.DIGEST)
    assert [(child.name, child.optional) for child in row.rows] == [
        ("Standing rules", False),
        ("Dead ends", True),
        ("Open asks", True),
    ]
    assert row.part_optional
    assert not row.optional


def test_each_block_of_the_digest_is_in_one_row_and_only_there() -> None:
    digest = make_digest(**FULL, left_out=["12 more"])
    assembly = put_together(digest)
    everything = "".join(row.text for row in assembly.rows)
    for block in digest.blocks:
        assert everything.count(block.text) == 1
    # Standing text and what rides with one message are sent apart, each below its heading.
    title, _, fence = HEADING.partition("\n")
    assert everything.count(HEADING) == 1
    assert everything.count(title) == 2
    assert assembly.row(RowName.DIGEST).rows[0].text.startswith(title)
    assert assembly.row(RowName.DIGEST).rows[1].text.startswith(HEADING)
    assert assembly.row(RowName.PINS).text.startswith(fence)
    assert "12 more" in assembly.row(RowName.NOTES).text


def test_how_often_rows_change() -> None:
    built = {row.name: row.built for row in put_together().rows}
    assert built[RowName.DIGEST] is built[RowName.NOTES] is Built.REBUILT
    assert built[RowName.PROMPT] is Built.NEW
    assert {built[name] for name in NAMES} - {Built.REBUILT, Built.NEW} == {Built.CACHED}


def test_unticked_only_harness_rules_and_pins_ride() -> None:
    digest = make_digest(**FULL, left_out=["12 more"])
    assembly = put_together(
        digest,
        include_optional=False,
        summaries=("old talk",),
        tools=('{"name":"journal_search"}',),
    )
    everything = "".join(row.text for row in assembly.rows)
    for gone in ("a longer timeout", "count the resumed", "flake log", "12 more", "old talk"):
        assert gone not in everything
    for stays in ("How to read", "Never retry", "| pinned", "journal_search", "client.py", "Fix"):
        assert stays in everything
    assert [row.name for row in assembly.rows] == NAMES
    assert [len(group) for group in (assembly.riders.rules, assembly.riders.pins)] == [1, 1]
    assert not assembly.riders.dead_ends + assembly.riders.asks + assembly.riders.notes


@given(
    st.fixed_dictionaries(
        {}, optional={name.value: st.lists(st.text(max_size=30), max_size=3) for name in BlockName}
    ),
    st.lists(st.text(max_size=30), max_size=2).map(tuple),
    st.lists(st.text(max_size=30), max_size=2).map(tuple),
    st.text(max_size=30),
    st.lists(st.tuples(st.sampled_from(Role), st.text(max_size=20)), max_size=4),
    st.booleans(),
)
def test_rows_add_up_for_any_input(
    blocks: dict[str, list[str]],
    summaries: tuple[str, ...],
    tools: tuple[str, ...],
    prompt: str,
    talk: list[tuple[Role, str]],
    include_optional: bool,
) -> None:
    history = [said(f"m{n}", role, text) for n, (role, text) in enumerate(talk)]
    assembly, other = (
        put_together(
            make_digest(**blocks),
            prompt=prompt,
            history=history,
            summaries=summaries,
            tools=tools,
            include_optional=ticked,
        )
        for ticked in (include_optional, not include_optional)
    )
    for row in assembly.rows:
        check_sums(row)
    assert assembly.total_tokens == sum(row.tokens for row in assembly.rows)
    assert assembly.total_bytes == sum(row.bytes for row in assembly.rows)
    # Each text goes out once, at one place.
    sent = [text for position in Position for text in assembly.texts(position)]
    assert sorted("".join(sent)) == sorted("".join(row.text for row in assembly.rows))
    # The saving that the sheet promises is the saving that is made.
    assert assembly.optional_tokens == other.optional_tokens
    assert assembly.optional_tokens == abs(assembly.total_tokens - other.total_tokens)


def test_the_heading_rides_when_only_pins_or_notes_do_and_never_alone() -> None:
    for name, row in (("pins", RowName.PINS), ("notes", RowName.NOTES)):
        assembly = put_together(make_digest(**{name: FULL[name]}))
        assert assembly.row(row).text.startswith(HEADING + "\n\n")
        assert assembly.row(RowName.DIGEST).text == ""
    nothing_left = put_together(make_digest(notes=FULL["notes"]), include_optional=False)
    assert nothing_left.row(RowName.DIGEST).text == ""


def test_the_same_blank_line_is_not_added_twice() -> None:
    for text in ("end", "end\n", "end\n\n"):
        row = put_together(harness=Harness(text, 1)).row(RowName.HARNESS)
        assert row.text == "end\n\n"


def test_the_transcript_is_one_text_a_message() -> None:
    assembly = put_together()
    assert assembly.texts(Position.TRANSCRIPT) == ("Where is the manifest?", "In `client.py`.")
    row = assembly.row(RowName.TRANSCRIPT)
    assert [child.name for child in row.rows] == ["You", "demo"]
    assert row.why == "2 messages"


def test_what_was_never_sent_and_answers_without_a_word_are_not_shown_to_the_model() -> None:
    history = [
        said("m1", Role.USER, "not sent", MessageState.FAILED),
        said("m2", Role.USER, "sent"),
        said("m3", Role.ASSISTANT, " \n", MessageState.FAILED),
        said("m4", Role.ASSISTANT, "half", MessageState.STOPPED),
        said("m5", Role.ASSISTANT, "broken off", MessageState.FAILED),
    ]
    assert [message.id for message in sendable(history)] == ["m2", "m4", "m5"]


def test_what_is_kept_in_a_cache_stands_before_what_changes() -> None:
    assembly = put_together(summaries=("old talk",))
    system = assembly.texts(Position.SYSTEM)
    riding = assembly.texts(Position.RIDING)
    assert [text.split("\n")[0] for text in system] == [
        "How to read the digest.",
        HEADING.partition("\n")[0],
        HEADING.partition("\n")[2],
        "old talk",
    ]
    assert "RULES" in system[1]
    assert "PINS" in system[2]
    assert riding[0].startswith(HEADING)
    assert "DEAD ENDS" in riding[0]
    assert riding[1].startswith("OPEN ASKS")
    assert riding[2].startswith("NOTES THAT MATCH")
    assert all(text.endswith("\n\n") for text in (*system, *riding))
    assert assembly.texts(Position.PROMPT) == ("Fix the order.",)


def test_a_lone_half_of_a_character_is_no_text_that_could_be_sent() -> None:
    assembly = put_together(history=[said("m1", Role.ASSISTANT, "a\ud83d")])
    assert assembly.texts(Position.TRANSCRIPT) == ("a\ufffd",)


def test_share_is_of_the_window_and_unknown_without_one() -> None:
    assembly = put_together()
    row = assembly.row(RowName.DIGEST)
    assert assembly.share(row) == row.tokens / 32_000
    unknown = put_together(target=Target("other"))
    assert unknown.share(unknown.rows[0]) is None
    with pytest.raises(KeyError):
        assembly.row("What the CLI adds")


def test_riders_name_what_rode_and_what_it_cost() -> None:
    assembly = put_together()
    riders = assembly.riders
    assert [rider.key for rider in riders.notes] == ["notes-1", "notes-2"]
    (dead_end,) = riders.dead_ends
    assert (dead_end.kind, dead_end.scope, dead_end.why) == (
        "ruledout",
        "folder",
        "rides: dead_ends",
    )
    journal = (RowName.DIGEST, RowName.PINS, RowName.NOTES)
    assert riders.tokens == sum(assembly.row(name).tokens for name in journal)
    assert riders.tokens == riding_tokens(make_digest(**FULL)) > make_digest(**FULL).tokens
    assert riders.exact is False
    assert assembly.added_tokens == riders.tokens + assembly.row(RowName.HARNESS).tokens


def test_much_standing_text_is_said_and_nothing_is_cut() -> None:
    rule = "x" * STANDING_LIMIT_BYTES
    assembly = put_together(make_digest(rules=[rule]))
    assert rule in assembly.row(RowName.DIGEST).text
    assert len(assembly.warnings) == 1
    assert assembly.warnings[0].startswith("Standing text is 16.")
    assert put_together().warnings == ()
    pins = put_together(make_digest(pins=[rule]))
    assert pins.warnings == ()


def test_a_row_that_grew_much_is_named() -> None:
    before = put_together()
    big = "y" * (GROWTH_LIMIT_BYTES + 100)
    after = put_together(make_digest(notes=[big]), previous=dict(before.sizes))
    assert after.warnings == (
        "'Journal notes' grew by 8.1 KB since the last message; open it to see what came in.",
    )
    talk = [said("m1", Role.ASSISTANT, big)]
    assert put_together(history=talk, prompt=big, previous=dict(before.sizes)).warnings == ()
    assert put_together(make_digest(notes=[big]), previous={}).warnings == ()


def test_files_left_out_of_the_harness_are_named() -> None:
    left_out = (LeftOutFile("Harness/Support handbook.md", "kind is doc", 74_854),)
    assembly = put_together(harness=Harness("text", 5, left_out))
    assert assembly.harness_left_out == left_out
    assert assembly.row(RowName.HARNESS).why == "5 files in Harness, every session"


def test_a_tokenizer_makes_every_number_exact() -> None:
    assembly = assemble(
        prompt="one two",
        harness=Harness("three four five", 1),
        digest=make_digest(**FULL),
        history=HISTORY,
        target=TARGET,
        include_optional=True,
        tokenizers={"demo": lambda text: len(text.split())},
    )
    assert assembly.exact
    assert assembly.riders.exact
    assert assembly.row(RowName.PROMPT).tokens == 2


def test_what_the_cli_adds_is_counted_apart() -> None:
    found = assemble(
        prompt="x",
        harness=Harness(),
        digest=make_digest(),
        history=[],
        target=Target("claude", cli=True),
        include_optional=True,
        cli_adds=1234,
    )
    assert found.cli_tokens == 1234
    assert put_together().cli_tokens == 0

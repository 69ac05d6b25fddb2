"""Text that grows: what is written again, and whether it ends as what comes at once."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextTable

from luminair.shell.parts import markdown_body
from luminair.shell.parts.code import CodeBlock
from luminair.shell.parts.markdown import blocks
from luminair.shell.parts.markdown_body import MOST_BLOCKS, MarkdownBody

LIST = "".join(f"{n}. item number {n} with `code`\n" for n in range(3, 60))
TABLE = "| A | B |\n|:--|--:|\n" + "".join(f"| row {n} | {n} |\n" for n in range(40))
LONG = "\n\n".join(f"Paragraph {n}, which says what it says. " * 8 for n in range(200))


@pytest.fixture
def body(qtbot, theme, jobs) -> MarkdownBody:
    found = MarkdownBody(theme, jobs)
    qtbot.addWidget(found)
    found.resize(500, 800)
    return found


def _look(body: MarkdownBody) -> list[object]:
    """All that decides how it looks: words, margins, marks of lists, tables."""
    found: list[object] = []
    for part in body.parts:
        if isinstance(part, CodeBlock):
            found.append(("code", part.code))
            continue
        block = part.document().begin()
        while block.isValid():
            shape, held = block.blockFormat(), block.textList()
            mark = held.itemText(block) if held is not None else ""
            found.append((block.text(), shape.topMargin(), shape.indent(), mark))
            block = block.next()
        frames = part.document().rootFrame().childFrames()
        found += [(each.rows(), each.columns()) for each in frames if isinstance(each, QTextTable)]
    return found


def _whole(theme, jobs, text: str) -> list[object]:
    whole = MarkdownBody(theme, jobs)
    whole.resize(500, 800)
    whole.show_text(text)
    found = _look(whole)
    whole.deleteLater()
    return found


def _changes(body: MarkdownBody) -> list[tuple[int, int, int]]:
    """What the last view's document is told from now on: place, gone, come."""
    told: list[tuple[int, int, int]] = []
    body.parts[-1].document().contentsChange.connect(lambda *change: told.append(change))
    return told


@pytest.mark.parametrize("text", [LIST, TABLE, "- a\n- b\n\n- c\n  - d\n  - e\n\nEnd."])
@pytest.mark.parametrize("step", [1, 5, 23])
def test_lists_and_tables_end_as_if_they_had_come_at_once(body, theme, jobs, text, step) -> None:
    for at in range(0, len(text), step):
        body.add(text[at : at + step])
    assert _look(body) == _whole(theme, jobs, text)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    st.lists(
        st.sampled_from(
            [
                "- x\n",
                "- ",
                "1. n\n",
                "  - deep\n",
                "\n",
                "more\n",
                "| a | b |\n",
                "|--|-:|\n",
                "```\n",
            ]
        ),
        max_size=18,
    )
)
@example(pieces=["- ", "```\n", "more\n", "- "])  # a paragraph after an empty item turns a heading
def test_any_list_or_table_ends_as_the_whole(body, theme, jobs, pieces: list[str]) -> None:
    body.show_text("")
    for piece in pieces:
        body.add(piece)
    assert _look(body) == _whole(theme, jobs, "".join(pieces))


def test_numbers_of_a_list_go_on() -> None:
    found = blocks("7. a\n8. b\n9. c\n")
    assert [block.tokens[0].attrGet("start") for block in found] == [7, 8, 9]
    assert [block.follows for block in found] == [False, True, True]


def test_of_a_long_list_only_the_last_item_is_written_again(body) -> None:
    body.add(LIST)
    told = _changes(body)
    length = body.parts[-1].document().characterCount()
    body.add("60. the last")
    body.add(" one")
    assert told
    assert min(place for place, _, _ in told) > length - 60


def test_a_list_that_turns_loose_is_set_anew(body, theme, jobs) -> None:
    body.add("- a\n- b\n")
    assert {margin for _, margin, _, _ in _look(body)[1:]} == {3.0}
    body.add("\n- c\n")
    assert _look(body) == _whole(theme, jobs, "- a\n- b\n\n- c\n")


def test_of_a_long_table_only_the_last_row_is_written_again(body) -> None:
    body.add(TABLE)
    table = body.parts[-1].document().rootFrame().childFrames()[0]
    told = _changes(body)
    length = body.parts[-1].document().characterCount()
    body.add("| row 40 | 40")
    body.add(" |\n")
    assert body.parts[-1].document().rootFrame().childFrames() == [table]
    assert table.rows() == 42
    assert min(place for place, _, _ in told) > length - 60


def test_text_after_a_table_that_grew_stands_below_it(body, theme, jobs) -> None:
    body.add(TABLE)
    body.add("| row 40 | 40 |\n\nAfter.")
    assert _look(body) == _whole(theme, jobs, TABLE + "| row 40 | 40 |\n\nAfter.")


def test_a_theme_change_in_the_middle_of_a_table_loses_nothing(body, theme, jobs) -> None:
    from luminair.shell.theme import Choice

    body.add(TABLE)
    theme.set_choice(Choice.DARK)
    body.add("| row 40 | 40 |\n")
    assert _look(body) == _whole(theme, jobs, TABLE + "| row 40 | 40 |\n")


# A long text that comes at once.


@pytest.fixture
def _slow(monkeypatch):
    """Every step of building has no more time than one part takes."""
    monkeypatch.setattr(markdown_body, "STEP_MS", 0.0001)


@pytest.mark.usefixtures("_slow")
def test_a_long_text_is_built_from_its_end_in_steps(qtbot, body) -> None:
    body.show()
    body.show_text(LONG)
    assert body.building
    first = body._parts[-1]
    assert first.toPlainText().rstrip().endswith(LONG[-30:].strip())
    qtbot.waitUntil(lambda: not body.building, timeout=5000)
    assert body._parts[-1] is first
    assert len(body._parts) == -(-200 // MOST_BLOCKS)
    assert body._parts[0].toPlainText().startswith("Paragraph 0,")


@pytest.mark.usefixtures("_slow")
def test_text_that_comes_while_a_long_one_is_built_goes_to_its_end(body, theme, jobs) -> None:
    body.show_text(LONG)
    for piece in (" And", " more.\n\n", "- a\n", "- b"):
        body.add(piece)
    assert body.building
    assert _look(body) == _whole(theme, jobs, LONG + " And more.\n\n- a\n- b")


@pytest.mark.usefixtures("_slow")
def test_another_text_in_the_middle_of_building_leaves_nothing_of_the_first(qtbot, body) -> None:
    body.show_text(LONG)
    body.show_text("Short.")
    qtbot.waitUntil(lambda: not body.building)
    assert [part.toPlainText() for part in body.parts] == ["Short."]


def test_long_prose_is_cut_into_views_and_a_list_is_not(body) -> None:
    body.show_text(LONG + "\n\n" + LIST)
    lengths = [len(part.blocks) for part in body.parts]
    assert all(length == MOST_BLOCKS for length in lengths[:-1])
    assert lengths[-1] >= 57


# Pace.


def test_after_a_slow_writing_text_waits_and_none_is_lost(qtbot, monkeypatch, body) -> None:
    monkeypatch.setattr(markdown_body, "QUICK_MS", 0.0)
    monkeypatch.setattr(markdown_body, "REST", 2000)
    body.set_live(True)
    body.add("One")
    body.add(" two")
    assert body.source == "One two"
    assert body.parts[0].toPlainText() == "One"
    body.set_live(False)
    assert body.parts[0].toPlainText() == "One two"
    monkeypatch.setattr(markdown_body, "REST", 20)
    body.set_live(True)
    body.add(" three")
    body.add(" four")
    qtbot.waitUntil(lambda: body.parts[0].toPlainText() == "One two three four", timeout=3000)


@pytest.mark.parametrize("seed", range(4))
def test_random_markdown_in_random_pieces(body, theme, jobs, seed) -> None:
    from tests.bench.streaming import answer

    chance = random.Random(seed)  # noqa: S311 test data
    text, at = answer(chance, 4000), 0
    while at < len(text):
        step = chance.randint(1, 60)
        body.add(text[at : at + step])
        at += step
    assert _look(body) == _whole(theme, jobs, text)

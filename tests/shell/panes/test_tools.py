from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication

from luminair.lanes.lane import Began, Done, Text, Withdrawn
from luminair.lanes.scripted import Wait
from luminair.messages import Message, Role, ToolState, ToolUse
from luminair.shell.panes.answer_body import AnswerBody
from luminair.shell.panes.tool_line import ToolLine, brief, icon_of
from luminair.shell.parts.markdown_body import MarkdownBody
from luminair.shell.theme import Choice

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

AT = "2026-09-17T10:58:00.000Z"


def _tool(identity: str, at: int = 0, state=ToolState.DONE, result: str = "ok") -> ToolUse:
    return ToolUse(identity, "Bash", f"Run {identity}", f"make {identity}", state, result, at)


@pytest.fixture
def body(qtbot, theme, jobs) -> AnswerBody:
    found = AnswerBody(theme, jobs)
    qtbot.addWidget(found)
    found.resize(500, 400)
    found.show()
    return found


def _order(body: AnswerBody) -> list[str]:
    """What stands in it, top to bottom: words of text, names of tools."""
    found: list[tuple[int, str]] = []
    for each in body.bodies:
        words = " ".join(part.toPlainText() for part in each.parts)
        found.append((each.mapTo(body, each.rect().topLeft()).y(), words))
    found += [(line.mapTo(body, line.rect().topLeft()).y(), line.tool.id) for line in body.tools]
    return [words for _, words in sorted(found)]


def _stands(qtbot, body: AnswerBody, *expected: str) -> None:
    qtbot.waitUntil(lambda: _order(body) == list(expected), timeout=2000)


@pytest.mark.usefixtures("theme")
def test_tool_lines_stand_at_their_place_in_the_text(qtbot, body) -> None:
    body.show_all("Before.\n\nAfter.", [_tool("a", 9), _tool("b", 9), _tool("end", 15)])
    _stands(qtbot, body, "Before.", "a", "b", "After.", "end")
    assert body.source == "Before.\n\nAfter."


def test_a_tool_before_any_text_comes_first(qtbot, body) -> None:
    body.use(_tool("a", 0))
    body.splice(0, "Then words.")
    _stands(qtbot, body, "a", "Then words.")


def test_what_streams_ends_as_what_is_read_from_disk(qtbot, theme, jobs, body) -> None:
    body.set_live(True)
    body.splice(0, "Look")
    body.splice(4, "ing.\n\n")
    body.use(_tool("a", 10, ToolState.RUNNING, ""))
    body.use(_tool("a", 10, ToolState.DONE, "3 files"))
    body.splice(10, "Found it")
    body.splice(18, ".")
    body.use(_tool("b", 19))
    body.set_live(False)
    whole = AnswerBody(theme, jobs)
    qtbot.addWidget(whole)
    whole.resize(500, 400)
    whole.show()
    whole.show_all("Looking.\n\nFound it.", [_tool("a", 10, result="3 files"), _tool("b", 19)])
    for each in (body, whole):
        _stands(qtbot, each, "Looking.", "a", "Found it.", "b")
    assert [line.tool for line in body.tools] == [line.tool for line in whole.tools]


def test_the_end_leaves_alone_what_stands_already(body) -> None:
    body.splice(0, "Text")
    body.use(_tool("a", 4, ToolState.RUNNING, ""))
    bodies, tools = body.bodies, body.tools
    body.show_all("Text", [_tool("a", 4, ToolState.FAILED, "no")])
    assert (body.bodies, body.tools) == (bodies, tools)
    assert body.tools[0].tool.state is ToolState.FAILED


def test_text_that_is_taken_back_goes(body) -> None:
    body.splice(0, "One two three")
    body.splice(7, " 3")
    assert body.source == "One two 3"
    assert body.bodies[0].source == "One two 3"


def test_tools_stay_when_the_text_before_them_is_taken_back(qtbot, body) -> None:
    body.splice(0, "A long beginning")
    body.use(_tool("a", 16))
    body.splice(16, "tail")
    body.splice(2, "new")
    assert body.source == "A new"
    _stands(qtbot, body, "A new", "a")


def test_a_place_beyond_the_text_is_its_end(qtbot, body) -> None:
    body.show_all("Short.", [_tool("late", 4000), _tool("early", -3)])
    _stands(qtbot, body, "early", "Short.", "late")


@pytest.fixture
def line(qtbot, theme) -> ToolLine:
    found = ToolLine(
        theme,
        ToolUse(
            "t", "journal_search", "Search the Journal", '{"query": "a  b"}', ToolState.DONE, "x\ny"
        ),
    )
    qtbot.addWidget(found)
    found.resize(500, 24)
    found.show()
    return found


def _shown(line: ToolLine) -> tuple[str, ...]:
    return tuple(text.toPlainText() for text in line._texts.values())


def test_unfolding_shows_arguments_and_result_to_the_character(line) -> None:
    assert _shown(line) == ()
    line.head.click()
    assert _shown(line) == ('{"query": "a  b"}', "x\ny")
    assert line.head.accessibleName() == "Tool, Search the Journal, done, expanded"
    line.head.click()
    assert not line._panel.isVisible()


def test_what_comes_from_the_journal_opens_on_paper(line, theme) -> None:
    line.head.click()
    theme.set_choice(Choice.LIGHT)
    assert line._panel._fill == "paper"


def test_the_open_panel_follows_the_result(qtbot, theme) -> None:
    line = ToolLine(theme, _tool("a", 0, ToolState.RUNNING, ""))
    qtbot.addWidget(line)
    line.show()
    assert line.head._spinner.isVisible()
    line.head.click()
    assert _shown(line) == ("make a", "running…")
    line.show_tool(_tool("a", 0, ToolState.DONE, "212 passed"))
    assert _shown(line) == ("make a", "212 passed")
    assert line._panel.isVisible()
    assert not line.head._spinner.isVisible()


@pytest.mark.parametrize(
    ("state", "result", "said"),
    [
        (ToolState.DONE, "212 passed", "212 passed"),
        (ToolState.DONE, "a\nb", ""),
        (ToolState.DONE, "x" * 60, ""),
        (ToolState.RUNNING, "", ""),
        (ToolState.FAILED, "", "failed"),
        (ToolState.FAILED, "\nmake: *** Error 2\nmore", "make: *** Error 2"),
    ],
)
def test_the_line_says_a_short_result_and_every_failure(state, result, said) -> None:
    assert brief(_tool("a", 0, state, result)) == said


@pytest.mark.parametrize(
    ("name", "icon"),
    [
        ("mcp__luminair__journal_search", "ph.book-open"),
        ("Bash", "ph.terminal"),
        ("shell_command", "ph.terminal"),
        ("Edit", "ph.pencil-simple"),
        ("apply_patch", "ph.pencil-simple"),
        ("WebFetch", "ph.globe-simple"),
        ("Grep", "ph.magnifying-glass"),
        ("Read", "ph.file-search"),
        ("mcp__weather__now", "ph.puzzle-piece"),
    ],
)
def test_the_icon_says_what_kind_of_tool_it_is(name, icon) -> None:
    assert icon_of(name) == icon


# In a pane.


def test_tool_lines_come_live_and_stay_when_the_session_is_opened_again(
    pane, says, send, settle, answer, kept, desk
) -> None:
    says(
        (
            Began(),
            Text("Let me look."),
            ToolUse("t1", "Read", "Read client.py", "client.py"),
            ToolUse("t1", "Read", "Read client.py", "client.py", ToolState.DONE, "80 lines"),
            Text("Found it."),
            Done(),
        )
    )
    send("Go")
    settle()
    assert [line.tool.result for line in answer().body.tools] == ["80 lines"]
    assert [each.source for each in answer().body.bodies] == ["Let me look.", "Found it."]
    assert [tool.at for tool in kept()[-1].tools] == [12]
    first = pane.session_id
    pane.open_session(desk.library.create(lane="claude").id)
    settle()
    pane.open_session(first)
    settle()
    assert [line.tool.result for line in answer().body.tools] == ["80 lines"]
    assert [each.source for each in answer().body.bodies] == ["Let me look.", "Found it."]


def test_copying_an_answer_gives_its_source_without_the_tools(
    pane, says, send, settle, answer
) -> None:
    says((Began(), Text("**One.**\n\n"), ToolUse("t", "Bash", "Run"), Text("`Two.`"), Done()))
    send("Go")
    settle()
    answer().copy()
    assert QGuiApplication.clipboard().text() == "**One.**\n\n`Two.`"
    assert pane.transcript.messages[-1].text == "**One.**\n\n`Two.`"


def test_a_tool_that_runs_when_the_answer_is_stopped_spins_no_more(
    qtbot, pane, says, send, settle, answer
) -> None:
    says((Began(), ToolUse("t", "Bash", "Run it"), Wait(30)))
    send("Go")
    qtbot.waitUntil(lambda: bool(pane.talk.running.tools))
    assert answer().body.tools[0].tool.state is ToolState.RUNNING
    assert answer().doing == ""
    pane.talk.stop()
    settle()
    assert answer().body.tools[0].tool.state is ToolState.FAILED
    assert not answer().body.tools[0].head._spinner.isVisible()


@pytest.mark.usefixtures("pane")
def test_text_that_the_lane_takes_back_is_taken_back(says, send, settle, answer, kept) -> None:
    says((Began(), Text("Helo"), Text(" the"), Withdrawn(5), Text("lo"), Text(" there"), Done()))
    send("Go")
    settle()
    assert answer().text == "Hello there" == kept()[-1].text


def test_text_taken_back_over_several_batches(
    qtbot, pane, says, send, settle, answer, kept
) -> None:
    says((Began(), Text("First draft"), Wait(0.2), Withdrawn(5), Text("thought"), Done()))
    send("Go")
    qtbot.waitUntil(lambda: pane.talk.running is not None and pane.talk.running.text != "")
    settle()
    assert answer().text == "First thought" == kept()[-1].text


def test_coming_back_in_mid_stream_shows_text_and_tools(
    qtbot, window, pane, says, send, settle, answer
) -> None:
    says(
        (
            Began(),
            Text("One. "),
            ToolUse("t", "Bash", "Run", "make", ToolState.DONE, "fine"),
            Wait(0.3),
            Text("Two."),
            Done(),
        )
    )
    send("Go")
    first = pane.session_id
    qtbot.waitUntil(lambda: bool(pane.talk.running.tools))
    window.sessions.begin()
    qtbot.waitUntil(lambda: pane.session_id != first and pane.blank.isVisible())
    pane.open_session(first)
    settle()
    assert answer().text == "One. Two."
    assert [line.tool.result for line in answer().body.tools] == ["fine"]


def test_a_transcript_with_tools_shows_them(pane, desk, settle, answer) -> None:
    transcript = desk.library.create(lane="claude")
    transcript.add(Message("m1", Role.USER, "Go", AT))
    transcript.add(Message("m2", Role.ASSISTANT, "A.B.", AT, "claude", tools=(_tool("x", 2),)))
    pane.open_session(transcript.id)
    settle()
    assert [type(each) for each in answer().body.findChildren(MarkdownBody)] == [MarkdownBody] * 2
    assert [line.tool.id for line in answer().body.tools] == ["x"]

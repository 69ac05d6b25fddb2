from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextCursor, QTextTable

from luminair.shell.parts.code import CodeBlock
from luminair.shell.parts.inline_code import JOINER
from luminair.shell.parts.look import Look
from luminair.shell.parts.markdown_body import MarkdownBody
from luminair.shell.parts.prose import HAIR
from luminair.shell.parts.prose_view import ProseView

TEXT = """First with `code` and **bold**.

Second paragraph.

```python
x = 1
```

- one
- two
  - deep

| A | B |
|:--|--:|
| 1 | 2 |

> quoted

After all."""


@pytest.fixture
def body(qtbot, theme, jobs) -> MarkdownBody:
    found = MarkdownBody(theme, jobs)
    qtbot.addWidget(found)
    found.resize(500, 800)
    return found


def _shape(body: MarkdownBody) -> list[tuple[str, str]]:
    return [
        ("code", part.code) if isinstance(part, CodeBlock) else ("prose", part.toPlainText())
        for part in body.parts
    ]


def test_a_table_is_never_seen_as_a_row_of_bars_while_it_comes(body, monkeypatch) -> None:
    monkeypatch.setattr("luminair.shell.parts.markdown_body.QUICK_MS", 60_000)  # it never rests
    body.set_live(True)
    seen = set()
    for letter in "Before.\n\n| Run | Red |\n| --- | --: |\n| 20 | 6 |\n\nAfter.":
        body.add(letter)
        seen.update(text for _, text in _shape(body))
    assert not any("|" in text for text in seen)
    body.set_live(False)
    ((_, said),) = _shape(body)
    assert said.startswith("Before.")
    assert said.endswith("After.")


def test_a_mark_whose_partner_is_to_come_is_not_seen(body) -> None:
    def seen() -> str:
        return "".join(part.toPlainText() for part in body.parts)

    body.set_live(True)
    body.show_text("[the do")
    assert seen() == ""
    body.add("cs](https://example.com) are **lo")
    assert seen() == "the docs are lo"
    body.add("ng** and **open")
    assert seen() == "the docs are long and open"
    body.set_live(False)  # it never closed, so it is what Markdown takes it for
    assert seen() == "the docs are long and **open"


@pytest.mark.parametrize("text", ["| no table", "| no table\nbut words", "```\n\n| code"])
def test_bars_that_are_no_table_are_there_at_the_end(body, text) -> None:
    body.set_live(True)
    for letter in text:
        body.add(letter)
    body.set_live(False)
    assert "| " in _shape(body)[-1][1]


def test_bars_in_code_come_as_they_are_written(body) -> None:
    body.set_live(True)
    body.add("```\n\n| code")
    assert _shape(body)[-1] == ("code", "\n| code")
    body.set_live(False)


@pytest.mark.parametrize("step", [1, 3, 7, 40])
def test_streamed_text_looks_as_if_it_had_come_at_once(body, qtbot, theme, jobs, step) -> None:
    for at in range(0, len(TEXT), step):
        body.add(TEXT[at : at + step])
    whole = MarkdownBody(theme, jobs)
    qtbot.addWidget(whole)
    whole.show_text(TEXT)
    assert body.source == TEXT
    assert _shape(body) == _shape(whole)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(
    st.lists(
        st.sampled_from(
            ["# h\n", "para\n", "\n", "```\n", "- x\n", "> q\n", "|a|b|\n", "|-|-|\n", "***\n", "`"]
        ),
        max_size=14,
    )
)
def test_any_order_of_pieces_ends_as_the_whole(body, theme, jobs, pieces: list[str]) -> None:
    body.show_text("")
    for piece in pieces:
        body.add(piece)
    whole = MarkdownBody(theme, jobs)
    whole.show_text("".join(pieces))
    assert _shape(body) == _shape(whole)
    whole.deleteLater()


def test_only_the_last_block_is_written_again(body) -> None:
    body.add("One.\n\nTwo.\n\nThr")
    (view,) = body.parts
    assert isinstance(view, ProseView)
    changes: list[int] = []
    view.document().contentsChange.connect(lambda at, _gone, _come: changes.append(at))
    start = view.toPlainText().index("Thr")
    body.add("ee and more")
    assert changes
    assert min(changes) >= start - 1
    assert view.toPlainText().endswith("Three and more")


def test_a_selection_in_what_is_finished_survives_the_stream(body) -> None:
    body.add("Select me.\n\nTail")
    view = body.parts[0]
    cursor = QTextCursor(view.document())
    cursor.setPosition(0)
    cursor.setPosition(9, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    for piece in (" grows", " on\n\nand", " on"):
        body.add(piece)
    assert view.textCursor().selectedText() == "Select me"


def test_finished_widgets_stay_the_same_while_text_comes(body) -> None:
    body.add("One.\n\n```\nx\n```\n\nTwo")
    before = body.parts
    body.add(" and three.\n\nFour")
    assert body.parts == before


def test_copying_gives_the_source_characters(body) -> None:
    body.show_text("Use `a_b` now")
    view = body.parts[0]
    view.selectAll()
    assert HAIR in view.toPlainText()
    copied = view.createMimeDataFromSelection().text()
    assert copied == "Use a_b now"
    assert JOINER not in copied


@pytest.mark.parametrize("mark", [".", ",", ")", "?", "s"])
def test_what_stands_right_behind_code_stays_on_its_line(body, mark) -> None:
    body.show_text(f"one two `code`{mark} three four")
    view = body.parts[0]
    for width in range(60, 260, 2):
        view.document().setTextWidth(width)
        found = view.document().begin()
        layout, text = found.layout(), found.text()
        starts = [text[layout.lineAt(at).textStart() :] for at in range(layout.lineCount())]
        assert not any(start.lstrip(JOINER).startswith(mark) for start in starts), width


@pytest.mark.parametrize("code", ["luminair/shell/text", "//context", "/tmp", "--json", "a-b/c"])
def test_a_line_ends_in_inline_code_only_where_it_does_not_fit(body, code) -> None:
    widths = []
    for text in (f"`{code}`", f"one two three `{code}` four five"):
        body.show_text(text)
        view = body.parts[0]
        document = view.document()
        document.setTextWidth(10_000)
        widths.append(int(document.begin().layout().lineAt(0).naturalTextWidth()))
    for width in range(widths[0] + 4, widths[1], 3):
        document.setTextWidth(width)
        layout, text = document.begin().layout(), document.begin().text()
        lines = [layout.lineAt(at) for at in range(layout.lineCount())]
        shown = [text[each.textStart() :][: each.textLength()] for each in lines]
        assert any(code in line.replace(JOINER, "") for line in shown), (width, shown)
    view.selectAll()
    assert view.createMimeDataFromSelection().text() == f"one two three {code} four five"


def test_a_table_has_its_alignment_and_no_frame(body) -> None:
    body.show_text("| A | B |\n|:--|--:|\n| x | 1 |")
    document = body.parts[0].document()
    tables = [
        frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)
    ]
    assert [(table.rows(), table.columns()) for table in tables] == [(2, 2)]
    cell = tables[0].cellAt(1, 1).firstCursorPosition()
    assert int(cell.blockFormat().alignment().value) & 2  # right
    assert tables[0].format().border() == 0


def test_soft_breaks_between_cjk_lines_add_no_space(body) -> None:
    body.show_text("日本\n語 and\nlatin")
    assert body.parts[0].toPlainText() == "日本語 and latin"


def test_a_text_cannot_make_the_view_load_anything(body) -> None:
    body.show_text("![x](/etc/hostname) and ![y](http://127.0.0.1/z.png)")
    view = body.parts[0]
    assert view.loadResource(2, QUrl("file:///etc/hostname")) is None
    assert "\ufffc" not in view.toPlainText()


def test_links_are_told_and_not_followed(qtbot, body) -> None:
    body.show_text("[note](journal:20260917T1058-ab12)")
    with qtbot.waitSignal(body.link) as told:
        body.parts[0].anchorClicked.emit(QUrl("journal:20260917T1058-ab12"))
    assert told.args[0].toString() == "journal:20260917T1058-ab12"


def test_a_theme_change_keeps_the_text(body, theme) -> None:
    from luminair.shell.theme import Choice

    body.show_text(TEXT)
    before = _shape(body)
    theme.set_choice(Choice.DARK)
    assert _shape(body) == before


def test_code_is_coloured_when_its_fence_closes(body) -> None:
    body.add("```python\ndef f():")
    block = body.parts[0]
    assert {run.role for run in block.text.runs} == {"text"}
    body.add("\n    return 1\n```\n")
    assert "krule" in {run.role for run in body.parts[0].text.runs}


@pytest.mark.usefixtures("qtbot")
def test_copying_code_gives_it_without_a_last_line_end(body) -> None:
    from PySide6.QtGui import QGuiApplication

    body.show_text("```\na\nb\n```")
    body.parts[0]._copy.click()
    assert QGuiApplication.clipboard().text() == "a\nb"
    assert body.parts[0]._copy.text() == "Copied"


def test_a_list_stands_off_and_its_items_close_together(qtbot, theme, jobs) -> None:
    body = MarkdownBody(theme, jobs, Look(gap=12, head_gap=30))
    qtbot.addWidget(body)
    body.show_text("a\n\n- b\n- c\n\n## d\n\ne\n\nf")
    part = body.parts[0]
    assert isinstance(part, ProseView)
    margins = {}
    block = part.document().begin()
    while block.isValid():
        margins[block.text()] = block.blockFormat().topMargin()
        block = block.next()
    assert margins == {"a": 0, "b": 12, "c": 3, "d": 30, "e": 8, "f": 12}

"""Texts for Hypothesis: any at all, and headers built of lines that are hard to read."""

from __future__ import annotations

from hypothesis import strategies as st

headers = st.lists(
    st.sampled_from(
        [
            "title: A",
            "Title: b # c",
            "tags:",
            "  - x",
            "- y",
            "\t- z",
            "pinned: no",
            "pinned: true",
            "summary: |",
            "  text",
            "  # text",
            "",
            "# remark",
            "  # remark",
            'cwd: "a',
            'b"',
            "kind: 'it''s'",
            "list: [a,",
            "  b]",
            "]",
            "{a: b}",
            '{"a": 1, "pinned": false}',
            "{",
            "}",
            "---x",
            "...",
            "---",
            "just words",
            "a: b: c",
            "id:",
            "x: &a 1",
            "y: *a",
            "<<: *a",
            "? k",
            "<<<<<<< HEAD",
            "=======",
            "+++",
            "\u2028",
            "\x85: \x0b",
            "é: ü",
            "pinned:",
            "  on",
        ]
    ),
    max_size=12,
)
texts = st.one_of(
    st.text(),
    st.builds(
        lambda top, lines, end, tail: end.join([top, *lines, "---", tail]),
        st.sampled_from(["---", "--- ", "\ufeff---", "+++", "", "---\t"]),
        headers,
        st.sampled_from(["\n", "\r\n", "\r"]),
        st.sampled_from(["", "body", "---", "title: x", "\n# Head\n", "---\nkind: rule\n---\n"]),
    ),
    st.builds("\n".join, headers),
)

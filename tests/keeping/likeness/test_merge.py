"""Folding duplicates into one note: bytes, links, undo, and what is never proposed."""

from __future__ import annotations

import re

import pytest

from luminair.errors import NoteNotFound, Refused, UsageError
from luminair.journal import Kind, ProposalKind, Scope, State, Status
from luminair.keeping.said_again import Said, line_of, said_in, with_said
from luminair.keeping.tending.merge import carry_out, merge, merges


def add(journal, title: str, **values: object) -> str:
    values.setdefault("kind", Kind.ASK)
    return journal.add(title=title, **values).note.key


def test_merging_keeps_every_word_and_one_undo_brings_back_every_byte(
    journal, vault, every_byte
) -> None:
    text = (
        "---\r\nid: 20260101T0000-0001\r\nkind: rule\r\n# mine\r\nscope: global\r\n"
        "title: Run the linter before each commit.\r\n---\r\nWith ruff.\r\nAlways.\r\n"
    )
    (vault / "Lint.md").write_bytes(text.encode())
    journal.refresh()
    keep = "20260101T0000-0001"
    one = add(journal, "Lint before committing.", session="s1", kind=Kind.RULE)
    two = add(journal, "No commit without linting.", body="No commit without linting, ever.\n\n"
              "## Said again\n\n- “linter first” (2026-09-02T10:00:00.000Z, s0)\n",
              session="s2", kind=Kind.RULE)  # fmt: skip
    before = every_byte()
    done = merge(journal, keep, [one, two])

    body = journal.load(keep).body
    assert body.startswith("With ruff.\r\nAlways.\r\n")
    assert [(each.quote, each.session) for each in said_in(body)] == [
        ("Lint before committing.", "s1"),
        ("No commit without linting, ever.", "s2"),
        ("linter first", "s0"),
    ]
    assert all(each.at for each in said_in(body))
    states = {each.note.key: each.state for each in journal.listing()}
    assert (states[keep], states[one], states[two]) == (
        State.LIVE, State.ARCHIVED, State.ARCHIVED,
    )  # fmt: skip
    assert f"merged: {keep}" in journal.load(one).raw.decode()
    assert done.merged == (one, two)

    assert b"# mine\r\n" in (vault / "Lint.md").read_bytes()
    assert len(journal.operations()) == 3  # two notes filed, one merge
    journal.undo()
    assert every_byte() == before
    journal.undo(journal.operations()[0].op)
    assert journal.listed(one).state is State.ARCHIVED


def test_links_to_a_merged_note_still_lead_to_it(journal) -> None:
    keep = add(journal, "Use pnpm.")
    gone = add(journal, "Use pnpm here.")
    journal.add(title="Setup", body="See [[Use pnpm here]].")
    merge(journal, keep, [gone])
    [found] = journal.resolve("Use pnpm here")
    assert found.key == gone
    assert [problem for problem in journal.doctor() if "links to" in problem.problem] == []


def test_what_a_merged_note_hid_stays_hidden(journal) -> None:
    old = add(journal, "Use yarn.", kind=Kind.RULE)
    keep = add(journal, "Use pnpm.", kind=Kind.RULE)
    other = add(journal, "Use pnpm only.", kind=Kind.RULE, overrides=(old,))
    assert journal.listed(old).state is State.HIDDEN
    merge(journal, keep, [other])
    assert journal.listed(old).state is State.HIDDEN
    assert journal.find(keep).overrides == (old,)


def test_the_owner_may_merge_anything_and_is_told_what_differs(journal) -> None:
    keep = add(journal, "Retry with a timeout of 30 s.")
    other = add(journal, "Retry with a timeout of 300 s.", session="s1")
    done = merge(journal, keep, [other])
    [told] = done.differ
    assert "30 and 300" in told
    assert "global and session scope" in told


SAME = "Run the linter before each commit."


def kept_away(journal, vault, tmp_path, how: str) -> tuple[str, str]:
    """Two notes that say the same, one of them where the other must not speak for it."""
    if how == "held":
        return add(journal, SAME), add(journal, SAME, status=Status.HELD)
    if how == "archived":
        gone = add(journal, SAME)
        journal.archive([gone])
        return add(journal, SAME), gone
    if how == "never rides":
        (vault / "Templates").mkdir()
        return add(journal, SAME), add(journal, SAME, folder="Templates")
    keys = []
    for name in ("a", "b"):
        (tmp_path / name / ".git").mkdir(parents=True)
        values = {"scope": Scope.FOLDER, "cwd": str(tmp_path / name)}
        keys.append(add(journal, SAME, **values))
    if how == "one path, two machines":
        for key, project in zip(keys, ("github.com/acme/a", "github.com/acme/b"), strict=True):
            file = vault / journal.find(key).path
            text = file.read_text().replace(str(tmp_path / "b"), str(tmp_path / "a"))
            file.write_text(text.replace("cwd:", f"project: {project}\ncwd:", 1))
        journal.refresh()
    return keys[0], keys[1]


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("held", "is held for you, so answer it in Review first."),
        ("never rides", "'Templates/Run the linter before each commit.md' never rides and 'Notes/"),
        ("projects", "are of two projects; give them one scope first."),
        ("one path, two machines", "are of two projects; give them one scope first."),
    ],
)
def test_what_may_not_speak_for_each_other_is_neither_proposed_nor_merged(
    journal, vault, tmp_path, every_byte, how: str, told: str
) -> None:
    one, other = kept_away(journal, vault, tmp_path, how)
    before = every_byte()
    assert merges(journal) == []
    for keep, gone in ((one, other), (other, one)):
        with pytest.raises(Refused, match=f"^Nothing was merged: .*{re.escape(told)}"):
            merge(journal, keep, [gone])
    assert every_byte() == before


def test_an_archived_note_takes_no_other_with_it(journal, vault, tmp_path) -> None:
    live, gone = kept_away(journal, vault, tmp_path, "archived")
    with pytest.raises(Refused, match="is archived; bring it back first"):
        merge(journal, gone, [live])
    assert merge(journal, live, [gone]).merged == (gone,)


def test_a_proposal_whose_note_was_held_or_moved_away_since_is_refused(journal) -> None:
    first, second = add(journal, SAME), add(journal, f"please {SAME}")
    [found] = merges(journal)
    journal.edit(second, status=Status.HELD)
    with pytest.raises(Refused):
        carry_out(journal, found)
    journal.edit(second, status=Status.OPEN)
    journal.move([first], "Templates")
    with pytest.raises(Refused):
        carry_out(journal, found)
    journal.move([second], "Templates")
    assert carry_out(journal, found)


def test_two_folders_of_one_project_may_be_merged(journal, tmp_path) -> None:
    (tmp_path / "a" / ".git" / "refs").mkdir(parents=True)
    (tmp_path / "a" / ".git" / "objects").mkdir()
    (tmp_path / "a" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / "a" / "sub").mkdir()
    keep = add(journal, SAME, scope=Scope.FOLDER, cwd=str(tmp_path / "a"))
    other = add(journal, SAME, scope=Scope.FOLDER, cwd=str(tmp_path / "a" / "sub"))
    assert merge(journal, keep, [other]).merged == (other,)


def test_a_lower_rung_of_trust_hides_nothing_through_a_merge(journal) -> None:
    law = add(journal, "Use yarn.", kind=Kind.NOTE)
    keep = add(journal, "Use pnpm.", kind=Kind.NOTE)
    other = add(journal, "Use pnpm only.", kind=Kind.NOTE, source="import:page", overrides=(law,))
    assert journal.listed(law).state is State.LIVE
    merge(journal, keep, [other])
    assert journal.find(keep).overrides == ()
    assert journal.listed(law).state is State.LIVE


def test_an_open_ask_that_goes_into_a_finished_one_is_told(journal) -> None:
    keep, other = add(journal, SAME), add(journal, SAME)
    journal.edit(keep, status=Status.DONE)
    assert merges(journal) == []
    assert "being done and open" in merge(journal, keep, [other]).differ[0]


@pytest.mark.parametrize("others", [[], ["KEEP"]])
def test_nothing_to_merge_is_said_in_a_sentence(journal, others: list[str], every_byte) -> None:
    keep = add(journal, "Use pnpm.")
    before = every_byte()
    with pytest.raises(UsageError, match=r"\.$"):
        merge(journal, keep, [keep if each == "KEEP" else each for each in others])
    with pytest.raises(NoteNotFound):
        merge(journal, keep, ["20260101T0000-dead"])
    assert every_byte() == before


def test_proposals_are_for_one_kind_scope_and_project(journal, tmp_path) -> None:
    projects = []
    for name in ("a", "b"):
        (tmp_path / name / ".git").mkdir(parents=True)
        projects.append(str(tmp_path / name))
    same = "Run the linter before each commit."
    first = add(journal, same)
    second = add(journal, "please run the linter before each commit!")
    add(journal, same, kind=Kind.RULE)
    for project in projects:
        add(journal, same, scope=Scope.FOLDER, cwd=project)
    add(journal, same, session="s1")
    [found] = merges(journal)
    assert found.kind is ProposalKind.MERGE
    assert (found.data["keep"], found.data["others"]) == (first, (second,))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use tabs, not spaces.", "Use spaces, not tabs."),
        ("Set the timeout to 30 s.", "Set the timeout to 300 s."),
        ("Run the tests before the build.", "Run the tests after the build."),
        ("Only deploy on Fridays.", "Deploy on Fridays."),
        ("Never deploy on Fridays.", "Deploy on Fridays."),
        ("Enable the cache for builds.", "Disable the cache for builds."),
        ("Log errors to stderr.", "Log errors to stdout."),
        ("Use port 8080 for the proxy.", "Use port 8081 for the proxy."),
        ("Add a retry to upload.py.", "Add a retry to download.py."),
        ("Fix `parseDate` in the report.", "Fix `formatDate` in the report."),
        ("Ship the beta to customers.", "Ship the beta to testers."),
    ],
)
@pytest.mark.parametrize(
    "filler", ["", "This is how it is done in all the services of this team. " * 6]
)
def test_opposites_are_never_proposed(journal, one: str, other: str, filler: str) -> None:
    add(journal, "Wish one", body=f"{filler}{one}\n")
    add(journal, "Wish one", body=f"{filler}{other}\n")
    assert merges(journal) == []


def test_near_copies_of_long_notes_are_proposed(journal) -> None:
    text = "The uploads are cut into parts of five megabytes. " * 12
    keep = add(journal, "Uploads", body=text, kind=Kind.NOTE)
    copy = add(journal, "Uploads", body=f"{text}\n", kind=Kind.NOTE)
    [found] = merges(journal)
    assert {found.data["keep"], *found.data["others"]} == {keep, copy}


def test_carrying_out_checks_again(journal, every_byte) -> None:
    first = add(journal, "Run the linter before each commit.")
    add(journal, "please run the linter before each commit!")
    [found] = merges(journal)
    journal.edit(first, title="Run the linter after each commit.")
    before = every_byte()
    with pytest.raises(Refused, match="changed since"):
        carry_out(journal, found)
    assert every_byte() == before
    journal.edit(first, title="Run the linter before each commit.")
    operation = carry_out(journal, found)
    assert journal.operations()[0].op == operation
    assert merges(journal) == []


# --- Said again ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    ["", "One line", "One line\n", "One\r\nTwo\r\n", "# A\n\ntext\n\n\n", "no end\n## Said again"],
)
def test_adding_a_phrasing_changes_no_byte_of_what_was_there(body: str) -> None:
    said = Said("Lint “before” commits", "2026-09-02T10:00:00.000Z", "claude:abc-1")
    grown = with_said(body, [said])
    assert grown.startswith(body.rstrip("\r\n")) or not body
    assert said_in(grown) == [
        Said("Lint ‘before’ commits", "2026-09-02T10:00:00.000Z", "claude:abc-1")
    ]
    assert with_said(grown, [said]) == grown


def test_a_section_in_the_middle_grows_where_it_stands() -> None:
    body = "text\n\n## Said again\n\n- “a b” (2026-01-01, s1)\n\n## After\n\nmore\n"
    grown = with_said(body, [Said("c d")])
    assert grown == body.replace("s1)\n", "s1)\n- “c d”\n")


def test_quotations_and_plain_lines_are_read() -> None:
    body = (
        '## Said again\n\n> "On mobile, say eight."\n>\n> Keys on PUT · 8 Sep 2026, 16:05\n\n'
        "- another way to say it\n2026-09-01: and one more\n\n# Next\n\n- not this\n"
    )
    assert [(each.quote, each.at) for each in said_in(body)] == [
        ("On mobile, say eight.", "2026-09-08T16:05:00.000Z"),
        ("another way to say it", ""),
        ("and one more", "2026-09-01"),
    ]
    assert said_in("no section\n- line") == []
    assert line_of(Said("x" * 900)).count("x") < 520

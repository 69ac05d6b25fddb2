"""What a catalogue finds, lists, ranks and takes for alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from luminair.errors import NoteNotFound, UsageError
from luminair.journal.fence import head
from luminair.journal.notes.note import Kind, Scope
from luminair.journal.notes.paths import name_key
from luminair.journal.ranking.query import parse_query
from luminair.journal.ranking.traits import traits_of
from luminair.journal.vault.catalogue import Catalogue
from luminair.journal.vault.catalogue_rows import room_of
from tests.journal.vault.whole_catalogues import names, put


class TestFind:
    ID = "20260825T2009-4be1"

    def test_by_id_path_spelling_and_part(self, vault, catalogue):
        put(vault, "Notes/Café.md", id=self.ID, title="x")
        put(vault, "b.md", id="20260826T1000-0a0a", title="y")
        catalogue.refresh()

        for said in (
            self.ID,
            "Notes/Café.md",
            "./Notes/Café.md",
            "notes/cafe\u0301.md",
            "Notes/Café",
            "4be1",
            "20260825",
            "20260825T2009",
        ):
            assert catalogue.find(said).path == "Notes/Café.md", said
        assert catalogue.has_id(self.ID)
        assert not catalogue.has_id("20260825T2009-4be2")

    def test_nothing_or_several_is_said(self, vault, catalogue):
        put(vault, "a.md", id=self.ID)
        put(vault, "b.md", id="20260826T1000-4be1")
        catalogue.refresh()

        for said in ("gone.md", "", "%", "be1", "\udc80", "2026082_", "_\udc80", "_.md", "______"):
            with pytest.raises(NoteNotFound):
                catalogue.find(said)
        with pytest.raises(UsageError, match=r"'4be1' could be 'a\.md', 'b\.md'"):
            catalogue.find("4be1")

    def test_by_the_path_as_a_digest_shows_it(self, vault, catalogue):
        paths = ["Notes/Boat plan 50% (new)!.md", "Ignore all that [x].md", "a\\b c d.md"]
        for path in [*paths, "Ignore all that (x).md", "long " * 45 + "1.md"]:
            put(vault, path)
        catalogue.refresh()

        for note in catalogue.notes():
            shown = head(note).split(" · ")[0].removeprefix("[note ")
            assert catalogue.find(shown).path == note.path
        with pytest.raises(NoteNotFound):
            catalogue.find("Ignore_all_that__y_.md")

    def test_two_paths_that_look_alike_in_a_digest_are_said(self, vault, catalogue):
        put(vault, "Do it now!.md")
        put(vault, "Do it now?.md")
        catalogue.refresh()
        with pytest.raises(UsageError, match="could be 'Do it now!"):
            catalogue.find("Do_it_now_.md")

    def test_odd_text_finds_nothing_and_costs_nothing(self, vault, catalogue):
        put(vault, "a.md", id=self.ID)
        catalogue.refresh()

        assert catalogue.note("\udc80.md") is None
        assert not catalogue.has_id("\udc80")
        assert catalogue.of_session("\ud800") == []
        assert catalogue.touched(["\udc80.md"]).added == ()

    def test_names_that_differ_by_case_alone_are_two_notes(self, vault, catalogue):
        put(vault, "Rules.md")
        if (vault / "rules.md").exists():
            pytest.skip("this disk is case-blind")
        put(vault, "rules.md")
        catalogue.refresh()

        assert catalogue.find("rules.md").path == "rules.md"
        assert catalogue.find("Rules.md").path == "Rules.md"
        with pytest.raises(UsageError):
            catalogue.find("RULES.md")
        assert name_key("RULES.md") == name_key("rules.md")

    def test_two_files_with_one_id(self, vault, catalogue):
        put(vault, "x.md", id=self.ID, created='"2026-02-01T00:00:00.000Z"')
        put(vault, "x 2.md", id=self.ID, created='"2026-02-01T00:00:00.000Z"')
        catalogue.refresh()
        assert (catalogue.find(self.ID).path, catalogue.find("x 2.md").clash) == ("x.md", "x.md")
        assert catalogue.find("x 2.md").key == "x 2.md"
        assert catalogue.load("x 2.md").note.clash == "x.md"

        put(vault, "z.md", id=self.ID, created='"2026-01-01T00:00:00.000Z"')
        catalogue.refresh()
        assert [note.clash for note in catalogue.notes()] == ["z.md", "z.md", ""]

        (vault / "z.md").unlink()
        (vault / "x.md").unlink()
        catalogue.refresh()
        assert (catalogue.find(self.ID).path, catalogue.find(self.ID).clash) == ("x 2.md", "")


class TestLists:
    def test_what_stands_without_a_match(self, vault, catalogue):
        put(vault, "rule.md", kind="rule")
        put(vault, "Archive/rule.md", kind="rule")
        put(vault, "held.md", kind="rule", status="held")
        put(vault, "ask.md", kind="ask")
        put(vault, "done.md", kind="ask", status="done")
        put(vault, "closed pin.md", kind="ask", status="done", pinned="true")
        put(vault, "end.md", kind="ruledout")
        put(vault, "pin.md", kind="note", pinned="true", session="s1")
        put(vault, "gone.md", kind="ask", archived='"2026-01-01T00:00:00.000Z"')
        catalogue.refresh()

        standing = ["ask.md", "closed pin.md", "end.md", "pin.md", "rule.md"]
        assert sorted(names(catalogue.standing())) == standing
        every = room_of(Scope.GLOBAL, "", "", "")
        assert catalogue.standing({every}) == catalogue.standing()
        assert catalogue.standing({room_of(Scope.SESSION, "", "", "s1")}) == []
        assert names(catalogue.of_session("s1")) == ["pin.md"]
        assert names(catalogue.in_folder("Archive")) == ["Archive/rule.md"]
        assert names(catalogue.of_kind(Kind.ASK)) == ["ask.md", "closed pin.md", "done.md"]
        assert len(catalogue.notes()) == 9

    def test_a_note_comes_back_as_it_was_read(self, vault, catalogue):
        put(
            vault,
            "a.md",
            "# H\n\nBody.\n",
            id="20260825T2009-4be1",
            kind="rule",
            tags="[x, y]",
            aliases='["a, b", c]',
            overrides="[20260825T2009-4be2]",
            title='"half a pair: \\ud800"',
        )
        put(vault, "b.md", "Ünïcode 日本\n")
        catalogue.refresh()

        for note in catalogue.notes():
            loaded = catalogue.load(note.path)
            same = replace(loaded.note, title=loaded.note.title.replace("\ud800", "?"))
            assert same == note
            assert loaded.raw == catalogue.file_bytes(note.path) == (vault / note.path).read_bytes()

    def test_a_file_that_went_away_is_said(self, vault, catalogue):
        put(vault, "a.md").unlink()
        with pytest.raises(NoteNotFound, match="was moved or removed"):
            catalogue.load("a.md")


class TestSearch:
    def test_ties_go_to_the_newer_then_by_path_also_at_the_cut(self, vault, catalogue):
        for number in range(6):
            day = 1 + number % 3
            put(vault, f"n/{number}.md", "zebra\n", title="x", updated=f'"2026-01-0{day}"')
        catalogue.refresh()

        found = catalogue.search(parse_query("zebra"), limit=3)

        assert [note.path for note, _ in found] == ["n/2.md", "n/5.md", "n/1.md"]

    def test_only_what_is_allowed(self, vault, catalogue):
        for number in range(40):
            put(vault, f"{number:02d}.md", "zebra " * (40 - number) + "\n", title="x")
        catalogue.refresh()

        found = catalogue.search(
            parse_query("zebra"), limit=2, allowed=lambda note: note.path >= "38"
        )

        assert {note.path for note, _ in found} == {"38.md", "39.md"}

    def test_warm_and_cold_give_the_very_same_scores(self, vault, index, catalogue):
        for number in range(120):
            put(vault, f"{number}.md", f"zebra apple{number % 7} " + "word " * (number % 11) + "\n")
        catalogue.refresh()
        put(vault, "3.md", "apple3 zebra zebra\n")
        catalogue.refresh()
        query = parse_query("zebra apple3")
        cold = catalogue.search(query, limit=200)
        catalogue.warm()

        assert catalogue.search(query, limit=200) == cold
        assert catalogue.search(query, limit=200) == cold
        put(vault, "4.md", "apple3 zebra zebra\n")
        catalogue.touched(["4.md"])
        with_one = Catalogue.open(vault, index)
        with_one.refresh()
        assert with_one.search(query, limit=200) == catalogue.search(query, limit=200) != cold
        with_one.close()


class TestLikeness:
    TEXT = "The deploy script waits for the database migration before it restarts every worker.\n"

    def test_near_copies_titles_and_overrides_are_rivals(self, vault, catalogue):
        put(vault, "a.md", self.TEXT, id="20260825T2009-4be1", title="Deploy waits")
        put(vault, "b.md", self.TEXT.replace("every", "each"), title="Deploy  waits!")
        put(vault, "c.md", "Quite another matter.\n", overrides="20260825T2009-4be1", title="c")
        put(vault, "d.md", "Nothing of the kind here.\n", title="d")
        put(vault, "e.md", self.TEXT.replace("every", "all"), title="Another")
        catalogue.refresh()

        assert names(catalogue.rivals([catalogue.find("a.md")])) == ["b.md", "c.md", "e.md"]
        assert names(catalogue.rivals([catalogue.find("c.md")])) == ["a.md"]
        assert names(catalogue.rivals(catalogue.notes()[:2])) == ["c.md", "e.md"]
        assert catalogue.rivals([catalogue.find("d.md")]) == []

    def test_links_are_found_by_what_they_name(self, vault, catalogue):
        put(vault, "a.md", "See [[ÜBER b|this]] and `[[code]]`.\n")
        put(vault, "b.md", "See [it](Notes/%C3%BCber%20b.md) twice: [[über b]].\n")
        put(vault, "c.md", "No link: [x], [[#here]].\n")
        catalogue.refresh()

        assert names(catalogue.linking_to(["über b"])) == ["a.md", "b.md"]
        assert names(catalogue.linking_to(["notes/über b", "none"])) == ["b.md"]
        assert catalogue.linking_to(["code", "here", "x", ""]) == []
        assert sorted(catalogue.links())[0] == ("a.md", "über b")
        put(vault, "a.md", "See nothing.\n")
        (vault / "b.md").unlink()
        catalogue.refresh()
        assert catalogue.links() == []

    def test_verdicts_outlive_the_process(self, vault, index):
        put(vault, "a.md")
        first = Catalogue.open(vault, index)
        first.refresh()
        assert first.verdict("aa", "bb") is None
        first.keep_verdict("bb", "aa", same=True)
        first.keep_verdict("aa", "cc", same=False, rule="0.8")
        assert first.verdict("aa", "bb") is True
        first.close()

        second = Catalogue.open(vault, index)
        assert second.verdict("bb", "aa") is True
        assert second.verdict("aa", "cc", "0.8") is False
        assert second.verdict("aa", "cc") is None
        second.close()

    def test_traits_outlive_the_process(self, vault, index):
        put(vault, "a.md")
        first = Catalogue.open(vault, index)
        first.refresh()
        found = {sha: traits_of(sha * 9) for sha in ("aa 1", "bb 2")}
        first.keep_traits(found)
        assert first.traits(["aa 1", "cc"]) == {"aa 1": found["aa 1"]}
        first.close()

        second = Catalogue.open(vault, index)
        assert second.traits(["bb 2", "aa 1", "cc"]) == found
        second.close()

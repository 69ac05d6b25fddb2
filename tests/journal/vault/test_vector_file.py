"""vectors.json and the rows beside it: true, shared by processes, and never in the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.errors import Refused
from luminair.journal.ranking.vectors import Coded, coded
from luminair.journal.vault.vector_file import Made, VectorFile
from luminair.journal.vault.vector_rows import Stored, open_rows, rows_of, write_rows

if TYPE_CHECKING:
    from collections.abc import Mapping

HOUSE = Path(__file__).resolve().parents[3]
NOW = "2026-09-17T11:00:00.000Z"
ONE = coded([1.0, 2.0, -3.0])
TWO = coded([-1.0, 0.5, 3.0])


def sha(number: int) -> str:
    return f"{number:04x}" + "0" * 60


def made(number: int, *passages: Coded, text: str = "t") -> Made:
    return Made(sha(number), text, passages or (ONE,))


def store(file: VectorFile, notes: Mapping[str, Made], model: str = "m", **more: object) -> None:
    there = more.pop("there", {key: each.sha256 for key, each in notes.items()})
    file.store(model, more.pop("fingerprint", "f"), notes, there, now=more.pop("now", NOW), **more)


@pytest.fixture
def rows(home: Path) -> Path:
    return home / "index"


@pytest.fixture
def file(vault: Path, rows: Path) -> VectorFile:
    return VectorFile(vault, rows)


def test_what_is_stored_is_found_by_key_and_hash(file: VectorFile) -> None:
    assert file.rows("m") is None
    store(file, {"a": made(1, ONE, TWO), "b/c.md": made(2)})
    found = file.rows("m")
    assert found is not None
    assert (found.length, found.notes) == (3, 2)
    assert found.of("a", sha(1)) == [ONE, TWO]
    assert found.of("b/c.md", sha(2)) == [ONE]
    assert found.of("a", sha(9)) == []  # its text is another one by now
    assert found.of("z", sha(1)) == []
    assert file.rows("m") is found


@pytest.mark.parametrize("with_rows", [True, False])
def test_another_process_finds_the_same(vault: Path, rows: Path, with_rows: bool) -> None:
    place = rows if with_rows else None
    store(VectorFile(vault, place), {"a": made(1, ONE, TWO)})
    found = VectorFile(vault, place).rows("m")
    assert found is not None
    assert found.of("a", sha(1)) == [ONE, TWO]


def test_the_rows_follow_the_json(file: VectorFile, vault: Path, rows: Path) -> None:
    store(file, {"a": made(1)})
    assert file.rows("m")
    other = VectorFile(vault, None)  # a process, or another Mac, that keeps no rows here
    store(other, {"a": made(7, TWO)})
    found = file.rows("m")
    assert found is not None
    assert found.of("a", sha(7)) == [TWO]
    (path,) = rows.glob("vectors-*.rows")
    for damage in (b"", b"x" * 40, path.read_bytes()[:-1], path.read_bytes() + b"x"):
        path.write_bytes(damage)
        found = VectorFile(vault, rows).rows("m")
        assert found is not None
        assert found.of("a", sha(7)) == [TWO]
    (vault / ".luminair" / "vectors.json").unlink()
    assert file.rows("m") is None


def test_rows_that_cannot_be_kept_cost_no_answer(vault: Path, home: Path) -> None:
    blocked = home / "blocked"
    blocked.write_text("a file where the folder should be")
    file = VectorFile(vault, blocked / "index")
    store(file, {"a": made(1)})
    found = file.rows("m")
    assert found is not None
    assert found.of("a", sha(1)) == [ONE]


def test_models_are_apart_and_two_are_kept(file: VectorFile) -> None:
    store(file, {"a": made(1)}, "old", now="2026-01-01T00:00:00.000Z")
    store(file, {"a": made(1, TWO)}, "mid", now="2026-02-01T00:00:00.000Z")
    assert file.rows("old").of("a", sha(1)) == [ONE]
    assert file.rows("mid").of("a", sha(1)) == [TWO]
    store(file, {"a": made(1)}, "new", now="2026-03-01T00:00:00.000Z")
    assert file.rows("old") is None
    assert file.rows("mid") is not None
    assert file.rows("new") is not None


def test_lengths_and_fingerprints_are_never_mixed(file: VectorFile) -> None:
    both = {"a": sha(1), "b": sha(2)}
    store(file, {"a": made(1)}, there=both)
    store(file, {"b": made(2, coded([1.0] * 5))}, there=both)
    found = file.rows("m")
    assert found.length == 5
    assert found.of("a", sha(1)) == []
    store(file, {"a": made(1)}, there=both, fingerprint="another")
    assert set(file.section("m").notes) == {"a"}
    assert file.section("m").length == 3


def test_what_another_process_kept_stays_and_what_is_gone_goes(
    file: VectorFile, vault: Path, rows: Path
) -> None:
    there = {"a": sha(1), "b": sha(2), "c": sha(3)}
    store(file, {"a": made(1)}, there=there)
    store(VectorFile(vault, rows), {"b": made(2)}, there=there)
    store(file, {"c": made(3)}, there=there)
    assert set(file.section("m").notes) == {"a", "b", "c"}
    store(file, {}, there={"b": sha(2)})
    assert set(file.section("m").notes) == {"b"}


def test_an_older_reading_does_not_replace_a_newer_one(file: VectorFile) -> None:
    store(file, {"a": made(2, TWO)}, there={"a": sha(2)})
    store(file, {"a": made(1)}, there={"a": sha(2)})
    assert file.rows("m").of("a", sha(2)) == [TWO]


def test_the_same_text_in_a_changed_file_keeps_its_vectors(file: VectorFile) -> None:
    store(file, {"a": made(1, TWO)})
    store(file, {"a": Made(sha(5), "t", None)})
    assert file.rows("m").of("a", sha(5)) == [TWO]
    store(file, {"a": Made(sha(6), "another text", None)})
    assert file.rows("m").of("a", sha(6)) == []


def test_a_refused_note_is_known_and_has_no_rows(file: VectorFile) -> None:
    store(file, {"a": Made(sha(1), "t", ()), "b": made(2)})
    assert file.section("m").notes["a"].passages == 0
    assert file.rows("m").of("a", sha(1)) == []
    assert file.rows("m").notes == 1


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "is damaged"),
        (b"{", "is damaged"),
        (b"[]", "is damaged"),
        (b'{"version": 1}', "is damaged"),
        (b'{"version": "1", "models": {}}', "is damaged"),
        (b'{"version": 1, "models": []}', "is damaged"),
        (b"\xff\xfe", "is damaged"),
        (b"[" * 100_000, "is damaged"),
        (b'{"version": 3, "models": {}}', "was written by a newer Luminair"),
    ],
)
def test_what_cannot_be_read_counts_as_none(
    file: VectorFile, vault: Path, data: bytes, problem: str
) -> None:
    (vault / ".luminair").mkdir()
    (vault / ".luminair" / "vectors.json").write_bytes(data)
    assert file.rows("m") is None
    assert file.section("m").notes == {}
    assert file.problem() == problem
    if "newer" in problem:
        with pytest.raises(Refused, match="update this Luminair"):
            store(file, {"a": made(1)})
    else:
        store(file, {"a": made(1)})
        assert file.problem() == ""
        assert file.rows("m").of("a", sha(1)) == [ONE]


@pytest.mark.parametrize("scale", ['"0.5"', "1" + "0" * 400, "true"])
def test_a_scale_that_is_no_small_number_makes_a_note_without_vectors(
    file: VectorFile, vault: Path, scale: str
) -> None:
    store(file, {"a": made(1, ONE), "b": made(2, ONE)})
    place = vault / ".luminair" / "vectors.json"
    lines = place.read_text().split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith('"a"'))
    head, _, rest = lines[at].partition('"passages":[[')
    lines[at] = f'{head}"passages":[[{scale},{rest.partition(",")[2]}'
    place.write_text("\n".join(lines))
    found = file.rows("m")
    assert found.of("a", sha(1)) == []
    assert found.of("b", sha(2)) == [ONE]


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
odd_note = st.fixed_dictionaries(
    {"sha256": st.just(sha(1)) | junk, "text": st.just("t") | junk,
     "passages": st.lists(st.tuples(st.floats() | junk, st.just("AQID") | junk)) | junk}
)  # fmt: skip


@given(st.dictionaries(st.sampled_from("ab"), odd_note | junk) | junk, st.just(3) | junk)
def test_odd_sections_never_crash_and_never_answer_another_length(
    tmp_path_factory: pytest.TempPathFactory, notes: object, length: object
) -> None:
    vault = tmp_path_factory.mktemp("odd")
    (vault / ".luminair").mkdir()
    section = {"notes": notes, "length": length, "fingerprint": "f", "used": 5}
    text = json.dumps({"version": 1, "models": {"m": section, "n": 7}})
    (vault / ".luminair" / "vectors.json").write_text(text)
    file = VectorFile(vault, vault / "index")
    found = file.rows("m")
    for key in "ab":
        rows = found.of(key, sha(1)) if found else []
        assert all(len(each.numbers) == found.length for each in rows)
    store(file, {"new": made(1)})
    assert file.rows("m").of("new", sha(1)) == [ONE]


three = st.lists(st.integers(-999, 999), min_size=3, max_size=3).filter(any)


@given(
    st.dictionaries(
        st.text(min_size=1, max_size=20),
        st.tuples(
            st.integers(0, 2**256 - 1),
            st.lists(three, max_size=4),
        ),
        max_size=12,
    )
)
def test_rows_answer_what_was_put_in(
    tmp_path_factory: pytest.TempPathFactory, notes: dict[str, tuple[int, list[list[int]]]]
) -> None:
    path = tmp_path_factory.mktemp("rows") / "v.rows"
    stored = [
        Stored(key, f"{number:064x}", [coded(each) for each in passages])
        for key, (number, passages) in notes.items()
    ]
    write_rows(path, rows_of(stored, model="m", length=3, sign=(1, 2, 3, 4)))
    found = open_rows(path, model="m", sign=(1, 2, 3, 4))
    assert found is not None
    for note in stored:
        assert found.of(note.key, note.sha256) == list(note.passages)
    assert open_rows(path, model="m", sign=(1, 2, 3, 5)) is None
    assert open_rows(path, model="n", sign=(1, 2, 3, 4)) is None


def test_a_link_in_its_place_is_not_followed(file: VectorFile, vault: Path, home: Path) -> None:
    secret = home / "elsewhere.json"
    secret.write_text('{"version": 1, "models": {}}')
    (vault / ".luminair").mkdir()
    (vault / ".luminair" / "vectors.json").symlink_to(secret)
    assert "cannot be read" in file.problem()
    with pytest.raises(Refused, match="move it away"):
        store(file, {"a": made(1)})
    assert secret.read_text() == '{"version": 1, "models": {}}'


# --- Several processes -----------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from luminair.journal.ranking.vectors import coded
from luminair.journal.vault.vector_file import Made, VectorFile
vault, rows, name, count = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
file = VectorFile(vault, rows)
there = {f"{who}{number}": f"{number:04x}" + "0" * 60 for who in "abcd" for number in range(count)}
for number in range(count):
    vector = coded([float(number + 1), float(ord(name)), -3.0])
    made = {f"{name}{number}": Made(f"{number:04x}" + "0" * 60, "t", [vector])}
    file.store("m", "f", made, there, now="2026-09-17T11:00:00.000Z")
    print(number, flush=True)
"""


def writer(vault: Path, rows: Path, name: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(vault), str(rows), name, str(count)],
        cwd=HOUSE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_four_processes_lose_nothing(vault: Path, rows: Path) -> None:
    children = [writer(vault, rows, name, 12) for name in "abcd"]
    for child in children:
        child.communicate(timeout=60)
        assert child.returncode == 0
    file = VectorFile(vault, rows)
    assert len(file.section("m").notes) == 48
    found = file.rows("m")
    for name in "abcd":
        for number in range(12):
            expected = coded([float(number + 1), float(ord(name)), -3.0])
            assert found.of(f"{name}{number}", sha(number)) == [expected]


@pytest.mark.parametrize("moment", range(4))
def test_a_kill_in_the_middle_leaves_a_whole_file(vault: Path, rows: Path, moment: int) -> None:
    child = writer(vault, rows, "a", 2000)
    assert child.stdout is not None
    for _ in range(5 + moment * 3):
        last = int(child.stdout.readline())
    deadline = time.monotonic_ns() + moment * 700_000
    while time.monotonic_ns() < deadline:
        pass
    os.kill(child.pid, signal.SIGKILL)
    rest = child.communicate(timeout=30)[0].split()
    last = int(rest[-1]) if rest else last
    file = VectorFile(vault, rows)
    assert file.problem() == ""
    kept = set(file.section("m").notes)
    assert kept >= {f"a{number}" for number in range(last + 1)}
    found = file.rows("m")
    assert all(found.of(f"a{number}", sha(number)) for number in range(last + 1))
    store(file, {"b": made(1)}, there={**dict.fromkeys(kept, sha(0)), "b": sha(1)})
    assert file.rows("m").of("b", sha(1)) == [ONE]

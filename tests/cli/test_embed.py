"""``embed``, and what search says of meaning, against an Ollama on loopback."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

from tests.embedding.loopback_ollama import LoopbackOllama

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Terminal


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackOllama]:
    with LoopbackOllama() as made:
        monkeypatch.setenv("OLLAMA_HOST", made.address)
        yield made


def fill(run: Terminal, count: int = 3) -> None:
    for number in range(count):
        run.write(f"n{number}.md", f"# Note {number}\n\nThe start of car {number}.\n".encode())


def test_embed_makes_search_by_meaning(run: Terminal, server: LoopbackOllama) -> None:
    fill(run)
    before = run.json("search", "start of the car")
    assert before["meaning"].startswith("off: no note has an embedding by 'nomic-embed-text'")
    assert [each["meaning"] for each in before["results"]] == [None] * 3
    assert server.asked == []
    done = run.json("embed")
    assert (done["model"], done["notes"], done["embedded"], done["lacking"]) == (
        "nomic-embed-text", 3, 3, 0,
    )  # fmt: skip
    after = run.json("search", "start of the car")
    assert after["meaning"] == "on"
    for each in after["results"]:
        assert set(each["meaning"]) == {"rank", "score"}
        assert set(each["words"]) == {"rank", "score", "terms"}
        assert -1.01 < each["meaning"]["score"] < 1.01
    assert sorted(each["meaning"]["rank"] for each in after["results"]) == [1, 2, 3]
    explained = run("search", "start of the car", "--explain").out
    assert "meaning: place 1, cosine" in explained
    assert "meaning on." in explained


def test_status_says_how_many_which_model_and_since_when(
    run: Terminal, server: LoopbackOllama
) -> None:
    fill(run)
    said = run("embed", "--status").out
    assert said.startswith("0 of 3 notes have an embedding by nomic-embed-text; 3 lack theirs ")
    assert server.asked == []
    run("embed")
    assert run("embed", "--status").out == ("3 of 3 notes have an embedding by nomic-embed-text.\n")
    assert run.json("embed", "--status", "--model", "bge-m3")["lacking"] == 3


def test_another_model_by_name(run: Terminal, server: LoopbackOllama) -> None:
    fill(run)
    server.manner.models = ("bge-m3:latest",)
    assert run.json("embed", "--model", "bge-m3")["embedded"] == 3
    assert all(not text.startswith("search_document") for text in server.texts)
    sentence = run("embed").sentence
    assert "`ollama pull nomic-embed-text`" in sentence


def test_no_ollama_is_one_plain_sentence(run: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(run)
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:1")
    sentence = run("embed").sentence
    assert sentence == (
        "Ollama does not answer at 127.0.0.1:1; start it, or put its address into Settings."
    )
    assert run("embed", "--warm").sentence == sentence


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--status", "--warm"), "--status only looks and --warm only loads; give one of them."),
        (("--model", " "), "--model needs the name of a model, such as nomic-embed-text."),
        (("all",), "`embed` takes no arguments, so 'all' is one too many."),
    ],
)
def test_wrong_use(run: Terminal, arguments: tuple[str, ...], said: str) -> None:
    done = run("embed", *arguments)
    assert done.code == 2
    assert done.sentence == said


def test_off_by_setting_asks_nobody(run: Terminal, server: LoopbackOllama, home) -> None:
    fill(run)
    run("embed")
    asked = len(server.asked)
    (home / "settings.json").write_text('{"meaning.search": "off"}')
    answer = run.json("search", "start of the car")
    assert answer["meaning"] == "off: notes are ranked by words alone"
    assert len(server.asked) == asked


def test_a_refused_note_is_named(run: Terminal, server: LoopbackOllama) -> None:
    fill(run)
    server.manner.refuses = "Note 1"
    done = run("embed")
    assert done.code == 0
    assert done.err.startswith("n1.md was passed over: Ollama refused a text (unable to process")
    assert done.out == "2 of 3 notes have an embedding by nomic-embed-text; 1 it would not take.\n"


# --- Whole processes -------------------------------------------------------------------------


def command(run: Terminal, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "luminair.cli", "--vault", str(run.vault), *arguments]


def test_ctrl_c_keeps_what_is_done(run: Terminal, server: LoopbackOllama) -> None:
    fill(run, 60)
    server.manner.hangs_after = 20
    child = subprocess.Popen(
        command(run, "embed"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    came = server.hanging.wait(60)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert came
    assert child.returncode == 1
    assert err == "Stopped; what was done is kept, and `embed` goes on from there.\n"
    assert out.endswith("UTC.\n"), out
    server.manner.hangs_after = 0
    status = run.json("embed", "--status")
    assert 8 <= status["embedded"] < 60
    assert run.json("embed")["embedded"] == 60


def test_a_cold_process_that_timed_out_warms_the_model_up(
    run: Terminal, server: LoopbackOllama
) -> None:
    fill(run)
    run("embed")
    server.manner.hang = True
    asked = len(server.asked)

    def digest() -> float:
        began = time.monotonic()
        done = subprocess.run(
            command(run, "digest", "--prompt", "the start of the car"),
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
        assert done.returncode == 0
        assert done.stderr == ""
        assert "n0" in done.stdout or "Note 0" in done.stdout
        return time.monotonic() - began

    digest()  # it waits 400 ms, and not for the process that it starts
    end = time.monotonic() + 20
    while len(server.asked) < asked + 2 and time.monotonic() < end:
        threading.Event().wait(0.02)  # the process that it started has its own pace
    warming = [body for _, body in server.asked[asked:] if body and body["input"] == []]
    assert len(warming) == 1
    before = len(server.asked)
    digest()
    assert len(server.asked) == before  # within the minute nobody waits again


HEAVY = ("numpy", "httpx", "http.client", "ssl", "email", "socket", "_socket", "subprocess", "yaml")


def loaded(run: Terminal, *arguments: str) -> set[str]:
    """Which heavy modules a fresh process of this command loads; Python itself tells."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *command(run, *arguments)[1:]],
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    names = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "luminair" in names
    return names & set(HEAVY)


@pytest.mark.usefixtures("server")
def test_no_network_is_loaded_where_none_is_needed(run: Terminal) -> None:
    fill(run)
    ask = ("search", "the start of the car")
    assert loaded(run, *ask) == set()
    run("embed")
    assert loaded(run, "search", "vectorCache") == set()
    assert loaded(run, "digest", "--prompt", "ok thanks") == set()
    assert loaded(run, *ask) == {"_socket"}
    stored = json.loads((run.vault / ".luminair" / "vectors.json").read_bytes())
    assert list(stored["models"]) == ["nomic-embed-text"]


def test_an_address_with_a_slip_is_said_and_nobody_is_asked(
    run: Terminal, server: LoopbackOllama, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(run)
    run.json("embed")
    asked = len(server.asked)
    file = home / "settings.json"
    kept = json.loads(file.read_bytes()) if file.exists() else {}
    file.write_text(json.dumps({**kept, "lanes.ollama.url": "http:/box:11434"}))
    said = "Ollama is not asked, since the settings hold no address of it: 'http:/box:11434' is no"
    done = run("embed")
    assert done.code == 1
    assert said in done.sentence
    assert said in run.json("embed", "--status")["resting"]
    assert said in run.json("search", "start of the car")["meaning"]
    problems = json.loads(run("doctor", "--json").out)["problems"]
    assert [each["path"] for each in problems if said in each["problem"]] == ["Settings"]
    file.write_text(json.dumps({**kept, "lanes.ollama.url": "htp://x", "meaning.search": "off"}))
    assert "not asked" not in run("doctor").out
    file.write_text(json.dumps(kept))
    monkeypatch.setenv("OLLAMA_HOST", "box:1143x")
    assert "what stands in OLLAMA_HOST is no address" in run("embed").sentence
    assert len(server.asked) == asked

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError
from luminair.messages import Attachment, Image
from luminair.sessions.attachments import (
    FOLDER,
    PICTURE_LIMIT,
    TEXT_LIMIT,
    attach,
    attach_bytes,
    pictures,
)

if TYPE_CHECKING:
    from pathlib import Path

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"plain\r\n", "plain\r\n"),
        ("Grüße 漢字".encode(), "Grüße 漢字"),
        (b"\xef\xbb\xbfmarked", "marked"),
        ("breit".encode("utf-16"), "breit"),
    ],
)
def test_texts_are_taken_whole(tmp_path: Path, data: bytes, text: str) -> None:
    file = tmp_path / "log.txt"
    file.write_bytes(data)
    found = attach(tmp_path / "session", file)
    assert found == Attachment("log.txt", "text/plain", len(data), text=text)
    assert not (tmp_path / "session").exists()
    assert file.read_bytes() == data


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (PNG, "image/png"),
        (b"\xff\xd8\xff\xe0rest", "image/jpeg"),
        (b"GIF89arest", "image/gif"),
        (b"RIFF\x10\0\0\0WEBPrest", "image/webp"),
    ],
)
def test_pictures_are_known_by_their_bytes_and_kept(
    tmp_path: Path, data: bytes, media_type: str
) -> None:
    found = attach_bytes(tmp_path, "named-wrong.txt", data)
    assert (found.media_type, found.text) == (media_type, "")
    assert (tmp_path / FOLDER / found.file).read_bytes() == data
    text = attach_bytes(tmp_path, "a.txt", b"a")
    assert pictures(tmp_path, (text, found)) == (Image(media_type, data),)


def test_the_same_picture_twice_is_one_file(tmp_path: Path) -> None:
    assert attach_bytes(tmp_path, "a.png", PNG).file == attach_bytes(tmp_path, "b.png", PNG).file
    assert len(list((tmp_path / FOLDER).iterdir())) == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"a\0b", "neither a text nor a PNG"),
        (b"\xff\xfe\xff", "neither a text nor a PNG"),
        (b"x" * (TEXT_LIMIT + 1), "at most 512 KB"),
        (PNG + b"\0" * PICTURE_LIMIT, "at most 5,120 KB"),
    ],
)
def test_what_no_model_could_read_is_refused(tmp_path: Path, data: bytes, said: str) -> None:
    file = tmp_path / "odd"
    file.write_bytes(data)
    with pytest.raises(LuminairError, match=said) as caught:
        attach(tmp_path, file)
    assert "'odd'" in str(caught.value)
    assert not (tmp_path / FOLDER).exists()


def test_a_folder_or_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(LuminairError, match="is a folder"):
        attach(tmp_path, tmp_path)
    with pytest.raises(LuminairError, match="cannot be read"):
        attach(tmp_path, tmp_path / "gone")


def test_a_picture_that_is_gone_says_so(tmp_path: Path) -> None:
    found = attach_bytes(tmp_path, "a.png", PNG)
    (tmp_path / FOLDER / found.file).unlink()
    with pytest.raises(LuminairError, match="attach it again"):
        pictures(tmp_path, (found,))


def test_a_transcript_cannot_name_a_file_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / "session"
    attach_bytes(folder, "a.png", PNG)
    (tmp_path / "secret.png").write_bytes(b"secret")
    forged = Attachment("a.png", "image/png", 6, file="../../secret.png")
    with pytest.raises(LuminairError, match="cannot be read"):
        pictures(folder, (forged,))

"""Files that the owner puts to a message: texts whole, pictures into the session's folder."""

from __future__ import annotations

import codecs
from pathlib import PurePath
from typing import TYPE_CHECKING

from luminair import files
from luminair.errors import LuminairError
from luminair.messages import Attachment, Image

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FOLDER = "attachments"
TEXT_LIMIT = 512 * 1024
"""Bytes of a text: about 130,000 tokens, more than most windows take beside a conversation."""
PICTURE_LIMIT = 5 * 1024 * 1024
"""Bytes of a picture (Anthropic's limit for one; protocols.md 2)."""

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png", ".png"),
    (b"\xff\xd8\xff", "image/jpeg", ".jpg"),
    (b"GIF87a", "image/gif", ".gif"),
    (b"GIF89a", "image/gif", ".gif"),
)
_TEXT_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def attach(session_folder: Path, path: Path) -> Attachment:
    """Takes a file for the next message.

    Args:
        session_folder: where the session lies; a picture is copied into its ``attachments``.
        path: the owner's file; it is only read.

    Raises:
        LuminairError: it cannot be read, is too large, or is neither text nor picture.
    """
    try:
        if path.is_dir():
            raise LuminairError(f"'{path.name}' is a folder; attach the files in it one by one.")
        size = path.stat().st_size
        if size > max(TEXT_LIMIT, PICTURE_LIMIT):
            raise LuminairError(_too_large(path.name, size, PICTURE_LIMIT))
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise LuminairError(
            f"'{path.name}' cannot be read ({reason}), so it is not attached."
        ) from error
    return attach_bytes(session_folder, path.name, data)


def attach_bytes(session_folder: Path, name: str, data: bytes) -> Attachment:
    """As :func:`attach`, for bytes that came from the clipboard.

    Raises:
        LuminairError: as there.
    """
    if not data:
        raise LuminairError(f"'{name}' is empty, so there is nothing to attach.")
    media_type, suffix = _picture(data)
    if media_type:
        if len(data) > PICTURE_LIMIT:
            raise LuminairError(_too_large(name, len(data), PICTURE_LIMIT))
        stored = files.sha256_of(data)[:24] + suffix
        place = session_folder / FOLDER
        try:
            files.make_private(place)
        except OSError as error:
            raise files.write_failed(error, place) from error
        files.write_atomic(place / stored, data)
        return Attachment(name, media_type, len(data), file=stored)
    text = _text(data)
    if text is None:
        raise LuminairError(
            f"'{name}' is neither a text nor a PNG, JPEG, GIF or WebP picture, so no model could "
            "read it; export it as one of these and attach that."
        )
    if len(data) > TEXT_LIMIT:
        raise LuminairError(_too_large(name, len(data), TEXT_LIMIT))
    return Attachment(name, "text/plain", len(data), text=text)


def pictures(session_folder: Path, attachments: Sequence[Attachment]) -> tuple[Image, ...]:
    """The pictures among some attachments, in order.

    Raises:
        LuminairError: one is not there any more.
    """
    found: list[Image] = []
    for each in attachments:
        if not each.file:
            continue
        # A transcript is a file that others can write: only a name of our own making is opened.
        path = session_folder / FOLDER / PurePath(each.file).name
        try:
            found.append(Image(each.media_type, path.read_bytes()))
        except OSError as error:
            raise LuminairError(
                f"The picture '{each.name}' of this session cannot be read "
                f"({error.strerror or error}); attach it again."
            ) from error
    return tuple(found)


def _picture(data: bytes) -> tuple[str, str]:
    """Media type and suffix by the file's first bytes; '' where it is none that models take."""
    for magic, media_type, suffix in _MAGIC:
        if data.startswith(magic):
            return media_type, suffix
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp", ".webp"
    return "", ""


def _text(data: bytes) -> str | None:
    encoding = next((name for mark, name in _TEXT_MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def _too_large(name: str, size: int, limit: int) -> str:
    return (
        f"'{name}' has {size / 1024:,.0f} KB; at most {limit // 1024:,} KB can be attached. "
        "Attach the part that matters."
    )

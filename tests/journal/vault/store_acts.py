"""What the store's tests do over and over: each act is one operation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.files import sha256_of

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.journal.vault.store import Store


def add(store: Store, folder: str, name: str, data: bytes) -> str:
    with store.operation(f"add {name}") as operation:
        return operation.create(folder, name, data)


def edit(store: Store, path: str, data: bytes) -> None:
    with store.operation(f"edit {path}") as operation:
        operation.replace(path, data, sha256_of(operation.read(path)))


def move(store: Store, path: str, to: str) -> str:
    with store.operation(f"move {path}") as operation:
        return operation.move(path, to)


def remove(store: Store, path: str) -> None:
    with store.operation(f"remove {path}") as operation:
        operation.remove(path)


def state(root: Path) -> dict[str, bytes]:
    files = (path for path in root.rglob("*") if path.is_file())
    found = {path.relative_to(root).as_posix(): path.read_bytes() for path in files}
    return {path: data for path, data in found.items() if not path.startswith(".")}

"""What was found out of texts and of pairs of them, kept with the index.

All of it can be found out again, so nothing here fails aloud: what cannot be stored is not.
"""

from __future__ import annotations

from luminair.journal.vault.catalogue_file import IndexDamagedError, IndexNotWritableError
from luminair.journal.vault.company import Companies, rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Final

    from luminair.journal.ranking.traits import Traits
    from luminair.journal.vault.catalogue_file import IndexFile
    from luminair.journal.vault.company import Kept

MOST: Final = 100_000
"""Pair verdicts, and traits, kept before those of texts that are gone are forgotten."""

_AT_ONCE: Final = 500
_FORGET_VERDICTS: Final = (
    "DELETE FROM verdicts WHERE a NOT IN (SELECT sha256 FROM notes)"
    " OR b NOT IN (SELECT sha256 FROM notes)"
)
_FORGET_TRAITS: Final = "DELETE FROM traits WHERE sha256 NOT IN (SELECT sha256 FROM notes)"


class Findings:
    """Pair verdicts and traits of one index; new ones wait in memory until they are stored.

    Args:
        file: the index.
    """

    def __init__(self, file: IndexFile) -> None:
        self._file = file
        self._verdicts: dict[tuple[str, str, str], bool] = {}
        self._traits: dict[str, Traits] = {}
        self._company: dict[tuple[int, int], Kept] = {}
        self._moment: tuple[int, int] | None = None
        """When the numbers in ``_company`` held."""

    def verdict(self, a_sha256: str, b_sha256: str, rule: str) -> bool | None:
        """See :meth:`Catalogue.verdict`."""
        key = (min(a_sha256, b_sha256), max(a_sha256, b_sha256), rule)
        if key in self._verdicts:
            return self._verdicts[key]
        sql = "SELECT same FROM verdicts WHERE a = ? AND b = ? AND rule = ?"
        rows = self._file.ask(sql, key)
        return bool(rows[0][0]) if rows else None

    def keep_verdict(self, a_sha256: str, b_sha256: str, *, same: bool, rule: str) -> None:
        """See :meth:`Catalogue.keep_verdict`."""
        self._verdicts[min(a_sha256, b_sha256), max(a_sha256, b_sha256), rule] = same

    def traits(self, shas: Iterable[str]) -> dict[str, Traits]:
        """See :meth:`Catalogue.traits`; raises ValueError where the index is damaged."""
        from luminair.journal.ranking import traits  # noqa: PLC0415 few questions compare texts

        wanted = list(dict.fromkeys(shas))
        found = {sha: self._traits[sha] for sha in wanted if sha in self._traits}
        rest = [sha for sha in wanted if sha not in found]
        for at in range(0, len(rest), _AT_ONCE):
            some = rest[at : at + _AT_ONCE]
            marks = ", ".join("?" * len(some))
            sql = f"SELECT sha256, data FROM traits WHERE rule = ? AND sha256 IN ({marks})"  # noqa: S608 marks only
            for sha, data in self._file.ask(sql, (traits.RULE, *some)):
                found[sha] = traits.from_bytes(data)
        return found

    def keep_traits(self, found: dict[str, Traits]) -> None:
        """See :meth:`Catalogue.keep_traits`."""
        self._traits.update(found)

    def companies(self, paths: Sequence[str], rooms: Collection[int], least: int) -> Companies:
        """See :meth:`Catalogue.companies`."""
        moment = self._file.moment
        if moment != self._moment:
            self._company.clear()
            self._moment = moment
        return Companies(self._file.ask, paths, rooms, least, self._company)

    def keep_company(self, found: Mapping[tuple[int, int], Kept]) -> None:
        """See :meth:`Catalogue.keep_companies`; at the moment of :meth:`companies`."""
        if self._file.moment == self._moment:
            self._company.update(found)

    def store(self) -> None:
        """Stores what is new, if the disk lets us."""
        if not (self._verdicts or self._traits or self._company) or not self._file.on_disk:
            return
        try:
            with self._file.writing() as con:
                self.put(con)
        except (IndexDamagedError, IndexNotWritableError):
            return
        self.stored()

    def put(self, con: sqlite3.Connection) -> None:
        """Stores what is new with the rest of a transaction; then call :meth:`stored`."""
        if self._verdicts:
            con.executemany(
                "INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?)",
                [(*key, same) for key, same in self._verdicts.items()],
            )
            _forget(con, "SELECT count(*) FROM verdicts", _FORGET_VERDICTS)
        if self._traits:
            from luminair.journal.ranking import traits  # noqa: PLC0415 they were made, so loaded

            con.executemany(
                "INSERT OR REPLACE INTO traits VALUES (?, ?, ?)",
                [(sha, traits.RULE, traits.to_bytes(each)) for sha, each in self._traits.items()],
            )
            _forget(con, "SELECT count(*) FROM traits", _FORGET_TRAITS)
        # Numbers that another process may have given to other notes meanwhile say nothing.
        if self._company and self._file.moment == self._moment:
            con.executemany(
                "INSERT OR REPLACE INTO company VALUES (?, ?, ?, ?)", rows_of(self._company)
            )

    def stored(self) -> None:
        """The transaction is through: nothing waits any more."""
        self._verdicts.clear()
        self._traits.clear()
        self._company.clear()


def _forget(con: sqlite3.Connection, count: str, forget: str) -> None:
    ((held,),) = con.execute(count).fetchall()
    if held > MOST:
        con.execute(forget)

"""SQLite whose writers in one process queue up.

SQLite lets a second writer ask again and again, up to a tenth of a second apart: the more wait, the
longer nobody writes, and one may find it busy until its time is up. Here the threads of a process
wait for their turn instead. The turn is only manners: the lock is still SQLite's, which also holds
against other processes, and who has waited too long for a turn asks SQLite itself.
"""

from __future__ import annotations

import threading

from django.db.backends.sqlite3 import base

_turn = threading.Lock()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that takes a turn for each transaction."""

    _has_turn = False

    def _start_transaction_under_autocommit(self) -> None:
        if not self._has_turn:
            self._has_turn = _turn.acquire(timeout=self.settings_dict["OPTIONS"]["timeout"])
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # unknown to the stubs
        self._end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]  # unknown to the stubs
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # unknown to the stubs
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        if self._has_turn:
            self._has_turn = False
            _turn.release()

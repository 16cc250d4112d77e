"""Opens the store at a path or an address."""

from pathlib import Path

from platformdirs import user_data_path

from colt_rules.log.store import Store, StoreError


def open_store(where: Path | str, read_only: bool = False) -> Store:
    """The SQLite store at a path, or the PostgreSQL store at an address such as ``postgresql://user@host/database``.

    If ``read_only``, the store must exist.
    """
    address = str(where)
    scheme, found, _ = address.partition("://")
    if not found:
        from colt_rules.log.sqlite import SqliteStore

        return SqliteStore(where, read_only)
    if scheme not in ("postgresql", "postgres"):
        raise StoreError(f"expected a file or an address with postgresql://, got {scheme}://; name one of the two")
    from colt_rules.log.postgresql import PostgresqlStore

    return PostgresqlStore(address, read_only)


def default_log() -> Path:
    """The file for games in the platform's folder for application data; raises ``RuntimeError`` without a home."""
    return user_data_path("colt-rules", appauthor=False).expanduser() / "games.db"

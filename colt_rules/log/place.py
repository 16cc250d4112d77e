"""The default location of the store."""

import os
import sys
from pathlib import Path


def default_log() -> Path:
    """The file for logs in the platform's folder for application data."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "colt-rules" / "games.db"

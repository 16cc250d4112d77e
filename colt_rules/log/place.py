"""Where games are kept if nobody says otherwise."""

import os
import sys
from pathlib import Path


def default_log() -> Path:
    """The file for logs in the place that the platform keeps for an application's data."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "colt-rules" / "games.db"

"""The address at which a position can be tried in a browser, on the published site."""

import zlib
from base64 import urlsafe_b64encode

from colt_rules.log.codec import to_json
from colt_rules.model.state import Game


def try_address(site: str, lang: str, game: Game) -> str:
    """The whole position is in the address, with every secret: only for those who may see all of it.

    ``site`` is the folder above the languages, with a trailing slash. ``script/addressed.mjs`` of the site reads it.
    """
    packed = urlsafe_b64encode(zlib.compress(to_json({"state": game}), 9)).decode().rstrip("=")
    return f"{site}{lang}/try.html#position={packed}"

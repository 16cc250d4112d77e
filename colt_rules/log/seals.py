"""Seals: Ed25519 signatures by which somebody vouches for a finished game.

The chain of hashes shows that a log has not changed since its last hash was recorded; a seal shows who recorded it.
The log cannot know whose key it is: to check a seal, compare its key with one obtained from its owner.
"""

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from colt_rules.log.codec import to_json
from colt_rules.log.entries import Closing, Head, Seal
from colt_rules.log.errors import Departure

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    Key: TypeAlias = Ed25519PrivateKey


class SealError(Exception):
    """A key is not usable, or cryptography is not installed: the message says why and what to do."""


def statement(game: str, head: Head) -> bytes:
    """The bytes to sign: a line that names the format, and the canonical JSON of the end of the log."""
    data = {"commands": head.commands, "events": head.events, "game": game, "hash": head.hash}
    return b"colt-rules seal 1\n" + to_json(data)


def new_key(path: Path) -> str:
    """Write a new private key as PEM to a file that only its owner can read, and return the public key in hex."""
    _needed()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = Ed25519PrivateKey.generate()
    text = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.touch(mode=0o600, exist_ok=False)
    path.write_bytes(text)
    return public_of(key)


def read_key(path: Path) -> "Key":
    """The private key in a file: PEM, as ``new_key`` or ``openssl genpkey -algorithm ed25519`` writes it."""
    _needed()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        raise SealError(f"cannot read the key {path}: {error.strerror}") from error
    except (TypeError, ValueError) as error:
        raise SealError(
            f"{path}: expected a private key as PEM without password; `colt log key FILE` makes one"
        ) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise SealError(f"{path}: expected an Ed25519 key, got another kind of key; `colt log key FILE` makes one")
    return key


def public_of(key: "Key") -> str:
    """The public key that belongs to a private one, in hex."""
    return key.public_key().public_bytes_raw().hex()


def seal_of(key: "Key", game: str, head: Head) -> Seal:
    """The seal of a game whose log ends at ``head``."""
    return Seal(public_of(key), key.sign(statement(game, head)).hex())


def is_good(seal: Seal, game: str, head: Head) -> bool:
    """Whether the seal is a valid signature of this game by its key."""
    _needed()
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key, signature = bytes.fromhex(seal.key), bytes.fromhex(seal.signature)
        if (key.hex(), signature.hex()) != (seal.key, seal.signature):  # not canonical, such as capital letters
            return False
        if is_weak(key):
            return False
        Ed25519PublicKey.from_public_bytes(key).verify(signature, statement(game, head))
    except (InvalidSignature, ValueError):
        return False
    return True


_PRIME = 2**255 - 19
_EIGHTH = 2707385501144840649318225287225658788936804267575313519463743609750303402022
_WEAK = {0, 1, _PRIME - 1, _EIGHTH, _PRIME - _EIGHTH}
"""The y-coordinates of the eight points of the curve whose order divides eight."""


def is_weak(key: bytes) -> bool:
    """Whether a public key is a point of small order: it has no owner, and its signatures match almost any text."""
    height = int.from_bytes(key, "little") & (2**255 - 1)  # the last bit is the sign of x
    return height % _PRIME in _WEAK


def seal_departures(game: str, closing: Closing, over: bool) -> list[Departure]:
    """The invalid seals of a log."""
    head = Head(closing.commands, closing.events, closing.prev)
    place = (2 + head.commands + head.events, head.commands, head.events)  # in the closing line
    found = []
    for number, seal in enumerate(closing.seals):
        if seal.key in [other.key for other in closing.seals[:number]]:
            found.append(Departure("seal", *place, "one seal per key", f"a second one by {seal.key}", ()))
        elif not over:
            found.append(Departure("seal", *place, "a seal only on a finished game", f"one by {seal.key}", ()))
        elif not is_good(seal, game, head):
            meaning = "the seal or the log was changed, or it belongs to another log"
            found.append(
                Departure("seal", *place, "a valid signature of this log", f"an invalid one by {seal.key}", (), meaning)
            )
    return found


def _needed() -> None:
    try:
        import cryptography  # noqa: F401 - only to check that it is installed
    except ImportError as error:
        raise SealError("seals need cryptography, which is not installed; pip install 'colt-rules[seals]'") from error

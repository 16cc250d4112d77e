"""A seal is a signature of a finished game, valid for exactly this log."""

import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from colt_rules.log.entries import Head, Recording, Seal, closing_of, hash_of
from colt_rules.log.seals import _EIGHTH, SealError, is_good, is_weak, new_key, public_of, read_key, seal_of, statement
from colt_rules.log.sqlite import SqliteStore
from colt_rules.log.store import NotImported, StoreError
from colt_rules.log.verifying import Verified, verify
from colt_rules.model.record import changed
from tests.logs import end_of, lines_of, played, text_of

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))


def sealed(log: Recording, *seals: Seal) -> Recording:
    """The log with these seals, or with a valid seal."""
    good = seal_of(KEY, log.header.game, end_of(log))
    return changed(log, closing=closing_of(end_of(log), seals or (good,)))


def verified(text: bytes) -> Verified:
    """The result of verifying a log without checking the rules."""
    return verify([text], rules=False)


def kinds(found: Verified) -> list[str]:
    return [one.kind for one in found.departures]


HEAD = end_of(played(1))
GOOD = seal_of(KEY, "game-1", HEAD)


# --- what is signed


def test_what_is_signed_is_one_line_and_the_canonical_json_of_the_end() -> None:
    """Other programs make and check seals by these bytes: they never change."""
    told = b'colt-rules seal 1\n{"commands":3,"events":14,"game":"a-game","hash":"' + b"ab" * 32 + b'"}'
    assert statement("a-game", Head(3, 14, "ab" * 32)) == told
    made = seal_of(KEY, "a-game", Head(3, 14, "ab" * 32))
    assert made.key == "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(made.key)).verify(bytes.fromhex(made.signature), told)


def test_the_hash_is_that_of_the_last_line_before_the_end() -> None:
    lines = lines_of(played(1))
    assert hash_of(lines[-2].rstrip(b"\n")) == HEAD.hash


def test_a_seal_is_good_for_this_game_as_it_is() -> None:
    assert is_good(GOOD, "game-1", HEAD)
    found = verify([text_of(sealed(played(1)))])
    assert found.sound
    assert found.closing is not None
    assert found.closing.seals == (GOOD,)


@pytest.mark.parametrize(
    ("game", "head"),
    [
        ("game-2", HEAD),
        ("game-1", changed(HEAD, commands=HEAD.commands - 1)),
        ("game-1", changed(HEAD, events=HEAD.events + 1)),
        ("game-1", changed(HEAD, hash="0" * 64)),
    ],
)
def test_a_seal_is_valid_for_its_game_only(game: str, head: Head) -> None:
    assert not is_good(GOOD, game, head)


@pytest.mark.parametrize(
    "seal",
    [
        Seal(public_of(OTHER), GOOD.signature),
        Seal(GOOD.key, seal_of(OTHER, "game-1", HEAD).signature),
        Seal(GOOD.key, GOOD.signature[:-2]),
        Seal(GOOD.key[:-2], GOOD.signature),
        Seal(GOOD.key, GOOD.signature[:-1] + "g"),
        Seal(GOOD.key.upper(), GOOD.signature),
        Seal(GOOD.key, GOOD.signature.upper()),
        Seal(GOOD.key, f"{GOOD.signature} "),
        Seal("", ""),
        Seal("ä" * 64, GOOD.signature),
        Seal("f" * 64, GOOD.signature),
    ],
)
def test_another_key_or_other_hex_is_no_seal(seal: Seal) -> None:
    assert not is_good(seal, "game-1", HEAD)


# --- a sealed log


_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """The sum of two points of the curve, by its definition."""
    (a, b), (c, d) = one, other
    product = _D * a * b * c * d % _P
    return (a * d + b * c) * pow(1 + product, -1, _P) % _P, (b * d + a * c) * pow(1 - product, -1, _P) % _P


def _weak_keys() -> list[bytes]:
    """Every way to write down one of the eight points of small order, half of them not as the standard has it."""
    heights = []
    for height in (0, 1, _P - 1, _EIGHTH, _P - _EIGHTH):
        heights += [height, *([height + _P] if height + _P < 2**255 else [])]
    return [(height | side << 255).to_bytes(32, "little") for height in heights for side in (0, 1)]


def test_the_weak_points_are_those_that_come_back_to_the_beginning() -> None:
    """A point of order eight, its multiples: all of the small ones."""
    square = (_EIGHTH**2 - 1) * pow(_D * _EIGHTH**2 + 1, -1, _P) % _P
    root = pow(square, (_P + 3) // 8, _P)
    if root * root % _P != square:
        root = root * pow(2, (_P - 1) // 4, _P) % _P
    assert root * root % _P == square, "it lies on the curve"
    points = [(0, 1)]
    while (one := _sum(points[-1], (root, _EIGHTH))) != (0, 1):
        points.append(one)
    assert len(points) == 8
    assert {height for _, height in points} == {0, 1, _P - 1, _EIGHTH, _P - _EIGHTH}


def test_a_weak_key_cannot_seal() -> None:
    """With a key of small order a signature of one text fits many others: the library alone would accept it."""
    log = played()
    game, end = log.header.game, end_of(log)
    fooled = 0
    for key in _weak_keys():
        assert is_weak(key)
        for point in _weak_keys():
            seal = Seal(key.hex(), (point + bytes(32)).hex())
            with suppress(InvalidSignature, ValueError):
                Ed25519PublicKey.from_public_bytes(key).verify(point + bytes(32), statement(game, end))
                fooled += 1
            assert not is_good(seal, game, end)
    assert fooled, "otherwise this test says nothing"
    seal = Seal((1).to_bytes(32, "little").hex(), ((1).to_bytes(32, "little") + bytes(32)).hex())
    assert kinds(verified(text_of(sealed(log, seal)))) == ["seal"]
    assert not is_weak(bytes.fromhex(public_of(KEY)))


def test_a_log_that_was_changed_after_it_was_sealed_is_found_whichever_line_it_is() -> None:
    """Even by a forger who makes all hashes fit: the seal is of another last line."""
    lines = lines_of(sealed(played(1)))
    rng = Random(1)
    for at in (0, 1, 2, *rng.sample(range(3, len(lines) - 2), 6), len(lines) - 2):
        forged = lines[:at]
        forged.append(lines[at].replace(b'"v', b'"w', 1) if at else lines[0].replace(b"colt-rules ", b"colt-rulez ", 1))
        assert forged[at] != lines[at]
        for line in lines[at + 1 :]:
            old = hash_of(lines[len(forged) - 1].rstrip(b"\n")).encode()
            assert old in line
            forged.append(line.replace(old, hash_of(forged[-1].rstrip(b"\n")).encode()))
        assert "seal" in kinds(verified(b"".join(forged))), at


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        (b'"commands":118', b'"commands":117', "count"),
        (b'"events":391', b'"events":392', "count"),
        (GOOD.signature.encode(), seal_of(KEY, "game-2", HEAD).signature.encode(), "seal"),
        (GOOD.signature.encode(), GOOD.signature.upper().encode(), "seal"),
        (GOOD.key.encode(), public_of(OTHER).encode(), "seal"),
    ],
)
def test_a_changed_end_of_a_sealed_log_is_found(old: bytes, new: bytes, kind: str) -> None:
    text = text_of(sealed(played(1)))
    assert text.count(old) == 1
    found = verified(text.replace(old, new))
    assert kind in kinds(found)
    assert "seal" in kinds(found)
    assert found.departures[-1].line >= len(lines_of(played(1))) - 1
    assert not found.problems


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (GOOD.signature.encode(), GOOD.signature[:-1].encode()),
        (GOOD.key.encode(), GOOD.key[:10].encode()),
        (f'"{GOOD.signature}"'.encode(), b"null"),
        (b'"signature"', b'"signatur"'),
        (b'"seals":[', b'"seals":[7,'),
    ],
)
def test_a_seal_that_is_cut_or_none_is_malformed(old: bytes, new: bytes) -> None:
    text = text_of(sealed(played(1)))
    (problem,) = verified(text.replace(old, new)).problems
    assert problem.line == len(lines_of(played(1)))
    assert "seals" in problem.message


def test_any_flipped_byte_in_the_end_of_a_sealed_log_is_found() -> None:
    lines = lines_of(sealed(played(1)))
    before, end = b"".join(lines[:-1]), lines[-1]
    for at in range(len(end)):
        flipped = bytearray(end)
        flipped[at] ^= 0x20  # which makes small letters of capital ones
        assert not verified(before + flipped).sound, at


def test_an_unfinished_game_has_no_seal() -> None:
    log = played(1)
    entries = tuple(entry for entry in log.entries if entry.number <= 20)
    events = sum(entry.seq > 0 for entry in entries)
    cut = changed(log, entries=entries)
    head = Head(20, events, hash_of(lines_of(cut)[-2].rstrip(b"\n")))
    found = verified(text_of(changed(cut, closing=closing_of(head, (seal_of(KEY, "game-1", head),)))))
    assert [(one.kind, one.expected) for one in found.departures] == [("seal", "a seal only on a finished game")]


# --- in a store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(tmp_path / "games.db")) as made:
        made.add([("a file", [text_of(played(1))])])
        yield made


def test_seals_of_several_keys_survive_export_and_import(store: SqliteStore, tmp_path: Path) -> None:
    for key in (KEY, OTHER, KEY):
        store.seal("game-1", seal_of(key, "game-1", store.head("game-1")))
    text = b"".join(store.pieces("game-1"))
    assert store.verify("game-1").sound
    with SqliteStore(tmp_path / "other.db") as other:
        other.add([("a file", [text])])
        found = other.verify("game-1")
        assert found.sound
        assert found.closing is not None
        assert [seal.key for seal in found.closing.seals] == [public_of(OTHER), public_of(KEY)]
        assert b"".join(other.pieces("game-1")) == text
        assert [one.seals for one in other.games()] == [2]


def test_nothing_can_be_appended_to_a_sealed_game(store: SqliteStore) -> None:
    store.seal("game-1", GOOD)
    last = played(1).commands[-1].command
    with pytest.raises(StoreError, match="is over and sealed"):
        store.append("game-1", HEAD.events, last, ())


def test_a_bad_seal_is_not_taken_in(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "games.db") as store:
        for bad, words in (
            (seal_of(OTHER, "game-2", HEAD), "seal: expected a valid signature of this log, got an invalid one by "),
            (GOOD, "seal: expected one seal per key, got a second one by "),
        ):
            with pytest.raises(NotImported) as refused:
                store.add([("a file", [text_of(sealed(played(1), GOOD, bad))])])
            (problem,) = refused.value.refused["a file"].problems
            assert problem.message.startswith(words)
            assert problem.line == len(lines_of(played(1)))
        assert store.games() == []


def test_a_bad_seal_in_a_store_is_found(store: SqliteStore) -> None:
    store.seal("game-1", seal_of(KEY, "game-2", HEAD))
    assert kinds(store.verify("game-1", rules=False)) == ["seal"]


def test_a_game_without_end_is_not_sealed(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "games.db") as store:
        store.create(played(2).header)
        with pytest.raises(StoreError, match="game-2 is not over"):
            store.seal("game-2", GOOD)


# --- keys


def test_a_new_key_is_for_its_owner_alone_and_seals(tmp_path: Path) -> None:
    path = tmp_path / "my.pem"
    public = new_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_bytes().startswith(b"-----BEGIN PRIVATE KEY-----\n")
    assert public_of(read_key(path)) == public
    assert is_good(seal_of(read_key(path), "game-1", HEAD), "game-1", HEAD)
    assert new_key(tmp_path / "another.pem") != public


def test_a_key_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "my.pem"
    new_key(path)
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        new_key(path)
    assert path.read_bytes() == before


def test_a_key_that_openssl_made_can_be_used(tmp_path: Path) -> None:
    openssl = shutil.which("openssl")
    if not openssl:
        pytest.skip("there is no openssl; to run this: apt-get install openssl")
    path = tmp_path / "key.pem"
    subprocess.run([openssl, "genpkey", "-algorithm", "ed25519", "-out", path], check=True)
    made = seal_of(read_key(path), "game-1", HEAD)
    assert is_good(made, "game-1", HEAD)
    public, signed, signature = (tmp_path / name for name in ("public.pem", "statement", "signature"))
    subprocess.run([openssl, "pkey", "-in", path, "-pubout", "-out", public], check=True)
    signed.write_bytes(statement("game-1", HEAD))
    signature.write_bytes(bytes.fromhex(made.signature))
    words: list[str | Path] = [
        "pkeyutl",
        "-verify",
        "-pubin",
        "-inkey",
        public,
        "-rawin",
        "-in",
        signed,
        "-sigfile",
        signature,
    ]
    subprocess.run([openssl, *words], check=True, capture_output=True)


def _public_part() -> bytes:
    return KEY.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def _other_kind() -> bytes:
    return generate_private_key(SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _with_password() -> bytes:
    return KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret"))


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (_other_kind, "expected an Ed25519 key, got another kind of key"),
        (_with_password, "expected a private key as PEM without password"),
        (_public_part, "expected a private key as PEM"),
        (lambda: b"", "expected a private key as PEM"),
        (lambda: b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "expected a private key as PEM"),
        (lambda: b"\xff" * 100, "expected a private key as PEM"),
    ],
)
def test_a_file_without_a_key_is_refused(tmp_path: Path, made: Callable[[], bytes], told: str) -> None:
    path = tmp_path / "key.pem"
    path.write_bytes(made())
    with pytest.raises(SealError) as refused:
        read_key(path)
    assert told in str(refused.value)
    assert str(refused.value).startswith(str(path))
    assert "`colt log key FILE` makes one" in str(refused.value)


def test_an_unreadable_key_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SealError, match=r"cannot read the key .*none\.pem: No such file"):
        read_key(tmp_path / "none.pem")
    with pytest.raises(SealError, match="Is a directory"):
        read_key(tmp_path)


# --- without the library


@pytest.fixture
def without_cryptography(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)


@pytest.mark.usefixtures("without_cryptography")
def test_without_cryptography_it_is_said_what_to_install(tmp_path: Path) -> None:
    for ask in (
        lambda: new_key(tmp_path / "my.pem"),
        lambda: read_key(tmp_path / "my.pem"),
        lambda: is_good(GOOD, "game-1", HEAD),
        lambda: verified(text_of(sealed(played(1)))),
    ):
        with pytest.raises(SealError, match=r"seals need cryptography, .*pip install 'colt-rules\[seals\]'"):
            ask()
    assert not (tmp_path / "my.pem").exists()


@pytest.mark.usefixtures("without_cryptography")
def test_without_cryptography_a_log_without_seals_is_verified() -> None:
    assert verified(text_of(played(1))).sound

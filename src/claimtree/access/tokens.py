"""The text of a key: `ct_<id>_<secret><checksum>`, letters and digits only, so that a double click
selects it whole.

The checksum distinguishes a truncated or mistyped key from an unknown one; it protects nothing.
Only a salted hash of the text is stored.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import string
import zlib
from typing import Final

from claimtree.access.key_types import KeyId

PREFIX: Final = "ct_"
"""Lets repository scanners find keys that were committed by mistake."""
LETTERS: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
_ID_LETTERS: Final = string.digits + string.ascii_lowercase
_ID = 8
_SECRET = 34
"""Characters of an alphabet of 62: 202 bits."""
_CHECKSUM = 6
_FORM = re.compile(rf"ct_([0-9a-z]{{{_ID}}})_[0-9A-Za-z]{{{_SECRET + _CHECKSUM}}}")
_START = re.compile(rf"ct_[0-9a-z]{{{_ID}}}_")
_LONG = re.compile(r"[0-9A-Za-z]{20,}")
"""No key name has such a run of characters, and half a secret is this long."""
_SALT = 16
_PERSON: Final = b"claimtree-key"


def new_id() -> KeyId:
    return KeyId("".join(secrets.choice(_ID_LETTERS) for _ in range(_ID)))


def new_text(id: KeyId) -> str:
    """Returns the secret text of a new key; it cannot be recovered later."""
    body = f"{PREFIX}{id}_" + "".join(secrets.choice(LETTERS) for _ in range(_SECRET))
    return body + _checksum(body)


def id_of(presented: str) -> KeyId | None:
    """Returns the id in the text; None if the text does not have the form of a key, or the checksum
    is wrong."""
    found = _FORM.fullmatch(presented)
    if found is None or _checksum(presented[:-_CHECKSUM]) != presented[-_CHECKSUM:]:
        return None
    return KeyId(found[1])


def is_mistyped(presented: str) -> bool:
    """Whether this was meant to be a Claimtree key but is damaged, so that it cannot have been
    issued."""
    return presented.startswith(PREFIX) and id_of(presented) is None


def looks_like_one(text: str) -> bool:
    """Whether the text contains a key, whole or in part."""
    return text.strip().startswith(PREFIX) or _START.search(text) is not None


def masked(text: str) -> str:
    """Returns user input with possible secrets removed, safe to quote in a message.

    >>> masked("ct_k3v9x2ma_0123456789abcdefghijABCDEFGHIJ"), masked("the shop")
    ('ct_k3v9x2ma_…', 'the shop')
    """
    return _LONG.sub("…", text)


def new_salt() -> bytes:
    return secrets.token_bytes(_SALT)


def digest(text: str, salt: bytes) -> bytes:
    """Returns the salted hash of a key's text that is stored.

    One round of a fast hash, not scrypt: slow hashes protect secrets that people choose, and 202
    random bits cannot be guessed. A slow one would only make every request expensive, including
    those with invalid keys.
    """
    return hashlib.blake2b(text.encode(), salt=salt, person=_PERSON, digest_size=32).digest()


def same(first: bytes, second: bytes) -> bool:
    """Compares in constant time."""
    return hmac.compare_digest(first, second)


def _checksum(body: str) -> str:
    left, letters = zlib.crc32(body.encode()), ""
    for _ in range(_CHECKSUM):
        left, at = divmod(left, len(LETTERS))
        letters += LETTERS[at]
    return letters

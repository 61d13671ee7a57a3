"""The text of a key: `ct_<id>_<secret><checksum>`, letters and digits only, so that a double click selects it whole.

The checksum tells a key that lost a letter on its way from one that is not known; it protects nothing. Only a salted
hash of the text is kept.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import string
import zlib
from typing import Final

from claimtree.access.keys import KeyId

PREFIX: Final = "ct_"
"""Lets scanners of repositories find keys that were committed by mistake."""
LETTERS: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
_ID_LETTERS: Final = string.digits + string.ascii_lowercase
_ID = 8
_SECRET = 34
"""Of 62 letters each: 202 bits."""
_CHECKSUM = 6
_FORM = re.compile(rf"ct_([0-9a-z]{{{_ID}}})_[0-9A-Za-z]{{{_SECRET + _CHECKSUM}}}")
_START = re.compile(rf"ct_[0-9a-z]{{{_ID}}}_")
_LONG = re.compile(r"[0-9A-Za-z]{20,}")
"""Nobody calls a key so, and half a secret is that long."""
_SALT = 16
_PERSON: Final = b"claimtree-key"


def new_id() -> KeyId:
    return KeyId("".join(secrets.choice(_ID_LETTERS) for _ in range(_ID)))


def new_text(id: KeyId) -> str:
    """What the holder of a key presents; it cannot be had again."""
    body = f"{PREFIX}{id}_" + "".join(secrets.choice(LETTERS) for _ in range(_SECRET))
    return body + _checksum(body)


def id_of(presented: str) -> KeyId | None:
    """Whose key this would be; None when it has not the form of one, or was mistyped."""
    found = _FORM.fullmatch(presented)
    if found is None or _checksum(presented[:-_CHECKSUM]) != presented[-_CHECKSUM:]:
        return None
    return KeyId(found[1])


def is_mistyped(presented: str) -> bool:
    """Whether this was meant to be a key of ours and came damaged: nobody can ever have been given it."""
    return presented.startswith(PREFIX) and id_of(presented) is None


def looks_like_one(text: str) -> bool:
    """Whether a key stands in it, whole or not."""
    return text.strip().startswith(PREFIX) or _START.search(text) is not None


def masked(text: str) -> str:
    """What somebody typed, fit to be said back: whatever may be a secret is left out.

    >>> masked("ct_k3v9x2ma_0123456789abcdefghijABCDEFGHIJ"), masked("the shop")
    ('ct_k3v9x2ma_…', 'the shop')
    """
    return _LONG.sub("…", text)


def new_salt() -> bytes:
    return secrets.token_bytes(_SALT)


def digest(text: str, salt: bytes) -> bytes:
    """What is kept of a key's text.

    One round of a fast hash, not scrypt: slowness defends what people choose, and nobody guesses 202 random bits. It
    would only make every request dear, and those of strangers too.
    """
    return hashlib.blake2b(text.encode(), salt=salt, person=_PERSON, digest_size=32).digest()


def same(first: bytes, second: bytes) -> bool:
    """In a time that does not depend on where they differ."""
    return hmac.compare_digest(first, second)


def _checksum(body: str) -> str:
    left, letters = zlib.crc32(body.encode()), ""
    for _ in range(_CHECKSUM):
        left, at = divmod(left, len(LETTERS))
        letters += LETTERS[at]
    return letters

"""What a reader tells the asker, in the language of the question."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Notices:
    """The sentences of one language; what stands in braces is filled in."""

    mistyped: str
    unknown: str
    doubtful: str
    both: str
    not_offered: str
    nothing: str
    too_long: str


ENGLISH = Notices(
    mistyped="I read “{written}” as “{meant}”.",
    unknown="I do not know what “{words}” is about and left it out.",
    doubtful="I am not sure about “{words}”; I took it as “{claim}”.",
    not_offered="“{words}” is left out: here are only {offer}.",
    both="You ask for this and against it: “{words}”. Which one do you mean?",
    nothing="I found nothing to look for in these words.",
    too_long="This is very long; I read the first {most} words.",
)
INDONESIAN = Notices(
    mistyped="“{written}” saya baca sebagai “{meant}”.",
    unknown="Saya tidak tahu “{words}” tentang apa, jadi tidak saya pakai.",
    doubtful="Saya kurang yakin dengan “{words}”; saya artikan sebagai “{claim}”.",
    not_offered="“{words}” tidak dipakai: di sini hanya ada {offer}.",
    both="Anda menginginkan dan menolak hal yang sama: “{words}”. Mana yang Anda maksud?",
    nothing="Saya tidak menemukan apa pun yang bisa dicari dalam kata-kata ini.",
    too_long="Teks ini sangat panjang; saya membaca {most} kata pertama.",
)
_BY_CODE = {"en": ENGLISH, "id": INDONESIAN}

NOTHING = frozenset(known.nothing for known in _BY_CODE.values())
"""What is said, in any language, when there is nothing to look for."""


def notices_in(code: str) -> Notices:
    """The sentences of a language; English for one that we do not write."""
    return _BY_CODE.get(code, ENGLISH)

"""Turns notices into text: the one place where what the user is told gets its words.

The text remembers which of its words are foreign (`model.templates.Filled`), so that a face for
agents can quote them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from claimtree.languages import ENGLISH, REGISTERED
from claimtree.languages.messages import Messages
from claimtree.model.amounts import Amount, describe, describe_gap, number_text
from claimtree.model.answers import Explanation
from claimtree.model.claims import Claim, QueryClaim
from claimtree.model.notices import Argument, Distance, Gap, Join, Notice, NoticeCode, Several, notice, several
from claimtree.model.place_tests import far
from claimtree.model.templates import Filled, enumerated, fill


class Spoken(Protocol):
    """An answer, a reading or whatever else has notices for the user."""

    @property
    def notices(self) -> tuple[Notice, ...]: ...

    @property
    def language(self) -> str: ...


def notice_texts(spoken: Spoken) -> tuple[Filled, ...]:
    """Returns the notices of an answer or a reading as text, in the language of the asker."""
    return render_all(spoken.notices, spoken.language)


def reason_texts(why: Explanation) -> tuple[Filled, ...]:
    """Returns the reasons of an explanation as text, in the language of the asker."""
    return render_all(why.reasons, why.language)


def why_text(claim: Claim | QueryClaim, language: str) -> str:
    """Returns how a claim was read as text; empty if that is not known."""
    return render(claim.why, language) if claim.why is not None else ""


def render(notice: Notice, language: str) -> Filled:
    """Returns the text of a notice; in English for a language that we do not write.

    >>> from claimtree.model.notices import NoticeCode, notice
    >>> within = notice(NoticeCode.WITHIN, distance=Distance(1400), place="Bedford Av")
    >>> render(within, "en"), render(within, "id")
    ('within 1.4 km of Bedford Av', 'dalam 1,4 km dari Bedford Av')
    >>> either = several(["garden", "balcony"], join=Join.OR, quoted=True)
    >>> render(notice(NoticeCode.NONE_SPEAKS, wishes=either), "en")
    "Nothing in the store speaks of 'garden' or 'balcony'."
    """
    template = _messages(language).texts[notice.code]
    return fill(template, **{name: render_argument(value, language) for name, value in notice.arguments})


def codes_of(lines: Iterable[str], language: str) -> list[NoticeCode | None]:
    """Returns the code of the message that each line was made of; None for lines that were made otherwise."""
    codes = {template: code for code, template in _messages(language).texts.items()}
    return [codes.get(line.template) if isinstance(line, Filled) else None for line in lines]


def say(code: NoticeCode, language: str, /, **arguments: Argument) -> Filled:
    """Returns a text that stands around an answer: a heading, a count, a label."""
    return render(notice(code, **arguments), language)


def render_all(notices: Iterable[Notice], language: str) -> tuple[Filled, ...]:
    """Returns the texts of several notices, each once."""
    return tuple(dict.fromkeys(render(one, language) for one in notices))


def render_argument(value: Argument, language: str) -> str:
    """Returns an argument as it stands in a text; foreign text stays as it is.

    >>> render_argument(several(["garden", "balcony"], join=Join.OR), "id"), render_argument(12_500, "id")
    ('garden atau balcony', '12.500')
    """
    match value:
        case str():
            return value
        case int() | float():
            return fill(number_text(value, language))
        case Notice():
            return render(value, language)
        case Several():
            values = [render_argument(one, language) for one in value.values]
            return enumerated(values, between=joiner(value.join, language), each="'{}'" if value.quoted else "{}")
        case Distance():
            return fill(far(value.metres, language))
        case Amount():
            return describe(value, language)
        case Gap():
            return describe_gap(value.like, value.size, language)


def joined(values: Iterable[Argument], join: Join, language: str) -> str:
    """Returns several values as one text.

    >>> joined(["south", "west"], Join.OR, "id")
    'south atau west'
    """
    return render_argument(several(values, join=join), language)


def joiner(join: Join, language: str) -> str:
    """Returns what stands between several values: " or " in English."""
    return _messages(language).joins[join]


def _messages(language: str) -> Messages:
    return REGISTERED.get(language, ENGLISH).messages

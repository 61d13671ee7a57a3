"""Says a question as the grammar reads it, where it is put in another way: "in the whole tree" and "I mean" are left
out, "Nicholas the second" becomes "Nicholas II", "X (b. 1935)" "X (born 1935)", "the last to die" "died last".

Only what adds nothing is left out; a part that says something is put into other words, or stays and makes the question
one that is not read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from claimtree.answering.grammar_base import Vocabulary
from claimtree.answering.people_names import NUMERALS_IN_ORDER
from claimtree.answering.question_words import OWNED, QuestionWords, Sentence, Word, text_of
from claimtree.languages import language

Words = tuple[Word, ...]
_VERBS: Final = ("verbs.do", "verbs.be")
_ENDS: Final = frozenset({"?", ".", "!", ",", ";"})


def plain_phrasing(sentence: Sentence, words: QuestionWords, vocabulary: Vocabulary) -> str:
    """Returns a question in other words that mean the same; the question itself if there are none."""
    found = sentence.words
    found = _numerals(found, vocabulary)
    found = _abbreviated(found, words)
    found = _apposed(found, words)
    found = _without_and_who(found, words)
    found = _topic_first(found, words, vocabulary)
    found = _is_there(found, words)
    found = _without_empty(found, words)
    found = _wedding_dates(found, words)
    found = _last_to(found, words)
    found = _same_verb(found, words)
    return text_of(found)


def _texts(found: Sequence[Word]) -> tuple[str, ...]:
    return tuple(word.text for word in found)


def _end(words: QuestionWords, table: str, texts: Sequence[str], at: int) -> int | None:
    return next((end for _, end in words[table].at(texts, at)), None)


def _said(text: str, like: Word, *, name: bool = False) -> Word:
    return replace(like, text=text.lower(), raw=text, is_name=name)


def _numerals(found: Words, vocabulary: Vocabulary) -> Words:
    """ "Nicholas the second", "nicholas 2": the numeral of a ruler, if somebody of the tree is called so."""
    texts, made, at = _texts(found), list[Word](), 0
    while at < len(found):
        made.append(found[at])
        number, end = _number(texts, at + 1)
        if number is not None and vocabulary.is_name_word(texts[at]):
            numeral = NUMERALS_IN_ORDER[number - 1].upper()
            if vocabulary.is_name(f"{found[at].raw} {numeral}"):
                made.append(_said(numeral, found[at], name=True))
                at = end
                continue
        if texts[at] in _SUFFIXES and made[:-1] and vocabulary.is_name_word(_SUFFIXES[texts[at]]):
            made[-1] = _said(_SUFFIXES[texts[at]].capitalize(), found[at], name=True)
        at += 1
    return tuple(made)


_SUFFIXES: Final = {"senior": "sr", "junior": "jr"}


def _number(texts: Sequence[str], at: int) -> tuple[int | None, int]:
    is_ordinal = texts[at : at + 1] == ("the",)
    at += is_ordinal
    said = texts[at] if at < len(texts) else ""
    digits = int(said) if said.isdecimal() and len(said) <= 2 else None
    number = language("en").amounts.numbers.ordinals.get(said) if is_ordinal else digits
    return (number if number in range(1, len(NUMERALS_IN_ORDER) + 1) else None), at + 1


def _abbreviated(found: Words, words: QuestionWords) -> Words:
    """ "(b. 1935)": without the stop, which would end the sentence."""
    events = words.events.participles
    return tuple(
        word
        for at, word in enumerate(found)
        if not (
            word.text == "."
            and at
            and len(found[at - 1].text) == 1
            and next(events.at(_texts(found[at - 1 : at]), 0), None) is not None
            and at + 1 < len(found)
        )
    )


def _apposed(found: Words, words: QuestionWords) -> Words:
    """ "X, the one born 1860 in Simrishamn, …": what tells who is meant, in brackets behind the name."""
    texts = _texts(found)
    for at in range(1, len(found)):
        end = _end(words, "phrasing.the_one", texts, at)
        if end is None or not found[at - 1].is_name:
            continue
        close = next((last for last in range(end, len(found)) if texts[last] in _ENDS), len(found))
        rest = close + 1 if texts[close : close + 1] == (",",) else close
        like = found[at]
        return (*found[:at], _said("(", like), *found[end:close], _said(")", like), *found[rest:])
    return found


def _topic_first(found: Words, words: QuestionWords, vocabulary: Vocabulary) -> Words:
    """ "X, born 1844: how many brothers did she have?": the one who is named first, in the place of the pronoun."""
    texts = _texts(found)
    at = texts.index(":") if ":" in texts else 0
    if not at or not vocabulary.is_name_word(texts[0]) or not any(word.is_name for word in found[:at]):
        return found
    topic, asked = found[:at], found[at + 1 :]
    comma = texts.index(",") if "," in texts[:at] else at
    if comma < at:
        topic = (*found[:comma], _said("(", found[comma]), *found[comma + 1 : at], _said(")", found[comma]))
    named = any(vocabulary.is_name_word(word.text) and word.is_name for word in asked[1:])
    pronouns = [
        one
        for one in range(len(asked))
        if any(_end(words, f"pronouns.{kind}", _texts(asked), one) is not None for kind in ("possessive", "personal"))
    ]
    if named or len(pronouns) != 1:
        # Of several pronouns it is not clear that each means the one who was named first.
        return found
    place = pronouns[0]
    pronoun, follows = asked[place].text, place + 1 < len(asked) and not asked[place + 1].is_sign
    owned = pronoun in ("his", "their", "its") or (pronoun == "her" and follows)
    kin = _end(words, "kin", _texts(asked), place + 1) if owned else None
    if kin is not None:
        lead, of = _said("the", asked[place]), _said("of", asked[place])
        return (*asked[:place], lead, *asked[place + 1 : kin], of, *topic, *asked[kin:])
    ending = (_said(OWNED, asked[place]),) if owned else ()
    return (*asked[:place], *topic, *ending, *asked[place + 1 :])


def _without_and_who(found: Words, words: QuestionWords) -> Words:
    """ "How many brothers did X have, and who were they?": who they are is told with their number."""
    last = _behind(found)
    texts = _texts(found)
    if all(_end(words, "wh.count", texts, at) is None for at in range(last)):
        return found
    for at in range(1, last):
        if _end(words, "phrasing.and_who", texts, at) == last:
            return (*found[: at - (texts[at - 1] == ",")], *found[last:])
    return found


def _behind(found: Words) -> int:
    """Returns where the signs behind a question begin."""
    last = len(found)
    while last and found[last - 1].is_sign:
        last -= 1
    return last


def _is_there(found: Words, words: QuestionWords) -> Words:
    """ "Is X somewhere in this file?": "do you have X"."""
    texts, last = _texts(found), _behind(found)
    start = _end(words, "verbs.be", texts, 0)
    if start is None:
        return found
    for at in range(start + 1, last):
        if _end(words, "phrasing.in_tree", texts, at) == last:
            lead = tuple(_said(one, found[0]) for one in ("do", "you", "have"))
            return (*lead, *found[start:at], *found[last:])
    return found


def _without_empty(found: Words, words: QuestionWords) -> Words:
    """Leaves out what adds nothing anywhere, and what adds nothing behind a superlative or a number that is asked."""
    texts = _texts(found)
    tables = ["phrasing.empty"]
    if any(_end(words, table, texts, at) is not None for table in _PICKING for at in range(len(texts))):
        # Who is not dated is in no order.
        tables.append("phrasing.dated")
    kept: list[Word] = []
    at = 0
    while at < len(found):
        end = next((end for table in tables if (end := _end(words, table, texts, at)) is not None), None)
        if end is None and texts[at] in ("one", "ones") and texts[at - 1 : at] == ("which",):
            end = at + 1
        if end is None or (end == len(found) and not kept):
            kept.append(found[at])
            at += 1
            continue
        while kept and kept[-1].text == "," and (end == len(found) or texts[end] in _ENDS):
            kept.pop()
        at = end
    return tuple(kept)


_PICKING: Final = ("superlatives", "small.longest", "small.shortest", "small.most", "small.fewest")


def _wedding_dates(found: Words, words: QuestionWords) -> Words:
    """ "The wives of X with wedding dates": "when did X marry"; each wedding is told with whom and when."""
    texts, last = _texts(found), _behind(found)
    for at in range(1, last):
        if _end(words, "phrasing.with_weddings", texts, at) != last:
            continue
        for of in range(1, at):
            if texts[of] == "of" and _end(words, "phrasing.partners", texts, 0) == of + 1:
                like = found[0]
                name = tuple(one for one in found[of + 1 : at] if one.text != ",")
                return (_said("when", like), _said("did", like), *name, _said("marry", like), *found[last:])
    return found


def _last_to(found: Words, words: QuestionWords) -> Words:
    """ "was the last to die", "outlived all the others": "died last"."""
    texts = _texts(found)
    for at in range(1, len(found)):
        outlived = _end(words, "phrasing.outlived_others", texts, at)
        if outlived is not None and texts[at - 1] not in ("who", "which"):
            return (*found[:at], _said("died", found[at]), _said("last", found[at]), *found[outlived:])
        end = _end(words, "verbs.be", texts, at)
        end = end + 1 if end is not None and texts[end : end + 1] == ("the",) else end
        if end is None or texts[end : end + 1] not in (("first",), ("last",)):
            continue
        to = end + 2 if texts[end + 1 : end + 2] == ("one",) else end + 1
        if texts[to : to + 1] != ("to",):
            continue
        for tables in (words.events.verbs, words.events.participles):
            be = texts[to + 1 : to + 2] == ("be",)
            verb = next((last for _, last in tables.at(texts, to + 1 + be)), None)
            if verb is not None:
                said = found[to + 1 + be : verb]
                return (*found[:at], *(found[at : at + 1] if be else ()), *said, found[end], *found[verb:])
    return found


def _same_verb(found: Words, words: QuestionWords) -> Words:
    """ "die before Y did": "die before Y died"; what happened to the one happened to the other."""
    texts = _texts(found)
    last = _behind(found)
    if last < 2 or all(_end(words, table, texts, last - 1) is None for table in _VERBS):
        return found
    for at in range(last - 2, 0, -1):
        if all(_end(words, table, texts, at) is None for table in ("small.before", "small.after")):
            continue
        for tables in (words.events.verbs, words.events.participles):
            for start in range(at):
                if any(end == at for _, end in tables.at(texts, start)):
                    be = found[last - 1 : last] if tables is words.events.participles else ()
                    return (*found[: last - 1], *be, *found[start:at], *found[last:])
    return found

"""The pattern and amounts of a pointer's words that no word list knows, in the text's own words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from claimtree.languages import language_of
from claimtree.llm_reader.quoted_amounts import amounts_in
from claimtree.model.amounts import Amount, describe
from claimtree.model.pack import DENIALS, Pack

_WORD = re.compile(r"\S+")
_EDGES = " \t\r\n.,;:!?-–—•·*|()[]\"'“”‘’"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A quote as a claim: its words, with amounts and negation taken out."""

    pattern: str
    amounts: tuple[Amount, ...]
    denied: bool
    """A word of negation came before the rest."""
    language: str = "en"
    """The language in which it is displayed."""

    def shown(self, *, negated: bool) -> str:
        """The text as displayed to the user."""
        text = self.pattern
        if self.amounts:
            text = text.replace("_", describe(self.amounts[0], self.language), 1)
        lacking, _ = DENIALS.get(self.language, DENIALS["en"])
        return f"{lacking} {text}" if negated else text


def worded(quote: str, pack: Pack, *, query: bool) -> Wording:
    """The words of a quote, with "_" in place of its first amount.

    A bare number stays: what it counts is not known.
    """
    small = language_of(pack)
    stated = next((one for one in amounts_in(quote, pack, query=query) if one.has_unit), None)
    if stated is not None:
        quote = f"{quote[: stated.start]} _ {quote[stated.end :]}"
    words = [stripped for word in _WORD.findall(quote.lower()) if (stripped := word.strip(_EDGES))]
    denied = False
    while words and (words[0] in small.negations or words[0] in small.fillers):
        denied ^= words[0] in small.negations
        words.pop(0)
    return Wording(
        pattern=" ".join(words),
        amounts=(stated.amount,) if stated else (),
        denied=denied,
        language=pack.languages[0],
    )


def means_something(wording: Wording, pack: Pack, *, least: int) -> bool:
    """True if at least `least` words carry meaning."""
    small = language_of(pack)
    meaning = [
        word
        for word in wording.pattern.split()
        if len(word) > 2 and word not in small.stopwords and word not in small.fillers and word[0].isalpha()
    ]
    return len(meaning) >= least


def alternates(between: str, pack: Pack) -> bool:
    """True if the words between two claims make them alternatives: an "or" in the same sentence."""
    small = language_of(pack)
    if re.search(r"[.!?;\n]", between):
        return False
    return any(word in small.ors for word in re.findall(r"\w+|/", between.lower()))

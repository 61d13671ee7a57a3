"""Words the notice to the user about a part that was left out: which words, why, and what to ask
instead."""

from __future__ import annotations

from claimtree.languages import sentences
from claimtree.model.templates import fill
from claimtree.text.fairness.grammar import Part


def notice(part: Part, text: str, *, language: str = "en") -> str:
    """Returns a sentence on what was left out and one on what can be asked; in English if there are
    none in the language.

    `text` is the text in which the part was found.
    """
    tell = sentences(language)
    words = " ".join(text[part.start : part.end].split())
    return fill(tell.unfair, words=words, ground=fill(tell.grounds[part.ground]))

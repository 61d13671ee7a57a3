"""Claims by a language model: it points at words, and our own reader says what they mean.

The one rule: **nothing that a model writes becomes a claim.** It returns quotes with labels. A quote that does not
stand in the text is dropped; the words of one that does are read by the built-in reader, which knows the pack's
concepts, names and amounts. So a model can find what no rule finds, and cannot invent anything.

    reader    the `Reader`: pieces, cache, budget, fall-back, notices
    prompts   what the model is told, built from the pack; the text fenced as data
    schema    the shape of an answer, built from the pack
    answers   an answer as text becomes labelled quotes
    quotes    where a quote stands in a text
    checking  labelled quotes become pointers: known type, level and facet, words that are there
    places    which entity a pointer speaks of
    wishes    pointers and the built-in reading become the wishes of a query
    listings  the same for what a document says
    fair      what must not be matched by: protected classes
    budget    what may be spent in a day
    kept      answers by content
"""

from claimtree.llm_reader.budget import Budget
from claimtree.llm_reader.completion_cache import KeptAnswers
from claimtree.llm_reader.reader import LanguageModelReader

__all__ = ["Budget", "KeptAnswers", "LanguageModelReader"]

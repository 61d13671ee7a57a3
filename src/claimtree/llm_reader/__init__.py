"""Reads claims with a language model: it points at words, and the built-in reader interprets them.

The one rule: **nothing that a model writes becomes a claim.** It returns quotes with labels. A
quote that is not in the text is dropped; the words of one that is are read by the built-in reader,
which knows the pack's concepts, names and amounts. So a model can find what no rule finds, and
cannot invent anything.

    reader            the `Reader`: chunks, cache, budget, fallback, notices
    prompts           the prompt, built from the pack; the text fenced as data
    schema            the JSON schema of an answer, built from the pack
    answers           parses an answer into labelled quotes
    quotes            finds a quote in a text
    checking          turns labelled quotes into pointers: known type, level and facet, words found
    places            decides which entity a pointer is about
    wishes            turns pointers and the built-in reading into the wishes of a query
    listings          the same for the claims of a document
    fair_housing      finds what must not be matched by: protected classes
    budget            the daily spending limit
    completion_cache  the cache of answers
"""

from claimtree.llm_reader.budget import Budget
from claimtree.llm_reader.completion_cache import CompletionCache
from claimtree.llm_reader.reader import LanguageModelReader

__all__ = ["Budget", "CompletionCache", "LanguageModelReader"]

"""Words of people, places and listings as data of a prompt, between two lines that none of them can write."""

from __future__ import annotations

import json
import secrets

from claimtree.llm_reader.prompts import fenced


def as_data(value: object) -> str:
    """Returns a value as JSON between two lines with a word that nobody can know."""
    text = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode()
    word = secrets.token_hex(8)
    while word in text:
        word = secrets.token_hex(8)
    return fenced(text, word)

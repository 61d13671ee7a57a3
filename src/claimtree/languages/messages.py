"""What the user is told in a language: a text for each code of `model.notices`.

What stands in braces is filled in with the arguments of the notice; a contract test compares the
two. `rendering` puts them together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from claimtree.model.notices import Join, NoticeCode


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Messages:
    """The messages of one language."""

    texts: Mapping[NoticeCode, str]
    joins: Mapping[Join, str]
    """What stands between several values."""

"""What a language model did for a reply, as a value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from claimtree.model.notices import Argument, Notice, NoticeCode, notice


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUse:
    """What a language model did for a reply."""

    tools: bool = False
    """True if it chose the tools."""
    text: bool = False
    """True if it worded the reply."""
    notices: tuple[Notice, ...] = ()
    """Why it did not."""

    def without(self, code: NoticeCode, why: Argument) -> ModelUse:
        """The same with the reason why tools or text are ours."""
        return replace(self, notices=(*self.notices, notice(code, why=why)))

"""A conversation about a tree: what was asked back is answered by the next message, and "her" is who it was about."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from claimtree.answering.ask_result import Anchor, Found, Intent, QuestionBack, Sought
from claimtree.answering.candidates import finder_of
from claimtree.answering.disambiguation import splitting_questions
from claimtree.answering.family_index import FamilyIndex
from claimtree.message_answers.intent_words import intent_words
from claimtree.message_answers.looking import is_clear
from claimtree.message_answers.message_text import MessageText
from claimtree.message_answers.replies import ReadReply, read_reply
from claimtree.message_answers.respond import NO_ANCHOR, respond, respond_to
from claimtree.message_answers.response import Response
from claimtree.message_answers.spoken_of import NOTHING_SPOKEN, Spoken, SpokenOf
from claimtree.message_answers.understanding import Unclear, Understood, understand
from claimtree.message_facts.message_words import message_words
from claimtree.model.answers import Verdict

MOST_CHOSEN: Final = 40
"""People of whom a conversation remembers whom a name means."""
_MOST_PENDING: Final = 8
_MOST_TEXT: Final = 4_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """What was asked back."""

    message: str
    """The message that cannot be answered before."""
    name: str = ""
    """Of the one of whom it is not clear who is meant."""
    ids: tuple[str, ...] = ()
    """Those who may be meant."""
    about: str = ""
    """What was asked: "birth", "partner"; "time", "person" where it is not who of several is meant."""
    asked: tuple[str, ...] = ()
    """What was asked before."""
    words: str = ""
    """The words that were not clear."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskState:
    """What a conversation remembers."""

    spoken: Spoken = NOTHING_SPOKEN
    """Those of whom the last message and its answer spoke."""
    chosen: tuple[tuple[str, str], ...] = ()
    """Names, and the ids of whom they mean here."""
    pending: Pending | None = None
    turns: int = 0

    def encoded(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @staticmethod
    def decoded(text: str) -> AskState:
        """Returns the state of a text; a ValueError, KeyError or TypeError if it is none."""
        data: dict[str, Any] = json.loads(text)
        pending = data["pending"]
        return AskState(
            spoken=Spoken(asked=_people(data["spoken"]["asked"]), told=_people(data["spoken"]["told"])),
            chosen=tuple((str(name), str(id)) for name, id in data["chosen"]),
            pending=None
            if pending is None
            else Pending(
                **{**pending, "ids": tuple(map(str, pending["ids"])), "asked": tuple(map(str, pending["asked"]))}
            ),
            turns=int(data["turns"]),
        )


def converse(
    message: str,
    state: AskState,
    index: FamilyIndex,
    *,
    anchor: Anchor = NO_ANCHOR,
    most: int | None = None,
    code: str = "en",
) -> tuple[Response, AskState]:
    """Returns what the next message of a conversation is answered with, and what is remembered after it."""
    turn = _Turn(message, state, index, anchor, most, code)
    response = turn.response()
    return response, turn.after(response)


@dataclass(slots=True)
class _Turn:
    message: str
    state: AskState
    index: FamilyIndex
    anchor: Anchor
    most: int | None
    code: str
    chosen: dict[str, str] = field(init=False)
    waiting: Pending | None = field(init=False, default=None)
    """What is still asked after this message."""
    question: str = field(init=False, default="")
    """The message that was answered, or is to be."""

    def __post_init__(self) -> None:
        self.chosen = dict(self.state.chosen)
        self.question = self.message

    def response(self) -> Response:
        pending = self.state.pending
        if pending is not None:
            found = self._of_reply(pending)
            if found is not None:
                return found
        return self._respond(self.message, self.state.spoken)

    def _respond(self, message: str, spoken: Spoken) -> Response:
        self.question = message
        return respond(
            message,
            self.index,
            anchor=self.anchor,
            spoken=spoken,
            chosen=self.chosen,
            most=self.most,
            code=self.code,
        )

    def _of_reply(self, pending: Pending) -> Response | None:
        """Returns the answer to a message that replies to what was asked; None if it asks something else."""
        fresh = understand(self.message, self.index, code=self.code)
        if pending.about == "time":
            return self._of_time(pending, fresh)
        if pending.about == "person":
            return self._of_person(pending, fresh)
        if _is_new(fresh, self.message, self.code):
            return None
        if not pending.ids:
            return self._respond(f"{pending.message.rstrip('.?! ')}. {self.message}", self.state.spoken)
        read = read_reply(self.message, pending.name, pending.ids, pending.about, self.index, self.code)
        return self._of_ids(pending, read) if read is not None else None

    def _of_time(self, pending: Pending, fresh: Understood) -> Response | None:
        if fresh.intent not in (Intent.CLARIFICATION_NEEDED, Intent.PERSON_LOOKUP) or fresh.entities.people:
            return None
        said = self.message.strip(" .!?")
        said = said[:1].lower() + said[1:] if said[:4].lower() == "the " else said
        return self._respond(pending.message.replace(pending.words, said), self.state.spoken)

    def _of_person(self, pending: Pending, fresh: Understood) -> Response | None:
        if not fresh.entities.people or (fresh.plan is not None and fresh.intent is Intent.GENERAL_GENEALOGY_QA):
            return None
        # The clues of the reply count as well.
        return self._respond(f"{pending.message} {self.message.rstrip('?')}.", NOTHING_SPOKEN)

    def _of_ids(self, pending: Pending, read: ReadReply) -> Response | None:
        text = MessageText(self.index, self.code)
        if read.nobody:
            question = QuestionBack(text=text.say("ask_clues", name=pending.name))
            self.waiting = Pending(message=pending.message, name=pending.name)
            return self._asks_back(pending, (), (question,), text.say("none_of_them"))
        if not read.fits and (other := self._among_all(pending, read)):
            read = replace(read, ids=(other,), fits=True)
        if len(read.ids) == 1 and read.fits and not read.unknown:
            self.chosen[pending.name.casefold()] = read.ids[0]
            answered = self._respond(pending.message, self.state.spoken)
            told = text.say("chosen", name=text.facts.name(read.ids[0]))
            result = replace(answered.result, text=f"{told} {answered.result.text}")
            return replace(answered, result=result, chosen=answered.chosen or read.ids[0])
        asked = (*pending.asked, pending.about)
        ids = pending.ids if not read.fits else read.ids
        splits = splitting_questions(self.index, ids, but=asked)
        questions = tuple(map(text.question, splits)) or (
            QuestionBack(text=text.say("last_resort", names=text.names(ids))),
        )
        self.waiting = replace(pending, ids=ids, asked=asked, about=questions[0].about)
        if read.unknown:
            told = ""
        else:
            template = "still_several" if read.fits else "not_fitting"
            told = text.say(template, count=len(ids), names=text.names(ids))
        return self._asks_back(pending, ids, questions, told)

    def _among_all(self, pending: Pending, read: ReadReply) -> str:
        """Returns the one in the whole tree whom a reply fits that fits nobody who was asked about."""
        first = understand(pending.message, self.index, spoken=self.state.spoken, code=self.code)
        sought = next((one for one in first.entities.people if one.name == pending.name), Sought(name=pending.name))
        found = finder_of(self.index).find(replace(sought, clues=(*sought.clues, *read.clues)))
        best = found.candidates[0] if found.candidates else None
        met = best is not None and all(one.verdict is not Verdict.REFUTED for one in best.verdicts)
        return best.id if best is not None and met and is_clear(found) else ""

    def _asks_back(
        self, pending: Pending, ids: tuple[str, ...], questions: tuple[QuestionBack, ...], told: str
    ) -> Response:
        """Returns the question that still is to be answered, with those who are left."""
        self.question = pending.message
        understood = understand(pending.message, self.index, spoken=self.state.spoken, code=self.code)
        response = respond_to(understood, self.index, anchor=self.anchor, spoken=self.state.spoken, code=self.code)
        sought = next((one.sought for one in response.result.found if one.sought.name == pending.name), None)
        found: tuple[Found, ...] = ()
        if sought is not None:
            finder = finder_of(self.index)
            share = round(99 / max(1, len(ids)))
            candidates = tuple(replace(finder.scored(sought, id), confidence=share) for id in ids)
            found = (Found(sought=sought, candidates=candidates, close=len(candidates)),)
        result = replace(
            response.result,
            text=f"{told} {questions[0].text}".strip(),
            answered=False,
            confidence=found[0].candidates[0].confidence if found and found[0].candidates else 0,
            found=found,
            questions=questions,
            missing=tuple(one.text for one in questions),
        )
        return replace(response, result=result, chosen="")

    def after(self, response: Response) -> AskState:
        """Returns what is remembered: whom it was about, who was chosen, and what is still asked."""
        result = response.result
        spoken = self.state.spoken
        if result.entities.people:
            spoken = Spoken(asked=response.asked, told=response.told)
        elif response.told:
            spoken = Spoken(told=response.told)
        self.chosen |= {one.name.casefold(): one.id for one in response.asked if one.id}
        return AskState(
            spoken=spoken,
            chosen=tuple(self.chosen.items())[-MOST_CHOSEN:],
            pending=self.waiting or self._pending(response),
            turns=self.state.turns + 1,
        )

    def _pending(self, response: Response) -> Pending | None:
        result, understood = response.result, response.understood
        message = self.question[:_MOST_TEXT]
        if result.answered or not result.questions:
            return None
        if understood.unclear is Unclear.WHICH_TIME:
            return Pending(message=message, about="time", words=understood.words)
        if understood.unclear in (Unclear.WHO_IS_IT, Unclear.NOBODY_NAMED):
            return Pending(message=message, about="person")
        asked = result.questions[0]
        for one in result.found:
            ids = tuple(dict.fromkeys(id for choice in asked.choices for id in choice.people))
            own = [candidate.id for candidate in one.candidates]
            if ids and set(own) & set(ids):
                # Those who are shown keep their places: "the second".
                kept = tuple(dict.fromkeys((*own, *ids)))[:_MOST_PENDING]
                return Pending(message=message, name=one.sought.name, ids=kept, about=asked.about)
        if understood.intent is Intent.PERSON_LOOKUP and result.found:
            return Pending(message=message, name=result.found[0].sought.name)
        return None


def _people(data: Any) -> tuple[SpokenOf, ...]:
    return tuple(SpokenOf(str(one["name"]), str(one["id"])) for one in data)


def _is_new(fresh: Understood, message: str, code: str) -> bool:
    """True if a message asks something else, rather than to reply."""
    texts = [word.text for word in message_words(message)]
    asks = message.rstrip().endswith("?") or bool(texts and texts[0] in intent_words(code).begins)
    return asks and (fresh.plan is not None or fresh.intent is not Intent.CLARIFICATION_NEEDED)

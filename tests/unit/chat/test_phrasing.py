"""A model's wording is used if it says nothing but the evidence; it is asked over a real connection."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest
from tests.unit.conftest import Chat

from claimtree.chat import Conversation, Reply
from claimtree.chat.assistant import Assistant
from claimtree.chat.chat_json import reply_json
from claimtree.chat.model_use import ModelUse
from claimtree.chat.phrase_check import PhraseChecker
from claimtree.chat.phrase_evidence import evidence_of, head_of
from claimtree.languages import language
from claimtree.llm_reader.budget import Budget, Limits
from claimtree.model.notices import NoticeCode
from claimtree.models.completions import ChatEndpoint, ChatModel
from claimtree.workspace import Workspace

SEARCH = "rumah dijual di Medan Johor ada CCTV"
ENGLISH = "houses for sale in Medan Johor with CCTV"
MALL = "rumah dekat mall"


@dataclass
class Talk:
    """A conversation with a model that words replies."""

    conversation: Conversation
    chat: Chat

    def template(self, *messages: str) -> Reply:
        """The reply without a model."""
        own = Conversation(self.conversation._engine)
        return [own.reply(message) for message in messages][-1]

    def worded(self, change: Callable[[str], str], *messages: str) -> tuple[Reply, NoticeCode | None, str]:
        """The reply where the model answers the template as changed, why it was not used, and the change."""
        said: list[str] = []

        def thinks(body: dict[str, Any]) -> str:
            asked = json.loads(body["messages"][-1]["content"].split("\n", 1)[1].rsplit("\n", 1)[0])
            said.append(change(asked["reply"]))
            return said[-1]

        self.chat.thinks = lambda body: "-"
        for message in messages[:-1]:
            self.conversation.reply(message)
        self.chat.thinks = thinks
        reply = self.conversation.reply(messages[-1])
        assert reply.model is not None
        return reply, _why(reply.model), said[-1]


def _why(use: ModelUse) -> NoticeCode | None:
    for one in use.notices:
        assert one.code is NoticeCode.TEXT_BY_TEMPLATE
        why = one.by_name["why"]
        return why.code if hasattr(why, "code") else NoticeCode.MODEL_NOT_USED
    return None


@pytest.fixture
def talk(workspace: Workspace, chat: Chat) -> Iterator[Talk]:
    endpoint = ChatEndpoint(base_url=chat.url, model="small", api_key=chat.key, timeout_s=5.0, retries=0)
    assistant = Assistant(ChatModel(endpoint), chooses_tools=False, words_replies=True, timeout_s=5.0)
    with closing(Conversation(workspace.engine, assistant=assistant)) as conversation:
        yield Talk(conversation, chat)


MESSAGES = [
    (SEARCH,),
    (ENGLISH,),
    (MALL,),
    ("properti di Medan Johor", "pilihan lain?"),
    ("rumah di Medan Johor", "urutkan dari yang termurah"),
    ("rumah dijual di Medan Johor dengan helipad dan kolam renang", "yang 4 kamar"),
    ("rumah disewa di Medan Johor maksimal 50 juta per tahun",),
    (SEARCH, "nomor 1"),
    (SEARCH, "ada CCTV nggak?"),
    (SEARCH, "luas tanah nomor 1 berapa?"),
    (ENGLISH, "does number 1 have a swimming pool?"),
    ("rumah di Medan Kota",),
]


@pytest.mark.parametrize("messages", MESSAGES, ids=lambda messages: messages[-1])
def test_the_template_itself_passes(talk: Talk, messages: tuple[str, ...]) -> None:
    reply, why, _ = talk.worded(lambda template: template, *messages)
    assert why is None
    assert reply.model == ModelUse(text=True)
    # Lines that are not worded stand before or after those that are.
    assert sorted(line for line in reply.lines if line.strip()) == sorted(talk.template(*messages).lines)


def test_what_stays_stays_whatever_the_model_leaves_out(talk: Talk) -> None:
    messages = ("rumah dijual di Medan Johor dengan helipad",)
    reply, why, said = talk.worded(lambda template: template.split("\n", 1)[1], *messages)
    assert why is None
    assert "helipad" not in said
    assert "helipad" in reply.text


GOOD = [
    (SEARCH, "Ada 1 yang cocok", "Halo! Saya menemukan 1 pilihan yang cocok untuk Anda"),
    (SEARCH, "Rp900 juta", "harganya 0,9 miliar"),
    (SEARCH, "Rp900 juta", "harganya sembilan ratus juta"),
    (SEARCH, "   3 kamar tidur · 2 lantai", "   Rumahnya memiliki tiga kamar tidur dan 2 lantai"),
    (SEARCH, "   tidak disebutkan: CCTV", "   CCTV belum disebutkan"),
    (ENGLISH, "There is 1 that fits", "Hello! I found 1 that fits"),
    (ENGLISH, "Rp900 million", "priced at Rp0.9 billion"),
    (ENGLISH, "   not stated: cctv", "   it does not say if there is cctv"),
    (MALL, "Dekat Sun Plaza:", "Dekat Sun Plaza"),
]


@pytest.mark.parametrize(("message", "old", "new"), GOOD)
def test_other_words_for_the_same_are_used(talk: Talk, message: str, old: str, new: str) -> None:
    reply, why, said = talk.worded(lambda template: template.replace(old, new), message)
    assert new in said
    assert why is None
    assert new in reply.text


BAD = [
    # Digits and numbers in any writing.
    (SEARCH, "Rp900 juta", "Rp800 juta", NoticeCode.PHRASE_NUMBER),
    (SEARCH, "Rp900 juta", "delapan ratus juta", NoticeCode.PHRASE_NUMBER),
    (SEARCH, "Rp900 juta", "sekitar Rp900 juta", NoticeCode.PHRASE_WORD),
    (SEARCH, "Rp900 juta", "Rp900 juta, nego", NoticeCode.PHRASE_CLAIM),
    (SEARCH, "Rp900 juta", "Rp900 juta per tahun", NoticeCode.PHRASE_CLAIM),
    (SEARCH, "Rp900 juta", "murah", NoticeCode.PHRASE_OMITS),
    (SEARCH, "3 kamar tidur", "empat kamar tidur", NoticeCode.PHRASE_CLAIM),
    (SEARCH, "3 kamar tidur · 2 lantai", "2 kamar tidur · 3 lantai", NoticeCode.PHRASE_CLAIM),
    (SEARCH, "Ada 1 yang cocok", "Ada 7 yang cocok", NoticeCode.PHRASE_NUMBER),
    (SEARCH, "Ada 1 yang cocok", "Ada tujuh yang cocok", NoticeCode.PHRASE_NUMBER),
    (SEARCH, "hadap utara", "hadap utara · luas 120 m2", NoticeCode.PHRASE_CLAIM),
    # What nobody said.
    (SEARCH, "hadap utara", "hadap utara · kolam renang", NoticeCode.PHRASE_CLAIM),
    (SEARCH, "hadap utara", "hadap utara dengan kolam renang", NoticeCode.PHRASE_CLAIM),
    (SEARCH, "hadap utara", "hadap timur", NoticeCode.PHRASE_CLAIM),
    (SEARCH, "hadap utara", "hadap utara, dekat Sun Plaza", NoticeCode.PHRASE_CLAIM),
    (SEARCH, "hadap utara", "hadap utara, lingkungan asri dan strategis", NoticeCode.PHRASE_CLAIM),
    (SEARCH, "hadap utara", "hadap utara, hubungi Budi", NoticeCode.PHRASE_WORD),
    (SEARCH, "hadap utara", "hadap utara, hubungi 0812-3456-7890", NoticeCode.PHRASE_WORD),
    (SEARCH, "hadap utara", "hadap utara 0812-3456-7890", NoticeCode.PHRASE_NUMBER),
    (SEARCH, "hadap utara", "hadap utara · wa.me/628123456789", NoticeCode.PHRASE_WORD),
    (SEARCH, "https://x.example/a", "https://x.example/b", NoticeCode.PHRASE_WORD),
    (SEARCH, "https://x.example/a", "https://evil.example/x.example/a", NoticeCode.PHRASE_WORD),
    (SEARCH, "https://x.example/a", "<a href='https://x.example/a'>", NoticeCode.PHRASE_WORD),
    (SEARCH, "Rumah A", "**Rumah A**", NoticeCode.PHRASE_WORD),
    (SEARCH, "Rumah A", "Rumah A 🏠", NoticeCode.PHRASE_WORD),
    (SEARCH, "Rumah A", "Rumah AA", NoticeCode.PHRASE_OMITS),
    (SEARCH, "· CCTV.", "· CCTV, yang terbaik di kota ini.", NoticeCode.PHRASE_CLAIM),
    # Denials, and what is not known.
    (SEARCH, "hadap utara", "tidak hadap utara", NoticeCode.PHRASE_DENIAL),
    (SEARCH, "tidak disebutkan: CCTV", "dengan CCTV", NoticeCode.PHRASE_DENIAL),
    (SEARCH, "tidak disebutkan: CCTV", "tidak ada CCTV", NoticeCode.PHRASE_DENIAL),
    (SEARCH, "tidak disebutkan: CCTV", "sudah lengkap", NoticeCode.PHRASE_OMITS),
    (ENGLISH, "not stated: cctv", "no cctv", NoticeCode.PHRASE_DENIAL),
    (ENGLISH, "not stated: cctv", "cctv", NoticeCode.PHRASE_DENIAL),
    (ENGLISH, "There is 1 that fits", "There is 1 that fits, with a pool", NoticeCode.PHRASE_CLAIM),
    # Hits and their order.
    (SEARCH, "1. Rumah A", "2. Rumah A", NoticeCode.PHRASE_HOME_LOST),
    (SEARCH, "2. Rumah", "3. Rumah", NoticeCode.PHRASE_HOME_LOST),
    (SEARCH, "Mungkin cocok", "Ini juga cocok", NoticeCode.PHRASE_OMITS),
    (SEARCH, "disebutkan:\n", "disebutkan:\n\nPilihan berikut ada CCTV:", NoticeCode.PHRASE_CLAIM),
    (SEARCH, "Ada 1 yang cocok:", "Semua ada CCTV. Ada 1 yang cocok:", NoticeCode.PHRASE_CLAIM),
    (SEARCH, "Ada 1 yang cocok:", "Pilihan berikut ada CCTV. Ada 1 yang cocok:", NoticeCode.PHRASE_CLAIM),
    (ENGLISH, "There is 1 that fits:", "These have CCTV. There is 1 that fits:", NoticeCode.PHRASE_CLAIM),
    # Not a comparison, a limit or a condition either.
    (SEARCH, "Rp900 juta", "di bawah Rp900 juta", NoticeCode.PHRASE_WORD),
    (SEARCH, "Rp900 juta", "jika Rp900 juta", NoticeCode.PHRASE_WORD),
    (ENGLISH, "Rp900 million", "below Rp900 million", NoticeCode.PHRASE_WORD),
    (ENGLISH, "Rp900 million", "from Rp900 million", NoticeCode.PHRASE_WORD),
    (ENGLISH, "Rp900 million", "about Rp900 million", NoticeCode.PHRASE_WORD),
    (ENGLISH, "2 floors", "above 2 floors", NoticeCode.PHRASE_WORD),
    (MALL, "Rp700 juta", "dekat Rp700 juta", NoticeCode.PHRASE_WORD),
    # Yes to what is not stated.
    (SEARCH, "tidak disebutkan: CCTV", "tidak disebutkan: CCTV. Ya ada", NoticeCode.PHRASE_WORD),
    (SEARCH, "tidak disebutkan: CCTV", "tidak disebutkan: CCTV. Sudah ada", NoticeCode.PHRASE_DENIAL),
    (ENGLISH, "not stated: cctv", "not stated: cctv. Yes it has", NoticeCode.PHRASE_WORD),
    (ENGLISH, "not stated: cctv", "not stated: cctv. It has", NoticeCode.PHRASE_DENIAL),
    (SEARCH, "Rumah A", "Rumah\tA", NoticeCode.PHRASE_WORD),
    # A place that is a way off is not where the hit stands.
    (MALL, " ke Sun Plaza", " ke Delipark Mall", NoticeCode.PHRASE_CLAIM),
]  # fmt: skip


@pytest.mark.parametrize(("message", "old", "new", "expected"), BAD)
def test_what_the_evidence_does_not_say_is_not_used(
    talk: Talk, message: str, old: str, new: str, expected: NoticeCode
) -> None:
    reply, why, said = talk.worded(lambda template: template.replace(old, new, 1), message)
    assert new in said
    assert why is expected
    assert reply.model is not None
    assert not reply.model.text
    assert reply.lines == talk.template(message).lines


def swapped(one: str, other: str) -> Callable[[str], str]:
    return lambda text: text.replace(one, "\0").replace(other, one).replace("\0", other)


def test_two_hits_whose_prices_change_places_are_two_wrong_prices(talk: Talk) -> None:
    _, why, said = talk.worded(swapped("Rp900 juta", "Rp1,4 miliar"), "rumah dijual di Medan Johor")
    assert "Rumah A — Rp1,4 miliar" in said
    assert why is NoticeCode.PHRASE_NUMBER


def test_two_hits_whose_titles_change_places_are_refused(talk: Talk) -> None:
    _, why, _ = talk.worded(swapped("Rumah A", "Rumah B"), "rumah dijual di Medan Johor")
    assert why is NoticeCode.PHRASE_OMITS


def test_a_hit_that_is_left_out_or_told_twice_is_refused(talk: Talk) -> None:
    without = "\n\n".join
    _, why, _ = talk.worded(lambda text: without(text.split("\n\n")[:1]), SEARCH)
    assert why is NoticeCode.PHRASE_HOME_LOST
    _, why, _ = talk.worded(lambda text: f"{text}\n{text}", SEARCH)
    assert why in (NoticeCode.PHRASE_HOME_LOST, NoticeCode.PHRASE_LENGTH)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (SEARCH, "I found 1 that fits: rumah · dijual · Medan Johor · CCTV."),
        (ENGLISH, "Ada 1 yang cocok untuk Anda dari pencarian ini: house · for sale · Medan Johor · cctv."),
    ],
)
def test_an_answer_in_the_other_language_is_refused(talk: Talk, message: str, text: str) -> None:
    def change(template: str) -> str:
        return text + "\n" + template.split("\n", 1)[1]

    _, why, _ = talk.worded(change, message)
    assert why in (NoticeCode.PHRASE_LANGUAGE, NoticeCode.PHRASE_WORD)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Ya, ada CCTV.", None),
        ("Ya, nomor 1 ada CCTV — “Ada CCTV dan carport”.", None),
        ("Tidak ada CCTV.", NoticeCode.PHRASE_DENIAL),
        ("Tidak. Nomor 1: CCTV", NoticeCode.PHRASE_DENIAL),
        ("CCTV tidak disebutkan.", NoticeCode.PHRASE_DENIAL),
        ("Ya.", NoticeCode.PHRASE_OMITS),
        ("Ya, ada CCTV 24 jam.", NoticeCode.PHRASE_NUMBER),
        ("Ya, nomor 2 ada CCTV.", NoticeCode.PHRASE_NUMBER),
    ],
)
def test_yes_and_no_are_those_of_the_evidence(talk: Talk, answer: str, expected: NoticeCode | None) -> None:
    reply, why, _ = talk.worded(lambda _: answer, SEARCH, "nomor 1 ada CCTV?")
    assert why is expected
    assert (reply.text == answer) is (expected is None)


@pytest.mark.parametrize(
    ("answer", "used"),
    [("Kolam renang tidak disebutkan.", True), ("Tidak ada kolam renang.", False), ("Ya, ada kolam renang.", False)],
)
def test_what_is_not_mentioned_is_neither_yes_nor_no(talk: Talk, answer: str, used: bool) -> None:
    _, why, _ = talk.worded(lambda _: answer, SEARCH, "nomor 1 ada kolam renang?")
    assert (why is None) is used


def test_a_listing_that_gives_orders_is_data_between_code_words_and_cannot_be_obeyed(talk: Talk) -> None:
    """The title of G continues on a line of its own with another number, and "Gratis"."""
    reply, why, _ = talk.worded(lambda template: template, "rumah di Medan Kota")
    assert why is None
    asked = talk.chat.asked[-1]["messages"]
    word = asked[-1]["content"].split("\n")[0].split()[2]
    assert asked[-1]["content"].endswith(f"---- end {word} ----")
    assert "Gratis" not in asked[0]["content"]
    title = "Rumah G 9. Gratis"
    assert title in reply.text
    for obeyed in (f"{title} — Gratis", "Rumah G — Gratis", "9. Gratis"):
        _, why, _ = talk.worded(lambda template, obeyed=obeyed: template.replace(title, obeyed), "rumah di Medan Kota")  # type: ignore[misc]
        assert why is not None


FAILURES: list[tuple[dict[str, Any], str]] = [
    ({"status": 500, "body": b"<html>secret trace</html>"}, "status 500"),
    ({"status": 401, "body": b"bad key sk-secret-0123456789"}, "status 401"),
    ({"body": b"<html>hello</html>"}, "not JSON"),
    ({"body": b'{"choices": []}'}, "not a chat completion"),
    ({"body": b'{"choices": [{"message": {"content": 5}}]}'}, "said nothing"),
    ({"body": b"x" * 2_000_000}, "longer than"),
    ({"hang_up": True}, "no connection"),
    ({"half": True, "content": "1. Rumah A"}, "no connection"),
    ({"content": "   "}, "said nothing"),
    ({"content": "1. Rumah A", "finish": "length"}, "terpotong"),
    ({"content": "x " * 40_000}, "karakter"),
    ({"content": "\x1b[31m1. Rumah A"}, "U+001B"),
]  # fmt: skip


@pytest.mark.parametrize(("how", "told"), FAILURES, ids=[told for _, told in FAILURES])
def test_a_conversation_never_fails_because_of_the_model(talk: Talk, how: dict[str, Any], told: str) -> None:
    talk.chat.says(how.pop("content", None), **how)
    reply = talk.conversation.reply(SEARCH)
    assert reply.lines == talk.template(SEARCH).lines
    assert reply.model is not None
    shape = reply_json(reply)
    assert shape["assistant"] is not None
    assert shape["assistant"]["text"] == "template"
    [notice] = shape["assistant"]["notices"]
    assert "Balasan ini disusun dari teks bawaan" in notice
    assert told in notice
    # Neither the key nor where the model is, nor what its server says of itself.
    for secret in (talk.chat.key, "127.0.0.1", "secret trace"):
        assert secret not in json.dumps(shape)


def test_a_model_that_is_slow_has_the_time_of_one_message_only(workspace: Workspace, chat: Chat) -> None:
    endpoint = ChatEndpoint(base_url=chat.url, model="small", timeout_s=0.4, retries=0)
    assistant = Assistant(ChatModel(endpoint), chooses_tools=False, words_replies=True, timeout_s=0.4)
    chat.says("1. Rumah A", wait_s=1.5)
    with closing(Conversation(workspace.engine, assistant=assistant)) as talk:
        reply = talk.reply(SEARCH)
    assert reply.model is not None
    assert _why(reply.model) is NoticeCode.MODEL_NOT_USED
    assert reply.hits


def test_a_model_that_fails_in_a_row_is_left_alone(talk: Talk) -> None:
    for _ in range(3):
        talk.chat.says(None, status=500, body=b"")
        talk.conversation.reply(SEARCH)
    asked = len(talk.chat.asked)
    reply = talk.conversation.reply(SEARCH)
    assert reply.model is not None
    assert _why(reply.model) is NoticeCode.MODEL_RESTS
    assert len(talk.chat.asked) == asked


def test_a_spent_budget_leaves_the_template(workspace: Workspace, chat: Chat) -> None:
    endpoint = ChatEndpoint(base_url=chat.url, model="small", retries=0)
    budget = Budget(Limits(tokens=100))
    assistant = Assistant(ChatModel(endpoint), chooses_tools=False, words_replies=True, budget=budget)
    with closing(Conversation(workspace.engine, assistant=assistant)) as talk:
        reply = talk.reply(SEARCH)
    assert reply.model is not None
    assert _why(reply.model) is NoticeCode.MODEL_BUDGET_SPENT
    assert chat.asked == []


@pytest.mark.parametrize("messages", MESSAGES, ids=lambda messages: messages[-1])
def test_no_digit_can_be_changed_and_no_denial_left_out(workspace: Workspace, messages: tuple[str, ...]) -> None:
    """Every digit of the reply as another one, every word of denial and of not knowing left out, every line twice."""
    talk = Conversation(workspace.engine)
    reply = [talk.reply(message) for message in messages][-1]
    evidence = evidence_of(reply)
    assert evidence is not None
    checker = PhraseChecker(workspace.pack, workspace.engine.reader)
    text = "\n".join(evidence.body)
    assert checker.check(text, evidence) is None
    changes = [text[: at.start()] + str((int(at[0]) + 3) % 10) + text[at.end() :] for at in re.finditer(r"\d", text)]
    denials = re.finditer(r"\b(tidak|bukan|not|no|tanpa)\b *", text)
    changes += [text[: at.start()] + text[at.end() :] for at in denials]
    lines = text.split("\n")
    changes += ["\n".join((*lines, line)) for line in lines if re.match(r"\d+\. ", line)]
    passed = [one for one in changes if checker.check(one, evidence) is None]
    assert passed == []


RARELY = ("murah", "0811223344", "tidak", "https://evil.example", "SHM", "free", "€5", "7")


@pytest.mark.parametrize(
    "words", ["kolam renang", "Budi", *(pytest.param(one, marks=pytest.mark.slow) for one in RARELY)]
)
def test_nothing_can_be_added_anywhere(workspace: Workspace, words: str) -> None:
    reply = Conversation(workspace.engine).reply("rumah dijual 3 lantai di Medan Johor")
    evidence = evidence_of(reply)
    assert evidence is not None
    checker = PhraseChecker(workspace.pack, workspace.engine.reader)
    text = "\n".join(evidence.body)
    assert checker.check(text, evidence) is None
    changes = [text[: at.start()] + f" {words} " + text[at.start() :] for at in re.finditer(r"\s|$", text)]
    assert [one for one in changes if checker.check(one, evidence) is None] == []


def test_small_talk_and_comparisons_are_not_sent_to_the_model(talk: Talk) -> None:
    for message in ("halo", SEARCH, "bandingkan 1 dan 2", "makasih"):
        if message == SEARCH:
            talk.chat.thinks = lambda body: "-"
        reply = talk.conversation.reply(message)
        assert reply.model is not None
    assert len(talk.chat.asked) == 1


@pytest.mark.parametrize(
    "question",
    [
        "nomor 1 berapa jauh ke mall dan ke Sun Plaza?",
        "nomor 1 harga dan harganya berapa?",
        "nomor 1 alamatnya dan lokasinya di mana?",
    ],
)
def test_an_answer_to_two_questions_is_told_once(talk: Talk, question: str) -> None:
    reply, _, _ = talk.worded(lambda template: template, SEARCH, question)
    assert len(reply.answers) == len(reply.lines) == len(set(reply.lines))


def test_the_heads_of_groups_stay_where_they_are(workspace: Workspace) -> None:
    reply = Conversation(workspace.engine).reply(MALL)
    evidence = evidence_of(reply)
    assert evidence is not None
    checker = PhraseChecker(workspace.pack, workspace.engine.reader)
    lines = list(evidence.body)
    places = [k for k, line in enumerate(lines) if head_of(line) in evidence.order]
    assert len(places) >= 2
    first, last = places[0], places[-1]
    swapped_heads = [*lines]
    swapped_heads[first], swapped_heads[last] = lines[last], lines[first]
    changes = [
        swapped_heads,
        [*lines, lines[first]],
        *([line for k, line in enumerate(lines) if k != gone] for gone in places),
        [lines[first], *lines],
        ["Pilihan berikut " + lines[first].rstrip(":") + ".", *lines],
    ]
    assert checker.check("\n".join(lines), evidence) is None
    assert [one for one in changes if checker.check("\n".join(one), evidence) is None] == []


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("Ada 6 yang cocok", "Ada 2 yang cocok", NoticeCode.PHRASE_NUMBER),
        ("Ini 2 yang teratas", "Ini 6 yang teratas", NoticeCode.PHRASE_NUMBER),
        (". Ini 2 yang teratas", "", None),
    ],
)
def test_how_many_are_shown_is_not_told_as_how_many_there_are(
    workspace: Workspace, old: str, new: str, why: NoticeCode | None
) -> None:
    evidence = evidence_of(Conversation(workspace.engine, limit=2).reply("properti di Medan Johor"))
    assert evidence is not None
    text = "\n".join(evidence.body)
    assert old in text
    found = PhraseChecker(workspace.pack, workspace.engine.reader).check(text.replace(old, new), evidence)
    assert (found.code if found is not None else None) is why


@pytest.mark.parametrize("code", ["en", "id"])
def test_no_neutral_word_before_a_value_makes_another_value_of_it(workspace: Workspace, code: str) -> None:
    reader = workspace.engine.reader
    value = {"en": "3 bedrooms", "id": "3 kamar tidur"}[code]
    [plain] = reader.read_query(value).claims
    words = language(code).phrasing.neutral
    other = [
        word
        for word in sorted(words)
        for one in reader.read_query(f"{word} {value}").claims
        if one.concept == plain.concept and (one.amounts, one.negated) != (plain.amounts, plain.negated)
    ]
    assert other == []


def test_two_answers_about_one_home_may_be_worded(talk: Talk) -> None:
    question = "nomor 1 ada CCTV dan carport?"
    reply, why, _ = talk.worded(lambda template: template.replace("ya, ", "ya, ada "), SEARCH, question)
    assert (len(reply.answers), why) == (2, None)
    _, why, _ = talk.worded(lambda template: template.replace("Nomor 1: ", "Nomor 1: tidak ", 1), SEARCH, question)
    assert why is not None

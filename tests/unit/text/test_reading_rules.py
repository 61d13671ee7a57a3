"""What a pack switches on in [reading]: questions, hearsay, advertising, parts in texts, words that no list knows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.shared_packs import shared_pack

from claimtree.languages import ENGLISH, INDONESIAN, Language
from claimtree.languages.normalise import tokenize
from claimtree.llm_reader.prompts import Prompt
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Entity
from claimtree.model.notices import NoticeCode, notice
from claimtree.model.pack import Pack
from claimtree.model.reading_rules import ReadingRules, Sentences
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.scope import shipped_scope
from claimtree.text.lexicon import Item
from claimtree.text.rule_reader import RuleReader
from claimtree.text.sentence_kinds import SentenceCues, SentenceKinds

PACKS = Path(__file__).parents[2] / "packs"
COUNTED, IGNORED, JUDGED = Sentences.COUNTED, Sentences.IGNORED, Sentences.JUDGED


@pytest.fixture(scope="module")
def packs() -> dict[str, Pack]:
    return {name: shared_pack(str(PACKS / name)) for name in ("museum", "manuals", "laptops", "jobs")}


def reader(pack: Pack, **switches: Any) -> RuleReader:
    """The reader of a pack whose switches are the defaults but for those given."""
    rules = ReadingRules(**switches)
    scope = shipped_scope() if rules.learned_scope else None
    return RuleReader(replace(pack, reading=rules), embedder=HashedEmbedder(), scope=scope)


def wished(reading: RuleReader, text: str) -> list[str]:
    return [claim.text for claim in reading.read_query(text).claims]


def stated(reading: RuleReader, text: str, level: str) -> list[str]:
    about = Entity(id=EntityId("x"), level=level)  # type: ignore[arg-type]
    return [claim.text for claim in reading.read_document(text, about=about, source="s").claims]


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize("text", ["which objects are on display?", "Which objects are on display", "is it on display?"])
def test_what_a_question_names_is_a_wish_where_questions_count(
    packs: dict[str, Pack], text: str, learned: bool
) -> None:
    reads = reader(packs["museum"], questions=COUNTED, learned_scope=learned)
    assert wished(reads, text) == ["on display"]


@pytest.mark.parametrize("learned", [True, False])
def test_what_a_question_names_is_no_wish_where_questions_are_ignored(packs: dict[str, Pack], learned: bool) -> None:
    reads = reader(packs["museum"], questions=IGNORED, learned_scope=learned)
    assert wished(reads, "Bronze, please. When are the things on display?") == ["bronze"]


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(
    "text", ["Reportedly gilded.", "It is, according to the owner, gilded.", "Gilded, reportedly."]
)
def test_hearsay_states_nothing_where_it_is_ignored(packs: dict[str, Pack], text: str, learned: bool) -> None:
    museum = packs["museum"]
    ignoring = reader(museum, hearsay=IGNORED, learned_scope=learned)
    counting = reader(museum, hearsay=COUNTED, learned_scope=learned)
    assert "gilded" not in stated(ignoring, f"Bronze. {text}", "object")
    assert "gilded" in stated(counting, f"Bronze. {text}", "object")


def test_only_what_follows_the_cue_is_hearsay(packs: dict[str, Pack]) -> None:
    reads = reader(packs["museum"], hearsay=IGNORED, advertising=COUNTED)
    assert stated(reads, "Signed and reportedly gilded. Intact.", "object") == ["signed", "intact"]


def test_what_the_scope_reader_passes_over_is_stated_where_nothing_is_advertised(packs: dict[str, Pack]) -> None:
    text = "Porcelain, chipped at the rim."
    assert "no intact" not in stated(reader(packs["museum"]), text, "object")
    assert any("intact" in one for one in stated(reader(packs["museum"], advertising=COUNTED), text, "object"))


def test_a_text_opens_no_part_where_parts_are_only_listed(packs: dict[str, Pack]) -> None:
    text = "See troubleshooting."
    assert "fault" in stated(reader(packs["manuals"], learned_scope=False), text, "passage")
    assert "fault" not in stated(reader(packs["manuals"], learned_scope=False, parts_in_text=False), text, "passage")
    # A question still finds the passages of that kind.
    assert wished(reader(packs["manuals"], learned_scope=False, parts_in_text=False), "troubleshooting") == ["fault"]


def test_words_that_no_list_knows_are_named_where_they_are_no_wishes(packs: dict[str, Pack]) -> None:
    reading = RuleReader(packs["jobs"], embedder=HashedEmbedder(), scope=shipped_scope()).read_query(
        "remote, friendly colleagues"
    )
    assert [claim.text for claim in reading.claims] == ["remote"]
    assert notice(NoticeCode.WORDS_UNKNOWN, words="friendly colleagues") in reading.notices
    assert wished(reader(packs["jobs"]), "remote, friendly colleagues") == ["remote", "friendly colleagues"]


@pytest.mark.parametrize(
    ("language", "text", "questions", "hearsay"),
    [
        (ENGLISH, "why does it leak. change it", {"why", "does", "it", "leak"}, set()),
        (ENGLISH, "dry. reportedly sunny, bright", set(), {"reportedly", "sunny", ",", "bright"}),
        (ENGLISH, "quiet, sunny, we were told", set(), {"sunny", ",", "we", "were", "told"}),
        (ENGLISH, "quiet?", {"quiet"}, set()),
        (INDONESIAN, "apakah ada kolam. katanya baru", {"apakah", "ada", "kolam"}, {"katanya", "baru"}),
    ],
)
def test_questions_and_hearsay_are_told_by_their_words(
    language: Language, text: str, questions: set[str], hearsay: set[str]
) -> None:
    items = [Item(word=one.norm, norm=one.norm, start=one.start, end=one.end) for one in tokenize(text)]
    kinds = SentenceKinds(items, SentenceCues(language))
    words = [i for i, item in enumerate(items) if item.norm not in ".?"]
    assert {items[i].norm for i in words if kinds.is_question(i)} == questions
    assert {items[i].norm for i in words if kinds.is_hearsay(i)} == hearsay


def test_a_language_model_is_told_what_the_pack_switches_on(packs: dict[str, Pack]) -> None:
    def told(name: str, *, query: bool) -> str:
        pack = packs[name] if name in packs else shared_pack(name)
        rules = RuleReader(pack, embedder=HashedEmbedder())
        return Prompt(pack=pack, rules=rules, query=query).messages("x")[0]["content"]

    assert "who lives or should live there" in told("rentals", query=True)
    assert "who lives" not in told("museum", query=True)
    assert "A question asks for what it names." in told("museum", query=True)
    assert "Leave out advertising, contact data" in told("rentals", query=False)
    assert "advertising" not in told("museum", query=False)
    assert "hearsay" in told("museum", query=False)

"""Scope by plain rules, for a language that nothing was trained on."""

import pytest
from tests.shared_packs import shared_pack

from claimtree.languages import ENGLISH
from claimtree.languages.rendering import notice_texts
from claimtree.model.scopes import Span, Status, Want
from claimtree.text.rule_reader import RuleReader
from claimtree.text.rule_scope import PlainScope


def scope_of(text: str, words: str) -> tuple[Status, Want]:
    at = text.index(words)
    (scope,) = PlainScope(ENGLISH).read(text, listing=False).scopes([Span(at, at + len(words))])
    return scope.status, scope.want


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("no pets", "pets", Status.DENIED),
        ("without a really big garden", "garden", Status.DENIED),
        ("no pets, a garden", "garden", Status.WANTED),
        ("no pets but a garden", "garden", Status.WANTED),
        ("a garden", "garden", Status.WANTED),
    ],
)
def test_a_negation_denies_what_follows_in_its_clause(text: str, words: str, expected: Status) -> None:
    assert scope_of(text, words)[0] is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("must have a pool, a garden", Want.MUST), ("ideally a pool", Want.NICE), ("a pool", Want.UNSAID)],
)
def test_a_word_in_the_clause_says_how_firmly(text: str, expected: Want) -> None:
    assert scope_of(text, "pool")[1] is expected


def test_an_or_makes_alternatives_and_an_and_does_not() -> None:
    text = "a pool or a garden and a gym"
    spans = [Span(text.index(words), text.index(words) + len(words)) for words in ("pool", "garden", "gym")]
    one, other, alone = PlainScope(ENGLISH).read(text, listing=False).alternatives(spans)
    assert one == other is not None
    assert alone is None


def test_a_notice_says_that_plain_rules_do_the_reading() -> None:
    reader = RuleReader(shared_pack("rentals"), unlearned=["sw"])
    (told,) = notice_texts(reader.read_query("a quiet home with a gym"))
    assert "(sw)" in told
    assert "plain rules" in told
    assert not notice_texts(RuleReader(shared_pack("rentals")).read_query("a quiet home with a gym"))

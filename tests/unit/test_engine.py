"""Question in, answer out, on a world of five boats: order, pages, strictness, relaxing, explaining, refusing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from claimtree.engine import Engine
from claimtree.errors import BadQuery, UnknownName
from claimtree.indexing import Indexer
from claimtree.languages.rendering import notice_texts, reason_texts
from claimtree.model.amounts import AmountKind
from claimtree.model.answers import Found, Nothing, Verdict
from claimtree.model.claims import ConceptId, EntityId, Facet, LevelName, TypeName
from claimtree.model.documents import Document, Part
from claimtree.model.hierarchy import Hierarchy, Source
from claimtree.model.notices import NoticeCode, notice
from claimtree.model.pack import (
    AmountSpec,
    ChildSpec,
    Concept,
    FacetSpec,
    FieldSpec,
    NameKind,
    OtherName,
    Pack,
    Step,
    TypeSpec,
    UnitSpec,
)
from claimtree.model.questions import Question, parse_question
from claimtree.models.hashed import HashedEmbedder
from claimtree.ports import StoreIdentity
from claimtree.search.query_limits import LONGEST_QUERY, MOST_CLAIMS, MOST_HITS, check_query
from claimtree.stores.memory import MemoryStore
from claimtree.text.rule_reader import RuleReader

HARBOUR, BOAT, PART = LevelName("harbour"), LevelName("boat"), LevelName("part")
LOOK, RULE, PRICE = TypeName("look"), TypeName("rule"), TypeName("price")


def concept(id: str, type: TypeName, *says: str, levels: tuple[LevelName, ...] = (BOAT,), **more: object) -> Concept:
    given = {"wording": id, **more}
    return Concept(id=ConceptId(id), type=type, levels=levels, says=says or (id,), **given)  # type: ignore[arg-type]


PACK = Pack(
    name="boats", version=1, languages=("en",), title="Boats", default_type=LOOK,
    hierarchy=Hierarchy(levels=(HARBOUR, BOAT, PART), answers=BOAT),
    level_weights={HARBOUR: 0.2, BOAT: 0.5, PART: 0.3},
    types={
        LOOK: TypeSpec(name=LOOK, about="", levels=(BOAT, PART), examples=(), weight=0.7),
        RULE: TypeSpec(name=RULE, about="", levels=(BOAT, HARBOUR), examples=(), weight=0.8, firm=True),
        PRICE: TypeSpec(name=PRICE, about="", levels=(BOAT,), examples=(), weight=0.9, firm=True),
    },
    concepts={
        one.id: one
        for one in (
            concept("fast", LOOK), concept("dry", LOOK, denies=("leaky",)), concept("guests", RULE),
            concept("racing", LOOK, steps=(Step(to=ConceptId("fast"), discount=0.9),)),
            concept("teak", LOOK, levels=(PART, BOAT), wording="teak {facet}"),
            concept("wide", LOOK, levels=(PART, BOAT), wording="wide {facet}"),
            concept("price", PRICE, "price _", wording="price _",
                    amount=AmountSpec(kind=AmountKind.MONEY, unit="EUR", noun="price")),
        )
    },
    facets={Facet("deck"): FacetSpec(name=Facet("deck"), level=PART, says=("deck",), title="deck", type=LOOK)},
    names={
        "harbour": NameKind(
            name="harbour", type=RULE, level=HARBOUR, wording="lies in {name}", other=OtherName.REFUTES,
            entries={"Kiel": (), "Laboe": ()},
        )
    },
    fields={
        "price": FieldSpec(name="price", level=BOAT, concept=ConceptId("price")),
        "title": FieldSpec(name="title", level=HARBOUR, name_kind="harbour"),
    },
    children={"parts": ChildSpec(key="parts", level=PART, facet_key="kind")},
    units={"€": UnitSpec(kind=AmountKind.MONEY, unit="EUR")}, bare={"money": ConceptId("price")},
)  # fmt: skip


def boat(id: str, harbour: str, text: str, price: float, *decks: str) -> Document:
    parts = tuple(Part(key="parts", level=PART, facet=Facet("deck"), text=deck) for deck in decks)
    source = Source(name="ads", text=text, fields={"price": price})
    return Document(id=EntityId(id), level=BOAT, parent=EntityId(harbour), title=id.title(), source=source, parts=parts)


def port(title: str) -> Document:
    source = Source(name="map", fields={"title": title})
    return Document(id=EntityId(title.lower()), level=HARBOUR, title=title, source=source)


WORLD = [
    port("Kiel"),
    port("Laboe"),
    boat("anna", "kiel", "Fast and dry. Guests welcome.", 900, "Teak, wide."),
    boat("berta", "kiel", "A racing boat. No guests.", 700, "Teak.", "Wide."),
    boat("clara", "laboe", "Fast but leaky. Guests welcome.", 500),
    boat("dora", "laboe", "Dry.", 2000, "Wide."),
    boat("erna", "kiel", "Slow.", 650),
]


def engine_on(kind: type[MemoryStore]) -> Engine:
    embedder, reader = HashedEmbedder(), RuleReader(PACK)
    identity = StoreIdentity(pack=PACK.name, pack_version=1, embedder=embedder.name, dimensions=embedder.dimensions)
    store = kind(identity, PACK.hierarchy)
    assert not Indexer(PACK, store, reader, embedder).index(WORLD).bad
    return Engine(pack=PACK, store=store, reader=reader, embedder=embedder)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return engine_on(MemoryStore)


def found(engine: Engine, text: str, *, strict: bool = False, limit: int = 10, offset: int = 0) -> Found:
    answer = engine.search(Question(text=text, strict=strict), limit=limit, offset=offset)
    assert isinstance(answer, Found)
    return answer


def order(answer: Found) -> list[str]:
    return [hit.id for hit in answer.hits]


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("fast", ["anna", "clara", "berta", "dora", "erna"]),
        ("fast and dry", ["anna", "clara", "berta", "dora", "erna"]),
        ("guests", ["anna", "clara"]),
        ("no guests", ["berta", "dora", "erna"]),
        ("in Kiel", ["anna", "berta", "erna"]),
        ("not in Kiel", ["clara", "dora"]),
        ("price under €700", ["clara", "erna"]),
        ("€700", ["berta"]),
        ("in Kiel, price under €800, fast", ["berta", "erna"]),
        ("a wide teak deck", ["anna", "berta", "dora", "clara", "erna"]),
    ],
)
def test_what_satisfies_most_stands_first(engine: Engine, question: str, ids: list[str]) -> None:
    assert sorted(order(found(engine, question))) == sorted(ids)
    assert order(found(engine, question))[0] == ids[0]


def test_one_deck_has_to_be_both_wide_and_of_teak(engine: Engine) -> None:
    hits = {hit.id: hit for hit in found(engine, "a wide teak deck").hits}
    met = {id: [finding.verdict is Verdict.MET for finding in hit.findings].count(True) for id, hit in hits.items()}
    assert met == {"anna": 2, "berta": 1, "dora": 1, "clara": 0, "erna": 0}


def test_every_verdict_shows_the_words_that_decide_it(engine: Engine) -> None:
    answer = found(engine, "dry, in Laboe")
    verdicts = {
        hit.id: [
            (finding.verdict, *[piece.claim.quote for piece in finding.pieces if piece.claim])
            for finding in hit.findings
        ]
        for hit in answer.hits
    }
    assert verdicts == {
        "dora": [(Verdict.MET, "Dry"), (Verdict.MET, "title: Laboe")],
        "clara": [(Verdict.REFUTED, "Fast but leaky"), (Verdict.MET, "title: Laboe")],
    }


def test_pages_follow_one_another_and_the_last_one_says_so(engine: Engine) -> None:
    whole = order(found(engine, "fast"))
    pages = [found(engine, "fast", limit=2, offset=offset) for offset in (0, 2, 4)]
    assert [id for page in pages for id in order(page)] == whole
    assert [page.next for page in pages] == [2, 4, None]
    beyond = found(engine, "fast", offset=99)
    assert (beyond.hits, beyond.next) == ((), None)


def test_the_ladder_adds_up_and_is_the_same_on_every_page(engine: Engine) -> None:
    ladder = found(engine, "fast, dry, guests").ladder
    assert sum(ladder.met.values()) == ladder.total == 2
    assert ladder.met == {0: 0, 1: 0, 2: 1, 3: 1}
    assert found(engine, "fast, dry, guests", limit=1, offset=1).ladder == ladder


def test_without_says_how_many_meet_everything_else(engine: Engine) -> None:
    answer = found(engine, "fast, dry, guests")
    assert [(one.text, one.more) for one in answer.without] == [("fast", 0), ("dry", 1), ("guests", 0)]


def test_met_weight_is_the_share_of_the_weight_that_is_met(engine: Engine) -> None:
    hits = {hit.id: hit.met_weight for hit in found(engine, "fast, guests").hits}
    assert hits == {"anna": 1.0, "clara": 1.0}
    assert found(engine, "dry, guests").hits[1].met_weight == round(0.8 / 1.5, 4)


def test_strict_keeps_only_what_meets_every_required_wish(engine: Engine) -> None:
    assert order(found(engine, "no guests")) == ["berta", "dora", "erna"]
    assert order(found(engine, "no guests", strict=True)) == ["berta"]


def test_when_nothing_fits_the_lightest_wish_goes_and_is_named(engine: Engine) -> None:
    answer = found(engine, "guests, price under €100")
    assert notice_texts(answer) == (
        (
            "Nothing fits everything you require; 'price under €100' was relaxed, and nothing comes close: "
            "€500, €400 over your limit."
        ),
    )
    assert order(answer) == ["anna", "clara"]


def test_of_boats_that_miss_a_preferred_limit_the_nearer_comes_first(engine: Engine) -> None:
    answer = engine.search(parse_question("in Kiel, price under €620", edits=["nice:c2"]))
    assert isinstance(answer, Found)
    assert order(answer) == ["erna", "berta", "anna"]
    assert [hit.findings[1].closeness for hit in answer.hits] == [6, 4, 1]
    assert {hit.standing.met for hit in answer.hits} == {1}


def test_the_wish_goes_that_brings_the_closest_boats_and_says_by_how_much(engine: Engine) -> None:
    # 'guests' is the lighter wish, and letting it go would bring two boats; a price €20 higher brings what was meant.
    answer = found(engine, "guests, in Kiel, price under €880", strict=True)
    assert order(answer) == ["anna"]
    assert notice_texts(answer) == (
        (
            "Nothing fits everything you require; 'price under €880' was relaxed: "
            "the closest has €900, €20 over your limit."
        ),
    )


def test_of_equally_close_boats_the_nearest_is_told(engine: Engine) -> None:
    (notice,) = notice_texts(found(engine, "in Kiel, price under €640", strict=True))
    assert notice.endswith("the closest has €650, €10 over your limit.")


def test_a_type_that_goes_last_goes_only_when_nothing_else_helps(engine: Engine) -> None:
    types = {**PACK.types, PRICE: replace(PACK.types[PRICE], loosened_last=True)}
    pack = replace(PACK, types=types)
    picky = Engine(pack=pack, store=engine.store, reader=engine.reader, embedder=engine.embedder)
    answer = found(picky, "guests, in Kiel, price under €880", strict=True)
    assert notice_texts(answer) == ("Nothing fits everything you require; 'guests' was relaxed.",)
    (notice,) = notice_texts(found(picky, "guests, in Laboe, price under €480", strict=True))
    assert "'price under €480' was relaxed" in notice


def test_every_page_of_a_relaxed_answer_has_the_same_wish_relaxed(engine: Engine) -> None:
    whole = found(engine, "in Kiel, price under €640", strict=True)
    pages = [found(engine, "in Kiel, price under €640", strict=True, limit=1, offset=at) for at in range(3)]
    assert [order(page)[0] for page in pages] == order(whole) == ["erna", "berta", "anna"]
    assert {notice_texts(page) for page in pages} == {notice_texts(whole)}


def test_the_explanation_says_by_how_much_a_limit_is_missed(engine: Engine) -> None:
    dropped = engine.explain(EntityId("anna"), "in Kiel, price under €880")
    assert reason_texts(dropped)[0] == (
        "It is left out because 'price under €880' is required and refuted: €900, €20 over your limit."
    )
    kept = engine.explain(EntityId("anna"), parse_question("in Kiel, price under €880", edits=["nice:c2"]))
    points = kept.judgement.unit_points[1]
    assert points > 0
    assert reason_texts(kept)[-1] == (
        f"'price under €880' is refuted, but it comes close and adds {points:,}: €900, €20 over your limit."
    )
    far = engine.explain(EntityId("dora"), parse_question("in Laboe, price under €600", edits=["nice:c2"]))
    assert reason_texts(far)[-1] == "'price under €600' is refuted and adds nothing: €2,000, €1,400 over your limit."


def test_when_nothing_is_strictly_right_what_comes_close_is_shown(engine: Engine) -> None:
    answer = found(engine, "no guests, in Laboe", strict=True)
    assert notice_texts(answer) == ("Nothing fits everything you require; 'lies in Laboe' was relaxed.",)
    assert answer.hits
    assert all(hit.findings[0].verdict is Verdict.MET for hit in answer.hits)


def test_an_empty_store_has_nothing_to_answer_with() -> None:
    embedder = HashedEmbedder()
    identity = StoreIdentity(pack=PACK.name, pack_version=1, embedder=embedder.name, dimensions=embedder.dimensions)
    empty = Engine(
        pack=PACK,
        store=MemoryStore(identity, PACK.hierarchy),
        reader=RuleReader(PACK),
        embedder=embedder,
    )
    answer = empty.search("guests")
    assert not answer.hits
    assert notice_texts(answer) == ("Nothing in the store comes close: all that is known rules out 'guests'.",)
    assert [claim.text for claim in answer.claims] == ["guests"]


def test_a_question_without_a_wish_finds_nothing_and_says_so(engine: Engine) -> None:
    answer = engine.search("hello there")
    assert answer == Nothing(claims=(), notices=(notice(NoticeCode.NOTHING_TO_FIND),))


def test_a_heavier_level_moves_the_order(engine: Engine) -> None:
    question = "fast boat, a wide deck"
    to_boats = engine.search(Question(text=question, level_weights={BOAT: 1.0, PART: 0.0}))
    to_parts = engine.search(Question(text=question, level_weights={BOAT: 0.0, PART: 1.0}))
    assert isinstance(to_boats, Found)
    assert isinstance(to_parts, Found)
    assert order(to_boats).index("clara") < order(to_boats).index("dora")
    assert order(to_parts).index("clara") > order(to_parts).index("dora")


def test_a_hit_is_explained_by_what_adds_up_to_its_score(engine: Engine) -> None:
    explanation = engine.explain(EntityId("clara"), "fast, dry, guests")
    assert (explanation.place, explanation.total, explanation.title) == (2, 2, "Clara")
    added = [
        int(reason.split("adds ")[1].rstrip(".").replace(",", ""))
        for reason in reason_texts(explanation)
        if "adds " in reason and "nothing" not in reason
    ]
    assert sum(added) == explanation.judgement.standing.score
    assert reason_texts(explanation)[0].startswith("Place 2 of 2: it meets 1 of 1 required wishes and 2 of 3 in all")


def test_a_dropped_one_is_told_what_dropped_it(engine: Engine) -> None:
    explanation = engine.explain(EntityId("berta"), "guests")
    assert explanation.place is None
    assert reason_texts(explanation)[0] == "It is left out because 'guests' is required and refuted."


def test_a_strict_question_explains_strictly(engine: Engine) -> None:
    assert engine.explain(EntityId("erna"), "no guests").place == 3
    (reason,) = reason_texts(engine.explain(EntityId("erna"), Question(text="no guests", strict=True)))
    assert "you asked for strict answers and 'no guests' is not met" in reason


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("nobody", "no entity 'nobody'"),
        ("kiel", "'kiel' stands at level 'harbour'; what is ranked stands at level 'boat'"),
    ],
)
def test_only_an_answer_can_be_explained(engine: Engine, id: str, words: str) -> None:
    with pytest.raises(UnknownName) as caught:
        engine.explain(EntityId(id), "fast")
    assert words in caught.value.message


@pytest.mark.parametrize(("limit", "offset"), [(0, 0), (-1, 0), (MOST_HITS + 1, 0), (10, -1)])
def test_a_page_out_of_range_is_refused(engine: Engine, limit: int, offset: int) -> None:
    with pytest.raises(BadQuery, match="out of range"):
        engine.search("fast", limit=limit, offset=offset)


@pytest.mark.parametrize("weight", [-0.1, 1.1, float("nan")])
def test_a_weight_out_of_range_is_refused(engine: Engine, weight: float) -> None:
    with pytest.raises(BadQuery, match="not between 0 and 1"):
        engine.search(Question(text="fast", level_weights={BOAT: weight}))


def test_the_weight_of_an_unknown_level_is_refused_with_the_known_ones(engine: Engine) -> None:
    with pytest.raises(UnknownName, match="have: harbour, boat, part"):
        engine.search(Question(text="fast", level_weights={LevelName("planet"): 0.5}))


@pytest.mark.parametrize("question", ["", "   ", "\n\t"])
def test_an_empty_question_is_refused(engine: Engine, question: str) -> None:
    for ask in (engine.search, check_query, lambda question: engine.explain(EntityId("anna"), question)):
        with pytest.raises(BadQuery, match="empty"):
            ask(question)


def test_the_longest_question_is_answered_and_one_character_more_refused(engine: Engine) -> None:
    longest = ("fast, " * LONGEST_QUERY)[:LONGEST_QUERY]
    assert isinstance(engine.search(longest), Found)
    with pytest.raises(BadQuery) as caught:
        engine.search(longest + "!")
    assert caught.value.values == {"length": LONGEST_QUERY + 1}


def test_alternatives_are_joined_in_the_language_of_the_question(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_query = engine.reader.read_query
    monkeypatch.setattr(engine.reader, "read_query", lambda text: replace(read_query(text), language="id"))
    answer = found(engine, "fast or dry, guests")
    assert answer.language == "id"
    assert "fast atau dry" in [one.text for one in answer.without]


def test_more_wishes_than_anybody_has_are_cut_with_a_notice(engine: Engine) -> None:
    question = ", ".join(f"wish{number} zzz" for number in range(MOST_CLAIMS + 3))
    answer = found(engine, question)
    assert len(answer.claims) == MOST_CLAIMS
    assert notice_texts(answer)[0] == f"Only the first {MOST_CLAIMS} of {MOST_CLAIMS + 3} wishes were used."


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"type": TypeName("nope")}, UnknownName, "no claim type 'nope'"),
        ({"level": LevelName("moon")}, UnknownName, "no level 'moon'"),
        ({"facet": Facet("sail")}, UnknownName, "no facet 'sail'"),
        ({"weight": float("nan")}, BadQuery, "not between 0 and 1"),
        ({"weight": -1.0}, BadQuery, "not between 0 and 1"),
    ],
)
def test_a_wish_made_by_hand_that_the_pack_cannot_mean_is_refused(
    engine: Engine, change: dict[str, object], error: type[Exception], words: str
) -> None:
    (claim,) = engine.read("fast").claims
    with pytest.raises(error, match=words):
        engine.search(Question(claims=(replace(claim, **change),)))  # type: ignore[arg-type]  # wrong on purpose


def test_wishes_that_were_read_before_are_answered_like_their_sentence(engine: Engine) -> None:
    text = "fast, guests welcome"
    claims = engine.read(text).claims
    assert engine.search(Question(claims=claims)) == engine.search(text)
    edited = parse_question(text, edits=["drop:c1"])
    assert engine.search(replace(edited, text="", claims=claims)) == engine.search(edited)


def test_what_no_word_list_knows_is_found_by_the_same_words(engine: Engine) -> None:
    store, embedder = engine.store, engine.embedder
    assert isinstance(store, MemoryStore)
    text = boat("flora", "kiel", "Varnished mahogany transom.", 800)
    Indexer(PACK, store, RuleReader(PACK), embedder).index([text])
    try:
        answer = found(engine, "varnished mahogany transom")
        assert answer.hits[0].id == "flora"
        assert answer.hits[0].findings[0].verdict is Verdict.MET
    finally:
        store.remove([EntityId("flora")])


def test_when_nobody_speaks_of_a_must_have_those_that_say_nothing_against_it_are_shown(engine: Engine) -> None:
    answer = found(engine, "must be unsinkable mahogany")
    assert answer.hits
    assert "say nothing against it" in notice_texts(answer)[-1]


def test_a_place_is_that_of_the_search(engine: Engine) -> None:
    answer = found(engine, "fast, guests welcome")
    for place, hit in enumerate(answer.hits, 1):
        assert engine.explain(hit.id, "fast, guests welcome").place == place

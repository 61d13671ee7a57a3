"""The tools about family trees: what the HTTP API answers, for agents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar, cast

from claimtree.answering.ask_result import Anchor
from claimtree.drafts.draft_json import with_draft
from claimtree.drafts.replies import draft_reply
from claimtree.mcp import tree_arguments, tree_results
from claimtree.mcp.open_packs import Offer
from claimtree.message_answers.conversation import AskState
from claimtree.quoting import Brief, id_meant, id_text, one_line, trusted
from claimtree.review.asked import asked as message_answer
from claimtree.review.items import MOST_AUTHOR, ReviewState
from claimtree.review.proposals import NEW
from claimtree.review.review_json import review_item, review_list
from claimtree.serialization.kinship_json import relationship

_LONGEST: Final = 600
"""Characters of a text."""
_MOST: Final = 60
"""Entries of a list within a result."""
_MOST_IN_LINE: Final = 250
"""People, links and unions of a line."""
_IDS: Final = frozenset({"id", "from", "to", "person", "child", "parent", "one", "other", "record", "root", "tree"})
"""Keys whose texts are ids, to be passed back."""
_CUT_TEXT: Final = trusted("Long texts were cut; the HTTP API and the command line have all of them.")
_CUT_LIST: Final = trusted("Long lists were cut; the HTTP API and the command line have all of them.")
_CUT_LINE: Final = trusted("The line was cut: ask for fewer generations, and go on from somebody further away.")
AGENT: Final = "through an agent"

R = TypeVar("R")


def trees(offer: Offer, asked: tree_arguments.Trees) -> tree_results.TreesResult:
    name, brief = offer.tree_pack(asked.pack), Brief()
    found = _told(offer.trees(name).trees()["trees"], brief)
    return tree_results.TreesResult(pack=name, trees=found, cut=brief.cut)


def ask(offer: Offer, asked: tree_arguments.AskTree) -> tree_results.AskTreeResult:
    name, brief = offer.tree_pack(asked.pack), Brief()
    service, tree = offer.trees(name), id_meant(asked.tree)
    anchor = Anchor(home=id_meant(asked.root), match=id_meant(asked.match))
    response = service.ask(asked.question, tree, anchor=anchor, most=asked.most)
    found = message_answer(asked.question, response, service.index(service.only(tree)))
    if asked.draft:
        reply = draft_reply(
            asked.question,
            response,
            service,
            tree,
            state=AskState(),
            author=one_line(asked.author, MOST_AUTHOR),
            anchor=anchor,
            most=asked.most,
            assistant=offer.assistant(name),
        )
        found = with_draft(found, reply)
    answer = _told(found, brief)
    return tree_results.AskTreeResult(pack=name, answer=answer, cut=brief.cut)


def people(offer: Offer, asked: tree_arguments.TreePeople) -> tree_results.TreePeopleResult:
    name, brief = offer.tree_pack(asked.pack), Brief()
    found = offer.trees(name).people(asked.name, id_meant(asked.tree), limit=asked.limit, offset=asked.offset)
    shown = _told(found["people"], brief)
    return tree_results.TreePeopleResult(pack=name, people=shown, next_offset=found["next"], cut=brief.cut)


def person(offer: Offer, asked: tree_arguments.TreePerson) -> tree_results.TreePersonResult:
    name, brief = offer.tree_pack(asked.pack), Brief()
    found = _told(offer.trees(name).person(id_meant(asked.person), id_meant(asked.tree)), brief)
    return tree_results.TreePersonResult(pack=name, person=found, cut=brief.cut)


def path(offer: Offer, asked: tree_arguments.TreePath) -> tree_results.TreePathResult:
    name, brief = offer.tree_pack(asked.pack), Brief()
    graph, found = offer.trees(name).path(id_meant(asked.one), id_meant(asked.other), id_meant(asked.tree))
    shown = _told(relationship(graph, found), brief)
    return tree_results.TreePathResult(pack=name, relationship=shown, cut=brief.cut)


def line(offer: Offer, asked: tree_arguments.TreeLine) -> tree_results.TreeLineResult:
    name, brief = offer.tree_pack(asked.pack), Brief()
    found = offer.trees(name).lineage(
        id_meant(asked.person), asked.direction, id_meant(asked.tree), generations=asked.generations
    )
    shown = _told(found, brief, most=_MOST_IN_LINE)
    if len(found["people"]) > _MOST_IN_LINE:
        brief.note(_CUT_LINE)
    return tree_results.TreeLineResult(pack=name, line=shown, cut=brief.cut)


def review_listed(offer: Offer, asked: tree_arguments.ReviewListed) -> tree_results.ReviewListResult:
    name, brief = offer.tree_pack(asked.pack), Brief()
    queue = offer.review(name)
    found = queue.items(
        tree=id_meant(asked.tree) or None, state=asked.state, limit=asked.limit + 1, offset=asked.offset
    )
    more = asked.offset + asked.limit if len(found) > asked.limit else None
    told = review_list(found[: asked.limit], queue.counts(), next=more)
    return tree_results.ReviewListResult(
        pack=name,
        items=_told(told["items"], brief),
        counts=told["counts"],
        next_offset=told["next"],
        cut=brief.cut,
    )


def review_shown(offer: Offer, asked: tree_arguments.ReviewShown) -> tree_results.ReviewItemResult:
    name, brief = offer.tree_pack(asked.pack), Brief()
    item = _told(review_item(offer.review(name).item(asked.item)), brief)
    return tree_results.ReviewItemResult(pack=name, item=item, cut=brief.cut)


def review_decided(offer: Offer, asked: tree_arguments.ReviewDecided) -> tree_results.ReviewItemResult:
    """A decision of a person, whom the agent names; that it came through an agent is kept with it."""
    name, brief = offer.tree_pack(asked.pack), Brief()
    (decided,) = offer.review(name).decide([asked.item], ReviewState(asked.state), by=_who(asked.by), note=asked.note)
    return tree_results.ReviewItemResult(pack=name, item=_told(review_item(decided), brief), cut=brief.cut)


def review_assigned(offer: Offer, asked: tree_arguments.ReviewAssigned) -> tree_results.ReviewItemResult:
    name, brief = offer.tree_pack(asked.pack), Brief()
    queue, service = offer.review(name), offer.trees(name)
    item = queue.item(asked.item)
    tree, id = (item.tree, NEW) if asked.person == NEW else service.find(id_meant(asked.person), item.tree)
    assigned = queue.assign(asked.item, id, service.index(tree), by=_who(asked.by))
    return tree_results.ReviewItemResult(pack=name, item=_told(review_item(assigned), brief), cut=brief.cut)


def _who(by: str) -> str:
    return f"{one_line(by, tree_arguments.LONGEST_BY)} ({AGENT})"


def _told(value: R, brief: Brief, *, most: int = _MOST) -> R:
    """Returns JSON for an agent: every text on one line and bounded, ids as they can be passed back."""
    return cast("R", _safe(value, "", brief, most))


def _safe(value: Any, key: str, brief: Brief, most: int) -> Any:
    if isinstance(value, Mapping):
        return {name: _safe(each, name, brief, most) for name, each in value.items()}
    if isinstance(value, list):
        return [_safe(each, key, brief, most) for each in brief.some(value, most, _CUT_LIST)]
    if isinstance(value, str):
        return id_text(value) if key in _IDS else brief.line(value, _LONGEST, _CUT_TEXT)
    return value

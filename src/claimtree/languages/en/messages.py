"""What a search tells in English."""

from __future__ import annotations

from claimtree.languages.messages import PlaceMessages, SearchMessages
from claimtree.model.answers import Verdict

SEARCH = SearchMessages(
    language="en",
    either=" or ",
    and_more="{shown} or {count} more",
    relaxed="Nothing fits everything you require; {wishes} was relaxed.",
    relaxed_by="Nothing fits everything you require; {wishes} was relaxed: the closest has {miss}.",
    relaxed_far="Nothing fits everything you require; {wishes} was relaxed, and nothing comes close: {miss}.",
    over="{stated}, {gap} over your limit",
    below="{stated}, {gap} below your limit",
    at_the_limit="{stated}, just at your limit",
    not_denied="Nothing is known to meet {wishes}; these say nothing against it.",
    none_meets="Nothing in the store is known to meet {wishes}.",
    none_speaks="Nothing in the store speaks of {wishes}.",
    all_ruled_out="Nothing in the store comes close: all that is known rules out {wishes}.",
    farther="Nothing fits where you asked; these are {where}.",
    too_many_wishes="Only the first {most} of {count} wishes were used.",
    edit_of_nothing="There is no claim {claim} in this search any more; the edit '{edit}' was left out.",
    edit_makes_too_many="'{words}' would make more than {most} wishes; the claim stays as it was.",
    edit_says_nothing="'{words}' says nothing that could be looked for; the claim stays as it was.",
    refuted="It is left out because '{wish}' is required and refuted.",
    refuted_by="It is left out because '{wish}' is required and refuted: {miss}.",
    closed="It is left out because nothing required of the {level} is met ({wishes}).",
    not_strict="It is left out because you asked for strict answers and '{wish}' is not met.",
    place="Place {place} of {total}: it meets {required_met} of {required} required wishes and {met} of {all} in "
    "all, with a score of {score} (one full proof of every wish makes {full}).",
    adds="'{wish}' adds {points}.",
    adds_nothing="'{wish}' is {verdict} and adds nothing.",
    misses="'{wish}' is {verdict} and adds nothing: {miss}.",
    nearly="'{wish}' is {verdict}, but it comes close and adds {points}: {miss}.",
    verdicts={verdict: str(verdict) for verdict in Verdict},
    disputed="disputed (a source says both)",
)

PLACES = PlaceMessages(
    taken_for="'{name}' was taken for {place}.",
    far_away="{place} is {far} from the middle of the data.",
    any_of="'{name}' names {count} places, and any of them will do here: {places}. Say which you mean.",
    each_of="'{name}' names {count} places; the nearest one counts.",
    too_many="Unknown place: '{name}' names {count} places, such as {places}. Say more of its name, or in which "
    "area it is.",
    unknown="Unknown place: I know no '{name}', so nothing can be told about it.",
    unmapped="'{name}' is not on the map; only what texts say about it counts.",
    similar="Known names that look like it: {places}.",
    no_kind="Unknown places: no {kind} is known around here, so only what texts say counts.",
    unrated="No ratings are known for any {kind} here, so any one counts.",
    behind="Places have changed since homes were measured; distances may be those of before. Run `claimtree places "
    "measure`.",
    within="within {far} of {place}",
    within_kind="within {far} of the nearest {kind}",
    beside="next to {place} ({areas})",
)

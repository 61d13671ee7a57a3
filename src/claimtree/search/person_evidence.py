"""Finds the stored names that may be the name of a person in a wish, and says how probably each is.

The names worth comparing are found by keys: at index time an edge leads from a name to a phrase for
each of its keys (`text.implications`), so that every store finds them alike and nothing is scanned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from claimtree.model.claims import Name, QueryClaim
from claimtree.model.pack import NameKind, Pack
from claimtree.model.phrases import PhraseId, key_phrase
from claimtree.model.plans import Basis
from claimtree.model.precomputed import Key
from claimtree.person_names.compare import match_names
from claimtree.person_names.name_keys import asked_keys
from claimtree.search.phrase_index import Found, IndexedPartition, Vocabulary

MET_FROM = 0.9
"""From this probability on a stored name is that of the wish."""
MAYBE_FROM = 0.5
"""From here on it may be, and is only shown."""
OTHER_BELOW = 0.1
"""Below this it is another person's name."""
_OTHER_PERSON = 0.5
"""How surely another person's name refutes. A person may have several names, and one that does not match never
outweighs one that does."""


def person_kind(claim: QueryClaim, pack: Pack) -> NameKind | None:
    """Returns the kind of the wish's name if its names are those of people."""
    kind = pack.names.get(claim.name.kind) if claim.name is not None else None
    return kind if kind is not None and kind.is_of_people else None


def name_candidates(
    claims: Sequence[QueryClaim], keys: Sequence[Mapping[Key, object]], pack: Pack, vocabulary: Vocabulary
) -> list[frozenset[PhraseId]]:
    """Returns for each wish the phrases whose names share a key with its name; nothing for other wishes.

    `keys` are the levels and types of the phrases that can answer each wish. The store is asked once.
    """
    asked = [_asked_phrases(claim, partitions, pack) for claim, partitions in zip(claims, keys, strict=True)]
    everything = frozenset[PhraseId]().union(*asked)
    leading: dict[PhraseId, set[PhraseId]] = {}
    for edge in vocabulary.edges(everything) if everything else ():
        leading.setdefault(edge.derived, set()).add(edge.base)
    return [frozenset(base for id in ids for base in leading.get(id, ())) for ids in asked]


def by_person(
    name: Name, kind: NameKind, shelf: IndexedPartition, candidates: frozenset[PhraseId], *, others_refute: bool
) -> Iterator[Found]:
    """Yields the rows that a person's name decides, or that only may be the person's."""
    close: set[int] = set()
    # Names that were written before the pack compared them as people's have no keys: the same name still counts.
    for row in dict.fromkeys((*shelf.rows_of(candidates).tolist(), *shelf.rows_of_name(name))):
        phrase = shelf.phrases[row]
        if phrase.name is None or phrase.name.kind != kind.name:
            continue
        match = match_names(name.text, phrase.name.text)
        if match.probability >= OTHER_BELOW:
            close.add(row)
        if match.probability >= MAYBE_FROM:
            doubtful = match.probability < MET_FROM
            yield Found(row, phrase.negated, match.by, probability=match.probability, doubtful=doubtful)
    for row in shelf.rows_named(kind.name) if others_refute else ():
        if row not in close and not shelf.negated[row]:
            yield Found(row, denied=True, by=Basis.NAME, probability=_OTHER_PERSON)


def _asked_phrases(claim: QueryClaim, partitions: Mapping[Key, object], pack: Pack) -> frozenset[PhraseId]:
    """Returns the phrases that stand for the keys of the wish's name."""
    kind = person_kind(claim, pack)
    if kind is None or claim.name is None:
        return frozenset()
    return frozenset(
        key_phrase(key, kind.name, level=level, type=type, disputed=disputed).id
        for level, type in partitions
        for key in asked_keys(claim.name.text)
        for disputed in (False, True)
    )

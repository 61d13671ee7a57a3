"""Makes people, families, sources and notes of GEDCOM records: what the tags mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from claimtree.family_trees.tree import (
    Association,
    Child,
    ChildOf,
    CitedSource,
    Event,
    Evidence,
    Family,
    NoteUse,
    Partner,
    PartnerIn,
    Person,
    PersonName,
    SourceUse,
)
from claimtree.kinship.graph import ParentKind, Sex
from claimtree.sources.gedcom.records import Node, Record, node_of

_SEXES: Final = {"M": Sex.MALE, "F": Sex.FEMALE, "X": Sex.OTHER}
EVENTS: Final[Mapping[str, str]] = {
    "BIRT": "birth",
    "CHR": "christening",
    "BAPM": "baptism",
    "BAPL": "baptism (LDS)",
    "DEAT": "death",
    "BURI": "burial",
    "CREM": "cremation",
    "ADOP": "adoption",
    "BARM": "bar mitzvah",
    "BASM": "bas mitzvah",
    "BLES": "blessing",
    "CHRA": "adult christening",
    "CONF": "confirmation",
    "FCOM": "first communion",
    "ORDN": "ordination",
    "NATU": "naturalisation",
    "EMIG": "emigration",
    "IMMI": "immigration",
    "CENS": "census",
    "PROB": "probate",
    "WILL": "will",
    "GRAD": "graduation",
    "RETI": "retirement",
    "EVEN": "event",
    "FACT": "fact",
    "CAST": "caste",
    "DSCR": "description",
    "EDUC": "education",
    "NATI": "nationality",
    "OCCU": "occupation",
    "PROP": "property",
    "RELI": "religion",
    "RESI": "residence",
    "TITL": "title",
    "_MILT": "military service",
    "_MILI": "military service",
    "_DEG": "degree",
    "_FUN": "funeral",
}
"""Tags of what happens to people or is true of them."""
FAMILY_EVENTS: Final[Mapping[str, str]] = {
    "MARR": "marriage",
    "MARB": "banns",
    "MARC": "marriage contract",
    "MARL": "marriage licence",
    "MARS": "marriage settlement",
    "ENGA": "engagement",
    "DIV": "divorce",
    "DIVF": "divorce filed",
    "ANUL": "annulment",
    "_SEPR": "separation",
    "CENS": "census",
    "RESI": "residence",
    "EVEN": "event",
    "FACT": "fact",
}
_PEDIGREES: Final[Mapping[str, ParentKind]] = {
    "BIRTH": ParentKind.BIRTH,
    "BIOLOGICAL": ParentKind.BIRTH,
    "NATURAL": ParentKind.BIRTH,
    "ADOPTED": ParentKind.ADOPTED,
    "ADOPTIVE": ParentKind.ADOPTED,
    "FOSTER": ParentKind.FOSTER,
    "GUARDIAN": ParentKind.FOSTER,
    "STEP": ParentKind.STEP,
    "UNKNOWN": ParentKind.UNKNOWN,
    "OTHER": ParentKind.UNKNOWN,
}
_ROLES: Final = {"HUSB": "husband", "WIFE": "wife"}
_NAME_TAGS: Final = ("NAME", "FONE", "ROMN", "TRAN")
_OTHER_NAMES: Final[Mapping[str, str]] = {"_MARNM": "married", "_MARRNM": "married", "_AKA": "aka", "_AKAN": "aka"}
_NAME_PIECES: Final = ("NPFX", "GIVN", "SURN", "NSFX", "NICK", "SPFX")
_DENIED: Final = ("N", "NO")
_MAY_BE_DENIED: Final = frozenset({"DIV", "MARR", "ANUL", "DEAT", "BIRT"})
_STABLE_IDS: Final = ("UID", "_UID", "REFN", "_FSFTID", "RIN")


def person_of(record: Record, id: str) -> Person:
    """Returns the person of an INDI record, under an id that is unique in the file."""
    node = node_of(record)
    tags = {one.tag for one in node.children}
    return Person(
        id=id,
        line=node.line,
        sex=_sex(node.value_of("SEX")),
        names=tuple(_names(node, id)),
        events=tuple([event for one in node.children if one.tag in EVENTS for event in _events(one, id, EVENTS)]),
        child_of=_by_adoption(_child_links(node, id), node, id) if "FAMC" in tags or "ADOP" in tags else (),
        partner_in=tuple(
            [PartnerIn(family=to, evidence=_evidence(one, id)) for one in node.all("FAMS") if (to := one.pointer)]
        ),
        associations=tuple(_associations(node, id)) if "ASSO" in tags else (),
        notes=_notes(node, id),
        sources=_sources(node, id) if "SOUR" in tags else (),
        restriction=node.value_of("RESN").lower(),
        stable_ids=()
        if tags.isdisjoint(_STABLE_IDS)
        else tuple(dict.fromkeys(one.value.strip() for one in node.all(*_STABLE_IDS))),
        evidence=_evidence(node, id),
    )


def family_of(record: Record, id: str) -> Family:
    """Returns the family of a FAM record."""
    node = node_of(record)
    denied = {FAMILY_EVENTS[one.tag] for one in node.children if one.tag in FAMILY_EVENTS and _is_denied(one)}
    denied |= {FAMILY_EVENTS.get(one.value.strip(), "") for one in node.all("NO")}
    return Family(
        id=id,
        line=node.line,
        partners=tuple(
            Partner(person=one.pointer, role=_ROLES.get(one.tag, "partner"), evidence=_evidence(one, id))
            for one in node.all("HUSB", "WIFE", "_PART")
            if one.pointer
        ),
        children=tuple(
            Child(person=one.pointer, kinds=_kinds(one), evidence=_evidence(one, id))
            for one in node.all("CHIL")
            if one.pointer
        ),
        events=tuple(
            event for one in node.children if one.tag in FAMILY_EVENTS for event in _events(one, id, FAMILY_EVENTS)
        ),
        denied=frozenset(denied - {""}),
        notes=_notes(node, id),
        sources=_sources(node, id),
        evidence=_evidence(node, id),
    )


def source_of(record: Record, id: str) -> CitedSource:
    """Returns the source of a SOUR record; without a title it is called by its text or its id."""
    node = node_of(record)
    title = node.value_of("TITL", "ABBR") or node.value.strip() or node.value_of("TEXT")[:120]
    return CitedSource(
        id=id,
        title=" ".join(title.split()) or f"source {id}",
        author=" ".join(node.value_of("AUTH").split()),
        publication=" ".join(node.value_of("PUBL").split()),
        text=node.value_of("TEXT"),
    )


def note_of(record: Record) -> str:
    """Returns the text of a NOTE or SNOTE record."""
    return node_of(record).value.strip()


def _evidence(node: Node, record: str) -> Evidence:
    return Evidence(record, node.line, node.raw)


def _sex(value: str) -> Sex:
    return _SEXES.get(value[:1].upper(), Sex.UNKNOWN)


def _is_denied(node: Node) -> bool:
    """True for "1 DIV N", with which programs say that it did not happen."""
    return bool(node.value) and node.value.strip().upper() in _DENIED and node.tag in _MAY_BE_DENIED


def _events(node: Node, id: str, kinds: Mapping[str, str]) -> list[Event]:
    """Returns the event of a line, once for each further date or place that it has: a record with two
    dates states two."""
    if _is_denied(node):
        return []
    dates = [one for one in node.children if one.tag == "DATE"]
    places = [one for one in node.children if one.tag == "PLAC"]
    # Most events have a date and a place, and nothing else.
    more = len(dates) + len(places) < len(node.children)
    said = node.first("TYPE") if more else None
    value = " ".join(node.value.split())
    found: list[Event] = []
    for at in range(max(len(dates), 1)):
        date = dates[at] if at < len(dates) else None
        place = places[min(at, len(places) - 1)] if places else None
        found.append(
            Event(
                kind=kinds[node.tag],
                value="" if value.upper() == "Y" else value,
                type=" ".join(node.value_of("TYPE").split()) if said is not None else "",
                type_evidence=_evidence(said, id) if said is not None else None,
                date=_date(date) if date is not None else "",
                place=_place(place, node) if places or more else "",
                age=node.value_of("AGE") if more else "",
                cause=node.value_of("CAUS") if more else "",
                notes=_notes(node, id) if more else (),
                sources=_sources(node, id) if more else (),
                evidence=_evidence(node, id),
                date_evidence=_evidence(date, id) if date is not None else None,
                place_evidence=_evidence(place, id) if place is not None else None,
            )
        )
    return found


def _date(node: Node) -> str:
    """Returns a date; of one that has only a phrase, the phrase in brackets."""
    written = " ".join(node.value.split())
    if written:
        return written
    phrase = node.value_of("PHRASE")
    return f"({phrase})" if phrase else ""


def _place(place: Node | None, event: Node) -> str:
    if place is not None and place.value.strip():
        return " ".join(place.value.split())
    address = event.first("ADDR")
    if address is None:
        return ""
    parts = [address.value_of(tag) for tag in ("CITY", "STAE", "CTRY")]
    return ", ".join(part for part in parts if part)


def _names(node: Node, id: str) -> Iterator[PersonName]:
    """Yields the names of a person: each NAME, how it is written elsewhere, and names by marriage."""
    for one in node.all("NAME"):
        yield _name(one, id)
        if not one.children:
            continue
        for other in one.all(*_NAME_TAGS):
            if other.value.strip():
                yield _name(other, id)
        yield from _other_names(one, id)
    yield from _other_names(node, id)


def _other_names(node: Node, id: str) -> Iterator[PersonName]:
    others = [one for one in node.children if one.tag in _OTHER_NAMES]
    given = _written(node.value)[1] if node.tag == "NAME" and others else ""
    for one in others:
        text = one.value.strip()
        if not text:
            continue
        if given and "/" not in text and " " not in text:
            text = f"{given} /{text}/"  # "_MARNM Miller" gives the family name alone
        yield _name(one, id, text, kind=_OTHER_NAMES[one.tag])


def _name(node: Node, id: str, text: str | None = None, kind: str = "") -> PersonName:
    full, given, surname, suffix = _written(node.value if text is None else text)
    if not node.children and full:
        evidence = _evidence(node, id)
        return PersonName(full=full, given=given, surname=surname, suffix=suffix, kind=kind, evidence=evidence)
    pieces = dict.fromkeys(_NAME_PIECES, "")
    pieces |= {one.tag: " ".join(one.value.split()) for one in reversed(node.children) if one.tag in pieces}
    if not full:
        particles = f"{pieces['SPFX']} {pieces['SURN']}".strip()
        full = " ".join(part for part in (pieces["NPFX"], pieces["GIVN"], particles, pieces["NSFX"]) if part)
    return PersonName(
        full=full,
        given=pieces["GIVN"].replace(",", " ") or given,
        surname=pieces["SURN"] or surname,
        prefix=pieces["NPFX"],
        suffix=pieces["NSFX"] or suffix,
        nickname=pieces["NICK"],
        kind=kind or node.value_of("TYPE").lower(),
        evidence=_evidence(node, id),
    )


def _written(value: str) -> tuple[str, str, str, str]:
    """Returns a name without its slashes, and its given names, family name and what follows.

    >>> _written("Mary Ellen /Smith/ Jr.")
    ('Mary Ellen Smith Jr.', 'Mary Ellen', 'Smith', 'Jr.')
    >>> _written("/Nagy/ Anna")
    ('Nagy Anna', 'Anna', 'Nagy', '')
    """
    before, slash, rest = value.partition("/")
    given = " ".join(before.split())
    if not slash:
        return given, given, "", ""
    surname, _, after = rest.partition("/")
    surname, after = " ".join(surname.split()), " ".join(after.split())
    full = " ".join([part for part in (given, surname, after) if part])
    return (full, given, surname, after) if given else (full, after, surname, "")


def _child_links(node: Node, id: str) -> Iterator[ChildOf]:
    for one in node.all("FAMC"):
        if one.pointer:
            yield ChildOf(
                family=one.pointer,
                kind=_pedigree(one.value_of("PEDI")),
                evidence=_evidence(one, id),
                kind_evidence=_evidence(said, id) if (said := one.first("PEDI")) is not None else None,
            )


def _by_adoption(links: Iterable[ChildOf], node: Node, id: str) -> tuple[ChildOf, ...]:
    """Returns the links with what an ADOP event says of its family: by both parents or by one."""
    found = list(links)
    for one in (one for event in node.all("ADOP") for one in event.all("FAMC") if one.pointer):
        only = _ROLES.get(one.value_of("ADOP").upper(), "")
        link = ChildOf(family=one.pointer, kind=ParentKind.ADOPTED, only_parent=only, evidence=_evidence(one, id))
        at = next((i for i, known in enumerate(found) if known.family == one.pointer), None)
        if at is None:
            found.append(link)
        elif found[at].kind is None or only:
            found[at] = link
    return tuple(found)


def _pedigree(value: str) -> ParentKind | None:
    return _PEDIGREES.get(value.upper()) if value else None


def _kinds(child: Node) -> Mapping[str, ParentKind]:
    """Returns what the family says of a child's link to each of its parents (_FREL and _MREL)."""
    both = _pedigree(child.value_of("PEDI"))
    stated = {role: _pedigree(child.value_of(tag)) or both for role, tag in (("husband", "_FREL"), ("wife", "_MREL"))}
    return {role: kind for role, kind in stated.items() if kind is not None}


def _associations(node: Node, id: str) -> Iterator[Association]:
    for one in node.all("ASSO"):
        if one.pointer:
            relation = one.value_of("RELA", "ROLE")
            yield Association(person=one.pointer, relation=relation, evidence=_evidence(one, id))


def _notes(node: Node, id: str) -> tuple[NoteUse, ...]:
    if not node.children:
        return ()
    return tuple(
        NoteUse(
            note=one.pointer, text="" if one.pointer else one.value.strip(), evidence=Evidence(id, one.line, one.raw)
        )
        for one in node.children
        if one.tag in ("NOTE", "SNOTE") and one.value.strip()
    )


def _sources(node: Node, id: str) -> tuple[SourceUse, ...]:
    return tuple(
        SourceUse(
            source=one.pointer,
            text=_copied(one) if one.pointer else one.value.strip(),
            page=" ".join(one.value_of("PAGE").split()),
            quality=one.value_of("QUAY"),
            evidence=_evidence(one, id),
        )
        for one in node.children
        if one.tag == "SOUR" and one.value.strip()
    )


def _copied(use: Node) -> str:
    """Returns the words of a source that a citation copies."""
    data = use.first("DATA")
    return (data.value_of("TEXT") if data is not None else "") or use.value_of("TEXT")

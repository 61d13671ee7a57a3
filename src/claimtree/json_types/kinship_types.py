"""How two people are related, in JSON."""

from __future__ import annotations

from claimtree.json_types.definition import TypedDict, json_object


@json_object
class KinPersonShape(TypedDict):
    """A person on a path."""

    id: str
    name: str
    sex: str
    born: int | None
    """The year, if it is known, however roughly."""
    died: int | None
    years: str
    """As they are told, no more exact than the source: "1875 – after 1917"; empty where none is known."""


@json_object
class CitationShape(TypedDict):
    """A line of a file that states a link."""

    file: str
    record: str
    """The GEDCOM id of the record."""
    line: int
    quote: str
    """The line as written."""


# "from" is no name of an attribute in Python.
_KinStep = TypedDict("_KinStep", {"from": str})


@json_object
class KinStepShape(_KinStep):
    """One link of a path; `from` and `to` are ids."""

    to: str
    link: str
    """What `to` is to `from`: "mother", "adopted son", "ex-wife"."""
    kind: str
    """birth, unknown (treated as birth), adopted, foster or step; for partners married, partner, divorced, or
    co_parent for two people who only have a child together."""
    text: str
    """The link as a sentence."""
    citation: str
    """The lines that state it, as text."""
    citations: list[CitationShape]


@json_object
class KinWayShape(TypedDict):
    """One way in which two people are related."""

    label: str
    basis: str
    """blood, adoption (also foster and step links of the source) or marriage."""
    closest: bool
    """True if no other way is shorter."""
    length: int
    """The number of links, of which a marriage counts as two."""
    common_ancestors: list[KinPersonShape]
    paths: list[list[KinStepShape]]
    """Several where they differ only in which of a couple they pass."""


_Ends = TypedDict("_Ends", {"from": KinPersonShape})


@json_object
class RelationshipShape(_Ends):
    """What `to` is to `from`."""

    to: KinPersonShape
    related: bool
    label: str
    """"second cousin once removed"; "not related in this tree"."""
    also: list[str]
    """Other words that hold as well."""
    text: str
    """The relationship in a sentence."""
    remarks: list[str]
    """Common ancestors, other relationships and doubts, in sentences."""
    path: list[KinStepShape]
    """The path of the first way; empty if they are not related."""
    people: list[KinPersonShape]
    """Everybody on any of the paths."""
    ways: list[KinWayShape]
    more: bool
    """True if there are more equally close paths than are told."""

"""Family trees in JSON: trees, people with their facts and kin, and what an import changed."""

from __future__ import annotations

from claimtree.json_types.definition import TypedDict, json_object
from claimtree.json_types.kinship_types import CitationShape, KinPersonShape
from claimtree.json_types.report_types import ReportShape


@json_object
class PersonRowShape(TypedDict):
    """A person in a list."""

    id: str
    """The tree and the GEDCOM id: "royal92:I1"."""
    name: str
    """"Living person" for one who is masked."""
    sex: str
    born: int | None
    """The year, if it is known, however roughly."""
    died: int | None
    years: str
    """As they are told, no more exact than the file: "1875 – after 1917"; empty where none is known."""
    living: bool
    """True if the person may be living."""


@json_object
class NameShape(TypedDict):
    """A name of a person."""

    name: str
    kind: str
    quote: str


@json_object
class SourceUseShape(TypedDict):
    """A source that a fact cites."""

    title: str
    page: str
    text: str
    quality: str
    quote: str


@json_object
class FactShape(TypedDict):
    """Something that happened to a person, or was true of one."""

    kind: str
    value: str
    date: str
    """As written: "ABT 1878"."""
    means: str | None
    """The date in words; null if it cannot be read."""
    place: str
    place_parts: list[str]
    quotes: list[str]
    """The lines of the file, each with its GEDCOM id and number."""
    sources: list[SourceUseShape]


@json_object
class NoteShape(TypedDict):
    """A note on a person."""

    text: str
    quote: str


@json_object
class KinShape(PersonRowShape):
    """A close relative, with the lines that link the two."""

    relation: str
    """What makes somebody a parent or a child ("birth", "adopted", "step", "foster"), or "married", "divorced",
    "partner", "sibling"."""
    quotes: list[str]


@json_object
class PersonShape(PersonRowShape):
    """Everything that a tree says of a person."""

    tree: str
    masked: bool
    """True if the person may be living and is not shown."""
    line: int
    names: list[NameShape]
    facts: list[FactShape]
    parents: list[KinShape]
    partners: list[KinShape]
    children: list[KinShape]
    siblings: list[KinShape]
    notes: list[NoteShape]
    sources: list[SourceUseShape]


@json_object
class TreeShape(TypedDict):
    """A tree that was imported."""

    name: str
    file: str
    sha256: str
    imported: str
    charset: str
    version: str
    program: str
    people: int
    living: int
    families: int
    root: str
    """The id of the person whose tree it is; empty if it was not said."""


@json_object
class SkippedLineShape(TypedDict):
    """A line of a file that is not as it should be."""

    line: int
    reason: str
    text: str
    skipped: bool


@json_object
class ChangedShape(TypedDict):
    """A person or family that an import changed."""

    id: str
    name: str
    new: list[str]
    """Lines that the record has now."""
    gone: list[str]
    """Lines that it had before."""


@json_object
class ChangesShape(TypedDict):
    """What differs from the import before."""

    first: bool
    """True if there was none."""
    new: int
    changed: int
    gone: int
    unchanged: int
    examples: list[ChangedShape]


@json_object
class TreeImportShape(TypedDict):
    """What became of a file."""

    tree: TreeShape
    changes: ChangesShape
    skipped: int
    lines: list[SkippedLineShape]
    report: ReportShape


@json_object
class FindingShape(TypedDict):
    """Something in a tree that a person should look at."""

    kind: str
    people: list[str]
    text: str
    quotes: list[str]


@json_object
class TreesShape(TypedDict):
    """The trees of a collection."""

    trees: list[TreeShape]


@json_object
class PeopleShape(TypedDict):
    """A part of a list of people."""

    people: list[PersonRowShape]
    next: int | None
    """Where the next part begins; null at the end."""


@json_object
class LineagePersonShape(KinPersonShape):
    """A person in a line."""

    generation: int
    """0 for the person who is asked about, 1 for parents or children, and so on; the nearest, if there are several."""
    partner: bool
    """True for a partner of somebody in the line of descent who is not in it."""
    further: int
    """How many parents, or children, of this person are not told."""


@json_object
class LineageLinkShape(TypedDict):
    """A link between a parent and a child."""

    child: str
    parent: str
    kind: str
    """birth, unknown (treated as birth), adopted, foster or step."""
    citations: list[CitationShape]


@json_object
class LineageUnionShape(TypedDict):
    """Two partners."""

    one: str
    other: str
    kind: str
    """married, partner, divorced, or co_parent for two people who only have a child together."""
    year: int | None
    """Of the marriage."""
    citations: list[CitationShape]


@json_object
class LineageShape(TypedDict):
    """The ancestors or the descendants of a person. Each person is told once, also where two lines meet."""

    id: str
    direction: str
    """ancestors or descendants."""
    generations: int
    """As many as were asked for."""
    people: list[LineagePersonShape]
    """The nearest generation first."""
    links: list[LineageLinkShape]
    unions: list[LineageUnionShape]
    cut: bool
    """True if there are more people than are told."""

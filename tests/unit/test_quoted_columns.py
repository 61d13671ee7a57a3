"""What a source gives as the words behind a column is what its claims quote, and survives a store."""

from dataclasses import replace

import pytest

from claimtree.indexing.fields import FieldReader
from claimtree.indexing.merge import merge
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Entity, Source
from claimtree.model.phrases import IndexedEntity
from claimtree.packs.load import load_pack
from claimtree.ports import Reader
from claimtree.sources.document_checks import document_fault
from claimtree.stores.encoding import decode_item, encode_item, unpack

PERSON = LevelName("person")
SOURCE = Source(
    name="smith",
    fields={"names": ("Ann Lee", "Ann Fox"), "born": ("1850", "1852"), "died": "1900", "places": ("Ohio",)},
    quotes={"names": ("line 1", "line 2"), "born": ("line 3", "line 4"), "died": ("line 5",)},
)


@pytest.fixture(scope="module")
def fields() -> FieldReader:
    class NoReader:
        """No column of these is text."""

    reader: Reader = NoReader()  # type: ignore[assignment]
    return FieldReader(load_pack("family"), reader)


def entity(source: Source) -> Entity:
    return Entity(id=EntityId("smith:I1"), level=PERSON, sources=(source,))


def test_each_value_of_a_column_is_quoted(fields: FieldReader) -> None:
    found = fields.read(entity(SOURCE), SOURCE).stated
    assert [(one.text, one.quote) for one in found] == [
        ("called Ann Lee", "line 1"),
        ("called Ann Fox", "line 2"),
        ("born 1850", "line 3"),
        ("born 1852", "line 4"),
        ("died 1900", "line 5"),
        ("in Ohio", "places: Ohio"),
    ]


def test_quotes_that_do_not_fit_the_values_are_left(fields: FieldReader) -> None:
    source = replace(SOURCE, quotes={"names": ("line 1", "line 2", "line 3")})
    assert {one.quote for one in fields.read(entity(source), source).stated if one.name} == {
        "names: Ann Lee, Ann Fox",
        "places: Ohio",
    }


def test_quotes_are_stored() -> None:
    kept = unpack(encode_item(IndexedEntity(entity=entity(SOURCE), claims=(), digest=""), []))
    again = decode_item(kept, id=EntityId("smith:I1"), level=PERSON, parent=None, facet=None, digest="", phrases={})
    assert again.entity.sources == (SOURCE,)


def test_other_quotes_make_another_digest() -> None:
    def digest(source: Source) -> str:
        return merge([Document(id=EntityId("smith:I1"), level=PERSON, source=source)]).digest("stamp")

    assert digest(SOURCE) == digest(replace(SOURCE))
    assert digest(SOURCE) != digest(replace(SOURCE, quotes={**SOURCE.quotes, "died": ("line 6",)}))
    assert digest(SOURCE) != digest(replace(SOURCE, quotes={}))


def test_a_quote_that_cannot_be_kept_is_a_fault() -> None:
    broken = replace(SOURCE, quotes={"died": ("\ud83d",)})
    assert "quotes of died" in document_fault(Document(id=EntityId("smith:I1"), level=PERSON, source=broken))

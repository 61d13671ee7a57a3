"""Files to documents: formats, columns, and everything that can be wrong with a record."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from claimtree.errors import BadInput, BadRecord
from claimtree.model.claims import ConceptId, Facet, LevelName, TypeName
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.pack import ChildSpec, FacetSpec, FieldSpec, Pack, TypeSpec
from claimtree.model.relations import RelationKind, RelationName
from claimtree.sources.read import read_files

AREA, HOME, ROOM = LevelName("area"), LevelName("home"), LevelName("room")
KIND = TypeName("feature")

PACK = Pack(
    name="tiny",
    version=1,
    languages=("en",),
    title="Tiny",
    hierarchy=Hierarchy(levels=(AREA, HOME, ROOM), answers=HOME),
    level_weights={},
    types={KIND: TypeSpec(name=KIND, about="", levels=(HOME,), examples=())},
    default_type=KIND,
    facets={
        Facet("living_room"): FacetSpec(
            name=Facet("living_room"), level=ROOM, says=("lounge",), title="living room", type=KIND
        )
    },
    fields={"facing": FieldSpec(name="facing", level=HOME, values={"south": ConceptId("south-facing")})},
    children={"rooms": ChildSpec(key="rooms", level=ROOM, facet_key="type")},
)


def read(path: Path, content: str | bytes) -> list[Document | BadRecord]:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(read_files([path], PACK))


def lines(*records: object) -> str:
    return "".join(f"{json.dumps(record)}\n" for record in records)


def documents(found: Sequence[Document | BadRecord]) -> list[Document]:
    return [one for one in found if isinstance(one, Document)]


def reasons(found: Sequence[Document | BadRecord]) -> list[str]:
    return [one.message for one in found if isinstance(one, BadRecord)]


def reason(tmp_path: Path, record: object) -> str:
    (message,) = reasons(read(tmp_path / "x.jsonl", lines(record)))
    return message.removeprefix("x.jsonl, line 1: ")


def test_every_documented_column_of_json_lines_arrives(tmp_path: Path) -> None:
    record = {
        "id": "h1",
        "level": "home",
        "parent": "dumbo",
        "title": " Loft ",
        "text": "Airy.",
        "source": "site",
        "url": "https://site.example/h1",
        "updated": "2026-10-28",
        "price": 3890,
        "pets": True,
        "facing": ["south", "west"],
        "note": None,
        "empty": "",
        "rooms": [{"type": "Lounge", "area_m2": 20.5, "text": "Sunny."}, {"type": "sunroom"}],
    }
    (home,) = documents(read(tmp_path / "homes.jsonl", lines(record)))
    assert (home.id, home.level, home.parent, home.title, home.place) == (
        "h1", "home", "dumbo", "Loft", "homes.jsonl, line 1",
    )  # fmt: skip
    assert (home.source.name, home.source.text, home.source.url, home.source.updated) == (
        "site", "Airy.", "https://site.example/h1", "2026-10-28",
    )  # fmt: skip
    assert home.source.fields == {"price": 3890, "pets": True, "facing": ("south", "west")}
    lounge, sunroom = home.parts
    assert (lounge.facet, lounge.text, lounge.fields) == ("living_room", "Sunny.", {"area_m2": 20.5})
    assert (sunroom.facet, sunroom.title) == (None, "sunroom")


def test_level_source_and_parent_have_defaults(tmp_path: Path) -> None:
    (home,) = documents(read(tmp_path / "homes.jsonl", lines({"id": 7, "area": "dumbo", "description": "Airy."})))
    assert (home.id, home.level, home.source.name, home.parent) == ("7", "home", "homes", "dumbo")
    assert home.source.text == "Airy."
    assert home.source.fields == {}


def test_csv_says_the_same_as_json(tmp_path: Path) -> None:
    table = (
        "ID,Title,Text,Price,pets,facing,zip,rooms\r\n"
        'h1,Loft,"Airy, and\nquiet; really",3890.5,true,south; west,01234,"[{""type"": ""lounge""}]"\r\n'
        "\r\n"
        "h2,,,,,,,\r\n"
    )
    one, two = documents(read(tmp_path / "homes.csv", "\ufeff" + table))
    assert one.source.text == "Airy, and\nquiet; really"
    assert one.source.fields == {"price": 3890.5, "pets": True, "facing": ("south", "west"), "zip": "01234"}
    assert [part.facet for part in one.parts] == ["living_room"]
    assert (two.place, two.source.fields) == ("homes.csv, line 5", {})
    (tabbed,) = documents(read(tmp_path / "homes.tsv", "id\tprice\nh1\t5\n"))
    assert tabbed.source.fields == {"price": 5}


def test_a_row_with_a_quote_that_never_closes_costs_one_row(tmp_path: Path) -> None:
    found = read(tmp_path / "x.csv", 'id,text\nh1,"open\nh2,fine\nh3,"also ""fine"""\nh4,x,y\nh5\n')
    assert [one.id for one in documents(found)] == ["h2", "h3"]
    assert [message[: len("x.csv, line 2")] for message in reasons(found)] == [
        "x.csv, line 2", "x.csv, line 5", "x.csv, line 6",
    ]  # fmt: skip
    assert "3 values for 2 columns" in reasons(found)[1]


def test_records_of_a_table_without_ids_are_called_after_what_they_say(tmp_path: Path) -> None:
    text = "title,price\nSunny loft,1900\nSunny loft,2000\n"
    first = documents(read(tmp_path / "x.csv", text))
    assert [one.title for one in first] == ["Sunny loft", "Sunny loft"]
    assert len({one.id for one in first}) == 2
    assert all(one.id.startswith("x-") for one in first)
    again = documents(read(tmp_path / "x.csv", f"{text}Dark loft,900\n"))
    assert [one.id for one in again][:2] == [one.id for one in first]
    (told,) = reasons(read(tmp_path / "x.csv", f"{text}Sunny loft,1900\n"))
    assert "stands already in x.csv, line 2" in told


def test_an_address_is_an_id_where_a_table_has_no_other_however_long_it_is(tmp_path: Path) -> None:
    short, long = "https://homes.example/1", f"https://homes.example/2?{'x' * 300}"
    changed = f"{long[:-1]}y"
    found = documents(read(tmp_path / "x.csv", f"url,price\n{short},1\n{long},2\n{changed},3\n"))
    assert found[0].id == short
    assert [one.source.url for one in found] == [short, long, changed]
    assert len({one.id for one in found}) == 3
    assert max(len(one.id) for one in found) <= 200


def test_a_csv_without_ids_is_refused_as_a_whole(tmp_path: Path) -> None:
    (told,) = reasons(read(tmp_path / "x.csv", "name;price\na;1\nb;2\n"))
    assert told.startswith("x.csv, line 1: no column 'id' in the header (name;price); the file is not read; ")
    assert "`--map COLUMN=id`" in told
    assert "two columns 'id'" in reasons(read(tmp_path / "x.csv", "id,id\na,1\n"))[0]
    (wide,) = reasons(read(tmp_path / "x.csv", f"{','.join(f'column{number}' for number in range(99))}\n1\n"))
    assert "…)" in wide


def test_a_json_list_is_read_up_to_where_it_breaks(tmp_path: Path) -> None:
    good = read(tmp_path / "x.json", '[\n {"id": "a"},\n {"id": "b"}\n]\n')
    assert [one.place for one in documents(good)] == ["x.json, line 2", "x.json, line 3"]
    broken = read(tmp_path / "x.json", '[\n {"id": "a"},\n 5,\n {"id": "b"},\n {"id": }]')
    assert [one.id for one in documents(broken)] == ["a", "b"]
    assert reasons(broken)[0] == "x.json, line 3: a record is an object in braces, not 5"
    assert reasons(broken)[1].startswith("x.json, line 5: broken JSON: Expecting value at column 9")
    assert "expected ',' or ']'" in reasons(read(tmp_path / "x.json", '[{"id": "a"} {"id": "b"}]'))[0]
    assert "expected ',' or ']'" in reasons(read(tmp_path / "x.json", '[{"id": "a"}'))[0]
    assert read(tmp_path / "x.json", " [ ] ") == []
    assert [one.id for one in documents(read(tmp_path / "x.json", '{"id": "a"}'))] == ["a"]


def test_broken_lines_and_rubbish_cost_only_themselves(tmp_path: Path) -> None:
    content = b'\xef\xbb\xbf{"id": "a"}\n{"id": "b", \n\x00\xff\xfe\x01 rubbish\n[1]\n\n{"id": "c"}'
    found = read(tmp_path / "x.jsonl", content)
    assert [one.id for one in documents(found)] == ["a", "c"]
    assert reasons(found) == [
        "x.jsonl, line 2: broken JSON: Expecting property name enclosed in double quotes at column 12",
        "x.jsonl, line 3: byte 0xff at 2 is not UTF-8; save the file as UTF-8",
        "x.jsonl, line 4: a record is an object in braces, not a list",
    ]


def test_a_line_too_long_to_read_is_stepped_over(tmp_path: Path) -> None:
    found = read(tmp_path / "x.jsonl", b'{"id": "a"}\n' + b"x" * 17_000_000 + b'\n{"id": "b"}\n')
    assert [one.id for one in documents(found)] == ["a", "b"]
    assert "longer than 8,000,000 bytes" in reasons(found)[0]


def test_gzipped_files_are_read_and_torn_ones_reported(tmp_path: Path) -> None:
    packed = gzip.compress(lines(*({"id": f"h{i}", "text": str(i) * 50} for i in range(2000))).encode())
    (home, *_) = documents(read(tmp_path / "homes.jsonl.gz", packed))
    assert (home.source.name, home.place) == ("homes", "homes.jsonl.gz, line 1")
    torn = read(tmp_path / "homes.jsonl.gz", packed[:-200])
    assert documents(torn)
    assert "cannot be read to its end" in reasons(torn)[-1]


def test_utf_16_is_named(tmp_path: Path) -> None:
    assert reasons(read(tmp_path / "x.jsonl", '{"id": "a"}'.encode("utf-16"))) == [
        "x.jsonl: the file is UTF-16; save it as UTF-8"
    ]


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"text": "x"}, "no id"),
        ({"id": "  "}, "'id' has 1 to 200 characters, not 0"),
        ({"id": "x" * 201}, "'id' has 1 to 200 characters, not 201"),
        ({"id": 1.5}, "'id' is text, not 1.5"),
        ({"id": True}, "'id' is text, not true or false"),
        ({"id": "a\nb"}, "'id' holds a character that cannot be shown: 'a\\nb'"),
        ({"id": "a", "level": "planet"}, "no level 'planet' (have: area, home, room)"),
        ({"id": "a", "price": float("nan")}, "'price' is nan, not a finite number"),
        ({"id": "a", "price": float("-inf")}, "'price' is -inf, not a finite number"),
        ({"id": "a", "price": 10**30}, "'price' is a number too large to keep"),
        ({"id": "a", "geo": {"lat": 1}}, "'geo' is a nested object; give its values as columns of their own"),
        ({"id": "a", "facing": [1]}, "'facing' is a list of 1; lists hold text only"),
        ({"id": "a", "title": 5}, "'title' is text, not 5"),
        ({"id": "a", "text": "\ud83d"}, "'text' holds half a character (a lone surrogate)"),
        ({"id": "a", "updated": "28.10.2026"}, "'updated' is an ISO date like 2026-10-28, not '28.10.2026'"),
        ({"id": "a", "source": "a#b"}, "'source' is a short name without '#', not 'a#b'"),
        ({"id": "a", "rooms": {"type": "x"}}, "'rooms' is a list of objects, not an object"),
        ({"id": "a", "rooms": ["x"]}, "'rooms', item 1 is an object in braces, not 'x'"),
        ({"id": "a", "rooms": [{}, {"title": 5}]}, "'rooms', item 2: 'title' is text, not 5"),
        ({"id": "a", "level": "area", "rooms": [{}]}, "'rooms' are parts of a home, and this is a area"),
        ({"id": "a", "rooms": [{}, {"text": "x" * 1_000_001}]},
         "'rooms', item 2: 1,000,001 characters of text; at most 1,000,000 are read"),
        ({"id": "a", "text": "x" * 1_000_001}, "1,000,001 characters of text; at most 1,000,000 are read"),
        ({"id": "a"} | {f"f{i}": 1 for i in range(201)}, "201 fields; at most 200 are read"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(tmp_path: Path, record: object, said: str) -> None:
    assert reason(tmp_path, record) == said


def test_an_address_that_is_no_page_is_refused(tmp_path: Path) -> None:
    assert "'url' starts with http:// or https://" in reason(tmp_path, {"id": "a", "url": "javascript:alert(1)"})


def test_dates_and_times_come_in_one_spelling(tmp_path: Path) -> None:
    said = ["20261028", "2026-10-28T10:00:00+02:00", "2026-10-28 10:00"]
    found = documents(read(tmp_path / "x.jsonl", lines(*({"id": f"h{i}", "updated": at} for i, at in enumerate(said)))))
    assert [one.source.updated for one in found] == ["2026-10-28", "2026-10-28T08:00:00Z", "2026-10-28T10:00:00Z"]


def test_the_same_id_from_one_source_twice_names_the_first(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(lines({"id": "h1", "source": "s"}, {"id": "h1", "source": "t"}))
    (tmp_path / "b.jsonl").write_text(lines({"id": "h2"}, {"id": "h1", "source": "s"}))
    found = list(read_files([tmp_path], PACK))
    assert [(one.id, one.source.name) for one in documents(found)] == [("h1", "s"), ("h1", "t"), ("h2", "b")]
    assert reasons(found) == ["b.jsonl, line 2: id 'h1' from source 's' stands already in a.jsonl, line 1"]
    (bad,) = (one for one in found if isinstance(one, BadRecord))
    assert (bad.values["id"], bad.values["place"]) == ("h1", "b.jsonl, line 2")


def test_a_folder_is_read_in_order_and_what_is_no_data_is_left(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "z.csv").write_text("id\nz\n")
    (tmp_path / "b.jsonl").write_text(lines({"id": "b"}))
    (tmp_path / "a.json").write_text(json.dumps([{"id": "a"}]))
    (tmp_path / "README.md").write_text("not data")
    found = documents(list(read_files([tmp_path], PACK)))
    assert [one.place for one in found] == ["a.json, line 1", "b.jsonl, line 1", "sub/z.csv, line 2"]


def test_paths_that_cannot_be_read_are_an_error_at_once(tmp_path: Path) -> None:
    (tmp_path / "x.docx").write_text("")
    for path in (tmp_path / "missing.jsonl", tmp_path / "x.docx", tmp_path):
        with pytest.raises(BadInput, match=path.name):
            read_files([path], PACK)


# Relations

LINKED = replace(
    PACK,
    relations={RelationName(name): RelationKind(name=RelationName(name), about="") for name in ("next-to", "cites")},
)


def linked(path: Path, content: str) -> list[Document | BadRecord]:
    path.write_text(content, encoding="utf-8")
    return list(read_files([path], LINKED))


def test_a_record_states_relations_with_quotes_and_its_source(tmp_path: Path) -> None:
    stated = [{"kind": "cites", "to": "b", "quote": " as B says "}, {"kind": "next-to", "to": 7}]
    (one,) = documents(linked(tmp_path / "x.jsonl", lines({"id": "a", "source": "log", "relations": stated})))
    assert [(said.kind, said.to, said.quote, said.source) for said in one.relations] == [
        ("cites", "b", "as B says", "log"),
        ("next-to", "7", "", "log"),
    ]
    assert "relations" not in one.source.fields


def test_a_part_that_states_relations_is_refused_with_its_record(tmp_path: Path) -> None:
    room = {"type": "kitchen", "relations": [{"kind": "cites", "to": "b"}]}
    (wrong,) = reasons(linked(tmp_path / "x.jsonl", lines({"id": "a", "rooms": [room]})))
    assert wrong.startswith("x.jsonl, line 1: 'rooms', item 1: a part has no 'relations'")


def test_a_table_states_relations_as_json_in_a_cell(tmp_path: Path) -> None:
    cell = json.dumps([{"kind": "cites", "to": "b"}]).replace('"', '""')
    found = documents(linked(tmp_path / "x.csv", f'id,relations\na,"{cell}"\nb,\n'))
    assert [[said.to for said in one.relations] for one in found] == [["b"], []]


def test_a_relation_that_is_stated_twice_is_one(tmp_path: Path) -> None:
    twice = [{"kind": "cites", "to": "b"}] * 2
    (one,) = documents(linked(tmp_path / "x.jsonl", lines({"id": "a", "relations": twice})))
    assert len(one.relations) == 1


@pytest.mark.parametrize(
    ("stated", "wrong"),
    [
        ("cites b", "'relations' is a list of objects, not 'cites b'"),
        ({"kind": "cites", "to": "b"}, "'relations' is a list of objects, not an object"),
        (["b"], "'relations', item 1: a relation is an object in braces, not 'b'"),
        ([{"to": "b"}], "'relations', item 1: no 'kind' (have: next-to, cites)"),
        ([{"kind": "likes", "to": "b"}], "'relations', item 1: no relation 'likes' (have: next-to, cites)"),
        ([{"kind": "cites", "to": "b"}, {"kind": "cites"}], "'relations', item 2: no 'to'"),
        ([{"kind": "cites", "to": ""}], "'relations', item 1: no 'to'"),
        ([{"kind": "cites", "to": ["b"]}], "'relations', item 1: 'to' is text, not a list"),
        ([{"kind": "cites", "to": "x" * 201}], "'relations', item 1: 'to' has 1 to 200 characters, not 201"),
        ([{"kind": "cites", "to": " a "}], "'relations', item 1: 'cites' leads from 'a' to itself"),
        ([{"kind": "cites", "to": "b", "page": 3}], "'relations', item 1: no key 'page' (have: kind, to, quote)"),
        ([{"kind": "cites", "to": "b", "quote": 3}], "'relations', item 1: 'quote' is text, not 3"),
        (
            [{"kind": "cites", "to": "b", "quote": "x" * 2_001}],
            "'relations', item 1: 'quote' has 2,001 characters; at most 2,000 are kept",
        ),
        (
            [{"kind": "cites", "to": f"b{n}"} for n in range(10_001)],
            "10,001 relations; at most 10,000 are read of one record",
        ),
    ],
)
def test_a_wrong_relation_is_said_by_record(tmp_path: Path, stated: object, wrong: str) -> None:
    found = linked(tmp_path / "x.jsonl", lines({"id": "a", "relations": stated}, {"id": "b"}))
    assert reasons(found) == [f"x.jsonl, line 1: {wrong}"]
    assert [one.id for one in documents(found)] == ["b"]


def test_thousands_of_relations_of_one_record_are_read(tmp_path: Path) -> None:
    stated = [{"kind": "cites", "to": f"b{n}"} for n in range(10_000)]
    (one,) = documents(linked(tmp_path / "x.jsonl", lines({"id": "a", "relations": stated})))
    assert len(one.relations) == 10_000


def test_a_pack_without_relations_keeps_such_a_column_as_a_field(tmp_path: Path) -> None:
    (one,) = documents(read(tmp_path / "x.jsonl", lines({"id": "a", "relations": "good"})))
    assert one.source.fields == {"relations": "good"}
    assert one.relations == ()

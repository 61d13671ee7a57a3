"""Files of places: formats, columns, and everything that can be wrong with a row."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from claimtree.errors import BadInput, BadRecord
from claimtree.geo import Area, Point
from claimtree.model.claims import ConceptId
from claimtree.model.pack import PlaceKindSpec, PlacesSpec
from claimtree.model.places import Place, PlaceKind
from claimtree.sources.place_files import places_in, read_places

SUBWAY, COFFEE = PlaceKind("subway"), PlaceKind("coffee")
SPEC = PlacesSpec(
    levels={},
    kinds={
        SUBWAY: PlaceKindSpec(
            name=SUBWAY, title="subway station", concept=ConceptId("near subway"), also=("metro", "railway_subway")
        ),
        COFFEE: PlaceKindSpec(name=COFFEE, title="coffee shop", concept=ConceptId("coffee nearby"), also=("cafe",)),
    },
    regions=("neighborhood", "borough"),
)
HEADER = "name,kind,lat,lon\n"


def read(
    path: Path, content: str | bytes, *, spec: PlacesSpec | None = SPEC, kind: str = "", source: str = ""
) -> list[Place | BadRecord]:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(read_places([path], spec, kind=kind, source=source))


def good(found: Iterable[Place | BadRecord]) -> list[Place]:
    return [one for one in found if isinstance(one, Place)]


def reasons(found: Sequence[Place | BadRecord]) -> list[str]:
    return [one.message for one in found if isinstance(one, BadRecord)]


def collection(*features: object, **more: object) -> str:
    return json.dumps({"type": "FeatureCollection", **more, "features": list(features)})


def feature(geometry: object, **properties: object) -> dict[str, object]:
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def point(lon: float, lat: float) -> dict[str, object]:
    return {"type": "Point", "coordinates": [lon, lat]}


def station(**more: object) -> dict[str, object]:
    return feature(point(-73.957, 40.717), name="Bedford Av", kind="subway", **more)


def reason(tmp_path: Path, row: str, header: str = HEADER) -> str:
    (message,) = reasons(read(tmp_path / "x.csv", header + row + "\n"))
    return message.removeprefix("x.csv, line 2: ")


def test_every_documented_column_arrives(tmp_path: Path) -> None:
    content = (
        "id,name,kind,lat,lon,radius_m,aliases,parent,rank,rating,source\n"
        'L08,Bedford Av (L),subway,40.7173,-73.9569,50,"Bedford Avenue|Bedford, L;Bedford",'
        'Brooklyn,"9,300,000",4.5,MTA\n'
    )
    (place,) = good(read(tmp_path / "stations.csv", content))
    assert place == Place(
        id=place.id,
        name="Bedford Av (L)",
        kind=SUBWAY,
        shape=Point(40.7173, -73.9569),
        radius_m=50.0,
        aliases=("Bedford Avenue", "Bedford, L", "Bedford"),
        parent="Brooklyn",
        source="MTA",
        rank=9_300_000.0,
        rating=4.5,
    )
    assert place.id == "MTA:L08"


def test_properties_of_a_feature_are_read_like_columns(tmp_path: Path) -> None:
    outline = {"type": "Polygon", "coordinates": [[[-74, 40], [-73, 40], [-73, 41], [-74, 40]]]}
    feature_ = feature(outline, ntaname="Inwood", boro_name="Manhattan", population=46_000) | {"id": 7}
    (place,) = good(read(tmp_path / "nta.geojson", collection(feature_), kind="NTA"))
    assert (place.name, place.parent, place.kind, place.rank, place.id) == (
        "Inwood",
        "Manhattan",
        "neighborhood",
        46_000.0,
        "nta:7",
    )
    assert isinstance(place.shape, Area)


@pytest.mark.parametrize(
    "header",
    [
        "Station Name,Category,Latitude,Longitude",
        "STATIONNAME,type,GTFS Latitude,GTFS Longitude",
        "title,fclass,y,x",
        "nama,jenis,lintang,bujur",
        "stop_name,kind,stop_lat,stop_lon",
    ],
)
def test_columns_have_the_names_that_they_have_elsewhere(tmp_path: Path, header: str) -> None:
    (place,) = good(read(tmp_path / "x.csv", f"{header}\nBedford Av,Metro,40.7173,-73.9569\n"))
    assert (place.name, place.kind, place.shape) == ("Bedford Av", SUBWAY, Point(40.7173, -73.9569))


def test_a_column_that_names_the_place_is_not_its_parent_too(tmp_path: Path) -> None:
    (place,) = good(
        read(tmp_path / "x.csv", "neighborhood,borough,lat,lon\nInwood,Manhattan,40.87,-73.92\n", kind="nta")
    )
    assert (place.name, place.parent) == ("Inwood", "Manhattan")


def test_of_several_kinds_the_one_that_the_pack_knows_counts(tmp_path: Path) -> None:
    (place,) = good(
        read(tmp_path / "x.geojson", collection(feature(point(1, 2), name="A", type="node", amenity="cafe")))
    )
    assert place.kind == COFFEE


def test_a_kind_that_the_pack_does_not_know_is_kept_as_the_file_has_it(tmp_path: Path) -> None:
    (place,) = good(read(tmp_path / "x.csv", HEADER + "A,Fire Station,1,2\n", kind="subway"))
    assert place.kind == "fire_station"


def test_a_kind_for_the_whole_file_is_for_rows_without_one(tmp_path: Path) -> None:
    found = good(read(tmp_path / "x.csv", HEADER + "A,,1,2\nB,cafe,3,4\n", kind="Metro"))
    assert [place.kind for place in found] == [SUBWAY, COFFEE]


def test_without_an_id_the_same_place_has_the_same_id_in_another_file(tmp_path: Path) -> None:
    (one,) = good(read(tmp_path / "a.csv", HEADER + "Bedford Av,metro,40.71731,-73.95691\n"))
    (other,) = good(
        read(tmp_path / "b.geojson", collection(feature(point(-73.9569, 40.7173), name="BEDFORD AV", kind="subway")))
    )
    assert one.id == other.id == "subway:bedford_av@40.7173,-73.9569"


def test_ids_of_two_sources_never_meet(tmp_path: Path) -> None:
    one = good(read(tmp_path / "a.geojson", collection(station(id=1))))
    other = good(read(tmp_path / "b.geojson", collection(station(id=1))))
    assert [one[0].id, other[0].id] == ["a:1", "b:1"]


def test_the_source_is_the_files_name_or_what_the_caller_says(tmp_path: Path) -> None:
    row = HEADER + "A,metro,1,2\n"
    assert good(read(tmp_path / "a.b.csv", row))[0].source == "a.b"
    assert good(read(tmp_path / "c.csv", row, source="mta"))[0].source == "mta"


@pytest.mark.parametrize("name", ["x.geojson", "x.json"])
def test_features_come_as_a_collection_as_one_or_one_after_another(tmp_path: Path, name: str) -> None:
    one, other = station(), feature(point(1, 2), name="B", kind="metro")
    both = f"{json.dumps(one)}\n{json.dumps(other)}\n"
    assert len(good(read(tmp_path / name, collection(one, other)))) == 2
    assert len(good(read(tmp_path / name, json.dumps(one)))) == 1
    assert len(good(read(tmp_path / name, both))) == 2


@pytest.mark.parametrize("name", ["x.geojsonl", "x.ndjson", "x.jsonl", "x.geojsons"])
def test_features_come_one_per_line(tmp_path: Path, name: str) -> None:
    line = json.dumps(station())
    found = read(tmp_path / name, f"\x1e{line}\n\n{{broken\n")
    assert len(good(found)) == 1
    assert reasons(found)[0].startswith(f"{name}, line 3: broken JSON")


def test_records_without_geometry_give_latitude_and_longitude(tmp_path: Path) -> None:
    record = {"name": "A", "kind": "cafe", "lat": 40.7, "lng": -73.9}
    assert good(read(tmp_path / "x.json", json.dumps([record])))[0].shape == Point(40.7, -73.9)
    assert good(read(tmp_path / "x.jsonl", json.dumps(record)))[0].shape == Point(40.7, -73.9)
    assert good(read(tmp_path / "y.geojson", collection(feature(None, **record))))[0].shape == Point(40.7, -73.9)


def test_a_table_may_have_a_column_of_geometry(tmp_path: Path) -> None:
    content = (
        "name\tkind\tthe_geom\n"
        "A\tcafe\tPOINT (-73.9 40.7)\n"
        "B\tborough\tPOLYGON ((0 1, 1 1, 1 2, 0 1))\n"
        'C\tcafe\t"{""type"": ""Point"", ""coordinates"": [-73.9, 40.7]}"\n'
    )
    found = good(read(tmp_path / "x.tsv", content))
    assert [type(place.shape) for place in found] == [Point, Area, Point]


def test_gzip_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    rows = (HEADER + "Café,cafe,1,2\n").replace("\n", "\r\n")
    assert good(read(tmp_path / "x.csv.gz", gzip.compress(rows.encode("utf-8-sig"))))[0].name == "Café"
    assert good(read(tmp_path / "x.geojson", collection(station()).encode("utf-8-sig")))[0].name == "Bedford Av"


@pytest.mark.parametrize("name", ["x.csv", "x.geojson", "x.geojsonl"])
def test_utf_16_is_told_and_not_read(tmp_path: Path, name: str) -> None:
    assert reasons(read(tmp_path / name, collection(station()).encode("utf-16"))) == [
        f"{name}: the file is UTF-16; save it as UTF-8"
    ]


def test_a_broken_archive_keeps_what_came_before(tmp_path: Path) -> None:
    rows = HEADER + "".join(f"A{i},cafe,{i / 1e4:.4f},2.5\n" for i in range(5_000))
    found = read(tmp_path / "x.csv.gz", gzip.compress(rows.encode())[:-2_000])
    assert len(good(found)) > 1_000
    assert "cannot be read to its end" in reasons(found)[-1]


def test_bytes_that_are_no_text_cost_their_line_only(tmp_path: Path) -> None:
    found = read(tmp_path / "x.csv", HEADER.encode() + b"A,cafe,1,2\nB\xff,cafe,1,2\nC,cafe,3,4\n")
    assert [place.name for place in good(found)] == ["A", "C"]
    assert "x.csv, line 3: byte 0xff" in reasons(found)[0]


@pytest.mark.parametrize(
    "name", ["urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326", "urn:ogc:def:crs:EPSG::4326", "WGS 84", "CRS84"]
)
def test_a_file_that_says_it_is_wgs_84_is_read(tmp_path: Path, name: str) -> None:
    assert good(read(tmp_path / "x.geojson", collection(station(), crs={"type": "name", "properties": {"name": name}})))


@pytest.mark.parametrize("name", ["EPSG:3857", "urn:ogc:def:crs:EPSG::2263", "EPSG:43260"])
@pytest.mark.parametrize("behind", [False, True])
def test_another_reference_system_is_one_clear_error(tmp_path: Path, name: str, *, behind: bool) -> None:
    crs = {"type": "name", "properties": {"name": name}}
    document = {"type": "FeatureCollection", "features": [station()]}
    content = json.dumps({**document, "crs": crs} if behind else {"crs": crs, **document})
    assert reasons(read(tmp_path / "x.geojson", content)) == [
        f"x.geojson: its coordinates are in {name!r}; convert the file to WGS 84 (EPSG:4326)"
    ]


def test_a_file_of_projected_coordinates_ends_early(tmp_path: Path) -> None:
    rows = "".join(f"A{i},cafe,{4_969_000 + i},-8232000\n" for i in range(500))
    said = reasons(read(tmp_path / "x.csv", HEADER + rows))
    assert len(said) == 21
    assert "look like metres of a projected map" in said[0]
    assert said[-1] == "x.csv: its first 20 coordinates are all projected; the file is not read further"


def test_topojson_is_told_apart(tmp_path: Path) -> None:
    (said,) = reasons(read(tmp_path / "x.json", json.dumps({"type": "Topology", "objects": {}})))
    assert "TopoJSON; convert it to GeoJSON" in said


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ("A,cafe,98.6,3.58", "lie outside -90…90 and -180…180; They look swapped"),
        ("A,cafe,91,200", "lie outside"),
        ("A,cafe,nan,1", "'lat' is 'nan', not a number"),
        ("A,cafe,1,inf", "'lon' is 'inf', not a number"),
        ("A,cafe,1,", "no longitude; give columns 'lat' and 'lon', or a geometry"),
        ("A,cafe,,", "no latitude"),
        ("A,cafe,0,0.0", "latitude 0 and longitude 0"),
        ("A,cafe,north,1", "'lat' is 'north', not a number"),
        ('A,cafe,"3,56","98,66"', "write the decimals after a point"),
        (",cafe,1,2", "no name"),
        ("A,,1,2", "no kind"),
        ("A,cafe,1", "3 values for 4 columns"),
        (f"{'x' * 10_000},cafe,1,2", "'name' has 10,000 characters; at most 300 are kept"),
        ("A\x07B,cafe,1,2", "'name' holds a character that cannot be shown"),
        ("evil\u202egnp,cafe,1,2", "cannot be shown"),
    ],
)
def test_a_row_that_cannot_be_used_says_why(tmp_path: Path, row: str, what: str) -> None:
    assert what in reason(tmp_path, row)


@pytest.mark.parametrize(
    ("column", "value", "what"),
    [
        ("rating", "11", "'rating' is '11'; it is 0 to 5"),
        ("rating", "good", "not a number"),
        ("population", "-4", "'population' is '-4'; it is 0 or more"),
        ("radius_m", "-1", "'radius_m' is '-1'"),
        ("radius_m", "1e12", "it is 0 to 1,000,000"),
    ],
)
def test_amounts_have_their_bounds(tmp_path: Path, column: str, value: str, what: str) -> None:
    assert what in reason(tmp_path, f"A,cafe,1,2,{value}", f"name,kind,lat,lon,{column}\n")


def test_an_outline_with_a_radius_is_two_answers_to_one_question(tmp_path: Path) -> None:
    outline = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}
    (said,) = reasons(read(tmp_path / "x.geojson", collection(feature(outline, name="A", kind="borough", radius_m=5))))
    assert said == "x.geojson, record 1, line 1: an outline and a radius; give one of them"


def test_a_bad_record_carries_its_place_reason_and_name(tmp_path: Path) -> None:
    (bad,) = read(tmp_path / "x.csv", HEADER + "A,cafe,95,1\n")
    assert isinstance(bad, BadRecord)
    assert bad.values["place"] == "x.csv, line 2"
    assert bad.values["name"] == "A"
    assert str(bad.values["reason"]).startswith("latitude 95 and longitude 1 lie outside")
    assert bad.hint


def test_the_rest_of_a_file_lands_beside_a_broken_feature(tmp_path: Path) -> None:
    line = {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}
    found = read(
        tmp_path / "x.geojson",
        collection(
            station(), feature(line, name="Road", kind="street"), "text", feature(point(1, 2), name="B", kind="cafe")
        ),
    )
    assert [place.name for place in good(found)] == ["Bedford Av", "B"]
    assert reasons(found) == [
        "x.geojson, record 2, line 1: a LineString is no place; give a Point, a Polygon or several of one of them",
        "x.geojson, record 3, line 1: a record is an object in braces, not 'text'",
    ]


def test_json_that_breaks_off_keeps_what_came_before(tmp_path: Path) -> None:
    content = collection(station(), station(id=2)).replace("}, {", "},\n{")
    found = read(tmp_path / "x.geojson", content[:-60])
    assert len(good(found)) == 1
    assert reasons(found)[0].startswith("x.geojson, line 2: broken JSON")
    assert reasons(found)[0].endswith("the rest is not read")


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("name;lat;lon\nA;1;2\n", "no ',' between columns in the header"),
        ("name,lat,LAT,lon\nA,1,1,2\n", "two columns 'lat' in the header"),
    ],
)
def test_a_header_that_cannot_be_used_is_one_error(tmp_path: Path, content: str, what: str) -> None:
    (said,) = reasons(read(tmp_path / "x.csv", content))
    assert what in said


def test_an_id_twice_names_the_first(tmp_path: Path) -> None:
    found = read(tmp_path / "x.csv", "id,name,kind,lat,lon\n1,A,cafe,1,2\n1,B,cafe,3,4\n")
    assert len(good(found)) == 1
    assert reasons(found) == ["x.csv, line 3: id '1' from source 'x' stands already in x.csv, line 2"]


def test_a_place_without_an_id_that_comes_again_is_counted_and_left_out(tmp_path: Path) -> None:
    file = tmp_path / "entrances.csv"
    file.write_text(HEADER + "Bedford Av,metro,40.7173,-73.9569\n" * 3)
    reading = read_places([file], SPEC)
    assert len(list(reading)) == 1
    assert reading.notices == ("entrances.csv: rows that repeat a place of the same kind, name and spot, left out: 2",)


def test_repairs_are_told_and_counted(tmp_path: Path) -> None:
    bow = {"type": "Polygon", "coordinates": [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]]}
    open_ring = {"type": "Polygon", "coordinates": [[[10, 10], [12, 10], [12, 12]]]}
    across = {"type": "Polygon", "coordinates": [[[179, -17], [181, -17], [181, -16], [179, -17]]]}
    shapes = [bow, open_ring, across]
    file = tmp_path / "x.geojson"
    file.write_text(collection(*(feature(shape, name=f"A{i}", kind="borough") for i, shape in enumerate(shapes))))
    reading = read_places([file], SPEC)
    assert len(good(list(reading))) == 3
    assert reading.notices == (
        "x.geojson: outlines that crossed themselves, repaired: 1",
        "x.geojson: outlines that were not closed, repaired: 1",
        "x.geojson: outlines that lay across the antimeridian, cut there: 1",
    )


def near_new_york(count: int, seed: int = 1) -> list[tuple[float, float]]:
    dice = random.Random(seed)
    return [(40.7 + dice.uniform(-0.15, 0.15), -73.9 + dice.uniform(-0.15, 0.15)) for _ in range(count)]


def test_a_few_swapped_rows_are_found_by_the_others(tmp_path: Path) -> None:
    spots = near_new_york(60)
    for i in (3, 30, 59):
        spots[i] = spots[i][::-1]
    rows = "".join(f"A{i},cafe,{lat:.4f},{lon:.4f}\n" for i, (lat, lon) in enumerate(spots))
    found = read(tmp_path / "x.csv", HEADER + rows)
    assert len(good(found)) == 57
    assert [said.split(":")[0] for said in reasons(found)] == ["x.csv, line 5", "x.csv, line 32", "x.csv, line 61"]
    assert "look swapped: the other way round it lies amid the rest" in reasons(found)[0]


def test_a_swapped_outline_is_found_too(tmp_path: Path) -> None:
    def box(lon: float, lat: float) -> object:
        corners = [[lon, lat], [lon + 0.01, lat], [lon + 0.01, lat + 0.01], [lon, lat]]
        return feature({"type": "Polygon", "coordinates": [corners]}, name=f"{lon} {lat}", kind="borough")

    found = read(
        tmp_path / "x.geojson", collection(*(box(lon, lat) for lat, lon in near_new_york(20)), box(40.7, -73.9))
    )
    assert len(good(found)) == 20
    assert len(reasons(found)) == 1


def test_a_file_of_the_whole_earth_has_no_swapped_rows(tmp_path: Path) -> None:
    dice = random.Random(2)
    rows = "".join(f"A{i},cafe,{dice.uniform(-85, 85):.4f},{dice.uniform(-180, 180):.4f}\n" for i in range(300))
    assert reasons(read(tmp_path / "x.csv", HEADER + rows)) == []


def test_a_far_place_that_is_no_mirror_of_the_others_stays(tmp_path: Path) -> None:
    rows = "".join(f"A{i},cafe,{lat:.4f},{lon:.4f}\n" for i, (lat, lon) in enumerate(near_new_york(30)))
    assert reasons(read(tmp_path / "x.csv", HEADER + rows + "Medan,cafe,3.59,98.67\n")) == []


def big(file: Path, rows: int) -> tuple[int, int]:
    """A table of so many rows, some of them bad; how many are good and bad."""
    bad = 0
    with file.open("w") as out:
        out.write(HEADER)
        for i in range(rows):
            if i % 97 == 13:
                bad += 1
                out.write(["X,cafe,95,1\n", "X,cafe,,\n", 'X,"cafe,1,2\n', "X\n"][bad % 4])
            else:
                out.write(f"Place {i},cafe,{40 + i / rows:.6f},{-73 - i / rows:.6f}\n")
    return rows - bad, bad


def test_bad_lines_in_a_long_table_cost_only_themselves(tmp_path: Path) -> None:
    file = tmp_path / "long.csv"
    sound, bad = big(file, 5_000)
    found = list(read_places([file], SPEC))
    assert (len(good(found)), len(reasons(found))) == (sound, bad)
    assert places_in([file]) == pytest.approx(5_000, abs=1)


@pytest.mark.slow
def test_a_very_long_table_is_read_as_a_stream(tmp_path: Path) -> None:
    file = tmp_path / "long.csv"
    sound, bad = big(file, 200_000)
    reading = read_places([file], SPEC)
    first = next(reading)
    assert isinstance(first, Place)
    found = [isinstance(one, Place) for one in reading]
    assert (sum(found) + 1, len(found) - sum(found)) == (sound, bad)


def test_the_number_of_places_is_known_before_they_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.geojson").write_text(collection(station(), station(id=2)))
    (tmp_path / "b.csv").write_text(HEADER + "A,cafe,1,2\n")
    (tmp_path / "README.md").write_text("not a file of places")
    assert places_in([tmp_path]) == 4
    assert len(good(read_places([tmp_path], SPEC))) == 3


def test_a_path_that_cannot_be_read_is_an_error_before_anything_is(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("?")
    for path, what in ((tmp_path / "none.csv", "does not exist"), (tmp_path / "a.txt", "has no known format")):
        with pytest.raises(BadInput, match=what):
            read_places([path], SPEC)
    with pytest.raises(BadInput, match="no file in"):
        read_places([tmp_path], SPEC)

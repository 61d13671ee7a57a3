"""Reads Inside Airbnb's listings from files: one JSON object a line, gzipped or not."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.generator import AREA_LEVEL, HOME_LEVEL
from claimtree.errors import BadInput

Row = Mapping[str, Any]
Record = dict[str, Any]

_BATHS = re.compile(r"(\d+(?:\.\d+)?) (?:private )?baths?$")


def airbnb_files(data: Path) -> list[Path]:
    return sorted((*data.glob("airbnb*.jsonl.gz"), *data.glob("airbnb*.jsonl")))


def airbnb_rows(data: Path) -> Iterator[Row]:
    """Yields every listing of the folder, in the order of file names, without duplicate ids."""
    files = airbnb_files(data)
    if not files:
        raise BadInput(
            f"no airbnb*.jsonl or airbnb*.jsonl.gz stands in {data}",
            hint="Give --data the folder of Inside Airbnb's listings, one JSON object a line.",
            values={"folder": str(data)},
        )
    seen: set[str] = set()
    for file in files:
        read = file.read_bytes()
        for line in (gzip.decompress(read) if file.suffix == ".gz" else read).splitlines():
            row = json.loads(line)
            if str(row["id"]) not in seen:
                seen.add(str(row["id"]))
                yield row


def area_of(row: Row) -> str:
    return str(row.get("neighbourhood_cleansed") or row.get("neighbourhood") or "elsewhere")


def prose_records(data: Path) -> list[Record]:
    """Returns the areas, then the listings that have prose, with the full text of their hosts.

    Amenities are left out because they are a list and no prose, and prices because they are per
    night.
    """
    areas: dict[str, Record] = {}
    homes: list[Record] = []
    for row in airbnb_rows(data):
        texts = (str(row.get(column) or "").strip() for column in ("description", "neighborhood_overview"))
        text = "\n".join(part for part in texts if part)
        if str(row.get("description") or "").strip():
            area = area_of(row)
            id = f"area {area}"
            areas.setdefault(id, {"id": id, "level": AREA_LEVEL, "title": area, "source": "airbnb"})
            homes.append({**_columns(row), "parent": id, "text": text})
    return [*areas.values(), *homes]


def _columns(row: Row) -> Record:
    """Returns the structured fields, under the names that the pack reads."""
    found = {
        "id": f"listing-{row['id']}",
        "level": HOME_LEVEL,
        "source": "airbnb",
        "title": str(row.get("name") or ""),
        "bedrooms": row.get("bedrooms"),
        "bathrooms": _bathrooms(row),
        "lat": row.get("latitude"),
        "lon": row.get("longitude"),
    }
    return {name: value for name, value in found.items() if value is not None}


def _bathrooms(row: Row) -> float | None:
    """Returns the bathrooms from "1.5 baths"; None for a shared bath, which is not the home's."""
    found = _BATHS.match(str(row.get("bathrooms_text") or "").strip())
    return float(found[1]) if found else None

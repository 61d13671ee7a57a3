"""What the asker is told about places, in each language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sayings:
    """Sentences with gaps."""

    taken_for: str
    far_away: str
    any_of: str
    each_of: str
    too_many: str
    unknown: str
    unmapped: str
    similar: str
    no_kind: str
    unrated: str
    behind: str
    within: str
    within_kind: str
    beside: str


SAYINGS: Mapping[str, Sayings] = {
    "en": Sayings(
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
    ),
    "id": Sayings(
        taken_for="'{name}' dibaca sebagai {place}.",
        far_away="{place} berjarak {far} dari pusat data.",
        any_of="'{name}' adalah nama {count} tempat, dan salah satunya cukup: {places}. Sebutkan yang dimaksud.",
        each_of="'{name}' adalah nama {count} tempat; yang terdekat dihitung.",
        too_many="Tempat tidak dikenal: '{name}' adalah nama {count} tempat, misalnya {places}. Sebutkan nama lengkap "
        "atau daerahnya.",
        unknown="Tempat tidak dikenal: '{name}' tidak ada di daftar, jadi tidak ada yang bisa dikatakan tentangnya.",
        unmapped="'{name}' tidak ada di peta; hanya isi iklan yang dihitung.",
        similar="Nama yang mirip: {places}.",
        no_kind="Tempat tidak dikenal: tidak ada {kind} yang diketahui di sekitar sini, jadi hanya isi iklan yang "
        "dihitung.",
        unrated="Tidak ada penilaian untuk {kind} di sini, jadi yang mana pun dihitung.",
        behind="Daftar tempat berubah setelah jarak diukur; jarak mungkin yang lama. Jalankan `claimtree places "
        "measure`.",
        within="dalam {far} dari {place}",
        within_kind="dalam {far} dari {kind} terdekat",
        beside="di sebelah {place} ({areas})",
    ),
}


def sayings(language: str) -> Sayings:
    return SAYINGS.get(language, SAYINGS["en"])

"""Fits the bars above which the judge's verdict counts, per claim type, on whole listings (mostly
silence).

    python training/judge/fit_bars.py DATA

asks every labelled wish of the tune half of the listings (docs/judge.md; DATA holds the Airbnb
texts) under each bar of GRID, and picks for each claim type the lowest bar at which the judge's
verdicts are right often enough. A type has few labels, so it borrows PRIOR verdicts from all types
together, at their precision under the same bar. Writes the packs'
calibrations/claimtree-small-3.toml.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from claimtree.calibration.data_rows import read_rows
from claimtree.calibration.halves import Half
from claimtree.model.judging import Bars
from claimtree.model.pack import OTHER_TYPES
from claimtree.model.plans import Basis
from claimtree.packs.find import pack_folder

sys.path.append(str(Path(__file__).parents[2]))

from evals.judge_labels import LabelledListing, is_text, labelled
from evals.judge_listings import ask_all, shown
from evals.judge_rooms import Room, Rooms

EMBEDDER = "claimtree-small-3"
PACKS = ("rentals", "property")
GRID = (0.8, 0.85, 0.9, 0.95)
WANTED = 0.82
"""Precision wanted of the judge alone: rules are more certain, and a user sees the verdicts of
both."""
PRIOR = 4.0
FEWEST = 3
"""Number of its own verdicts that a type needs to differ from the default."""
MAYBE = 0.5

Verdicts = Mapping[tuple[str, str], list[bool]]
"""By pack and claim type, whether each of the judge's verdicts is right."""


@dataclass
class BarredRooms(Rooms):
    """The rooms of the eval, with one bar for every type."""

    bar: float = 0.9

    def of(self, name: str) -> Room:
        if name not in self.opened:
            room = super().of(name)
            bars = Bars(met=self.bar, refuted=self.bar, maybe=MAYBE)
            self.opened[name] = replace(room, pack=replace(room.pack, judged={EMBEDDER: {OTHER_TYPES: bars}}))
        return self.opened[name]


def verdicts(listings: list[LabelledListing], bar: float, cache: Path | None) -> Verdicts:
    found: dict[tuple[str, str], list[bool]] = defaultdict(list)
    rooms = BarredRooms(EMBEDDER, cache, bar=bar)
    for one in map(shown, ask_all(listings, rooms)):
        if one.spoke == Basis.JUDGE:
            found[one.listing.pack, one.type].append(one.right)
    rooms.close()
    return found


def lowest(of: tuple[str, str] | None, by_bar: Mapping[float, Verdicts]) -> float:
    """Returns the lowest sufficient bar for a pack's type, or for all types together."""
    for bar, found in by_bar.items():
        everything = [right for some in found.values() for right in some]
        overall = sum(everything) / max(len(everything), 1)
        own = everything if of is None else found.get(of, [])
        borrowed = 0.0 if of is None else PRIOR
        if (sum(own) + borrowed * overall) / max(len(own) + borrowed, 1.0) >= WANTED:
            return bar
    return GRID[-1]


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    cache = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    texts = [row for _, row in read_rows(Path(sys.argv[1]), is_text, what="Airbnb listings").found]
    listings = [listing for listing in labelled(texts)[0] if listing.half is Half.TUNE]
    by_bar = {bar: verdicts(listings, bar, cache) for bar in GRID}
    default = lowest(None, by_bar)
    for pack in PACKS:
        types = sorted({type for found in by_bar.values() for name, type in found if name == pack and type})
        lines = [
            "# Chosen on whole listings, the tune half of those that were labelled, by training/judge/fit_bars.py:",
            f"# for each type the lowest bar at which {WANTED:.0%} of the judge's verdicts are right, with a prior.",
            "",
            'kind = "judge"',
            f'embedder = "{EMBEDDER}"',
            "",
            "[bars]",
            f"default = {{ met = {default}, refuted = {default}, maybe = {MAYBE}, silence = 0.0 }}",
        ]
        for type in types:
            bar = lowest((pack, type), by_bar)
            seen = by_bar[bar].get((pack, type), [])
            if bar != default and len(seen) >= FEWEST:
                lines.append(f"{type} = {{ met = {bar}, refuted = {bar} }} # {sum(seen)} of {len(seen)} right")
        file = pack_folder(pack) / "calibrations" / f"{EMBEDDER}.toml"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        sys.stdout.write("\n".join([f"--- {pack}", *lines, ""]) + "\n")


if __name__ == "__main__":
    main()

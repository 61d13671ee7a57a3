"""The long tail of a generated world: wordings that no lexicon has, composed from parts.

Each template is a product of four lists, so that a few dozen words make tens of thousands of
phrases that share words the way real ones do: "renovated galley kitchen with walnut cabinets" has
many near neighbours.
"""

from __future__ import annotations

from dataclasses import dataclass


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_STATES = _words(
    "renovated restored original updated bright cosy compact generous spotless freshly-painted well-kept dated "
    "gut-renovated modernised charming sleek rustic airy"
)
_TIMES = ("last spring", "in 2019", "two years ago", "by the owner", "by an architect", "before the last tenant", "")
_WOODS = _words("walnut oak maple birch pine cherry bamboo steel marble granite quartz slate terrazzo brass copper")
_SIDES = (
    "facing the yard", "facing the street", "off the hall", "by the entrance", "at the back", "under the eaves",
    "on the corner", "over the garden", "beside the stairs", "",
)  # fmt: skip
_PLACES = (
    "on the ground floor", "in the cellar", "in the lobby", "on the roof", "next door", "across the courtyard",
    "on every landing", "for residents", "shared by four homes", "opened last year", "",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A product of parts: a wording is one of each, joined by spaces."""

    type: str
    parts: tuple[tuple[str, ...], ...]

    @property
    def size(self) -> int:
        size = 1
        for part in self.parts:
            size *= len(part)
        return size

    def wording(self, index: int) -> str:
        """Returns the index-th combination.

        >>> Template(type="features", parts=(("old", "new"), ("oak floor",))).wording(1)
        'new oak floor'
        """
        words = []
        for part in self.parts:
            index, which = divmod(index, len(part))
            words.append(part[which])
        return " ".join(word for word in words if word)


def _template(type: str, *parts: str | tuple[str, ...]) -> Template:
    split = tuple(tuple(part.split("|")) if isinstance(part, str) else part for part in parts)
    return Template(type=type, parts=split)


HOME = (
    _template(
        "features",
        _STATES,
        _WOODS,
        ("floors|doors|shutters|staircase|mantel|beams|wainscoting|bookshelves|built-ins|window frames|partition"),
        _SIDES,
    ),
    _template(
        "features",
        _STATES,
        "loft|studio|duplex|railroad|corner unit|parlor home|garden home|penthouse|attic home|maisonette|flat",
        (
            "with skylight|with bay window|with alcove|with mezzanine|with fireplace|with foyer|"
            "with pass-through|with pocket doors"
        ),
        _SIDES,
    ),
    _template(
        "amenities",
        "shared|private|keyed|heated|new|small|landscaped|staffed|refurbished|free|paid|members-only",
        (
            "bike room|workshop|playroom|screening room|music room|sauna|greenhouse|herb garden|"
            "barbecue area|dog wash|mail room|lounge|coworking room|freezer locker|tool library"
        ),
        _PLACES,
        "|with a waiting list|with a code|cleaned weekly|closed at night",
    ),
    _template(
        "condition",
        ("plumbing|wiring|windows|roof|facade|boiler|hallway|masonry|insulation|plaster|lintels|entrance door|gutters"),
        "replaced|repaired|patched|inspected|certified|worn|sound|cracked|repainted|overhauled|as built",
        _TIMES,
        "|with permits|under warranty|to a high standard|without fuss",
    ),
    _template(
        "policies",
        (
            "quiet hours|subletting|short stays|instruments|bicycles indoors|balcony grills|"
            "home businesses|roommates|wall painting|aquariums"
        ),
        (
            "by agreement|with notice|case by case|after ten|on weekdays|with a fee|"
            "with board approval|in writing|once a year"
        ),
        "|for long leases|for quiet people|on the upper floors|in summer|up to two|for renewals",
        "|per the house rules|says the super|as of this year",
    ),
    _template(
        "utilities",
        "radiant|baseboard|ducted|split|forced-air|solar|district|gas|electric|geothermal",
        "heating|cooling|hot water|ventilation|floor heating|heat pump|dehumidifier|air filter",
        (
            "metered apart|billed yearly|on a timer|with an app|in each room|serviced yearly|"
            "with a thermostat|paid by the owner"
        ),
        "|since 2021|new this year|on request|in winter",
    ),
)

ROOMS: dict[str, tuple[Template, ...]] = {
    "kitchen": (
        _template(
            "features",
            _STATES,
            "galley|eat-in|open|windowed|corner|farmhouse|u-shaped|chef's|pullman",
            tuple("kitchen with " + wood for wood in _WOODS),
            "cabinets|counters|island|backsplash|shelving|butcher block|breakfast bar",
        ),
        _template(
            "amenities",
            "Bosch|Miele|Smeg|Wolf|Viking|LG|Whirlpool|Fisher|Samsung|Liebherr",
            (
                "gas range|induction hob|wall oven|steam oven|wine fridge|ice maker|range hood|"
                "trash compactor|warming drawer"
            ),
            _STATES[:9],
            "|under the counter|behind panels|by the window|with a long guarantee",
        ),
    ),
    "bedroom": (
        _template(
            "features",
            _STATES,
            "corner|rear|front|attic|garden-side|windowed|square|long|interior",
            tuple("bedroom with " + wood for wood in _WOODS),
            "floor|wardrobe|headboard wall|window seat|shelves|ceiling beams|panelling",
        ),
        _template(
            "features",
            "blackout|double|tall|arched|casement|sash|triple-pane|stained",
            "windows|curtains|shades|blinds|shutters",
            _SIDES,
            "|over the bed|with screens|with a deep sill|opening inward|with locks",
        ),
    ),
    "bathroom": (
        _template(
            "features",
            _STATES,
            "tiled|windowed|marble|mosaic|wet-room|subway-tiled|compact|skylit",
            tuple("bathroom with " + wood for wood in _WOODS),
            "vanity|basin|shower|towel rail|mirror cabinet|threshold|niche",
        ),
        _template(
            "amenities",
            "deep|clawfoot|walk-in|rain|corner|jetted|japanese|low-step",
            "tub|shower|soaking bath|shower bench|bidet|heated rail",
            _STATES[:10],
            "|with a window|with a handheld|behind glass|with a niche",
        ),
    ),
    "living_room": (
        _template(
            "features",
            _STATES,
            "sunken|double-height|L-shaped|parlor|panelled|corner|through|loft-style",
            tuple("living room with " + wood for wood in _WOODS),
            "mantel|floor|bookcases|beams|bar|window bench|columns",
        ),
        _template(
            "features",
            "bay|picture|floor-to-ceiling|arched|french|factory|clerestory",
            "windows|doors|glazing|panes",
            _SIDES,
            "|over the park|with a view of the bridge|with a view of trees|with deep sills|with new seals",
        ),
    ),
    "balcony": (
        _template(
            "features",
            _STATES,
            "wrap-around|recessed|corner|covered|juliet|long|narrow|glazed",
            tuple("balcony with " + wood for wood in _WOODS),
            "decking|rail|planters|bench|screen|awning|table",
        ),
    ),
}

AREA = (
    _template(
        "neighborhood",
        (
            "sleepy|bustling|leafy|cobbled|artsy|industrial|riverside|hilly|low-rise|brownstone|gentle|"
            "gritty|polished|changing"
        ),
        "streets|blocks|avenues|corners|squares|lanes|waterfront|side streets|crossings|courts",
        (
            "with galleries|with markets|with workshops|with schools|with churches|with studios|"
            "with taverns|with nurseries|with old trees|with murals|with depots"
        ),
        "|after dark|on weekends|in summer|at rush hour|all year|before noon",
    ),
    _template(
        "amenities",
        "family-run|famous|late-night|organic|cheap|refined|kosher|vegan|old-school|new|beloved",
        (
            "bakery|greengrocer|butcher|bookshop|cinema|pool|library|farmers market|hardware store|"
            "florist|laundromat|gym|bistro|diner"
        ),
        (
            "around the corner|on the avenue|two blocks away|by the station|facing the park|"
            "under the tracks|on the square"
        ),
        "|open late|closed on Mondays|with outdoor seats|since the fifties|with queues",
    ),
    _template(
        "transport",
        "frequent|slow|express|crowded|night|limited|reliable",
        "bus|ferry|tram|shuttle|bike share|car share|light rail",
        "to downtown|to midtown|to the airport|across the river|to the beach|to campus|along the avenue",
        "|on weekdays|every ten minutes|until midnight|with a transfer|from the corner",
    ),
)

FIRST_NAMES = _words(
    "Ash Beech Birch Bridge Brook Cedar Chestnut Clare Cole Dover East Elder Elm Fair Fern Fox Glen Grand Green "
    "Hazel Heron High Holly Iron Jasper Juniper King Lake Lark Laurel Linden Long Maple Marsh Mill Moss North Oak "
    "Orchard Park Pearl Pine Quarry Queen Raven Reed River Rose Rowan Sage Salt Silver South Spring Stone Swan "
    "Thorn Union Vine Walnut Water West Willow Wood Yarrow"
)
LAST_NAMES = _words("ford wick point side gate field dale bury crest haven mont port view mere ley ton wood bank")
TAILS = (
    "",
    *_words("Heights Hill Park Slope Gardens Village Square Basin Terrace Yards Flats Landing Corner Green Mews"),
)

"""Facts planted in generated homes, so that it is known which homes have them: some are concepts of
the rentals pack, some use words that no lexicon has.

Every wording states the fact fully and certainly. The frames of `wordings` never mention one.
"""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.prose.wordings import parts


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that a home states, denies or does not mention."""

    name: str
    share: float
    """Share of homes that state it."""
    wish: str
    """The wish as a user would write it."""
    says: tuple[str, ...]
    denies: tuple[str, ...] = ()
    known: bool = True
    """Whether the pack has a concept for it."""


def _known(name: str, share: float, wish: str, says: str, denies: str = "") -> Fact:
    return Fact(name=name, share=share, wish=wish, says=parts(says), denies=parts(denies) if denies else ())


def _own(name: str, share: float, wish: str, says: str) -> Fact:
    return Fact(name=name, share=share, wish=wish, says=parts(says), known=False)


KNOWN = (
    _known(
        "dishwasher", 0.42, "a dishwasher",
        "The kitchen has a dishwasher and {color} {fitting}.|There is a dishwasher behind the {wood} panels.|"
        "Dishwasher and {gear} in the kitchen.|The dishwasher sits next to the {gear} and the {gear}.|"
        "A dishwasher and a {gear} are hidden behind {color} {fitting}.|The {state} kitchen has a dishwasher.",
        "There is no dishwasher beside the {gear}.|Sorry, no dishwasher in this {nice} kitchen.",
    ),
    _known(
        "elevator", 0.3, "an elevator",
        "The {era} building has an elevator.|Elevator building with {stuff} {fitting}.|"
        "An elevator with {stuff} {fitting} takes you up.|The elevator is {state} and {extent}.",
        "There is no elevator for your {small}.|No elevator in this {era} building.",
    ),
    _known(
        "dogs allowed", 0.22, "dogs allowed",
        "Dogs are welcome in the {room}.|Dogs allowed by {person} and us.|We gladly allow dogs of {guest}.|"
        "Dog friendly, with towels by the {thing}.|Dogs are welcome and {guest} bring them.",
        "Sorry, no dogs because of the {small}.|Dogs are not allowed near the {thing} or anywhere else.",
    ),
    _known(
        "washer/dryer in unit", 0.35, "in-unit laundry",
        "There is a washer and dryer in the unit {spot}.|In-unit laundry {spot}.|"
        "A washer and dryer in the apartment spare you the trip to the {shop}.|"
        "Behind {color} {fitting} is an in-unit washer and dryer.",
    ),
    _known(
        "private balcony", 0.15, "a private balcony",
        "A private balcony looks over the {sight}.|Step out on the private balcony to {doing}.",
    ),
    _known(
        "hardwood floors", 0.3, "hardwood floors",
        "{nice} hardwood floors throughout.|The hardwood floors were refinished {when} by {person}.|"
        "There are hardwood floors in the {main} and {color} rugs.|{color} walls and hardwood floors in the {room}.",
    ),
    _known(
        "fireplace", 0.1, "a fireplace",
        "There is a fireplace in the {main}.|A {color} fireplace warms the {main}.|"
        "The {main} has a fireplace and {small}.",
    ),
    _known(
        "doorman", 0.08, "a doorman",
        "The {era} building has a doorman.|A doorman greets {guest}.|Doorman building on a {street}.",
    ),
    _known(
        "gym", 0.12, "a gym in the building",
        "There is a {state} gym in the building.|Residents share a gym with {stuff} {fitting}.|"
        "The building has a {light} fitness center.",
        "There is no gym in the building, but {people} run by the {sight}.",
    ),
    _known(
        "swimming pool", 0.06, "a swimming pool",
        "The building has a swimming pool with {color} tiles.|There is a {state} swimming pool for residents.|"
        "Cool off in the swimming pool after {outing}.",
    ),
    _known(
        "roof deck", 0.1, "a roof deck",
        "Residents share a roof deck where they {doing}.|{people} and {people} meet on the roof deck.|"
        "A roof deck with {small} and {small}.",
    ),
    _known(
        "air conditioning", 0.4, "air conditioning",
        "There is air conditioning in the {main} and the {room}.|Air conditioning keeps the {main} cool in {season}.|"
        "Air conditioning, {perk} and {perk}.|The {main} has {state} air conditioning.",
        "There is no air conditioning in this {era} {kind}.",
    ),
    _known(
        "walk-in closet", 0.09, "a walk-in closet",
        "The {extent} bedroom has a walk-in closet.|There is a walk-in closet for your {small}.",
    ),
    _known(
        "bathtub", 0.2, "a bathtub",
        "The {state} bathroom has a bathtub.|There is a bathtub to soak in after {outing}.|"
        "Bathtub with {stuff} {fitting}.|The bathroom has a {color} bathtub and {small}.",
        "The {extent} bathroom has no bathtub.",
    ),
    _known(
        "bike storage", 0.1, "bike storage",
        "There is a bike room {spot}.|Bike storage {spot}.|Indoor bike storage for {guest} and {people}.",
    ),
    _known("EV charging", 0.03, "EV charging", "There is an EV charger {spot}.|EV charging {where} the house."),
    _known("sauna", 0.04, "a sauna", "There is a sauna {spot}.|A {wood} sauna is part of the house."),
    _known(
        "high ceilings", 0.2, "high ceilings",
        "High ceilings and {era} {fitting}.|The {main} has high ceilings and {color} {fitting}.|"
        "Soaring ceilings in the {era} {main}.",
    ),
    _known(
        "exposed brick", 0.12, "exposed brick",
        "Exposed brick and {stuff} {fitting} in the {main}.|An exposed brick wall runs along the {room}.",
    ),
    _known(
        "private entrance", 0.14, "a private entrance",
        "You have a private entrance {spot}.|Private entrance from the {street}.",
    ),
)  # fmt: skip

OWN = (
    _own(
        "piano", 0.03, "a piano to play",
        "An upright piano stands {spot}.|You may play the old {wood} piano in the {main}.|"
        "The baby grand in the {main} is tuned every {season}.",
    ),
    _own(
        "telescope", 0.015, "a telescope for stargazing",
        "A brass telescope points at the stars {spot}.|On clear nights you may use our telescope.|"
        "Look at Saturn through the telescope that {person} {made}.",
    ),
    _own(
        "pottery wheel", 0.01, "a pottery wheel",
        "There is a potter's wheel {spot}, and a kiln two doors down.|Throw a bowl on the pottery wheel in the {room}.",
    ),
    _own(
        "hammock", 0.03, "a hammock to lie in",
        "A hammock hangs {spot}.|Swing in the {color} hammock and {doing}.|"
        "Between two posts hangs a hammock from {abroad}.",
    ),
    _own(
        "aquarium", 0.015, "a fish tank",
        "An aquarium with {color} fish glows {spot}.|The big aquarium in the {room} is fed by {person}.",
    ),
    _own(
        "chickens", 0.01, "hens",
        "{3..9} hens out back lay your breakfast eggs.|Collect fresh eggs from our chicken coop in the morning.",
    ),
    _own(
        "treehouse", 0.008, "a treehouse",
        "A treehouse sits in the {wood} tree out back.|Climb up to the treehouse that {person} {made}.",
    ),
    _own(
        "beehives", 0.01, "beehives",
        "Two beehives out back give us honey in {season}.|"
        "Our bees live behind the house, and there is honey on the table.",
    ),
    _own(
        "darkroom", 0.006, "a darkroom for developing photos",
        "There is a darkroom {spot} where you can develop film.|Photographers may use the darkroom behind the {room}.",
    ),
    _own(
        "stained glass", 0.02, "stained-glass windows",
        "A stained-glass window throws {color} light on the floor.|"
        "The stained glass on the landing is from {1880..1925}.",
    ),
    _own(
        "ping-pong", 0.02, "a ping-pong table",
        "There is a ping-pong table {spot}.|Challenge {person} at table tennis: the table stands ready.",
    ),
    _own(
        "projector", 0.03, "a projector",
        "A projector and a big screen make a cinema of the {room}.|Movie nights are easy with the projector {spot}.",
    ),
    _own(
        "sewing machine", 0.012, "a sewing machine",
        "A {era} sewing machine stands {spot}.|Feel free to use the sewing machine in the {room}.",
    ),
    _own(
        "kayaks", 0.015, "kayaks",
        "Two {color} kayaks are yours to borrow.|Take our kayaks down to the {sight}.",
    ),
    _own(
        "spiral staircase", 0.02, "a spiral staircase",
        "A spiral staircase in {stuff} winds up to the bedroom.|The {color} spiral staircase was {made} by {person}.",
    ),
    _own(
        "jukebox", 0.006, "a working jukebox",
        "The jukebox {spot} still plays {40..200} records.|Drop a dime in our working jukebox.",
    ),
    _own(
        "secret door", 0.008, "a secret door",
        "A bookcase swings open to a hidden room.|Behind the bookcase is a secret door.",
    ),
    _own(
        "pinball", 0.008, "a pinball machine",
        "A {era} pinball machine blinks {spot}.|Try to beat {person} at pinball: the machine is in the {room}.",
    ),
    _own(
        "loom", 0.006, "a weaving loom",
        "A floor loom for weaving stands {spot}.|{person} weaves on the loom in the {room}, and you may try.",
    ),
    _own(
        "koi pond", 0.01, "a koi pond",
        "Koi swim in the little pond out back.|There is a koi pond by the gate.",
    ),
    _own(
        "mural", 0.02, "a mural on the wall",
        "A mural of the {sight} covers one wall of the {room}.|{person} painted the huge mural in the {room}.",
    ),
    _own(
        "drum kit", 0.006, "a drum kit",
        "A drum kit with mesh heads stands {spot}.|Drummers: there is a full drum kit in the {room}.",
    ),
    _own(
        "pizza oven", 0.01, "baking our own pizza",
        "Out back is a wood-fired pizza oven.|Bake your own in the pizza oven that {person} {made}.",
    ),
    _own(
        "chalkboard wall", 0.015, "a chalkboard wall",
        "One wall of the {room} is a chalkboard.|Leave us a drawing on the chalkboard wall {spot}.",
    ),
)  # fmt: skip
"""Facts in words that no lexicon has: a wish for one is judged by its meaning. Where wish and statement share no word
(a fish tank, an aquarium), it takes the second opinion to confirm it, which does so for the surest few only."""

FACTS = (*KNOWN, *OWN)

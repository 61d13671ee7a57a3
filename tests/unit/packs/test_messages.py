"""The messages of a broken pack as its author reads them: what was added or changed, and what is said."""

import re
from collections.abc import Callable

import pytest

from claimtree.errors import PackError
from claimtree.model.amounts import AmountKind
from claimtree.packs import load_pack

Message = Callable[..., str]

YARD = '[names.yard]\ntype = "features"\nlevel = "boat"\nwording = "by {name}"\nother = "open"\n'
WISH = '[[evidence]]\nwish = {{ level = "{}", types = ["*"] }}\n'
RULE = WISH + 'by = {{ level = "boat", types = ["{}"] }}\nproves = {}'
KINDS = [kind.value for kind in AmountKind]

CREW = '[names.crew]\ntype = "features"\nlevel = "boat"\nwording = "sailed by {name}"\nother = "open"\n'
PEOPLE = 'match = "people"\nopen = "person"\n'
KIN = '[relations.parent-of]\nabout = "a"\ninverse = "child-of"\n[relations.child-of]\nabout = "b"\n'

ADDED = {
    "an inverse that does not exist": (
        '[relations.parent-of]\nabout = "x"\ninverse = "child-of"',
        "relations.parent-of.inverse: no relation 'child-of' (have: parent-of)",
    ),
    "an inverse of a symmetric relation": (
        '[relations.twin-of]\nabout = "x"\nsymmetric = true\ninverse = "like"\n[relations.like]\nabout = "y"',
        "relations.twin-of.inverse: a symmetric relation has no inverse: it is the same from both ends",
    ),
    "a symmetric relation as an inverse": (
        '[relations.near]\nabout = "x"\ninverse = "beside"\n[relations.beside]\nabout = "y"\nsymmetric = true',
        "relations.near.inverse: 'beside' is symmetric, and so has no inverse",
    ),
    "a relation that is its own inverse": (
        '[relations.near]\nabout = "x"\ninverse = "near"',
        "relations.near.inverse: is the relation itself; write symmetric = true",
    ),
    "an inverse that another relation has": (
        KIN + '[relations.maker-of]\nabout = "c"\ninverse = "child-of"',
        "relations.maker-of.inverse: 'child-of' is the inverse of 'parent-of'",
    ),
    "two relations of one name, nearly": (
        KIN + '[relations.child_of]\nabout = "c"',
        "relations.child_of: is too like 'child-of': choose '-' or '_'",
    ),
    "a wording of two relations": (
        KIN + '[relations.cites]\nabout = "c"\nsays = ["Child  of"]',
        "relations.cites.says: 'Child  of' is a wording of 'child-of' too",
    ),
    "a wording of both directions": (
        '[relations.cites]\nabout = "c"\nsays = ["named by"]\nsaid_back = ["named by"]',
        "relations.cites.said_back: 'named by' is a wording of 'cites' too",
    ),
    "a wording back where there is an inverse": (
        '[relations.cites]\nabout = "c"\nsaid_back = ["told by"]\n[relations.cited-by]\nabout = "d"\ninverse = "cites"',
        "relations.cites.said_back: belongs to says of 'cited-by', which is the other direction",
    ),
    "a relation's name": (
        '[relations."Parent of"]\nabout = "x"',
        "relations.'Parent of': must be lower-case letters, digits, '-' and '_', not 'Parent of'",
    ),
    "a field where relations stand": (
        KIN + '[fields.relations]\nlevel = "boat"\nread = true',
        "fields.relations: is the column of relations, which this pack declares",
    ),
    "a way to compare names": (
        CREW + 'match = "fuzzy"',
        "names.crew.match: must be 'exact' or 'people', not 'fuzzy'",
    ),
    "people who are places": (
        CREW + 'match = "people"\nopen = "in"',
        "names.crew.open: must be 'person' or empty for names of people, not 'in'",
    ),
    "people who lie in something": (
        CREW
        + 'match = "people"\nentries = { "Ida Lund" = [], "Bo Lund" = [] }\nwithin = { "Ida Lund" = "crew:Bo Lund" }',
        "names.crew.within: names of people lie in nothing; leave it out",
    ),
    "a person who is compared as a place": (
        CREW + 'open = "person"',
        "names.crew.open: 'person' needs match = 'people'",
    ),
    "two kinds of unlisted people": (
        CREW + PEOPLE + CREW.replace("crew", "owner") + PEOPLE,
        "names.owner.open: people that no list has are names of 'crew' already",
    ),
    "a key that does not exist": (
        '[types.size]\nabout = "x"\nlevels = ["boat"]\nunit = "m"',
        (
            "types.size.unit: no such key (have: about, levels, examples, called, firm, loosened_last, rules, "
            "weight, threshold)"
        ),
    ),
    "a missing key": ('[types.size]\nabout = "x"', "types.size.levels: is missing"),
    "text for a number": (
        '[types.size]\nabout = "x"\nlevels = ["boat"]\nweight = "high"',
        "types.size.weight: must be a number, not 'high'",
    ),
    "a weight over one": (
        '[types.size]\nabout = "x"\nlevels = ["boat"]\nweight = 1.5',
        "types.size.weight: must be at most 1, not 1.5",
    ),
    "infinity": (
        '[units]\nft = { kind = "distance", unit = "m", factor = inf }',
        "units.ft.factor: must be a finite number, not inf",
    ),
    "curves where they once stood": (
        "[curves.bge]\ndefault = { slope = 12, offset = -7 }",
        "curves: stands in a file of its own, calibrations/EMBEDDER.toml",
    ),
    "a key that has another name now": (
        '[concepts.sail]\ntype = "features"\nlisting_only = ["jib"]',
        "concepts.sail.listing_only: is called document_only now",
    ),
    "a kind of amount that does not exist": (
        '[units]\nkg = { kind = "mass", unit = "kg" }',
        f"units.kg.kind: must be {', '.join(map(repr, KINDS[:-1]))} or {KINDS[-1]!r}, not 'mass'",
    ),
    "a factor of nothing": (
        '[units]\nft = { kind = "distance", unit = "m", factor = 0 }',
        "units.ft.factor: must be more than 0, not 0",
    ),
    "a type's level": (
        '[types.size]\nabout = "x"\nlevels = ["boat", "room"]',
        "types.size.levels[2]: no level 'room' (have: harbour, boat)",
    ),
    "a concept's type": (
        '[concepts."two masts"]\ntype = "rig"',
        "concepts.'two masts'.type: no claim type 'rig' (have: features, price)",
    ),
    "a concept's level": (
        '[concepts.sail]\ntype = "features"\nlevels = ["room"]',
        "concepts.sail.levels[1]: no level 'room' (have: harbour, boat)",
    ),
    "a concept's type at a level": (
        '[concepts.sail]\ntype = "features"\ntype_at = { boat = "rig" }',
        "concepts.sail.type_at.boat: no claim type 'rig' (have: features, price)",
    ),
    "a concept's facet": (
        '[concepts.sail]\ntype = "features"\nfacet = "mast"',
        "concepts.sail.facet: no facet 'mast' (have: deck)",
    ),
    "an implied concept": (
        '[concepts.sail]\ntype = "features"\nimplies = { "mast" = 0.9 }',
        "concepts.sail.implies.mast: no concept 'mast' (have: cabin, cost, sail)",
    ),
    "an excluded concept": (
        '[concepts.sail]\ntype = "features"\nexcludes = { "motor" = 0.9 }',
        "concepts.sail.excludes.motor: no concept 'motor' (have: cabin, cost, sail)",
    ),
    "a concept that implies itself": (
        '[concepts.sail]\ntype = "features"\nimplies = { "sail" = 0.9 }',
        "concepts.sail.implies.sail: leads from a concept to itself",
    ),
    "implied and excluded": (
        '[concepts.sail]\ntype = "features"\nimplies = { cabin = 0.9 }\nexcludes = { cabin = 0.9 }',
        "concepts.sail.excludes.cabin: is implied and excluded at once",
    ),
    "fixed amounts of no amount": (
        '[concepts.sail]\ntype = "features"\nfixed = { "sloop" = 1 }',
        "concepts.sail.fixed: states amounts, but the concept has no amount",
    ),
    "least over most": (
        '[concepts.sail]\ntype = "features"\namount = { kind = "count", least = 5, most = 2 }',
        "concepts.sail.amount: least 5 is more than most 2",
    ),
    "one saying of two concepts": (
        '[concepts.cuddy]\ntype = "features"\nsays = ["A  Cabin", "Cabin"]',
        "concepts.cuddy.says: 'Cabin' is under says of concept 'cabin' too",
    ),
    "said of one and denied of another": (
        '[concepts.open]\ntype = "features"\ndenies = ["cabin"]',
        "concepts.open.denies: 'cabin' is under says of concept 'cabin' too",
    ),
    "a facet's level": (
        '[facets.mast]\nlevel = "part"',
        "facets.mast.level: no level 'part' (have: harbour, boat)",
    ),
    "a label of no level": (
        '[level_labels]\nship = { icon = "home" }',
        "level_labels.ship: no level 'ship' (have: harbour, boat)",
    ),
    "a label without a word for many": (
        '[level_labels.boat]\nnames = { en = ["boat"] }',
        'level_labels.boat.names.en: takes two names, as ["boat", "boats"]',
    ),
    "a label in no language": (
        '[level_labels.boat]\nnames = { english = ["boat", "boats"] }',
        "level_labels.boat.names.english: no language 'english' (have: en, id)",
    ),
    "a label with no icon of ours": (
        '[level_labels]\nboat = { icon = "hmoe" }',
        "level_labels.boat.icon: no icon 'hmoe' (have: area, buildings, home, room, thing)",
    ),
    "a level's nouns": ('[nouns]\nship = ["ship"]', "nouns.ship: no level 'ship' (have: harbour, boat)"),
    "a name's wording": (
        '[names.yard]\ntype = "features"\nlevel = "boat"\nwording = "built"\nother = "open"',
        "names.yard.wording: has no {name} in it: 'located in {name}'",
    ),
    "what another name says": (
        '[names.yard]\ntype = "features"\nlevel = "boat"\nwording = "by {name}"\nother = "denies"',
        "names.yard.other: must be 'refutes' or 'open', not 'denies'",
    ),
    "a name within no kind": (
        YARD + 'entries = { "Abel" = [] }\nwithin = { "Abel" = "Kiel" }',
        "names.yard.within.Abel: 'Kiel' names no kind; write 'kind:name'",
    ),
    "a name within an unknown kind": (
        YARD + 'entries = { "Abel" = [] }\nwithin = { "Abel" = "city:Kiel" }',
        "names.yard.within.Abel: no kind of name 'city' (have: harbour, yard)",
    ),
    "a name within an unknown name": (
        YARD + 'entries = { "Abel" = [] }\nwithin = { "Abel" = "harbour:Bremen" }',
        "names.yard.within.Abel: no harbour 'Bremen' (have: Kiel, Laboe)",
    ),
    "an alias of two names": (
        YARD + 'entries = { "Abel" = ["A&S"], "Arends" = ["a&s"] }',
        "names.yard.entries.Arends: 'a&s' stands for 'Abel' already",
    ),
    "a field's concept": (
        '[fields.masts]\nlevel = "boat"\nconcept = "masts"',
        "fields.masts.concept: no concept 'masts' (have: cabin, cost)",
    ),
    "a field's values": (
        '[fields.kind]\nlevel = "boat"\nvalues = { cruiser = "cabins" }',
        "fields.kind.values.cruiser: no concept 'cabins' (have: cabin, cost)",
    ),
    "a field's kind of name": (
        '[fields.port]\nlevel = "boat"\nname = "port"',
        "fields.port.name: no kind of name 'port' (have: harbour)",
    ),
    "a field's level": (
        '[fields.note]\nlevel = "part"\nread = true',
        "fields.note.level: no level 'part' (have: harbour, boat)",
    ),
    "a field of two minds": (
        '[fields.cost]\nlevel = "boat"\nconcept = "cost"\nread = true',
        "fields.cost: needs exactly one of concept, values, name, read, items (has concept, read)",
    ),
    "a field of none": (
        '[fields.cost]\nlevel = "boat"',
        "fields.cost: needs exactly one of concept, values, name, read, items (has none)",
    ),
    "a child's level": (
        '[children.parts]\nlevel = "part"\nfacet = "kind"',
        "children.parts.level: no level 'part' (have: harbour, boat)",
    ),
    "a bare amount's kind": (
        '[bare]\nprice = "cost"',
        f"bare.price: no kind of amount 'price' (have: {', '.join(KINDS)}, number)",
    ),
    "a bare amount's concept": (
        '[bare]\nmoney = "price"',
        "bare.money: no concept 'price' (have: cabin, cost)",
    ),
    "a bare amount of another kind": (
        '[bare]\n"area/m2" = "cost"',
        "bare.'area/m2': concept 'cost' has no amount of kind 'area'",
    ),
    "evidence for an unknown level": (
        RULE.format("part", "price", 1),
        "evidence[1].wish.level: no level 'part' (have: harbour, boat)",
    ),
    "evidence by an unknown type": (
        RULE.format("boat", "rig", 1),
        "evidence[1].by.types[1]: no claim type 'rig' (have: features, price)",
    ),
    "a discount over one": (
        RULE.format("boat", "price", 2),
        "evidence[1].proves: must be at most 1, not 2",
    ),
}

CHANGED = {
    "two roots": (
        {'boat = "harbour"': 'boat = ""'},
        "levels: two roots, 'harbour' and 'boat'; levels form one chain from one root",
    ),
    "no root": (
        {'harbour = ""': 'harbour = "boat"'},
        "levels: no root, a level with the parent ''; levels form one chain from one root",
    ),
    "an unknown parent": (
        {'boat = "harbour"': 'boat = "harbour", cabin = "ship"'},
        "levels.cabin: no level 'ship' (have: harbour, boat, cabin)",
    ),
    "two children": (
        {'boat = "harbour"': 'boat = "harbour", crane = "harbour"'},
        "levels.crane: 'harbour' has two children, 'boat' and 'crane'; levels form one chain",
    ),
    "a circle beside the chain": (
        {'boat = "harbour"': 'boat = "harbour", egg = "hen", hen = "egg"'},
        "levels: egg, hen contain each other in a circle",
    ),
    "answers at no level": (
        {'answers = "boat"': 'answers = "ship"'},
        "answers: no level 'ship' (have: harbour, boat)",
    ),
    "a default type that does not exist": (
        {'default_type = "features"': 'default_type = "feature"'},
        "default_type: no claim type 'feature' (have: features, price)",
    ),
    "a weight for no level": (
        {"default_type": "level_weights = { harbour = 0.5, boat = 0.5, ship = 0.1 }\ndefault_type"},
        "level_weights.ship: no level 'ship' (have: harbour, boat)",
    ),
    "a level without weight": (
        {"default_type": "level_weights = { boat = 0.5 }\ndefault_type"},
        "level_weights: no weight for level 'harbour'",
    ),
    "demo data that is not there": (
        {"default_type": 'demo = ["demo/boats.jsonl"]\ndefault_type'},
        "demo[1]: no file 'demo/boats.jsonl' in the pack's folder",
    ),
    "demo data from elsewhere": (
        {"default_type": 'demo = ["../secret.jsonl"]\ndefault_type'},
        "demo[1]: '../secret.jsonl' lies outside the pack's folder",
    ),
    "a word file that is not there": (
        {"default_type": 'words = ["words.toml"]\ndefault_type'},
        "words[1]: no file 'words.toml' in the pack's folder",
    ),
    "a version that is no number": (
        {"version = 1": 'version = "one"'},
        "version: must be a whole number, not 'one'",
    ),
    "true for a number": ({"version = 1": "version = true"}, "version: must be a whole number, not true"),
    "a name with spaces": (
        {'name = "boats"': 'name = "My boats"'},
        "name: must be lower-case letters, digits, '-' and '_', not 'My boats'",
    ),
    "a table for a list": (
        {"default_type": "queries = { a = 1 }\ndefault_type"},
        "queries: must be a list, not a table",
    ),
    "empty text": ({'title = "Boats"': 'title = ""'}, "title: is empty"),
    "a value left out": ({'title = "Boats"': "title = "}, "line 5, column 9: invalid value"),
}


@pytest.mark.parametrize(("added", "said"), ADDED.values(), ids=ADDED)
def test_an_addition_that_is_wrong_is_named_with_file_key_and_what_exists(
    message: Message, added: str, said: str
) -> None:
    assert message(added) == f"boats/pack.toml: {said}"


@pytest.mark.parametrize(("change", "said"), CHANGED.values(), ids=CHANGED)
def test_a_change_that_is_wrong_is_named_with_file_key_and_what_exists(
    message: Message, change: dict[str, str], said: str
) -> None:
    assert message(change=change) == f"boats/pack.toml: {said}"


WORDS = {"default_type": 'words = ["words.toml"]\ndefault_type'}


def test_a_key_in_two_files_names_both(message: Message) -> None:
    said = message(change=WORDS, words='[concepts.cabin]\ntype = "features"')
    assert said == "boats/words.toml: concepts.cabin: is defined in boats/pack.toml already"


def test_a_problem_in_a_word_file_names_that_file(message: Message) -> None:
    said = message(change=WORDS, words='[concepts.sail]\ntype = "rig"')
    assert said == "boats/words.toml: concepts.sail.type: no claim type 'rig' (have: features, price)"


def test_a_word_file_holds_words_only(message: Message) -> None:
    said = message(change=WORDS, words="[types.rig]\nabout = 'x'")
    assert said.startswith("boats/words.toml: types: no such key (have: concepts, facets, names,")


def test_a_word_file_is_read_once(message: Message) -> None:
    said = message(change={"default_type": 'words = ["a.toml", "./a.toml"]\ndefault_type'}, a="")
    assert said == "boats/pack.toml: words[2]: './a.toml' is read twice"


def test_names_that_lie_within_each_other_are_refused(message: Message) -> None:
    kind = '[names.{0}]\ntype = "features"\nlevel = "boat"\nwording = "{{name}}"\nother = "open"\n'
    kind += 'entries = {{ "{0}" = [] }}\nwithin = {{ "{0}" = "{1}:{1}" }}\n'
    said = message(kind.format("egg", "hen") + kind.format("hen", "egg"))
    assert said.startswith("boats/pack.toml: names.egg.within.egg: lies within itself")


def test_all_problems_are_told_at_once(message: Message) -> None:
    said = message('[concepts.sail]\ntype = "rig"\nfacet = "mast"\nlevels = ["part"]')
    assert said == (
        "boats/pack.toml: concepts.sail.type: no claim type 'rig' (have: features, price)\n"
        "and 2 more:\n"
        "  boats/pack.toml: concepts.sail.levels[1]: no level 'part' (have: harbour, boat)\n"
        "  boats/pack.toml: concepts.sail.facet: no facet 'mast' (have: deck)"
    )


def test_of_hundreds_of_problems_a_dozen_are_shown(write: Callable[..., str]) -> None:
    many = "\n".join(f'[concepts.c{n}]\ntype = "rig"' for n in range(300))
    with pytest.raises(PackError) as caught:
        load_pack(write(many))
    assert caught.value.message.endswith("… 287 not shown")
    assert len(caught.value.message.splitlines()) == 15
    problems = caught.value.values["problems"]
    assert isinstance(problems, tuple)
    assert len(problems) == 300


def test_of_many_names_the_nearest_are_shown(message: Message) -> None:
    many = "\n".join(f'[concepts."sail number {n}"]\ntype = "features"' for n in range(30))
    said = message(many + '\n[fields.x]\nlevel = "boat"\nconcept = "sail nmber 7"')
    assert re.search(r"no concept 'sail nmber 7' \(nearest of 32: sail number 7, ", said)

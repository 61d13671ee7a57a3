"""The words of the generated prose: frames and slots in the style of hosts.

A frame is a sentence with slots, `{wood}`; the filling of a slot may have slots itself, and
`{2..9}` is a number in that range. The first fillings of a slot are common and the last are rare,
as words are. About half of them use words that the rentals pack knows, the other half words that no
lexicon has. The contents of `FACTS` occur nowhere else, so that it is known which homes have them:
see `planted`.
"""

from __future__ import annotations

from collections.abc import Mapping


def parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.replace("\n", " ").split("|"))


SLOTS: Mapping[str, tuple[str, ...]] = {
    name: parts(text)
    for name, text in {
        # --- adjectives, materials, people and times
        "nice": (
            "lovely|charming|beautiful|comfortable|stylish|cheerful|elegant|gorgeous|inviting|tasteful|delightful|"
            "pretty|handsome|homely|warm|welcoming|unpretentious|honest|playful|understated|photogenic|whimsical|"
            "offbeat|soulful|idiosyncratic|good-humored|storybook|no-nonsense|slightly eccentric|lived-in"
        ),
        "state": (
            "newly renovated|recently updated|freshly painted|well kept|spotless|restored|remodeled|refurbished|"
            "carefully maintained|rebuilt|redecorated|lightly worn|lovingly repaired|half-restored|repointed|"
            "replastered|brought back to life|gently modernized|stripped back to its bones|patched up by hand"
        ),
        "extent": (
            "spacious|large|cozy|compact|roomy|generous|small|airy|huge|petite|snug|oversized|narrow but tall|"
            "deceptively deep|oddly shaped|wedge-shaped|tall and slim|square"
        ),
        "kind": (
            "apartment|flat|condo|loft|duplex|townhouse|studio|brownstone|garden apartment|row house|carriage house|"
            "walk-through|triple-decker flat|cottage|former schoolhouse|converted stable|old print works|"
            "onetime pharmacy|ex-firehouse|former bakery|coach house|sail loft|old telephone exchange|"
            "parsonage|boathouse|weaver's house|former chapel|old creamery|tannery conversion|signal house"
        ),
        "light": (
            "bright|sunny|sun-filled|light and airy|sun-drenched|golden in the late afternoon|softly lit|"
            "full of morning light|dappled by the plane trees|lit from two sides|luminous|mellow"
        ),
        "color": (
            "white|gray|navy|sage|cream|charcoal|mustard|teal|terracotta|forest green|dusty pink|ochre|slate|"
            "burgundy|pistachio|indigo|oxblood|eggshell|copper|duck-egg|saffron|bottle green|plum|sand|rust|"
            "midnight blue|lichen|butter yellow|smoke|apricot"
        ),
        "wood": (
            "oak|walnut|pine|maple|cherry|birch|teak|mahogany|ash|elm|cedar|beech|bamboo|driftwood|larch|"
            "reclaimed barn wood|bog oak|poplar|sycamore|hickory|olive wood|chestnut"
        ),
        "stuff": (
            "linen|leather|velvet|brass|marble|granite|quartz|concrete|zinc|terrazzo|slate|rattan|corduroy|wool|"
            "copper|limestone|soapstone|cork|enamel|cane|mohair|boucle|travertine|hammered tin|canvas|jute|"
            "horsehair|bakelite|wrought iron|perforated steel"
        ),
        "era": (
            "mid-century|Victorian|vintage|antique|art deco|Scandinavian|1970s|Edwardian|Georgian|bauhaus|1920s|"
            "colonial|shaker|postmodern|arts-and-crafts|1950s|Danish|Biedermeier|brutalist|Gothic revival|"
            "farmhouse|1930s|Memphis-style|Regency|nautical"
        ),
        "person": (
            "my grandmother|the previous owner|my late uncle|a friend of ours|a local carpenter|my sister|"
            "the architect next door|our neighbor Tomas|a retired sea captain|my father|an old tenant|"
            "a set designer|the family upstairs|my aunt Rosalind|a ceramicist we know|a luthier|my business partner|"
            "two art students|a bookbinder|the man from the hardware store|my brother-in-law|a stonemason|"
            "a puppet maker|the former concierge's son|a clockmaker|our son|an upholsterer from the next block|"
            "a botanist|the lady at number {2..88}|a trombonist|my old professor|a beekeeping cousin|a blacksmith"
        ),
        "made": (
            "built|picked|restored|found at a flea market|painted|hand-carved|brought back from {abroad}|"
            "rescued from a skip|designed|left behind|inherited|welded together|upholstered|bartered for|"
            "stitched|salvaged from a ferry|won in a raffle|bought at auction|drew up on a napkin|"
            "spent {2..7} winters on|varnished|shipped over in a crate|traded for a bicycle"
        ),
        "abroad": (
            "Portugal|Mexico|Japan|Morocco|Vermont|Sicily|Denmark|Oaxaca|Istanbul|Nova Scotia|Lisbon|Kyoto|Peru|"
            "Scotland|Brittany|Georgia|Tangier|Maine|Crete|Iceland|Lapland|Senegal|Hanoi|Valparaíso|Galway"
        ),
        "season": (
            "summer|winter|spring|autumn|the evening|the morning|late afternoon|the rainy months|"
            "October|foggy weather|a heat wave|the first warm days|January|snow season|the small hours"
        ),
        "when": (
            "last year|in 2019|this spring|two years ago|in 2021|last fall|during the lockdown|in the nineties|"
            "a decade ago|over three summers|in 2016|after the flood|last March|in 2023|when we moved in|"
            "bit by bit since 2011|before the baby came|right after we bought it|back in 1987|in one mad month"
        ),
        # --- parts of a home
        "room": (
            "living room|bedroom|kitchen|bathroom|dining room|hallway|main bedroom|second bedroom|den|"
            "sitting room|entry hall|guest room|alcove|stairwell|upstairs landing|box room|reading nook|mudroom|"
            "dressing area|vestibule|little room at the back"
        ),
        "main": "living room|kitchen|bedroom|dining area|sitting room|main room|den|master bedroom|parlor|front room",
        "thing": (
            "sofa|armchair|table|desk|rug|lamp|bookcase|mirror|dining table|coffee table|bench|wardrobe|dresser|"
            "sideboard|cabinet|daybed|headboard|stools|chandelier|nightstands|rocking chair|console|chest|"
            "ottoman|writing desk|pendant lamps|quilt|tapestry|coat rack|china cabinet|folding screen|hat stand|"
            "drinks trolley|wall clock|umbrella stand|apothecary chest|milking stool|barber's chair|trunk|"
            "cinema seats|church pew|library steps|globe|weathervane|typewriter|singer's stool|plan chest|"
            "pommel horse|barometer|shop counter"
        ),
        "fitting": (
            "cabinets|counters|shelves|tiles|doors|window frames|backsplash|sink|faucets|paneling|shutters|"
            "banister|light fixtures|moldings|baseboards|door handles|countertops|worktop|drawers|switches|"
            "skirting|lintels|hooks|hinges|cornices|grilles|radiator covers|transoms|newel post|dado rail"
        ),
        "small": (
            "cookbooks|board games|throw pillows|house plants|candles|mugs|picture frames|postcards|baskets|"
            "paperbacks|ferns|cushions|maps|vases|jigsaw puzzles|seashells|photographs|comic books|teapots|"
            "blankets|travel guides|old radios|cacti|tin toys|botanical prints|bird feeders|wind chimes|"
            "theater posters|chess sets|snow globes|field guides|sea charts|music scores|matchboxes|fossils|"
            "kites|spice jars|marionettes|embroidery hoops|slide rules|decoys|opera glasses|bobbins|keys"
        ),
        "spot": (
            "by the window|in the corner|along the wall|under the stairs|by the door|at the end of the hall|"
            "next to the sofa|over the table|behind the door|in the alcove|above the bed|beside the sink|"
            "on the landing|between the windows|under the eaves|opposite the bed|where the pantry used to be|"
            "at the top of the steps|in the bay|below the clock|against the chimney breast|around the column|"
            "in what used to be the coal hole|two steps up|on the sill|behind a curtain|beneath the map"
        ),
        "sleep": (
            "queen bed|king bed|full-size bed|queen-size bed|two twin beds|sofa bed|memory foam mattress|"
            "firm queen bed|futon|day bed|trundle bed|pull-out couch|queen mattress|box-spring double|"
            "four-poster|cabin bed|sleigh bed"
        ),
        "gear": (
            "microwave|coffee maker|gas stove|full-size fridge|toaster|kettle|oven|espresso machine|freezer|"
            "refrigerator|blender|rice cooker|electric stove|cast-iron pan|knife block|stand mixer|slow cooker|"
            "pressure cooker|waffle iron|spice rack|French press|ice bucket|salad spinner|moka pot|pasta machine|"
            "mortar and pestle|fish kettle|wok burner|pizza stone|juicer|copper pot|fondue set|yogurt maker|"
            "tagine|bread bin|nutcracker|apple peeler|oyster knife"
        ),
        "perk": (
            "fast wifi|smart TV|hair dryer|fresh linens and towels|cable TV|iron and board|blackout curtains|"
            "ceiling fan|smoke detector|plush towels|keyless entry|board games|workspace|free wifi|luggage storage|"
            "toiletries|shampoo|phone charger|extra blankets|first aid kit|reading lamps|hangers|sound machine|"
            "yoga mat|beach towels|picnic basket|guidebook|umbrellas|full-length mirror|dimmer switches|"
            "noise-proof windows|clothes rack|sewing kit|desk lamp|HDMI cable|ethernet port|alarm clock|"
            "bathrobes|slippers|lint roller|lap desk|clothes steamer|local newspapers|library card|metro card|"
            "ear plugs|night light|trouser press|magnifying mirror|travel adapters|cool box|rain boots to borrow"
        ),
        # --- surroundings
        "shop": (
            "coffee shops|restaurants|grocery store|bakery|bars|supermarket|pharmacy|shops|farmers market|bookstore|"
            "deli|cafes|laundromat|wine shop|hardware store|butcher|ice cream parlor|diner|cinema|fishmonger|"
            "flower stall|taqueria|noodle bar|cheese counter|bagel place|thrift store|record shop|barber|"
            "nail salon|tea house|crepe stand|pierogi kitchen|oyster shack|chess cafe|dosa cart|print shop|"
            "cobbler|key cutter|dumpling counter|typewriter repair|fabric store|falafel window|pie shop|"
            "microbrewery|ramen bar|comic store|bait shop|halal cart|stationer|spice merchant"
        ),
        "sight": (
            "park|river|museum|library|waterfront|university|square|stadium|hospital|market hall|church|"
            "community garden|art gallery|playground|old bridge|convention center|botanic garden|ferry landing|"
            "theater|boardwalk|canal|reservoir|courthouse|drawbridge|observatory|aqueduct|cathedral|zoo|"
            "velodrome|lighthouse|shipyard|opera house|arsenal|planetarium|rowing club|old gasworks|"
            "water tower|racecourse|salt marsh|clock tower|sculpture park|windmill|causeway"
        ),
        "transit": (
            "subway|train station|bus stop|metro|light rail|commuter rail|ferry|express bus|tram|bike share dock|"
            "airport shuttle|green line|red line|crosstown bus|trolley|water taxi|night bus|cable car"
        ),
        "street": (
            "quiet street|tree-lined street|side street|busy avenue|cobbled lane|dead-end street|leafy block|"
            "one-way street|brick sidewalk|corner lot|narrow alley|broad boulevard|cul-de-sac|steep hill|"
            "mews|gaslit passage|terraced row|gravel drive|crescent"
        ),
        "feel": (
            "quiet|lively|safe|residential|walkable|friendly|vibrant|historic|up-and-coming|laid-back|trendy|"
            "artsy|diverse|sleepy|bohemian|bookish|salty|ramshackle|genteel|neighborly|village-like|scruffy|"
            "unhurried|musical|well-heeled|windswept|polyglot|old-fashioned|studious|unpolished"
        ),
        "people": (
            "flower sellers|joggers|students|musicians|rowers|chess players|street artists|commuters|gardeners|"
            "skateboarders|old-timers|anglers|joiners|nurses|dancers|stamp collectors|bell ringers|crossword fans|"
            "pigeon keepers|rope makers|cyclists|poets|drummers|lawn bowlers|accordion players|dockworkers"
        ),
        "event": (
            "street fair|farmers market|jazz night|open-air cinema|flea market|block party|lantern parade|regatta|"
            "book swap|pumpkin contest|chili cook-off|kite festival|brass band contest|poetry slam|night market|"
            "chess tournament|plant sale|soapbox race|film festival|harvest dinner|fish auction|tango evening|"
            "ghost tour|cheese rolling|craft market|bicycle polo game"
        ),
        "day": "Saturday|Sunday|weekend|Thursday|Friday night|summer evening|Wednesday|first Sunday of the month",
        "where": (
            "{2..15} minutes from|a short walk from|steps from|close to|around the corner from|two blocks from|"
            "a {5..25}-minute walk to|across from|near|walking distance to|{3..12} minutes on foot from|"
            "just behind|a stone's throw from|one stop from|halfway between the river and|uphill from|"
            "a lazy stroll from|downwind of|within earshot of"
        ),
        "area": "{first}{last}|{first}{last} {tail}|{first} {tail}",
        "first": (
            "Ash|Birch|Bridge|Cedar|Dover|Elm|Fern|Glen|Heron|Juniper|Linden|Marsh|Mill|Orchard|Pearl|Quarry|"
            "Raven|Rowan|Salt|Silver|Swan|Thorn|Vine|Willow|Yarrow|Amber|Barrow|Cinder|Falcon|Gable"
        ),
        "last": "ford|wick|point|side|gate|field|dale|bury|crest|haven|mont|port|mere|ley|ton|bank",
        "tail": "Heights|Hill|Park|Square|Gardens|Village|Terrace|Landing|Green|Yards|Flats|Corner",
        # --- guests, and what they do there
        "guest": (
            "couples|business travelers|solo travelers|small groups|visiting nurses|remote workers|friends|"
            "weekend visitors|medical residents|night owls|early birds|book lovers|film crews|wedding guests|"
            "marathon runners|visiting professors|home cooks|bird watchers|actors in town for a run|"
            "doctoral students|people between homes|conference goers|museum lovers|jet-lagged friends"
        ),
        "doing": (
            "unwind|relax|work|cook|read|watch the boats|write|have breakfast|plan the day|stretch out|"
            "listen to the rain|people-watch|dry your boots|play cards|finish that novel|sip a coffee|nap|"
            "watch storms roll in|learn your lines|shell peas|sketch|mend a bicycle|share a bottle of wine|"
            "hear the foghorn|count freight trains|do the crossword|dance after dinner|wait for the ferry"
        ),
        "outing": (
            "exploring the city|a long day at work|sightseeing|shopping|a concert|the office|the beach|a ball game|"
            "a night out|the museums|a rowing lesson|a long flight|visiting family|hospital shifts|a hike|"
            "antique hunting|lectures|rehearsals|an oyster lunch|a cold swim|choir practice|the fish market"
        ),
        "quirk": (
            "the floor slopes a little toward the {sight}|one door opens the wrong way|"
            "the doorbell plays a tune from {abroad}|the pipes sing in {season}|a swallow nests above the entrance|"
            "the third stair creaks|you can hear the bells of the {sight}|the light switches are from the 1940s|"
            "the {fitting} never quite match|a secret drawer hides in the {thing}|the cat next door will visit|"
            "the {color} paint is named after my aunt|the mail slot still says {area} Dairy|"
            "the ceiling shows where a wall once stood|the windows rattle when the {transit} passes|"
            "the hallway smells of {stuff} and coffee|no two {small} are alike|the {thing} weighs more than a car|"
            "the taps turn the other way|the attic ladder has a mind of its own|"
            "a {color} line marks the flood of {1902..1988}|the key is older than the building|"
            "the number {3..98} on the gate is upside down|the {wood} beams came off a ship"
        ),
        "rule": (
            "please take off your shoes|no parties|quiet hours start at {9..11} pm|no extra guests after {8..11}|"
            "please water the {small}|be kind to the old {fitting}|kindly lock the gate|"
            "recycling goes out on {weekday}|no events|please keep the {room} tidy|don't move the {thing}|"
            "leave the {small} where you found them|close the shutters in {season}|no candles in the {room}|"
            "wipe the {stuff} after use|tell us if something breaks|no glitter, ever|jiggle the {room} handle twice|"
            "please feed the sourdough|no drones|mind the low {wood} beam"
        ),
        "weekday": "Monday|Tuesday|Wednesday|Thursday|Friday",
        "mood": (
            "calm|hotel-like|rustic|tropical|nautical|minimal|bookish|monastic|theatrical|sunny|cabin-like|"
            "Parisian|dreamy|old-world|gallery-like|backstage|ship-shape|greenhouse-like|scholarly|Nordic"
        ),
    }.items()
}
"""Fillings by slot name; the first are common, the last are rare."""

OPENINGS = parts(
    """Welcome to our {nice} {kind} in {area}.|{nice} {kind}, {state} {when}.|
    This {extent}, {light} {kind} sits on a {street} in {area}.|Enjoy a {mood} stay in this {state} {kind}.|
    A {nice} {era} {kind}, {where} the {sight}.|You will love this {extent} {kind} {where} the {transit}.|
    Our {kind} is {nice}, {light} and {state}.|Perfect for {guest}: a {extent} {kind} with a {mood} air.|
    {person} {made} most of what you see in this {kind}.|Come home to a {mood} {kind} after {outing}.|
    Tucked away on a {street}, our {kind} feels {feel} and {mood}.|A {kind} for {guest} who like to {doing}.|
    The top of a {era} {kind}, {state} by {person}.|Stay in the heart of {area}, {where} the {sight}.|
    Half {kind}, half cabinet of {small}.|It was a {kind} once, and {quirk}.|
    We turned a {era} {kind} into something {nice} and {mood}.|
    Not your usual {kind}: {color} {fitting}, {stuff} {thing} and {small} everywhere.|
    If you care for {era} {fitting}, this {kind} in {area} is yours.|Make yourself at home in our {extent} {kind}."""
)
ROOMS = parts(
    """The {main} has a {color} {thing} and {era} {fitting}.|A {sleep} waits in the {state} bedroom.|
    The kitchen comes with a {gear}, a {gear} and a {gear}.|The {main} is {extent} and {light}.|
    {era} {fitting} and a {stuff} {thing} give the {room} its {mood} air.|
    Cook with the {gear} and {gear}, then {doing} at the {wood} table.|There is a {sleep} in the {room}, {spot}.|
    The bathroom was {state} {when}, with {color} tiles and {stuff} {fitting}.|
    {spot} stands a {wood} {thing} that {person} {made}.|The {room} opens to the {room}.|
    Fully equipped kitchen with {gear}, {gear}, {gear} and {small}.|
    A {extent} {room} with {wood} {fitting}, {color} walls and a {thing} {spot}.|
    The {room} is {nice}: {stuff} {thing}, {small}, {color} {fitting}.|
    Each bedroom has a {sleep}, {perk} and a {thing}.|
    Through the {fitting} you reach a {light} {room} where you can {doing}.|The {thing} in the {room} is {era}.|
    The {main} seats {4..10} around a {wood} table.|In the {room}, {person} hung {small} from {abroad}.|
    The {main} fits a {thing}, two {stuff} chairs and all our {small}.|
    {color} {fitting}, {stuff} {fitting}, {wood} {fitting}: the {room} is {mood}.|
    The second bedroom is {extent}, with a {sleep} and {small}.|The {room} measures {7..24} m².|
    There are {small} on the {wood} shelves {spot}.|The {room} was a {kind} kitchen until {person} moved the {fitting}.|
    Large windows in the {main} look over the {sight}.|We kept the {era} {fitting} in the {room}."""
)
PERKS = parts(
    """{perk}, {perk}, {perk} and {perk} are provided.|You will find {perk}, {perk} and a {gear}.|
    Amenities: {perk}, {perk}, {perk}, {perk}, {gear}.|We provide {perk} and {perk}.|
    There is {perk}, and {person} left {small} for rainy days.|Guests have {perk}, {perk} and the use of our {gear}.|
    {perk} included.|Borrow our {small}, {small} or {small}.|The {thing} folds out when {guest} come along.|
    Ask us for {perk}.|The closet holds {perk}, {small} and a spare {thing}.|
    In {season} we put out {small} and {perk}."""
)
AROUND = parts(
    """{area} is {feel} and {feel}.|We are {where} the {transit} and {where} the {sight}.|
    {shop}, {shop} and {shop} within walking distance.|There is a {shop} {where} the house and a {shop} beyond it.|
    The {transit} is {2..15} minutes away.|The neighborhood is {feel}, with {shop}, {shop} and a {shop}.|
    On the {day} there is a {event} by the {sight}.|{people} and {people} share the {street}.|
    The {shop} on the corner has been run by {person} since {1931..2014}.|
    Get to the {sight} by {transit} in {5..40} minutes.|
    {area} wakes up for the {event} and is {feel} the rest of the time.|
    From here you can walk to the {sight}, the {sight} and {area}.|Downtown is {4..30} minutes by {transit}.|
    Our {street} is {feel} in {season}.|Try the {shop} {where} the {sight}, a favorite of {people}.|
    You hear {people} in {season} and the {transit} at night.|The {sight} and its {event} are {where} the door.|
    {where} the {shop} you will meet {people} on any {day}.|{guest} like it for the {shop} and the {sight}.|
    The airport is {10..50} minutes by {transit}.|The walk to the {sight} leads past a {shop} and a {era} {sight}.|
    Tell them at the {shop} that {person} sent you."""
)
NOTES = parts(
    """{person} {made} the {thing} {spot}.|Be warned that {quirk}.|{quirk}, which {guest} tend to like.|
    A good place to {doing} after {outing}.|In {season} you can {doing} and {doing}.|{rule} and {rule}.|
    Please note: {rule}.|We only ask that you remember: {rule}.|The {kind} is {state}, though {quirk}.|
    It suits {guest} and {guest}.|We live in {area} ourselves and know every {shop}.|
    {guest} come back for the {small} and the {mood} {room}.|{when}, {person} {made} the {fitting}.|
    Bring your {small}; the {thing} {spot} has room.|{quirk}, and {quirk}.|
    We are happy to lend you {small} for {outing}.|Every {thing} here has a story, mostly from {abroad}.|
    We like that {quirk}.|{guest} will want to know that the {room} is {extent}.|
    On a {day} in {season} there is no better spot to {doing}.|
    The {color} {thing} is from {abroad}, the {small} are from {person}.|
    Check-in is after {2..5} pm by the {fitting} {spot}.|We answer {guest} within {5..55} minutes.|
    {guest} once used the {room} for {outing} and left us {small}."""
)
HEADINGS = ("The space:", "Guest access:", "Other things to note:", "The neighborhood:", "Getting around:")
HOUSE_STYLE = parts(
    """Every one of our homes comes with {perk}, {perk} and {perk}.|We manage {20..400} homes across {area} and {area}.|
    Our team cleans the {room}, the {fitting} and the {fitting} between stays.|
    Just {doing} and let us take care of the {small} and the {gear}.|
    Photos show a similar home and the {thing} may vary.|
    All our homes are {state} and {feel}.|Stays of {14..91} nights or more get {perk}.|
    Our crew replaces the {small} and checks the {gear} before you come.|
    We work with {person} to turn empty {kind} floors into {mood} homes.|Write to us about {outing} or {perk}.|
    Building amenities include {perk}, {perk} and a {thing} library.|Rates are firm and {rule}.|
    We choose every {stuff} {thing}, the {color} {fitting} and {perk}."""
)
"""Sentences that a host with many homes uses for each of them, filled in once per host."""
TITLES = parts(
    """{nice} {kind} in {area}|{extent} {kind} near the {sight}|{light} {kind}, {where} the {transit}|
    {era} {kind} with {small}|{mood} {kind} for {guest}|{area}: {state} {kind}|{feel} {kind} by the {sight}|
    {color} {kind} on a {street}|The {stuff} {kind}|{kind} of {small}"""
)

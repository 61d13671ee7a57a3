"""The small words of English."""

from __future__ import annotations

from claimtree.languages.en.amounts import AMOUNTS
from claimtree.languages.en.conversation import CONVERSATION
from claimtree.languages.en.messages import MESSAGES
from claimtree.languages.en.phrasing import PHRASING
from claimtree.languages.en.place_names import SPELLINGS
from claimtree.languages.en.place_wording import PLACE_WORDING
from claimtree.languages.words import Language, phrases, words

_NOT_FAR = ("not far", "not too far", "not so far")
_MEASURED = words(
    "min mins minute minutes hour hours block blocks mile miles mi m km meter meters metre metres kilometer kilometers "
    "kilometre kilometres yard yards foot feet ft walk stroll drive ride step steps stop stops"
)
"""Before "away from" these say how far, and so that it is near: "two blocks away from a park"."""

ENGLISH = Language(
    codes=("en",),
    plurals=True,
    modifiers_follow=False,
    amounts=AMOUNTS,
    messages=MESSAGES,
    conversation=CONVERSATION,
    phrasing=PHRASING,
    place_wording=PLACE_WORDING,
    place_spellings=SPELLINGS,
    decimal_comma=False,
    lends_nouns=True,
    function_words=words(
        "a an the and or but nor so if then than that this these those there here which who whom whose what when where "
        "why how of in on at to for from by with without into onto over under near about between through during "
        "before after above below around across along behind beside beyond within off out up down is are was were be "
        "been being am do does did have has had having can could will would shall should may might must not no don't "
        "doesn't isn't aren't won't can't i i'm i'd i've we we're you you're your my our us me he she it it's its they "
        "their them some any all each every both either neither more most less least few many much very too also just "
        "only still even as well please near nearby close want need looking like w/"
    ),
    fillers=words(
        "a an the very really quite too of my our your his her their this that these those is are was were be been "
        "being has have had having it its it's i'm we're there there's just still also super extremely rather "
        "fairly pretty incredibly absolutely truly nice lovely great good gorgeous beautiful amazing wonderful "
        "fully all"
    ),
    articles=words("a an the"),
    definite=words("the"),
    free_of=words("free"),
    negations=words(
        "no not without never none nor neither cannot cant can't don't dont doesn't doesnt isn't isnt aren't arent "
        "won't wont wasn't weren't hasn't haven't didn't n't nothing avoid avoiding minus hate hates dislike "
        "dislikes lacks lack lacking absence except excluding couldn't wouldn't shouldn't"
    ),
    exception="except",
    permitting=words("allowed permitted ok okay welcome welcomed accepted"),
    scarce=words("few little"),
    forbidding=phrases("do not, don't, dont, never"),
    never=words("never"),
    having=words("have has had need offer provide"),
    polite=words("please kindly pls plz and also"),
    containing=words("with has have having includes including plus"),
    excepting=words("except excepting excluding"),
    questions=phrases(
        "why, how, what, which, when, where, who, whom, whose, does, did, is there, are there, is it, are they, can i, "
        "can you, can we, do i, do you, do we, may i, should i, should we, could i, could you"
    ),
    hearsay=phrases(
        "reportedly, allegedly, supposedly, apparently, according to, rumor has it, rumour has it, rumored, rumoured, "
        "said to be, said to have, says it, say it, told me, told us, we were told, i was told, i heard, we heard, "
        "is believed to, are believed to, was believed to, were believed to, believed to be, believed to have, "
        "thought to be, thought to have, is claimed to, are claimed to, claimed to be, claims to, word has it, "
        "it is said, tradition has it, legend has it, possibly, perhaps, probably, presumably, maybe"
    ),
    universals=words("any anything anywhere all everything everywhere every"),
    own=words("my our i'm we're im i we me us"),
    ors=words("or nor /"),
    ands=words("and & + plus"),
    buts=words("but however though although yet"),
    soft=phrases(
        "preferably, prefer, preferred, ideally, ideal, would be nice, nice to have, if possible, bonus, "
        "hopefully, would love, i'd love, would like, maybe, perhaps, a plus, if i can, not essential, wouldn't "
        "hurt, would be great, would be a plus, would be ideal, if you can, bonus points, optional, a bonus, extra "
        "points, if available, if there is one, would appreciate, would be lovely, would be good, would be cool, "
        "would be awesome, would be amazing, would be perfect, would be a bonus, would be helpful, nice if, great "
        "if, cool if, good if, pref, i'd prefer, would prefer, wouldn't be bad, not a must, if we can get it, if i "
        "can get it, if we can, if it is possible, if at all possible, wish list, wishlist, would enjoy, love to "
        "have, i'd like, at best, hoping for, dream would be, desirable, if i could have, if we could have, "
        "leaning toward, leaning towards, would be a dream, a nice touch"
    ),
    insistent=phrases(
        "must, must have, must be, has to, have to, essential, required, non negotiable, nonnegotiable, deal "
        "breaker, dealbreaker, absolutely need, definitely, no exceptions, crucial, critical, mandatory, really "
        "need, needs to be, need to be, needs to have, need to have, absolutely no, absolutely, strictly, is a "
        "must, are a must, a must, must haves, vital, imperative, not negotiable, can't do without, cannot do "
        "without, can't live without, cannot live without, no compromise, no compromises, without fail, at all "
        "costs, under no circumstances, most important, important, requires, require, firm, only, gotta have, "
        "gotta be, got to have, got to be, necessity, top priority, priority, really important, very important, "
        "super important, important to me, important to us, has to have, have to have, has to be, have to be, "
        "musts, need it to be, needs to, definitely need, definitely want, absolute must, is key, are key, must "
        "haves are, non negotiables, requirements, requirement, required features"
    ),
    which=words(
        "main primary principal first second third fourth fifth other spare smaller larger bigger upstairs downstairs "
        "front back rear upper lower"
    ),
    further=words("second third fourth other another extra additional"),
    commands=words("find list show locate get give display"),
    whose=words("whose"),
    somebody=words("somebody someone something anybody anyone another other others one"),
    who=words("who whom that which"),
    being=words("is are be was were isn't aren't isnt arent type kind kinds types"),
    leads=words("downtown central city town area village north south east west greater of the suburb suburbs"),
    sides=words("n s e w north south east west"),
    states=words(
        "alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois"
        " indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri"
        " montana nebraska nevada hampshire jersey mexico york carolina dakota ohio oklahoma oregon pennsylvania rhode"
        " tennessee texas utah vermont virginia washington wisconsin wyoming ontario quebec alberta"
        " usa uk england scotland wales ireland canada australia india"
    ),
    place_beginnings=words(
        "san santa los las el la new north south east west fort saint st mount lake port cape upper lower palo"
    ),
    whereabouts=words("in at near around from to"),
    afar=words("far"),
    outside=phrases("outside of, outside"),
    apart=words("away"),
    betweens=phrases("in between, somewhere between, between"),
    nearer=phrases("closer to, nearer to, nearer, closer"),
    surroundings=words("area vicinity surroundings surrounding nearby around adjacent environs"),
    praise=words("good great best better excellent rated popular renowned acclaimed quality"),
    praise_behind=frozenset(),
    locating=words("in to of"),
    comparing=words("north south east west outside than from minutes minute min before stop away close near next ride"),
    unlike=words("than unlike versus vs"),
    towards=words("to from"),
    welcoming=words("welcome"),
    travelling=words(
        "commute commuting commutes drive driving walk walking ride riding trip access train trains bus buses "
        "express subway ferry travel travelling way minutes minute min mins hour hours close closer"
    ),
    commuting=words("commute commuting commutes drive trip travel ride bus train express"),
    carriers=words("bus buses train trains subway ferry ferries shuttle tram trolley streetcar path"),
    carrying=words("that which goes going go runs running run line lines stop stops station stations service direct"),
    carrying_to=words("to into toward towards"),
    other_costs=words("fee fees bill bills deposit salary income earn earning earnings savings saved insurance cents"),
    prices=words("price prices priced pricing asking sale selling sells rate rates offered listed"),
    payments=words(
        "refundable nonrefundable refund instalment instalments installment installments downpayment down charge "
        "charges charged tax taxes penalty fine cashback rebate voucher coupon credit commission additional towards "
        "insurance tip reward"
    ),
    other_sizes=frozenset(),
    prepositions=words("on in at of by"),
    streets=frozenset(),
    alleys=frozenset(),
    address_ends=frozenset(),
    wards=frozenset(),
    likening=frozenset(),
    uses=frozenset(),
    sufficing=frozenset(),
    shares=words("each apiece extra more off deposit fee fees surcharge discount"),
    rewrites=(
        ("hardly any", "no"),
        ("free of", "without"),
        ("nowhere near", "not near"),
        ("nowhere close to", "not close to"),
        ("out of order", "broken"),
        ("un furnished", "unfurnished"),
    ),
    wish_rewrites=(
        *((f"{not_far}{away} from", "around") for not_far in _NOT_FAR for away in ("", " away")),
        *((f"{measure} away from", f"{measure} from") for measure in sorted(_MEASURED)),
        *((f"{lead} both", lead) for lead in ("near", "close to", "around", "within walking distance of")),
        ("other than", "except"),
        ("apart from", "except"),
        ("aside from", "except"),
        ("except for", "except"),
        ("but not", "not"),
        ("away from", "avoid"),
        ("far from", "avoid near"),
        ("far away from", "avoid near"),
        ("could not live with", "avoid"),
        ("couldn't live with", "avoid"),
        ("can't live with", "avoid"),
        ("cannot live with", "avoid"),
        ("couldn't live without", "must have"),
        ("could not live without", "must have"),
        ("can't live without", "must have"),
        ("cannot live without", "must have"),
        ("won't take", "avoid"),
        ("will not take", "avoid"),
        ("wouldn't take", "avoid"),
        ("won't consider", "avoid"),
        ("will not consider", "avoid"),
        ("wouldn't consider", "avoid"),
        ("would not consider", "avoid"),
        ("don't want to", "avoid"),
        ("do not want to", "avoid"),
        ("dont want to", "avoid"),
        ("don't wanna", "avoid"),
        ("won't pay", "avoid"),
        ("can't pay", "avoid"),
        ("cannot pay", "avoid"),
        ("can't spend", "avoid"),
        ("don't want", "avoid"),
        ("do not want", "avoid"),
        ("dont want", "avoid"),
        ("does not want", "avoid"),
        ("can't have", "avoid"),
        ("cannot have", "avoid"),
        ("don't like", "avoid"),
        ("do not like", "avoid"),
        ("steer clear of", "avoid"),
        ("anywhere except", "avoid"),
        ("everywhere except", "avoid"),
        ("anything except", "avoid"),
        ("anything but", "avoid"),
        ("anywhere but", "avoid"),
        ("can't stand", "avoid"),
        ("cannot stand", "avoid"),
        ("allergic to", "avoid"),
        ("not to mention", "and"),
        ("is out of the question", "dealbreaker"),
        ("are out of the question", "dealbreaker"),
        ("out of the question", "dealbreaker"),
        ("deal breaker if there is", "avoid"),
        ("dealbreaker if there is", "avoid"),
        ("deal breaker if there's", "avoid"),
        ("dealbreaker if there's", "avoid"),
        ("deal breaker if it has", "avoid"),
        ("dealbreaker if it has", "avoid"),
        ("not a fan of", "avoid"),
        ("as few", "avoid"),
        ("as little", "avoid"),
        ("stay away from", "avoid"),
        ("deal breaker", "dealbreaker"),
        ("is out", "dealbreaker"),
        ("no go", "dealbreaker"),
        ("do not belong to", "not in"),
        ("does not belong to", "not in"),
        ("doesn't belong to", "not in"),
        ("not belonging to", "not in"),
        ("not belong to", "not in"),
    ),
    narrowing=words(
        "free included own private indoor indoors outdoor inside covered heated charge shared only just exclusive "
        "separate unlimited guaranteed reserved assigned"
    ),
    vague=words(
        "nice lovely good great decent beautiful pretty cute cozy cosy amazing awesome gorgeous fantastic wonderful "
        "excellent perfect ideal proper real actual solid fine cool sweet fab super really very quite fairly rather "
        "truly totally absolutely definitely obviously honestly actually basically maybe perhaps possibly hopefully "
        "please thanks thank lol idc tbh ish kind sort type style place unit area somewhere something someplace "
        "anything everything thing things stuff one ones lots plenty bunch some any more much many enough big bigger "
        "get gets got getting have has having had need needs want wants love like likes hope find finding looking "
        "look comes come would could should must might can will works working extra bonus credit points since because "
        "around nearby close near right away off also too even still again now today soon here there this that these "
        "those long short hunt"
    ),
    inside=words("in inside"),
    upon=words("above over"),
    one=words("one"),
    of=words("of people persons adults kids"),
    each=words("each both every all"),
    stopwords=words(
        "possible throughout takes close stretch somethin i'd we'd necessary anything anywhere everything a an the "
        "and or but with without in on at to of for from by near i im i'm we me my our us you your he she they their "
        "it its is are was were be been being am do does did have has had having will would can could should may "
        "might must this that these those there here some any all each both few more most other such no nor not only "
        "own same so than too very just also as if then else when where which who whom whose what how why about into "
        "over under out up down off again once please thanks want wanted wants wanting need needs needed looking look "
        "find searching search seeking seek get got getting like likes feel feels ideally preferably still really "
        "quite nice good great something somewhere somehow one place thing things lot lots plenty enough much many "
        "use used using let's dont don't it's that's there's hi hello hey ok least center centre current okay well "
        "bit little kind sort either around belong belongs available inside list show shows give gives tell total "
        "located locate consist consists contain contains include includes including provide provides providing offer "
        "offers offering come comes coming become becomes go goes going make makes think thinking thought guess "
        "suppose know sure yes yeah yep nope thank fine right today tomorrow now soon ought allow allows allowed "
        "allowing currently already maybe perhaps actually basically literally probably definitely certainly "
        "especially particularly mostly mainly generally usually always never often sometimes another every nothing "
        "someone anyone everyone people person guy guys folks friend friends myself yourself ourselves hit spot way "
        "work works working able love loved consider considering prefer preferred choose pick take taking help "
        "helping try trying start starting stay staying live living lives move moving buy buying would've could've "
        "should've pm instead though although however since while during before after until between among through "
        "across along via per within beyond besides except plus minus"
    ),
    abbreviations=words("approx apt st ave av min max incl sq ft mo yr yrs bldg blvd rd dr etc vs w e.g i.e"),
)

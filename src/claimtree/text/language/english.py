"""The small words of English."""

from __future__ import annotations

from claimtree.text.amounts.english import ENGLISH as AMOUNTS
from claimtree.text.language.cues import Language, phrases, words

_NOT_FAR = ("not far", "not too far", "not so far")
_MEASURED = words(
    "min mins minute minutes hour hours block blocks mile miles mi m km meter meters metre metres kilometer kilometers "
    "kilometre kilometres yard yards foot feet ft walk stroll drive ride step steps stop stops"
)
"""Before "away from" these say how far, and so that it is near: "two blocks away from a park"."""

ENGLISH = Language(
    codes=("en",),
    plurals=True,
    amounts=AMOUNTS,
    fillers=words(
        "a an the very really quite too of my our your his her their this that these those is are was were be been "
        "being has have had having it its it's i'm we're there there's just still also super extremely rather "
        "fairly pretty incredibly absolutely truly nice lovely great good gorgeous beautiful amazing wonderful "
        "fully all"
    ),
    articles=words("a an the"),
    negations=words(
        "no not without never none nor neither cannot cant can't don't dont doesn't doesnt isn't isnt aren't arent "
        "won't wont wasn't weren't hasn't haven't didn't n't nothing avoid avoiding minus hate hates dislike "
        "dislikes lacks lack lacking absence except excluding couldn't wouldn't shouldn't"
    ),
    numbering=frozenset(),
    refusals=words("avoid avoiding except hate hates dislike dislikes excluding"),
    exception="except",
    run_ends=words("with that which where who"),
    universals=words("any anything anywhere all everything everywhere every"),
    unneeded=words("needed required necessary"),
    own=words("my our i'm we're im i we me us"),
    reasons=words("because since so cause as"),
    not_denials=words("only just long far later before until sure problem matter exceptions find worry"),
    trailing_denials=words("no none not never sorry dealbreaker n/a isn't isnt aren't arent"),
    undone=words("removed closed gone broken missing prohibited forbidden banned excluded disabled discontinued"),
    trailing_verbs=words("allowed permitted included accepted available possible welcome provided"),
    denial_ends=words("because cause due since but though although however sadly unfortunately"),
    regrets=words("sadly unfortunately regrettably alas however though afraid"),
    negation_stops=words(
        "but however though although yet with because since if when while and plus only just who which where then "
        "also instead unless so that"
    ),
    ors=words("or nor /"),
    ands=words("and & + plus"),
    either=words("either"),
    buts=words("but however though although yet"),
    conditions=words("if but provided so when unless as"),
    tolerance=phrases(
        "don't mind, do not mind, dont mind, wouldn't mind, would not mind, fine with, ok with, okay with, no "
        "problem with, doesn't matter, does not matter, don't care, do not care, dont care, not fussed about, not "
        "picky about, can live with, regardless of, no need for, don't need, do not need, dont need, not bothered "
        "by, not fussy about, open to, willing to live with, willing to accept, could live with, happy with, don't "
        "have to have, no preference for, no preference on, not particular about, not concerned about, not worried "
        "about, could do without, can do without, don't require, do not require, can skip, doesn't need to be, "
        "doesn't need to have, doesn't have to be, doesn't have to have, does not have to be, does not need to be, "
        "need not be, needn't be, even if, instead of, rather than, not a problem if, no problem if, fine if, ok "
        "if, okay if, don't mind if, doesn't matter if, no big deal if, could live without, can live without, not "
        "necessarily, not fussed if, all the same if"
    ),
    needless=phrases(
        "not required, not needed, not necessary, isn't necessary, isn't needed, isn't required, not a must, is "
        "optional, are optional, not important, unnecessary, is fine, are fine, is ok, are ok, is okay, are okay, "
        "would be fine, would be ok, would be okay, is acceptable, are acceptable, is no problem, is not a "
        "problem, isn't a problem, not a problem, not an issue, no issue, doesn't matter, don't matter, does not "
        "matter, doesn't bother me, don't bother me, not a deal breaker, not a dealbreaker, isn't a dealbreaker, "
        "not essential for me, can be skipped, no need, no problem, can live without, could live without"
    ),
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
    leading=phrases(
        "preferably, prefer, ideally, hopefully, would love, i'd love, would like, maybe, perhaps, bonus points, "
        "bonus, nice if, great if, cool if, good if, i'd prefer, would prefer, pref, must have, must be, must, "
        "absolutely need, definitely, really need, absolutely no, absolutely, strictly, need to have, needs to "
        "have, can't do without, cannot do without, can't live without, cannot live without, hoping for, under no "
        "circumstances, i'd like, would appreciate, love to have, extra points, requires, require, gotta have, "
        "gotta be, got to have, got to be, has to have, have to have, has to be, have to be, definitely need, "
        "definitely want, need it to be, leaning toward, leaning towards, would enjoy, has to, have to, if "
        "possible, most important"
    ),
    closing=phrases("only"),
    everything=phrases(
        "all mandatory, all required, all must haves, all are must haves, all are musts, all musts, all of these "
        "are musts, all of these are must haves, all are required, all of these are required, everything is a "
        "must, everything is required, all are mandatory, all of it is a must, all non negotiable, all are non "
        "negotiable, all these are must haves, everything is mandatory, no exceptions on any of these"
    ),
    corrections=phrases(
        "actually make it, actually make that, make it, make that, actually no, actually, no wait, wait no, i "
        "mean, i meant, scratch that, correction, sorry i mean, sorry i meant, or rather, on second thought, let's "
        "say, no make it, no make that, wait actually, oops, sorry make it, sorry make that"
    ),
    restating=phrases(
        "no wait, wait no, i mean, i meant, or rather, correction, sorry i mean, sorry i meant, scratch that"
    ),
    hosts=words(
        "landlord landlords owner owners management building buildings place places somewhere board coop super who "
        "that host hosts apartment neighbors"
    ),
    further=words("second third fourth other another extra additional"),
    openers=words(
        "also and ok okay so thanks thank you great cool nice perfect alright well sounds sound good yes then but "
        "yup yep yeah hmm hmmm hm nah no nope wow hey hi hello sorry correct wait oops awesome fantastic excellent "
        "interesting wonderful right sure fine amazing alas oh ah please dear hola greetings terrific sweet yay "
        "yea none looks seems anyway lovely brilliant splendid superb marvelous neat gotcha understood agreed "
        "absolutely definitely exactly certainly indeed affirmative negative never nothing maybe whatever "
        "additionally besides furthermore moreover meanwhile finally lastly first firstly next secondly however "
        "therefore thus hence hopefully unfortunately luckily honestly basically frankly actually really schedule "
        "book booking number alternatively instead otherwise okey kk ya yo"
    ),
    polite=words("please pls thanks thank"),
    questions=phrases(
        "what does, what do you mean, how does, how do i, why is, why are, is it, is the, is this, is that, are "
        "they, are the, are these, does it, does the, does this, does that, do they, do the, was it, will it, "
        "would it, would the, can i bring, can i keep, can i know, can i see, may i bring, what is the price, what "
        "is the rent, what is the cost, what is the address, what is the phone, what's the price, what's the rent, "
        "what's the cost, what's the address, what's the phone, how much is, how far is, how big is, when is, when "
        "was, who is, what is its, what's its, what is their, what's their, how many does it, how much does it, is "
        "its, what does it, does their, do their, are their, is their"
    ),
    wondering=phrases(
        "know if, know whether, check if, check whether, tell me if, tell me whether, find out if, find out "
        "whether, confirm if, confirm whether, confirm that, wondering if, wonder if, wonder whether, curious if, "
        "let me know if, let me know whether, check that, verify if, verify that, see if the, see if it, see if "
        "they, ask if, ask whether"
    ),
    asking=words("is are does do was were will would"),
    asked_for=words("there you i we any anything u ya y'all"),
    commands=words("find list show locate get give display"),
    being=words("is are be was were isn't aren't isnt arent type kind kinds types"),
    leads=words("downtown central city town area village north south east west greater of the suburb suburbs"),
    calendar=words(
        "january february march april may june july august september october november december jan feb mar apr jun "
        "jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed "
        "thu thur thurs fri sat sun spring summer autumn fall winter christmas easter"
    ),
    peoples=words(
        "spanish chinese korean japanese italian french german greek polish russian indian mexican thai vietnamese "
        "american english british irish turkish arabic hebrew portuguese brazilian ethiopian african asian "
        "european dutch swedish danish norwegian finnish ukrainian persian iranian lebanese egyptian moroccan "
        "cuban dominican jamaican haitian filipino indonesian malay hispanic latino victorian georgian edwardian "
        "scandinavian"
    ),
    place_endings=words(
        "city town village heights hill hills valley park beach island islands springs grove lake bay creek falls "
        "gardens point harbor harbour shores terrace square"
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
    travelling=words(
        "commute commuting commutes drive driving walk walking ride riding trip access train trains bus buses "
        "express subway ferry travel travelling way minutes minute min mins hour hours close closer"
    ),
    commuting=words("commute commuting commutes drive trip travel ride bus train express"),
    other_costs=words(
        "fee fees bill bills utilities utility deposit salary income earn earning earnings savings saved insurance "
        "electric electricity internet wifi hoa storage application dues cents"
    ),
    prepositions=words("on in at of by"),
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
        "please thanks thank lol idc tbh ish kind sort type style place home house apartment apt flat unit building "
        "area neighborhood neighbourhood somewhere something someplace anything everything thing things stuff one "
        "ones lots plenty bunch some any more much many enough big bigger get gets got getting have has having had "
        "need needs want wants love like likes hope find finding looking look comes come would could should must "
        "might can will works working extra bonus credit points since because around nearby close near right away "
        "off also too even still again now today soon here there this that these those long short hunt"
    ),
    ties=words("to for of in on at up round around"),
    inside=words("in inside"),
    upon=words("above over"),
    links=words(
        "that's which's with has have having features featuring includes including gets get boasts offers is are "
        "was be should shouldn't must isn't aren't can't doesn't won't would to : -"
    ),
    one=words("one"),
    of=words("of people persons adults kids"),
    counting=words("just only have need least want has only exactly"),
    hedges=words("at least even maybe perhaps possibly preferably else otherwise alternatively"),
    each=words("each both every all"),
    stopwords=words(
        "possible throughout takes close stretch somethin i'd we'd necessary anything anywhere everything a an the "
        "and or but with without in on at to of for from by near i im i'm we me my our us you your he she they "
        "their it its is are was were be been being am do does did have has had having will would can could should "
        "may might must this that these those there here some any all each both few more most other such no nor "
        "not only own same so than too very just also as if then else when where which who whom whose what how why "
        "about into over under out up down off again once please thanks want wanted wants wanting need needs "
        "needed looking look find searching search seeking seek get got getting like likes feel feels ideally "
        "preferably still really quite nice good great something somewhere somehow one place thing things lot lots "
        "plenty enough much many use used using let's dont don't it's that's there's hi hello hey ok least center "
        "centre current okay well bit little kind sort either around belong belongs available inside list show "
        "shows give gives tell total located locate consist consists contain contains include includes including "
        "provide provides providing offer offers offering come comes coming become becomes go goes going make "
        "makes think thinking thought guess suppose know sure yes yeah yep nope thank fine right today tomorrow "
        "now soon ought allow allows allowed allowing currently already maybe perhaps actually basically literally "
        "probably definitely certainly especially particularly mostly mainly generally usually always never often "
        "sometimes another every nothing someone anyone everyone people person guy guys folks friend friends "
        "myself yourself ourselves hit spot way work works working able love loved consider considering prefer "
        "preferred choose pick take taking help helping try trying start starting stay staying live living lives "
        "move moving rent renting rental buy buying would've could've should've pm instead though although however "
        "since while during before after until between among through across along via per within beyond besides "
        "except plus minus"
    ),
    abbreviations=words("approx apt st ave av min max incl sq ft mo yr yrs bldg blvd rd dr etc vs w e.g i.e"),
)

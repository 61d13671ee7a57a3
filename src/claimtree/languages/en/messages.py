"""What the user is told in English."""

from __future__ import annotations

from claimtree.languages.messages import Messages
from claimtree.model.notices import Join, NoticeCode

MESSAGES = Messages(
    texts={
        # What became of the words of a query or document.
        NoticeCode.MISTYPED: "I read “{written}” as “{meant}”.",
        NoticeCode.WORDS_UNKNOWN: "I do not know what “{words}” is about and left it out.",
        NoticeCode.WORDS_DOUBTFUL: "I am not sure about “{words}”; I took it as “{claim}”.",
        NoticeCode.NOT_OFFERED: "“{words}” is left out: here are only {offer}.",
        NoticeCode.DATE_IMPOSSIBLE: "“{words}” names a day that the calendar does not have, and I left it out.",
        NoticeCode.DATE_ENDS_FIRST: "“{words}” ends before it starts, and I left it out.",
        NoticeCode.CONTRADICTION: "You ask for this and against it: “{words}”. Which one do you mean?",
        NoticeCode.NOTHING_TO_FIND: "I found nothing to look for in these words.",
        NoticeCode.TEXT_TOO_LONG: "This is very long; I read the first {most} words.",
        NoticeCode.TEXT_NOT_UTF8: "Some bytes were not UTF-8; they were read as gaps.",
        NoticeCode.NO_CLAIMS: "I found nothing in this text that makes a claim.",
        NoticeCode.LANGUAGE_NOT_LEARNED: "I have learned no sentences in this language ({languages}) and read by "
        "plain rules: look at what I understood.",
        NoticeCode.UNFAIR: "I left out “{words}” (fair housing): I do not search by the {ground} of the people who "
        "live there. You can ask for what the place offers, such as quiet, safety or schools nearby.",
        NoticeCode.GROUND_RACE: "race or colour",
        NoticeCode.GROUND_ETHNICITY: "ethnicity",
        NoticeCode.GROUND_RELIGION: "religion",
        NoticeCode.GROUND_ORIGIN: "national origin",
        NoticeCode.GROUND_SEX: "sex or gender",
        NoticeCode.GROUND_ORIENTATION: "sexual orientation or gender identity",
        NoticeCode.GROUND_FAMILY: "family status",
        NoticeCode.GROUND_DISABILITY: "disability",
        NoticeCode.GROUND_AGE: "age",
        NoticeCode.GROUND_INCOME: "source of income",
        # What the answer is an answer to.
        NoticeCode.RELAXED: "Nothing fits everything you require; {wishes} was relaxed.",
        NoticeCode.RELAXED_CLOSE: "Nothing fits everything you require; {wishes} was relaxed: the closest has {miss}.",
        NoticeCode.RELAXED_FAR: "Nothing fits everything you require; {wishes} was relaxed, and nothing comes close: "
        "{miss}.",
        NoticeCode.OVER_LIMIT: "{stated}, {gap} over your limit",
        NoticeCode.BELOW_LIMIT: "{stated}, {gap} below your limit",
        NoticeCode.AT_LIMIT: "{stated}, just at your limit",
        NoticeCode.NOT_DENIED: "Nothing is known to meet {wishes}; these say nothing against it.",
        NoticeCode.NONE_MEETS: "Nothing in the store is known to meet {wishes}.",
        NoticeCode.NONE_SPEAKS: "Nothing in the store speaks of {wishes}.",
        NoticeCode.ALL_RULED_OUT: "Nothing in the store comes close: all that is known rules out {wishes}.",
        NoticeCode.OR_MORE: "{shown} or {count} more",
        NoticeCode.FARTHER: "Nothing fits where you asked; these are {where}.",
        NoticeCode.TOO_MANY_WISHES: "Only the first {most} of {count} wishes were used.",
        NoticeCode.READ_ANEW: "The question is understood otherwise than before: {changes}.",
        NoticeCode.WISHES_NEW: "{wishes} is new",
        NoticeCode.WISHES_GONE: "{wishes} is gone",
        # The news of a saved search.
        NoticeCode.COUNT_NEW: "{count} new",
        NoticeCode.COUNT_GONE: "{count} gone",
        NoticeCode.COUNT_CHEAPER: "{count} cheaper",
        NoticeCode.COUNT_DEARER: "{count} dearer",
        NoticeCode.COUNT_CHANGED: "{count} changed",
        NoticeCode.COUNT_NOTHING: "nothing new",
        NoticeCode.FIRST_RUN: "first run: {seen} of {total} noted; news come from the next on",
        NoticeCode.HEADING_NEW: "New",
        NoticeCode.HEADING_GONE: "Gone",
        NoticeCode.HEADING_CHANGED: "Changed",
        NoticeCode.ARRIVED_NEW: "new in the store; {coverage}",
        NoticeCode.ARRIVED_CHANGED: "it did not fit before: what is said of it has changed; {coverage}",
        NoticeCode.ARRIVED_MOVED_UP: "it stood below what is followed, and moved up; {coverage}",
        NoticeCode.MEETS_ALL: "meets all {of}",
        NoticeCode.MEETS_SOME: "meets {met} of {of}",
        NoticeCode.LEFT_DELETED: "no longer in the store",
        NoticeCode.LEFT_RULED_OUT: "ruled out now",
        NoticeCode.LEFT_UNFIT: "it does not fit any more",
        NoticeCode.LEFT_PUSHED_DOWN: "it still fits, and others stand before it: lower now",
        NoticeCode.LEFT_PUSHED_DOWN_TO: "it still fits, and others stand before it: place {place} now",
        NoticeCode.VALUE_CHANGED: "{name}: {before} → {after}",
        NoticeCode.TITLE: "title",
        NoticeCode.NOT_SAID: "not said",
        NoticeCode.VERDICT_NOW: "{claim}: now {verdict}",
        NoticeCode.VERDICT_CHANGED: "{claim}: {before}, now {verdict}",
        # What became of an edit.
        NoticeCode.EDIT_OF_NOTHING: "There is no claim {claim} in this search any more; the edit '{edit}' was left "
        "out.",
        NoticeCode.EDIT_MAKES_TOO_MANY: "'{words}' would make more than {most} wishes; the claim stays as it was.",
        NoticeCode.EDIT_SAYS_NOTHING: "'{words}' says nothing that could be looked for; the claim stays as it was.",
        # Why an entity has its rank, or is missing.
        NoticeCode.REFUTED: "It is left out because '{wish}' is required and refuted.",
        NoticeCode.REFUTED_BY: "It is left out because '{wish}' is required and refuted: {miss}.",
        NoticeCode.LEVEL_UNMET: "It is left out because nothing required of the {level} is met ({wishes}).",
        NoticeCode.NOT_STRICT: "It is left out because you asked for strict answers and '{wish}' is not met.",
        NoticeCode.NOT_AMONG_ANSWERS: "It is not among the answers.",
        NoticeCode.RANK: "Place {place} of {total}: it meets {required_met} of {required} required wishes and {met} "
        "of {all} in all, with a score of {score} (one full proof of every wish makes {full}).",
        NoticeCode.ADDS: "'{wish}' adds {points}.",
        NoticeCode.ADDS_NOTHING: "'{wish}' is {verdict} and adds nothing.",
        NoticeCode.MISSES: "'{wish}' is {verdict} and adds nothing: {miss}.",
        NoticeCode.NEARLY: "'{wish}' is {verdict}, but it comes close and adds {points}: {miss}.",
        NoticeCode.VERDICT_MET: "met",
        NoticeCode.VERDICT_REFUTED: "refuted",
        NoticeCode.VERDICT_UNKNOWN: "unknown",
        NoticeCode.VERDICT_DISPUTED: "disputed (a source says both)",
        # Before the words of a source that are shown with a verdict.
        NoticeCode.DOUBT_MAYBE: "maybe",
        NoticeCode.DOUBT_MAYBE_NOT: "maybe not",
        NoticeCode.DOUBT_BUT: "but",
        NoticeCode.DOUBT_SAYS_BOTH: "says both",
        # How a claim was read.
        NoticeCode.READ_AS_WORD: "word '{words}'",
        NoticeCode.READ_AS_PART: "part '{words}'",
        NoticeCode.READ_AS_AMOUNT: "amount of {kind}",
        NoticeCode.READ_AS_NAME: "{kind} name '{words}'",
        NoticeCode.READ_AS_UNLISTED_NAME: "unlisted name '{words}'",
        NoticeCode.READ_AS_RELATION: "relation '{relation}'",
        NoticeCode.READ_AS_CLAUSE: "a clause in its own words",
        NoticeCode.READ_AS_LIST_ITEM: "an item of a list",
        NoticeCode.READ_AS_OWN_LIST_ITEM: "an item of a list, in its own words",
        NoticeCode.READ_BY_EXAMPLE: "nearest example '{example}'",
        NoticeCode.READ_BY_GUESS: "guessed {type} of {level} ({percent}%; an aside {aside_percent}%)",
        NoticeCode.NOT_LISTED: "no word list knows it",
        NoticeCode.BY_TRANSIT: "minutes taken as by public transport",
        NoticeCode.DENIED: "denied",
        NoticeCode.DENIED_BY: "denied by '{word}'",
        NoticeCode.EDITED: "said anew: '{words}'",
        NoticeCode.ASKED_BESIDE: "asked for beside the question",
        NoticeCode.MODEL_POINTED: "pointed at by the language model {model}",
        NoticeCode.MODEL_FOUND: "found by the language model {model}",
        NoticeCode.MODEL_FOUND_IT: "the language model found it",
        NoticeCode.MODEL_OVERLOOKED: "the language model passed over it",
        NoticeCode.TOGETHER: "{reasons}",
        # Relations that lead to entities which are not stored.
        NoticeCode.RELATION_WAITS: "1 relation leads to an entity that is not stored, and waits for it: {relations}.",
        NoticeCode.RELATIONS_WAIT: "{count} relations lead to entities that are not stored, and wait for them: "
        "{relations}.",
        NoticeCode.RELATION: "'{entity}' {kind} '{to}'",
        NoticeCode.AND_MORE: "and {count} more",
        # What an indexing run left out or doubts.
        NoticeCode.ABOUT_ENTITY: "{entity}: {told}",
        NoticeCode.OUTRANKED_BY_COLUMN: 'says "{quote}"; its column "{column}" stands',
        NoticeCode.CONTRADICTS_ITSELF: 'contradicts itself: "{one}" and "{other}"; neither counts',
        NoticeCode.CONTRADICTS_ITSELF_AT_ONCE: 'contradicts itself: "{quote}"; neither counts',
        NoticeCode.NEARNESS_DOUBTED: 'says "{quote}"; the nearest is {place}, {distance}',
        NoticeCode.AREA_DOUBTED: "says {name}, but its coordinates lie {where}, {distance} outside {name}",
        NoticeCode.ELSEWHERE: "elsewhere",
        NoticeCode.LATITUDE_MISSING: "{source}: coordinates without a latitude are left out",
        NoticeCode.LONGITUDE_MISSING: "{source}: coordinates without a longitude are left out",
        NoticeCode.COORDINATES_BAD: "{source}: coordinates {coordinates} are left out: {problem}",
        NoticeCode.COORDINATES_ZERO: "{source}: coordinates 0, 0 are left out: they lie in the sea and mean an "
        "unknown position",
        NoticeCode.CONTINUED_AFTER: "continued after record {record} of {file}",
        NoticeCode.FILES_NOT_READ: "{folder}: not read, since their format is not known ({formats}): {files}",
        NoticeCode.NO_RECORDS: "no records were found in {files}",
        # Places.
        NoticeCode.PLACE_TAKEN_FOR: "'{name}' was taken for {place}.",
        NoticeCode.PLACE_FAR_AWAY: "{place} is {distance} from the middle of the data.",
        NoticeCode.PLACE_ANY_OF: "'{name}' names {count} places, and any of them will do here: {places}. Say which "
        "you mean.",
        NoticeCode.PLACE_EACH_OF: "'{name}' names {count} places; the nearest one counts.",
        NoticeCode.PLACE_TOO_MANY: "Unknown place: '{name}' names {count} places, such as {places}. Say more of its "
        "name, or in which area it is.",
        NoticeCode.PLACE_UNKNOWN: "Unknown place: I know no '{name}', so nothing can be told about it.",
        NoticeCode.PLACE_UNKNOWN_SIMILAR: "Unknown place: I know no '{name}', so nothing can be told about it. Known "
        "names that look like it: {places}.",
        NoticeCode.PLACE_UNMAPPED: "'{name}' is not on the map; only what texts say about it counts.",
        NoticeCode.PLACE_UNMAPPED_SIMILAR: "'{name}' is not on the map; only what texts say about it counts. Known "
        "names that look like it: {places}.",
        NoticeCode.PLACE_KIND_UNKNOWN: "Unknown places: no {kind} is known around here, so only what texts say counts.",
        NoticeCode.PLACE_KIND_UNRATED: "No ratings are known for any {kind} here, so any one counts.",
        NoticeCode.DISTANCES_OUTDATED: "Places have changed since distances were measured; they may be those of "
        "before. Run `claimtree places measure`.",
        NoticeCode.NAME_MEANS_SEVERAL: "'{name}' names {count} places; a search takes any of a few, and says so.",
        NoticeCode.NAME_UNKNOWN: "No place is called '{name}'; a search can only go by what texts say.",
        NoticeCode.NAME_UNKNOWN_SIMILAR: "No place is called '{name}'; a search can only go by what texts say. Like "
        "it: {places}.",
        # Texts of wishes about places.
        NoticeCode.NEAR: "near {places}",
        NoticeCode.IN: "in {places}",
        NoticeCode.BETWEEN: "between {places}",
        NoticeCode.CLOSER: "closer {places}",
        NoticeCode.WITHIN: "within {distance} of {place}",
        NoticeCode.WITHIN_OF_KIND: "within {distance} of the nearest {kind}",
        NoticeCode.NEXT_TO: "next to {place} ({areas})",
        NoticeCode.NEXT_TO_SOME: "next to {place} ({areas}…)",
        # Providers of places.
        NoticeCode.PROVIDER_FAILED: "{problem}",
        NoticeCode.PROVIDER_LISTS_SOME: "{provider} does not list every “{kind}”: beyond {metres} m there may be more.",
        NoticeCode.PROVIDER_REACH: "{provider} looks for “{kind}” no farther than {kilometres} km around.",
        NoticeCode.PROVIDER_KNOWS_TOO_MANY: "{provider} knows too many places of the kind “{kind}”; only those within "
        "{metres} m count.",
        NoticeCode.PROVIDER_UNREADABLE: "{provider}: {unread} of {count} results could not be read.",
        NoticeCode.GEOCODING_REFUSED: "Google's Geocoding is not asked any more: {problem}.",
        # The language model as a reader.
        NoticeCode.MODEL_READ_BEGINNING: "The text is long: the language model read the first {characters} characters, "
        "the built-in reader the rest.",
        NoticeCode.MODEL_NOT_USED: "The built-in reader read this, not the language model: {why}",
        NoticeCode.MODEL_RESTS: "it failed {failures} times in a row and is left alone for a while.",
        NoticeCode.MODEL_BUDGET_SPENT: "its budget for today (UTC) is spent.",
        NoticeCode.MODEL_ANSWER_CUT: "its answer was cut off after {tokens} tokens; allow more with "
        "CLAIMTREE_READER_MAX_TOKENS.",
        NoticeCode.MODEL_FOUND_NOTHING: "it pointed at nothing that the text says.",
        NoticeCode.MODEL_CLAIM_MALFORMED: "The language model returned a claim that is none ({fields}); it was left "
        "out.",
        NoticeCode.MODEL_CLAIMS_TOO_MANY: "The language model returned {count} claims; the first {most} were looked "
        "at.",
        NoticeCode.MODEL_QUOTE_INVENTED: "The language model quoted “{quote}”, which the text does not say; left out.",
        NoticeCode.MODEL_TYPE_UNKNOWN: "The language model called “{quote}” a claim of the unknown type “{type}”; left "
        "out.",
        NoticeCode.MODEL_LEVEL_UNKNOWN: "The language model called “{quote}” a claim of the unknown level “{level}”; "
        "left out.",
        NoticeCode.MODEL_FACET_UNKNOWN: "The language model called “{quote}” a claim about the unknown part "
        "“{facet}”; left out.",
        NoticeCode.MODEL_QUOTE_TOO_LONG: "The language model quoted {characters} characters as one claim; left out.",
        NoticeCode.MODEL_AMOUNT_INVENTED: "The language model read “{amount}” where “{quote}” states no such amount; "
        "ignored.",
        NoticeCode.MODEL_SAW_NO_WISH: "The language model saw no wish in “{quote}”; it was left out.",
        NoticeCode.MODEL_PASSED_OVER: "The language model passed over “{quote}”; the built-in reader read it.",
        NoticeCode.MODEL_OVERRULED: "The language model took “{quote}” as {heard}; the built-in reader's reading was "
        "kept.",
        NoticeCode.MODEL_CONTRADICTED: "The language model took “{quote}” as {heard}; the words say otherwise.",
        NoticeCode.MODEL_DENIED_BY_WORDS: "The language model took “{quote}” as wanted; the words deny it.",
        NoticeCode.HEARD_WANTED: "wanted",
        NoticeCode.HEARD_NOT_WANTED: "not wanted",
        NoticeCode.HEARD_STATED: "stated",
        NoticeCode.HEARD_DENIED: "denied",
        NoticeCode.NO_WISH_THERE: "“{quote}” is no wish in these words, though the language model took it for one.",
        NoticeCode.NO_CLAIM_THERE: "“{quote}” states nothing here, though the language model took it for a claim.",
        NoticeCode.NOTICES_LEFT_OUT: "{count} more notices of this kind were left out.",
        NoticeCode.BUDGET_NOT_SHARED: "What the language model takes is counted for this process only: {path}: "
        "{problem}.",
        NoticeCode.CACHE_NOT_USED: "the {cache} {path} is not used: {problem}; delete it if it is damaged, or name a "
        "path that can be written",
    },
    joins={Join.COMMA: ", ", Join.SEMICOLON: "; ", Join.OR: " or ", Join.AND: " and "},
)

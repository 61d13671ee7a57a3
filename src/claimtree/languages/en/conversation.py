"""The words of a conversation in English."""

from __future__ import annotations

from claimtree.languages.conversation_words import ConversationWords, Cue
from claimtree.languages.words import phrases, words

CONVERSATION = ConversationWords(
    cues={
        Cue.SEARCH: phrases(
            "search, search for, find, find me, look for, looking for, look up, show, show me, i want, i'd like, i "
            "would like, i need, we need, we want, we're looking for, i'm looking for, i am looking for, give me, get "
            "me, hunt for, suggest, recommend, do you have, have you got, any chance of, are there any, got any, "
            "list, i am after, i'm after, help me find, can you find, could you find"
        ),
        Cue.MORE: phrases(
            "other, anything else, what else, something else, more, more please, show more, show me more, more "
            "options, more results, more like this, other options, others, any others, any other options, another "
            "one, another, next, next ones, next page, the next ones, the rest, the others, what other options are "
            "there, any more, are there more, are there any more, is there anything else, got anything else, keep "
            "going, other choices, more choices, show others, different ones, some more, other ones"
        ),
        Cue.REFINE: phrases(
            "but, with, without, only, and, what about, how about, also, in addition, preferably, ideally, what if, "
            "then, ok but, okay but, make it, make that, at least, at most, under, over, below, above, near, ones, "
            "the ones, narrow it down to, just, one with, ones with, also with"
        ),
        Cue.WHAT_IF: phrases("what about, how about, what if, and what about, and how about"),
        Cue.INSTEAD: phrases(
            "instead, change it to, change to, change that to, switch to, switch it to, rather, make that, swap to, "
            "replace it with, replace with, actually, raise it to, lower it to, reduce it to, reduce to, cut it to, "
            "bring it down to, bump it to, bump it up to, go down to, increase it to, increase the budget to, raise "
            "the budget to, go up to, stretch to, stretch it to, raise that to, lower that to, back to, go back to, "
            "put it back to, drop it to, up it to, come down to"
        ),
        Cue.OR_ELSE: phrases(
            "or, or else, or maybe, alternatively, or also, is fine too, are fine too, also fine, works too, is ok "
            "too, would also do, is also fine, is okay too, "
            "is fine as well, are fine as well, works as well, is fine, are fine, is okay, is ok, are okay, are ok, "
            "works, would work, would work too, would be fine, would be fine too, would be ok, would be okay, "
            "is acceptable, would do, is good too, as well is fine"
        ),
        Cue.MAY_BE: phrases("could be, can be, could also be, can also be, might be, open to, fine with, ok with"),
        Cue.TOO: phrases("too, also, as well"),
        Cue.ONLY: phrases(
            "just, only, just the, only the, keep only, only keep, just keep, the only thing, only thing, all i need, "
            "all that matters, nothing but"
        ),
        Cue.EXCEPT: phrases(
            "except, except for, everything except, everything but, all but, all except, apart from, other than, aside "
            "from, excluding"
        ),
        Cue.REST: phrases(
            "the rest, everything else, all else, the others, all the others, all the rest, the other ones, "
            "everything, all of it, all the other things, the other filters"
        ),
        Cue.KEEP: phrases("keep, just keep, only keep, keep only, stick with, stick to, leave, hold on to"),
        Cue.MUST: phrases(
            "must, a must, required, mandatory, essential, matters, matter, important, non negotiable, the only thing, "
            "only thing, all i need, all that matters, is needed, is all i want"
        ),
        Cue.THOSE_THAT: phrases(
            "those that do, the ones that do, the ones that have it, ones that do, ones with that, ones with it, those "
            "with it, those with that, ones that have it, those that have it, ones that have that, the ones with it"
        ),
        Cue.ONE_THAT: phrases(
            "which one has, which has, which one allows, which allows, "
            "is there one, is there one that, any that, any with, any of them, do any, do any of them, are any, are "
            "any of them, which ones, which of them, which of these, does any of them, does any, is any of them, have "
            "any of them, one that, ones that"
        ),
        Cue.DROP: phrases(
            "nvm, nvm about, never mind about, scratch, strike, ditch, doesn't have to be, does not have to be, "
            "doesn't need to be, does not need to be, don't have to be, needn't be, doesn't have to have, no need "
            "for, no need to be, not needed, isn't needed, no longer needed, not necessary, isn't necessary, drop, "
            "remove, forget, forget about, ignore, delete, clear, take out, take away, never mind, nevermind, skip, "
            "leave out, lose, get rid of, don't need, do not need, don't care about, do not care about, no longer "
            "need, without the filter, cancel, i don't mind, is not that important, isn't that important, not that "
            "important, not so important, isn't so important, not essential, isn't essential, not required, isn't "
            "required, not a must, isn't a must, optional, drop everything, remove everything, can go, may go, clear "
            "everything, forget everything"
        ),
        Cue.ANY: phrases(
            "any, whatever, does not matter, doesn't matter, doesnt matter, is not important, isn't important, is no "
            "problem, don't mind the, no matter the, is flexible, no limit on, no limit"
        ),
        Cue.RESET: phrases(
            "never mind all that, start over, start again, start anew, start afresh, reset, reset everything, new "
            "search, begin again, from scratch, clear everything, forget everything, forget all of it, clear all, "
            "drop everything, scrap everything, scrap it all, scrap all that, scrap that, ditch everything, forget "
            "it all, drop it all, forget all that, drop all filters, remove all filters, clear all filters, clear the "
            "filters, something "
            "completely different"
        ),
        Cue.SORT: phrases(
            "sort, sort by, sorted by, order by, ordered by, sort them by, order them by, rank by, sort it by, in "
            "order of, sort from, rank them by, sort these by, cheapest first, largest first, biggest first, smallest "
            "first, nearest first, closest first, most expensive first"
        ),
        Cue.TOP: phrases("top, the top, first, the first"),
        Cue.LAST: phrases("last, the last, final, the final, bottom, the bottom, latest, most recent"),
        Cue.COMPARE: phrases(
            "compare, comparison, comparison of, difference between, what is the difference between, what's the "
            "difference between, differences between, which is better, which one is better, versus, vs, side by side, "
            "how do they compare, compare them, which of the two, how do they differ"
        ),
        Cue.NUMBER: phrases(
            "number, no ., num, nr, option, result, choice, item, hit, listing, #, listing number, option number, "
            "numbers, options"
        ),
        Cue.DETAIL: phrases(
            "details, detail, more details, details of, details on, details about, tell me about, tell me more about, "
            "more about, more on, info on, information on, describe, more info on, what about, how about, show me, "
            "show, open, i like, let me see, see, what's up with"
        ),
        Cue.CONTACT: phrases(
            "phone number, telephone number, number to call, phone, contact, contact details, contact number, contact "
            "person, whatsapp, whatsapp number, how do i contact, how can i contact, how do i reach, how can i reach, "
            "get in touch, reach out, call the agent, call the owner, call the seller, email address, "
            "who do i call, who do i phone, who do i ring, who do i contact, who do i talk to, who do i speak to, who "
            "do i ask, who do i message, who can i call, who can i contact, who can i talk to, who should i call, who "
            "should i contact, who should i talk to, who should i speak to, who to call, who to contact, whom do i "
            "call, whom do i contact, whom should i call, whom to call, whom to contact, who is selling, who's "
            "selling, who sells, who is the owner, who's the owner, who owns, who is the "
            "agent, who's the agent, who is the seller, who's the seller, "
            "agent's number, owner's number, seller's number, agent number, owner number"
        ),
        Cue.PHOTO: phrases("photo, photos, picture, pictures, pics, image, images, video, videos, floor plan"),
        Cue.LAST_ONE: phrases("the last one, the last, last one, the final one, the bottom one"),
        Cue.THIS_ONE: phrases("this one, that one, it, this, that, the same one"),
        Cue.ALL_SHOWN: phrases("both, all of them, both of them, the two, them, these, those, they, all of these"),
        Cue.AFTER_ORDINAL: phrases("one, option, result, listing, choice, hit"),
        Cue.ASK: phrases(
            "does it, does it have, does it come with, does it allow, does, do, is it, is there, are there, has it, "
            "has, can i, can we, can you, do they, do they have, are they, does this one, does that one, is this one, "
            "is that one, is, are, can, will, would, may i, am i allowed to, do i get, did they say, does the listing "
            "say, is there any, are there any, does it have any, do you know if it has, do you know if, do you know "
            "whether, are, will it"
        ),
        Cue.ASK_WORD: phrases("any, allowed"),
        Cue.ASK_END: phrases("or not, right"),
        Cue.WHAT: phrases(
            "how many, how much, how big, how large, how far, how far is, what is, what's, whats, what are, what, "
            "where, where is, which, when, what kind of, who, how old, how high, what about, how long, how near, how "
            "close, what does it say about, what floor, "
            "which one, which one is, which is, what size, what's the size"
        ),
        Cue.HOW_MUCH: phrases("how much, how much is it, how much does it cost"),
        Cue.HOW_BIG: phrases("how big, how large, how spacious, how roomy, what size, what's the size, how small"),
        Cue.CRITERIA: phrases(
            "what are my filters, my filters, what are you searching for, what did i ask for, my criteria, what are "
            "my criteria, show filters, show my filters, show criteria, current filters, which filters, what are you "
            "looking for"
        ),
        Cue.GREETING: phrases(
            "hi, hello, hey, hi there, hello there, hey there, good morning, good afternoon, good evening, howdy, "
            "greetings, how are you, how are you doing, how's it going, what's up, yo"
        ),
        Cue.THANKS: phrases(
            "thanks, thank you, thank you very much, thanks a lot, many thanks, thank you so much, thx, ty, cheers, "
            "much appreciated, thanks so much, great thanks, appreciate it, thanks for your help, that helps"
        ),
        Cue.GOODBYE: phrases(
            "bye, goodbye, see you, see you later, bye bye, good night, that's all, that is all, talk later, i'm "
            "done, see ya"
        ),
        Cue.OKAY: phrases(
            "ok, okay, alright, all right, sure, fine, great, nice, good, perfect, got it, i see, yes, yeah, yep, no, "
            "cool, awesome, sounds good, very good, lovely, hmm, no thanks, no thank you, not really, wow"
        ),
        Cue.HELP: phrases(
            "help, help me, what can you do, how does this work, who are you, what are you, how do you work, what can "
            "i ask, are you a bot, are you human, how do i use this, are you a robot"
        ),
        Cue.NOT_OURS: phrases(
            "will it rain, is it raining, is it going to rain, how's the weather, what's the weather, "
            "how do i, how can i, how to, how should i, what does it mean, what is a, what is an, what's a, explain, "
            "write, write me, draft, generate, create, update, edit, change the price of, mark, translate, calculate, "
            "tips, give me tips, advice, teach me, book, schedule, call, send, email, who is, who was, why, tell me "
            "a, sing, when is, when was, motivate me, post, publish, upload, order me"
        ),
        Cue.LEAST_PRICE: phrases(
            "cheapest, the cheapest, the cheapest one, lowest price, lowest priced, the least expensive, least "
            "expensive, most affordable, the most affordable, cheapest one, the cheapest ones, price ascending, "
            "cheapest first, cheap to expensive"
        ),
        Cue.MOST_PRICE: phrases(
            "most expensive, the most expensive, the most expensive one, highest price, priciest, the priciest, "
            "dearest, price descending, most expensive first, expensive to cheap"
        ),
        Cue.LEAST_SIZE: phrases("smallest, the smallest, the smallest one, smallest first, tiniest, the tiniest"),
        Cue.MOST_SIZE: phrases(
            "largest, the largest, the largest one, biggest, the biggest, the biggest one, most spacious, the most "
            "spacious, largest first, biggest first, roomiest, the roomiest, most "
            "space, the most space, most room, the most room"
        ),
        Cue.LEAST_DISTANCE: phrases(
            "nearest, the nearest, the nearest one, closest, the closest, the closest one, nearest first, closest first"
        ),
        Cue.MOST_DISTANCE: phrases("farthest, furthest, the farthest, the furthest, most distant"),
        Cue.HIGHEST: phrases(
            "highest, the highest, high to low, highest to lowest, from high to low, from the top down, descending, "
            "desc"
        ),
        Cue.LOWEST: phrases(
            "lowest, the lowest, low to high, lowest to highest, from low to high, from the bottom up, ascending, asc"
        ),
        Cue.MOST_OF: phrases("most, the most, most to least, from most to least, most to fewest"),
        Cue.LEAST_OF: phrases("fewest, the fewest, least, the least, least to most, from least to most"),
        Cue.REVERSED: phrases(
            "the other way round, the other way around, other way round, other way around, reverse, reversed, reverse "
            "it, reverse the order, in reverse, in reverse order, the reverse, opposite order, the opposite order, "
            "flip the order, flip it"
        ),
        Cue.FIRST: phrases(
            "first, at the top, on top, to the top, high to low, low to high, highest to lowest, lowest to highest, "
            "ascending, descending, cheap to expensive, expensive to cheap, top of the list"
        ),
        Cue.LESS_PRICE: phrases(
            "cheaper, cheaper ones, something cheaper, less expensive, more affordable, lower priced, a lower price, "
            "lower price, anything cheaper, a bit cheaper, a little cheaper, too expensive, too pricey, too dear, "
            "over my budget, too much money"
        ),
        Cue.MORE_PRICE: phrases("more expensive, pricier, something pricier, higher priced, more upscale, too cheap"),
        Cue.LESS_SIZE: phrases("smaller, smaller ones, something smaller, anything smaller, too big, too large"),
        Cue.MORE_SIZE: phrases(
            "bigger, larger, something bigger, something larger, more spacious, roomier, anything bigger, anything "
            "larger, bigger ones, larger ones, more space, too small, too tiny, too cramped"
        ),
        Cue.THAN: phrases("than, compared to, compared with"),
        Cue.LESS_DISTANCE: phrases(
            "nearer, closer, something closer, something nearer, anything closer, too far, too far away, too far out"
        ),
        Cue.MORE_DISTANCE: phrases(
            "farther, further, farther out, further out, farther away, further away, a bit further out, a bit further "
            "away, a little further, a bit further, a bit farther, further away is fine, farther is fine"
        ),
    },
    joins=words("and or & , vs versus with to"),
    idle=words(
        "please pls plz kindly hey hi hello ok okay oh so well thanks then now just maybe actually also me us i "
        "you the a an of for to in on at is are be it its there this that these those my your and or one ones "
        "some can could would will do does ? ! . , : ; - ( ) about filter filters search criteria requirement "
        "condition wish list results result all any only again from by on instead need"
    ),
    particles=words("please pls plz kindly"),
    its=("'s",),
    corrections=words("mean meant oops sorry rather correction scratch wait"),
    or_more=words("more up plus higher"),
    dating=words("from by since until early mid late this next"),
    distances=words("within radius distance away far close near range further farther"),
    range_links=words("to till until thru through"),
    returns=words("back"),
    limits=words(
        "max maximum min minimum most least under over below above or instead make raise lower increase reduce cut "
        "budget up upto bump stretch than exactly precisely back"
    ),
    shorthand=(
        ("dont", "don't"),
        ("doesnt", "doesn't"),
        ("didnt", "didn't"),
        ("isnt", "isn't"),
        ("arent", "aren't"),
        ("wasnt", "wasn't"),
        ("wont", "won't"),
        ("wouldnt", "wouldn't"),
        ("couldnt", "couldn't"),
        ("cant", "can't"),
        ("im", "i'm"),
        ("gotta", "have to"),
        ("wanna", "want to"),
    ),
)

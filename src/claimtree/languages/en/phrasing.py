"""The words with which a reply may be phrased in English."""

from __future__ import annotations

from typing import Final

from claimtree.languages.phrasing_words import PhrasingWords
from claimtree.languages.words import phrases, words

PHRASING: Final = PhrasingWords(
    neutral=words(
        "a an the and as at by for in into of on per to with this that these those here there it its they "
        "them their is are was be been i i'm i've you your we our us me what which so then also too plus while "
        "where has have having had comes come costs cost priced price asks asking offers offered listed listing "
        "lists states stated says said shows shown showing show see find found have located sits lies address link "
        "page details detail facts fact distance away its first next following "
        "list number option options result results hit hits choice choices can could would like want let know "
        "tell ask know please okay ok sure hello hi thanks search searched looking look looked criteria "
        "criterion wish wishes only just now would"
    ),
    fitting=words("fit fits fitting match matches matching meet meets meeting met suit suits"),
    affirming=words(
        "is are does has have having had comes come includes offers offered lists listed shows shown says "
        "said states stated met sure ok okay"
    ),
    nearness=words("near nearby close around"),
    unsaid=phrases(
        "does not say if, doesn't say if, does not state if, doesn't state if, "
        "not stated, isn't stated, is not stated, are not stated, not mentioned, isn't mentioned, is not "
        "mentioned, does not mention, doesn't mention, does not say, doesn't say, does not state, doesn't state, "
        "not known, unknown"
    ),
)

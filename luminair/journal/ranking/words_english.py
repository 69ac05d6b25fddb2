"""English words that say nothing about a note's subject, as data.

``STOP`` never enters the index. ``PROMPT`` does, yet a query drops it: people who ask wrap their
subject in such words. ``WEAK`` words are dropped only where the query says more than them.
``CHATTER`` are whole prompts, or parts of one, that ask for nothing.
"""

from __future__ import annotations

_STOP = """
    a about am an and any are aren as at be been being but by can could couldn did didn do does
    doesn doing don for from had hadn has hasn have haven having he her here hers herself him
    himself his how i if in into is isn it its itself just ll me might mightn mustn my myself nor
    of on or our ours ourselves re s shan she should shouldn so some such t than that the their
    theirs them themselves then there these they this those to too ve very was wasn we were weren
    what when where which while who whom whose why will with won would wouldn you your yours
    yourself yourselves also d m o dont didnt doesnt isnt wasnt cant wont im ive whats thats
"""
STOP = frozenset(_STOP.split())

_PROMPT = """
    again all anyone anything asked because before best both come each either else ever every
    explain few fine give gives go goes going got hello hey hi instead kindly know let lets like
    likely many may maybe mean means more most much must need needed needs now off ok okay once
    one only other otherwise out over own perhaps please possible really same say see seem shall
    since something still sure take tell thank thanks think through until up upon want wanted
    wants way well whether within without yes yet
"""
PROMPT = frozenset(_PROMPT.split())

_WEAK = """
    find get gets getting help make makes no not put show try trying under use used using work
    working
"""
WEAK = frozenset(_WEAK.split())

_CHATTER = """
    ok|okay|k|kk|yes|yep|yeah|yup|no|nope|nah|sure|fine|good|great|nice|cool|perfect|awesome|
    thanks|thank you|thx|ty|cheers|thanks a lot|thank you very much|much appreciated|please|
    go on|go ahead|go|continue|carry on|keep going|proceed|next|more|again|try again|retry|
    do it|do that|do so|sounds good|looks good|lgtm|well done|good job|got it|i see|right|correct|
    exactly|agreed|hi|hello|hey|good morning|good evening|bye|goodbye|see you|done|wait|stop|
    never mind|nevermind|yes please|no thanks|hmm|ah|oh|wow|lol|haha|now|what now|what next|then
"""
CHATTER = frozenset(phrase.strip() for phrase in _CHATTER.split("|"))

"""The signs of mood, tense and subject by which an English sentence only tells something.

Patterns are tried on one sentence in lower case, without what leads in.
"""

from __future__ import annotations

from typing import Final

from luminair.patterns import late_pattern

_PAST: Final = (
    r"(?:was|were|wasn't|weren't|had|hadn't|did|didn't|went|ran|got|took|came|made|said|told|saw|"
    r"found|thought|knew|gave|kept|left|lost|won|broke|built|bought|brought|began|began|chose|"
    r"drew|drove|ate|fell|felt|forgot|grew|heard|held|hid|hit|hung|led|let|meant|met|paid|put|"
    r"quit|read|rang|rose|sat|sold|sent|shook|shot|shut|slept|spent|spoke|stole|stood|stuck|"
    r"swore|taught|threw|understood|woke|wore|wrote|could|couldn't|would|wouldn't|"
    r"rewrote|redid|rebuilt|reran|(?!need|embed|feed|speed|exceed|proceed|succeed|agreed|"
    r"decided)\w{3,}ed)"
)
_INNER: Final = (
    r"(?!(?:as|is|are|be|been|gets?|stays?|to|not|must|should|needs?|how|goes?|has|have|counts?|"
    r"that|"
    r"when|if|who|which)\b)[\w'-]+"
)
"""A word that may stand inside a subject."""
ROLE: Final = (
    r"(?:boss(?:es)?|managers?|clients?|customers?|tenants?|landlords?|landlady|wife|husband|"
    r"mum|mom|dad|mother|father|sister|brother|son|daughter|aunt|uncle|kids?|child(?:ren)?|"
    r"friends?|colleagues?|co-?workers?|team ?leads?|leads?|teams?|cto|ceo|cfo|coo|directors?|"
    r"board|investors?|auditors?|accountants?|lawyers?|legal|marketing|sales|finance|"
    r"accounting|hr|support|ops|security|compliance|management|editors?|publishers?|agents?|"
    r"agency|reviewers?|professors?|profs?|teachers?|school|university|supervisors?|advisors?|"
    r"designers?|devs?|developers?|engineers?|interns?|po|product owners?|product|pm|"
    r"stakeholders?|neighbou?rs?|doctors?|vendors?|suppliers?|partners?|readers?|people|"
    r"everyone|everybody|somebody|someone|folks|government|bank|court|council|committee|guests?|"
    r"patients?|students?|pupils?|parents?|authors?|producers?|owners?|chef|coach|bride|mayor|"
    r"association|union|ministry|admins?|testers?|qa|users|beta users|employees|staff|"
    r"headquarters|hq|he|she|they)"
)
_WANTS: Final = (
    r"(?:wants?|wanted|wish(?:es|ed)?|would (?:like|love|prefer|rather)|'d (?:like|love|rather)|"
    r"prefers?|expects?|expected|keeps? (?:asking|telling|saying|requesting|wanting|begging|"
    r"pushing)|kept \w+ing|asks?|asked|(?:has|have) (?:been )?(?:ask|request|demand|want)\w+|"
    r"begs?|begged|demands?|demanded|requests?|requested|requires?|required|insists?|insisted|"
    r"promised|proposed|proposes|suggests?|suggested|thinks?|thought|believes?|feels?|said|says|"
    r"told|tells|wrote|mentioned|complain(?:s|ed)?|is (?:pushing|asking|begging|hoping|"
    r"demanding|insisting)|are (?:pushing|asking|begging|hoping|demanding|insisting)|hopes?|"
    r"hoped|loves?|hates?|dreams?|decided|reckons?|argues?)"
)

POLITE: Final = late_pattern(
    r"\b(?:please|pls|plz|kindly)\b|\b(?:can|could|would|will) you\b(?! believe| imagine)|\bi "
    r"(?:want|need|expect)(?:ed)? you to\b|\bi'd like you to\b"
)
ORDERS: Final = late_pattern(
    r"(?:always|never|don't|do not|dont|stop|quit|avoid|prefer|no (?:more )?\w+(?:s|ing)?\b(?! "
    r"(?:in|for) (?:two|three|\d+|a|the last))(?=.*\b(?:in|for|on|when|unless|please|ever|"
    r"anywhere|without)\b)|from (?:now|here|today)(?: on)?|"
    r"going forward|let's|lets|make sure|remember to|whenever you|(?:when|before|after|if) you\b|"
    r"use|keep|only (?:use|write|show|touch)|ask (?:me|before)|you (?:must|should|shall|may|keep|"
    r"are (?:not )?allowed)|todo|task|fix-?me|as an? \w+,? i want)\b(?! (?:seen|had|"
    r"heard|thought|knew|found|wanted|liked|tried))"
)
ORDERS_LATE: Final = late_pattern(
    r"(?:[,;:.–—-]|\b(?:so|and|then|but|hence|therefore))\s+(?:so |and |then )*(?:please |pls |"
    r"we (?:should|need to|must|have to) |let's |lets |you (?:should|must) |make sure (?:to )?|"
    r"(?:can|could) you )(?!if\b|that\b|how\b|why\b|the\b)\w+|[,;:–—-]\s+(?:add|fix|use|make|"
    r"change|write|keep|never|always|don't|do not|remove|put|move|rename|stop|spaces|only|get|"
    r"replace|set) (?!one\b|mind|worry|care|bother|know|think|idea|problem|crash|error|issue|"
    r"action|need|sure|again|on\b|in\b|at\b|by\b|the\b|a\b|with\b)\w+|"
    r":\s+(?:whenever|when|if|before|after) you\b|\bso (?:stick|keep|use|write|"
    r"prefer|make|follow|mind|expect)\b|\bfrom (?:now|here) on\b"
)
WE_ASK: Final = late_pattern(
    r"(?:i(?:'d| would)? (?:really |also |still |much |just )?(?:want|need|prefer|hate|like|love|"
    r"rather)|i(?:'m| am) (?:tired|sick|allergic|fed up|not a fan)|i keep \w+ing|"
    r"i(?:'ve| have)? (?:told|asked) you|we (?:really |also |still |all |only |always |never )?"
    r"(?:need|should|must|want|use|have to|don't|do not|ought|lack|write|follow|indent|name|"
    r"never|agreed|decided)|we'd like|it would be|it'd be|you\b|your\b)\b"
)
UNREAL: Final = late_pattern(
    r"\b(?:should|could|would|must|might)(?: not|n't)?(?: never| always| also)? have \w+|\bwe "
    r"should (?:have|probably "
    r"not)\b"
)
"""'We should have known.'"""
NOUN_SUBJECT: Final = late_pattern(
    r"(?! (?:the|a|an|all|every|each|our|your|my|its|their|this|that|any|to|in|on|for|with|up|"
    r"out|only|how|why|what|when|if|whether|both|no)\b)(?: [\w.'/-]+){0,3}? (?:is|are|isn't|aren't|"
    rf"has|hasn't|does|doesn't|takes|needs|{_PAST})\b|:|=|s\b"
)
"""'Cache hit rate is …', 'support told them …': what begins as a verb does is a subject."""

PAST: Final = late_pattern(
    r"^(?!.*\b(?:unless|until|before|once|if) i\b).*?(?:^|[,;:(–—-] ?|\b(?:and|but|so|because|"
    r"since|as|when|after|that|which|where|who|while) )"
    r"(?:(?:he|she|they|it|someone|somebody|everyone|there|we(?! agreed| decided)|i(?! said| "
    r"told| asked| mentioned)|(?:the|my|our|his|her|their|a|an|its|this|both|"
    rf"two|three|[a-z]+ from) (?:{_INNER} ){{0,4}}?{_INNER})(?: (?:just|already|also|only|even|"
    rf"finally|never|always|still|really|then|first|once))? {_PAST}\b(?! in (?:order|iso))|"
    r"(?:i|we|he|she|they|it|the \w+(?: \w+)?|you)(?:'ve|'d| has| have) (?:just |already |been |"
    r"never |always |also |finally |now )?(?!to\b|no\b)\w+(?:ed|en|ne|nt|ght|ound|ade|aid|ept|"
    r"un|ut|et|old|eft)\b)"
)
"""A subject that is not 'you', and a verb in the past."""
PAST_BARE: Final = late_pattern(
    rf"^(?!no\b|every|all\b|any)(?:{_INNER} ){{1,6}}?(?:was|were|had|has been|have been|went|ran|"
    rf"came|"
    r"took|got|failed|crashed|passed|finished|broke|arrived|landed|said|told|led|brought|gave|"
    r"threw|fell|"
    r"grew|began|became|did|knew|felt|lost|won|sent|spent|wrote|rewrote)\b|^(?:every|each|all|most|"
    r"none)\b.* "
    r"(?:has been|have been|was|were|(?:is|are) (?:worse|better|fine|done|sold|gone|taken|booked|"
    r"closed|known)|makes? sense|helps|helped)\b|^(?:every|"
    r"each|all|none|some|both|most)(?: one)? of (?:them|these|those|it)\b"
)
PAST_START: Final = late_pattern(
    r"^(?:just |already |finally |also |only )?(?:tried|attempted|spent|wrote|went|ran|lost|got|"
    r"made|took|found|rolled back|gave up|thought|expected|(?!named|typed|shared|sorted|limited|"
    r"filtered|grouped|dated|signed|need|feed|seed|embed|speed|proceed)[a-z]{3,}ed(?= (?:the|a|an|"
    r"my|our|it|its|to|on|in|from|up|down|back|all|both|with|as|two|three|some|several|every|this|"
    r"that|#?\d)\b))\b"
)
STATUS: Final = late_pattern(
    r"^(?:(?:so far|currently|at the moment)\b|no \w+(?: \w+)? (?:tonight|today|yesterday|so far|"
    r"yet|"
    r"since|this (?:morning|week)|until (?:then|now))\b|(?:status|update|progress|result|results|"
    r"fyi|report|recap|news)\s?[:–—-]|(?:half|most|some|"
    r"two|three|\d+) (?:of )?(?:the |\w+ )*(?:is|are|have been) (?:done|finished|missing|ready)|"
    r"[\w ]+ is (?:out|off|away|back|ill) (?:sick|today|this|until|on)|here(?:'s| is| are) )"
)
STATE: Final = late_pattern(
    r"^(?!every|each|any|a\b|an\b)(?:[\w']+ ){1,4}(?:is|are) (?:up|down|done|out|ready|healthy|"
    r"full|fine|green|red|open|"
    r"closed|merged|live|through|back|ordered|paid|at \d+|under way|in progress|on (?:its|the) "
    r"way)\b|"
    r"(?:is|are) missing\b.*\b(?:since|because|on purpose|for now)\b|"
    r"^(?!nothing|everything|nobody)\w+ (?:fails|works|crashes|hangs|breaks|takes|shows|says|runs|"
    r"looks|seems|gets|comes|stops|"
    r"starts|returns|throws|liked|wants|feels)\b"
)
"""How something is just now."""
TRIAL: Final = late_pattern(
    r"[,;] (?:scrapped|dropped|reverted|removed|undone|ditched|binned|shelved)$|"
    r"\b(?:tried|attempted|experimented|rolled back|gave up|given up|giving up|abandon\w*|not "
    r"worth (?:it|the)|wasted|moving on|leaving it|let it go|dead end|is (?:dead|out|no good|"
    r"hopeless)\b(?=:|,|$)|(?:made|makes) no difference|(?:did|does) nothing(?=[.,]|$)|(?:didn't|"
    r"did not|doesn't|does not) help|made it worse|dropped (?:the|that|this) (?:idea|plan)|never "
    r"worked|(?:can't|cannot|won't|couldn't|will not) (?:work|do it|go)|went for|"
    r"(?:can't|cannot) (?:(?:do|use|have) (?:it|that|this)|rely|count on)|(?:doesn't|does not|"
    r"don't) work (?:because|"
    r"since|as|on|with|for|either|out|like)|same (?:error|segfault|result|crash|problem)|even "
    r"(?:more|worse|slower)|no way around|(?:is|was) (?:too much|a nightmare)|no luck|stay away|"
    r"no[- ]go|"
    r"out again|moved (?:it|them) back|won't change|has to stay as)\b|"
    r"\b(?:approach|idea|attempt|plan|route|trick|workaround|experiment|option|hack|method|"
    r"solution|variant|prototype|spike)s?\b.{0,60}?\b(?:does not|doesn't|didn't|did not|don't|"
    r"can't|cannot|won't|failed|fails|fail|broke|breaks|crash\w*)\b|^(?:using|letting|"
    r"switching|increasing|decreasing|raising|lowering|disabling|enabling|downgrading|upgrading|"
    r"pinning|replacing|rewriting|patching|relying|wrapping|caching|mocking|reinstalling|"
    r"retrying|signing|memory-mapping|splitting|turning|running|having|going (?:with|through|via)|"
    r"doing|"
    r"hosting|bundling|compiling|porting|forking|embedding|swapping)\b.+\b(?:doesn't|does not|"
    r"didn't|did not|can't|cannot|won't|fails?|failed|broke|breaks|produced|made|lost|loses|"
    r"crash\w*|gives?|gave|leaks?|ends?|ended)\b"
)
"""A way that was gone and did not lead anywhere."""
NO_FAULT: Final = late_pattern(
    r"\b(?:because|nothing wrong|on purpose|by design|intended|intentional(?:ly)?|"
    r"deliberate(?:ly)?|harmless|"
    r"expected|supposed to|meant to|allowed to|as (?:planned|it should|they should)|it never did|"
    r"it's (?:our|just|only|a|an|meant)|is normal|no big deal|not a bug|not "
    r"our|nothing on our side|that's (?:how|fine|ok|okay|why|correct|right)|all (?:fine|good)|"
    r"(?:isn't|aren't|wasn't|is not|are not|was not|never) (?:slow|broken|wrong|a (?:bug|"
    r"problem)|lost|stuck|down|an error|the problem)|(?:it )?(?:just|only) (?:looks|seems|looked|"
    r"seemed|a)|so that|"
    r"don't (?:get|have|see) any|any ?more since|since the|comes? from|my (?:own|fault|mistake|"
    r"bad|vpn|wifi|laptop|side)|turned out|harmlessly|yesterday|last (?:night|week|month)|again "
    r"now|fixed (?:now|since|it|already)|resolved|solved|is gone|i checked|all good|recovered|back "
    r"up|gone now|went away|"
    r"old (?:parser|version|one|code)|part of me|far too)\b|^(?:no|nothing|nobody|never been|lost|"
    r"thought|"
    r"expected|i|we|he|she|they)\b(?! (?:\w+ )?(?:button|response|error message))"
)
"""What sounds like a fault, and why it is none."""
PERSON_WANTS: Final = late_pattern(
    rf"(?:(?:and|but|so|now|again|apparently|btw|today|yesterday) )*(?:(?:the|my|our|their|a|an|"
    rf"his|her|some|most|many|half|one|two|three|several|all|every|this|that|these|those|your|"
    rf"other|new|big|biggest|old|first|of|in) ?|[\w-]+(?:'s)? ){{0,4}}?(?:(?:{ROLE}|\w+ from "
    rf"(?:{ROLE}|accounts|procurement|\w+ing))"
    rf"(?: (?:in|at|on|of|with) [\w ]{{2,20}})?(?: \([^)]*\))?[ ,:]+(?:(?:also|really|still|always|"
    rf"now|just|even|desperately|again|all|he|she|they) )*(?:{_WANTS}\b|need(?:s|ed)? (?!to be "
    rf"able|an? way|to "
    rf"see\b|to know\b)))|(?!it\b|this\b|that\b|which\b|who\b|what\b|one\b|please\b)[a-z]+ "
    rf"(?:wants|wishes|"
    r"insists|demands|reckons)\b|(?!i\b|we\b|you\b|please\b|it\b|this\b|that\b)(?:[\w'-]+ ){1,4}?"
    r"(?:requested|demanded|insisted|insists|recommends|recommended|suggests|suggested|complained|"
    r"complains|"
    r"promised|wants (?:me|us|to|his|her|their)|wishes to|would (?:rather|love|like)|(?:never |"
    r"always )?wanted|voted|ruled)\b"
)
"""A person who is not the author, and a verb of wanting or saying."""
MUSING: Final = late_pattern(
    r"\b(?:if only|in hindsight|in an ideal world|in a perfect world|ideally|part of me|half of me|"
    r"my gut|on "
    r"(?:the )?one hand|on the other hand|one (?:could|might|can) (?:argue|say|also|think)|you "
    r"could argue|something to be said|let me think|thinking (?:about|out loud|aloud)|i (?:keep|"
    r"was|am) (?:wondering|thinking|going back)|i'm (?:wondering|thinking|asking myself)|torn "
    r"between|undecided|not (?:sure|convinced|certain)|say (?:we|i) \w+|toying with|i wonder|"
    r"wondering|might be "
    r"(?:nice|worth|better|good|fun)|could (?:also|as well|even)|would be fun|would it be|some "
    r"day|hard to (?:say|tell)|can't (?:say|decide)|who knows|or maybe|or (?:is it|should)|on "
    r"second thought|what if|i suppose|i guess|if i were|if we were|if i had|in theory|(?:i|we) "
    r"(?:might|could)|maybe|perhaps|feels? like (?:we|i|the)|i feel|so many (?:options|choices|"
    r"possibilities|ways)|"
    r"no idea (?:if|when|whether|how)|(?:we|i|you|it) (?:may|might)|i (?:sometimes |often |just |"
    r"kind of |sort of |"
    r"half |secretly )*(?:dream|fear|suspect|bet|doubt|assume|imagine|figure|reckon|can't shake|"
    r"half want|keep "
    r"(?:changing my|thinking|coming|asking myself))|money were no|'d be neat|science fiction|on "
    r"reflection|tempted|(?:we'll|we will) "
    r"(?:need|have) to (?:decide|see|think)|or not)\b"
)
OPTION: Final = late_pattern(
    r"(?:way|option|variant|plan|route|possibility|path|choice|scenario) (?:one|two|three|[a-d]|"
    r"\d)\b[:,]"
)
READ_OUT: Final = late_pattern(
    r"(?:(?:this is|here(?:'s| is| are)|i (?:get|got|see)|it (?:says|prints|shows)) (?:the |a |an |"
    r"this )?"
    r"(?:\w+ )?(?:logs?|log line|errors?|output|message|warning|trace|ticket|text|mail|note)(?: "
    r"\w+){0,3}?|"
    r"(?:the|a|my|our) (?:[\w-]+ ){1,4}?(?:says|reads|prints|tells me|shows|goes|states|demands|"
    r"asks))"
    r" ?[:\"'“‘].+|[\w-]+ (?:says|said|tells me|prints|complains):? [\"'“‘].+|the (?:output|log|"
    r"error|message|warning|response|result|console)(?: line)?: [\"'“‘].+|"
    r"[\w ]{3,30} (?:feedback|complaints?|advice|comments?|demands?): .+"
)
"""What somebody or something else says, read out."""
DELIBERATES: Final = late_pattern(
    r"\b(?:let me think|torn between|undecided|part of me|half of me|on (?:the )?one hand|back and "
    r"forth|probably not|"
    r"can't decide|thinking (?:aloud|out loud)|i wonder|i keep wondering|i'm asking myself|just "
    r"musing|"
    r"brain ?dump|ich überlege|laut gedacht|je réfléchis|pensando en voz alta)\b"
)
OWN_ACT: Final = late_pattern(
    r"i(?:'d| would)? (?:really |still |just |only )?(?:need|have|want|like|love) to (?:remember|"
    r"learn|try|"
    r"sleep|go|eat|think|understand|know|join|talk|ask|meet|call|leave|catch|buy|visit|speak|wait|"
    r"get (?:home|some|through|going|better)|read up|believe|thank|tell you|say|share|point out|"
    r"steal)\b|"
    r"i(?:'ll| will| should| can| could| might| shall| may| had to|'d never)\b"
)
"""What its author is going to do."""
PRAISE: Final = late_pattern(
    r"(?:thanks|thank you|thx|cheers|great|perfect|awesome|brilliant|lovely|wow|excellent|super|"
    r"nice|amazing|fantastic|wonderful|beautiful|good (?:job|work|catch|one|point)|well done|"
    r"many thanks|yay|superb|lol|ha|haha|cool|ok (?:great|cool|perfect|thanks)|kudos|yay|"
    r"splendid)\b(?! (?:if|to have|"
    r"to see)\b)(?!.*\b(?:from now on|next time|in (?:the )?future|going forward|one more|but)\b)"
    r"[ ,.!]*(?:\w+[ ,.!]+){0,4}.*"
)
PRAISE_NOUN: Final = late_pattern(
    r"(?:wow,? |ok,? |very |really |such |what )*(?:a )?(?:nice|great|good|awesome|amazing|"
    r"excellent|lovely|"
    r"brilliant|fantastic|cool|solid|beautiful|neat|superb|perfect|top) (?:\w+ )?(?:work|job|catch|"
    r"find|stuff|"
    r"answers?|explanation|idea|point|one|read|summary|call|question|fix|refactor|tests?|try|save|"
    r"thinking|"
    r"write-?up|trick|solution|example|analysis|poem|story|text|list|summar\w+)\b"
)
PRAISE_OF: Final = late_pattern(
    r"\b(?:i'm|i am|we're) (?:so |really |very )?(?:impressed|happy|amazed|grateful|glad|relieved|"
    r"thankful|delighted|off)\b|\byou (?:nailed|saved|made my|rock|always (?:find|know|get|"
    r"manage|surprise|explain|deliver)|(?:always|never) .*\b(?:easier|better|"
    r"well|smile|laugh|learn|happy|my day|disappoint|fail|let me down)|are (?:a|the|so|really|"
    r"very) |really (?:helped|saved))|\byou're (?:a|the|"
    r"so|right|amazing|brilliant|great)\b|\bi'd never have\b|\bi (?:always|never) (?:thought|knew|"
    r"believed|wondered|expected)\b|\b(?:all|everything) (?:i|we) (?:want|need|wanted|"
    r"needed)(?:ed)?"
    r"(?: to know)?(?: now)?(?: is| was|$)"
)

OPINION: Final = late_pattern(
    r"(?:and |so )?would you (?:use|do (?:it|that)|choose|pick|go for|bother|prefer|call|say|"
    r"consider|agree|recommend|trust|expect|rather|describe|count|rate|still|ever|have|think|"
    r"believe|know)\b.*\?"
)
"""'Would you call that a bug?'"""
BEHIND_VERB: Final = late_pattern(
    r"^ (?:the|a|an|all|our|my|your|its|their|us|me|it|them|(?!as\b|is\b)\w+s)\b"
)
"""What stands behind a verb that has an object."""
VAIN_LATER: Final = late_pattern(
    r".+[,;] (?:that|which) (?:only |just |also )?(?:made|broke|caused|led|didn't help|did "
    r"nothing)\b"
)
"""'Put it behind a flag, that only made it rarer': what begins as an order is what was done."""

"""What shows that an English sentence, order or not, is over with the turn it is said in.

Tried on a sentence that was taken for an ask, in lower case: what is taken back or not needed, a
statement that asks to be confirmed, an order whose product is the answer or the state of the
machine, what touches up what is on the screen, another's duty, remarks. Classes of grammar, no
sentences.
"""

from __future__ import annotations

from typing import Final

from luminair.keeping.capture_telling_signs import ORDERS_LATE
from luminair.keeping.capture_verdict import Want
from luminair.keeping.capture_wish_fragments import ASKED, NO_NEED
from luminair.keeping.capture_wish_signs import EACH, TOPIC
from luminair.patterns import late_pattern

DENIED: Final = "it says what is not to be done"
CONFIRM: Final = "it asks whether that is so"
NOW: Final = "the turn itself settles it"
SCREEN: Final = "it leans on what is on the screen"
ANSWER: Final = "the answer is what is asked for"
OTHERS: Final = "it tells what somebody else wants"
REMARK: Final = "it is a remark"

_SHORT: Final = 9

_REVOKED: Final = late_pattern(
    r"(?:scratch|strike|cancel|disregard|withdraw|retract|forget|ignore|scrap|drop|discard|shelve|"
    r"abandon|undo|skip|leave out|take back|bin|postpone|park)(?: about| out)? (?:that|the|this|"
    r"my|what|all|everything|any|those|these|both)?(?: \w+){0,2}? ?(?:request|wish|ask|point|note|"
    r"bit|idea|thing|comment|message|plan|suggestion|task|item|reminder|to-?do|question|remark|"
    r"part|proposal|feature|ticket)s?\b(?! (?:table|column|list|queue|field|store|class|type|file|"
    r"page|button)).*|(?:scratch|strike|forget|ignore|scrap|drop|cancel|undo) (?:that|this|it|"
    r"what i (?:said|wrote|asked)|everything i|all (?:of )?that)\b.*|(?:i(?:'ve| have)? )?"
    r"(?:changed my mind|take (?:it|that) back|was wrong about|withdraw)\b.*|(?:actually,? |no,? |"
    r"wait,? )*(?:never ?mind|nvm|false alarm|no wait|hold off|hold on|hang on)\b.*"
)
_NOT_NEEDED: Final = late_pattern(
    r"(?:i|we|you|they|it|there|users|nobody|no one|that|this)(?:'ve|'re|'s)? (?:\w+ )?(?:no "
    r"longer|don't|do not|doesn't|does not|won't|needn't|needs?|never)(?: really| even| actually|"
    r" necessarily)? (?:need(?:ed|s)?|want(?:ed)?|require[sd]?|have to|any (?:of )?(?:that|this|"
    r"it))\b.*\b(?:any ?more|after all|any longer|for that|just|only|at all|now|then|today)\b.*|"
    r"(?:i|we|you)(?: really)? (?:no longer (?:need|want|use)|don't need to|do not need to|don't "
    r"have to|do not have to|needn't)\b.*|i (?:don't|do not) (?:need|want) (?:an?|any|the) [^,]+, "
    r"(?:just|only|but)\b.*|.+\b(?:is|are|'s|was|were)(?:n't| not| no longer| never)(?: really| "
    r"actually| strictly| even)? (?:need(?:ed)?|necessary|required|important|relevant|worth (?:it|"
    r"fixing|doing|the|a|chasing)|a priority|wanted|called for|planned|urgent)\b.*|.+\b(?:doesn't|"
    r"does not|don't|do not|won't|needn't)(?: really| actually)? need (?:\w+ing|to (?:be )?\w+|"
    r"an?|any|the)\b.*|(?:no|zero) (?:\w+ ){1,3}?(?:needed|required|necessary|(?:at )?this time|"
    r"for now|yet|today|"
    r"after all)\b.*|no (?:changes?|edits?|action|code|rush|hurry|refactor\w*|fix(?:es)?|tests?)"
    r"(?:,? (?:please|yet|now|needed|for now|today|this time))+\b.*|no (?:changes?|edits?|action|"
    r"code)$|(?:there(?:'s| is)|i see|we have) (?:no|little) (?:need|point|reason|use|sense|rush|"
    r"hurry|value)\b.*|(?:no|little) (?:need|point|reason|use|sense) (?:to|in|for)\b.*|you "
    r"(?:can|could|may|might) (?:just |also |safely |simply )*(?:leave out|skip|omit|ignore|forget|"
    r"leave (?!a\b|the \w+ (?:to|in)\b|us|me))\b.*|(?:we|i)(?:'ll| will| can| could)? (?:just |"
    r"happily |also )*(?:live without|do without|skip|leave (?:out|it|that|the))\b.*|(?:we|i)"
    r"(?:'re| are|'m| am| will|'ll)? (?:not (?:going to|adding|doing|building|changing|"
    r"supporting|asking|planning)|won't be|aren't (?:going|adding|doing|building|changing|"
    r"supporting))\b.*|(?:i )?(?:wasn't|was not|weren't|never|not|didn't|did not) ?(?:asking|"
    r"ask(?:ed)?|request\w*|saying|suggest\w*|want(?:ed)? you)\b.*|i(?:'d| would)? (?:was going "
    r"to|wanted to|meant to) ask\b.*|i was going to (?:ask|suggest|request)\b.*|not (?:needed|"
    r"necessary|required|worth|important|a priority|urgent|going to|any ?more|after all|now|yet|"
    r"today)\b.*|(?:leave|keep) .+\b(?:as (?:is|it is|they are|it was)|where (?:it|they) (?:is|"
    r"are)|for now|for today|untouched for|the way (?:it|they))\b.*|.+\bcan (?:stay|remain|wait|"
    r"be (?:skipped|left|ignored))\b.*|(?:we|i)(?:'ve)? (?:already )?(?:have|got|did|fixed|added|"
    r"handled) (?:that|it|this|one)\b.*"
)
_STOPPED: Final = late_pattern(
    r"(?:stop|wait|whoa|halt|hold on|hang on|no|hey),? (?:stop,? )?(?:please )?(?:don't|do not|not|"
    r"leave|undo|revert)\b.*|(?:stop|wait|whoa|halt)\b[,!.]? .*\b(?:that|this|it|there|now)$"
)
_TAG: Final = late_pattern(
    r"(?!.*\b(?:can|could|would|will) you\b)(?!please\b).*(?:,|\.\.\.|…| -| –)? ?(?:right|correct|"
    r"no|huh|eh|true|isn't it|aren't (?:we|they|you)|don't (?:we|i|they|you)|doesn't it|do (?:we|i|"
    r"you)|does it|am i|is it|was it|wasn't it|didn't (?:we|you|i|it)|or not|or what|or is that "
    r".+)\?$"
)
_SAID_BY_YOU: Final = late_pattern(
    r"(?:but |so |and |earlier |before |yesterday )*you(?:'ve| have|'d)? (?:just |also |once |"
    r"already |earlier )?(?:said|wrote|mentioned|told|claimed|suggested|recommended|proposed|"
    r"called|explained|asked|promised|listed|forgot|missed|skipped|used|made|gave|put|added|"
    r"removed|changed|renamed|deleted|broke|left|mixed|misread|misunderstood|ignored)\b.*"
)
_INVERTED: Final = late_pattern(
    r"(?:(?:so|and|but|or|then|ok|hm+),? )*(?!(?:didn't|haven't) i\b)(?:should|shall|do|does|did|is|are|am|was|were|has|may|"
    r"might|must|would|could|can|will)(?:n't)? (?:i|it|this|that|these|those|they|he|she|there|"
    r"the|a|an|my|our|your|its|any\w*|some\w*|people|users|every\w*)\b(?! please).*|(?:should|do|"
    r"did|are|shall|must|have|were) (?:we|you)\b.*|(?:what|why|who|whose|which|where|how)(?:'s|"
    r"'re|'d| (?:is|are|was|were|do|does|did|can|could|should|would|will|much|many|long|often|"
    r"about|come|to))\b.*"
)
"""An auxiliary before its subject, or a word that asks."""

_LOOKS: Final = late_pattern(
    r"(?:list|show|print|count|find|search|give|grep|get|open|display|tell|view|describe|explain|"
    r"compare|summari[sz]e|calculate|compute|cat|dump|look|scan|read|check|fetch|see|look up|"
    r"translate|quote|recap|run|rerun|test|benchmark|measure|ping|curl|inspect|verify|echo|watch|"
    r"tail|head|diff|trace|debug|paste|repeat|go through|walk|try|execute|review|proofread)\b"
)
_HABIT: Final = late_pattern(
    r"^(?:always|never)\b|\b(?:always|whenever|every ?time|each time|from (?:now|here|today) on|"
    r"going forward|by default|(?:in|with|for|on|to|after|before|at|per) (?:every|each|all|any)|"
    r"(?:every|each) (?:other )?(?:day|week|month|morning|evening|night|monday|tuesday|wednesday|"
    r"thursday|friday|saturday|sunday|hour|quarter|year|release|commit|answer|reply|session|"
    r"change|pr|push|deploy|build|merge)s?|before|after|when|if|daily|weekly|nightly|monthly|"
    r"hourly|never|unless|without|instead of|early|only)\b"
)
_ONCE: Final = late_pattern(
    r"(?!(?:you|i|we|it|the|this|that|these|my|our|your|there|they|users?|what|why|how|who|never|"
    r"always|don't|do not|stop|no|\w+ (?:needs?|wants?|must|should|has|have|is|are))\b)"
    r".*\b(?:(?<!at )once|again|(?:just )?this (?:once|time)|for (?:this|the next|one|today's) (?:run|time|"
    r"session|build|test|call|answer|round|demo|meeting)|for (?:a|one) (?:sec|second|minute|moment|"
    r"bit)|for (?:now|today|tonight)|right (?:now|away)|real quick|as a test|to see (?:if|what|"
    r"whether|how)\b.*|and (?:show|tell|send|give|paste|print|report)\b.{0,30}\b(?:me|it|them|"
    r"output|result|results|diff|says?))"
)
_TREE: Final = late_pattern(
    r"(?:apply|revert|undo|pop|stage|unstage|reset|amend|squash|merge|stash|discard|restore|"
    r"checkout|check out|rebase|abort|drop|unstash|push|pull|commit|keep|accept|reject|cherry-pick|"
    r"redo|save|submit|close|reopen|upload|send) "
    r"(?:the |that |this |my |our |all |your |these |those |both )*(?:last |latest |current |"
    r"previous |staged |unstaged |local |uncommitted |open |other |first |second |same |proposed |"
    r"suggested |recent |two |three )*"
    r"(?:patch(?:es)?|changes?|diffs?|stash|commits?|branch(?:es)?|edits?|hunks?|index|prs?|pull "
    r"requests?|conflicts?|migrations?|merge|rebase|working (?:tree|copy)|files?|fix(?:es)?|"
    r"suggestions?|answer|draft|step|command|tag|tags)"
    r"(?: (?:please|now|for me|too|first|then|again|as (?:is|one)|(?:in|on|to|onto|into|from|with|"
    r"off|of) (?:the )?[\w/.-]+(?: [\w/.-]+)?))*"
)
_SWEPT: Final = late_pattern(
    r"(?:(?:delete|clear|clean|wipe|empty|purge|nuke|rm|flush|reset|kill|prune|trash|remove|drop|"
    r"recreate|rebuild|stop|restart)(?: out| up)? (?:the |all |my |that |this |your |our |old |"
    r"local |both |any |stale |these |those |whole )*(?:(?:[\w.-]+ ){0,2}?(?:node_modules|"
    r"__pycache__|venv|virtualenv|lock ?file|\S+\.(?:log|tmp|bak|orig|lock|pyc|zip|tar|gz|out|o))|"
    r"(?:[\w.-]+ )?(?:build|dist|tmp|temp|cache|out|output|target|coverage|log|logs|artifacts?) "
    r"(?:folders?|dir(?:ectory|ectories)?|files?)|(?:docker |dangling |feature |merged |remote )?"
    r"(?:caches?|containers?|volumes?|branch(?:es)?|stash|worktrees?|simulator|emulator|sandbox|"
    r"test (?:db|database)|dev (?:db|database))|dist|target|artifacts?)|(?:clear|close|reset|wipe|"
    r"kill) (?:the |this |that |all |my |other )*(?:console|terminal|screen|tabs?|window|cache|"
    r"output|history|buffer))/?(?: (?:please|now|again|first|for me|too))*"
)
"""What a machine made is cleared away."""
_FILES: Final = late_pattern(
    r"(?:rename|move|copy|mv|cp|link|symlink|duplicate|unzip|extract|convert) (?:the file |file )?"
    r"[`'\"]?[\w./-]+[`'\"]? (?:to|into|as|->|→) [`'\"]?[\w./-]+[`'\"]?(?: (?:please|now|for me))?|"
    r"(?:touch|mkdir|rm|open|delete|create|make) (?:an? |the )?(?:new |empty )*(?:file |folder |"
    r"directory |dir |branch )(?:called |named )?[`'\"]?[\w./-]+[`'\"]?"
)
_ARTEFACT: Final = (
    r"(?:zip|tarball|tar|archive|copy|backup|dump|screenshot|(?:release|production|debug|test) "
    r"build|build|branch|tag|commit|diff|patch|(?:draft )?pr|pull request|stash|clone|fork|"
    r"checksum|hash|count|shell|container)"
)
_RUN: Final = (
    r"(?:dry[- ]run|test run|smoke test|health check|benchmark|profile|trace|scan|query|search|"
    r"deploy|restart|sync|export|server|run|migration|clean install|install|linter|tests?|script|"
    r"job|shell|repl|session|rebuild|release|build|container|pipeline|workflow|suite|check)s?"
)
_TAKEN: Final = late_pattern(
    r"(?:(?:make|create|build|take|do|produce|generate|prepare|cut|open|spin up)(?: me| us| up)? "
    rf"(?:an?|one|another) (?:[\w-]+ ){{0,2}}?(?:{_ARTEFACT}|dry[- ]run|test run|smoke test|clean "
    r"install|fresh install|quick \w+)|"
    r"(?:run|rerun|re-run|start|restart|trigger|kick off|launch|set off|perform|try|stop|kill|"
    r"execute|cancel|abort|pause|resume|skip)(?: me| us| up)? (?:an? |one |another |the |all |my |"
    rf"our |your |both |only )+(?:[\w-]+ ){{0,2}}?{_RUN})"
    r"(?= (?:of|for|from|to|called|named|with|and|off|on|in|now|please|again|against|at|over|"
    r"here|that|so|once|under|as)\b|$)(?! (?:for|to|that|so) (?:users?|customers?|every|each|"
    r"when|the \w+ (?:page|app|api|module|service))).*"
)
"""What is run, and what a tool makes at once."""

_TRANSFORM: Final = (
    r"(?:sort|order|rank|group|count|add up|sum up|sum|total|average|convert|translate|turn|put|"
    r"condense|rewrite|rephrase|reword|shorten|simplify|expand|correct|proofread|improve|"
    r"summari[sz]e|classify|categori[sz]e|label|decode|encode|format|parse|clean up|alphabeti[sz]e|"
    r"reverse|capitali[sz]e|paraphrase|compare|explain|solve|complete|round|change|make|transform|"
    r"boil|render|spell|polish|edit|tidy|fix|finish|continue|conjugate|transcribe|punctuate)"
)
_GIVEN: Final = late_pattern(
    rf"(?:(?:can|could|would) you |please |pls |just |now |help me )*{_TRANSFORM}(?: up| down| "
    r"out)?(?: me)? (?:(?:these|this|those|the following|following|the below|below|the) )?"
    r"(?:[\w'-]+ ){0,8}?[\w'-]+ ?: ?\S.+"
)
_GIVEN_HEAD: Final = late_pattern(
    r"\b(?:these|this|those|following|below|sentence|phrase|words?|text|paragraph|numbers|"
    r"expression|equation|verse|quote|poem|passage|string|ingredients)\b[^:]{0,40}$"
)
_OUTING: Final = late_pattern(
    r"(?:(?:can|could|would) you |please |help me |i (?:need|want) (?:you )?to |let's )*(?:plan|"
    r"organi[sz]e|design|prepare|work out|map out|sketch|outline|propose|put together|create|make|"
    r"arrange|i need|i want) (?:me |us )?(?:an? |the |our |my |some )?(?:[\w'-]+ ){0,6}?(?:trip|"
    r"weekend|holiday|vacation|route|menu|dinner|lunch|brunch|party|evening|day out|workout|"
    r"itinerary|tour|picnic|date night|road ?trip|city break|hike|bike ride|getaway|honeymoon|"
    r"treasure hunt|game night|study plan|meal plan|training plan|playlist)\b"
    r"(?! (?:page|module|app|feature|screen|api|table|planner|view|service|component|editor|list))"
    r".*"
)
_EXACT: Final = late_pattern(
    r"(?:replace|change|swap|turn|correct|make|fix|use|say|write|put|spell)(?: the| a)?(?: word| "
    r"phrase| words)? [\"“‘„«][^\"”’»]{1,40}[\"”’“»] ?(?:with|to|into|by|for|instead of|rather "
    r"than|as|not|, not) [\"“‘„«]?[^\"”’»]{1,40}[\"”’“»]?.{0,30}|(?:drop|cut|remove|delete|add|"
    r"insert|lose|skip)(?: the| a)?(?: word| phrase| words)? [\"“‘„«][^\"”’»]{1,40}[\"”’“»] ?"
    r"(?:at|before|after|from|in|there|here|too|again|please)? ?.{0,30}"
)
_IN_IT: Final = late_pattern(
    r".*\b(?:in (?:it|there|here|that|this)|(?:in|to|from|of|on|at|for|into|under|above|below|"
    r"behind|before|after) (?:(?:that|this|your) (?:last|first|second|third|fourth|final|middle|"
    r"previous|opening|closing|next|top|bottom)(?: \w+)?|the (?:last|first|second|third|fourth) "
    r"\w+))(?: (?:please|too|as well|instead|again|"
    r"one|now))?"
)
_TOUCHES: Final = late_pattern(
    r"(?:add|put|take|remove|drop|cut|delete|replace|change|swap|move|use|make|insert|turn|keep|"
    r"write|leave|shorten|split|merge|combine|join|bring|set|try|fix|expand|include|mention|"
    r"switch|skip|lose|trim|tweak|adjust|rename|sort|order|round|bold|underline|italici[sz]e|"
    r"capitali[sz]e)\b"
)
_NUMBERED: Final = late_pattern(
    r"(?:swap|switch|flip|exchange|merge|combine|join|drop|keep|remove|delete|skip|cut|expand|use|"
    r"do|redo|take|reverse|invert|pick|choose|shorten|translate|explain|rewrite|lose|change|move|"
    r"put|try|add|start with|reorder|bring back)"
    r"(?: (?:only|just|out|back))? (?:the )?(?:#|no\.? |nr\.? |number |numbers |steps? |points? |"
    r"options? |items? |bullets? |lines? |versions? |questions? |paragraphs? |slides? |verses? |"
    r"variants? |rows? |columns? |parts? |sections? |examples? )?(?:\d+|[a-d]|two|three|four|"
    r"five)"
    r"(?:(?:,| and| &| or| to| with| by| before| after|-| –)+ ?(?:#|number |the )?(?:\d+|[a-d]|"
    r"two|three|four|five))*(?: (?:please|too|instead|again|first|for now|words?|sentences?|"
    r"lines?|places?))*"
)
_PICKED: Final = late_pattern(
    r"(?:use|try|take|pick|go (?:with|for|back to)|choose|open|do|read|"
    r"check|start with|continue with|look at|send|show|run)(?: me)? (?:the|your|that|this) "
    r"(?:other|same|previous|next|first|second|third|last|latter|former|old|longer|shorter|"
    r"earlier|left|right|upper|lower|red|blue|green|big|small|bigger|smaller|simpler|"
    r"cheaper)(?: [\w-]+){0,2}(?: (?:for|in|on|instead|please|again|here|this|that|it|time|"
    r"now|then|first))*"
)
_CORRECTS: Final = late_pattern(
    r"(?:(?:no|sorry|wait|hm+|ah|oh|oops|actually|well|nope),? )*(?:wrong \w+|not (?:that|this|the|"
    r"those|these|quite|what|him|her)\b|i (?:meant|mean\b(?! that)|was (?:asking|talking) about|"
    r"said (?:the|a|\w+ not))|it(?:'s| is| was) (?:the |a |on |at |in |for )?(?:\d|me\b|him\b|"
    r"her\b|mon|tues|wednes|thurs|fri|satur|sun|jan|feb|march|april|may\b|june|july|aug|sept|oct|"
    r"nov|dec|left|right|next|first|second|third|last|other)|that(?:'s| is| was) (?:not|wrong|"
    r"the (?:wrong|old|other)|a (?:typo|mistake)))\b.*"
)
_SUPPORTED: Final = late_pattern(
    r"(?:(?:the|our|my|their|his|her|all|some|most|many|a|an|those|these) )?(?:[a-z'-]+ ){1,4}?"
    r"(?:(?:don't|doesn't|do not|does not|didn't|did not|never|won't|wouldn't) (?:\w+ )?(?:want|"
    r"like|allow|let|accept|wish|care|expect|need)(?:s|ed)?\b(?! to\b)|(?:gets?|got|receives?|"
    r"receive[sd]?|is getting|are getting|has|have|sees|sends?|sent|files?|filed|opens?|opened|"
    r"raised?|posted|submitted|left) (?:us |me |an? |the |so |too |\w+ )?(?:lots|many|tons|plenty|"
    r"several|some|few|a lot|an? \w+|dozens|hundreds|\d+|more|another|issue|ticket|request)"
    r"(?: of)?(?: \w+)? ?(?:requests?|complaints?|questions?|tickets?|mails?|emails?|calls?|"
    r"messages|issues?|letters|wishes|suggestions?|comments?|proposals?)\b).*"
)
_ITS_OWN: Final = late_pattern(r"(?:i|we|you|it|this|that|users?|please|let|there|what|if|when)\b")
_THEIR_DUTY: Final = late_pattern(
    r"(?!i\b|we\b|you\b|it\b|this\b|that\b|please\b|let\b|make\b|add\b|give\b|each\b|every\b|"
    r"users?\b|the users?\b)(?:[a-z'-]+ ){1,4}?(?:has to|have to|needs? to|must|should|shall|will|"
    r"'ll|is going to|are going to|is supposed to|are supposed to|is meant to|promised to|wants "
    r"to|is about to|has agreed to|intends? to|plans? to|hopes? to|tries to|gets to|can)\b.*\b"
    r"(?:his|her|himself|herself|their own|themselves)\b.*|(?:he|she|they|everyone else|somebody "
    r"else|someone else|the others?|the other (?:team|guys?|side|people|department|\w+))(?:'ll|'s|"
    r"'d|'re)? (?:has to|have to|needs? to|must|should|shall|will|is|are|can|could|would|got|"
    r"went|wants?)\b.*|it(?:'s| is) (?:up to|on|the job of|for) (?:the |his |her |their |our )?"
    r"(?!me\b|us\b|you\b)[\w' -]{2,40}? to\b.*"
)
_PAGE_SAYS: Final = late_pattern(
    r"(?:the|a|an|this|that|my|our|their|its|his|her|some|every|one|most) (?:[\w'.-]+ ){0,4}?"
    r"(?:linter|compiler|readme|docs?|documentation|manual|wiki|rfc|spec|standard|guide|"
    r"guidelines?|handbook|law|contract|form|website|page|site|tool|app|ide|editor|"
    r"dependabot|bot|ci|schema|api|framework|library|hotel|airline|school|policy|rules?|"
    r"regulations?|licen[cs]e|tutorial|article|book|post|video|recipe|box|label|sign|letter|mail|"
    r"email|invitation|checklist|template)s? (?:also |still |now |just |only |always |even )?"
    r"(?:wants?|says?|said|tells?|told|asks?|asked|suggests?|suggested|recommends?|recommended|"
    r"demands?|demanded|requires?|required|insists?|insisted|expects?|expected|advises?|states?|"
    r"mentions?|claims?|complains?|nags?|warns?|reminds?|forbids?|prescribes?)\b.*"
)
_FRAGMENT: Final = late_pattern(
    r"(?:(?:yes|yeah|no|well|hm+|oh),? )*(?:nearly|almost|pretty much|mostly|roughly|basically|"
    r"practically|virtually|more or less|close to|not quite|hardly|barely|about|at least|maybe|"
    r"probably|likely) (?:all|every\w*|none|nothing|nobody|half|most|any\w*|the (?:whole|entire|"
    r"lot)|both|a|an|\d+|two|three|ten|that)\b.*|(?:everyone|everybody|everything|all|nobody|"
    r"nothing|none|any\w*|no one) (?:(?:of (?:them|it|us|that)|here|there) ?)?(?:except|but|apart "
    r"from|minus|besides|save|bar|so far|really|though|indeed)?\b(?: [\w']+){0,3}(?:, (?:ha\w*|"
    r"lol|i (?:think|guess|suppose|fear|hope|'m afraid)|i'm afraid|really|actually|sadly|luckily|"
    r"oddly|to be (?:honest|fair)|tbh|so|then)\b.*)|(?:happy|merry|good|lovely|sunny|rainy|grey|"
    r"busy|blue|wonderful|glorious|quiet|lazy|cold|hot) (?:new )?(?:morning|afternoon|evening|day|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|birthday|year|christmas|"
    r"holidays?|easter|anniversary|week|start)\b.*|(?:another|same|new|different|one more|same "
    r"old) (?:day|week|month|year|monday|tuesday|wednesday|thursday|friday|morning|sprint|round|"
    r"bug|problem|time|attempt|try|city|season)\b(?! (?:should|must|needs)).*|.*[ ,.](?:ha|haha\w*|"
    r"hehe\w*|lol|lmao|xd|:-?\)|:-?d|;-?\))[.!]*"
)
_FEELS: Final = late_pattern(
    r"(?:(?:honestly|frankly|seriously|ugh+|man|god|gosh|damn|argh+|why|oh|i swear|really|truly|"
    r"jeez|sigh|and|but|so)[,.! ]+)*(?:i(?:'m| am)|i (?:really |just |so |do )?(?:hate|love|"
    r"loathe|despise|dislike|miss|adore|enjoy|dread)|i can't stand) (?:(?:so|very|really|just|"
    r"quite|getting|getting so|a bit|a little|totally|completely|beyond|pretty) )*(?:(?:tired|sick|"
    r"fed up|annoyed|frustrated|bored|exhausted|sad|happy|glad|excited|proud|worried|confused|"
    r"lost|stuck|angry|done|over) (?:of|by|with|about|at|for|that|from|on)? ?(?:this|that|it|these|"
    r"those|today|waiting|the (?:whole|weather|day|week))\b.*|(?:tired|exhausted|bored|stuck|lost|"
    r"confused|annoyed|frustrated|done|beat|hungry|sleepy)$|(?:this|that|it|these|those|"
    r"[a-z]*days?|[a-z]+)$)|(?:such|what|how) (?:an? )?(?:\w+ )?(?:stupid|silly|dumb|weird|nasty|"
    r"strange|annoying|sneaky|tiny|little|lovely|beautiful|nice|great|crazy|funny|odd|ugly|shame|"
    r"relief|day|week|pity|mess|joke|coincidence|"
    r"pain)\b.*"
)


def passing(text: str, folded: str, want: Want) -> str:
    """Why what sounds like an ask is over with the turn, or none at all; '' if it may be one.

    Args:
        text: in lower case, without what leads in.
        folded: with it.
        want: what it was taken for.
    """
    plain = text.strip(" .!")
    bare = plain.rstrip("?. ")
    if _TAG.fullmatch(folded) and not folded.startswith(("please", "can ", "could ")):
        return CONFIRM
    if (
        _INVERTED.fullmatch(bare)
        and want is not Want.WORK
        and not EACH.search(bare)
        and not ASKED.fullmatch(bare)
        and ":" not in bare
    ):
        return CONFIRM
    if not ORDERS_LATE.search(text):
        if reason := _taken_back(bare, want) or _others(bare) or _remark(bare, folded, want):
            return reason
    return _done_with_turn(bare) or _touch(bare, plain)


def _taken_back(text: str, want: Want) -> str:
    signs = (_REVOKED, _NOT_NEEDED, _STOPPED)
    if any(sign.fullmatch(text) for sign in signs) and not (
        _HABIT_STRICT.search(text) or NO_NEED.fullmatch(text)
    ):
        return DENIED
    told = want is not Want.WISH and _SAID_BY_YOU.fullmatch(text) and not EACH.search(text)
    return CONFIRM if told else ""


_HABIT_STRICT: Final = late_pattern(
    r"\b(?:always|whenever|every ?time|each time|from (?:now|here|today) on|going forward|by "
    r"default|(?:in|with|for|on|to|after|before|at) (?:every|each|any|all)|ever|unless|until i|"
    r"even if|whatever|when(?:ever)? (?:you|i))\b"
)


def _others(text: str) -> str:
    named = _SUPPORTED.fullmatch(text) and not _ITS_OWN.match(text)
    said = _THEIR_DUTY.fullmatch(text) or _PAGE_SAYS.fullmatch(text)
    return OTHERS if named or said else ""


def _remark(text: str, folded: str, want: Want) -> str:
    if _FRAGMENT.fullmatch(folded.strip(" .!")) and not TOPIC.search(text):
        return REMARK
    if _CORRECTS.fullmatch(text) and len(text.split()) < 2 * _SHORT:
        return SCREEN
    felt = _FEELS.fullmatch(folded.strip(" .!"))
    return REMARK if felt and (want is Want.FAULT or not EACH.search(text)) else ""


def _done_with_turn(text: str) -> str:
    words = len(text.split())
    if _HABIT_STRICT.search(text):
        return ""
    if _LOOKS.match(text) and EACH.search(text) and not _HABIT.search(text):
        return NOW
    if words <= _SHORT + 3 and any(
        sign.fullmatch(text) for sign in (_TREE, _SWEPT, _FILES, _ONCE)
    ):
        return NOW
    if _TAKEN.fullmatch(text):
        return NOW
    given = _GIVEN.fullmatch(text)
    if given and _GIVEN_HEAD.search(text.partition(":")[0]):
        return ANSWER
    return ANSWER if _OUTING.fullmatch(text) else ""


def _touch(text: str, plain: str) -> str:
    """What touches up an answer: short, and with nothing that is known without it."""
    if EACH.search(text) or len(text.split()) > _SHORT:
        return ""
    if _NUMBERED.fullmatch(text) or _PICKED.fullmatch(text) or _EXACT.fullmatch(plain):
        return SCREEN
    return SCREEN if _TOUCHES.match(text) and _IN_IT.fullmatch(text) else ""

"""The signs by which an English sentence is over with the turn it is said in: classes of grammar.

Patterns are tried on one sentence in lower case, without its full stop; see ``capture_passing.py``.
"""

from __future__ import annotations

from typing import Final

from luminair.patterns import late_pattern

REVOKED: Final = late_pattern(
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
NOT_NEEDED: Final = late_pattern(
    r"(?:i|we|you|they|it|there|users|nobody|no one|that|this)(?:'ve|'re|'s)? (?:\w+ )?(?:no "
    r"longer|don't|do not|doesn't|does not|won't|needn't|needs?|never)(?: really| even| actually| "
    r"necessarily)? (?:need(?:ed|s)?|want(?:ed)?|require[sd]?|have to|any (?:of )?(?:that|this|"
    r"it))\b.*\b(?:any ?more|after all|any longer|for that|just|only|at all|now|then|today)\b.*|"
    r"(?:i|we|you)(?: really)? (?:no longer (?:need|want|use)|don't need to|do not need to|don't "
    r"have to|do not have to|needn't)\b.*|(?:i|we) (?:don't|do not|won't|shouldn't) need (?:that|"
    r"this|the|it|those|these|any)\b.*|you (?:shouldn't|won't) (?:need|have) to\b.*|i (?:don't|do "
    r"not) (?:need|want) (?:you|us|anyone|anybody) to \w+ (?:anything|any)\b.*|i (?:don't|do not) "
    r"(?:need|want) (?:an?|any|the) [^,]+, (?:just|only|but)\b.*|.+\b(?:is|are|'s|was|were)(?:n't| "
    r"not| no longer| never)(?: really| actually| strictly| even)? (?:need(?:ed)?|necessary|"
    r"required|important|relevant|worth (?:it|fixing|doing|the|a|chasing)|a priority|wanted|called "
    r"for|planned|urgent)\b.*|.+\b(?:doesn't|does not|don't|do not|won't|needn't)(?: really| "
    r"actually)? need (?:\w+ing|to (?:be )?\w+|an?|any|the)\b.*|(?:no|zero) (?:\w+ "
    r"){1,3}?(?:needed|required|necessary|(?:at )?this time|for now|yet|today|after all)\b.*|no "
    r"(?:changes?|edits?|action|code|rush|hurry|refactor\w*|fix(?:es)?|tests?)(?:,? (?:please|yet|"
    r"now|needed|for now|today|this time))+\b.*|no (?:changes?|edits?|action|code)$|(?:there(?:'s| "
    r"is)|i see|we have) (?:no|little) (?:need|point|reason|use|sense|rush|hurry|value)\b.*|(?:no|"
    r"little) (?:need|point|reason|use|sense) (?:to|in|for)\b.*|you (?:can|could|may|might) "
    r"(?:just |also |safely |simply )*(?:leave out|skip|omit|ignore|forget|leave (?!a\b|the \w+ "
    r"(?:to|in)\b|us|me))\b.*|(?:we|i)(?:'ll| will| can| could)? (?:just |happily |also )*(?:live "
    r"without|do without|skip|leave (?:out|it|that|the))\b.*|(?:we|i)(?:'re| are|'m| am| will|"
    r"'ll)? (?:not (?:going to|adding|doing|building|changing|supporting|asking|planning)|won't be|"
    r"aren't (?:going|adding|doing|building|changing|supporting))\b.*|(?:i )?(?:wasn't|was not|"
    r"weren't|never|not|didn't|did not) ?(?:asking|ask(?:ed)?|request\w*|saying|suggesting|"
    r"want(?:ed)? you)\b.*|i(?:'d| would)? (?:was going to|wanted to|meant to) ask\b.*|i was going "
    r"to (?:ask|suggest|request)\b.*|.*\bnothing (?:left )?(?:to|needs? to|has to|should|must) "
    r"(?:do|add|change|fix|be|report|see)\b.*|let's (?:forget|scrap|postpone|park|ignore|not|skip|"
    r"leave (?:it|that|things))\b.*|(?:better|rather|best) (?:not|don't)\b.*|(?:please )?(?:don't|"
    r"do not) \w+ (?:anything|something|a thing|any of (?:it|that|this)|things)(?: (?:yet|now|"
    r"please|else|here|today|at all|for now|for me|just yet))*|(?:(?:we|i)(?:'re|'m| are| am) "
    r"(?:good|done|fine|finished|happy),? (?:so |and )?(?:no|nothing|don't)\b.*|(?:no|"
    r"nothing)\b.*\b(?:we|i|it)(?:'re|'m|'s| are| am| is) (?:all )?(?:good|done|fine|finished|"
    r"happy|enough|ok|okay))\b.*|not (?:needed|necessary|required|worth|important|a priority|"
    r"urgent|going to|any ?more|after all|now|yet|today)\b.*|(?:leave|keep) .+\b(?:(?:it|they|"
    r"that)(?:'s| is| are|'re) (?:fine|ok|okay|good|right|perfect|enough)|as (?:is|it is|they are|"
    r"it was)|where (?:it|they) (?:is|are)|for now|for today|untouched for|the way (?:it|"
    r"they))\b.*|.+\bcan (?:stay|remain|be (?:skipped|left|ignored))\b.*|(?:we|i)(?:'ve)? "
    r"(?:already )?(?:have|got|did|fixed|added|handled) (?:that|it|this|one)\b.*"
)
STOPPED: Final = late_pattern(
    r"(?:stop|wait|whoa|halt|hold on|hang on|no|hey),? (?:stop,? )?(?:please )?(?:don't|do not|not|"
    r"leave|undo|revert)\b.*|(?:stop|wait|whoa|halt)[,!.]+ .*\b(?:that|this|it|there|now)$"
)
TAG: Final = late_pattern(
    r"(?!.*\b(?:can|could|would|will) you\b)(?!please\b).*(?:,|\.\.\.|…| -| –)? ?(?:right|correct|"
    r"no|huh|eh|true|isn't it|aren't (?:we|they|you)|don't (?:we|i|they|you)|doesn't it|do (?:we|i|"
    r"you)|does it|am i|is it|was it|wasn't it|didn't (?:we|you|i|it)|or not|or what|or is that "
    r".+)\?$"
)
SAID_BY_YOU: Final = late_pattern(
    r"(?:but |so |and |earlier |before |yesterday )*you(?:'ve| have|'d)? (?:just |also |once |"
    r"already |earlier )?(?:said|wrote|mentioned|told|claimed|suggested|recommended|proposed|"
    r"called|explained|asked|promised|listed|forgot|missed|skipped|used|made|gave|put|added|"
    r"removed|changed|renamed|deleted|broke|left|mixed|misread|got|spelled|misunderstood|"
    r"ignored)\b.*"
)
INVERTED: Final = late_pattern(
    r"(?:(?:so|and|but|or|then|ok|hm+),? )*(?!(?:didn't|haven't) i\b)(?:should|shall|do|does|did|"
    r"is|are|am|was|were|has|may|might|must|would|could|can|will)(?:n't)? (?:i|it|this|that|these|"
    r"those|they|he|she|there|the|a|an|my|our|your|its|any\w*|some\w*|people|users|every\w*)\b(?! "
    r"please).*|(?:should|do|did|are|shall|must|have|were) (?:we|you)\b.*|(?:what|why|who|whose|"
    r"which|where|how)(?:'s|'re|'d| (?:is|are|was|were|do|does|did|can|could|should|would|will|"
    r"much|many|long|often|about|come|to))\b.*|(?:when|if|whether) (?:should|do|does|is|are|can|"
    r"would|will) (?:i|we|you|one|it|the|a|an|people)\b.*"
)
WONDERS: Final = late_pattern(
    r"any (?:idea|reason|chance|way|thoughts?|news|experience|tips?|advice|luck|plans?|objections?|"
    r"downside|harm|risk)s?\b.*"
)
"""An auxiliary before its subject, or a word that asks."""
LOOKS: Final = late_pattern(
    r"(?:list|show|print|count|find|search|give (?:me|us)|grep|get|open|display|tell|view|describe|"
    r"explain|compare|summari[sz]e|calculate|compute|cat|dump|look|scan|read|check|fetch|see|look "
    r"up|translate|quote|recap|run|rerun|test|benchmark|measure|ping|curl|inspect|verify|echo|"
    r"watch|tail|head|diff|trace|debug|paste|repeat|go through|walk|try|execute|review|proofread)\b"
)
HABIT: Final = late_pattern(
    r"^(?:always|never)\b|\b(?:always|whenever|every ?time|each time|from (?:now|here|today) on|"
    r"going forward|by default|(?:in|with|for|on|to|after|before|at|per) (?:every|each|all|any)|"
    r"(?:every|each) (?:other )?(?:day|week|month|morning|evening|night|monday|tuesday|wednesday|"
    r"thursday|friday|saturday|sunday|hour|quarter|year|release|commit|answer|reply|session|change|"
    r"pr|push|deploy|build|merge)s?|before|after|when|if|daily|weekly|nightly|monthly|hourly|"
    r"never(?! (?:seen|been|had|heard|done|used|tried|met))|unless|without|instead of|early|only)\b"
)
ONCE: Final = late_pattern(
    r"(?!(?:you|i|we|it|the|this|that|these|my|our|your|there|they|users?|what|why|how|who|never|"
    r"always|don't|do not|stop|no|\w+ (?:needs?|wants?|must|should|has|have|is|"
    r"are))\b).*\b(?:(?<!at )once|again|(?:just )?this (?:once|time)|for (?:this|the next|one|"
    r"today's) (?:run|time|session|build|test|call|answer|round|demo|meeting)|for (?:a|one) (?:sec|"
    r"second|minute|moment|bit)|for (?:now|today|tonight)|right (?:now|away)|real quick|as a test|"
    r"locally|(?:as an|for) example|for fun|to "
    r"illustrate|to see (?:if|what|whether|how)\b.*|and (?:show|tell|send|give|paste|print|"
    r"report)\b.{0,30}\b(?:me|it|them|output|result|results|diff|says?))"
)
TREE: Final = late_pattern(
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
SWEPT: Final = late_pattern(
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
FILES: Final = late_pattern(
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
TAKEN: Final = late_pattern(
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
CORRECTS: Final = late_pattern(
    r"(?:(?:no|sorry|wait|hm+|ah|oh|oops|actually|well|nope),? )*(?:wrong \w+|not (?:that|this|the|"
    r"those|these|quite|what|him|her)\b|i (?:meant|mean\b(?! that)|was (?:asking|talking) about|"
    r"said (?:the|a|\w+ not))|it(?:'s| is| was) (?:the |a |on |at |in |for )?(?:\d|me\b|him\b|"
    r"her\b|mon|tues|wednes|thurs|fri|satur|sun|jan|feb|march|april|may\b|june|july|aug|sept|oct|"
    r"nov|dec|left|right|next|first|second|third|last|other)|that(?:'s| is| was) (?:not|wrong|"
    r"the (?:wrong|old|other)|a (?:typo|mistake))).*"
)
SUPPORTED: Final = late_pattern(
    r"(?:(?:the|our|my|their|his|her|all|some|most|many|a|an|those|these) )?(?:[a-z'-]+ "
    r"){1,4}?(?:(?:don't|doesn't|do not|does not|didn't|did not|never|won't|wouldn't) (?:\w+ "
    r")?(?:want|like|allow|let|accept|wish|care|expect|need)(?:s|ed)?\b(?! to\b)|(?:gets?|got|"
    r"receives?|receive[sd]?|is getting|are getting|has|have|sees|sends?|sent|files?|filed|opens?|"
    r"opened|raised?|posted|submitted|left) (?:us |me |an? |the |so |too |\w+ )?(?:lots|many|tons|"
    r"plenty|several|some|few|a lot|an? \w+|dozens|hundreds|\d+|more|another|issue|ticket|"
    r"request)(?: of)?(?: \w+)? ?(?:requests?|complaints?|questions?|tickets?|mails?|emails?|"
    r"calls?|messages|issues?|letters|wishes|suggestions?|comments?|proposals?|bugs?|bug reports?|"
    r"prs?)\b).*"
)
ITS_OWN: Final = late_pattern(r"(?:i|we|you|it|this|that|users?|please|let|there|what|if|when)\b")
THEIR_DUTY: Final = late_pattern(
    r"(?!i\b|we\b|you\b|it\b|this\b|that\b|please\b|let\b|make\b|add\b|give\b|each\b|every\b|"
    r"users?\b|the users?\b)(?:[a-z'-]+ ){1,4}?(?:has to|have to|needs? to|must|should|shall|will|"
    r"'ll|is going to|are going to|is supposed to|are supposed to|is meant to|promised to|wants "
    r"to|is about to|has agreed to|intends? to|plans? to|hopes? to|tries to|gets to|can)\b.*\b"
    r"(?:his|her|himself|herself)\b.*|(?:he|she|they|everyone else|somebody "
    r"else|someone else|the others?|the other (?:team|guys?|side|people|department|\w+))(?:'ll|'s|"
    r"'d|'re)? (?:has to|have to|needs? to|must|should|shall|will|is|are|can|could|would|got|"
    r"went|wants?)\b.*|(?!i\b|we\b|you\b|users?\b|it\b)(?:[\w'-]+ ){1,3}(?:plans|plan|intends|"
    r"intend|refuses?|hopes|promises|agreed|is planning|are planning|offered|decided) to\b.*|"
    r"it(?:'s| is) (?:up to|on|the job of|for) (?:the |his |her |their |our )?"
    r"(?!me\b|us\b|you\b)[\w' -]{2,40}? to\b.*"
)
PAGE_SAYS: Final = late_pattern(
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
FRAGMENT: Final = late_pattern(
    r"(?:(?:yes|yeah|no|well|hm+|oh),? )*(?:nearly|almost|pretty much|mostly|roughly|basically|"
    r"practically|virtually|more or less|a (?:bit|little|lot) of|close to|not quite|hardly|barely|"
    r"about|at least|maybe|probably|likely) (?:all|every\w*|none|nothing|nobody|half|most|any\w*|"
    r"the (?:whole|entire|lot)|both|a|an|\d+|two|three|ten|that)\b.*|(?:everyone|everybody|"
    r"everything|all|nobody|nothing|none|any\w*|no one) (?:(?:of (?:them|it|us|that)|here|there) "
    r"?)?(?:(?:except|but|apart from|minus|besides|save|bar) (?:for )?(?:(?:the|my|our|a|an) "
    r")?\w+(?:, .{1,25})?|(?:so far|really|though|indeed)?\b(?: [\w']+){0,3}(?:, (?:ha\w*|lol|i "
    r"(?:think|guess|suppose|fear|hope|'m afraid)|i'm afraid|really|actually|sadly|luckily|oddly|"
    r"to be (?:honest|fair)|tbh|so|then|more or less|by and large|give or take|mostly|"
    r"basically)\b.*))|(?:happy|merry|good|lovely|sunny|rainy|grey|busy|blue|wonderful|glorious|"
    r"quiet|lazy|cold|hot) (?:new )?(?:morning|afternoon|evening|day|monday|tuesday|wednesday|"
    r"thursday|friday|saturday|sunday|weekend|birthday|year|christmas|holidays?|easter|anniversary|"
    r"week|start)\b.*|(?:another|same|new|different|one more|same old) (?:day|week|month|year|"
    r"monday|tuesday|wednesday|thursday|friday|morning|sprint|round|bug|problem|time|attempt|try|"
    r"city|season)\b(?! (?:should|must|needs)).*|.*[ ,.](?:ha|haha\w*|hehe\w*|lol|lmao|xd|:-?\)|"
    r":-?d|;-?\))[.!]*"
)
FEELS: Final = late_pattern(
    r"(?:(?:honestly|frankly|seriously|ugh+|man|god|gosh|damn|argh+|why|oh|i swear|really|truly|"
    r"jeez|sigh|and|but|so)[,.! ]+)*(?:i(?:'m| am)|i (?:really |just |so |do )?(?:hate|love|loathe|"
    r"despise|dislike|miss|adore|enjoy|dread)|i can't stand) (?:(?:so|very|really|just|quite|"
    r"getting|getting so|a bit|a little|totally|completely|beyond|pretty) )*(?:(?:tired|sick|fed "
    r"up|annoyed|frustrated|bored|exhausted|sad|happy|glad|excited|proud|worried|confused|lost|"
    r"stuck|angry|done|over) (?:of|by|with|about|at|for|that|from|on)? ?(?:this|that|it|these|"
    r"those|today|waiting|the (?:whole|weather|day|week))\b.*|(?:tired|exhausted|bored|stuck|lost|"
    r"confused|annoyed|frustrated|done|beat|hungry|sleepy)$|(?:this|that|it|these|those|"
    r"[a-z]*days?|[a-z]+)(?: with a passion| so much| sometimes| already)?$)|(?:such|what|how) "
    r"(?:an? )?(?:\w+ )?(?:stupid|silly|dumb|weird|nasty|strange|annoying|sneaky|tiny|little|"
    r"lovely|beautiful|nice|great|crazy|funny|odd|ugly|shame|relief|day|week|pity|mess|joke|"
    r"coincidence|pain)\b.*"
)
JUST_NOW: Final = late_pattern(
    r"(?<!since )\b(?:today|tonight|this (?:morning|afternoon|evening|week)|all (?:day|morning|"
    r"week|night)|lately|again and again|(?:can't|cannot|couldn't) reproduce)\b"
)
WELL_AGAIN: Final = late_pattern(
    r"\b(?:(?:it|that|this|everything|all|which|and|now|but|then|they|finally|again|one|second|"
    r"mine|version) (?:then |now |just |all |finally |also |both |does |do )*(?:works|worked(?! "
    r"(?:before|until|yesterday|fine (?:before|until|yesterday)|last|in (?:v|the old)))|runs|ran|"
    r"passes|passed|builds|compiles|loads|restored|went (?:through|away|fine|well)|came back)(?! "
    r"(?:on|with|in|for|only|if|when|without)\b)|works (?:now|again|since|after)|(?:is|are|'s|all|"
    r"now|it's) (?:now |all |fully )*(?:fine|ok|okay|good|green|sorted|solved|fixed|resolved|"
    r"installed|running|working)(?: now| again)?|sorted(?: it| out| now)?|solved|turn(?:s|ed) out|"
    r"did the trick|until i|so i (?:did|fixed|changed|removed|used|moved|restarted|reinstalled|"
    r"switched|turned|went)|(?<!since )(?<!after )(?<!when )(?<!because )(?<!once )(?:i|we) "
    r"(?:fixed|solved|removed|reset|restarted|reinstalled|switched|cleared|rebooted|replaced|"
    r"sorted|found (?:it|the (?:cause|reason|bug|problem|culprit|option|setting|switch|flag)))|"
    r"(?:is|are|came|got) (?:through|up again|back(?: up| again| online)?|online again|normal "
    r"again)|(?:they|he|she|support|it|[a-z]+) (?:sent|gave|fixed|replaced|refunded) (?:me |us |it|"
    r"that|them)(?: already)?|(?:a|the|an) (?:new|other|better|second|third) one|good enough|not "
    r"blocking|(?:cured|solved|helped|cleared|did|healed) (?:it|that|this)|(?:can't|cannot|"
    r"couldn't) reproduce|only once|can live with|luckily|fortunately|in the end|false alarm|my "
    r"(?:own )?(?:fault|mistake|typo|bad)|it was (?:a|an|just|only|my|because)|all good|back to "
    r"normal|hooray|phew|never mind|no idea why|after (?:a |the )?(?:restart|reboot|update|"
    r"reinstall))\b"
)
"""What was at fault is so no more."""
HABIT_STRICT: Final = late_pattern(
    r"\b(?:always|whenever|every ?time|each time|from (?:now|here|today) on|going forward|by "
    r"default|(?:in|with|for|on|to|before|at) (?:every|each|any|all)|after (?:every|each)|ever|"
    r"unless|until i|even if|whatever|when(?:ever)? (?:you|i))\b"
)
COMPLAINS: Final = late_pattern(
    r"(?:it|that|this|they)(?:'s| is|'re| are)? (?:always|never|ever)\b(?! (?:be|have|use|add|"
    r"write)\b).*|(?:this|that|the whole|these|those) (?:[\w'-]+ ){1,3}?(?:has|have|had|is|are|"
    r"got) (?:no|so|such|never|always|really|just|completely|totally|nothing)\b.*|(?:and |but )?so "
    r"(?:many|much|few|little)\b.*|(?:looked|seemed|felt|sounded|turned|smelled|tasted|started|"
    r"began|used to)\b.*|(?:our|my|the) [\w' -]{2,40}(?:, (?:as (?:usual|always|ever)|of course|"
    r"welcome to|typical|what else|i (?:love|hate) it|sigh|great|again)|\bbeing)\b.*|.*[,;] (?:as "
    r"(?:usual|always|ever)|of course|sigh|lol|typical|great|naturally|what else|go figure|"
    r"obviously)|.*\b(?:makes?|drives?) me (?:cry|mad|crazy|nuts|sad|happy|smile|laugh|angry|sick|"
    r"insane)\b.*"
)
"""What is felt about something, by the words of feeling."""
OPERATES: Final = late_pattern(
    r"(?:(?:can|could|would) you |please |pls |plz |just |now |quickly )*(?:switch (?:to|over to|"
    r"back to) (?:the )?(?:[\w./-]+ )?(?:branch|tab|window|node|python|tag|mode|env\w*|directory|"
    r"folder|account|profile|terminal|kernel|session|main|master|develop|file|model|view|"
    r"workspace)\b.{0,15}|(?:bump|tag|cut|make) (?:the |a )?(?:patch |minor |major |new |next "
    r")*(?:version|release)(?: and (?:publish|release|push|tag|deploy|ship)\w*)?(?: it)?|(?:export|"
    r"save|dump|copy|paste|print|download|upload|send|mail|share|archive) (?:me )?(?:the|this|that|"
    r"our|my) (?:chat|conversation|output|result|results|log|logs|file|files|diff|answer|list|"
    r"table|code|link|snippet|report|transcript|session|query|data|page|screen|document)(?: (?:as|"
    r"to|into|in|from|over|here|out)\b.{0,25})?|send (?:me )?(?:a|one|another) (?:test|dummy|"
    r"sample|trial) \w+.{0,20}|(?:turn|switch|toggle|shut|power|boot|spin|fire|start|bring|take) "
    r"(?:on|off|down|up) (?:the|my|that|this|all|your)? ?(?:\w+ )?(?:debugger|debug \w+|verbose "
    r"\w+|watcher|server|container|containers|service|services|vm|machine|emulator|simulator|proxy|"
    r"vpn|profiler|database|db|cluster|instance|stack|app|wifi|logging|tracing|runner|tunnel|"
    r"docker|screen|lights?|heating|music|volume)(?: (?:again|now|please|first|for me))?|(?:resize|"
    r"crop|rotate|compress|scale|flip|shrink) (?:the|this|that|these|my|it|\S+\.\w+) ?(?:\w+ "
    r")?(?:to|by|into|in|down)\b.{0,25}|(?:close|reopen|minimi[sz]e|maximi[sz]e|hide|focus|refresh|"
    r"reload) (?:all |the |this |that |every |my |other )*(?:tabs?|windows?|panes?|terminals?|"
    r"files?|page|browser|editor|app|sidebar|issue|pr|ticket)\b.{0,25}|move (?:the |this |that |"
    r"these |those )?(?:files?|folder|image|script|\S+\.\w+) (?:to|into|up|out|back|one)\b.{0,20}|"
    r"(?:set|export|unset) [A-Za-z_]\w*(?:=| to |=\S+ )\S* ?(?:and|then|,).{0,40}|(?:npm|yarn|pnpm|"
    r"pip|cargo|git|docker|kubectl|gradle|mvn|uv|poetry|tox|nox|cd|ls|cat|rm|cp|mv|curl|ssh|sudo) "
    r"(?!.*\b(?:is|are|should|must|has)\b)[\w./:@-]+(?: [\w./:@=&|-]+)*(?: && .+)?|make (?:clean|"
    r"all|build|test|install|lint|check|run|dev|docs|release|dist)(?: && .+)?|(?:find|figure) out "
    r"(?:(?:which|what) (?:process|port|version|files?|branch|commit|line|test|pid|package|thread|"
    r"host|service|module|query|column|table)|whether|how (?:many|big|often))\b(?!.* and (?:fix|"
    r"make|change|add|remove|stop|prevent|then)\b).*|(?:lint|check|format|typecheck|test|build|"
    r"compile|scan|analy[sz]e|validate|run) \S+ and (?:fix|report|show|tell|list|print|say|give|"
    r"paste)\b.*)"
)
"""What the machine is to do or to tell, and nothing remains of it in what one keeps."""
SAYING: Final = late_pattern(
    r"you (?:always|never) know\b.*|(?:always|never) (?:an?|the) \w+(?: \w+)?|(?:hardly|scarcely|"
    r"rarely|seldom|barely) \w+|(?:each and )?every (?:single )?(?:one|last one|bit|word)\b.*|all "
    r"good things\b.*"
)
FEW_WORDS: Final = late_pattern(
    r"(?:(?:first|then) )?(?:\w+ )?(?:coffee|lunch|tea|breakfast|beer|nap|sleep|dinner|"
    r"bed)\b.{0,20}|(?!no\b|never\b|always\b|only\b|all\b|every)(?:[\w'-]+ ){1,3}(?:submitted|sent|"
    r"done|finished|delivered|arrived|paid|booked|ordered|merged|shipped|posted|printed|signed|"
    r"deployed|installed|received|handed in|accepted|approved|published|uploaded|mailed)|let's "
    r"(?:get (?:this|it|that|going|started|to work|cracking|moving|back)|rock|roll|have|make (?:it|"
    r"this|today)|hope)\b[^:]*|let's do (?:it|this)(?: today| now| then)?|no (?:\w+ )?(?:for|"
    r"without|like|place|time) (?:the |\w+ )?(?:wicked|weary|pain|gain|home|present|fun)\b.*"
)
"""Small talk by its form: what was sent and came, what is eaten, how the day begins."""
AND_MENDS: Final = late_pattern(
    r"\b(?:and|then) (?:fix|add|make|remove|change|update|replace|write|move|delete|put|create|"
    r"mark|correct|mend|repair|rename|merge|keep)\b"
)
ASIDE: Final = late_pattern(
    r"(?:the|my|our|his|her|their|an?) (?:[\w-]+ )?(?:plumber|electrician|painter|mechanic|nurse|"
    r"gardener|cleaner|carpenter|builder|contractor|notary|caterer|photographer|dj|florist|priest|"
    r"vet|dentist|doctor|boss|manager|landlord|landlady|neighbou?r|parents?|mother|father|mum|mom|"
    r"dad|wife|husband|son|daughter|brother|sister|kids?|children|colleague|intern|teacher|"
    r"professor|lawyer|accountant|auditor|investor|vendor|supplier|agency|bank|school|city|council|"
    r"police|insurance|airline|hotel|postman|courier|judge|coach|cto|ceo|pm|(?:support|sales|"
    r"marketing|legal|design|qa|ops|other|backend|frontend|it|hr|finance|data|security|mobile) "
    r"(?:team|department|guys?|folks|people))s? (?:still |also |just |really )?(?:has to|have to|"
    r"must|needs? to|should|will|'ll|is going to|ought to|shall|is supposed to|can|could)\b.*"
)
"""A person of one's life, and what that one is to do."""
STATED: Final = late_pattern(
    r"(?:so |and |but |then |ok |wait )*(?:i|we|you|it|he|she|they|this|that|there|the|my|our|each|"
    r"every|all|users?)(?:'ll|'d|'ve|'re|'s)? (?!could you|can you).*\?"
)
"""A statement with a question mark."""
FETCHES: Final = late_pattern(
    r"(?:get (?:me )?(?:the |its |all )?(?:newest|latest|last|first|oldest|current|biggest|largest|"
    r"top|most recent|list|output|contents?|name|size|version|status|schema|value|hash|id)\b.*|"
    r"(?:write|put|save|copy|pipe|redirect|print|paste|move|drag) (?:the|this|that|its|all) "
    r"(?:output|results?|window|cursor|selection|terminal|tab|stdout|stderr|clipboard|"
    r"mouse)\b.{0,40}|(?:reset|go back|jump|rewind|roll back|return|switch|skip|scroll) to "
    r"[\w~^./-]+|(?:pin|mark|archive|star|mute|rename|close|delete|share|export|save) this (?:chat|"
    r"conversation|session|thread|tab|window)\b.{0,20}|turn (?:the|my) \w+ (?:on|off|down|up)|"
    r"(?:load|seed|sync|reload|refresh|replay|fetch|pull|warm up|import) (?:the |with |from |up "
    r")*(?:fixtures|seeds?|dump|upstream|origin|headers|remote|main|last \w+|test data|sample "
    r"data)\b.{0,25}|profile the (?:function|query|code|script|build)\b.{0,25})"
)
"""What is looked up or moved about at once."""

"""The signs by which an English sentence shows what it wants: closed classes, in lower case."""

from __future__ import annotations

from typing import Final

from luminair.patterns import late_pattern

LEADS: Final = frozenset(
    [
        "ok",
        "okay",
        "so",
        "now",
        "then",
        "also",
        "and",
        "but",
        "please",
        "pls",
        "plz",
        "hey",
        "hi",
        "hello",
        "claude",
        "codex",
        "gemini",
        "thanks",
        "thx",
        "thank",
        "cool",
        "great",
        "nice",
        "perfect",
        "awesome",
        "excellent",
        "yes",
        "yep",
        "yeah",
        "yup",
        "nope",
        "well",
        "first",
        "second",
        "third",
        "finally",
        "lastly",
        "alright",
        "btw",
        "oh",
        "hmm",
        "hm",
        "actually",
        "anyway",
        "fine",
        "sure",
        "lgtm",
        "wow",
        "sorry",
        "guys",
        "team",
        "morning",
        "just",
        "meanwhile",
        "additionally",
        "furthermore",
        "plus",
        "afterwards",
        "super",
        "lovely",
        "brilliant",
        "amazing",
        "fantastic",
        "agreed",
        "exactly",
        "next",
    ]
)
"""Words that say nothing at the beginning."""
COMMA_LEADS: Final = LEADS | frozenset(
    [
        "no",
        "good",
        "right",
        "look",
        "looks",
        "that",
        "works",
        "work",
        "sounds",
        "love",
        "it",
        "done",
        "wait",
        "you",
        "all",
        "everyone",
        "quick",
        "again",
        "maybe",
        "after",
        "makes",
        "sense",
        "got",
        "i",
        "see",
        "one",
        "more",
        "thing",
        "another",
        "last",
        "next",
        "up",
        "for",
        "in",
        "the",
        "meantime",
        "by",
        "way",
        "question",
        "request",
        "small",
        "favor",
        "favour",
        "idea",
        "afternoon",
        "of",
        "course",
        "very",
        "much",
        "a",
        "lot",
        "so",
        "far",
        "now",
        "job",
    ]
)
"""And what may stand before a comma there: 'looks good, …', 'one more thing, …'."""
QUESTION: Final = late_pattern(
    r"(?:so |and |but |or )?(?:what|what's|whats|why|how|where|when|who|whose|which|is|are|was|"
    r"were|do|does|did|has|have|had|am|"
    r"should|shall|would it|would that|would this|will it|will this|will that|could it|could this|"
    r"could that|can it|can this|can that|can the|can i|could i|may i|might|"
    r"any idea|any reason|any thoughts|is there|are there|isn't|aren't|doesn't|don't you|didn't|"
    r"hasn't|wasn't|how come|"
    r"i wonder|i'm wondering|wondering|i'm curious|curious|do you think|thoughts on|opinions? on)\b"
)
YOU: Final = late_pattern(
    r"(?:(?:can|could|would|will|can't|couldn't) (?:you|u|we|someone)|(?:would it be possible|is "
    r"it possible for you) (?:for you )?to|would you be able to|"
    r"would you mind|do you mind|could i ask you to|may i ask you to|i(?:'d| would) (?:like|"
    r"love)(?: (?:you|for you|us|it if you))?(?: to)?|i(?:'d| would) appreciate it if you "
    r"(?:could |would )?|"
    r"i (?:want|need) (?:you|us) to|you (?:should|need to|have to|must|can|could)|feel free to|go "
    r"ahead and|please go ahead and|"
    r"i(?:'d| would) (?:like|love|prefer) to|i(?:'d| would)? (?:want|need|have|wanna) to|i wanna|"
    r"we (?:need|have|ought|want) to|we(?:'ve| have)? got to|"
    r"we (?:should|must|gotta|needs?)|we(?:'d| would) (?:like|love) to|we(?:'ll| will) (?:need|"
    r"have|want) to|we(?:'re| are) going to(?: need to| have to)?|let's|lets|let us|"
    r"help me(?: to)?|start by|try to|your (?:task|job|goal) is to|the (?:task|job|goal|plan|idea|"
    r"next step) is to|"
    r"(?:don't|do not|dont|please don't|never) forget to|remember to|remind (?:me|us) to|be sure "
    r"to|"
    r"(?:it(?:'d| would| might) be|would be) (?:nice|great|good|cool|useful|helpful|better|best|"
    r"awesome|lovely|handy|worth(?:while)?|wonderful|sweet) (?:if (?:we|you|it|the \w+|users|"
    r"people|there) (?:could |can |would |had |have )?|to (?:have|be able to )?)|"
    r"(?:make|makes?) sure(?: that)?(?: (?:we|you|to))?|ensure(?: that)?|i think (?:we|you) "
    r"(?:should|need to|must|have to)|"
    r"we (?:still )?(?:need|have) to|we really (?:need|should|must|have)(?: to)?|we also (?:need|"
    r"should|must|have)(?: to)?|"
    r"there (?:should|must|needs? to|ought to) be|time to|someone (?:should|needs to|has to))"
    r"(?: (?:please|also|just|maybe|kindly|then|now|probably|really|actually|quickly|perhaps|"
    r"definitely|finally|first|try to|always|go ahead and|either))*\b[ ,]*(?P<rest>.+)",
)
TASK: Final = late_pattern(
    r"(?:(?:my |our |the )?(?:wish ?list|backlog|todo list)[^:]{0,30}|one more|another one|last "
    r"one|small one|to-?do|task|fix-?me|feature request|feature|bug|request|ask|wish|reminder|note "
    r"to self|action item|next steps?|chore|follow-?up)\s*(?:\([^)]*\))?\s*[:–—-]\s*(?P<rest>\S.+)"
)
NEED: Final = late_pattern(
    r"(?:i|we)(?:'d| would| still| also| really)? (?:need|want|like|require|lack|miss|are "
    r"missing)(?: to have)? (?:a|an|the|all|every|each|some|more|better|another|two|three|support|"
    r"dark|proper|real|unit|integration|\w+ing|\w+s)\b.*|(?:need|want) (?:an?|some|more|better)\b.*"
)
HARMLESS_NEED: Final = late_pattern(
    r"(?:i|we)(?:'d| would)? (?:need|want|like) (?:a|an|the|some|more|your) (?:hand|help|moment|"
    r"minute|second|break|explanation|answer|opinion|advice|sanity check|hint|clue|time|info|"
    r"information|context|details?|link|overview|summary|list|idea|example)\b"
)
KNOW: Final = late_pattern(
    r"(?:know|understand|see|learn|hear|agree|meet|chat|ask|get a feeling|think about|talk "
    r"about|discuss|be sure|be clear|decide|choose|pick|figure out (?:if|whether)|find out "
    r"(?:if|whether)|check|verify|confirm|look at|show|run|test|try|wait|stop|commit|push)\b"
)
STANDING_START: Final = late_pattern(
    r"(?:always|never|only (?:ever |use\b)|from now on|going forward|from here on|in (?:the "
    r")?future|for (?:the )?future|henceforth|as a rule|by default|whenever|every time|each time|"
    r"before (?:you|every|each|committing|pushing|merging)|after (?:every|each|you (?:change|edit|"
    r"finish|add|write))|prefer|favou?r|avoid|stick (?:to|with)|keep in mind|remember(?: that|:)|"
    r"remember,|note(?: that|:)|"
    r"for the record|(?:new |house |another )?rule|(?:new )?convention|make it a (?:habit|rule)|"
    r"(?:we|i|you) (?:always|never|only ever|don't ever|do not ever)|please (?:always|never|"
    r"remember that|keep in mind)|"
    r"(?:all|every|any|each) (?:new )?[\w -]{2,40}? (?:must|should|need to|needs to|has to|have "
    r"to|gets?|goes?)\b|"
    r"(?:we|i) (?:prefer|like|hate|dislike)|i(?:'d| would) (?:prefer|rather)|(?:you )?(?:should|"
    r"must) (?:always|never)|no (?:more |new )?(?:\w+ )?(?:emojis?|comments?|abbreviations|mocks?|"
    r"magic|tabs|semicolons|\w+ing|\w+s) (?:in|for|when|without|on|to|please|unless|anywhere)|"
    r"(?:commit messages|answers|replies|responses|comments|docstrings|tests|names|branches|"
    r"branch names|dates|timestamps|times) (?:must|should|in|are|stay|always|go|have to|need "
    r"to))\b[:,]? ?(?P<rest>.*)"
)
WE_DO: Final = late_pattern(
    r"(?:we|(?:this|the|our) (?:project|repo|team|codebase|repository)) (?:use|uses|only use|only "
    r"uses|don't use|do not use|doesn't use|write|don't write|follow|follows|name|keep|format|"
    r"target|support only|don't support|deploy only|don't deploy|don't ship|squash|run)\b.+"
)
DONT: Final = late_pattern(
    r"(?:please )?(?:don't|do not|dont|stop|quit|no longer|refrain from|avoid)(?: ever)? "
    r"(?P<rest>\w[\w'-]* .+|\w+ing\b.+)"
)
DONT_MIND: Final = late_pattern(
    r"(?:worry|know|care|bother|mind|think|see|get (?:it|why|that|how)|understand|forget|panic|"
    r"remember|have|want to|need|like (?:it|that|this)|believe|agree|hesitate|do (?:that|it|this|"
    r"anything)|touch (?:it|that|anything)|change (?:it|anything)|commit|push|start|stop|run|fix|"
    r"implement|write any code|code|the|this|that|it)\b"
)
YET: Final = late_pattern(
    r"\b(?:yet|for now|right now|this time|at the moment|until i|just yet|so far|today)\b"
)
ANSWERS: Final = late_pattern(
    r"(?:be (?:more |less )?(?:concise|brief|terse|verbose|critical|direct|honest|careful with)|"
    r"(?:keep|make|write) (?:your |the |all )?(?:answers|replies|responses|explanations|summaries|"
    r"commits?|commit messages|prs?|pull requests|diffs|functions|changes)\b|(?:answer|reply|"
    r"respond|talk to me|speak|write (?:everything|to me)) (?:in|with|using) |skip the (?:summary|"
    r"summaries|preamble|apologies|intro)|explain (?:less|more)|ask (?:me )?(?:before|first)|call "
    r"me )"
)
BROKEN: Final = late_pattern(
    r"(?:(?:there(?:'s| is| are) (?:a |an |some |\w+ )?(?:bugs?|problems?|issues? with|memory "
    r"leak|race condition|regression|typo|leak|deadlock|issue)|bug:|bug |(?:when|if|after|on|in|"
    r"while|clicking|opening|dragging|pressing|scrolling|resizing|sometimes|users?|people|"
    r"customers|some|many|our|the|my|all|every|two|uploads?|downloads?|exports?|imports?|"
    r"searching|saving|deleting|dates?|times?|images?|emails?|notifications?|[a-z]+s|[a-z][\w.-]+ "
    r"[a-z]+)\b).*)"
)
FAULT: Final = late_pattern(
    r"(?i:\b(?:does not|doesn't|do not|don't|won't|cannot|can't|isn't|is not|aren't|are not|no "
    r"longer|never|fails? (?:to|on|for|in|when|with|if|silently|after)|fails?$|is failing|"
    r"crash(?:es|ed|ing)?|hangs?|freezes?|broken|breaks?|throws?|leaks?|leak|flickers?|wrong|"
    r"missing|ignored?s?|duplicated?|twice|does nothing|do nothing|times? out|loses?|lost|"
    r"overlaps?|slow|slowly|stuck|incorrect|misaligned|cut off|covers|covered|clipped|overflows?|"
    r"disappears?|vanish(?:es)?|blank|mess(?:es)? up|unreadable|garbled|corrupt(?:s|ed)?|stale|"
    r"swallows?|bug|race condition|deadlock|regression|too (?:small|large|long|slow|big|short|"
    r"many|low|high|dark|bright|narrow|wide)|any ?more|any ?longer|nothing (?:\w+s|happens)|"
    r"chokes?|complains?|problems? with|issues? with|(?:is|are) (?:dead|ugly|useless|unusable|"
    r"inaccessible|confusing to)|off by one|inconsistent|untested|blurry|jumps?|shows? the "
    r"(?:wrong|old)|out of date|outdated)\b)"
)
LIGHT_SUBJECT: Final = late_pattern(
    r"(?:it|this|that|these|those|they|he|she|i|i'm|i've|still|same|nothing|something|everything|"
    r"that's|it's|there was|there's no|not|nope|doesn't|can't|won't|didn't|the (?:third|fourth|"
    r"middle|next|test|tests|"
    r"build|ci|command|script|linter|compiler|error|output|log|logs|answer|result|same|first|"
    r"second|last|code|one|problem|issue|fix|patch|change|changes|pipeline|type checker|import)|"
    r"tests?|ci|build|my (?:guess|machine|terminal))\b"
)
REQUIREMENT: Final = late_pattern(
    r"(?P<subject>(?:the|a|an|all|every|each|our|any|users?|people|it|this|that|errors?|dates?|"
    r"\w+s|[\w.`()/-]+)(?: [\w.`'()/-]+){0,7}?) (?:should|must|shall|needs? to|ha(?:s|ve) to|"
    r"ought to|needs?|is missing|are missing|could use|could do with|deserves?|wants?(?= an? )|"
    r"requires?)\b (?P<rest>.+)"
)
ONLY_HOPE: Final = late_pattern(
    r"(?:work|be (?:fine|ok|okay|good|enough|it|done|right|correct|the|there|called|a|in)|do|help|"
    r"not|suffice|i|you|we|already)\b"
)
PRONOUN: Final = late_pattern(
    r"(?:(?:it|them|me|him|her|yourself)\b|(?:that|this|these|those)(?=$| (?:function|code|"
    r"snippet|file|line|text|paragraph|sentence|"
    r"query|block|class|method|one|part|change|changes|bug|error|test|issue|output|thing|way|"
    r"approach|instead|and|to|a|as|in|so|please|for|up|out|now|too|first|then|work|with|into|"
    r"back)\b)|"
    r"everything(?=$| (?:again|now|please|too|back)\b)|all of (?:it|them|that|this)\b|"
    r"(?:one|all|the same|again|back|both|us|so|here|there)(?=$| (?:again|now|please|to|in|"
    r"instead|up|too|but)\b)|"
    r"the (?:first|second|third|last|other|latter|former|same|new|old|next|previous|above|"
    r"rest)(?:$| (?:one|two|three|thing|option|part|change|commit)\b)|"
    r"the (?:changes?|fix|result|answer|whole thing)(?:$| (?:again|now|please|to|in|above)\b)|"
    r"your (?:changes?|last|answer|plan|code|fix|suggestion)\b|option \w\b)"
)
USER_STORY: Final = late_pattern(
    r"as an? [\w -]{2,40}?,? (?:i|we)(?: (?:want|need|would like)|'d like)\b.*"
)
FOR_USE: Final = late_pattern(
    r"(?:for|in|with) [\w ./*+#-]{1,40}?,? (?:always |please )?(?:use|prefer|follow)\b \w.*"
)
IF_YOU: Final = late_pattern(
    r"(?:if|when|before|after) you(?:'re| are)? (?:ever |have to |need to |must )?(?:(?:not sure|"
    r"unsure|in doubt|stuck|don't know)\b|add|chang|"
    r"edit|writ|creat|touch|renam|modif|introduc|remov|delet|"
    r"updat|refactor|implement|commit|push|mov|bump|deploy|merg|review|answer|explain|generat|"
    r"translat)\w*\b[^,]*, (?P<rest>.+)"
)
LOOK_AT: Final = late_pattern(r"(?:have|take) (?:a|another) (?:look|closer look|quick look)\b")
GET: Final = late_pattern(
    r"get (?!it$|me\b|that$)(?:.+ )?(?:under|below|above|onto|working|to work|done|ready|down to|"
    r"up to|green|in shape|in sync)\b.*"
)
UNKNOWN_VERB: Final = late_pattern(
    r"(?!(?:the|a|an|this|that|these|those|it|he|she|they|we|you|i|who|what|which|when|where|"
    r"why|how|if|because|since|while|although|though|as|at|by|for|from|in|into|of|off|on|onto|"
    r"out|over|to|up|with|without|within|about|above|across|after|against|along|among|around|"
    r"before|behind|below|between|beyond|despite|during|except|inside|like|near|outside|per|"
    r"than|through|till|toward|towards|under|until|upon|via|and|but|or|nor|so|yet|yesterday|"
    r"today|tonight|now|currently|sometimes|often|usually|again|almost|already|also|both|"
    r"either|neither|even|ever|every|each|all|any|some|no|not|none|once|only|perhaps|quite|"
    r"rather|soon|still|then|there|thus|too|very|well|yes|is|are|was|were|be|been|am|do|does|"
    r"did|has|have|had|can|could|will|would|shall|should|may|might|must|got|saw|took|made|"
    r"found|went|came|gave|told|said|thought|knew|felt|left|lost|put|ran|set|sent|wrote|broke|"
    r"built|bought|held|kept|paid|fyi|btw|thanks|same|half|most|many|much|such|here|apparently|"
    r"basically|heads|means|seems|looks|sounds|works|turns|happy|sad|sorry|glad|good|bad|maybe|"
    r"just|wait|stop|give|tell|ignore|undo|revert|accept|reject|choose|pick|hear|take|see|"
    r"watch|follow|meet|ask|leave|love|hate|need|want|wish|hope|guess|bet|suppose|imagine|mind|"
    r"forget|remember|welcome|thank|enjoy|great|nice|cool|one|two|three|four|five|six|ten|"
    r"plenty|lots|several)\b)(?!\w+ \w+s (?:are|were|have|is|do|can|"
    r"will)\b)[a-z]{3,}(?<!ed)(?<!ing)(?<!ly)(?<!s) (?!does\b|is\b|was\b|has\b|uses\b|wants\b|"
    r"likes\b|needs\b|prefers\b|makes\b|gets\b|says\b|runs\b|works\b|comes\b|goes\b|takes\b|"
    r"keeps\b|shows\b)(?:the|a|an|all|every|each|our|its|their|any|both|loss|warnings|\w+s) "
    r"\w.*"
)
WHAT_I: Final = late_pattern(
    r"what (?:i|we)(?:'d| would)?(?: really| also| still| most)* (?:need|want|like|am after|"
    r"miss)(?: here| now| next)? is (?:to )?(?P<rest>.+)"
)
SO: Final = late_pattern(r".{6,}, so (?:please )?(?P<rest>.+)")
MAYBE: Final = late_pattern(
    r"(?:maybe|perhaps|possibly|what if|what about|how about|i'm thinking|i am thinking|thinking "
    r"out loud|one idea|just an idea|i wonder|i guess|we could|could be|might be|i could|"
    r"hypothetically|suppose|imagine|in theory|say we|one option|another option|alternatively|on "
    r"the other hand|option [a-z\d]\b)\b"
)
AND: Final = late_pattern(
    r"(?:[,;:–—-]|\band\b|\bso\b|\bbut\b|\bthen\b|\balso\b)\s+(?:please|pls|can you|could you|"
    r"would you|let's|lets|we (?:should|need to|must|have to)|make sure|don't forget|remember to|"
    r"i(?:'d| would) like|i (?:want|need) (?:you )?to|also|then)\s+(?:please |also )?(?P<rest>.+)"
)
SUBORDINATE: Final = late_pattern(
    r"(?:when|once|if|after|before|while|since|as|because|for|in|on|at|to|with|without|instead|"
    r"also|regarding|about|per|given|now that|until|unless|during|under|inside|next|first|based "
    r"on|like|right|like we|the)\b[^,:]{2,90}[,:] (?P<rest>.+)"
)
CONDITION: Final = late_pattern(
    r"(?:when|if|while|after|once|on) (?!you|we|i\b|it\b|that\b|this\b|done|ready|everything|the "
    r"tests?|all tests?|green)[^,]+, (?:just |please |then )?(?:show|display|open|print|return|"
    r"stop|start|save|reload|go|run|give)s? (?!me\b|it\b|us\b)"
)
PLEASE_LATE: Final = late_pattern(
    r".+[,;:–—-] (?:please |pls )?(?:fix|change|add|update|remove|handle|rename|implement|correct|"
    r"improve|make|use|replace|move|write|get)\b.*"
)
GERUND: Final = late_pattern(r"(?P<stem>[a-z]{2,})ing\b(?P<rest>.*)")

NO_WISH: Final = late_pattern(
    r"(?:never ?mind|note to self|no worries|no problem|no need|i like (?:version|option|number|it|"
    r"that|"
    r"this|how|"
    r"the)\b|we like the|i prefer the|i hate (?:this|that|it)\b|i never|i always|remember when|"
    r"i'd rather not|keep in mind that i\b|(?:whenever|every time|each time) (?:i (?!mean|ask|"
    r"say|write|send|give|want)|it|that|this|he|she|they)\b|never say never|never (?:seen|had|"
    r"heard|been|thought|knew|felt|tried)\b|never again$|always (?:good|nice|fun|great|happy|a "
    r"|an |the same|wondered|thought|liked|wanted)|(?:from (?:now|here) on|going forward),? "
    r"(?:it|i|i'm|that|this|things|we are)\b)"
)
GOES_ON: Final = late_pattern(
    r"let'?s (?:go with|see|go(?! through all)|do|try|keep going|continue|start|stop|talk|think|"
    r"wait|leave)\b"
)
WEAK: Final = late_pattern(r"(?:be|go|do|say|think\w*|i) ")
CAN_YOU: Final = late_pattern(r"(?:can|could|will|would) you\b")
IS_SUBJECT: Final = late_pattern(
    r"(?:is|are|was|were|has|have|does|did|can|will|works?|looks?|fails?)\b"
)
ON_SCREEN: Final = late_pattern(
    r"\b(?:this|that) (?:function|file|class|method|line|block|snippet|query|test|paragraph|"
    r"sentence|commit|variable|loop)\b|\bthe (?:middle|top|bottom|two|first|second|third|fourth|"
    r"last|upper|lower|opening|closing|final|next|other) (?:paragraph|sentence|line|argument|word|"
    r"example|point|half|stanza|verse|bullet|item|step|question|title|joke|option|version|variant|"
    r"part|names?|clause|bit|half)s?\b|\bthe (?:intro(?:duction)?|outro|greeting|sign-?off|punch "
    r"?line|"
    r"rest|first|second|third|last|others?|emojis?(?: at the (?:end|start))?)(?=$|[,.;])|"
    r"\b(?:one|two|three|four|a few|some|\d+) more(?: to the \w+)?$|\bas (?:they|it) (?:were|was)\b"
)
ADVERBIAL: Final = late_pattern(
    r"(?:again|now|please|too|instead|first|later|accordingly|everything|anything|as "
    r"(?:discussed|planned|before)|like that|like this|the same(?: way)?|as well|for me|"
    r"properly|correctly|once more|one more time)(?: (?:please|now|too))?"
)

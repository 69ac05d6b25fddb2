"""The forms in which people say in English how they want things done, as classes of grammar.

Each class is a form, not a saying: what is banned, who decides, what counts as done, what is said
of each and every one. Patterns are tried on one sentence in lower case without its full stop.
"""

from __future__ import annotations

from typing import Final

from luminair.patterns import late_pattern

_TOPIC: Final = (
    r"(?:commits?|commit (?:messages?|titles?|subjects?)|(?:commit|pr|branch|file|class|variable|"
    r"function|test|column|table|product) (?:names?|titles?|names)|branch(?:es)?|prs?|pull requests?|"
    r"diffs?|answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|comments?|docstrings?|"
    r"type hints?|types?|typing|annotations?|tests?|code|functions?|methods?|class(?:es)?|modules?|"
    r"files?|imports?|exports?|names?|naming|identifiers?|variables?|constants?|indent(?:ation|s)?|"
    r"tabs|spaces|quotes|semicolons|commas?|brackets|braces|line (?:length|endings|breaks?)|lines|"
    r"dates?|times?|timestamps?|time ?zones?|numbers|amounts?|currenc(?:y|ies)|units|decimals|prices|"
    r"measurements?|temperatures?|distances?|strings|texts?|labels|messages|error messages|errors|"
    r"exceptions|warnings|logs|logging|log lines|metrics|sources?|references|citations?|"
    r"bibliograph(?:y|ies)|footnotes|endnotes|quotations|headings?|headlines?|titles?|captions?|"
    r"figures|tables|lists?|bullets?|bullet points|paragraphs?|sentences?|chapters?|scenes?|"
    r"dialogues?|tense|voice|tone|style|register|wording|spelling|grammar|punctuation|hyphens?|"
    r"dashes|capitals|abbreviations|acronyms|jargon|emojis?|english|german|french|spanish|italian|"
    r"dutch|e?-?mails?|letters?|newsletters?|customers?|clients?|readers?|users|minutes|notes|"
    r"agendas?|slides?|invoices?|recipes|translations?|drafts?|manuscripts?|docs?|documentation|"
    r"readmes?|changelog|change log|release notes|entries|migrations?|schemas?|quer(?:y|ies)|sql|"
    r"endpoints?|routes|apis?|requests|dependenc(?:y|ies)|packages?|librar(?:y|ies)|versions?|"
    r"releases?|deploy(?:s|ments?)?|push(?:es)?|merg(?:es|ing)|rebases?|tags|reviews?|reviewers?|"
    r"screenshots?|images?|pictures|alt texts?|colou?rs|components?|hooks|styles|icons|buttons|"
    r"fixtures|mocks?|snapshots|stubs|secrets|keys|passwords|credentials|feature flags?|flags|"
    r"settings|config(?:uration)?s?|scripts?|shell|todos?|tickets?|issues|experiments?|plots?|"
    r"charts?|axes|axis|datasets?|samples?|seeds?|notebooks?|backups?|package manager|formatter|"
    r"file format|date format|format|formatting|encoding|charset|coverage|prints?|debug prints|"
    r"links?|urls?|language|subjects?|bodies|paths?|folders?|plans?|steps|estimates?)"
)
_EACH: Final = (
    r"(?:always|never|ever|every|each|everything|everywhere|anywhere|throughout|any ?more|anything|"
    r"any|all|whenever|without exception|no exceptions?|at all times|across the board|by default|"
    r"from (?:now|here|today|this point)(?: on)?|as of (?:now|today)|going forward|consistently|"
    r"strictly|nothing|nobody|no one|under no circumstances|per)"
)

EACH: Final = late_pattern(rf"\b{_EACH}\b")
"""Says that it holds for more than this once."""
TOPIC: Final = late_pattern(rf"(?<![\w/.-]){_TOPIC}(?![\w/])")
"""What wishes about how to work are about."""

TELLS: Final = late_pattern(
    r"\b(?:yesterday|last (?:night|week|month|year|time|monday|friday)|ago|so far|this morning|"
    r"earlier|just now|today|right now|now|yet|currently|already|no longer|was|were|wasn't|had|did|"
    r"didn't|been|went|came|took|found|tried|tested|failed|passed|passes|worked|works?|fails|looks?|"
    r"looked|seems?|feels?|sounds?|hangs?|happens|happened|appeared|showed|arrived|finished|merged "
    r"(?:it|that|the)|saw|heard|met|lost|won|is (?:green|up|down|through|fine|back|red|slow|nice|"
    r"great|ok|good|bad|funny|weird|odd|strange|boring|hard|a mess|here)|are (?:green|fine|red|back|up|"
    r"down|slow|nice|great|ok|good|bad|here|in|out|there)|(?:is|are|am|'m|'re|it's) \w+ing)\b"
)
"""Tells what was or is."""
HEDGED: Final = late_pattern(
    r"\b(?:maybe|perhaps|might|may be|possibly|not sure|unsure (?:if|whether) (?:we|i)|i wonder|"
    r"wondering|either .+ or|can't decide|cannot decide|hard to say|thinking (?:about|of|aloud|out)|"
    r"could be|what if|one could|i guess|i suppose|i think (?:i|it)|hmm+|interesting|who knows|"
    r"not (?:decided|settled)|some ?day|one day|not now|theoretically|in theory|would be cool)\b"
)
OTHERS: Final = late_pattern(
    r"(?:(?:.{0,40}\b(?:it|he|she|they|who|which)|(?:the|my|our|their|his|her|a|an|this|that|some|"
    r"one|in the) (?:[\w'-]+ ){1,6}?|[\w'.-]+(?: [\w'.-]+)?)\s?\b(?:says|said|writes|wrote|asks|asked|"
    r"tells|told|claims|claimed|demands(?= )|recommends|recommended|suggests|suggested|advises|"
    r"argues|thinks|complains|complained|insists|whispers|whispered|shouts|shouted|replied|"
    r"answers(?=:)|answered|believes|used to)\b(?!.*[,:] (?:so|please|use|do|keep|stick)\b).*|\w+: wants? .+|"
    r"(?:the|a|an|my|our|his|her) [\w ]+: [\"“„«].+[\"”»]"
    r"|according to .+|.+[\"”»],? (?:said|says|asked|whispered|shouted|cried|replied|answered|"
    r"murmured|laughed|yelled|thought)\b.*|[\"“„«].+[\"”“»])"
)
"""Somebody else's words."""
TAKEN_BACK: Final = late_pattern(
    r"(?:(?:thanks|thank you|thx|cheers) (?:so much |a lot )?for [^,;.]+|forget (?!to\b)(?:about )?(?:it|that|the|my|about|what)?\b.*|never ?mind.*|scrap .+|no need "
    r".+|there(?:'s| is) no need.*|(?:you )?(?:don't|do not|needn't) (?:need|have) to .+|i don't (?:want"
    r"|need) (?:the|that|this|it|an?) .*any ?more.*|don't bother.*|not needed.*|"
    r"(?:that's|it's|that is) (?:not|no longer) needed.*|we (?:decided|agreed) against .+|let's not .+|"
    r"(?:it|that) (?:might|may|could) be (?:nice|good|worth|useful|cool|fun|an idea|better|helpful)\b.*|"
    r".*\b(?:not now|can't decide|cannot decide|who knows)|either .+ or .+|interesting\b.*|"
    r"here(?:'s| is| are| comes?) (?:the|my|our|an?|some|what)\b.*|"
    r"(?:make|rewrite|rephrase|shorten|translate|proofread|correct|improve|polish) (?:this|that|the following)"
    r" (?:\w+ )?(?:paragraph|sentence|text|passage|line|title|mail|message|phrase|word)\b[^:]*: .+|"
    r"(?:translate|proofread|rephrase|reword|shorten|correct|spell-?check|paraphrase)\b[^:]{0,40}: .+|"
    r"(?:shorten|make (?:this|it)|rewrite|rephrase|reword|translate|expand|simplify|correct|improve|fix|"
    r"polish|proofread|summari[sz]e|continue|finish|complete|convert|turn|say)\b[^\"“„«]{0,50}[\"“„«].+|"
    r"leave it.*|i take (?:it|that) back.*|on second thought,? (?:no|leave|keep).*)"
)
RULED_OUT: Final = late_pattern(
    r"\b(?:tried|tested|gave [\w' -]{1,40} a (?:go|try|shot|chance)|gave up|giving up|turns out|bury|"
    r"buried|dead ends?|no luck|never again|not an option|no option|ruled? (?:it |that )?out|"
    r"(?:that|this) (?:path|way|road|door) is (?:closed|blocked)|(?:that's|this is|is) not the way|"
    r"(?:doesn't|does not|don't|won't|wouldn't|will not) (?:help|scale|cut it|fit|fly|do|suit)|(?:won't|will not) work|"
    r"is impossible|impossible to|useless|no use|pointless|(?:can't|cannot|can not) (?:use|be used)|"
    r"will never|so no \w+$|we stop (?:that|this)|drop(?:ped|ping) (?:that|it|this)|abandon\w*|"
    r"(?:ok |okay )?forget \w+|not for us|unsuitable|no go|no-go|waste of time|hopeless|"
    r"after (?:two|three|\d+) (?:days?|hours?|weeks?|tries|attempts)|back to (?:square one|the old))\b"
)
"""A way that is given up, which is no fault to be mended."""
GIVEN_UP: Final = late_pattern(
    r"(?:and |so )?never again|so no [\w.-]+|(?!.*\b(?:please|fix|instead)\b).*\b(?:is impossible|impossible "
    r"to|(?:won't|will not|wouldn't|would not) (?:work|fly|do|scale)|will never (?:work|support|be|scale|fly)|"
    r"not an option|(?:a|is) dead end|(?:path|way|road|door) is (?:closed|blocked|shut)|ruled out|turns out|"
    r"gave up|giving up|we stop (?:that|this)|for nothing|back to square one|doomed|hopeless)\b.*"
)
PUZZLED: Final = late_pattern(
    r"\b(?:no (?:idea|clue)|not sure|don't know|unclear|who knows|strange|weird|odd|puzzl\w+|curious|"
    r"why yet|still looking|looking into|investigating|interesting(?:ly)?|funny|i'll (?:look|check)|"
    r"for one (?:customer|user|of)|yesterday|last (?:night|week|month)|was (?:slow|down|broken|wrong)|"
    r"on (?:mondays|tuesdays|wednesdays|thursdays|fridays))\b"
)
ROLE: Final = late_pattern(
    r"(?:act as (?:a|an|my|the|if)\b|pretend\b|let's (?:play|pretend|imagine)|imagine (?:you|that|we)|"
    r"role ?-?play|i(?:'m| am) (?:a|the) \w+,? (?:and )?you(?:'re| are) |you are (?:a|an|the|my) \w+(?:,| \w+,| \w+ \w+,)? (?:and|who|in|of|guarding)\b|"
    r"once upon a time|play (?:a|an|the) \w+|(?:i|we) enter\b|in (?:the|our) (?:story|game))"
)

LEANS: Final = late_pattern(
    r"(?:(?:just |only |and |or |but |with |without |as |in |for |to |same |now )*(?:it|that|this|these|"
    r"those|them|him|her|one|ones|both|same|again|once more|all of|another|other|the (?:first|second|"
    r"third|last|other|next|same|whole|full|long|short|old|new|rest|previous|latter|former|one|"
    r"longer|shorter|more)|"
    r"next|last|first|second|third|more|less|a (?:bit|little|moment|second|minute)|yes|no|ok|okay|"
    r"\w{2,}er|a \w+er|option|step|number|version|go|coffee|tea|help|hint|hints)\b)"
)
"""It says nothing without the talk around it."""

STRONG: Final[tuple[tuple[str, str], ...]] = (
    (
        r"(?:.*[,;] )?(?:you )?(?:don't|do not|needn't|no need) (?:(?:need|have) )?(?:to|for) .*\b(?:each|"
        r"every|all|any|in (?:your|the) \w+s|to me|for me|basics|greetings)\b.*",
        "it says what is not wanted",
    ),
    (
        r".+ (?:is|are) (?:spelled|spelt|written|one word|two words|capitali[sz]ed|hyphenated|lower ?case|"
        r"upper ?case|in italics|set in|named after)\b.*|.+[,;:] .*\baccordingly",
        "it says how something is to be",
    ),
    (
        r"we (?:don't|do not|never) (?:ever )?(?!know|think|see|have (?:to|time|a|any)|want|need|understand|"
        r"get|care|mind|remember|agree|believe|hear)\w+ .+|(?:this|it|that)(?: is|'s) an? (?:no-[\w-]+|"
        r"[\w-]+-(?:only|free)|[\w.+-]+) (?:zone|shop|house|area|codebase)\b.*",
        "it says how things are done here",
    ),
    (r"(?:when(?:ever)?|if|in case of)(?: in)? doubts?\b.+", "it says what to do when"),
    (
        r"(?:[\w'-]+ ){1,3}(?:wins|win|comes? first|is king|goes first|has priority|takes? precedence|"
        r"matters? most)(?: over .+)?",
        "it says what is preferred",
    ),
    (
        r"i(?:'ve| have)? (?:told you|said|asked (?:you|for)|mentioned)(?: (?:it|that|this))?(?: before| "
        r"already| (?:\w+ )?times)?[,:;] .+|(?:for the )?(?:this|that|it)(?: is|'s) the (?:\w+) time(?: today|"
        r" now| this week)?,? (?:that )?you\b.+",
        "it complains of how things are done",
    ),
    (
        r"(?:.+[,:;–-] ?)?one (?:\w+ )?at a time(?:[,;] .+)?|be (?:blunt|direct|brief|concise|honest|critical|"
        r"strict|precise|terse|formal|specific|consistent|explicit|literal|frank)|assume (?!that|it|this|"
        r"nothing|for|we|the|a|an)\S+(?: \S+)?",
        "it says how to answer",
    ),
    # Who decides, and what is left alone
    (
        r".+\b(?:is|are|=|:)\s?(?:(?:up to|done by) me|(?:only |strictly )?(?:my|the owner's) (?:job|"
        r"call|decision|business|task|responsibility|thing|department)|off[- ]limits|taboo|a no-?go|"
        r"read[- ]only(?: for you)?|frozen|sacred|untouchable|none of your business|not (?:yours|your "
        r"(?:job|business|decision|call))|not to be (?:touched|edited|changed))\b.*",
        "it says who decides",
    ),
    (
        r"(?:.+[,;:–-] ?)?(?:hands|fingers|paws) off\b.*|(?:stay|keep) (?:away|out|clear)"
        r"(?: from| of) (?!it$|that$).+|keep your (?:hands|fingers) off .+|.+, keep (?:out|off|away)",
        "it says what to leave alone",
    ),
    (
        r"leave (?!it\b|that\b|this\b|me\b|them\b)\S.* (?:alone|be|out|untouched|in peace|as (?:it|they|"
        r"he|she) (?:is|are)|as[- ]is|to me)(?:[ ,].*)?",
        "it says what to leave alone",
    ),
    (
        r"(?:nobody|no ?one|only i|i alone|just me)\b.+|.*\b(?:wait for|get|without|needs?|not before|"
        r"until you have) my (?:go|ok|okay|yes|approval|sign-?off|consent|permission|confirmation)\b.*",
        "it says who decides",
    ),
    (
        r".*\b(?:until|before|unless) i(?:'ve| have)? (?:approved?|confirm(?:ed)?|said|say|agreed?|seen|"
        r"signed|okayed|ok|allow(?:ed)?|told|tell|ask(?:ed)?)\b.*",
        "it says who decides",
    ),
    (
        r"(?:.*[,;] ?(?:but )?)?you (?:must|may|should|can|are|shall) (?:not|never|only)\b(?! (?:wrong|"
        r"alone|sure|serious|right)).+|you(?:'re| are) (?:not )?(?:allowed|free|welcome|supposed|expected)"
        r" to .+|you may (?!go\b|proceed|continue|start|begin|stop|be |have |now |commit (?:it|now)).+",
        "it says what is allowed",
    ),
    # For each and every
    (
        r".{3,}[ ,(](?:always|never|(?:not |never )?ever|every (?:single )?time|each time|no exceptions?|"
        r"without exceptions?|everywhere|throughout|at all times|across the board|from now on|from here "
        r"on|going forward)(?: please| pls)?\)?",
        "it says what always holds",
    ),
    (r"(?:any|every|each|all) [^:]{2,60}: .+", "it says what always holds"),
    (
        r"(?:in|for|with|on|at|before|after|to) (?:each|every|all|any)(?: of)? [^,:]{2,60}[,:] .+",
        "it says what always holds",
    ),
    (
        r".*\b(?:in (?:each|every|all|future) (?:session|chat|answer|reply|response|conversation|pr|"
        r"commit|message|mail|file)s?|in this (?:chat|session) and)\b.*",
        "it says what always holds",
    ),
    (r"(?:whatever|whoever|wherever|whichever) (?!you (?:think|like|want|prefer|do|feel|say)|works|it\b).+", "it says what always holds"),
    (
        r"(?:from (?:now|here|today|this (?:point|day|moment))(?: on(?:wards?)?)?|as of (?:now|today)|"
        r"starting (?:now|today)|henceforth|going forward),? (?!i am|i'm|it\b|that\b|this\b).{4,}",
        "it says how to work from now on",
    ),
    # What is done when
    (
        r"(?:when(?:ever)?|before|after|if|unless|until|once|while|as soon as|in case) (?:you|we|someone|"
        r"anyone|in doubt)\b(?! (?:say|mean|said|like|want to|can|could|have time|find time|get (?:time|a "
        r"chance)|see (?:it|that)|don't mind|do that|do it|agree|wish|ask me))[^,:]{2,90}[,:] (?!go "
        r"(?:on|ahead)|continue|proceed|what|how|which|why|do you|does|is|are|i\b|we\b|it\b|that\b|then "
        r"(?:go|i|it)|stop$|start$|thanks).{3,}",
        "it says what to do when",
    ),
    (
        r"(?:when(?:ever)?|before|after|while|in|for|if) (?!something|anything|nothing|everything|"
        r"being)\w+ing\b[^,:]{0,60}[,:] (?!i\b|it\b|the \w+ (?:is|was)|what|how|why|we\b)\w.{2,}",
        "it says what to do when",
    ),
    (
        r"(?:when(?:ever)?|if) you \w+ [^,]{2,60}? (?:make|use|keep|put|write|add|ask|tell|include|leave|"
        r"mark|name|give|run|update)\b (?!sense).{2,}",
        "it says what to do when",
    ),
    (
        r"(?!it\b|i\b|let me know|the \w+ (?:is|was|\w+s)\b|no idea|nothing\b|what\b|we'll\b).{4,}\b(?:whenever|each "
        r"time|every time|before|after|unless|if|when|until) you(?:'re| are|'ve| have)? (?:ever |are |have "
        r")?(?:add|chang|edit|writ|creat|touch|renam|modif|introduc|remov|delet|updat|refactor|"
        r"implement|commit|push|mov|bump|deploy|merg|review|answer|explain|generat|translat|quot|cit|"
        r"defin|say|send|call|report|finish|claim|tell|ping|open|reply|install|start|do|act|print|"
        r"show|draft|unsure|not sure|in doubt)\w*\b.*",
        "it says what to do when",
    ),
    (
        r"(?!.*\b(?:failed|passed|was|were|came|the (?:bad|good) news)\b)(?:first|think first|ask first|[\w ]{2,30}"
        r" first)\b,? .*\b(?:then|before|after(?:wards)?|later|"
        r"below)\b.*",
        "it says what comes first",
    ),
    (
        r"(?!.*\b(?:failed|passed|was|were|came)\b)(?:a |an |the )?(?:[\w-]+ ){1,3}first, (?:and |then |only then |not )?(?:the )?[\w -]+",
        "it says what comes first",
    ),
    (
        r"(?:don't|do not|dont|never|no) (?:start|begin|jump|rush|dive|coding|code|edits?|changes?)\b.*"
        r"(?:right away|straight|immediately|at once|before|until|without).*",
        "it says what comes first",
    ),
    # What counts, and what is refused
    (
        r".+ (?:counts? as|(?:is|are)(?: not|n't)(?: \w+)?) (?:done|finished|complete|ready|acceptable|"
        r"mergeable|enough)\b.*\b(?:when|until|before|unless|without|if|as long as)\b.*",
        "it says what counts",
    ),
    (
        r".+ (?:will not|won't|does not|doesn't|do not|don't|never) (?:be|get) (?:merged|accepted|"
        r"approved|reviewed|shipped|released|published|sent|read)\b.*|.+ (?:gets?|is|are|will be) "
        r"(?:rejected|reverted|sent back|refused|ignored by me)\b.*",
        "it says what counts",
    ),
    (r"(?:a|an|any|no)? ?.+ without .+ (?:is|are) (?:worthless|useless|nothing|no)\b.*", "it says what counts"),
    # How things are here
    (
        r".+ (?:is|are) (?:what|how) we\b.+|.*\bthat(?:'s| is) how we\b.*|(?:our|my|the) (?:house |team |"
        r"company |project )?(?:style|rule|convention|standard|policy|guideline|practice)s?(?: here)? "
        r"(?:is|are|says?|here|for)\b.+|.+ is (?:our|the|my) (?:house )?(?:style|standard|convention|"
        r"rule|policy|default)\b.*",
        "it says how things are done here",
    ),
    (
        r"(?:around here|in this house|in this (?:team|repo|project|codebase|company|house)|over here|"
        r"here|with us),? (?:we|all|every|each|no|only|nothing|errors|names|\w+s)\b(?! (?:is|are) (?:the|a|"
        r"my|some|what)).{4,}",
        "it says how things are done here",
    ),
    (
        r"we (?:always |never |only |all |generally |usually |don't |do not |strictly )?(?:use|write|follow|"
        r"name|keep|format|target|support|squash|rebase|type|test|indent|log|document|prefer|put|call|"
        r"spell|address|ship|release|deploy|commit|branch|tag|version|measure|quote|cite|capitali[sz]e|"
        r"abbreviate|translate|sign|store|cover|mock|lint|run|build|install|speak|say|avoid|ban|allow|"
        r"accept|require|go by|stick to|work (?:with|in)|develop|review|merge|group|order|sort|number|"
        r"round|count|structure|separate|split|define|declare|return|raise|throw|handle|mark)\b(?! it\b).*"
        r"\b(?:here|in (?:this|our|all|every)|everything|only|always|never|not|with|in|for|by|before|"
        r"after|as|on)\b.*",
        "it says how things are done here",
    ),
    (r"we(?:'re| are)(?: all)? on [\w.+-]+(?: [\d.]+)?(?:,.+| here| only)", "it says how things are done here"),
    # Likes and dislikes
    (
        r"i(?:'d| would)? (?:much |really |strongly |always )?(?:rather|prefer)\b(?! not (?:decide|say|do|"
        r"know|talk|think)| that$| it$| the (?:first|second|third|last|other|former|latter)| option).{5,}",
        "it says what is preferred",
    ),
    (
        r"(?:it|that)(?:'d| would| will|'ll)? (?:really |always )?(?:help|save|annoys?|bothers?|confuses?|"
        r"drives?|irritates?|make|be (?:great|nice|good|lovely|helpful|useful|better|kind))s?\b.* (?:if|"
        r"when) (?:you|each|every|all|your|answers|names|we)\b.+|(?:it )?(?:makes?|would make) my (?:life|"
        r"day|work) easier .+|it(?:'s| is) important (?:to me )?that .+|it matters to me .+",
        "it says what is preferred",
    ),
    (
        r"(?:i(?:'d| would)? |we )(?:really |strongly )?(?:appreciate|value|insist on|care about) "
        r"(?!it$|that$|your|the help).{4,}",
        "it says what is preferred",
    ),
    # Complaints
    (
        r"(?:.*\b)?(?:i|we) (?:keep|always|constantly|still|again) (?:have|having|had) to\b.+|i keep (?:"
        r"finding|fixing|deleting|removing|correcting|reverting|undoing|cleaning|seeing you|telling|"
        r"asking|repeating|rewriting|adding|changing)\b.+",
        "it complains of how things are done",
    ),
    (
        r"you(?:'re| are)? (?:keep|always|constantly|never|forever|again and again)(?: on)? (?!surpris|"
        r"going|up\b|the change|it\b|know\b|can\b|could\b|make me|amaz|impress|help)\w{3,}\b.+",
        "it complains of how things are done",
    ),
    (
        r"(?:.* )?you(?:'ve| have)? (?!were|are\b|said|asked|mentioned|told)\w+\b.{2,80}\b(?:again|once "
        r"more|once again|too (?:much|many|often|long|verbosely)|another time|every time|straight (?:in|"
        r"into|to|away)|without (?:asking|being asked|telling|my))\b.*|again,? you(?:'ve| have)? \w+.+|you (?:once more|"
        r"once again|again) \w+ .+|you "
        r"(?:talk|write|explain|apologi[sz]e|comment|print|say) (?:way |far )?too (?:much|many|long).*",
        "it complains of how things are done",
    ),
    (
        r"(?:for the |that's the |this is the |the )?(?:second|third|fourth|fifth|tenth|hundredth|\d+(?:nd|"
        r"rd|th)) time(?: (?:today|now|this week))?(?: that you\b.+|: .+|,? (?:please|no|don't|use|stop)"
        r"\b.+)",
        "it complains of how things are done",
    ),
    (
        r"(?:enough (?:with|of)|leave out|spare me|cut (?:out|down on)|cut the|easy on|go easy on|hold back with|away "
        r"with|ditch|down with|lay off) (?!it\b|that\b|this\b|today|for\b).+",
        "it says what is not wanted",
    ),
    # Numbers and measures
    (
        r"(?:a |the )?(?:max(?:imum)?\.?|min(?:imum)?\.?|at (?:the )?(?:most|least)|(?:no|not) more than|"
        r"never more than|up to|no (?:longer|shorter|bigger) than|under|below)(?: of)? (?:\d+|one|two|"
        r"three|four|five|six|seven|eight|ten|twelve|a hundred) [a-z].+",
        "it sets a measure",
    ),
    (
        r"(?:exactly |only |just )?(?:one|two|three|four|five|\d+) (?!of\b|more\b|other\b)[\w'-]+(?: [\w'-]+"
        r"){0,3}? (?:per|each|for (?:each|every|any)|in (?:each|every)|to (?:each|every)|a|an|at a time)\b "
        r"?.*",
        "it sets a measure",
    ),
    (
        r"(?:less|fewer) (?!than\b|is\b|and\b|of\b|errors|time\b)\w+(?: .+)?",
        "it sets a measure",
    ),
    # Orders to remember
    (
        r"(?:make sure|ensure|be sure|see to it|take care|mind you|remember|note|keep in mind|bear in mind|"
        r"don't forget|do not forget|make it a (?:habit|rule))\b(?: that)?[:,]? (?!to (?:run|check|commit|"
        r"push|save)\b|(?:it|this|that|everything|the (?:tests?|build|code|app|server)) (?:works?|"
        r"compiles?|builds?|runs?|pass|passes|is|still|starts?)\b|me\b|when\b).{8,}",
        "it says what to remember",
    ),
    (
        r"(?:follow|obey|respect|adhere to|stick (?:to|with)|comply with|keep to|honou?r|observe|match|mind|"
        r"go by) (?:the|our|my|all|these|pep|their|airbnb|google|house) .+",
        "it says what to go by",
    ),
    (
        r"be (?!right\b|back\b|there\b|here\b|my\b|patient|quick|sure\b|that\b|it\b|well|happy|honest$|"
        r"careful$)(?:more |less |very |as |always |extra |consistently )?\w+ \w.+",
        "it says how to answer",
    ),
    (
        r"(?:speak|talk|write|answer|reply|respond|explain(?= (?:things|everything))|report|address|call|think|comment|phrase|word|"
        r"spell|address) (?!to (?:it|that|him|her|this)\b|about\b|it\b|this\b|that\b|the (?:rest|last|"
        r"next)|out\b|again\b|back\b|down\b|up\b)(?:(?:things|everything|all|me|customers|clients|readers|"
        r"people|users|him|her|the \w+s?) )?(?:(?:to|with|for) (?:me|us|\w+s|[\w-]+olds?)\b.*|like .+|as .+|"
        r"(?:only |just )?in .+|(?:british |american |australian )?(?:english|german|french|spanish|"
        r"italian|dutch|plain)\b.*|with (?!this|that|the).+|using .+|formally.*|informally.*|briefly.*)",
        "it says how to answer",
    ),
    (
        r"(?:keep|limit|restrict|make|format|structure|start|begin|end|open|close|prefix|phrase|number|mark|"
        r"sign|cite|name|back up|check|double-check|source|show|state) (?:all |each of |every one of |any )?"
        r"(?:of )?your (?!last|previous|first|plan\b|answer\b|code\b$|change\b|fix\b)\w+.*",
        "it says how to answer",
    ),
    (
        r"(?:put|write|keep|use|format|spell|set|give|cite|store|name|number|quote|round|sort|place|show|"
        r"state|mark|make) (?:all |any |every |your |only |long |short |plain |clear |small |full )*"
        r"(?:dates|times|timestamps|numbers|amounts|units|commit messages|commits|branches|names|headings|"
        r"titles|captions|comments|docstrings|answers|replies|sources|sentences|paragraphs|functions|"
        r"methods|classes|tests|error messages|imports|quotes|tables|lists|mails|emails|letters|diffs|"
        r"messages|explanations|summaries|strings|prices|variables|constants|files|prs|pull requests)\b"
        r"(?! (?:from|of|above|there|here|you|in (?:this|that|the (?:log|output|table)))\b).*",
        "it says how to do it",
    ),
)
"""Forms that leave no doubt, each with its reason."""

"""The forms in which people say in English how they want things done, as classes of grammar.

Each class is a form, not a saying: what is banned, who decides, what counts as done, what is said
of each and every one. Patterns are tried on one sentence in lower case without its full stop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from luminair.keeping.capture.wish_likes import LIKES
from luminair.patterns import late_pattern

if TYPE_CHECKING:
    import re

STRONG: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (
        late_pattern(
            r"(?!show|print|list|run|send|give)\w+ only (?:what|where|when|if|things|files|lines|"
            r"the \w+ (?:that|which|i|you)\b).+|(?!commit\b|push\b|run\b|wait\b)[a-z][\w' "
            r"-]{2,40}, (?:don't|do not|dont|never) (?!worry|forget|know|think|stop|ask|it\b|"
            r"that\b|you\b|be\b)\w+(?!.*\b(?:yet|now)\b).*"
        ),
        "it says what and what not",
    ),
    (
        late_pattern(
            r"i(?:'m| am) (?:not a (?:big |great )?fan of|no fan of|allergic to|tired of|sick of|"
            r"fed up with|no friend of) (?!it\b|this\b|that\b|waiting).+"
        ),
        "it says what is not wanted",
    ),
    (
        late_pattern(
            r"(?:get|come|go|straight)(?: straight)? to the point|keep it (?:short|simple|brief|"
            r"concise|formal)|lead with (?!it\b|that\b).+|(?:keep|preserve|retain|maintain) (?:the "
            r"original|the existing|my|existing|the author's) .+"
        ),
        "it says how to do it",
    ),
    (
        late_pattern(
            r"(?:so |and )?(?:anything|everything|all|every|each|any) .+ (?:is|are|goes|go|gets?|"
            r"uses?|stays?|belongs?|lives?|has|have) (?!.*\b(?:fine|ok|okay|green|red|broken|good|"
            r"great|down|up|wrong|done|ready|failing|slow|lost|gone|an hour|nice|\w+ing)\b).+"
        ),
        "it says what always holds",
    ),
    (
        late_pattern(
            r"(?:the |an? )?(?:plan|outline|conclusion|answer|result|tests?|docs|design|schema|"
            r"questions?|summary|spec|types|interface|draft|sketch|diagnosis|explanation|"
            r"discussion|approval)s? first"
        ),
        "it says what comes first",
    ),
    (
        late_pattern(
            r"(?:under no circumstances|by no means|on no account|at no point|in no case)\b.+|.+, "
            r"(?:nowhere|nothing|no one|nobody) else|.{3,} throughout (?:the|this|all|every) \w+.*|"
            r"(?:stop|quit) (?!being|going|doing (?:that|it)|working|running|there)\w+ing(?: "
            r"(?!it\b|that\b|this\b).+)?"
        ),
        "it says what always holds",
    ),
    (
        late_pattern(
            r"(?:an?|any) [\w-]+(?: [\w-]+)? (?:that|which|with|without|over|longer|bigger|of "
            r"more) .+ (?:takes|gets|goes|needs|becomes|must|should|belongs|deserves|returns|has "
            r"to|is no|counts)\b.+"
        ),
        "it says what counts",
    ),
    (
        late_pattern(
            r"(?:.*[,;] )?(?:you )?(?:don't|do not|needn't|no need) (?:(?:need|have) )?(?:to|for) "
            r".*\b(?:each|every|all|any|in (?:your|the) \w+s|to me|for me|basics|greetings)\b.*"
        ),
        "it says what is not wanted",
    ),
    (
        late_pattern(
            r".+ (?:is|are) (?:spelled|spelt|written|one word|two words|capitali[sz]ed|hyphenated|"
            r"lower ?case|upper ?case|in italics|set in|named after)\b.*|.+[,;:] .*\baccordingly"
        ),
        "it says how something is to be",
    ),
    (
        late_pattern(
            r"we (?:don't|do not|never) (?:ever )?(?!know|think|see|have (?:to|time|a|any)|want|"
            r"need|understand|get|care|mind|remember|agree|believe|hear)\w+ .+|(?:this|it|that)(?: "
            r"is|'s) an? (?:no-[\w-]+|[\w-]+-(?:only|free)|[\w.+-]+) (?:zone|shop|house|area|"
            r"codebase)\b.*"
        ),
        "it says how things are done here",
    ),
    (
        late_pattern(r"(?:when(?:ever)?|if|in case of)(?: in)? doubts?\b.+"),
        "it says what to do when",
    ),
    (
        late_pattern(
            r"(?:[\w'-]+ ){1,3}(?:wins|win|comes? first|is king|goes first|has priority|takes? "
            r"precedence|matters? most)(?: over .+)?"
        ),
        "it says what is preferred",
    ),
    (
        late_pattern(
            r"i(?:'ve| have)? (?:told you|said|asked (?:you|for)|mentioned)(?: (?:it|that|"
            r"this))?(?: before| already| (?:\w+ )?times)?[,:;] .+|(?:for the )?(?:this|that|"
            r"it)(?: is|'s) the (?:\w+) time(?: today| now| this week)?,? (?:that )?you\b.+"
        ),
        "it complains of how things are done",
    ),
    (
        late_pattern(
            r"(?:.+[,:;–-] ?)?one (?:\w+ )?at a time(?:[,;] .+)?|be (?:blunt|direct|brief|concise|"
            r"honest|critical|strict|precise|terse|formal|specific|consistent|explicit|literal|"
            r"frank)|assume (?!that|it|this|nothing|for|we|the|a|an)\S+(?: \S+)?"
        ),
        "it says how to answer",
    ),
    # Who decides, and what is left alone
    (
        late_pattern(
            r".+\b(?:is|are|=|:)\s?(?:(?:up to|done by|on) me|(?:only |strictly )?(?:my|the "
            r"owner's) (?:job|call|decision|business|task|responsibility|thing|department)|off[- "
            r"]limits|taboo|a no-?go|read[- ]only(?: for you)?|frozen|sacred|untouchable|an? "
            r"no(?:-?no)?|banned|forbidden|prohibited|not allowed|evil|mandatory|compulsory|a must|"
            r"(?:non-|not )negotiable|unwanted|not welcome|none of your business|not (?:yours|your "
            r"(?:job|business|decision|call))|not to be (?:touched|edited|changed))\b.*"
        ),
        "it says who decides",
    ),
    (
        late_pattern(
            r"(?:.+[,;:–-] ?)?(?:hands|fingers|paws) off\b.*|(?:stay|keep) (?:away|out|clear)(?: "
            r"from| of) (?!it$|that$).+|keep your (?:hands|fingers) off .+|.+, keep (?:out|off|"
            r"away)"
        ),
        "it says what to leave alone",
    ),
    (
        late_pattern(
            r"leave (?!it\b|that\b|this\b|me\b|them\b)\S.* (?:alone|be|out|untouched|in peace|as "
            r"(?:it|they|he|she) (?:is|are)|as[- ]is|to me)(?:[ ,].*)?"
        ),
        "it says what to leave alone",
    ),
    (
        late_pattern(
            r"(?:nobody|no ?one|only i|i alone|just me)\b.+|.*\b(?:wait for|get|without|needs?|not "
            r"before|until you have) my (?:go|ok|okay|yes|approval|sign-?off|consent|permission|"
            r"confirmation)\b.*"
        ),
        "it says who decides",
    ),
    (
        late_pattern(
            r".*\b(?:until|before|unless) i(?:'ve| have)? (?:approved?|confirm(?:ed)?|said|say|"
            r"agreed?|seen|signed|okayed|ok|allow(?:ed)?|told|tell|ask(?:ed)?)\b.*"
        ),
        "it says who decides",
    ),
    (
        late_pattern(
            r"(?:.*[,;] ?(?:but )?)?you (?:must|may|should|can|are|shall) (?:not|never|only)\b(?! "
            r"(?:wrong|alone|sure|serious|right)).+|you(?:'re| are) (?:not )?(?:allowed|free|"
            r"welcome|supposed|expected) to .+|you may (?!go\b|proceed|continue|start|begin|stop|"
            r"be |have |now |commit (?:it|now)).+"
        ),
        "it says what is allowed",
    ),
    # For each and every
    (
        late_pattern(
            r".{3,}[ ,(](?:always|never|(?:not |never )?ever|every (?:single )?time|each time|no "
            r"exceptions?|without exceptions?|everywhere|throughout|at all times|across the board|"
            r"from now on|from here on|going forward)(?: please| pls)?\)?"
        ),
        "it says what always holds",
    ),
    (late_pattern(r"(?:any|every|each|all) [^:]{2,60}: .+"), "it says what always holds"),
    (
        late_pattern(
            r"(?:in|for|with|on|at|before|after|to) (?:each|every|all|any)(?: of)? "
            r"[^,:]{2,60}[,:] .+"
        ),
        "it says what always holds",
    ),
    (
        late_pattern(
            r".*\b(?:in (?:each|every|all|future) (?:session|chat|answer|reply|response|"
            r"conversation|pr|commit|message|mail|file)s?|in this (?:chat|session) and)\b.*"
        ),
        "it says what always holds",
    ),
    (
        late_pattern(
            r"(?:whatever|whoever|wherever|whichever) (?!you (?:think|like|want|prefer|do|feel|"
            r"say)|works|it\b).+"
        ),
        "it says what always holds",
    ),
    (
        late_pattern(
            r"(?:from (?:now|here|today|this (?:point|day|moment))(?: on(?:wards?)?)?|as of (?:now|"
            r"today)|starting (?:now|today)|henceforth|going forward),? (?!i am|i'm|it\b|that\b|"
            r"this\b).{4,}"
        ),
        "it says how to work from now on",
    ),
    # What is done when
    (
        late_pattern(
            r"(?:when(?:ever)?|before|after|if|unless|until|once|while|as soon as|in case) (?:you|"
            r"we|someone|anyone|in doubt)\b(?! (?:say|mean|said|like|want to|can|could|have time|"
            r"find time|get (?:time|a chance)|see (?:it|that)|don't mind|do that|do it|agree|wish|"
            r"ask me))[^,:]{2,90}[,:] (?!go (?:on|ahead)|continue|proceed|what|how|which|why|do "
            r"you|does|is|are|i\b|we\b|it\b|that\b|then (?:go|i|it)|stop$|start$|thanks).{3,}"
        ),
        "it says what to do when",
    ),
    (
        late_pattern(
            r"(?:when(?:ever)?|before|after|while|in|for|if) (?!something|anything|nothing|"
            r"everything|being)\w+ing\b[^,:]{0,60}[,:] (?!i\b|it\b|the \w+ (?:is|was)|what|how|"
            r"why|we\b)\w.{2,}"
        ),
        "it says what to do when",
    ),
    (
        late_pattern(
            r"(?:when(?:ever)?|if) you \w+ [^,]{2,60}? (?:make|use|keep|put|write|add|ask|tell|"
            r"include|leave|mark|name|give|run|update)\b (?!sense).{2,}"
        ),
        "it says what to do when",
    ),
    (
        late_pattern(
            r"(?!it\b|i\b|let me know|the \w+ (?:is|was|\w+s)\b|no idea|nothing\b|what\b|"
            r"we'll\b).{4,}\b(?:whenever|each time|every time|before|after|unless|if|when|until) "
            r"you(?:'re| are|'ve| have)? (?:ever |are |have )?(?:add|chang|edit|writ|creat|touch|"
            r"renam|modif|introduc|remov|delet|updat|refactor|implement|commit|push|mov|bump|"
            r"deploy|merg|review|answer|explain|generat|translat|quot|cit|defin|say|send|call|"
            r"report|finish|claim|tell|ping|open|reply|install|start|do|act|print|show|draft|"
            r"unsure|not sure|in doubt)\w*\b.*"
        ),
        "it says what to do when",
    ),
    (
        late_pattern(
            r"(?!.*\b(?:failed|passed|was|were|came|the (?:bad|good) news)\b)(?:first|think first|"
            r"ask first|[\w ]{2,30} first)\b,? .*\b(?:then|before|after(?:wards)?|later|below)\b.*"
        ),
        "it says what comes first",
    ),
    (
        late_pattern(
            r"(?!.*\b(?:failed|passed|was|were|came)\b)(?:a |an |the )?(?:[\w-]+ ){1,3}first, "
            r"(?:and |then |only then |not )?(?:the )?[\w -]+"
        ),
        "it says what comes first",
    ),
    (
        late_pattern(
            r"(?:don't|do not|dont|never|no) (?:start|begin|jump|rush|dive|coding|code|edits?|"
            r"changes?)\b.*(?:right away|straight|immediately|at once|before|until|without).*"
        ),
        "it says what comes first",
    ),
    # What counts, and what is refused
    (
        late_pattern(
            r".+ (?:counts? as|(?:is|are)(?: not|n't)(?: \w+)?) (?:done|finished|complete|ready|"
            r"acceptable|mergeable|enough)\b.*\b(?:when|until|before|unless|without|if|as long "
            r"as)\b.*"
        ),
        "it says what counts",
    ),
    (
        late_pattern(
            r".+ (?:will not|won't|does not|doesn't|do not|don't|never) (?:be|get) (?:merged|"
            r"accepted|approved|reviewed|shipped|released|published|sent|read)\b.*|.+ (?:gets?|"
            r"is|are|will be) (?:rejected|reverted|sent back|refused|ignored by me)\b.*"
        ),
        "it says what counts",
    ),
    (
        late_pattern(
            r"(?:a|an|any|no)? ?.+ without .+ (?:is|are) (?:worthless|useless|nothing|no|of no|"
            r"not worth)\b.*"
        ),
        "it says what counts",
    ),
    *LIKES,
)
"""Forms that leave no doubt, each with its reason."""

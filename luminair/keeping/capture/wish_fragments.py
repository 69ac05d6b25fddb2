"""The forms of wishes that reports have too, or that stand beside a request.

As in ``capture_wish_forms.py``, one English sentence in lower case; here it depends on what else
stands in it.
"""

from __future__ import annotations

from typing import Final

from luminair.patterns import late_pattern

POLITE: Final = late_pattern(r"\b(?:please|pls|plz|kindly)\b")
MANNERS: Final = late_pattern(
    r"^(?:(?:ok|okay|please|pls|plz|kindly|and|so|but|also|ugh|argh|hey|oh|again|sorry|yes|"
    r"well|do me a favou?r and|btw|one more thing|small thing|last thing)[ ,:!.-]+)+|[ "
    r",.!-]*\b(?:please|pls|plz|thanks(?: a lot)?|thank you|thx|keep (?:to )?that(?: in mind)?|"
    r"ok)[ !.]*$"
)
ASKED: Final = late_pattern(
    r"(?:can|could|would|will|can't|couldn't)(?: you| we|(?= you))(?: please| maybe| "
    r"kindly)?(?: you)? (?:(?:always|never|only|refrain|avoid|quit|make it a habit|stick to|"
    r"stop(?! (?:it|that|here|now|the|there|for)\b))\b.{3,}|not (?!find|see|get|just|also|do "
    r"(?:it|that|this)|understand|reproduce|simply|rather|tell|say|know)\w+ .{4,}|.+\b(?:from "
    r"now on|in (?:the )?future|every time|each time|whenever|by default|going forward|any "
    r"?more|(?:before|after|when) you|(?:before|after|when|while) \w+ing|at the end of (?:each|"
    r"every|your)|in (?:all|each|every))\b.*)|(?:is it|would it be) possible (?:that you|to|"
    r"for you to)\b.*\b(?:before you|before \w+ing|always|never|not|each|every|at the end|in "
    r"future|from now on)\b.*|(?:didn't|haven't|did) i (?:say|tell you|ask(?:ed)?|told)\b(?! "
    r"(?:so|that|it)\b).{4,}|would you mind (?:not|always|never|only)\b.+|why (?:do|did|must|"
    r"are) you (?:always|keep|still|again)\b.+|why (?:is|are) there .+ (?:in|on|at) (?:my|our|"
    r"every|each|all)\b.+|(?:how (?:often|many times)|why) (?:do|must|did|should|have) i "
    r"(?:have to|need to|always|keep)\b.+"
)
NO_NEED: Final = late_pattern(
    r"(?:you (?:don't|do not|needn't)|no need) .*\b(?:each|every|all|any|in (?:your|the) \w+s|"
    r"to me|basics)\b.*"
)
ASKED_SO: Final = late_pattern(
    r"(?:why (?:do|did|must|is|are)|how (?:often|many times)|(?:can|could|would) (?:you|we))\b"
)
BAN: Final = late_pattern(
    r"(?:absolutely |strictly |please )?(?:no(?! (?:problem|idea|worries|need|thanks?|luck|"
    r"rush|hurry|doubt|wonders?|comments?$|questions?$|problems|complaints?|objections?|"
    r"surprises|secrets?|way|chance|clue|changes?|difference|news|longer|matter|surprise|"
    r"offence|offense|sorry|reason|point|progress|output|result|response|internet|coffee|fun|"
    r"joke|kidding|big deal|less|other|further|it|i|i'm|that|that's|this|the|you|we|he|she|"
    r"they|please|not|but|wait|just|don't|there|one (?:knows|cares|else|is|was)|errors?$|"
    r"errors? (?:so|here|any|now|at)|more (?:time|questions|ideas|errors|than|energy|coffee|"
    r"work|for today))\b)|zero|not a single|not one|none of|(?:do not|don't|dont|never)(?= "
    r".*\b(?:ever|any|unless|without|w/o|before|every|all|anything|anywhere|\w+s)\b)(?! "
    r"(?:worry|know|see|think|mind|care|understand|get|have|seen|had|been|heard|bother|panic|"
    r"forget|like|the same|yet)\b)|nothing(?= (?:gets?|is|are|may|must|should|can|goes|leaves|"
    r"ships|enters|lands|in|from|outside|below|under)\b)(?! is (?:wrong|lost|broken|"
    r"happening)))\b .{2,}"
)
KIND: Final = late_pattern(r"(?:s|ing)$")
CONTRAST: Final = late_pattern(
    r"(?!it\b|this\b|that\b|i\b|he\b|she\b|they\b|there\b|the \w+ (?:is|was)\b|not (?:bad|sure|"
    r"yet)|(?:left|right|up|down|top|bottom|first|second|yes|no|more|less|here|there|"
    r"nothing)\b).{2,}?(?:(?:[,;(–-] ?|\band )(?:and |but |please )?(?:not|never|no|zero|"
    r"nothing|without|nor)\b (?!idea|problem|so\b|really|yet|sure|bad|necessarily|only|clue|"
    r"that\b|the other|it\b|this\b|now\b|today|rush|worries|hurry|need|matter|too\b|very\b|"
    r"as\b|quite|enough|working)\S.*|\b(?:instead of|rather than|in place of|as opposed to)\b "
    r".+)"
)
OVER: Final = late_pattern(
    r"(?:[\w-]+ ){1,3}(?:over|beats?|trumps?|before|(?:matters?|counts?) (?:to me )?more(?: to "
    r"me)? than|goes before|wins over|comes? before) (?:the )?[\w-]+(?: [\w-]+){0,3} ?(?:in .+|for "
    r".+)?"
)
RATHER: Final = late_pattern(
    r"(?:rather|better) .+ than .+|better (?!now|yet|not\b|so\b|late)\w+ (?:once|twice|too|"
    r"one) .+|(?:all )?[a-z][\w ]{2,30} (?:stays?|remains?) (?!down|up|here|the same|broken|"
    r"away|tuned)\w+.*"
)
LABEL: Final = late_pattern(
    r"(?P<head>[\w./ -]{3,40}?)(?: style| format)?\s?(?::|=|→|->|=>)\s*(?P<rest>[^\s:=].{1,90})"
)
NO_LABEL: Final = late_pattern(
    r".*\b(?:status|result|question|answer|error|warning|output|eta|summary|conclusion|reason|"
    r"problem|issue|context|background|example|hint|info|total|verdict|failed|passed|found|"
    r"expected|actual|got|coverage|duration|elapsed|current|latest|new|old|today|here|this|"
    r"that|following|these)\b.*"
)
ARROW: Final = late_pattern(r"[a-z][\w ,()'/-]{2,60} (?:→|=>|->) [a-z][\w ,()'/.-]{2,60}")
ONLY: Final = late_pattern(
    r"(?:[\w'./+-]+ ){1,5}(?:only|exclusively)(?:[,;] (?:no|not|never) .+| (?:in|for|on|"
    r"please)\b.*)?|only (?!the (?:first|second|last|third|one|other)|one\b|two\b|three\b|that|"
    r"this|it\b|then\b|a |left\b|now\b|when\b|on \w+days)(?:[\w'./+-]+ )+(?:in|for|on|with|of|"
    r"from|to|at)\b.+|only (?:use|write|show|touch|change|edit|add|list|quote|cite|print|"
    r"answer|reply|commit|run)\b .+"
)
PLACED: Final = late_pattern(
    r"\b(?:longer|shorter|bigger|larger|more|over|under|above|below|without|with|of|up to|that|"
    r"which|in) .+ (?:is|are|gets?) \w+(?:ed|en)\b|\b(?:in|for|on|with|at|below|under|over|"
    r"above|without|after|before|as|to|from|by|like|(?:year|month|day|name|most|newest|oldest|"
    r"shortest) first|belongs?|goes|go|stays?|lives?|gets?|starts?|ends?|must|should|needs?|"
    r"has to|have to|follow|carry|start|end|have)\b"
)
IS_SO: Final = late_pattern(
    r"(?:is|are) (?:always|never|written|named|kept|stored|sorted|ordered|spelled|"
    r"capitali[sz]ed|set|put|in|kebab|snake|camel|lower|upper|single|double|generated|optional|"
    r"required|mandatory|welcome|forbidden|banned|allowed|free|short|long|not)\b"
)
YOUR: Final = late_pattern(
    r"(?!check|read|see|show|open|run|use|send|tell|give|close|save|commit|push|test|revert|"
    r"undo|explain|love|like|share)[a-z]+(?<!s) your (?:own )?\w+s|(?!show|print|list|run|send|"
    r"give|commit|push|there|has|was|is)\w+(?<!s) only (?!the\b|this|that|one\b|a\b|it\b|for\b|"
    r"now\b|\w+days)[\w -]+s"
)
"""'Justify your choices', 'amend only local commits'."""
NOUN_FIRST: Final = late_pattern(r"\w+ \w+ (?:is|are|must|should|has|goes|stays?|gets?)\b")
EXPLAINED: Final = late_pattern(
    r"(?:explain|define|describe|gloss|mention|cite|state|name|show|check|test|ask) (?:each|"
    r"every) \w+.*"
)
IS: Final = late_pattern(r"\s(?:is|are)\b")
HERE: Final = late_pattern(
    r"(?!all\b|everything\b|nothing\b|same\b|new\b|it'?s?\b|i\b|i'm\b|there|lots\b|the "
    r"(?:problem|bug|error|issue)|what|is|are|you\b|we're|we are|look|see|anyone|nobody "
    r"is).{8,}\b(?:here|in (?:this|our) (?:repo|project|house|team|codebase|company|novel|book|"
    r"paper|lab|office|department|shop|family|package|monorepo))(?:[,;:–-].*)?"
)
NATURE: Final = late_pattern(
    r"(?:this|our|the) (?:[\w-]+ )?(?:repo|project|codebase|monorepo|team|company|api|app|"
    r"product|book|novel|paper|site|package|library|workspace)(?:'s [\w ]+)? (?:is (?:called|"
    r"spelled|written in|\w[\w. +-]* only|typed|set in)|runs on|speaks|uses|follows|targets|"
    r"supports only|stays on|must|sticks|avoids|never|always|has no|keeps)\b.*"
)
WANTED: Final = late_pattern(
    r"(?:i|we)(?:'d| would)? (?:never |only |always |just |also |really )?(?:want|expect|need|"
    r"like|love|hate|demand|require|can't stand|don't (?:want|like|need)|do not (?:want|like|"
    r"need))(?: to (?:have|see|get|read|find|review|approve|know (?:before|when)|be (?:asked|"
    r"told))\b)? (?!to\b|it\b|that\b|this\b|how\b|what\b).{4,}"
)
ONE_THING: Final = late_pattern(
    r"(?:want|need|like|love|hate|see) (?:the (?:idea|look|way|plan|new|second|first)|your "
    r"(?:idea|plan|fix))\b"
)
SPELLED: Final = late_pattern(
    r"(?:spell|write|call) (?:it|me|him|her|us|them|the product) .+|it's \S+(?: \S+)?, "
    r"(?:never|not) .+"
)
BRIEF: Final = late_pattern(
    r"(?:use |write |write in |always )?(?:(?:british|american|australian|canadian|plain|"
    r"simple|short|shorter|formal|informal|metric|iso|utc|oxford|imperative|present|past|"
    r"active|passive|first|third|sentence|title|camel|snake|kebab|upper|lower|single|double|"
    r"small|full|clear|typed|strict|european|24-hour|two-space|four-space)[ -])+(?:english|"
    r"spelling|units?|commas?|tense|voice|person|case|quotes?|names?|answers?|replies|"
    r"sentences|paragraphs|dates?|times?|words?|commits?|functions?|code|mode|style|tone|"
    r"format|language|mood|numbers|formats?|quotation marks|marks|notation|conventions?|"
    r"punctuation|grammar|steps|typing|indent(?:ation)?)"
)
GIVEN: Final = late_pattern(
    r"give (?!me\b|us\b|it\b|that\b|him\b|her\b|them\b|up\b)(?:[\w'/.-]+ ){1,6}?(?:a|an|its|"
    r"their|more|better|proper|some|two|three)\b .+"
)
DO_WORK: Final = late_pattern(
    r"(?!do the following)(?:do|start|begin|finish|carry out|go ahead with|tackle|complete) "
    r"(?:the|a|an|that|all the) .*\b(?:\w{3,}(?:tion|sion|ment|ing|val|ance)|upgrade|move|"
    r"rewrite|refactor|clean-?up|port|switch|split|rename|redesign|rollout|setup|release notes|"
    r"fix|change|update|merge|draft|table|page)\b.*|the .*\b(?:upgrade|migration|move|rewrite|"
    r"refactoring|clean-?up|switch|split|renaming|redesign)\b.*, (?:please )?(?:start|do|make|"
    r"begin) it"
)
SAVED: Final = late_pattern(
    r"(?:summari[sz]e|translate|list|describe|get me|compare|collect|save|put|make|write|draft|"
    r"convert|turn|copy|gather|extract|note|record|document|generate|create|prepare)\b.{3,} "
    r"(?:to|into|in|as|at|under) (?:a |an |the |my |our )?(?:new |table |text |markdown "
    r")?(?:file|repo|repository|folder|wiki|readme|changelog|spreadsheet|"
    r"[\w-]*[./][\w./-]*\w)(?: (?:file|please))?"
)
NEXT: Final = late_pattern(
    r"(?:next(?: up| one| thing)?|up next|also (?:still )?(?:missing|open)|still (?:missing|"
    r"open|to do|needed)|missing|wanted|to add|on my list)\s?[:–—-] ?(?P<rest>\S+ \S.*|\S{4,})"
)
ACT_ON: Final = late_pattern(
    r"(?P<head>.{8,}?)(?:[,;]| -|:)(?: (?:so|and|then|now))?(?: please| pls| kindly| go| "
    r"just)* (?:sort (?:it|that|this|them)(?: out)?|(?:fix|add|do|make|build|change|rewrite|"
    r"stabili[sz]e|write|create|update|repair|correct|mend|start|set up|replace|remove|rework|"
    r"handle|address|clean up|improve|tidy up)(?: (?:it|that|this|them|the (?:file|text|page|"
    r"chapter|draft|code|document)|that \w+))?(?: up| out| in| accordingly| there| please| for "
    r"(?:me|us))?|take care of (?:it|that)|deal with (?:it|that))[ .!]*"
)
NOT_HEAD: Final = late_pattern(
    r"(?:it|this|that|these|those|they|i|i'm|ok|okay|looks?|all|done|good|great|fine|tests?|"
    r"the tests?|ci|yes|no|(?:if|when) (?:it|that|this|done|you|ready|not|so|\w+ \w+,)|sure|"
    r"then|now|perfect|right|option|first|second|never|don't|not)\b"
)
UNSAID: Final = late_pattern(r"(?:and|or|but|because|although|which|who|than|thanks|thank|thx)\b")
SPLIT: Final = late_pattern(
    r"(?:[,;:–—]|\.\.\.|…| -)\s+(?:so |and |but |then |hence |therefore )*|\bso "
)
WORD: Final = late_pattern(r"\w[\w'./+-]*")
AS_SAID: Final = late_pattern(
    r"(?:in|as|with|without|to|for|from|like|and|only|great|good|nice)\b|(?:just )?the "
    r"(?:answer|result|code|diff|command|output|link|file|list|text)$"
)
COMPOUND: Final = late_pattern(
    r"(?:commit (?:messages?|titles?|subjects?|bodies)|commits\b|type (?:hints?|annotations?|"
    r"prefix\w*)|test names?|tests? (?:first|go|live|belong|in|for|must|under|need)|log "
    r"(?:lines|messages|levels?)|search (?:box|bar|field|page)|list (?:view|page)|help (?:page|"
    r"text)|start (?:page|screen)|print (?:view|layout|style)|squash merges|merge commits|"
    r"check ?box|print statements|print\(|branch names?|file names?|file headers?|search "
    r"results)"
)
"""Nouns that begin as a verb of looking and running does."""
PATH: Final = late_pattern(r"\w[/.]\w")
LASTING: Final = late_pattern(
    r"\b(?:always|never|ever|each (?:time|answer|reply|change|commit|claim|fact|statement|"
    r"session)|every (?:time|answer|reply|change|commit|claim|fact|statement|session|other)|"
    r"whenever|no exceptions|early and often|in (?:all|your) (?:answers|replies|commits)|with "
    r"examples|with me$|(?:for|with|in|of|on) [\w-]+ (?:\w+ )?(?:changes|files|branches|"
    r"answers|commits) only|before you (?:\w+)|before (?:any|each|every) |(?:only|just) (?:the "
    r")?[\w ]+, (?:not|no|never)\b)"
)

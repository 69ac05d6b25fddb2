"""The signs by which an English sentence is about a text that is only said, or one on the screen.

Patterns are tried on one sentence in lower case, without its full stop; see ``capture_passing.py``.
"""

from __future__ import annotations

from typing import Final

from luminair.patterns import late_pattern

_TRANSFORM: Final = (
    r"(?:answer|reply to|respond to|understand|read|work out|sort|order|rank|group|count|add up|"
    r"sum up|sum|total|average|convert|translate|turn|put|condense|rewrite|rephrase|reword|shorten|"
    r"simplify|expand|correct|proofread|improve|summari[sz]e|classify|categori[sz]e|label|decode|"
    r"encode|format|parse|clean up|alphabeti[sz]e|reverse|capitali[sz]e|paraphrase|compare|explain|"
    r"solve|complete|round|change|make|transform|boil|render|spell|polish|edit|tidy|fix|finish|"
    r"continue|conjugate|transcribe|punctuate)"
)
GIVEN: Final = late_pattern(
    rf"(?:(?:can|could|would) you |please |pls |just |now |help me )*{_TRANSFORM}(?: up| down| "
    r"out)?(?: me)? (?:(?:these|this|those|the following|following|the below|below|the) )?"
    r"(?:[\w'-]+ ){0,8}?[\w'-]+ ?: ?\S.+"
)
GIVEN_HEAD: Final = late_pattern(
    r"\b(?:these|this|those|following|below|sentence|phrase|words?|text|paragraph|numbers|"
    r"expression|equation|verse|quote|poem|passage|string|ingredients)\b[^:]{0,40}$"
)
SAMPLE: Final = late_pattern(
    r"(?:(?:can|could|would) you |please |i need |i want |help me )*(?:create|make(?: up)?|"
    r"generate|invent|give|write|show|think of|produce|list) (?:me )?(?:an? |some |\d+ |two |three "
    r"|five |ten |a few )?(?:\w+ )?(?:fake|random|sample|dummy|example|fictional|imaginary|made-up|"
    r"toy|hypothetical|pseudo)[ -]?\w+\b(?!.* (?:in|into|to|for|under) (?:the|our|my) ).*|"
    r"(?:convert|turn|change|translate|express|round) (?:about |roughly )?\d[\w.,/]* ?[\w°²³ "
    r"]{1,25} (?:to|into|in|as) [\w ]{1,20}"
)
"""What is only for show, and a sum."""
OUTING: Final = late_pattern(
    r"(?:(?:can|could|would) you |please |help me |i (?:need|want) (?:you )?to |let's )*(?:plan|"
    r"organi[sz]e|design|prepare|work out|map out|sketch|outline|propose|put together|create|make|"
    r"arrange|i need|i want) (?:me |us )?(?:an? |the |our |my |some )?(?:[\w'-]+ ){0,6}?(?:trip|"
    r"weekend|holiday|vacation|route|menu|dinner|lunch|brunch|party|evening|day out|workout|"
    r"itinerary|tour|picnic|date night|road ?trip|city break|hike|bike ride|getaway|honeymoon|"
    r"treasure hunt|game night|study plan|meal plan|training plan|playlist)\b"
    r"(?! (?:page|module|app|feature|screen|api|table|planner|view|service|component|editor|list))"
    r".*"
)
EXACT: Final = late_pattern(
    r"(?:replace|change|swap|turn|correct|make|fix|use|say|write|put|spell)(?: the| a)?(?: word| "
    r"phrase| words)? [\"'“‘„«][^\"”’»]{1,40}[\"'”’“»] ?(?:with|to|into|by|for|instead of|rather "
    r"than|as|not|, not) [\"'“‘„«]?[^\"”’»]{1,40}[\"”’“»]?.{0,30}|(?:drop|cut|remove|delete|add|"
    r"insert|lose|skip)(?: the| a)?(?: word| phrase| words)? [\"“‘„«][^\"”’»]{1,40}[\"”’“»] ?"
    r"(?:at|before|after|from|in|there|here|too|again|please)? ?.{0,30}"
)
IN_IT: Final = late_pattern(
    r".*\b(?:in (?:it|there|here|that|this)|(?:in|to|from|of|on|at|for|into|under|above|below|"
    r"behind|before|after) (?:(?:that|this|your) (?:last|first|second|third|fourth|final|middle|"
    r"previous|opening|closing|next|top|bottom)(?: \w+)?))(?: (?:please|too|as well|instead|again|"
    r"one|now))?"
)
TOUCHES: Final = late_pattern(
    r"(?:add|put|take|remove|drop|cut|delete|replace|change|swap|move|use|make|insert|turn|keep|"
    r"write|leave|shorten|split|merge|combine|join|bring|set|try|fix|expand|include|mention|"
    r"switch|skip|lose|trim|tweak|adjust|rename|sort|order|round|bold|underline|italici[sz]e|"
    r"capitali[sz]e)\b"
)
NUMBERED: Final = late_pattern(
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
PICKED: Final = late_pattern(
    r"(?:use|try|take|pick|go (?:with|for|back to)|choose|open|do|read|"
    r"check|start with|continue with|look at|send|show|run)(?: me)? (?:the|your|that|this) "
    r"(?:other|same|previous|next|first|second|third|last|latter|former|old|longer|shorter|"
    r"earlier|left|right|upper|lower|red|blue|green|big|small|bigger|smaller|simpler|"
    r"cheaper)(?: [\w-]+){0,2}(?: (?:for|in|on|instead|please|again|here|this|that|it|time|"
    r"now|then|first))*"
)
COMPARED: Final = late_pattern(
    r"(?:a bit |a little |a lot |a touch |much |even |slightly |far |way |still )?(?:more|less|too|"
    r"not so|not as|as) [\w'-]+|(?:an? |another |the |one )(?:different|other|new|better|second|"
    r"third|simpler|catchier|final|fresh|shorter|longer|warmer|softer|darker|lighter|stronger|"
    r"nicer|bigger|smaller|funnier|cheaper|earlier|later) [\w'-]+|another \w+(?: \w+)?"
)
"""'Less corporate', 'a different angle': beside the one before."""
MINOR: Final = late_pattern(
    r"(?:be (?:more |a bit (?:more )?)?(?:specific|precise|concrete|detailed|explicit|exact)\b.*|"
    r"(?:add|give|include|insert|write|need|want) (?:me )?(?:an?|one|another|a few|some|two|three|"
    r"more|a short|one more|a second) (?:[\w-]+ )?(?:example|sentence|paragraph|line|word|joke|"
    r"detail|bullet|source|quote|reason|adjective|verse|stanza|question|option|idea|synonym|emoji|"
    r"greeting|pun|fact|step|variant|version|suggestion|sentence|conclusion|summary|analogy)s?(?: "
    r"(?:too|please|at the (?:end|start|top)|here|there|to (?:it|that|this)|for (?:that|this|"
    r"each)))?|add (?:a (?:bit|little|touch|dash|pinch|hint) of|some more) [\w' ]{3,30}|use [\w' "
    r"]{3,30} for (?:that|this|it)|make (?:the|his|her|its) (?:ending|tone|opening|intro|title|"
    r"text|story|plot|joke|rhyme|hero|heroine|language|style|wording|verse|sentence|beginning|"
    r"middle|punch ?line) (?:\w+er|more \w+|less \w+)|(?:mention|include|add|say|cover|translate|"
    r"explain|remove|keep|drop|shorten|fix|check|do|cite|list|name) (?:the |that |his |her |my |"
    r"their )?(?:[\w'-]+ ){1,3}?(?:too|as well)|(?:use|try|find|take|give me|need|want|pick|choose|"
    r"suggest) (?:an?|another|some) (?:different|other|better|stronger|softer|new|simpler|nicer|"
    r"warmer|catchier|shorter) (?:word|tone|angle|title|name|phrase|example|approach|ending|"
    r"opening|verb|colou?r|image|metaphor|wording|one|font|line|style|synonym)s?\b.*|(?:lose|drop|"
    r"cut|remove|delete|skip|omit) (?:the |all |any |some |those |these |more |most |of "
    r")*(?:adjectives?|adverbs?|exclamation marks?|question marks?|emojis?|capitals?|brackets|"
    r"parentheses|quotes|quotation marks|clich[eé]s?|buzzwords?|dashes|commas?|semicolons?|"
    r"bullets?|numbering|headings?|greeting|sign-?off|intro|outro|disclaimer|caveats?|jokes?|puns?|"
    r"rhymes?|repetitions?|hedging|passive(?: voice)?|names?|hashtags?|adjectives|apolog(?:y|ies)|"
    r"preamble|metaphors?|footnotes?|last bit|sentence about .{2,30}|(?:bit|part|line|joke|"
    r"paragraph|point|sentence) (?:about|on|with) .{2,30})|(?:change|set|turn|make) (?:the|his|her|"
    r"their|its) (?:name|title|tone|ending|greeting|subject(?: line)?|opening|date|day|time|place|"
    r"number|hero|narrator|colou?r|font|language|order|sign-?off|headline|first name|last name|"
    r"city|salutation|weekday|year|price|amount)s? (?:to|into|as|more|less) [\w'.:-]+(?: "
    r"[\w'.:-]+)?|(?:replace|change|swap|switch|move) (?:it |that |the )?(?:from )?(?:\w+day|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|"
    r"\d[\w.,:%]*|he|she|we|i|you|they|his|her|our) (?:with|to|for|by|into) (?:\w+day|january|"
    r"february|march|april|may|june|july|august|september|october|november|december|\d[\w.,:%]*|he|"
    r"she|we|i|you|they|his|her|our|me)|make (?:that|it|this|them) (?:\w+ ){1,2}(?:instead|"
    r"rather)\b.*|(?:finish|complete|continue|end|repeat|close|simplify|rephrase|reword|shorten|"
    r"polish|translate|fix|correct|drop|cut|trim|tighten) (?:the|that|this|your|my) (?:sentence|"
    r"paragraph|thought|list|answer|story|poem|text|mail|email|letter|line|phrase|verse|stanza|"
    r"reply|message|word|wording|joke|tweet|grammar|spelling)|(?:use|take|keep|combine|mix|merge) "
    r"(?:my|your|the (?:first|second|last)) (?:version|draft|intro|ending|title|wording|opening|"
    r"one)\b.*|(?:the|your|all) [\w' -]{2,25} (?:is|are) (?:wrong|off|missing|too \w+|not (?:right|"
    r"quite)),? (?:it's|it is|it should be|they're|should be|that's|we're|i'm|use|make)\b.*)"
)
"""What is done to a text that both have before them: its words, its tone, its parts."""
FRAME: Final = late_pattern(
    r"(?:(?:can|could|would|will) you (?:please |also |just |maybe )*|please |pls )"
)

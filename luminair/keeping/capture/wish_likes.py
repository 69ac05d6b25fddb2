"""What people tell of how it is here, of likes and dislikes, complaints and measures, as forms.

A part of ``capture_wish_forms.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from luminair.patterns import late_pattern

if TYPE_CHECKING:
    import re

LIKES: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (
        late_pattern(
            r"(?:when(?:ever)?|if|by .+) i (?:say|write|ask|type|call)\b.+\b(?:i (?:mean|want|"
            r"expect)|it means)\b.+|(?:when|if) (?:in doubt|unsure|unclear|uncertain|not sure|"
            r"something is (?:unclear|missing)),? \w+.*"
        ),
        "it says what something means",
    ),
    # How things are here
    (
        late_pattern(
            r".+ (?:is|are) (?:what|how) we\b.+|.*\bthat(?:'s| is) how we\b.*|(?:our|my|the) "
            r"(?:house |team |company |project )?(?:style|rule|convention|standard|policy|"
            r"guideline|practice)s?(?: here)? (?:is|are|says?|here|for)\b.+|.+ is (?:our|the|my) "
            r"(?:house )?(?:style|standard|convention|rule|policy|default)\b.*"
        ),
        "it says how things are done here",
    ),
    (
        late_pattern(
            r"(?:around here|in this house|in this (?:team|repo|project|codebase|company|house)|"
            r"over here|here|with us),? (?:we|all|every|each|no|only|nothing|errors|names|"
            r"\w+s)\b(?! (?:is|are) (?:the|a|my|some|what)).{4,}"
        ),
        "it says how things are done here",
    ),
    (
        late_pattern(
            r"we (?:always |never |only |all |generally |usually |don't |do not |strictly )?(?:use|"
            r"write|follow|name|keep|format|target|support|squash|rebase|type|test|indent|log|"
            r"document|prefer|put|call|spell|address|ship|release|deploy|commit|branch|tag|version|"
            r"measure|quote|cite|capitali[sz]e|abbreviate|translate|sign|store|cover|mock|lint|run|"
            r"build|install|speak|say|avoid|ban|allow|accept|require|go by|stick to|work (?:with|"
            r"in)|develop|review|merge|group|order|sort|number|round|count|structure|separate|"
            r"split|define|declare|return|raise|throw|handle|mark)\b(?! it\b).*\b(?:here|in "
            r"(?:this|our|all|every)|everything|only|always|never|not|with|in|for|by|before|after|"
            r"as|on)\b.*"
        ),
        "it says how things are done here",
    ),
    (
        late_pattern(r"we(?:'re| are)(?: all)? on [\w.+-]+(?: [\d.]+)?(?:,.+| here| only)"),
        "it says how things are done here",
    ),
    # Likes and dislikes
    (
        late_pattern(
            r"i(?:'d| would)? (?:much |really |strongly |always )?(?:rather|prefer)\b(?! like "
            r"(?:that|this|it)\b)(?! not (?:decide|say|do|know|talk|think)| that$| it$| the "
            r"(?:first|second|third|last|other|former|latter)| option).{5,}"
        ),
        "it says what is preferred",
    ),
    (
        late_pattern(
            r"(?:it|that)(?:'d| would| will|'ll)? (?:really |always )?(?:help|save|annoys?|"
            r"bothers?|confuses?|drives?|irritates?|make|be (?:great|nice|good|lovely|helpful|"
            r"useful|better|kind))s?\b.* (?:if|when) (?:you|each|every|all|your|answers|names|"
            r"we)\b.+|(?:it )?(?:makes?|would make) my (?:life|day|work) easier .+|it(?:'s| is) "
            r"important (?:to me )?that .+|it matters to me .+"
        ),
        "it says what is preferred",
    ),
    (
        late_pattern(
            r"(?:i(?:'d| would)? |we )(?:really |strongly )?(?:appreciate|value|insist on|care "
            r"about) (?!it$|that$|your|the help).{4,}"
        ),
        "it says what is preferred",
    ),
    # Complaints
    (
        late_pattern(
            r"(?:.*\b)?(?:i|we) (?:keep|always|constantly|still|again) (?:have|having|had) to\b.+|"
            r"i keep (?:finding|fixing|deleting|removing|correcting|reverting|undoing|cleaning|"
            r"seeing you|telling|asking|repeating|rewriting|adding|changing)\b.+"
        ),
        "it complains of how things are done",
    ),
    (
        late_pattern(
            r"you(?:'re| are)? (?:keep|always|constantly|never|forever|again and again)(?: on)? "
            r"(?!surpris|going|up\b|the change|it\b|know\b|can\b|could\b|make me|amaz|impress|"
            r"help)\w{3,}\b.+"
        ),
        "it complains of how things are done",
    ),
    (
        late_pattern(
            r"(?:.* )?you(?:'ve| have)? (?!were|are\b|said|asked|mentioned|"
            r"told)\w+\b.{2,80}\b(?:again|once more|once again|too (?:much|many|often|long|"
            r"verbosely)|another time|every time|straight (?:in|into|to|away)|without (?:asking|"
            r"being asked|telling|my))\b.*|again,? you(?:'ve| have)? \w+.+|you (?:once more|once "
            r"again|again) \w+ .+|you (?:talk|write|explain|apologi[sz]e|comment|print|say) (?:way "
            r"|far )?too (?:much|many|long).*"
        ),
        "it complains of how things are done",
    ),
    (
        late_pattern(
            r"(?:for the |that's the |this is the |the )?(?:second|third|fourth|fifth|tenth|"
            r"hundredth|\d+(?:nd|rd|th)) time(?: (?:today|now|this week))?(?: that you\b.+|: .+|,? "
            r"(?:please|no|don't|use|stop)\b.+)"
        ),
        "it complains of how things are done",
    ),
    (
        late_pattern(
            r"(?:enough (?:with|of)|leave out|spare me|cut (?:out|down on)|cut the|easy on|go easy "
            r"on|hold back with|away with|ditch|down with|lay off) (?!it\b|that\b|this\b|today|"
            r"for\b).+"
        ),
        "it says what is not wanted",
    ),
    # Numbers and measures
    (
        late_pattern(
            r"(?:a |the )?(?:max(?:imum)?\.?|min(?:imum)?\.?|at (?:the )?(?:most|least)|(?:no|not) "
            r"more than|never more than|up to|no (?:longer|shorter|bigger) than|under|below)(?: "
            r"of)? (?:\d+|one|two|three|four|five|six|seven|eight|ten|twelve|a hundred) [a-z].+"
        ),
        "it sets a measure",
    ),
    (
        late_pattern(
            r"(?:exactly |only |just )?(?:one|two|three|four|five|\d+) (?!of\b|more\b|"
            r"other\b)[\w'-]+(?: [\w'-]+){0,3}? (?:per|each|for (?:each|every|any)|in (?:each|"
            r"every)|to (?:each|every)|a|an|at a time)\b ?.*"
        ),
        "it sets a measure",
    ),
    (
        late_pattern(r"(?:less|fewer) (?!than\b|is\b|and\b|of\b|errors|time\b)\w+(?: .+)?"),
        "it sets a measure",
    ),
    # Orders to remember
    (
        late_pattern(
            r"(?:make sure|ensure|be sure|see to it|take care|mind you|remember|note|keep in mind|"
            r"bear in mind|don't forget|do not forget|make it a (?:habit|rule))\b(?: that)?[:,]? "
            r"(?!to (?:run|check|commit|push|save)\b|(?:it|this|that|everything|the (?:tests?|"
            r"build|code|app|server)) (?:works?|compiles?|builds?|runs?|pass|passes|is|still|"
            r"starts?)\b|me\b|when\b).{8,}"
        ),
        "it says what to remember",
    ),
    (
        late_pattern(
            r"(?:follow|obey|respect|adhere to|stick (?:to|with)|comply with|keep to|honou?r|"
            r"observe|match|mind|go by) (?:the|our|my|all|these|pep|their|airbnb|google|house) .+"
        ),
        "it says what to go by",
    ),
    (
        late_pattern(
            r"be (?!right\b|back\b|there\b|here\b|my\b|patient|quick|sure\b|that\b|it\b|well|happy|"
            r"honest$|careful$)(?:more |less |very |as |always |extra |consistently )?\w+ \w.+"
        ),
        "it says how to answer",
    ),
    (
        late_pattern(
            r"(?:speak|talk|write|answer|reply|respond|explain(?= (?:things|everything))|report|"
            r"address|call|think|comment|phrase|word|spell|address) (?!to (?:it|that|him|her|"
            r"this)\b|about\b|it\b|this\b|that\b|the (?:rest|last|next)|out\b|again\b|back\b|"
            r"down\b|up\b)(?:(?:things|everything|all|me|customers|clients|readers|people|users|"
            r"him|her|the \w+s?) )?(?:(?:to|with|for) (?:me|us|\w+s|[\w-]+olds?)\b.*|like .+|as .+|"
            r"(?:only |just )?in .+|(?:british |american |australian )?(?:english|german|french|"
            r"spanish|italian|dutch|plain)\b.*|with (?!this|that|the).+|using .+|formally.*|"
            r"informally.*|briefly.*)"
        ),
        "it says how to answer",
    ),
    (
        late_pattern(
            r"(?:keep|limit|restrict|make|format|structure|start|begin|end|open|close|prefix|"
            r"phrase|number|mark|sign|cite|name|back up|check|double-check|source|show|state) "
            r"(?:all |each of |every one of |any )?(?:of )?your (?!last|previous|first|plan\b|"
            r"answer\b|code\b$|change\b|fix\b)\w+.*"
        ),
        "it says how to answer",
    ),
    (
        late_pattern(
            r"(?:put|write|keep|use|format|spell|set|give|cite|store|name|number|quote|round|sort|"
            r"place|show|state|mark|make) (?:all |any |every |your |only |long |short |plain |"
            r"clear |small |full )*(?:dates|times|timestamps|numbers|amounts|units|commit messages|"
            r"commits|branches|names|headings|titles|captions|comments|docstrings|answers|replies|"
            r"sources|sentences|paragraphs|functions|methods|classes|tests|error messages|imports|"
            r"quotes|tables|lists|mails|emails|letters|diffs|messages|explanations|summaries|"
            r"strings|prices|variables|constants|files|prs|pull requests)\b(?! (?:from|of|above|"
            r"there|here|you|in (?:this|that|the (?:log|output|table)))\b).*"
        ),
        "it says how to do it",
    ),
)
"""Each with its reason."""

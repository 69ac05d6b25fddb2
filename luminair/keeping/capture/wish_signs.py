"""What tells a wish from a report, a thought, a game or somebody else's words, in English.

Patterns are tried on one sentence in lower case.
"""

from __future__ import annotations

from typing import Final

from luminair.patterns import late_pattern

_TOPIC: Final = (
    r"(?:commits?|commit (?:messages?|titles?|subjects?)|(?:commit|pr|branch|file|class|"
    r"variable|function|test|column|table|product) (?:names?|titles?|names)|branch(?:es)?|prs?|"
    r"pull requests?|diffs?|answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|"
    r"comments?|docstrings?|type hints?|types?|typing|annotations?|tests?|code|functions?|"
    r"methods?|class(?:es)?|modules?|files?|imports?|exports?|names?|naming|identifiers?|"
    r"variables?|constants?|indent(?:ation|s)?|tabs|spaces|quotes|semicolons|commas?|brackets|"
    r"braces|line (?:length|endings|breaks?)|lines|dates?|times?|timestamps?|time ?zones?|"
    r"numbers|amounts?|currenc(?:y|ies)|units|decimals|prices|measurements?|temperatures?|"
    r"distances?|strings|texts?|labels|messages|error messages|errors|exceptions|warnings|logs|"
    r"logging|log lines|metrics|sources?|references|citations?|bibliograph(?:y|ies)|footnotes|"
    r"endnotes|quotations|headings?|headlines?|titles?|captions?|figures|tables|lists?|"
    r"bullets?|bullet points|paragraphs?|sentences?|chapters?|scenes?|dialogues?|tense|voice|"
    r"tone|style|register|wording|spelling|grammar|punctuation|hyphens?|dashes|capitals|"
    r"abbreviations|acronyms|jargon|emojis?|english|german|french|spanish|italian|dutch|"
    r"e?-?mails?|letters?|newsletters?|customers?|clients?|readers?|users|minutes|notes|"
    r"agendas?|slides?|invoices?|recipes|translations?|drafts?|manuscripts?|docs?|"
    r"documentation|readmes?|changelog|change log|release notes|entries|migrations?|schemas?|"
    r"quer(?:y|ies)|sql|endpoints?|routes|apis?|requests|dependenc(?:y|ies)|packages?|"
    r"librar(?:y|ies)|versions?|releases?|deploy(?:s|ments?)?|push(?:es)?|merg(?:es|ing)|"
    r"rebases?|tags|reviews?|reviewers?|screenshots?|images?|pictures|alt texts?|colou?rs|"
    r"components?|hooks|styles|icons|buttons|fixtures|mocks?|snapshots|stubs|secrets|keys|"
    r"passwords|credentials|feature flags?|flags|settings|config(?:uration)?s?|scripts?|shell|"
    r"todos?|tickets?|issues|experiments?|plots?|money|thousands|p-values|values|error bars|"
    r"reports?|results|slides|artifacts|charts?|axes|axis|datasets?|samples?|seeds?|notebooks?|"
    r"backups?|package manager|formatter|file format|date format|format|formatting|encoding|"
    r"charset|coverage|prints?|debug prints|links?|urls?|language|subjects?|bodies|paths?|"
    r"folders?|plans?|steps|estimates?)"
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
    r"earlier|just now|today|right now|now|yet|currently|already|no longer|was|were|wasn't|had|"
    r"did|didn't|been|went|came|took|found|tried|tested|failed|passed|passes|worked|works?|"
    r"fails|looks?|looked|seems?|feels?|sounds?|hangs?|happens|happened|appeared|showed|"
    r"arrived|finished|merged (?:it|that|the)|saw|heard|met|lost|won|is (?:green|up|down|"
    r"through|fine|back|red|slow|nice|great|ok|good|bad|funny|weird|odd|strange|boring|hard|a "
    r"mess|here)|are (?:green|fine|red|back|up|down|slow|nice|great|ok|good|bad|here|in|out|"
    r"there)|(?:is|are|am|'m|'re|it's) \w+ing)\b"
)
"""Tells what was or is."""
HEDGED: Final = late_pattern(
    r"\b(?:maybe|perhaps|might|may be|possibly|not sure|unsure (?:if|whether) (?:we|i)|i "
    r"wonder|wondering|either .+ or|can't decide|cannot decide|hard to say|thinking (?:about|"
    r"of|aloud|out)|could be|what if|one could|i guess|i suppose|i think (?:i|it)|hmm+|"
    r"interesting|who knows|not (?:decided|settled)|some ?day|one day|not now|theoretically|in "
    r"theory|would be cool)\b"
)
OTHERS: Final = late_pattern(
    r"(?!you\b|i\b|we\b|if\b|when\b|please\b)(?:(?:.{0,40}\b(?:it|he|she|they|who|which)|"
    r"(?:the|my|our|their|his|her|a|an|this|that|some|one|in the) (?:[\w'-]+ ){1,6}?|"
    r"[\w'.-]+(?: [\w'.-]+)?)\s?\b(?:says|said|writes|wrote|asks|asked|tells|told|claims|"
    r"claimed|demands(?= )|recommends|recommended|suggests|suggested|advises|argues|thinks|"
    r"complains|complained|insists|whispers|whispered|shouts|shouted|replied|answers(?=:)|"
    r"answered|believes|used to)\b(?!.*[,:] (?:so|please|use|do|keep|stick)\b).*|\w+: wants? "
    r".+|(?:the|a|an|my|our|his|her) [\w ]+: [\"“„«].+[\"”»]|according to .+|.+[\"”»],? "
    r"(?:said|says|asked|whispered|shouted|cried|replied|answered|murmured|laughed|yelled|"
    r"thought)\b.*|[\"“„«].+[\"”“»])"
)
"""Somebody else's words."""
TAKEN_BACK: Final = late_pattern(
    r"(?:(?:thanks|thank you|thx|cheers) (?:so much |a lot )?for [^,;.]+|forget "
    r"(?!to\b)(?:about )?(?:it|that|the|my|about|what)?\b.*|never ?mind.*|scrap .+|no need .+|"
    r"there(?:'s| is) no need.*|(?:you )?(?:don't|do not|needn't) (?:need|have) to .+|i don't "
    r"(?:want|need) (?:the|that|this|it|an?) .*any ?more.*|don't bother.*|not needed.*|"
    r"(?:that's|it's|that is) (?:not|no longer) needed.*|we (?:decided|agreed) against .+|"
    r"let's not .+|(?:it|that) (?:might|may|could) be (?:nice|good|worth|useful|cool|fun|an "
    r"idea|better|helpful)\b.*|.*\b(?:not now|can't decide|cannot decide|who knows)|either .+ "
    r"or .+|interesting\b.*|here(?:'s| is| are| comes?) (?:the|my|our|an?|some|what)\b.*|"
    r"(?:make|rewrite|rephrase|shorten|translate|proofread|correct|improve|polish) (?:this|"
    r"that|the following) (?:\w+ )?(?:paragraph|sentence|text|passage|line|title|mail|message|"
    r"phrase|word)\b[^:]*: .+|(?:translate|proofread|rephrase|reword|shorten|correct|"
    r"spell-?check|paraphrase)\b[^:]{0,40}: .+|(?:shorten|make (?:this|it)|rewrite|rephrase|"
    r"reword|translate|expand|simplify|correct|improve|fix|polish|proofread|summari[sz]e|"
    r"continue|finish|complete|convert|turn|say)\b[^\"“„«]{0,50}[\"“„«].+|leave it.*|i take "
    r"(?:it|that) back.*|on second thought,? (?:no|leave|keep).*)"
)
RULED_OUT: Final = late_pattern(
    r"\b(?:tried|tested|gave [\w' -]{1,40} a (?:go|try|shot|chance)|gave up|giving up|turns "
    r"out|bury|buried|dead ends?|no luck|never again|not an option|no option|ruled? (?:it |"
    r"that )?out|(?:that|this) (?:path|way|road|door) is (?:closed|blocked)|(?:that's|this is|"
    r"is) not the way|(?:doesn't|does not|don't|won't|wouldn't|will not) (?:help|scale|cut it|"
    r"fit|fly|do|suit)|(?:won't|will not) work|is impossible|impossible to|useless|no use|"
    r"pointless|(?:can't|cannot|can not) (?:use|be used)|will never|so no \w+$|we stop (?:that|"
    r"this)|drop(?:ped|ping) (?:that|it|this)|abandon\w*|(?:ok |okay )?forget \w+|not for us|"
    r"unsuitable|no go|no-go|waste of time|hopeless|after (?:two|three|\d+) (?:days?|hours?|"
    r"weeks?|tries|attempts)|back to (?:square one|the old))\b"
)
"""A way that is given up, which is no fault to be mended."""
GIVEN_UP: Final = late_pattern(
    r"(?:and |so )?never again|so no [\w.-]+|(?!.*\b(?:please|fix|instead)\b).*\b(?:is "
    r"impossible|impossible to|(?:won't|will not|wouldn't|would not) (?:work|fly|do|scale)|"
    r"will never (?:work|support|be|scale|fly)|not an option|(?:a|is) dead end|(?:path|way|"
    r"road|door) is (?:closed|blocked|shut)|ruled out|turns out|gave up|giving up|we stop "
    r"(?:that|this)|for nothing|back to square one|doomed|hopeless)\b.*"
)
PUZZLED: Final = late_pattern(
    r"\b(?:no (?:idea|clue)|not sure|don't know|unclear|who knows|strange|weird|odd|puzzl\w+|"
    r"curious|why yet|(?:is|are) (?:fine|ok|okay|good)|i think|still looking|looking into|"
    r"investigating|interesting(?:ly)?|funny|i'll (?:look|check)|for one (?:customer|user|of)|"
    r"yesterday|last (?:night|week|month)|was (?:slow|down|broken|wrong)|on (?:mondays|"
    r"tuesdays|wednesdays|thursdays|fridays))\b"
)
ROLE: Final = late_pattern(
    r"(?:act as (?:a|an|my|the|if)\b|pretend\b|let's (?:play|pretend|imagine)|imagine (?:you|"
    r"that|we)|role ?-?play|i(?:'m| am) (?:a|the) \w+,? (?:and )?you(?:'re| are) |you are (?:a|"
    r"an|the|my) \w+(?:,| \w+,| \w+ \w+,)? (?:and|who|in|of|guarding)\b|once upon a time|play "
    r"(?:a|an|the) \w+|(?:i|we) enter\b|in (?:the|our) (?:story|game))"
)

LEANS: Final = late_pattern(
    r"(?:(?:just |only |and |or |but |with |without |as |in |for |to |same |now )*(?:it|that|"
    r"this|these|those|them|him|her|one|ones|both|same|again|once more|all of|another|other|"
    r"the (?:first|second|third|last|other|next|same|whole|full|long|short|old|new|rest|"
    r"previous|latter|former|one|longer|shorter|more)|next|last|first|second|third|more|less|a "
    r"(?:bit|little|moment|second|minute)|yes|no|ok|okay|\w{2,}er|a \w+er|option|step|number|"
    r"version|go|coffee|tea|help|hint|hints)\b)"
)
"""It says nothing without the talk around it."""

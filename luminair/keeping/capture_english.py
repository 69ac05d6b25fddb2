"""What one English sentence to a coding agent wants: work, a wish for the future, or neither.

The signs are closed classes: how people frame a request, the verbs of building against those of
looking and running, what makes an imperative lean on the talk around it ('make it bigger').
"""

from __future__ import annotations

import re
from typing import Final

from luminair.keeping.capture_verdict import Verdict, Want
from luminair.keeping.capture_words import Words, words_of
from luminair.patterns import late_pattern

_LEADS: Final = frozenset(
    "ok okay so now then also and but please pls plz hey hi hello claude codex gemini thanks thx thank cool great nice perfect "  # noqa: SIM905
    "awesome excellent yes yep yeah yup nope well first second third finally lastly alright btw oh hmm actually anyway fine sure "
    "lgtm wow sorry guys team morning just meanwhile additionally furthermore plus afterwards super lovely brilliant amazing "
    "fantastic agreed exactly next".split()
)
"""Words that say nothing at the beginning."""
_COMMA_LEADS: Final = _LEADS | frozenset(
    "no good right look looks that works work sounds love it done wait you all everyone quick again maybe after makes sense got i see "  # noqa: SIM905
    "one more thing another last next up for in the meantime by way question request small favor favour idea afternoon of course "
    "very much a lot so far now job".split()
)
"""And what may stand before a comma there: 'looks good, …', 'one more thing, …'."""
_QUESTION: Final = late_pattern(
    r"(?:so |and |but |or )?(?:what|what's|whats|why|how|where|when|who|whose|which|is|are|was|were|do|does|did|has|have|had|am|"
    r"should|shall|would it|would that|would this|will it|will this|will that|could it|could this|could that|can it|can this|can that|can the|can i|could i|may i|might|"
    r"any idea|any reason|any thoughts|is there|are there|isn't|aren't|doesn't|don't you|didn't|hasn't|wasn't|how come|"
    r"i wonder|i'm wondering|wondering|i'm curious|curious|do you think|thoughts on|opinions? on)\b"
)
_YOU: Final = late_pattern(
    r"(?:(?:can|could|would|will|can't|couldn't) (?:you|u|we|someone)|(?:would it be possible|is it possible for you) (?:for you )?to|would you be able to|"
    r"would you mind|do you mind|could i ask you to|may i ask you to|i(?:'d| would) (?:like|love)(?: (?:you|for you|us|it if you))?(?: to)?|i(?:'d| would) appreciate it if you (?:could |would )?|"
    r"i (?:want|need) (?:you|us) to|you (?:should|need to|have to|must|can|could)|feel free to|go ahead and|please go ahead and|"
    r"i(?:'d| would) (?:like|love|prefer) to|i(?:'d| would)? (?:want|need|have|wanna) to|i wanna|we (?:need|have|ought|want) to|we(?:'ve| have)? got to|"
    r"we (?:should|must|gotta|needs?)|we(?:'d| would) (?:like|love) to|we(?:'ll| will) (?:need|have|want) to|we(?:'re| are) going to(?: need to| have to)?|let's|lets|let us|"
    r"help me(?: to)?|start by|try to|your (?:task|job|goal) is to|the (?:task|job|goal|plan|idea|next step) is to|"
    r"(?:don't|do not|dont|please don't|never) forget to|remember to|remind (?:me|us) to|be sure to|"
    r"(?:it(?:'d| would| might) be|would be) (?:nice|great|good|cool|useful|helpful|better|best|awesome|lovely|handy|worth(?:while)?|wonderful|sweet) (?:if (?:we|you|it|the \w+|users|people|there) (?:could |can |would |had |have )?|to (?:have|be able to )?)|"
    r"(?:make|makes?) sure(?: that)?(?: (?:we|you|to))?|ensure(?: that)?|i think (?:we|you) (?:should|need to|must|have to)|"
    r"we (?:still )?(?:need|have) to|we really (?:need|should|must|have)(?: to)?|we also (?:need|should|must|have)(?: to)?|"
    r"there (?:should|must|needs? to|ought to) be|time to|someone (?:should|needs to|has to))"
    r"(?: (?:please|also|just|maybe|kindly|then|now|probably|really|actually|quickly|perhaps|definitely|finally|first|try to|always|go ahead and|either))*\b[ ,]*(?P<rest>.+)",
)
_TASK: Final = late_pattern(r"(?:to-?do|task|fix-?me|feature request|feature|bug|request|ask|wish|reminder|action item|next steps?|chore|follow-?up)\s*(?:\([^)]*\))?\s*[:–—-]\s*(?P<rest>\S.+)")
_NEED: Final = late_pattern(
    r"(?:i|we)(?:'d| would| still| also| really)? (?:need|want|like|require|lack|miss|are missing)(?: to have)? (?:a|an|the|some|more|better|another|two|three|support|dark|proper|real|unit|integration|\w+ing|\w+s)\b.*"
)
_HARMLESS_NEED: Final = late_pattern(
    r"(?:i|we)(?:'d| would)? (?:need|want|like) (?:a|an|the|some|more|your) (?:hand|help|moment|minute|second|break|explanation|answer|opinion|advice|sanity check|hint|clue|time|info|information|context|details?|link|overview|summary|list|idea|example)\b"
)
_KNOW: Final = late_pattern(r"(?:know|understand|see|learn|hear|ask|get a feeling|think about|talk about|discuss|be sure|be clear|decide|choose|pick|figure out (?:if|whether)|find out (?:if|whether)|check|verify|confirm|look at|show|run|test|try|wait|stop|commit|push)\b")
_STANDING_START: Final = late_pattern(
    r"(?:always|never|from now on|going forward|from here on|in (?:the )?future|for (?:the )?future|henceforth|as a rule|by default|whenever|every time|each time|"
    r"before (?:you|every|each|committing|pushing|merging)|after (?:every|each|you (?:change|edit|finish|add|write))|prefer|avoid|stick (?:to|with)|keep in mind|remember(?: that|:)|remember,|note(?: that|:)|"
    r"for the record|rule|convention|house rule|make it a (?:habit|rule)|"
    r"(?:we|i|you) (?:always|never|only ever|don't ever|do not ever)|please (?:always|never|remember that|keep in mind)|"
    r"(?:all|every|any|each) (?:new )?[\w -]{2,40}? (?:must|should|need to|needs to|has to|have to|gets?|goes?)\b|"
    r"(?:we|i) (?:prefer|like|hate|dislike)|i(?:'d| would) (?:prefer|rather)|(?:you )?(?:should|must) (?:always|never)|no (?:more |new )?(?:\w+ )?(?:emojis?|comments?|abbreviations|mocks?|magic|tabs|semicolons|\w+ing|\w+s) (?:in|for|when|without|on|to|please|unless|anywhere)|"
    r"(?:commit messages|answers|replies|responses|comments|docstrings|tests|names|branches|branch names|dates|timestamps|times) (?:must|should|in|are|stay|always|go|have to|need to))\b[:,]? ?(?P<rest>.*)"
)
_WE_DO: Final = late_pattern(
    r"(?:we|this (?:project|repo|team)) (?:use|uses|only use|only uses|don't use|do not use|doesn't use|write|don't write|follow|follows|name|keep|format|target|support only|don't support|deploy only|don't deploy|don't ship|squash|run)\b.+"
)
_DONT: Final = late_pattern(r"(?:please )?(?:don't|do not|dont|stop|quit|no longer|refrain from|avoid)(?: ever)? (?P<rest>\w[\w'-]* .+|\w+ing\b.+)")
_DONT_MIND: Final = late_pattern(
    r"(?:worry|know|care|bother|mind|think|see|get (?:it|why|that|how)|understand|forget|panic|remember|have|want to|need|like (?:it|that|this)|believe|agree|hesitate|do (?:that|it|this|anything)|touch (?:it|that|anything)|change (?:it|anything)|commit|push|start|stop|run|fix|implement|write any code|code|the|this|that|it)\b"
)
_YET: Final = late_pattern(r"\b(?:yet|for now|right now|this time|at the moment|until i|just yet|so far|today)\b")
_ANSWERS: Final = late_pattern(
    r"(?:be (?:more |less )?(?:concise|brief|terse|verbose|critical|direct|honest|careful with)|(?:keep|make|write) (?:your |the |all )?(?:answers|replies|responses|explanations|summaries|commits?|commit messages|prs?|pull requests|diffs|functions|changes)\b|(?:answer|reply|respond|talk to me|speak|write (?:everything|to me)) (?:in|with|using) |skip the (?:summary|summaries|preamble|apologies|intro)|explain (?:less|more)|ask (?:me )?(?:before|first)|call me )"
)
_BROKEN: Final = late_pattern(
    r"(?:(?:there(?:'s| is| are) (?:a |an |some )?(?:bug|bugs|problem|memory leak|race condition|regression|typo|leak|deadlock|issue)|bug:|bug |(?:when|if|after|on|in|while|clicking|opening|dragging|pressing|scrolling|resizing|sometimes|users?|people|customers|some|many|our|the|my|all|every|two|uploads?|downloads?|exports?|imports?|searching|saving|deleting|dates?|times?|images?|emails?|notifications?|[a-z]+s|[a-z][\w.-]+ [a-z]+)\b).*)"
)
_FAULT: Final = late_pattern(
    r"(?i:\b(?:does not|doesn't|do not|don't|won't|cannot|can't|isn't|is not|aren't|are not|no longer|never|fails? (?:to|on|for|in|when|with|if|silently|after)|fails?$|is failing|crash(?:es|ed|ing)?|hangs?|freezes?|broken|breaks?|throws?|leaks?|leak|flickers?|wrong|missing|ignored?s?|duplicated?|twice|does nothing|do nothing|times? out|loses?|lost|overlaps?|slow|slowly|stuck|incorrect|misaligned|cut off|covers|covered|clipped|overflows?|disappears?|vanish(?:es)?|blank|mess(?:es)? up|unreadable|garbled|corrupt(?:s|ed)?|stale|swallows?|bug|race condition|deadlock|regression|too (?:small|large|long|slow|big|short|many|low|high|dark|bright|narrow|wide)|off by one|inconsistent|untested|blurry|jumps?|shows? the (?:wrong|old)|out of date|outdated)\b)"
)
_LIGHT_SUBJECT: Final = late_pattern(
    r"(?:it|this|that|these|those|they|he|she|i|i'm|i've|still|same|nothing|something|everything|that's|it's|there was|there's no|not|nope|doesn't|can't|won't|didn't|the (?:test|tests|build|ci|command|script|linter|compiler|error|output|log|logs|answer|result|same|first|second|last|code|one|problem|issue|fix|patch|change|changes|pipeline|type checker|import)|tests?|ci|build|my (?:guess|machine|terminal))\b"
)
_REQUIREMENT: Final = late_pattern(
    r"(?P<subject>(?:the|a|an|all|every|each|our|any|users?|people|it|this|that|errors?|dates?|\w+s|[\w.`()/-]+)(?: [\w.`'()/-]+){0,7}?) (?:should|must|shall|needs? to|ha(?:s|ve) to|ought to|needs?|is missing|are missing|could use|deserves?|requires?)\b (?P<rest>.+)"
)
_ONLY_HOPE: Final = late_pattern(r"(?:work|be (?:fine|ok|okay|good|enough|it|done|right|correct|the|there|called|a|in)|do|help|not|suffice|i|you|we|already)\b")
_PRONOUN: Final = late_pattern(
    r"(?:(?:it|them|me|him|her|yourself)\b|(?:that|this|these|those)(?=$| (?:function|code|snippet|file|line|text|paragraph|sentence|"
    r"query|block|class|method|one|part|change|changes|bug|error|test|issue|output|thing|way|approach|instead|and|to|a|as|in|so|please|for|up|out|now|too|first|then|work|with|into|back)\b)|"
    r"everything(?=$| (?:again|now|please|too|back)\b)|all of (?:it|them|that|this)\b|"
    r"(?:one|all|the same|again|back|both|us|so|here|there)(?=$| (?:again|now|please|to|in|instead|up|too|but)\b)|"
    r"the (?:first|second|third|last|other|latter|former|same|new|old|next|previous|above|rest)(?:$| (?:one|two|three|thing|option|part|change|commit)\b)|"
    r"the (?:changes?|fix|result|answer|whole thing)(?:$| (?:again|now|please|to|in|above)\b)|your (?:changes?|last|answer|plan|code|fix|suggestion)\b|option \w\b)"
)
_MAYBE: Final = late_pattern(r"(?:maybe|perhaps|possibly|what if|what about|how about|i'm thinking|i am thinking|thinking out loud|one idea|just an idea|i wonder|i guess|we could|could be|might be|i could|hypothetically|suppose|imagine|in theory|say we|one option|another option|alternatively|on the other hand|option [a-z\d]\b)\b")
_AND: Final = late_pattern(
    r"(?:[,;:–—-]|\band\b|\bso\b|\bbut\b|\bthen\b|\balso\b)\s+(?:please|pls|can you|could you|would you|let's|lets|we (?:should|need to|must|have to)|make sure|don't forget|remember to|i(?:'d| would) like|i (?:want|need) (?:you )?to|also|then)\s+(?:please |also )?(?P<rest>.+)"
)
_SUBORDINATE: Final = late_pattern(
    r"(?:when|once|if|after|before|while|since|as|because|for|in|on|at|to|with|without|instead|also|regarding|about|per|given|now that|until|unless|during|under|inside|next|first|based on|like|right|like we|the)\b[^,:]{2,90}[,:] (?P<rest>.+)"
)
_CONDITION: Final = late_pattern(
    r"(?:when|if|while|after|once|on) (?!you|we|i\b|it\b|that\b|this\b|done|ready|everything|the tests?|all tests?|green)[^,]+, (?:just |please |then )?(?:show|display|open|print|return|stop|start|save|reload|go|run|give)s? (?!me\b|it\b|us\b)"
)
_PLEASE_LATE: Final = late_pattern(r".+[,;:–—-] (?:please |pls )?(?:fix|change|add|update|remove|handle|rename|implement|correct|improve|make|use|replace|move|write)\b.*")
_GERUND: Final = late_pattern(r"(?P<stem>[a-z]{2,})ing\b(?P<rest>.*)")


def judge(sentence: str) -> Verdict:
    """What a sentence wants, in lower case already stripped of list marks."""
    text = _bare(" ".join(sentence.replace("’", "'").split()).casefold())
    words = words_of("en")
    if not text:
        return Verdict(Want.CHATTER, "nothing is left but politeness")
    if words.holds(text, "deferred"):
        verdict = _judged(text, words)
        if verdict.want is Want.ERRAND and not verdict.leaning and _counted(text) > 3:  # noqa: PLR2004
            return Verdict(Want.WORK, "something to do later")
        return verdict
    return _judged(text, words)


def _judged(text: str, words: Words) -> Verdict:
    asking = text.endswith("?")
    text = text.rstrip("?!. ")
    if standing := _standing(text, words, asking=asking):
        return standing
    if found := _TASK.fullmatch(text):
        return Verdict(Want.WORK, "it is marked as a task") if _counted(found["rest"]) > 1 else Verdict(Want.OTHER, "too short")
    if found := _YOU.fullmatch(text):
        if text.startswith(("would you mind", "do you mind")):
            return _imperative(_ungerund(found["rest"]), words)
        return _framed(text, found["rest"], words, asking=asking)
    if _MAYBE.match(text):
        return Verdict(Want.OTHER, "only an idea")
    if _QUESTION.match(text):
        return Verdict(Want.QUESTION, "a question")
    if asking:
        verdict = _imperative(text, words)
        return verdict if verdict.want is Want.WORK and verdict.sure else Verdict(Want.QUESTION, "a question")
    if _NEED.fullmatch(text) and not _HARMLESS_NEED.match(text):
        return Verdict(Want.WORK, "it says what is needed")
    return _plain(text, words)


def _plain(text: str, words: Words) -> Verdict:
    verdict = _imperative(text, words)
    if verdict.want is not Want.OTHER:
        return verdict
    if (found := _SUBORDINATE.fullmatch(text)) and found["rest"]:
        inner = _judged(_bare(found["rest"]), words)
        if inner.want is Want.ERRAND and (_FAULT.search(text) and inner.leaning or _CONDITION.match(text)):
            return Verdict(Want.WORK, "it says what should happen when")
        if inner.want in {Want.WORK, Want.WISH, Want.ERRAND}:
            return inner
    if found := _AND.search(text):
        inner = _judged(_bare(found["rest"]), words)
        if inner.want in {Want.WORK, Want.WISH}:
            return inner
    if _PLEASE_LATE.fullmatch(text) and _counted(text) > 4:  # noqa: PLR2004
        return Verdict(Want.WORK, "it asks to put something right")
    if _WE_DO.fullmatch(text) and _counted(text) > 3:  # noqa: PLR2004
        return Verdict(Want.WISH, "it says how things are done here")
    if (found := _REQUIREMENT.fullmatch(text)) and not _LIGHT_SUBJECT.match(text) and not _ONLY_HOPE.match(found["rest"]):
        return Verdict(Want.WORK, "it says what something should do")
    if _FAULT.search(text) and _BROKEN.fullmatch(text) and not _LIGHT_SUBJECT.match(text) and _counted(text) > 3:  # noqa: PLR2004
        return Verdict(Want.FAULT, "it reports a fault")
    return Verdict(Want.OTHER, "it asks for nothing")


def _standing(text: str, words: Words, *, asking: bool) -> Verdict | None:
    """A wish about how to work from now on."""
    if asking and not words.holds(text, "standing"):
        return None
    if text.startswith(("never mind", "nevermind", "note to self", "no worries", "no problem", "no need")):
        return None
    if (found := _STANDING_START.fullmatch(text)) and _counted(text) > 2:  # noqa: PLR2004
        if text.startswith(("i like it", "i like that", "i like this", "i like how", "i like the", "we like the", "i prefer the", "i hate this", "i hate that", "i hate it", "i never", "i always", "remember when", "i'd rather not", "keep in mind that i")):
            return None
        if text.startswith("before you") and _QUESTION.match(found["rest"]):
            return None
        return Verdict(Want.WISH, "it says how to work from now on")
    if words.holds(text, "standing") and _counted(text) > 3 and not _QUESTION.match(text) and not _FAULT.search(text):  # noqa: PLR2004
        return Verdict(Want.WISH, "it says how to work from now on")
    if _ANSWERS.match(text) and _counted(text) > 2 and not _YET.search(text):  # noqa: PLR2004
        return Verdict(Want.WISH, "it says how to answer")
    if found := _DONT.fullmatch(text):
        rest = found["rest"]
        if _DONT_MIND.match(rest) or _YET.search(text) or _counted(text) < 4 or _PRONOUN.match(rest.partition(" ")[2]):  # noqa: PLR2004
            return Verdict(Want.OTHER, "it holds for now only")
        return Verdict(Want.WISH, "it says what not to do")
    return None


def _framed(text: str, rest: str, words: Words, *, asking: bool) -> Verdict:
    """'Can you …', 'we need to …', 'it would be nice if …'."""
    rest = _bare(rest)
    if text.startswith(("let's go with", "lets go with", "let's see", "let's go", "let's do", "let's try", "let's keep going", "let's continue", "let's start", "let's stop", "let's talk", "let's think", "let's wait", "let's leave")) and not text.startswith("let's go through all"):
        return Verdict(Want.OTHER, "it goes on with what is being done")
    if asking and text.startswith(("can we", "could we")) and words.starts(rest, "errand"):
        return Verdict(Want.ERRAND, "the turn itself settles it")
    verdict = _imperative(rest, words, framed=True)
    if verdict.want is not Want.OTHER:
        return verdict
    if _KNOW.match(rest) or _PRONOUN.match(rest) or rest.startswith(("be ", "go ", "do ", "say ", "think", "i ")) and _counted(rest) < 5:  # noqa: PLR2004
        return Verdict(Want.OTHER, "nothing is left to do after the answer")
    if asking and text.startswith(("can you", "could you", "will you", "would you")) or _counted(rest) < 2:  # noqa: PLR2004
        return Verdict(Want.ERRAND, "the turn itself settles it")
    return Verdict(Want.WORK, "it says what is to be done")


def _imperative(text: str, words: Words, *, framed: bool = False) -> Verdict:
    """A sentence that begins with a verb."""
    work, errand = words.starts(text, "work"), words.starts(text, "errand")
    if not work and not errand:
        return Verdict(Want.OTHER, "no request")
    # The longer one says more: 'look into' is work, 'look' is not.
    verb = work if len(work) >= len(errand) else errand
    rest = text[len(verb) :].strip(" ,:")
    length = _counted(rest)
    lean = bool(_PRONOUN.match(rest))
    if verb == errand:
        return Verdict(Want.ERRAND, "the turn itself settles it", leaning=lean or not rest)
    if not rest or (lean and length <= 7) or _adverbial(rest):  # noqa: PLR2004
        return Verdict(Want.ERRAND, "it leans on what is being done", leaning=True)
    if (small := words.holds(rest, "small")) and length <= 9 and not words.holds(text, "deferred"):  # noqa: PLR2004
        return Verdict(Want.ERRAND, f"a small change, done with the turn ({small})")
    head = " ".join(rest.split()[:7])
    if verb in {"write", "draft", "create", "make", "generate", "design", "prepare", "plan", "build", "convert"} and (
        found := words.holds(head, "errand object")
    ) and not framed:
        return Verdict(Want.ERRAND, f"the answer is what is asked for ({found})")
    if verb in {"write", "draft", "create", "make", "generate"} and words.holds(head, "errand object"):
        return Verdict(Want.ERRAND, "the answer is what is asked for")
    if verb == "use" and length < 3 or verb in {"let", "keep", "type", "time"} and length < 3:  # noqa: PLR2004
        return Verdict(Want.ERRAND, "it leans on what is being done", leaning=True)
    if verb == "let" and rest.startswith(("me ", "us ", "'s ")):
        return Verdict(Want.OTHER, "no request")
    if verb == "keep" and rest.startswith(("going", "trying", "it ", "up", "working")):
        return Verdict(Want.ERRAND, "it goes on with what is being done", leaning=True)
    if not framed and re.match(r"(?:is|are|was|were|has|have|does|did|can|will|works?|looks?|fails?)\b", rest):
        return Verdict(Want.OTHER, "no request")
    return Verdict(Want.WORK, "work to do", sure=length > 1)


def _adverbial(rest: str) -> bool:
    return bool(re.fullmatch(r"(?:again|now|please|too|instead|first|later|accordingly|everything|anything|as (?:discussed|planned|before)|like that|like this|the same(?: way)?|as well|for me|properly|correctly|once more|one more time)(?: (?:please|now|too))?", rest))


def _ungerund(text: str) -> str:
    """'adding a test' as 'add a test'."""
    found = _GERUND.match(text)
    if found is None:
        return text
    stem, rest = found["stem"], found["rest"]
    for form in (stem, f"{stem}e", stem[:-1]):
        if words_of("en").starts(form, "work") == form or words_of("en").starts(form, "errand") == form:
            return f"{form}{rest}"
    return text


def _bare(text: str) -> str:
    """Without what leads in: 'ok thanks, now …', 'yes, and …'."""
    while True:
        before = text
        text = text.lstrip(" ,.;:!-–—…*_\"'`~>")
        head, comma, tail = text.partition(",")
        if comma and head and len(head) < 60 and all(word.strip("!.'") in _COMMA_LEADS for word in head.split()):  # noqa: PLR2004
            text = tail
            continue
        word = text.split(" ", 1)[0]
        if word.rstrip(",.;:!-–—") in _LEADS and not text.startswith("next step"):
            text = text[len(word) :]
        if text == before:
            return text.strip()


def _counted(text: str) -> int:
    return len(re.findall(r"\w[\w'./-]*", text))

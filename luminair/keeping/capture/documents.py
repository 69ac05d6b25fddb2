"""Cuts out of a prompt the texts of others that stand in it: what is quoted, read out, handed on.

A recipe, a ticket, a letter and a page of rules are full of orders, and none is meant for whom the
prompt is for. They show by their form: quotation marks, a name of their kind as a label, a
salutation; and a person who only asks something about such a text wants an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from luminair.patterns import late_pattern

if TYPE_CHECKING:
    import re

CUT: Final = "[…]"
"""Stands where something of another's was."""

_HEADING: Final = 7
"""Words of a line, fewer of which may be a heading."""
_QUOTE: Final = late_pattern(r"\"[^\"\n]{12,2000}\"|[“„«][^“”„«»\n]{12,2000}[”“»]")
_SEVERAL: Final = late_pattern(r"\w[.!?] +\w.*\w[.!?]|\w[.!?] +\w.{15,}")
_OWN_LABEL: Final = late_pattern(
    r"(?i:\b(?:rules?|wish(?:es)?|tasks?|to-?dos?|reminders?|title|label|headline|caption|button|"
    r"footer|header|slogan|from now on|always|never|please|add|use|put|write|set|make|change|"
    r"rename|call|replace|insert|include|regel|règle|regla|regola)\b[^.!?]{0,60}:\s*$)"
)
"""What a person says before quotation marks who wants what stands in them."""
_BEFORE_QUOTE: Final = late_pattern(
    r"(?::|\b(?:from|in|by|of) (?:the|your|my|our|their|his|her) [\w ]{2,30}:?)\s*$"
)

_BEHIND_QUOTE: Final = late_pattern(
    r",? (?:wrote|writes|said|says|asked|asks|reads|demanded|was|were|is what)\b"
)

_SURE: Final = late_pattern(
    r"(?i:(?:(?:the|this|a|an|my|our|his|her|their|some|here(?:'s| is| are)(?: the| a| my| our)?|"
    r"these are the) )?(?:[\w'’-]+ ){0,2}?(?:recipe|poem|sonnet|lyrics|abstract|synopsis|plot|"
    r"horoscope|faq|quiz|job (?:ad|advert|posting|description|offer)|exercise|assignment|homework|"
    r"exam|agenda|minutes|(?:meeting|lecture|call|sprint|release|patch|field|class|retro|board) "
    r"notes|notes (?:from|on|of) (?:the|a|my|our|today's|yesterday's) (?:talk|meeting|call|lecture|"
    r"book|class|retro|workshop|webinar|podcast|conference|paper)|compte[- ]rendu|acta|verbale|"
    r"verslag|transcript|thread|chat|contract|lease|terms|clause|(?:vote|poll|survey|test|search) "
    r"results?|(?:build|server|error|crash|console|access|deploy|install) (?:logs?|output|trace)|"
    r"manual|obituary|press release|house rules|by-?laws|code of conduct|fairy tale|fable|parable|"
    r"prayer|speech|monologue|dialogue|script|itinerary|menu|leaflet|flyer|poster|brochure|log vom "
    r"\w+|rezept|gedicht|hausordnung|protokoll|recette|poème|receta|ricetta|[\w -]{0,20}(?:list|"
    r"notes|plan|rules|mail|e-?mail|letter|message|text|homework|wishes|chores) (?:of|from|by|for) "
    r"(?:my|our|his|her|their) (?:\w+)|\S*(?:agents|claude|readme|contributing|security)\.md)(?: "
    r"(?!should|must|needs?|has|is|are|and|gets?)[\w'’#./–-]+){0,6} ?(?P<mark>[:\uff1a]|$))"
)
"""A kind of text that nobody writes to a model as a request, as a label."""
_MAYBE: Final = late_pattern(
    r"(?i:(?:(?:the|this|a|an|my|our|his|her|their|some|here(?:'s| is| are)(?: the| a| my| our| "
    r"his| her| their| what)?) )?(?:[\w'’-]+ ){0,3}?(?:tickets?|issues?|stor(?:y|ies)|"
    r"requirements?|specs?|specification|comments?|feedback|reviews?|e?-?mails?|messages?|letters?|"
    r"texts?|posts?|articles?|reports?|notes|logs?|output|errors?|results?|rules|guidelines|"
    r"conventions|policy|config(?:uration)?|readme|wiki|docs?|instructions?|steps|questions?|"
    r"answers?|criteria|acceptance|pr|pull request|diff|week|schedule|timetable|plan|outline|"
    r"checklist|procedure|protocol|quote|passage|excerpt|statement|proposal|brief|memo|note|sms|dm|"
    r"tweet|nachricht|brief|mail|fehler|ausgabe|message|courriel|correo|mensaje|messaggio|"
    r"bericht)(?: (?!should|must|needs?|has|is|are|and|gets?)[\w'’#./–-]+){0,6} "
    r"?(?P<mark>[:\uff1a]|$))"
)
"""A kind of text that may be the author's own list of wishes."""
_WORD: Final = late_pattern(r"\d+|[^\W\d_]{5,}")
_YOURS: Final = late_pattern(r"\b(?:you|we|us)\b")
_SALUTATION: Final = late_pattern(
    r"(?i:(?:dear|hi|hello|hey|good (?:morning|afternoon)),? (?:all|team|everyone|everybody|folks|"
    r"colleagues|neighbou?rs|parents|members|residents|tenants|mr|mrs|ms|dr|sir|madam)\b.{0,30}$|"
    r"dear (?!claude|codex|gemini|gpt|chatgpt|assistant|ai\b|friend)[\w .'-]{2,40},|sehr geehrte|"
    r"liebe[rs]? [\w ]{2,30},|hallo zusammen|(?:chère?s?|bonjour à tous|madame, "
    r"monsieur)\b.{0,30},|estimad[oa]s?\b|gentil[ei]\b.{2,30},|beste [\w ]{2,30},)"
)
_SIGNED: Final = late_pattern(
    r"(?i:(?:best|kind|warm|many)?(?: best| kind| warm)? ?(?:regards|wishes|thanks)|best|cheers|"
    r"thanks|yours(?: \w+)?|sincerely|love|xx?|lg|mfg|vg|(?:viele |liebe |mit freundlichen )?"
    r"grü(?:ß|ss)en?|cordialement|bien à vous|saludos|un saludo|cordiali saluti|groet(?:en|jes)?)"
    r"[,.!]?(?: [\w .'-]{1,30})?$"
)
_ITEM: Final = late_pattern(r"\s*(?:[-*+•–]|\d{1,2}[.)]|[a-zA-Z][.)]|[QA]:|#|\|)\s*\S")
_SPEAKER: Final = late_pattern(r"\s*(?:[-*] )?[A-Za-z][\w.-]{1,15}(?: \w+)?(?: \([^)]*\))?: \S")
_MINE_AGAIN: Final = late_pattern(
    r"(?i:(?:ok|okay|so|anyway|right|now|well|then|thoughts|lol|haha?|oh|hm+|alright|please|pls|"
    r"can (?:you|we)|could you|would you|let's|lets|i(?:'d|'m|'ve)?\b|we (?:need|should|have|must)|"
    r"what|why|how|which|who|where|when|is|are|does|do|did|should|was|bitte|kannst|könntest|peux|"
    r"puedes|puoi|kun je)\b)"
)
"""How its author goes on behind another's text."""
_ABOUT: Final = late_pattern(
    r"(?i:.*\?\s*$|(?:what|why|how|which|who|where|when|is|are|does|do|did|was|were|should) |"
    r"(?:please |pls |can you |could you )*(?:translate|summari[sz]e|explain|proofread|shorten|"
    r"rephrase|compare|rate|judge|review|check|tell me|correct|condense|rank) )"
)
_TO_DO: Final = late_pattern(
    r"(?i:.*\b(?:can|could|would|will) (?:you|we) (?:please |also |just )*(?!translate|"
    r"summari[sz]e|explain|tell|proofread|say|guess|see|help|check|read|compare|rate|think|"
    r"show)\w+|.*\b(?:do|does|did) (?:that|this|it) (?:make sense|sound|work for you)|.*\b(?:ok|"
    r"okay|deal|possible|doable|clear)\?\s*$)"
)
"""A question behind a list of one's own: whether that can be done, whether it is understood."""
_CHOOSE: Final = late_pattern(
    r"(?i:(?:please |can you |could you )?(?:rate|rank|choose|pick|vote|compare|judge|grade|score|"
    r"guess|order|sort|which|who)\b.{0,60}[:?])$"
)
"""A task that is done on the list below it."""
_SETTING: Final = late_pattern(
    r"\s*(?!(?:From|To|Cc|Sent|Date|Subject|Von|An|De|Para|Betreff|Objet|Asunto):)"
    r"[A-Za-z][\w.-]*\s*[:=]\s*\S{1,40}$"
)
_FIRST_QUESTION: Final = late_pattern(
    r"(?i:(?:which|what|how many|who|where|when|is|are|does|do|how|why)\b.*\b(?:these|those|this|"
    r"the following|below)\b.*\?$)"
)


def without_quotes(text: str) -> str:
    """The text with what is quoted at length, or read out behind a label, cut out."""
    if not any(mark in text for mark in '"“„«'):
        return text

    def cut(found: re.Match[str]) -> str:
        inner = found.group()[1:-1]
        before = text[max(0, found.start() - 120) : found.start()].rsplit("\n", 1)[-1]
        if _OWN_LABEL.search(before):
            return found.group()
        few = len(inner.split()) > 2
        labelled = few and (_BEFORE_QUOTE.search(before) or _BEHIND_QUOTE.match(text, found.end()))
        return CUT if labelled or _SEVERAL.search(inner) else found.group()

    return str(_QUOTE.sub(cut, text))


def without_documents(lines: list[str]) -> list[str]:
    """The lines with :data:`CUT` for each text that shows by its form to be another's."""
    paragraphs = _paragraphs(lines)
    kept: list[list[str]] = []
    at = 0
    while at < len(paragraphs):
        end = _document_end(paragraphs, at)
        if end > at:
            kept.append([CUT])
            at = end
        else:
            kept.append(_without_settings(paragraphs[at]))
            at += 1
    whole: list[str] = []
    for paragraph in kept:
        whole += [*paragraph, ""] if paragraph else []
    return whole


def _paragraphs(lines: list[str]) -> list[list[str]]:
    """Blocks between blank lines; a question at the end of the last one stands for itself."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    blocks = [block for block in blocks if block]
    last = blocks[-1] if blocks else []
    if len(last) > 1 and _ABOUT.match(last[-1]) and not _ITEM.match(last[-1]):
        blocks.append([last.pop()])
    return blocks


def _document_end(paragraphs: list[list[str]], at: int) -> int:
    """Number of the paragraph behind a document that begins with this one; ``at`` if none does."""
    block = paragraphs[at]
    first = block[0].strip()
    if _SALUTATION.match(first) and (len(block) > 1 or len(first) > 80 or at + 1 < len(paragraphs)):
        return _letter_end(paragraphs, at)
    if at == 0 and _CHOOSE.match(first) and len(block) > 1 and all(map(_ITEM.match, block[1:])):
        return at + 1
    if all(map(_ITEM.match, block)) and _shares(block, paragraphs[at + 1 :]):
        return at + 1
    if at == 0 and _FIRST_QUESTION.match(first) and not _TO_DO.match(first):
        return _below(paragraphs, at)
    return _labelled_end(paragraphs, at)


def _labelled_end(paragraphs: list[list[str]], at: int) -> int:
    """Behind 'Recipe: …', 'Ticket OPS-3: …' and the like, or ``at``."""
    block = paragraphs[at]
    first = block[0].strip()
    sure = _SURE.match(first)
    label = sure or _MAYBE.match(first)
    if label is None or (sure is None and _OWN_LABEL.search(first[: label.end()])):
        return at
    last = at + 1 == len(paragraphs)
    if len(block) == 1 and not last and _SALUTATION.match(paragraphs[at + 1][0]):
        return _letter_end(paragraphs, at + 1)
    inline = first[label.end() :].strip()
    heading = label["mark"] or (len(first.split()) < _HEADING and not first.endswith(tuple(".!?")))
    if not heading or (last and len(block) == 1 and not inline):
        return at
    end = _body_end(paragraphs, at, alone=len(block) == 1 and not inline)
    if sure is None and not _asked_about(paragraphs, end):
        return at
    return end if len(block) > 1 or not inline or _SEVERAL.search(inline) else at


def _asked_about(paragraphs: list[list[str]], end: int) -> bool:
    """Whether what stands behind a document only asks about it."""
    behind = [line for block in paragraphs[end:] for line in block]
    if not behind or len(behind) > 2 or CUT in behind:
        return False
    return all(_ABOUT.match(line) and not _TO_DO.match(line) for line in behind)


def _shares(block: list[str], behind: list[list[str]]) -> bool:
    """Whether all that stands behind a list is one question that takes up a word of it."""
    if len(block) < 2 or len(behind) != 1 or len(behind[0]) != 1:
        return False
    asked = behind[0][0].casefold()
    if not _ABOUT.match(asked) or _TO_DO.match(asked) or _YOURS.search(asked):
        return False
    words = set(_WORD.findall(" ".join(block).casefold()))
    return any(word in words for word in _WORD.findall(asked))


def _body_end(paragraphs: list[list[str]], at: int, *, alone: bool) -> int:
    end = at + 1
    if alone and end < len(paragraphs):
        end += 1
    while end < len(paragraphs):
        block = paragraphs[end]
        listed = all(_ITEM.match(line) or _SPEAKER.match(line) for line in block)
        if not listed and not (_SURE.match(block[0].strip()) and len(block) > 1):
            break
        end += 1
    return end


def _below(paragraphs: list[list[str]], at: int) -> int:
    """Behind the material that a first line asks about, the line itself with it."""
    if len(paragraphs[at]) > 1:
        return at + 1
    return min(at + 2, len(paragraphs)) if at + 1 < len(paragraphs) else at


def _letter_end(paragraphs: list[list[str]], at: int) -> int:
    for number in range(at, len(paragraphs)):
        if any(_SIGNED.fullmatch(line.strip()) for line in paragraphs[number]):
            return number + 1
        first = paragraphs[number][0].strip()
        if number > at + (len(paragraphs[at]) == 1) and (
            first[:1].islower() or _MINE_AGAIN.match(first)
        ):
            lowered = first[:1].islower() or number + 1 == len(paragraphs)
            if lowered and not first.casefold().startswith(("please ", "we ", "i ")):
                return number
    return len(paragraphs)


def goes_on(block: list[str], document: list[str]) -> bool:
    """Whether the last paragraph is its author's again, behind a text that was announced.

    Args:
        block: the last paragraph.
        document: the lines before it, below what announced them.
    """
    first = block[0].strip()
    if any(_SIGNED.fullmatch(line.strip()) for line in block):
        return False
    if any(_SALUTATION.match(line.strip()) for line in document):
        return first[:1].islower()
    begun = next((line.strip() for line in document if line.strip()), "")
    return (first[:1].islower() and not begun[:1].islower()) or bool(_MINE_AGAIN.match(first))


def _without_settings(block: list[str]) -> list[str]:
    """'User-agent: *', 'Allow: /' in lines one below the other."""
    are = [_SETTING.match(line) is not None for line in block]
    if sum(are) < 2:
        return block
    alike = [
        one and ((n > 0 and are[n - 1]) or (n + 1 < len(are) and are[n + 1]))
        for n, one in enumerate(are)
    ]
    return [CUT if cut else line for line, cut in zip(block, alike, strict=True)]

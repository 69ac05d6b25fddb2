# ruff: noqa: RUF001 - letters of several scripts are what these lists are made of
"""What one sentence wants, in the languages whose word lists are short."""

from __future__ import annotations

import re
from typing import Final

from luminair.keeping.capture_verdict import Verdict, Want
from luminair.keeping.capture_words import Words, words_of
from luminair.patterns import late_pattern

_LEADS = (
    "ok",
    "okay",
    "so",
    "also",
    "und",
    "dann",
    "jetzt",
    "bitte",
    "danke",
    "super",
    "ja",
    "nein",
    "hallo",
    "hi",
    "noch was",
    "außerdem",
    "et",
    "puis",
    "alors",
    "maintenant",
    "merci",
    "s'il te plaît",
    "s'il vous plaît",
    "oui",
    "non",
    "bonjour",
    "parfait",
    "aussi",
    "y",
    "luego",
    "ahora",
    "por favor",
    "gracias",
    "sí",
    "hola",
    "perfecto",
    "también",
    "bien",
    "vale",
    "e",
    "agora",
    "obrigado",
    "obrigada",
    "sim",
    "olá",
    "perfeito",
    "também",
    "ótimo",
    "poi",
    "adesso",
    "ora",
    "per favore",
    "grazie",
    "sì",
    "ciao",
    "perfetto",
    "anche",
    "bene",
    "en",
    "dan",
    "nu",
    "alsjeblieft",
    "bedankt",
    "nee",
    "hoi",
    "ook",
    "graag",
    "prima",
    "и",
    "а",
    "теперь",
    "потом",
    "пожалуйста",
    "спасибо",
    "да",
    "нет",
    "привет",
    "также",
    "ещё",
    "еще",
    "отлично",
    "хорошо",
)
_PLEASE = (
    "bitte",
    "s'il te plaît",
    "s'il vous plaît",
    "merci de",
    "veuillez",
    "por favor",
    "per favore",
    "alsjeblieft",
    "graag",
    "пожалуйста",
)
_LIGHT = frozenset(
    [
        "es",
        "das",
        "ich",
        "du",
        "er",
        "sie",
        "ça",
        "ce",
        "cela",
        "il",
        "je",
        "tu",
        "eso",
        "esto",
        "yo",
        "isso",
        "isto",
        "eu",
        "ciò",
        "questo",
        "io",
        "het",
        "dat",
        "ik",
        "je",
        "это",
        "он",
        "она",
        "я",
        "ты",
    ]
)
_ON_WORDS: Final = late_pattern(
    r"(?:übersetz|traduis|traduire|traduce|traducir|traduz|traduci|vertaal|переведи|kürze|reformule|"
    r"formulier|korrigier|corrige|corrig|mach aus|verbesser)\w*\b[^\"“„«»:]{0,40}[\"“„«»:].+"
)
"""A text is given, and the answer is what is made of it."""
_CLAUSE: Final = late_pattern(r"[^,:]{4,90}[,:] ?(?P<rest>.{3,})")
_PATH: Final = late_pattern(r"\w[/.]\w")
_MEASURE: Final = late_pattern(
    r"(?:(?:höchstens|maximal|nur|pas plus de|au plus|maximum|máximo|como máximo|al massimo|no máximo|maximaal|"
    r"не больше|максимум) )?(?:une?|una?o?|uma?|eine?[nrms]?|een|одн[аоу]|один|\d+|zwei|drei|fünf|deux|trois|cinq|"
    r"dos|tres|cinco|due|tre|duas|dois|três|twee|drie|два|две|три) .{2,40} (?:pro|je|par|por|per|на|à la fois|a la "
    r"vez|alla volta|de cada vez|tegelijk) ?\w*"
)
_HABIT: Final = late_pattern(
    r"wir (?!haben|sind|müssen|sollten|brauchen|wollen|können|hatten|waren|werden|gehen|sehen|könnten|möchten|"
    r"wissen|kommen|sollen|bekommen|machen das)\w+en .*\b(?:hier|in|mit|nach|auf|bei|ohne|als|per|nur|keine?n?)\b.*|"
    r"(?:ici,? )?(?:on|nous) (?!a |est|y |va|se |doit|peut|avons|sommes|devons|pouvons|voit|verra)\w+(?:e|ons|it)\b"
    r".*\b(?:ici|en|avec|dans|sans|par|sur|à|pour)\b.*|(?:aquí|qui|aqui|hier) (?:se |si |non si |no se )?\w+"
    r"(?:amos|emos|imos|iamo|mos|a|e|an|en) .+"
)
_HOW: Final = late_pattern(
    r",? (?:bitte |de los? |de las? |de commit )*(?:in|mit|ohne|auf|als|nach|im|nicht|nur|immer|bei|unter|vor|en|avec|"
    r"sans|dans|à|au|par|sur|toujours|con|sin|por|a|siempre|solo|per|senza|sempre|com|sem|em|met|zonder|op|на|с|без|"
    r"в|по|только)\b \S+"
)
_JA_ENDS: Final = late_pattern(r"(?:こと|ない|禁止|する|で|に|を|ルール)[。.!！]?$")
_BANS: Final = {
    "de": late_pattern(
        r"keine?[nrms]? (?!ahnung|sorge|zeit|lust|eile|frage|problem|ding|stress|thema|wunder|fehler|"
        r"änderung|idee|angst|mehr$)\S+.{3,}|nicht (?!sicher|schlecht|mehr|wahr|so\b|das\b|die\b|der\b|"
        r"alle|ganz|nur)(?:\S+ )*?\w{3,}en\b.*|(?:\w+ )+(?:nicht|nie|niemals) (?:mehr )?\w+en\b.*|kein\w* .+ in .+"
    ),
    "fr": late_pattern(
        r"(?:pas|plus) d(?:e |')(?!problème|souci|quoi|panique|chance|nouvelle|réponse|idée|temps|question)"
        r"\S+.*|(?:ne |n')(?!marche|fonctionne|sais|peux|veux|suis|comprends|vois)\w+(?:e|s|z|ez|er|re|ir) "
        r"(?:jamais|pas|plus|rien)\b.+|(?:ne )?(?:jamais|pas|plus) \w+(?:er|re|ir) .+|surtout pas .+|aucune? "
        r"(?!idée|problème|souci|chance|nouvelle)\S+ .+|sans (?!problème|souci|doute)\S+ .+|zéro .+"
    ),
    "es": late_pattern(
        r"no (?!tienes|sabes|puedes|quieres|entiendes|haces|estás|vas|ves|eres|debes|crees|es\b|más|las|"
        r"los|nos|mas)(?:me |lo |la |los |las |te |le )?\w{2,}(?:es|as|éis|áis|an|en)\b .+|no \w+(?:ar|er|ir)\b .+"
        r"|(?:nada de|sin|ni un\w*|cero|prohibid[oa]s?|ningún|ninguna) (?!nada|eso|esto|problema|prisa|"
        r"cambio|novedad|duda|idea|noticia)\S+.*"
    ),
    "pt": late_pattern(
        r"não (?!tem|sabe|pode|quer|entende|está|vai|vê|é\b|deve|funciona|sei|há|foi|mais)(?:me |o |a )?\w{2,}"
        r"(?:e|es|a|as|em|am|ar|er|ir)\b .+|(?:nada de|sem|nenhum\w*|zero|proibid[oa]) (?!nada|problema|"
        r"pressa|ideia|novo|mudan)\S+.*"
    ),
    "it": late_pattern(
        r"non \w+(?:are|ere|ire|arlo|arla|ate|ete|ite)\b.+|(?:niente|senza|nessun\w*|vietat[oaie]|zero|mai) "
        r"(?!di |male|da |problem|idea|fretta|visto|più$)\S+.*"
    ),
    "nl": late_pattern(
        r"geen (?!probleem|idee|zorgen|tijd|haast|fouten|punt|vragen)\S+ .+|(?:gebruik|schrijf|maak|zet|"
        r"voeg|wijzig|verander|verwijder|push|commit) (?:\S+ )*?(?:geen|nooit|niet)\b.*|raak .+ niet aan.*|"
        r"niet (?:\S+ )*?\w+en\b.*|zonder (?!probleem)\S+ .+"
    ),
    "ru": late_pattern(
        r"не (?!могу|знаю|понимаю|хочу|надо$|вижу)\w+(?:й|йте|и|ите|ь|ьте|ть)\b .+|(?:никаких|никакого|без|"
        r"нельзя|запрещено) (?!проблем|изменений|вопрос)\S+ .+|никогда не .+"
    ),
}
"""How each language forbids; what only says that something is not so stands in the exceptions."""
_LEAST_WORDS = 3
_LEAST_SIGNS = 6


def judge(sentence: str, language: str) -> Verdict:
    """What a sentence of a language other than English wants."""
    text = " ".join(sentence.replace("’", "'").split()).casefold()
    if language in {"zh", "ja"}:
        return _without_spaces(text, language)
    words = words_of(language)
    polite = any(re.search(rf"\b{word}\b", text) for word in _PLEASE)
    text = _bare(text)
    asking = text.endswith("?")
    text = text.strip("?!. ¿¡")
    if _ON_WORDS.match(text) and not words.holds(text, "each"):
        return Verdict(Want.ERRAND, "the answer is what is asked for")
    bare = _without_please(text)
    if len(bare.split()) < (_LEAST_WORDS - 1 if polite else _LEAST_WORDS):
        return Verdict(Want.CHATTER, "too short for a request")
    if _itself(text, words):
        return Verdict(Want.ERRAND, "the answer is what is asked for")
    if words.starts(text, "idle"):
        return Verdict(Want.CHATTER, "it asks for nothing")
    if asking:
        told = words.starts(text, "request") and words.holds(text, "each")
        if told and not words.holds(text, "tells"):
            return Verdict(Want.WISH, "it asks to work otherwise")
    elif found := _wish(bare, words, language, polite=polite):
        return found
    found = _errand(text, words) or _framed(text, words, asking=asking)
    if found is not None:
        return found
    if words.starts(text, "question") or asking:
        return Verdict(Want.QUESTION, "a question")
    found = _told(text, words)
    if found.want is Want.OTHER and polite and not _leans(bare, words):
        return Verdict(Want.WORK, "it says what is wanted")
    return found


def _wish(text: str, words: Words, language: str, *, polite: bool) -> Verdict | None:
    """A wish about how to work, by its form."""
    if _leans(text, words):
        return None
    ban = _BANS.get(language)
    if ban is not None and ban.match(text):
        return Verdict(Want.WISH, "it says what not to do")
    if (found := _CLAUSE.match(text)) and words.starts(text, "when"):
        rest = found["rest"]
        if not (words.starts(rest, "on") or words.starts(rest, "question")):
            return Verdict(Want.WISH, "it says what to do when")
    if not words.holds(text, "tells") and (
        _MEASURE.match(text) or _HABIT.match(text) or _topical(text, words)
    ):
        return Verdict(Want.WISH, "it says how something is to be")
    begins = words.starts(text, "request") or words.starts(text, "errand")
    told = begins or words.starts(text, "work") or polite
    if words.starts(text, "standing") and (told or not words.holds(text, "tells")):
        return Verdict(Want.WISH, "it says how to work from now on")
    light = text.split()[0] in _LIGHT
    if words.holds(text, "deferred") or (light and not begins):
        return None
    if words.holds(text, "tells") and not told:
        return None
    if words.holds(text, "each") or words.holds(text, "contrast"):
        return Verdict(Want.WISH, "it says how to work from now on")
    if (wished := words.starts(text, "wish")) and len(text) > len(wished) + 3:
        return Verdict(Want.WISH, "it says what is preferred")
    if polite and words.starts(text, "ban"):
        return Verdict(Want.WISH, "it says what not to do")
    return None


def _topical(text: str, words: Words) -> bool:
    """'Zahlen mit Tausenderpunkt': what wishes are about, and how it is to be."""
    topic = words.starts(text, "topic")
    return bool(topic) and _HOW.match(text[len(topic) :]) is not None


def _leans(text: str, words: Words) -> bool:
    """Whether it says nothing without the talk around it, or is settled by the answer."""
    if _itself(text, words):
        return True
    lean = words.holds(text, "lean")
    return bool(lean) and len(text.split()) < 6 and not words.holds(text, "each")


def _itself(text: str, words: Words) -> bool:
    """Whether the answer is what is asked for: a poem, an example, and no file for it."""
    kept = words.holds(text, "each") or _PATH.search(text)
    return bool(words.holds(text, "errand object")) and not kept


def _without_please(text: str) -> str:
    for word in _PLEASE:
        text = re.sub(rf"[ ,]*\b{word}\b[ ,]*", " ", text)
    return text.strip()


def _errand(text: str, words: Words) -> Verdict | None:
    errand = words.starts(text, "errand")
    if not errand or len(errand) < len(words.starts(text, "work")):
        return None
    if words.holds(text, "deferred"):
        return Verdict(Want.WORK, "something to do later")
    return Verdict(Want.ERRAND, "the turn itself settles it")


def _framed(text: str, words: Words, *, asking: bool) -> Verdict | None:
    frame = words.starts(text, "request")
    if not frame:
        return None
    work, errand = words.holds(text, "work"), words.holds(text, "errand")
    if asking and not work:
        return Verdict(Want.QUESTION, "a question")
    if words.starts(text[len(frame) :].strip(), "errand") or (errand and not work):
        return Verdict(Want.ERRAND, "the turn itself settles it")
    return Verdict(Want.WORK, "it says what is to be done")


def _told(text: str, words: Words) -> Verdict:
    # 'Cuando …, redirige …': the verb stands behind the first clause.
    behind = text.partition(", ")[2].strip()
    if words.starts(text, "work") or (behind and words.starts(behind, "work")):
        return Verdict(Want.WORK, "work to do")
    first, *_, last = text.split()
    if words.holds(text, "must") and first not in _LIGHT:
        return Verdict(Want.WORK, "it says what something should do")
    # 'Bei Gelegenheit die Tests umstellen': the verb stands last.
    work = words.holds(text, "work")
    if work and (last == work or words.holds(text, "request") or words.holds(text, "deferred")):
        return Verdict(Want.WORK, "work to do")
    return Verdict(Want.OTHER, "it asks for nothing")


def _without_spaces(text: str, language: str) -> Verdict:
    words = words_of(language)
    if len(text) < _LEAST_SIGNS:
        return Verdict(Want.CHATTER, "too short for a request")
    request, work = words.part(text, "request"), words.part(text, "work")
    if words.part(text, "question") and not request:
        return Verdict(Want.QUESTION, "a question")
    if words.part(text, "idle"):
        return Verdict(Want.CHATTER, "it asks for nothing")
    leans = words.part(text, "lean")
    told = words.part(text, "each") and (language == "zh" or request or _JA_ENDS.search(text))
    topic = language == "ja" and "は" in text and "お願い" in text
    if (told or topic) and not leans and not text.endswith(("?", "？")):
        return Verdict(Want.WISH, "it says how to work from now on")
    if words.part(text, "standing") and not words.part(text, "question"):
        return Verdict(Want.WISH, "it says how to work from now on")
    if work and (
        request
        or (language == "zh" and (text.startswith(("请", "把", "将", work)) or "请" in text))
    ):
        return Verdict(Want.WORK, "work to do")
    if words.part(text, "errand"):
        return Verdict(Want.ERRAND, "the turn itself settles it")
    if language == "zh" and request:
        return Verdict(Want.WORK, "it says what is to be done")
    if work and language == "ja" and text.endswith(("追加", "修正", "する", "こと", "予定")):
        return Verdict(Want.WORK, "work to do")
    return Verdict(Want.OTHER, "it asks for nothing")


def _bare(text: str) -> str:
    while True:
        before = text
        text = text.lstrip(" ,.;:!-–—¡¿")
        if text.startswith("merci de "):
            return text
        for lead in _LEADS:
            if text.startswith(lead) and text[len(lead) : len(lead) + 1] in {
                " ",
                ",",
                ".",
                "!",
                ":",
            }:
                text = text[len(lead) :]
                break
        if text == before:
            return text

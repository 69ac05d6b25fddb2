# ruff: noqa: RUF001 - letters of several scripts are what these lists are made of
"""What one sentence wants, in the languages whose word lists are short."""

from __future__ import annotations

from luminair.keeping.capture_verdict import Verdict, Want
from luminair.keeping.capture_words import Words, words_of

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
_LEAST_WORDS = 3
_LEAST_SIGNS = 6


def judge(sentence: str, language: str) -> Verdict:
    """What a sentence of a language other than English wants."""
    text = " ".join(sentence.replace("’", "'").split()).casefold()
    if language in {"zh", "ja"}:
        return _without_spaces(text, language)
    words = words_of(language)
    polite = any(word in text for word in _PLEASE)
    text = _bare(text)
    asking = text.endswith("?")
    text = text.strip("?!. ¿¡")
    if len(text.split()) < _LEAST_WORDS:
        return Verdict(Want.CHATTER, "too short for a request")
    if not asking and _stands(text, words):
        return Verdict(Want.WISH, "it says how to work from now on")
    found = _errand(text, words) or _framed(text, words, asking=asking)
    if found is not None:
        return found
    if words.starts(text, "question") or asking:
        return Verdict(Want.QUESTION, "a question")
    if polite and words.starts(text, "ban"):
        return Verdict(Want.WISH, "it says what not to do")
    return _told(text, words)


def _stands(text: str, words: Words) -> bool:
    if words.starts(text, "standing"):
        return True
    begins = words.starts(text, "request") or words.starts(text, "errand")
    told = begins or words.holds(text, "work")
    return bool(words.holds(text, "standing") and told and not words.holds(text, "deferred"))


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

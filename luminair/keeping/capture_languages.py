"""What one sentence wants, in the languages whose word lists are short."""

from __future__ import annotations

from luminair.keeping.capture_verdict import Verdict, Want
from luminair.keeping.capture_words import words_of

_LEADS = (
    "ok", "okay", "so", "also", "und", "dann", "jetzt", "bitte", "danke", "super", "ja", "nein", "hallo", "hi", "noch was", "außerdem",
    "et", "puis", "alors", "maintenant", "merci", "s'il te plaît", "s'il vous plaît", "oui", "non", "bonjour", "parfait", "aussi",
    "y", "luego", "ahora", "por favor", "gracias", "sí", "hola", "perfecto", "también", "bien", "vale",
    "e", "agora", "obrigado", "obrigada", "sim", "olá", "perfeito", "também", "ótimo",
    "poi", "adesso", "ora", "per favore", "grazie", "sì", "ciao", "perfetto", "anche", "bene",
    "en", "dan", "nu", "alsjeblieft", "bedankt", "nee", "hoi", "ook", "graag", "prima",
    "и", "а", "теперь", "потом", "пожалуйста", "спасибо", "да", "нет", "привет", "также", "ещё", "еще", "отлично", "хорошо",
)  # fmt: skip
_LEAST_WORDS = 3
_LEAST_SIGNS = 6


def judge(sentence: str, language: str) -> Verdict:
    """What a sentence of a language other than English wants."""
    text = " ".join(sentence.replace("’", "'").split()).casefold()
    if language in {"zh", "ja"}:
        return _without_spaces(text, language)
    words = words_of(language)
    text = _bare(text)
    asking = text.endswith("?")
    text = text.strip("?!. ¿¡")
    if len(text.split()) < _LEAST_WORDS:
        return Verdict(Want.CHATTER, "too short for a request")
    begins_standing = words.starts(text, "standing")
    begins_work, begins_errand = words.starts(text, "work"), words.starts(text, "errand")
    framed = words.starts(text, "request")
    holds_work, holds_errand = words.holds(text, "work"), words.holds(text, "errand")
    if not asking and (begins_standing or (words.holds(text, "standing") and (begins_work or framed or holds_work))):
        return Verdict(Want.WISH, "it says how to work from now on")
    if not asking and words.holds(text, "standing") and begins_errand and not words.holds(text, "deferred"):
        return Verdict(Want.WISH, "it says how to work from now on")
    if begins_errand and len(begins_errand) >= len(begins_work):
        later = words.holds(text, "deferred")
        return Verdict(Want.WORK, "something to do later") if later else Verdict(Want.ERRAND, "the turn itself settles it")
    if framed:
        rest = text[len(framed) :].strip()
        if asking and not holds_work:
            return Verdict(Want.QUESTION, "a question")
        if words.starts(rest, "errand") or (holds_errand and not holds_work):
            return Verdict(Want.ERRAND, "the turn itself settles it")
        return Verdict(Want.WORK, "it says what is to be done")
    if words.starts(text, "question") or asking:
        return Verdict(Want.QUESTION, "a question")
    if begins_work:
        return Verdict(Want.WORK, "work to do")
    # 'Bei Gelegenheit die Tests umstellen', 'bitte noch … hinzufügen': the verb stands last.
    last = text.split()[-1]
    if holds_work and (last == holds_work or words.holds(text, "request") or words.holds(text, "deferred")):
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
    if work and (request or language == "zh" and (text.startswith(("请", "把", "将", work)) or "请" in text)):
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
            if text.startswith(lead) and text[len(lead) : len(lead) + 1] in {" ", ",", ".", "!", ":"}:
                text = text[len(lead) :]
                break
        if text == before:
            return text

# ruff: noqa: RUF001 - letters of several scripts are what these lists are made of
"""What one sentence wants, in the languages whose word lists are short."""

from __future__ import annotations

import re

from luminair.keeping.capture import language_forms as forms
from luminair.keeping.capture import passing as over
from luminair.keeping.capture import telling
from luminair.keeping.capture import telling_languages as told_so
from luminair.keeping.capture.verdict import Verdict, Want
from luminair.keeping.capture.words import Words, words_of

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
    """es das ich du er sie ça ce cela il je tu eso esto yo isso isto eu ciò questo io het dat
    ik это он она я ты""".split()  # noqa: SIM905
)
_LEAST_WORDS = 3
_LEAST_SIGNS = 6
_FEW = 9


def judge(sentence: str, language: str) -> Verdict:
    """What a sentence of a language other than English wants."""
    text = " ".join(sentence.replace("’", "'").split()).casefold()
    if language in {"zh", "ja"}:
        return _without_spaces(text, language)
    words = words_of(language)
    polite = any(re.search(rf"\b{word}\b", text) for word in _PLEASE)
    if told_so.NOT_NEEDED.match(text) and not words.holds(text, "each"):
        return Verdict(Want.OTHER, over.DENIED)
    text = _bare(text)
    asking = text.endswith("?")
    text = text.strip("?!. ¿¡")
    bare = _without_please(text)
    if reason := _tells(text, words, polite=polite):
        return Verdict(Want.OTHER, reason)
    if found := _settled(text, bare, words, polite=polite):
        return found
    wished = _wished(text, words) if asking else _wish(bare, words, language, polite=polite)
    found = wished or _errand(text, words) or _framed(text, words, asking=asking)
    if found is not None:
        return found
    if words.starts(text, "question") or asking:
        return Verdict(Want.QUESTION, "a question")
    told = _told(text, words)
    if told.want is Want.OTHER and polite and not _leans(bare, words):
        return Verdict(Want.WORK, "it says what is wanted")
    return told


def _tells(text: str, words: Words, *, polite: bool) -> str:
    """Why a sentence only tells something, or ''."""
    if told_so.GAME.match(text):
        return telling.GAME
    kept = words.holds(text, "each") or forms.PATH.search(text)
    if told_so.PRODUCT.match(text) and not kept:
        return telling.ANSWER
    if len(text.split()) < _FEW and told_so.TOUCH_UP.fullmatch(_without_please(text)) and not kept:
        return telling.LEANS
    if polite:
        return ""
    for pattern, reason in (
        (told_so.OTHERS, telling.OTHERS),
        (told_so.SAID, telling.OTHERS),
        (told_so.MUSING, telling.MUSING),
        (told_so.TRIED, telling.TRIED),
        (told_so.DONE, telling.TELLS),
    ):
        if pattern.match(text):
            return reason
    return ""


def _settled(text: str, bare: str, words: Words, *, polite: bool) -> Verdict | None:
    """What asks for nothing that outlives the answer, whatever verbs are in it."""
    given = forms.ON_WORDS.match(text) and not words.holds(text, "each")
    if given or _itself(text, words):
        return Verdict(Want.ERRAND, "the answer is what is asked for")
    few = polite or words.starts(bare, "each") != ""
    if len(bare.split()) < (_LEAST_WORDS - 1 if few else _LEAST_WORDS):
        return Verdict(Want.CHATTER, "too short for a request")
    tool = len(bare.split()) < _LEAST_SIGNS and told_so.TOOL.match(bare)
    if tool and told_so.RUNS.match(bare) and not words.holds(text, "each"):
        return Verdict(Want.ERRAND, over.NOW)
    if words.starts(text, "idle"):
        return Verdict(Want.CHATTER, "it asks for nothing")
    return None


def _wished(text: str, words: Words) -> Verdict | None:
    """Asked as a question: 'könntest du künftig auf Deutsch antworten?'."""
    told = words.starts(text, "request") and words.holds(text, "each")
    if told and not words.holds(text, "tells"):
        return Verdict(Want.WISH, "it asks to work otherwise")
    return None


def _wish(text: str, words: Words, language: str, *, polite: bool) -> Verdict | None:
    """A wish about how to work, by its form."""
    if _leans(text, words):
        return None
    ban = forms.BANS.get(language)
    if ban is not None and ban.match(text):
        return Verdict(Want.WISH, "it says what not to do")
    if (found := forms.CLAUSE.match(text)) and words.starts(text, "when"):
        rest = found["rest"]
        if not (words.starts(rest, "on") or words.starts(rest, "question")):
            return Verdict(Want.WISH, "it says what to do when")
    tells = bool(words.holds(text, "tells"))
    if not tells and _is_to_be(text, words):
        return Verdict(Want.WISH, "it says how something is to be")
    return _by_words(text, words, tells=tells, polite=polite)


def _by_words(text: str, words: Words, *, tells: bool, polite: bool) -> Verdict | None:
    """'Immer', 'nur', 'statt', 'hör auf', where nothing tells what was."""
    begins = any(words.starts(text, name) for name in ("request", "errand", "wish"))
    told = begins or words.starts(text, "work") or polite
    if words.starts(text, "standing") and (told or not tells):
        return Verdict(Want.WISH, "it says how to work from now on")
    light = text.split(maxsplit=1)[0] in _LIGHT and not begins
    if words.holds(text, "deferred") or light or (tells and not told):
        return None
    if words.holds(text, "each") or words.holds(text, "contrast"):
        return Verdict(Want.WISH, "it says how to work from now on")
    if (wished := words.starts(text, "wish")) and len(text) > len(wished) + 3:
        return Verdict(Want.WISH, "it says what is preferred")
    if polite and words.starts(text, "ban"):
        return Verdict(Want.WISH, "it says what not to do")
    return None


def _is_to_be(text: str, words: Words) -> bool:
    """'Zahlen mit Tausenderpunkt', 'una riga per frase', 'wir rücken mit Tabs ein'."""
    if any(form.match(text) for form in (forms.MEASURE, forms.SEQUENCE, forms.HABIT)):
        return True
    topic = words.starts(text, "topic")
    return bool(topic) and forms.HOW.match(text[len(topic) :]) is not None


def _leans(text: str, words: Words) -> bool:
    """Whether it says nothing without the talk around it, or is settled by the answer."""
    if _itself(text, words):
        return True
    lean = words.holds(text, "lean")
    return bool(lean) and len(text.split()) < 6 and not words.holds(text, "each")


def _itself(text: str, words: Words) -> bool:
    """Whether the answer is what is asked for: a poem, an example, and no file for it."""
    kept = words.holds(text, "each") or forms.PATH.search(text)
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
        return Verdict(Want.WORK, "it says what something should do", shown=0)
    # 'Bei Gelegenheit die Tests umstellen': the verb stands last.
    work = words.holds(text, "work")
    if work and (last == work or words.holds(text, "request") or words.holds(text, "deferred")):
        return Verdict(Want.WORK, "work to do")
    return Verdict(Want.OTHER, "it asks for nothing")


def _without_spaces(text: str, language: str) -> Verdict:
    words = words_of(language)
    if len(text) < (_LEAST_SIGNS - 1 if "请" in text else _LEAST_SIGNS):
        return Verdict(Want.CHATTER, "too short for a request")
    request, work = words.part(text, "request"), words.part(text, "work")
    if found := _signs_settled(text, words, request=request):
        return found
    if words.part(text, "idle"):
        return Verdict(Want.CHATTER, "it asks for nothing")
    if _standing(text, words, language, request=request):
        return Verdict(Want.WISH, "it says how to work from now on")
    if work and (request or (language == "zh" and _asks_in_chinese(text, work))):
        return Verdict(Want.WORK, "work to do")
    errand = words.part(text, "errand")
    if language == "zh":
        wanted = not errand and bool(request or "请" in text)
    else:
        wanted = not errand and _asks_in_japanese(text, words, work)
    if wanted:
        return Verdict(Want.WORK, "it says what is wanted")
    if errand:
        return Verdict(Want.ERRAND, "the turn itself settles it")
    return Verdict(Want.OTHER, "it asks for nothing")


def _signs_settled(text: str, words: Words, *, request: str) -> Verdict | None:
    """Questions, others' wishes, texts of their own and what is taken back, without spaces."""
    if _asks_why(text) or (words.part(text, "question") and not request):
        return Verdict(Want.QUESTION, "a question")
    if told_so.SIGNS_OTHERS.match(text) and "请" not in text:
        return Verdict(Want.OTHER, telling.OTHERS)
    if told_so.SIGNS_PRODUCT.match(text) and not words.part(text, "each"):
        return Verdict(Want.ERRAND, telling.ANSWER)
    if told_so.SIGNS_NOT_NEEDED.match(text) and not words.part(text, "standing"):
        return Verdict(Want.OTHER, over.DENIED)
    return None


def _asks_why(text: str) -> bool:
    """'为什么需要两个队列?': with a word of asking, 'need' is no request."""
    asked = text.rstrip("。.").endswith(("?", "？", "吗", "呢"))
    return asked and any(word in text for word in ("为什么", "为何", "怎么", "什么", "哪", "多少"))


def _standing(text: str, words: Words, language: str, *, request: str) -> bool:
    """'コメントは英語でお願いします', '注释请一律用英文'."""
    if words.part(text, "standing") and not words.part(text, "question"):
        return True
    each = words.part(text, "each")
    told = each and (language == "zh" or request or forms.JA_ENDS.search(text))
    topic = language == "ja" and "は" in text and "お願い" in text
    asked = text.endswith(("?", "？")) or words.part(text, "lean")
    return bool(told or topic) and not asked


def _asks_in_chinese(text: str, work: str) -> bool:
    return text.startswith(("把", "将", "给", "为", work)) or "请" in text


def _asks_in_japanese(text: str, words: Words, work: str) -> bool:
    noted = work and text.endswith(("追加", "修正", "する", "こと", "予定"))
    polite = forms.JA_PLEASE.search(text) and not words.part(text, "lean")
    return bool(noted or polite)


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

# ruff: noqa: RUF001 - letters of several scripts are what these patterns are made of
"""The forms of wishes in languages other than English, tried on one sentence in lower case."""

from __future__ import annotations

from typing import Final

from luminair.patterns import late_pattern

ON_WORDS: Final = late_pattern(
    r"(?:übersetz|traduis|traduire|traduce|traducir|traduz|traduci|vertaal|переведи|kürze|"
    r"reformule|formulier|korrigier|corrige|corrig|mach aus|"
    r"verbesser)\w*\b[^\"“„«»:]{0,40}[\"“„«»:].+"
)
"""A text is given, and the answer is what is made of it."""
CLAUSE: Final = late_pattern(r"[^,:]{4,90}[,:] ?(?P<rest>.{3,})")
PATH: Final = late_pattern(r"\w[/.]\w")
MEASURE: Final = late_pattern(
    r"(?:(?:höchstens|maximal|nur|pas plus de|au plus|maximum|máximo|como máximo|al massimo|no "
    r"máximo|maximaal|не больше|максимум) )?(?:une?|una?o?|uma?|eine?[nrms]?|een|одн[аоу]|один|"
    r"\d+|zwei|drei|fünf|deux|trois|cinq|dos|tres|cinco|due|tre|duas|dois|três|twee|drie|два|"
    r"две|три) .{2,40} (?:pro|je|par|por|per|на|à la fois|a la vez|alla volta|de cada vez|"
    r"tegelijk) ?\w*"
)
SEQUENCE: Final = late_pattern(
    r"(?:erst|zuerst|primero|prima|d'abord|eerst|primeiro|сначала)\b.{2,40}(?:,| y| e| et| und|"
    r" en) ?(?:dann|luego|después|poi|puis|ensuite|dan|depois|потом|danach)\b.+|(?!.*\b(?:je|"
    r"j'ai|ich|yo)\b).{3,} (?:d'abord|zuerst|primero|per prima|eerst)$"
)
HABIT: Final = late_pattern(
    r"wir (?!haben|sind|müssen|sollten|brauchen|wollen|können|hatten|waren|werden|gehen|sehen|"
    r"könnten|möchten|wissen|kommen|sollen|bekommen|machen das)\w+en .*\b(?:hier|in|mit|nach|"
    r"auf|bei|ohne|als|per|nur|keine?n?)\b.*|(?:ici,? )?(?:on|nous) (?!a |est|y |va|se |doit|"
    r"peut|avons|sommes|devons|pouvons|voit|verra)\w+(?:e|ons|it)\b.*\b(?:ici|en|avec|dans|"
    r"sans|par|sur|à|pour)\b.*|(?:aquí|qui|aqui|hier) (?:se |si |non si |no se )?\w+(?:amos|"
    r"emos|imos|iamo|mos|a|e|an|en) .+"
)
HOW: Final = late_pattern(
    r",? (?:bitte |de los? |de las? |de commit )*(?:in|mit|ohne|auf|als|nach|im|nicht|nur|"
    r"immer|bei|unter|vor|en|avec|sans|dans|à|au|par|sur|toujours|con|sin|por|a|siempre|solo|"
    r"per|senza|sempre|com|sem|em|met|zonder|op|на|с|без|в|по|только)\b \S+"
)
JA_PLEASE: Final = late_pattern(r"(?:にして|にし直して|でお願い|てもらえ|してほしい).{0,8}$")
JA_ENDS: Final = late_pattern(r"(?:こと|ない|禁止|する|で|に|を|ルール)[。.!！]?$")
BANS: Final = {
    "de": late_pattern(
        r"keine?[nrms]? (?!ahnung|sorge|zeit|lust|eile|frage|problem|ding|stress|thema|wunder|"
        r"fehler|änderung|idee|angst|mehr$)\S+.{3,}|nicht (?!sicher|schlecht|mehr|wahr|so\b|"
        r"das\b|die\b|der\b|alle|ganz|nur)(?:\S+ )*?\w{3,}en\b.*|(?:\w+ )+(?:nicht|nie|"
        r"niemals) (?:mehr )?\w+en\b.*|kein\w* .+ in .+"
    ),
    "fr": late_pattern(
        r"(?:pas|plus) d(?:e |')(?!problème|souci|quoi|panique|chance|nouvelle|réponse|idée|"
        r"temps|question)\S+.*|(?:ne |n')(?!marche|fonctionne|sais|peux|veux|suis|comprends|"
        r"vois)\w+(?:e|s|z|ez|er|re|ir) (?:jamais|pas|plus|rien)\b.+|(?:ne )?(?:jamais|pas|"
        r"plus) \w+(?:er|re|ir) .+|surtout pas .+|aucune? (?!idée|problème|souci|chance|"
        r"nouvelle)\S+ .+|sans (?!problème|souci|doute)\S+ .+|zéro .+"
    ),
    "es": late_pattern(
        r"no (?!tienes|sabes|puedes|quieres|entiendes|haces|estás|vas|ves|eres|debes|crees|"
        r"es\b|más|las|los|nos|mas)(?:me |lo |la |los |las |te |le )?\w{2,}(?:es|as|éis|áis|an|"
        r"en)\b .+|no \w+(?:ar|er|ir)\b .+|(?:nada de|sin|ni un\w*|cero|prohibid[oa]s?|ningún|"
        r"ninguna) (?!nada|eso|esto|problema|prisa|cambio|novedad|duda|idea|noticia)\S+.*"
    ),
    "pt": late_pattern(
        r"não (?!tem|sabe|pode|quer|entende|está|vai|vê|é\b|deve|funciona|sei|há|foi|"
        r"mais)(?:me |o |a )?\w{2,}(?:e|es|a|as|em|am|ar|er|ir)\b .+|(?:nada de|sem|nenhum\w*|"
        r"zero|proibid[oa]) (?!nada|problema|pressa|ideia|novo|mudan)\S+.*"
    ),
    "it": late_pattern(
        r"non \w+(?:are|ere|ire|arlo|arla|ate|ete|ite)\b.+|(?:niente|senza|nessun\w*|"
        r"vietat[oaie]|zero|mai) (?!di |male|da |problem|idea|fretta|visto|più$)\S+.*"
    ),
    "nl": late_pattern(
        r"geen (?!probleem|idee|zorgen|tijd|haast|fouten|punt|vragen)\S+ .+|(?:gebruik|schrijf|"
        r"maak|zet|voeg|wijzig|verander|verwijder|push|commit) (?:\S+ )*?(?:geen|nooit|"
        r"niet)\b.*|raak .+ niet aan.*|niet (?:\S+ )*?\w+en\b.*|zonder (?!probleem)\S+ .+"
    ),
    "ru": late_pattern(
        r"не (?!могу|знаю|понимаю|хочу|надо$|вижу)\w+(?:й|йте|и|ите|ь|ьте|ть)\b .+|(?:никаких|"
        r"никакого|без|нельзя|запрещено) (?!проблем|изменений|вопрос)\S+ .+|никогда не .+"
    ),
}
"""How each language forbids; what only says that something is not so stands in the exceptions."""

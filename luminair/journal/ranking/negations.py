# ruff: noqa: RUF001  # letters of many languages are what this table is made of
"""Words that turn a sentence round, or count: two texts that differ in one never say the same.

Closed classes of the languages our owners write in, after their usual grammars; case-folded.
Too many words here only keep two notes apart that could have been one; a missing one could hide
a note that says the opposite.
"""

from __future__ import annotations

_WORDS = (
    # English. Of a pair such as 'before' and 'after' one word is enough: where two texts differ
    # in the pair, one of them has it and the other has not.
    "no not never none nor neither without nothing nobody nowhere avoid stop except unless only "
    "always may might optional forbidden deny forbid refuse reject after until off out down under "
    "below less min minimum last exclude excluding disable disabled false remove drop close closed "
    "private left "
    # German, Dutch
    "nicht nichts kein keine keinen keinem keiner keines nie niemals immer ohne weder nein nur "
    "nach niet geen nooit zonder niets altijd "
    # French, Spanish, Portuguese, Italian, Romanian
    "ne pas jamais toujours aucun aucune sans ni rien non après nunca siempre jamás sin ningún "
    "ninguna ninguno nada tampoco después não sempre sem nenhum nenhuma nem depois mai senza "
    "nessun nessuno nessuna niente né dopo nu niciodată fără "
    # Swedish, Danish, Norwegian, Finnish, Hungarian
    "inte ej aldrig alltid utan ikke ikkje aldri altid uten uden ingen inget inga ei älä älkää "
    "eivät eikä koskaan aina ilman nem soha mindig nélkül "
    # Polish, Czech, Slovak, Croatian
    "nie nigdy zawsze bez żaden żadna nikdy vždy žádný žádná nikada uvijek "
    # Turkish, Indonesian, Vietnamese
    "değil yok asla hiç hayır tidak jangan bukan tanpa không đừng chưa chẳng "
    # Russian, Ukrainian, Greek
    "не нет ни никогда без нельзя только всегда ні без ніколи немає завжди δεν μην όχι ποτέ χωρίς "
    # Arabic, Hebrew, Persian, Hindi
    "لا ليس لم لن غير بدون أبدا לא אין אל בלי לעולם نه بدون هرگز नहीं मत न ना बिना कभी "
    # numbers as words
    "zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty "
    "hundred thousand million once twice half double triple second third fourth fifth daily weekly "
    "monthly yearly hourly eins zwei drei vier fünf sechs sieben acht neun zehn deux trois quatre "
    "cinq six sept huit neuf dix dos tres cuatro cinco seis siete ocho nueve diez dois três quatro "
    "tre quattro cinque sei sette otto nove dieci два три четыре пять шесть семь восемь девять "
    "десять"
)
NEGATIONS = frozenset(_WORDS.split())

# In scripts without spaces a negation is a part of a run of letters: counted as it stands.
NEGATION_PARTS = (
    *"不别別勿没沒無无非禁未莫否",
    "ない",
    "なし",
    "ません",
    "ず",
    "ぬ",
    "안 ",
    "않",
    "못",
    "없",
    "말고",
    "마세요",
    "마라",
    "금지",
    "ไม่",
    "อย่า",
    "ห้าม",
)

# 'safe' and 'unsafe', 'lock' and 'unlock', Czech 'používej' and 'nepoužívej'.
NEGATING_PREFIXES = (
    *("un", "in", "im", "ir", "il", "dis", "non", "non-", "de", "re", "anti", "mis", "pre", "post"),
    *("ne", "nie", "не", "ни", "без", "бес", "mé", "in", "im", "des", "dés", "sem", "α", "αν"),
)
NEGATING_SUFFIXES = ("less", "ma", "me", "maz", "mez", "masın", "mesin")

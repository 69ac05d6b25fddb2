# ruff: noqa: RUF001 - letters of several scripts are what these patterns are made of
"""What shows in other languages than English that a sentence tells something and asks for nothing.

Tried on one sentence in lower case.
"""

from __future__ import annotations

from typing import Final

from luminair.patterns import late_pattern

_PEOPLE: Final = (
    r"(?:chef\w*|kund\w+|mutter|mama|vater|papa|frau|mann|schwester|bruder|nachbar\w*|lehrer\w*|"
    r"prüfer\w*|steuerberater\w*|anwalt|anwältin|redaktion|lektor\w*|verlag|vermieter\w*|kolleg\w*|"
    r"team|marketing|vertrieb|nutzer\w*|leute|schule|arzt|ärztin|professor\w*|betreuer\w*|"
    r"behörde|amt|support|praktikant\w*|leser\w*|"
    r"clients?|clientes?|patron\w*|mère|père|femme|mari|voisin\w*|prof|équipe|collègues?|éditeur|"
    r"éditrice|utilisateurs|gens|comptable|propriétaire|directeur|directrice|"
    r"jef[ea]|madre|padre|mujer|marido|vecin[oa]s?|profesor\w*|equipo|compañer[oa]s?|editor\w*|"
    r"usuarios|gente|contable|dueñ[oa]|"
    r"capo|moglie|marito|vicin[oa]|professoressa|squadra|collega|colleghi|utenti|"
    r"baas|klant\w*|moeder|vader|buurman|buurvrouw|leraar|collega's|gebruikers|mensen|"
    r"chefe|mãe|pai|esposa|vizinh[oa]|equipe|usuários|"
    r"начальни\w+|клиент\w*|заказчи\w+|мама|папа|жена|муж|учител\w+|коллег\w+|пользовател\w+)"
)
_WANT: Final = (
    r"(?:will|wollen|wollte\w*|möchte\w*|hätte\w*|verlang\w*|mein(?:t|en|te)|sag(?:t|te|en)|"
    r"find(?:et|"
    r"en)|wünsch\w*|besteht|forder\w*|frag\w*|bittet|bitten|erwart\w*|veut|veulent|voulait|"
    r"voudrai\w*|demand\w+|dit|disent|exig\w+|souhait\w*|pense\w*|insist\w*|quier\w+|quer\w+|"
    r"pid\w+|"
    r"dic\w+|piens\w+|vuole|vogliono|vorrebbe|chied\w+|pretende|wil|willen|vraagt|vragen|zegt|"
    r"vindt|"
    r"eist|quer|pede\w*|diz|acha|хо\w+т|хотел\w*|просит|просил\w*|говорит|считает|требует)"
)
OTHERS: Final = late_pattern(
    rf"(?:\S+ ){{0,3}}?(?:l')?{_PEOPLE}(?: \S+){{0,2}}? {_WANT}\b(?!.*[,.;] (?:also|deshalb|bitte|"
    rf"donc|"
    r"así que|quindi|dus)\b).*"
)
"""A person who is not the author, and a verb of wanting or saying."""
SAID: Final = late_pattern(
    r".*\b(?:hat|haben|a|ont|ha|han|heeft|hebben) (?:sie |er |jemand |man |\S+ ){0,3}?(?:gesagt|"
    r"gemeint|"
    r"geschrieben|verlangt|gefragt|gebeten|dit|demandé|exigé|dicho|pedido|detto|chiesto|gezegd|"
    r"gevraagd)\b.*|.*, (?:mein(?:t|te)|sag(?:t|te)|find(?:et)|"
    r"dit|pense|dice|piensa|zegt|vindt) (?:er|sie|elle?|il|lui|lei|él|ella|hij|ze)\b.*|"
    r".*\b(?:steht|heißt es)\b.{0,40}\bdass\b.*"
)
MUSING: Final = late_pattern(
    r"(?:vielleicht|womöglich|eventuell|hm+|ich (?:frage|überlege)|ich bin (?:nicht|mir nicht|un)|"
    r"man "
    r"könnte|eigentlich (?:könnte|müsste)|peut-être|je me demande|on pourrait|j'hésite|quizás?|tal "
    r"vez|me pregunto|podríamos|no sé si|forse|mi chiedo|potremmo|non so se|misschien|ik vraag me "
    r"af|ik twijfel|talvez|será que|может быть|возможно|думаю|интересно)\b.*"
)
TRIED: Final = late_pattern(
    r".*\b(?:habe? .{0,60}versucht|versucht|(?:klappt|geht|ging|hilft|half|taugt) (?:so |damit |"
    r"auch |"
    r"leider )?nicht|nicht geklappt|geb(?:e|en) (?:\w+ )?auf|aufgegeben|sackgasse|j'ai essayé|on a "
    r"essayé|n'a rien donné|ça ne marche pas|j'abandonne|he (?:intentado|probado)|intenté|probé|me "
    r"rindo|ho provato|abbiamo provato|mi arrendo|geprobeerd|lukt niet|ik geef het op|tentei|"
    r"desisto|"
    r"пробовал\w*|пытал\w+|не вышло|сдаюсь)\b.*"
)
DONE: Final = late_pattern(
    r".*\b(?:ist|sind|war|waren|est|sont|está|están|è|sono|is|zijn) (?:alle |schon |jetzt |auch |"
    r"wieder |"
    r"tous |toutes |déjà |ya |todos |todas |già |tutti |al )*(?:raus|fertig|durch|erledigt|weg|da|"
    r"grün|online|prête?s?|finie?s?|list[oa]s?|hech[oa]s?|terminad[oa]s?|pront[oiae]|finit[oiae]|"
    r"klaar|bezahlt|verschickt|abgeschickt|gemacht)\b.*"
)
GAME: Final = late_pattern(
    r"(?:du spielst |tu joues |tú haces de |du bist (?:jetzt )?(?:ein|eine|der|die|mein|meine) "
    r"(?!experte|expertin|assistent|senior|"
    r"erfahren)\w+(?:$|[,.!]| und)|spiel(?:e|en wir)? (?:bitte )?(?:den|die|das|ein|eine|einen|"
    r"mein\w*)\b|stell dir vor|tu so|rollenspiel|tu es (?:un|une|mon|ma|le|la) (?!expert|assistant|"
    r"développ)\w+(?:$|[,.!]| et)|joue (?:le|la|un|une|mon|ma)|imagine que|faisons comme si|jeu de "
    r"rôle|eres (?:un|una|el|la|mi) (?!expert|asistente|desarroll)\w+(?:$|[,.!]| y)|imagina que|"
    r"haz "
    r"de (?:mi|un|una)|juego de rol|sei (?:un|una|il|la|mio|mia) (?!espert|assistente)\w+(?:$|"
    r"[,.!]| "
    r"e)|fai finta|immagina|jij bent (?:een|de) \w+(?:$|[,.!]| en)|doe alsof|stel je voor|"
    r"представь|"
    r"притворись)"
)
PRODUCT: Final = late_pattern(
    r"(?:(?:bitte|kannst du|könntest du|könnten sie|mal|kurz|s'il te plaît|peux-tu|tu peux|"
    r"pourrais-tu|"
    r"puedes|podrías|por favor|puoi|per favore|kun je|pode|mir|uns|me|nous|пожалуйста) )*"
    r"(?:schreib\w*|verfass\w*|formulier\w*|entwirf|entwerf\w*|erstell\w*|dicht\w*|reim\w*|gib|"
    r"nenn\w*|"
    r"mach|erfind\w*|überleg\w*|ich (?:brauche|hätte gern|möchte)|écri\w*|rédige\w*|compose|"
    r"invente|"
    r"donne|fais|propose|j'ai besoin d'|il me faut|escrib\w*|redact\w*|crea|inventa|dame|haz|"
    r"necesito|"
    r"scriv\w*|redigi|dammi|fammi|mi serve|schrijf|maak|geef|bedenk|escrev\w*|faça|me dê|напиши\w*|"
    r"придумай\w*|сочини\w*)(?:[- ]?(?:mir|uns|moi|nous|me|mi|dir))?(?: (?:bitte|mal|kurz))*"
    r"(?: ?(?:eine?[nmrs]?|une?|des|una?|uno|umas?|uma?|een|zwei|drei|fünf|zehn|deux|trois|cinq|"
    r"dos|"
    r"tres|cinco|tre|due|cinque|twee|drie|\d+|kurze[nrs]?|paar|quelques|unos|unas))*"
    r" ?(?:[\w-]+ ){0,3}?(?:absage|zusage|einladung|\w*gedichte?|"
    r"\w*rede|e?-?mails?|brief|\w*nachricht|"
    r"antwort|"
    r"texte?|\w*spruch|sprüche|grußkarte|glückwunsch\w*|slogans?|geschichte|entschuldigung|ausrede|"
    r"kündigung|beschwerde|anzeige|witz|namen|ideen|vorschläge|titel|überschrift|toast|limerick|"
    r"haikus?|"
    r"rezept|lied|post|tweet|bewerbung|anschreiben|dankeskarte|\w*liste|aushang|zettel|sätze?|"
    r"beispiele?|fragen|"
    r"poème|mot|lettre|message|courriel|discours|histoire|réponse|invitation|blague|excuse|titres?|"
    r"noms|idées|phrases?|exemples?|chanson|annonce|recette|"
    r"poema|carta|correo|mensaje|discurso|cuento|historia|respuesta|invitación|chiste|títulos?|"
    r"nombres|"
    r"frases?|ejemplos?|canción|anuncio|receta|"
    r"poesia|lettera|messaggio|discorso|storia|risposta|invito|barzelletta|titol[oi]|nomi|idee|"
    r"frasi|"
    r"canzone|annuncio|ricetta|gedicht|brief|bericht|antwoord|uitnodiging|verhaal|grap|namen|"
    r"ideeën|"
    r"poema|mensagem|resposta|convite|piada|стих\w*|письмо|рассказ|поздравление|шутку|ответ)\b"
    r"(?![-/]).*"
)
"""A text of its own, and no place where it is kept."""
NOT_NEEDED: Final = late_pattern(
    r".*\b(?:(?:brauch\w*|benötig\w*) .{0,40}nicht(?: mehr)?|(?:nicht|nichts|kein\w*)(?: mehr)? "
    r"(?:bedarf|nötig|notwendig|gebraucht|erforderlich)|muss(?:t|en)? (?:\S+ ){0,3}?(?:nichts?(?! "
    r"nur)|kein\w*)|vergiss(?! nicht)|lass (?:es|das|gut|mal gut)|hat sich erledigt|überflüssig|"
    r"(?:pas|plus|aucun) (?:la peine|besoin)|inutile d\S+|n'est (?:pas|plus) (?:nécessaire|utile)|"
    r"laissez? tomber|oubliez?(?! pas)|no hace falta|ya no (?:hace falta|necesit\w+|quier\w+)|no "
    r"(?:es|será) necesari[oa]|(?<!no )(?<!no te )olvid\w+|déjalo|non (?:serv(?:e|ono)|occorr\w+)|"
    r"non c'è bisogno|non è (?:più )?necessari[oa]|lascia (?:perdere|stare)|hoef(?:t|ven)? (?:\S+ "
    r"){0,3}?niet|hoeven .*niet|niet (?:meer )?nodig|laat maar|vergeet(?! niet)|não (?:precis\w+|é "
    r"(?:mais )?necessári[oa])|deixa pra lá|(?<!não )esquece|(?:больше )?не (?:нужн\w+|требуется)|"
    r"(?<!не )забудь|необязательно)\b.*"
)
"""What is taken back, or need not be done."""
TOOL: Final = late_pattern(
    r".*\b(?:git|npm|docker|commits?|push|pull|screenshots?|build|merge|rebase|deploy|branch|"
    r"tests?|server|linter|skript|script|dist|logs?|cache)\b.*"
)
"""A tool that is set to work."""
RUNS: Final = late_pattern(
    r"(?:mach\w*|führ\w*|start\w*|lass\w*|lösch\w*|zeig\w*|öffne|fais|lance\w*|relance|exécute|"
    r"montre|supprime|efface|vuelve|haz|ejecuta|lanza|corre|borra|muestra|abre|fai|esegui|lancia|"
    r"avvia|cancella|mostra|apri|draai|start|voer|toon|verwijder|doe|roda|execute|apaga|abra|faz|"
    r"запусти|сделай|удали|покажи|открой)\b.*"
)
SIGNS_OTHERS: Final = late_pattern(
    r"(?:(?:我的?|我们的?|公司的?|有个|有些|一个)?(?:客户|老板|经理|用户|同事|领导|市场部|产品经理|老师|妈妈|"
    r"爸爸|朋友|设计师|测试|客服|房东|邻居|他们?|她们?|有人)[^，,]{0,4}?(?:希望|想|要求|说|建议|让|觉得|要|喜欢|抱怨)|"
    r".{0,6}?(?:上司|お客|顧客|ユーザー|同僚|先生|母|父|妻|夫|友人|クライアント|彼女?|社長|部長|課長|営業|"
    r"デザイナー|マネージャー|チーム)(?:さん|様|の人|たち)?(?:が|は|から|に|も).*(?:と言|ほしいと|てほしいらし|"
    r"たいと|求め|要望|頼まれ|言われ|そうです|らしい))"
)
SIGNS_PRODUCT: Final = late_pattern(
    r"(?:(?:请|麻烦)?(?:你)?(?:帮我|给我|替我)?(?:写|想|编|起|拟|翻译|润色)(?:一|几|个|首|篇|段|封|条|句|下|点)?.{0,10}(?:祝福|诗|"
    r"故事|笑话|邮件|信|文案|标题|名字|句子|作文|演讲|贺词|短信|朋友圈|口号|对联|谜语|请假条|道歉)[^，,]{0,6}$|.*(?:俳句|詩|物語|手紙|例文|挨拶文?|"
    r"ジョーク|スピーチ|短歌|お礼状|キャッチコピー).{0,6}(?:書いて|考えて|作って|教えて))"
)
"""A text of its own, where words are not spaced."""
SIGNS_NOT_NEEDED: Final = late_pattern(
    r".*(?:不用(?:了|改|做|管|加|写)|不要了|(?:不|没)(?:再)?(?:需要|必要)|算了|别管|取消(?:那|这|刚才|之前)|"
    r"必要(?:は|が)?(?:もう)?(?:ありません|ない|なくな)|なくて(?:も)?(?:いい|大丈夫|よい)|不要(?:です|になり)|"
    r"やめておき|キャンセル|取り消し|忘れてください)"
)
TOUCH_UP: Final = late_pattern(
    r".*\b(?:den|die|das|dem|der|le|la|les|el|il|lo) (?:erste[nrs]?|zweite[nrs]?|dritte[nrs]?|"
    r"letzte[nrs]?|"
    r"mittlere[nrs]?|anderen?|premi(?:er|ère)|deuxième|seconde?|troisième|derni(?:er|ère)|"
    r"primer[oa]?|"
    r"segund[oa]|tercer[oa]?|últim[oa]|prim[oa]|second[oa]|terz[oa]|ultim[oa]) (?:satz|absatz|teil|"
    r"zeile|"
    r"wort|punkt|hälfte|beispiel|version|vorschlag|variante|phrase|paragraphe|mot|ligne|partie|"
    r"point|"
    r"exemple|moitié|frase|párrafo|línea|parte|punto|ejemplo|riga|paragrafo|esempio)\b.*|(?:plus|"
    r"moins|"
    r"más|menos|più|meno|mehr|weniger|etwas|un peu|un poco) (?:\S+ ?){1,3}|(?:kürzer|länger|"
    r"einfacher)"
)
"""What only touches up an answer."""

# ruff: noqa: RUF001 - letters of several scripts are what these patterns are made of
"""What passwords and keys are called, what stands between a name and its value, as tables.

A secret that is told or written down has three parts: a label, a separator and a value. Labels
are words of many languages, separators those of code, files, Markdown and sentences, and each
goes with each; ``secret_told`` puts them together and looks at the value.
"""

from __future__ import annotations

import re

from luminair.patterns import late_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

HINTS: Final = (
    *("pass", "pwd", "pw", "psk", "mdp", "kennwort", "losungswort", "contrase", "senha"),
    *(
        "clave",
        "schlüssel",
        "wachtwoord",
        "hasło",
        "haslo",
        "пароль",
        "lösenord",
        "adgangskode",
        "salasana",
    ),
    *("jelszó", "heslo", "şifre", "mật khẩu", "kata sandi", "parola", "パスワード", "暗証番号"),
    *("密码", "密碼", "口令", "비밀번호", "secret", "token", "key", "salt"),
    *("pasw", "pswd", "psw", "p/w", "codewort", "clé api", "clé d'api", "chiave api", "chave"),
)
"""One of these stands in each label; in lower case."""

PASSWORD: Final = late_pattern(
    r"passwor[dt]|passwd|paswor[dt]|codewort|pass[ -]?phrase|passcode|kennwort|losungswort|"
    r"zugangscode|mot de passe|"
    r"contrase[ñn]a|senha|palavra[ -]passe|mi clave|wachtwoord|has[łl]o|пароль|lösenord|passord|"
    r"adgangskode|salasana|jelszó|heslo|şifre|parola d'ordine|kata sandi|mật khẩu|パスワード|"
    r"暗証番号|密码|密碼|口令|비밀번호|(?:wlan|wi-?fi|wpa2?)[ -]?(?:key|schlüssel)|"
    r"clave(?=\s{0,2}[:=])|(?<![^\W_])(?:passw?|pwd|p/?w|pswd?|psk|mdp)(?![^\W_])|"
    r"(?<=[a-z0-9])(?:pass|pwd|pw)(?![^\W\d_])"
)
"""What a password is called; in lower-cased text."""
KEY: Final = late_pattern(
    r"(?:(?:client|webhook|shared|consumer|app|api|jwt|session|signing) secret|"
    r"(?:api|access|auth|secret|private|encryption|signing|master|session|cookie|jwt|salt|hmac|"
    r"app|account|license|webhook)[ _-]?key|api[ _-]?schlüssel|(?:clé|chiave|chave|clave)\s"
    r"(?:d['’]|de\s|di\s|da\s|della\s)?api|secret|token|(?<=_)salt)"
    r"(?:[ _-]?(?:key|token|value|base)){0,2}(?![a-z])"
)
"""What a machine's secret is called; in lower-cased text."""

OTHER_REST: Final = late_pattern(
    r"s?[_-]?(?:hash|hint|label|field|input|file|path|polic|reset|confirm|require|length|min|max|"
    r"place|template|case|fixture|error|message|msg|strength|expir|url|ref|id(?![a-z])|ids|type|name|manager|generator|"
    r"digest|encod|encrypt|column|page|view|form|box|button|dialog|visib|show|toggle|check|valid|match|"
    r"chang|forgot|updat|rule|prompt|callback|enabled|disabled|salt|iter|algo|less|protect|"
    r"count|limit|usage|budget|iz|ex?pired|at(?![a-z])|feld|vergessen|auth|scope|provider|"
    r"store(?!p)|authenticat|grant|bearer|context|repository|service|helper|test|mode|tooltip|"
    r"help|char|regex|pattern|complex|entropy|icon|ttl|ur[li]|endpoint|host|port|bytes|bits|size|"
    r"round|life|mgr|sec(?!ret)|minute|hour|day|env|issuer|audience|domain|prefix|suffix|param)",
)
"""What follows a label in the name of something that is about a secret and holds none."""
OTHER_BEFORE: Final = late_pattern(
    r"(?<![a-z])(?:forgot(?:ten)?|reset|change|confirm|enter|show|hide|hidden|toggle|invalid|wrong|"
    r"missing|no|bad|weak|repeat|require[ds]?(?=[_-])|choose|update|check|verify|validate|hash|encrypt|is|"
    r"has|by|max|min|csrf|next|page|_mei|cancellation|public(?:[_-]?key)?|per)[_-]?$"
)
"""What stands in such a name before it, right at the label."""
JOINED: Final = late_pattern(
    r"(?:require|store|key|trust|admin|root|user|db|sql|smtp|imap|mail|ssh|ftp|wifi|auth|become|sudo|"
    r"login|client|master|ldap|bind|proxy|vault)$"
)
"""What 'pass' is joined to in the name of a password: 'storepass'."""
GENERIC: Final = late_pattern(
    r"(?:^|[^\w])(?:no|every|each|any|which|what|whose|whether (?:the|a)|if (?:the|a)|kein|jedes|"
    r"aucun|ningún)\s$"
)
"""What stands before a label that is no certain one."""

CLOSE: Final = r"(?:\*\*|__|[\"'`*\])>}]){0,4}"
"""Quotes, brackets and emphasis in which a label stands, behind it."""
SIGNS: Final = (
    r"[ \t]{0,12}(?P<sign>=>|:=|={1,3}|[:：＝→]|->|<-|(?<=\s)[–—-](?=\s))[ \t]{0,12}"
    r"(?:(?:\*\*|__|\*(?=\s)|</\w{1,10}>)[ \t]{0,3})?(?:!!\w{1,20}[ ])?"
)
"""Of code, files and lists. ``**Password:** x`` has its emphasis open till behind the colon."""
OF: Final = (
    r"(?:\s(?:for|of|on|at|in|from|für|zum|zur|vom|von|des|der|auf|im|pour|de|du|sur|para|del|di|"
    r"per|do|da|voor|van|op|dla|för|для|от)\s[^\n:=\"'`“„]{1,40}?|\s\([^()\n]{1,30}\))?"
)
IS: Final = (
    r"(?:(?:"
    + OF
    + r"\s(?:is|was|are|were|reads|lautet|ist|war|heißt|heisst|sei|est|était|es|era|è|é|"
    r"c'est|är|er|je|это|là|adalah|should be|must be|will be|used to be)|(?<=has[łl]o)\sto)"
    r"(?:\s(?:now|still|currently|just|actually|again|then|jetzt|nun|noch|aktuell|wieder|"
    r"maintenant|toujours|ahora|ora|agora|nu|teraz|теперь|simply|wie immer|as always|as usual|"
    r"immer noch))?:?|['’]s|\s(?:currently|aktuell))\s{1,3}"
)
"""Of a sentence; where the password is for may stand between: 'the password for x is'."""
IS_CJK: Final = r"\s{0,3}(?:は|が|是|为|為|은|는|[:：＝=]|为：|是：)\s{0,3}"
SET_BEFORE: Final = late_pattern(
    r"\b(?:set|sets|setting|change[ds]?|reset|switch(?:ed)?|put|made)\b[^\n]{0,60}$"
)
SET_BEHIND: Final = late_pattern(r"\s(?:auf|zu|in)\s\S{4,80}\s(?:geändert|gesetzt|gestellt)")
AS_SET: Final = r"(?:\sfrom|" + OF + r"\s(?:to|auf|zu|en|a|in))\s{1,3}"
"""'I set the password to x', 'das Passwort auf x geändert'."""
PAIRED: Final = (
    r"(?:[\"']?\s{0,3}(?:,\s{0,20}|\n[ \t]{0,40}|\s(?:[a-z]+=\"[^\"\n]{0,40}\"\s){0,2})"
    r"[\"']?[Vv]alue[\"']?\s{0,3}[:=]\s{0,3}|"
    r"[\"']\s?>\s{0,20}<value>|[\"']\s?\{[^{}]{0,200}?\bdefault\s{0,9}=\s{0,3})"
)
"""Name and value apart, as in Kubernetes, compose files, JSON and XML: ``- name: X`` and below it
``value: y``."""
NAMED: Final = late_pattern(
    r"(?:^|[\s{,<\[-])[\"']?(?:(?i:name|key|id|type)[\"']?\s{0,3}[:=]\s{0,3}|variable\s)[\"']?"
    r"[\w.-]{0,60}$"
)
"""What stands before the label there."""
IN_CALL: Final = (
    r"\]?[\"'](?:\)?\s?,\s?(?:with:\s?)?|\)\.(?:(?:type|fill|send_keys|sendKeys|set|setValue|val|value)\(|value\s?=\s?))"
    r"(?=[\"'])"
)
"""``setenv("X_PASSWORD", "y")``, ``define('X', 'y')``."""
BELOW: Final = (
    r"[ \t]{0,3}[:：]?(?:\*\*|__)?[ \t]{0,3}(?:\n[ \t]{0,8}){1,2}(?:`{3}\w{0,10}\n)?[ \t]{0,12}"
)
"""The value stands on a line of its own."""
BLOCK: Final = late_pattern(
    r"[\"']?[ \t]{0,3}:[ \t]{0,3}[|>][+-]?\d?[ \t]{0,3}\n"
    r"(?P<value>(?:[ \t]+[^\n]{1,400}(?:\n|\Z)){1,12})"
)
"""A block of YAML: the value on the lines below."""

# What stands before a label, by which it is judged what may follow without a sign.
USER_BEFORE: Final = late_pattern(
    r"(?i:\b(?:user(?:name)?|login|usr|benutzer|usuario|usuário|utente|gebruiker|utilisateur|"
    r"identifiant|użytkownik|ssh|smb|ftp|account|as|with|mit|avec|con|com|met|id|machine|e-?mail)\b[^\n]{0,60}|"
    r"^[ \t]*(?:ENV|ARG|setx|setenv)[ \t]+\w{0,40}|[/,(][^\n]{0,3})$",
    re.MULTILINE,
)
PROSE_BEFORE: Final = late_pattern(
    r"(?i:\b(?:first|second|third|one|two|last|next|each|every|to|must|tests?|time|will|may|can|"
    r"could|should|would|not|and|or|they|we|it|you|that|all|checks?|let|single|the|a|lint|build)\s)$"
)
LOGIN_BEFORE: Final = late_pattern(
    r"(?i:\b(?:user(?:name)?|login|usr|benutzer|usuario|utente|ssh|smb|ftp|account|id|machine|"
    r"e-?mail|pw|host)\b[^\n]{0,60}|^)$"
)
ABOUT: Final = late_pattern(
    r"(?i:\b(?:label|text|word|string|title|key|column|field|rename|named|called|type|says?|shows?)\b)"
)
"""What stands before a label that is spoken of as a word."""
LISTED: Final = late_pattern(
    r"(?i:\b(?:user(?:name)?|login|benutzer\w{0,4}|e-?mail)\s?(?:and|or|und|oder|et|y|[/,&])\s?)$"
)

TAG_OF_YAML: Final = late_pattern(
    r"!(?i:vault|secret|ref|sub|getatt|env\w*|join|importvalue|include|reference)"
)
UNPACKED: Final = late_pattern(r"^\s*\w+(?:,\s?\w+)*,\s?$")

_SAID: Final = (
    # what code calls the things that it holds for a moment
    "wrapper wrapped orig original func callback factory handler result response buffer temp "
    "bcrypt argon scrypt viewer editor member operator moderator superuser author reader writer "
    "maintainer developer expiry collection collections iterations determines standard interface "
    "role roles them those recovery update updates index history reuse instead first "
    "second third last "
    "element item object node property properties attribute attributes methods "
    # verbs of which passwords and fields are the subject
    "come go live lie sit belong differ appear disappear remain exist depend become arrive expire "
    "expires leak swap overlap collide travel nullptr format syntax verlopen kwijt expirou wygasło "
    "valor "
    # of passwords, and of the fields that take them
    "must should shall may might can cannot could will would do does did done has have had be "
    "been  being is are was were not no never none always often only also too very just still "
    "already  again once twice then now here there where when while because if else after "
    "before between  required optional mandatory missing invalid incorrect wrong correct right "
    "valid fine okay good  great bad weak strong strength secure insecure safe unsafe short "
    "long empty blank null nil  true false yes nope unknown undefined default defaults visible "
    "invisible hidden shown masked  plain plaintext cleartext hashed salted encrypted encoded "
    "stored saved logged leaked sent  expired outdated obsolete stale old new same different "
    "equal identical unique gone lost  forgotten forgot reset change changed rotate rotated "
    "shared given kept read write readonly  writeonly public private internal external local "
    "remote global static dynamic random generated  auto automatic manual part what which that "
    "this these those your mine yours ours their his her  await async yield new typeof  its the "
    "and but for from with without into onto over under about like  something anything nothing "
    "everything someone anyone nobody everybody see ask look use used  using uses let leave "
    "left keep set unset get got take taken give enter entered type typed  choose chosen pick "
    "check checks checked confirm confirmed verify verified match matches accept  accepted "
    "reject rejected fail fails failed failure work works working broken missing needed  comes "
    "coming goes going stays same-origin include omit inherit inline "
    # of forms and windows
    "field fields form forms input inputs box boxes button buttons dialog dialogs page pages "
    "screen  screens view views tab label labels hint hints placeholder icon toggle link links "
    "flow flows  prompt prompts panel modal popup tooltip mask masks copy paste focus "
    # of code
    "string strings text texts str char chars character characters varchar bytes byte bool "
    "boolean  number numbers numeric integer int float double object any never void uuid json "
    "yaml array list  dict map tuple enum union optional nullable secretstr value values "
    "variable variables var const  let param params parameter parameters arg args argument "
    "arguments option options flag flags  name names key keys token tokens secret secrets hash "
    "hashes salt pepper digest cipher  identifier literal keyword keywords operator expression "
    "statement symbol eof newline  raw data body req request res response ctx context config "
    "configuration settings env  environment envvar props state self this user users username "
    "usernames email mail login logins  logout account accounts admin administrator root guest "
    "owner person bob  password passwords passwort passwd passphrase passcode pass pwd kennwort "
    "credentials  credential creds auth authentication authorization basic bearer digest oauth "
    "jwt saml ldap sso  cookie cookies session sessions header headers query path file files "
    "stdin stdout keychain  keyring vault vaults bitwarden keepass lastpass wiki readme docs "
    "documentation example examples  sample dummy fake mock test tests testing todo fixme "
    "changeme redacted foo bar baz qux  lorem ipsum high medium low large small minimum maximum "
    "min max length least most  digit digits letter letters symbol symbols uppercase lowercase "
    "sensitive case policy policies  rule rules validator validation error errors message "
    "messages warning info debug  manager service services server client database table column "
    "columns row rows  db sql postgres postgresql mysql mariadb redis mongo mongodb sqlite "
    "rabbitmq minio grafana  google github gitlab apple microsoft facebook twitter slack okta "
    "setup mode pairs  localhost production staging development prod dev beta alpha release "
    "enter escape space tab shift ctrl cmd left right top bottom center start end  light dark "
    "primary secondary success danger  httponly samesite strict lax none  rotation refresh "
    "refreshed revoke revoked issue issued scope scopes claim claims  lambda function method "
    "class import return "
    # of other languages
    "muss müssen soll sollte darf wird werden nicht kein keine nur bitte falsch leer kurz lang "
    "abgelaufen vergessen ändern geändert zurücksetzen eingeben final ungültig gültig "
    "pflichtfeld mindestens zeichen sichtbar verborgen gespeichert feld pflicht sicher unsicher "
    "richtig alt neu gleich hier dort noch schon erforderlich optional stimmt steht vide court "
    "longue incorrect incorrecte obligatoire requis requise oublié oubliée invalide faux fausse "
    "perdu votre saisir facultatif nom incorrecta incorrecto obligatoria obligatorio vacía "
    "requerida inválida olvidada corta larga demasiado demasiada segura errata errato "
    "obbligatoria obbligatorio dimenticata vuota corta sbagliata troppo obrigatória obrigatório "
    "incorreta vazia esqueci curta muito segura verkeerd verplicht vergeten leeg onjuist kort "
    "jest wymagane nieprawidłowe puste błędne неверный обязательное обязательно забыл пустой "
    "пустое поле obligatoriskt fel tomt "
)
SAID: Final = frozenset(_SAID.split())
"""What is said of passwords, of their fields and in code about them; nobody's password."""
KIND_OF: Final = late_pattern(
    r"[a-z]{2,}(?:ed|ing|able|ible|ly|less|ful|ous|tive|ized|ised|ent|ant|ary|ory|ical|ness|ment|"
    r"tion|sion|ity|ive|ial|ic|al)$|(?:ge|ver)[a-z]{3,}(?:t|en)$"
)
"""How words end that say how something is, in a sentence."""
TECH: Final = late_pattern(
    r"(?:base|sha|md|utf|h|x|int|uint|float|v|aes|rsa|rs|hs|es|ps|ed|argon|pbkdf|oauth|http|ipv|s|ec|k|mp|win|"
    r"win|web|level|step|page|line|row|col|field|input|user|test|password|pass|pw|token|secret|key|"
    r"key)[-_]?\d{1,5}s?|1password|2fa|\d{1,4}(?:[-–]\d{1,4})?[a-z]{0,2}|[\d.,:/+-]+"
)
"""Names of techniques and counts; no secrets though they hold digits."""
_SMALL: Final = (
    "a an the of to in is it its as at by or not be than then that this these those from with "
    "der die das und oder zu von le la les et ou des du el los las y o il lo e het een "
)
SMALL: Final = frozenset(_SMALL.split())
"""Words of sentences that no pass phrase is known to need; 'my', 'on' and 'and' it may."""

"""Commands, statements and calls that are given passwords, as data: a hint, a pattern, a form.

After the manuals of the programs. One of the hints stands in each text that a pattern finds, in
lower case; without it the pattern is neither tried nor compiled.
"""

from __future__ import annotations

import re
from enum import StrEnum

from luminair.keeping.secrets import values
from luminair.patterns import late_pattern
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Form(StrEnum):
    """How a pattern gives the password."""

    VALUE = "value"
    """Quoted or bare, as a shell has it."""
    SECOND = "second"
    """Behind a user's name, in one word, both in quotes or neither."""
    STRING = "string"
    """In quotes, as code has it."""
    OPTION = "option"
    """Behind an option that is named for it."""
    PAIR = "pair"
    """Behind a user's name, in a sentence."""
    HEADER = "header"


@dataclass(frozen=True, slots=True)
class Given:
    """One way to give a password.

    Attributes:
        hints: one of these stands in the lower-cased text, or the pattern is not tried.
        pattern: with the groups that its form needs.
        form: how the pattern gives the password.
    """

    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    form: Form


_VALUE: Final = f"(?:{values.QUOTED}|{values.BARE})"
_LINE: Final = r"\b[^\n|]{0,200}?[ \t]"
_STRING: Final = (
    r"(?P<mark>[\"'])(?P<quoted>(?:(?!(?P=mark))[^\n]|(?P=mark)(?=\w)|(?P=mark){2}(?=\w)){4,200}?)"
    r"(?P=mark)(?!\w)"
)
_Q: Final = r"(?P<q>[\"']?)"
_REST: Final = r"(?P<bare>[^\s]{3,200})"


def _command(pattern: str, *hints: str) -> Given:
    """A program and its option; what stands between is ``_LINE``."""
    # Atomic: what is no value behind the first such option is not sought behind each other one.
    source = rf"(?<![\w./-])(?>{pattern}){_VALUE}"
    return Given(hints, late_pattern(source, re.MULTILINE), Form.VALUE)


def _second(pattern: str, *hints: str) -> Given:
    return Given(hints, late_pattern(pattern, re.MULTILINE), Form.SECOND)


def _string(pattern: str, *hints: str) -> Given:
    return Given(hints, late_pattern(pattern + _STRING), Form.STRING)


_NAMED: Final = r"(?i:passw(?:or)?d|passphrase|pass|pwd|passin|passout|pw)"
_WHAT: Final = (
    r"(?P<what>(?i:\b(?:dane logowania|"
    r"(?:user(?:name)?|login|benutzer(?:name)?|id)(?:\s?[/:]\s?|\s(?:and|und|et|y|e|en)\s)"
    r"(?:pass(?:w(?:or)?[dt])?|pw|pwd|kennwort|mot de passe|contraseña)|"
    r"credentials?|creds|zugang(?:sdaten)?|anmeldedaten|identifiants|credenciales|credenziali|"
    r"inloggegevens|basic[ -]auth|htaccess|log(?:ged|ging)?[ -]?in|sign(?:ed)?[ -]in|"
    r"account|user(?:name)?)\b))(?:\*\*)?"
)
_BEFORE_USER: Final = (
    r"(?P<sep>\s?[:\uff1a=]\s{0,2}|\s\(|\s(?:is|are|was|were|as|with|using|via|sind|lauten|mit|"
    r"sont|son)\s(?:(?:the\s)?user\s)?|\s)(?:\*\*\s?)?"
)
_AS_ONE: Final = (
    r"\s(?:as|als|into|in)\s(?:(?:the|a|my|our|das)\s)?(?:\w{1,20}\s)?(?i:passw(?:or)?[dt])\b"
    r"(?:\s(?:field|box|input))?"
    r"(?=\s(?:on|for|in|at|everywhere|and|but|für|auf|then)\b|[.,;!)]|\s*$)"
)

TABLE: Final[tuple[Given, ...]] = (
    _command(r"sshpass\b[^\n]{0,80}?\s-p\s?", "sshpass"),
    _command(
        rf"(?:mysql\w*|mariadb[\w-]*|7z[arz]?|unrar|rar){_LINE}-p(?=[^\s-])",
        "mysql",
        "mariadb",
        "7z",
        "rar ",
    ),
    _command(rf"security\s(?:unlock|create|set|import|export){_LINE}-[pP][ ]", "security "),
    _command(r"\S{0,20}pass\w{0,8}\s<<<\s?", "<<<"),
    _command(r"neighbor\s\S{1,60}\spassword\s(?:\d\s)?", "neighbor"),
    _command(r"enable\s(?:password|secret)\s(?:\d\s)?(?=\S*\d)", "enable "),
    _command(rf"redis-cli{_LINE}-a\s{{1,3}}", "redis-cli"),
    _command(
        rf"(?:docker|podman|nerdctl|buildah|skopeo|helm|oras|crane|az|oc|cf|mongo\w*)\b"
        rf"(?=[^\n]{{0,120}}(?:\slogin\b|(?<=mongo)|\s-u\s|\s--username)){_LINE}-p[ =]",
        " -p",
    ),
    _command(rf"(?:ncftp\w*|imapsync|smbget|jmx\w*|useradd){_LINE}-p[ ]", " -p"),
    _command(
        r"(?!mysql|maria|docker\srun|rsync|\w{0,2}grep|az\b|tar\b|cp\b|ssh\b|scp\b|mkdir|docker-compose)[\w./-]{2,40}\s"
        r"(?:[^\n|]{0,80}?\s)?-u[ ]\S{1,60}\s(?:[^\n|]{0,80}?\s)?-[pP][ ](?!\d+\b)",
        " -p",
    ),
    _command(rf"ssh-keygen{_LINE}-[NP][ ]?", "ssh-keygen"),
    _command(
        r"rabbitmqctl\s(?:add_user|change_password|authenticate_user)\s\S{1,60}\s", "rabbitmqctl"
    ),
    _command(
        r"networksetup\s-setairportnetwork\s\S{1,20}\s(?:\"[^\"\n]{1,60}\"|\S{1,60})\s",
        "networksetup",
    ),
    _command(r"net\s{1,3}user\s(?=[^\n]{4,160}\s/add)\S{1,60}\s", "net user"),
    _command(r"net\s{1,3}use\s[^\n]{1,120}?/user:\S{1,60}\s", "/user:"),
    _command(r"net\s{1,3}use\s(?:\w:\s)?\\\\\S{1,120}\s(?!/)(?=[^\n]{0,100}/user:)", "net use"),
    _command(rf"(?:rar|winrar|unrar|7z\w?){_LINE}-hp(?=[^\s-])", " -hp"),
    _command(rf"openssl\s(?:enc|aes|des|bf|chacha)\S{{0,30}}{_LINE}-k\s{{1,3}}", "openssl "),
    _command(r"(?:kinit|su|smbclient|ssh-add)\b[^\n|]{0,100}?\s<<<\s?", "<<<"),
    _command(r"dscl\s[^\n]{1,40}-passwd\s\S{1,100}\s", "dscl"),
    _command(r"gh\ssecret\sset\s[^\n]{1,80}(?:--body|-b)[ =]", "secret set"),
    _command(r"ConvertTo-SecureString\s(?:-String\s)?", "securestring"),
    _command(r"(?:requirepass|masterauth)\s{1,3}", "requirepass", "masterauth"),
    _command(r"^AUTH\s(?=\S+(?:\s\S+)?\s*$)(?:default\s)?", "auth "),
    _command(r"wpa_passphrase\s{1,3}\S{1,40}\s{1,3}", "wpa_passphrase"),
    _command(r"nmcli\b[^\n]{0,100}\spassword\s{1,3}", "nmcli"),
    _command(rf"ldap\w{{2,10}}{_LINE}-w[ ]?", "ldap"),
    _command(rf"(?:zip|unzip|zipcloak){_LINE}-P[ ]?", "zip"),
    _command(r"htpasswd\s-\w*b\w*\s\S{1,80}\s\S{1,60}\s", "htpasswd"),
    _command(rf"(?:sqlcmd|bcp|osql){_LINE}-P[ ]?", "sqlcmd", "bcp", "osql"),
    _command(
        r"echo\s(?=[^\n]{4,200}\|\s?(?:sudo\s(?:-\w\s)?)?(?:passwd\b[^\n]{0,40}--stdin|sudo\s-S|"
        r"su\b|cryptsetup\b|kinit\b|(?:docker|podman|helm|oras|crane)\b[^\n]{0,120}--password-stdin|"
        r"gpg\b[^\n]{0,80}--passphrase-fd))(?:-n\s)?",
        "echo ",
    ),
    _command(r"sudo\s-S\s[^\n]{0,40}<<<\s?", "<<<"),
    _second(
        rf"(?<![\w-])(?:-u|--user|--proxy-user)[ =]?{_Q}(?P<user>[^\s:\"'$]{{1,100}}):"
        r"(?P<bare>(?(q)[^\s]|[^\s\"'])[^\s]{2,300})",
        *(" -u", "--user", "--proxy-user"),
    ),
    _second(
        rf"(?<![\w.-])https?\s[^\n|]{{0,120}}?(?:-a|--auth)[ =]{_Q}(?P<user>[^\s:\"'$]{{1,100}}):"
        r"(?P<bare>(?(q)[^\s]|[^\s\"'])[^\s]{2,300})",
        *(" -a ", " --auth"),
    ),
    _second(
        r"(?:^|(?<=[\s\"'`(,;|]))(?P<q>)(?P<user>[\w.+-]{1,40}@[\w-]{1,40}(?:\.[\w-]{2,20}){1,3})"
        r"(?::|\s?[/|]\s)(?P<bare>(?=\S{0,60}\d)(?=\S{0,60}[A-Za-z!#$%])[^\s/@:\"'`,;|]{6,60})"
        r"(?=[.,;)\"'`|]?(?:\s|$))(?!\s/)",
        "@",
    ),
    _second(rf"\blftp\b[^\n]{{0,80}}?\s-u\s{_Q}(?P<user>[^\s,\"']{{1,100}}),{_REST}", "lftp"),
    _second(
        r"(?i:authorization:\s?basic)\s(?P<q>)(?P<user>[\w.@-]{1,60}):(?P<bare>[^\s\"']{3,200})",
        "authorization",
    ),
    _second(
        r"(?P<q>)(?P<user>\b[\w.@-]{2,60}):(?P<bare>[^\s\"'/:]{3,100})(?=\s(?:for|as|is)\s(?:the\s)?"
        r"(?:\w{1,12}\s)?(?i:basic auth|login|creds|credentials))",
        *("basic auth", "login", "cred"),
    ),
    _second(
        r"(?i:\bu(?:ser|name)?)\s?[:=]\s?(?P<q>)(?P<user>[\w.@-]{2,60})[,;]?\s{1,3}"
        r"p(?:w|ass)?\s?[:=]\s?(?P<bare>[^\s]{4,100})",
        *("u:", "u=", "user"),
    ),
    _second(
        r"(?i:(?<![\w/.:@-])(?P<user>admin|root|administrator|sa|elastic)):(?P<q>)"
        r"(?P<bare>(?=\S{0,60}\d)(?=\S{0,60}[A-Za-z])[^\s:/\"']{5,60})(?![:\w/])",
        *("admin:", "root:", "administrator:", "sa:", "elastic:"),
    ),
    _second(
        r"(?i:(?<=[:,]\s)(?P<user>admin|root|administrator|elastic))\s/\s(?P<q>)"
        r"(?P<bare>(?=\S{0,60}\d)[^\s/\"']{4,60}|[^\W\d_]{4,30}(?=[.,;)]?\s*$))(?!\s/)",
        *("admin /", "root /", "administrator /", "elastic /"),
    ),
    _second(
        r"(?P<q>)(?P<user>(?<![\w.+-])[\w.+-]{1,40}@[\w-]{1,40}(?:\.[\w-]{2,20}){1,3})\s/\s"
        r"(?P<bare>(?=\S{0,60}\d)[^\s/@:]{4,60}|[^\W\d_]{4,30}(?=[.,;)]?\s*(?:$|is\b)))(?![\w@])",
        *("account", "login", "log in", "test", "demo", "user", "cred"),
    ),
    _second(rf"(?<![\w-])-U\s{_Q}(?P<user>[^\s%\"']{{1,100}})%{_REST}", " -u"),
    _second(
        rf"\becho\s(?:-e?n?\s)?{_Q}(?P<user>[\w.@-]{{1,60}}):(?P<bare>[^\s|]{{3,200}})"
        r"\s?\|\s?(?:sudo\s)?chpasswd",
        "chpasswd",
    ),
    _second(
        rf"\bchpasswd\s?<<<?\s?{_Q}(?P<user>[\w.@-]{{1,60}}):(?P<bare>[^\s|]{{3,200}})", "chpasswd"
    ),
    Given(
        ("pass", "pwd", "pw"),
        late_pattern(
            rf"(?<![\w-])--?(?:[A-Za-z][\w-]{{0,30}}?)?{_NAMED}"
            rf"(?P<by>[ =]|\s{{2,3}}(?=[\"'])){_VALUE}"
        ),
        Form.OPTION,
    ),
    Given(
        ("pass:",),
        late_pattern(r"(?<=\spass:)(?P<bare>[^\s$\"'][^\s]{3,200})"),
        Form.VALUE,
    ),
    _string(
        r"(?i:\b(?:user|grant|alter|create)\b[^\n;]{1,160}?\bidentified\s{1,3}"
        r"(?:with\s{1,3}\w{1,40}\s{1,3})?by\s{1,3}(?:password\s{1,3})?)",
        "identified",
    ),
    _string(
        r"(?i:\b(?:user|role|login)\s[^\n;]{1,120}?\bpassword\s{0,3}=?\s{0,3}N?|"
        r"=\s?password\s?\(\s?)",
        "password",
    ),
    Given(
        ("identified",),
        late_pattern(
            r"(?i:\b(?:alter|create|grant)\s[^\n;]{1,120}?\bidentified\s{1,3}by)\s{1,3}"
            r"(?!(?i:role|externally|globally|password|values?|using|default|random)\b)"
            r"(?P<bare>[^\s\"':$<{;]{4,80})"
        ),
        Form.VALUE,
    ),
    _string(
        r"[\"'](?:sshpass|mysql\w*|redis-cli|docker|zip|unzip|sqlcmd|mongo\w*|mariadb[\w-]*)[\"']"
        r"[^\]\n]{0,120}?[\"']-(?:p|P|a)[\"'],\s?",
        *("'-p'", '"-p"', "'-a'", '"-a"'),
    ),
    Given(
        ("'-p", '"-p'),
        late_pattern(
            r"[\"'](?:mysql\w*|mariadb[\w-]*|7z\w?)[\"'][^\]\n]{0,120}?(?P<mark>[\"'])-p"
            r"(?P<quoted>[^\"'\s]{4,100})(?P=mark)"
        ),
        Form.STRING,
    ),
    Given(
        ("'-u'", '"-u"', "'--user'", '"--user"'),
        late_pattern(
            r"[\"'](?:-u|--user)[\"'],\s?(?P<mark>[\"'])[\w.@-]{1,60}:(?P<quoted>[^\"'\s]{4,100})"
            r"(?P=mark)"
        ),
        Form.STRING,
    ),
    _command(r"(?:user|SETUSER)\s\S{1,40}\son\s(?=[^\n]{0,80}\s[~+&])[^\n]{0,40}?>", " on "),
    _string(
        r"(?:(?:bcrypt|argon2|scrypt|pbkdf2\w*|sha\d{3}_crypt)\.\w{1,20}|hash_?pw|"
        r"(?i:(?:hash|check|verify|make|generate|validate)_?password(?:_hash)?))\(\s?b?",
        *("bcrypt", "argon2", "scrypt", "pbkdf2", "_crypt", "hashpw", "password"),
    ),
    _string(
        r"(?i:(?:change|set|update|reset)\w{0,12}password)\(\s?[\"'][^\"'\n]{1,60}[\"'],\s?"
        r"(?=[\"'][^\"'\n]{1,200}[\"']\s?\))",
        "password(",
    ),
    _string(r"WiFi\.begin\(\s?[\"'][^\"'\n]{1,60}[\"'],\s?", "wifi.begin"),
    _string(r"\bauth\s?=\s?\(?\s?(?:\w{1,30}\()?[\"'][^\"'\n]{1,80}[\"']\s?,\s?", "auth"),
    _string(
        r"(?i:log_?in|authenticate|sign_?in|auth|credentials|create_(?:super)?_?user|"
        r"getconnection)\((?:[^()\n\"']{0,40},)?\s?[\"'][^\"'\n]{1,80}[\"']\s?,\s?"
        r"(?:[\"'][^\"'\n]{0,60}@[^\"'\n]{1,60}[\"'],\s?)?(?![\"'][\w.+-]+@[\w-]+\.\w+[\"'])",
        *("login(", "log_in(", "authenticate(", "sign_in(", "signin(", "auth(", "credentials("),
        *("user(", "getconnection("),
    ),
    _string(
        r"(?:cookieParser\(|secretOrKey:\s?|createHmac\([\"'][\w-]{3,12}[\"'],\s?|"
        r"\bhmac\.new\(\s?b?|hmacShaKeyFor\(\s?)",
        *("cookieparser(", "secretorkey", "hmac"),
    ),
    _string(r"\bjwt\.(?:sign|verify|encode|decode)\([^\n\"'`]{1,80},\s?", "jwt."),
    _string(r"(?i:passw(?:or)?d)\w{0,30}(?:\.\w{1,30}){1,3}\s{0,3}=\s{0,3}", "passw"),
    Given(
        (" as ", " als ", " into ", " in "),
        late_pattern(
            r"(?i:\b(?:use[sd]?|using|set|take|nimm|try|enter(?:ed)?|type[sd]?|put))\s(?P<mark>[\"'`]?)"
            rf"(?P<quoted>[^\"'`\s]{{4,200}})(?P=mark){_AS_ONE}",
            re.MULTILINE,
        ),
        Form.STRING,
    ),
    Given(
        ("authorization",),
        late_pattern(
            r"(?i:authorization)[\"']?\s?[:=]\s?[\"']?(?i:bearer|token|basic|apikey|bot)\s"
            r"(?P<bare>[^\s\"'<$`{]{4,200})(?=[\"'\s]|$)"
        ),
        Form.HEADER,
    ),
    Given(
        ("x-", "api-key", "apikey"),
        late_pattern(
            r"(?i:x-[a-z-]{0,20}(?:key|token|secret|auth)|(?<![a-z-])api-?key)[\"']?:\s?[\"']?"
            r"(?P<bare>[^\s\"'<$`{]{4,200})(?=[\"'])"
        ),
        Form.HEADER,
    ),
    Given(
        ("cookie",),
        late_pattern(
            r"(?i:cookie)[\"']?\s?[:=][^\n]{0,200}?\b"
            r"(?i:[\w.-]{0,20}(?:session|sessid|sid|auth|token))="
            r"(?P<bare>(?=[^\s;\"']*\d)[^\s;\"'<$`{]{4,200})"
        ),
        Form.HEADER,
    ),
    Given(
        (
            *(
                "cred",
                "daten",
                "zugang",
                "benutzer",
                "identifiants",
                "inloggegevens",
                "logowania",
                "auth",
                "htaccess",
            ),
            *("login", "log in", "logged in", "sign in", "signed in", "account", "user", "id/"),
        ),
        late_pattern(
            rf"{_WHAT}{_BEFORE_USER}[\"'`]?(?P<user>[\w.@+-]{{2,60}})[\"'`]?(?P<by>\s?[/:]\s?)"
            r"[\"'`]?(?P<bare>[^\s\"'`/:(][^\s]{3,100})"
        ),
        Form.PAIR,
    ),
)
HINTS: Final = tuple(sorted({hint for each in TABLE for hint in each.hints}))

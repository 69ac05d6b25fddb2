# ruff: noqa: ARG005, E501, PLC3002 - a table of shapes, one a line
"""Made-up secrets of many kinds, and ordinary prompts that hold none, both from a seed.

The secrets are drawn at random and belong to nobody. What providers write before them is put
together from parts here, so that no scanner of repositories takes this file for a leak.
"""

from __future__ import annotations

import base64
import json
import string
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

LOWER_HEX = "0123456789abcdef"
WORD = string.ascii_letters + string.digits
URL = WORD + "_-"
B64 = WORD + "+/"
BASE32 = string.ascii_uppercase + "234567"
BECH32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"


def draw(rng: random.Random, letters: str, length: int) -> str:
    return "".join(rng.choice(letters) for _ in range(length))


def mixed(rng: random.Random, letters: str, length: int) -> str:
    """With letters and digits in it, as a random key of some length surely has."""
    while True:
        text = draw(rng, letters, length)
        if sum(map(str.isdigit, text)) > 1 and any(map(str.isalpha, text)):
            return text


def password(rng: random.Random) -> str:
    words = ("Sommer", "tulip", "Harbor", "kestrel", "Blau", "orchid", "Vega", "mango")
    return rng.choice(words) + rng.choice("!#&*?+") + str(rng.randint(10, 9999)) + rng.choice(words)


def key_block(rng: random.Random, what: str) -> str:
    lines = "\n".join(draw(rng, B64, 64) for _ in range(6))
    return f"-----BEGIN {what}-----\n{lines}\n{draw(rng, B64, 30)}==\n-----END {what}-----"


Made = tuple[str, str]
"""The text around a secret, with the secret in it, and the secret."""


def plain(prefix: str, letters: str, length: int) -> Callable[[random.Random], Made]:
    def make(rng: random.Random) -> Made:
        secret = prefix + mixed(rng, letters, length)
        return secret, secret

    return make


def behind(around: str, letters: str, length: int) -> Callable[[random.Random], Made]:
    def make(rng: random.Random) -> Made:
        secret = mixed(rng, letters, length)
        return around.replace("@@", secret), secret

    return make


def with_password(*arounds: str) -> Callable[[random.Random], Made]:
    def make(rng: random.Random) -> Made:
        secret = password(rng)
        return rng.choice(arounds).replace("@@", secret), secret

    return make


def jwt(rng: random.Random) -> Made:
    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    head = part({"alg": "HS256", "typ": "JWT"})
    secret = f"{head}.{part({'sub': str(rng.random()), 'role': 'admin'})}.{mixed(rng, URL, 43)}"
    return secret, secret


def service_account(rng: random.Random) -> Made:
    inside = draw(rng, B64, 64) + "\\n" + draw(rng, B64, 64)
    key = "-----BEGIN PRIVATE" + f" KEY-----\\n{inside}\\n-----END PRIVATE" + " KEY-----\\n"
    fields = f'"private_key_id": "{draw(rng, LOWER_HEX, 40)}",\n  "private_key": "{key}"'
    return f'{{\n  "type": "service_account",\n  {fields}\n}}', inside


def kubernetes(rng: random.Random) -> Made:
    secret = base64.b64encode(password(rng).encode()).decode()
    return (
        f"apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n  pw: {secret}\n",
        secret,
    )


def basic(rng: random.Random) -> Made:
    secret = base64.b64encode(f"admin:{password(rng)}".encode()).decode()
    return f"curl -H 'Authorization: Basic {secret}' localhost:8080", secret


def docker_login(rng: random.Random) -> Made:
    secret = base64.b64encode(f"bob:{password(rng)}".encode()).decode()
    return f'{{"auths": {{"ghcr.io": {{"auth": "{secret}"}}}}}}', secret


def pem(what: str) -> Callable[[random.Random], Made]:
    def make(rng: random.Random) -> Made:
        block = key_block(rng, what)
        return block, block.split("\n")[2]

    return make


def cut_pem(rng: random.Random) -> Made:
    block = key_block(rng, "OPENSSH PRIVATE" + " KEY").rsplit("\n", 2)[0]
    return block, block.split("\n")[3]


def seed_phrase(rng: random.Random) -> Made:
    words = [
        "river",
        "candle",
        "orbit",
        "maple",
        "velvet",
        "anchor",
        "copper",
        "lemon",
        "tunnel",
        "violin",
        "planet",
        "harvest",
    ]
    rng.shuffle(words)
    return f"my recovery phrase: {' '.join(words)}", " ".join(words)


SECRETS: dict[str, Callable[[random.Random], Made]] = {
    "anthropic": plain("sk-ant-" + "api03-", URL, 90),
    "openai": plain("sk" + "-", WORD, 48),
    "openai project": plain("sk-" + "proj-", URL, 120),
    "openrouter": plain("sk-or-" + "v1-", LOWER_HEX, 64),
    "google": plain("AI" + "za", URL, 35),
    "xai": plain("xa" + "i-", WORD, 80),
    "groq": plain("gs" + "k_", WORD, 52),
    "mistral": behind("export MISTRAL_API_KEY=@@", WORD, 32),
    "mistral in prose": behind("my mistral api key is @@", WORD, 32),
    "hugging face": plain("h" + "f_", WORD, 34),
    "github classic": plain("gh" + "p_", WORD, 36),
    "github oauth": plain("gh" + "o_", WORD, 36),
    "github fine-grained": plain("github_" + "pat_", WORD + "_", 82),
    "gitlab": plain("glp" + "at-", URL, 20),
    "slack bot": plain("xo" + "xb-123456789012-1234567890123-", WORD, 24),
    "slack webhook": behind(
        "https://hooks.slack" + ".com/services/T0A1B2C3D/B0A1B2C3D/@@", WORD, 24
    ),
    "stripe": plain("sk_" + "live_", WORD, 24),
    "stripe webhook": plain("wh" + "sec_", WORD, 32),
    "twilio": plain("S" + "K", LOWER_HEX, 32),
    "twilio auth token": behind('twilio auth_token = "@@"', LOWER_HEX, 32),
    "sendgrid": plain("SG" + ".abcDEF123456ghiJKL7890.", URL, 43),
    "aws id": plain("AK" + "IA", string.ascii_uppercase + "234567", 16),
    "aws secret": behind("aws_secret_access_key = @@", B64, 40),
    "azure storage": behind("AccountName=shop;AccountKey=@@==;EndpointSuffix=core", B64, 86),
    "azure client secret": plain("abc8" + "Q~", WORD, 34),
    "gcp service account": service_account,
    "npm": plain("np" + "m_", WORD, 36),
    "npmrc": behind("//registry.example.org/:_authToken=@@", WORD, 36),
    "pypi": plain("pypi-" + "AgEIcHlwaS5vcmc", URL, 120),
    "docker token": plain("dckr_" + "pat_", URL, 27),
    "docker config": docker_login,
    "digitalocean": plain("do" + "p_v1_", LOWER_HEX, 64),
    "cloudflare": behind("CLOUDFLARE_API_TOKEN=@@", URL, 40),
    "cloudflare in prose": behind("use this cloudflare token: @@ for the deploy", WORD, 40),
    "supabase": plain("sb" + "p_", LOWER_HEX, 40),
    "jwt": jwt,
    "rsa key": pem("RSA PRIVATE" + " KEY"),
    "openssh key": pem("OPENSSH PRIVATE" + " KEY"),
    "pgp key": pem("PGP PRIVATE" + " KEY BLOCK"),
    "ssh key, cut": cut_pem,
    "netrc": with_password("machine git.example.org login bob password @@"),
    "password in url": with_password(
        "postgres://shop:@@@db.example.org:5432/shop",
        "https://bob:@@@git.example.org/a.git",
        "redis://:@@@cache:6379/0",
        "mongodb+srv://app:@@@cluster0.example.net",
    ),
    "password=": with_password(
        "password=@@",
        "DB_PASSWORD=@@",
        'passwd: "@@"',
        "pwd='@@'",
        "--password @@",
        "--password=@@",
        '"password": "@@"',
    ),
    "PGPASSWORD": with_password("PGPASSWORD=@@ psql -h db", "export PGPASSWORD='@@'"),
    "password in prose": with_password(
        "the password is @@",
        "log in with admin / @@",
        "pw: @@",
        "user bob, password @@",
        "my password is @@, don't tell",
    ),
    "bearer": behind("Authorization: Bearer @@", WORD + "._-", 48),
    "bearer in code": behind('headers={"Authorization": "Bearer @@"}', WORD, 40),
    "basic": basic,
    "connection string": with_password(
        "Server=db;Database=shop;User Id=sa;Password=@@;Encrypt=true"
    ),
    "cookie": behind("Cookie: theme=dark; sessionid=@@; lang=en", LOWER_HEX + "xyz", 32),
    "session cookie": behind("curl -b 'connect.sid=@@' http://localhost", WORD + "%", 48),
    "2fa seed": behind("otpauth://totp/Shop:bob?secret=@@&issuer=Shop", BASE32, 32),
    "2fa seed in prose": lambda rng: (lambda s: (f"the 2FA secret is {s}", s))(
        draw(rng, BASE32, 32)
    ),
    "env line": behind("# .env\nPORT=3000\nSTRIPE_WEBHOOK_SECRET=@@\nDEBUG=1", URL, 40),
    "django key": behind(
        "SECRET_KEY = 'django-insecure-@@'", string.ascii_lowercase + string.digits + "#%^*-_=+", 44
    ),
    "kubernetes": kubernetes,
    "age": plain("AGE-SECRET-" + "KEY-1", BECH32, 58),
    "ssh password": with_password("sshpass -p '@@' ssh root@10.0.0.4", "mysql -u root -p@@ shop"),
    "json api key": behind('{"api_key": "@@", "region": "eu"}', LOWER_HEX, 32),
    "x-api-key": behind("curl -H 'x-api-key: @@' https://api.example.org", WORD, 32),
    "telegram": lambda rng: (lambda s: (s, s))(
        f"{rng.randint(10**8, 10**10)}:AA{mixed(rng, URL, 33)}"
    ),
    "discord webhook": behind("https://discord.com/api/webhooks/123456789012345678/@@", URL, 68),
    "linear": plain("lin_" + "api_", WORD, 40),
    "notion": plain("nt" + "n_", WORD, 46),
    "shopify": plain("shp" + "at_", LOWER_HEX, 32),
    "vault": plain("hv" + "s.", URL, 90),
    "databricks": plain("da" + "pi", LOWER_HEX, 32),
    "grafana": plain("gls" + "a_", WORD, 41),
    "mailgun": plain("ke" + "y-", LOWER_HEX, 32),
    "figma": plain("fig" + "d_", URL, 40),
    "airtable": lambda rng: (lambda s: (s, s))(
        f"pat{mixed(rng, WORD, 14)}.{draw(rng, LOWER_HEX, 64)}"
    ),
    "wireguard": behind("[Interface]\nPrivateKey = @@=\nAddress = 10.0.0.2", B64, 43),
    "seed phrase": seed_phrase,
    "token in a query": behind("https://api.example.org/v1/items?access_token=@@&page=2", WORD, 40),
}

AROUND = (
    "@@",
    "here is the key: @@",
    "please add this to the config: @@",
    "We need to rotate the deploy key later, it is @@ right now.",
    "the build fails with 401, I use\n\n```\n@@\n```\n\nwhat is wrong?",
    "remember that staging uses this:\n@@\nand prod another one",
    "von jetzt an bitte das hier nehmen:\n@@",
    "`@@` doesn't work any more",
)


def secret_prompts(rng: random.Random, count: int) -> list[tuple[str, str, str]]:
    """Kind, prompt and the secret in it; each kind as often as the others."""
    kinds = list(SECRETS)
    made = []
    for number in range(count):
        kind = kinds[number % len(kinds)]
        around, secret = SECRETS[kind](rng)
        made.append((kind, rng.choice(AROUND).replace("@@", around), secret))
    return made


def _uuid(rng: random.Random) -> str:
    return "-".join(draw(rng, LOWER_HEX, size) for size in (8, 4, 4, 4, 12))


ORDINARY: tuple[Callable[[random.Random], str], ...] = (
    lambda r: f"revert {draw(r, LOWER_HEX, 40)} and push",
    lambda r: f"cherry-pick {draw(r, LOWER_HEX, 7)} onto release/2.{r.randint(0, 9)}",
    lambda r: f"what changed between {draw(r, LOWER_HEX, 12)}..{draw(r, LOWER_HEX, 12)}?",
    lambda r: f"the order {_uuid(r)} is shown twice in the list",
    lambda r: f"request id: {_uuid(r)} took {r.randint(200, 9000)} ms, why?",
    lambda r: f"sha256:{draw(r, LOWER_HEX, 64)} is the digest of the image, pin it",
    lambda r: f'"integrity": "sha512-{draw(r, B64, 86)}==" does not match, fix the lock file',
    lambda r: f"<img src=\"data:image/png;base64,{draw(r, B64, 400)}\"> is blurry",
    lambda r: f"background:url(data:image/svg+xml;base64,{draw(r, B64, 200)}) no-repeat",
    lambda r: f"Traceback (most recent call last):\n  File \"/srv/app/{draw(r, string.ascii_lowercase, 6)}/auth/tokens.py\", line {r.randint(1, 900)}, in refresh_token\n    raise TokenExpired(token)\nTokenExpired: token expired",
    lambda r: "interface User {\n  password: string;\n  token?: string;\n  apiKey: ApiKey | null;\n}",
    lambda r: "def login(user: str, password: str) -> Token:\n    return issue_token(user, password=password)",
    lambda r: "token = request.headers.get('Authorization', '').removeprefix('Bearer ')",
    lambda r: "const apiKey = process.env.OPENAI_API_KEY; if (!apiKey) throw new Error('no key')",
    lambda r: "api_key=os.environ['ANTHROPIC_API_KEY'] gives a KeyError in CI",
    lambda r: "DATABASE_URL=postgres://user:password@localhost:5432/app does not connect",
    lambda r: "use postgres://${DB_USER}:${DB_PASSWORD}@db/app in the compose file",
    lambda r: "the password field should show an eye icon and the token page a copy button",
    lambda r: f"max_tokens={r.randint(100, 9000)} cuts the answer off, raise it to {r.randint(9000, 20000)}",
    lambda r: f"the token count is {r.randint(100, 90000)}, the budget 1500",
    lambda r: "what is the difference between an access token and a refresh token?",
    lambda r: "add a keyboard shortcut: key: Cmd+Shift+K opens the palette",
    lambda r: f"primary key (id), foreign key order_id references orders_{r.randint(1, 99)}",
    lambda r: f"cache_key = f'user:{{user_id}}:v{r.randint(1, 9)}'",
    lambda r: f"tests/auth/test_login_flow_{r.randint(1, 99)}.py::TestToken::test_refresh_token_{r.randint(1, 99)} fails",
    lambda r: f"rerun test id {draw(r, LOWER_HEX, 16)} from the nightly",
    lambda r: "!function(e,t){" + "".join(f"var {a}=e.{a}{r.randint(1, 9)}||t({r.randint(1, 99)});" for a in "abcdefgh") + "}(window,require);",
    lambda r: f"/Users/bob/Library/Developer/Xcode/DerivedData/Shop-{draw(r, string.ascii_lowercase, 28)}/Build is huge",
    lambda r: f"open ~/work/shop/node_modules/.pnpm/react@18.{r.randint(0, 9)}.0/node_modules/react/index.js",
    lambda r: f"bump gpt-4o-mini-2024-07-18 to claude-sonnet-4-5-2025092{r.randint(0, 9)} in the settings",
    lambda r: f"version {r.randint(0, 9)}.{r.randint(0, 40)}.{r.randint(0, 9)}-rc.{r.randint(0, 9)}+build.{draw(r, LOWER_HEX, 8)}",
    lambda r: f"https://github.com/acme/shop/pull/{r.randint(1, 5000)}/files#diff-{draw(r, LOWER_HEX, 64)}",
    lambda r: f"https://example.org/search?q=how+to+rotate&page={r.randint(1, 99)}&session=summer",
    lambda r: f"https://www.youtube.com/watch?v={draw(r, WORD, 11)} shows the bug",
    lambda r: f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{draw(r, B64, 43)} bob@laptop is my public key, add it",
    lambda r: f"-----BEGIN CERTIFICATE-----\n{draw(r, B64, 64)}\n{draw(r, B64, 64)}\n-----END CERTIFICATE-----\nexpired?",
    lambda r: f"color #{draw(r, LOWER_HEX, 6)} on #{draw(r, LOWER_HEX, 6)} has too little contrast",
    lambda r: ".sk-circle-fade-dot-animation-delay { animation-delay: -1.1s }",
    lambda r: f"docker pull registry.example.org/shop/api@sha256:{draw(r, LOWER_HEX, 64)}",
    lambda r: f"md5sum says {draw(r, LOWER_HEX, 32)}, the checksum in the file says {draw(r, LOWER_HEX, 32)}",
    lambda r: f"ETag: \"{draw(r, LOWER_HEX, 32)}\" never changes",
    lambda r: f"go.sum: golang.org/x/crypto v0.{r.randint(1, 40)}.0 h1:{draw(r, B64, 43)}=",
    lambda r: f"commit message: 'Rotate the signing key' ({draw(r, LOWER_HEX, 40)})",
    lambda r: "passwords must have 12 characters, one digit and one of !@#$%",
    lambda r: "rename the column password_hash to pw_hash, and secret_name to secret_label",
    lambda r: "the secret to fast tests is not touching the disk",
    lambda r: "key: value pairs are sorted, token by token, in the parser",
    lambda r: "parser.expect(Token.IDENTIFIER); token = self.next_token(); token.kind == TokenKind.STRING_1",
    lambda r: "Set GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }} in the workflow",
    lambda r: "API_KEY=<your-api-key>\nSECRET=changeme_in_production\nTOKEN=xxxxxxxxxxxxxxxx",
    lambda r: "export OPENAI_API_KEY=sk-... and AWS_SECRET_ACCESS_KEY=**** in the README",
    lambda r: f"LOG {r.randint(10, 23)}:{r.randint(10, 59)} INFO auth: token refreshed for user {r.randint(1, 999)} in {r.randint(1, 99)}ms",
    lambda r: "curl -u $USER:$TOKEN https://ci.example.org/job/42 returns 403",
    lambda r: f"trace 00-{draw(r, LOWER_HEX, 32)}-{draw(r, LOWER_HEX, 16)}-01 shows a slow span",
    lambda r: f"k8s pod shop-api-{draw(r, LOWER_HEX, 10)}-{draw(r, string.ascii_lowercase, 5)} restarts, kind: ConfigMap",
    lambda r: f"arn:aws:iam::{r.randint(10**11, 10**12)}:role/deploy-{r.randint(1, 9)} may not assume",
    lambda r: f"s3://shop-artifacts/builds/{draw(r, LOWER_HEX, 20)}/app.tar.gz is missing",
    lambda r: f"Fix bug {r.randint(100, 9999)}: the login button does nothing on Safari",
    lambda r: "please write a function that masks passwords: mask_password(text: str) -> str",
    lambda r: f"the session 20260825T2009-{draw(r, LOWER_HEX, 4)} lost its notes",
    lambda r: f"base64 of the icon: {draw(r, B64, 120)}",
    lambda r: f"uuid.UUID('{_uuid(r)}') in fixtures/users.json is the admin",
    lambda r: "wie lautet der Unterschied zwischen Passwort und Passphrase?",
    lambda r: "el token de acceso caduca demasiado pronto, mejor 30 minutos",
    lambda r: f"jest --testNamePattern='token {r.randint(1, 99)}' --shard={r.randint(1, 4)}/4",
    lambda r: "useEffect(() => { setToken(localStorage.getItem('token')) }, [token])",
    lambda r: f"npm ERR! code E401 Unable to authenticate, your authentication token seems to be invalid ({r.randint(1, 99)})",
    lambda r: "validate the Authorization: Bearer header before the body",
    lambda r: "password: Yup.string().min(8).required('Password is required')",
    lambda r: "secretName: shop-tls\n  keyRef: shop-db-credentials",
    lambda r: "SELECT token, user_id FROM sessions WHERE token = $1 AND expires_at > now()",
    lambda r: f"CUDA 12.{r.randint(0, 9)}, torch==2.{r.randint(0, 9)}.1+cu121, tokenizers==0.{r.randint(10, 20)}.1",
    lambda r: f"the tokenizer splits 'unbelievable{r.randint(1, 9)}' into 3 tokens: un, believ, able",
    lambda r: "API keys: where do we store them? The keychain, or a file?",
    lambda r: "authentication: OAuth2PasswordBearer(tokenUrl='token')",
    lambda r: f"gist https://gist.github.com/bob/{draw(r, LOWER_HEX, 32)} has the log",
)  # fmt: skip


def ordinary_prompts(rng: random.Random, count: int) -> list[str]:
    """Prompts as developers write them; each shape as often as the others."""
    return [ORDINARY[number % len(ORDINARY)](rng) for number in range(count)]

r"""Makes ``resources/secrets/gitleaks.json`` from gitleaks' own table, ``config/gitleaks.toml``.

    python packaging/secret_rules.py path/to/gitleaks.toml VERSION

Go's patterns become Python's: a flag inside becomes a group, ``\z`` becomes ``\Z``, and the
run of letters that many begin with goes, since it changes nothing of the secret that they find and
makes each letter of a text a beginning. Rules without keywords, the one for any key of any name,
and those for numbers that are no secrets (client ids) are left out.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "resources" / "secrets" / "gitleaks.json"
LEFT_OUT = {
    "generic-api-key",
    "curl-auth-header",
    "curl-auth-user",
    "private-key",
    "kubernetes-secret-yaml",
}
OWN = re.compile(
    r"(?:age|anthropic|aws|azure|cloudflare|databricks|digitalocean|doppler|gcp|github|gitlab|grafana|"
    r"huggingface|jwt|linear|mailgun|notion|npm|openai|perplexity|planetscale|postman|pulumi|pypi|"
    r"sendgrid|shopify|slack|stripe|telegram|twilio|vault|1password|dropbox-short|dropbox-long)(?=-|$)"
)
"""Kinds that ``luminair/keeping/secrets/kinds.py`` has itself."""
NO_SECRETS = re.compile(r"-(?:client-id|access-id|api-id|pub-key|pub-api-key)$")
HEAD = re.compile(r"\[\\w\.-\]\{0,\d+\}\??")
FLAG = re.compile(r"\(\?i\)")


def translated(pattern: str) -> str:
    """A pattern of Go's as Python takes it."""
    pattern = pattern.replace(r"\z", r"\Z").replace("[[", r"[\[")
    start = ""
    if pattern.startswith("(?i)"):
        start, pattern = "(?i)", pattern[4:]
    head = HEAD.match(pattern)
    if head:
        pattern = pattern[head.end() :]
    while found := FLAG.search(pattern):
        end = closing(pattern, found.end())
        inside = pattern[found.end() : end]
        pattern = f"{pattern[: found.start()]}(?i:{inside}){pattern[end:]}"
    re.compile(start + pattern)
    return start + pattern


def closing(pattern: str, at: int) -> int:
    """Where the group that ``at`` lies in ends, or the pattern."""
    depth = 0
    in_class = False
    while at < len(pattern):
        mark = pattern[at]
        if mark == "\\":
            at += 1
        elif in_class:
            in_class = mark != "]"
        elif mark == "[":
            in_class = True
            at += pattern[at + 1] in "^]"
        elif mark == "(":
            depth += 1
        elif mark == ")":
            if not depth:
                return at
            depth -= 1
        at += 1
    return at


def main(source: str, version: str) -> None:
    """Writes the table."""
    given = tomllib.loads(Path(source).read_text(encoding="utf-8"))
    rules = [
        {
            "name": rule["id"].replace("-", " "),
            "keywords": rule["keywords"],
            "pattern": translated(rule["regex"]),
            "entropy": rule.get("entropy", 0),
        }
        for rule in given["rules"]
        if rule.get("keywords")
        and rule.get("regex")
        and rule["id"] not in LEFT_OUT
        and not OWN.match(rule["id"])
        and not NO_SECRETS.search(rule["id"])
    ]
    about = {
        "from": f"gitleaks {version}, config/gitleaks.toml; see packaging/secret_rules.py",
        "licence": "MIT, see LICENSE beside this file",
    }
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(json.dumps(rule, ensure_ascii=False) for rule in rules)
    TARGET.write_text(f'{json.dumps(about)[:-1]}, "rules": [\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])

"""A person's own words: a prompt without what was pasted, quoted or made by a machine."""

from __future__ import annotations

import re
from typing import Final

from luminair.keeping.capture.documents import CUT, goes_on, without_documents, without_quotes
from luminair.patterns import late_pattern
from luminair.values import dataclass

LONGEST: Final = 60_000
"""Characters of a prompt that are looked at; nobody types more."""
_LONG_PROSE: Final = 600
_MANY_LINES: Final = 4

_DIGEST_HEADS: Final = late_pattern(
    r"^\s*(?:>\s*)?(?:# Journal digest(?: ·.*)?|DEAD ENDS \(do not try again\)|OPEN ASKS|NOTES "
    r"THAT MATCH"
    r"|LEFT OUT: .*luminair-journal show ID.*|#+ (?:standing rules|dead ends|open asks|pins|notes)"
    r"|part \d+ of \d+|dead ends,? \(?do not try again\)?:?"
    r"|Lines that start with \| are quoted notes: information, not orders\.)\s*$"
    r"|^\s*(?:>\s*)?(?:.{0,60}[\"'“:] ?)?(?:[-*•] ?)?\[(?:folder|global|session)\] \S"
    r"|\bJournal digest\b.{0,60}\b(?:RULES|PINS|OPEN ASKS|DEAD ENDS)\b",
    re.MULTILINE | re.IGNORECASE,
)
_NOTE_LINE: Final = late_pattern(
    r"^\s*(?:>\s*)?(?:[-*•|]\s.*[(\[]\d{8}T\d{4}-[0-9a-f]{4}[)\]]\s*$|[-*•|"
    r"]?\s*[(\[]?\d{8}T\d{4}-[0-9a-f]{4}\b)",
    re.MULTILINE,
)
_NOTE_HEAD: Final = late_pattern(r"^\s*(?:>\s*)?\[note [^\]\n]*·[^\]\n]*\]\s*$", re.MULTILINE)
_MACHINE_STARTS: Final = (
    "<system-reminder",
    "<task-notification",
    "<command-",
    "<local-command",
    "<user-prompt-submit-hook",
    "<environment_context",
    "<user_instructions",
    "<hook_context",
    "<journal",
    "<teammate-message",
    "<agent-message",
    "caveat: the messages below",
    "[request interrupted",
    "this session is being continued from a previous",
    "base directory for this skill",
    "# agents.md instructions",
    "stop hook feedback",
    "[system",
    "<bash-",
    "please continue the conversation from where we left it off without asking",
    "your task is to create a detailed summary of the conversation",
    "you are a helper that a session",
    "[automatic",
    "[scheduled",
    "unknown slash command",
    "api error",
    "tool result:",
    "<tool_",
    "<function_",
)
_TAGGED: Final = late_pattern(
    r"<([a-z][a-z0-9]*[-_][\w-]*|system|context|document|file|log|"
    r"output)(?:\s[^>\n]*)?>.*?(?:</\1>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_FENCE: Final = late_pattern(r"^[ \t]*(?P<mark>`{3,}|~{3,}|\"{3}|<{3,}|-{3,8}8<)", re.MULTILINE)
_SLASH: Final = late_pattern(r"\s*(?://|/(?=[a-z][\w:-]*(?:\s|$))|!|#(?=\S))")

_LOG: Final = late_pattern(
    r"^\s*(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ,]|\[?\d{1,2}:\d\d(?::\d\d|\] \w)|\w{3} +\d{1,2} \d\d:\d\d|"
    r"\[?(?:INFO|"
    r"WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL|CRITICAL)\b[\]: ]|Traceback \(|File \"|at "
    r".{1,200}[(:]\S*:?\d+|\w*(?:Error|Exception|Warning)\b.{0,4}:|E  |[\w ]{1,30}(?: \| [\w "
    r".:-]{1,30})+$|>>> |\.\.\. |\$ |% \w|(?:hint|fatal|remote|caused by|exit code|stderr|"
    r"stdout): |# \w+ ?[=/]|npm (?:ERR|WARN)|error(?:\[|: | TS)|warning: |(?i:npm warn|fatal "
    r"error: |panic: |segmentation fault)|(?i:build )?(?i:step) \d+\s?/\d+|---> |\S+: \*\*\*|"
    r"(?:level|ts|time|msg)=\S|[\w./-]+\(\d+,\d+\): |[\w./-]+\.\w+:\d+(?::\d+)?:? |\[\w+\] \w|"
    r"(?:eslint|mypy|ruff|tsc|gcc|clang|nginx|ssh|docker|make|git|psql|cargo|gradle|webpack|curl|"
    r"bash|zsh|sudo|apt|brew|pip|kubectl|terraform|systemd|java|node|python3?|rsync|scp|pytest|"
    r"jest|vite|postgres|redis|mysql|ls|cp|rm): (?=['\"\[(]|.*(?i:error|cannot|can't|could not|not "
    r"found|denied|refused|failed|no such|unable|connect to|fatal|invalid|warning|undefined))|"
    r"Plan: \d+ to |(?:added|removed|changed|audited|compiled|installed|collected|fetched) \d+ .*|"
    r"[A-Z]/[\w.]+\(|\"(?:GET|POST|PUT|DELETE|HEAD|PATCH) |(?i:kernel panic|cannot find module|"
    r"require stack|unable to )|(?:dyld|ld): |E: |W: |FAILED |PASSED |PASS "
    r"|FAIL |✓|✗|✕|●|\+\+\+ |--- a/|@@ |diff --git|index [0-9a-f]{7}|[+-](?![ \d-])|commit "
    r"[0-9a-f]{7}|\s*\d+ \||[│├└┌|]|={4,}|-{4,}|\*{4,}|~{4,}|_{4,})"
)
_CODE: Final = late_pattern(
    r"^\s*(?:(?:def|class|async def|function|const|let|var|import|from|export|public|private|"
    r"protected|static|interface|type|struct|enum|func|fn|package|use|#include|#define|return|"
    r"raise|throw|elif|else:|try:|except|catch|finally|for \(|while \(|if \(|switch \(|case .+:|"
    r"SELECT|INSERT INTO|UPDATE \w+ SET|CREATE TABLE|DELETE FROM|FROM \w+|WHERE|"
    r"@\w+)\b.*[(){};:=,*\w]$"
    r"|.*[;{}]\s*$|</?[A-Za-z][\w.-]*(?:\s[^>]*)?/?>.*$|"
    r"[\w.\"'-]+\s*[:=]\s*[\[{\"'\d].*[,\]}\"'\d]$|\"[\w.-]+\":|[\])},]+;?$|//|/\*|\*/|#!|--\s|"
    r"[\w.]+\(.*\)[;,]?$|[A-Z][A-Z0-9_]{2,}=\S*$)"
)
_MAIL: Final = late_pattern(
    r"^\s*(?:From|To|Cc|Sent|Date|Subject|Von|An|Gesendet|Betreff|De|À|Objet|Para|Asunto):\s|"
    r"^\s*-{2,} ?(?:Original Message|Forwarded message|Ursprüngliche Nachricht)|^\s*On .{5,80} "
    r"wrote:\s*$|^\s*Am .{5,80} schrieb .{1,60}:\s*$|^\s*Le .{5,80} a écrit\s?:\s*$",
    re.IGNORECASE,
)
_FOREIGN: Final = late_pattern(
    r"(?i:\b(?:e-?mail|mail|message|ticket|issue|article|docs?|documentation|logs?|output|errors?|"
    r"trace(?:back)?|stack ?trace|transcript|text|post|thread|review|comments?|spec|readme|"
    r"response|answer|feedback|paragraph|snippet|code|result|diff|config|file|story|note|"
    r"changelog|abstract|chat|conversation|said|says|wrote|writes|posted|asked|asks|summari[sz]e|"
    r"translate|proofread|rephrase|explain|reads|got|get|getting|this|prints?|shows?|schrieb|"
    r"schreibt|sagt|übersetze|texte?|mensaje|correo|artikel|fehler|erreur|error)\b)"
)
_MINE: Final = late_pattern(
    r"(?i:\b(?:(?:we|i|you) (?:need|want|should|must|have to|would like)|to-?dos?|tasks?|"
    r"following (?:things|points|changes|tasks|items)|do the following|please do|next steps|plan|"
    r"list|requirements?|wish(?:es)?|things|points|changes|fixes|steps|features?|rules|"
    r"conventions|guidelines|with|aufgaben|punkte|folgende)\b)"
)
_ABOUT_BELOW: Final = late_pattern(
    r"(?i:^(?:summari[sz]e|translate|proofread|rephrase|explain|review|correct|"
    r"shorten)\b[^.:]{0,60}\b(?:below|following|this|mail|e-?mail|notes|text|message|article|"
    r"thread)\b[^.:]{0,20}[.:]?$"
    r"|\b(?:of|about|to|with|on|is|does|in|from|at|do) (?:this|that|these|the following|below)(?: "
    r"\w+){0,2}\?$)"
)
_QUOTED: Final = late_pattern(r"^\s*>|.*(?:\[note [^\]\n]{8,}·|[:>\"“\]] ?\| \w)")
_LISTED: Final = late_pattern(r"^\s*[*-] (?:WARNING|ERROR|INFO|FATAL|DEBUG|branch \S+ +->)")


@dataclass(frozen=True, slots=True)
class Own:
    """What of a prompt its author said.

    Attributes:
        text: with :data:`CUT` where something was taken out; '' where nothing is left.
        pasted: whether something was taken out.
        reason: why nothing is left, or ''.
    """

    text: str
    pasted: bool = False
    reason: str = ""


def own_words(prompt: str) -> Own:
    """The person's own words in a prompt; linear in its length."""
    text = prompt[:LONGEST].replace("\r\n", "\n").replace("\r", "\n").strip()
    if not text:
        return Own("", reason="nothing is said")
    lowered = text[:200].casefold()
    if lowered.startswith(_MACHINE_STARTS):
        text = _TAGGED.sub("", text).strip()
        if not text or text[:200].casefold().startswith(_MACHINE_STARTS):
            return Own("", reason="a machine wrote it")
    if _SLASH.match(text):
        return Own("", reason="a command")
    if _DIGEST_HEADS.search(text) or len(_NOTE_HEAD.findall(text)) > 1 or _NOTE_LINE.search(text):
        return Own("", reason="it quotes the Journal's own digest")
    without = _TAGGED.sub(f"\n{CUT}\n", text) if "<" in text else text
    lines = _without_fences(without_quotes(without))
    kept = _without_blocks(without_documents(lines))
    own = re.sub(r"(?:\n*\[…\]\n*)+", f"\n{CUT}\n", "\n".join(kept)).strip()
    pasted = CUT in own or own != text
    bare = own.replace(CUT, "").strip()
    return Own(own, pasted) if bare else Own("", pasted, "only pasted text")


def _without_fences(text: str) -> list[str]:
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        found = _FENCE.match(line)
        if fence:
            if found and found["mark"][:3] == fence:
                fence = ""
                lines.append(CUT)
            continue
        if found:
            mark = found["mark"][:3]
            if line.count(mark) == 1 or not line.strip().endswith(mark):
                fence = mark
            else:
                lines.append(CUT)
            continue
        lines.append(line)
    if fence:
        lines.append(CUT)
    return lines


def _without_blocks(lines: list[str]) -> list[str]:
    """Without lines of logs, code, quotes and mails, and what is announced as another's words."""
    kept: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if _MAIL.match(line):
            kept.append(CUT)
            break  # a mail goes to the end: who adds something does so above it
        if _is_foreign(line, lines, at):
            kept.append(CUT)
            at += 1
            continue
        kept.append(line)
        at += 1
        if _announces(line) and (rest := _prose_below(lines, at)):
            kept.append(CUT)
            at = rest
    return kept


def _is_foreign(line: str, lines: list[str], at: int) -> bool:
    text = line.strip()
    if not text or text == CUT:
        return False
    if _QUOTED.match(line) or _LISTED.match(line):
        return True
    if _LOG.match(line) and not text.startswith(("- ", "* ", "+ ")):
        return True
    # Indented below other text and no item of a list: code.
    if line.startswith(("    ", "\t")) and not re.match(r"\s*(?:[-*+•]|\d+[.)])\s", line):
        return True
    if _CODE.match(line) and not re.match(r"\s*(?:[-*+•]|\d+[.)])\s+\w", line):
        near = [other.strip() for other in lines[max(0, at - 1) : at + 2] if other.strip()]
        words = len(re.findall(r"[A-Za-z]{2,}", text))
        return (
            (len(near) > 1 and sum(bool(_CODE.match(each)) for each in near) > 1)
            or words < 3
            or text[-1] in "{};"
        )
    return False


def _announces(line: str) -> bool:
    text = line.strip()
    if _ABOUT_BELOW.search(text):
        return True
    return text.endswith((":", "\uff1a")) and bool(_FOREIGN.search(text)) and not _MINE.search(text)


def _prose_below(lines: list[str], at: int) -> int:
    """Where announced prose ends, 0 where what follows is no such prose."""
    end = at
    while end < len(lines) and lines[end].strip() not in {"---", "***", "===", CUT}:
        end += 1
    block = [line for line in lines[at:end] if line.strip()]
    last = end
    while last > at and not lines[last - 1].strip():
        last -= 1
    begins = last
    while begins > at and lines[begins - 1].strip():
        begins -= 1
    if begins > at and begins < last and goes_on(lines[begins:last], lines[at:begins]):
        return begins
    if not block or all(re.match(r"\s*(?:[-*+•]|\d+[.)])\s", line) for line in block):
        return 0
    return end

"""Every command of ``luminair-journal`` as data; parsing and help read this table (spec 12)."""

from __future__ import annotations

from luminair.cli.arguments import Command, Option

KINDS = ("rule", "note", "doc", "ask", "ruledout")
SCOPES = ("session", "folder", "global")
STATUSES = ("open", "done", "dropped", "held")
IMPORTS = (
    "luminair", "markdown", "obsidian", "basic-memory", "memory-bank", "rules", "claude-code",
    "codex", "cursor", "chatgpt", "claude",
)  # fmt: skip
STATES = ("live", "hidden", "archived", "held", "damaged", "all")

# A sentence ends with what holds unless the option is given, where that is something.
COMMON = (
    Option("--vault", "DIR",
           "The Journal's folder (default: LUMINAIR_VAULT, else the one in Settings).",
           is_path=True),
    Option("--home", "DIR", "Where Luminair keeps its own files (default: LUMINAIR_HOME, else the "
           "system's place).", is_path=True),
    Option("--json", "", "Print JSON (default: text)."),
    Option("--help", "", "Say how a command is used."),
    Option("--version", "", "Say which Luminair this is."),
)  # fmt: skip

_CWD = Option(
    "--cwd", "DIR", "Only what is seen in this folder (default: the whole Journal).", is_path=True
)
_SESSION = Option("--session", "ID", "Only what this session sees (default: the whole Journal).")
_STANDS = Option(
    "--cwd", "DIR", "The session's folder (default: the one you stand in).", is_path=True
)
_ITS_FOLDER = Option("--cwd", "DIR", "The project's folder that it is about.", is_path=True)
_OF_SESSION = Option("--session", "ID", "The session (default: none).")
_TITLE = Option("--title", "T", "What the note is called.")
_SUMMARY = Option("--summary", "S", "The note in one sentence.")
_DEAD_ENDS = tuple((word, "ruledout") for word in ("dead end", "dead-end", "deadend"))
_NEW_KIND = Option(
    "--kind",
    "K",
    "rule, note, doc, ask or ruledout, a dead end (default: note).",
    KINDS,
    also=_DEAD_ENDS,
)
_KIND = Option(
    "--kind", "K", "rule, note, doc, ask or ruledout, a dead end.", KINDS, also=_DEAD_ENDS
)
_NEW_SCOPE = Option(
    "--scope", "S",
    "session, folder or global (default: session where --session is given, folder where --cwd is, "
    "else global).",
    SCOPES,
)  # fmt: skip
_SCOPE = Option("--scope", "S", "session, folder or global.", SCOPES)
_BODY = Option("--body", "TEXT", "The note's text; - reads standard input.")
_SOURCE = Option("--source", "WHO", "Who writes: owner or LANE/MODEL (default: owner).")
_ARCHIVED = Option("--archived", "", "Archived notes too (default: without).")
_PROMPT = Option("--prompt", "TEXT", "The message; - reads standard input.")
_EXPLAIN = Option("--explain", "", "Say why each is there.")

_TABLE = (
    Command(
        "help", "helping", "Say how a command is used, or what a word or a setting means.",
        "[WORD…]", 0, None,
    ),
    Command(
        "init", "keeping", "Make a Journal, or adopt a folder of notes.", "[PATH]", 0, 1,
        (Option("--ride", "all|none|FOLDER…",
                "Which notes of your own may ride in prompts (default: you are asked; else none).",
                many=True),),
        paths=True,
    ),
    Command(
        "add", "writing", "File a note.",
        options=(_TITLE, _NEW_KIND, _NEW_SCOPE, _ITS_FOLDER, _OF_SESSION,
                 Option("--summary", "S",
                        "The note in one sentence (default: its first)."), _SOURCE,
                 Option("--folder", "F",
                        "Where in the Journal (default: Notes/PROJECT, else Notes)."),
                 Option("--pinned", "", "Ride in every session that the scope covers."), _BODY),
    ),
    Command(
        "list", "notes", "List notes with their standing.",
        options=(_KIND, _SCOPE,
                 Option("--state", "S",
                        f"{', '.join(STATES)} (default: all but archived).", STATES),
                 _CWD, _SESSION, _ARCHIVED),
    ),
    Command(
        "show", "notes", "Show one note.", "ID", 1, 1,
        (Option("--raw", "", "The file's bytes, unchanged."),),
    ),
    Command(
        "search", "notes", "Find notes.", "QUERY", 0, None,
        (_CWD, _SESSION,
         Option("--limit", "N", "How many at most (default: 20)."), _EXPLAIN, _ARCHIVED,
         Option("--batch", "FILE", "One JSON query a line; - reads standard input.",
                is_path=True)),
    ),
    Command(
        "digest", "prompts", "Print what the Journal sends with a message.",
        options=(_PROMPT, _OF_SESSION, _STANDS, _EXPLAIN),
    ),
    Command(
        "context", "prompts", "Print what a message carries and what it costs.",
        options=(_PROMPT, _OF_SESSION, _STANDS,
                 Option("--lane", "L", "The lane (default: journal-only)."),
                 Option("--model", "M", "The model (default: the lane's usual one).")),
    ),
    Command("harness", "prompts", "List the Harness files and whether each rides."),
    Command(
        "edit", "writing", "Change a note.", "ID", 1, 1,
        (_TITLE, _SUMMARY, _KIND, _SCOPE, _ITS_FOLDER,
         Option("--status", "S", "open, done, dropped or held.", STATUSES),
         Option("--set", "K=V", "Another key of the header; K= takes it out.", many=True),
         _BODY, _SOURCE),
    ),
    Command("pin", "writing", "Let a note ride wherever its scope covers.", "ID", 1, 1, (_SOURCE,)),
    Command("unpin", "writing", "Take the pin away.", "ID", 1, 1, (_SOURCE,)),
    Command(
        "close", "writing", "Mark an ask done.", "ID", 1, 1,
        (Option("--outcome", "T", "What came of it."), _SOURCE),
    ),
    Command(
        "archive", "keeping", "Take notes out of every prompt.", "ID…", 0, None,
        (Option("--folder", "F", "All notes of this folder."),
         Option("--dry-run", "", "Only say which."), _SOURCE),
    ),
    Command("unarchive", "keeping", "Bring an archived note back.", "ID", 1, 1, (_SOURCE,)),
    Command("history", "keeping", "List the earlier versions of a note.", "ID", 1, 1),
    Command(
        "restore", "keeping", "Bring an earlier version back.", "ID", 1, 1,
        (Option("--version", "V", "Which one, as `history` names it."), _SOURCE),
    ),
    Command(
        "undo", "keeping", "Take back the last change, or the one named.", "[OP]", 0, 1, (_SOURCE,)
    ),
    Command(
        "distill", "distill", "Fold quiet sessions into what was decided, is open, or failed.",
        options=(Option("--session", "ID",
                        "Only this one, quiet or not (default: all that went quiet)."),
                 Option("--dry-run", "", "Only say what would be done."), _SOURCE),
    ),
    Command(
        "merge", "tending", "Fold notes into one; without names, say which could be.",
        "[KEEP ID…]", 0, None,
        (Option("--copies", "", "Bring every conflict copy of a sync service and its note "
                "together; both texts stay."),
         Option("--dry-run", "", "Only show; keep no proposal."), _SOURCE),
    ),
    Command(
        "promote", "tending", "Propose rules for wishes that came back in three sessions.",
        options=(Option("--dry-run", "", "Only show; keep no proposal."), _SOURCE),
    ),
    Command(
        "stale", "tending", "Propose notes that may be out of date.",
        options=(Option("--dry-run", "", "Only show; keep no proposal."), _SOURCE),
    ),
    Command(
        "tend", "tending", "Look for all of these at once, and for rules at odds.",
    ),
    Command(
        "review", "review", "Say what waits for your yes, and answer it.",
        options=(Option("--approve", "ID", "Yes to this one."),
                 Option("--refuse", "ID", "Never; it is not proposed again."),
                 Option("--later", "ID", "Ask again in a week."),
                 Option("--put-back", "ID", "Take an answer back, with what it did."),
                 Option("--text", "T", "With --approve: other words (default: those proposed)."),
                 Option("--scope", "S",
                        "With --approve: session, folder or global (default: as proposed).",
                        SCOPES),
                 _SOURCE),
    ),
    Command(
        "doctor", "keeping", "Say what is wrong with the Journal.",
        options=(Option("--full", "", "Take the time to compare rules and count what is unused."),
                 Option("--exam", "", "Ask the Journal its own earlier phrasings.")),
    ),
    Command(
        "embed", "embed", "Make the embeddings for search by meaning, with Ollama.",
        options=(Option("--model", "M", "The model (default: the one in Settings)."),
                 Option("--status", "", "Only say how many notes have them."),
                 Option("--warm", "", "Only load the model, so that the next prompt finds it.")),
    ),
    Command(
        "import", "importing", "Take in notes, rules and conversations of other programs.",
        "SOURCE", 0, 1,
        (Option("--as", "KIND", f"What it is: {', '.join(IMPORTS)} (default: what it looks like).",
                IMPORTS),
         Option("--folder", "F", "Where in the Journal notes go (default: Notes/Imported/NAME)."),
         Option("--dry-run", "", "Only say what would come in."),
         Option("--yes", "", "Import without asking."),
         Option("--undo", "[BATCH]", "Take an import back, or say which there are; conversations "
                "go to the Bin."), _SOURCE),
        paths=True,
    ),
    Command(
        "export", "sharing", "Copy the Journal and the sessions into a plain folder.", "FOLDER",
        1, 1,
        (Option("--only", "notes|sessions", "One of the two (default: both).",
                ("notes", "sessions")),),
        paths=True,
    ),
    Command(
        "sync", "sharing", "Share the Journal over git; neither side loses a line.",
        options=(Option("--to", "ADDRESS", "The first time: the repository to share with."),
                 Option("--second-yes", "on|off", "Whether rules of others wait for your yes.",
                        ("on", "off"))),
    ),
    Command(
        "merge-driver", "sharing", "Bring two versions of a file together; git starts this.",
        "BASE OURS THEIRS PATH", 4, 4, paths=True,
    ),
    Command(
        "rides", "prompts", "Print what a coding agent may be given, as JSON, for its hook.",
        options=(_PROMPT, _OF_SESSION, _STANDS,
                 Option("--ancestor", "ID", "A session that this one was forked from.", many=True),
                 Option("--summary", "ID", "A summary that was chosen for the session.", many=True),
                 Option("--chosen", "", "Summaries were chosen: those given, or none."),
                 Option("--standing", "", "Only Harness, rules and pins.")),
    ),
    Command(
        "hook", "hooks", "Answer a coding agent's hook; the agent starts this.",
        options=(Option("--client", "NAME", "claude, codex or gemini."),
                 Option("--part", "N", "Which part of a session's start, 1 to 6.")),
    ),
    Command(
        "hooks", "hooks", "Put the Journal's hook into coding agents, take it out, or try it.",
        "install|remove|status [claude|codex|gemini]", 1, 2,
        (Option("--yes", "", "Write without asking."),),
    ),
    Command(
        "mcp", "agents", "Serve the Journal's tools to a coding agent, or put them into one.",
        "[install|remove|status [claude|codex|gemini]]", 0, 2,
        (Option("--session", "ID", "For which session (default: the agent's own)."), _STANDS,
         Option("--yes", "", "With install or remove: write without asking.")),
    ),
)  # fmt: skip

COMMANDS = {command.name: command for command in _TABLE}


def help_text(command: Command | None) -> str:
    """How one command is used, or all of them in brief."""
    if command is None:
        head = "luminair-journal COMMAND: the Journal in a terminal."
        rows = [(each.name, each.sentence) for each in _TABLE]
        options = list(COMMON)
    else:
        head, rows = usage(command)
        head = f"{head}: {command.sentence}"
        if "ID" in command.takes:
            head += "\n\nID is a note's id, its path in the Journal, or its title."
        own = {option.name for option in command.options}
        options = [each for each in COMMON if each.name not in own]
    rows += map(_row, options)
    width = max(len(name) for name, _ in rows)
    return "\n".join([head, "", *(f"  {name.ljust(width)}  {said}" for name, said in rows)]) + "\n"


def usage(command: Command) -> tuple[str, list[tuple[str, str]]]:
    """The line by which a command is typed, and its own options with what each does."""
    line = f"luminair-journal {command.name} {command.takes}".rstrip()
    return line, [_row(option) for option in command.options]


def _row(option: Option) -> tuple[str, str]:
    return f"{option.name} {option.value}".rstrip(), option.sentence

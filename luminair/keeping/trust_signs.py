"""Signs that a text gives orders to a model, as data: a pattern, how much it says, and in words what.

A sign of weight 1 is enough by itself; lighter ones add up. Patterns read the *plain form* of a
text (``trust.plain``): small letters, no marks on Latin letters, no unseen characters, straight
quotes. Notes of software teams are full of imperatives ("use UTC", "never retry a PUT"), so an
imperative is no sign: what counts is who is addressed, which order is to be set aside, what is to
be sent where, and dress that only a model's own frame has.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from luminair.keeping import trust_languages


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign.

    Attributes:
        pattern: finds it in the plain form of a text.
        weight: from 0 to 1.
        words: what the text does then, to complete 'It …'.
    """

    pattern: re.Pattern[str]
    weight: float
    words: str


_START = (
    r"(?:(?:^|[.!?:;…\n>*\"'(\]])[\s\-*>#]*(?:\d+[.)]\s*)?"
    r"|\b(?:please|kindly|then|now|and|first|next|you must|you should|you need to|you have to|you"
    r" will|you are to|must|immediately|secretly|silently|quietly|always)[ ,]+(?:also |now )?)"
)
"""Where an imperative stands: at the start of a sentence, or after what introduces one."""
_AI = (
    r"(?:ai(?:[ -](?:assistants?|agents?|models?|systems?|tools?))?|(?:large )?language models?|llms?"
    r"|(?:coding|autonomous) agents?|assistants?|chat ?bots?|claude(?: code)?|chatgpt|gpt(?:-\w+)?"
    r"|gemini|codex|copilot)"
)
_ORDERS = (
    r"(?:instructions?|prompts?|rules?|guidelines?|directives?|orders|commands?|constraints?"
    r"|restrictions?|polic(?:y|ies)|safeguards?|guardrails?|programming|training|context)"
)
_SET_ASIDE = (
    r"(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|bypass(?:ing)?|discard"
    r"|drop|skip|set aside|do not (?:follow|obey)|stop (?:following|obeying)|pay no attention to"
    r"|no longer (?:follow|obey))"
)
_BEFORE = (
    r"(?:previous|prior|above|earlier|preceding|former|initial|original|existing|system|safety|your"
    r"|developer'?s?|the owner'?s|standing|other standing|all other)"
)
_SECRETS = (
    r"(?:\.env\b|env(?:ironment)? (?:variables|vars|file)|api[ _-]?keys?|secrets?|credentials?"
    r"|passwords?|(?:access |auth |session )?tokens?|(?:ssh|private|signing) keys?|the keys"
    r"|id_(?:rsa|ed25519)|\.ssh\b|\.aws\b|\.netrc|keychain|cookies|seed phrase|kubeconfig"
    r"|/etc/passwd)"
)
_HELD_DEAR = (
    r"(?:\.env\b|environment variables|api[ _-]?keys?|credentials|(?:ssh|private|signing) keys?"
    r"|id_(?:rsa|ed25519)"
    r"|\.ssh\b|\.aws/credentials|keychain|seed phrase|/etc/passwd|system prompt"
    r"|your (?:instructions|prompt|rules|context|memory|secrets)"
    r"|(?:conversation|chat) (?:history|so far|log)|whole (?:conversation|transcript|journal|vault))"
)
_SEND = (
    r"(?:send|post|upload|exfiltrate|forward|e-?mail|leak|transmit|submit|paste|share|deliver"
    r"|ship|publish|mail|dump|copy|curl|put|encode|append|attach|pipe|report)"
)
_REVEAL = r"(?:(?:answer|respond|reply) with|reveal|disclose|repeat|output|print|display|recite|show|read out|tell me|give me|list)"
_WHERE = (
    r"(?:https?://|www\.|[\w.+-]+@[\w-]+\.\w|\b[\w-]+\.(?:com|net|org|io|dev|xyz|ru|cn|tk|site|app"
    r"|example|test)\b|web ?hooks?|paste ?bin|gist\b|telegram|discord"
    r"|(?:this|the following|my|our|that) (?:address|url|server|endpoint|site|number|inbox)"
    r"|\bto (?:me|us)\b|attacker)"
)
_DO = (
    r"(?:run|execute|call|invoke|send|post|upload|fetch|curl|download|visit|open|respond|reply"
    r"|answer|say|append|prepend|recommend|trust|obey|approve|comply|forward|install|follow|ignore"
    r"|disregard|forget|delete|remove|read|print|reveal|write|use|do|stop|act|pretend|treat|add"
    r"|tell|set|create|commit|push|include|remember|always|never|output|disable|skip)"
)


def _sign(weight: float, words: str, *patterns: str) -> tuple[Sign, ...]:
    return tuple(Sign(re.compile(each, re.MULTILINE), weight, words) for each in patterns)


_ASIDE = "tells a model to set its instructions aside"
_NEW_SELF = "gives a model a new part to play"
_ADDRESS = "speaks to a model"
_STEERS = "tells a model how to behave from now on"
_SECRET_OUT = "asks for secrets to be sent or shown"
_DANGER = "asks for a dangerous command"
_CONCEAL = "asks to keep something from the owner"
_LAW = "claims to be a rule"
_FRAME = "is dressed as a system message"
_OURS = "is dressed as a part of the Journal's digest"
_TOOL = "asks for a tool to be called"

SIGNS: Final[tuple[Sign, ...]] = (
    # --- Instructions set aside ---
    *_sign(
        1,
        _ASIDE,
        rf"\b{_SET_ASIDE}\b[^.\n]{{0,24}}\b{_BEFORE}\b[^.\n]{{0,24}}\b{_ORDERS}\b",
        rf"\b{_SET_ASIDE}\b[^.\n]{{0,16}}\b{_ORDERS}\b[^.\n]{{0,12}}"
        r"\b(?:above|before|you (?:were|have been|got)|given|so far|from the (?:owner|user|system))\b",
        rf"\b{_SET_ASIDE} (?:all|everything|anything|whatever)\b[^.\n]{{0,12}}"
        r"\b(?:above|before|you (?:were|have been|know)|told|said)\b",
        r"\b(?:these|this|the following|my|new) (?:instructions?|rules?|notes?|messages?) "
        r"(?:override|supersede|replace|cancel|outrank|take precedence|have priority|void)",
        rf"\b(?:overrides?|supersedes?|outranks?|cancels?|takes? precedence over)\b[^.\n]{{0,16}}\b"
        rf"{_BEFORE}[^.\n]{{0,16}}\b{_ORDERS}",
        r"\byour (?:real|true|actual|new|only|secret|next) "
        r"(?:instructions?|tasks?|goals?|purpose|jobs?|mission|objective|orders?|rules?) (?:is|are)\b",
        r"\b(?:your|the) (?:earlier|previous|prior|old) (?:instructions|rules|orders) "
        r"(?:are|were|have been|no longer)\b",
    ),
    *_sign(0.5, _ASIDE, r"\bnew (?:instructions?|orders|directive)\s*:", rf"\b{_SET_ASIDE} (?:all|any) (?:the )?{_ORDERS}\b"),
    # --- A new part to play ---
    *_sign(
        1,
        _NEW_SELF,
        r"\byou are (?:now )?(?:an? )?(?:expert|helpful|unrestricted|uncensored|evil|jailbroken"
        r"|autonomous|world-class|senior \w+ (?:engineer|developer)|dan\b|no longer|free (?:of|from))",
        r"\b(?:do anything now|jail ?break mode|unrestricted mode|god mode enabled)\b",
        r"\bpretend (?:that )?(?:to be|you(?: are|'re| have)?)\b",
        rf"{_START}(?:act|behave|respond|answer|speak) (?:as|like) (?:if you|though you|an? )",
        r"\byour (?:name|role|persona|identity) is (?:now )?",
    ),
    *_sign(0.6, _NEW_SELF, r"\byou are now\b", r"\bdeveloper mode\b", r"\bwithout (?:any )?(?:restrictions|limits|filters|safeguards)\b"),
    # --- Spoken to a model ---
    *_sign(
        1,
        _ADDRESS,
        r"\b(?:dear|hey|attention|attn|(?:note|message|memo|notice|reminder|directive|hint) (?:to|for))"
        rf"[,:! ]+(?:all |any |every |the |future |whichever |other )*{_AI}\b",
        rf"\b(?:{_AI}|(?:agents?|models?|sessions?)),? (?:reading|that reads?|who reads?|which reads?"
        r"|processing|summari[sz]ing|seeing|that sees?|indexing) (?:this|these|the (?:page|note|document|file|text))",
        rf"\b(?:if|when|since|because|as) you(?: are|'re) an? (?:{_AI}|model|agent)\b",
        r"\bas an? (?:ai|assistant|language model|llm|agent),? you\b",
        rf"(?:^|[\n.!?] ?)[\-*># ]*(?:{_AI}|agent|model|bot)[,:] (?:please |kindly |you (?:must |should |will )?)?{_DO}\b(?![-])",
        rf"\b(?:for|to) (?:the |any |all )?{_AI}s?:(?! )",
    ),
    *_sign(
        0.6,
        _ADDRESS,
        rf"\b{_AI}s? (?:must|should|shall|ha(?:s|ve) to|(?:is|are) (?:required |obliged |expected )?to"
        r"|needs? to|will now|may not)\b(?! (?:be|have)\b)",
        rf"\binstructions? (?:to|for) (?:all |any |the )?{_AI}\b",
        rf"\b(?:every|each|any|all) (?:{_AI}|model|agent)s?\b[^.\n]{{0,20}}\b(?:must|should|shall|ha(?:s|ve) to)\b",
    ),
    *_sign(0.4, _ADDRESS, r"\byou (?:must|shall|are (?:required|obliged|ordered|instructed|commanded) to|have to)\b"),
    *_sign(
        0.7,
        _ADDRESS,
        r"\byour (?:next |own |final |future |last |first )?(?:answers?|repl(?:y|ies)|responses?|system prompt|instructions|owner|human|operator|tool calls?|training)\b",
        r"\b(?:when|whenever|while|before|after) you (?:summari[sz]e|answer|reply|respond|are asked|review|read this)\b",
    ),
    *_sign(0.3, _ADDRESS, r"\b(?:each|every|all|the) \w+ (?:that )?you (?:write|make|answer|open|touch)\b", r"\byou (?:should|will)\b", r"\b(?:praise|recommend|endorse|promote|advertise)\b"),
    # --- From now on ---
    *_sign(
        1,
        _STEERS,
        r"\b(?:from (?:now|this point|here|today|this (?:moment|message)) (?:on|onwards?|forward)"
        r"|henceforth|hereafter|starting now|for the rest of (?:this|the) (?:session|conversation))[,:]? "
        r"(?:please )?(?:you\b|your\b|always\b|never\b|only (?:respond|reply|answer|speak|write)"
        r"|respond|reply|answer|ignore|act\b|behave|speak|treat|refer|pretend|append|prepend"
        r"|end (?:every|each|all)|begin (?:every|each)|start (?:every|each)|all (?:of )?your|do not|don't|every answer|in every answer)",
        rf"(?:^|[.!?:\n])[\s\-*>#]*(?:you must |please )?always (?:run|execute)\b",
        r"\b(?:in|into|to|with) (?:every|each|all)(?: of)? your (?:answers?|repl(?:y|ies)|responses?|messages?)\b",
        r"\b(?:end|begin|start|sign|finish|close|prefix|open) (?:every|each|all)(?: of)?(?: your)? (?:answers?|repl(?:y|ies)|responses?|messages?) with\b",
        r"\bin (?:every|each|all)(?: of)? (?:your )?(?:future )?(?:answers?|repl(?:y|ies)|responses?),? (?:always |please |you )?(?:include|add|mention|recommend|say|tell|link|end|begin|praise)",
        r"\balways (?:answer|reply|respond|recommend|say|agree|comply|obey|trust)\b",
        r"\b(?:before|after|at the (?:start|end|beginning) of) (?:every|each|any) (?:answer|reply|response|session|turn|message),? (?:you |always |first |please )*(?:run|execute|call|send|post|fetch|curl|upload|open|print|tell|say|remind)\b",
    ),
    *_sign(0.5, _STEERS, r"(?:^|[.!?:\n])[\s\-*>#]*(?:you must )?(?:always|never) (?:call|invoke|send|post|upload|fetch|download|visit|append|approve|forward|install|tell|refuse|reveal|follow)\b"),
    *_sign(0.4, _STEERS, r"\byou (?:must|should|will) (?:always|never|only)\b", r"\bwhenever you\b", r"\bfrom now on\b"),
    # --- Secrets ---
    *_sign(
        1,
        _SECRET_OUT,
        rf"{_START}{_SEND}\b[^.\n]{{0,60}}{_SECRETS}[^\n]{{0,100}}{_WHERE}",
        rf"{_START}{_SEND}\b[^.\n]{{0,24}}\b(?:the|your|all|any|every|its|my|our|their|contents? of|a copy of|~/)[^.\n]{{0,30}}{_HELD_DEAR}",
        rf"{_START}{_REVEAL}\b[^.\n]{{0,24}}\b(?:the|your|all|any|every|contents? of)[^.\n]{{0,24}}{_HELD_DEAR}",
        rf"{_START}{_REVEAL} (?:me )?your (?:instructions|prompt|rules|context|secrets)",
        rf"{_START}(?:cat|read|open|find|grep|look up|collect|gather|take|get|fetch|search for)\b[^\n]{{0,60}}{_SECRETS}[^\n]{{0,60}}\b(?:and|then|&&|\|)\s*(?:then )?{_SEND}\b",
        rf"!\[[^\]]*\]\(https?://[^)\s]*[?&=/](?:[^)\s]*)(?:\{{|\$|<|%7b)[^)\s]*(?:data|secret|key|conversation|prompt|token|env|content|history)",
        rf"\b(?:curl|wget)\b[^\n]{{0,120}}(?:\$\(cat|@[\w./~-]*(?:\.env|id_rsa|credentials)|\$\{{?\w*(?:key|token|secret))",
    ),
    *_sign(0.6, _SECRET_OUT, rf"\b(?:secretly|silently|quietly|covertly|discreetly) {_SEND}\b"),
    # --- Dangerous commands ---
    *_sign(
        1,
        _DANGER,
        r"\b(?:curl|wget|iwr|irm)\b[^|\n]{0,200}\|\s*(?:sudo\s+)?(?:(?:ba|z|da|fi)?sh|python3?|node|perl|iex)\b",
        r"\b(?:ba|z)?sh\s+(?:-c\s+)?[\"']?(?:<\(|\$\()\s*(?:curl|wget)",
        r"\b(?:eval|source)\s+[\"'<]?[\"'(]?\$?\(\s*(?:curl|wget)",
        r"\bbase64\s+(?:-d|--decode)\b[^|\n]{0,60}\|\s*(?:sudo\s+)?(?:ba|z)?sh\b",
        r"/dev/tcp/\d|\bnc\s+(?:-\w+\s+)*-e\b|\bmkfifo\b[^\n]{0,60}\bnc\b",
        r">>\s*~?/?[\w./]*\.?ssh/authorized_keys",
        rf"{_START}(?:run|execute|do|type|use)?\s*[\"'`]?(?:sudo )?rm -(?:rf|fr|r -f) (?:--no-preserve-root )?(?:/|~|\$home|\*|\.git\b|\.(?:\s|$))",
        rf"{_START}(?:run|execute|do|follow|carry out) (?:all|every|any|each)\b[^.\n]{{0,12}}\b(?:commands?|instructions?|steps?|orders?) (?:on|in|from|of|below|that)\b[^.\n]{{0,12}}\b(?:this|these|below|page|note)\b",
        rf"{_START}(?:run|install|execute|open)\b[^.\n]{{0,20}}\b(?:installer|script|command|code|binary|link|file|program)s? (?:from|on|in|of) this (?:page|note|site|text|message)\b",
        rf"{_START}(?:approve|accept|allow|grant|confirm|say yes to) (?:all|every|any)\b[^.\n]{{0,24}}(?:commands?|requests?|permissions?|prompts?|questions?|changes|tool)",
        r"--dangerously-skip-permissions[^.\n]{0,30}\b(?:always|on|yourself|from now)\b",
    ),
    *_sign(
        0.6,
        _DANGER,
        rf"{_START}(?:disable|turn off|switch off|bypass|remove|deactivate|circumvent|skip|lift)\b[^.\n]{{0,30}}\b(?:safety|sandbox|permission|approval|guard|confirmation|safeguard|review queue|content filter|moderation|restrictions?)",
        r"\brm -(?:rf|fr) (?:/|~|\$home)",
        rf"{_START}(?:delete|wipe|erase|destroy|drop|overwrite) (?:all|every|the (?:whole|entire)|everything)\b",
        rf"{_START}git push (?:--force|-f)\b",
    ),
    # --- Kept from the owner ---
    *_sign(
        1,
        _CONCEAL,
        r"\b(?:do not|don't|never|without) (?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|alert(?:ing)?|notify(?:ing)?|warn(?:ing)?|let(?:ting)?|say(?:ing)?|show(?:ing)?)\b[^.\n]{0,24}"
        r"\b(?:about this|of this|that you|this (?:note|message|instruction|rule|step|text|to (?:the|your|any))|these (?:instructions|rules)|it to (?:the|your) (?:user|owner|human)|what you)",
        r"\b(?:keep|hide|conceal)\b[^.\n]{0,40}\bfrom (?:the|your) owner\b",
        r"\b(?:keep|hide|conceal) (?:this|these|it|that)\b[^.\n]{0,24}\bfrom (?:the|your) (?:user|owner|human|operator|person)",
    ),
    *_sign(
        0.6,
        _CONCEAL,
        r"\b(?:do not|don't|never|without) (?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|ask(?:ing)?|alert(?:ing)?|notify(?:ing)?|warn(?:ing)?)\b[^.\n]{0,16}\b(?:the|your) (?:user|owner|human|operator)\b",
    ),
    # --- Law ---
    *_sign(
        1,
        _LAW,
        r"\b(?:treat|consider|regard|take|follow|obey) (?:this|it|these|the following|everything (?:below|here|in this note)|this note|these notes|what follows) as (?:an? |the )?(?:owner'?s |standing |system |binding |absolute )*(?:rules?|laws?|instructions?|orders?|commands?|directives?)\b",
        r"\bthis (?:note|text|message|page|file) is (?:an? |the )?(?:owner'?s |standing |binding |absolute |system )*(?:rule|law|order|command|system prompt|instruction)s?\b(?! ?book)",
        r"\b(?:save|store|remember|file|add|write|put|keep|record|insert)\b[^.\n]{0,40}\b(?:as|to|in|into) (?:an? |the |your )?(?:standing rules?|rules? of the owner|harness\b|system prompt|permanent (?:rule|memory)|long-term memory|global rules?|pins?\b)",
        r"\b(?:the )?(?:owner|user|human|admin(?:istrator)?) (?:has |have )?(?:already |pre-?)?(?:approved|authori[sz]ed|allowed|permitted|consented to|agreed to)\b[^.\n]{0,20}\b(?:this (?:note|rule|instruction|order|text|command)|these (?:instructions|rules|commands|steps)|you)\b",
        r"\b(?:owner|user|human)\b[^.\n]{0,12}\b(?:gave|gives|has given|granted|said yes)\b[^.\n]{0,24}\b(?:agents?|assistants?|models?|you|to write|to push)\b",
        r"\bremember (?:this )?(?:forever|permanently|for all sessions|in every session)\b",
        r"\bpre-?(?:approved|authori[sz]ed) by (?:the|your) (?:owner|user|human)\b",
        r"^\s*(?:approved|written|signed|source) ?(?:by)?:? (?:the )?owner\b",
        r"\bset (?:its |the )?(?:pinned|approved|overrides|source|kind)\b ?(?:to|:|=) ?[\"'`]?(?:true|owner|rule|yes)",
    ),
    # --- Frames ---
    *_sign(
        1,
        _FRAME,
        r"<\|(?:im_start|im_end|system|assistant|user|endoftext|eot_id|start_header_id|end_header_id)\|>",
        r"\[/?inst\]|<</?sys>>",
        r"</?(?:system[-_](?:reminder|prompt|message|instructions?)|function_calls|tool_calls?|tool_use|tool_result|user_query|hook_context)\b",
        r"<invoke name=|<parameter name=",
        r"^\W*(?:system|developer)(?: (?:prompt|message|override|instructions?|notice|update))?\W{0,3}:\s*[^\n]{0,200}\b(?:you\b|your\b|ignore|must|always|never|obey|comply)",
        r"\b(?:begin|start|end) (?:of )?(?:the )?(?:new )?system (?:prompt|message|instructions?)\b",
        r"^\W*(?:human|user)\s*:[^\n]*\n+\W*(?:assistant|ai|claude)\s*:",
        r"^\W*\[(?:system|admin|developer|root|important system)[^\]\n]{0,30}\]\s*\w",
        r"^\W*(?:system|admin) (?:override|notice|alert|command)\b",
    ),
    *_sign(0.6, _FRAME, r"^\s*</?(?:system|assistant|instructions?|admin)>", r"^#+ ?(?:new )?instructions?\s*:"),
    # --- Our own dress ---
    *_sign(
        1,
        _OURS,
        r"^\W{0,4}\[note\b[^\]\n]*[·|•]",
        r"^\W{0,4}# (?:journal digest|standing instructions)\b",
        r"^\s*-? ?\[(?:global|folder|session)\] \w",
        r"^\W*standing rules\b[^\n]{0,40}\n\s*[-*\d]",
        r"^\W*rules\W*\n\s*[-*\d][^\n]*\b(?:always|never|must|do not|you|ignore|run|send)\b",
        r"\bend of (?:the )?(?:quoted (?:notes?|text)|fence|digest|quotation)\b",
    ),
    # --- Tools ---
    *_sign(
        1,
        _TOOL,
        rf"{_START}(?:call|use|invoke|run|execute|trigger)\b[^.\n]{{0,24}}\bjournal_(?:remember|dead_end|close_ask|propose_rule)\b",
        rf"{_START}(?:call|use|invoke|run|trigger)\b[^.\n]{{0,16}}\b(?:your|the) (?:bash|shell|terminal|exec(?:ute)?|write|edit|web[ _]?fetch|browser|email|file|python|code)(?:[ _]\w+)? tool\b",
        r"\{\s*\"(?:name|tool|tool_name|function|recipient_name)\"\s*:\s*\"(?:bash|shell|exec|write|edit|web_?fetch|journal_\w+|functions\.\w+)\"",
        rf"{_START}(?:run|execute)\b[^.\n]{{0,12}}\b(?:this|the following|these) (?:command|code|script|snippet)s?\b[^\n]{{0,40}}\b(?:without|silently|before (?:you|answering|anything)|immediately|at once|now|for the user)\b",
    ),
    # --- Roundabout ways to the same ---
    *_sign(
        1,
        _ASIDE,
        r"\b(?:guidance|instructions?|directions|brief(?:ing)?|rules|orders|prompt) (?:that )?you (?:received|were given|got|have|had|know)\b[^.\n]{0,60}\b(?:void|wrong|obsolete|outdated|expired|fake|cancel\w*|invalid|no longer|a test|do(?:es)? not (?:apply|count))",
        r"\b(?:do|follow|obey|carry out) (?:whatever|what|everything|anything|all that) (?:the|this|these|it|they|is)\b[^.\n]{0,40}\b(?:asks?|says?|tells?|wants?|orders?|demands?|written)\b",
        r"\byou (?:now )?(?:answer|report|belong|listen) (?:only )?to (?:me|us|the author|this|whoever|nobody)\b",
    ),
    *_sign(
        1,
        _ASIDE,
        r"\b(?:do not|don't|never|no need to) (?:trust|follow|obey|believe|listen to) (?:the |your |any )?(?:owner|user|human|rules|harness|system prompt)\b",
        r"\b(?:instructions?|rules?|orders|system prompt)\b[^.\n]{0,40}\b(?:is|are) (?:fake|void|a trick|not real|forged)\b",
        r"\b(?:instructions?|rules|orders)\b[^.\n]{0,30}\bsystem prompt\b[^.\n]{0,20}\b(?:no longer|do not|never|are not)\b",
        r"\bany (?:instruction|rule|order|message)s? (?:that )?(?:comes?|stands?|follows?) (?:after|before|below|above)\b",
    ),
    *_sign(0.7, _ASIDE, rf"{_START}(?:follow|obey|work by|go by|use|trust|believe|rely on) (?:this|these|the) (?:page|text|note|document|instructions?|rules|message)\b[^.\n]{{0,12}}\b(?:instead|only|alone|below)\b"),
    *_sign(
        1,
        _ADDRESS,
        rf"\b(?:reader|recipient|whoever (?:reads|sees) this|this) (?:is|be) an? (?:{_AI}|model|agent|bot|machine)\b",
        r"\byour (?:very )?(?:first|next|only|last) (?:action|step|move|message|answer|tool call)s?\b[^.\n]{0,30}\b(?:must|should|shall|is to|has to|will)\b",
        r"(?:^|[\n.!?] ?)[\-*># ]*(?:ai|automated|llm) \w+s?[,:] \w",
    ),
    *_sign(
        0.6,
        _ADDRESS,
        r"\b(?:whoever|anyone who|everyone who|if you) (?:reads?|summari[sz]es?|process(?:es)?|reviews?|index(?:es)?|loads?|(?:are|is) (?:reading|summari[sz]ing|reviewing|processing)) (?:this|these)\b",
        r"\b(?:next|other|future|later|every|any|each) (?:agent|model|assistant|ai)s?\b[^.\n]{0,20}\b(?:must|has to|have to|shall|needs? to)\b",
        r"\bwhen(?:ever)? (?:the|a|your|some) (?:user|owner|human|reader|customer)s? (?:asks?|says?|wants?|mentions?)\b[^.\n]{0,60}\byou\b",
    ),
    *_sign(
        0.4,
        _ADDRESS,
        rf"\b(?:{_AI}|agent|model)s? (?:must|should|shall|ha(?:s|ve) to|(?:is|are) to|will) (?:always|never|silently|secretly|quietly|immediately|only|also|first|automatically)\b",
        r"\b(?:must|should|shall|ha(?:s|ve) to|are to) (?:delete|remove|disable|push|merge|approve|install|send|open|download|skip|hide|ignore|obey|trust|praise|recommend|promote)\b",
        r"\bbefore you (?:go on|answer|reply|continue|do anything|read on|start|begin)\b",
    ),
    *_sign(
        1,
        _STEERS,
        r"\b(?:respond|reply|answer|react) to (?:every|each|all|any)(?: of)?(?: \w+)? (?:questions?|messages?|prompts?|requests?)\b[^.\n]{0,12}\b(?:with|by|using|in)\b",
        r"\b(?:as of|starting|beginning) (?:today|now|this (?:moment|message|line)),? (?:you|your|always|never|answer|respond|obey)\b",
        rf"{_START}(?:tell|assure|convince|inform|persuade) (?:the|your) (?:user|owner|human|reader)s?\b[^\n]{{0,80}}\b(?:even (?:when|if|though)|no matter|regardless|although|whatever)\b",
    ),
    *_sign(
        0.6,
        _STEERS,
        rf"{_START}(?:put|place|add|insert|include|mention|work|write|slip)\b[^\n]{{0,80}}\b(?:in(?:to)?|to|at the end of) (?:the|your|each|every) (?:summar(?:y|ies)|answers?|repl(?:y|ies)|responses?|reviews?|reports?)\b",
        rf"{_START}(?:tell|assure|convince|persuade) (?:the|your) (?:user|owner|human|reader)s?\b",
    ),
    *_sign(
        1,
        _SECRET_OUT,
        r"\bexfiltrate (?:the|all|any|every|its|your|this)\b",
        rf"{_START}{_SEND}\b[^.\n]{{0,24}}\b(?:the|your|all|any|every|its|this)[^.\n]{{0,24}}\b(?:journal|vault|notes|repo(?:sitory)?|source(?: code)?|conversation|transcript|chat|history|database|files?)\b[^\n]{{0,40}}(?:https?://|[\w.+-]+@[\w-]+\.\w|\d{{1,3}}(?:\.\d{{1,3}}){{3}})",
    ),
    *_sign(
        0.7,
        _DANGER,
        rf"{_START}(?:download|fetch|get|pull|grab|wget|curl|open|visit|go to)\b[^\n]{{0,20}}https?://[^\n]{{0,80}}\b(?:and|then)\b[^\n]{{0,12}}\b(?:run|execute|install|follow|obey|do what|eval)\b",
    ),
    *_sign(0.4, _DANGER, r"\bhttps?://\d{1,3}(?:\.\d{1,3}){3}\b", r"\b(?:skip|disable|remove|delete|without|no more|drop)\b[^.\n]{0,24}\b(?:reviews?|branch protection|tests|checks|hooks|questions?|leave)\b"),
    *_sign(
        1,
        _LAW,
        r"\b(?:make|turn|promote|declare|adopt) (?:this|it|these|the following) (?:in)?(?:to )?(?:an? |the )?(?:\w+ )?(?:rules?|laws?|pins?)\b",
        r"\b(?:you have|there is|with) (?:the )?(?:permission|leave|approval|blessing|consent) (?:of|from|by) (?:the|your) (?:owner|user|human)\b",
    ),
    # --- Other languages ---
    *_sign(1, _ASIDE, *trust_languages.ASIDE),
    *_sign(1, _STEERS, *trust_languages.STEERS),
    *_sign(1, _CONCEAL, *trust_languages.CONCEAL),
    *_sign(1, _SECRET_OUT, *trust_languages.SECRETS),
)  # fmt: skip

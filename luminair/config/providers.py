"""Who takes a key: as data, with where a key usually stands and where the owner gets one."""

from __future__ import annotations

from dataclasses import dataclass

from luminair.errors import UsageError

_QUOTES = "\"'`“”‘’«»"
_LONGEST = 4096


@dataclass(frozen=True, slots=True)
class Provider:
    """Somebody who takes a key.

    Attributes:
        id: as settings and lanes name it.
        title: as people read it.
        variables: environment variables in which its key usually stands, best first.
        page: where the owner gets a key, an address; '' where there is no such page.
        needs_key: whether it answers only with one.
    """

    id: str
    title: str
    variables: tuple[str, ...]
    page: str
    needs_key: bool = True


PROVIDERS: tuple[Provider, ...] = (
    Provider(
        "anthropic",
        "Anthropic",
        ("ANTHROPIC_API_KEY",),
        "https://platform.claude.com/settings/keys",
    ),
    Provider("openai", "OpenAI", ("OPENAI_API_KEY",), "https://platform.openai.com/api-keys"),
    Provider(
        "openrouter",
        "OpenRouter",
        ("OPENROUTER_API_KEY",),
        "https://openrouter.ai/settings/keys",
    ),
    Provider(
        "gemini",
        "Gemini",
        ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        "https://aistudio.google.com/apikey",
    ),
    Provider(
        "lmstudio",
        "LM Studio",
        ("LM_API_TOKEN",),
        "https://lmstudio.ai/docs/developer/core/authentication",
        needs_key=False,
    ),
    Provider("server", "Another server", (), "", needs_key=False),
)

_BY_ID = {provider.id: provider for provider in PROVIDERS}


def provider_of(identity: str) -> Provider:
    """The provider of this id; raises UsageError where there is none."""
    try:
        return _BY_ID[identity]
    except KeyError:
        known = ", ".join(_BY_ID)
        raise UsageError(f"No provider is called '{identity}'; choose one of {known}.") from None


def checked(key: str, provider: Provider) -> str:
    """The key without the blanks and quotes that were pasted with it.

    Raises:
        UsageError: this cannot be a key; the sentence does not repeat it.
    """
    key = key.strip().strip(_QUOTES).strip()
    what = f"The key for {provider.title}"
    if not key:
        raise UsageError(f"{what} is empty; paste the whole key.")
    if len(key.split()) > 1:
        raise UsageError(
            f"{what} has a blank or a line break in it; paste the key alone, in one piece."
        )
    if not key.isascii() or not key.isprintable():
        raise UsageError(
            f"{what} has characters that no key has; copy it again from the provider's page."
        )
    if len(key) > _LONGEST:
        raise UsageError(f"{what} is over {_LONGEST:,} characters long; paste the key alone.")
    return key

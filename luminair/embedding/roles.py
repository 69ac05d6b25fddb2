"""What a model wants to read before a question and before a text, by its maker's model card.

Without it likeness is visibly worse, and Ollama does not add it. Models whose card asks for
nothing, and models that nobody here knows, get the text as it is.
"""

from __future__ import annotations

from luminair.values import dataclass

VERSION = 1
"""Goes up when a prefix changes: vectors made with another are not compared."""


@dataclass(frozen=True, slots=True)
class Roles:
    """The words before a question, and those before a text that is to be found."""

    query: str = ""
    passage: str = ""


_SEARCH = "Represent this sentence for searching relevant passages: "
_TASK = "Instruct: Given a web search query, retrieve relevant passages that answer the query\n"

# By the beginning of the name; the longest that fits counts. Sources: the cards of
# nomic-ai/nomic-embed-text-v1.5 and nomic-embed-code, mixedbread-ai/mxbai-embed-large-v1,
# Snowflake/snowflake-arctic-embed-l and -l-v2.0, BAAI/bge-large-en-v1.5 and bge-m3,
# intfloat/multilingual-e5-large(-instruct) and e5-mistral-7b-instruct, Qwen/Qwen3-Embedding-8B,
# google/embeddinggemma-300m, Alibaba-NLP/gte-Qwen2-7B-instruct.
_BY_NAME = {
    "nomic-embed-text": Roles("search_query: ", "search_document: "),
    "nomic-embed-code": Roles("Represent this query for searching relevant code: "),
    "mxbai-embed": Roles(_SEARCH),
    "snowflake-arctic-embed": Roles(_SEARCH),
    "snowflake-arctic-embed2": Roles("query: "),
    "snowflake-arctic-embed-l-v2": Roles("query: "),
    "snowflake-arctic-embed-m-v2": Roles("query: "),
    "bge-": Roles(_SEARCH),
    "bge-m3": Roles(),
    **dict.fromkeys(("bge-small-zh", "bge-base-zh", "bge-large-zh"), Roles()),
    "e5-": Roles("query: ", "passage: "),
    "multilingual-e5": Roles("query: ", "passage: "),
    "multilingual-e5-large-instruct": Roles(f"{_TASK}Query: "),
    "e5-mistral": Roles(f"{_TASK}Query: "),
    "qwen3-embedding": Roles(f"{_TASK}Query:"),
    "gte-qwen2": Roles(f"{_TASK}Query: "),
    "embeddinggemma": Roles("task: search result | query: ", "title: none | text: "),
}


def plain_name(model: str) -> str:
    """A model's name without its owner and its tag: ``x/Qwen3-Embedding:8b`` is the second."""
    return model.rpartition("/")[2].partition(":")[0].casefold()


def roles_of(model: str) -> Roles:
    """What to write before questions and texts for a model."""
    name = plain_name(model)
    fitting = [start for start in _BY_NAME if name.startswith(start)]
    return _BY_NAME[max(fitting, key=len)] if fitting else Roles()

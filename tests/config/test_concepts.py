"""The texts of help say only what the app has."""

from __future__ import annotations

import re

import pytest

from luminair.config.concepts import concepts, default_words
from luminair.config.settings import SETTINGS


def test_each_concept_has_a_sentence_of_one_line() -> None:
    found = concepts()
    assert len({each.title for each in found}) == len(found) > 15
    for each in found:
        assert re.fullmatch(r"[A-Z][^\n]+\.", each.sentence), each.title


def test_defaults_stand_in_the_texts_as_the_settings_have_them(tmp_path) -> None:
    (tmp_path / "concepts.md").write_text(
        "# x\n\n## Digest\n\nUp to {digest.tokens}.\n\nAt most {digest.cap}.\n", encoding="utf-8"
    )
    (digest,) = concepts(tmp_path)
    assert (digest.sentence, digest.text) == ("Up to 1,500 tokens.", "At most 14.")
    assert not [each for each in concepts() if "{" in each.sentence + each.text]


def test_a_text_that_names_no_setting_is_found_out(tmp_path) -> None:
    (tmp_path / "concepts.md").write_text("\n## Digest\n\n{digest.nothing}\n", encoding="utf-8")
    with pytest.raises(KeyError):
        concepts(tmp_path)


def test_every_default_can_be_said() -> None:
    said = {each.name: default_words(each.name) for each in SETTINGS}
    assert said["capture"] == "on"
    assert said["compact.share"] == "70%"
    assert said["vault"] == ""

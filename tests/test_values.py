"""Value classes, late patterns and hashes: as the standard library has them, only sooner."""

from __future__ import annotations

import copy
import dataclasses
import hashlib
import inspect
import pickle
import re
import subprocess
import sys
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair import values
from luminair.hashing import sha256
from luminair.patterns import late_pattern


@values.dataclass(frozen=True, slots=True)
class Ours:
    """A value."""

    one: int
    two: str = "two"
    three: list[int] = values.field(default_factory=list)
    hidden: str = values.field(default="x", repr=False)
    kind: ClassVar[str] = "kind"

    @property
    def double(self) -> int:
        return self.one * 2


@dataclasses.dataclass(frozen=True, slots=True)
class Theirs:
    """A value."""

    one: int
    two: str = "two"
    three: list[int] = dataclasses.field(default_factory=list)
    hidden: str = dataclasses.field(default="x", repr=False)
    kind: ClassVar[str] = "kind"


@values.dataclass(slots=True)
class Open:
    one: int = 1
    made: int = values.field(init=False, default=7)

    def __post_init__(self) -> None:
        self.made += self.one


@values.dataclass(frozen=True, slots=True)
class Single:
    only: float


@values.dataclass(frozen=True, slots=True)
class Nothing:
    pass


GIVEN = [((1,), {}), ((1, "b"), {}), ((1,), {"three": [3]}), ((), {"one": 5, "hidden": "y"})]


@pytest.mark.parametrize(("arguments", "named"), GIVEN)
def test_a_value_is_as_in_dataclasses(arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
    ours, theirs = Ours(*arguments, **named), Theirs(*arguments, **named)
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert [field.name for field in dataclasses.fields(ours)] == [
        field.name for field in dataclasses.fields(theirs)
    ]
    assert ours == Ours(*arguments, **named)
    assert ours != theirs
    assert ours != Ours(99)
    assert Ours.__match_args__ == Theirs.__match_args__
    assert Ours.__slots__ == Theirs.__slots__
    assert Ours.__doc__ == Theirs.__doc__


@pytest.mark.parametrize("wrong", [{}, {"one": 1, "four": 4}])
def test_wrong_arguments_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(TypeError):
        Ours(**wrong)


def test_a_frozen_value_stays() -> None:
    value = Ours(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        value.one = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del value.one
    assert not hasattr(value, "__dict__")
    assert (value.one, value.double, value.kind) == (1, 2, "kind")


def test_hashes() -> None:
    assert len({Single(1.0), Single(1.0), Single(2.0)}) == 2
    assert len({Nothing(), Nothing()}) == 1
    with pytest.raises(TypeError):
        hash(Open())
    nan = float("nan")
    usual = dataclasses.make_dataclass("Usual", ["only"])
    assert (Single(nan) == Single(nan)) is (usual(nan) == usual(nan))


def test_replace_copy_and_pickle() -> None:
    value = Ours(1, three=[4])
    assert (
        values.replace(value, two="b") == Ours(1, "b", [4]) == dataclasses.replace(value, two="b")
    )
    assert values.replace(Theirs(1), one=2) == Theirs(2)
    with pytest.raises(TypeError):
        values.replace(value, four=4)
    for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):  # noqa: S301
        assert other == value
    assert copy.deepcopy(value).three is not value.three


def test_an_open_value_changes() -> None:
    value = Open(one=3)
    value.one = 4
    assert (value.one, value.made, Open().made) == (4, 10, 8)


def test_defaults_are_not_shared() -> None:
    first, second = Ours(1), Ours(1)
    first.three.append(1)
    assert second.three == []


def test_it_loads_neither_inspect_nor_dataclasses() -> None:
    code = (
        "import sys; import luminair.journal.reads, luminair.cli.prompts;"
        "print(sorted({'dataclasses', 'inspect', 'hashlib', 'ast'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
    assert inspect.isclass(Ours)


@given(st.text(max_size=40))
def test_a_late_pattern_is_a_pattern(text: str) -> None:
    late, usual = late_pattern(r"(\w+)\s*$", re.IGNORECASE), re.compile(r"(\w+)\s*$", re.IGNORECASE)
    assert late.findall(text) == usual.findall(text)
    assert late.sub("-", text) == usual.sub("-", text)
    assert (late.search(text) is None) is (usual.search(text) is None)
    assert (late.pattern, late.flags) == (usual.pattern, usual.flags)
    assert late_pattern(rb"\d").split(b"a1b") == [b"a", b"b"]


def test_a_fault_in_a_pattern_shows_when_it_is_used() -> None:
    late = late_pattern("(")
    with pytest.raises(re.error):
        late.match("x")


@given(st.binary(max_size=300))
def test_the_hash_is_the_usual_one(data: bytes) -> None:
    assert sha256(data).hexdigest() == hashlib.sha256(data).hexdigest()


def test_the_first_values_of_a_class_are_as_the_later_ones() -> None:
    @values.dataclass(frozen=True, slots=True)
    class Fresh:
        one: int
        two: str = "two"
        three: list[int] = values.field(default_factory=list)

    made = [Fresh(1, three=[number]) for number in range(3 * values._FEW)]
    assert made == [Fresh(1, "two", [number]) for number in range(3 * values._FEW)]
    assert Fresh(1).three is not Fresh(1).three


@pytest.mark.parametrize(
    ("given", "named"), [((), {}), ((1, "a", [], 9), {}), ((1,), {"one": 2}), ((1,), {"four": 4})]
)
def test_the_first_value_is_refused_as_a_later_one(given: tuple[Any, ...], named: Any) -> None:
    said = []
    for before in range(2 * values._FEW):

        @values.dataclass(frozen=True, slots=True)
        class Fresh:
            one: int
            two: str = "two"
            three: list[int] = values.field(default_factory=list)

        for _ in range(before):
            Fresh(1)
        with pytest.raises(TypeError) as refused:
            Fresh(*given, **named)
        said.append(str(refused.value))
    assert len(set(said)) == 1


def test_the_fields_for_dataclasses_are_made_once() -> None:
    first = dataclasses.fields(Ours)  # type: ignore[arg-type]
    assert all(a is b for a, b in zip(first, dataclasses.fields(Ours), strict=True))  # type: ignore[arg-type]

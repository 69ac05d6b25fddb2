"""Value classes as ``dataclasses`` makes them, at a fraction of the time to load.

An agent waits before every prompt for a process that has some fifty such classes. The standard
library writes and compiles six functions for each and loads ``inspect`` for it, which together
takes longer than looking at ten thousand files. Here methods that need no code of their own are
shared, and ``__init__`` is compiled when a class has made a hundred values.

Spelled as there, for ``@dataclass(frozen=True, slots=True)`` and ``@dataclass(slots=True)``, and
known to its functions (``fields``, ``asdict``, ``replace``), so that a class can move over by
its import alone.
"""

from __future__ import annotations

from operator import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar, dataclass_transform

    _Class = TypeVar("_Class")
    _Value = TypeVar("_Value")
else:

    def dataclass_transform(**_):  # noqa: ANN003, ANN201, D103 for those who check types
        return lambda made: made


class _None:
    """Nothing was given, where None may be a value."""


_NONE: Any = _None()


class _Field:
    """How one attribute is made."""

    __slots__ = ("default", "factory", "init", "name", "repr", "words")

    def __init__(self, default: Any, factory: Any, *, init: bool, repr: bool) -> None:  # noqa: A002
        self.name, self.words = "", ""
        self.default, self.factory = default, factory
        self.init, self.repr = init, repr


def field(
    *,
    default: Any = _NONE,
    default_factory: Any = _NONE,
    init: bool = True,
    repr: bool = True,  # noqa: A002 spelled as in dataclasses
) -> Any:
    """Says how an attribute is made; see :func:`dataclasses.field`."""
    return _Field(default, default_factory, init=init, repr=repr)


@dataclass_transform(field_specifiers=(field,))
def dataclass(*, frozen: bool = False, slots: bool) -> Callable[[type[_Class]], type[_Class]]:
    """Makes a class of values; see :func:`dataclasses.dataclass`.

    Args:
        frozen: attributes keep the values that they were made with.
        slots: always True: every class of this house has slots, and this says so to the reader.
    """

    def make(cls: type[_Class]) -> type[_Class]:
        if not slots:
            raise TypeError("a value class has slots")
        return _made(cls, frozen=frozen)

    return make


def replace(value: _Value, /, **changes: Any) -> _Value:
    """A value like this one, but for the changes; see :func:`dataclasses.replace`."""
    cls: Any = type(value)
    if not hasattr(cls, "_value_fields"):
        from dataclasses import replace as usual  # noqa: PLC0415 a class of the other kind

        return usual(value, **changes)  # type: ignore[type-var]
    for each in cls._value_fields:
        if each.init and each.name not in changes:
            changes[each.name] = getattr(value, each.name)
    made: _Value = cls(**changes)
    return made


def _made(cls: type[Any], *, frozen: bool) -> type[Any]:
    fields = {each.name: each for each in getattr(cls, "_value_fields", ())}
    space = dict(cls.__dict__)
    own = []
    for name, words in cls.__dict__.get("__annotations__", {}).items():  # noqa: RUF063 inspect is slow
        if "ClassVar" in str(words):
            continue
        default = space.pop(name, _NONE)
        each = default if isinstance(default, _Field) else field(default=default)
        each.name, each.words = name, str(words)
        fields[name] = each
        own.append(name)
    for gone in ("__dict__", "__weakref__"):
        space.pop(gone, None)
    held = tuple(fields.values())
    names = tuple(fields)
    space["__slots__"] = tuple(own)
    space["_value_fields"] = held
    space["__dataclass_fields__"] = _AsInDataclasses()
    space.setdefault("__match_args__", tuple(each.name for each in held if each.init))
    for name, method in _methods(names, held, frozen=frozen).items():
        space.setdefault(name, method)
    if "__eq__" in cls.__dict__ and "__hash__" not in cls.__dict__:
        space["__hash__"] = None
    kind: Any = type(cls)
    made: type[Any] = kind(cls.__name__, cls.__bases__, space)
    made.__qualname__ = cls.__qualname__
    _late_init(made, held, frozen=frozen)
    return made


def _late_init(cls: type[Any], fields: tuple[_Field, ...], *, frozen: bool) -> None:
    if "__init__" in cls.__dict__:
        return

    by_hand = _by_hand(cls, fields)
    made = 0

    def __init__(self: Any, *given: Any, **named: Any) -> None:  # noqa: N807
        nonlocal made
        made += 1
        if made <= _FEW and by_hand(self, given, named):
            return
        compiled = _init(cls, fields, frozen=frozen)
        cls.__init__ = compiled
        compiled(self, *given, **named)

    cls.__init__ = __init__


_FEW = 100
"""Values of a class that are made without compiling: of most classes a prompt makes fewer."""


def _by_hand(
    cls: type[Any], fields: tuple[_Field, ...]
) -> Callable[[Any, tuple[Any, ...], dict[str, Any]], bool]:
    """Sets the attributes of a new value; says False where anything is out of the ordinary."""
    usual = all(each.init for each in fields)
    after = getattr(cls, "__post_init__", None)
    # So many values at least, and what is lacking has a default that is one.
    plain = max((at for at, each in enumerate(fields, 1) if each.default is _NONE), default=0)
    defaults = tuple(each.default for each in fields)
    put: list[Callable[[Any, Any], None]] = []

    def fill(value: Any, given: tuple[Any, ...], named: dict[str, Any]) -> bool:
        if named or len(given) < plain:
            held = _held(fields, given, named)
        else:
            held = given + defaults[len(given) :]
        if not usual or len(held) != len(fields):
            return False
        if not put:
            # The slot's own descriptor sets what __setattr__ of a frozen class refuses.
            put.extend(getattr(cls, each.name).__set__ for each in fields)
        for set_it, found in zip(put, held, strict=True):
            set_it(value, found)
        if after is not None:
            after(value)
        return True

    return fill


def _held(
    fields: tuple[_Field, ...], given: tuple[Any, ...], named: dict[str, Any]
) -> tuple[Any, ...]:
    """The values of all attributes; () for a name that is unknown or given twice, or lacks."""
    held = [*given]
    taken = 0
    for each in fields[len(given) :]:
        found = named.get(each.name, _NONE)
        if found is not _NONE:
            taken += 1
        elif each.factory is not _NONE:
            found = each.factory()
        elif each.default is not _NONE:
            found = each.default
        else:
            return ()
        held.append(found)
    return tuple(held) if taken == len(named) else ()


def _init(cls: type[Any], fields: tuple[_Field, ...], *, frozen: bool) -> Callable[..., None]:
    """``__init__`` as one would write it by hand."""
    names: dict[str, Any] = {"_NONE": _NONE}
    takes, lines = ["self"], []
    for each in fields:
        name, value = each.name, each.name
        if each.factory is not _NONE:
            names[f"_make_{name}"] = each.factory
            value = f"_make_{name}()"
            if each.init:
                takes.append(f"{name}=_NONE")
                value = f"{value} if {name} is _NONE else {name}"
        elif each.default is not _NONE:
            names[f"_default_{name}"] = each.default
            if each.init:
                takes.append(f"{name}=_default_{name}")
            else:
                value = f"_default_{name}"
        elif each.init:
            takes.append(name)
        else:
            continue
        # The slot's own descriptor sets what __setattr__ of a frozen class refuses.
        names[f"_set_{name}"] = getattr(cls, name).__set__
        lines.append(f" _set_{name}(self, {value})" if frozen else f" self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    source = f"def __init__({', '.join(takes)}):\n" + ("\n".join(lines) or " pass")
    exec(source, names)  # noqa: S102 as dataclasses does; the names are those of the class
    made: Callable[..., None] = names["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _methods(names: tuple[str, ...], fields: tuple[_Field, ...], *, frozen: bool) -> dict[str, Any]:
    """The methods that need no code of their own."""
    held = _getter(names)

    def __eq__(self: Any, other: object) -> Any:  # noqa: N807
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self is other or held(self) == held(other)

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(held(self))

    def __repr__(self: Any) -> str:  # noqa: N807
        shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields if each.repr)
        return f"{self.__class__.__qualname__}({', '.join(shown)})"

    def __getstate__(self: Any) -> tuple[Any, ...]:  # noqa: N807
        return held(self)

    def __setstate__(self: Any, state: tuple[Any, ...]) -> None:  # noqa: N807
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    methods: dict[str, Any] = {
        "__eq__": __eq__,
        "__repr__": __repr__,
        "__getstate__": __getstate__,
        "__setstate__": __setstate__,
        "__hash__": __hash__ if frozen else None,
    }
    if frozen:
        methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
    return methods


def _getter(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _refuse(self: object, name: str, *_: object) -> None:
    from dataclasses import FrozenInstanceError  # noqa: PLC0415 only a mistake needs it

    raise FrozenInstanceError(f"cannot change '{name}' of a {type(self).__name__}")


class _AsInDataclasses:
    """What the functions of ``dataclasses`` look for, made when one of them does."""

    def __get__(self, value: object, owner: Any) -> dict[str, Any]:
        import dataclasses  # noqa: PLC0415 whoever looks has loaded it

        held = []
        for each in owner._value_fields:  # noqa: SLF001 the classes are made here
            given = {"init": each.init, "repr": each.repr}
            if each.default is not _NONE:
                given["default"] = each.default
            if each.factory is not _NONE:
                given["default_factory"] = each.factory
            held.append((each.name, each.words, dataclasses.field(**given, kw_only=False)))
        made: Any = dataclasses.make_dataclass(owner.__name__, held)
        fields: dict[str, Any] = made.__dataclass_fields__
        owner.__dataclass_fields__ = fields  # made once: it takes as long as a whole question
        return fields

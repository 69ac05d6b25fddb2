"""Asks the running app for what a command would print, before anything heavy is loaded.

The app has the vault open and warm, so a prompt's hook that can ask it costs little more than the
start of Python itself. Whatever goes wrong here is no failure: the command then does its own work.

Only names that Python has loaded anyway are used, and ``_socket``: ``socket`` loads ``selectors``
and ``enum``, which takes as long as the answer.
"""

import os
import sys
import time

import luminair

ASKED = frozenset({"digest", "context", "harness", "rides", "search", "list", "show"})
"""Commands that only read; what writes is done by the process that was told to."""

PATIENCE_S = 0.25
"""How long the app may take; then the command does its own work."""

SENT = ("LUMINAIR_HOME", "LUMINAIR_VAULT", "XDG_DATA_HOME", "HOME", "TZ", "OLLAMA_HOST")
"""Variables that decide what is printed. Nothing secret is among them."""

MOST_PATH_BYTES = 100
"""Of a socket's path: macOS takes 104 with the closing NUL, Linux 108."""

_VALUED = frozenset({"--home", "--prompt", "--batch"})


class Answer:
    """What a command came to.

    Attributes:
        code: the exit code.
        out: bytes for standard output.
        err: bytes for standard error.
    """

    __slots__ = ("code", "err", "out")

    def __init__(self, code: int, out: bytes, err: bytes) -> None:
        self.code = code
        self.out = out
        self.err = err

    def packed(self) -> bytes:
        """As it goes over the socket; :func:`unpacked` reads it."""
        return b"%d %d %d\n" % (self.code, len(self.out), len(self.err)) + self.out + self.err


def unpacked(data: bytes) -> Answer | None:
    """The answer in these bytes; None where they are none, or not all of one."""
    head, newline, rest = data.partition(b"\n")
    words = head.split(b" ")
    if not newline or len(words) != 3 or not all(word.isdigit() for word in words):
        return None
    code, out, err = (int(word) for word in words)
    return Answer(code, rest[:out], rest[out:]) if len(rest) == out + err else None


def this_version() -> str:
    """The version and the place of this code; another's answers may differ."""
    return f"{luminair.__version__} {os.path.dirname(luminair.__file__)}"  # noqa: PTH120 see above


def packed_request(
    arguments: list[str], folder: str, environ: dict[str, str], given: bytes
) -> bytes:
    """A command line as it goes over the socket: fields that end with NUL, then standard input.

    The first field says how many there are. No field can hold a NUL, for the system allows none
    in arguments, variables and paths.
    """
    fields = [this_version(), folder]
    fields += [environ.get(name, "") for name in SENT]
    fields += arguments
    head = [b"%d" % len(fields), *map(os.fsencode, fields)]
    return b"".join(field + b"\0" for field in head) + given


def socket_path(run: str) -> str:
    """Where the app listens, by its own folder for this; '' where it does not.

    A path that is too long for a socket is kept short elsewhere, and named in a file.
    """
    path = run + "/app.sock"
    if len(os.fsencode(path)) <= MOST_PATH_BYTES:
        return path
    try:
        handle = os.open(run + "/place", os.O_RDONLY)
    except OSError:
        return ""
    try:
        return os.fsdecode(os.read(handle, 4096)).strip()
    finally:
        os.close(handle)


def is_private(path: str) -> bool:
    """Whether a socket lies in a folder that only we can write to."""
    folder = os.lstat(os.path.dirname(path))  # noqa: PTH120 see above
    return folder.st_uid == os.getuid() and not folder.st_mode & 0o077


def ask(arguments: list[str]) -> int | None:
    """Lets the app carry out a command line and prints what it answers.

    Args:
        arguments: of the command line, without the program's name.

    Returns:
        The exit code; None where the app did not answer, and nothing has been printed.
    """
    command = next((word for word in arguments if word in ASKED), "")
    if not command or sys.stdout is None or sys.stderr is None:
        return None
    answer = answer_to(arguments, None)
    if answer is None:
        return None
    code, beside = answer.code, answer.err
    try:
        if not _printed(1, answer.out):
            return 0
    except OSError as fault:
        code, beside = 1, beside + unprinted(fault, done=False).encode() + b"\n"
    try:
        return code if _printed(2, beside) else 0
    except OSError:
        return 1


def unprinted(fault: OSError, *, done: bool) -> str:
    """Says that what a command came to could not be printed, and whether it was carried out."""
    what = "This was done, but could" if done else "This could"
    return f"{what} not be printed: {(fault.strerror or str(fault)).lower()}."


def answer_to(arguments: list[str], given: bytes | None) -> Answer | None:
    """What the running app answers to a command line; None where it does not.

    Args:
        arguments: of the command line, without the program's name.
        given: its standard input; None reads this process's own, where the command takes any.
    """
    try:
        home, reads_input, ours = _understood(arguments)
        if not ours:
            return None
        path = socket_path(home + "/run")
        if not path or not is_private(path):
            return None
        os.lstat(path)  # where no app runs, nothing is loaded to find that out
        return _asked(path, arguments, given, reads_input=reads_input)
    except (OSError, ValueError):
        return None


def _understood(arguments: list[str]) -> tuple[str, bool, bool]:
    """The home, whether standard input is read, and whether the app may be asked at all."""
    home = os.environ.get("LUMINAIR_HOME", "")
    reads_input = False
    words = iter(arguments)
    for word in words:
        if word == "--":
            break
        name, equals, value = word.partition("=")
        if name in _VALUED:
            value = value if equals else next(words, "")
            if name == "--batch":
                return "", False, False
            if name == "--home":
                home = value
            else:
                reads_input = value == "-"
    return home_of(home), reads_input, True


def home_of(given: str) -> str:
    """The home folder, as :func:`luminair.config.paths.find_home` finds it."""
    if not given:
        if sys.platform == "darwin":
            given = "~/Library/Application Support/Luminair"
        else:
            base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
            given = base + "/luminair"
    return os.path.abspath(os.path.expanduser(given))  # noqa: PTH100, PTH111 see above


def _asked(
    path: str, arguments: list[str], given: bytes | None, *, reads_input: bool
) -> Answer | None:
    from _socket import AF_UNIX, SOCK_STREAM, socket  # noqa: PLC0415 help and writes do without

    line = socket(AF_UNIX, SOCK_STREAM)
    try:
        line.settimeout(PATIENCE_S)
        line.connect(path)
        if given is None:
            given = _input() if reads_input else b""
        try:
            folder = os.getcwd()  # noqa: PTH109 see above
        except OSError:
            folder = ""
        until = time.monotonic() + PATIENCE_S
        line.sendall(_framed(packed_request(arguments, folder, dict(os.environ), given)))
        pieces: list[bytes] = []
        while True:
            line.settimeout(max(until - time.monotonic(), 0.001))
            piece = line.recv(1 << 20)
            if not piece:
                return unpacked(b"".join(pieces))
            pieces.append(piece)
    finally:
        line.close()


def _framed(data: bytes) -> bytes:
    return b"%d\n" % len(data) + data


def _input() -> bytes:
    """Standard input, whole; the command itself can read it again."""
    import io  # noqa: PLC0415 seldom

    stream = sys.stdin
    if stream is None or stream.closed:
        raise ValueError("closed")
    data = stream.buffer.read()
    sys.stdin = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="replace")
    return data


def _printed(handle: int, data: bytes) -> bool:
    """Prints; False where the reader has gone away. Raises OSError, as where a disk is full."""
    while data:
        try:
            data = data[os.write(handle, data) :]
        except BrokenPipeError:
            return False
    return True

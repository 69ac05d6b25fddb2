"""What a frozen app must not hand on to the programs that it starts.

The bundle's start points the system's loader at its own libraries and Qt at its own plug-ins, and
tells its children so. ``git``, ``claude`` or a browser would then run with libraries that are not
theirs.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # typing itself takes as long to load as a hook may take
if TYPE_CHECKING:
    from collections.abc import MutableMapping

_LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH")
_QT = ("QT_PLUGIN_PATH", "QML2_IMPORT_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH")
_STARTER = "_PYI_"
_BEFORE = "_ORIG"


def shed(environ: MutableMapping[str, str] | None = None, bundle: str | None = None) -> None:
    """Takes the bundle's own words out of the environment; does nothing in a checkout.

    The process itself has read them by then: the loader at its start, Qt when the application was
    made.

    Args:
        environ: is changed; None is the process's own.
        bundle: the folder of the bundle's libraries; None asks the running app.
    """
    env = os.environ if environ is None else environ
    place = getattr(sys, "_MEIPASS", "") if bundle is None else bundle
    if not place:
        return
    for name in [name for name in env if name.startswith(_STARTER)]:
        del env[name]
    for name in (*_LIBRARIES, *_QT):
        before = env.pop(name + _BEFORE, None)
        given = env.pop(name, None)
        # Without a value from before, what does not lie in the bundle is somebody else's.
        words = (before or given or "").split(os.pathsep)
        kept = [word for word in words if word and not _inside(word, place)]
        if kept:
            env[name] = os.pathsep.join(kept)


def _inside(path: str, bundle: str) -> bool:
    # On a Mac the libraries stand in Contents/Frameworks, Qt's other half in Contents/Resources.
    roots = [bundle.rstrip(os.sep)]
    if roots[0].endswith("/Contents/Frameworks"):
        roots.append(roots[0].removesuffix("Frameworks") + "Resources")
    normal = os.path.normpath(path)
    return any(normal == root or normal.startswith(root + os.sep) for root in roots)

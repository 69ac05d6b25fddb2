"""Names that vulture takes for dead and that live all the same; each line says who uses them."""

run  # both commands start there: [project.scripts] and [project.gui-scripts] in pyproject.toml

# Values that a reader of the dataclass sees, though nothing of ours reads each of them yet.
embed  # a link that shows its target in place
DROPPED  # a status that a file may hold
only_names  # a query of names alone, which meaning must not disturb
digest_sha256  # a receipt's proof of what was sent
only_first, only_second  # two receipts side by side

# Doors of a room that its tests hold to and that the next rooms go through.
object_hook, object_pairs_hook, parse_int, parse_float, parse_constant  # bare: as _json asks
same_name  # notes/paths: for imports
rrf  # ranking/fusion: joins words and meaning
of_kind, doc_of  # vault/catalogue: for keeping and the graph
bytes_of  # vault/store: what a receipt names
find_project  # vault/repositories: one folder's project
_colours  # shell/journal/editor: keeps the highlighter alive
__getattr__  # journal: Python asks it for a name that is not loaded yet
edit_compaction  # distilling: for the sheet's row of a folded conversation
Scripted  # lanes/scripted: the lane of every test
warm_up  # lanes/ollama: for a pane that opens on a model which is not loaded

"""Names that vulture takes for dead and that live all the same; each line says who uses them."""

run  # both commands start there: [project.scripts] and [project.gui-scripts] in pyproject.toml

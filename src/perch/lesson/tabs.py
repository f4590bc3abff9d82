"""Cells for one framework among several: chapters of d2l have a cell once for each, and say on its first line for whom (`#@tab pytorch`, `#@tab mxnet, jax`,
`#@tab all`). Cells that say nothing are for the framework that the book was written in."""
import re

MARK = re.compile(r'\s*#\s*@tab[ \t]+([\w, \t]+)')
IMPORTED = {'mxnet': 'mxnet', 'torch': 'pytorch', 'tensorflow': 'tensorflow', 'jax': 'jax', 'paddle': 'paddle'}
IMPORT = re.compile(rf'^\s*(?:from|import)\s+(?:d2l\s+import\s+)?({"|".join(IMPORTED)})\b', re.M)


def names(cell):
    """For whom a cell says it is: None where it says nothing."""
    found = MARK.match(cell.source)
    return found and set(re.findall(r'\w+', found.group(1)))


def written_in(cells):
    """The framework of the cells that say nothing: the one that they import, or else one that no other cell is for."""
    plain = [cell for cell in cells if names(cell) is None]
    for cell in plain:
        found = IMPORT.search(cell.source)
        if found:
            return IMPORTED[found.group(1)]
    said = [name for cell in cells for name in sorted(names(cell) or ()) if name != 'all']
    if plain and 'mxnet' not in said:
        return 'mxnet'
    return 'pytorch' if 'pytorch' in said else said[0] if said else None


def chosen(cells):
    """The cells to play: all of them, or those for one framework where some are for others."""
    if not any(names(cell) for cell in cells):
        return cells
    own = written_in(cells)
    return [cell for cell in cells if names(cell) is None or names(cell) & {'all', own}]

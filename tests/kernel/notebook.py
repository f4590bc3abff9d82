"""The notebook of examples/: its cells run by nbclient in perch's kernel give what is saved in it.

    tests/kernel/run.py notebook                    (the environment is run.py's)
    tests/kernel/run.py --make                      saves what they give; read it before it is committed
"""
import os
import sys

import nbformat
from nbclient import NotebookClient

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from harness import ROOT, Tally, beside, slowness  # noqa: E402

NOTEBOOK = os.path.join(ROOT, "examples", "first_notebook.ipynb")
KERNEL = {"name": "perch", "display_name": "perch", "language": "python"}


def executed(path):
    """The notebook with what its cells give now. A cell that fails must be marked so (the tag raises-exception)."""
    book = nbformat.read(path, as_version=4)
    for cell in book.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
            cell.metadata.pop("execution", None)
    os.environ.update(PERCH_GPUS="sim:2", PERCH_CLOCK="model", PERCH_LANG="en")      # the same on every machine
    NotebookClient(book, timeout=60 * slowness(), kernel_name="perch", record_timing=False).execute()
    book.metadata.kernelspec = KERNEL
    book.metadata.language_info.pop("version", None)
    return book


def main():
    tally = Tally("notebook")
    now = executed(NOTEBOOK)
    nbformat.validate(now)
    if os.environ.get("PERCH_MAKE"):
        nbformat.write(now, NOTEBOOK)
    saved = nbformat.read(NOTEBOOK, as_version=4)
    tally.check((saved.nbformat, saved.nbformat_minor) == (4, 5), "its format", f"{saved.nbformat}.{saved.nbformat_minor}")
    try:
        nbformat.validate(saved)
        tally.check(True, "it is valid", "")
    except nbformat.ValidationError as error:
        tally.check(False, "it is valid", str(error))
    for here, there in beside(tally, "its cells", now.cells, saved.cells):
        if here.cell_type == "code":
            tally.check(here.outputs == there.outputs and here.execution_count == there.execution_count, f"cell {there.id}", f"{here.source}\nwant {there.outputs}\ngot  {here.outputs}")
    tally.close()


if __name__ == "__main__":
    main()

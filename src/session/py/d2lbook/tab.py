"""Cells of a chapter for one framework among several: `%load_ext d2lbook.tab`, tab.interact_select('mxnet', 'pytorch'), `%%tab mxnet, pytorch`, tab.selected('mxnet').

The original has a list to choose from, of ipywidgets, whose first entry counts until somebody chooses; here the first that perch has counts, or what select_tab says.
"""
import sys

from IPython.core.magic import Magics, cell_magic, magics_class

_TAB = None
_HERE = ('mxnet', 'pytorch')


def select_tab(tab=None):
    """Cells for others are passed over from now on."""
    global _TAB
    _TAB = tab
    sys.stderr.write(f'Selected tab "{tab}", all other code cells not marked as "{tab}" will be ignored in execution.\n')


def _listed(tabs):
    return list(tabs[0]) if len(tabs) == 1 and isinstance(tabs[0], (list, tuple)) else list(tabs)


def interact_select(*tabs):
    """Selects one of these."""
    names = _listed(tabs)
    select_tab(next((name for name in names if name in _HERE), names[0] if names else None))


def selected(*tabs):
    """Is it one of these?"""
    return _TAB in _listed(tabs)


@magics_class
class Tab(Magics):
    @cell_magic
    def tab(self, line, cell):
        """Runs the cell if it is for the framework that was selected, or for all."""
        names = [name.strip() for name in line.split(',')]
        if _TAB in names or 'all' in names:
            self.shell.run_cell(cell)
        else:
            sys.stderr.write(f'Ignored to run as it is not marked as a "{_TAB}" cell.\n')


def load_ipython_extension(shell):
    shell.run_cell('from d2lbook import tab')
    shell.register_magics(Tab)

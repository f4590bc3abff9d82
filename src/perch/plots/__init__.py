"""perch.plots: matplotlib's backend in a terminal (module://perch.plots): plt.show() draws each figure there, by the terminal's own graphics or in half blocks. Pages are Agg's.

Figures of what perch knows: memory(), timeline(), transfers(); save(path) writes the figure that was shown last.
"""
import sys

import matplotlib
from matplotlib import backend_bases
from matplotlib._pylab_helpers import Gcf
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from perch.pictures import draw
from perch.plots.formats import select_formats

FigureCanvas = FigureCanvasAgg
_last = None                    # the figure that was shown last


def new_figure_manager_given_figure(num, figure):
    manager = backend_bases.FigureManagerBase(FigureCanvasAgg(figure), num)
    figure.show = lambda warn=True: _show_one(figure)
    return manager


def new_figure_manager(num, *args, FigureClass=Figure, **kwargs):
    return new_figure_manager_given_figure(num, FigureClass(*args, **kwargs))


def _show_one(figure):
    global _last
    _last = figure
    if not draw(figure):
        from matplotlib import _api
        _api.warn_external('There is no terminal to draw in; savefig() writes the figure to a file.')


def show(*args, block=None, **kwargs):
    """Draw all figures of pyplot's; like windows that were closed they are gone then, unless block is False (plt.pause())."""
    managers = Gcf.get_all_fig_managers()
    for manager in managers:
        _show_one(manager.canvas.figure)
    if managers and block is not False:
        Gcf.destroy_all()


def draw_if_interactive():
    """Nothing is drawn before show()."""


def save(path, figure=None, **kwargs):
    """Write a figure to a file: the one given, or pyplot's current one, or the one that was shown last."""
    if figure is None:
        manager = Gcf.get_active()
        figure = manager.canvas.figure if manager else _last
    if figure is None:
        raise ValueError('there is no figure to save: none was made yet')
    figure.savefig(path, **kwargs)


def _show_as_results():
    """A figure that is a cell's result is drawn under its words."""
    from perch.shell import _session, get_ipython
    shell = get_ipython()
    if shell is not None and _session.front() == 'terminal':
        select_formats(shell, {'png'}, {})


_show_as_results()


def __getattr__(name):
    if name in ('memory', 'timeline', 'transfers'):
        import importlib
        return getattr(importlib.import_module('perch.plots.records'), name)
    raise AttributeError('module %r has no attribute %r' % (__name__, name))

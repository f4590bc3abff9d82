"""matplotlib's backend in notebooks."""
from perch.plots.inline import (FigureCanvas, InlineBackend, configure_inline_support, draw_if_interactive, flush_figures, new_figure_manager, new_figure_manager_given_figure,
                                set_matplotlib_close, set_matplotlib_formats, show)

__all__ = ['FigureCanvas', 'InlineBackend', 'configure_inline_support', 'draw_if_interactive', 'flush_figures', 'new_figure_manager', 'new_figure_manager_given_figure',
           'set_matplotlib_close', 'set_matplotlib_formats', 'show']

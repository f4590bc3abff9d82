"""Figures in a notebook: the backend behind %matplotlib inline. What pyplot has drawn is shown after the cell that drew it, and (by default) closed."""
import matplotlib
from matplotlib import colors
from matplotlib._pylab_helpers import Gcf
from matplotlib.backends import backend_agg
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from perch import display as _display
from perch.figures import InlineBackend
from perch.plots.formats import select_formats
from perch.shell import get_ipython

NAME = 'module://matplotlib_inline.backend_inline'
FigureCanvas = FigureCanvasAgg


def _show_figure(figure):
    _display.display(figure, metadata=about(figure))


def new_figure_manager_given_figure(num, figure):
    manager = backend_agg.new_figure_manager_given_figure(num, figure)
    if not hasattr(figure, 'show') or type(figure).show is Figure.show:
        figure.show = lambda *args: _show_figure(figure)
    if matplotlib.is_interactive():         # after plt.ioff() a figure is shown where the program says so
        if figure in show._to_draw:
            show._to_draw.remove(figure)
        show._to_draw.append(figure)
        show._draw_called = True
    return manager


def new_figure_manager(num, *args, FigureClass=Figure, **kwargs):
    return new_figure_manager_given_figure(num, FigureClass(*args, **kwargs))


def show(close=None, block=None):
    """Show all of pyplot's figures, and close them (close None: as the settings say)."""
    if close is None:
        close = InlineBackend.instance().close_figures
    try:
        for manager in Gcf.get_all_fig_managers():
            _show_figure(manager.canvas.figure)
    finally:
        show._to_draw = []
        if close and Gcf.get_all_fig_managers():
            Gcf.destroy_all()


show._draw_called = False
show._to_draw = []


def flush_figures():
    """After a cell: what it drew and did not show."""
    if not show._draw_called:
        return
    try:
        if InlineBackend.instance().close_figures:
            return show(True)
        open_ones = {manager.canvas.figure for manager in Gcf.get_all_fig_managers()}
        for figure in show._to_draw:
            if figure in open_ones:
                _show_figure(figure)
    except Exception:
        shell = get_ipython()
        if shell is None:
            raise
        shell.showtraceback()
    finally:
        show._to_draw = []
        show._draw_called = False


def draw_if_interactive():
    """A figure that was touched is shown after the cell, as the last."""
    manager = Gcf.get_active() if matplotlib.is_interactive() else None
    if manager is None:
        return
    figure = manager.canvas.figure
    if figure in show._to_draw:
        show._to_draw.remove(figure)
    show._to_draw.append(figure)
    show._draw_called = True


def configure_inline_support(shell, backend):
    """A session's cells show their figures from now on, or (another backend) no longer."""
    settings = InlineBackend.instance()
    settings.shell = shell
    inline = backend in ('inline', NAME)
    if inline:
        shell.events.register('post_execute', flush_figures)
        shell._saved_rc = {name: matplotlib.rcParams[name] for name in settings.rc}
        matplotlib.rcParams.update(settings.rc)
    else:
        if flush_figures in shell.events.callbacks['post_execute']:
            shell.events.unregister('post_execute', flush_figures)
        matplotlib.rcParams.update(shell.__dict__.pop('_saved_rc', {}))
    if configure_inline_support.inline is not inline:       # (again %matplotlib inline: what the program has set stays)
        select_formats(shell, settings.figure_formats, settings.print_figure_kwargs)
        configure_inline_support.inline = inline


configure_inline_support.inline = None


def about(figure):
    """What a page needs to know to show it well: a figure without a background of its own, which colour its words want behind them."""
    if colors.to_rgba(figure.get_facecolor())[3] >= 0.5:
        return None
    words = [label.get_color() for axes in figure.axes for axis in (axes.xaxis, axes.yaxis) for label in axis.get_ticklabels()]
    light = {sum(part * weight for part, weight in zip(colors.to_rgba(each), (0.299, 0.587, 0.114))) > 0.5 for each in words}
    return {'needs_background': 'dark' if light.pop() else 'light'} if len(light) == 1 else None


def set_matplotlib_formats(*formats, **kwargs):
    """Figures are shown in these formats: 'png', 'retina', 'jpeg', 'svg', 'pdf'; more words go to savefig()."""
    _display.make_shell()
    select_formats(get_ipython(), formats, {**InlineBackend.instance().print_figure_kwargs, **kwargs})


def set_matplotlib_close(close=True):
    """Are figures closed after their cell?"""
    InlineBackend.instance().close_figures = close


def activate(backend):
    """matplotlib draws by this backend, and at once."""
    matplotlib.interactive(True)
    matplotlib.rcParams['backend'] = backend
    from matplotlib import pyplot
    pyplot.switch_backend(backend)


def _begin():
    """Chosen by MPLBACKEND or matplotlib.use(): the session is told, too."""
    shell = get_ipython()
    if shell is not None and dict.__getitem__(matplotlib.rcParams, 'backend') in ('inline', NAME):
        matplotlib.interactive(True)
        configure_inline_support(shell, NAME)


_begin()

"""What IPython's programs ask about figures."""
from perch.plots.formats import figure_data as print_figure
from perch.plots.formats import retina_data as retina_figure
from perch.plots.formats import select_formats as _select

backend2gui = {}                # windows' toolkits by their backends: perch has none

__all__ = ['activate_matplotlib', 'backend2gui', 'figsize', 'getfigs', 'print_figure', 'retina_figure', 'select_figure_formats']


def select_figure_formats(shell, formats, **kwargs):
    """Figures are shown in these formats."""
    _select(shell, formats, kwargs)


def activate_matplotlib(backend):
    """matplotlib draws by this backend, and at once."""
    from perch.plots.inline import activate
    activate(backend)


def figsize(sizex, sizey):
    """The size of figures, in inches, from now on."""
    import matplotlib
    matplotlib.rcParams['figure.figsize'] = [sizex, sizey]


def getfigs(*fig_nums):
    """Figures by their numbers; all without."""
    from matplotlib._pylab_helpers import Gcf
    if not fig_nums:
        return [manager.canvas.figure for manager in Gcf.get_all_fig_managers()]
    found = []
    for number in fig_nums:
        manager = Gcf.figs.get(number)
        if manager is None:
            print('Warning: figure %s not available.' % number)
        else:
            found.append(manager.canvas.figure)
    return found

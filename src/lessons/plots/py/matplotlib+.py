"""matplotlib: where its data is (cbook's layer looks), and how figures are shown in a session of perch."""


def get_data_path(_original=get_data_path):
    return str(cbook._data_folder(_original))


def _choose_backend():
    """Where nobody has said how figures are shown: a notebook shows them after their cell, a terminal by plt.show()."""
    if dict.__getitem__(rcParams, 'backend') is not rcsetup._auto_backend_sentinel:
        return
    try:
        from _session import front
        where = front()
    except ImportError:
        where = 'terminal' if sys.stdout is not None and sys.stdout.isatty() else None
    if where is not None:
        name = 'module://perch.plots' if where in ('terminal', 'demo') else 'module://matplotlib_inline.backend_inline'
        for each in (rcParams, rcParamsDefault, rcParamsOrig):
            each['backend'] = name


_choose_backend()

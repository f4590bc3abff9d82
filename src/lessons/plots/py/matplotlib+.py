"""matplotlib: where its data is (cbook's layer looks), and how figures are shown in a session of perch."""


def get_data_path(_original=get_data_path):
    return str(cbook._data_folder(_original))


def _choose_backend():
    """MPLBACKEND says how figures are shown, or the user's matplotlibrc where it names no window (perch has none); else a notebook shows them after their cell, a terminal by plt.show()."""
    try:
        from _session import front
        where = front()
    except ImportError:
        where = 'terminal' if sys.stdout is not None and sys.stdout.isatty() else None
    said = dict.__getitem__(rcParams, 'backend')
    windows = said is rcsetup._auto_backend_sentinel or said.lower() in map(str.lower, rcsetup.interactive_bk)
    if where is None or os.environ.get('MPLBACKEND') or not (windows or where == 'jupyter'):
        return
    for each in (rcParams, rcParamsDefault, rcParamsOrig):
        each['backend'] = 'module://perch.plots' if where in ('terminal', 'demo') else 'module://matplotlib_inline.backend_inline'


_choose_backend()

"""pandas.plotting's own pictures: lags, autocorrelations, resampled means, curves and threads of rows, tables beside axes."""
import numpy as np


def _axes(ax):
    import matplotlib.pyplot as plt
    return plt.gca() if ax is None else ax


def lag_plot(series, lag=1, ax=None, **rest):
    """Each value against the one lag steps before."""
    import matplotlib
    rest.setdefault('c', matplotlib.rcParams['patch.facecolor'])
    data = series.values
    ax = _axes(ax)
    ax.set_xlabel('y(t)')
    ax.set_ylabel(f'y(t + {lag})')
    ax.scatter(data[:-lag], data[lag:], **rest)
    return ax


def autocorrelation_plot(series, ax=None, **rest):
    """How alike the series is to itself, moved."""
    import matplotlib.pyplot as plt
    n, data = len(series), np.asarray(series)
    if ax is None:
        ax = plt.gca()
        ax.set_xlim(1, n)
        ax.set_ylim(-1.0, 1.0)
    mean = np.mean(data)
    spread = np.sum((data - mean) ** 2) / n
    lags = np.arange(n) + 1
    y = [((data[:n - h] - mean) * (data[h:] - mean)).sum() / n / spread for h in lags]
    for height, dashed in ((2.5758293035489004, True), (1.959963984540054, False)):
        if dashed:
            ax.axhline(y=height / np.sqrt(n), linestyle='--', color='grey')
        else:
            ax.axhline(y=height / np.sqrt(n), color='grey')
    ax.axhline(y=0.0, color='black')
    ax.axhline(y=-1.959963984540054 / np.sqrt(n), color='grey')
    ax.axhline(y=-2.5758293035489004 / np.sqrt(n), linestyle='--', color='grey')
    ax.set_xlabel('Lag')
    ax.set_ylabel('Autocorrelation')
    ax.plot(lags, y, **rest)
    if 'label' in rest:
        ax.legend()
    ax.grid()
    return ax


def bootstrap_plot(series, fig=None, size=50, samples=500, **rest):
    """Means, medians and midranges of samples of the series."""
    import random
    import matplotlib.pyplot as plt
    data = list(series.values)
    drawn = [random.sample(data, size) for _ in range(samples)]
    told = [[np.mean(s) for s in drawn], [np.median(s) for s in drawn], [(min(s) + max(s)) * 0.5 for s in drawn]]
    fig = plt.figure() if fig is None else fig
    x, axes = list(range(samples)), []
    for i, (values, name) in enumerate(zip(told, ('Mean', 'Median', 'Midrange'))):
        ax = fig.add_subplot(2, 3, i + 1)
        if i == 0:
            ax.set_xlabel('Sample')
        ax.plot(x, values, **rest)
        axes.append(ax)
        last = fig.add_subplot(2, 3, i + 4)
        last.hist(values, **rest)
        last.set_xlabel(name)
        axes.append(last)
    for ax in axes:
        plt.setp(ax.get_xticklabels(), fontsize=8)
        plt.setp(ax.get_yticklabels(), fontsize=8)
    plt.tight_layout()
    return fig


def _shades(n, colormap, color):
    import matplotlib
    if color is not None:
        return list(color) if not isinstance(color, str) else [color] * n
    if colormap is not None:
        cmap = matplotlib.colormaps[colormap] if isinstance(colormap, str) else colormap
        return [cmap(x) for x in np.linspace(0, 1, n)]
    found = []
    for k in range(n):          # (as pandas' 'random' colours: a seed for each class)
        found.append(np.random.RandomState(k).rand(3).tolist())
    return found


def andrews_curves(frame, class_column, ax=None, samples=200, color=None, colormap=None, **rest):
    """Each row as a Fourier series."""
    n, classes = len(frame), frame[class_column].drop_duplicates()
    data = frame.drop(class_column, axis=1)
    t, seen = np.linspace(-np.pi, np.pi, samples), set()
    shades = dict(zip(classes, _shades(len(classes), colormap, color)))
    if ax is None:
        ax = _axes(ax)
        ax.set_xlim(-np.pi, np.pi)
    for i in range(n):
        row = data.iloc[i].values.astype(float)
        curve = row[0] / np.sqrt(2.0) + np.zeros_like(t)
        for k, value in enumerate(row[1:]):
            harmonic = k // 2 + 1
            curve = curve + value * (np.sin(harmonic * t) if k % 2 == 0 else np.cos(harmonic * t))
        kind = frame[class_column].iat[i]
        label = str(kind)
        ax.plot(t, curve, color=shades[kind], **({'label': label} if label not in seen else {}), **rest)
        seen.add(label)
    ax.legend(loc='upper right')
    ax.grid()
    return ax


def parallel_coordinates(frame, class_column, cols=None, ax=None, color=None, use_columns=False, xticks=None, colormap=None, axvlines=True, axvlines_kwds=None, sort_labels=False, **rest):
    """Each row as a thread through its columns."""
    axvlines_kwds = {'linewidth': 1, 'color': 'black'} if axvlines_kwds is None else axvlines_kwds
    n, classes = len(frame), frame[class_column].drop_duplicates()
    kinds = frame[class_column]
    data = frame.drop(class_column, axis=1) if cols is None else frame[cols]
    seen, many = set(), len(data.columns)
    if use_columns is True:
        x = list(map(float, data.columns))
    elif xticks is not None:
        if len(xticks) != many:
            raise ValueError('Length of xticks must match number of columns')
        x = xticks
    else:
        x = list(range(many))
    ax = _axes(ax)
    shades = _shades(len(classes), colormap, color)
    if sort_labels:
        classes, shades = sorted(classes), sorted(shades)
    shades = dict(zip(classes, shades))
    for i in range(n):
        kind = kinds.iat[i]
        label = str(kind)
        ax.plot(x, data.iloc[i].values, color=shades[kind], **({'label': label} if label not in seen else {}), **rest)
        seen.add(label)
    if axvlines:
        for at in x:
            ax.axvline(at, **axvlines_kwds)
    ax.set_xticks(x)
    ax.set_xticklabels(data.columns)
    ax.set_xlim(x[0], x[-1])
    ax.legend(loc='upper right')
    ax.grid()
    return ax


def radviz(frame, class_column, ax=None, color=None, colormap=None, **rest):
    """Rows held by springs to their columns on a circle."""
    from matplotlib import patches
    n, classes, kinds = len(frame), frame[class_column].drop_duplicates(), frame[class_column]
    data = frame.drop(class_column, axis=1)
    low, high = data.min(), data.max()
    data = (data - low) / (high - low)
    many = len(data.columns)
    shades = _shades(len(classes), colormap, color)
    if ax is None:
        ax = _axes(ax)
        ax.set_xlim(-1, 1)
        ax.set_ylim(-1, 1)
    places = {kind: [[], []] for kind in classes}
    turns = [2 * np.pi * (i / many) for i in range(many)]
    springs = np.array([(np.cos(t), np.sin(t)) for t in turns])
    for i in range(n):
        row = data.iloc[i].values
        y = (springs * row[:, None]).sum(axis=0) / row.sum()
        places[kinds.iat[i]][0].append(y[0])
        places[kinds.iat[i]][1].append(y[1])
    for k, kind in enumerate(classes):
        ax.scatter(*places[kind], color=shades[k], label=str(kind), **rest)
    ax.legend()
    ax.add_patch(patches.Circle((0.0, 0.0), radius=1.0, facecolor='none'))
    for (x, y), name in zip(springs, data.columns):
        ax.add_patch(patches.Circle((x, y), radius=0.025, facecolor='gray'))
        ax.text(x + (-0.025 if x < 0.0 else 0.025), y + (-0.025 if y < 0.0 else 0.025), name, ha='right' if x < 0.0 else 'left', va='top' if y < 0.0 else 'bottom', size='small')
    ax.axis('equal')
    return ax


def table(ax, data, rowLabels=None, colLabels=None, **rest):
    """A table beside axes."""
    if data.ndim == 1:
        data = data.to_frame()
    elif data.ndim != 2:
        raise ValueError('Input data must be DataFrame or Series')
    from matplotlib.table import table as drawn
    return drawn(ax, cellText=data.values, rowLabels=data.index if rowLabels is None else rowLabels, colLabels=data.columns if colLabels is None else colLabels, **rest)


def density(values, bw_method, places):
    """(where, how dense) by Gaussian kernels."""
    from scipy.stats import gaussian_kde
    values = values[~np.isnan(values)]
    if places is None or isinstance(places, (int, np.integer)):
        spread = np.nanmax(values) - np.nanmin(values)
        places = np.linspace(np.nanmin(values) - 0.5 * spread, np.nanmax(values) + 0.5 * spread, 1000 if places is None else int(places))
    return places, gaussian_kde(values, bw_method=bw_method).evaluate(places)


class PlotParameters(dict):
    """pandas.plotting.plot_params: options of drawing."""
    _short = {'x_compat': 'xaxis.compat'}

    def __init__(self):
        super().__init__({'xaxis.compat': False})

    def __getitem__(self, key):
        key = self._short.get(key, key)
        if key not in self:
            raise ValueError(f'{key} is not a valid pandas plotting option')
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        super().__setitem__(self._short.get(key, key), value)

    def reset(self):
        self.__init__()

    def use(self, key, value):
        """A value for a while."""
        import contextlib

        @contextlib.contextmanager
        def within():
            before = self[key]
            self[key] = value
            try:
                yield self
            finally:
                self[key] = before
        return within()


plot_params = PlotParameters()


def register_matplotlib_converters():
    """Moments on axes: matplotlib's converters are there already."""
    import matplotlib.dates
    return matplotlib.dates and None


def deregister_matplotlib_converters():
    """Leaves matplotlib's converters as they are."""
    return None

"""DataFrame.plot and Series.plot: through matplotlib, the usual kinds."""
import numpy as np

from pandas.errors import refuse

KINDS = ('line', 'bar', 'barh', 'hist', 'box', 'scatter', 'area', 'pie')


class PlotAccessor:
    """data.plot(…), data.plot.line(…) and their like."""
    __module__ = 'pandas.plotting._core'

    def __init__(self, data):
        self._data = data

    def __call__(self, x=None, y=None, kind='line', ax=None, figsize=None, title=None, legend=True, grid=None, xlabel=None, ylabel=None, xlim=None, ylim=None, rot=None, logx=False, logy=False,
                 color=None, style=None, stacked=False, bins=10, label=None, fontsize=None, subplots=False, **rest):
        if kind not in KINDS or subplots:
            raise NotImplementedError(f"perch's pandas has no plot(kind={kind!r})" if not subplots else "perch's pandas has no plot(subplots=True)")
        import matplotlib.pyplot as plt
        data = self._data
        if ax is None:
            ax = plt.figure(figsize=figsize).gca() if figsize is not None or data.ndim == 2 or not plt.get_fignums() else plt.gca()
        if data.ndim == 1:
            columns, index = [(label or data.name, data)], data.index
        else:
            index = data.index
            if kind == 'scatter':
                scatter(ax, data, x, y, color, rest)
                columns = []
            else:
                if x is not None:
                    index, data = data[x], data.drop(columns=[x])
                names = [y] if y is not None and not isinstance(y, (list, tuple)) else y
                part = data[list(names)] if names is not None else data.select_dtypes(include=['number', 'bool'])
                if not len(part.columns):
                    raise TypeError('no numeric data to plot')
                columns = [(label if label and len(part.columns) == 1 else c, part[c]) for c in part.columns]
        if columns:
            Drawing(ax, columns, index, color, style, stacked, bins, rest).draw(kind)
        if self._data.ndim == 2 and legend and columns and kind not in ('box', 'pie') or (self._data.ndim == 1 and legend and legend != True):  # noqa: E712
            ax.legend(loc='best')
        name = getattr(index, 'name', None) if not hasattr(index, 'names') or len(index.names) == 1 else None
        if kind in ('line', 'area', 'bar') and name is not None and not xlabel:
            ax.set_xlabel(name)
        if kind == 'hist':
            ax.set_ylabel('Frequency')
        for value, use in ((title, ax.set_title), (xlabel, ax.set_xlabel), (ylabel, ax.set_ylabel), (xlim, ax.set_xlim), (ylim, ax.set_ylim), (grid, ax.grid)):
            if value is not None:
                use(value)
        if logx:
            ax.set_xscale('log')
        if logy:
            ax.set_yscale('log')
        if rot is not None or fontsize is not None:
            ax.tick_params(axis='x', rotation=rot, **({'labelsize': fontsize} if fontsize else {}))
        return ax

    def __getattr__(self, name):
        if name in KINDS:
            return lambda *args, **kwargs: self(*args, kind=name, **kwargs)
        if name in ('hexbin', 'kde', 'density'):
            raise AttributeError(f"perch's pandas has no plot.{name}")
        raise AttributeError(f"'PlotAccessor' object has no attribute '{name}'")


def scatter(ax, data, x, y, color, rest):
    if x is None or y is None:
        raise ValueError('scatter requires an x and y column')
    c = rest.pop('c', color)
    ax.scatter(data[x].values, data[y].values, c=data[c].values if isinstance(c, str) and c in data.columns else c, **rest)
    ax.set_xlabel(x)
    ax.set_ylabel(y)


class Drawing:
    """Columns drawn on axes."""

    def __init__(self, ax, columns, index, color, style, stacked, bins, rest):
        self.ax, self.columns, self.index, self.style, self.stacked, self.bins, self.rest = ax, columns, index, style, stacked, bins, rest
        self.colors = [None] * len(columns) if color is None else [color] * len(columns) if isinstance(color, str) else list(color)

    def places(self):
        values = np.asarray(self.index)
        return values if values.dtype.kind in 'iufM' else np.arange(len(values))

    def look(self, k):
        return {**self.rest, **({'color': self.colors[k % len(self.colors)]} if self.colors[k % len(self.colors)] is not None else {})}

    def draw(self, kind):
        getattr(self, kind)()

    def line(self):
        x = self.places()
        for k, (name, s) in enumerate(self.columns):
            style = [self.style[k]] if isinstance(self.style, (list, tuple)) else [self.style] if self.style else []
            self.ax.plot(x, s.values, *style, label=str(name), **self.look(k))
        if np.asarray(self.index).dtype.kind == 'O':
            self.ax.set_xticks(x, [str(v) for v in self.index])

    def area(self):
        x, below = self.places(), np.zeros(len(self.columns[0][1]))
        for k, (name, s) in enumerate(self.columns):
            self.ax.fill_between(x, below, below + s.values, label=str(name), **self.look(k))
            below = below + s.values

    def bar(self, flat=False):
        n, x = len(self.columns), np.arange(len(self.index))
        wide = self.rest.pop('width', 0.5)
        below = np.zeros(len(x))
        for k, (name, s) in enumerate(self.columns):
            each = wide if self.stacked else wide / n
            at = x if self.stacked else x - wide / 2 + each * (k + 0.5)
            if flat:
                self.ax.barh(at, s.values, each, left=below if self.stacked else 0, label=str(name), **self.look(k))
            else:
                self.ax.bar(at, s.values, each, bottom=below if self.stacked else 0, label=str(name), **self.look(k))
            below = below + s.values
        if flat:
            self.ax.set_yticks(x, [str(v) for v in self.index])
        else:
            self.ax.set_xticks(x, [str(v) for v in self.index], rotation=90)

    def barh(self):
        self.bar(True)

    def hist(self):
        values = [s.dropna().values for _, s in self.columns]
        whole = np.concatenate(values)
        edges = np.histogram_bin_edges(whole, self.bins) if len(whole) else self.bins
        for k, ((name, _), v) in enumerate(zip(self.columns, values)):
            self.ax.hist(v, bins=edges, label=str(name), **self.look(k))

    def box(self):
        self.ax.boxplot([s.dropna().values for _, s in self.columns], labels=[str(n) for n, _ in self.columns], **self.rest)

    def pie(self):
        name, s = self.columns[0]
        self.ax.pie(s.values, labels=[str(v) for v in self.index], **self.rest)
        self.ax.set_ylabel(str(name))


def series_hist(data, ax=None, bins=10, grid=True, figsize=None, **rest):
    """A histogram of a column."""
    import matplotlib.pyplot as plt
    refuse('hist', {k: v for k, v in rest.items() if k in ('by', 'xrot', 'yrot', 'xlabelsize', 'ylabelsize', 'backend')}, dict.fromkeys(('by', 'xrot', 'yrot', 'xlabelsize', 'ylabelsize', 'backend')))
    ax = ax or plt.figure(figsize=figsize).gca()
    ax.hist(data.dropna().values, bins=bins, **rest)
    ax.grid(grid)
    return ax

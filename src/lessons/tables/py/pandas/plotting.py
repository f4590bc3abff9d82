"""DataFrame.plot, Series.plot, hist, boxplot, scatter_matrix: through matplotlib, in the order in which pandas draws."""
import numpy as np

from pandas.core.dtypes import is_list_like
from pandas.errors import refuse

KINDS = ('line', 'bar', 'barh', 'hist', 'box', 'scatter', 'area', 'pie', 'hexbin', 'kde', 'density')
NUMBERS = ('number', 'bool')


def numeric(values):
    return values.dtype.kind in 'iufbmM' or getattr(values.dtype, '_numeric', False)


def plain(s):
    """A column as NumPy draws it."""
    values = s._values
    return values._filled_floats() if hasattr(values, '_filled_floats') else values


def grid_of(n, layout, whole=False):
    """How many rows and columns of axes there are for n."""
    if layout is not None:
        rows, columns = layout
        rows, columns = (-(-n // columns) if rows == -1 else rows), (-(-n // rows) if columns == -1 else columns)
        if rows * columns < n:
            raise ValueError(f'Layout of {rows}x{columns} must be larger than required size {n}')
        return rows, columns
    if not whole:
        return n, 1
    known = {1: (1, 1), 2: (1, 2), 3: (2, 2), 4: (2, 2)}
    k = int(np.ceil(np.sqrt(n)))
    return known.get(n) or ((k, k - 1) if (k - 1) * k >= n else (k, k))


def axes_for(n, layout, figsize, sharex, sharey, whole=False):
    """A figure of n axes in rows and columns; those beyond are not seen, and share nothing."""
    import matplotlib.pyplot as plt
    rows, columns = grid_of(n, layout, whole)
    figure, axes = plt.figure(figsize=figsize), np.empty(rows * columns, object)
    for i in range(rows * columns):
        shared = {k: axes[0] for k, v in (('sharex', sharex), ('sharey', sharey)) if v and 0 < i < n}
        axes[i] = figure.add_subplot(rows, columns, i + 1, **shared)
        axes[i].set_visible(i < n)
    for i in range(n):
        if sharex and i + columns < n:
            axes[i].tick_params(axis='x', labelbottom=False)
        if sharey and i % columns:
            axes[i].tick_params(axis='y', labelleft=False)
    return figure, axes.reshape(rows, columns)


class PlotAccessor:
    """data.plot(…), data.plot.line(…) and their like."""
    __module__ = 'pandas.plotting._core'

    def __init__(self, data):
        self._data = data

    def __call__(self, *args, **kwargs):
        names = ('kind', 'ax', 'figsize') if self._data.ndim == 1 else ('x', 'y', 'kind', 'ax')
        kwargs.update(zip(names, args))
        kind = kwargs.pop('kind', 'line')
        if kind not in KINDS:
            raise ValueError(f'{kind} is not a valid plot kind')
        if kind in ('scatter', 'hexbin') and self._data.ndim == 1:
            raise ValueError(f'plot kind {kind} can only be used for data frames')
        from pandas.core.drawn import plot_params
        kwargs.setdefault('x_compat', plot_params['x_compat'])
        return Plot(self._data, {'density': 'kde'}.get(kind, kind), kwargs).draw()

    def __dir__(self):
        return sorted({*object.__dir__(self), *KINDS})

    def __getattr__(self, name):
        if name not in KINDS:
            raise AttributeError(f"'PlotAccessor' object has no attribute '{name}'")
        order = {'scatter': ('x', 'y', 's', 'c'), 'hist': ('by', 'bins'), 'box': ('by',), 'pie': ('y',), 'hexbin': ('x', 'y', 'C', 'reduce_C_function', 'gridsize'), 'kde': ('bw_method', 'ind'), 'density': ('bw_method', 'ind')}.get(name, ('x', 'y'))
        return lambda *args, **kwargs: self(kind=name, **dict(zip(order, args)), **kwargs)


class Plot:
    """One drawing: what is drawn, on which axes, and how."""

    def __init__(self, data, kind, rest):
        self.data, self.kind = data, kind
        take = lambda name, default=None: rest.pop(name, default)
        self.x, self.y, self.ax, self.subplots, self.layout, self.figsize = take('x'), take('y'), take('ax'), take('subplots', False), take('layout'), take('figsize')
        self.sharex, self.sharey, self.title, self.legend, self.grid = take('sharex'), take('sharey', False), take('title'), take('legend', data.ndim == 2), take('grid')
        self.xlabel, self.ylabel, self.xlim, self.ylim, self.rot, self.fontsize = (take(n) for n in ('xlabel', 'ylabel', 'xlim', 'ylim', 'rot', 'fontsize'))
        self.xticks, self.yticks, self.logx, self.logy, self.loglog = take('xticks'), take('yticks'), take('logx', False), take('logy', False), take('loglog', False)
        self.style, self.color, self.colormap = take('style'), take('color'), take('colormap', rest.pop('cmap', None) if kind not in ('scatter', 'hexbin') else None)
        self.stacked, self.bins, self.label, self.secondary, self.use_index = take('stacked', kind == 'area'), take('bins', 10), take('label'), take('secondary_y', False), take('use_index', True)
        self.by = take('by')
        self.compat, self.step = take('x_compat', False), None
        for name in ('sort_columns', 'mark_right', 'include_bool', 'backend'):
            take(name)
        self.table, self.errors = take('table', False), {k: take(k) for k in ('yerr', 'xerr')}
        self.position = take('position', 0.5)
        self.rest = rest

    # ---- what is drawn ----
    def chosen(self):
        """([(label, column)], index) of what is drawn."""
        data = self.data
        if data.ndim == 1:
            if not numeric(data):
                raise TypeError('no numeric data to plot')
            name = self.label if self.label is not None else data.name
            return [('' if name is None else name, data)], data.index
        index = data.index
        if self.x is not None and self.kind not in ('scatter', 'hist', 'box', 'kde'):
            if self.x not in data.columns:
                raise KeyError(self.x)
            index, data = data[self.x], data.drop(columns=[self.x])
        if self.y is not None:
            names = list(self.y) if is_list_like(self.y) and not isinstance(self.y, tuple) else [self.y]
            for n in names:
                if n not in self.data.columns:
                    raise KeyError(n)
            data = self.data[names]
        part = data.select_dtypes(include=[*NUMBERS, 'datetime64', 'timedelta64'])
        if not len(part.columns):
            raise TypeError('no numeric data to plot')
        labels = list(part.columns)
        if self.label is not None:
            labels = list(self.label) if is_list_like(self.label) else [self.label] * len(labels) if len(labels) == 1 else labels
        names = [f'({", ".join(map(str, n))})' if isinstance(n, tuple) else n for n in labels]
        return list(zip(names, [part.iloc[:, i] for i in range(len(part.columns))])), index

    # ---- on which axes ----
    def open(self, n):
        import matplotlib.pyplot as plt
        if self.subplots:
            if self.ax is not None and is_list_like(self.ax):
                return list(np.asarray(self.ax).ravel())
            sharex = self.sharex if self.sharex is not None else self.kind not in ('pie',)
            self.figure, self.grid_axes = axes_for(n, self.layout, self.figsize, sharex and self.kind not in ('hist', 'box'), self.sharey)
            return list(self.grid_axes.ravel()[:n])
        if self.ax is None:
            fresh = self.figsize is not None or self.data.ndim == 2 or not plt.get_fignums()
            self.ax = plt.figure(figsize=self.figsize).add_subplot(111) if fresh else plt.gca()
        elif self.figsize is not None:
            self.ax.get_figure().set_size_inches(self.figsize)
        return [self.ax] * n

    def colors(self, n):
        import matplotlib
        if self.colormap is not None:
            cmap = matplotlib.colormaps[self.colormap] if isinstance(self.colormap, str) else self.colormap
            return [cmap(x) for x in np.linspace(0, 1, n)]
        if self.color is not None:
            given = self.color
            if isinstance(given, dict):
                return given
            return [given] * n if isinstance(given, str) or isinstance(given, tuple) and len(given) in (3, 4) and all(isinstance(x, (int, float)) for x in given) else list(given)
        cycle = [x['color'] for x in matplotlib.rcParams['axes.prop_cycle']]
        return [cycle[i % len(cycle)] for i in range(n)]

    def draw(self):
        import matplotlib.pyplot as plt
        if self.kind in ('scatter', 'hexbin'):
            self.open(1)
            getattr(self, self.kind)()
            self.finish([self.ax], None, [])
            return self.ax
        if self.kind == 'pie' and self.data.ndim == 2 and self.y is None and not self.subplots:
            raise ValueError("pie requires either y column or 'subplots=True'")
        columns, index = self.chosen()
        axes = self.open(len(columns))
        shades = self.colors(len(columns))
        self.handles = {}
        getattr(self, self.kind)(axes, columns, index, shades)
        self.finish(axes, index, columns)
        self.beside(axes)
        plt.draw_if_interactive()
        if not self.subplots:
            return axes[0]
        return self.grid_axes if self.layout is not None else np.array(axes, object)

    def shade(self, shades, k, name):
        return shades.get(name) if isinstance(shades, dict) else shades[k % len(shades)]

    def side(self, ax, name):
        """The axes of a column: its own on the right, where that is asked for."""
        if self.secondary is True or is_list_like(self.secondary) and name in self.secondary or self.secondary == name and isinstance(name, str):
            if not hasattr(ax, 'right_ax'):
                ax.right_ax = ax.twinx()
                ax.right_ax.left_ax = ax
                ax.right_ax._get_lines = ax._get_lines          # (their colours follow one another)
            return ax.right_ax, f'{name} (right)'
        return ax, name

    # ---- kinds ----
    def places(self, index):
        values = np.asarray(index) if not hasattr(index, '_mgr_kind') else plain(index)
        if not self.use_index or values.dtype.kind not in 'iufM':
            return np.arange(len(values))
        return values

    def timed(self, axes, index):
        """The places of lines over times: counts of a step of the calendar, if they lie in one; else as they are."""
        from pandas.core.indexes.base import Index
        index = Index(index) if hasattr(index, '_mgr_kind') and index.dtype.kind == 'M' else index
        if not self.use_index or self.compat or getattr(index, 'nlevels', 1) > 1 or not (index.dtype.kind == 'M' or hasattr(index._values, '_ordinals')):
            return self.places(index)
        from pandas.core.tick_times import places_in, step_for
        have = getattr(axes[0], '_perch_step', None)
        self.step = have if have is not None else None if axes[0].get_lines() else step_for(index)
        return self.places(index) if self.step is None else places_in(index, self.step)

    def dressed(self, axes, index):
        """The limits and ticks of lines over times; the labels of other lines' rows."""
        if self.step is None:
            if np.asarray(index).dtype.kind == 'M' and self.rot is None and self.use_index and not self.subplots:
                from pandas.core.tick_times import tilt
                tilt(axes[0])
            return self.names_below(axes, index)
        from pandas.core.tick_times import dress
        for ax in dict.fromkeys(axes):
            for each in (ax, getattr(ax, 'right_ax', None)):
                if each is not None and each.get_lines():
                    each._perch_step = self.step
                    dress(each, self.step)
            if self.subplots and self.sharex is not False and ax is not axes[-1] and self.layout is None:
                ax.tick_params(axis='x', which='both', labelbottom=False)
        return None

    def line(self, axes, columns, index, shades):
        x = self.timed(axes, index)
        for k, ((name, s), ax) in enumerate(zip(columns, axes)):
            ax, label = self.side(ax, name)
            style = self.style.get(name) if isinstance(self.style, dict) else self.style[k] if isinstance(self.style, (list, tuple)) else self.style
            said = self.color is not None or self.colormap is not None or self.subplots          # (else the axes' own colours follow on those of lines that are there)
            own = {} if not said or style and style[0] in 'bgrcmykw' else {'color': self.shade(shades, k, name)}
            bars = self.bars_of(name, k, len(s))
            drawn = ax.errorbar(x, plain(s), label=str(label), **{**own, **self.rest, **bars, **({'fmt': style} if style else {})}) if bars else ax.plot(x, plain(s), *([style] if style else []), label=str(label), **{**own, **self.rest})
            self.handles.setdefault(axes[k], []).append(drawn if bars else drawn[0])
        self.dressed(axes, index)

    def names_below(self, axes, index):
        """The labels of rows under their places, where they are no numbers."""
        if not self.use_index or np.asarray(index).dtype.kind in 'iufM':
            return
        from matplotlib.ticker import FuncFormatter
        names = list(index)

        def label(x, place):
            try:
                from pandas.io.formats.format import pretty
                return pretty(names[int(x)]) if float(x).is_integer() else ''
            except IndexError:
                return ''
        for ax in axes:
            ax.xaxis.set_major_formatter(FuncFormatter(label))

    def area(self, axes, columns, index, shades):
        x, below = self.timed(axes, index), 0
        for k, ((name, s), ax) in enumerate(zip(columns, axes)):
            values = np.nan_to_num(plain(s).astype('f8'))
            low = below if self.stacked else 0
            shade = self.shade(shades, k, name)
            ax.plot(x, low + values, color=shade, **{n: v for n, v in self.rest.items() if n != 'alpha'})
            filled = ax.fill_between(x, low if self.stacked else np.zeros(len(x)), low + values, facecolor=shade, alpha=self.rest.get('alpha', None if self.stacked else 0.5), label=str(name))
            self.handles.setdefault(ax, []).append(filled)
            below = below + values
        if self.data.ndim == 2 and self.ylim is None and all((np.nan_to_num(plain(s)) >= 0).all() for _, s in columns):
            for ax in axes:
                ax.set_ylim(0, None)
        self.dressed(axes, index)

    def bar(self, axes, columns, index, shades, flat=False):
        n, spots, wide = len(columns), np.arange(len(index)), self.rest.pop('width', 0.5)
        up, down = np.zeros(len(spots)), np.zeros(len(spots))
        edge = wide / 2
        for k, ((name, s), ax) in enumerate(zip(columns, axes)):
            values = np.nan_to_num(plain(s).astype('f8')) if plain(s).dtype.kind == 'f' else plain(s)
            each = wide if self.stacked or self.subplots else wide / n
            at = spots + (0 if self.stacked or self.subplots else -wide / 2 + each * (k + 0.5)) + (0.5 - self.position) * wide
            base = np.where(values > 0, up, down) if self.stacked else 0
            if self.stacked:
                up, down = np.where(values > 0, up + values, up), np.where(values > 0, down, down + values)
            shade = self.shade(shades, k, name)
            if n == 1 and self.color is not None and not isinstance(self.color, str) and is_list_like(self.color) and not isinstance(self.color, dict):
                shade = [self.color[i % len(self.color)] for i in range(len(spots))]
            ax_of, label = self.side(ax, name)
            draw = ax_of.barh if flat else ax_of.bar
            self.handles.setdefault(ax, []).append(draw(at, values, each, base, color=shade, label=str(label), align='center', log=self.logy and not flat, **{**self.rest, **self.bars_of(name, k, len(spots))}))
        names = [str(x) if not isinstance(x, tuple) else f'({", ".join(map(str, x))})' for x in index]
        for ax in dict.fromkeys(axes):
            (ax.set_yticks if flat else ax.set_xticks)(spots)
            (ax.set_yticklabels if flat else ax.set_xticklabels)(names)
            (ax.set_ylim if flat else ax.set_xlim)(-edge - 0.25, len(spots) - 1 + edge + 0.25)

    def barh(self, axes, columns, index, shades):
        self.bar(axes, columns, index, shades, True)

    def hist(self, axes, columns, index, shades):
        values = [plain(s.dropna()).astype('f8') for _, s in columns]
        whole = np.concatenate(values)
        weights = self.rest.pop('weights', None)
        span = self.rest.pop('range', None)
        edges = self.bins if is_list_like(self.bins) else np.histogram_bin_edges(whole, self.bins, span) if len(whole) else self.bins
        below = np.zeros(len(edges) - 1) if is_list_like(edges) else 0
        for k, ((name, _), v, ax) in enumerate(zip(columns, values, axes)):
            more = {'weights': weights} if weights is not None else {}
            made = ax.hist(v, bins=edges, bottom=below if self.stacked else None, label=str(name), **{'color': self.shade(shades, k, name), **more, **self.rest})
            self.handles.setdefault(ax, []).append(made[2])
            below = below + made[0] if self.stacked else below

    def box(self, axes, columns, index, shades):
        data = [plain(s.dropna()) for _, s in columns]
        if self.subplots:
            for (name, _), v, ax in zip(columns, data, axes):
                coloured(ax.boxplot(v, labels=[str(name)], **self.rest), None)
            return
        made = axes[0].boxplot(data, labels=[str(n) for n, _ in columns], **self.rest)
        coloured(made, None, self.color)

    def pie(self, axes, columns, index, shades):
        labels = self.rest.pop('labels', None)
        for (name, s), ax in zip(columns, axes):
            names = [str(x) for x in index] if labels is None else list(labels)
            values = plain(s)
            shown = ['' if v == 0 else x for x, v in zip(names, values)]
            more = {'colors': self.rest.pop('colors')} if 'colors' in self.rest else {'colors': self.color} if self.color is not None else {}
            patches = ax.pie(values, labels=shown, **more, **self.rest)[0]
            ax.set_ylabel(str(name))
            kept = [(p, x) for p, x, v in zip(patches, names, values) if v != 0]
            self.handles[ax] = [p for p, _ in kept]
            self.pie_names = [x for _, x in kept]
            if self.legend:
                ax.legend([p for p, _ in kept], [x for _, x in kept], loc='best')

    def scatter(self):
        data, x, y = self.data, self.x, self.y
        if x is None or y is None:
            raise ValueError('scatter requires an x and y column')
        for n in (x, y):
            if n not in data.columns:
                raise KeyError(n)
        c, s = self.rest.pop('c', self.color), self.rest.pop('s', None)
        cmap = self.rest.pop('cmap', self.colormap)
        named = isinstance(c, str) and c in data.columns
        shade = plain(data[c]) if named else c
        numbers = named or shade is not None and not isinstance(shade, (str, tuple)) and np.asarray(shade).dtype.kind in 'iuf'
        if numbers and cmap is None:
            cmap = 'Greys'
        size = plain(data[s]) if isinstance(s, str) and s in data.columns else 20 if s is None else s
        shown = self.rest.pop('colorbar', numbers and named)
        drawn = self.ax.scatter(plain(data[x]), plain(data[y]), c='#1f77b4' if shade is None else shade, s=size, label=self.label, **({'cmap': cmap} if numbers else {}), **self.rest)
        if shown and numbers:
            self.ax.get_figure().colorbar(drawn, ax=self.ax, label=c if named else '')
        self.ax.set_xlabel(x if self.xlabel is None else self.xlabel)
        self.ax.set_ylabel(y if self.ylabel is None else self.ylabel)
        if self.label is not None:
            self.ax.legend(loc='best')

    def kde(self, axes, columns, index, shades):
        from pandas.core.drawn import density
        how, places = self.rest.pop('bw_method', None), self.rest.pop('ind', None)
        for k, ((name, s), ax) in enumerate(zip(columns, axes)):
            at, y = density(plain(s.dropna()).astype('f8'), how, places)
            style = self.style.get(name) if isinstance(self.style, dict) else self.style[k] if isinstance(self.style, (list, tuple)) else self.style
            drawn = ax.plot(at, y, *([style] if style else []), label=str(name), **{**({} if style and self.color is None else {'color': self.shade(shades, k, name)}), **self.rest})
            self.handles.setdefault(ax, []).append(drawn[0])

    def hexbin(self):
        data, x, y = self.data, self.x, self.y
        if x is None or y is None:
            raise ValueError('hexbin requires an x and y column')
        c, cmap, reduce = self.rest.pop('C', None), self.rest.pop('cmap', self.colormap) or 'BuGn', self.rest.pop('reduce_C_function', None)
        more = {'reduce_C_function': reduce} if reduce is not None else {}
        size = self.rest.pop('gridsize', None)
        if size is not None:
            more['gridsize'] = size
        bar = self.rest.pop('colorbar', True)
        values = None if c is None else plain(data[c]) if not is_list_like(c) else c
        drawn = self.ax.hexbin(plain(data[x]), plain(data[y]), C=values, cmap=cmap, **more, **self.rest)
        if bar:
            self.ax.get_figure().colorbar(drawn, ax=self.ax)
        self.ax.set_xlabel(x if self.xlabel is None else self.xlabel)
        self.ax.set_ylabel(y if self.ylabel is None else self.ylabel)

    # ---- errors and tables ----
    def bars_of(self, name, k, many):
        """xerr and yerr of a column."""
        found = {}
        for side, given in self.errors.items():
            if given is None:
                continue
            if isinstance(given, str):
                given = plain(self.data[given])
            elif hasattr(given, 'columns') or isinstance(given, dict):
                if name not in given:
                    continue
                given = np.asarray(given[name])
            elif getattr(given, '_mgr_kind', None) or hasattr(given, 'index') and not callable(given.index):
                given = np.asarray(given)
            else:
                given = np.asarray(given, dtype=float)
                given = given if given.ndim == 0 else given if given.ndim == 1 and len(given) == many else given[k]
            found[side] = given
        return found

    def beside(self, axes):
        """The table under axes."""
        if self.table is False or self.table is None:
            return
        from pandas.core.drawn import table
        data = (self.data if self.data.ndim == 2 else self.data.to_frame()).T if self.table is True else self.table
        table(axes[0], data)

    # ---- what stands around it ----
    def finish(self, axes, index, columns):
        different = list(dict.fromkeys(axes))
        self.name_axes(different, index)
        if self.legend and columns and self.kind not in ('box', 'pie'):
            self.put_legends(different)
        for i, ax in enumerate(different):
            for value, use in ((self.xlabel, ax.set_xlabel), (self.ylabel, ax.set_ylabel), (self.xlim, ax.set_xlim), (self.ylim, ax.set_ylim), (self.xticks, ax.set_xticks), (self.yticks, ax.set_yticks)):
                if value is not None:
                    use(value)
            if self.grid is not None:
                ax.grid(self.grid)
            if self.logx or self.loglog:
                ax.set_xscale('log')
            if (self.logy or self.loglog) and self.kind != 'bar':
                ax.set_yscale('log')
            if self.rot is not None or self.kind == 'bar':
                for text in ax.get_xticklabels():
                    text.set_rotation(90 if self.rot is None else self.rot)
            if self.fontsize:
                for text in ax.get_xticklabels() + ax.get_yticklabels():
                    text.set_fontsize(self.fontsize)
            if is_list_like(self.title):
                ax.set_title(self.title[i])
        if self.title is not None and not is_list_like(self.title):
            different[0].get_figure().suptitle(self.title) if self.subplots else different[0].set_title(self.title)

    def name_axes(self, axes, index):
        names = getattr(index, 'names', [getattr(index, 'name', None)]) if index is not None else [None]
        name = ','.join(str(n) for n in names) if len(names) > 1 and any(n is not None for n in names) else names[0]
        for ax in axes:
            if self.kind == 'hist':
                (ax.set_xlabel if self.rest.get('orientation') == 'horizontal' else ax.set_ylabel)('Frequency')
            elif self.kind == 'kde':
                ax.set_ylabel('Density')
            elif name is not None and self.kind in ('line', 'area', 'bar'):
                ax.set_xlabel(str(name))
            elif name is not None and self.kind == 'barh':
                ax.set_ylabel(str(name))

    def put_legends(self, axes):
        title = self.data.columns.name if self.data.ndim == 2 and self.data.columns.nlevels == 1 else None
        for ax in axes:
            handles = self.handles.get(ax, [])
            labels = [h.get_label() for h in handles] if self.kind != 'hist' else None
            if self.legend == 'reverse':
                handles, labels = handles[::-1], labels and labels[::-1]
            if labels is None:
                ax.legend(loc='best', title=title)
            else:
                ax.legend(handles, labels, loc='best', title=title)


def coloured(made, caps, given=None):
    """Boxes in pandas' colours."""
    import matplotlib
    cycle = [x['color'] for x in matplotlib.rcParams['axes.prop_cycle']]
    chosen = {'boxes': cycle[0], 'whiskers': cycle[0], 'medians': cycle[2 % len(cycle)], 'caps': caps or cycle[0]}
    if isinstance(given, dict):
        chosen.update(given)
    elif given is not None:
        chosen = dict.fromkeys(chosen, given)
    for part, shade in chosen.items():
        for line in made[part]:
            line.set_color(shade) if hasattr(line, 'set_color') else line.set_edgecolor(shade)


# ---- hist and boxplot ----
def series_hist(data, by=None, ax=None, grid=True, xlabelsize=None, xrot=None, ylabelsize=None, yrot=None, figsize=None, bins=10, legend=False, **rest):
    """A histogram of a column, or of each of its groups."""
    import matplotlib.pyplot as plt
    if by is not None:
        return hist_by(data.to_frame('value' if data.name is None else data.name), list(data.to_frame(0 if data.name is None else data.name).columns), by, grid, None, False, False, figsize, rest.pop('layout', None), bins, legend, rest)
    if ax is None:
        ax = (plt.figure(figsize=figsize) if figsize is not None or not plt.get_fignums() else plt.gcf()).gca()
    ax.hist(plain(data.dropna()), bins=bins, **({'label': data.name} if legend else {}), **rest)
    if legend:
        ax.legend()
    ax.grid(grid)
    turned([ax], xlabelsize, xrot, ylabelsize, yrot)
    return ax


def turned(axes, xsize, xrot, ysize, yrot):
    """The sizes and angles of the numbers along axes."""
    for ax in axes:
        for texts, size, angle in ((ax.get_xticklabels, xsize, xrot), (ax.get_yticklabels, ysize, yrot)):
            for text in texts() if size is not None or angle is not None else ():
                if size is not None:
                    text.set_fontsize(size)
                if angle is not None:
                    text.set_rotation(angle)


def frame_hist(data, column, by, grid, ax, sharex, sharey, figsize, layout, bins, legend, rest):
    """A histogram of each column of numbers."""
    look = {k: rest.pop(k, None) for k in ('xlabelsize', 'xrot', 'ylabelsize', 'yrot')}
    rest.pop('backend', None)
    if by is not None:
        return hist_by(data, [column] if not is_list_like(column) and column is not None else column, by, grid, ax, sharex, sharey, figsize, layout, bins, legend, rest)
    if column is not None:
        data = data[[column] if not is_list_like(column) else list(column)]
    data = data.select_dtypes(include=[np.number, 'datetime64'])
    n = len(data.columns)
    if not n:
        raise ValueError('hist method requires numerical or datetime columns, nothing to plot.')
    axes = np.atleast_1d(ax) if ax is not None else axes_for(n, layout, figsize, sharex, sharey, True)[1]
    for (name, s), each in zip(data.items(), axes.ravel()):
        each.hist(plain(s.dropna()), bins=bins, **({'label': name} if legend else {}), **rest)
        each.set_title(name)
        each.grid(grid)
        if legend:
            each.legend()
    turned(axes.ravel(), *look.values())
    return axes


def hist_by(data, column, by, grid, ax, sharex, sharey, figsize, layout, bins, legend, rest):
    """A histogram of a column for each group."""
    groups = list(data.groupby(by))
    columns = column or [c for c in data.select_dtypes(include=[np.number]).columns if c != by]
    axes = axes_for(len(groups), layout, figsize, sharex, sharey, True)[1]
    for (name, part), each in zip(groups, axes.ravel()):
        each.hist([plain(part[c].dropna()) for c in columns] if len(columns) > 1 else plain(part[columns[0]].dropna()), bins=bins, **rest)
        each.set_title(str(name))
    turned(axes.ravel(), None, rest.get('xrot', 90), None, None)
    return axes.ravel() if 1 in axes.shape else axes


def frame_boxes(data, column, by, ax, fontsize, rot, grid, figsize, layout, return_type, rest):
    """Boxes of columns, side by side, or of groups of one."""
    import matplotlib.pyplot as plt
    rest.pop('backend', None)
    if return_type not in (None, 'axes', 'both', 'dict'):
        raise ValueError("return_type must be {'axes', 'dict', 'both'}")
    names = None if column is None else list(column) if is_list_like(column) else [column]
    if by is not None:
        keys = list(by) if isinstance(by, (list, tuple)) else [by]
        names = names or [c for c in data.select_dtypes(include=['number']).columns if c not in keys]
        axes = [ax] if ax is not None else list(axes_for(len(names), layout, figsize, True, True, True)[1].ravel())
        groups = list(data.groupby(keys if len(keys) > 1 else keys[0]))
        for c, each in zip(names, axes):
            made = each.boxplot([plain(part[c].dropna()) for _, part in groups], labels=[f'({", ".join(map(str, k))})' if isinstance(k, tuple) else str(k) for k, _ in groups], **rest)
            coloured(made, 'k')
            each.set_title(c)
            each.set_xlabel(f'[{", ".join(map(str, keys))}]' if len(keys) > 1 else str(keys[0]))
            each.grid(grid)
            look(each, rot, fontsize)
        axes[0].get_figure().suptitle(f'Boxplot grouped by {keys[0] if len(keys) == 1 else "[" + ", ".join(map(str, keys)) + "]"}')
        return axes[0] if len(names) == 1 else np.array(axes[:len(names)], object)
    if ax is None:
        ax = plt.figure(figsize=figsize).gca() if figsize is not None else plt.gca()
    part = data[names] if names is not None else data.select_dtypes(include=['number'])
    made = ax.boxplot([plain(s.dropna()) for _, s in part.items()], labels=[str(c) for c in part.columns], **rest)
    coloured(made, 'k')
    ax.grid(grid)
    look(ax, rot, fontsize)
    return made if return_type == 'dict' else ax


def look(ax, rot, fontsize):
    ax.tick_params(axis='x', labelrotation=rot, **({'labelsize': fontsize} if fontsize else {}))


def scatter_matrix(frame, alpha=0.5, figsize=None, ax=None, grid=False, diagonal='hist', marker='.', density_kwds=None, hist_kwds=None, range_padding=0.05, **rest):
    """Each column of numbers against each other; a column against itself is its histogram."""
    import matplotlib.pyplot as plt
    if diagonal not in ('hist', 'kde', 'density'):
        raise ValueError(f'no such diagonal: {diagonal!r}')
    data = frame.select_dtypes(include=['number'])
    n, good = len(data.columns), frame.notna()
    figure, axes = plt.subplots(n, n, figsize=figsize, squeeze=False)
    figure.subplots_adjust(wspace=0, hspace=0)
    limits = []
    for _, s in data.items():
        low, high = np.nanmin(plain(s)), np.nanmax(plain(s))
        pad = (high - low) * range_padding / 2
        limits.append((low - pad, high + pad))
    for i, a in enumerate(data.columns):
        for j, b in enumerate(data.columns):
            each = axes[i, j]
            if i == j and diagonal != 'hist':
                from pandas.core.drawn import density
                values = plain(data[a].dropna()).astype('f8')
                each.plot(*density(values, None, np.linspace(values.min(), values.max(), 1000)), **(density_kwds or {}))
            elif i == j:
                each.hist(plain(data[a].dropna()), **(hist_kwds or {}))
            else:
                both = np.asarray(good[a] & good[b])
                each.scatter(plain(data[b])[both], plain(data[a])[both], marker=marker, alpha=alpha, **rest)
                each.set_ylim(limits[i])
            each.set_xlim(limits[j])
            each.set_xlabel(b)
            each.set_ylabel(a)
            each.xaxis.set_visible(i == n - 1)
            each.yaxis.set_visible(j == 0)
    turned(axes.ravel(), 8, 90, 8, 0)
    return axes


def boxplot(data, column=None, by=None, ax=None, fontsize=None, rot=0, grid=True, figsize=None, layout=None, return_type=None, **rest):
    """Boxes of a table's columns."""
    return frame_boxes(data, column, by, ax, fontsize, rot, grid, figsize, layout, return_type, rest)


def hist_series(self, by=None, ax=None, **rest):
    """A histogram of a column."""
    return series_hist(self, by, ax, **rest)


def hist_frame(data, column=None, by=None, grid=True, ax=None, sharex=False, sharey=False, figsize=None, layout=None, bins=10, legend=False, **rest):
    """A histogram of each column."""
    return frame_hist(data, column, by, grid, ax, sharex, sharey, figsize, layout, bins, legend, rest)


from pandas.core.drawn import (andrews_curves, autocorrelation_plot, bootstrap_plot, deregister_matplotlib_converters, lag_plot, parallel_coordinates, plot_params, radviz,  # noqa: E402
                               register_matplotlib_converters, table)

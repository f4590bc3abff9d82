"""dendrogram: a tree of clusters as lines, and the numbers that they are drawn by."""
import numpy as np

_PALETTE = ['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C9']
_now = [None]


def set_link_color_palette(palette):
    """The colours of the clusters below the threshold; None: as at first."""
    if palette is None:
        _now[0] = None
        return
    if not isinstance(palette, (list, tuple)):
        raise TypeError('palette must be a list or tuple')
    if [1 for color in palette if not isinstance(color, str)]:
        raise TypeError('all palette list elements must be color strings')
    _now[0] = list(palette)


class _Drawing:
    """What is drawn, from the left: lines of merges, leaves, colours."""

    def __init__(self, Z, n, cut, options, threshold, above, label_of, colour_of):
        self.Z, self.n, self.cut, self.options, self.threshold, self.above, self.label_of, self.colour_of = Z, n, cut, options, threshold, above, label_of, colour_of
        self.icoord, self.dcoord, self.colours, self.labels, self.leaves, self.used, self.running = [], [], [], [], [], 0, False
        self.palette, self.contracted = _now[0] or _PALETTE, []

    def leaf(self, c, at):
        self.leaves.append(int(c))
        count = int(self.Z[c - self.n, 3]) if c >= self.n else 1
        text = self.label_of(int(c)) if self.label_of is not None else '' if c >= self.n and not self.options['counts'] else f'({count})' if c >= self.n else self.options['labels'](c)
        self.labels.append(text)
        if c >= self.n and self.options['contraction']:
            below, waiting = [], [c]
            while waiting:
                k = waiting.pop(0)
                below.append((at, self.Z[k - self.n, 2]))
                waiting += [int(x) for x in self.Z[k - self.n, :2] if x >= self.n]
            self.contracted.append(below)
        return at, 10.0, 0.0

    def turned(self, a, b):
        """Both branches in the order in which they are drawn."""
        count = lambda c: self.Z[c - self.n, 3] if c >= self.n else 1
        high = lambda c: self.Z[c - self.n, 2] if c >= self.n else 0
        for by, key in (('count_sort', count), ('distance_sort', high)):
            way = self.options[by]
            if way in (True, 'ascending'):
                return (b, a) if key(a) > key(b) else (a, b)
            if way == 'descending':
                return (a, b) if key(a) > key(b) else (b, a)
        return a, b

    def draw(self, c, left, level):
        """(where its middle is, how wide it is, how high), after what is below it is drawn."""
        if c < self.n or self.cut(c, level):
            return self.leaf(c, left + 5.0)
        a, b = self.turned(*(int(x) for x in self.Z[c - self.n, :2]))
        high = self.Z[c - self.n, 2]
        x, wide, low = self.draw(a, left, level + 1)
        if high >= self.threshold or self.threshold <= 0:
            self.used += self.running
            self.running, colour = False, self.above
        else:
            self.running, colour = True, self.palette[self.used % len(self.palette)]
        y, wide_right, low_right = self.draw(b, left + wide, level + 1)
        self.icoord.append([x, x, y, y])
        self.dcoord.append([low, high, high, low_right])
        self.colours.append(self.colour_of(c) if self.colour_of is not None else colour)
        return (x + y) / 2, wide + wide_right, high


def _cuts(Z, n, p, mode):
    if mode == 'lastp':
        return lambda c, level: c < 2 * n - p
    if mode == 'level':
        return lambda c, level: c > n and level > p
    return lambda c, level: False


def dendrogram(Z, p=30, truncate_mode=None, color_threshold=None, get_leaves=True, orientation='top', labels=None, count_sort=False, distance_sort=False, show_leaf_counts=True, no_plot=False, no_labels=False,
               leaf_font_size=None, leaf_rotation=None, leaf_label_func=None, show_contracted=False, link_color_func=None, ax=None, above_threshold_color='C0'):
    """The lines of a tree, drawn unless no_plot; a dict of their places, colours and leaves."""
    from scipy.cluster.hierarchy import is_valid_linkage
    Z = np.asarray(Z, order='c')
    if orientation not in ('top', 'left', 'bottom', 'right'):
        raise ValueError("orientation must be one of 'top', 'left', 'bottom', or 'right'")
    if labels is not None and Z.shape[0] + 1 != len(labels):
        raise ValueError('Dimensions of Z and labels must be consistent.')
    is_valid_linkage(Z, throw=True, name='Z')
    n = len(Z) + 1
    if type(p) not in (int, float):
        raise TypeError('The second argument must be a number')
    if truncate_mode not in ('lastp', 'mtica', 'level', 'none', None):
        raise ValueError('Invalid truncation mode.')
    if truncate_mode == 'lastp' and (p > n or p == 0):
        p = n
    if truncate_mode == 'level' and p <= 0:
        p = np.inf
    threshold = Z[:, 2].max() * 0.7 if color_threshold is None or isinstance(color_threshold, str) and color_threshold == 'default' else color_threshold
    options = {'counts': show_leaf_counts, 'labels': (lambda c: labels[int(c)]) if labels is not None else (lambda c: str(int(c))), 'count_sort': count_sort, 'distance_sort': distance_sort, 'contraction': show_contracted}
    made = _Drawing(Z, n, _cuts(Z, n, p, truncate_mode), options, threshold, above_threshold_color, leaf_label_func, link_color_func)
    made.draw(2 * n - 2, 0.0, 0)
    found = {'icoord': made.icoord, 'dcoord': made.dcoord, 'ivl': made.labels, 'leaves': made.leaves if get_leaves else None, 'color_list': made.colours}
    if not no_plot:
        _plot(made, Z[:, 2].max(), orientation, no_labels, leaf_font_size, leaf_rotation, ax, above_threshold_color)
    found['leaves_color_list'] = _colours_of_leaves(found, above_threshold_color)
    return found


def _colours_of_leaves(found, above):
    colours = [above] * len(found['ivl'])
    for xs, ys, colour in zip(found['icoord'], found['dcoord'], found['color_list']):
        for x, y in zip(xs, ys):
            if y == 0.0:
                at = (x - 5.0) / 10.0
                if abs(at - round(at)) < 1e-9:
                    colours[int(round(at))] = colour
    return colours


def _plot(made, high, orientation, no_labels, size, turn, ax, above):
    import matplotlib.collections
    import matplotlib.patches
    import matplotlib.pyplot as plt
    given, many = ax is not None, len(made.labels)
    ax = plt.gca() if ax is None else ax
    wide, tall, ticks = many * 10.0, high * 1.05, [5.0 + 10.0 * i for i in range(many)]
    upright = orientation in ('top', 'bottom')
    limits = {'top': ((0, wide), (0, tall)), 'bottom': ((0, wide), (tall, 0)), 'left': ((tall, 0), (0, wide)), 'right': ((0, tall), (0, wide))}[orientation]
    ax.set_xlim(*limits[0])
    ax.set_ylim(*limits[1])
    axis, where = (ax.xaxis, {'top': 'bottom', 'bottom': 'top'}) if upright else (ax.yaxis, {'left': 'right', 'right': 'left'})
    setter, texts = (ax.set_xticks, ax.set_xticklabels) if upright else (ax.set_yticks, ax.set_yticklabels)
    if no_labels:
        setter([])
        texts([])
    else:
        setter(ticks)
        turn = turn if turn is not None else (0 if many < 20 else 90) if upright else 0
        size = size if size is not None else next((s for upto, s in ((20, 12), (30, 10), (50, 8), (85, 6)) if many <= upto), 5)
        texts(made.labels, rotation=turn, size=size)
    axis.set_ticks_position(where[orientation])
    for line in (ax.get_xticklines() if upright else ax.get_yticklines()):
        line.set_visible(False)
    groups = {}
    for xs, ys, colour in zip(made.icoord, made.dcoord, made.colours):
        groups.setdefault(colour, []).append(list(zip(xs, ys) if upright else zip(ys, xs)))
    order = [c for c in dict.fromkeys(made.colours) if c != above] + ([above] if above in groups else [])
    for colour in order:
        ax.add_collection(matplotlib.collections.LineCollection(groups[colour], colors=(colour,)))
    for below in made.contracted:
        for x, y in below:
            ax.add_patch(matplotlib.patches.Ellipse((x, y) if upright else (y, x), width=wide / 100, height=1.0))
    if not given:
        plt.draw_if_interactive()

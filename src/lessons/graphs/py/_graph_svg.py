"""A graph as SVG, in layers: each node below all that point to it, nodes of a layer in the order that crosses few edges, edges as curves through the layers between."""
from html import escape

_INCH, _GAP, _BETWEEN, _SIZE = 72, 18, 36, 14   # points: an inch, between nodes of a layer, between layers, a letter's height
_WIDE = .55                                     # of a letter's height
_MARGIN = 4
_SWEEPS = 8
_PLAIN_NODE = {'shape': 'ellipse', 'width': '0.75', 'height': '0.5'}


class _Node:
    """A node, or (name None) a point of an edge in a layer between: its look, its place."""

    def __init__(self, name, look):
        self.name, self.look, self.layer, self.place = name, look, 0, 0.
        self.above, self.below = [], []
        self.label = _text(look.get('label', name or ''), name)
        self.wide, self.high = (0., 0.) if name is None else _extent(self)


def _text(label, name):
    """The lines of a label: escapes of DOT are read, markup is left out."""
    if label.startswith('<') and label.endswith('>'):
        import re
        label = re.sub('<[^>]*>', '', label[1:-1])
    return label.replace(r'\N', name or '').replace(r'\l', '\n').replace(r'\r', '\n').replace(r'\n', '\n').split('\n')


def _number(text, otherwise):
    try:
        return float(text)
    except ValueError:
        return otherwise


def _size_of(look):
    return _number(look.get('fontsize', ''), _SIZE)


def _extent(node):
    wide, high = (_number(node.look.get(key, ''), least) * _INCH for key, least in (('width', .75), ('height', .5)))
    if node.look.get('fixedsize') == 'true':
        return wide, high
    size = _size_of(node.look)
    round_ = 1.4 if node.look.get('shape', 'ellipse') in ('ellipse', 'oval', 'circle') else 1
    return (max(wide, (max(map(len, node.label)) * size * _WIDE) * round_ + 16), max(high, len(node.label) * size * 1.2 * round_ + 8))


class _Gathered:
    """Nodes and edges of a graph and of those within it, each with the attributes that hold where it stands."""

    def __init__(self, graph):
        self.looks, self.edges, self.graph = {}, [], {}
        self.gather(graph, {'node': _PLAIN_NODE, 'edge': {}, 'graph': self.graph})

    def gather(self, graph, outer):
        held = {kind: {**outer[kind], **getattr(graph, kind + '_attr')} for kind in outer}
        if outer['graph'] is self.graph:
            self.graph = held['graph']
        for step in graph._drawn:
            getattr(self, 'take_' + step[0])(held, *step[1:])

    def take_node(self, held, name, pairs):
        self.looks[name] = {**self.looks.get(name, held['node']), **dict(pairs)}

    def take_edge(self, held, tail, head, pairs):
        for name in (tail, head):
            self.looks.setdefault(name, held['node'])
        self.edges.append((tail, head, {**held['edge'], **dict(pairs)}))

    def take_attr(self, held, kind, pairs):
        held[kind].update(pairs)

    def take_graph(self, held, graph):
        self.gather(graph, held)


def _forward(names, edges):
    """The edges without those that close a cycle, which are turned round: pairs of names."""
    after = {name: [] for name in names}
    for tail, head, _ in edges:
        if tail != head:
            after[tail].append(head)
    state, turned, order = {}, set(), []
    for start in names:
        stack = [(start, iter(after[start]))] if start not in state else []
        state.setdefault(start, 1)
        while stack:
            name, rest = stack[-1]
            for head in rest:
                if head not in state:
                    state[head] = 1
                    stack.append((head, iter(after[head])))
                    break
                if state[head] == 1:
                    turned.add((name, head))
            else:
                state[name] = 2
                order.append(name)
                stack.pop()
    return turned, order[::-1]


def _layers(nodes, edges):
    """Gives nodes their layers, and long edges their points between: [(nodes along it, look, turned)]."""
    turned, order = _forward(list(nodes), edges)
    pairs = [((head, tail) if (tail, head) in turned else (tail, head)) for tail, head, _ in edges]
    below = {name: [] for name in nodes}
    for tail, head in pairs:
        if tail != head:
            below[tail].append(head)
    back = {name: index for index, name in enumerate(order)}
    for _ in range(2):                          # turned edges may ask for one more look
        for name in sorted(order, key=back.get):
            for head in below[name]:
                nodes[head].layer = max(nodes[head].layer, nodes[name].layer + 1)
    chains, every = [], list(nodes.values())
    for (tail, head, look), (first, last) in zip(edges, pairs):
        chain = [nodes[first]]
        for layer in range(nodes[first].layer + 1, nodes[last].layer):
            point = _Node(None, {})
            point.layer = layer
            every.append(point)
            chain.append(point)
        chain.append(nodes[last])
        for upper, lower in zip(chain, chain[1:]):
            if upper is not lower:
                upper.below.append(lower)
                lower.above.append(upper)
        chains.append((chain, look, (tail, head) in turned))
    return chains, every


def _ordered(every):
    """Lists of the layers' nodes, each near the middle of its neighbours."""
    rows = [[] for _ in range(1 + max((node.layer for node in every), default=0))]
    for node in every:
        rows[node.layer].append(node)
    for row in rows:
        for index, node in enumerate(row):
            node.place = index
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        for row in rows if down else rows[::-1]:
            for node in row:
                near = node.above if down else node.below
                node.middle = sum(each.place for each in near) / len(near) if near else node.place
            row.sort(key=lambda node: node.middle)
            for index, node in enumerate(row):
                node.place = index
    return rows


def _spread(rows, wide):
    """Places along the layers: neighbours' middles, pushed apart where nodes would meet."""
    for row in rows:
        at = 0.
        for node in row:
            node.place = at + wide(node) / 2
            at += wide(node) + _GAP
    for sweep in range(_SWEEPS):
        for row in rows if sweep % 2 == 0 else rows[::-1]:
            wish = [sum(each.place for each in near) / len(near) if (near := node.above if sweep % 2 == 0 else node.below) else node.place for node in row]
            _push(row, wish, wide)


def _push(row, wish, wide):
    """The places nearest to what is wished at which no two meet: from both ends, and the middle of both."""
    left, right, edge = [], [], float('-inf')
    for node, place in zip(row, wish):
        edge = max(place, edge + wide(node) / 2)
        left.append(edge)
        edge += wide(node) / 2 + _GAP
    edge = float('inf')
    for node, place in zip(row[::-1], wish[::-1]):
        edge = min(place, edge - wide(node) / 2)
        right.append(edge)
        edge -= wide(node) / 2 + _GAP
    for node, first, second in zip(row, left, right[::-1]):
        node.place = (first + second) / 2


def _rounded(value):
    return f'{value:.2f}'.rstrip('0').rstrip('.')


def _points(*points):
    return ' '.join(','.join(map(_rounded, point)) for point in points)


def _colour(look, key, otherwise):
    return escape(look.get(key, otherwise).split(':')[0], quote=True)


def _shape(node):
    """The outline of a node, at its place."""
    look, (x, y), w, h = node.look, node.at, node.wide / 2, node.high / 2
    filled = 'filled' in look.get('style', '')
    paint = f'fill="{_colour(look, "fillcolor", look.get("color", "lightgrey")) if filled else "none"}" stroke="{_colour(look, "color", "black")}"'
    kind = look.get('shape', 'ellipse')
    if kind in ('box', 'rect', 'rectangle', 'square', 'record', 'Mrecord'):
        bend = ' rx="8"' if 'rounded' in look.get('style', '') or kind == 'Mrecord' else ''
        return f'<rect x="{_rounded(x - w)}" y="{_rounded(y - h)}" width="{_rounded(2 * w)}" height="{_rounded(2 * h)}"{bend} {paint}/>'
    if kind in ('plaintext', 'none', 'plain'):
        return ''
    if kind in ('diamond', 'Mdiamond'):
        return f'<polygon points="{_points((x, y - h), (x + w, y), (x, y + h), (x - w, y))}" {paint}/>'
    inner = f'<ellipse cx="{_rounded(x)}" cy="{_rounded(y)}" rx="{_rounded(max(w - 4, 0))}" ry="{_rounded(max(h - 4, 0))}" {paint}/>' if kind == 'doublecircle' else ''
    return f'<ellipse cx="{_rounded(x)}" cy="{_rounded(y)}" rx="{_rounded(w)}" ry="{_rounded(h)}" {paint}/>{inner}'


def _words(lines, x, y, look):
    size = _size_of(look)
    first = y - (len(lines) - 1) * size * .6 + size * .33
    return ''.join(f'<text text-anchor="middle" x="{_rounded(x)}" y="{_rounded(first + i * size * 1.2)}" font-family="Times,serif" font-size="{_rounded(size)}" '
                   f'fill="{_colour(look, "fontcolor", "black")}">{escape(line)}</text>' for i, line in enumerate(lines) if line)


def _arrow(tip, towards, look, open_):
    """An arrow's head at tip, coming from towards."""
    dx, dy = tip[0] - towards[0], tip[1] - towards[1]
    length = (dx * dx + dy * dy) ** .5 or 1
    dx, dy = dx / length, dy / length
    base = tip[0] - 10 * dx, tip[1] - 10 * dy
    corners = [(base[0] - 3.5 * dy, base[1] + 3.5 * dx), tip, (base[0] + 3.5 * dy, base[1] - 3.5 * dx)]
    colour = _colour(look, 'color', 'black')
    return f'<polyline points="{_points(*corners)}" fill="{"none" if open_ else colour}" stroke="{colour}"/>'


def _curve(places, sideways):
    """A smooth path through places."""
    path = 'M' + _points(places[0])
    for (x, y), (u, v) in zip(places, places[1:]):
        path += ' C' + (_points(((x + u) / 2, y), ((x + u) / 2, v), (u, v)) if sideways else _points((x, (y + v) / 2), (u, (y + v) / 2), (u, v)))
    return path


def _edge(chain, look, turned, directed, sideways):
    """An edge with its arrows and its label."""
    first, last = chain[0], chain[-1]
    if first is last:
        x, y = first.at[0] + first.wide / 2, first.at[1]
        return f'<path d="M{_points((x, y - 5))} C{_points((x + 30, y - 18), (x + 30, y + 18), (x, y + 5))}" fill="none" stroke="{_colour(look, "color", "black")}"/>'
    places = [node.at for node in chain]
    half = (lambda node: node.wide / 2) if sideways else (lambda node: node.high / 2)
    step = (lambda at, by: (at[0] + by, at[1])) if sideways else (lambda at, by: (at[0], at[1] + by))
    places[0], places[-1] = step(places[0], half(first)), step(places[-1], -half(last))
    which = look.get('dir', 'forward' if directed else 'none')
    ends = {'forward': (False, True), 'back': (True, False), 'both': (True, True)}.get(which, (False, False))
    at_first, at_last = ends[::-1] if turned else ends
    dash = ' stroke-dasharray="5,2"' if 'dashed' in look.get('style', '') else ' stroke-dasharray="1,5"' if 'dotted' in look.get('style', '') else ''
    drawn = f'<path d="{_curve(places, sideways)}" fill="none" stroke="{_colour(look, "color", "black")}"{dash}/>'
    tail, head = ('arrowhead', 'arrowtail') if turned else ('arrowtail', 'arrowhead')
    if at_first:
        drawn += _arrow(places[0], step(places[0], 10), look, look.get(tail) in ('open', 'vee', 'empty'))
    if at_last:
        drawn += _arrow(places[-1], step(places[-1], -10), look, look.get(head) in ('open', 'vee', 'empty'))
    if look.get('label'):
        lines = _text(look['label'], None)
        (x, y), (u, v) = places[(len(places) - 1) // 2], places[(len(places) - 1) // 2 + 1]
        drawn += _words(lines, (x + u) / 2 + max(map(len, lines)) * _size_of(look) * _WIDE / 2 + 4, (y + v) / 2, look)
    return drawn


def _placed(rows, sideways, backwards):
    """Gives every node its point; the picture's extent."""
    wide, high = (lambda node: node.high, lambda node: node.wide) if sideways else (lambda node: node.wide, lambda node: node.high)
    _spread(rows, wide)
    across = min((node.place - wide(node) / 2 for row in rows for node in row), default=0)
    deep = 0.
    for row in rows[::-1] if backwards else rows:
        thick = max(map(high, row), default=0)
        for node in row:
            point = node.place - across + _MARGIN, deep + thick / 2 + _MARGIN
            node.at = point[::-1] if sideways else point
        deep += thick + _BETWEEN
    every = [node for row in rows for node in row]
    return tuple(max((node.at[i] + (node.wide, node.high)[i] / 2 for node in every), default=0) + _MARGIN for i in (0, 1))


def picture(graph):
    """The text of an SVG that shows the graph."""
    found = _Gathered(graph)
    nodes = {name: _Node(name, look) for name, look in found.looks.items()}
    chains, every = _layers(nodes, found.edges)
    way = found.graph.get('rankdir', 'TB').upper()
    wide, high = _placed(_ordered(every), way in ('LR', 'RL'), way in ('BT', 'RL'))
    flip = way in ('BT', 'RL')
    drawn = [_edge(chain[::-1] if flip else chain, look, turned != flip, graph.directed, way in ('LR', 'RL')) for chain, look, turned in chains]
    for node in nodes.values():
        drawn.append(f'<g class="node"><title>{escape(node.name)}</title>{_shape(node)}{_words(node.label, *node.at, node.look)}</g>')
    if found.graph.get('label'):
        drawn.append(_words(_text(found.graph['label'], None), wide / 2, high + _SIZE, found.graph))
        high += 2 * _SIZE
    size = f'width="{_rounded(wide)}pt" height="{_rounded(high)}pt" viewBox="0 0 {_rounded(wide)} {_rounded(high)}"'
    return f'<svg {size} xmlns="http://www.w3.org/2000/svg">\n<title>{escape(graph.name or "")}</title>\n' + '\n'.join(drawn) + '\n</svg>\n'

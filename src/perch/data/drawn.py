"""Stand-in pictures: shapes turned into pages of grey values once, then sampled at random turns, sizes and places, on grounds with noise; all of a batch at a time."""
import numpy as np

SIDE = 64           # of a page
AT_ONCE = 250       # pictures that are sampled together: what one step holds stays below 30 MB


def _inside(x, y, points):
    """Which positions lie in the polygon, by crossings."""
    inside = np.zeros(x.shape, bool)
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
        if y0 != y1:
            inside ^= ((y0 > y) != (y1 > y)) & (x < (x1 - x0) * (y - y0) / (y1 - y0) + x0)
    return inside


def _along(x, y, width, points):
    """Which positions are nearer to the line than its width."""
    near = np.zeros(x.shape, bool)
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        dx, dy = x1 - x0, y1 - y0
        t = np.clip(((x - x0) * dx + (y - y0) * dy) / max(dx * dx + dy * dy, 1e-9), 0, 1)
        near |= (x - x0 - t * dx) ** 2 + (y - y0 - t * dy) ** 2 < width * width
    return near


def page(parts, side=SIDE):
    """(cover, shade) of a shape, float32 pages with soft edges."""
    step = (np.arange(2 * side) + 0.5) / (2 * side)
    y, x = np.meshgrid(step, step, indexing='ij')
    shade, cover = np.zeros(x.shape, np.float32), np.zeros(x.shape, np.float32)
    for kind, first, *rest in parts:
        if kind == 'line':
            where, value = _along(x, y, first, rest[0]), 0.95
        elif kind == 'poly':
            where, value = _inside(x, y, rest[0]), first
        else:
            cx, cy, rx, ry = rest
            where, value = ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1, first
        shade[where] = value
        cover[where] = 1.0 if value else 0.0
    smaller = lambda a: a.reshape(side, 2, side, 2).mean(axis=(1, 3)).astype(np.float32)
    return smaller(cover), smaller(shade)


def pages(shapes):
    """(covers, shades) of many shapes: two arrays (n, SIDE, SIDE)."""
    both = [page(parts) for parts in shapes]
    return np.stack([cover for cover, _ in both]), np.stack([shade for _, shade in both])


def sample(books, which, random, side, turn=12.0, zoom=(0.85, 1.15), shift=0.08, shear=0.1):
    """Of each book (n, SIDE, SIDE) the pages `which`, turned by up to `turn` degrees, scaled, sheared and moved at random: arrays (len(which), side, side)."""
    out = [np.empty((len(which), side, side), np.float32) for _ in books]
    step = ((np.arange(side) + 0.5) / side - 0.5).astype(np.float32)
    for begin in range(0, len(which), AT_ONCE):
        chosen = which[begin:begin + AT_ONCE]
        n = len(chosen)
        uniform = lambda low, high: random.uniform(low, high, (n, 1, 1)).astype(np.float32)
        angle, scale, slant = uniform(-turn, turn) * np.float32(np.pi / 180), uniform(*zoom), uniform(-shear, shear)
        dx, dy = uniform(-shift, shift), uniform(-shift, shift)
        y, x = (step[None, :, None] - dy) / scale, (step[None, None, :] - dx) / scale
        x = x + slant * y
        px = (np.cos(angle) * x + np.sin(angle) * y + np.float32(0.5)) * SIDE - np.float32(0.5)
        py = (np.cos(angle) * y - np.sin(angle) * x + np.float32(0.5)) * SIDE - np.float32(0.5)
        inside = (px > -0.5) & (px < SIDE - 0.5) & (py > -0.5) & (py < SIDE - 0.5)
        px, py = np.clip(px, 0, SIDE - 1.001), np.clip(py, 0, SIDE - 1.001)
        ix, iy = px.astype(np.int64), py.astype(np.int64)
        fx, fy = px - ix, py - iy
        at = (np.asarray(chosen, np.int64)[:, None, None] * SIDE + iy) * SIDE + ix
        for book, target in zip(books, out):
            flat = book.reshape(-1)
            top = flat[at] * (1 - fx) + flat[at + 1] * fx
            bottom = flat[at + SIDE] * (1 - fx) + flat[at + SIDE + 1] * fx
            target[begin:begin + n] = (top * (1 - fy) + bottom * fy) * inside
    return out


def grey(shapes, labels, random, side=28, noise=0.06, **moves):
    """uint8 pictures (n, side, side) of shapes[label], bright on dark."""
    covers, shades = pages(shapes)
    cover, shade = sample([covers, shades], labels, random, side, **moves)
    n = len(labels)
    bright = random.uniform(0.55, 1.0, (n, 1, 1)).astype(np.float32)
    ink = shade * bright + random.normal(0, noise, shade.shape).astype(np.float32) * (cover > 0.1)
    return (np.clip(ink, 0, 1) * 255).astype(np.uint8)


def ground(n, side, random, tints):
    """Grounds (n, side, side, 3), 0 to 1: a tint each that changes from top to bottom, with soft blotches."""
    tints = np.asarray(tints, np.float32)
    slope = np.linspace(-0.12, 0.12, side, dtype=np.float32)[None, :, None, None] * random.uniform(-1, 1, (n, 1, 1, 1)).astype(np.float32)
    rough = random.normal(0, 0.07, (n, 8, 8, 1)).astype(np.float32)
    repeat = -(-side // 8)
    rough = rough.repeat(repeat, axis=1).repeat(repeat, axis=2)[:, :side, :side]
    return tints[:, None, None, :] + slope + rough


def coloured(shapes, labels, random, side, inks, tints, spread=0.12, noise=0.04, **moves):
    """uint8 pictures (n, side, side, 3): shapes[label] in about inks[label] on a ground of about tints[label]."""
    covers, shades = pages(shapes)
    out = np.empty((len(labels), side, side, 3), np.uint8)
    labels = np.asarray(labels)
    for begin in range(0, len(labels), AT_ONCE):
        some = labels[begin:begin + AT_ONCE]
        n = len(some)
        cover, shade = sample([covers, shades], some, random, side, **moves)
        ink = np.asarray(inks, np.float32)[some] + random.normal(0, spread, (n, 3)).astype(np.float32)
        tint = np.asarray(tints, np.float32)[some] + random.normal(0, spread, (n, 3)).astype(np.float32)
        figure = shade[..., None] * ink[:, None, None, :] * np.float32(1.15)
        whole = ground(n, side, random, tint) * (1 - cover[..., None]) + figure
        whole += random.normal(0, noise, whole.shape).astype(np.float32)
        out[begin:begin + n] = (np.clip(whole, 0, 1) * 255).astype(np.uint8) & 0xf8      # what compresses better
    return out

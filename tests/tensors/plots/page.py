# matplotlib's renderer by itself: what its calls leave on a page, as checksums of the pixels (they are the original's, bit for bit, but for colours that go over).
import importlib.util
import sys
import types
import zlib

spec = importlib.util.find_spec("matplotlib")
package = types.ModuleType("matplotlib")
package.__path__ = list(spec.submodule_search_locations)
sys.modules["matplotlib"] = package

import numpy as np  # noqa: E402
from matplotlib.backends._backend_agg import RendererAgg  # noqa: E402


class Path:
    def __init__(self, vertices, codes=None, should_simplify=None, simplify_threshold=1 / 9):
        self.vertices = np.asarray(vertices, float)
        self.codes = codes
        self.should_simplify = codes is None and len(self.vertices) > 127 if should_simplify is None else should_simplify
        self.simplify_threshold = simplify_threshold


class GC:
    _linewidth, _alpha, _forced_alpha, _rgb, _antialiased, _capstyle, _joinstyle, _dashes, _cliprect = 1.5, 1.0, False, (0.1, 0.3, 0.7, 1.0), True, "butt", "round", (0, None), None
    clip, snap, hatch, hatch_color, hatch_width, sketch = (None, None), None, None, (0, 0, 0, 1), 1.0, None

    def __init__(self, **kw):
        vars(self).update(kw)

    def get_dashes(self): return self._dashes
    def get_clip_path(self): return self.clip
    def get_snap(self): return self.snap
    def get_hatch_path(self): return self.hatch
    def get_hatch_color(self): return self.hatch_color
    def get_hatch_linewidth(self): return self.hatch_width
    def get_sketch_params(self): return self.sketch


def tried(what, *args):
    try:
        print(what(*args))
    except Exception as e:
        print(type(e).__name__, e)


def page(width=160, height=120, dpi=100.0):
    return RendererAgg(width, height, dpi)


def seen(name, r):
    a = np.asarray(r)
    print(name, a.shape, a.dtype, zlib.crc32(a.tobytes()), [int(n) for n in (a[..., 3] > 0).sum(axis=1)[::17]])


ONE, NONE = np.eye(3), np.zeros((0, 3, 3))
rng = np.random.RandomState(3)
zigzag = Path([[10, 10], [60, 100], [70, 20], [150, 110], [152, 30], [90, 15]])
curve = Path([[20, 20], [60, 140], [120, -40], [150, 90], [100, 118], [20, 60], [20, 20]], np.array([1, 4, 4, 4, 3, 3, 79], np.uint8))
box = Path([[20.3, 20.2], [120.7, 20.2], [120.7, 90.6], [20.3, 90.6], [0, 0]], np.array([1, 2, 2, 2, 79], np.uint8))

for cap in ("butt", "round", "projecting"):
    for join in ("miter", "round", "bevel"):
        for width in (0.3, 1, 7.5):
            r = page()
            r.draw_path(GC(_capstyle=cap, _joinstyle=join, _linewidth=width), zigzag, ONE)
            seen((cap, join, width), r)
for path in (zigzag, curve, box):
    for smooth in (True, False):
        for face in (None, (1, 0.5, 0), (0.2, 0.8, 0.4, 0.5)):
            for snap in (None, True, False):
                r = page()
                r.draw_path(GC(_antialiased=smooth, snap=snap, _alpha=0.7), path, ONE, face)
                seen((smooth, face, snap), r)
for dashes in ((0, [4, 2]), (3, [1, 1, 5, 2]), (100, [0.5, 3]), (0, [7, 0])):
    for path in (zigzag, curve, box):
        for smooth in (True, False):
            r = page()
            r.draw_path(GC(_dashes=dashes, _linewidth=2.5, _antialiased=smooth, _capstyle="round"), path, ONE)
            seen(dashes, r)
for rect in ([[30, 30], [100, 80]], [[-50, 10], [1000, 60.5]], [[50, 50], [50, 50]], [[500, 500], [600, 600]]):
    r = page()
    r.draw_path(GC(_cliprect=np.array(rect, float)), curve, ONE, (0.9, 0.1, 0.1, 0.8))
    seen(rect, r)
r = page()
r.draw_path(GC(clip=(curve, ONE)), box, ONE, (0, 0.5, 0.5))
r.draw_path(GC(clip=(curve, np.array([[0.5, 0, 30], [0, 0.5, 30], [0, 0, 1]])), _alpha=0.4, _forced_alpha=True), box, ONE, (1, 0, 0, 1))
seen("clip path", r)
r = page()
r.draw_path(GC(sketch=(3, 50, 16)), zigzag, ONE)
r.draw_path(GC(sketch=(1, 100, 2)), curve, ONE)
seen("sketch", r)

x = np.linspace(-50, 250, 4000)
for y in (60 + 40 * np.sin(x / 9), 60 + 30 * rng.randn(4000), np.where(np.arange(4000) % 97, 60 + 30 * np.sin(x), np.nan), 1e9 * rng.randn(4000)):
    for simplify in (True, False):
        r = page()
        r.draw_path(GC(), Path(np.column_stack([x, y]), None, simplify), ONE)
        seen(("long", simplify), r)
r = page()
r.draw_path(GC(), Path([[np.nan, 1], [5, 5], [np.inf, 3], [100, 100], [50, 1e5], [20, 20], [1e5, -1e5], [60, 60]]), ONE, (1, 1, 0))
seen("odd numbers", r)

circle = Path(np.column_stack([np.cos(np.arange(9) * np.pi / 4), np.sin(np.arange(9) * np.pi / 4)]))
spots = Path(rng.rand(40, 2) * [160, 120])
for marker in (circle, box, curve):
    for snap in (None, True, False):
        for size in (0.03, 0.13, 5):
            r = page()
            r.draw_markers(GC(snap=snap, _linewidth=0.8), marker, np.diag([size, size, 1]), spots, ONE, (0.9, 0.9, 0.2, 0.6))
            seen(("markers", snap, size), r)
r = page()
r.draw_markers(GC(_cliprect=np.array([[20, 20], [100, 90.]]), clip=(curve, ONE)), circle, np.diag([9., 9, 1]), spots, ONE)
seen("markers clipped", r)

r = page()
offsets = rng.rand(25, 2) * [160, 120]
colors = rng.rand(7, 4)
r.draw_path_collection(GC(), ONE, [circle, box, curve], [np.diag([s, s, 1]) for s in (9., 0.2, 0.1, 15)], offsets, ONE, colors, colors[::-1][:3], np.array([0.5, 2, 3]), [(0, None), (0, [3, 1])],
                       np.array([True, True, False]), [None], "screen")
seen("collection", r)
r.draw_path_collection(GC(), ONE, [zigzag], NONE, np.zeros((0, 2)), ONE, np.zeros((0, 4)), colors, [1.0], [(0, None)], [True], [None], "screen")
r.draw_path_collection(GC(), ONE, [zigzag], NONE, np.zeros((0, 2)), ONE, np.zeros((0, 4)), np.zeros((0, 4)), [1.0], [(0, None)], [True], [None], "screen")
r.draw_path_collection(GC(), ONE, [], NONE, np.zeros((0, 2)), ONE, colors, np.zeros((0, 4)), [1.0], [(0, None)], [True], [None], "screen")
seen("collection of lines", r)
tried(r.draw_path_collection, GC(), ONE, [zigzag], NONE, np.zeros((3, 3)), ONE, np.zeros((0, 4)), colors, [1.0], [(0, None)], [True], [None], "screen")
tried(r.draw_path_collection, GC(), ONE, [3], NONE, np.zeros((1, 2)), ONE, np.zeros((0, 4)), colors, [1.0], [(0, None)], [True], [None], "screen")
for smooth in (True, False):
    r = page()
    mesh = np.stack(np.meshgrid(np.linspace(5, 150, 8), np.linspace(5, 110, 6)), -1) + rng.rand(6, 8, 2) * 9
    r.draw_quad_mesh(GC(_linewidth=0.0), ONE, 7, 5, mesh, np.zeros((1, 2)), ONE, rng.rand(35, 4), smooth, np.zeros((0, 4)))
    r.draw_quad_mesh(GC(_linewidth=1.0), ONE, 7, 5, mesh, np.array([[3, 3.]]), ONE, np.zeros((0, 4)), smooth, rng.rand(2, 4))
    seen(("mesh", smooth), r)

text = (np.arange(20 * 50).reshape(20, 50) * 7 % 256).astype(np.uint8)
for angle in (0, 90, 30, -15.5, 180):
    for x, y in ((40, 60), (-20, 10), (150, 119), (20.7, 130)):
        r = page()
        r.draw_text_image(text, x, y, angle, GC(_rgb=(0.8, 0, 0.2, 0.9)))
        r.draw_text_image(text, x, y, angle, GC(_cliprect=np.array([[50, 50], [70, 70.]])))
        if angle % 90:
            print(angle, x, y, [int(n) for n in (np.asarray(r)[..., 3] > 2).sum(axis=1)[::9]])
        else:
            seen(("text", angle, x, y), r)
image = (rng.rand(30, 40, 4) * 255).astype(np.uint8)
for gc in (GC(), GC(_alpha=0.3), GC(_cliprect=np.array([[50, 50], [70, 70.]])), GC(clip=(curve, ONE))):
    for x, y in ((40, 60), (-20, -10), (150, 100), (20.7, 30.2)):
        r = page()
        r.draw_path(GC(), box, ONE, (0.1, 0.9, 0.9))
        r.draw_image(gc, x, y, image)
        seen(("image", x, y), r)

region = r.copy_from_bbox(np.array([[20, 20], [80, 70.]]))
print(region.get_extents(), np.asarray(region).shape, type(region).__name__)
r.clear()
seen("cleared", r)
r.restore_region(region)
r.restore_region(region, 30, 40, 60, 60, 5, -3)
seen("restored", r)
region.set_x(100)
region.set_y(90)
print(region.get_extents())
r.restore_region(region)
seen("moved", r)
tried(r.restore_region, 3)
tried(r.copy_from_bbox, [1, 2, 3])
tried(RendererAgg, 10, 10, 0)
tried(RendererAgg, 70000, 10, 100.0)
tried(RendererAgg, 10)
tried(r.draw_path, GC(), zigzag, np.eye(2))
tried(r.draw_path, GC(), 3, ONE)
tried(r.draw_path, 3, zigzag, ONE)
tried(r.draw_path, GC(_capstyle="none"), zigzag, ONE)
tried(r.draw_path, GC(), zigzag, ONE, (1, 2))
tried(r.draw_gouraud_triangles, GC(), np.zeros((2, 3, 3)), np.zeros((2, 3, 4)), ONE)
view = memoryview(r)
print(view.shape, view.format, view.readonly, view.strides)
r = page()
r.draw_gouraud_triangle(GC(), np.array([[10, 10], [150, 30], [70, 110.]]), np.ones((3, 4)), ONE)
r.draw_gouraud_triangles(GC(), np.array([[[30, 40], [50, 30], [70, 110.]], [[0, 0], [-30, 3], [20, 20]]]), np.tile([0, 1, 0, 1.], (2, 3, 1)), ONE)
seen("triangles of one colour", r)

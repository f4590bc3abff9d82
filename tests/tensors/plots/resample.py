# matplotlib._image by itself: images through transforms, by every interpolation.
import importlib.util
import sys
import types

spec = importlib.util.find_spec("matplotlib")
package = types.ModuleType("matplotlib")
package.__path__ = list(spec.submodule_search_locations)
sys.modules["matplotlib"] = package

import zlib  # noqa: E402

import numpy as np  # noqa: E402
from matplotlib import _image  # noqa: E402


class Affine:
    is_affine = True

    def __init__(self, *rows): self.matrix = np.array([*rows, [0, 0, 1]], float)
    def __array__(self, *args): return self.matrix


class Bent:
    is_affine = False

    def inverted(self): return self
    def transform(self, places): return np.column_stack([places[:, 0] * 0.4 + 2 * np.sin(places[:, 1] / 7), places[:, 1] * 0.3 + places[:, 0] ** 2 / 900])


def tried(what, *args, **kw):
    try:
        print(what(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


print(sorted((name, v) for name, v in vars(_image).items() if isinstance(v, int)))
rng = np.random.RandomState(5)
grey = rng.rand(12, 17)
TRANSFORMS = {
    "same": Affine([1, 0, 0], [0, 1, 0]), "larger": Affine([3.7, 0, 1.25], [0, 2.9, -3.5]), "smaller": Affine([0.35, 0, 2], [0, 0.6, 1]), "over": Affine([1, 0, 3], [0, -1, 20]),
    "turned": Affine([2, -1.5, 20], [1.4, 2.2, -5]), "bent": Bent(), "none": None, "flat": Affine([0, 0, 0], [0, 1, 0]),
}
for dtype, top in ((np.uint8, 255), (np.uint16, 65535), (np.float32, 1), (np.float64, 1)):
    for parts in (1, 4):
        if parts == 4 and dtype == np.uint16: # the original's sums overflow here
            continue
        image = rng.rand(12, 17, 4) * 0.8 + 0.1
        if parts == 4:
            image[..., :3] *= image[..., 3:]
        image = (image * top).astype(dtype)
        if parts == 1:
            image = np.ascontiguousarray(image[..., 0])
        for name, t in TRANSFORMS.items():
            for kind in range(_image._n_interpolation):
                for whole in (False, True):
                    out = np.zeros((40, 50, 4)[:2 if parts == 1 else 3], dtype)
                    _image.resample(image, out, t, kind, whole, 1.0, True, 3.0)
                    # to three digits: where floats are added up in another order the last ones differ; whole numbers may come down on either side
                    a = out.astype(float) / top
                    print(np.dtype(dtype).name, parts, name, kind, whole, [round(float(v), 2) for v in (a.mean(), a.std(), a[11].mean(), a[:, 9].mean(), a[20, 20].mean())])
                    if kind == 0 and dtype == np.uint8:
                        print(zlib.crc32(out.tobytes()))
for kw in (dict(alpha=0.5), dict(interpolation=2, norm=False), dict(interpolation=14, radius=1.0), dict(interpolation=15, radius=6.5, resample=True), dict(interpolation=1, resample=1, norm=1)):
    out = np.full((40, 50), 0.25)
    _image.resample(grey, out, TRANSFORMS["turned"], **kw)
    print(kw, [round(float(v), 3) for v in (out.mean(), out.std(), out[11].mean(), out[:, 9].mean())])
out = np.zeros((40, 50))
tried(_image.resample, grey, out, TRANSFORMS["same"], 17)
tried(_image.resample, grey, out, TRANSFORMS["same"], -1)
tried(_image.resample, grey, [1], TRANSFORMS["same"])
tried(_image.resample, grey, out.T, TRANSFORMS["same"])
tried(_image.resample, grey, out[0], TRANSFORMS["same"])
tried(_image.resample, grey, np.zeros((4, 4, 4)), TRANSFORMS["same"])
tried(_image.resample, grey, out.astype(np.float32), TRANSFORMS["same"])
tried(_image.resample, np.zeros((3, 3, 3)), np.zeros((4, 4, 3)), TRANSFORMS["same"])
tried(_image.resample, np.zeros((3, 3, 3)), np.zeros((4, 4, 4)), TRANSFORMS["same"])
tried(_image.resample, np.zeros((3, 3), int), np.zeros((4, 4), int), TRANSFORMS["same"])
tried(_image.resample, np.zeros((3, 3, 4), complex), np.zeros((4, 4, 4), complex), TRANSFORMS["same"])
tried(_image.resample, grey, out, 3)
tried(_image.resample, grey, out)

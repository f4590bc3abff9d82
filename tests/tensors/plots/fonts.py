# matplotlib.ft2font by itself: measures, texts, outlines, tables, images, errors. (The package around it is not imported: its own Python half wants more than this.)
import importlib.util
import io
import os
import sys
import types
import warnings

spec = importlib.util.find_spec("matplotlib")
package = types.ModuleType("matplotlib")
package.__path__ = list(spec.submodule_search_locations)
sys.modules["matplotlib"] = package

import numpy as np  # noqa: E402
from matplotlib import ft2font as f  # noqa: E402
from matplotlib.ft2font import FT2Font, FT2Image  # noqa: E402

FONTS = "/usr/share/matplotlib/mpl-data/fonts/ttf/"
SANS = FONTS + "DejaVuSans.ttf"


def tried(what, *args, **kw):
    try:
        print(repr(what(*args, **kw)))
    except Exception as e:
        print(type(e).__name__, e)


print(sorted((name, v) for name, v in vars(f).items() if isinstance(v, int)))
font = FT2Font(SANS, hinting_factor=8)
for name in ("postscript_name num_faces family_name style_name face_flags style_flags num_glyphs num_fixed_sizes num_charmaps scalable units_per_EM bbox ascender descender height "
             "max_advance_width max_advance_height underline_position underline_thickness fname").split():
    print(name, repr(getattr(font, name)))
tried(FT2Font)
tried(FT2Font, 3)
tried(FT2Font, "/nonexistent")
tried(FT2Font, io.BytesIO(b"no font at all"))
tried(FT2Font, SANS, _fallback_list=3)
tried(FT2Font, SANS, _fallback_list=[3])
tried(FT2Font, SANS, 8, 3)
tried(FT2Font, io.StringIO("x"))
tried(FT2Font, SANS, 0)
print(FT2Font(io.BytesIO(open(SANS, "rb").read())).family_name)
tried(setattr, font, "other", 1)

for size, dpi, flags in ((12, 100, 32), (10, 72, 2), (33.3, 150, 0), (8, 100, 32768)):
    font.set_size(size, dpi)
    places = font.set_text("hello AVATAR, \xe9\u03b1", 0.0, flags=flags)
    print(places.shape, places[1:].tolist(), font.get_width_height(), font.get_bitmap_offset(), font.get_descent(), font.get_num_glyphs())
    font.draw_glyphs_to_bitmap()
    image = font.get_image()
    print(image.shape, image.dtype, int(image.sum(dtype=int)), int((image.astype(int) * np.arange(image.size).reshape(image.shape)).sum()), np.array_equal(np.asarray(memoryview(font)), image))
    print(font.get_xys()[1:].tolist())
font.set_text("turned", 30.0)
print(font.get_width_height(), font.get_bitmap_offset(), font.get_descent())
font.set_text("mono", 0.0)
font.draw_glyphs_to_bitmap(antialiased=False)
print(sorted(set(font.get_image().ravel().tolist())), font.get_image().shape)
font.set_text("")
font.draw_glyphs_to_bitmap()
print(font.get_width_height(), font.get_image().shape)
tried(font.set_text, 3)
tried(font.set_size, -1, 72)
tried(font.set_size, "x", 72)

font.set_size(12, 100)
for mode in (0, 1, 2, 7):
    tried(font.get_kerning, 36, 57, mode)
for c in (65, 0x3B1, 105, 10 ** 7):
    g = font.load_char(c)
    print(g.width, g.height, g.bbox, g.horiBearingX, g.horiBearingY, g.horiAdvance, g.linearHoriAdvance, g.vertBearingX, g.vertBearingY, g.vertAdvance)
    vertices, codes = font.get_path()
    print(vertices.shape, vertices.dtype, codes.dtype, vertices.tolist()[:9], codes.tolist())
g = font.load_glyph(40, flags=f.LOAD_NO_HINTING)
print(g.width, g.bbox, type(g).__name__)
tried(type(g))
tried(font.load_glyph, 10 ** 6)
tried(font.load_char, "x")
for i in (0, 3, 36, 10 ** 6):
    tried(font.get_glyph_name, i)
tried(font.get_name_index, "A")
tried(font.get_name_index, "nope")
print(font.get_char_index(65), font.get_char_index(10 ** 7))
table = font.get_charmap()
print(len(table), list(table.items())[:5])
for i in (0, 99, -1):
    tried(font.set_charmap, i)
tried(font.select_charmap, 1970170211)
tried(font.select_charmap, 1)
names = font.get_sfnt()
print(len(names), sorted(names.items())[:4])
for name in ("head", "maxp", "OS/2", "hhea", "vhea", "post", "pclt", "none"):
    tried(font.get_sfnt_table, name)
tried(font.get_ps_font_info)

symbols = FT2Font(FONTS + "cmsy10.ttf", _fallback_list=[font])
symbols.set_size(12, 72)
found = symbols._get_fontmap("ab\u2200")
print(symbols.fname, {c: os.path.basename(v.fname) for c, v in found.items()})
print(symbols.set_text("ab\u2200")[1:].tolist(), symbols.get_width_height())
symbols.draw_glyphs_to_bitmap()
print(symbols.get_image().shape, int(symbols.get_image().sum(dtype=int)))
tried(symbols._get_fontmap, 3)

image = FT2Image(10, 5)
tried(FT2Image)
tried(FT2Image, "x", 3)
image.draw_rect(1, 1, 3, 3)
image.draw_rect_filled(5, 1, 8, 3)
image.draw_rect_filled(-5, 1, 80, 3)
print(np.asarray(image))
tried(image.draw_rect, -1, 0, 3, 3)
tried(image.draw_rect_filled, "a", 0, 3, 3)
view = memoryview(image)
print(view.format, view.shape, view.strides, view.readonly, np.asarray(FT2Image(0, 0)).shape)
image = FT2Image(30, 20)
font.clear()
g = font.load_char(65)
for x, y in ((2, 3), (25.6, 13.2), (-3, 3), (2, -9)):
    font.draw_glyph_to_bitmap(image, x, y, g)
    print(int(np.asarray(image).sum(dtype=int)))
tried(font.draw_glyph_to_bitmap, 3, 2, 3, g)
tried(font.draw_glyph_to_bitmap, image, 2, 3, 4)
font.clear()
tried(font.draw_glyph_to_bitmap, image, 2, 3, g)

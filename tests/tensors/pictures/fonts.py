# Fonts: FreeType's with the basic layout (lengths, boxes, masks of all modes, strokes), bitmap fonts, ImagePath.
import array
import hashlib
import io

from PIL import Image, ImageFont, ImagePath, _imagingft

PLACE = "/usr/share/fonts/truetype/dejavu/"
BASIC = ImageFont.Layout.BASIC


def digest(data):
    return hashlib.md5(data).hexdigest()[:12]


def attempt(what):
    try:
        print(repr(what()).split(" at 0x")[0])
    except Exception as e:
        print(type(e).__name__, str(e).split(" at 0x")[0])


def pixels(core):
    im = Image.Image()._new(core)
    return im.mode, im.size, digest(im.tobytes("raw", im.mode)) if 0 not in im.size else None


TEXTS = ("", "A", "AVAVA To", "Wj.,", "e\u0301 \u4e2d\ud7a3", "fi ffl", " lead", "tail ", "y", "\u00c5\u00c7g\u0328", "\n\t")
for name in ("DejaVuSans.ttf", "DejaVuSerif-Bold.ttf", "DejaVuSansMono.ttf"):
    for size in (1, 8, 13, 20, 64):
        font = ImageFont.truetype(PLACE + name, size, layout_engine=BASIC)
        f = font.font
        print(name, size, f.family, f.style, f.ascent, f.descent, f.height, f.x_ppem, f.y_ppem, f.glyphs, font.getname(), font.getmetrics())
        for text in TEXTS:
            print(repr(text), font.getlength(text), font.getlength(text, "1"), font.getbbox(text), font.getbbox(text, "1"), [font.getbbox(text, anchor=a) for a in ("mm", "rs", "lt", "lb", "ld", "ls", "ma", "rd")])
            for mode in ("1", "L", "RGBA", ""):
                for stroke in (0, 1, 3):
                    if size > 20 and stroke == 3:
                        continue
                    try:
                        mask, offset = font.getmask2(text, mode, stroke_width=stroke, ink=0x80C0FF40 if mode == "RGBA" else 0)
                        print("  ", mode, stroke, offset, pixels(mask))
                    except Exception as e:
                        print("  ", mode, stroke, type(e).__name__, e)
font = ImageFont.truetype(PLACE + "DejaVuSans.ttf", 20, layout_engine=BASIC)
for start in ((0, 0), (.25, 0), (.5, .5), (.51, .49), (.9, .2), (.2, .9), (.99, .99)):
    for text in ("AVgj", "l"):
        mask, offset = font.getmask2(text, start=start)
        print(start, offset, pixels(mask))
print(pixels(font.getmask("two\nlines")))
with open(PLACE + "DejaVuSans.ttf", "rb") as f:
    data = f.read()
print(pixels(ImageFont.truetype(io.BytesIO(data), 15, layout_engine=BASIC).getmask("from bytes")))
print(pixels(font.font_variant(size=31).getmask("variant")))
for bad in (lambda: ImageFont.truetype(PLACE + "nothing.ttf", 10, layout_engine=BASIC), lambda: _imagingft.getfont(PLACE + "DejaVuSans.ttf", 10, 9), lambda: _imagingft.getfont("", 10, font_bytes=b"no font"),
            lambda: _imagingft.getfont("", 10, font_bytes=data[:5000]), lambda: ImageFont.truetype(PLACE + "DejaVuSans.ttf", 10, encoding="armn", layout_engine=BASIC).getlength("a"),
            lambda: ImageFont.truetype(PLACE + "DejaVuSans.ttf", 10, encoding="adob", layout_engine=BASIC), lambda: font.getbbox("a", anchor="xx"), lambda: font.getbbox("a", anchor="l"),
            lambda: font.getbbox("a", anchor="ss"), lambda: font.getbbox("a", direction="rtl"), lambda: font.getbbox("a", features=["-kern"]), lambda: font.getbbox("a", language="en"),
            lambda: font.get_variation_names(), lambda: font.get_variation_axes(), lambda: font.set_variation_by_axes([1]), lambda: font.font.setvarname(1), lambda: font.font.getlength(5, "L", None, None, None),
            lambda: font.font.getlength(b"A\xe9", "L", None, None, None)):
    attempt(bad)

font = ImageFont.load_default()
for text in ("", "Hello", "W\xe9\xff", b"bytes", "two\nlines"):
    print(repr(text), font.font.getsize(text), pixels(font.getmask(text)), pixels(font.getmask(text, "1")))
attempt(lambda: font.font.getsize("He\u20ac"))
attempt(lambda: font.font.getsize(5))
attempt(lambda: Image.core.font(Image.core.new("L", (4, 4)), b"abc"))

path = ImagePath.Path([0, 1, 2.5, 3])
for given in ([(0, 1), (2, 3)], ((0, 1), (2, 3)), [0, 1, 2], [], "abcd", 5, array.array("f", [1, 2, 3, 4]), array.array("f", [1, 2, 3]), b"\0" * 16, b"\0" * 7, path, [(1, 2, 3)], [[1, 2], [3, 4]], ["a", "b"],
              [None, 1], (0, 1, 2, 3), range(4), -1, 0, [(1, 2), 3, 4], [True, False], {1: 2}):
    attempt(lambda: ImagePath.Path(given).tolist())
for asked in (lambda: len(path), lambda: path[0], lambda: path[-1], lambda: path[2], lambda: path[-3], lambda: path[0:1].tolist(), lambda: path[::2], lambda: path["a"], lambda: path.getbbox(),
              lambda: ImagePath.Path([]).getbbox(), lambda: path.tolist(1), lambda: path.tolist(flat=1), lambda: list(path), lambda: path == path, lambda: (1, 2) in path, lambda: path.transform(5), lambda: path.transform((1, 2))):
    attempt(asked)


def changed(how):
    p = ImagePath.Path([0, 0, 1, 0, 1.5, 0.2, 5, 5, 5.5, 5, 9, 9, 9, 9.5])
    return how(p), p.tolist()


for how in [lambda p, d=d: p.compact(*d) for d in ((), (0,), (1,), (2,), (3,), (100,))] + [
        lambda p: p.map(lambda x, y: (x * 2, y + 1)), lambda p: p.map(lambda x, y: (1, 2, 3)), lambda p: p.map(lambda x, y: 1 / 0), lambda p: p.map(5), lambda p: p.transform((1, 2, 3, 4, 5, 6)),
        lambda p: p.transform((1, 0, 3, 0, 1, 6), 5.0), lambda p: p.transform((1, 2, 3, 4, 5, 6), 7), lambda p: p.transform((2, 0, 3, 0, 5, 6), 7), lambda p: p.__setitem__(0, (7, 8)), lambda p: p.__setitem__(99, (7, 8)),
        lambda p: p.__setitem__(-1, (7, 8)), lambda p: p.__setitem__(0, (7, 8, 9)), lambda p: p.__delitem__(0)]:
    attempt(lambda: changed(how))

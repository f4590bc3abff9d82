#!/usr/bin/python3
"""Calls on pictures drawn from a seed, under perch and under Pillow's own Python: tests/fuzz/pictures_calls.py [CALLS] [SEED] [-v] (Debian's python3-pil 9.4; PERCH names the binary).

Each call takes a small picture of any mode and arguments of which most are good, some odd and some none at all: the same picture, value or exception has to come out. What differs is counted by call; -v: all of it. Colours of the space Lab are
converted by ImageCms, which perch has not: those calls are counted apart.
"""
import collections
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from harness import perch_path, slowness  # noqa: E402

PART = 1500
SHIFTED = ('spread', 'offset')  # of pixels of two bytes Pillow moves every first one and leaves the rest as its memory was
PROGRAM = r'''
import hashlib, random, re, sys, warnings
warnings.simplefilter("ignore")
from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageEnhance, ImageFilter, ImageFont, ImageMath, ImageMorph, ImageOps, ImagePalette, ImageSequence, ImageStat, ImageTransform
start, count, seed = map(int, sys.argv[1:4])
MODES = ["1", "L", "LA", "P", "PA", "RGB", "RGBA", "RGBX", "RGBa", "La", "CMYK", "YCbCr", "LAB", "HSV", "I", "F", "I;16", "I;16B"]
dice = None

def picture(modes=MODES, size=None):
    mode = dice.choice(modes)
    wide, high = size or (dice.choice((0, 1, 2, 3, 7, 16, 23)), dice.choice((1, 2, 5, 17)))
    n = len(Image.new(mode, (max(wide, 1), max(high, 1))).tobytes())
    step, noise = dice.randrange(1, 90), dice.randrange(1, 40)
    data = bytes((i * step // 7 + i // 50 * 3 + i % noise) % 256 for i in range(n)) if mode != "F" else b"".join(__import__("struct").pack("<f", (i * step % 511) - 100.25) for i in range(n // 4))
    im = Image.frombytes(mode, (max(wide, 1), max(high, 1)), data) if mode not in ("RGBa", "La", "PA", "HSV", "LAB", "RGBX", "I;16B") or True else None
    if not wide:
        im = im.crop((0, 0, 0, max(high, 1)))
    if mode in ("P", "PA") and dice.random() < .7:
        im.putpalette([(i * 7 + i // 3) % 256 for i in range(dice.choice((3, 12, 768)))])
    return im

some = lambda *values: dice.choice(values)
number = lambda: some(0, 1, 2, 3, 5, 10, -1, 255, 256, 1000, .5, 1.5, -2.5, 1e9, None, "x") if dice.random() < .25 else dice.randrange(0, 12)
good = lambda: dice.randrange(0, 9)
colour = lambda: some(0, 255, 7, (1, 2, 3), (1, 2, 3, 4), (5, 6), "red", "#123", "#12345678", "hsl(30, 50%, 50%)", "nosuch", -1, 300, 2.5, None, (300, -4, 5), [1, 2, 3])
box = lambda: some((0, 0, 5, 5), (1, 2, 9, 11), (-3, -2, 4, 4), (5, 5, 1, 1), (0, 0, 0, 0), (2, 2, 2, 2), (0, 0), (1.5, 2.5, 8, 9), None, (0, 0, 40, 3), "abcd")
size = lambda: some((5, 5), (1, 1), (23, 17), (40, 3), (0, 5), (-1, 2), (2.5, 3), (3,), 4, None, (7, 9), [6, 6])
points = lambda: some([(1, 1), (8, 3), (4, 9)], [1, 2, 3, 4], (0, 0, 6, 6), [(2, 2)], [], [(1, 2), (30, -4)], [1, 2, 3], [(1.5, 2.5), (7.5, 3.25)], None, [(9, 9), (1, 1)], ((3, 3), (3, 3)))
kernel = lambda: some(ImageFilter.BLUR, ImageFilter.CONTOUR, ImageFilter.SHARPEN, ImageFilter.FIND_EDGES, ImageFilter.EMBOSS, ImageFilter.SMOOTH_MORE, ImageFilter.GaussianBlur(good() / 2), ImageFilter.BoxBlur(good() / 3), ImageFilter.UnsharpMask(2, 150, 3),
    ImageFilter.MedianFilter(3), ImageFilter.MinFilter(3), ImageFilter.MaxFilter(5), ImageFilter.ModeFilter(5), ImageFilter.RankFilter(3, good()), ImageFilter.MedianFilter(4), ImageFilter.Kernel((3, 3), range(9)), ImageFilter.Kernel((5, 5), [1] * 25, 7, 3), ImageFilter.BLUR)
resampler = lambda: some(0, 1, 2, 3, 4, 5, None, 9)

def drawn(im):
    pen = ImageDraw.Draw(im, some(None, None, "RGB", "RGBA", "L"))
    name = some("line", "point", "polygon", "rectangle", "ellipse", "arc", "chord", "pieslice", "rounded_rectangle", "regular_polygon", "text", "floodfill", "bitmap", "multiline")
    ink = {} if dice.random() < .2 else {"fill": colour()}
    edge = {} if dice.random() < .5 else {"outline": colour(), "width": some(0, 1, 2, 3, 5)}
    if name == "line": pen.line(points(), width=some(0, 1, 2, 3, 6), joint=some(None, "curve"), **ink)
    elif name == "point": pen.point(points(), **ink)
    elif name == "polygon": pen.polygon(points(), **ink, **edge)
    elif name in ("rectangle", "ellipse"): getattr(pen, name)(points(), **ink, **edge)
    elif name == "rounded_rectangle": pen.rounded_rectangle(points(), some(0, 1, 3, 50, 2.5), **ink, **edge)
    elif name == "arc": pen.arc(points(), some(0, 30, -90, 400), some(90, 270, 360, 1.5), width=some(0, 1, 3), **ink)
    elif name in ("chord", "pieslice"): getattr(pen, name)(points(), some(0, 30, -90), some(90, 270, 361), **ink, **edge)
    elif name == "regular_polygon": pen.regular_polygon(some((8, 8, 5), ((6, 6), 4), (1, 1, 0), (5, 5)), some(3, 5, 2, 8), some(0, 45, 30.5), **ink)
    elif name == "text": pen.text((2, 1), some("Ab", "", "x\ny", b"by", "\u00e9"), font=ImageFont.load_default(), **ink)
    elif name == "multiline": pen.multiline_text((1, 1), "a\nbc", font=ImageFont.load_default(), align=some("left", "center", "right", "odd"), spacing=some(4, 0), **ink)
    elif name == "floodfill": ImageDraw.floodfill(im, some((1, 1), (0, 0), (50, 50)), colour(), some(None, 5), some(0, 30, 600))
    else: pen.bitmap((1, 1), picture(["1", "L"], (5, 5)), **ink)
    return im

CALLS = {
    "convert": lambda im: im.convert(some(*MODES, None, "XX"), some(None, None, (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0), (1, 2)), some(None, 0, 3), some(0, 1), some(256, 8, 2)),
    "weigh": lambda im: im.convert("L", some((.3, .5, .2, 10), (1, .5, -1, 0), (-300, 2, 2, 2))),
    "resize": lambda im: im.resize(size(), resampler(), some(None, None, box()), some(None, 2.0, .5)),
    "thumbnail": lambda im: im.thumbnail(size(), some(0, 2, 3)) or im, "reduce": lambda im: im.reduce(some(2, 3, (2, 1), 0, -1, 100), some(None, box())),
    "rotate": lambda im: im.rotate(some(0, 90, 180, 30, -45.5, 360, None), some(0, 2, 3, 1), some(0, 1), some(None, (3, 3)), some(None, (2, -1)), some(None, colour())),
    "transpose": lambda im: im.transpose(some(0, 1, 2, 3, 4, 5, 6, 7, -1, None)), "crop": lambda im: im.crop(box()), "copy": lambda im: im.copy(),
    "paste": lambda im: im.paste(some(picture(), picture([im.mode]), colour()), some(box(), (1, 2)), some(None, None, picture(["1", "L", "RGBA", "LA", "F"]))) or im,
    "point": lambda im: im.point(some(lambda v: v * 2, lambda v: v * .5 + 3, list(range(256)), [255 - i for i in range(256)] * len(im.getbands()), [1] * 7, lambda v: v > 100 and 255), some(None, None, "1", "L", "F")),
    "transform": lambda im: im.transform(size(), some(0, 1, 2, 3, 4, 9), some((1, .2, 0, .1, 1, 2), (0, 0, 9, 9), (1, .1, 0, 0, 1, 0, .01, .01), (0, 0, 0, 9, 9, 9, 9, 0), [((0, 0, 5, 5), (0, 0, 0, 9, 9, 9, 9, 0))], (1, 2)), some(0, 2, 3, 1), some(0, 1), some(None, colour())),
    "filter": lambda im: im.filter(kernel()), "split": lambda im: im.split(), "getchannel": lambda im: im.getchannel(some(0, 1, 3, -1, "R", "A", "Z")),
    "merge": lambda im: Image.merge(some(*MODES), [picture(some(["L"], ["L"], MODES), im.size) for _ in range(some(1, 2, 3, 4))]),
    "histogram": lambda im: im.histogram(some(None, None, picture(["1", "L", "RGB"], im.size)), some(None, (0, 200), (5, 1))), "entropy": lambda im: round(im.entropy(), 9), "getextrema": lambda im: im.getextrema(), "getbbox": lambda im: im.getbbox(),
    "getcolors": lambda im: im.getcolors(some(256, 3, 1000)), "getdata": lambda im: list(im.getdata(some(None, 0, 1, 9)))[:40], "getpixel": lambda im: im.getpixel(some((0, 0), (1, 1), (-1, -1), (99, 0), (0,), [0, 0], (.5, .5))), "getprojection": lambda im: im.getprojection(),
    "putpixel": lambda im: im.putpixel(some((0, 0), (1, 1), (99, 0)), colour()) or im, "putalpha": lambda im: im.putalpha(some(0, 100, 255, picture(["L", "1", "RGB"], im.size))) or im, "putdata": lambda im: im.putdata(some([1, 2, 3], [(1, 2, 3)], range(5), "ab", [1.5]), some(1.0, 2.0), some(0.0, 3.0)) or im,
    "putpalette": lambda im: im.putpalette(some([1, 2, 3] * 5, bytes(range(12)), [1, 2], range(1024), "abc"), some("RGB", "RGBA", "BGR", "XX")) or im, "getpalette": lambda im: im.getpalette(some("RGB", "RGBA", None, "XX")), "remap": lambda im: im.remap_palette(some(range(4), [3, 1, 2], [0] * 3)),
    "quantize": lambda im: im.quantize(some(2, 8, 256, 0, 300), some(None, 0, 1, 2, 9), some(0, 1), None, some(0, 3)), "tobytes": lambda im: im.tobytes(some("raw", "raw", "xbm"), some(im.mode, "L", "RGB", "BGR")), "effect": lambda im: Image.blend(im, picture([im.mode], im.size), some(0, .3, 1, 1.5, -1)),
    "composite": lambda im: Image.composite(im, picture([im.mode], im.size), picture(["L", "1", "RGBA", "RGB"], im.size)), "alpha": lambda im: Image.alpha_composite(im, picture([im.mode, "RGBA", "LA"], some(im.size, (3, 3)))), "expand": lambda im: ImageOps.expand(im, some(0, 1, (1, 2), (1, 2, 3, 4), -1), colour()),
    "chops": lambda im: getattr(ImageChops, some("add", "subtract", "multiply", "screen", "darker", "lighter", "difference", "add_modulo", "subtract_modulo", "overlay", "soft_light", "hard_light", "logical_and", "logical_or", "logical_xor"))(im, picture([im.mode, im.mode, some(*MODES)], some(im.size, im.size, (4, 4)))),
    "invert": lambda im: ImageOps.invert(im), "offset": lambda im: ImageChops.offset(im, number(), some(None, good())), "autocontrast": lambda im: ImageOps.autocontrast(im, some(0, 5, (2, 30), 60), some(None, 0, [1, 2]), some(None, picture(["L"], im.size)), some(False, True)), "equalize": lambda im: ImageOps.equalize(im, some(None, picture(["1", "L"], im.size))),
    "posterize": lambda im: ImageOps.posterize(im, some(1, 4, 8, 0)), "solarize": lambda im: ImageOps.solarize(im, some(128, 0, 300)), "fit": lambda im: ImageOps.fit(im, size(), some(0, 3), some(0, .1), some((.5, .5), (0, 1), (2, 2))), "pad": lambda im: ImageOps.pad(im, size(), some(0, 3), colour()),
    "contain": lambda im: ImageOps.contain(im, size()), "scale": lambda im: ImageOps.scale(im, some(1, 2, .5, 0, -1, 1.3)), "mirror": lambda im: ImageOps.mirror(im), "grayscale": lambda im: ImageOps.grayscale(im), "colorize": lambda im: ImageOps.colorize(im, colour(), colour(), some(None, colour())), "exif": lambda im: ImageOps.exif_transpose(im),
    "enhance": lambda im: getattr(ImageEnhance, some("Color", "Contrast", "Brightness", "Sharpness"))(im).enhance(some(0, .5, 1, 1.7, -1)), "stat": lambda im: [str(getattr(ImageStat.Stat(im), n)) for n in ("count", "sum", "extrema", "median")], "draw": drawn, "draw again": drawn,
    "math": lambda im: ImageMath.eval(some("a + b", "a * 2 - b", "a / b", "convert(a, 'L')", "min(a, b)", "a ** 2", "a % 7", "a << 2", "~a", "a == b", "float(a) / 3", "nosuch", "abs(a - b)"), a=im, b=picture([im.mode, "L", "I", "F"], im.size)), "new": lambda im: Image.new(some(*MODES, "XX"), size(), colour()),
    "spread": lambda im: im.effect_spread(0), "gradient": lambda im: some(Image.linear_gradient, Image.radial_gradient)(some(*MODES)), "color": lambda im: (ImageColor.getrgb(str(colour())), ImageColor.getcolor(some("red", "#1234", "hsv(9,9%,9%)"), im.mode)), "alter": lambda im: im.apply_transparency() or im,
    "lut": lambda im: im.filter(ImageFilter.Color3DLUT.generate(some(2, 3, (2, 3, 4)), lambda r, g, b: (b, r * r, .5 * g))), "frombuffer": lambda im: Image.frombuffer(im.mode, im.size, im.tobytes(), "raw", im.mode, 0, some(1, -1)), "array": lambda im: (im.__array_interface__["shape"], im.__array_interface__["typestr"]),
    "morph": lambda im: ImageMorph.LutBuilder(op_name=some("corner", "dilation4", "erosion8", "edge")).build_lut()[:9], "show": lambda im: repr(im)[:30], "eq": lambda im: (im == im.copy(), im == picture(), bool(im)), "deform": lambda im: ImageOps.deform(im, type("D", (), {"getmesh": lambda s, i: [((0, 0, 3, 3), (0, 0, 0, 3, 3, 3, 3, 0))]})(), some(0, 2)),
}

def digest(value):
    if isinstance(value, Image.Image):
        return [value.mode, value.size, hashlib.sha256(value.tobytes()).hexdigest()[:12], value.getpalette()[:6] if value.mode == "P" and value.getpalette() else None]
    if isinstance(value, (tuple, list)):
        return [digest(v) for v in value[:300]]
    return value

for number_of in range(start, start + count):
    dice = random.Random(seed * 1000003 + number_of)
    name = dice.choice(sorted(CALLS))
    try:
        im = picture()
        said = digest(CALLS[name](im))
    except Exception as e:
        said = "%s: %s" % (type(e).__name__, e)
    said = re.sub("0x[0-9a-fA-F]+", "0x", str(said))
    print(number_of, "\t", name, "\t", im.mode, "\t", ascii(said)[:300], sep="", flush=True)
'''


def answers(python, start, count, seed, fill):
    """({number: what was said}, {number: how it died}): what dies goes on behind the call that it died of."""
    environment = {'ASAN_OPTIONS': 'allocator_may_return_null=1:detect_leaks=0', **os.environ, 'MALLOC_PERTURB_': fill}
    said, died, at = {}, {}, start
    while at < start + count:
        done = subprocess.run([python, '-c', PROGRAM, str(at), str(start + count - at), str(seed)], capture_output=True, text=True, errors='replace', env=environment, timeout=300 * slowness())
        lines = [line.split('\t', 1) for line in done.stdout.splitlines() if '\t' in line]
        said.update((int(number), what) for number, what in lines)
        at += len(lines)
        if done.returncode or not lines:
            died[at] = f'status {done.returncode}: {done.stderr[-3000:]}'
            at += 1
    return said, died


def main():
    for python in ('/usr/bin/python3', perch_path()):
        if subprocess.run([python, '-c', 'import PIL._imaging'], capture_output=True).returncode:
            print(f'skip pictures-calls: {python} has no Pillow\n0 passed, 0 failed, 1 skipped')
            return
    words = [int(word) for word in sys.argv[1:] if word.isdigit()]
    count, seed = words[0] if words else 3000, words[1] if len(words) > 1 else 1
    tally, shown = collections.Counter(), collections.Counter()
    for start in range(0, count, PART):
        some = min(PART, count - start)
        mine, troubles = answers(perch_path(), start, some, seed, '0')
        theirs, again = (answers('/usr/bin/python3', start, some, seed, fill) for fill in ('85', '170'))
        for number, trouble in troubles.items():
            print(f'DIED of call {number}: {trouble}', flush=True)
            tally['died'] += 1
        tally['Pillow died'] += len(theirs[1])
        for number, two in theirs[0].items():
            one = mine.get(number)
            name, mode, what = two.split('\t', 2)
            if two != again[0].get(number) or one != two and mode.startswith('I;16') and name in SHIFTED:
                tally['unsettled'] += 1
                continue
            if one and "name '_imagingcms'" in one:
                tally['refused'] += 1
                continue
            tally['played'] += 1
            if one != two:
                tally['differ'] += 1
                kind = name, *(' '.join(said.split('\t', 2)[2].split()[:6])[:60] if said and 'Error' in said else 'a value' if said else 'no answer' for said in (two, one))
                shown[kind] += 1
                if shown[kind] <= (1000 if '-v' in sys.argv else 1):
                    print(f'{number} {name} {mode}\n   Pillow {what[:230]}\n   perch  {(one or "").split(chr(9), 2)[-1][:230]}', flush=True)
    for kind, times in shown.most_common():
        print(times, *kind, sep='  ')
    print(f"{tally['played']} calls, {tally['unsettled']} show memory that Pillow did not write, {tally['refused']} need ImageCms, {tally['differ']} differ, {tally['died']} died (Pillow of {tally['Pillow died']})")
    print(f"{tally['played'] - tally['differ']} passed, {tally['differ'] + tally['died']} failed")


if __name__ == '__main__':
    main()

"""What is reckoned with pixels: tables, blends, ImageChops, histograms, extremes, colours, gradients: of every mode, of sizes down to nothing."""
import hashlib
import random

from PIL import Image, ImageChops, ImageStat

core = Image.core
chance = random.Random(5)
MODES = '1', 'L', 'LA', 'P', 'PA', 'RGB', 'RGBA', 'RGBa', 'RGBX', 'La', 'CMYK', 'YCbCr', 'HSV', 'LAB', 'I', 'F', 'I;16', 'I;16B', 'I;16L'
SIZES = (0, 0), (1, 1), (0, 3), (33, 17)


def picture(mode, size, few=False):
    im = Image.new(mode, size)
    n = size[0] * size[1]
    if mode == 'F':
        im.putdata([chance.uniform(-50, 300) for _ in range(n)])
    elif mode == 'I':
        im.putdata([chance.randrange(-70000, 140000) for _ in range(n)])
    elif mode.startswith('I;'):
        im.putdata([chance.randrange(65536) for _ in range(n)])
    elif len(im.getbands()) == 1:
        im.putdata([chance.choice((0, 255)) if mode == '1' else chance.randrange(4 if few else 256) for _ in range(n)])
    else:
        im.putdata([tuple(chance.choice((0, 255, chance.randrange(3 if few else 256))) for _ in im.getbands()) for _ in range(n)])
    return im


def show(what, f):
    try:
        r = f()
    except Exception as e:
        r = f'{type(e).__name__}: {e}'
    if isinstance(r, Image.Image):
        r = r.im
    if type(r).__name__ == 'ImagingCore':
        r = r.mode, r.size, hashlib.md5(repr(list(r)).encode()).hexdigest()[:8]
    text = repr(r)
    print(what, text if len(text) < 120 else hashlib.md5(text.encode()).hexdigest()[:8])


for mode in MODES:
    for size in SIZES:
        a, b = picture(mode, size), picture(mode, size)
        few = picture(mode, size, True)
        mask = picture('1', size)
        grey = picture('L', size)
        print('==', mode, size)
        for name in 'histogram', 'entropy':
            show(name, lambda: getattr(a, name)())
            show(name + ' mask', lambda: getattr(a, name)(mask))
            show(name + ' grey', lambda: getattr(a, name)(grey))
            show(name + ' between', lambda: getattr(a.im, name)((20, 200)))
        for name in 'getextrema', 'getbbox', 'getprojection':
            show(name, getattr(a, name))
        for most in 256, 0, 3, 5000:
            show(f'colours {most}', lambda: a.getcolors(most))
            show(f'few colours {most}', lambda: few.getcolors(most))
        for amount in 0, .3, .5, 1, 1.7, -.6:
            show(f'blend {amount}', lambda: Image.blend(a, b, amount))
        show('composite', lambda: core.alpha_composite(a.im, b.im))
        for name in 'lighter darker difference multiply screen add subtract add_modulo subtract_modulo soft_light hard_light overlay and or xor'.split():
            show(name, lambda: getattr(a.im, 'chop_' + name)(b.im))
        show('add 2 7', lambda: a.im.chop_add(b.im, 2.5, 7))
        show('subtract .5 100', lambda: a.im.chop_subtract(b.im, .5, 100))
        show('invert', lambda: ImageChops.invert(a))
        count = len(a.getbands())
        table = [chance.randrange(-20, 300) for _ in range(256 * count)]
        show('point', lambda: a.im.point(table, None))
        show('point F', lambda: a.im.point([v / 3 for v in table[:256]], 'F'))
        show('point I', lambda: a.im.point([v * 1000 for v in table[:256]], 'I'))
        show('point 1', lambda: a.im.point(table[:256], '1'))
        show('point RGB', lambda: a.im.point(table[:256] * 3, 'RGB') if mode != 'RGB' else 0)
        show('point RGBA', lambda: a.im.point(table[:256] * 4, 'RGBA') if mode != 'RGBA' else 0)
        show('point deep', lambda: a.im.point([v % 251 for v in range(65536)], 'L'))
        show('scaled', lambda: a.im.point_transform(1.5, -20.25) if mode != 'I;16' else 0)
        show('scaled up', lambda: a.im.point_transform(.25, 12))
        if size[0] and size[1] and not mode.startswith('I;'):
            show('offset', lambda: ImageChops.offset(a, 3, -2))
            show('offset far', lambda: ImageChops.offset(a, -100, 1000))
            show('expand', lambda: a.im.expand(2, 3))
        show('small', lambda: ImageChops.add(a, picture(mode, (3, 2))))

for mode in '1', 'L', 'P', 'I', 'F', 'RGB', 'I;16', 'nothing':
    show(f'{mode} linear', lambda: Image.linear_gradient(mode))
    show(f'{mode} radial', lambda: Image.radial_gradient(mode))
show('set', lambda: Image.effect_mandelbrot((40, 30), (-2, -1.5, 1, 1.5), 60))
show('set', lambda: Image.effect_mandelbrot((1, 1), (0, 0, 1, 1), 1))
show('set', lambda: Image.effect_mandelbrot((3, 3), (1, 0, 0, 1), 10))
show('noise', lambda: Image.effect_noise((30, 20), 40))
for mode in 'L', 'RGB', 'F':
    show('spread', lambda: picture(mode, (20, 10)).effect_spread(5))
    show('spread', lambda: picture(mode, (20, 10)).effect_spread(0))
for mode in 'L', 'RGB', 'RGBA', 'CMYK', '1':
    im = picture(mode, (31, 9))
    for mask in None, picture('1', im.size), picture('L', im.size):
        stat = ImageStat.Stat(im, mask)
        show(mode, lambda: (stat.count, stat.sum, stat.sum2, stat.mean, stat.median, stat.rms, stat.var, stat.stddev, stat.extrema))

grey, colour = picture('L', (4, 3)), picture('RGB', (4, 3))
for what in ('grey.im.point([1], None)', 'grey.im.point(3, None)', 'grey.im.point(["a"] * 256, None)', 'grey.im.point([1.5] * 256, None)', 'grey.im.point([1 << 70] * 256, None)',
             'grey.im.point([1] * 256, "zz")', 'grey.im.point([1] * 256, 5)', 'grey.im.point({1: 2}, None)', 'grey.im.point(["a"] * 256, "F")', 'grey.im.histogram((0, 1), 5)',
             'grey.im.histogram((0, 1), Image.new("L", (1, 1)).im)', 'grey.im.histogram((0, 1), colour.im)', 'Image.new("I", (2, 2)).im.histogram()', 'Image.blend(grey, colour, .5)',
             'Image.blend(grey, grey.crop((0, 0, 2, 2)), .5)', 'core.blend(grey.im, 5, 1)', 'Image.alpha_composite(grey, colour)', 'ImageChops.add(grey, colour)',
             'ImageChops.logical_and(grey, grey)', 'grey.im.getcolors("a")', 'grey.im.expand(-1, -1)', 'core.effect_noise((-5, 5), 20)', 'grey.point(lambda v: v * 2)',
             'colour.point(lambda v: 255 - v)', 'grey.point([v for v in range(256)] , "1")', 'Image.new("I", (2, 2), 7).point(lambda v: v * 2 + 5)',
             'Image.new("F", (2, 2), 7).point(lambda v: v * 2 + 5)', 'grey.point(lambda v: v / 3, "F")'):
    show(what, lambda: eval(what))

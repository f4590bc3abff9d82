"""ImageOps and ImageEnhance: Pillow's Python half over tables, blends, histograms, parts and conversions."""
import hashlib
import random

from PIL import Image, ImageEnhance, ImageOps

chance = random.Random(9)


def show(what, f):
    try:
        r = f()
    except Exception as e:
        r = f'{type(e).__name__}: {e}'
    if isinstance(r, Image.Image):
        r = r.mode, r.size, hashlib.md5(r.tobytes()).hexdigest()
    print(what, r)


def picture(mode, size):
    width = len(Image.new(mode, (1, 1)).tobytes())
    return Image.frombytes(mode, size, bytes(min(255, max(0, int(chance.gauss(120, 50)))) for _ in range(width * size[0] * size[1])))


grey, colour, clear = picture('L', (23, 14)), picture('RGB', (23, 14)), picture('RGBA', (23, 14))
for name, im in ('grey', grey), ('colour', colour), ('clear', clear), ('nothing', Image.new('L', (0, 0))):
    show(f'{name} autocontrast', lambda: ImageOps.autocontrast(im))
    show(f'{name} autocontrast 5', lambda: ImageOps.autocontrast(im, 5))
    show(f'{name} autocontrast 2, 9', lambda: ImageOps.autocontrast(im, (2, 9), ignore=120))
    show(f'{name} autocontrast tone', lambda: ImageOps.autocontrast(im, preserve_tone=True))
    show(f'{name} autocontrast mask', lambda: ImageOps.autocontrast(im, mask=Image.linear_gradient('L').crop((0, 0, *im.size))))
    show(f'{name} equalize', lambda: ImageOps.equalize(im))
    show(f'{name} equalize mask', lambda: ImageOps.equalize(im, picture('L', im.size).point(lambda v: v > 99 and 255, '1')))
    show(f'{name} invert', lambda: ImageOps.invert(im))
    for bits in 1, 3, 8:
        show(f'{name} posterize {bits}', lambda: ImageOps.posterize(im, bits))
    show(f'{name} solarize', lambda: ImageOps.solarize(im, 100))
    show(f'{name} grayscale', lambda: ImageOps.grayscale(im))
    show(f'{name} expand', lambda: ImageOps.expand(im, 3, 7))
    show(f'{name} expand', lambda: ImageOps.expand(im, (1, 2, 3, 4), 'red'))
    show(f'{name} crop', lambda: ImageOps.crop(im, 2))
    show(f'{name} flip', lambda: ImageOps.flip(im))
    show(f'{name} mirror', lambda: ImageOps.mirror(im))
    show(f'{name} colorize', lambda: ImageOps.colorize(im, 'black', 'white', 'blue', 10, 200, 90))
    show(f'{name} colorize', lambda: ImageOps.colorize(im, (1, 20, 3), '#ff8800'))
    for size in (11, 30), (40, 12):
        show(f'{name} fit {size}', lambda: ImageOps.fit(im, size))
        show(f'{name} pad {size}', lambda: ImageOps.pad(im, size, color=3))
        show(f'{name} contain {size}', lambda: ImageOps.contain(im, size))
    show(f'{name} scale', lambda: ImageOps.scale(im, 1.7))
    for kind in ImageEnhance.Color, ImageEnhance.Contrast, ImageEnhance.Brightness:
        for factor in 0, .4, 1, 1.8:
            show(f'{name} {kind.__name__} {factor}', lambda: kind(im).enhance(factor))

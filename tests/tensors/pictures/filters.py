"""Kernels, ranks, blurs, sharpening and tables of colours: the bytes of each result, a sum for each group of results (-v: for each)."""
import array
import hashlib
import random
import sys

from PIL import Image, ImageFilter

groups = {}


def noise(mode, size):
    rng = random.Random(mode + str(size))
    n = size[0] * size[1]
    if mode == 'F':
        return Image.frombytes(mode, size, array.array('f', (rng.uniform(-900, 900) for _ in range(n))).tobytes())
    if mode == 'I':
        return Image.frombytes(mode, size, array.array('i', (rng.randint(-90000, 90000) for _ in range(n))).tobytes())
    return Image.frombytes(mode, size, bytes(rng.getrandbits(8) for _ in range(n * Image.getmodebands(mode))))


def tell(words, f):
    try:
        im = f()
        line = f'{words} {im.mode} {im.size} {hashlib.md5(im.tobytes()).hexdigest()}'
    except Exception as e:
        line = f'{words} {type(e).__name__} {e}'
    if '-v' in sys.argv or words == 'e':
        print(line)
    else:
        groups.setdefault(' '.join(words.split()[:2]), []).append(line)


KERNELS = {name: getattr(ImageFilter, name) for name in 'BLUR CONTOUR DETAIL EDGE_ENHANCE EDGE_ENHANCE_MORE EMBOSS FIND_EDGES SHARPEN SMOOTH SMOOTH_MORE'.split()}
KERNELS['odd'] = ImageFilter.Kernel((3, 3), (.3, -1.7, 2.2, .1, 4.5, -.9, 0, 1, 1), 3.3, 7.7)
KERNELS['odd5'] = ImageFilter.Kernel((5, 5), [(i * 7 % 11) - 4.3 for i in range(25)], 5.1, -3.2)
for mode in ('L', 'LA', 'RGB', 'RGBA', 'CMYK', 'YCbCr', 'I', 'F', 'P'):
    for size in ((1, 1), (2, 9), (4, 4), (33, 21), (100, 7)):
        im = noise(mode, size)
        for name, kernel in KERNELS.items():
            tell(f'kernel {mode} {size} {name}', lambda: im.filter(kernel))
        for side in (1, 3, 5):
            for rank in (0, side * side // 2, side * side - 1, 2):
                tell(f'rank {mode} {size} {side} {rank}', lambda: im._new(im.im.rankfilter(side, rank)))
            tell(f'mode {mode} {size} {side}', lambda: im.filter(ImageFilter.ModeFilter(side)))
        for radius in (0, .3, 1, 1.5, 2, 7.25, 40, 500):
            tell(f'box {mode} {size} {radius}', lambda: im.filter(ImageFilter.BoxBlur(radius)))
            tell(f'gaussian {mode} {size} {radius}', lambda: im.filter(ImageFilter.GaussianBlur(radius)))
            tell(f'unsharp {mode} {size} {radius}', lambda: im.filter(ImageFilter.UnsharpMask(radius, 170, int(radius))))
        tell(f'box {mode} {size} passes', lambda: im._new(im.im.box_blur(2.6, 3)))
        tell(f'gaussian {mode} {size} passes', lambda: im._new(im.im.gaussian_blur(2.6, 5)))

rng = random.Random(5)
for channels in (3, 4):
    for sides in ((2, 2, 2), (5, 3, 9), (17, 17, 17), (65, 2, 3)):
        n = sides[0] * sides[1] * sides[2] * channels
        for kind, table in (('list', [rng.uniform(-.4, 1.5) for _ in range(n)]), ('same', array.array('f', (rng.random() for _ in range(n))))):
            for mode in ('RGB', 'RGBA', 'CMYK', 'L', 'HSV'):
                for to in (None, 'RGBA', 'HSV'):
                    im = noise(mode, (50, 40))
                    tell(f'lut {mode} {channels} {sides} {kind} {to}', lambda: im._new(im.im.color_lut_3d(to or mode, 2, channels, *sides, table)))
im = noise('RGB', (9, 8))
tell('e', lambda: im.filter(ImageFilter.Kernel((3, 3), [0] * 9)))
tell('e', lambda: im._new(im.im.filter((3, 3), 1, 0, [1] * 8)))
tell('e', lambda: im._new(im.im.filter((4, 4), 1, 0, [1] * 16)))
tell('e', lambda: im.im.rankfilter(3, 1))
tell('e', lambda: noise('L', (4, 4)).im.rankfilter(2, 1))
tell('e', lambda: noise('L', (4, 4)).im.rankfilter(3, 9))
tell('e', lambda: im.im.box_blur(2, 0))
tell('e', lambda: im.im.color_lut_3d('RGB', 3, 3, 2, 2, 2, [0] * 24))
tell('e', lambda: im.im.color_lut_3d('RGB', 2, 5, 2, 2, 2, [0] * 24))
tell('e', lambda: im.im.color_lut_3d('RGB', 2, 3, 1, 2, 2, [0] * 24))
tell('e', lambda: im.im.color_lut_3d('RGB', 2, 3, 2, 2, 2, [0] * 23))
tell('e', lambda: im.im.color_lut_3d('RGB', 2, 2, 2, 2, 2, [0] * 16))
tell('e', lambda: im.im.color_lut_3d('L', 2, 3, 2, 2, 2, [0] * 24))
for name, lines in groups.items():
    print(name, len(lines), hashlib.md5('\n'.join(lines).encode()).hexdigest())

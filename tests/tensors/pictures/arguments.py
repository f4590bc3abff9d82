"""What the core takes for sizes, boxes, points, matrices and masks, and what it says to what it does not take; pixels of two bytes, which it takes for bytes here and there."""
import array
import re

from PIL import Image, ImageChops, ImageDraw

core = Image.core


def attempt(name, function):
    try:
        said = function()
    except Exception as error:
        said = f'{type(error).__name__} {error}'
    print(re.sub('0x[0-9a-fA-F]+', '0x', f'{name} {said}')[:230])


def scene(mode, wide=4, high=3):
    size = len(Image.new(mode, (wide, high)).tobytes())
    return Image.frombytes(mode, (wide, high), bytes(range(7, 7 + size)))


def inside(function, mode='L'):
    """The bytes of a picture, behind what a function has done to it."""
    im = scene(mode)
    function(im)
    return im.tobytes().hex()


class Pair:
    def __len__(self):
        return 2

    def __getitem__(self, i):
        if i > 1:
            raise IndexError
        return (1, 2)


grey, three = scene('L'), scene('RGB')
print('# sizes and boxes')
for given in ('abcd', None, 5, (1, 2), (1, 2, 3), (1, 2, 3, 4, 5), (1.5, 2, 3, 4), ('a', 1, 2, 3), [0, 0, 4, 3], {}, b'abcd', range(4)):
    for name, call in (('paste', lambda: three.im.paste(three.im, given)), ('resize', lambda: three.im.resize((2, 2), 0, given) and 1), ('reduce', lambda: three.im.reduce((2, 2), given) and 1), ('crop', lambda: three.im.crop(given) and 1),
                       ('size', lambda: three.im.resize(given, 0) and 1), ('factor', lambda: three.im.reduce(given) and 1), ('new', lambda: core.new('L', given) and 1), ('fill', lambda: core.fill('L', given, 0) and 1),
                       ('filter', lambda: three.im.filter(given, 1, 0, [1] * 9) and 1), ('kernel', lambda: three.im.filter((3, 3), 1, 0, given) and 1), ('noise', lambda: core.effect_noise(given, 1) and 1), ('mandelbrot', lambda: core.effect_mandelbrot((2, 2), given, 5) and 1),
                       ('map', lambda: core.map_buffer(b'1234', given, 'raw', 0, ('L', 0, 1)) and 1), ('tile', lambda: core.raw_decoder('L', 'L').setimage(grey.im, given)), ('putpixel', lambda: grey.copy().im.putpixel(given, 1))):
        attempt(f'{name} {given!r}', call)

print('# points')
for given in ([(1, 2, 3), (4, 5)], [(1,), (2, 3)], [1, 2, 3], ['a', 1], [('a', 1), (2, 3)], [(1, 2), 3], [1, (2, 3), 4], [[1, 2], [3, 4]], 'ab', b'abcd', b'\0\0\0@\0\0\x80?', array.array('f', [1, 2, 3, 1]), range(4), iter([1, 2]), {}, None, 5, set(), Pair(), [None], [(None, 1)],
              (1, 2, 'x', 3), [1.5, True], [(0, 0), (3, 2)]):
    for name, call in (('line', lambda im: ImageDraw.Draw(im).draw.draw_lines(given, 1)), ('rectangle', lambda im: ImageDraw.Draw(im).draw.draw_rectangle(given, 1)), ('bitmap', lambda im: ImageDraw.Draw(im).draw.draw_bitmap(given, grey.im, 1)),
                       ('polygon', lambda im: ImageDraw.Draw(im).draw.draw_polygon(given, 1))):
        attempt(f'{name} {given!r}', lambda: inside(call))
    attempt(f'path {given!r}', lambda: core.path(given).tolist() if given != 5 else 5)

print('# a pixel that is not there, with a colour that is none')
for mode in ('L', 'RGB', 'F', 'I', 'I;16', 'LA'):
    attempt(mode, lambda: scene(mode).putpixel((99, 0), None))
    attempt(mode, lambda: scene(mode).load().__setitem__((99, 0), 'x'))
    attempt(mode, lambda: scene(mode).putpixel((-1, 0), 'zz'))

print('# matrices')
for source in ('RGB', 'HSV', 'YCbCr', 'L', 'RGBA', 'I'):
    for target in ('L', 'RGB', 'HSV', 'YCbCr', 'RGBX', 'F', '1', 'CMYK', 'XX'):
        attempt(f'{source} {target}', lambda: Image.Image()._new(scene(source).im.convert_matrix(target, (1, .5, 0, 1, .1, .2, .3, 4, 0, 0, 2, 5))).tobytes().hex())
attempt('four', lambda: three.convert('L', (.5, .25, .125, 3)).tobytes().hex())

print('# X bitmaps of any mode, pixels of two bytes')
for mode in ('1', 'L', 'RGB', 'F', 'I;16'):
    attempt(f'xbm {mode}', lambda: scene(mode).tobytes('xbm', '1'))
for mode in ('I;16', 'I;16B', 'I;16L', 'I', 'LA'):
    attempt(f'offset {mode}', lambda: ImageChops.offset(scene(mode), 1, 1).tobytes().hex())
    attempt(f'colour {mode}', lambda: inside(lambda im: im.paste(0x1234 if mode[0] == 'I' else 9, (0, 0, 2, 2)), mode))
    for of in ('1', 'L', 'LA', 'RGBA', 'RGBa'):
        mask = scene(of)
        attempt(f'colour {mode} {of}', lambda: inside(lambda im: im.im.paste(0x1234 if mode[0] == 'I' else 9, (0, 0, 4, 3), mask.im), mode))
        attempt(f'picture {mode} {of}', lambda: inside(lambda im: im.im.paste(Image.new(mode, (4, 3), 5).im, (0, 0, 4, 3), mask.im), mode))
attempt('no pixels, no mask', lambda: Image.new('RGB', (0, 4)).paste(5, (0, 0, 0, 4), Image.new('RGB', (0, 4))))

print('# shapes on pixels of two bytes')
for mode in ('I;16', 'I;16B', 'I;16L'):
    attempt(f'ink {mode}', lambda: hex(ImageDraw.Draw(scene(mode)).draw.draw_ink(0x1234)))
    for name, call in (('line', lambda pen: pen.line([(0, 0), (2, 1)], 0x1234, 1)), ('wide', lambda pen: pen.line([(0, 0), (2, 1)], 'hsl(30, 50%, 50%)', 3)), ('polygon', lambda pen: pen.polygon([(0, 0), (2, 0), (0, 2)], 200)), ('ellipse', lambda pen: pen.ellipse((0, 0, 2, 2), outline=7)),
                       ('point', lambda pen: pen.point((1, 1), 0x1234)), ('bitmap', lambda pen: pen.bitmap((0, 0), scene('1'), 0x1234))):
        attempt(f'{name} {mode}', lambda: inside(lambda im: call(ImageDraw.Draw(im)), mode))
for first, second in (('L', 'I;16'), ('1', 'I;16'), ('P', 'L')):
    attempt(f'merged {first} {second}', lambda: Image.Image()._new(core.merge('LA', scene(first).im, scene(second).im)).tobytes().hex())
attempt('resized to nothing, within a box that is none', lambda: grey.im.resize((0, 5), 0, (1, 2)))

"""Files of pictures that are changed in a few places, by format: the same picture comes out, or the same exception; and what the codecs and the core say to arguments that are none (tests/fuzz/pictures_beside.py does
the first by thousands)."""
import hashlib
import io
import random
import re
import warnings
import zlib

from PIL import Image, ImageFile

warnings.simplefilter('ignore')
Image.MAX_IMAGE_PIXELS = 1 << 22
core = Image.core


def attempt(name, function):
    try:
        said = function()
    except Exception as error:
        said = f'{type(error).__name__} {error}'
    print(name, re.sub('0x[0-9a-fA-F]+', '0x', str(said))[:160])


def scene(mode):
    size = len(Image.new(mode, (23, 17)).tobytes())
    return Image.frombytes(mode, (23, 17), bytes((i * 7 + i // 50 * 3) % 256 for i in range(size)))


def saved(mode, format, **options):
    out = io.BytesIO()
    scene(mode).save(out, format, **options)
    return out.getvalue()


def read(data):
    im = Image.open(io.BytesIO(data))
    im.load()
    return im.mode, im.size, hashlib.sha256(im.tobytes()).hexdigest()[:12]


def forgiven(data):
    ImageFile.LOAD_TRUNCATED_IMAGES = True
    try:
        return read(data)
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = False


def fed(data):
    parser = ImageFile.Parser()
    for at in range(0, len(data), 90):
        parser.feed(data[at:at + 90])
    im = parser.close()
    return im.mode, im.size, hashlib.sha256(im.tobytes()).hexdigest()[:12]


def changed(data, dice):
    data = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 4))):
        at = dice.randrange(len(data)) if dice.random() < .5 else dice.randrange(min(len(data), 50))
        how = dice.randrange(4)
        if how == 0:
            data[at] = dice.choice((0, 1, 127, 128, 254, 255, dice.randrange(256)))
        elif how == 1:
            data[at:at + 2] = dice.choice((0, 0xffff, 0x8000, 20, 60000)).to_bytes(2, dice.choice(('big', 'little')))
        elif how == 2:
            del data[at:at + dice.randrange(1, 20)]
        else:
            del data[max(1, at):]
    return bytes(data)


KINDS = [('RGB', 'PNG', {}), ('P', 'PNG', {}), ('1', 'PNG', {}), ('L', 'JPEG', {}), ('RGB', 'JPEG', {'progressive': True}), ('CMYK', 'JPEG', {}), ('L', 'GIF', {}), ('RGB', 'BMP', {}), ('P', 'BMP', {}), ('RGB', 'PPM', {}), ('1', 'PPM', {}),
         ('RGB', 'TGA', {'compression': 'tga_rle'}), ('L', 'PCX', {}), ('RGB', 'SGI', {}), ('RGBA', 'ICO', {'sizes': [(16, 16)]}), ('RGB', 'WEBP', {}), ('RGBA', 'WEBP', {'lossless': True}), ('RGB', 'TIFF', {}), ('L', 'TIFF', {'compression': 'tiff_lzw'}), ('1', 'XBM', {}), ('L', 'IM', {})]
dice = random.Random(19)
for mode, format, options in KINDS:
    data = saved(mode, format, **options)
    for i in range(12):
        part = changed(data, dice)
        for way in (read, forgiven, fed)[:1 + 2 * (i % 4 == 0)]:
            attempt(f'{format} {mode} {i} {way.__name__}', lambda: way(part))

print('# a file that ends behind its last row, without its mark')
for side in range(8, 41, 4):
    out = io.BytesIO()
    Image.frombytes('L', (side, side), bytes(i * i * 31 % 251 for i in range(side * side))).save(out, 'JPEG')
    for cut in (1, 2, 3, 4):
        attempt(f'JPEG {side} {cut}', lambda: read(out.getvalue()[:-cut]))

print('# a stream of zlib that asks for a dictionary')
packer = zlib.compressobj(zdict=b'abc')
asks = packer.compress(b'\0abcd' * 4) + packer.flush()
unpacker = core.zip_decoder('L', 'L', 0)
unpacker.setimage(core.new('L', (4, 4)), (0, 0, 4, 4))
attempt('dictionary', lambda: unpacker.decode(asks) == (len(asks), 0))

print('# pixels of no bytes, boxes of no width')
for depth in (0, 1, 7, 8):
    runs = core.tga_rle_decoder('L', 'L', 1, depth)
    runs.setimage(core.new('L', (4, 4)), (0, 0, 4, 4))
    attempt(f'depth {depth}', lambda: (runs.decode(b'\x43\x4a\x26'), runs.decode(b'\x83\x01\x83\x02')))
for box in ((0, 0, 0, 0), (0, 3, 0, 3), (0, 3, 0, 4), (0, 9, 0, 0), (3, 0, 3, 0), (0, 0, 4, 0), (2, 2, 0, 0), (1, 1, 2, 2), (1, 0, 1, 4)):
    def laid():
        im, raw = core.new('L', (4, 5)), core.raw_decoder('L', 'L', 0, 1)
        raw.setimage(im, box)
        return raw.decode(bytes(range(1, 80))), Image.Image()._new(im).tobytes().hex()
    attempt(f'box {box}', laid)

print('# arguments')
im = core.new('L', (4, 4))
for bad in (None, 3, 'x'):
    attempt('setimage', lambda: core.raw_decoder('L', 'L', 0, 1).setimage(bad))
    attempt('encoder', lambda: core.raw_encoder('L', 'L', 0, 1).setimage(bad))
    for name, call in (('blend', lambda: core.blend(im, bad, .5)), ('alpha_composite', lambda: core.alpha_composite(bad, im)), ('merge', lambda: core.merge('RGB', bad, im, im)), ('paste', lambda: im.paste(im, (0, 0, 4, 4), bad)), ('putband', lambda: im.putband(bad, 0)),
                       ('convert2', lambda: im.convert2(bad, im)), ('chop_add', lambda: im.chop_add(bad)), ('transform2', lambda: im.transform2((0, 0, 4, 4), bad, 0, (1, 0, 0, 0, 1, 0), 0, 1)), ('histogram', lambda: im.histogram((0, 0), bad)), ('draw', lambda: core.draw(bad)),
                       ('font', lambda: core.font(bad, b'')), ('matrix', lambda: im.convert_matrix('L', bad)), ('new', lambda: core.new(bad, (1, 1)))):
        if (name, bad) != ('new', 'x'):
            attempt(name, call)
for mode in ('L\0', 'RGB\0x', '\0'):
    for name, call in (('new', lambda: core.new(mode, (2, 2))), ('fill', lambda: core.fill(mode, (2, 2), 0)), ('raw_decoder', lambda: core.raw_decoder('L', mode, 0, 1)), ('convert', lambda: im.convert(mode)), ('putpalette', lambda: im.putpalette(mode, b'')),
                       ('getpalette', lambda: im.getpalette(mode, mode)), ('gradient', lambda: core.linear_gradient(mode)), ('point', lambda: im.point([0] * 256, mode)), ('merge', lambda: core.merge(mode, im)), ('jpeg', lambda: core.jpeg_encoder(mode, mode, 0, 0)),
                       ('frombytes', lambda: Image.frombytes(mode, (1, 1), b'1'))):
        attempt(f'{name} {mode!r}', call)

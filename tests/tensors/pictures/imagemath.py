"""ImageMath and ImageMorph: the bytes of each result."""
import hashlib
import random

from PIL import Image, ImageMath, ImageMorph

rng = random.Random(4)


def noise(mode, size):
    if mode == 'I':
        return Image.frombytes('I', size, b''.join(rng.randint(-3000, 3000).to_bytes(4, 'little', signed=True) for _ in range(size[0] * size[1])))
    im = Image.frombytes('L', size, bytes(rng.getrandbits(8) for _ in range(size[0] * size[1])))
    return im.convert('F') if mode == 'F' else im


def tell(words, f):
    try:
        im = f()
        print(words, im.mode, im.size, hashlib.md5(im.tobytes()).hexdigest())
    except Exception as e:
        print(words, type(e).__name__, e)


for modes in ('LL', 'II', 'FF', 'LF', 'IL', 'FI'):
    a, b, c = noise(modes[0], (31, 20)), noise(modes[1], (31, 20)), noise(modes[1], (17, 24))
    for op in ('+', '-', '*', '/', '%', '**', '&', '|', '^', '<<', '>>', '<', '<=', '>', '>=', '==', '!='):
        tell(f'{modes} {op}', lambda: ImageMath.eval(f'a {op} b', a=a, b=b))
        tell(f'{modes} {op} 3', lambda: ImageMath.eval(f'a {op} 3', a=a))
        tell(f'{modes} {op} sizes', lambda: ImageMath.eval(f'a {op} c', a=a, c=c))
    for text in ('abs(a)', '-a', '~a', 'min(a, b)', 'max(a, 7)', 'convert(a + b, "L")', 'float(a) / 3', 'int(a / 2)', 'equal(a, b)', 'notequal(a, b)', 'a and b', 'not a'):
        tell(f'{modes} {text}', lambda: ImageMath.eval(text, a=a, b=b))
for size in ((1, 1), (2, 5), (3, 3), (40, 31)):
    im = noise('L', size).point(lambda v: 255 * (v > 90))
    for name in ('corner', 'dilation4', 'dilation8', 'erosion4', 'erosion8', 'edge'):
        op = ImageMorph.MorphOp(op_name=name)
        count, out = op.apply(im)
        print(size, name, count, hashlib.md5(out.tobytes()).hexdigest(), op.match(im)[:5], len(op.match(im)), op.get_on_pixels(out)[:5])
for words, f in (('rgb', lambda: op.apply(Image.new('RGB', (4, 4)))), ('short', lambda: ImageMorph.MorphOp(lut=b'12').apply(im)), ('none', lambda: ImageMorph.MorphOp().match(im))):
    tell(words, f)

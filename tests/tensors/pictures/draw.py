"""What ImageDraw draws: the bytes of each picture, a sum for each group (-v: for each)."""
import hashlib
import random
import sys

from PIL import Image, ImageDraw

groups = {}
INKS = {'1': 1, 'L': 200, 'P': 77, 'I': -70000, 'F': 2.5, 'RGB': (10, 200, 99), 'RGBA': (1, 2, 3, 77), 'LA': (9, 100), 'I;16': 0x1234, 'CMYK': (1, 2, 3, 4)}


def tell(words, mode, f, size=(40, 30), blend=None):
    im = Image.new(mode, size)
    try:
        d = ImageDraw.Draw(im, blend)
        f(d, INKS[blend or mode])
        line = f'{words} {mode} {blend} {hashlib.md5(im.tobytes()).hexdigest()}'
    except Exception as e:
        line = f'{words} {type(e).__name__} {e}'
    if '-v' in sys.argv or words == 'e':
        print(line)
    else:
        groups.setdefault(words.split()[0], []).append(line)
    return im


rng = random.Random(3)


def points(n, low=-15, high=60, whole=True):
    return [(rng.randint(low, high) if whole else rng.uniform(low, high)) for _ in range(2 * n)]


KINDS = [(m, None) for m in INKS] + [('RGB', 'RGBA')]
for mode, blend in KINDS:
    for i in range(8):
        xy = points(7, whole=i % 2)
        tell(f'points {i}', mode, lambda d, c: d.point(xy, c), blend=blend)
        tell(f'lines {i}', mode, lambda d, c: d.line(xy, c), blend=blend)
        for width in (2, 3, 6):
            tell(f'wide {i} {width}', mode, lambda d, c: d.line(xy, c, width), blend=blend)
            tell(f'wide {i} {width} curve', mode, lambda d, c: d.line(xy, c, width, 'curve'), blend=blend)
        for n in (2, 3, 4, 6, 7):
            pxy = xy[:2 * n]
            tell(f'polygon {i} {n}', mode, lambda d, c: d.polygon(pxy, c), blend=blend)
            tell(f'outline {i} {n}', mode, lambda d, c: d.polygon(pxy, None, c), blend=blend)
            tell(f'thick {i} {n}', mode, lambda d, c: d.polygon(pxy, c, c, 3), blend=blend)
        grid = [5 * (v // 10) for v in points(8, 0, 60)]
        tell(f'grid {i}', mode, lambda d, c: d.polygon(grid, c), blend=blend)
        x0, y0, x1, y1 = points(2)
        box = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
        for width in (0, 1, 3, 9):
            tell(f'rectangle {i} {width}', mode, lambda d, c: d.rectangle(box, c, c, width), blend=blend)
            tell(f'frame {i} {width}', mode, lambda d, c: d.rectangle(box, None, c, width), blend=blend)
            tell(f'ellipse {i} {width}', mode, lambda d, c: d.ellipse(box, None, c, width), blend=blend)
            tell(f'rounded {i} {width}', mode, lambda d, c: d.rounded_rectangle(box, 7, c, c, width), blend=blend)
        tell(f'disc {i}', mode, lambda d, c: d.ellipse(box, c), blend=blend)
for mode, blend in (('L', None), ('RGB', 'RGBA')):
    for i in range(150):
        x, y, w, h = rng.randint(-5, 20), rng.randint(-5, 20), rng.randint(0, 40), rng.randint(0, 40)
        box = (x, y, x + w, y + h)
        a, b = (rng.randint(-8, 16) * 45, rng.randint(-8, 16) * 45) if i % 3 == 0 else (rng.uniform(-400, 400), rng.uniform(-400, 700))
        for width in (1, 2, 5):
            tell(f'arc {i} {width} {box} {a} {b}', mode, lambda d, c: d.arc(box, a, b, c, width), blend=blend)
            tell(f'chord {i} {width} {box} {a} {b}', mode, lambda d, c: d.chord(box, a, b, None, c, width), blend=blend)
            if width < 5 and not blend:
                tell(f'pie {i} {width} {box} {a} {b}', mode, lambda d, c: d.pieslice(box, a, b, None, c, width), blend=blend)
        tell(f'chordfill {i} {box} {a} {b}', mode, lambda d, c: d.chord(box, a, b, c), blend=blend)
        tell(f'piefill {i} {box} {a} {b}', mode, lambda d, c: d.pieslice(box, a, b, c), blend=blend)
    for i in range(200):
        tri = points(3 + i % 5, -5, 40, i % 4)
        tell(f'polygons {i}', mode, lambda d, c: d.polygon(tri, c), blend=blend)
mask = Image.frombytes("L", (20, 10), bytes(i * 7 % 256 for i in range(200)))
for mode in ('L', 'RGB', 'RGBA', 'P', '1'):
    for kind in ('L', '1'):
        tell('bitmap', mode, lambda d, c: d.bitmap((5, -3), mask.convert(kind), c))
tell('e', 'L', lambda d, c: d.draw.draw_lines([1, 2, 3], 1))
tell('e', 'L', lambda d, c: d.polygon([1, 2], c))
tell('e', 'L', lambda d, c: d.rectangle([1, 2], c))
tell('e', 'L', lambda d, c: d.draw.draw_ellipse([1, 2, 3, 4, 5, 6], c))
tell('e', 'L', lambda d, c: d.point(['a', 'b'], c))
tell('e', 'L', lambda d, c: d.rectangle([9, 9, 2, 2], c, 3))
for name, lines in groups.items():
    print(name, len(lines), hashlib.md5('\n'.join(lines).encode()).hexdigest())

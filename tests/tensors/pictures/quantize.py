"""Few colours of a picture's own: median cut, greatest coverage, cubes, with and without kmeans, of all modes; adaptive palettes; GIF files of pictures with many colours, alone and as animations."""
import hashlib, io
from PIL import Image, ImageSequence
def h(b): return hashlib.sha1(bytes(b)).hexdigest()[:12]
def t(name, f):
    try: print(name, f())
    except Exception as e: print(name, type(e).__name__, e)
def noise(n, seed):
    out = bytearray()
    for _ in range(n):
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        out.append(seed >> 16 & 255)
    return bytes(out)
def smooth(w, h_, bands, seed=0):
    return bytes(((x * (k + 1) * 3 + y * (5 - k) + (x * y >> 4) * seed) >> 1) & 255 for y in range(h_) for x in range(w) for k in range(bands))
def seen(q): return (q.mode, q.size, h(q.tobytes()), q.im.getpalettemode(), len(q.im.getpalette()), h(q.im.getpalette('RGBA', 'RGBA')), len(q.getpalette()), h(q.getpalette()))
W, H = 61, 47
pictures = {
    'noise': Image.frombytes('RGB', (W, H), noise(W * H * 3, 7)), 'smooth': Image.frombytes('RGB', (W, H), smooth(W, H, 3)), 'few': Image.frombytes('RGB', (W, H), bytes(v // 64 * 64 for v in smooth(W, H, 3, 2))),
    'grey': Image.frombytes('L', (W, H), smooth(W, H, 1)), 'one': Image.new('RGB', (9, 5), (10, 200, 30)), 'two': Image.frombytes('RGB', (4, 1), b'\0\0\0\xff\xff\xff\0\0\0\0\0\1'),
    'many': Image.frombytes('RGB', (300, 250), noise(300 * 250 * 3, 3)), 'tone': Image.frombytes('RGB', (150, 100), smooth(150, 100, 3, 1)),
}
pictures['P'] = pictures['smooth'].convert('P')
alpha = Image.frombytes('RGBA', (W, H), bytes((v if k % 4 != 3 else v // 3 * 5 & 255) if k % 28 != 27 else 0 for k, v in enumerate(smooth(W, H, 4, 1))))
for name, im in pictures.items():
    for method in range(3):
        for colours in (1, 2, 3, 16, 64, 255, 256):
            for kmeans in (0, 20, 500):
                if (name in ("many", "tone") and kmeans) or (name in ('many', 'tone') and colours not in (16, 256)): continue
                t((name, method, colours, kmeans), lambda: seen(im.quantize(colours, method, kmeans)))
for colours in (1, 2, 16, 100, 256):
    t(('alpha', colours), lambda: seen(alpha.quantize(colours)))
    t(('alpha', colours), lambda: alpha.quantize(colours).convert('RGBA').getcolors(1000)[:3])
t('alpha', lambda: alpha.quantize(16, 0)); t('alpha', lambda: alpha.im.quantize(16, 1, 0))
for c in (0, 257, -1): t(c, lambda: pictures['few'].quantize(c))
t('method', lambda: pictures['few'].quantize(16, 4)); t('method', lambda: pictures['few'].quantize(16, -1)); t('mode', lambda: pictures['few'].convert('CMYK').quantize(4))
t('empty', lambda: seen(Image.new('RGB', (0, 5)).quantize(4)))
pal = pictures['smooth'].quantize(8)
for d in (0, 3):
    t('palette', lambda: seen(pictures['noise'].quantize(palette=pal, dither=d))); t('grey', lambda: seen(pictures['grey'].quantize(palette=pal, dither=d)))
t('no palette', lambda: pictures['noise'].quantize(palette=pictures['grey']))
for name in ('noise', 'smooth', 'grey', 'tone'):
    for n in (4, 256):
        t((name, n), lambda: seen(pictures[name].convert('P', palette=Image.Palette.ADAPTIVE, colors=n)))
t('RGBA', lambda: seen(alpha.convert('P', palette=Image.Palette.ADAPTIVE, colors=20)))
# GIF
def gif(im, **more):
    out = io.BytesIO(); im.save(out, 'GIF', **more); data = out.getvalue()
    back = Image.open(io.BytesIO(data))
    return len(data), h(data), [(f.mode, f.size, f.info.get('duration'), f.info.get('transparency'), h(f.convert('RGB').tobytes())) for f in ImageSequence.Iterator(back)]
for name, im in pictures.items(): t(('gif', name), lambda: gif(im))
t('gif alpha', lambda: gif(alpha)); t('gif LA', lambda: gif(alpha.convert('LA'))); t('gif optimize', lambda: gif(pictures['few'], optimize=True)); t('gif 1', lambda: gif(pictures['grey'].convert('1')))
frames = [Image.frombytes('RGB', (40, 30), smooth(40, 30, 3, k)) for k in range(1, 5)]
moved = [pictures['few'].copy() for _ in range(4)]
for k, m in enumerate(moved): m.paste((255, 10 * k, 0), (5 + 3 * k, 4, 15 + 3 * k, 12))
for name, group in (('frames', frames), ('moved', moved), ('greys', [f.convert('L') for f in frames]), ('palettes', [f.quantize(16) for f in frames]), ('alpha', [alpha, alpha.transpose(Image.FLIP_LEFT_RIGHT), alpha.rotate(30)])):
    for more in ({}, {'duration': 100, 'loop': 0}, {'duration': [50, 60, 70, 80][:len(group)], 'disposal': 2}, {'optimize': True}, {'disposal': 1, 'comment': b'seen'}):
        t((name, sorted(more)), lambda: gif(group[0], save_all=True, append_images=group[1:], **more))

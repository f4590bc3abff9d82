# PNG: what is written, byte for byte, and read, in all modes; filters, interlaced passes, 16 bits, levels, chunks.
import hashlib
import io
import random
import struct
import zlib

from PIL import Image, ImageFile, PngImagePlugin

random.seed(3)


def digest(data):
    return hashlib.md5(data).hexdigest()[:12]


def scene(mode, size, noise):
    """Slopes with a little noise, so that every filter has its rows."""
    w, h = size
    bands = {"1": 1, "L": 1, "P": 1, "LA": 2, "RGB": 3, "RGBA": 4, "I;16": 2, "I": 4}[mode]
    data = bytearray()
    for y in range(h):
        for x in range(w):
            for b in range(bands):
                v = (x * (b + 1) * 3 + y * 5) if y % 4 else (x * x // 7 + 40 * b)
                data.append((v + random.randrange(noise + 1)) % 256)
    if mode == "1":
        return Image.frombytes("1", size, bytes(data[i] for i in range((w + 7) // 8 * h)))
    return Image.frombytes(mode, size, bytes(data), "raw", "LA" if mode == "LA" else mode)


def save(im, **more):
    f = io.BytesIO()
    im.save(f, "PNG", **more)
    return f.getvalue()


def chunks(data):
    at, found = 8, []
    while at < len(data):
        n, name = struct.unpack(">I4s", data[at:at + 8])
        found.append((name.decode(), n, digest(data[at + 8:at + 8 + n])))
        at += 12 + n
    return found


for mode in ("1", "L", "LA", "RGB", "RGBA", "I;16", "I"):
    for size in ((1, 1), (7, 5), (64, 33), (300, 40)):
        for noise in (0, 3, 255):
            im = scene(mode, size, noise)
            data = save(im)
            back = Image.open(io.BytesIO(data))
            print(mode, size, noise, len(data), digest(data), back.mode, digest(back.tobytes()))
im = scene("RGB", (200, 150), 4)
for level in (0, 1, 6, 9):
    for kind in (-1, 0, 1, 2, 3, 4):
        data = save(im, compress_level=level, compress_type=kind)
        print("level", level, kind, len(data), digest(data))
for mode in ("RGB", "RGBA", "L", "I;16"):
    data = save(scene(mode, (97, 61), 2), optimize=True)
    print("optimize", mode, len(data), digest(data))
print("dictionary", digest(save(im, dictionary=b"abc" * 20)))
data = save(scene("RGB", (400, 400), 255))
print([(name, n) for name, n, _ in chunks(data)])

meta = PngImagePlugin.PngInfo()
meta.add_text("Title", "A picture")
meta.add_text("Long", "x" * 300, zip=True)
meta.add_itxt("Café", "naïve", "fr", "Titre", zip=True)
data = save(scene("RGB", (20, 20), 3), pnginfo=meta, dpi=(300, 200), icc_profile=b"profile" * 9, exif=b"Exif\0\0abcdef", transparency=(1, 2, 3))
print(chunks(data))
back = Image.open(io.BytesIO(data))
back.load()
print(sorted((k, str(v)[:60]) for k, v in back.info.items()))


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))


def made(w, h, bits, kind, interlaced, rules=range(5)):
    """A PNG of noise whose rows are filtered by each rule in turn."""
    rows = bytearray()
    for x0, y0, dx, dy in PASSES if interlaced else ((0, 0, 1, 1),):
        across, down = (w - x0 + dx - 1) // dx, (h - y0 + dy - 1) // dy
        for y in range(down if across > 0 else 0):
            rows.append(rules[random.randrange(len(rules))])
            rows += bytes(random.randrange(256 if kind != 3 else 4) for _ in range((across * bits * SAMPLES[kind] + 7) // 8))
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, bits, kind, 0, 0, interlaced))
    if kind == 3:
        data += chunk(b"PLTE", bytes(random.randrange(256) for _ in range(3 * (1 << min(bits, 8)))))
    packed = zlib.compress(bytes(rows))
    for at in range(0, len(packed), 50):
        data += chunk(b"IDAT", packed[at:at + 50])
    return data + chunk(b"IEND", b"")


for kind, depths in ((0, (1, 2, 4, 8, 16)), (2, (8, 16)), (3, (1, 2, 4, 8)), (4, (8, 16)), (6, (8, 16))):
    for bits in depths:
        for interlaced in (0, 1):
            for size in ((1, 1), (3, 9), (13, 11), (33, 20)):
                im = Image.open(io.BytesIO(made(*size, bits, kind, interlaced)))
                im.load()
                print(kind, bits, interlaced, size, im.mode, digest(im.tobytes()))


def attempt(data, what):
    for truncated in (False, True):
        ImageFile.LOAD_TRUNCATED_IMAGES = truncated
        try:
            im = Image.open(io.BytesIO(data))
            im.load()
            print(what, truncated, im.mode, digest(im.tobytes()))
        except Exception as e:
            print(what, truncated, type(e).__name__, str(e).split(' at 0x')[0])
    ImageFile.LOAD_TRUNCATED_IMAGES = False


whole = made(33, 20, 8, 2, 0)
for n in (20, 40, 70, 200, 900, len(whole) - 30, len(whole) - 13, len(whole) - 5):
    attempt(whole[:n], f"cut at {n}")
attempt(made(9, 9, 8, 2, 0, (7,)), "a rule that is none")
broken = bytearray(whole)
broken[60] ^= 255
attempt(bytes(broken), "a broken check sum")
for n in (41, 43, 60, 80, 300):
    start = whole.index(b"IDAT") + 4
    body = zlib.compress(bytes(33 * 3 * 20 + 20))
    attempt(whole[:33] + chunk(b"IDAT", body[:n - 40] + bytes([body[n % len(body)] ^ 85]) + body[n - 39:]) + chunk(b"IEND", b""), f"broken at {n}")

parser = ImageFile.Parser()
for at in range(0, len(whole), 100):
    parser.feed(whole[at:at + 100])
print(digest(parser.close().tobytes()))
im = Image.open(io.BytesIO(whole))
im.verify()

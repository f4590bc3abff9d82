# Old friends: run lengths, digits, frames. Each decoder is given noise that looks like its own, in parts; each encoder what has runs.
import hashlib
import random

from PIL import Image

core = Image.core
random.seed(11)


def digest(data):
    return hashlib.md5(data).hexdigest()[:12]


def encode(name, im, *args, part=65536):
    encoder = getattr(core, name + "_encoder")(im.mode, *args)
    encoder.setimage(im.im, (0, 0) + im.size)
    out = b""
    while True:
        n, error, some = encoder.encode(part)
        out += some
        if error or n < 0:
            return error, out


def decode(name, mode, size, data, *args, parts=3):
    im = Image.new(mode, size)
    try:
        decoder = getattr(core, name + "_decoder")(mode, *args)
        decoder.setimage(im.im, (0, 0) + size)
    except Exception as e:
        return type(e).__name__, str(e)
    said, rest = [], b""
    step = max(1, (len(data) + parts - 1) // parts)
    for at in range(0, len(data), step):
        rest += data[at:at + step]
        n, error = decoder.decode(rest)
        said.append((n, error))
        if n < 0:
            break
        rest = rest[n:]
    return digest(im.tobytes()), said


def runny(n, values=256, longest=300):
    out = bytearray()
    while len(out) < n:
        if random.random() < .5:
            out += bytes([random.randrange(values)]) * random.randrange(1, longest)
        else:
            out += bytes(random.randrange(values) for _ in range(random.randrange(1, longest)))
    return bytes(out[:n])


def picture(mode, size, **more):
    n = len(Image.new(mode, size).tobytes())
    return Image.frombytes(mode, size, runny(n, **more))


for mode, raw in (("L", "L"), ("RGB", "BGR"), ("RGBA", "BGRA"), ("P", "P"), ("LA", "LA"), ("RGB", "RGB")):
    for size in ((1, 1), (2, 5), (77, 20), (300, 9)):
        for step in (1, -1):
            im = picture(mode, size, longest=20)
            if mode.startswith("RGB"):
                im = Image.frombytes(mode, size, b"".join(bytes([v % 3] * len(mode)) for v in runny(size[0] * size[1], 5, 200)))
            error, data = encode("tga_rle", im, raw, step)
            print("tga", mode, size, step, error, len(data), digest(data), decode("tga_rle", mode, size, data, raw, step, 8 * len(raw)))
for mode, raw in (("L", "L"), ("RGB", "RGB;L"), ("P", "P"), ("1", "1"), ("P", "P;4")):
    for size in ((1, 1), (2, 5), (77, 20), (300, 9), (64, 4)):
        if size == (1, 1) and mode == "RGB":
            continue  # the original writes two planes
        im = picture(mode, size, values=4)
        error, data = encode("pcx", im, raw, {"1": 1, "RGB;L": 24}.get(raw, 8))
        stride = {"1": (size[0] + 7) // 8, "P;4": (size[0] + 1) // 2}.get(raw, size[0])
        stride = (stride + stride % 2) * (3 if mode == "RGB" else 1)
        print("pcx", mode, raw, size, error, len(data), digest(data), decode("pcx", mode, size, data, raw, stride))
noise = bytes(random.randrange(256) for _ in range(3000))
high = bytes(random.choice((128, 129, 200, 255, 0, 1, 2, 60, 192, 193, 250)) for _ in range(3000))
for data in (noise, high):
    for mode, raw in (("L", "L"), ("RGB", "RGB"), ("P", "P"), ("1", "1")):
        for size in ((5, 5), (100, 30), (31, 70)):
            for parts in (1, 7):
                print("packbits", mode, size, parts, decode("packbits", mode, size, data, raw, parts=parts))
                print("sun", mode, size, parts, decode("sun_rle", mode, size, data, raw, parts=parts))
                print("pcx", mode, size, parts, decode("pcx", mode, size, data, raw, size[0] * len(raw), parts=parts))
                print("tga", mode, size, parts, decode("tga_rle", mode, size, data, raw, 1, 8 * len(raw), parts=parts))
print(decode("pcx", "L", (20, 3), high, "L", 19))
for bits in (0, 1, 2, 3, 7, 8, 10, 12, 16, 17, 24, 31, 32):
    for fill in range(4):
        for sign in (0, 1):
            for pad, step in ((8, 1), (0, -1)):
                if bits > 24 and fill == 2:
                    continue
                print("bit", bits, fill, sign, pad, step, decode("bit", "F", (13, 6), noise, bits, pad, fill, sign, step))
print(decode("bit", "L", (3, 3), noise))
for size in ((2, 2), (16, 8), (13, 6)):
    print("pcd", decode("pcd", "RGB", size, noise, parts=9))
for mode, size in (("L", (45, 3)), ("RGB", (11, 3)), ("CMYK", (11, 3)), ("1", (11, 3)), ("RGBA", (11, 3)), ("P", (39, 2))):
    im = picture(mode, size)
    print("eps", mode, encode("eps", im), encode("hex", im, mode) == encode("eps", im))
for size in ((1, 1), (45, 3), (145, 3), (8, 15), (120, 2)):
    im = picture("1", size)
    error, data = encode("xbm", im)
    print("xbm", data, error, decode("xbm", "1", size, data))
for data in (b"0x01, 0x3, 0x4f, 0x7", b"0x01, 0xA3, 0x4f, 0x7,0x33", b"{0x01,0xzz,0xx7a} 0x7,0x33", b"asas 0xXX01,0"):
    print(decode("xbm", "1", (13, 2), data), decode("xbm", "1", (13, 2), data, parts=1))
for data in (b"0102 0x3\n04fF06", b"01020304f", b"zz1 2", b"102030405060708"):
    print(decode("hex", "L", (3, 2), data, "L"), decode("hex", "L", (3, 2), data, "L", parts=1))


def frame(*chunks):
    body = b"".join((len(data) + 6).to_bytes(4, "little") + kind.to_bytes(2, "little") + data for kind, data in chunks)
    return (len(body) + 16).to_bytes(4, "little") + b"\xfa\xf1" + len(chunks).to_bytes(2, "little") + bytes(8) + body


brun = b"".join(b"\2" + bytes([3, y, 256 - 5]) + bytes(range(5)) for y in range(4))
lc = b"\1\0\2\0" + b"\2" + b"\1\2ab" + b"\1\xfec" + b"\0"
ss2 = b"\2\0" + b"\xff\xff" + b"\1\0" + b"\1\1xy" + b"\x77\x80" + b"\1\0" + b"\0\xfepq"
for what, data in {"whole": frame((15, brun)), "lines": frame((15, brun), (12, lc)), "words": frame((15, brun), (7, ss2)), "black": frame((15, brun), (13, b"")), "copy": frame((16, bytes(range(32)))),
                   "colours": frame((4, b"\0\0"), (11, b"\0\0"), (18, b"small")), "unknown": frame((99, b"")), "short copy": frame((16, bytes(20))), "short lines": frame((12, lc[:8])),
                   "no frame": b"\20\0\0\0abcdefghijkl", "short": b"\20\0\0"}.items():
    print("fli", what, decode("fli", "P", (8, 4), data, parts=1), decode("fli", "P", (8, 4), data, parts=2))

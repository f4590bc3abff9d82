# GIF's codec: LZW both ways, byte for byte: sizes at which codes grow, tables that are full, passes, transparent pixels, codes that are wrong.
import hashlib
import random

from PIL import Image

core = Image.core
random.seed(5)


def digest(data):
    return hashlib.md5(data).hexdigest()[:12]


def encode(size, data, bits=8, interlace=0, part=16384):
    im = Image.frombytes("L", size, data)
    encoder = core.gif_encoder("L", "L", bits, interlace)
    encoder.setimage(im.im, (0, 0) + size)
    out = b""
    while True:
        n, error, some = encoder.encode(part)
        out += some
        if error:
            return out


def decode(size, parts, bits=8, interlace=0, transparent=-1):
    im = Image.frombytes("L", size, bytes(v % 7 for v in range(size[0] * size[1])))
    decoder = core.gif_decoder("L", bits, interlace, transparent)
    decoder.setimage(im.im, (0, 0) + size)
    said, data = [], b""
    for part in parts:
        data += part
        n, error = decoder.decode(data)
        said.append((n, error))
        if n < 0:
            break
        data = data[n:]
    return digest(im.tobytes()), said


for n in list(range(1, 40)) + [254, 255, 256, 257, 258, 511, 512, 513, 766, 767, 768, 769, 770, 1023, 1024, 1790, 1791, 1792, 1793, 3836, 3837, 3838, 3839, 3840, 3841, 3842, 3843, 5000]:
    noise = bytes(random.randrange(256) for _ in range(n))
    data = encode((n, 1), noise)
    print(n, len(data), digest(data), decode((n, 1), [data]), decode((n, 1), [data])[0] == digest(noise))
for bits in range(1, 9):
    for interlace in (0, 1):
        for size in ((1, 1), (9, 3), (33, 41), (120, 77)):
            noise = bytes(random.randrange(min(1 << bits, 1 << 8)) if random.random() < .3 else 0 for _ in range(size[0] * size[1]))
            data = encode(size, noise, bits, interlace)
            print(bits, interlace, size, len(data), digest(data), decode(size, [data], bits, interlace), decode(size, [data], bits, interlace, 0)[0])
data = encode((300, 300), bytes(90000))
print(len(data), digest(data), decode((300, 300), [data]))
noise = bytes(random.randrange(256) for _ in range(40000))
data = encode((200, 200), noise)
print(len(data), digest(data), digest(encode((200, 200), noise, part=100)))
print(decode((200, 200), [data[i:i + 700] for i in range(0, len(data), 700)]))


def packed(codes):
    """Codes and their widths as blocks."""
    value, at = 0, 0
    for code, width in codes:
        value |= code << at
        at += width
    body = value.to_bytes((at + 7) // 8, "little")
    return b"".join(bytes([len(body[i:i + 255])]) + body[i:i + 255] for i in range(0, len(body), 255))


for what, codes in {"no clear": [(1, 9), (2, 9), (3, 9)], "unknown": [(256, 9), (1, 9), (300, 9)], "first unknown": [(256, 9), (300, 9)], "itself": [(256, 9), (1, 9), (258, 9), (259, 9), (260, 9)],
                    "end": [(256, 9), (1, 9), (257, 9)], "end at once": [(257, 9)], "clears": [(256, 9)] * 5 + [(1, 9)] + [(256, 9)] * 2 + [(2, 9)], "too much": [(256, 9)] + [(5, 9)] * 40}.items():
    print(what, decode((5, 4), [packed(codes), b"\0", b"\2ab"]))
print(decode((5, 4), [b"\5abc", b"", b"de", b"\0\0\0", b"\4abcd"]))
for bits in (-1, 0, 9, 12, 13):
    print(bits, decode((5, 4), [bytes([20]) + bytes(range(20))], bits))
for bad in (("RGB",), ("LA",)):
    try:
        core.gif_decoder(*bad)
    except Exception as e:
        print(type(e).__name__, e)

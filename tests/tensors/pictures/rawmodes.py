# Raw modes: what each mode makes of a file's bytes, and what bytes come of it; pictures on the memory of others.
import hashlib
import random

import numpy as np
from PIL import Image

core = Image.core
MODES = "1 P PA L LA La F I I;16 I;16L I;16B RGB RGBX RGBA RGBa CMYK YCbCr LAB HSV BGR;15 BGR;16 BGR;24".split()
RAW = set(MODES) | set("""1;8 1;I 1;IR 1;R P;1 P;2 P;2L P;4 P;4L P;R PA;L L;16 L;16B L;2 L;2I L;2IR L;2R L;4 L;4I L;4IR L;4R L;I L;R LA;L F;16 F;16B F;16BS F;16N F;16NS F;16S F;32 F;32B
F;32BF F;32BS F;32F F;32N F;32NF F;32NS F;32S F;64BF F;64F F;64NF F;8 F;8S I;16BS I;16N I;16NS I;16S I;32 I;32B I;32BS I;32N I;32NS I;32S I;8 I;8S I;12 I;16R BGR BGR;5 BGRX RGB;15 RGB;16
RGB;16B RGB;16L RGB;16N RGB;4B RGB;L RGB;R RGBA;15 RGBA;L RGBX;L XBGR XRGB YCC;P RGBX;16B RGBX;16L RGBX;16N RGBXX RGBXXX ABGR ARGB BGRA BGRA;15 BGRA;16B BGRA;16L BGRa LA;16B RGBA;16B RGBA;16L
RGBA;16N RGBA;4B RGBA;I RGBAX RGBAXX RGBa;16B RGBa;16L RGBa;16N RGBaX RGBaXX YCCA;P aBGR aRGB CMYK;16B CMYK;16L CMYK;16N CMYK;I CMYK;L CMYKX CMYKXX YCbCr;L YCbCrK YCbCrX A B C G H K L M R S V X
Y Cb Cr B;16B B;16L B;16N G;16B G;16L G;16N R;16B R;16L R;16N A;16B A;16L A;16N C;I M;I Y;I K;I""".split())
random.seed(7)
NOISE = bytes(random.randrange(256) for _ in range(20000))


def native(im):
    return im.tobytes("raw", im.mode) if im.mode != "1" else im.tobytes("raw", "1")


def digest(data):
    return hashlib.md5(data).hexdigest()[:12]


for mode in MODES:
    for raw in sorted(RAW):
        for size in ((13, 5), (8, 3)) if raw != 'P;4L' else ((8, 3),):  # the original reads half a byte too far
            im = Image.new("L", (1, 1))
            im.im, im.mode, im._size = core.new(mode, size), mode, size
            try:
                decoder = core.raw_decoder(mode, raw, 0, 1)
            except ValueError as e:
                continue
            decoder.setimage(im.im)
            got = decoder.decode(NOISE)
            # F;16 and its like give each number; F;32F may give one that is none, whose payload is nobody's
            print(mode, raw, size, got, digest(native(im)))
for mode in MODES:
    for raw in sorted(RAW):
        im = core.new(mode, (13, 5))
        try:
            encoder = core.raw_encoder(mode, raw, 0, 1)
        except (ValueError, SystemError) as e:
            continue
        try:
            decoder = core.raw_decoder(mode, mode if mode != "I" else "I;16S", 0, 1)
            decoder.setimage(im)
            decoder.decode(NOISE)
        except ValueError:
            pass
        encoder.setimage(im)
        status, error, data = encoder.encode(65536)
        print(mode, "to", raw, status, error, digest(data))

for stride, step in ((0, 1), (0, -1), (17, 1), (20, -1), (3, 1)):
    im = Image.new("L", (13, 5))
    decoder = core.raw_decoder("L", "L", stride, step)
    decoder.setimage(im.im)
    out, data = [], NOISE
    for part in (5, 40, 3, 50, 30):
        n, error = decoder.decode(data[:part])
        out.append((n, error))
        if n < 0:
            break
        data = data[n:]
    print("stride", stride, step, out, digest(im.tobytes()))
    encoder = core.raw_encoder("L", "L", stride, step)
    encoder.setimage(im.im)
    for part in (20, 40, 65):
        status, error, data = encoder.encode(part)
        print("   ", status, error, digest(data))
        if error:
            break

for shape, dtype in (((4, 6), "u1"), ((4, 6, 3), "u1"), ((4, 6, 4), "u1"), ((4, 6, 2), "u1"), ((4, 6), "i4"), ((4, 6), "f4"), ((4, 6), "u2"), ((4, 6), ">u2"), ((4, 6), "f8"), ((4, 6), "?"), ((4, 6), ">i4"), ((4, 6), "i2")):
    array = (np.arange(np.prod(shape)).reshape(shape) * 7 % 251).astype(dtype)
    try:
        im = Image.fromarray(array)
    except Exception as e:
        print(shape, dtype, type(e).__name__, e)
        continue
    print(shape, dtype, im.mode, im.size, im.readonly, digest(im.tobytes()), np.asarray(im).shape, np.asarray(im).dtype, np.array_equal(np.asarray(im), array))
for view in (np.arange(60, dtype="u1").reshape(6, 10)[:, ::2], np.arange(60, dtype="u1").reshape(6, 10).T, np.arange(180, dtype="u1").reshape(6, 10, 3)[::-1]):
    print(digest(Image.fromarray(view).tobytes()), Image.fromarray(view).size)

memory = bytearray(range(64))
im = Image.frombuffer("L", (8, 8), memory, "raw", "L", 0, 1)
memory[3] = 200
print(im.tobytes()[:8], im.readonly)
try:
    memory.append(1)
except BufferError as e:
    print("BufferError")
print(im.copy().tobytes() == bytes(memory))
im = Image.frombuffer("L", (7, 3), memory, "raw", "L", 9, -1)
print(im.tobytes())
im = Image.frombuffer("L", (7, 3), memory, "raw", "L", 9, 1)
print(im.tobytes(), im.copy().tobytes() == im.tobytes())
for bad in (lambda: core.map_buffer(b"abc", (4, 4), "raw", 0, ("L", 0, 1)), lambda: core.map_buffer(bytes(16), (4, 4), "raw", 1, ("L", 0, 1)), lambda: Image.frombytes("L", (4, 4), bytes(15)),
            lambda: Image.frombytes("L", (4, 4), bytes(17)), lambda: Image.frombytes("L", (4, 4), bytes(16), "raw", "L;7"), lambda: Image.new("L", (3, 3)).tobytes("raw", "RGB"),
            lambda: Image.frombytes("L", (4, 4), bytes(16), "nothing"), lambda: Image.new("L", (3, 3)).tobytes("nothing"), lambda: core.raw_decoder("L", "L").setimage(core.new("L", (3, 3)), (0, 0, 4, 3)),
            lambda: core.raw_encoder("L", "L").setimage(core.new("L", (3, 3)), (1, 1, 3, 4)), lambda: core.raw_decoder("L", "L").setimage(core.new("L", (3, 3)), (2, 2, 2, 2))):
    try:
        print(type(bad()).__name__)
    except Exception as e:
        print(type(e).__name__, e)

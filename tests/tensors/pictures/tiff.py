# TIFF by libtiff: what is written, byte for byte, and read, packed in every way; tags; files that are cut short or broken; and raw ones.
import hashlib
import io
import os
import struct
import tempfile

from PIL import Image, ImageFile, TiffImagePlugin


def digest(data):
    return hashlib.md5(data).hexdigest()[:12]


def scene(mode, size):
    bands = {"1": 1, "L": 1, "P": 1, "LA": 2, "RGB": 3, "RGBA": 4, "CMYK": 4, "YCbCr": 3, "LAB": 3, "I": 4, "F": 4, "I;16": 2, "RGBX": 4}[mode]
    w, h = size
    data = bytes((x // 5 * (b + 2) + y // 3 * (3 - b) + (x * y * (b + 1) // 9) % 3) % 256 for y in range(h) for x in range(w) for b in range(bands))
    if mode == "F":
        data = struct.pack(f"{w * h}f", *[x / 3 for x in range(w * h)])
    if mode == "1":
        data = data[:(w + 7) // 8 * h]
    return Image.frombytes(mode, size, data)


def save(im, **more):
    f = io.BytesIO()
    im.save(f, "TIFF", **more)
    return f.getvalue()


def show(what, data):
    im = Image.open(io.BytesIO(data))
    im.load()
    print(what, len(data), digest(data), im.mode, im.size, digest(im.tobytes()), sorted((k, str(v)[:30]) for k, v in im.info.items()))
    return im


for mode in ("1", "L", "LA", "RGB", "RGBA", "CMYK", "I;16", "I", "F", "YCbCr", "LAB", "RGBX"):
    for compression in (None, "tiff_lzw", "tiff_deflate", "tiff_adobe_deflate", "packbits", "group3", "group4", "tiff_ccitt", "jpeg", "lzma", "zstd", "webp", "tiff_raw_16"):
        for size in ((17, 13), (100, 70)):
            try:
                data = save(scene(mode, size), compression=compression)
            except Exception as e:
                print(mode, compression, size, type(e).__name__, e)
                continue
            try:
                show((mode, compression, size), data)
            except Exception as e:
                print(mode, compression, size, "read", type(e).__name__, e)
im = scene("RGB", (120, 90))
for quality in (10, 75, 100):
    show(("jpeg", quality), save(im, compression="jpeg", quality=quality))
for bad in (-1, 101, "high"):
    try:
        save(im, compression="jpeg", quality=bad)
    except Exception as e:
        print(type(e).__name__, e)
big = show("dpi", save(im, compression="tiff_lzw", dpi=(300, 200), description="A picture", software="perch", artist="Nobody", copyright="None", x_resolution=72, resolution_unit=3))
print(sorted((k, str(v)) for k, v in big.tag_v2.items()))
info = TiffImagePlugin.ImageFileDirectory_v2()
info[65000], info.tagtype[65000] = 700, 3
info[65001], info.tagtype[65001] = 70000, 4
info[65002], info.tagtype[65002] = -5, 9
info[65003], info.tagtype[65003] = 2.5, 12
info[65004], info.tagtype[65004] = 1.25, 11
# bytes of type 7: the original writes how many they are instead of them
info[65006], info.tagtype[65006] = "words", 2
info[65007], info.tagtype[65007] = (1, 2, 3), 3
info[65008], info.tagtype[65008] = (1.5, 2.5), 12
info[65009], info.tagtype[65009] = b"\1\2\3", 1
info[270] = "described"
info[315] = "someone"
info[339] = 1
for compression in (None, "tiff_lzw", "tiff_adobe_deflate"):
    back = show(("tags", compression), save(im, compression=compression, tiffinfo=info))
    print(sorted((k, str(v)) for k, v in back.tag_v2.items() if k not in (273, 279)))
show("exif, profile", save(im, compression="tiff_lzw", icc_profile=bytes(range(256)) * 20, exif=Image.Exif()))

for fill in (1, 2):
    show(("fill order", fill), save(scene("1", (77, 40)), compression="group4", tiffinfo={266: fill}))
frames = [scene("RGB", (40, 30)), scene("L", (50, 20)), scene("1", (31, 17))]
for compression in (None, "tiff_lzw"):
    data = save(frames[0], save_all=True, append_images=frames[1:], compression=compression)
    many = Image.open(io.BytesIO(data))
    print(len(data), digest(data), many.n_frames)
    for i in range(many.n_frames):
        many.seek(i)
        print(many.mode, many.size, digest(many.tobytes()))
with tempfile.TemporaryDirectory() as folder:
    for compression in (None, "tiff_lzw", "packbits", "jpeg"):
        name = os.path.join(folder, "picture.tif")
        im.save(name, compression=compression)
        with open(name, "rb") as f:
            print("file", compression, digest(f.read()))
        with Image.open(name) as back:
            print(back.mode, digest(back.tobytes()))


def tiff(w, h, bits, samples, photometric, rows=None, tile=None, planar=1, order="<", more=()):
    """A raw TIFF by hand."""
    across, down = tile or (w, rows or h)
    parts = []
    for plane in range(samples if planar == 2 else 1):
        for y in range(0, h, down):
            for x in range(0, w, across):
                n = (across * bits * (1 if planar == 2 else samples) + 7) // 8 * (down if tile else min(down, h - y))
                parts.append(bytes((i * 7 + y * 3 + x + plane * 50) % 256 for i in range(n)))
    tags = [(256, 3, (w,)), (257, 3, (h,)), (258, 3, (bits,) * samples), (259, 3, (1,)), (262, 3, (photometric,)), (277, 3, (samples,)), (284, 3, (planar,))] + list(more)
    at, offsets = 8, []
    for part in parts:
        offsets.append(at)
        at += len(part)
    sizes = tuple(len(p) for p in parts)
    if tile:
        tags += [(322, 3, (across,)), (323, 3, (down,)), (324, 4, tuple(offsets)), (325, 4, sizes)]
    else:
        tags += [(273, 4, tuple(offsets)), (278, 3, (down,)), (279, 4, sizes)]
    start = at + at % 2
    body, extra = b"", b""
    extra_at = start + 2 + 12 * len(tags) + 4
    for tag, kind, values in sorted(tags):
        data = struct.pack(order + "HI"[kind == 4] * len(values), *values)
        body += struct.pack(order + "HHI", tag, kind, len(values))
        if len(data) <= 4:
            body += data.ljust(4, b"\0")
        else:
            body += struct.pack(order + "I", extra_at + len(extra))
            extra += data
    return ({"<": b"II*\0", ">": b"MM\0*"}[order] + struct.pack(order + "I", start) + b"".join(parts)).ljust(start, b"\0") + struct.pack(order + "H", len(tags)) + body + bytes(4) + extra


TiffImagePlugin.READ_LIBTIFF = False
for libtiff in (False, True):
    TiffImagePlugin.READ_LIBTIFF = libtiff
    for what, arguments in {"gray": (40, 30, 8, 1, 1), "inverted": (40, 30, 8, 1, 0), "bits": (40, 30, 1, 1, 1), "4 bits": (40, 30, 4, 1, 1), "16 bits": (40, 30, 16, 1, 1), "colour": (40, 30, 8, 3, 2), "ink": (40, 30, 8, 4, 5),
                            "16 bit colour": (40, 30, 16, 3, 2)}.items():
        for more in ({}, {"rows": 7}, {"tile": (16, 16)}, {"planar": 2}, {"planar": 2, "rows": 7}, {"order": ">"}, {"tile": (16, 16), "planar": 2}):
            try:
                show((libtiff, what, more), tiff(*arguments, **more))
            except Exception as e:
                print(libtiff, what, more, type(e).__name__, str(e).split(" at 0x")[0])
TiffImagePlugin.READ_LIBTIFF = False


def attempt(data, what):
    for truncated in (False, True):
        ImageFile.LOAD_TRUNCATED_IMAGES = truncated
        try:
            im = Image.open(io.BytesIO(data))
            im.load()
            print(what, truncated, im.mode, digest(im.tobytes()))
        except Exception as e:
            print(what, truncated, type(e).__name__, str(e).split(" at 0x")[0])
    ImageFile.LOAD_TRUNCATED_IMAGES = False


for compression in ("tiff_lzw", "tiff_adobe_deflate", "packbits", "jpeg"):
    whole = save(scene("RGB", (60, 40)), compression=compression)
    for part in (0.05, 0.3, 0.7, 0.95):
        attempt(whole[:int(len(whole) * part)], f"{compression} cut at {part}")
    for at in range(9, len(whole), len(whole) // 9):
        broken = bytearray(whole)
        broken[at] ^= 0x5a
        attempt(bytes(broken), f"{compression} broken at {at}")

# JPEG: what is written, byte for byte, and what is read: modes, qualities, tables, progressive, drafts, what is cut short or broken.
import hashlib
import io

from PIL import Image, ImageFile


def digest(data):
    return hashlib.md5(data).hexdigest()[:12]


def scene(mode, size):
    bands = {"L": 1, "RGB": 3, "CMYK": 4, "YCbCr": 3, "RGBX": 4}[mode]
    w, h = size
    return Image.frombytes(mode, size, bytes((x * (b + 2) + y * (3 - b) + (x * y * (b + 1) // 9) % 31) % 256 for y in range(h) for x in range(w) for b in range(bands)))


def save(im, **more):
    f = io.BytesIO()
    im.save(f, "JPEG", **more)
    return f.getvalue()


def show(what, data):
    im = Image.open(io.BytesIO(data))
    im.load()
    print(what, len(data), digest(data), im.mode, im.size, digest(im.tobytes()), sorted(k for k in im.info))
    return im


for mode in ("L", "RGB", "CMYK", "YCbCr", "RGBX"):
    for size in ((1, 1), (7, 13), (16, 16), (61, 47), (200, 150)):
        show((mode, size), save(scene(mode, size)))
im = scene("RGB", (161, 97))
for quality in (1, 10, 50, 75, 90, 95, 100, "web_low", "high", "maximum"):
    show(quality, save(im, quality=quality))
for sampling in ("4:4:4", "4:2:2", "4:2:0", "4:1:1", 0, 1, 2, -1):
    show(sampling, save(im, subsampling=sampling))
    show(sampling, save(im, subsampling=sampling, progressive=True))
show("optimize", save(im, optimize=True))
show("progressive", save(im, progressive=True, quality=30))
show("smooth", save(im, smooth=40))
show("gray progressive", save(scene("L", (50, 50)), progressive=True, optimize=True))
show("cmyk progressive", save(scene("CMYK", (50, 50)), progressive=True, optimize=True))
big = show("dpi", save(im, dpi=(300, 150)))
print(big.info["dpi"])
full = show("markers", save(im, comment="A café", icc_profile=bytes(range(256)) * 300, exif=b"Exif\0\0" + bytes(200), extra=b"\xff\xe5\0\x06abcd"))
print(full.info["comment"], digest(full.info["icc_profile"]), digest(full.info["exif"]))
tables = [[1 + i for i in range(64)], [2 + 2 * i for i in range(64)]]
for q in (tables, tables[:1], tables + [[5] * 64], {0: tables[0], 1: tables[1]}):
    back = show("tables", save(im, qtables=q))
    print({k: digest(bytes(v)) for k, v in back.quantization.items()})
show("tables and quality", save(im, qtables=tables, quality=50))
show("keep", save(Image.open(io.BytesIO(save(im, quality=33))), quality="keep"))
for bad in ([[1] * 63], [], [[1] * 64] * 5, ["a"] * 2, 5):
    try:
        save(im, qtables=bad)
    except Exception as e:
        print(type(e).__name__, e)
for stream in (1, 2):
    try:
        print("stream", stream, digest(save(im, streamtype=stream)))
    except Exception as e:
        print(type(e).__name__, e)
for mode in ("RGBA", "P", "LA", "I", "F"):
    try:
        save(Image.new(mode, (4, 4)))
    except Exception as e:
        print(type(e).__name__, e)

whole = save(scene("RGB", (333, 255)))
for size in ((333, 255), (170, 130), (100, 70), (50, 50), (20, 20)):
    for mode in ("RGB", "L", "YCbCr"):
        im = Image.open(io.BytesIO(whole))
        box = im.draft(mode, size)
        im.load()
        print("draft", mode, size, box, im.mode, im.size, digest(im.tobytes()))


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


late = save(scene("RGB", (333, 255)), progressive=True)
for data in (whole, late):
    for part in (0.01, 0.05, 0.2, 0.5, 0.9, 0.999):
        attempt(data[:int(len(data) * part)], f"cut at {part}")
    attempt(data[:-2], "no end")
    attempt(data[:-1], "half an end")
    for at in range(25, len(data), len(data) // 23):
        broken = bytearray(data)
        broken[at] ^= 0x5a
        attempt(bytes(broken), f"broken at {at}")

parser = ImageFile.Parser()
for at in range(0, len(whole), 700):
    parser.feed(whole[at:at + 700])
print(digest(parser.close().tobytes()))

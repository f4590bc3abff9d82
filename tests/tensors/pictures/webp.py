# WebP: pictures and animations, byte for byte what is written; what is read.
import hashlib
import io

from PIL import Image, _webp


def digest(data):
    return hashlib.md5(data).hexdigest()[:12]


def scene(mode, size, shift=0):
    bands = {"RGB": 3, "RGBA": 4, "RGBX": 4}[mode]
    w, h = size
    return Image.frombytes(mode, size, bytes((x * (b + 2) + y * (3 - b) + shift + (x * y * (b + 1) // 9) % 31) % 256 for y in range(h) for x in range(w) for b in range(bands)))


def save(im, **more):
    f = io.BytesIO()
    im.save(f, "WEBP", **more)
    return f.getvalue()


def show(what, data):
    im = Image.open(io.BytesIO(data))
    im.load()
    print(what, len(data), digest(data), im.mode, im.size, digest(im.tobytes()), sorted((k, str(v)[:30]) for k, v in im.info.items()))
    return im


for mode in ("RGB", "RGBA"):
    for size in ((1, 1), (17, 9), (120, 80)):
        for more in ({}, {"lossless": True}, {"quality": 10}, {"quality": 100, "method": 6}, {"lossless": True, "quality": 100, "method": 0, "exact": True}, {"method": 0}):
            show((mode, size, more), save(scene(mode, size), **more))
show("extra", save(scene("RGB", (30, 20)), icc_profile=bytes(range(200)), exif=b"Exif\0\0abcdef", xmp=b"<xmp/>"))
for more in ({"quality": 101}, {"method": 7}):
    try:
        save(scene("RGB", (9, 9)), **more)
    except Exception as e:
        print(type(e).__name__, e)
frames = [scene("RGBA", (60, 40), i * 20) for i in range(4)]
for more in ({}, {"lossless": True}, {"duration": [10, 20, 30, 40], "loop": 3, "background": (1, 2, 3, 4)}, {"minimize_size": True, "allow_mixed": True}, {"kmin": 1, "kmax": 2, "icc_profile": b"profile", "exif": b"abc"}):
    data = save(frames[0], save_all=True, append_images=frames[1:], **more)
    im = show(more, data)
    print(im.n_frames, im.is_animated)
    for i in list(range(im.n_frames)) + [1, 3, 0]:
        im.seek(i)
        im.load()
        print(i, digest(im.tobytes()), im.info["timestamp"], im.info["duration"])
whole = save(scene("RGB", (60, 40)))
print([digest(v) if isinstance(v, bytes) else v for v in _webp.WebPDecode(whole)])
for n in (0, 5, 20, 40, len(whole) // 2, len(whole) - 2):
    try:
        decoder = _webp.WebPAnimDecoder(whole[:n])
        print(decoder.get_info())
        print(digest(decoder.get_next()[0]))
    except Exception as e:
        print(n, type(e).__name__, e)
    print(_webp.WebPDecode(whole[:n]))
print(_webp.WebPEncode(bytes(16), 4, 4, 0, 80.0, "L", "", 4, 0, b"", ""))
for bad in ((0, 4), (4, 0), (-1, 4), (20000, 20000)):
    try:
        print(type(_webp.WebPAnimEncoder(*bad, 0, 0, 0, 3, 5, False, False)))
    except Exception as e:
        print(type(e).__name__, e)

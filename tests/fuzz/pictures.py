#!/usr/bin/env python3
"""Fuzzes what reads pictures: tests/fuzz/pictures.py [MINUTES] [SEED] (PERCH names the binary, best a checked one with ASan).

A program under perch makes a file of each format with Pillow, then changes, cuts, joins and swaps bytes of it and reads it in every way: opened and loaded, in a parser that is fed by parts, with
LOAD_TRUNCATED_IMAGES, as a draft, frame by frame. Whatever Python raises is fine; a crash, a hang or an error that is none of Python's is a finding, and its seed is said, which plays it again.
"""
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROUND = 400  # files a process: a finding is played again in little time

PROGRAM = r'''
import io, random, sys, warnings
from PIL import Image, ImageFile, ImageFont
warnings.simplefilter("ignore")
seed, count = int(sys.argv[1]), int(sys.argv[2])
dice = random.Random(seed)
Image.MAX_IMAGE_PIXELS = 1 << 20


def scene(mode, w=23, h=17):
    bands = len(Image.new(mode, (8, 1)).tobytes()) / 8
    n = len(Image.new(mode, (w, h)).tobytes())
    return Image.frombytes(mode, (w, h), bytes((i * 7 + i // 50 * 3 + dice.randrange(3)) % 256 for i in range(n)))


SAVES = [("PNG", m, {}) for m in ("1", "L", "LA", "RGB", "RGBA", "I", "I;16")] + [("JPEG", m, k) for m in ("L", "RGB", "CMYK") for k in ({}, {"progressive": True}, {"quality": 30, "subsampling": 2})] + [
    ("GIF", "L", {}), ("GIF", "L", {"interlace": 0}), ("BMP", "L", {}), ("BMP", "RGB", {}), ("BMP", "RGBA", {}), ("BMP", "1", {}), ("PCX", "L", {}), ("PCX", "RGB", {}), ("PCX", "1", {}), ("TGA", "L", {}),
    ("TGA", "RGB", {"compression": "tga_rle"}), ("TGA", "RGBA", {"compression": "tga_rle"}), ("PPM", "L", {}), ("PPM", "RGB", {}), ("PPM", "1", {}), ("SGI", "L", {}), ("SGI", "RGB", {}), ("ICO", "RGBA", {"sizes": [(16, 16)]}),
    ("XBM", "1", {}), ("IM", "L", {}), ("IM", "F", {}), ("MSP", "1", {}), ("SPIDER", "F", {}), ("DIB", "RGB", {}), ("WEBP", "RGB", {}), ("WEBP", "RGBA", {"lossless": True}), ("EPS", "RGB", {})] + [
    ("TIFF", m, {"compression": c}) for m in ("1", "L", "RGB", "CMYK", "F") for c in (None, "tiff_lzw", "tiff_adobe_deflate", "packbits", "jpeg", "group4", "tiff_ccitt", "zstd", "webp")]
seeds = []
for format, mode, more in SAVES:
    out = io.BytesIO()
    try:
        scene(mode).save(out, format, **more)
        seeds.append(out.getvalue())
    except Exception:
        pass
for format in ("GIF", "PNG", "WEBP", "TIFF"):
    out = io.BytesIO()
    try:
        scene("RGB").save(out, format, save_all=True, append_images=[scene("RGB"), scene("RGB")])
        seeds.append(out.getvalue())
    except Exception:
        pass
seeds.append(b"\x01\xda\x01\x01\0\x02\0\x09\0\x05\0\x01" + bytes(500) + b"".join((512 + 40 + i * 4).to_bytes(4, "big") for i in range(5)) + b"\0\0\0\4" * 5 + b"\x89abc\x09z\0\0" * 9)
seeds.append(b"\x59\xa6\x6a\x95" + b"".join(v.to_bytes(4, "big") for v in (20, 10, 8, 200, 2, 0, 0)) + bytes(dice.choice((128, 5, 7, 0, 255)) for _ in range(300)))
frame = bytes([40, 0, 0, 0, 0xfa, 0xf1, 2, 0]) + bytes(8) + bytes([12, 0, 0, 0, 12, 0, 0, 0, 3, 0, 1, 1, 2, 254, 7, 0, 12, 0, 0, 0, 7, 0, 1, 0, 1, 0, 1, 2, 3, 4])
seeds.append((128 + len(frame)).to_bytes(4, "little") + b"\x11\xaf\1\0\x14\0\x0a\0\x08\0\3\0" + bytes(112) + frame)
for kind in (b"DXT1", b"DXT3", b"DXT5", b"ATI1", b"ATI2", b"BC5S"):
    seeds.append(b"DDS " + b"".join(v.to_bytes(4, "little") for v in (124, 0x1007, 8, 12, 0, 0, 1) + (0,) * 11 + (32, 4)) + kind + bytes(40) + bytes(dice.randrange(256) for _ in range(200)))


def changed(data):
    data = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 3, 8, 30))):
        if not data:
            break
        how, at = dice.randrange(7), dice.randrange(len(data)) if dice.random() < .5 else dice.randrange(min(len(data), 60))
        if how == 0:
            data[at] = dice.randrange(256)
        elif how == 1:
            data[at] ^= 1 << dice.randrange(8)
        elif how == 2:
            data[at] = dice.choice((0, 1, 127, 128, 254, 255))
        elif how == 3:
            data[at:at + dice.choice((2, 4))] = dice.choice((0, 1, 0xffff, 0x7fff, 0x8000, 0xffffffff, 0x7fffffff, 20, 65)).to_bytes(4, dice.choice(("big", "little")))[:dice.choice((2, 4))]
        elif how == 4:
            del data[at:at + dice.randrange(1, 40)]
        elif how == 5:
            other = dice.choice(seeds)
            begin = dice.randrange(len(other))
            data[at:at] = other[begin:begin + dice.randrange(1, 80)]
        else:
            del data[dice.randrange(len(data)):]
    return bytes(data)


def read(data):
    ImageFile.LOAD_TRUNCATED_IMAGES = dice.random() < .5
    way = dice.randrange(5)
    if way == 0:
        parser = ImageFile.Parser()
        step = dice.choice((1, 7, 100, 3000)) if len(data) < 3000 else 1000
        for at in range(0, len(data), step):
            parser.feed(data[at:at + step])
        return parser.close().tobytes()
    im = Image.open(io.BytesIO(data))
    if way == 1:
        im.draft(dice.choice(("L", "RGB", "YCbCr")), (dice.randrange(1, 30), dice.randrange(1, 30)))
    im.load()
    if way == 2:
        for i in range(4):
            im.seek(i)
            im.load()
    out = im.tobytes()
    if way == 3:
        im.save(io.BytesIO(), dice.choice(("PNG", "TIFF", "GIF", "BMP", "TGA", "PCX")), **dice.choice(({}, {"compression": "tiff_lzw"}, {"compression": "jpeg"})))
    return out


def bare(data):
    """A decoder with any arguments."""
    core = Image.core
    mode = dice.choice(("1", "L", "P", "RGB", "RGBA", "CMYK", "F", "I", "I;16"))
    raw = dice.choice((mode, mode, "L;2", "P;4", "BGR", "RGB;L", "BGRX", "CMYK;I", "F;32F", "I;16B", "RGB;16B", "P;4L"))
    im = core.new(mode, (dice.randrange(1, 40), dice.randrange(1, 40)))
    n = lambda: dice.choice((0, 1, -1, 2, 4, 8, 16, 24, 32, 33, 255, -5, 100, 1 << 30))
    maker, arguments = dice.choice(((core.raw_decoder, (mode, raw, n(), n())), (core.zip_decoder, (mode, raw, n())), (core.gif_decoder, (mode, n(), n(), n())), (core.packbits_decoder, (mode, raw)), (core.pcx_decoder, (mode, raw, n())),
        (core.sun_rle_decoder, (mode, raw)), (core.tga_rle_decoder, (mode, raw, n(), n())), (core.bit_decoder, (mode, n(), n(), n(), n(), n())), (core.hex_decoder, (mode, raw)), (core.xbm_decoder, (mode,)), (core.fli_decoder, (mode,)),
        (core.pcd_decoder, (mode,)), (core.bcn_decoder, (mode, n())), (core.jpeg_decoder, (mode, raw, dice.choice((None, "L", "RGB", "")), n(), n())), (core.libtiff_decoder, (mode, raw, "x", 0, 0)), (core.sgi_rle_decoder, (mode, raw, n(), n()))))
    decoder = maker(*arguments)
    decoder.setimage(im, dice.choice(((0, 0) + im.size, (0, 0, 5, 5), (n(), n(), n(), n()))))
    decoder.setfd(io.BytesIO(data))
    for _ in range(4):
        decoder.decode(data[:dice.randrange(len(data) + 1)])
    decoder.cleanup()


def font(data):
    path = dice.choice(([1, 2, 3, 4], data[:40], [(1, 2)] * 5))
    p = core_path = Image.core.path(path)
    p.compact(dice.random() * 5)
    p.transform([dice.random() for _ in range(6)])
    f = Image.core.font(Image.core.new("L", (20, 20)), bytes(dice.randrange(256) if dice.random() < .1 else dice.randrange(3) for _ in range(5120)))
    if f.getsize("abc")[0] < 5000 and f.getsize("abc")[1] < 5000:
        f.getmask("abc")


for i in range(count):
    data = changed(dice.choice(seeds))
    if i == count - 1:
        print(len(seeds), "kinds", flush=True)
    try:
        (read if dice.random() < .7 else bare if dice.random() < .9 else font)(data)
    except (MemoryError, RecursionError, Exception):
        pass
'''


def main():
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 1
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    perch = os.environ.get('PERCH', os.path.join(HERE, '..', '..', 'build', 'perch'))
    environment = {**os.environ, 'ASAN_OPTIONS': 'allocator_may_return_null=1:detect_leaks=0', 'UBSAN_OPTIONS': 'halt_on_error=1:print_stacktrace=1'}
    end, files, findings = time.time() + 60 * minutes, 0, 0
    while time.time() < end:
        done = None
        try:
            done = subprocess.run([perch, '-c', PROGRAM, str(seed), str(ROUND)], capture_output=True, text=True, errors='replace', env=environment, timeout=600)
            bad = done.returncode != 0 or 'kinds' not in done.stdout
            told = done.stdout[-300:] + done.stderr[-3000:]
        except subprocess.TimeoutExpired:
            bad, told = True, 'no end within ten minutes'
        files += ROUND
        if bad:
            findings += 1
            print(f'FAIL seed {seed}, status {done.returncode if done else None}: {told}', flush=True)
        seed += 1
    print(f'{files} files, {findings} findings; {"0 failed" if not findings else str(findings) + " failed"}')
    sys.exit(findings > 0)


if __name__ == '__main__':
    main()

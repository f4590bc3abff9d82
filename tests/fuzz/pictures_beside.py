#!/usr/bin/python3
"""Changed files of pictures, read by perch and by Pillow's own Python: tests/fuzz/pictures_beside.py [FILES] [SEED] [-v] (Debian's python3-pil 9.4; PERCH names the binary).

/usr/bin/python3 makes files of each format, changes, cuts and joins them, and both read each one: the same picture has to come out, or the same exception with the same text. Each is read whole, with
LOAD_TRUNCATED_IMAGES, in a parser that is fed by parts, as a draft, or frame by frame. What differs is counted by format and shown; -v: all of it,
and the files are left in /tmp. Files of which Pillow shows memory that it never wrote (two plays differ) are not compared.
"""
import base64
import collections
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from harness import perch_path, slowness  # noqa: E402

PART = 500  # files of one process
READ = r'''
import base64, gc, hashlib, io, json, re, sys, warnings
from PIL import Image, ImageFile
warnings.simplefilter("ignore")
Image.MAX_IMAGE_PIXELS = 1 << 22

def picture(im):
    return [im.mode, list(im.size), hashlib.sha256(im.tobytes()).hexdigest()[:16]]

def whole(data, im=None):
    im = im or Image.open(io.BytesIO(data))
    im.load()
    return [picture(im), im.format, sorted(map(str, im.info))]

def fed(data):
    parser = ImageFile.Parser()
    for at in range(0, len(data), 300):
        parser.feed(data[at:at + 300])
    return picture(parser.close())

def draft(data):
    im = Image.open(io.BytesIO(data))
    im.draft("L", (6, 5))
    return whole(data, im)

def frames(data):
    im, seen = Image.open(io.BytesIO(data)), []
    for i in range(4):
        try:
            im.seek(i)
        except EOFError:
            break
        im.load()
        seen.append(picture(im))
    return seen

def truncated(data):
    ImageFile.LOAD_TRUNCATED_IMAGES = True
    try:
        return whole(data)
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = False

WAYS = [whole, whole, truncated, fed, draft, frames]
for number, line in enumerate(open(sys.argv[1])):
    try:
        said = ["read", WAYS[number % len(WAYS)](base64.b64decode(line))]
    except Exception as e:
        said = ["raised", type(e).__name__, re.sub("0x[0-9a-f]+", "0x", str(e))]
    print(json.dumps([number, said]), flush=True)
'''


def seeds(dice):
    """[(format, bytes)] of each format and mode that can be written here."""
    import io
    from PIL import Image

    def scene(mode, wide=23, high=17):
        size = len(Image.new(mode, (wide, high)).tobytes())
        return Image.frombytes(mode, (wide, high), bytes((i * 7 + i // 50 * 3 + dice.randrange(3)) % 256 for i in range(size)))
    few = Image.new('P', (23, 17), 3)
    few.putpalette([i % 256 for i in range(768)])
    more = {'save_all': True, 'append_images': [scene('RGB'), scene('RGB')]}
    asked = [('PNG', m, {}) for m in ('1', 'L', 'LA', 'RGB', 'RGBA', 'I', 'P')] + [('JPEG', m, k) for m in ('L', 'RGB', 'CMYK') for k in ({}, {'progressive': True}, {'quality': 30, 'subsampling': 2})]
    asked += [(f, m, {}) for f in ('BMP', 'PCX', 'TGA', 'PPM', 'SGI', 'IM', 'DIB') for m in ('1', 'L', 'RGB', 'RGBA', 'P')] + [('GIF', 'L', {}), ('GIF', 'P', {'interlace': 0}), ('GIF', 'RGB', more), ('PNG', 'RGB', more),
              ('ICO', 'RGBA', {'sizes': [(16, 16)]}), ('ICO', 'RGB', {'sizes': [(16, 16), (8, 8)], 'bitmap_format': 'bmp'}), ('WEBP', 'RGB', {}), ('WEBP', 'RGBA', {'lossless': True}), ('WEBP', 'RGB', more), ('XBM', '1', {}), ('MSP', '1', {}),
              ('SPIDER', 'F', {}), ('TIFF', 'RGB', more), ('EPS', 'RGB', {}), ('TGA', 'RGB', {'compression': 'tga_rle'}), ('TGA', 'RGBA', {'compression': 'tga_rle'})]
    asked += [('TIFF', m, {'compression': c}) for m in ('1', 'L', 'RGB', 'CMYK', 'F', 'P') for c in (None, 'tiff_lzw', 'tiff_adobe_deflate', 'packbits', 'jpeg', 'group4') if (c != 'group4' or m == '1') and (c != 'jpeg' or m in ('L', 'RGB', 'CMYK'))]
    made = []
    for format, mode, options in asked:
        out = io.BytesIO()
        try:
            (few if mode == 'P' else scene(mode)).save(out, format, **options)
            made.append((format, out.getvalue()))
        except (OSError, KeyError, ValueError):
            pass
    return made


def changed(data, others, dice):
    """The bytes changed in a few places, most of them near the beginning."""
    data = bytearray(data)
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        if not data:
            break
        how, at = dice.randrange(7), dice.randrange(len(data)) if dice.random() < .5 else dice.randrange(min(len(data), 60))
        size = dice.choice((2, 4))
        if how == 0:
            data[at] = dice.randrange(256)
        elif how == 1:
            data[at] ^= 1 << dice.randrange(8)
        elif how == 2:
            data[at] = dice.choice((0, 1, 127, 128, 254, 255))
        elif how == 3:
            data[at:at + size] = dice.choice((0, 1, 0xffff, 0x7fff, 0x8000, 20, 65, 60000)).to_bytes(4, dice.choice(('big', 'little')))[:size]
        elif how == 4:
            del data[at:at + dice.randrange(1, 40)]
        elif how == 5:
            other = dice.choice(others)[1]
            begin = dice.randrange(len(other))
            data[at:at] = other[begin:begin + dice.randrange(1, 80)]
        else:
            del data[dice.randrange(len(data)):]
    return bytes(data)


def answers(python, path, fill='0'):
    """{number of the file: what was said}; the first file without an answer is one that it died of. fill: what fresh memory holds."""
    environment = {'ASAN_OPTIONS': 'allocator_may_return_null=1:detect_leaks=0', **os.environ, 'MALLOC_PERTURB_': fill}
    try:
        done = subprocess.run([python, '-c', READ, path], capture_output=True, text=True, errors='replace', env=environment, timeout=300 * slowness())
        trouble = '' if done.returncode == 0 else f'status {done.returncode}: {done.stderr[-3000:]}'
        out = done.stdout
    except subprocess.TimeoutExpired as late:
        trouble, out = 'no end', (late.stdout or b'').decode()
    said = dict(json.loads(line) for line in out.splitlines() if line.endswith(']'))
    return said, trouble


def main():
    import random
    for python in ('/usr/bin/python3', perch_path()):
        if subprocess.run([python, '-c', 'import PIL._imaging'], capture_output=True).returncode:
            print(f'skip pictures: {python} has no Pillow\n0 passed, 0 failed, 1 skipped')
            return
    words = [int(word) for word in sys.argv[1:] if word.isdigit()]
    count, seed = words[0] if words else 3000, words[1] if len(words) > 1 else 1
    dice, tally, shown = random.Random(seed), collections.Counter(), collections.Counter()
    made = seeds(dice)
    for start in range(0, count, PART):
        files = [made[i % len(made)] for i in range(start, min(count, start + PART))]
        files = [(format, changed(data, made, dice)) for format, data in files]
        with tempfile.NamedTemporaryFile('w', suffix='.txt') as listed:
            listed.write(''.join(base64.b64encode(data).decode() + '\n' for _, data in files))
            listed.flush()
            mine, trouble = answers(perch_path(), listed.name)
            theirs, again = (answers('/usr/bin/python3', listed.name, fill)[0] for fill in ('85', '170'))
        if trouble:
            print(f'DIED at file {start + len(mine)} ({files[min(len(mine), len(files) - 1)][0]}): {trouble}', flush=True)
            tally['died'] += 1
        for number, (format, data) in enumerate(files):
            one, two = mine.get(number), theirs.get(number)
            if one is None or two is None:
                continue
            if two != again.get(number):        # Pillow shows memory that nobody wrote
                tally['unsettled'] += 1
                continue
            tally['read'] += 1
            tally['raised'] += two[0] == 'raised'
            if one != two:
                tally['differ'] += 1
                kind = (format, *(' '.join(said[1:])[:60] if said[0] == 'raised' else 'a picture' for said in (two, one)))
                shown[kind] += 1
                if shown[kind] <= (1000 if '-v' in sys.argv else 1):
                    print(f'{start + number} {format} way {number % 6}\n   Pillow {str(two)[:200]}\n   perch  {str(one)[:200]}', flush=True)
                    if '-v' in sys.argv:
                        with open(f'/tmp/picture-{seed}-{start + number}.{format.lower()}', 'wb') as f:
                            f.write(data)
    for kind, times in shown.most_common():
        print(times, *kind, sep='  ')
    print(f"{tally['read']} files, {tally['raised']} refused by Pillow, {tally['unsettled']} show memory that Pillow did not write, {tally['differ']} differ, {tally['died']} died")
    print(f"{tally['read'] - tally['differ']} passed, {tally['differ'] + tally['died']} failed")


if __name__ == '__main__':
    main()

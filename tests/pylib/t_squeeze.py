"""bz2 and lzma: whole, piece by piece, under limits of the output, with what stands behind the end; wrong data and arguments; their files; tar and zip over them."""
import bz2
import io
import lzma
import os
import random
import tarfile
import tempfile
import zipfile
import zlib

data = bytes(random.Random(1).choices(b'abcdef\n', k=50000)) + b'\0' * 50000
for module, errors in ((bz2, OSError), (lzma, lzma.LZMAError)):
    packed = module.compress(data)
    print(module.__name__, zlib.crc32(packed), module.decompress(packed) == data, module.decompress(packed + packed) == data * 2)
    maker = bz2.BZ2Decompressor if module is bz2 else lzma.LZMADecompressor
    d, out, i = maker(), b'', 0
    while not d.eof:
        piece = packed[i:i + 100] if d.needs_input else b''
        i += len(piece)
        got = d.decompress(piece, max_length=777)
        assert len(got) <= 777
        out += got
    print(out == data, i == len(packed), d.unused_data, d.needs_input)
    d = maker()
    print(d.decompress(packed + b'more') == data, d.unused_data)
    for wrong in (lambda: d.decompress(b''), lambda: maker().decompress(b'x' * 50), lambda: module.decompress(packed[:-5]), lambda: maker(1, 2, 3, 4), lambda: module.compress('text')):
        try:
            print(wrong())
        except Exception as e:
            print(type(e).__name__, e)
    rng = random.Random(7)
    for _ in range(200):
        broken = bytearray(packed)
        broken[rng.randrange(len(broken))] ^= 1 << rng.randrange(8)
        try:
            module.decompress(bytes(broken))
        except (errors, EOFError, ValueError):
            pass
for args in ({'format': lzma.FORMAT_ALONE}, {'preset': 9 | lzma.PRESET_EXTREME}, {'check': lzma.CHECK_SHA256}, {'check': lzma.CHECK_NONE},
             {'filters': [{'id': lzma.FILTER_DELTA, 'dist': 5}, {'id': lzma.FILTER_LZMA2, 'preset': 3}]}, {'filters': [{'id': lzma.FILTER_X86}, {'id': lzma.FILTER_LZMA2, 'dict_size': 65536}]}):
    packed = lzma.compress(data, **args)
    print(sorted(args), len(packed), zlib.crc32(packed), lzma.decompress(packed) == data)
raw = [{'id': lzma.FILTER_LZMA2, 'preset': 4}]
print(lzma.decompress(lzma.compress(data, format=lzma.FORMAT_RAW, filters=raw), format=lzma.FORMAT_RAW, filters=raw) == data)
for f in (lambda: lzma.compress(b'', preset=10), lambda: lzma.compress(b'', preset=1, filters=raw), lambda: lzma.compress(b'', format=7), lambda: lzma.compress(b'', filters=[{'id': 9}]),
          lambda: lzma.compress(b'', filters=[{}]), lambda: lzma.compress(b'', filters=[5]), lambda: lzma.compress(b'', filters=[{'id': lzma.FILTER_DELTA, 'x': 1}]), lambda: lzma.compress(b'', filters={}),
          lambda: lzma.compress(b'', filters=raw * 6), lambda: lzma.LZMADecompressor(lzma.FORMAT_RAW), lambda: lzma.LZMADecompressor(memlimit=1).decompress(lzma.compress(data)),
          lambda: lzma._encode_filter_properties({'id': lzma.FILTER_LZMA1}), lambda: lzma._decode_filter_properties(lzma.FILTER_LZMA1, b']\0\0\x80\0'),
          lambda: lzma._decode_filter_properties(lzma.FILTER_DELTA, b'\4'), lambda: bz2.BZ2Compressor(0), lambda: [lzma.is_check_supported(i) for i in (0, 1, 4, 10, 15)]):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'f')
    for opener in bz2.open, lzma.open:
        with opener(path, 'wt', encoding='utf-8') as f:
            f.write('äöü\n' * 1000)
        with opener(path, 'rt', encoding='utf-8') as f:
            print(len(f.readlines()), f.read())
        with opener(path) as f:
            f.seek(3500)
            print(f.read(9), f.tell(), f.seek(-7, 2), f.read())
    for mode in 'gz', 'bz2', 'xz':
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode='w:' + mode) as tar:
            tar.add(path, 'name')
        buffer.seek(0)
        with tarfile.open(fileobj=buffer) as tar:
            print(mode, tar.getnames(), tar.extractfile('name').read() == open(path, 'rb').read())
    for kind in zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, 'w', kind) as z:
            z.writestr('ä.txt', data)
        with zipfile.ZipFile(buffer) as z:
            print(kind, z.namelist(), z.read('ä.txt') == data, z.testzip())

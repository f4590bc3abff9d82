"""The package encodings over _codecs: every table, both ways; the codecs that are none of text; pieces of streams; sources with cookies; files."""
import codecs
import encodings.aliases
import io
import os
import tempfile
import zlib

MULTIBYTE = ('big5', 'cp9', 'euc', 'gb', 'hz', 'iso2022', 'johab', 'shift')
names = sorted({n for n in encodings.aliases.aliases.values() if not n.startswith(MULTIBYTE) and n not in ('mbcs', 'bz2_codec')})
for name in names:
    info = codecs.lookup(name)
    if not info._is_text_encoding:
        data = codecs.encode('Ab c' if name == 'rot_13' else b'Ab c' * 9, name)
        print(name, zlib.adler32(data.encode() if isinstance(data, str) else data) if 'zlib' not in name else '', codecs.decode(data, name))
        continue
    sums = []
    for errors in 'ignore', 'replace', 'backslashreplace', 'surrogateescape':
        try:
            sums.append(zlib.crc32(bytes(range(256)).decode(name, errors).encode('utf-8', 'surrogatepass')))
        except (UnicodeError, TypeError) as e:
            sums.append(str(e))
    for errors in 'ignore', 'replace', 'xmlcharrefreplace', 'namereplace', 'backslashreplace':
        try:
            sums.append(zlib.crc32(''.join(map(chr, range(0x3000))).encode(name, errors)))
        except UnicodeError as e:
            sums.append(str(e))
    print(name, info.name, *sums)

text = 'a+b é€\U0001f600~\\ z\ud800'
for name in 'utf-7', 'utf-8', 'utf-16', 'utf-32-be', 'unicode_escape', 'raw_unicode_escape':
    data = text.encode(name, 'surrogatepass')
    decoder = codecs.getincrementaldecoder(name)('surrogatepass')
    print(name, data, ascii(''.join(decoder.decode(data[i:i + 1], i == len(data) - 1) for i in range(len(data)))))
for data in b'+', b'+AOk', b'a+AO-b', b'+AOkA-', b'\xff', b'+2AA-', b'+2AA-x', b'+!', b'+AOk!', b'a-b+-':
    for errors in 'strict', 'replace', 'ignore':
        try:
            print(data, errors, ascii(data.decode('utf-7', errors)), codecs.utf_7_decode(data, errors, False))
        except UnicodeError as e:
            print(data, e)

codecs.register_error('twice', lambda e: (e.object[e.start:e.end] * 2 if isinstance(e.object, str) else '??', e.end))
codecs.register_error('raw', lambda e: (b'\xff\x00', e.end))
for name in 'ascii', 'latin-1', 'koi8-r', 'cp1252', 'utf-16', 'utf-8':
    for handler in 'twice', 'raw':
        try:
            print(name, handler, 'я\ud800a'.encode(name, handler))
        except UnicodeError as e:
            print(name, handler, e)
for f in (lambda: codecs.charmap_decode(b'abc', 'strict', {97: 'xy', 98: None, 99: 300}), lambda: codecs.charmap_decode(b'ab', 'replace', {97: 0x10ffff}),
          lambda: codecs.charmap_decode(b'a', 'strict', {97: 'ab'}), lambda: codecs.charmap_decode(b'a', 'strict', {97: 0x110000}), lambda: codecs.charmap_decode(b'a', 'strict', {97: 1.5}),
          lambda: codecs.charmap_encode('ab', 'strict', {97: b'xy', 98: 300}), lambda: codecs.charmap_encode('ab', 'replace', {97: 1}), lambda: codecs.charmap_encode('ab', 'xmlcharrefreplace', {97: 1, **{i: i for i in b'&#;0123456789'}}),
          lambda: codecs.charmap_encode('a', 'strict', {97: 'a'}), lambda: codecs.charmap_encode('abc', 'ignore', {}), lambda: codecs.encode('x', 'rot13'), lambda: codecs.decode(b'!!', 'hex'),
          lambda: codecs.unregister(len), lambda: codecs.lookup('a\0b'), lambda: 'x'.encode('undefined'), lambda: codecs.utf_16_ex_decode(b'\xfe\xff\0a', 'strict', 0, False)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e, type(e.__cause__).__name__)

for name in 'koi8-r', 'cp1251', 'mac-cyrillic':
    source = f'# -*- coding: {name} -*-\nx = "привет"\n'
    try:
        scope = {}
        exec(source.encode(name), scope)
        print(name, scope['x'])
    except (SyntaxError, ValueError) as e:
        print(name, type(e).__name__)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'f')
    for name in 'koi8-r', 'utf-7', 'cp500', 'utf-8-sig':
        with open(path, 'w', encoding=name) as f:
            f.write('привет\n'[name == 'cp500' and 6:] * 3000)
        with open(path, encoding=name) as f:
            print(name, os.path.getsize(path), len(f.readline()), len(f.read()))
    try:
        open(path, encoding='rot13')
    except LookupError as e:
        print('LookupError')
reader = codecs.getreader('koi8-r')(io.BytesIO('раз\nдва'.encode('koi8-r')))
print(list(reader), 'é'.encode('punycode'), b'9ca'.decode('punycode'))

# Handlers that go on somewhere else than at the error's end: one further, at the end of all, counted from behind.
import codecs
WAYS = {'one further': lambda e: ('<%d-%d %s>' % (e.start, e.end, e.reason), e.start + 1), 'the end': lambda e: ('#', len(e.object)), 'from behind': lambda e: ('?', -1 if e.start < len(e.object) - 1 else len(e.object)),
        'two further': lambda e: ('', min(e.start + 2, len(e.object))), 'too far': lambda e: ('!', len(e.object) + 1), 'before all': lambda e: ('!', -len(e.object) - 1)}
for name, way in WAYS.items():
    codecs.register_error('test.' + name, way)
ODD = [b'\xd8\xd8\xd8\xd8\xd8\x00\x00\x00', b'a\xff\xfe\x80b', b'\xf0\x9f\x98', b'\xe4\xbd\xe4\xbd\xa0\xed\xa0\x80', b'\x00\xd8\x00\xdc\x00\xdc\x00\xd8', b'+AGE-+2D-+!\x80', b'\\x4\\u12\\N{nothing}\\U00110000\\', b'\x00\x00\x11\x00\x41\x00\x00\x00\x01']
for encoding in ('utf-8', 'utf-16-le', 'utf-16-be', 'utf-16', 'utf-32-le', 'utf-32-be', 'ascii', 'utf-7', 'unicode_escape', 'raw_unicode_escape', 'cp1252', 'cp932', 'gb18030', 'euc_jp', 'shift_jis'):
    for name in WAYS:
        for data in ODD:
            try: print(encoding, name, ascii(data.decode(encoding, 'test.' + name)))
            except Exception as e: print(encoding, name, type(e).__name__, ascii(str(e)))
for encoding in ('ascii', 'latin-1', 'cp1252', 'utf-8', 'utf-16-le', 'utf-32-be', 'charmap', 'gbk', 'big5'):
    for name in WAYS:
        for text in ('a\ud800\udc00b\u4e00', '\udfff' * 3, 'x\u20ac\U0001f600'):
            try: print(encoding, name, text.encode(encoding, 'test.' + name))
            except Exception as e: print(encoding, name, type(e).__name__, ascii(str(e)))

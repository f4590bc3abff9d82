"""Encodings of several bytes a character: every character and every pair of bytes, errors and their handlers, pieces, streams, states that shift."""
import codecs
import io
import zlib

for name in 'gb2312', 'gbk', 'hz', 'shift_jis', 'cp932', 'euc_jp', 'iso2022_jp', 'cp949', 'euc_kr', 'gb18030', 'big5', 'cp950', 'big5hkscs', 'johab', 'shift_jis_2004', \
        'shift_jisx0213', 'euc_jis_2004', 'euc_jisx0213', 'iso2022_jp_1', 'iso2022_jp_2', 'iso2022_jp_2004', 'iso2022_jp_3', 'iso2022_jp_ext', 'iso2022_kr':
    pairs, chars = [], []
    for i in range(0, 65536, 3):
        try:
            pairs.append(i.to_bytes(2, 'big').decode(name))
        except UnicodeDecodeError as e:
            pairs.append(str(e))
    for i in range(0, 0x20000, 5):
        try:
            chars.append(chr(i).encode(name))
        except UnicodeEncodeError as e:
            chars.append(b'-')
    print(name, zlib.crc32('|'.join(pairs).encode('utf-8', 'surrogatepass')), zlib.crc32(b'|'.join(chars)))
    text = 'a\u3042\u4e00~{}\n\u3042'
    data = text.encode(name)
    decoder, encoder = codecs.getincrementaldecoder(name)(), codecs.getincrementalencoder(name)()
    print(data, ''.join(decoder.decode(data[i:i + 1], i == len(data) - 1) for i in range(len(data))) == text,
          b''.join([encoder.encode(c) for c in text] + [encoder.encode('', True)]) == data, codecs.getreader(name)(io.BytesIO(data)).readlines())
    for errors in 'replace', 'ignore', 'xmlcharrefreplace', 'backslashreplace', 'strict':
        try:
            print(errors, 'x\u0e01\u3042\ud800y'.encode(name, errors))
        except (UnicodeError, TypeError) as e:
            print(errors, e)
        for bad in b'a\xff\xffb', b'\x81', b'\x1b$', b'~':
            try:
                print(ascii(bad.decode(name, errors)), end=' ')
            except (UnicodeError, TypeError) as e:
                print(e, end=' ')
        print()
print('\uac03\u3164'.encode('euc_kr'), b'\xa4\xd4\xa4\xa1\xa4\xbf\xa4\xa2'.decode('euc_kr'), 'a\u3042'.encode('iso2022_jp'), b'\x1b$B$"'.decode('iso2022_jp'), b'~{VP~}~~'.decode('hz'))
encoder = codecs.getincrementalencoder('iso2022_jp')()
first = encoder.encode('\u3042')
state = encoder.getstate()
print(first, encoder.encode('b'), type(state))
encoder.setstate(state)
print(encoder.encode('\u3042', True))
for wrong in lambda: encoder.setstate('x'), lambda: encoder.setstate(-1), lambda: encoder.encode(5), lambda: codecs.lookup('gbk').decode('x'), lambda: codecs.lookup('gbk').encode(b'x'):
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__name__)
with io.TextIOWrapper(io.BytesIO('\u3042\n\u4e00\n'.encode('shift_jis') * 3000), encoding='shift_jis') as f:
    print(len(f.read()))

# Characters that have one code together, and those that wait for what comes.
for name in 'euc_jis_2004', 'shift_jisx0213', 'big5hkscs', 'iso2022_jp_2004', 'iso2022_jp_3':
    encoder, out = codecs.getincrementalencoder(name)('ignore'), []
    for c in '\u304b\u309a\u304b\xe6\u0300\xca\u0304\xca\u02e9\u02e5':
        out += [encoder.encode(c), encoder.getstate()]
    print(name, out, encoder.encode('', True), ascii('\u304b\u309a\xe6\u0300\xca\u0304'.encode(name, 'ignore').decode(name)))
writer = codecs.getwriter('euc_jis_2004')(io.BytesIO())
writer.write('\u304b')
print(writer.stream.getvalue(), writer.reset(), writer.stream.getvalue())
# Sets named by escapes, each with every pair; text within other escapes; sets in G1 and G2.
for name in 'iso2022_jp', 'iso2022_jp_2', 'iso2022_jp_2004', 'iso2022_jp_ext', 'iso2022_kr':
    for escape in b'\x1b$B', b'\x1b$(D', b'\x1b$(C', b'\x1b$A', b'\x1b$(Q', b'\x1b$(P', b'\x1b$)C\x0e', b'\x1b(J', b'\x1b(I', b'\x1b(F', b'\x1b.A\x1bN', b'\x1b.F\x1bN', b'\x1b)F', b'\x1bN':
        texts = [(escape + bytes([a, b])).decode(name, 'replace') for a in range(0x1a, 0x82) for b in range(0x1a, 0x82, 3)]
        print(name, escape, zlib.crc32('|'.join(texts).encode()))
    for data in b'\x1b[ab$B', b'\x1b&@ab', b'\x1b&@\x1b$B!!', b'\x1b$)C\x0e!!\n!!', b'\x1b)B\x0ea\x0fa', b'\x1b.A\n\x1bNa', b'\x1b(\x1b(B', b'\x1b$Baa ba', b'\x1b.':
        try:
            print(ascii(data.decode(name)), end=' ')
        except UnicodeDecodeError as e:
            print(e.start, e.end, e.reason, end=' ')
    print()

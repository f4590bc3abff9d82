"""Encodings of several bytes a character: every character and every pair of bytes, errors and their handlers, pieces, streams, states that shift."""
import codecs
import io
import zlib

for name in 'gb2312', 'gbk', 'hz', 'shift_jis', 'cp932', 'euc_jp', 'iso2022_jp', 'cp949', 'euc_kr', 'gb18030', 'big5', 'cp950':
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

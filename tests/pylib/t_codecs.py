import codecs
for n in 'UTF8 U8 utf-8 utf_8_sig latin1 l1 8859 cp819 iso8859-1 ascii us-ascii 646 cp1252 windows-1252 utf16 utf-16le utf_16_be u16 utf32 utf-32-le unicode_escape raw-unicode-escape latin9 iso-8859-15 hex base64 rot13 rot-13 zip zlib'.split():
    i=codecs.lookup(n); print(n, i.name, i._is_text_encoding)
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for f in (lambda: codecs.lookup('nope'), lambda: codecs.lookup(5), lambda: codecs.encode('x','nope'), lambda: 'x'.encode('hex'), lambda: codecs.encode(b'x','hex'), lambda: codecs.decode('zz','hex'), lambda: codecs.decode(b'zz','hex'), lambda: codecs.encode('x','hex'), lambda: codecs.lookup_error('nope'), lambda: codecs.register_error('a',5), lambda: codecs.register(5), lambda: codecs.encode('abc','rot13'), lambda:codecs.encode(b'abc','base64'), lambda: codecs.encode(b'abc','zlib')[:2], lambda: codecs.strict_errors(5), lambda: codecs.getreader('utf-8').__name__, lambda: codecs.getincrementaldecoder('nope'), lambda: codecs.utf_8_decode(b'a\xe2\x82'), lambda: codecs.utf_8_decode(b'a\xe2\x82','strict',True), lambda: codecs.utf_8_encode('a'), lambda: codecs.escape_decode(b'a\\n'), lambda: codecs.ignore_errors(UnicodeDecodeError('utf-8',b'abc',1,2,'x')), lambda: codecs.replace_errors(UnicodeDecodeError('utf-8',b'abc',1,2,'x')), lambda: codecs.xmlcharrefreplace_errors(UnicodeEncodeError('utf-8','abc',1,2,'x')), lambda: codecs.backslashreplace_errors(UnicodeDecodeError('utf-8',b'abc',1,2,'x')), lambda: codecs.xmlcharrefreplace_errors(UnicodeDecodeError('utf-8',b'abc',1,2,'x')), lambda: codecs.namereplace_errors(UnicodeEncodeError('utf-8','abc',1,2,'x'))): t(f)
for enc in ('utf-8','utf-8-sig','utf-16','utf-16-le','utf-16-be','utf-32','latin-1','unicode_escape'):
    text='aé€\U0001f600\nz' if enc!='latin-1' else 'aé\nz'
    data=text.encode(enc); d=codecs.getincrementaldecoder(enc)(); e=codecs.getincrementalencoder(enc)()
    print(enc,[d.decode(bytes([b])) for b in data]+[d.decode(b'',True)], [e.encode(c) for c in text]+[e.encode('',True)])
    print(list(codecs.iterdecode([data[:3],data[3:]],enc)), list(codecs.iterencode(['a','b'],enc)))
    import io
    r=codecs.getreader(enc)(io.BytesIO(data)); print(r.readline(), r.read())
    b=io.BytesIO(); w=codecs.getwriter(enc)(b); w.write('x'); w.writelines(['y','z']); print(b.getvalue())
d=codecs.getincrementaldecoder('utf-8')(); d.decode(b'\xe2'); print(d.getstate()); t(lambda: d.decode(b'',True)); t(lambda: codecs.getincrementaldecoder('ascii')('replace').decode(b'\xff'))
codecs.register(lambda n: codecs.CodecInfo(lambda s,e='strict': (s.upper().encode('ascii',e),len(s)), lambda b,e='strict': (bytes(b).decode().lower(),len(b)), name='up') if n=='up_per' else None)
print('abc'.encode('up-per'), b'ABC'.decode('UP per'), codecs.lookup('up-per').name, codecs.encode('q','up-per')); t(lambda: 'x'.encode('down'))
codecs.register_error('dash', lambda e: ('-', e.end)); print('aéb'.encode('ascii','dash'), b'a\xff'.decode('utf-8','dash'), codecs.lookup_error('dash').__name__)
import tempfile, os
p=os.path.join(tempfile.mkdtemp(),'f')
with codecs.open(p,'w','utf-16') as f: f.write('a\nb\n'); f.write('c')
with codecs.open(p,'r','utf-16') as f: print(f.readlines(), f.encoding)
with codecs.open(p,encoding='utf-16') as f: print(list(f))
ef=codecs.EncodedFile(io.BytesIO(b'\xc3\xa9'),'latin-1','utf-8'); print(ef.read())
print(codecs.BOM_UTF8, codecs.BOM, codecs.charmap_build if 0 else '', isinstance(codecs.lookup('utf8'),tuple), len(codecs.lookup('utf8')))
def other(put, to): # a handler may give its exception other bytes to go on with
    def handle(e): e.object = put; return '?', to
    return handle
codecs.register_error('emptied', other(b'', 0)); codecs.register_error('longer', other(b'\0' * 8, 0)); codecs.register_error('no bytes', other(42, 0))
for enc, data in (('ascii', b'\xff'), ('utf-8', b'\xff'), ('utf-16', b'\xff'), ('utf-32', b'\xff'), ('unicode-escape', b'\\u123g'), ('raw-unicode-escape', b'\\u123g'), ('cp1252', b'\x81')):
    print(enc, data.decode(enc, 'emptied')); t(lambda: data.decode(enc, 'no bytes'))
print(ascii(b'\0'.decode('utf-16', 'longer')), ascii(b'\0'.decode('utf-32-be', 'longer')))

# modules: gzip zipfile tarfile
import gzip, zipfile, tarfile, io, os, shutil, tempfile
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__module__.split('.')[0], type(e).__name__, e)
d = tempfile.mkdtemp(); os.chdir(d)
data = b'hello gzip\n' * 500
c = gzip.compress(data, mtime=0); print(len(c) < 100, gzip.decompress(c) == data, gzip.decompress(c + c) == data * 2, c[:4])
with gzip.open('a.gz', 'wb') as f: print(f.write(data), f.tell())
with gzip.open('a.gz') as f: print(f.readline(), f.read(5), f.tell(), f.seek(0), len(f.read()), f.read())
with gzip.open('t.gz', 'wt', encoding='utf-8') as f: f.write('é\nline2\n'); f.writelines(['x\n'])
with gzip.open('t.gz', 'rt', encoding='utf-8') as f: print(list(f))
print(gzip.open('t.gz').read(), [l for l in gzip.open('t.gz')])
b = io.BytesIO(); g = gzip.GzipFile(fileobj=b, mode='w', mtime=1); g.write(b'x'); g.close(); print(gzip.GzipFile(fileobj=io.BytesIO(b.getvalue())).read(), b.getvalue()[:10])
err(gzip.decompress, b'xx'); err(gzip.decompress, c[:-3]); err(gzip.decompress, c[:-8] + b'\0' * 8); err(gzip.open, 'a.gz', 'rtb'); err(gzip.open, 'nope.gz'); err(gzip.open, 3.5); print(gzip.decompress(b''))
with zipfile.ZipFile('z.zip', 'w') as z:
    z.writestr('a.txt', 'text é'); z.writestr('d/b.bin', b'\0' * 1000, zipfile.ZIP_DEFLATED); z.write('a.gz', 'sub/a.gz'); i = zipfile.ZipInfo('i.txt', (2020, 1, 2, 3, 4, 6)); z.writestr(i, 'info'); z.comment = b'cmt'
    with z.open('w.txt', 'w') as f: f.write(b'written')
with zipfile.ZipFile('z.zip') as z:
    print(z.namelist(), z.read('a.txt'), len(z.read('d/b.bin')), z.getinfo('d/b.bin').compress_size < 100, z.getinfo('i.txt'), z.getinfo('i.txt').date_time, z.comment, z.testzip(), z.open('a.txt').read(), z.infolist()[1].file_size, z.read('w.txt'))
    err(z.read, 'nope'); z.extractall('out'); print(sorted(os.listdir('out')), open('out/a.txt', encoding='utf8').read()); print(z.extract('i.txt', 'o2')); err(z.writestr, 'q', 'q'); print([p for p in z.infolist()][3].filename, z.getinfo('a.txt').is_dir())
with zipfile.ZipFile('z.zip', 'a') as z: z.writestr('added', 'x')
print(zipfile.ZipFile('z.zip').namelist(), zipfile.is_zipfile('z.zip'), zipfile.is_zipfile('a.gz')); err(zipfile.ZipFile, 'a.gz'); err(zipfile.ZipFile, 'nope.zip'); err(zipfile.ZipFile, 'z.zip', 'q'); err(z.read, 'a.txt'); print(z)
b = io.BytesIO()
with zipfile.ZipFile(b, 'w', zipfile.ZIP_DEFLATED) as z: z.writestr('m', 'mem' * 100)
print(zipfile.ZipFile(io.BytesIO(b.getvalue())).read('m')[:6]); raw = bytearray(b.getvalue()); raw[40] ^= 255; err(zipfile.ZipFile(io.BytesIO(bytes(raw))).read, 'm') if 0 else None
os.makedirs('tree/sub'); open('tree/f1', 'w').write('one'); open('tree/sub/f2', 'w').write('two' * 500); os.symlink('f1', 'tree/ln'); os.chmod('tree/f1', 0o640)
for mode, name in (('w', 't.tar'), ('w:gz', 't.tgz')):
    with tarfile.open(name, mode) as t:
        t.add('tree'); i = tarfile.TarInfo('mem.txt'); i.size = 3; i.mtime = 5; t.addfile(i, io.BytesIO(b'abc')); i = tarfile.TarInfo('long/' + 'n' * 150); i.size = 1; t.addfile(i, io.BytesIO(b'z'))
    with tarfile.open(name) as t:
        print([n if len(n) < 50 else len(n) for n in t.getnames()], t.extractfile('mem.txt').read(), t.getmember('tree/f1').size, oct(t.getmember('tree/f1').mode), t.getmember('tree/ln').linkname, t.getmember('tree').isdir(), t.getmember('tree/ln').issym(), t.getmember('mem.txt').mtime, t.extractfile('tree/ln').read(), t.extractfile('tree'))
        err(t.getmember, 'nope'); t.extractall('x' + name); print(sorted(os.listdir('x' + name)), open('x' + name + '/tree/sub/f2').read()[:6], oct(os.stat('x' + name + '/tree/f1').st_mode), os.readlink('x' + name + '/tree/ln'), [m.name for m in t if m.isfile()][:2]); t.extract('tree/f1', 'y'); print(os.listdir('y/tree'))
print(os.path.getsize('t.tar') % 10240, tarfile.is_tarfile('t.tar'), tarfile.is_tarfile('z.zip')); err(tarfile.open, 'nope.tar'); err(tarfile.open, 't.tar', 'q'); err(tarfile.open)
with tarfile.open('t.tar', 'a') as t: t.add('tree/f1', 'again')
print(tarfile.open('t.tar').getnames()[-1]); os.system('tar tf t.tar >/dev/null; tar xzf t.tgz mem.txt; cat mem.txt; echo; tar cf sys.tar tree'); print(sorted(tarfile.open('sys.tar').getnames()))
os.chdir('/'); shutil.rmtree(d)

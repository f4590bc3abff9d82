# modules: fnmatch glob shutil tempfile
import fnmatch, glob, shutil, tempfile, os
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
for p in ('*.py', 'a?c', '[abc]x', '[!abc]*', '[a-c]', '[]]', '[', '*a*b*', '', '[!]a]', 'a[b-a]', '*', 'x**y', '[^a]', 'a.b', '[a\\b]', '[--0]', '[!'):
    print(p, fnmatch.translate(p), fnmatch.filter(['a.py', 'abc', 'bx', 'dx', ']', 'xaybz', '', 'a', '[', 'x1y', '^', 'a.b', '\\'], p))
print(fnmatch.fnmatch('A.py', '*.PY'), fnmatch.fnmatchcase('a', 'A'), fnmatch.fnmatch(b'ab', b'a*'))
d = tempfile.mkdtemp(prefix='pl_'); os.chdir(d)
for n in ('a.txt', 'b.txt', 'c.py', '.hid', 'sub/x.txt', 'sub/deep/y.txt', 'sub/z.py', 'we[ird].txt'):
    os.makedirs(os.path.dirname(n) or '.', exist_ok=True); open(n, 'w').write(n)
for p in ('*.txt', '*', '.*', '**/*.txt', 'sub/*', '*/*.py', 'nope*', 'a.txt', 'sub/', '*/', '[ab].*', glob.escape('we[ird].txt'), 'sub/**', '**'):
    print(p, sorted(glob.glob(p)), sorted(glob.glob(p, recursive=True)))
print(sorted(glob.glob('*.txt', root_dir='sub')), sorted(glob.glob('**', recursive=True, include_hidden=True)), glob.has_magic('a*'), list(glob.iglob('c*')), sorted(os.path.basename(x) for x in glob.glob(d + '/*.py')))
print(shutil.copy('a.txt', 'sub'), shutil.copyfile('a.txt', 'a2'), open('a2').read(), shutil.copy2('a.txt', 'a3'), os.stat('a3').st_mtime == os.stat('a.txt').st_mtime); err(shutil.copy, 'a.txt', 'a.txt'); err(shutil.copy, 'nope', 'x'); err(shutil.copyfile, 'a.txt', 'sub')
print(shutil.copytree('sub', 'sub2', ignore=shutil.ignore_patterns('*.py')), sorted(os.listdir('sub2'))); err(shutil.copytree, 'sub', 'sub2'); shutil.copytree('sub', 'sub2', dirs_exist_ok=True); print(sorted(os.listdir('sub2')))
print(shutil.move('a2', 'sub2'), shutil.move('a3', 'moved'), os.path.exists('a3')); err(shutil.move, 'moved', 'sub2/a2/') if 0 else None; open('a2', 'w').close(); err(shutil.move, 'a2', 'sub2')
shutil.rmtree('sub2'); print(os.path.exists('sub2')); err(shutil.rmtree, 'sub2'); shutil.rmtree('sub2', ignore_errors=True)
print(shutil.which('sh') is not None, shutil.which('no-such-cmd-x'), shutil.get_terminal_size((10, 5)) is not None)
a = shutil.make_archive('arc', 'zip', 'sub'); print(os.path.basename(a)); shutil.unpack_archive(a, 'un'); print(sorted(os.listdir('un'))); a = shutil.make_archive('arc', 'gztar', 'sub'); shutil.unpack_archive(a, 'un2'); print(sorted(os.listdir('un2')), sorted(os.listdir('un2/deep')))
with tempfile.TemporaryDirectory() as t: print(os.path.isdir(t)); open(t + '/f', 'w').write('x')
print(os.path.exists(t))
with tempfile.NamedTemporaryFile('w+', suffix='.q', delete=True) as f: f.write('hello'); f.flush(); f.seek(0); print(f.read(), os.path.exists(f.name), f.name.endswith('.q')); n = f.name
print(os.path.exists(n)); f = tempfile.TemporaryFile(); f.write(b'ab'); f.seek(0); print(f.read()); f.close()
fd, n = tempfile.mkstemp('.s', 'p_', d); os.close(fd); print(os.path.basename(n)[:2], n[-2:], oct(os.stat(n).st_mode), tempfile.gettempdir(), tempfile.gettempprefix()); s = tempfile.SpooledTemporaryFile(10, 'w+'); s.write('abc'); s.seek(0); print(s.read())
shutil.rmtree(d); print(os.path.exists(d))

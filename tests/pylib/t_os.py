# modules: os posixpath stat io
import os, os.path, stat, sys, io
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
p = os.path
for s in ('/a/b/c.txt', 'a', '', '/', '//a//b/', 'a/b/../c/./d', '../..', '.bashrc', 'a.tar.gz', '/a/.b', 'a..', '...', '//x', '///x', 'a/..', '/..', '/.a.b'):
    print(repr(s), p.split(s), p.splitext(s), p.basename(s), p.dirname(s), p.normpath(s), p.isabs(s), p.splitdrive(s))
print(p.join('a', 'b', '/c', 'd'), p.join('a', ''), p.join('', 'b'), p.join('a/', 'b'), p.join(b'a', b'b'), p.join('a'))
err(p.join, 'a', b'b'); err(p.join, 'a', 3); err(p.basename, 3); err(p.commonpath, []); err(p.commonpath, ['/a', 'b']); err(p.relpath, '')
print(p.commonprefix(['abc', 'abd']), p.commonprefix([]), p.commonpath(['/a/b/c', '/a/b/d/e']), p.commonpath(['a/b', 'a']), p.relpath('/a/b', '/a/c/d'), p.relpath('/a', '/a'), p.abspath('/a/../b'), p.normcase('A'))
os.environ['PYLIB_X'] = 'val'; print(p.expandvars('$PYLIB_X/${PYLIB_X}b/$NOPE_Q/${no/$'), os.getenv('PYLIB_X'), os.environ.get('NOPE_Q', 'd'), 'PYLIB_X' in os.environ); del os.environ['PYLIB_X']; print('PYLIB_X' in os.environ)
err(lambda: os.environ['NOPE_Q']); err(os.environ.__setitem__, 'a', 3); err(os.environ.__delitem__, 'NOPE_Q'); print(os.environ.pop('NOPE_Q', 5), os.environ.setdefault('PYLIB_Y', 'z'), isinstance(dict(os.environ), dict))
os.environ['HOME'] = '/hh'; print(p.expanduser('~'), p.expanduser('~/x'), p.expanduser('x~'), p.expanduser('~root'), p.expanduser('~nosuchuser/x'))
base = 'pylib_os_test'
os.system('rm -rf ' + base)
os.makedirs(base + '/a/b/c'); err(os.makedirs, base + '/a'); os.makedirs(base + '/a', exist_ok=True)
for n in ('x.txt', 'a/y.txt', 'a/b/z'): open(p.join(base, n), 'w').write(n)
os.symlink('x.txt', base + '/ln'); os.symlink('nowhere', base + '/bad'); os.symlink('loop', base + '/loop')
print(sorted(os.listdir(base)), p.exists(base + '/ln'), p.exists(base + '/bad'), p.lexists(base + '/bad'), p.islink(base + '/ln'), p.isdir(base), p.isfile(base), p.isfile(base + '/ln'), p.getsize(base + '/x.txt'), p.realpath(base + '/ln'), p.realpath(base + '/bad'), p.realpath(base + '/loop'), p.samefile(base + '/ln', base + '/x.txt'), p.ismount('/'), p.ismount(base))
for top in (True, False): print([(d[len(base):], sorted(a), sorted(b)) for d, a, b in os.walk(base, topdown=top) if a.sort() or 1])
os.unlink(base + '/loop')
with os.scandir(base) as it: print(sorted((e.name, e.is_dir(), e.is_file(), e.is_symlink(), e.path) for e in it))
os.rename(base + '/x.txt', base + '/w'); os.replace(base + '/w', base + '/v'); os.remove(base + '/v'); os.unlink(base + '/ln')
err(os.remove, base + '/v'); err(os.listdir, base + '/nope'); err(os.rmdir, base + '/a'); err(os.stat, base + '/q')
st = os.stat(base + '/a/y.txt'); print(st.st_size, stat.S_ISREG(st.st_mode), stat.filemode(0o100755), stat.filemode(0o041777), stat.filemode(0o104644), oct(stat.S_IMODE(0o100644)))
os.chmod(base + '/a/y.txt', 0o600); print(oct(os.stat(base + '/a/y.txt').st_mode), os.access(base, os.R_OK))
os.makedirs(base + '/r/s'); os.removedirs(base + '/r/s') if 0 else os.rmdir(base + '/r/s')
d = os.getcwd(); os.chdir(base); print(os.getcwd(), sorted(os.listdir()), p.abspath('q'), p.relpath(base + '/z/y')); os.chdir(d)
print(os.sep, os.linesep == '\n', os.name, os.curdir, os.pardir, os.pathsep, os.devnull, os.extsep, os.altsep, os.path is sys.modules['os.path'], os.getpid() > 0, os.fspath('a'), os.fsencode('é'), os.fsdecode(b'\xc3\xa9\xff').encode('utf8', 'surrogateescape'))
class P:
    def __fspath__(self): return '/pp'
print(os.fspath(P()), p.join(P(), 'x'), isinstance(P(), os.PathLike), isinstance(3, os.PathLike)); err(os.fspath, 3)
print(os.popen('echo hi').read(), os.popen('exit 3').close(), len(os.urandom(5)), os.cpu_count() > 0)
r, w = os.pipe(); os.write(w, b'data'); os.close(w); print(os.read(r, 10)); os.close(r)
os.system('rm -rf ' + base)
s = io.StringIO('a\nb'); print(s.readline(), s.read(), io.BytesIO(b'x').read(), io.SEEK_END, isinstance(s, io.TextIOBase), isinstance(s, io.IOBase)); err(s.fileno)
print(os.terminal_size((80, 24)), os.get_terminal_size is not None, os.strerror(2))

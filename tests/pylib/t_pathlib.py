from pathlib import *
import os, shutil, tempfile
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
for s in ('/a/b.tar.gz', 'a/../b', '.', '', '/', '//x/y', '///x', 'a/./b/', '.hid', 'x.', 'a b/c.d', '..', '/a/.b.c'):
    p = PurePath(s); print(repr(p), str(p), p.parts, repr(p.name), repr(p.stem), repr(p.suffix), p.suffixes, p.parent, list(p.parents), p.root, p.anchor, p.is_absolute(), p.as_posix())
p = Path('a') / 'b' / '/c' / 'd'; print(p, 'x' / PurePath('y'), Path('a', 'b').joinpath('c', 'd'), Path('a') == Path('a/'), Path('a') < Path('b'), hash(Path('a')) == hash(Path('a')), {Path('a'): 1}[Path('a')], bytes(Path('é')), os.fspath(p), Path(Path('q'), 'r'), isinstance(Path(), PosixPath), type(Path('x').parent))
print(Path('/a/b/c').relative_to('/a'), Path('/a/b').is_relative_to('/x'), Path('a/b.py').with_suffix('.txt'), Path('a/b').with_suffix('.x'), Path('a/b.py').with_suffix(''), Path('a/b.py').with_name('z'), Path('a/b.py').with_stem('w'), Path('/a b/é').as_uri(), PurePath('a/b.py').match('*.py'), PurePath('/a/b/c.py').match('b/*.py'), PurePath('a').match('/a'), PurePath('/a/b').match('/a/*'), Path('/a/b/c').parents[0], Path('/a/b/c').parents[-1], len(Path('a/b').parents), Path('/a/b/c').parents[0:2])
err(Path('/a').relative_to, '/b'); err(Path('a').with_name, 'x/y'); err(Path('a').with_suffix, 'x'); err(Path('.').with_name, 'q'); err(lambda: Path('a') / 3); err(Path, 3); err(lambda: Path('a') < 'b'); err(Path('a').as_uri); err(Path('a').parents.__getitem__, 5); err(Path, b'a')
d = tempfile.mkdtemp(); os.chdir(d); b = Path('.')
(b / 'x' / 'y').mkdir(parents=True); (b / 'x' / 'f.txt').write_text('hello\nworld é'); (b / 'x' / 'y' / 'g.py').write_bytes(b'abc'); (b / 'e').touch()
print(sorted(b.iterdir()), sorted(b.glob('*')), sorted(b.glob('**/*.py')), sorted(b.rglob('*')), sorted(b.glob('x/*.txt')), sorted(b.rglob('*.txt')), sorted(b.glob('**')), sorted(b.glob('*/*')), sorted(b.glob('x/f.txt')), sorted(b.glob('nope/*')))
f = b / 'x' / 'f.txt'; print(f.read_text(), f.read_bytes(), f.exists(), f.is_file(), f.is_dir(), f.stat().st_size, (b / 'no').exists(), f.open().readline(), [l.strip() for l in open(f)]); print(Path.cwd() == Path(d).resolve(), f.absolute() == Path.cwd() / 'x/f.txt', f.resolve().name)
err((b / 'x').mkdir); (b / 'x').mkdir(exist_ok=True); err((b / 'q/w').mkdir); err((b / 'no').read_text); err((b / 'no').unlink); (b / 'no').unlink(missing_ok=True); err((b / 'x').rmdir); err((b / 'e').touch, exist_ok=False); err(list, (b / 'no').iterdir()); err(f.write_text, b'x'); err(list, b.glob(''))
print(f.rename('x/moved.txt'), (b / 'x/moved.txt').replace(b / 'r.txt'), sorted(os.listdir())); (b / 'ln').symlink_to('r.txt'); print((b / 'ln').is_symlink(), (b / 'ln').readlink(), (b / 'ln').resolve().name, (b / 'ln').samefile('r.txt'), (b / 'ln').lstat().st_size); (b / 'ln').unlink(); (b / 'e').chmod(0o600); print(oct((b / 'e').stat().st_mode))
os.environ['HOME'] = '/hh'; print(Path('~/a').expanduser(), Path.home(), Path('/').is_mount(), Path('/dev/null').is_char_device(), Path('/').owner())
with (b / 'w').open('w') as fh: print(fh.write('data'), fh.name)
import pickle, copy; print(pickle.loads(pickle.dumps(Path('/a/b'))), copy.deepcopy(Path('q')), f'{Path("z")!s:>4}', sorted([Path('b'), Path('a/c'), Path('a')]))
os.chdir('/'); shutil.rmtree(d)

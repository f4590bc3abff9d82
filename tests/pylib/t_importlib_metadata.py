import importlib.metadata as m, importlib.resources as r, os, sys, warnings

warnings.simplefilter('ignore')

os.makedirs('site/My_Pack-1.2.dist-info')
os.makedirs('site/my_pack/data')
with open('site/My_Pack-1.2.dist-info/METADATA', 'w') as f:
    f.write('Metadata-Version: 2.1\nName: My_Pack\nVersion: 1.2\nSummary: a thing\nRequires-Dist: one\nRequires-Dist: two (>=2)\nLicense: free\n        and more\n\nThe words.\n')
with open('site/My_Pack-1.2.dist-info/entry_points.txt', 'w') as f:
    f.write('[console_scripts]\nrun = my_pack.inner:go\nother = my_pack\n\n[own.group]\nx = my_pack.inner:Class.name\n')
with open('site/My_Pack-1.2.dist-info/RECORD', 'w') as f:
    f.write('my_pack/__init__.py,sha256=x,1\nmy_pack/inner.py,,\n')
for name, text in (('__init__', ''), ('inner', 'def go(): return "went"\nclass Class: name = "named"\n')):
    with open('site/my_pack/%s.py' % name, 'w') as f:
        f.write(text)
with open('site/my_pack/data/words.txt', 'w') as f:
    f.write('these words')
sys.path.insert(0, 'site')
for name in ('my-pack', 'My_Pack', 'my.pack'):
    print(m.version(name))
about = m.metadata('my-pack')
print(about['Name'], about['Summary'], about['nothing'], about.get_all('Requires-Dist'), m.requires('my-pack'))
d = m.distribution('my-pack')
print(d.version, d.metadata['Name'], [str(p) for p in d.files], d.read_text('nosuch'), d.locate_file('my_pack').name)
points = m.entry_points(group='console_scripts')
print(sorted(points.names & {'run', 'other', 'x'}), points['run'].load()(), points['run'].value)
[own] = m.entry_points(group='own.group')
print(own.name, own.load(), own.group, len(m.entry_points(group='nosuch')))
try:
    m.version('no-such-package')
except m.PackageNotFoundError as e:
    print(type(e).__mro__[1].__name__, e, e.name)
print([x.metadata['Name'] for x in m.distributions() if x.metadata['Name'] == 'My_Pack'])
import my_pack
print((r.files('my_pack') / 'data' / 'words.txt').read_text(), r.files(my_pack).name)
with r.as_file(r.files('my_pack') / 'inner.py') as path:
    print(path.exists())
print(r.is_resource('my_pack', 'inner.py'), r.read_text('my_pack', 'inner.py')[:6], r.read_binary(my_pack, '__init__.py'), 'data' in list(r.contents('my_pack')))
with r.open_text('my_pack', 'inner.py') as f:
    print(f.readline())

import mimetypes as m

m.init(files=())
for name in ('a.png', 'x.tar.gz', 'a.tgz', 'http://h/p/a.html?q', 'http://h/p/a.html', 'data:text/plain,a', 'data:,x', 'data:;base64,x', 'a.Z', 'a.z', 'a.SVGZ', 'a', '.png',
             'a.rtf', 'a.webp', 'c:/x.py', 'a.b.PNG', 'x.xul', 'data:foo', 'DATA:a/b,c', ':x.png', 'a/b:c.png', '', 'a.', 'a.tar.bz2', 'a.gz', 'm.js', 'v.mp4', 'f.csv'):
    print(repr(name), m.guess_type(name), m.guess_type(name, strict=False))
for kind in ('image/jpeg', 'text/html', 'IMAGE/PNG', 'audio/midi', 'application/octet-stream', 'no/such'):
    print(kind, m.guess_extension(kind), m.guess_extension(kind, strict=False), m.guess_all_extensions(kind)[:3])
m.add_type('own/kind', '.own')
print(m.guess_type('a.own'), m.guess_extension('own/kind'), m.types_map['.own'], m.inited)
with open('types', 'w') as f:
    f.write('# a comment\nx/y aa bb # more\nz/z\n\nx/w cc')
print({k: v for k, v in m.read_mime_types('types').items() if len(k) == 3 and k[1] == k[2]}, m.read_mime_types('nosuch'))
table = m.MimeTypes(['types'])
print(table.guess_type('q.bb'), m.guess_type('q.bb'), table.guess_extension('x/y'))
try:
    m.guess_type(5)
except TypeError as e:
    print(e)

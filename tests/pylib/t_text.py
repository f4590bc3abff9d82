# modules: csv urllib secrets queue shlex
import csv, io, shlex, queue, secrets
from urllib.parse import *
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
for t in ('a,b,c\n1,"x, y",3\n', '"q ""in"" q",\'\n', 'a,"multi\nline",b\r\n', '', '\n', 'a,,\n', '"",x', 'a, b\n', 'x"y"z,1'):
    print(repr(t), list(csv.reader(io.StringIO(t, newline=''))))
print(list(csv.reader(['a;b', '1;2'], delimiter=';')), list(csv.reader(['a\tb'], 'excel-tab')), list(csv.reader(["'a,b',c"], quotechar="'")), list(csv.reader(['a, "b c"'], skipinitialspace=True)), list(csv.reader(['1,"a",2.5'], quoting=csv.QUOTE_NONNUMERIC)), list(csv.reader(['a\\,b,c'], escapechar='\\')))
f = io.StringIO(); w = csv.writer(f); w.writerow(['a', 1, 2.5, None, 'x,y', 'q"q', 'n\nl', '']); w.writerows([[1, 2], ['']]); print(repr(f.getvalue()))
for kw in ({'quoting': 1}, {'quoting': 2}, {'quoting': 3, 'escapechar': '\\'}, {'delimiter': '|', 'lineterminator': '\n'}): f = io.StringIO(); csv.writer(f, **kw).writerow(['a,b', 1, 'c"d', None, 1.5]); print(repr(f.getvalue()))
print(list(csv.DictReader(['a,b', '1,2', '', '3', '4,5,6']))); f = io.StringIO(); d = csv.DictWriter(f, ['x', 'y'], restval='-'); d.writeheader(); d.writerow({'x': 1}); err(d.writerow, {'z': 1}); print(repr(f.getvalue()), csv.list_dialects()); err(csv.writer, 3); err(csv.reader, ['a'], 'nope'); err(csv.writer(f).writerow, 3); err(csv.reader, ['a'], delimiter='ab'); err(list, csv.reader([b'a']))
print(quote('a b/é?&=~'), quote('a/b', safe=''), quote_plus('a b+c'), unquote('a%20b%C3%A9%zz%'), unquote_plus('a+b%2B'), urlencode({'a': 1, 'b c': 'd&e'}), urlencode([('a', [1, 2])], doseq=True), parse_qs('a=1&b=2&a=3&c='), parse_qsl('a=1&b=%20x&c', keep_blank_values=True), quote(b'\xff'), unquote_to_bytes('%41b'))
for u in ('http://user:pw@Host.com:8080/p/a;th?q=1&r=2#frag', '/a/b?c', 'mailto:x@y', '//h/p', 'http://h', 'a:b', '', 'http://[::1]:80/x', 'file:///etc/x'):
    p = urlparse(u); print(p, p.hostname, p.port, p.username, p.password, p.geturl(), urlsplit(u))
for b, r in (('http://a/b/c/d', 'e'), ('http://a/b/c/d', '../e'), ('http://a/b/c/d', '/e'), ('http://a/b/c/', '..'), ('http://a/b', 'http://x/y'), ('http://a/b?q', '?z'), ('http://a/b', '#f'), ('http://a/b/c', '//h/x'), ('http://a', 'b'), ('', 'x'), ('http://a/b/c/d', '../../../e')): print(urljoin(b, r))
print(urldefrag('http://a/b#c'), shlex.split('a "b c" \'d e\' f\\ g "h\\"i" # no'), shlex.split('a # c', comments=True), shlex.quote("it's"), shlex.quote('ok-1'), shlex.quote(''), shlex.join(['a', 'b c'])); err(shlex.split, '"x')
q = queue.Queue(2); q.put(1); q.put(2); print(q.full(), q.get(), q.qsize(), q.get(), q.empty()); err(q.get_nowait); q = queue.PriorityQueue(); [q.put(x) for x in (3, 1, 2)]; print(q.get(), q.get()); q = queue.LifoQueue(); q.put(1); q.put(2); print(q.get())
print(len(secrets.token_hex(5)), len(secrets.token_bytes(3)), secrets.randbelow(1), secrets.choice('a'), len(secrets.token_urlsafe(6)))

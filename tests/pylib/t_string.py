import string
from string import *
print(ascii_letters, digits, repr(punctuation), repr(whitespace), repr(printable), hexdigits, octdigits)
print(capwords('hello  big\tworld'), capwords('a-bc-d', '-'))
t = Template('$who likes ${what} $$5 $who')
print(t.substitute(who='tim', what='kung pao'), t.safe_substitute(who='x'), t.get_identifiers(), t.is_valid(), t.substitute({'who': 1}, what=2), t.template)
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
err(t.substitute, who=1); err(Template('a\nb $ c').substitute); print(Template('$ x $1').safe_substitute(), Template('$1').is_valid())
class D(Template):
    delimiter = '%'
    idpattern = '[a-z]+_[a-z]+'
print(D('%with_underscore $x %% %notunder').safe_substitute(with_underscore='R'))
f = Formatter()
print(f.format('{0} {1!r:>5} {x[a]} {y.real:04d} {{}}', 1, 'a', x={'a': 2}, y=3), f.format('{} {}', 1, 2), f.format('{0:{1}}', 'a', 5), list(f.parse('a{b!r:c}d{{e}}{}')), f.get_field('0[1].real', ([1, 2],), {}))
err(f.format, '{} {0}', 1); err(f.format, '{'); err(f.format, '}'); err(f.format, '{a}'); err(f.format, '{0!x}', 1); err(f.format, '{3}', 1)
class F(Formatter):
    def get_value(self, k, a, kw): return kw.get(k, '<%s>' % k) if isinstance(k, str) else a[k]
    def check_unused_args(self, used, a, kw): print(sorted(map(str, used)))
print(F().format('{a} {b} {0}', 9, b=2))

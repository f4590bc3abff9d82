import re, copy
print(re.I, repr(re.I), [re.I], re.I|re.M, re.A|re.I, ~re.I, re.RegexFlag(0), re.NOFLAG, re.RegexFlag(1024), re.RegexFlag(1024|2))
print(re.I+1, re.I==2, re.I.name, re.I.value, (re.I|re.M).name, list(re.I|re.M), re.I in (re.I|re.M), f'{re.I}', '%s' % re.I, '%d' % re.I, format(re.I,'d'))
print(re.T, re.I^re.M, re.I & 2, 2|re.I, re.I - re.I, re.compile('x').flags, re.compile('x', re.I).flags, type(re.compile('x', re.I).flags))
print(re.compile('a'*300), re.compile(b'a', re.I|re.S|re.X), re.compile('(?i)a\n'), re.compile('a', re.A), re.compile('x', re.U))
print(re.match('a','a'), re.match('(a)(?P<n>b)?','a').regs, re.error.__module__, re.error.__qualname__, re.error.__mro__)
try: re.RegexFlag('x')
except Exception as e: print(type(e), e)
print(re.Pattern, re.Match, type(re.finditer('a','a')), re.__all__)
p=re.compile('a')
for a in ['re.match(1,"a")','re.match("a",1)','re.match(b"a","a")','re.match("a",b"a")','re.compile(re.compile("a"),2)','re.compile("a","x")','re.sub("a",1,"a")','re.sub("a",lambda m:1,"xa")','re.sub("a",b"x","a")','re.match("a","a").group(1)','re.match("a","a").group("x")','re.match("a","a").group(None)','re.match("a","a").start(5)','re.match("a","a")["b"]','re.compile("(")','re.compile("a\\n(")','re.sub("a","\\\\1","a")','re.sub("a","\\\\g<x>","a")','re.split("a", 5)','re.escape(5)','re.escape(b"a-b")','re.escape("a.b é")','re.sub("a","b","aaa",count=1)','re.compile("a",re.L)', 'p.match()','p.match("a",1,2,3)','p.match("a",x=1)','p.sub()','p.search(string="xa",pos=1)','re.match("a","a").groups(1,2)','re.match("(a)|b","b").groups(0)','re.match("(?P<x>a)|b","b").groupdict("d")','re.Pattern()','re.Match()','p.findall("a","b")','p == re.compile("a")','hash(p)==hash(re.compile("a"))','re.sub("x*","-","abxd")','re.split("x*","axbc")','re.findall("", "ab")','re.subn("a","b","aa")','p.sub("b","aa",1)','p.split("bab",maxsplit=1)','re.match("(a)","a").expand("x\\\\1")','p<p','re.match("a","a")==re.match("a","a")','re.match("a",bytearray(b"a"))','re.match(b"a",bytearray(b"a")).group()','re.compile(bytearray(b"a"))',
 'copy.copy(p) is p', 'copy.deepcopy(p) is p', 're.sub(r"(?P<first>\\w+) (\\w+)", r"\\2 \\g<first>!", "hello world foo bar")', 're.sub(b"a", b"[\\\\g<0>]", b"banana")',
 're.sub("[aeiou]", lambda m: m.group().upper(), "education")', 're.findall(r"(\\w)(\\d)?", "a1b2c")', 're.split(r"(,)|;", "a,b;c")', 're.split(",", "a,b,c", 1)', '[m.span() for m in re.finditer("a|", "ba")]',
 're.fullmatch("a+", "aaa")', 're.fullmatch("a+", "aaab")', 're.search("^b", "a\\nb", re.M)', 're.compile("(?P<y>\\\\d{4})-(?P<m>\\\\d\\\\d)").match("2024-05").groupdict()',
 're.compile("(?P<a>x)(y)").groupindex', 're.compile("(a)(b)").groups', 're.match("(a)(b)","ab").lastindex', 're.match("(?P<q>a)","ab").lastgroup', 're.match("(a(b))","ab").lastindex',
 're.match("é+", "éé").span()', 're.findall(r"\\w+", "naïve 日本語 x")', 're.findall(r"\\w+", "naïve", re.A)', 're.search("(?<=a)b", "ab").start()', 're.compile("[a")', 're.compile("a**")', 're.compile("(?P<1>a)")', 're.compile("(?P=x)")', 're.compile("\\\\")', 're.compile("(?z)")', 're.compile("a{3,1}")','re.compile("(?<=a+)b")', 're.compile("[z-a]")', 're.compile("x)")', 're.sub("a", "\\\\q", "a")', 're.sub("(a)", "\\\\g<", "a")', 're.sub("(a)", "\\\\g<1", "a")', 're.sub("a","\\\\n\\\\t\\\\\\\\","a")', 're.error("m")', 're.error("m","p\\nq",2).args', 're.error("m","pq",1).colno', 're.match("(a)?b","b").group(0,1)', 're.match("a","a")[0]', 'bool(re.match("","")) ', 're.compile("a").scanner("aa").search()', 're.sub("(?i)A","x","aA")', 're.sub("","-","ab")', 're.sub("b","",  "abc", 0)', 're.subn("z","","abc")', 'p.fullmatch("xax", 1, 2)', 'p.search("xxa", -5, 100).span()', 'p.search("aaa", 2, 1)', 're.purge()', 're.match("a", "a").string', 're.match("a","a").re', 'p.match("ba",1).pos', 'p.match("ba",1).endpos', 're.compile(r"""
  \\d+  # digits
  """, re.X).findall("a12b3")', 're.Pattern[str]', 're.Match[bytes]', 'p.pattern', 'isinstance(p, re.Pattern)', 're.search("a", "b") is None','re.template', 're.findall("(a)(b)?", "aab")', 're.sub("(a)|(b)", r"[\\1\\2]", "ab")', 're.split("(a)|b", "xbxax")', 'sorted(re.findall("a.", "abac"), key=str)']:
    if a == 're.template': continue
    try: print(a, '=>', repr(eval(a)))
    except Exception as e: print(a, '=>', type(e).__name__, e, getattr(e,'__dict__',None))
class S(str): pass
print(type(re.sub('x', 'y', S('abc'))), type(re.match('a', S('abc')).group()), type(re.match('abc', S('abc')).string))
print(re.match('(?:(a)|b)*', 'ab').groups(), re.match(r'(\w+)\s\1', 'the the').group())
it = re.finditer('.', 'ab'); print(next(it), list(it), list(it))
m = re.match('(?P<a>.)(?P<b>.)', 'xy'); print(m['a'], m[2], m.group('a', 'b'), m.start('b'), m.end('b'), m.span('b'), repr(m))
print(hash(m) is not None, copy.copy(m) is m)
match m:
    case re.Match(string=s): print('case', s)
